// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/builders.h"

#include <algorithm>

#include "core/workload/einsum.h"

namespace lapidary {

namespace {

std::string windowText(std::int64_t stride, const char* outer, std::int64_t dilation, const char* inner) {
    const auto term = [](std::int64_t coefficient, const char* name) {
        return (coefficient == 1 ? "" : std::to_string(coefficient)) + name;
    };
    return term(stride, outer) + '+' + term(dilation, inner);
}

/// What parseEinsum cannot see: numbers that never reach the expression, or would be misread there.
Diagnostics checkConv2d(const Conv2d& shape) {
    struct Field {
        const char* name;
        std::int64_t value;
        std::int64_t least;
    };
    const Field fields[] = {{"N", shape.n, 1},
                            {"C", shape.c, 1},
                            {"M", shape.m, 1},
                            {"P", shape.p, 1},
                            {"Q", shape.q, 1},
                            {"R", shape.r, 1},
                            {"S", shape.s, 1},
                            {"groups", shape.groups, 1},
                            {"stride P", shape.strideP, 1},
                            {"stride Q", shape.strideQ, 1},
                            {"dilation P", shape.dilationP, 1},
                            {"dilation Q", shape.dilationQ, 1},
                            {"padding P", shape.paddingP, 0},
                            {"padding Q", shape.paddingQ, 0},
                            {"height", shape.height, 0},
                            {"width", shape.width, 0}};
    Diagnostics problems;
    for (const auto& field : fields) {
        const bool isOutput =
            field.value < 1 && (field.name == std::string_view("P") || field.name == std::string_view("Q"));
        if (field.value < field.least || field.value > kMaxBound)
            problems.push_back(errorAt({{}, 0, 0, field.name},
                                       std::string(field.name) + " is " + std::to_string(field.value) + ", expected " +
                                           std::to_string(field.least) + " to 2^40",
                                       isOutput ? "the filter does not fit into the padded input" : ""));
    }
    const auto checkPadding = [&problems](const char* name, std::int64_t padding, std::int64_t data) {
        if (padding > 0 && data == 0)
            problems.push_back(error("padding is given, but the input's " + std::string(name) + " is unknown"));
    };
    checkPadding("height", shape.paddingP, shape.height);
    checkPadding("width", shape.paddingQ, shape.width);
    return problems;
}

void checkDepth(const DepthAxis& depth, Diagnostics& problems) {
    const std::pair<const char*, std::int64_t> atLeastOne[] = {
        {"E", depth.e}, {"T", depth.t}, {"stride E", depth.stride}, {"dilation E", depth.dilation}};
    for (const auto& [name, value] : atLeastOne)
        if (value < 1 || value > kMaxBound)
            problems.push_back(
                errorAt({{}, 0, 0, name}, std::string(name) + " is " + std::to_string(value) + ", expected 1 to 2^40"));
    if (depth.padding < 0 || depth.depth < 0 || (depth.padding > 0 && depth.depth == 0))
        problems.push_back(error("padding is given, but the input's depth is unknown, or either is negative"));
}

/// The input's spatial ranks get their padding, which the einsum's text cannot say.
Result<Workload> withPadding(const Workload& workload, const Conv2d& shape, const DepthAxis* depth) {
    std::vector<Tensor> tensors = workload.tensors();
    auto& ranks = std::ranges::find(tensors, "I", &Tensor::name)->ranks;
    Rank& vertical = ranks[ranks.size() - 2];
    Rank& horizontal = ranks.back();
    vertical.paddingBefore = shape.paddingP;
    vertical.dataExtent = shape.height;
    horizontal.paddingBefore = shape.paddingQ;
    horizontal.dataExtent = shape.width;
    if (depth) {
        Rank& slices = ranks[ranks.size() - 3];
        slices.paddingBefore = depth->padding;
        slices.dataExtent = depth->depth;
    }
    return Workload::make(workload.name(), workload.dimensions(), std::move(tensors));
}

Result<Workload> named(std::string name, std::string_view text, const BoundMap& bounds, NameMap aliases = {}) {
    EinsumOptions options;
    options.name = std::move(name);
    options.aliases = std::move(aliases);
    return parseEinsum(text, bounds, options);
}

Result<Workload> convolution(std::string name, const Conv2d& shape, const DepthAxis* depth) {
    Diagnostics problems = checkConv2d(shape);
    if (depth) checkDepth(*depth, problems);
    if (!problems.empty()) return problems;
    BoundMap bounds{{"N", shape.n}, {"M", shape.m}, {"P", shape.p}, {"Q", shape.q},
                    {"C", shape.c}, {"R", shape.r}, {"S", shape.s}};
    if (shape.groups > 1) bounds["G"] = shape.groups;
    if (depth) bounds["E"] = depth->e, bounds["T"] = depth->t;
    NameMap aliases;
    for (const auto& [dimension, bound] : bounds) aliases[dimension] = dimension;

    const std::string g = shape.groups > 1 ? "G," : "";
    const std::string text = "O[N," + g + "M," + (depth ? "E," : "") + "P,Q] += W[" + g + "M,C," + (depth ? "T," : "") +
                             "R,S] * I[N," + g + "C," +
                             (depth ? windowText(depth->stride, "E", depth->dilation, "T") + ',' : "") +
                             windowText(shape.strideP, "P", shape.dilationP, "R") + ',' +
                             windowText(shape.strideQ, "Q", shape.dilationQ, "S") + ']';
    auto workload = named(std::move(name), text, bounds, std::move(aliases));
    return workload ? withPadding(*workload, shape, depth) : workload;
}

}  // namespace

Result<Workload> conv2d(std::string name, const Conv2d& shape) { return convolution(std::move(name), shape, nullptr); }

Result<Workload> conv3d(std::string name, const Conv2d& shape, const DepthAxis& depth) {
    return convolution(std::move(name), shape, &depth);
}

std::int64_t convolvedExtent(std::int64_t data, std::int64_t filter, std::int64_t stride, std::int64_t dilation,
                             std::int64_t paddingBefore, std::int64_t paddingAfter) {
    const std::int64_t room = data + paddingBefore + paddingAfter - dilation * (filter - 1) - 1;
    return room < 0 ? 0 : room / stride + 1;
}

Result<Workload> gemm(std::string name, std::int64_t m, std::int64_t n, std::int64_t k) {
    return named(std::move(name), "Z[m,n] += A[m,k] * B[k,n]", {{"m", m}, {"n", n}, {"k", k}},
                 {{"m", "M"}, {"n", "Q"}, {"k", "C"}});
}

Result<Workload> mttkrp(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) {
    return named(std::move(name), "O[i,j] += A[i,k,l] * B[k,j] * C[l,j]", {{"i", i}, {"j", j}, {"k", k}, {"l", l}});
}

Result<Workload> ttmc(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l,
                      std::int64_t m) {
    return named(std::move(name), "O[i,l,m] += A[i,j,k] * B[j,l] * C[k,m]",
                 {{"i", i}, {"j", j}, {"k", k}, {"l", l}, {"m", m}});
}

Result<Workload> sddmm(std::string name, std::int64_t i, std::int64_t j, std::int64_t k) {
    return named(std::move(name), "O[i,j] += A[i,j] * B[i,k] * C[k,j]", {{"i", i}, {"j", j}, {"k", k}});
}

Result<Workload> mmc(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) {
    return named(std::move(name), "O[i,l] += A[i,j] * B[j,k] * C[k,l]", {{"i", i}, {"j", j}, {"k", k}, {"l", l}});
}

Result<Workload> tcl(std::string name, std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l, std::int64_t m,
                     std::int64_t n) {
    return named(std::move(name), "O[l,m,n] += A[i,j,k] * B[i,l] * C[j,m] * D[k,n]",
                 {{"i", i}, {"j", j}, {"k", k}, {"l", l}, {"m", m}, {"n", n}});
}

}  // namespace lapidary
