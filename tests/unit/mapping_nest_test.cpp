// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One nest, all its derived numbers by hand (see kSmallNest).

#include <QtTest>

#include "core/mapping/nest.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

template <class Get>
auto column(const std::vector<NestLine>& lines, Get get) {
    std::vector<std::decay_t<decltype(get(lines.front()))>> values;
    for (const NestLine& line : lines) values.push_back(get(line));
    return values;
}

std::vector<std::int64_t> words(const NestLine& line) {
    std::vector<std::int64_t> result;
    for (const StoredTile& tile : line.tiles) result.push_back(tile.words);
    return result;
}

}  // namespace

class MappingNestTest : public QObject {
    Q_OBJECT
    TargetPtr m_target = smallTarget();
    Mapping m_mapping = read(*m_target, kSmallNest);

private slots:
    void loopsBelongToTheLastStoreAboveThem() {
        QCOMPARE(ownerLevels(m_mapping), (std::vector<int>{0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2}));
    }
    void storesKnowTheirParent() {
        QCOMPARE(storesOf(m_mapping, 0), (std::vector<StorePlace>{{0, 0, -1}, {7, 2, 0}}));
        QCOMPARE(storesOf(m_mapping, 1), (std::vector<StorePlace>{{0, 0, -1}, {2, 1, 0}, {7, 2, 2}}));
    }
    void extentsInsideTheGlobalBuffer() {  // Q = 7 = 4 + 3 is whole there; M is halved
        const Extents largest = largestExtents(m_mapping, 2);
        const auto of = [&](const Extents& extents, const char* name) {
            return extents[static_cast<std::size_t>(m_target->workload.findDimension(name))];
        };
        QCOMPARE(of(largest, "M"), std::int64_t{2});
        QCOMPARE(of(largest, "Q"), std::int64_t{7});
        QCOMPARE(of(largestExtents(m_mapping, 5), "Q"), std::int64_t{4});  // inside the loop over 2 tiles of Q
        QCOMPARE(of(lastExtents(m_mapping, 5), "Q"), std::int64_t{3});
    }
    void tripsRespectTails() {  // 2, then * 5 for P, * 2 and 7 for Q, * 3 for S, * 2 for M, C, * 3 for R
        const auto lines = describeNest(m_mapping, *m_target);
        QCOMPARE(column(lines, [](const NestLine& line) { return line.trips; }),
                 (std::vector<std::int64_t>{1, 2, 2, 10, 20, 70, 210, 210, 420, 840, 2520}));
        QCOMPARE(column(lines, [](const NestLine& line) { return line.lanes; }),
                 (std::vector<std::int64_t>{1, 1, 1, 1, 1, 4, 12, 12, 12, 12, 12}));
        QCOMPARE(column(lines, [](const NestLine& line) { return line.depth; }),
                 (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    }
    void loopsNameTheTensorsTheyIndex() {
        const auto lines = describeNest(m_mapping, *m_target);
        QCOMPARE(lines[1].indexed, 0b101u);  // M: W and O
        QCOMPARE(lines[3].indexed, 0b110u);  // P: I and O
        QCOMPARE(lines[6].indexed, 0b011u);  // S: W and I
        QCOMPARE(lines[0].indexed, 0u);
    }
    void storesTellTilesAndRoom() {
        const auto lines = describeNest(m_mapping, *m_target);
        QCOMPARE(words(lines[0]), (std::vector<std::int64_t>{4 * 2 * 3 * 3, 2 * 7 * 9, 4 * 5 * 7}));
        QCOMPARE(words(lines[2]), (std::vector<std::int64_t>{2 * 7 * 9, 2 * 5 * 7}));
        QCOMPARE(lines[2].bypassed, 0b001u);
        QCOMPARE(lines[2].tiles[0].capacityWords, std::int64_t{512});
        QCOMPARE(lines[2].parts.size(), std::size_t{1});
        QCOMPARE(lines[2].parts[0].usedBits, std::int64_t{(126 + 70) * 16});
        QCOMPARE(lines[2].parts[0].share(), 196.0 / 512.0);
        QCOMPARE(words(lines[7]), (std::vector<std::int64_t>{2 * 2 * 3, 2 * 3, 2}));
        QCOMPARE(column(lines, [](const NestLine& line) { return line.parts.size(); })[7], std::size_t{3});
        QCOMPARE(lines[7].parts[0].share(), 12.0 / 24.0);
        QCOMPARE(lines[0].tiles[0].capacityWords, std::int64_t{-1});
        QCOMPARE(lines[0].parts[0].share(), 0.0);
    }
    void storesOfOneLevelShareItsMemory() {
        const Mapping uneven = read(*m_target,
                                    "DRAM [W I O]\nGLB [I]\nfor M in 0..4\nGLB [O]\nfor C in 0..2\nfor P in 0..5\n"
                                    "for Q in 0..7\nspad [W I O]\nfor R in 0..3\nfor S in 0..3");
        const auto lines = describeNest(uneven, *m_target);
        QCOMPARE(words(lines[1]), std::vector<std::int64_t>{126});
        QCOMPARE(words(lines[3]), std::vector<std::int64_t>{35});
        QCOMPARE(lines[1].parts[0].usedBits, std::int64_t{(126 + 35) * 16});
        QCOMPARE(lines[3].parts[0].usedBits, std::int64_t{(126 + 35) * 16});
        QCOMPARE(lines[3].bypassed, 0b001u);
    }
    void aTileIsTheLastOneIfThereIsNoOther() {  // Q = 7 runs once through a loop of 9 whose tail is 7
        const Mapping mapping =
            read(*m_target,
                 "DRAM [W I O]\nfor Q in 0..9 (last 7)\nfor M in 0..4\nfor C in 0..2\nfor P in 0..5\n"
                 "for R in 0..3\nfor S in 0..3");
        QCOMPARE(words(describeNest(mapping, *m_target)[0]), (std::vector<std::int64_t>{72, 126, 140}));
    }
    void stridesLeaveGapsInTilesButNotInBoxes() {  // I[2p + r], p < 3, r < 1: 0 2 4
        const Tensor tensor{.name = "I", .role = "input", .ranks = {{.terms = {{0, 2}, {1, 1}}}}};
        Extents extents{};
        extents.fill(1);
        extents[0] = 3;
        QCOMPARE(tileWords(tensor, extents), std::int64_t{3});
        QCOMPARE(boxWords(tensor, extents), std::int64_t{5});
    }
};

QTEST_APPLESS_MAIN(MappingNestTest)
#include "mapping_nest_test.moc"
