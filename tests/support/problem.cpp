// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/problem.h"

#include <cstdlib>
#include <iostream>

#include "core/mapping/validity.h"
#include "core/workload/einsum.h"

namespace lapidary::testing {
namespace {

[[noreturn]] void giveUp(const std::string& why) {
    std::cerr << "tests/support/problem: " << why << std::endl;
    std::abort();
}

template <class T>
T require(Result<T> result) {
    if (!result.ok()) giveUp(result.errorText());
    return std::move(result).value();
}

Fanout fanout(const std::string& part, int below) {
    const std::size_t space = part.find(' '), cross = part.find('x', space);
    Fanout result;
    result.name = part.substr(0, space);
    result.below = below;
    result.x = std::stoll(part.substr(space + 1, cross - space - 1));
    result.y = std::stoll(part.substr(cross + 1));
    return result;
}

}  // namespace

ArchitectureSpec ladder(const std::vector<std::string>& parts) {
    ArchitectureSpec spec;
    spec.name = "ladder";
    for (const std::string& part : parts) {
        if (part.find(' ') != std::string::npos) {
            spec.fanouts.push_back(fanout(part, static_cast<int>(spec.levels.size()) - 1));
            continue;
        }
        Level level;
        level.name = part;
        for (const char* role : {"input", "weight", "output"}) level.keep[role] = Keep::may;
        spec.levels.push_back(std::move(level));
    }
    spec.compute = Compute{};
    return spec;
}

Problem problem(std::string_view einsum, std::string_view bounds, ArchitectureSpec design, std::string_view nest) {
    Workload workload = require(parseEinsum(einsum, require(parseBounds(bounds))));
    Architecture architecture = require(Architecture::make(std::move(design)));
    Mapping mapping = require(parseMapping(nest, "nest", workload, architecture));
    TargetPtr target = require(Target::make(std::move(workload), std::move(architecture)));
    if (const Diagnostics found = checkForm(mapping, *target); hasErrors(found)) giveUp(toText(found));
    return {std::move(target), std::move(mapping)};
}

const TensorCost& at(const Cost& cost, const Target& target, std::string_view level, std::string_view tensor) {
    const int l = target.architecture.findLevel(level), t = target.workload.findTensor(tensor);
    if (l < 0 || t < 0) giveUp("no " + std::string(level) + '.' + std::string(tensor));
    return cost.levels[static_cast<std::size_t>(l)].tensors[static_cast<std::size_t>(t)];
}

}  // namespace lapidary::testing
