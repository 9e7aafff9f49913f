// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <new>

#include "core/base/rng.h"
#include "core/search/cloud.h"
#include "core/search/search.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {
std::atomic<std::int64_t> allocations{0};
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

struct Figures {
    double energy;
    std::int64_t cycles;
};
using Plain = std::map<std::pair<int, int>, std::int64_t>;  ///< by cycles, then energy, as Cloud::cells

int plainCell(double figure, int perOctave) { return static_cast<int>(std::floor(std::log2(figure) * perOctave)); }

Plain plainCount(const std::vector<Figures>& all, int energyPerOctave, int cyclesPerOctave) {
    Plain counts;
    for (const Figures& f : all)
        ++counts[{plainCell(static_cast<double>(f.cycles), cyclesPerOctave), plainCell(f.energy, energyPerOctave)}];
    return counts;
}

Plain plain(const Cloud& cloud) {
    Plain counts;
    for (const CloudCell& cell : cloud.cells) counts[{cell.cycles, cell.energy}] = cell.count;
    return counts;
}

/// As clouds of mappings are: energies within some octaves, cycles on a grid of products, some far off.
std::vector<Figures> randomFigures(Rng& rng, int count) {
    std::vector<Figures> all;
    for (int i = 0; i < count; ++i) {
        const double spread = static_cast<double>(rng.below(1'000'000)) / 1e6;
        const auto cycles = static_cast<std::int64_t>((rng.below(400) + 1) * (rng.below(30) + 1) * 1000);
        all.push_back({4e8 * std::exp2(5 * spread) + static_cast<double>(rng.below(1000)), cycles});
        if (rng.below(1000) == 0) all.back().energy *= 1e5;
    }
    return all;
}

CloudCounter counted(const std::vector<Figures>& all) {
    CloudCounter counter;
    for (const Figures& f : all) counter.add(f.energy, f.cycles);
    return counter;
}

SearchResult searched(const SearchSetup& setup, int threads, Algorithm algorithm) {
    SearchOptions options;
    options.algorithm = algorithm;
    options.threads = threads;
    options.cloud = true;
    if (algorithm == Algorithm::random) options.maxEvaluations = 60'000;
    Job job;
    return *search(setup.mapspace, setup.evaluator, options, job);
}

}  // namespace

class SearchCloudTest : public QObject {
    Q_OBJECT
private slots:
    void cellsLieBetweenTheirEdges() {
        QCOMPARE(cloudCell(1, 256), 0);
        QCOMPARE(cloudCell(8, 256), 3 * 256);
        QCOMPARE(cloudCell(0.25, 4), -8);
        QCOMPARE(cloudEdge(512, 256), 4.0);
        Rng rng(5);
        for (int i = 0; i < 100'000; ++i) {
            const double figure = std::exp2(-20 + 80 * static_cast<double>(rng.below(1'000'000)) / 1e6);
            const int perOctave = 1 << rng.below(9);
            const int cell = cloudCell(figure, perOctave);
            QVERIFY2(cloudEdge(cell, perOctave) <= figure * (1 + 1e-15) && figure < cloudEdge(cell + 1, perOctave),
                     qPrintable(QStringLiteral("%1 at %2 per octave").arg(figure, 0, 'g', 17).arg(perOctave)));
        }
    }

    void countsAreThoseOfAPlainCount_data() {
        QTest::addColumn<int>("mappings");
        for (const int mappings : {1, 700, 20'000, 300'000}) QTest::addRow("%d", mappings) << mappings;
    }
    void countsAreThoseOfAPlainCount() {
        QFETCH(int, mappings);
        Rng rng(6);
        const auto all = randomFigures(rng, mappings);
        const Cloud cloud = counted(all).cloud();
        QCOMPARE(plain(cloud), plainCount(all, cloud.energyPerOctave, cloud.cyclesPerOctave));
        QCOMPARE(cloud.total(), std::int64_t{mappings});
        QVERIFY(cloud.cells.size() <= CloudCounter::kMostCells);
    }

    void cellsAreTheFinestThatFit() {
        Rng rng(7);
        const auto all = randomFigures(rng, 200'000);
        const Cloud cloud = counted(all).cloud();
        QVERIFY(cloud.energyPerOctave < CloudCounter::kFinest);
        const bool energyWidenedLast = cloud.energyPerOctave == cloud.cyclesPerOctave;
        const auto finer = plainCount(all, cloud.energyPerOctave * (energyWidenedLast ? 2 : 1),
                                      cloud.cyclesPerOctave * (energyWidenedLast ? 1 : 2));
        QVERIFY2(finer.size() > CloudCounter::kMostCells, qPrintable(QString::number(finer.size())));
    }

    void neitherOrderNorSplitIsSeen() {
        Rng rng(8);
        for (int round = 0; round < 6; ++round) {
            auto all = randomFigures(rng, 40'000);
            const Cloud whole = counted(all).cloud();
            std::vector<CloudCounter> parts(5);
            for (const Figures& f : all) parts[rng.below(5)].add(f.energy, f.cycles);
            CloudCounter forwards, backwards;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                forwards.merge(parts[i]);
                backwards.merge(parts[parts.size() - 1 - i]);
            }
            QCOMPARE(forwards.cloud(), whole);
            QCOMPARE(backwards.cloud(), whole);
            std::reverse(all.begin(), all.end());
            QCOMPARE(counted(all).cloud(), whole);
        }
    }

    void sumsAreAtTheCoarserResolution() {
        Rng rng(9);
        const auto few = randomFigures(rng, 500);
        auto all = randomFigures(rng, 100'000);
        const Cloud fine = counted(few).cloud(), coarse = counted(all).cloud();
        QVERIFY(coarse.energyPerOctave < fine.energyPerOctave);
        const Cloud nothing;
        const std::vector<const Cloud*> both{&fine, &nothing, &coarse};
        const Cloud sum = sumOf(both);
        all.insert(all.end(), few.begin(), few.end());
        QCOMPARE(plain(sum), plainCount(all, coarse.energyPerOctave, coarse.cyclesPerOctave));
        QVERIFY(sumOf({}).empty());
    }

    void unknownEnergiesHaveNoPlace() {
        CloudCounter counter;
        counter.add(0, 12);
        QVERIFY(counter.cloud().empty());
    }

    void addingAllocatesNothing() {
        Rng rng(10);
        const auto all = randomFigures(rng, 100'000);
        CloudCounter counter;
        const std::int64_t before = allocations;
        for (const Figures& f : all) counter.add(f.energy, f.cycles);
        QCOMPARE(allocations - before, std::int64_t{0});
        QVERIFY(counter.cloud().energyPerOctave < CloudCounter::kFinest);  // it was widened on the way
    }

    void searchesCountEveryValidMapping_data() {
        QTest::addColumn<Algorithm>("algorithm");
        QTest::newRow("exhaustive") << Algorithm::exhaustive;
        QTest::newRow("random") << Algorithm::random;
    }
    void searchesCountEveryValidMapping() {
        QFETCH(Algorithm, algorithm);
        const auto setup = searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=7,n=6,k=4", Factorization::rubyS});
        const SearchResult result = searched(setup, 1, algorithm);
        QVERIFY(result.cloud);
        QCOMPARE(result.cloud->total(), result.counters.valid);
        for (const int threads : {2, 8}) QCOMPARE(*searched(setup, threads, algorithm).cloud, *result.cloud);
        if (algorithm == Algorithm::random) return;

        std::vector<Figures> all;
        const auto scratch = setup.evaluator.makeScratch();
        setup.mapspace.enumerateDistinct([&](const Mapping& mapping) {
            const Score score = setup.evaluator.score(mapping, *scratch);
            if (score.valid()) all.push_back({score.energyPj, score.cycles});
            return true;
        });
        QVERIFY(all.size() > 100);
        QCOMPARE(plain(*result.cloud), plainCount(all, result.cloud->energyPerOctave, result.cloud->cyclesPerOctave));
    }

    void nobodyPaysForWhatWasNotAskedFor() {
        const auto setup = searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=7,n=6,k=4", Factorization::rubyS});
        SearchOptions options;
        options.maxEvaluations = 100;
        Job job;
        QVERIFY(!search(setup.mapspace, setup.evaluator, options, job)->cloud);
    }
};

QTEST_APPLESS_MAIN(SearchCloudTest)
#include "search_cloud_test.moc"
