// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The band over seeds, against a calculation by hand.
#include <QtTest>

#include "core/explore/seed_band.h"

using namespace lapidary;

class ExploreSeedBandTest : public QObject {
    Q_OBJECT

private slots:
    /// A: 16 from 1, 4 from 10. B: 9 from 2, 1 from 20. Both have something from 2 on:
    /// at 2: 16, 9, arithmetic 12.5, geometric sqrt(144) = 12; at 10: 4, 9: 6.5, 6; at 20: 4, 1: 2.5, 2.
    void twoSeedsByHand() {
        const std::vector<BestSoFar> searches{{{1, 10}, {16, 4}, 30, true}, {{2, 20}, {9, 1}, 25, true}};
        const SeedBand plain = seedBand(searches, false);
        QCOMPARE(plain.seeds, std::size_t{2});
        QCOMPARE(plain.x, (std::vector<double>{2, 10, 20}));
        QCOMPARE(plain.least, (std::vector<double>{9, 4, 1}));
        QCOMPARE(plain.most, (std::vector<double>{16, 9, 4}));
        QCOMPARE(plain.mean, (std::vector<double>{12.5, 6.5, 2.5}));
        QCOMPARE(plain.end, 30.0);
        const SeedBand logs = seedBand(searches, true);
        const std::vector<double> expected{12, 6, 2};
        QCOMPARE(logs.mean.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) QCOMPARE(logs.mean[i], expected[i]);
        QCOMPARE(logs.least, plain.least);
    }

    /// B is at 15 and still runs: what it will have at 20 is not known.
    void endsWhereARunningSearchIs() {
        const SeedBand band = seedBand({{{1, 10, 20}, {8, 4, 2}, 30, true}, {{2}, {6}, 15, false}}, false);
        QCOMPARE(band.x, (std::vector<double>{2, 10}));
        QCOMPARE(band.mean, (std::vector<double>{7, 5}));
        QCOMPARE(band.end, 15.0);
    }

    void equalPlacesCountOnceAndOneSearchIsItself() {
        const SeedBand band = seedBand({{{1, 5}, {3, 2}, 9, true}, {{1, 5}, {3, 2}, 9, true}}, true);
        QCOMPARE(band.x, (std::vector<double>{1, 5}));
        QCOMPARE(band.least, band.most);
        QCOMPARE(band.mean, band.most);
        QCOMPARE(seedBand({{{1, 5}, {3, 2}, 9, true}}, false).mean, (std::vector<double>{3, 2}));
    }

    void searchesWithoutAFindAreLeftOut() {
        QCOMPARE(seedBand({}, true).seeds, std::size_t{0});
        const SeedBand band = seedBand({{{}, {}, 100, true}, {{4}, {7}, 50, true}}, true);
        QCOMPARE(band.seeds, std::size_t{1});
        QCOMPARE(band.mean, (std::vector<double>{7}));
        QCOMPARE(band.end, 50.0);
    }
};

QTEST_APPLESS_MAIN(ExploreSeedBandTest)
#include "explore_seed_band_test.moc"
