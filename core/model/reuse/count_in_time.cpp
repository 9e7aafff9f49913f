// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/count_in_time.h"

#include <algorithm>

namespace lapidary::reuse {
namespace {

/// What children remember, by combination of kinds: the number of their last move if it was allowed, else kAnything; and
/// what came new in the last step, as the counter numbers it.
struct Memory {
    std::vector<int> moves;
    int news = -1;
    auto operator<=>(const Memory&) const = default;
};
constexpr int kAnything = -1;

class TimeWalk {
public:
    TimeWalk(const EventSource& source, EventCounter& counter, Reuse reuse)
        : m_source(source), m_counter(counter), m_reuse(reuse) {}

    EventCounts run() {
        const std::vector<bool> nothing(m_counter.combinations(), false);
        Memory memory{std::vector<int>(m_counter.combinations(), kAnything), -1};
        EventCounts counts = m_counter.count(m_source.first(), nothing, -1, &memory.news);
        counts.add(walk(0, m_source.atStart(), memory).counts, 1);
        return counts;
    }

private:
    struct Outcome {
        EventCounts counts;
        Memory memory;
    };
    struct Key {
        std::size_t loop;
        Stands stands;
        Memory memory;
        auto operator<=>(const Key&) const = default;
    };

    /// All that happens inside one setting of the loops before `loop`.
    const Outcome& walk(std::size_t loop, const Stands& stands, const Memory& memory) {
        const auto [entry, isNew] = m_known.try_emplace(Key{loop, stands, memory});
        if (isNew) entry->second = loop == m_source.loops() ? Outcome{{}, memory} : runLoop(loop, stands, memory);
        return entry->second;
    }

    Outcome runLoop(std::size_t loop, const Stands& outside, const Memory& before) {
        const std::size_t d = m_source.dimension(loop);
        Outcome outcome{{}, before};
        std::int64_t index = 0;
        while (index < m_source.bound(loop)) {
            Stands stands = outside;
            stands[d] = m_source.inside(loop, outside[d], index);
            if (std::all_of(stands[d].kinds.begin(), stands[d].kinds.end(),
                            [](Stand stand) { return stand == Stand::behind; }))
                break;
            std::int64_t end = index + 1;
            while (end < m_source.bound(loop) && m_source.inside(loop, outside[d], end) == stands[d]) ++end;
            if (index == 0) {
                const Outcome& first = walk(loop + 1, stands, outcome.memory);
                outcome.counts.add(first.counts, 1);
                outcome.memory = first.memory;
                ++index;
            }
            repeat(loop, stands, end - index, outcome);
            index = end;
        }
        return outcome;
    }

    /// `times` advances with the same stands. Once an advance leaves the memory as it was, so do all that follow.
    void repeat(std::size_t loop, const Stands& stands, std::int64_t times, Outcome& outcome) {
        while (times > 0) {
            EventCounts counts;
            const Memory before = outcome.memory;
            advance(loop, stands, counts, outcome.memory);
            const std::int64_t alike = outcome.memory == before ? times : 1;
            outcome.counts.add(counts, alike);
            times -= alike;
        }
    }

    /// One advance of `loop` and all that happens inside it until the next one.
    void advance(std::size_t loop, const Stands& stands, EventCounts& counts, Memory& memory) {
        const Event event = m_source.advance(loop, stands);
        std::vector<bool> keeps(m_counter.combinations(), false);
        for (std::size_t c = 0; c < keeps.size(); ++c)
            if (m_reuse == Reuse::anything)
                keeps[c] = true;
            else if (m_reuse == Reuse::oneAxis && m_counter.active(event, c))
                keeps[c] = mayReuse(m_counter.move(event, c), memory.moves[c]);
        counts.add(m_counter.count(event, keeps, m_source.position(loop), &memory.news), 1);
        const Outcome& inside = walk(loop + 1, stands, memory);
        counts.add(inside.counts, 1);
        memory = inside.memory;
    }

    bool mayReuse(const Move& move, int& remembered) {
        bool allowed = true;
        if (std::any_of(move.displacement.begin(), move.displacement.end(),
                        [](std::int64_t step) { return step != 0; })) {
            const int number = m_moves.try_emplace(move.displacement, static_cast<int>(m_moves.size())).first->second;
            allowed = remembered == kAnything || remembered == number;
            remembered = allowed ? number : kAnything;
        }
        return allowed && move.changedRanks <= 1;
    }

    const EventSource& m_source;
    EventCounter& m_counter;
    const Reuse m_reuse;
    std::map<Key, Outcome> m_known;
    std::map<std::vector<std::int64_t>, int> m_moves;
};

}  // namespace

EventCounts countInTime(const EventSource& source, EventCounter& counter, Reuse reuse) {
    return TimeWalk(source, counter, reuse).run();
}

}  // namespace lapidary::reuse
