// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/shorthand.h"

#include <algorithm>

#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMaxStep = 1 << 20;  ///< stride, dilation, padding

struct Bound {
    const char* key;
    std::int64_t Conv2d::*value;
    bool isOptional;
};
constexpr Bound kBounds[] = {{"N", &Conv2d::n, true},  {"G", &Conv2d::groups, true}, {"C", &Conv2d::c, false},
                             {"M", &Conv2d::m, false}, {"P", &Conv2d::p, false},     {"Q", &Conv2d::q, false},
                             {"R", &Conv2d::r, false}, {"S", &Conv2d::s, false}};

struct Steps {
    const char* key;
    std::int64_t Conv2d::*p;
    std::int64_t Conv2d::*q;
    std::int64_t least;
};
constexpr Steps kSteps[] = {{"stride", &Conv2d::strideP, &Conv2d::strideQ, 1},
                            {"dilation", &Conv2d::dilationP, &Conv2d::dilationQ, 1},
                            {"pad", &Conv2d::paddingP, &Conv2d::paddingQ, 0}};

/// An axis of the input: its data beside the windows that slide over them.
struct DataAxis {
    const char* key;
    std::int64_t Conv2d::*data;
    const char* outputKey;
    std::int64_t Conv2d::*outputs;
    const char* filterKey;
    std::int64_t Conv2d::*filter;
    std::int64_t Conv2d::*stride;
    std::int64_t Conv2d::*dilation;
    std::int64_t Conv2d::*padding;
};
constexpr DataAxis kData[] = {
    {"H", &Conv2d::height, "P", &Conv2d::p, "R", &Conv2d::r, &Conv2d::strideP, &Conv2d::dilationP, &Conv2d::paddingP},
    {"W", &Conv2d::width, "Q", &Conv2d::q, "S", &Conv2d::s, &Conv2d::strideQ, &Conv2d::dilationQ, &Conv2d::paddingQ}};

struct Extents {
    std::int64_t least, most;
    bool contain(std::int64_t data) const { return data >= least && data <= most; }
};

/// Data extents that give so many outputs. The zeros behind the data aren't told: none, or as many as before them, or as far
/// as the filter reaches. Below the stride, data may be left over.
Extents dataExtents(const Conv2d& shape, const DataAxis& axis) {
    const std::int64_t reach = shape.*axis.dilation * (shape.*axis.filter - 1);
    const std::int64_t padding = shape.*axis.padding;
    const std::int64_t covered = (shape.*axis.outputs - 1) * shape.*axis.stride + reach + 1;
    return {std::max<std::int64_t>(1, covered - padding - std::max(padding, reach)),
            covered - padding + shape.*axis.stride - 1};
}

/// Whether conv2dFromJson would take it.
bool isReadable(const Conv2d& shape) {
    const auto small = [&](const Steps& steps) { return std::max(shape.*steps.p, shape.*steps.q) <= kMaxStep; };
    const auto agrees = [&](const DataAxis& axis) {
        return shape.*axis.data == 0 || dataExtents(shape, axis).contain(shape.*axis.data);
    };
    return std::ranges::all_of(kSteps, small) && std::ranges::all_of(kData, agrees);
}

void checkData(ObjectReader& reader, const Conv2d& shape, const DataAxis& axis) {
    const Json* given = reader.any(axis.key);
    const Extents expected = dataExtents(shape, axis);
    if (given == nullptr || expected.contain(given->integer())) return;
    const auto part = [](const std::string& name, std::int64_t value) { return name + ' ' + std::to_string(value); };
    const std::string windows = part(axis.outputKey, shape.*axis.outputs) + ", " +
                                part(axis.filterKey, shape.*axis.filter) + ", " + part("stride", shape.*axis.stride) +
                                ", " + part("dilation", shape.*axis.dilation);
    if (expected.most < 1) {
        reader.fail(*reader.any("pad"), "pad",
                    "expected a pad of at most " + std::to_string(expected.most + shape.*axis.padding - 1) + " with " +
                        windows + ", found " + std::to_string(shape.*axis.padding),
                    "more zeros give more outputs");
        return;
    }
    const std::string range = expected.least == expected.most
                                  ? std::to_string(expected.least)
                                  : std::to_string(expected.least) + " to " + std::to_string(expected.most);
    reader.fail(*given, axis.key,
                "expected " + range + " with " + windows + " and " + part("pad", shape.*axis.padding) + ", found " +
                    described(*given));
}

std::int64_t readStep(ObjectReader& reader, const Json& value, const std::string& key, std::int64_t least) {
    if (value.kind() == Json::Kind::integer && value.integer() >= least && value.integer() <= kMaxStep)
        return value.integer();
    reader.fail(value, key,
                "expected an integer from " + std::to_string(least) + " to " + std::to_string(kMaxStep) + ", found " +
                    described(value));
    return least;
}

/// 2, or [2, 8] along P and Q.
void readSteps(ObjectReader& reader, const Steps& steps, Conv2d& shape) {
    const Json* value = reader.any(steps.key);
    if (value == nullptr) return;
    if (!value->isArray()) {
        shape.*steps.p = shape.*steps.q = readStep(reader, *value, steps.key, steps.least);
    } else if (value->size() != 2) {
        reader.fail(*value, steps.key, "expected two numbers, along P and Q, found " + std::to_string(value->size()));
    } else {
        shape.*steps.p = readStep(reader, (*value)[0], indexed(steps.key, 0), steps.least);
        shape.*steps.q = readStep(reader, (*value)[1], indexed(steps.key, 1), steps.least);
    }
}

/// Errors of a builder concern the whole shape.
Result<Workload> atShape(Result<Workload> built, const ObjectReader& reader, const Json& json) {
    if (built) return built;
    Diagnostics problems = built.diagnostics();
    for (Diagnostic& problem : problems) problem.place = reader.placeOf(json, "");
    return problems;
}

/// The shape whose conv2d() may be this workload.
std::optional<Conv2d> conv2dShape(const Workload& workload) {
    Conv2d shape;
    for (const Bound& bound : kBounds) {
        const int dimension = workload.findDimension(bound.key);
        if (dimension < 0 && !bound.isOptional) return std::nullopt;
        if (dimension >= 0) shape.*bound.value = workload.bound(dimension);
    }
    const int input = workload.findTensor("I");
    if (input < 0) return std::nullopt;
    const std::vector<Rank>& ranks = workload.tensors()[static_cast<std::size_t>(input)].ranks;
    if (ranks.size() < 4) return std::nullopt;
    const Rank& vertical = ranks[ranks.size() - 2];
    const Rank& horizontal = ranks.back();
    if (vertical.terms.size() != 2 || horizontal.terms.size() != 2) return std::nullopt;
    shape.strideP = vertical.terms[0].coefficient;
    shape.dilationP = vertical.terms[1].coefficient;
    shape.paddingP = vertical.paddingBefore;
    shape.height = vertical.dataExtent;
    shape.strideQ = horizontal.terms[0].coefficient;
    shape.dilationQ = horizontal.terms[1].coefficient;
    shape.paddingQ = horizontal.paddingBefore;
    shape.width = horizontal.dataExtent;
    return shape;
}

bool isWorkload(const Result<Workload>& built, const Workload& workload) { return built.ok() && *built == workload; }

}  // namespace

Result<Workload> conv2dFromJson(const Json& json, std::string_view file, const std::string& path,
                                const std::string& name) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), path, problems);
    Conv2d shape;
    for (const Bound& bound : kBounds) {
        if (!bound.isOptional) reader.required(bound.key);
        shape.*bound.value = reader.integer(bound.key, 1, kMaxBound).value_or(1);
    }
    for (const Steps& steps : kSteps) readSteps(reader, steps, shape);
    for (const DataAxis& axis : kData) shape.*axis.data = reader.integer(axis.key, 1, kMaxBound).value_or(0);
    reader.finish();
    if (hasErrors(problems)) return problems;
    for (const DataAxis& axis : kData) checkData(reader, shape, axis);
    if (hasErrors(problems)) return problems;
    return atShape(conv2d(name, shape), reader, json);
}

Result<Workload> gemmFromJson(const Json& json, std::string_view file, const std::string& path,
                              const std::string& name) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), path, problems);
    std::int64_t bounds[3] = {1, 1, 1};
    for (std::size_t i = 0; const char* key : {"m", "n", "k"}) {
        reader.required(key);
        bounds[i++] = reader.integer(key, 1, kMaxBound).value_or(1);
    }
    reader.finish();
    if (hasErrors(problems)) return problems;
    return atShape(gemm(name, bounds[0], bounds[1], bounds[2]), reader, json);
}

Json conv2dJson(const Workload& workload) {
    const std::optional<Conv2d> shape = conv2dShape(workload);
    if (!shape || !isReadable(*shape) || !isWorkload(conv2d(workload.name(), *shape), workload)) return {};
    const Conv2d plain;
    Json json;
    for (const Bound& bound : kBounds)
        if (!bound.isOptional || (*shape).*bound.value != plain.*bound.value)
            json.set(bound.key, (*shape).*bound.value);
    for (const Steps& steps : kSteps) {
        const std::int64_t p = (*shape).*steps.p;
        const std::int64_t q = (*shape).*steps.q;
        if (p != q)
            json.set(steps.key, Json::array({p, q}));
        else if (p != plain.*steps.p)
            json.set(steps.key, p);
    }
    for (const DataAxis& axis : kData)
        if ((*shape).*axis.data != 0) json.set(axis.key, (*shape).*axis.data);
    return json;
}

Json gemmJson(const Workload& workload) {
    Json json;
    std::int64_t bounds[3] = {1, 1, 1};
    for (std::size_t i = 0; const char* key : {"m", "n", "k"}) {
        const int dimension = workload.findDimension(key);
        if (dimension < 0) return {};
        bounds[i] = workload.bound(dimension);
        json.set(key, bounds[i++]);
    }
    return isWorkload(gemm(workload.name(), bounds[0], bounds[1], bounds[2]), workload) ? json : Json();
}

}  // namespace lapidary
