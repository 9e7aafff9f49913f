// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/document.h"

#include "core/io/inputs.h"
#include "core/io/maestro/import.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/report_inputs.h"
#include "core/io/study_page.h"
#include "core/io/sweep_report.h"

namespace lapidary::cli {

namespace {

constexpr std::string_view kExpectedSchemas =
    "expected lapidary/architecture/1, lapidary/workload/1, lapidary/network/1, lapidary/constraints/1, "
    "lapidary/sweep/1, lapidary/study/1 or lapidary/mapping/1";

bool looksLikeJson(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || text[first] == '{' || text[first] == '/' || text[first] == '[';
}

/// "architecture" of "lapidary/architecture/1".
Result<std::string> kindOfFile(const std::string& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    if (maestro::isHardware(*text)) return std::string("architecture");
    if (maestro::isNetwork(*text)) return std::string("network");
    if (!looksLikeJson(*text)) return std::string("mapping");
    const auto json = parseJson(*text, file);
    if (!json) return json.diagnostics();
    const Json& schema = (*json)["schema"];
    const std::string name = schema.isString() ? schema.text() : "";
    const std::size_t first = name.find('/');
    const std::size_t last = name.rfind('/');
    if (!name.starts_with("lapidary/") || first == last) {
        const Json& at = schema.isNull() ? *json : schema;
        return errorAt({.file = file, .line = at.line(), .column = at.column(), .key = "schema"},
                       (schema.isNull() ? std::string("no schema") : "unknown schema '" + name + "'") + ", " +
                           std::string(kExpectedSchemas));
    }
    return name.substr(first + 1, last - first - 1);
}

Result<std::string> kindOf(const std::string& keyOrFile) {
    std::vector<std::string> keys;
    for (const PresetInfo& info : presets()) {
        if (info.key == keyOrFile) return info.kind;
        keys.push_back(info.key);
    }
    if (isThere(keyOrFile)) return kindOfFile(keyOrFile);
    if (keyOrFile.find('/') != std::string::npos) return std::string("workload");
    return error("'" + keyOrFile + "' is neither a preset's key nor a file",
                 didYouMean(keyOrFile, keys, "'lapidary-cli presets' lists the keys"));
}

template <class T>
Result<Document> asDocument(Result<T> loaded) {
    if (!loaded) return loaded.diagnostics();
    return {Document(*std::move(loaded)), loaded.diagnostics()};
}

Result<Document> loadModel(const std::string& file, const InputOptions& options) {
    OnnxOptions onnx;
    if (!options.settings.empty())
        return errorAt({.file = "--set " + options.settings.front()}, "goes with designs and workloads only");
    if (!options.extents.empty()) {
        auto extents = parseExtents(options.extents);
        if (!extents) return located(extents.diagnostics(), "--extents");
        onnx.extents = *std::move(extents);
    }
    return asDocument(loadOnnxModel(file, onnx));
}

}  // namespace

Result<Document> loadDocument(const std::string& keyOrFile, const InputOptions& options) {
    if (isOnnxName(keyOrFile) && isThere(keyOrFile)) return loadModel(keyOrFile, options);
    if (!options.extents.empty())
        return errorAt({.file = "--extents"}, "'" + keyOrFile + "' leaves no axis open, expected an ONNX model");
    const auto kind = kindOf(keyOrFile);
    if (!kind) return kind.diagnostics();
    InputOptions input;
    input.settings = options.settings;
    if (*kind == "architecture") {
        input.architecture = keyOrFile;
        return asDocument(architectureOf(input));
    }
    if (*kind == "workload") {
        input.workload = keyOrFile;
        return asDocument(workloadOf(input));
    }
    if (*kind == "network") return asDocument(loadNetwork(keyOrFile));
    if (*kind == "constraints") return asDocument(loadConstraints(keyOrFile));
    if (*kind == "sweep") return asDocument(loadSweep(keyOrFile));
    if (*kind == "study") return asDocument(loadStudy(keyOrFile));
    return errorAt({.file = keyOrFile, .line = 1, .column = 1, .key = {}},
                   "found a " + *kind + ", expected a design, network, workload, constraints, sweep or study");
}

Json toJson(const Document& document) {
    return std::visit([](const auto& value) { return lapidary::toJson(value); }, document);
}

Rendering renderingOf(const Document& document) {
    return {[&] { return std::visit([](const auto& value) { return inputReport(value); }, document); },
            [&] { return toJson(document); },
            [&] { return std::visit([](const auto& value) { return toCsv(inputTable(value)); }, document); }};
}

Result<bool> holdsMapping(const std::string& file) {
    if (isOnnxName(file)) return false;
    const auto kind = kindOfFile(file);
    if (!kind) return kind.diagnostics();
    return *kind == "mapping";
}

}  // namespace lapidary::cli
