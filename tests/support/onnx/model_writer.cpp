// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/onnx/model_writer.h"

#include <onnx/onnx_pb.h>

namespace lapidary::testing {

namespace {

void setType(onnx::ValueInfoProto& info, const std::string& name, const Numbers& shape, const std::string& open) {
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(onnx::TensorProto::FLOAT);
    auto& written = *tensor.mutable_shape();
    for (const std::int64_t extent : shape) {
        auto& dimension = *written.add_dim();
        if (extent < 0)
            dimension.set_dim_param(open);
        else
            dimension.set_dim_value(extent);
    }
}

onnx::TensorProto& tensorOf(onnx::ModelProto& model, const std::string& name, const Numbers& shape, int type) {
    auto& tensor = *model.mutable_graph()->add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    for (const std::int64_t extent : shape) tensor.add_dims(extent);
    return tensor;
}

}  // namespace

ModelWriter::ModelWriter(std::string name, int opset) : m_model(std::make_unique<onnx::ModelProto>()) {
    m_model->set_ir_version(7);
    m_model->set_producer_name("lapidary tests");
    m_model->mutable_graph()->set_name(std::move(name));
    auto& set = *m_model->add_opset_import();
    set.set_domain("");
    set.set_version(opset);
}

ModelWriter::~ModelWriter() = default;

ModelWriter& ModelWriter::input(const std::string& name, const Numbers& shape, const std::string& open) {
    setType(*m_model->mutable_graph()->add_input(), name, shape, open);
    return *this;
}

ModelWriter& ModelWriter::output(const std::string& name, const Numbers& shape) {
    auto& info = *m_model->mutable_graph()->add_output();
    if (shape.empty()) {
        info.set_name(name);
        info.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
    } else {
        setType(info, name, shape, "batch");
    }
    return *this;
}

ModelWriter& ModelWriter::declare(const std::string& name, const Numbers& shape) {
    setType(*m_model->mutable_graph()->add_value_info(), name, shape, "batch");
    return *this;
}

ModelWriter& ModelWriter::floats(const std::string& name, const Numbers& shape, const std::vector<float>& values) {
    auto& tensor = tensorOf(*m_model, name, shape, onnx::TensorProto::FLOAT);
    for (const float value : values) tensor.add_float_data(value);
    return *this;
}

ModelWriter& ModelWriter::zeros(const std::string& name, const Numbers& shape) {
    std::size_t count = 1;
    for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
    tensorOf(*m_model, name, shape, onnx::TensorProto::FLOAT).set_raw_data(std::string(4 * count, '\0'));
    return *this;
}

ModelWriter& ModelWriter::integers(const std::string& name, const Numbers& values) {
    auto& tensor = tensorOf(*m_model, name, {static_cast<std::int64_t>(values.size())}, onnx::TensorProto::INT64);
    for (const std::int64_t value : values) tensor.add_int64_data(value);
    return *this;
}

ModelWriter& ModelWriter::integer(const std::string& name, std::int64_t value) {
    tensorOf(*m_model, name, {}, onnx::TensorProto::INT64).add_int64_data(value);
    return *this;
}

std::string ModelWriter::node(const std::string& op, const std::vector<std::string>& inputs, const std::string& output,
                              const std::vector<NamedAttribute>& attributes, const std::string& domain) {
    auto& node = *m_model->mutable_graph()->add_node();
    node.set_op_type(op);
    node.set_name(output);
    node.set_domain(domain);
    for (const std::string& input : inputs) node.add_input(input);
    node.add_output(output);
    for (const auto& [name, value] : attributes) {
        auto& attribute = *node.add_attribute();
        attribute.set_name(name);
        if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            attribute.set_type(onnx::AttributeProto::INT);
            attribute.set_i(*integer);
        } else if (const auto* real = std::get_if<float>(&value)) {
            attribute.set_type(onnx::AttributeProto::FLOAT);
            attribute.set_f(*real);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            attribute.set_type(onnx::AttributeProto::STRING);
            attribute.set_s(*text);
        } else {
            attribute.set_type(onnx::AttributeProto::INTS);
            for (const std::int64_t number : std::get<Numbers>(value)) attribute.add_ints(number);
        }
    }
    return output;
}

std::string ModelWriter::bytes() const { return m_model->SerializeAsString(); }

}  // namespace lapidary::testing
