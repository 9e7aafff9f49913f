// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/search_setup.h"

#include <cstdio>
#include <cstdlib>

#include "core/io/presets.h"
#include "core/workload/einsum.h"

namespace lapidary::testing {

namespace {

template <class T>
T orEnd(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s\n", result.errorText().c_str());
    std::exit(EXIT_FAILURE);
}

}  // namespace

SearchSetup searchSetup(const SearchProblem& problem) {
    auto workload = orEnd(parseEinsum(problem.einsum, orEnd(parseBounds(problem.bounds)), {}));
    auto design = orEnd(loadArchitecture(problem.design));
    for (const auto& [path, value] : problem.settings) design = orEnd(withSetting(design, path, value));
    const TargetPtr target = orEnd(Target::make(std::move(workload), std::move(design)));
    return {orEnd(Mapspace::make(target, {problem.factorization, problem.constraints})),
            orEnd(Evaluator::make(target))};
}

Json withoutRun(const Json& output) {
    Json rest = Json::object();
    for (const Json::Member& member : output.members())
        if (member.name != "run") rest.set(member.name, member.value);
    return rest;
}

}  // namespace lapidary::testing
