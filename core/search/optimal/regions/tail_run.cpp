// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/tail_run.h"

#include <algorithm>
#include <tuple>

namespace lapidary::optimal::regions {

namespace {

/// Pairs of a lane and a setting that have the same tiles at the beginning and at the end.
struct Faring {
    std::int64_t count = 0, shift = 0, from = 1, to = 1;
};

struct Farings {
    std::array<Faring, 1 + kMostEndings> list{};
    std::size_t count = 0;
    void add(const Faring& faring) {
        if (faring.count > 0) list[count++] = faring;
    }
};

/// A loop over another dimension: this one goes back to its beginning.
Farings goingBack(const SlidingRun& run, std::int64_t left) {
    Farings farings;
    farings.add({(left - 1) * run.several, -run.last, run.tile, run.tile});
    for (std::int32_t i = 0; i < run.count; ++i) {
        const Ending& ending = run.endings[static_cast<std::size_t>(i)];
        const std::int32_t at = ending.isEnd ? run.part : run.tile;
        farings.add({ending.count, -ending.last, at, ending.last == 0 ? at : run.tile});
    }
    return farings;
}

/// A loop over the dimension itself: what advances was no last setting.
Farings advancing(const SlidingRun& run, std::int64_t extent, std::int64_t left, std::int64_t factor) {
    Farings farings;
    std::int64_t all = (left - 1) * run.several + run.working() - left / factor * run.several;
    for (std::int32_t i = 0; i < run.count; ++i) {
        const Ending& ending = run.endings[static_cast<std::size_t>(i)];
        if (!ending.isEnd || ending.last != 0) continue;
        farings.add({ending.count, extent - run.last, run.tile, run.part});
        all -= ending.count;
    }
    farings.add({all, extent - run.last, run.tile, run.tile});
    return farings;
}

std::int64_t keptAlong(const WindowRank& rank, const Farings& a, const Farings& b) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < a.count; ++i)
        for (std::size_t j = 0; j < b.count; ++j) {
            const Faring &x = a.list[i], &y = b.list[j];
            sum += x.count * y.count *
                   rank.shape.overlap({x.to, y.to}, {x.from, y.from}, rank.ca * x.shift + rank.cb * y.shift);
        }
    return sum;
}

}  // namespace

SlidingRun SlidingRun::at(std::int64_t extent, std::int64_t left, std::int64_t bound) {
    SlidingRun run;
    run.tile = static_cast<std::int32_t>(extent);
    run.part = static_cast<std::int32_t>(bound - (left - 1) * extent);
    run.add(1, 0, true);
    return run;
}

bool SlidingRun::add(std::int64_t lanes, std::int64_t got, bool isLastTile) {
    if (lanes == 0) return true;
    const Ending ending{static_cast<std::int32_t>(lanes), static_cast<std::int32_t>(got),
                        isLastTile && part != tile ? 1 : 0};
    std::size_t i = 0;
    while (i < static_cast<std::size_t>(count) &&
           std::tie(endings[i].last, endings[i].isEnd) < std::tie(ending.last, ending.isEnd))
        ++i;
    if (i < static_cast<std::size_t>(count) && endings[i].last == ending.last && endings[i].isEnd == ending.isEnd) {
        endings[i].count += ending.count;
        return true;
    }
    if (static_cast<std::size_t>(count) == kMostEndings) return false;
    std::move_backward(endings.begin() + static_cast<std::ptrdiff_t>(i), endings.begin() + count,
                       endings.begin() + count + 1);
    endings[i] = ending;
    ++count;
    return true;
}

std::int64_t SlidingRun::working() const {
    std::int64_t sum = 0;
    for (std::int32_t i = 0; i < count; ++i) sum += endings[static_cast<std::size_t>(i)].count;
    return sum;
}

std::int32_t SlidingRun::leastLast(std::int64_t left) const {
    std::int32_t least = left > 1 || count == 0 ? last : endings[0].last;
    for (std::int32_t i = 0; i < count; ++i) least = std::min(least, endings[static_cast<std::size_t>(i)].last);
    return least;
}

bool SlidingRun::loop(std::int64_t extent, std::int64_t factor) {
    const SlidingRun old = *this;
    last = static_cast<std::int32_t>((factor - 1) * extent + old.last);
    count = 0, endings = {};
    bool fits = add(several - old.working(), (factor - 2) * extent + old.last, false);
    for (std::int32_t i = 0; i < old.count; ++i) {
        const Ending& ending = old.endings[static_cast<std::size_t>(i)];
        fits = fits && add(ending.count, (factor - 1) * extent + ending.last, ending.isEnd);
    }
    return fits;
}

bool SlidingRun::unroll(std::int64_t left, std::int64_t lanes) {
    const std::int64_t tail = (left - 1) % lanes + 1;
    if (!add((tail - 1) * several, last, false)) return false;
    several *= static_cast<std::int32_t>(lanes);
    if (left > lanes) return true;
    // Nothing is left outside but the last setting.
    several = static_cast<std::int32_t>(working());
    last = endings[static_cast<std::size_t>(count) - 1].last;
    return true;
}

bool TailRun::covers(const Question& question) {
    for (const TensorShape& tensor : question.tensors()) {
        unsigned met = tensor.alone;
        for (const WindowRank& rank : tensor.windows) {
            const unsigned own = 1u << rank.a | 1u << rank.b;
            if ((met & own) != 0) return false;
            met |= own;
        }
    }
    return true;
}

std::uint64_t TailRun::hash() const {
    std::uint64_t h = soft;
    const auto mix = [&h](std::int64_t a, std::int64_t b) {
        h = (h ^ (static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b))) * 0x9E3779B97F4A7C15ULL;
        h ^= h >> 29;
    };
    for (const auto* lanes : {&own, &asked})
        for (const WorkingLanes& working : *lanes) mix(working.several, working.once);
    mix(most, 0), mix(all, different);
    for (const SlidingRun& run : sliding) {
        mix(run.tile, run.part), mix(run.last, run.several);
        for (std::int32_t i = 0; i < run.count; ++i) {
            const Ending& ending = run.endings[static_cast<std::size_t>(i)];
            mix(ending.count * 2 + ending.isEnd, ending.last);
        }
    }
    return h;
}

Kept keptBy(const TensorShape& tensor, const std::array<std::uint8_t, kMostDimensions>& slot, const TailRun& run,
            const std::array<std::int64_t, kMostDimensions>& extent,
            const std::array<std::int64_t, kMostDimensions>& left,
            const std::array<std::int64_t, kMostDimensions>& bound, std::size_t dimensions, std::size_t d,
            std::int64_t factor) {
    std::int64_t both = 1;
    for (const WindowRank& rank : tensor.windows) {
        const auto farings = [&](std::size_t own) {
            const SlidingRun& sliding = run.sliding[slot[own]];
            return own == d ? advancing(sliding, extent[d], left[d], factor) : goingBack(sliding, left[own]);
        };
        both *= keptAlong(rank, farings(rank.a), farings(rank.b));
        if (both == 0) return {};
    }
    Kept kept{both, both};
    for (std::size_t other = 0; other < dimensions; ++other) {
        if (tensor.alone >> other & 1) {
            const std::int64_t words =
                run.soft >> other & 1 ? std::int64_t{run.own[other].several} * run.own[other].once : bound[other];
            kept.own *= words, kept.asked *= words;
        } else if (!(tensor.indexed >> other & 1)) {
            const auto settings = [&](const WorkingLanes& lanes) {
                return lanes.pairs(left[other]) - (other == d ? left[d] / factor * lanes.several : 0);
            };
            kept.own *= settings(run.own[other]), kept.asked *= settings(run.asked[other]);
        }
    }
    return kept;
}

}  // namespace lapidary::optimal::regions
