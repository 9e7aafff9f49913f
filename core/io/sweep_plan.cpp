// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/sweep_plan.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr std::int64_t kVictory = 3000;  // Ruby IV-A
constexpr std::int64_t kMostMappings = 200'000;

/// From 2x7 to 16x16 (Ruby, Figs. 13a and 14a).
const std::vector<std::string>& rubySizes() {
    static const std::vector<std::string> sizes{"2x7",   "3x7",   "4x7",   "6x7",   "7x8",   "8x8",   "7x12", "9x10",
                                                "10x10", "11x10", "12x12", "14x12", "15x13", "16x14", "16x16"};
    return sizes;
}

/// "64 KiB" at half, once and twice; the value alone where a part of it is refused.
std::vector<std::string> around(const Architecture& design, const std::string& path, const std::string& value) {
    double number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    const std::string unit(read.ptr, value.data() + value.size());
    if (read.ec != std::errc{} || unit.find('/') != std::string::npos) return {value};  // "8/4": both ways at once
    std::vector<std::string> values;
    for (const double factor : {0.5, 1.0, 2.0}) {
        const std::string changed = formatExact(number * factor) + unit;
        if (withSetting(design, path, changed)) values.push_back(changed);
    }
    return values;
}

}  // namespace

SweepAxis proposedAxis(const SweepSpec& spec) {
    const SettingList all = settings(spec.base);
    for (const char* end : {".capacity", ".bandwidth"})
        for (const auto& [path, value] : all) {
            const bool used = std::ranges::find(spec.axes, path, &SweepAxis::path) != spec.axes.end();
            const bool limited = !value.empty() && std::isdigit(static_cast<unsigned char>(value.front()));
            if (!used && limited && path.ends_with(end)) return {path, around(spec.base, path, value)};
        }
    return {};
}

SweepFile resolved(const SweepFile& plan, const SessionInputs& inputs) {
    SweepFile file = plan;
    file.architectureKey = inputs.architectureKey;
    file.spec.base = inputs.architecture;
    file.spec.semantics = inputs.semantics;
    file.spec.search.compat.reset();
    if (inputs.search.compat && isDataCentric(*inputs.search.compat)) file.spec.search.compat = inputs.search.compat;
    file.spec.constraints.reset();
    if (inputs.mapspace.constraints != inputs.architecture.spec().constraints)
        file.spec.constraints = inputs.mapspace.constraints;
    if (!file.spec.layers.empty()) return file;
    file.networkKey.clear();
    file.workloadKey = inputs.workloadKey;
    file.spec.layers = {{inputs.workload, 1}};
    return file;
}

SweepFile planFor(SweepFile file, bool follows) {
    file.architectureKey.clear();
    file.spec.base = {};
    file.spec.semantics = {};
    file.spec.search.compat.reset();
    file.spec.constraints.reset();
    if (!follows) return file;
    file.networkKey.clear();
    file.workloadKey.clear();
    file.spec.layers.clear();
    return file;
}

SweepFile defaultPlan(const SessionInputs& inputs) {
    SweepFile plan;
    const std::vector<Fanout>& fanouts = inputs.architecture.fanouts();
    if (!fanouts.empty()) plan.spec.axes.push_back({fanouts.front().name + ".fanout", rubySizes()});
    plan.spec.mapspaces = {Factorization::perfect, Factorization::padded, Factorization::rubyS};
    plan.spec.search.victory = kVictory;
    plan.spec.search.maxEvaluations = kMostMappings;
    plan.spec.search.top = 1;
    return plan;
}

}  // namespace lapidary
