// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/sweep_check.h"

#include <algorithm>
#include <set>

#include "core/base/json.h"
#include "core/explore/sweep_point.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

template <class T>
bool hasDuplicates(const std::vector<T>& items) {
    return std::set<T>(items.begin(), items.end()).size() != items.size();
}

/// Index of the first item that stands earlier, too; -1 if there is none.
int firstRepeated(const std::vector<std::string>& items) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (!seen.insert(items[i]).second) return static_cast<int>(i);
    return -1;
}

Diagnostic atKey(std::string key, Diagnostic problem) {
    problem.place.key = std::move(key);
    return problem;
}

std::string keyOfAxis(std::size_t axis, const char* part) { return "axes[" + std::to_string(axis) + "]." + part; }

std::optional<Diagnostic> unknownPath(const SweepSpec& spec, const std::string& path) {
    if (path.starts_with(kBoundsPrefix)) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [name, value] : settings(spec.base)) known.push_back(name);
    if (std::find(known.begin(), known.end(), path) != known.end()) return std::nullopt;
    return error("the design has no setting '" + path + "'", didYouMean(path, known));
}

void checkAxes(const SweepSpec& spec, std::vector<SweepProblem>& out) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < spec.axes.size(); ++i) {
        const SweepAxis& axis = spec.axes[i];
        const int index = static_cast<int>(i);
        const std::string named = "the axis '" + axis.path + "' has ";
        if (auto problem = unknownPath(spec, axis.path))
            out.push_back({index, -1, atKey(keyOfAxis(i, "path"), *std::move(problem))});
        if (axis.values.empty())
            out.push_back(
                {index, -1, atKey(keyOfAxis(i, "values"), error(named + "no values, expected at least one"))});
        if (const int again = firstRepeated(axis.values); again >= 0) {
            const std::string key = keyOfAxis(i, "values[") + std::to_string(again) + "]";
            const std::string& value = axis.values[static_cast<std::size_t>(again)];
            out.push_back({index, again, atKey(key, error(named + "the value '" + value + "' twice"))});
        }
        paths.push_back(axis.path);
    }
    if (const int again = firstRepeated(paths); again >= 0) {
        const auto axis = static_cast<std::size_t>(again);
        out.push_back(
            {again, -1, atKey(keyOfAxis(axis, "path"), error("two axes have the same path '" + paths[axis] + "'"))});
    }
}

/// Why no layer, or not every layer, can take the bound.
std::optional<Diagnostic> boundProblem(const SweepSpec& spec, const std::string& name, const std::string& value) {
    const auto parsed = parseBounds(name + "=" + value);
    if (!parsed) return parsed.diagnostics().front();
    for (const Layer& layer : spec.layers)
        if (layer.workload.findDimension(name) < 0)
            return error("layer '" + layer.workload.name() + "' has no dimension '" + name + "'");
    return std::nullopt;
}

std::optional<Diagnostic> valueProblem(const SweepSpec& spec, const SweepAxis& axis, const std::string& value) {
    if (axis.path.starts_with(kBoundsPrefix)) return boundProblem(spec, axis.path.substr(kBoundsPrefix.size()), value);
    const auto design = withSetting(spec.base, axis.path, value);
    return design ? std::nullopt : std::optional(design.diagnostics().front());
}

bool pathIsWrong(const std::vector<SweepProblem>& problems, int axis) {
    return std::any_of(problems.begin(), problems.end(),
                       [axis](const SweepProblem& problem) { return problem.axis == axis && problem.value < 0; });
}

}  // namespace

std::vector<SweepProblem> structureProblems(const SweepSpec& spec) {
    std::vector<SweepProblem> problems;
    checkAxes(spec, problems);
    const auto add = [&](const char* key, const std::string& message, const char* hint = "") {
        problems.push_back({-1, -1, atKey(key, error(message, hint))});
    };
    if (spec.mapspaces.empty()) add("mapspaces", "a sweep needs at least one mapspace");
    if (hasDuplicates(spec.mapspaces)) add("mapspaces", "a mapspace is named twice");
    if (spec.layers.empty()) add("network", "a sweep needs a network or a workload");
    if (spec.search.threads < 1) add("", "a sweep needs at least 1 thread");
    if (pointCount(spec) > kMaxSweepPoints)
        add("axes", "the grid has more than " + std::to_string(kMaxSweepPoints) + " points",
            "leave out values, axes or mapspaces");
    return problems;
}

std::vector<SweepProblem> sweepProblems(const SweepSpec& spec) {
    std::vector<SweepProblem> problems = structureProblems(spec);
    for (std::size_t i = 0; i < spec.axes.size(); ++i) {
        const int axis = static_cast<int>(i);
        if (pathIsWrong(problems, axis)) continue;
        for (std::size_t v = 0; v < spec.axes[i].values.size(); ++v)
            if (auto problem = valueProblem(spec, spec.axes[i], spec.axes[i].values[v]))
                problems.push_back({axis, static_cast<int>(v), *std::move(problem)});
    }
    const SearchOptions& search = spec.search;
    if (!endsByItself(search.algorithm) && !search.maxEvaluations && !search.maxSeconds)
        problems.push_back({-1, -1,
                            error("a search that finds nothing valid would never end",
                                  "limit the mappings or the seconds of each search")});
    return problems;
}

Diagnostics checkSweep(const SweepSpec& spec) {
    Diagnostics diagnostics;
    for (SweepProblem& problem : structureProblems(spec)) diagnostics.push_back(std::move(problem.diagnostic));
    return diagnostics;
}

}  // namespace lapidary
