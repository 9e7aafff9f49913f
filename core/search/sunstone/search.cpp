// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's search as an algorithm of the engine: one thread follows the tree, the engine's streams judge what it offers
// by the rules that count and keep the best.

#include "core/model/compat/sunstone.h"
#include "core/search/algorithms.h"
#include "core/search/engine.h"
#include "core/search/sunstone/explorer.h"

namespace lapidary {

namespace {

constexpr double kOffersWait = 0.02;  ///< seconds at most, so that watchers see them

/// Mappings on their way to the streams. They go in whole rounds, each stream one, so that a mapping's position is its
/// place in the order of offers however long rounds are.
class SunstoneOffers {
public:
    explicit SunstoneOffers(Engine& engine) : m_engine(engine) {}

    bool add(Mapping mapping) {
        m_mappings.push_back(std::move(mapping));
        return m_mappings.size() < kMost || flush(false);
    }
    /// False once the search is over.
    bool tick() {
        if (m_mappings.size() >= kStreams && m_watch.seconds() > kOffersWait) return flush(false);
        return m_engine.goesOn();
    }
    bool flush(bool all) {
        const std::size_t count = all ? m_mappings.size() : m_mappings.size() / kStreams * kStreams;
        const std::int64_t before = m_rounds;
        const auto draw = [&](Stream& stream) -> const Mapping* {
            const std::int64_t index = (stream.drawn() - before) * kStreams + stream.number();
            return index < static_cast<std::int64_t>(count) ? &m_mappings[static_cast<std::size_t>(index)] : nullptr;
        };
        m_rounds += static_cast<std::int64_t>((count + kStreams - 1) / kStreams);
        const bool goesOn = count == 0 || m_engine.advance(m_rounds, draw);
        m_mappings.erase(m_mappings.begin(), m_mappings.begin() + static_cast<std::ptrdiff_t>(count));
        m_watch = StopWatch();
        return goesOn;
    }

private:
    static constexpr std::size_t kMost = std::size_t{kStreams} * 64;

    Engine& m_engine;
    StopWatch m_watch;
    std::vector<Mapping> m_mappings;
    std::int64_t m_rounds = 0;  ///< draws of every stream
};

}  // namespace

Result<SearchResult> searchLikeSunstone(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options, Job& job, SearchMonitor* monitor) {
    if (options.compat)
        if (const auto model = sunstone::Model::make(mapspace.targetPtr()); !model) return model.diagnostics();
    const auto problem = sunstone::Problem::make(mapspace);
    if (!problem) return problem.diagnostics();
    Engine engine(mapspace, evaluator, options, job, monitor);
    SunstoneOffers offers(engine);
    const sunstone::Explorer* explorer = nullptr;
    const sunstone::ExplorerHooks hooks{[&](const sunstone::Solution& solution) {
                                            return offers.add(mappingOf(*problem, explorer->costs(), solution));
                                        },
                                        [&] { return offers.tick(); }};
    sunstone::Explorer search(*problem, options.sunstone, options.objective.metrics.front(), options.top, hooks);
    explorer = &search;
    engine.show(search.counters());
    const bool complete = search.run();
    const bool judged = offers.flush(true);
    SearchResult result = engine.finishComplete(complete && judged);
    return result;
}

}  // namespace lapidary
