// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/onnx/checker/onnx_checker.h"

#include <onnx/checker.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

namespace lapidary::testing {

std::string checkedByOnnx(const std::string& bytes) {
    onnx::ModelProto model;
    if (!model.ParseFromString(bytes)) return "can't be parsed";
    try {
        onnx::checker::check_model(model);
    } catch (const std::exception& problem) {
        return problem.what();
    }
    return {};
}

std::map<std::string, std::vector<std::int64_t>> shapesByOnnx(const std::string& bytes) {
    onnx::ModelProto model;
    model.ParseFromString(bytes);
    onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), {true, 1, true});
    std::map<std::string, std::vector<std::int64_t>> shapes;
    const auto take = [&shapes](const auto& values) {
        for (const auto& value : values) {
            std::vector<std::int64_t> extents;
            bool isWhole = value.type().tensor_type().has_shape();
            for (const auto& dimension : value.type().tensor_type().shape().dim()) {
                isWhole = isWhole && dimension.has_dim_value();
                extents.push_back(dimension.dim_value());
            }
            if (isWhole) shapes[value.name()] = extents;
        }
    };
    take(model.graph().value_info());
    take(model.graph().output());
    return shapes;
}

}  // namespace lapidary::testing
