// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One-node models and what is made of them. For tests only.
#pragma once

#include <QtTest>

#include "core/io/onnx/onnx_model.h"
#include "tests/support/onnx/model_writer.h"

namespace lapidary::testing {

/// A model of one node "n" whose inputs are "x0", "x1" ...; "y" is its output.
inline ModelWriter& oneNode(ModelWriter& writer, const std::string& op, const std::vector<Numbers>& inputs,
                            const std::vector<NamedAttribute>& attributes = {}) {
    std::vector<std::string> names;
    for (const Numbers& shape : inputs) {
        names.push_back("x" + std::to_string(names.size()));
        writer.input(names.back(), shape);
    }
    writer.node(op, names, "y", attributes);
    return writer.output("y");
}

inline const GraphValue& valueNamed(const Graph& graph, const std::string& name) {
    for (const GraphValue& value : graph.values)
        if (value.name == name) return value;
    qFatal("no value %s", name.c_str());
}

/// "1x2x3" of a value, "unknown" or the first error.
inline QString shownShape(const Result<OnnxModel>& model, const std::string& value) {
    if (!model) return QString::fromStdString(model.errorText());
    const auto& shape = valueNamed(model->graph, value).shape;
    return shape ? QString::fromStdString(shapeText(*shape)) : "unknown";
}

}  // namespace lapidary::testing
