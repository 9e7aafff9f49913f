// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ONNX models (docs/formats/onnx.md): read into a graph with shapes, and that into a network for every searcher and
// model, with what became of each node. Only this folder sees ONNX's and protobuf's headers. Pure functions but for the
// files read.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/base/job.h"
#include "core/base/json.h"
#include "core/io/table.h"
#include "core/workload/graph/lower.h"
#include "core/workload/network.h"

namespace lapidary {

struct OnnxOptions {
    bool values = false;                          ///< also the contents of weights
    std::map<std::string, std::int64_t> extents;  ///< of axes that the file leaves open, by their names there
};

/// An axis of an input that the file leaves open.
struct OpenAxis {
    std::string input;
    int axis = 0;
    std::string name;         ///< by which an extent can be given; may be empty
    std::int64_t extent = 1;  ///< as given, else 1
};

/// What the file says beside its graph.
struct OnnxHeader {
    std::string producer;  ///< what wrote the file
    std::vector<OpenAxis> openAxes;
};

struct OnnxModel {
    std::string file;
    OnnxHeader header;
    Graph graph;
    LoweredGraph lowered;
    Network network;  ///< without layers if no node becomes one
};

/// Whether a name is one of an ONNX file: it ends in ".onnx".
bool isOnnxName(std::string_view file);

/// The graph alone, nodes in running order, shapes not inferred. Errors and warnings name `file`.
/// A job that is stopped makes it an error.
Result<Graph> graphFromOnnx(std::string_view bytes, std::string_view file, const OnnxOptions& options = {},
                            OnnxHeader* header = nullptr, Job* job = nullptr);
/// The graph with its shapes and layers. Comes with warnings on what isn't known and notes on extents taken as 1.
Result<OnnxModel> onnxModel(std::string_view bytes, std::string_view file, const OnnxOptions& options = {},
                            Job* job = nullptr);
Result<OnnxModel> loadOnnxModel(const std::filesystem::path& path, const OnnxOptions& options = {}, Job* job = nullptr);
/// The network; an error if no node becomes a layer.
Result<Network> loadOnnxNetwork(const std::filesystem::path& path, const OnnxOptions& options = {});

/// "batch=4,sequence=128"
Result<std::map<std::string, std::int64_t>> parseExtents(std::string_view text);

/// One row per node: operator, shape, what it became and why not, its multiply-accumulates and elements with their shares.
Table importTable(const OnnxModel& model, NumberStyle style);
Table inputTable(const OnnxModel& model);  ///< for programs
/// Headline, shares and table.
std::string inputReport(const OnnxModel& model);
/// {"lapidary", "model", "open_axes", "nodes", "totals", "network"}
Json toJson(const OnnxModel& model);

}  // namespace lapidary
