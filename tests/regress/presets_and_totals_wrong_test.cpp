// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Designs that were not what their name said, and totals that didn't say of what.

#include <QtTest>

#include "core/explore/sweep.h"
#include "core/io/presets.h"
#include "core/io/sweep_report.h"
#include "core/workload/builders.h"
#include "tests/support/search_setup.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

class PresetsAndTotalsWrongTest : public QObject {
    Q_OBJECT

private slots:
    /// Chen et al., JSSC 2017: 168 PEs in 14 columns and 12 rows, one global buffer of 108 kB, scratchpads of 12, 224 and 24
    /// words. Others' files had 256 PEs, or three times 108 kB.
    void c49_eyerissHas168PesAnd108KiB() {
        const Architecture chip = orDie(loadArchitecture("eyeriss-chip"));
        QCOMPARE(chip.computeInstances(), 168);
        QCOMPARE(chip.fanouts().front().x, 14);
        QCOMPARE(chip.fanouts().front().y, 12);
        const auto glb = static_cast<std::size_t>(chip.findLevel("GLB"));
        QCOMPARE(chip.instances(static_cast<int>(glb)), 1);
        QCOMPARE(chip.levels()[glb].capacity->bits(16), 108 * 1024 * 8);
        QVERIFY(chip.levels()[glb].partitions.empty());
        const auto& spad = chip.levels().back().partitions;
        QCOMPARE(spad.at("input").capacity->words(16), 12);
        QCOMPARE(spad.at("weight").capacity->words(16), 224);
        QCOMPARE(spad.at("output").capacity->words(16), 24);
        QVERIFY(chip.spec().source.find("JSSC 2017") != std::string::npos);
        QCOMPARE(chip.spec().clockGhz.value(), 0.2);
    }
    void c49_everyDesignCitesItsSource() {
        const auto designs = presets("architecture");
        QVERIFY(designs.size() >= 9);
        for (const PresetInfo& preset : designs) {
            const Architecture design = orDie(loadArchitecture(preset.key));
            QVERIFY2(!design.spec().source.empty(), preset.key.c_str());
            if (preset.key.starts_with("eyeriss")) QCOMPARE(design.computeInstances(), 168);
        }
    }

    /// Layers of 5 and 6 words, twice and three times, on 2 lanes with perfect factors: 5 and 3 steps. A word costs 100 pJ
    /// to read, 1 to fill, 1 to read again and 1 to use.
    void c55_totalsAreOverLayersWithTheirCounts() {
        SweepSpec spec = lineSweep();
        spec.axes.clear();
        spec.mapspaces = {Factorization::perfect};
        spec.layers = {{line("five", 5), 2}, {line("six", 6), 3}};
        Job job;
        const SweepResult result = orDie(runSweep(spec, job));
        const SweepPoint& point = *result.points.front();
        QCOMPARE(point.layers[0].energyPj.value(), 5 * 103.0);
        QCOMPARE(point.layers[1].energyPj.value(), 6 * 103.0);
        QCOMPARE(point.energyPj.value(), 2 * 5 * 103.0 + 3 * 6 * 103.0);
        QCOMPARE(point.cycles.value(), 2 * 5 + 3 * 3);
        QCOMPARE(point.macs.value(), 2 * 5 + 3 * 6);
        QCOMPARE(point.edp.value(), 2884.0 * 19);
        QCOMPARE(point.edpSum.value(), 2 * (515.0 * 5) + 3 * (618.0 * 3));

        // Both sums carry names of their own, and each layer says how often it counts.
        SweepFile file;
        file.spec = spec;
        const Json json = sweepToJson(file, result, {});
        const std::string text = json.dump();
        for (const char* key : {"\"edp\"", "\"edp_sum\"", "\"count\": 2", "\"count\": 3"})
            QVERIFY2(text.find(key) != std::string::npos, text.c_str());
    }
    /// A batch is a dimension like others: its costs are those of all its images, and the workload says how many.
    void c55_aBatchIsCountedWhole() {
        Conv2d shape;
        shape.n = 16, shape.c = 3, shape.m = 4, shape.p = 5, shape.q = 5;
        const Workload batch = orDie(conv2d("batch", shape));
        shape.n = 1;
        const Workload image = orDie(conv2d("image", shape));
        QCOMPARE(batch.macs(), 16 * image.macs());
        QCOMPARE(batch.bound(batch.findDimension("N")), 16);
    }
};

QTEST_APPLESS_MAIN(PresetsAndTotalsWrongTest)
#include "presets_and_totals_wrong_test.moc"
