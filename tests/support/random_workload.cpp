// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

namespace lapidary::testing {
namespace {

/// A draft of a workload: bounds are drawn last, so that the number of MACs stays small.
struct Draft {
    std::vector<Dimension> dimensions;
    std::vector<Tensor> tensors;
};

std::vector<Dimension> named(const std::string& letters) {
    std::vector<Dimension> dimensions;
    for (const char letter : letters) dimensions.push_back({std::string(1, letter), {}, 1});
    return dimensions;
}

Rank plain(int dimension) { return {.terms = {{dimension, 1}}}; }

Tensor tensor(std::string name, std::string role, std::vector<Rank> ranks) {
    const bool isOutput = role == "output";
    return {.name = std::move(name), .role = std::move(role), .isOutput = isOutput, .ranks = std::move(ranks)};
}

Draft gemmDraft() {
    return {named("mnk"),
            {tensor("A", "weight", {plain(0), plain(2)}), tensor("B", "input", {plain(2), plain(1)}),
             tensor("Z", "output", {plain(0), plain(1)})}};
}

Draft mttkrpDraft() {
    return {named("ijkl"),
            {tensor("A", "weight", {plain(0), plain(2), plain(3)}), tensor("B", "input", {plain(2), plain(1)}),
             tensor("C", "C", {plain(3), plain(1)}), tensor("O", "output", {plain(0), plain(1)})}};
}

Draft oneTensorDraft() { return {named("d"), {tensor("A", "input", {plain(0)})}}; }

/// stride * p + dilation * r
Rank window(Rng& rng, int p, int r) { return {.terms = {{p, between(rng, 1, 3)}, {r, between(rng, 1, 3)}}}; }

Draft conv1dDraft(Rng& rng) {
    return {named("MCPR"),
            {tensor("W", "weight", {plain(0), plain(1), plain(3)}), tensor("I", "input", {plain(1), window(rng, 2, 3)}),
             tensor("O", "output", {plain(0), plain(2)})}};
}

Draft conv2dDraft(Rng& rng) {
    return {named("NMCPQRS"),
            {tensor("W", "weight", {plain(1), plain(2), plain(5), plain(6)}),
             tensor("I", "input", {plain(0), plain(2), window(rng, 3, 5), window(rng, 4, 6)}),
             tensor("O", "output", {plain(0), plain(1), plain(3), plain(4)})}};
}

Draft depthwiseDraft(Rng& rng) {
    return {named("GPQRS"),
            {tensor("W", "weight", {plain(0), plain(3), plain(4)}),
             tensor("I", "input", {plain(0), window(rng, 1, 3), window(rng, 2, 4)}),
             tensor("O", "output", {plain(0), plain(1), plain(2)})}};
}

/// Ranks over a random choice of dimensions, each at most once. Scalars happen.
std::vector<Rank> randomRanks(Rng& rng, int dimensionCount, bool windows, bool threeTerms) {
    std::vector<int> chosen;
    for (int d = 0; d < dimensionCount; ++d)
        if (chance(rng, 55)) chosen.insert(chosen.begin() + between(rng, 0, static_cast<int>(chosen.size())), d);
    std::vector<Rank> ranks;
    while (!chosen.empty()) {
        std::size_t terms = 1;
        if (windows && chance(rng, 40)) terms = threeTerms && chance(rng, 30) ? 3 : 2;
        Rank rank;
        for (; terms > 0 && !chosen.empty(); --terms) {
            rank.terms.push_back({chosen.back(), windows ? between(rng, 1, 3) : 1});
            chosen.pop_back();
        }
        if (windows && chance(rng, 15)) rank.constant = between(rng, 1, 3);
        ranks.push_back(std::move(rank));
    }
    return ranks;
}

Draft randomEinsumDraft(Rng& rng, const RandomOptions& options) {
    Draft draft{named(std::string("abcde").substr(0, static_cast<std::size_t>(between(rng, 2, 5)))), {}};
    const int dimensions = static_cast<int>(draft.dimensions.size());
    const int inputs = static_cast<int>(between(rng, 1, 3));
    for (int i = 0; i < inputs; ++i) {
        const char* roles[] = {"weight", "input", "U"};
        const char* names[] = {"S", "T", "U"};
        draft.tensors.push_back(
            tensor(names[i], roles[i], randomRanks(rng, dimensions, options.windows, options.threeTerms)));
    }
    const int outputs = options.manyOutputs && inputs < 3 && chance(rng, 15) ? 2 : 1;
    for (int i = 0; i < outputs; ++i)
        draft.tensors.push_back(tensor(i == 0 ? "Y" : "Z", "output", randomRanks(rng, dimensions, false, false)));
    for (int d = 0; d < dimensions; ++d) {
        const bool used =
            std::any_of(draft.tensors.begin(), draft.tensors.end(), [&](const Tensor& t) { return t.uses(d); });
        if (!used) draft.tensors.front().ranks.push_back(plain(d));
    }
    shuffle(rng, draft.tensors);
    return draft;
}

Draft randomDraft(Rng& rng, const RandomOptions& options) {
    const std::uint64_t kind = rng.below(options.windows ? 8 : 4);
    switch (kind) {
    case 0: return gemmDraft();
    case 1: return mttkrpDraft();
    case 2: return chance(rng, 30) ? oneTensorDraft() : randomEinsumDraft(rng, options);
    case 4: return conv1dDraft(rng);
    case 5: return conv2dDraft(rng);
    case 6: return depthwiseDraft(rng);
    default: return randomEinsumDraft(rng, options);
    }
}

/// Raises random bounds while their product stays below a random limit.
void drawBounds(Rng& rng, std::vector<Dimension>& dimensions, std::int64_t maxMacs) {
    const std::int64_t limit = between(rng, 1, maxMacs);
    std::int64_t product = 1;
    for (std::size_t tries = 3 * dimensions.size(); tries > 0; --tries) {
        Dimension& dimension = dimensions[rng.below(dimensions.size())];
        const std::int64_t others = product / dimension.bound;
        const std::int64_t bound = between(rng, 1, chance(rng, 20) ? 40 : 9);
        if (others * bound > limit) continue;
        dimension.bound = bound;
        product = others * bound;
    }
}

/// Zeros before and behind the data of windowed ranks, as far as some data remain.
void drawPadding(Rng& rng, Draft& draft) {
    for (Tensor& tensor : draft.tensors)
        for (Rank& rank : tensor.ranks) {
            if (rank.terms.size() < 2 || chance(rng, 50)) continue;
            std::int64_t extent = rank.constant + 1;
            for (const Term& term : rank.terms)
                extent += term.coefficient * (draft.dimensions[static_cast<std::size_t>(term.dimension)].bound - 1);
            rank.paddingBefore = between(rng, 0, std::min<std::int64_t>(2, extent - 1));
            rank.dataExtent = std::max<std::int64_t>(1, extent - rank.paddingBefore - between(rng, 0, 2));
        }
}

}  // namespace

Workload randomWorkload(Rng& rng, const RandomOptions& options) {
    Draft draft = randomDraft(rng, options);
    drawBounds(rng, draft.dimensions, options.maxMacs);
    if (options.padding) drawPadding(rng, draft);
    for (Tensor& tensor : draft.tensors)
        if (chance(rng, 25)) tensor.wordBits = static_cast<int>(8 * between(rng, 1, 4));
    auto workload = Workload::make("random", std::move(draft.dimensions), std::move(draft.tensors));
    if (!workload) {
        std::cerr << "random workload refused: " << workload.errorText() << '\n';
        std::abort();
    }
    return *std::move(workload);
}

}  // namespace lapidary::testing
