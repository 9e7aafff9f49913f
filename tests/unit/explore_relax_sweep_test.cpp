// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax at points of a sweep: each layer's smallest size and what serves all of a point's, by hand; swept settings
// are asked for on their axis; layers beyond the limit are counted; the same at any thread count.

#include <QtTest>

#include <algorithm>

#include "core/explore/relax_sweep.h"
#include "core/io/relax_report.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Workload gemm(const std::string& name, const std::string& bounds) {
    return orDie(parseEinsum("Z[m,n] += A[m,k] * B[k,n]", orDie(parseBounds(bounds)),
                             {.name = name, .roles = {}, .aliases = {}, .wordBits = {}, .density = {}}));
}

/// All of d in the scratchpad of 8 words: layers of 12 and 20 words don't fit, of 5 words they do.
SweepSpec tightLines() {
    SweepSpec spec = lineSweep();
    spec.axes.clear();
    spec.mapspaces = {Factorization::perfect};
    spec.layers = {{line("twelve", 12), 1}, {line("five", 5), 1}, {line("twenty", 20), 2}};
    Constraints constraints;
    constraints.levels["spad"].factors.push_back(orDie(parseFactorRule("d = full")));
    constraints.fromUser = true;
    spec.constraints = constraints;
    return spec;
}

SweepResult run(const SweepSpec& spec) {
    Job job;
    return orDie(runSweep(spec, job));
}

SweepAdvice adviceOn(const SweepSpec& spec, const SweepResult& result, std::size_t most = kMostLayersAdvised) {
    Job job;
    return whatToRelax(spec, result.points, job, most);
}

QStringList linesOf(const SweepSpec& spec, const SweepResult& result, const PointAdvice& advice) {
    QStringList lines;
    for (const std::string& line : toLines(advice, spec, result.layers)) lines << QString::fromStdString(line);
    return lines;
}

}  // namespace

class ExploreRelaxSweepTest : public QObject {
    Q_OBJECT
private slots:
    /// 12 and 20 words: 20 serve both. Without the rule the words come one by one.
    void aNetworkIsToldWhatServesAllItsLayers() {
        const SweepSpec spec = tightLines();
        const SweepResult result = run(spec);
        const SweepAdvice advice = adviceOn(spec, result);
        QCOMPARE(advice.points.size(), std::size_t{1});
        QCOMPARE(advice.leftOut, std::size_t{0});
        const PointAdvice& point = advice.points.front();
        QCOMPARE(point.layers.size(), std::size_t{2});
        QCOMPARE(point.layers[0].layer, std::size_t{0});
        QCOMPARE(point.layers[1].layer, std::size_t{2});
        QCOMPARE(linesOf(spec, result, point),
                 (QStringList{"spad.capacity for all 2 layers: --set spad.capacity=20",
                              "spad: without factor d = full for all 2 layers",
                              "twelve: spad: the tile of A needs 12 words, 8 fit: --set spad.capacity=12 is the least",
                              "twelve: spad: without factor d = full",
                              "twenty: spad: the tile of A needs 20 words, 8 fit: --set spad.capacity=20 is the least",
                              "twenty: spad: without factor d = full"}));
    }

    /// A fresh sweep that follows the first common way finds a mapping for every layer.
    void whatServesAllWorksOnceFollowed() {
        SweepSpec spec = tightLines();
        const SweepAdvice advice = adviceOn(spec, run(spec));
        for (const CommonWay& way : advice.points.front().common) {
            SweepSpec followed = spec;
            for (const auto& [path, value] : way.settings)
                followed.base = orDie(withSetting(followed.base, path, value));
            followed.constraints = way.constraints;
            const SweepResult result = run(followed);
            QVERIFY2(result.points.front()->complete, way.what.c_str());
            QVERIFY(adviceOn(followed, result).empty());
        }
        QCOMPARE(advice.points.front().common.size(), std::size_t{2});
    }

    /// Of 8, 16 and 32 words, the first has room for neither layer, the second for 12 words; the third for both.
    void aSweptSizeIsAskedForOnItsAxis() {
        SweepSpec spec = tightLines();
        spec.axes = {{"spad.capacity", {"8", "16", "32"}}};
        const SweepResult result = run(spec);
        const SweepAdvice advice = adviceOn(spec, result);
        QCOMPARE(advice.points.size(), std::size_t{2});
        QCOMPARE(advice.points[1].point, std::size_t{1});
        QCOMPARE(
            linesOf(spec, result, advice.points[1]).front(),
            QString("twenty: spad: the tile of A needs 20 words, 16 fit: value 20 on the axis spad.capacity is the "
                    "least"));
        QVERIFY(advice.points[1].common.empty());
        const std::string text = relaxText(advice, spec, result);
        QVERIFY2(text.find("spad.capacity 8, Perfect\n") != std::string::npos, text.c_str());
        QCOMPARE(relaxJson(advice, spec, result).members().size(), std::size_t{2});
    }

    /// m = 60 in GLB: A 60 + B 1 + Z 60 of 100 words. k = 20 in spad: A 20 + B 20 + Z 1 of 8 words, 41 fit GLB.
    void layersThatNeedDifferentMemories() {
        SweepSpec spec;
        Level glb = memory("GLB"), spad = memory("spad");
        glb.capacity = Capacity{100, true};
        spad.capacity = Capacity{8, true};
        spec.base = makeTarget("A[d]", "d=2", {memory("DRAM"), glb, spad}, {})->architecture;
        spec.mapspaces = {Factorization::perfect};
        spec.layers = {{gemm("tall", "m=60,k=1,n=1"), 1}, {gemm("deep", "m=1,k=20,n=1"), 1}};
        Constraints constraints;
        constraints.levels["GLB"].factors.push_back(orDie(parseFactorRule("m = full")));
        constraints.levels["spad"].factors.push_back(orDie(parseFactorRule("k = full")));
        constraints.fromUser = true;
        spec.constraints = constraints;
        spec.search.algorithm = Algorithm::exhaustive;
        const SweepAdvice advice = adviceOn(spec, run(spec));
        QCOMPARE(advice.points.size(), std::size_t{1});
        const std::vector<CommonWay>& common = advice.points.front().common;
        QCOMPARE(common.size(), std::size_t{1});
        QCOMPARE(common.front().what, std::string("GLB.capacity, spad.capacity for all 2 layers"));
        QCOMPARE(common.front().settings,
                 (std::vector<Relaxation::Setting>{{"GLB.capacity", "121"}, {"spad.capacity", "41"}}));
    }

    void whatIsBeyondTheLimitIsCounted() {
        SweepSpec spec = tightLines();
        spec.axes = {{"spad.capacity", {"8", "9", "10"}}};
        const SweepResult result = run(spec);
        const SweepAdvice advice = adviceOn(spec, result, 3);
        QCOMPARE(advice.points.size(), std::size_t{2});
        QCOMPARE(advice.points[1].layers.size(), std::size_t{1});
        QCOMPARE(advice.leftOut, std::size_t{3});
        QVERIFY(relaxText(advice, spec, result).find("and 3 more searches without one") != std::string::npos);
    }

    void theSameAtAnyThreadCount() {
        SweepSpec spec = tightLines();
        spec.axes = {{"spad.capacity", {"8", "16"}}};
        const SweepResult result = run(spec);
        const std::string alone = relaxJson(adviceOn(spec, result), spec, result).dump();
        spec.search.threads = 3;
        QCOMPARE(relaxJson(adviceOn(spec, result), spec, result).dump(), alone);
    }

    void whatWasFoundOrRefusedNeedsNoAdvice() {
        SweepSpec spec = tightLines();
        spec.constraints.reset();
        QVERIFY(adviceOn(spec, run(spec)).empty());
        spec.axes = {{"PE.fanout", {"0x1"}}};  // refused: that is its own reason
        Job job;
        const auto refused = runSweep(spec, job);
        QVERIFY(!refused || adviceOn(spec, *refused).empty());
    }
};

QTEST_APPLESS_MAIN(ExploreRelaxSweepTest)
#include "explore_relax_sweep_test.moc"
