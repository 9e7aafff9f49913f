// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes small ONNX models for tests, node by node, with ONNX's own message classes. For tests only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace onnx {
class ModelProto;
class ValueInfoProto;
}  // namespace onnx

namespace lapidary::testing {

using Numbers = std::vector<std::int64_t>;
using WrittenAttribute = std::variant<std::int64_t, float, std::string, Numbers>;
struct NamedAttribute {
    std::string name;
    WrittenAttribute value;
};

class ModelWriter {
public:
    explicit ModelWriter(std::string name = "test", int opset = 13);
    ~ModelWriter();

    /// An extent below 0 is an open axis called `open`.
    ModelWriter& input(const std::string& name, const Numbers& shape, const std::string& open = "batch");
    ModelWriter& output(const std::string& name, const Numbers& shape = {});
    ModelWriter& declare(const std::string& name, const Numbers& shape);
    ModelWriter& floats(const std::string& name, const Numbers& shape, const std::vector<float>& values);
    ModelWriter& zeros(const std::string& name, const Numbers& shape);
    ModelWriter& integers(const std::string& name, const Numbers& values);
    ModelWriter& integer(const std::string& name, std::int64_t value);
    /// Hands back the output's name.
    std::string node(const std::string& op, const std::vector<std::string>& inputs, const std::string& output,
                     const std::vector<NamedAttribute>& attributes = {}, const std::string& domain = {});

    std::string bytes() const;
    onnx::ModelProto& model() { return *m_model; }

private:
    std::unique_ptr<onnx::ModelProto> m_model;
};

}  // namespace lapidary::testing
