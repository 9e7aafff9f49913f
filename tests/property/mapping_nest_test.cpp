// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Trips, tiles and coverage of whole nests against literal execution.

#include <QtTest>

#include <map>
#include <set>

#include "core/mapping/nest.h"
#include "tests/support/cases.h"
#include "tests/support/nest_walk.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

RandomProblem draw(std::uint64_t seed, int number) {
    Rng rng(seed, static_cast<std::uint64_t>(number));
    RandomOptions options;
    options.maxMacs = 400;
    options.threeTerms = true;
    options.plainLoops = number % 2 == 0;
    return randomProblem(rng, options);
}

using Element = std::vector<std::int64_t>;

Element elementAt(const Tensor& tensor, const Point& point) {
    Element element;
    for (const Rank& rank : tensor.ranks) {
        std::int64_t position = rank.constant;
        for (const Term& term : rank.terms)
            position += term.coefficient * point[static_cast<std::size_t>(term.dimension)];
        element.push_back(position);
    }
    return element;
}

std::int64_t boxOf(const std::set<Element>& elements) {
    std::int64_t words = 1;
    for (std::size_t rank = 0; rank < elements.begin()->size(); ++rank) {
        const auto less = [rank](const Element& a, const Element& b) { return a[rank] < b[rank]; };
        const auto [low, high] = std::minmax_element(elements.begin(), elements.end(), less);
        words *= (*high)[rank] - (*low)[rank] + 1;
    }
    return words;
}

bool hasLongRank(const Tensor& tensor) {
    return std::any_of(tensor.ranks.begin(), tensor.ranks.end(),
                       [](const Rank& rank) { return rank.terms.size() > 2; });
}

/// The elements that each tile of each Store is seen to hold.
struct WatchedTiles {
    std::map<std::pair<std::size_t, int>, std::set<Element>> current;  // by node and tensor
    std::map<std::pair<std::size_t, int>, std::int64_t> mostWords, largestBox;

    void close(const std::pair<std::size_t, int>& key) {
        std::set<Element>& elements = current[key];
        if (elements.empty()) return;
        mostWords[key] = std::max(mostWords[key], static_cast<std::int64_t>(elements.size()));
        largestBox[key] = std::max(largestBox[key], boxOf(elements));
        elements.clear();
    }
};

WatchedTiles watch(const Mapping& mapping, const Workload& workload) {
    WatchedTiles watched;
    const auto forTensors = [&](std::size_t node, const auto& visit) {
        for (int t = 0; t < workload.tensorCount(); ++t)
            if (!mapping.nodes[node].isLoop() && (mapping.nodes[node].tensors >> t & 1)) visit(std::pair{node, t});
    };
    NestWalk walk(mapping.nodes);
    walk.onNode = [&](std::size_t node) { forTensors(node, [&](const auto& key) { watched.close(key); }); };
    walk.onCompute = [&](const Point& point) {
        for (std::size_t node = 0; node < mapping.nodes.size(); ++node)
            forTensors(node, [&](const auto& key) {
                watched.current[key].insert(elementAt(workload.tensors()[static_cast<std::size_t>(key.second)], point));
            });
    };
    walk.run();
    for (std::size_t node = 0; node < mapping.nodes.size(); ++node)
        forTensors(node, [&](const auto& key) { watched.close(key); });
    return watched;
}

}  // namespace

class MappingNestPropertyTest : public QObject {
    Q_OBJECT
private slots:
    void everyComputeRunsExactlyOnce() {
        for (int i = 0; i < cases(1000, 10000); ++i) {
            const auto [target, mapping] = draw(1, i);
            std::set<Point> points;
            std::int64_t computes = 0;
            NestWalk walk(mapping.nodes);
            walk.onCompute = [&](const Point& point) {
                ++computes;
                points.insert(point);
            };
            walk.run();
            QCOMPARE(computes, target->workload.macs());
            QCOMPARE(static_cast<std::int64_t>(points.size()), target->workload.macs());
            QCOMPARE(settingsOutside(mapping, static_cast<int>(mapping.nodes.size())), target->workload.macs());
        }
    }
    void linesAreReachedAsOftenAsTold() {
        for (int i = 0; i < cases(1000, 10000); ++i) {
            const auto [target, mapping] = draw(2, i);
            std::vector<std::int64_t> reached(mapping.nodes.size() + 1, 0);
            NestWalk walk(mapping.nodes);
            walk.onNode = [&](std::size_t node) { ++reached[node]; };
            walk.onCompute = [&](const Point&) { ++reached.back(); };
            walk.run();
            for (const NestLine& line : describeNest(mapping, *target)) {
                QCOMPARE(settingsOutside(mapping, line.node), reached[static_cast<std::size_t>(line.node)]);
                QCOMPARE(line.trips, reached[static_cast<std::size_t>(line.node) + 1]);
            }
        }
    }
    void largestTilesAreThoseSeen() {
        for (int i = 0; i < cases(500, 5000); ++i) {
            const auto [target, mapping] = draw(3, i);
            WatchedTiles watched = watch(mapping, target->workload);
            for (const NestLine& line : describeNest(mapping, *target))
                for (const StoredTile& tile : line.tiles) {
                    const std::pair key{static_cast<std::size_t>(line.node), tile.tensor};
                    QCOMPARE(tile.boxWords, watched.largestBox[key]);
                    if (!hasLongRank(target->workload.tensors()[static_cast<std::size_t>(tile.tensor)]))
                        QCOMPARE(tile.words, watched.mostWords[key]);
                }
        }
    }
};

QTEST_APPLESS_MAIN(MappingNestPropertyTest)
#include "mapping_nest_test.moc"
