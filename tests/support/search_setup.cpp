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

const std::vector<std::pair<const char*, SearchProblem>>& largeSearchProblems() {
    static const std::vector<std::pair<const char*, SearchProblem>> problems{
        {"conv",
         {"simba-like-16",
          "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]",
          "n=12,m=5040,c=5040,p=720,q=720,r=12,s=12",
          Factorization::rubyS,
          {},
          {}}},
        {"conv-ruby",
         {"eyeriss-like",
          "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]",
          "n=64,m=4096,c=4096,p=224,q=224,r=11,s=11",
          Factorization::ruby,
          {},
          {}}},
        {"gemm",
         {"three-level-array",
          "Z[m,n] += A[m,k] * B[k,n]",
          "m=720720,n=720720,k=720720",
          Factorization::rubyS,
          {},
          {}}},
        {"four-tensors",
         {"sunstone-conventional",
          "Z[i,l,m] += A[i,j,k] * B[j,l] * C[k,m]",
          "i=5040,j=5040,k=5040,l=720,m=720",
          Factorization::perfect,
          {},
          {}}},
    };
    return problems;
}

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

const std::vector<SearchProblem>& smallSearchProblems() {
    static const std::string gemm = "Z[m,n] += A[m,k] * B[k,n]";
    static const std::vector<SearchProblem> problems{
        {"toy-6", gemm, "m=4,n=3,k=4", Factorization::perfect, {}},
        {"toy-6", gemm, "m=4,n=6,k=4", Factorization::perfect, {{"GLB.capacity", "20"}}},
        {"toy-6", gemm, "m=5,n=3,k=3", Factorization::rubyS, {}},
        {"toy-6", gemm, "m=5,n=2,k=4", Factorization::ruby, {{"GLB.capacity", "16"}}},
        {"toy-linear", gemm, "m=5,n=3,k=2", Factorization::rubyT, {{"PE.fanout", "3x2"}}},
        {"toy-linear", gemm, "m=5,n=3,k=2", Factorization::padded, {{"PE.fanout", "2x2"}}},
        {"toy-linear", "O[p] += W[r] * I[p+r]", "p=12,r=3", Factorization::rubyS, {{"PE.fanout", "5x1"}}},
        {"toy-6", "O[p,m] += W[r,m] * I[2p+r]", "p=5,r=3,m=4", Factorization::rubyS, {}},
    };
    return problems;
}

}  // namespace lapidary::testing
