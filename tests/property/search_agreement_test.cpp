// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: unsanitized

#include <QtTest>

#include <algorithm>

#include "core/io/search_json.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

using Figures = std::vector<std::pair<double, std::int64_t>>;

SearchResult searched(const SearchSetup& setup, const SearchOptions& options) {
    Job job;
    return *search(setup.mapspace, setup.evaluator, options, job);
}

SearchOptions exhaustive() {
    SearchOptions options;
    options.algorithm = Algorithm::exhaustive;
    return options;
}

Figures figuresOf(const std::vector<Candidate>& candidates) {
    Figures figures;
    for (const Candidate& c : candidates) figures.emplace_back(c.score.energyPj, c.score.cycles);
    return figures;
}

/// Every raw candidate, without the engine.
struct PlainWalk {
    double leastEdp = INFINITY;
    Figures all;

    explicit PlainWalk(const SearchSetup& setup) {
        const auto scratch = setup.evaluator.makeScratch();
        setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
            const Score score = setup.evaluator.score(mapping, *scratch);
            if (!score.valid()) return true;
            leastEdp = std::min(leastEdp, score.edp());
            all.emplace_back(score.energyPj, score.cycles);
            return true;
        });
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
    }

    Figures front() const {
        Figures front;
        for (const auto& point : all)  // ascending energy, then cycles
            if (front.empty() || point.second < front.back().second) front.push_back(point);
        return front;
    }
};

}  // namespace

class SearchAgreementTest : public QObject {
    Q_OBJECT
private slots:
    void exhaustiveRandomAndAPlainWalkAgree_data() {
        QTest::addColumn<int>("problem");
        for (std::size_t i = 0; i < smallSearchProblems().size(); ++i)
            QTest::addRow("%zu: %s %s", i, smallSearchProblems()[i].einsum.c_str(),
                          smallSearchProblems()[i].bounds.c_str())
                << static_cast<int>(i);
    }
    void exhaustiveRandomAndAPlainWalkAgree() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        const auto size = toInt64(setup.mapspace.size());
        QVERIFY2(size && *size < 100'000, toDecimal(setup.mapspace.size()).c_str());

        const PlainWalk walk(setup);
        const SearchResult all = searched(setup, exhaustive());
        QVERIFY(all.proven && all.cause == StopCause::exhausted && all.best);
        QCOMPARE(all.best->score.edp(), walk.leastEdp);
        QCOMPARE(figuresOf(all.front), walk.front());

        SearchOptions random;
        random.maxEvaluations = *size * 16;  // misses a given candidate with probability e^-16
        random.threads = 2;
        const SearchResult sampled = searched(setup, random);
        QVERIFY(sampled.best);
        QCOMPARE(sampled.best->score.edp(), walk.leastEdp);
        QCOMPARE(figuresOf(sampled.front), walk.front());
    }

    void topMappingsAreTheBestDistinctOnes() {
        const auto setup = searchSetup(smallSearchProblems()[2]);
        const auto scratch = setup.evaluator.makeScratch();
        std::vector<Candidate> valid;
        setup.mapspace.enumerateDistinct([&](const Mapping& mapping) {
            const Score score = setup.evaluator.score(mapping, *scratch);
            if (score.valid()) valid.push_back({mapping, score});
            return true;
        });
        std::sort(valid.begin(), valid.end(), [](const auto& a, const auto& b) { return better({}, a, b); });
        SearchOptions options = exhaustive();
        options.top = 25;
        const SearchResult result = searched(setup, options);
        QCOMPARE(result.top.size(), std::size_t{25});
        for (std::size_t i = 0; i < result.top.size(); ++i) QVERIFY(result.top[i].mapping == valid[i].mapping);
        QCOMPARE(result.counters.valid, static_cast<std::int64_t>(valid.size()));
    }

    /// Each that there is, on a convolution: outside `run` the whole output is the same.
    void everySearcherPrintsTheSameAtAnyThreadCount_data() {
        QTest::addColumn<int>("algorithm");
        for (const auto& entry : keyTable(Algorithm{}))
            QTest::newRow(entry.key.data()) << static_cast<int>(entry.value);
    }
    void everySearcherPrintsTheSameAtAnyThreadCount() {
        QFETCH(int, algorithm);
        SearchOptions options;
        options.algorithm = static_cast<Algorithm>(algorithm);
        options.cloud = true;
        options.top = 5;
        if (!endsByItself(options.algorithm)) options.maxEvaluations = cases(20'000);
        const auto setup = searchSetup({"toy-6",
                                        "O[m,p] += W[m,c,r] * I[c,p+r]",
                                        "m=4,p=5,c=2,r=3",
                                        Factorization::rubyS,
                                        {{"GLB.capacity", "40"}}});
        std::string expected;
        for (const int threads : {1, 2, 8}) {
            options.threads = threads;
            const SearchResult result = searched(setup, options);
            QVERIFY(result.best);
            const std::string json = withoutRun(searchToJson(result, options, setup.mapspace, setup.evaluator)).dump();
            if (expected.empty()) expected = json;
            QVERIFY2(json == expected, qPrintable(QString("%1 threads").arg(threads)));
        }
    }

    void resultsAreTheSameAtAnyThreadCount_data() {
        QTest::addColumn<int>("way");
        QTest::newRow("budget") << 0;
        QTest::newRow("victory") << 1;
        QTest::newRow("exhaustive") << 2;
        QTest::newRow("exhaustive, cut short") << 3;
    }
    void resultsAreTheSameAtAnyThreadCount() {
        QFETCH(int, way);
        SearchOptions options = way >= 2 ? exhaustive() : SearchOptions{};
        if (way == 0) options.maxEvaluations = cases(50'000);
        if (way == 1) options.victory = 200;
        if (way == 3) options.maxEvaluations = 777;
        const auto setup = searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=7,n=6,k=4", Factorization::rubyS});
        QString expected;
        for (const int threads : {1, 2, 8}) {
            options.threads = threads;
            const SearchResult result = searched(setup, options);
            const Json json = withoutRun(searchToJson(result, options, setup.mapspace, setup.evaluator));
            if (expected.isEmpty()) expected = QString::fromStdString(json.dump());
            QCOMPARE(QString::fromStdString(json.dump()), expected);
        }
    }
};

QTEST_APPLESS_MAIN(SearchAgreementTest)
#include "search_agreement_test.moc"
