// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/search/algorithms.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMaxBatch = 512;  ///< per stream; bounds memory

/// Collects mappings until there is enough for a round; stream s takes every kStreams-th of them, starting with the
/// s-th, so that a mapping's position is its place in the enumeration. They are judged one by one: distinct mappings leave
/// out ever other loops, so that few share the nodes that a batch goes by (0.3 to 0.8 times as fast on three designs).
class Batches {
public:
    explicit Batches(Engine& engine) : m_engine(engine) { start(); }

    /// False once the search is over.
    bool add(const Mapping& mapping) {
        m_mappings[m_filled++] = mapping;
        return m_filled < m_mappings.size() || run();
    }
    bool run() {
        const auto draw = [&](Stream& stream) -> const Mapping* {
            const std::int64_t index = (stream.drawn() - m_drawsBefore) * kStreams + stream.number();
            return index < static_cast<std::int64_t>(m_filled) ? &m_mappings[static_cast<std::size_t>(index)] : nullptr;
        };
        const std::int64_t draws = m_drawsBefore + static_cast<std::int64_t>(m_mappings.size()) / kStreams;
        m_enumerated += static_cast<std::int64_t>(m_filled);
        if (!m_engine.advance(draws, draw)) return false;
        m_drawsBefore = draws;
        start();
        return true;
    }
    bool allJudged() const { return m_engine.drawn() == m_enumerated; }

private:
    void start() {
        m_mappings.resize(static_cast<std::size_t>(std::min(m_engine.chunk(), kMaxBatch) * kStreams));
        m_filled = 0;
    }

    Engine& m_engine;
    std::vector<Mapping> m_mappings;
    std::size_t m_filled = 0;
    std::int64_t m_drawsBefore = 0;
    std::int64_t m_enumerated = 0;
};

}  // namespace

bool searchExhaustively(const Mapspace& mapspace, Engine& engine) {
    Batches batches(engine);
    bool goingOn = true;
    mapspace.enumerateDistinct([&](const Mapping& mapping) {
        goingOn = batches.add(mapping);
        return goingOn;
    });
    if (goingOn) batches.run();
    return goingOn && batches.allJudged();
}

}  // namespace lapidary
