// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of `export` that speak of something else than a mapping or its inputs: of an ONNX model, and of FLASH's answer.
#pragma once

#include "app/cli/export_subject.h"
#include "core/io/onnx/onnx_model.h"
#include "core/io/table.h"

namespace lapidary::cli {

enum class ImportView { nodes, layers, summary };
std::span<const KeyEntry<ImportView>> keyTable(ImportView);
Table importTableOf(ImportView view, const OnnxModel& model, NumberStyle style);

enum class FlashView { histogram, cases, styles };
std::span<const KeyEntry<FlashView>> keyTable(FlashView);
/// What the session holds of the question, else FLASH is asked. Errors for designs and workloads that it can't take.
Result<Table> flashTableOf(FlashView view, const ExportSubject& subject, const Request& request, NumberStyle style);

}  // namespace lapidary::cli
