// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table of many small entries that only grows: no memory of its own for each, so that it is quick to fill and to free.
// References end with the next entry that is added. One owner.
#pragma once

#include <cstdint>
#include <vector>

namespace lapidary::optimal::regions {

template <class Key, class Value, class Hash>
class FlatTable {
public:
    FlatTable() : m_places(kLeastPlaces, 0) {}
    std::size_t size() const { return m_entries.size(); }
    std::size_t bytes() const {
        return m_entries.capacity() * sizeof(Entry) + m_places.capacity() * sizeof(std::uint32_t);
    }
    const Value* find(const Key& key) const {
        const std::uint32_t number = m_places[placeOf(key)];
        return number == 0 ? nullptr : &m_entries[number - 1].value;
    }
    /// Requires that there is no such key yet.
    const Value& add(const Key& key, const Value& value) {
        if (2 * (m_entries.size() + 1) > m_places.size()) {
            m_places.assign(2 * m_places.size(), 0);
            for (std::uint32_t i = 0; i < m_entries.size(); ++i) m_places[placeOf(m_entries[i].key)] = i + 1;
        }
        m_entries.push_back({key, value});
        m_places[placeOf(key)] = static_cast<std::uint32_t>(m_entries.size());
        return m_entries.back().value;
    }

private:
    static constexpr std::size_t kLeastPlaces = 64;  ///< a power of two, as all numbers of places
    struct Entry {
        Key key;
        Value value;
    };
    /// Where the key is, or would be.
    std::size_t placeOf(const Key& key) const {
        const std::size_t mask = m_places.size() - 1;
        std::size_t place = Hash{}(key)&mask;
        while (m_places[place] != 0 && !(m_entries[m_places[place] - 1].key == key)) place = (place + 1) & mask;
        return place;
    }
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_places;  ///< number of an entry plus one, 0 = none
};

}  // namespace lapidary::optimal::regions
