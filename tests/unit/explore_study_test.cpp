// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Studies small enough to be redone by hand: order of points, what they find, going on with what is missing, and what is
// refused.

#include <QtTest>

#include "core/arch/edit.h"
#include "tests/support/study_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Everything that is said of a point apart from the moment.
std::string said(const StudyOutcomePtr& outcome) {
    if (!outcome) return "missing";
    std::string text = std::to_string(outcome->point) + " " + outcome->stoppedBy + "\n" + outcome->nest;
    for (const std::string& why : outcome->failure) text += why + "\n";
    for (const auto& [key, value] : outcome->figures)
        text += key + " " +
                (value.index() == 2 ? std::get<std::string>(value)
                                    : QString::number(numberOf(value), 'g', 17).toStdString()) +
                "\n";
    return text;
}

std::vector<std::string> said(const StudyOutcomes& outcomes) {
    std::vector<std::string> texts;
    for (const StudyOutcomePtr& outcome : outcomes) texts.push_back(said(outcome));
    return texts;
}

StudySpec randomStudy() {
    StudySpec spec = lineStudy();
    StudyRuns& runs = spec.runs.front();
    runs.settings.front().search.algorithm = Algorithm::random;
    runs.settings.front().search.maxEvaluations = 300;
    runs.mapspaces.push_back(Factorization::ruby);
    runs.seeds = {1, 7};
    return spec;
}

std::string firstError(const StudySpec& spec) {
    const Diagnostics problems = checkStudy(spec);
    return problems.empty() ? "" : problems.front().place.key + ": " + problems.front().message;
}

}  // namespace

class ExploreStudyTest : public QObject {
    Q_OBJECT

private slots:
    void pointsRunThroughTheLastAxisFastest() {
        StudySpec spec = lineStudy();
        spec.runs.front().seeds = {3, 4};
        const std::vector<StudyPoint> points = studyPoints(spec);
        QCOMPARE(points.size(), std::size_t{16});
        QCOMPARE(keyOf(spec, points[0]), std::string("lines / five / two / pfm / all / 3"));
        QCOMPARE(keyOf(spec, points[1]), std::string("lines / five / two / pfm / all / 4"));
        QCOMPARE(keyOf(spec, points[2]), std::string("lines / five / two / ruby-s / all / 3"));
        QCOMPARE(keyOf(spec, points[4]), std::string("lines / five / three / pfm / all / 3"));
        QCOMPARE(keyOf(spec, points[15]), std::string("lines / six / three / ruby-s / all / 4"));
        QCOMPARE(points[0].count, std::int64_t{2});
    }

    void searchesFindWhatOneFindsByHand() {
        const StudyResult result = ran(lineStudy());
        QVERIFY(!result.stopped);
        // five: 2 PEs PFM, Ruby-S, 3 PEs PFM, Ruby-S; six the same.
        const int steps[] = {5, 3, 5, 2, 3, 3, 2, 2};
        for (std::size_t i = 0; i < 8; ++i) {
            const double words = i < 4 ? 5 : 6;
            QVERIFY2(result.outcomes[i]->failure.empty(), "a point failed");
            QCOMPARE(numberOf(result.outcomes[i]->figure("cycles")), double(steps[i]));
            QCOMPARE(numberOf(result.outcomes[i]->figure("energy_pj")), 103 * words);
            QCOMPARE(numberOf(result.outcomes[i]->figure("edp")), 103 * words * steps[i]);
            QCOMPARE(result.outcomes[i]->stoppedBy, std::string("exhausted"));
            QVERIFY(result.outcomes[i]->nest.starts_with("DRAM [A]"));
        }
    }

    // d = 6 over DRAM, 2 PEs and the scratchpad: the PEs take 1 (6 = 1*6, 2*3, 3*2, 6*1 outside and inside) or 2 of it
    // (3 = 1*3, 3*1): 6 ways. Each has a single loop order, and all fit the 8 words but none is larger than 6.
    void countsAreThoseByHand() {
        StudySpec spec = lineStudy();
        StudyRuns& runs = spec.runs.front();
        runs.task = StudyTask::count;
        runs.workloads = {{"six", line("six", 6), 1}};
        runs.mapspaces = {Factorization::perfect};
        runs.designs.pop_back();
        runs.samples = 1000;
        const StudyOutcomePtr outcome = ran(spec).outcomes.front();
        QVERIFY2(outcome->failure.empty(), outcome->failure.empty() ? "" : outcome->failure.front().c_str());
        QCOMPARE(numberOf(outcome->figure("size")), 6.0);
        QCOMPARE(numberOf(outcome->figure("tilings")), 6.0);
        QCOMPARE(numberOf(outcome->figure("valid")), 6.0);
        QVERIFY(outcome->figure("valid_exact") == StudyValue(std::string("yes")));
    }

    // Sunstone, Table III. While ofmap stays, only k and p are unrolled: c and r would reuse ofmap again.
    void reuseIsThatOfThePaper() {
        StudySpec spec;
        StudyRuns runs;
        runs.name = "conv";
        runs.task = StudyTask::reuse;
        runs.workloads = {
            {"conv1d",
             orDie(parseEinsum("ofmap[k,p] += ifmap[c,p+r] * weight[k,c,r]", {{"k", 4}, {"c", 4}, {"p", 7}, {"r", 3}})),
             1}};
        spec.runs = {runs};
        const std::vector<StudyPoint> points = studyPoints(spec);
        QCOMPARE(points.size(), std::size_t{3});
        const StudyOutcomes outcomes = ran(spec).outcomes;
        const std::map<std::string, std::array<std::string, 3>> expected{
            {"ofmap", {"k, p", "c, r", ""}}, {"ifmap", {"c, p, r", "k", "p, r"}}, {"weight", {"c, k, r", "p", ""}}};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& [indexed, reused, partially] = expected.at(points[i].name(StudyAxis::tensor));
            QVERIFY(outcomes[i]->figure("indexed_by") == StudyValue(indexed));
            QVERIFY(outcomes[i]->figure("reused_by") == StudyValue(reused));
            QVERIFY(outcomes[i]->figure("partially_reused_by") == StudyValue(partially));
            QCOMPARE(numberOf(outcomes[i]->figure("orders")), 24.0);
            if (points[i].name(StudyAxis::tensor) == "ofmap")
                QCOMPARE(numberOf(outcomes[i]->figure("unroll_dimensions")), 2.0);
        }
    }

    void resultsAreTheSameAtAnyThreadCount() {
        const std::vector<std::string> one = said(ran(randomStudy(), {.threads = 1}).outcomes);
        QCOMPARE(one.size(), std::size_t{24});
        QVERIFY(said(ran(randomStudy(), {.threads = 2}).outcomes) == one);
        QVERIFY(said(ran(randomStudy(), {.threads = 8}).outcomes) == one);
    }

    void goingOnGivesWhatOneRunGives() {
        const StudyOutcomes whole = ran(randomStudy()).outcomes;
        StudyOutcomes half = whole;
        for (std::size_t i = 0; i < half.size(); i += 2) half[i] = nullptr;
        const StudyOutcomes again = ran(randomStudy(), {.threads = 2, .known = half}).outcomes;
        QVERIFY(said(again) == said(whole));
        for (std::size_t i = 1; i < half.size(); i += 2) QVERIFY(again[i] == half[i]);  // the very same: not run again
    }

    void aSeedStandsForThoseOfTheSettings() {
        StudySpec spec = randomStudy();
        StudyRuns& runs = spec.runs.front();
        runs.seeds.clear();
        runs.workloads = {{"long", line("long", 5040), 1}};  // of which a draw for each stream sees little
        runs.settings.front().search.maxEvaluations = 24;
        const StudyOutcomes own = ran(spec).outcomes;
        spec.seed = 1;  // the default of settings
        QVERIFY(said(ran(spec).outcomes) == said(own));
        spec.seed = 2;
        QVERIFY(said(ran(spec).outcomes) != said(own));
    }

    void everyPointIsKeptAsSoonAsItIsFinished() {
        std::vector<std::ptrdiff_t> counts;
        const auto keep = [&](const StudyOutcomes& outcomes) {
            counts.push_back(std::ranges::count_if(outcomes, [](const auto& outcome) { return outcome != nullptr; }));
            return Diagnostics{};
        };
        ran(lineStudy(), {.threads = 2, .keep = keep});
        QCOMPARE(counts, (std::vector<std::ptrdiff_t>{1, 2, 3, 4, 5, 6, 7, 8}));
    }

    void whatCannotBeKeptEndsTheStudy() {
        int calls = 0;
        const auto keep = [&](const StudyOutcomes&) {
            ++calls;
            return Diagnostics{error("the disk is full")};
        };
        Job job;
        const auto result = runStudy(lineStudy(), {.threads = 1, .keep = keep}, job);
        QVERIFY(!result.ok());
        QCOMPARE(result.errorText(), std::string("error: the disk is full"));
        QCOMPARE(calls, 1);
        QVERIFY(!job.stopRequested());  // the caller's job is not ours to stop
    }

    void oneThatFailsHarmsNoOther() {
        StudySpec spec = lineStudy();
        StudySetting wrong = exhaustively("wrong");
        wrong.constraints = Constraints{};
        wrong.constraints->levels["spad"].factors = {{.dimension = "d", .value = 4}};
        spec.runs.front().settings.push_back(wrong);
        const StudyOutcomes outcomes = ran(spec).outcomes;
        for (std::size_t i = 0; i < outcomes.size(); i += 2) QVERIFY(outcomes[i]->failure.empty());
        QVERIFY(!outcomes[1]->failure.empty());  // PFM: 4 doesn't divide 5
        QVERIFY(std::holds_alternative<std::monostate>(outcomes[1]->figure("edp")));
    }

    void wrongStudiesAreRefusedWithTheKey() {
        const auto with = [](auto change) {
            StudySpec spec = lineStudy();
            change(spec.runs.front());
            return firstError(spec);
        };
        QCOMPARE(firstError(lineStudy()), std::string());
        QCOMPARE(firstError({}), std::string("runs: expected at least one matrix of runs"));
        QCOMPARE(with([](StudyRuns& runs) { runs.workloads.clear(); }),
                 std::string("runs[0].workloads: expected at least one workload"));
        QCOMPARE(with([](StudyRuns& runs) { runs.designs.clear(); }),
                 std::string("runs[0].designs: expected at least one design"));
        QCOMPARE(with([](StudyRuns& runs) { runs.workloads[1].name = "five"; }),
                 std::string("runs[0].workloads[1]: the name 'five' stands here twice"));
        QCOMPARE(with([](StudyRuns& runs) { runs.settings[0].search.algorithm = Algorithm::random; }),
                 std::string("runs[0].settings[0].search: the search 'random' might never end"));
        QCOMPARE(with([](StudyRuns& runs) { runs.settings[0].search.compat = Compat::sunstone; }),
                 std::string("runs[0].settings[0].compat: searches count like another tool only with the algorithm "
                             "sunstone, as sunstone"));
        QCOMPARE(with([](StudyRuns& runs) { runs.seeds.assign(3000, 1); }),
                 std::string("runs[0].seeds: a seed stands here twice"));
        const auto seeds = [](StudyRuns& runs) {
            for (std::uint64_t seed = 0; seed < 1251; ++seed) runs.seeds.push_back(seed);
        };
        QCOMPARE(with(seeds), std::string("runs: more than 10000 points, which is the most"));  // 8 * 1251
    }
};

QTEST_APPLESS_MAIN(ExploreStudyTest)
#include "explore_study_test.moc"
