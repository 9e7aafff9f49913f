// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Walks through the bytes of an ONNX file before protobuf builds objects of them: says where it is cut off or damaged,
// and refuses what would grow to many times its size in memory. Protobuf's wire format: protobuf.dev, "Encoding";
// the numbers of the fields: onnx.proto. Pure functions.
#pragma once

#include <string_view>

#include "core/base/result.h"

namespace lapidary {

/// Fields in messages that hold further messages, lists and texts: real models have some ten or hundred thousand.
inline constexpr std::size_t kMostWireFields = std::size_t{1} << 20;
/// Bytes of packed lists of whole numbers, each of which may become eight.
inline constexpr std::size_t kMostWireNumbers = std::size_t{64} << 20;

/// Errors name the path ("graph.node[12].attribute[0]") and the byte.
Diagnostics checkOnnxBytes(std::string_view bytes, std::string_view file);

}  // namespace lapidary
