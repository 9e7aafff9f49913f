// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/onnx_model.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
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

/// Bytes of a file as protobuf takes them, some at a time, so that reading can be stopped and tells how far it is.
class SteeredBytes final : public google::protobuf::io::ZeroCopyInputStream {
public:
    SteeredBytes(std::string_view bytes, Job* job)
        : m_stream(bytes.data(), static_cast<int>(bytes.size()), kBlock), m_size(std::ssize(bytes)), m_job(job) {}

    bool Next(const void** data, int* size) override {
        if (m_job && !m_job->checkpoint()) return false;
        if (m_job) m_job->setProgress(static_cast<double>(ByteCount()) / static_cast<double>(m_size));
        return m_stream.Next(data, size);
    }
    void BackUp(int count) override { m_stream.BackUp(count); }
    bool Skip(int count) override { return m_stream.Skip(count); }
    std::int64_t ByteCount() const override { return m_stream.ByteCount(); }

private:
    static constexpr int kBlock = 1 << 20;
    google::protobuf::io::ArrayInputStream m_stream;
    std::int64_t m_size;
    Job* m_job;
};

Diagnostic stoppedReading(std::string_view file) { return errorAt({.file = std::string(file)}, "reading was stopped"); }

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
                     (model.header.producer.empty() ? std::string() : ", written by " + model.header.producer);
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
                            OnnxHeader* header, Job* job) {
    Diagnostics problems = checkOnnxBytes(bytes, file);
    if (!problems.empty()) return problems;
    // Our own messages say more than what protobuf would write to stderr.
    const google::protobuf::LogSilencer silence;
    onnx::ModelProto model;
    SteeredBytes stream(bytes, job);
    const bool parsed = std::ssize(bytes) <= kMostOnnxBytes && model.ParseFromZeroCopyStream(&stream);
    if (job && job->stopRequested()) return stoppedReading(file);
    if (!parsed)
        return errorAt({.file = std::string(file)}, "the file is damaged, expected an ONNX model in protobuf's format");
    GraphBuilder builder(options, problems);
    Graph graph = builder.build(model);
    problems = located(std::move(problems), std::string(file));
    if (hasErrors(problems)) return problems;
    if (header != nullptr) *header = {shownName(model.producer_name()), builder.openAxes()};
    return {std::move(graph), std::move(problems)};
}

Result<OnnxModel> onnxModel(std::string_view bytes, std::string_view file, const OnnxOptions& options, Job* job) {
    OnnxModel model;
    model.file = file;
    auto graph = graphFromOnnx(bytes, file, options, &model.header, job);
    if (!graph) return graph.diagnostics();
    Diagnostics notes = graph.diagnostics();
    model.graph = *std::move(graph);
    const Diagnostics found = located(inferShapes(model.graph), std::string(file));
    if (hasErrors(found)) return found;
    notes = withNotes(std::move(notes), found);
    shorten(notes);
    if (job && !job->checkpoint()) return stoppedReading(file);
    model.lowered = lowerGraph(model.graph);
    model.network = networkOf(model);
    if (job) job->setProgress(1);
    return {std::move(model), std::move(notes)};
}

Result<OnnxModel> loadOnnxModel(const std::filesystem::path& path, const OnnxOptions& options, Job* job) {
    const auto bytes = readTextFile(path, kMostOnnxBytes, job);
    if (!bytes) return bytes.diagnostics();
    return onnxModel(*bytes, path.string(), options, job);
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
