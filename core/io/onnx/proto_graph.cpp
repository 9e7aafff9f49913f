// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/proto_graph.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/workload/graph/node_reader.h"

namespace lapidary {

namespace {

constexpr std::size_t kLongestName = 120;

bool isOwnDomain(const std::string& domain) { return domain.empty() || domain == "ai.onnx"; }

std::string itemPlace(const char* list, int index) {
    return std::string("graph.") + list + "[" + std::to_string(index) + "]";
}

}  // namespace

std::string shownName(const std::string& name) {
    std::string shown = name.substr(0, kLongestName);
    for (char& c : shown)
        if (c < ' ' || c > '~') c = '?';
    return name.size() > kLongestName ? shown + "..." : shown;
}

void GraphBuilder::fail(const std::string& key, const std::string& message, const std::string& hint) {
    m_out.push_back(errorAt({{}, 0, 0, key}, message, hint));
}

int GraphBuilder::valueOf(const std::string& name) {
    const auto [found, isNew] = m_values.try_emplace(name, static_cast<int>(m_graph.values.size()));
    if (isNew) {
        m_graph.values.emplace_back();
        m_graph.values.back().name = shownName(name);
    }
    return found->second;
}

bool GraphBuilder::readVersions(const onnx::ModelProto& model) {
    if (!model.has_ir_version() || !model.has_graph()) {
        fail({}, std::string("no ") + (model.has_graph() ? "ir_version" : "graph") + ", expected an ONNX model");
        return false;
    }
    for (const auto& set : model.opset_import())
        if (isOwnDomain(set.domain()))
            m_graph.opset = static_cast<int>(std::clamp<std::int64_t>(set.version(), 0, 9999));
    if (m_graph.opset >= 1) return true;
    fail("opset_import", "no version of ONNX's operators, expected an opset_import for the domain 'ai.onnx'");
    return false;
}

void GraphBuilder::readInitializers(const onnx::GraphProto& proto) {
    for (int i = 0; i < proto.initializer_size(); ++i) {
        const auto& tensor = proto.initializer(i);
        GraphValue& value = m_graph.value(valueOf(tensor.name()));
        if (value.isConstant)
            fail(itemPlace("initializer", i), "the name '" + value.name + "' stands twice in the list of constants");
        else
            readTensor(tensor, itemPlace("initializer", i), m_options, value, m_out);
    }
}

std::optional<TensorShape> GraphBuilder::declaredOf(const onnx::ValueInfoProto& info, const std::string& place) {
    if (!info.type().has_tensor_type() || !info.type().tensor_type().has_shape()) return std::nullopt;
    const auto& shape = info.type().tensor_type().shape();
    if (shape.dim_size() > static_cast<int>(kMostAxes)) {
        fail(place, "'" + shownName(info.name()) + "' has " + std::to_string(shape.dim_size()) +
                        " axes, expected at most " + std::to_string(kMostAxes));
        return std::nullopt;
    }
    TensorShape extents;
    for (const auto& dimension : shape.dim()) {
        const auto given = m_options.extents.find(dimension.dim_param());
        if (dimension.has_dim_value() && (dimension.dim_value() < 0 || dimension.dim_value() > kMaxExtent)) {
            fail(place, "'" + shownName(info.name()) + "' has an extent of " + std::to_string(dimension.dim_value()) +
                            ", expected 0 to 2^40");
            return std::nullopt;
        }
        if (dimension.has_dim_value() && dimension.dim_value() > 0)
            extents.push_back(dimension.dim_value());
        else
            extents.push_back(given != m_options.extents.end() ? given->second : -1);
    }
    return extents;
}

void GraphBuilder::readInputs(const onnx::GraphProto& proto) {
    for (int i = 0; i < proto.input_size(); ++i) {
        const auto& info = proto.input(i);
        const int index = valueOf(info.name());
        GraphValue& value = m_graph.value(index);
        if (value.isConstant) continue;  // older files list constants, too
        const std::string place = itemPlace("input", i);
        value.shape = declaredOf(info, place);
        const int type = info.type().tensor_type().elem_type();
        value.isInteger = type == onnx::TensorProto::INT64 || type == onnx::TensorProto::INT32;
        m_graph.inputs.push_back(index);
        if (!value.shape) continue;
        for (std::size_t axis = 0; axis < value.shape->size(); ++axis) {
            const auto& dimension = info.type().tensor_type().shape().dim(static_cast<int>(axis));
            if (dimension.has_dim_value() && dimension.dim_value() > 0) continue;
            const std::string name = shownName(dimension.dim_param());
            const std::int64_t given = (*value.shape)[axis];
            m_openAxes.push_back({value.name, static_cast<int>(axis), name, std::max<std::int64_t>(given, 1)});
            if (given >= 0) continue;
            (*value.shape)[axis] = 1;
            if (!name.empty() && !m_openExtents.emplace(name, 1).second) continue;
            m_out.push_back({Severity::note,
                             "axis " + std::to_string(axis) + " of input '" + value.name + "' is left open, taken as 1",
                             {{}, 0, 0, place},
                             name.empty() ? "" : "--extents " + name + "=N gives it another extent"});
        }
        if (!elementCount(*value.shape))
            fail(place,
                 "input '" + value.name + "' is " + shapeText(*value.shape) + ", expected at most 2^62 elements");
    }
    warnOfUnusedExtents();
}

void GraphBuilder::warnOfUnusedExtents() {
    std::vector<std::string> names;
    for (const OpenAxis& axis : m_openAxes)
        if (!axis.name.empty()) names.push_back(axis.name);
    for (const auto& [name, extent] : m_options.extents)
        if (std::find(names.begin(), names.end(), name) == names.end())
            m_out.push_back({Severity::warning,
                             "no input leaves an axis '" + name + "' open, its extent isn't used",
                             {{}, 0, 0, "graph.input"},
                             names.empty() ? "" : "open axes: " + joined(names)});
}

std::string GraphBuilder::uniqueName(const onnx::NodeProto& proto, int index) {
    std::string name = shownName(proto.name());
    if (name.empty()) name = shownName(proto.op_type()) + "_" + std::to_string(index);
    int& count = m_names[name];
    return ++count == 1 ? name : name + "#" + std::to_string(count);
}

void GraphBuilder::readNode(const onnx::NodeProto& proto, int index) {
    GraphNode node;
    node.place = itemPlace("node", index);
    node.name = uniqueName(proto, index);
    node.op = shownName(proto.op_type());
    if (!isOwnDomain(proto.domain())) node.op = shownName(proto.domain()) + ":" + node.op;
    for (const auto& name : proto.input()) node.inputs.push_back(name.empty() ? -1 : valueOf(name));
    for (const auto& name : proto.output()) node.outputs.push_back(name.empty() ? -1 : valueOf(name));
    if (proto.op_type().empty()) fail(node.place + ".op_type", "node '" + node.name + "' has no operator");
    if (std::ranges::all_of(node.outputs, [](int output) { return output < 0; }))
        fail(node.place + ".output", nodeText(node) + ": writes nothing, expected an output");
    else if (node.outputs.front() < 0)
        fail(node.place + ".output", nodeText(node) + ": its first output has no name");
    for (const auto& attribute : proto.attribute())
        node.attributes.emplace(shownName(attribute.name()), readAttribute(attribute));
    if (node.op == "Constant" && !hasErrors(m_out))
        readConstant(proto, node.place, m_options, m_graph.value(node.outputs.front()), m_out);
    m_graph.nodes.push_back(std::move(node));
}

void GraphBuilder::readOutputs(const onnx::GraphProto& proto) {
    for (int i = 0; i < proto.output_size(); ++i) {
        const auto found = m_values.find(proto.output(i).name());
        if (found == m_values.end()) {
            fail(itemPlace("output", i), "no node makes the output '" + shownName(proto.output(i).name()) + "'");
            continue;
        }
        m_graph.outputs.push_back(found->second);
        m_graph.value(found->second).declared = declaredOf(proto.output(i), itemPlace("output", i));
    }
    for (int i = 0; i < proto.value_info_size(); ++i) {
        const auto found = m_values.find(proto.value_info(i).name());
        if (found != m_values.end())
            m_graph.value(found->second).declared = declaredOf(proto.value_info(i), itemPlace("value_info", i));
    }
}

void GraphBuilder::checkReads() {
    std::vector<bool> made(m_graph.values.size());
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = m_graph.values[i].isConstant;
    for (const int input : m_graph.inputs) made[static_cast<std::size_t>(input)] = true;
    for (const GraphNode& node : m_graph.nodes)
        for (const int output : node.outputs)
            if (output >= 0) made[static_cast<std::size_t>(output)] = true;
    for (const GraphNode& node : m_graph.nodes)
        for (const int input : node.inputs)
            if (input >= 0 && !made[static_cast<std::size_t>(input)])
                fail(node.place, nodeText(node) + ": reads '" + m_graph.value(input).name + "', which nothing makes");
}

Graph GraphBuilder::build(const onnx::ModelProto& model) {
    if (!readVersions(model)) return {};
    const auto& proto = model.graph();
    m_graph.name = shownName(proto.name());
    if (proto.node_size() == 0) fail("graph", "the graph has no nodes");
    readInitializers(proto);
    readInputs(proto);
    for (int i = 0; i < proto.node_size() && !hasErrors(m_out); ++i) readNode(proto.node(i), i);
    if (!hasErrors(m_out)) readOutputs(proto);
    if (!hasErrors(m_out)) checkReads();
    if (!hasErrors(m_out)) {
        const Diagnostics problems = sortNodes(m_graph);
        m_out.insert(m_out.end(), problems.begin(), problems.end());
    }
    return std::move(m_graph);
}

}  // namespace lapidary
