// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FittingDraw: all that it draws respects the limits, all choices that do come equally often, as counted by walking small
// spaces, and on designs in the shares that plain draws have once those that respect nothing are passed over.

#include <QtTest>

#include <cmath>
#include <map>
#include <vector>

#include "core/io/presets.h"
#include "core/search/fitting_draw.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

bool respects(const SearchSetup& setup, const Mapping& mapping, Evaluator::Scratch& scratch) {
    return setup.mapspace.checkConstraints(mapping).code == ReasonCode::none &&
           setup.evaluator.score(mapping, scratch).valid();
}

/// The choice as a number of the raw product, and back.
std::uint64_t numberOf(const Mapspace& mapspace, const MapspaceChoice& choice) {
    std::uint64_t number = 0;
    for (std::size_t t = 0; t < mapspace.terms().size(); ++t)
        number = number * static_cast<std::uint64_t>(*toInt64(mapspace.terms()[t].count)) + choice[t];
    return number;
}

/// Chi-square of counts that should all be alike is about normal for so many of them: five standard deviations.
bool areAlike(const std::vector<double>& counts, double mean) {
    double sum = 0;
    for (const double count : counts) sum += (count - mean) * (count - mean) / mean;
    const auto freedom = static_cast<double>(counts.size() - 1);
    const bool alike = sum < freedom + 5 * std::sqrt(2 * freedom) + 5;
    if (!alike) qWarning("chi-square %f of %f", sum, freedom);
    return alike;
}

/// Every choice of a small space by whether it respects the limits, against draws.
void judge(const SearchSetup& setup, double perChoice, bool tabulated) {
    const auto scratch = setup.evaluator.makeScratch();
    std::map<std::uint64_t, double> often;
    std::uint64_t size = 0;
    setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
        if (respects(setup, mapping, *scratch)) often[size] = 0;
        ++size;
        return true;
    });
    QVERIFY(!often.empty() && often.size() < size);
    const FittingDraw draw(setup.mapspace, setup.evaluator);
    QVERIFY(!draw.isEmpty());
    QCOMPARE(draw.isTabulated(), tabulated);
    Rng rng(5);
    MapspaceChoice choice;
    Mapping mapping, assembled;
    const double total = perChoice * static_cast<double>(often.size());
    for (double i = 0; i < total; ++i) {
        QVERIFY(draw.draw(rng, scratch.get(), choice, mapping));
        const auto own = often.find(numberOf(setup.mapspace, choice));
        QVERIFY(own != often.end());
        if (++own->second > 1) continue;
        setup.mapspace.assemble(choice, assembled);
        QVERIFY(assembled == mapping);
        QVERIFY(respects(setup, mapping, *scratch));
    }
    std::vector<double> counts;
    for (const auto& [number, count] : often) counts.push_back(count);
    QVERIFY(*std::ranges::min_element(counts) > 0);
    QVERIFY(areAlike(counts, perChoice));
}

/// Each term by itself, against plain draws that respect the limits.
void compareWithPlain(const SearchSetup& setup, const FittingDraw& draw, int count) {
    const auto scratch = setup.evaluator.makeScratch();
    const std::size_t terms = setup.mapspace.terms().size();
    using Shares = std::vector<std::map<std::uint64_t, double>>;
    Shares directed(terms), plain(terms);
    Rng rng(7), again(7);
    MapspaceChoice choice, other;
    Mapping mapping, whole;
    for (int i = 0; i < count; ++i) {
        QVERIFY(draw.draw(rng, scratch.get(), choice, mapping));
        QVERIFY(respects(setup, mapping, *scratch));
        for (std::size_t t = 0; t < terms; ++t) ++directed[t][choice[t]];
        QVERIFY(draw.draw(again, scratch.get(), other, whole, true));
        QVERIFY(std::equal(choice.begin(), choice.begin() + static_cast<std::ptrdiff_t>(terms), other.begin()));
    }
    for (int i = 0; i < count;) {
        setup.mapspace.draw(rng, choice);
        setup.mapspace.assemble(choice, mapping);
        if (!respects(setup, mapping, *scratch)) continue;
        ++i;
        for (std::size_t t = 0; t < terms; ++t) ++plain[t][choice[t]], directed[t][choice[t]] += 0;
    }
    for (std::size_t t = 0; t < terms; ++t) {
        // Of two samples of the same size, (a - b)^2 / (a + b) each; numbers that are seldom drawn go together.
        double sum = 0, freedom = 0, a = 0, b = 0;
        for (const auto& [number, own] : directed[t]) {
            a += own;
            b += plain[t][number];
            if (a + b < 40) continue;
            sum += (a - b) * (a - b) / (a + b);
            ++freedom;
            a = b = 0;
        }
        QVERIFY2(sum < freedom + 5 * std::sqrt(2 * freedom) + 5, setup.mapspace.terms()[t].name.c_str());
    }
}

}  // namespace

class SearchFittingTest : public QObject {
    Q_OBJECT
private slots:
    void everyFittingChoiceComesEquallyOften_data() {
        QTest::addColumn<int>("problem");
        for (std::size_t i = 0; i < smallSearchProblems().size(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
    }
    void everyFittingChoiceComesEquallyOften() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        if (setup.mapspace.size() > 30'000) QSKIP("too large to be counted");
        judge(setup, 40, true);
    }

    /// What tiles hold once padding isn't counted depends on where they lie: judged at the end.
    void paddingIsJudgedAtTheEnd() {
        const Architecture design = orDie(loadArchitecture("eyeriss-like"));
        const TargetPtr target = orDie(Target::make(orDie(loadWorkload("resnet50/layer1_0_conv2")), design));
        const SearchSetup setup{makeSpace(target, Factorization::rubyS, design.spec().constraints),
                                *Evaluator::make(target, {.padding = true})};
        const FittingDraw draw(setup.mapspace, setup.evaluator);
        QVERIFY(!draw.isTabulated());
        const auto scratch = setup.evaluator.makeScratch();
        Rng rng(2);
        MapspaceChoice choice;
        Mapping mapping;
        for (int i = 0; i < 200; ++i) {
            QVERIFY(draw.draw(rng, scratch.get(), choice, mapping));
            QVERIFY(respects(setup, mapping, *scratch));
        }
    }

    /// At least 6 of 8 lanes, both axes together: of the ways to fill them, the tables have only those.
    void leastUseIsDrawnRight() {
        Constraints constraints;
        constraints.fanouts["PE"].minUtilization = 0.75;
        const TargetPtr target = makeTarget("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=6,k=3",
                                            {memory("DRAM"), memory("spad")}, {fanout("PE", 0, 4, 2)});
        for (const Factorization kind : {Factorization::perfect, Factorization::rubyS, Factorization::padded}) {
            Constraints own = constraints;
            own.levels["DRAM"].order = own.levels["spad"].order = {"m", "n", "k"};
            judge({makeSpace(target, kind, own), *Evaluator::make(target)}, 40, true);
        }
    }

    void whereNothingFitsItSaysSo() {
        Constraints constraints;
        constraints.levels["DRAM"].only = std::vector<std::string>{};
        const auto setup = searchSetup({"toy-6",
                                        "Z[m,n] += A[m,k] * B[k,n]",
                                        "m=4,n=6,k=4",
                                        Factorization::perfect,
                                        {{"GLB.capacity", "20"}},
                                        constraints});
        const FittingDraw draw(setup.mapspace, setup.evaluator);
        const auto scratch = setup.evaluator.makeScratch();
        Rng rng(1);
        MapspaceChoice choice;
        Mapping mapping;
        QVERIFY(!draw.draw(rng, scratch.get(), choice, mapping));
    }

    void drawsFromDesignsRespectAllLimits_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<int>("kind");
        for (const char* design : {"eyeriss-like", "simba-like-16"})
            for (const Factorization kind : {Factorization::perfect, Factorization::rubyS, Factorization::ruby})
                QTest::addRow("%s %s", design, std::string(keyOf(kind)).c_str()) << design << static_cast<int>(kind);
    }

    void drawsFromDesignsRespectAllLimits() {
        QFETCH(const QString, design);
        QFETCH(int, kind);
        const Architecture architecture = orDie(loadArchitecture(design.toStdString()));
        const TargetPtr target = orDie(Target::make(orDie(loadWorkload("resnet50/layer1_0_conv2")), architecture));
        const SearchSetup setup{makeSpace(target, static_cast<Factorization>(kind), architecture.spec().constraints),
                                *Evaluator::make(target)};
        const FittingDraw draw(setup.mapspace, setup.evaluator);
        QVERIFY(draw.isTabulated());
        compareWithPlain(setup, draw, cases(20'000, 2'000'000));
    }

    /// Two fanouts of 16 x 16 that four dimensions may share: more ways than tables hold, so that some axes are judged at
    /// the end.
    void axesBeyondTheTablesAreJudgedAtTheEnd() {
        const TargetPtr target =
            makeTarget("Z[m,n] += A[m,k,j] * B[k,j,n]", "m=9,n=9,k=9,j=9", {memory("DRAM"), memory("spad")},
                       {fanout("array", 0, 16, 16), fanout("vector", 0, 16, 16)});
        const SearchSetup setup{makeSpace(target, Factorization::rubyS), *Evaluator::make(target)};
        const FittingDraw draw(setup.mapspace, setup.evaluator);
        QVERIFY(!draw.isTabulated());
        compareWithPlain(setup, draw, cases(5'000));
    }

    void whereChainsAreTooManyPlainDrawsAreJudged() {
        const TargetPtr target =
            makeTarget("Z[m,n] += A[m] * B[n]", "m=5000,n=5000",
                       {memory("DRAM"), memory("L3"), memory("L2"), memory("L1")}, {fanout("PE", 0, 40, 1)});
        const SearchSetup setup{makeSpace(target, Factorization::ruby), *Evaluator::make(target)};
        const FittingDraw draw(setup.mapspace, setup.evaluator);
        QVERIFY(!draw.isTabulated() && !draw.isEmpty());
        compareWithPlain(setup, draw, cases(1'000));
    }
};

QTEST_APPLESS_MAIN(SearchFittingTest)
#include "search_fitting_test.moc"
