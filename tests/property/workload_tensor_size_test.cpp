// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
#include <QtTest>

#include <set>

#include "core/workload/rank_set.h"
#include "core/workload/workload.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using lapidary::testing::between;

namespace {

/// Up to five dimensions of bound 1..6 spread over up to three ranks of one tensor; up to `maxTerms` terms in each.
Workload randomWorkload(Rng& rng, std::size_t maxTerms) {
    std::vector<Dimension> dimensions;
    const auto count = between(rng, 1, 5);
    for (std::int64_t d = 0; d < count; ++d) dimensions.push_back({"d" + std::to_string(d), "", between(rng, 1, 6)});
    Tensor tensor;
    tensor.name = tensor.role = "A";
    for (int d = 0; d < static_cast<int>(count); ++d) {
        const bool sameRank = !tensor.ranks.empty() && tensor.ranks.back().terms.size() < maxTerms && rng.below(2) == 0;
        if (!sameRank) tensor.ranks.push_back({{}, between(rng, 0, 3), 0, 0});
        tensor.ranks.back().terms.push_back({d, between(rng, 1, 7)});
    }
    auto workload = Workload::make("random", std::move(dimensions), {std::move(tensor)});
    return *workload;
}

std::vector<std::int64_t> boundsOf(const Workload& workload) {
    std::vector<std::int64_t> bounds;
    for (const auto& dimension : workload.dimensions()) bounds.push_back(dimension.bound);
    return bounds;
}

/// Calls visit with every point of the box.
template <class Visit>
void forEachPoint(const std::vector<std::int64_t>& bounds, Visit visit) {
    std::vector<std::int64_t> point(bounds.size());
    while (true) {
        visit(point);
        std::size_t d = 0;
        for (; d < bounds.size() && ++point[d] == bounds[d]; ++d) point[d] = 0;
        if (d == bounds.size()) return;
    }
}

std::int64_t position(const Rank& rank, const std::vector<std::int64_t>& point) {
    std::int64_t sum = rank.constant;
    for (const auto& term : rank.terms) sum += term.coefficient * point[static_cast<std::size_t>(term.dimension)];
    return sum;
}

}  // namespace

class WorkloadTensorSizeTest : public QObject {
    Q_OBJECT
private slots:
    void sizeIsTheNumberOfDistinctElements() {
        Rng rng(20260701);
        for (int i = 0; i < lapidary::testing::cases(1000); ++i) {
            const Workload workload = randomWorkload(rng, 2);
            std::set<std::vector<std::int64_t>> elements;
            forEachPoint(boundsOf(workload), [&](const auto& point) {
                std::vector<std::int64_t> element;
                for (const auto& rank : workload.tensors()[0].ranks) element.push_back(position(rank, point));
                elements.insert(std::move(element));
            });
            QVERIFY2(workload.tensorSize(0) == static_cast<std::int64_t>(elements.size()), workload.einsum().c_str());
        }
    }
    void ranksOfThreeMovingTermsCountTheirBox() {
        Rng rng(7);
        for (int i = 0; i < lapidary::testing::cases(300); ++i) {
            const Workload workload = randomWorkload(rng, 5);
            const auto bounds = boundsOf(workload);
            for (const auto& rank : workload.tensors()[0].ranks) {
                std::set<std::int64_t> positions;
                forEachPoint(bounds, [&](const auto& point) { positions.insert(position(rank, point)); });
                const auto moving = std::ranges::count_if(
                    rank.terms, [&](const Term& t) { return bounds[static_cast<std::size_t>(t.dimension)] > 1; });
                const std::int64_t box = *positions.rbegin() - *positions.begin() + 1;
                QCOMPARE(rankBoxSize(rank, bounds), box);
                QCOMPARE(rankSetSize(rank, bounds), moving > 2 ? box : static_cast<std::int64_t>(positions.size()));
            }
        }
    }
};

QTEST_APPLESS_MAIN(WorkloadTensorSizeTest)
#include "workload_tensor_size_test.moc"
