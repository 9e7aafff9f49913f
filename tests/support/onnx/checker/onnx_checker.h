// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ONNX's own checker and shape inference, to judge models of tests and the shapes we infer. For tests only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lapidary::testing {

/// Empty if ONNX accepts the model, else what it says.
std::string checkedByOnnx(const std::string& bytes);

/// Shapes of all values that ONNX infers wholly.
std::map<std::string, std::vector<std::int64_t>> shapesByOnnx(const std::string& bytes);

}  // namespace lapidary::testing
