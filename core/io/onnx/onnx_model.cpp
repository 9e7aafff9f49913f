// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/onnx_model.h"

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <limits>

#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/onnx/proto_graph.h"
#include "core/io/onnx/wire.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

/// Protobuf's own limit.
constexpr std::int64_t kMostOnnxBytes = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kMostWarnings = 20;

/// A key of the characters that keys have.
std::string keyFrom(std::string text) {
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '-';
    return text.empty() ? "model" : text;
}

Network networkOf(const OnnxModel& model) {
    Network network;
    const std::filesystem::path path(model.file);
    network.key = keyFrom(path.stem().string());
    network.title = model.graph.name;
    network.source = "ONNX model " + shownName(path.filename().string()) + ", operators of version " +
                     std::to_string(model.graph.opset) +
                     (model.producer.empty() ? std::string() : ", written by " + model.producer);
    for (const LoweredLayer& layer : model.lowered.layers) network.layers.push_back({layer.workload, 1});
    return network;
}

void shorten(Diagnostics& notes) {
    if (notes.size() <= kMostWarnings) return;
    const std::size_t more = notes.size() - kMostWarnings;
    notes.resize(kMostWarnings);
    notes.push_back({Severity::note, std::to_string(more) + " more notes of this kind are left out", {}, {}});
}

Diagnostics withNotes(Diagnostics first, const Diagnostics& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

}  // namespace

bool isOnnxName(std::string_view file) { return file.ends_with(".onnx"); }

Result<std::map<std::string, std::int64_t>> parseExtents(std::string_view text) {
    auto bounds = parseBounds(text);
    if (!bounds) return bounds.diagnostics();
    for (const auto& [name, extent] : *bounds)
        if (extent < 1 || extent > kMaxExtent)
            return error("the extent of '" + name + "' is " + std::to_string(extent) + ", expected 1 to 2^40");
    return *std::move(bounds);
}

Result<Graph> graphFromOnnx(std::string_view bytes, std::string_view file, const OnnxOptions& options,
                            std::string* producer) {
    Diagnostics problems = checkOnnxBytes(bytes, file);
    if (!problems.empty()) return problems;
    // Our own messages say more than what protobuf would write to stderr.
    const google::protobuf::LogSilencer silence;
    onnx::ModelProto model;
    if (std::ssize(bytes) > kMostOnnxBytes || !model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return errorAt({.file = std::string(file)}, "the file is damaged, expected an ONNX model in protobuf's format");
    Graph graph = GraphBuilder(options, problems).build(model);
    problems = located(std::move(problems), std::string(file));
    if (hasErrors(problems)) return problems;
    if (producer != nullptr) *producer = shownName(model.producer_name());
    return {std::move(graph), std::move(problems)};
}

Result<OnnxModel> onnxModel(std::string_view bytes, std::string_view file, const OnnxOptions& options) {
    OnnxModel model;
    model.file = file;
    auto graph = graphFromOnnx(bytes, file, options, &model.producer);
    if (!graph) return graph.diagnostics();
    Diagnostics notes = graph.diagnostics();
    model.graph = *std::move(graph);
    const Diagnostics found = located(inferShapes(model.graph), std::string(file));
    if (hasErrors(found)) return found;
    notes = withNotes(std::move(notes), found);
    shorten(notes);
    model.lowered = lowerGraph(model.graph);
    model.network = networkOf(model);
    return {std::move(model), std::move(notes)};
}

Result<OnnxModel> loadOnnxModel(const std::filesystem::path& path, const OnnxOptions& options) {
    const auto bytes = readTextFile(path, kMostOnnxBytes);
    if (!bytes) return bytes.diagnostics();
    return onnxModel(*bytes, path.string(), options);
}

Result<Network> loadOnnxNetwork(const std::filesystem::path& path, const OnnxOptions& options) {
    auto model = loadOnnxModel(path, options);
    if (!model) return model.diagnostics();
    if (model->network.layers.empty())
        return errorAt({.file = path.string()},
                       "none of its " + std::to_string(model->graph.nodes.size()) +
                           " nodes becomes a layer, expected a Conv, Gemm or MatMul with known shapes",
                       "'lapidary-cli show " + path.string() + "' lists why");
    return {std::move(model->network), model.diagnostics()};
}

}  // namespace lapidary
