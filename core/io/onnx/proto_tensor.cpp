// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <bit>
#include <cmath>
#include <cstring>

#include "core/io/onnx/proto_graph.h"

namespace lapidary {

namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is little endian");

using onnx::TensorProto;

/// Integers of constants that are always read: shapes, axes, indices of a Gather.
constexpr std::int64_t kFewIntegers = 4096;

struct ElementKind {
    int type;
    const char* name;
    int bytes;
    bool isInteger;
};
constexpr ElementKind kElementKinds[] = {
    {TensorProto::FLOAT, "float", 4, false},       {TensorProto::UINT8, "uint8", 1, true},
    {TensorProto::INT8, "int8", 1, true},          {TensorProto::UINT16, "uint16", 2, true},
    {TensorProto::INT16, "int16", 2, true},        {TensorProto::INT32, "int32", 4, true},
    {TensorProto::INT64, "int64", 8, true},        {TensorProto::BOOL, "bool", 1, true},
    {TensorProto::FLOAT16, "float16", 2, false},   {TensorProto::DOUBLE, "double", 8, false},
    {TensorProto::UINT32, "uint32", 4, true},      {TensorProto::UINT64, "uint64", 8, true},
    {TensorProto::BFLOAT16, "bfloat16", 2, false},
};

double fromHalf(std::uint16_t bits) {
    const int exponent = bits >> 10 & 0x1F;
    const double fraction = bits & 0x3FF;
    const double sign = bits >> 15 ? -1 : 1;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    if (exponent == 0x1F) return fraction == 0 ? sign * INFINITY : NAN;
    return sign * std::ldexp(fraction + 1024, exponent - 25);
}

double fromBfloat(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

template <class T>
T rawAt(const std::string& raw, std::size_t index) {
    T value;
    std::memcpy(&value, raw.data() + index * sizeof(T), sizeof(T));
    return value;
}

/// Elements of one tensor, whichever of the many fields they are in. Requires that it has as many as its shape says.
class Elements {
public:
    Elements(const TensorProto& tensor, const ElementKind& kind) : m_tensor(tensor), m_kind(kind) {}

    std::int64_t count() const {
        if (m_tensor.has_raw_data()) {
            const auto size = static_cast<std::int64_t>(m_tensor.raw_data().size());
            return size % m_kind.bytes == 0 ? size / m_kind.bytes : -1;
        }
        switch (m_kind.type) {
        case TensorProto::FLOAT: return m_tensor.float_data_size();
        case TensorProto::DOUBLE: return m_tensor.double_data_size();
        case TensorProto::INT64: return m_tensor.int64_data_size();
        case TensorProto::UINT32:
        case TensorProto::UINT64: return m_tensor.uint64_data_size();
        default: return m_tensor.int32_data_size();
        }
    }

    std::int64_t integer(std::int64_t index) const {
        const auto at = static_cast<std::size_t>(index);
        const int i = static_cast<int>(index);
        if (!m_tensor.has_raw_data()) {
            if (m_kind.type == TensorProto::INT64) return m_tensor.int64_data(i);
            if (m_kind.type == TensorProto::UINT32 || m_kind.type == TensorProto::UINT64)
                return static_cast<std::int64_t>(m_tensor.uint64_data(i));
            return m_tensor.int32_data(i);
        }
        const std::string& raw = m_tensor.raw_data();
        switch (m_kind.type) {
        case TensorProto::UINT8:
        case TensorProto::BOOL: return rawAt<std::uint8_t>(raw, at);
        case TensorProto::INT8: return rawAt<std::int8_t>(raw, at);
        case TensorProto::UINT16: return rawAt<std::uint16_t>(raw, at);
        case TensorProto::INT16: return rawAt<std::int16_t>(raw, at);
        case TensorProto::INT32: return rawAt<std::int32_t>(raw, at);
        case TensorProto::UINT32: return rawAt<std::uint32_t>(raw, at);
        default: return rawAt<std::int64_t>(raw, at);
        }
    }

    float number(std::int64_t index) const {
        if (m_kind.isInteger) return static_cast<float>(integer(index));
        const auto at = static_cast<std::size_t>(index);
        const int i = static_cast<int>(index);
        const bool isRaw = m_tensor.has_raw_data();
        const std::string& raw = m_tensor.raw_data();
        const auto bits = [&] {
            return isRaw ? rawAt<std::uint16_t>(raw, at) : static_cast<std::uint16_t>(m_tensor.int32_data(i));
        };
        switch (m_kind.type) {
        case TensorProto::FLOAT: return isRaw ? rawAt<float>(raw, at) : m_tensor.float_data(i);
        case TensorProto::DOUBLE: return static_cast<float>(isRaw ? rawAt<double>(raw, at) : m_tensor.double_data(i));
        case TensorProto::FLOAT16: return static_cast<float>(fromHalf(bits()));
        default: return static_cast<float>(fromBfloat(bits()));
        }
    }

private:
    const TensorProto& m_tensor;
    const ElementKind& m_kind;
};

Diagnostic tensorError(const GraphValue& value, const std::string& place, const std::string& message) {
    return errorAt({{}, 0, 0, place}, "tensor '" + value.name + "' " + message);
}

/// Nullopt and an error if a list of extents is no shape.
std::optional<TensorShape> constantShape(const TensorProto& tensor, const GraphValue& value, const std::string& place,
                                         Diagnostics& out) {
    if (tensor.dims_size() > static_cast<int>(kMostAxes)) {
        out.push_back(tensorError(
            value, place,
            "has " + std::to_string(tensor.dims_size()) + " axes, expected at most " + std::to_string(kMostAxes)));
        return std::nullopt;
    }
    TensorShape extents(tensor.dims().begin(), tensor.dims().end());
    for (const std::int64_t extent : extents)
        if (extent < 0 || extent > kMaxExtent) {
            out.push_back(tensorError(value, place + ".dims",
                                      "has an extent of " + std::to_string(extent) + ", expected 0 to 2^40"));
            return std::nullopt;
        }
    if (elementCount(extents)) return extents;
    out.push_back(tensorError(value, place + ".dims", "is " + shapeText(extents) + ", expected at most 2^62 elements"));
    return std::nullopt;
}

void fill(const Elements& elements, std::int64_t count, bool isInteger, const OnnxOptions& options, GraphValue& into) {
    if (isInteger && count <= kFewIntegers) {
        into.integers.emplace();
        for (std::int64_t i = 0; i < count; ++i) into.integers->push_back(elements.integer(i));
    }
    if (!options.values) return;
    auto floats = std::make_shared<std::vector<float>>();
    floats->reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) floats->push_back(elements.number(i));
    into.floats = std::move(floats);
}

}  // namespace

void readTensor(const TensorProto& tensor, const std::string& place, const OnnxOptions& options, GraphValue& into,
                Diagnostics& out) {
    into.isConstant = true;
    auto shape = constantShape(tensor, into, place, out);
    if (!shape) return;
    const std::int64_t expected = *elementCount(*shape);
    const std::string size = shapeText(*shape);
    into.shape = *std::move(shape);
    const auto* kind = std::ranges::find(kElementKinds, tensor.data_type(), &ElementKind::type);
    if (kind == std::end(kElementKinds)) {
        if (options.values)
            out.push_back(tensorError(
                into, place, "has elements of type " + std::to_string(tensor.data_type()) + ", expected numbers"));
        return;
    }
    into.isInteger = kind->isInteger;
    if (tensor.data_location() == TensorProto::EXTERNAL) {
        if (options.values || kind->isInteger)
            out.push_back(tensorError(into, place, "lies in another file, expected its numbers in this one"));
        return;
    }
    const Elements elements(tensor, *kind);
    if (elements.count() != expected) {
        const std::string found = elements.count() < 0 ? "no whole number of them" : std::to_string(elements.count());
        out.push_back(tensorError(into, place,
                                  "is " + size + " of " + kind->name + ", expected " + std::to_string(expected) +
                                      " elements, found " + found));
        return;
    }
    fill(elements, expected, kind->isInteger, options, into);
}

void readConstant(const onnx::NodeProto& node, const std::string& place, const OnnxOptions& options, GraphValue& into,
                  Diagnostics& out) {
    into.isConstant = true;
    const auto keep = [&](TensorShape shape, std::vector<float> floats) {
        into.shape = std::move(shape);
        if (options.values) into.floats = std::make_shared<const std::vector<float>>(std::move(floats));
    };
    for (const onnx::AttributeProto& attribute : node.attribute()) {
        const std::string& name = attribute.name();
        if (name == "value" && attribute.has_t())
            return readTensor(attribute.t(), place + ".value", options, into, out);
        if (name == "value_float") return keep({}, {attribute.f()});
        if (name == "value_floats")
            return keep({attribute.floats_size()}, {attribute.floats().begin(), attribute.floats().end()});
        if (name != "value_int" && name != "value_ints") continue;
        std::vector<std::int64_t> integers(attribute.ints().begin(), attribute.ints().end());
        if (name == "value_int") integers = {attribute.i()};
        into.isInteger = true;
        const std::vector<float> floats(integers.begin(), integers.end());
        const TensorShape shape = name == "value_int" ? TensorShape{} : TensorShape{std::ssize(integers)};
        into.integers = std::move(integers);
        return keep(shape, floats);
    }
    if (options.values)
        out.push_back(errorAt({{}, 0, 0, place}, "constant '" + into.name +
                                                     "' has no numbers, expected the attribute "
                                                     "'value'"));
}

GraphAttribute readAttribute(const onnx::AttributeProto& attribute) {
    using onnx::AttributeProto;
    const auto is = [&](AttributeProto::AttributeType type, bool present) {
        return attribute.has_type() ? attribute.type() == type : present;
    };
    if (is(AttributeProto::INT, attribute.has_i())) return attribute.i();
    if (is(AttributeProto::FLOAT, attribute.has_f())) return static_cast<double>(attribute.f());
    if (is(AttributeProto::STRING, attribute.has_s())) return shownName(attribute.s());
    if (is(AttributeProto::INTS, attribute.ints_size() > 0))
        return TensorShape(attribute.ints().begin(), attribute.ints().end());
    if (is(AttributeProto::FLOATS, attribute.floats_size() > 0))
        return std::vector<double>(attribute.floats().begin(), attribute.floats().end());
    if (!is(AttributeProto::TENSOR, attribute.has_t())) return std::monostate{};
    GraphValue value;
    Diagnostics ignored;
    if (attribute.t().dims_size() > 1 || (attribute.t().dims_size() == 1 && attribute.t().dims(0) != 1))
        return std::monostate{};
    readTensor(attribute.t(), {}, {true, {}}, value, ignored);
    if (value.integers && value.integers->size() == 1) return value.integers->front();
    if (value.floats && value.floats->size() == 1) return static_cast<double>(value.floats->front());
    return std::monostate{};
}

}  // namespace lapidary
