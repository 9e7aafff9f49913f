// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Peak, ridge, intensity and areas of a design, by hand.

#include <QtTest>

#include "core/explore/design_facts.h"
#include "core/workload/builders.h"

using namespace lapidary;

namespace {

/// DRAM of 4 + 4 words per cycle, a buffer of 1,000 um^2, 4 x 2 MACs of 10 um^2 that take 2 cycles each.
ArchitectureSpec design() {
    ArchitectureSpec spec;
    spec.name = "small";
    Level dram, buffer;
    dram.name = "DRAM";
    dram.bandwidth.read = 4;
    dram.bandwidth.write = 4;
    buffer.name = "buffer";
    buffer.capacity = Capacity{100, true};
    buffer.area.value = 1000;
    spec.levels = {dram, buffer};
    Fanout array;
    array.name = "array";
    array.below = 1;
    array.x = 4;
    array.y = 2;
    spec.fanouts = {array};
    Compute compute;
    compute.interval = 2;
    compute.area.value = 10;
    spec.compute = compute;
    return spec;
}

}  // namespace

class ExploreDesignFactsTest : public QObject {
    Q_OBJECT
private slots:
    void peakIsUnitsOverInterval() {
        const DesignFacts facts = designFacts(Architecture::make(design()).value(), gemm("g", 10, 10, 10).value());
        QCOMPARE(facts.computeInstances, 8);
        QCOMPARE(facts.peak, 4.0);
        QCOMPARE(facts.areaUm2.value(), 1080.0);
        QVERIFY(!facts.peakPerSecond.has_value());
    }

    void gemmOfTenIsComputeBoundByALittle() {
        // 1,000 MACs, 3 x 100 words: 3.33 MACs per word; 4 MACs over 8 words per cycle: ridge 0.5.
        const DesignFacts facts = designFacts(Architecture::make(design()).value(), gemm("g", 10, 10, 10).value());
        QCOMPARE(facts.words, 300);
        QVERIFY(facts.roofline.has_value());
        QCOMPARE(facts.roofline->level, 0);
        QCOMPARE(facts.roofline->wordsPerCycle, 8.0);
        QCOMPARE(facts.roofline->ridge, 0.5);
        QCOMPARE(facts.roofline->intensity, 1000.0 / 300);
        QVERIFY(facts.roofline->computeBound);
        QCOMPARE(facts.roofline->margin, 1000.0 / 150);
        QCOMPARE(facts.roofline->attainable, 4.0);
    }

    void narrowMemoryBindsAtItsRate() {
        ArchitectureSpec spec = design();
        spec.levels[0].bandwidth.shared = 0.3;
        const DesignFacts facts = designFacts(Architecture::make(spec).value(), gemm("g", 10, 10, 10).value());
        QVERIFY(!facts.roofline->computeBound);
        QCOMPARE(facts.roofline->attainable, 1.0);  // 1000 / 300 * 0.3
    }

    // Of three matrices of 100 words the DRAM's ports move all: 1000 / 300. A level that need not keep the weights: 1000 / 200.
    void theBasisOfAnIntensityIsSaid() {
        const Workload workload = gemm("g", 10, 10, 10).value();
        ArchitectureSpec spec = design();
        const Architecture all = Architecture::make(spec).value();
        QCOMPARE(intensityBasis(designFacts(all, workload), all, workload), std::string("all tensors, each once"));
        spec.levels[1].bandwidth = spec.levels[0].bandwidth;
        spec.levels[0].bandwidth = {};
        spec.levels[1].keep["weight"] = Keep::never;
        const Architecture some = Architecture::make(spec).value();
        const DesignFacts facts = designFacts(some, workload);
        QCOMPARE(facts.intensity, 1000.0 / 300);
        QCOMPARE(facts.roofline->intensity, 1000.0 / 200);
        std::string weight, others;
        for (const Tensor& tensor : workload.tensors())
            (tensor.role == "weight" ? weight : others += others.empty() ? "" : " + ") += tensor.name;
        QCOMPARE(intensityBasis(facts, some, workload), others + ", each once; buffer need not keep " + weight);
    }

    void withoutLimitsThereIsNoRoof() {
        ArchitectureSpec spec = design();
        spec.levels[0].bandwidth = {};
        QVERIFY(!designFacts(Architecture::make(spec).value(), gemm("g", 2, 2, 2).value()).roofline.has_value());
    }

    void missingAreaIsNamed() {
        ArchitectureSpec spec = design();
        spec.levels[1].area = {};
        const DesignFacts facts = designFacts(Architecture::make(spec).value(), gemm("g", 2, 2, 2).value());
        QVERIFY(!facts.areaUm2.has_value());
        QCOMPARE(facts.areaMissing, std::vector<std::string>{"buffer"});
    }

    void areaBelowAFanoutIsOfOneInstance() {
        ArchitectureSpec spec = design();
        spec.fanouts[0].below = 0;  // now each of 8 instances has a buffer and a MAC
        QCOMPARE(areaBelow(Architecture::make(spec).value(), 0).value(), 1010.0);
    }

    void energyPerWordIsThatOfABlockShared() {
        QCOMPARE(perWord({512.0, {}}, 4).value(), 128.0);
        QVERIFY(!perWord({}, 4).has_value());
    }
};

QTEST_APPLESS_MAIN(ExploreDesignFactsTest)
#include "explore_design_facts_test.moc"
