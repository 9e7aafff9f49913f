// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/counters.h"

#include <algorithm>
#include <map>
#include <string>

namespace lapidary {

namespace {

/// Whether two reasons differ in their numbers only. The `needed` of a closed axis says which axis.
bool sameKind(const Reason& a, const Reason& b) {
    return a.code == b.code && a.level == b.level && a.fanout == b.fanout && a.tensor == b.tensor &&
           a.dimension == b.dimension && (a.code != ReasonCode::axis || a.needed == b.needed);
}

}  // namespace

Tally::Entry* Tally::find(const Reason& reason) {
    const auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return sameKind(e.example, reason); });
    return known == m_entries.end() ? nullptr : &*known;
}

void Tally::addInvalid(const Reason& reason, std::int64_t position, const Mapping& mapping) {
    Entry* known = find(reason);  // mappings are copied for the first only
    if (known && known->position < position)
        ++known->count;
    else
        add({reason, position, 1, mapping});
}

bool Tally::addAgain(const Reason& reason) {
    Entry* known = find(reason);
    if (known) ++known->count;
    return known != nullptr;
}

void Tally::add(const Entry& entry) {
    Entry* known = find(entry.example);
    if (!known) {
        m_entries.push_back(entry);
        return;
    }
    known->count += entry.count;
    if (entry.position >= known->position) return;
    known->position = entry.position;
    known->example = entry.example;
    known->mapping = entry.mapping;
}

void Tally::merge(const Tally& other) {
    m_valid += other.m_valid;
    for (const Entry& entry : other.m_entries) add(entry);
}

Counters Tally::counters(const Target& target) const {
    std::map<std::string, Entry> byTitle;
    for (const Entry& entry : m_entries) {
        auto [place, isNew] = byTitle.try_emplace(reasonTitle(entry.example, target), entry);
        if (isNew) continue;
        Entry& sum = place->second;
        sum.count += entry.count;
        if (entry.position < sum.position) {
            sum.position = entry.position;
            sum.example = entry.example;
            sum.mapping = entry.mapping;
        }
    }
    Counters result;
    result.valid = m_valid;
    result.drawn = m_valid;
    for (const auto& [title, entry] : byTitle) {
        result.drawn += entry.count;
        result.invalid.push_back({entry.example, entry.count, entry.mapping});
    }
    // byTitle is sorted, so equally frequent reasons stand by title.
    std::stable_sort(result.invalid.begin(), result.invalid.end(),
                     [](const ReasonCount& a, const ReasonCount& b) { return a.count > b.count; });
    return result;
}

}  // namespace lapidary
