// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_batch.h"

#include <algorithm>
#include <cstring>

#include "core/model/lanes/lane_order.h"

namespace lapidary::lanes {
namespace {

constexpr std::size_t kKnownGroups = 512;  ///< that may stay from one call to the next
constexpr std::size_t kMappings = 4096;    ///< at a time; each makes two groups at most
constexpr std::size_t kPlaces = 16384;
static_assert(kKnownGroups + 2 * kMappings < kPlaces);

constexpr int kStepsPerLane = 1400;  ///< of a tape; one lane takes about as long without it

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

std::uint64_t keyOfSkeleton(const Skeleton& skeleton) {
    static_assert(sizeof(LaneLoop) == 4);
    std::uint64_t hash =
        static_cast<std::uint64_t>(skeleton.loopCount) << 32 | static_cast<unsigned>(skeleton.storeCount);
    for (int i = 0; i < skeleton.loopCount; i += 2) {
        std::uint64_t two = 0;
        std::memcpy(&two, skeleton.loops + i, i + 1 < skeleton.loopCount ? 8 : 4);
        hash = mix(hash, two);
    }
    for (int s = 0; s < skeleton.storeCount; ++s) {
        const LaneStore& store = skeleton.stores[s];
        hash = mix(hash, std::uint64_t{store.tensors} << 32 | static_cast<unsigned>(store.loopsOutside) << 8 |
                             static_cast<unsigned>(store.level));
    }
    return hash;
}

constexpr int kSeenShift = 64 - 9;
constexpr std::size_t kSeen = std::size_t{1} << (64 - kSeenShift);
constexpr std::uint64_t kHashFactor = 0x9e3779b97f4a7c15u;

std::uint64_t withoutBounds(const Node& node) {
    return static_cast<std::uint64_t>(node.kind) | static_cast<std::uint64_t>(node.axis) << 8 |
           std::uint64_t{node.fanout} << 16 | std::uint64_t{node.dimension} << 24 | std::uint64_t{node.level} << 32 |
           std::uint64_t{node.tensors} << 48;
}

bool isSame(const Skeleton& a, const Skeleton& b) {
    if (a.loopCount != b.loopCount || a.storeCount != b.storeCount) return false;
    if (std::memcmp(a.loops, b.loops, static_cast<std::size_t>(a.loopCount) * sizeof(LaneLoop)) != 0) return false;
    return std::equal(a.stores, a.stores + a.storeCount, b.stores, [](const LaneStore& one, const LaneStore& other) {
        return one.level == other.level && one.tensors == other.tensors && one.loopsOutside == other.loopsOutside;
    });
}

}  // namespace

InstructionSet bestInstructionSet() {
    for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2})
        if (isAvailable(set)) return set;
    return InstructionSet::two;
}

bool isAvailable(InstructionSet set) {
    switch (set) {
    case InstructionSet::scalar:
    case InstructionSet::two: return true;
#if LAPIDARY_WIDE_LANES
    case InstructionSet::avx2: return __builtin_cpu_supports("avx2");
    case InstructionSet::avx512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#else
    case InstructionSet::avx2:
    case InstructionSet::avx512: break;
#endif
    }
    return false;
}

void LaneBatch::score(const LanePlan& plan, std::span<const Mapping> mappings, std::span<Score> scores,
                      LaneMemory& memory, std::vector<std::size_t>& plain) {
    m_plan = &plan;
    m_scores = scores;
    m_memory = &memory;
    m_plain = &plain;
    plain.clear();
    for (std::size_t i = 0; i < mappings.size(); ++i) {
        if (i % kMappings == 0) flush();
        Pattern* place = nullptr;
        if (!plan.usable || !(addBySight(mappings[i], i, place) || addByReading(mappings[i], i, place)))
            plain.push_back(i);
    }
    flush();
}

/// Most mappings have the nodes of one that came before. Otherwise false, with the place to remember them at, if any.
bool LaneBatch::addBySight(const Mapping& mapping, std::size_t index, Pattern*& place) {
    if (mapping.nodes.size() > static_cast<std::size_t>(Pattern::kMaxNodes)) return false;
    if (!mapping.directives.empty() || !mapping.paddedBounds.empty()) return false;
    Tails tails;
    if (m_last && readInto(*m_last, mapping, tails)) {
        takeIn(*m_last, tails, index);
        return true;
    }
    std::uint64_t hash = 0;
    for (const Node& node : mapping.nodes) hash = (hash ^ withoutBounds(node)) * kHashFactor;
    if (m_seen.empty()) m_seen.resize(kSeen);
    auto& seen = m_seen[hash >> kSeenShift];
    if (!seen) seen = std::make_unique<Pattern>();
    place = seen.get();
    tails = {};
    if (!readInto(*place, mapping, tails)) return false;
    m_last = place;
    takeIn(*place, tails, index);
    return true;
}

/// False if the plain path has to judge.
bool LaneBatch::addByReading(const Mapping& mapping, std::size_t index, Pattern* place) {
    // Where hardly two have the same nodes, most of what is drawn ends here.
    if (!fitsAxes(*m_plan, mapping)) return false;
    m_sorted = mapping;
    numberRuns(*m_plan, m_sorted.nodes, m_runs);
    sortRuns(m_runs, m_sorted.nodes, m_from);
    Skeleton& skeleton = m_memory->skeleton;
    const LaneBounds& bounds = m_memory->bounds;
    if (!readSkeleton(*m_plan, m_sorted, true, skeleton, m_memory->bounds)) return false;
    Group& group = *m_groups[groupFor(skeleton, LaneWork::check, 0, keyOfSkeleton(skeleton))];
    if (place) remember(group, mapping, *place);
    add(group, bounds.bounds, bounds.tails, 1, bounds.computes, {bounds.imperfect, bounds.tailed}, index);
    return true;
}

/// A lane that readInto has filled.
void LaneBatch::takeIn(const Pattern& pattern, const Tails& tails, std::size_t index) {
    Group& group = *pattern.group;
    group.computes[group.count] = pattern.computes;
    group.tailed[group.count] = tails;
    group.tailedLoops |= tails.loops;
    group.index[group.count] = index;
    group.imperfect |= tails.dimensions;
    if (++group.count == lanes()) run(group);
}

/// Bounds and tails into the group's next lane, as readSkeleton finds them. False if the nodes differ or it has to judge.
bool LaneBatch::readInto(const Pattern& pattern, const Mapping& mapping, Tails& tails) const {
    if (!pattern.group || mapping.nodes.size() != static_cast<std::size_t>(pattern.nodeCount)) return false;
    Group& group = *pattern.group;
    const int width = this->width(), place = placeOf(group, group.count);
    unsigned begun = 0;
    for (int n = 0; n < pattern.nodeCount; ++n) {
        const Node& node = mapping.nodes[static_cast<std::size_t>(n)];
        if (withoutBounds(node) != pattern.nodes[n]) return false;
        if (!node.isLoop()) continue;
        const unsigned own = 1u << node.dimension;
        std::int64_t bound = node.bound;
        if (node.tail != bound) {
            if (begun & own) {
                tails.dimensions |= own;
            } else {
                if (node.kind == NodeKind::spatial) return false;
                bound = node.tail;
            }
        }
        if (bound != 1) begun |= own;
        if (pattern.loop[n] < 0) continue;
        group.bounds.data()[place + pattern.loop[n] * width] = static_cast<double>(bound);
        group.tails.data()[place + pattern.loop[n] * width] = static_cast<double>(node.tail);
        tails.loops |= std::uint64_t{node.tail != bound} << pattern.loop[n];
    }
    return true;
}

/// What readInto knows the next mapping with these nodes by. m_from has where the nodes of the skeleton stand.
void LaneBatch::remember(Group& group, const Mapping& mapping, Pattern& pattern) const {
    pattern.group = &group;
    pattern.nodeCount = static_cast<int>(mapping.nodes.size());
    pattern.computes = 1;
    for (int d = 0; d < m_plan->dimensions; ++d) pattern.computes *= m_plan->bound[d];
    int loops = 0;
    for (const std::uint16_t n : m_from) {
        const Node& node = mapping.nodes[n];
        const bool isLoop = node.isLoop() && m_plan->bound[node.dimension] > 1;
        pattern.nodes[n] = withoutBounds(node);
        pattern.loop[n] = static_cast<std::int8_t>(isLoop ? loops++ : -1);
    }
}

std::size_t LaneBatch::groupFor(const Skeleton& skeleton, LaneWork work, unsigned imperfect,
                                std::uint64_t skeletonKey) {
    const std::uint64_t key = work == LaneWork::check ? skeletonKey : mix(skeletonKey, std::uint64_t{imperfect} + 1);
    if (m_places.empty()) m_places.assign(kPlaces, -1);
    std::size_t place = key % kPlaces;
    for (; m_places[place] >= 0; place = (place + 1) % kPlaces) {
        Group& group = *m_groups[static_cast<std::size_t>(m_places[place])];
        if (group.key == key && group.work == work && (work == LaneWork::check || group.imperfect == imperfect) &&
            isSame(group.skeleton, skeleton))
            return static_cast<std::size_t>(m_places[place]);
    }
    if (m_used == m_groups.size()) m_groups.push_back(std::make_unique<Group>());
    m_places[place] = static_cast<std::int16_t>(m_used);
    Group& group = *m_groups[m_used++];
    group.skeleton = skeleton;
    group.bounds.resize(static_cast<std::size_t>(skeleton.loopCount) * kMaxLanes);
    group.tails.resize(group.bounds.size());
    group.work = work;
    group.imperfect = imperfect;
    group.key = key;
    group.count = 0;
    group.tailedLoops = group.tapeLoops = 0;
    group.lanesRun = 0;
    group.refused = false;
    group.tape.reset();
    return m_used - 1;
}

/// Takes a lane over from arrays in which neighbouring loops are `stride` apart.
void LaneBatch::add(Group& group, const double* bounds, const double* tails, int stride, double computes,
                    const Tails& tailed, std::size_t index) {
    const int lane = group.count++, width = this->width(), place = placeOf(group, lane);
    for (int i = 0; i < group.skeleton.loopCount; ++i) {
        group.bounds.data()[place + i * width] = bounds[i * stride];
        group.tails.data()[place + i * width] = tails[i * stride];
    }
    group.computes[lane] = computes;
    group.tailed[lane] = tailed;
    group.tailedLoops |= tailed.loops;
    group.index[lane] = index;
    group.imperfect |= tailed.dimensions;
    if (group.count == lanes()) run(group);
}

void LaneBatch::run(Group& group) {
    const int lanes = group.count, width = this->width();
    // Lanes that nobody waits for repeat the first one.
    for (int lane = lanes; lane % width != 0; ++lane) {
        const int place = placeOf(group, lane);
        for (int i = 0; i < group.skeleton.loopCount; ++i) {
            group.bounds.data()[place + i * width] = group.bounds.data()[i * width];
            group.tails.data()[place + i * width] = group.tails.data()[i * width];
        }
        group.computes[lane] = group.computes[0];
    }
    Answer answers[kMaxLanes];
    if (isFew(group)) {
        countSingly(group, answers);
    } else if (hasTape(group)) {
        play(group, answers);
    } else {
        for (int lane = 0; lane < lanes; lane += width)
            count(group, lane / width, std::span(answers).subspan(static_cast<std::size_t>(lane)));
    }
    group.count = 0;
    const bool checked = group.work == LaneWork::check;
    if (checked) group.imperfect = 0;
    group.tailedLoops = 0;
    for (int lane = 0; lane < lanes; ++lane) {
        const Answer& answer = answers[lane];
        const std::size_t index = group.index[lane];
        if (answer.plain) {
            m_plain->push_back(index);
        } else if (answer.failure != LaneFailure::none) {
            m_scores[index] = {};
            m_scores[index].reason =
                reasonOf(*m_plan, group.skeleton, answer.failure, answer.place, answer.detail, answer.needed);
        } else if (checked) {
            Group& next = *m_groups[groupFor(group.skeleton, LaneWork::all, group.tailed[lane].dimensions, group.key)];
            add(next, group.bounds.data() + placeOf(group, lane), group.tails.data() + placeOf(group, lane), width,
                group.computes[lane], group.tailed[lane], index);
        } else {
            m_scores[index] = {.reason = {},
                               .energyPj = answer.energyPj,
                               .cycles = static_cast<std::int64_t>(answer.cycles),
                               .steps = static_cast<std::int64_t>(answer.steps)};
        }
    }
}

namespace {

template <int Width, class Answer>
void copyTo(std::span<Answer> answers, const LaneResults<Width>& results) {
    for (std::size_t i = 0; i < Width; ++i)
        answers[i] = {results.energyPj[i], results.cycles[i], results.steps[i],  results.needed[i],
                      results.failure[i],  results.place[i],  results.detail[i], results.plain[i]};
}

}  // namespace

/// A few lanes are counted quicker by themselves, fewer still where loops have tails.
bool LaneBatch::isFew(const Group& group) const {
    if (group.work != LaneWork::all || m_set == InstructionSet::scalar) return false;
    return group.count < (group.tape ? 1 + static_cast<int>(group.tape->steps.size()) / kStepsPerLane : 3);
}

void LaneBatch::countSingly(const Group& group, std::span<Answer> answers) {
    double bounds[kMaxLoops], tails[kMaxLoops];
    for (int lane = 0; lane < group.count; ++lane) {
        const double* const ownBounds = group.bounds.data() + placeOf(group, lane);
        const double* const ownTails = group.tails.data() + placeOf(group, lane);
        for (int i = 0; i < group.skeleton.loopCount; ++i) {
            bounds[i] = ownBounds[i * width()];
            tails[i] = ownTails[i * width()];
        }
        LaneResults<1> results;
        scalar::countLanes(*m_plan, group.skeleton, bounds, tails, group.computes + lane, group.tailed[lane].dimensions,
                           group.work, m_memory->kernel(), results);
        copyTo(answers.subspan(static_cast<std::size_t>(lane)), results);
    }
}

void LaneBatch::count(const Group& group, int vector, std::span<Answer> answers) {
    const int loops = vector * group.skeleton.loopCount * width();
    const auto countIn = [&](auto countLanes, auto results) {
        countLanes(*m_plan, group.skeleton, group.bounds.data() + loops, group.tails.data() + loops,
                   group.computes + vector * width(), group.imperfect, group.work, m_memory->kernel(), results);
        copyTo(answers, results);
    };
    switch (m_set) {
    case InstructionSet::scalar: return countIn(scalar::countLanes, LaneResults<1>());
    case InstructionSet::two: return countIn(two::countLanes, LaneResults<2>());
#if LAPIDARY_WIDE_LANES
    case InstructionSet::avx2: return countIn(avx2::countLanes, LaneResults<8>());
    case InstructionSet::avx512: return countIn(avx512::countLanes, LaneResults<8>());
#else
    case InstructionSet::avx2:
    case InstructionSet::avx512: break;
#endif
    }
}

bool LaneBatch::hasTape(Group& group) {
    const auto hasIt = [&] { return group.tape && (group.tailedLoops & ~group.tapeLoops) == 0; };
    if (hasIt()) return true;
    if (group.lanesRun < m_lanesUntilTape) {
        group.lanesRun += group.count;
        return false;
    }
    if (group.refused) return false;
    group.tapeLoops |= group.tailedLoops;
    group.tape = recordTape(*m_plan, group.skeleton, group.tapeLoops, group.work);
    group.refused = !group.tape;
    return hasIt();
}

namespace {

struct TapePlayer {
    decltype(&scalar::playTape) all, vector;
};

TapePlayer playerOf(InstructionSet set) {
    switch (set) {
    case InstructionSet::scalar: return {scalar::playTape, scalar::playVector};
#if LAPIDARY_WIDE_LANES
    case InstructionSet::avx2: return {avx2::playTape, avx2::playVector};
    case InstructionSet::avx512: return {avx512::playTape, avx512::playVector};
#else
    case InstructionSet::avx2:
    case InstructionSet::avx512:
#endif
    case InstructionSet::two: break;
    }
    return {two::playTape, two::playVector};
}

}  // namespace

/// A machine takes no longer for all vectors than for two.
void LaneBatch::play(const Group& group, std::span<Answer> answers) {
    alignas(kKernelAlignment) double results[kTapeResults * kMaxLanes];
    const TapePlayer player = playerOf(m_set);
    const bool atOnce = group.count > 2 * width();
    const int width = this->width(), together = atOnce ? lanes() : width;
    for (int first = 0; first < group.count; first += together) {
        const auto playIn = atOnce ? player.all : player.vector;
        const unsigned plain =
            playIn(group.tape->view, group.bounds.data() + placeOf(group, first),
                   group.tails.data() + placeOf(group, first), group.computes + first, m_memory->kernel(), results);
        const int end = std::min(group.count - first, together);
        Answer* const own = answers.data() + first;
        for (int lane = 0; lane < end; ++lane) {
            Answer& answer = own[lane];
            answer = {.plain = (plain >> lane & 1) != 0};
            if (group.work == LaneWork::all) {
                answer.energyPj = results[lane];
                answer.cycles = results[together + lane];
                answer.steps = results[2 * together + lane];
            } else if (const int failed = static_cast<int>(results[lane]); failed > 0) {
                const LaneCheck& check = group.tape->checks.list[failed - 1];
                answer.failure = check.failure;
                answer.place = check.place;
                answer.detail = check.detail;
                answer.needed = results[together + lane];
            }
        }
    }
}

/// Counts what still waits. Groups that are checked may wake others, also new ones behind them.
void LaneBatch::flush() {
    for (const LaneWork work : {LaneWork::check, LaneWork::all})
        for (std::size_t g = 0; g < m_used; ++g)
            if (m_groups[g]->work == work && m_groups[g]->count > 0) run(*m_groups[g]);
    // Few skeletons stay known; of many, most come once.
    if (m_used < kKnownGroups) return;
    m_used = 0;
    m_places.assign(kPlaces, -1);
    for (const auto& seen : m_seen)
        if (seen) seen->group = nullptr;
    m_last = nullptr;
}

}  // namespace lapidary::lanes
