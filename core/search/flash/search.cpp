// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/flash/search.h"

#include <algorithm>

#include "core/search/stop_watch.h"

namespace lapidary::flash {
namespace {

constexpr std::int64_t kMostCandidates = 20'000'000;
constexpr std::int64_t kMostSize = std::int64_t{1} << 31;  ///< so that no product of a tile and PEs wraps
constexpr std::int64_t kMostIntegers = 1'000'000;          ///< sizes that one tile may have

/// The data-centric model by the rules of the options.
class Judge {
public:
    Judge(const Gemm& gemm, const data_centric::Hardware& hardware, const data_centric::Evaluator& model,
          const Options& options)
        : m_gemm(gemm), m_hardware(hardware), m_model(model), m_exact(!options.compat) {}

    /// For candidates of one style and order.
    void begin(Style style, Order order) { m_flow = dataflowOf({style, order, 1, {1, 1, 1}, {1, 1, 1}}, m_gemm); }

    Found judge(const Problem& problem, const Candidate& candidate) {
        setTiles(candidate, m_flow);
        const data_centric::Score score =
            m_exact ? data_centric::scoreEdgeExact(m_flow, m_gemm.layer, m_hardware, m_exactScratch)
                    : m_model.score(m_flow, m_scratch);
        return {candidate, score, satisfiesEquation1(problem, candidate), satisfiesEquation2(problem, candidate)};
    }

private:
    const Gemm& m_gemm;
    const data_centric::Hardware& m_hardware;
    const data_centric::Evaluator& m_model;
    bool m_exact;
    data_centric::Dataflow m_flow;
    data_centric::Scratch m_scratch;
    data_centric::ExactScratch m_exactScratch;
};

void take(const Options& options, const Found& found, std::optional<Found>& best) {
    if (options.overflow == Overflow::refuse && !found.score.fits) return;
    if (!best || better(options, found, *best)) best = found;
}

Histogram histogramOf(const std::vector<std::int64_t>& runtimes, int bins) {
    Histogram histogram;
    histogram.counts.assign(static_cast<std::size_t>(bins), 0);
    if (runtimes.empty()) return histogram;
    const auto [least, most] = std::minmax_element(runtimes.begin(), runtimes.end());
    histogram.least = *least;
    histogram.most = *most;
    for (const std::int64_t runtime : runtimes) {
        const Int128 place = histogram.most == histogram.least
                                 ? Int128(0)
                                 : Int128(runtime - histogram.least) * bins / (histogram.most - histogram.least);
        ++histogram.counts[static_cast<std::size_t>(std::min<Int128>(place, bins - 1))];
    }
    return histogram;
}

/// Whether there are more candidates than anyone would wait for.
bool isEndless(const Problem& problem, const Options& options) {
    std::int64_t count = 0;
    forEachCandidate(problem, options, [&](const Candidate&) { return ++count <= kMostCandidates; });
    return count > kMostCandidates;
}

class StyleSearch {
public:
    using Partial = std::function<void(const StyleResult&)>;

    StyleSearch(const Problem& problem, const Options& options, Judge& judge, Job& job, const Partial& look)
        : m_problem(problem), m_options(options), m_judge(judge), m_job(job), m_look(look) {
        m_judge.begin(problem.style, problem.order);
        m_result.style = problem.style;
        m_result.order = problem.order;
        m_result.clusters = clusterSizes(problem, options);
    }

    /// False if it was stopped.
    bool run(StyleResult& result) {
        std::vector<std::int64_t> runtimes;
        bool going = true;
        std::int64_t nextShown = kBetweenLooks;
        forEachCandidate(m_problem, m_options, [&](const Candidate& candidate) {
            if (m_result.candidates % kBetweenLooks == 0) going = m_job.checkpoint();
            if (!going) return false;
            if (m_look && m_result.candidates == nextShown) {
                nextShown += std::max(kBetweenLooks, nextShown / 4);
                m_result.histogram = histogramOf(runtimes, m_options.bins);
                m_look(m_result);
            }
            const Found found = m_judge.judge(m_problem, candidate);
            ++m_result.candidates;
            m_result.overS1 += found.equation2 ? 0 : 1;
            m_result.overS2 += found.equation1 ? 0 : 1;
            m_result.fitting += found.score.fits ? 1 : 0;
            runtimes.push_back(found.score.runtime);
            take(m_options, found, m_result.best);
            return true;
        });
        m_result.histogram = histogramOf(runtimes, m_options.bins);
        if (m_options.unpruned) m_result.unpruned = unprunedTileSets(m_problem);
        if (m_look && m_options.samples > 0) m_look(m_result);
        going = going && sample();
        result = std::move(m_result);
        return going;
    }

private:
    static constexpr std::int64_t kBetweenLooks = 4096;

    bool sample() {
        Rng rng(m_options.seed,
                static_cast<std::uint64_t>(m_problem.style) * 8 + static_cast<std::uint64_t>(m_problem.order));
        Sampled& random = m_result.random;
        for (; random.drawn < m_options.samples; ++random.drawn) {
            if (random.drawn % kBetweenLooks == 0 && !m_job.checkpoint()) return false;
            const auto candidate = drawCandidate(m_problem, m_options, rng);
            if (!candidate) continue;
            ++random.tileSets;
            take(m_options, m_judge.judge(m_problem, *candidate), random.best);
        }
        return true;
    }

    const Problem& m_problem;
    const Options& m_options;
    Judge& m_judge;
    Job& m_job;
    const Partial& m_look;
    StyleResult m_result;
};

std::optional<Diagnostic> tooLarge(const Gemm& gemm, const Options& options) {
    const std::int64_t largest = *std::max_element(gemm.sizes.begin(), gemm.sizes.end());
    const std::int64_t most = options.tiles == Tiles::integers ? kMostIntegers : kMostSize;
    if (largest <= most) return std::nullopt;
    return error("a dimension of " + std::to_string(largest) + ", FLASH takes at most " + std::to_string(most) +
                     (options.tiles == Tiles::integers ? " with tiles=integers" : ""),
                 options.tiles == Tiles::integers ? "use tiles=powers" : "");
}

std::vector<Problem> problemsOf(const Gemm& gemm, const data_centric::Hardware& hardware, const Options& options) {
    std::vector<Problem> problems;
    for (const Style style : kAllStyles) {
        if (options.style && *options.style != style) continue;
        for (const auto& order : keyTable(Order{})) {
            const bool wanted =
                style == Style::maeri ? !options.order || *options.order == order.value : order.value == Order::mnk;
            if (wanted) problems.push_back(problemOf(gemm, hardware, style, order.value));
        }
    }
    return problems;
}

/// The best of all styles so far.
void choosePick(const Options& options, FlashResult& result) {
    result.best = -1;
    for (std::size_t i = 0; i < result.styles.size(); ++i) {
        const auto& found = result.styles[i].best;
        if (found &&
            (result.best < 0 || better(options, *found, *result.styles[static_cast<std::size_t>(result.best)].best)))
            result.best = static_cast<int>(i);
    }
}

}  // namespace

double valueOf(Metric metric, const data_centric::Score& score) {
    const double runtime = static_cast<double>(score.runtime);
    switch (metric) {
    case Metric::edp: return score.edp();
    case Metric::energy: return score.energyNj;
    case Metric::latency: break;
    case Metric::ed2p: return score.edp() * runtime;
    }
    return runtime;
}

bool better(const Options& options, const Found& a, const Found& b) {
    if (options.overflow == Overflow::last && a.score.fits != b.score.fits) return a.score.fits;
    for (const Metric metric : {options.metric, Metric::latency, Metric::energy}) {
        const double left = valueOf(metric, a.score), right = valueOf(metric, b.score);
        if (left != right) return left < right;
    }
    return false;
}

Result<FlashResult> search(const Gemm& gemm, const data_centric::Hardware& hardware, const Options& options, Job& job,
                           const Look& look) {
    const StopWatch watch;
    const auto model =
        data_centric::Evaluator::make(gemm.layer, hardware, options.compat.value_or(data_centric::Quirks{}));
    if (!model) return model.diagnostics();
    if (auto refusal = tooLarge(gemm, options)) return *std::move(refusal);
    const std::vector<Problem> problems = problemsOf(gemm, hardware, options);
    FlashResult result;
    Judge judge(gemm, hardware, *model, options);
    const auto show = [&] {
        choosePick(options, result);
        if (look) look(result);
    };
    StyleSearch::Partial partial;
    if (look)
        partial = [&](const StyleResult& style) {
            result.styles.back() = style;
            show();
        };
    for (const Problem& problem : problems) {
        if (options.tiles == Tiles::integers && isEndless(problem, options))
            return error("more than " + std::to_string(kMostCandidates) + " candidates in " +
                             std::string(entryOf(problem.style).label),
                         "use tiles=powers, or space=bounds");
        result.styles.emplace_back();
        if (!StyleSearch(problem, options, judge, job, partial).run(result.styles.back())) result.stopped = true;
        result.scored += result.styles.back().candidates + result.styles.back().random.tileSets;
        show();
        if (result.stopped) break;
    }
    result.seconds = watch.seconds();
    return result;
}

Result<data_centric::Outcome> outcomeOf(const data_centric::Dataflow& flow, const data_centric::Layer& layer,
                                        const data_centric::Hardware& hardware, const Options& options) {
    if (!options.compat) return data_centric::evaluateEdgeExact(flow, layer, hardware);
    const auto model = data_centric::Evaluator::make(layer, hardware, *options.compat);
    if (!model) return model.diagnostics();
    if (Diagnostics wrong = model->problems(flow); !wrong.empty()) return wrong;
    return model->evaluate(flow);
}

}  // namespace lapidary::flash
