// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs an imported network with values, node by node, on a thread of its own: by the definition of its layers or on a machine
// of the fabric model. What is done so far is looked at by polling, as the other runners do. GUI thread only, apart from the
// worker inside.
#pragma once

#include <memory>
#include <optional>

#include "core/io/onnx/import_layers.h"
#include "core/model/values/fabric_layers.h"
#include "core/model/values/run_graph.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

/// A model that was read, without the contents of its weights.
struct ImportedModel {
    std::string path;
    std::map<std::string, std::int64_t> extents;  ///< as they were asked for
    OnnxModel model;
    std::vector<ImportedLayer> layers;
    Diagnostics notes;
};
using ImportedPtr = std::shared_ptr<const ImportedModel>;

struct ValuesQuestion {
    ImportedPtr imported;
    std::string machine;  ///< of the fabric model; empty: the layers' own definition
    std::uint64_t seed = 1;
};

/// One node that ran, and what its layer took on the machine.
struct ValuesNode {
    NodeRun run;
    std::optional<FabricLayerRun> fabric;
};

struct ValuesAnswer {
    ValuesQuestion question;
    std::vector<ValuesNode> nodes;
    bool stopped = false;
    bool complete = false;

    double largestError() const;
    std::int64_t cycles() const;
};
using ValuesPtr = std::shared_ptr<const ValuesAnswer>;

class ValuesRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit ValuesRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running(). Progress is that of the nodes, not known while the weights are being read.
    void start(ValuesQuestion question);

signals:
    void updated(const lapidary::ui::ValuesPtr& soFar);
    void finished(const lapidary::Result<lapidary::ui::ValuesPtr>& result);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
