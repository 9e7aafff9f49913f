// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study_flash.h"

#include <algorithm>

#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/machine.h"
#include "core/model/data_centric/nest.h"
#include "core/search/flash/search.h"

namespace lapidary {
namespace {

using data_centric::Outcome;
using data_centric::TensorAccess;

constexpr const char* kMatrices[] = {"a", "b", "c"};

class FlashPoint {
public:
    FlashPoint(const StudyFlash& task, FlashFigures& result) : m_task(task), m_result(result) {}

    void addSearch(const flash::StyleResult& style) {
        number("candidates", style.candidates);
        number("fitting", style.fitting);
        number("slowest", style.histogram.most);
        if (!style.best) return;
        const auto best = static_cast<double>(style.best->score.runtime);
        value("slowest_over_best", static_cast<double>(style.histogram.most) / best);
        const auto& counts = style.histogram.counts;
        if (!counts.empty()) number("in_first_bin", counts.front());
        const auto figure = [&](const flash::Found& found) { return figureOf(found); };
        if (style.random.best) value("pick_over_random", figure(*style.best) / figure(*style.random.best));
    }

    /// The best of a wider space, and how much worse the pick is.
    void addWider(const flash::StyleResult* pick, const flash::StyleResult* wider) {
        if (!wider || !wider->best) return;
        number("wider_candidates", wider->candidates);
        number("wider_cycles", wider->best->score.runtime);
        if (pick && pick->best) value("pick_over_wider", figureOf(*pick->best) / figureOf(*wider->best));
    }

    void addOutcome(const Outcome& outcome, double clockGhz, std::int64_t pes) {
        const auto cycles = static_cast<double>(outcome.runtime);
        number("cycles", outcome.runtime);
        value("milliseconds", cycles / clockGhz * 1e-6);
        value("energy_mj", outcome.energyNj * 1e-6);
        value("throughput", outcome.throughput());
        value("utilization", outcome.throughput() / static_cast<double>(pes));
        value("edp", outcome.energyNj * 1000 * cycles);
        m_result.figures.emplace_back("fits", outcome.fits ? "yes" : "no");
        double near = 0, far = 0, uses = 0, fetched = 0, arriving = 0, passed = 0, passedBelow = 0;
        for (std::size_t t = 0; t < outcome.tensors.size(); ++t) {
            const TensorAccess& tensor = outcome.tensors[t];
            const double s1 = static_cast<double>(tensor.l1Read + tensor.l1Write);
            const double s2 = static_cast<double>(tensor.l2Read + tensor.l2Write);
            near += s1;
            far += s2;
            value(std::string("s1_") + kMatrices[std::min<std::size_t>(t, 2)], s1);
            value(std::string("s2_") + kMatrices[std::min<std::size_t>(t, 2)], s2);
            if (tensor.isOutput) continue;
            uses += static_cast<double>(outcome.macs);
            fetched += static_cast<double>(tensor.l2Read);
            arriving += static_cast<double>(tensor.l1Write);
            passed += static_cast<double>(tensor.passed);
            passedBelow += static_cast<double>(tensor.passedBelow);
        }
        value("reuse", near / far);
        // Of the operands that MACs use: in S1 already; brought by a word that others get, too, or that comes again inside
        // a cluster; held by a neighbour at the step before, whoever brings them; read from S2.
        value("temporal_share", (uses - arriving) / uses);
        value("spatial_share", (arriving - fetched - passedBelow) / uses);
        value("spatio_temporal_share", (passed + passedBelow) / uses);
        value("fetched_share", (fetched - passed) / uses);
    }

    void addTiles(const flash::Candidate& candidate) {
        number("cluster", candidate.cluster);
        const auto text = [](const flash::Tile& tile) {
            return std::to_string(tile[0]) + " x " + std::to_string(tile[1]) + " x " + std::to_string(tile[2]);
        };
        m_result.figures.emplace_back("outer_tile", text(candidate.outer));
        m_result.figures.emplace_back("inner_tile", text(candidate.inner));
    }

private:
    double figureOf(const flash::Found& found) const { return flash::valueOf(m_task.options.metric, found.score); }
    void value(std::string key, double figure) { m_result.figures.emplace_back(std::move(key), figure); }
    void number(std::string key, std::int64_t figure) { value(std::move(key), static_cast<double>(figure)); }

    const StudyFlash& m_task;
    FlashFigures& m_result;
};

/// Maps written out, under the rules edge-exact.
Result<FlashFigures> mappedFigures(const StudyFlash& task, const Workload& workload, const Architecture& architecture) {
    const auto layer = data_centric::layerOf(workload);
    if (!layer) return layer.diagnostics();
    const auto machine = data_centric::hardwareOf(architecture);
    if (!machine) return machine.diagnostics();
    data_centric::Dataflow flow{{{0, {}}}};
    for (const StudyMap& map : task.maps) {
        if (map.dimension.empty()) {
            flow.levels.push_back({map.size, {}});
            continue;
        }
        const int dimension = layer->findDimension(map.dimension);
        if (dimension < 0) return error("workload '" + workload.name() + "' has no dimension '" + map.dimension + "'");
        const bool windowed = layer->dimensions[static_cast<std::size_t>(dimension)].windowed();
        flow.levels.back().maps.push_back(
            {map.spatial ? data_centric::MapKind::spatial : data_centric::MapKind::temporal, dimension, map.size,
             map.size, windowed});
    }
    const auto outcome = data_centric::evaluateEdgeExact(flow, *layer, *machine);
    if (!outcome) return outcome.diagnostics();
    FlashFigures result;
    FlashPoint(task, result).addOutcome(*outcome, architecture.spec().clockGhz.value_or(1), machine->pes);
    for (const std::string& line : data_centric::toLines(flow, *layer)) result.directives += line + "\n";
    result.found = true;
    return result;
}

/// The best of all styles and orders that the options name.
const flash::StyleResult* bestOf(const flash::FlashResult& result) {
    if (result.best >= 0) return &result.styles[static_cast<std::size_t>(result.best)];
    return result.styles.empty() ? nullptr : &result.styles.front();
}

}  // namespace

Result<FlashFigures> flashFiguresOf(const StudyFlash& task, const Workload& workload, const Architecture& architecture,
                                    Job& job) {
    if (!task.maps.empty()) return mappedFigures(task, workload, architecture);
    const auto gemm = flash::gemmOf(workload);
    if (!gemm) return gemm.diagnostics();
    const auto machine = data_centric::hardwareOf(architecture);
    if (!machine) return machine.diagnostics();
    FlashFigures result;
    FlashPoint point(task, result);
    std::optional<flash::Candidate> chosen = task.candidate;
    if (!chosen) {
        const auto search = flash::search(*gemm, *machine, task.options, job);
        if (!search) return search.diagnostics();
        result.stopped = search->stopped;
        const flash::StyleResult* const best = bestOf(*search);
        if (best && !result.stopped) point.addSearch(*best);
        if (best && best->best) chosen = best->best->candidate;
        if (task.beside && !result.stopped) {
            flash::Options wider = task.options;
            wider.space = *task.beside;
            wider.samples = 0;
            const auto wide = flash::search(*gemm, *machine, wider, job);
            if (!wide) return wide.diagnostics();
            result.stopped = wide->stopped;
            if (!wide->stopped) point.addWider(best, bestOf(*wide));
        }
    }
    if (!chosen || result.stopped) return result;
    const auto flow = flash::dataflowOf(*chosen, *gemm);
    if (Diagnostics wrong = check(flow, gemm->layer, machine->pes); !wrong.empty()) return wrong;
    const auto outcome = flash::outcomeOf(flow, gemm->layer, *machine, task.options);
    if (!outcome) return outcome.diagnostics();
    point.addOutcome(*outcome, architecture.spec().clockGhz.value_or(1), machine->pes);
    point.addTiles(*chosen);
    for (const std::string& line : data_centric::toLines(flow, gemm->layer)) result.directives += line + "\n";
    result.found = true;
    return result;
}

std::vector<StudyFigureInfo> flashFigureInfos() {
    std::vector<StudyFigureInfo> infos{{"cycles", "runtime", "cycles"},
                                       {"milliseconds", "runtime", "ms"},
                                       {"energy_mj", "energy", "mJ"},
                                       {"throughput", "throughput", "MACs/cycle"},
                                       {"utilization", "of the peak throughput", ""},
                                       {"edp", "EDP", "pJ*cycles"},
                                       {"fits", "fits both buffers", ""},
                                       {"reuse", "S1 accesses per S2 access", ""},
                                       {"temporal_share", "operands already in S1", ""},
                                       {"spatial_share", "operands from a word that was read already", ""},
                                       {"spatio_temporal_share", "operands that a neighbour held a step before", ""},
                                       {"fetched_share", "operands read from S2", ""},
                                       {"candidates", "candidates", ""},
                                       {"fitting", "candidates that fit", ""},
                                       {"slowest", "slowest candidate", "cycles"},
                                       {"slowest_over_best", "slowest candidate over the best", ""},
                                       {"in_first_bin", "candidates in the first bin", ""},
                                       {"pick_over_random", "pick over the best of the random samples", ""},
                                       {"wider_candidates", "candidates of the wider space", ""},
                                       {"wider_cycles", "best of the wider space", "cycles"},
                                       {"pick_over_wider", "pick over the best of the wider space", ""},
                                       {"cluster", "cluster size", "PEs"},
                                       {"outer_tile", "outer tile, M x N x K", ""},
                                       {"inner_tile", "inner tile, M x N x K", ""}};
    for (const char* buffer : {"s1", "s2"})
        for (const char* matrix : kMatrices) {
            std::string label = std::string(buffer) + " accesses of " + matrix;
            std::transform(label.begin(), label.begin() + 2, label.begin(), [](char c) { return c == 's' ? 'S' : c; });
            label.back() = static_cast<char>(label.back() - 'a' + 'A');
            infos.push_back({std::string(buffer) + "_" + matrix, label, ""});
        }
    return infos;
}

}  // namespace lapidary
