// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever a key or a file holds that stands alone: a design, network, workload, set of constraints, sweep or study, or an
// ONNX model.
#pragma once

#include <string>
#include <variant>

#include "app/cli/output.h"
#include "core/arch/architecture.h"
#include "core/io/onnx/onnx_model.h"
#include "core/io/study_file.h"
#include "core/io/sweep_file.h"
#include "core/workload/network.h"

namespace lapidary::cli {

using Document = std::variant<Architecture, Network, Workload, Constraints, SweepFile, StudyFile, OnnxModel>;

/// `--set` applies to designs and workloads, `--extents` to ONNX models.
Result<Document> loadDocument(const std::string& keyOrFile, const InputOptions& options);
Json toJson(const Document& document);
Rendering renderingOf(const Document& document);

/// Whether a file holds a mapping: native JSON of that schema, or text that is no JSON.
Result<bool> holdsMapping(const std::string& file);

}  // namespace lapidary::cli
