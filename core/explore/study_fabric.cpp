// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study_fabric.h"

#include <cmath>

#include "core/base/rng.h"
#include "core/model/fabric/from_mapping.h"
#include "core/search/fabric/mapper.h"

namespace lapidary {
namespace {

using fabric::Run;

class FabricPoint {
public:
    FabricPoint(const StudyFabric& task, Run run, Job& job) : m_task(task), m_run(std::move(run)), m_job(job) {}

    Result<FabricFigures> figures() {
        Diagnostics problems = choose();
        if (!problems.empty()) return problems;
        if (m_result.stopped) return std::move(m_result);
        if (problems = problemsOf(m_run); !problems.empty()) return problems;
        Job part(&m_job);
        fabric::EngineOptions options;
        options.job = &part;
        const auto outcome = simulate(m_run, options);
        if (!outcome) return outcome.diagnostics();
        if (outcome->cycles == 0 || m_job.stopRequested()) m_result.stopped = true;
        add(*outcome);
        return std::move(m_result);
    }

private:
    Diagnostics choose() {
        switch (m_task.pick) {
        case FabricPick::tile: m_run.tile = m_task.tile; return {};
        case FabricPick::mapper: return map();
        case FabricPick::tuner: return tune();
        case FabricPick::range: return range();
        case FabricPick::sparse: prune(); return {};
        }
        return {};
    }

    Diagnostics map() {
        const auto mapped = fabric::mapAnalytically(m_run);
        if (!mapped) return mapped.diagnostics();
        m_run.tile = mapped->tile;
        value("estimate", mapped->estimate);
        number("runnable", mapped->considered);
        return {};
    }

    Diagnostics tune() {
        const auto space = fabric::tileSpace(m_run, m_task.sizes, m_task.knobs);
        if (!space) return space.diagnostics();
        const fabric::TuneResult tuned = fabric::tune(*space, m_task.tuning, m_job);
        m_result.stopped = tuned.stopped;
        if (!tuned.failures.empty()) return tuned.failures;
        if (!tuned.best) return {error("no tile that the machine can run")};
        m_run = space->at(tuned.best->index);
        number("runnable", tuned.valid);
        number("trials", static_cast<std::int64_t>(tuned.trials.size()));
        return {};
    }

    /// Every tile simulated; the first of the fastest is chosen.
    Diagnostics range() {
        const auto space = fabric::tileSpace(m_run, m_task.sizes, m_task.knobs);
        if (!space) return space.diagnostics();
        fabric::TuneOptions every;
        every.tuner = fabric::Tuner::grid;
        const fabric::TuneResult all = fabric::tune(*space, every, m_job);
        m_result.stopped = all.stopped;
        if (!all.best) return {error("no tile that the machine can run")};
        const fabric::Trial* worst = &all.trials.front();
        for (const fabric::Trial& trial : all.trials)
            if (trial.cost > worst->cost) worst = &trial;
        m_run = space->at(all.best->index);
        number("runnable", all.valid);
        value("worst", worst->cost);
        value("worst_over_best", worst->cost / all.best->cost);
        m_result.figures.emplace_back("worst_tile", toText(space->at(worst->index).tile));
        return {};
    }

    /// SIGMA with stationary weights, drawn uniformly in [-1, 1): those of the least magnitude are zero, and as many per
    /// cent have a magnitude below that share of 1.
    void prune() {
        m_run.hardware.controller = fabric::Controller::sigma;
        const bool conv = m_run.layer.kind == fabric::LayerKind::conv;
        const fabric::GemmShape shape = conv ? im2col(m_run.layer.conv) : m_run.layer.gemm;
        m_run.stationary = conv ? fabric::Stationary::mk : fabric::Stationary::kn;
        if (m_task.zeros == 0) return;
        fabric::Bitmap weights = conv ? fabric::fullBitmap(shape.m, shape.k) : fabric::fullBitmap(shape.k, shape.n);
        Rng rng(m_task.tuning.seed, 0);
        for (std::uint8_t& bit : weights.bits) bit = std::abs(2 * rng.unit() - 1) * 100 >= m_task.zeros ? 1 : 0;
        (conv ? m_run.mk : m_run.kn) = std::move(weights);
    }

    void add(const fabric::Outcome& outcome) {
        number("cycles", outcome.cycles);
        number("psums", outcome.psums);
        number("multiplications", outcome.counters.multiplications);
        value("utilization", outcome.utilization());
        number("weight_reads", outcome.sram.weightReads);
        if (m_run.hardware.controller != fabric::Controller::maeri) return;
        number("neurons", outcome.neurons);
        number("neuron_size", outcome.neuronSize);
        number("folds", outcome.folds);
        m_result.figures.emplace_back("tile", toText(m_run.tile));
    }

    void value(std::string key, double figure) { m_result.figures.emplace_back(std::move(key), figure); }
    void number(std::string key, std::int64_t figure) { value(std::move(key), static_cast<double>(figure)); }

    const StudyFabric& m_task;
    Run m_run;
    Job& m_job;
    FabricFigures m_result;
};

}  // namespace

Result<FabricFigures> fabricFiguresOf(const StudyFabric& task, const Workload& workload,
                                      const Architecture& architecture, Job& job) {
    auto layer = fabric::layerOf(workload);
    if (!layer) return layer.diagnostics();
    const auto hardware = fabric::hardwareOf(architecture, workload);
    if (!hardware) return hardware.diagnostics();
    Run run;
    run.layer = *std::move(layer);
    run.hardware = *hardware;
    return FabricPoint(task, std::move(run), job).figures();
}

std::vector<StudyFigureInfo> fabricFigureInfos() {
    return {{"cycles", "cycles", "cycles"},
            {"psums", "results that memory waits for", ""},
            {"multiplications", "multiplications", ""},
            {"utilization", "multipliers at work", ""},
            {"weight_reads", "weights read", ""},
            {"tile", "tile", ""},
            {"neurons", "virtual neurons", ""},
            {"neuron_size", "multipliers of each", ""},
            {"folds", "folds", ""},
            {"runnable", "tiles", ""},
            {"trials", "trials", ""},
            {"estimate", "cycles estimated", "cycles"},
            {"worst", "cycles of the worst tile", "cycles"},
            {"worst_over_best", "worst tile over the best", ""},
            {"worst_tile", "worst tile", ""}};
}

}  // namespace lapidary
