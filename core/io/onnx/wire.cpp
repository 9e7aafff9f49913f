// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/wire.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lapidary {

namespace {

enum class Kind { model, graph, node, attribute, tensor, valueInfo, type, tensorType, shape, dimension, entry };

/// A field that holds messages, or a packed list of whole numbers.
struct WireField {
    Kind of, holds;
    std::uint64_t number;
    const char* name;
};
constexpr WireField kMessages[] = {
    {Kind::model, Kind::graph, 7, "graph"},           {Kind::model, Kind::entry, 8, "opset_import"},
    {Kind::model, Kind::entry, 14, "metadata_props"}, {Kind::graph, Kind::node, 1, "node"},
    {Kind::graph, Kind::tensor, 5, "initializer"},    {Kind::graph, Kind::valueInfo, 11, "input"},
    {Kind::graph, Kind::valueInfo, 12, "output"},     {Kind::graph, Kind::valueInfo, 13, "value_info"},
    {Kind::node, Kind::attribute, 5, "attribute"},    {Kind::attribute, Kind::tensor, 5, "t"},
    {Kind::attribute, Kind::graph, 6, "g"},           {Kind::attribute, Kind::tensor, 10, "tensors"},
    {Kind::attribute, Kind::graph, 11, "graphs"},     {Kind::tensor, Kind::entry, 13, "external_data"},
    {Kind::valueInfo, Kind::type, 2, "type"},         {Kind::type, Kind::tensorType, 1, "tensor_type"},
    {Kind::tensorType, Kind::shape, 2, "shape"},      {Kind::shape, Kind::dimension, 1, "dim"},
};
struct NumberField {
    Kind of;
    std::uint64_t number;
};
constexpr NumberField kNumberLists[] = {
    {Kind::tensor, 1}, {Kind::tensor, 5}, {Kind::tensor, 7}, {Kind::tensor, 11}, {Kind::attribute, 8}};

/// Fields that hold messages which nobody here reads, sequences and maps, training, functions and sparse tensors: refused
/// only if they are unreasonably large, since their inside isn't looked at.
constexpr NumberField kOpaque[] = {{Kind::model, 20},     {Kind::model, 25},     {Kind::graph, 14},
                                   {Kind::graph, 15},     {Kind::attribute, 14}, {Kind::attribute, 15},
                                   {Kind::attribute, 22}, {Kind::attribute, 23}, {Kind::type, 4},
                                   {Kind::type, 5},       {Kind::type, 8},       {Kind::type, 9}};

constexpr int kMostDepth = 64;
constexpr int kWireVarint = 0, kWireFixed64 = 1, kWireBytes = 2, kWireFixed32 = 5;

/// How often each field of kMessages came.
using FieldCounts = std::array<std::uint64_t, std::size(kMessages)>;

class WireWalk {
public:
    WireWalk(std::string_view bytes, std::string_view file) : m_bytes(bytes), m_file(file) {}

    Diagnostics run() {
        message(Kind::model, 0, m_bytes.size(), 0);
        return std::move(m_out);
    }

private:
    bool fail(const std::string& message, const std::string& hint = {}) {
        std::string path;
        for (const auto& [name, index] : m_path) {
            const bool isSingle = std::string_view(name) == "graph";
            path += (path.empty() ? "" : ".") + std::string(name);
            if (!isSingle) path += "[" + std::to_string(index) + "]";
        }
        m_out.push_back(errorAt({std::string(m_file), 0, 0, path}, message, hint));
        return false;
    }
    bool cutOff(std::size_t at) {
        return fail("the file is cut off or damaged at byte " + std::to_string(at) + " of " +
                    std::to_string(m_bytes.size()) + ", expected an ONNX model");
    }

    std::optional<std::uint64_t> varint(std::size_t& at, std::size_t end) const {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 70 && at < end; shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes[at++]);
            if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        return std::nullopt;
    }

    bool message(Kind kind, std::size_t at, std::size_t end, int depth) {
        if (depth > kMostDepth) return fail("messages are nested more than " + std::to_string(kMostDepth) + " deep");
        FieldCounts counts{};
        while (at < end) {
            const std::size_t start = at;
            if (++m_fields > kMostWireFields)
                return fail("more than " + std::to_string(kMostWireFields) + " fields, no real model has as many");
            const auto tag = varint(at, end);
            if (!tag || *tag >> 3 == 0) return cutOff(start);
            switch (static_cast<int>(*tag & 7)) {
            case kWireVarint:
                if (!varint(at, end)) return cutOff(start);
                break;
            case kWireFixed64:
            case kWireFixed32: {
                const std::size_t size = (*tag & 7) == kWireFixed64 ? 8 : 4;
                if (end - at < size) return cutOff(start);
                at += size;
                break;
            }
            case kWireBytes: {
                const auto size = varint(at, end);
                if (!size) return cutOff(start);
                if (*size > end - at) return brokenOff(kind, *tag >> 3, start, at, depth, counts);
                if (!field(kind, *tag >> 3, at, at + *size, depth, counts)) return false;
                at += *size;
                break;
            }
            default: return cutOff(start);  // groups, which ONNX has none of
            }
        }
        return true;
    }

    /// A field that ends behind the file: it is named where the bytes end, or stop making sense, inside of it.
    bool brokenOff(Kind kind, std::uint64_t number, std::size_t start, std::size_t at, int depth, FieldCounts& counts) {
        if (depth > 0 && !m_isCut) return cutOff(start);  // only its length is wrong
        m_isCut = true;
        if (!field(kind, number, at, m_bytes.size(), depth, counts)) return false;
        return cutOff(m_bytes.size());
    }

    bool field(Kind kind, std::uint64_t number, std::size_t at, std::size_t end, int depth, FieldCounts& counts) {
        const auto isThis = [&](const auto& known) { return known.of == kind && known.number == number; };
        if (std::ranges::any_of(kNumberLists, isThis)) m_numbers += end - at;
        if (std::ranges::any_of(kOpaque, isThis)) m_numbers += 16 * (end - at);
        if (m_numbers > kMostWireNumbers)
            return fail("lists of whole numbers of more than " + std::to_string(kMostWireNumbers >> 20) +
                        " MiB, no real model has as long ones");
        const auto* known = std::ranges::find_if(kMessages, isThis);
        if (known == std::end(kMessages)) return true;
        const std::uint64_t index = counts[static_cast<std::size_t>(known - kMessages)]++;
        m_path.emplace_back(known->name, index);
        if (!message(known->holds, at, end, depth + 1)) return false;
        m_path.pop_back();
        return true;
    }

    std::string_view m_bytes, m_file;
    bool m_isCut = false;
    std::size_t m_fields = 0, m_numbers = 0;
    std::vector<std::pair<const char*, std::uint64_t>> m_path;  ///< fields and how many came before
    Diagnostics m_out;
};

}  // namespace

Diagnostics checkOnnxBytes(std::string_view bytes, std::string_view file) {
    if (bytes.empty()) return {errorAt({.file = std::string(file)}, "the file is empty, expected an ONNX model")};
    return WireWalk(bytes, file).run();
}

}  // namespace lapidary
