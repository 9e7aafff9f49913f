// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/values_runner.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/base/arith.h"
#include "core/io/inputs.h"
#include "core/io/stonne/machines.h"
#include "core/search/fabric/mapper.h"

namespace lapidary::ui {

namespace {

/// The run of a layer on the machine, by the node that noted it: the layer's own, or the normalisation folded into it.
std::optional<FabricLayerRun> fabricOf(const OnnxModel& model, const NodeRun& node,
                                       const std::vector<FabricLayerRun>& simulated) {
    const int layer = model.lowered.nodes[static_cast<std::size_t>(node.node)].layer;
    if (!node.isAccelerated || layer < 0 || static_cast<std::size_t>(layer) >= simulated.size()) return std::nullopt;
    return simulated[static_cast<std::size_t>(layer)];  // layers run in their order
}

}  // namespace

double ValuesAnswer::largestError() const {
    double largest = 0;
    for (const ValuesNode& node : nodes) largest = std::max(largest, node.run.error);
    return largest;
}

std::int64_t ValuesAnswer::cycles() const {
    std::int64_t sum = 0;
    for (const ValuesNode& node : nodes)
        if (node.fabric) sum = checkedAdd(sum, node.fabric->outcome.cycles).value_or(sum);
    return sum;
}

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct ValuesRunner::Work {
    ValuesQuestion question;
    Job job;   ///< the whole, to be steered
    Job read;  ///< part of it: its progress is of no interest
    std::mutex mutex;
    ValuesAnswer latest;                      ///< with `mutex`
    bool isNew = false;                       ///< with `mutex`
    std::optional<Result<ValuesPtr>> result;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    explicit Work(ValuesQuestion asked) : question(std::move(asked)), read(&job) { latest.question = question; }
    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    Result<ValuesPtr> compute() {
        const ImportedModel& imported = *question.imported;
        const auto model = loadOnnxModel(imported.path, {true, imported.extents}, &read);
        if (job.stopRequested()) return answer();
        if (!model) return model.diagnostics();
        if (model->graph.nodes.size() != imported.model.graph.nodes.size())
            return errorAt({.file = imported.path}, "the file has changed since it was read", "import it again");
        std::vector<FabricLayerRun> simulated;
        LayerFunction layers = literalLayer;
        if (!question.machine.empty()) {
            const auto hardware = stonne::loadHardware(question.machine);
            if (!hardware) return hardware.diagnostics();
            layers = fabricLayers(*hardware, fabric::withMappedTile, simulated);
        }
        const auto visit = [&](const NodeRun& node) {
            auto ran = fabricOf(*model, node, simulated);
            const std::lock_guard lock(mutex);
            latest.nodes.push_back({node, std::move(ran)});
            isNew = true;
        };
        const auto run =
            runGraph(model->graph, model->lowered, drawInputs(model->graph, question.seed), layers, &job, visit);
        if (!run && !job.stopRequested()) return located(run.diagnostics(), imported.path);
        return answer();
    }

    ValuesPtr answer() {
        const std::lock_guard lock(mutex);
        auto whole = std::make_shared<ValuesAnswer>(latest);
        whole->stopped = job.stopRequested();
        whole->complete = !whole->stopped;
        return whole;
    }

    ValuesPtr takeLatest() {
        const std::lock_guard lock(mutex);
        if (!isNew) return nullptr;
        isNew = false;
        return std::make_shared<const ValuesAnswer>(latest);
    }
};

ValuesRunner::ValuesRunner(QObject* parent) : JobRunner(parent) {}

ValuesRunner::~ValuesRunner() = default;

Job* ValuesRunner::job() const { return m_work ? &m_work->job : nullptr; }

double ValuesRunner::progress() const { return m_work ? m_work->job.progress() : -1; }

void ValuesRunner::start(ValuesQuestion question) {
    Q_ASSERT(!running());
    m_work = std::make_unique<Work>(std::move(question));
    m_work->thread = std::thread([work = m_work.get()] {
        work->result.emplace(work->compute());
        work->done.store(true, std::memory_order_release);
    });
    beginPolling();
}

void ValuesRunner::abandon() {
    if (!m_work) return;
    endPolling();
    m_work.reset();
    emit stateChanged();
}

void ValuesRunner::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) {
        if (const ValuesPtr latest = m_work->takeLatest()) emit updated(latest);
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
