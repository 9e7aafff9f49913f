// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The engine all searchers share: seeded streams, budget, stop rules, pause, live snapshots. The result is the same at
// any thread count: the work is cut into kStreams fixed streams, each owns its random numbers and its share of the
// budget, and the merged order is total. Only runs stopped by time or by hand depend on speed.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/mapspace/mapspace.h"
#include "core/model/compat/compat.h"
#include "core/model/evaluator.h"
#include "core/search/cloud.h"
#include "core/search/counters.h"
#include "core/search/objective.h"
#include "core/search/optimal/certificate.h"
#include "core/search/sunstone/options.h"

namespace lapidary {

/// The paper's thread count (Ruby IV-A), fixed so that results don't depend on ours.
inline constexpr int kStreams = 24;

enum class Algorithm { random, randomPruned, exhaustive, hillClimb, annealing, genetic, sunstone, optimal };
std::span<const KeyEntry<Algorithm>> keyTable(Algorithm);
/// Whether it comes to an end without a budget, time limit or victory condition.
constexpr bool endsByItself(Algorithm algorithm) {
    return algorithm == Algorithm::exhaustive || algorithm == Algorithm::sunstone || algorithm == Algorithm::optimal;
}

/// Where Stores may stand. A mapspace is classic; the algorithm optimal alone knows more.
enum class Placement { classic, uneven };
std::span<const KeyEntry<Placement>> keyTable(Placement);

/// What the walking searchers can be told; each reads its own. Every stream walks by itself.
struct WalkSettings {
    std::int64_t patience = 600;  ///< hill climbing: steps without an improvement before it begins anew elsewhere
    /// Annealing: the temperatures at the beginning and end of a cooling, in units of the logarithm of the objective: at
    /// 0.5 a mapping that is e^0.5 = 1.65 times as costly is taken with a probability of 1/e.
    double hot = 0.5, cold = 0.005;
    int population = 24;  ///< genetic: mappings that a stream keeps
    bool operator==(const WalkSettings&) const = default;
};
inline constexpr std::int64_t kMaxPatience = 1'000'000'000;
inline constexpr double kMaxTemperature = 100;
inline constexpr int kMaxPopulation = 10'000;

struct SearchOptions {
    Algorithm algorithm = Algorithm::random;
    Objective objective;
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<std::int64_t> maxEvaluations;  ///< drawn, valid or not, over all streams
    std::optional<double> maxSeconds;
    std::optional<std::int64_t> victory;  ///< valid non-improving mappings in a row, per stream
    std::optional<double> gap;            ///< ends once (best - bound) / best is no more, 0 .. 1
    int top = 10;
    /// Whose rules count: sunstone by the algorithm of that name, accelforge by optimal with uneven placement.
    std::optional<Compat> compat = {};
    Placement placement = Placement::classic;
    bool wholeFront = false;  ///< optimal with uneven placement: the front is the whole one, proven, not the best alone
    sunstone::Options sunstone = {};  ///< of that algorithm
    WalkSettings walk;
    /// A mapping that may be good here, such as the best of a neighbouring design. Optimal leaves out what is worse; what it
    /// finds is the same without.
    std::shared_ptr<const Mapping> neighbour;
    bool cloud = false;  ///< also count where the valid mappings lie: for those who look on, no part of the question
};

/// A point of the best-so-far curve.
struct Improvement {
    std::int64_t drawn = 0;  ///< mappings drawn over all streams when found
    double seconds = 0;      ///< since start, pauses excluded (belongs to 'run': not reproducible)
    Candidate best;
};

enum class SearchState { running, paused, finished, stopped };
enum class StopCause { none, exhausted, evaluations, seconds, victory, byHand, complete, gap, memory };
std::span<const KeyEntry<StopCause>> keyTable(StopCause);

/// A consistent picture of a running search, cheap to copy.
struct SearchSnapshot {
    SearchState state = SearchState::running;
    Counters counters;
    std::optional<Candidate> best;
    std::vector<Candidate> top;    ///< best first, distinct mappings
    std::vector<Candidate> front;  ///< as in SearchResult
    std::vector<Improvement> trace;
    std::optional<sunstone::Counters> sunstone = {};
    std::optional<optimal::Certificate> certificate = {};  ///< of the algorithm optimal
    std::optional<double> bound = {}, gap = {};            ///< as in SearchResult
    std::shared_ptr<const Cloud> cloud;                    ///< renewed about twice a second; null unless asked for
    double seconds = 0;
    double rate = 0;       ///< drawn per second, recent
    double progress = -1;  ///< 0..1, < 0 unknown
};

struct SearchResult {
    StopCause cause = StopCause::none;
    std::optional<Candidate> best;
    std::vector<Candidate> top;
    std::vector<Candidate> front;  ///< energy-latency Pareto front of everything valid met, by ascending energy
    Counters counters;
    std::vector<Improvement> trace;                        ///< merged by stream rounds: reproducible apart from seconds
    std::shared_ptr<const Cloud> cloud;                    ///< null unless asked for
    std::optional<sunstone::Counters> sunstone = {};       ///< what its principles spared
    std::optional<optimal::Certificate> certificate = {};  ///< what the proof of optimal rests on
    /// No mapping of the space is better, in the first metric of the objective; and (best - bound) / best. Nullopt where
    /// nothing is known (bounds/first_bound.h).
    std::optional<double> bound = {}, gap = {};
    BigInt spaceSize;     ///< of the classic mapspace; 0 if Stores may stand elsewhere
    bool proven = false;  ///< no mapping of the space is better: exhaustive or optimal, and finished
    double seconds = 0;
    int threads = 1;
};

/// Polled by the watcher while a search runs. Thread rule: any thread.
class SearchMonitor {
public:
    SearchSnapshot snapshot() const;
    /// Engine side.
    void publish(SearchSnapshot snapshot);

private:
    mutable std::mutex m_mutex;
    SearchSnapshot m_snapshot;
};

/// All figures of a mapping by the rules that the search counts with.
Cost costOf(const SearchOptions& options, const Mapping& mapping, const Evaluator& evaluator);

/// Runs to the end in the calling thread plus options.threads - 1 others. Stop and pause through `job` take effect within
/// 50 ms. `monitor` may be null. Errors: no stop rule for an unbounded search, an exhaustive search over more than 1e9.
Result<SearchResult> search(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                            Job& job, SearchMonitor* monitor = nullptr);

}  // namespace lapidary
