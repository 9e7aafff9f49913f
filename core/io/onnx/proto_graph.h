// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Builds a Graph from protobuf's objects: values by name, constants with their checks, attributes. Internal to this folder,
// which alone sees protobuf. Single-threaded.
#pragma once

#include <onnx/onnx_pb.h>

#include <unordered_map>

#include "core/io/onnx/onnx_model.h"

namespace lapidary {

/// Printable and not too long, for messages and tables.
std::string shownName(const std::string& name);

/// Content of a constant: shape always, integers if few or asked for, floats if asked for. `place` is for the errors.
void readTensor(const onnx::TensorProto& tensor, const std::string& place, const OnnxOptions& options, GraphValue& into,
                Diagnostics& out);
/// The same from a Constant's attributes.
void readConstant(const onnx::NodeProto& node, const std::string& place, const OnnxOptions& options, GraphValue& into,
                  Diagnostics& out);
/// Everything but tensors and graphs, which become monostate; a tensor of one number becomes that number.
GraphAttribute readAttribute(const onnx::AttributeProto& attribute);

class GraphBuilder {
public:
    GraphBuilder(const OnnxOptions& options, Diagnostics& out) : m_options(options), m_out(out) {}
    /// Nodes in running order if there are no errors.
    Graph build(const onnx::ModelProto& model);
    const std::vector<OpenAxis>& openAxes() const { return m_openAxes; }

private:
    void fail(const std::string& key, const std::string& message, const std::string& hint = {});
    int valueOf(const std::string& name);
    bool readVersions(const onnx::ModelProto& model);
    void readInitializers(const onnx::GraphProto& proto);
    void readInputs(const onnx::GraphProto& proto);
    void warnOfUnusedExtents();
    void readNode(const onnx::NodeProto& proto, int index);
    void readOutputs(const onnx::GraphProto& proto);
    std::optional<TensorShape> declaredOf(const onnx::ValueInfoProto& info, const std::string& place);
    void checkReads();
    std::string uniqueName(const onnx::NodeProto& proto, int index);

    const OnnxOptions& m_options;
    Diagnostics& m_out;
    Graph m_graph;
    std::unordered_map<std::string, int> m_values;
    std::unordered_map<std::string, int> m_names;
    std::vector<OpenAxis> m_openAxes;
    std::map<std::string, int> m_openExtents;  ///< names of open axes that got no extent
};

}  // namespace lapidary
