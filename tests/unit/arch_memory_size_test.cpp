// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
#include <QtTest>

#include "core/arch/edit.h"
#include "core/arch/memory_size.h"

using namespace lapidary;

namespace {

/// GLB of 128 KiB, 4 words of 16 bit per access, from a table; spad with 224 words for weights.
Architecture design() {
    ArchitectureSpec spec;
    spec.name = "two-levels";
    Level dram;
    dram.name = "DRAM";
    dram.block = 4;
    dram.energy.read = {512, "table: LPDDR4"};
    Level glb;
    glb.name = "GLB";
    glb.block = 4;
    glb.capacity = Capacity{128 * 1024 * 8, false};
    glb.energy.read = {74.144, "table: SRAM"};
    glb.energy.write = {75.215, "table: SRAM"};
    glb.area = {1162549, "table: SRAM"};
    Level spad;
    spad.name = "spad";
    Partition weight;
    weight.capacity = Capacity{224, true};
    weight.energy.read = {1.586, ""};
    spad.partitions["weight"] = weight;
    spec.levels = {dram, glb, spad};
    spec.compute = Compute{};
    return *Architecture::make(spec);
}

Architecture set(const Architecture& from, const char* path, const char* value) {
    const auto changed = withSetting(from, path, value);
    if (!changed) qFatal("%s", changed.errorText().c_str());
    return *changed;
}

const Level& glbOf(const Architecture& architecture) { return architecture.levels()[1]; }

using Lines = std::vector<std::string>;

}  // namespace

class ArchMemorySizeTest : public QObject {
    Q_OBJECT
private slots:
    void aNewCapacityLeavesTheFigureAndNamesItsOwn() {
        const Architecture changed = set(design(), "GLB.capacity", "16 KiB");
        QCOMPARE(glbOf(changed).energy.read.value, std::optional(74.144));
        QCOMPARE(glbOf(changed).energy.read.source, std::string("given for 128 KiB, 64 bit wide: table: SRAM"));
        QCOMPARE(glbOf(changed).area.source, std::string("given for 128 KiB, 64 bit wide: table: SRAM"));
        QCOMPARE(sizeNotes(changed), Lines{"GLB: energy and area are those of 128 KiB"});
        QVERIFY(sizeNotes(design()).empty());
    }

    void theFirstSizeStaysThroughFurtherChangesAndTheOldOneRestores() {
        const Architecture twice = set(set(design(), "GLB.capacity", "16 KiB"), "GLB.capacity", "1 MiB");
        QCOMPARE(sizeNotes(twice), Lines{"GLB: energy and area are those of 128 KiB"});
        QCOMPARE(set(twice, "GLB.capacity", "128 KiB"), design());
        // 65,536 words of 16 bit are the same memory, written in another way.
        const Architecture inWords = set(twice, "GLB.capacity", "65536");
        QCOMPARE(glbOf(inWords).area, glbOf(design()).area);
        QVERIFY(sizeNotes(inWords).empty());
    }

    void widthCountsAsSize() {
        const Architecture narrow = set(design(), "GLB.word_bits", "8");
        QCOMPARE(sizeNotes(narrow), Lines{"GLB: energy and area are those of 64-bit accesses"});
        const Architecture both = set(narrow, "GLB.capacity", "1 MiB");
        QCOMPARE(sizeNotes(both), Lines{"GLB: energy and area are those of 128 KiB and 64-bit accesses"});
        QCOMPARE(sizeNotes(set(design(), "DRAM.block", "8")), Lines{"DRAM: energy is that of 64-bit accesses"});
        QVERIFY(sizeNotes(set(narrow, "GLB.block", "8")).empty());  // 8 x 8 bit = 4 x 16 bit
    }

    void partitionsInWordsAndWithoutASourceAreMarked() {
        const Architecture changed = set(design(), "spad.partitions.weight.capacity", "64");
        QCOMPARE(changed.levels()[2].partitions.at("weight").energy.read.source,
                 std::string("given for 224 words (448 B), 16 bit wide"));
        QCOMPARE(sizeNotes(changed), Lines{"spad.weight: energy is that of 224 words"});
        QCOMPARE(set(changed, "spad.partitions.weight.capacity", "224"), design());
        // The level's word size is that of its partitions: 224 words of 8 bit are 224 B.
        QCOMPARE(sizeNotes(set(design(), "spad.word_bits", "8")),
                 Lines{"spad.weight: energy is that of 224 words and 16-bit accesses"});
    }

    void figuresOfTheUserAndUnknownOnesStay() {
        const Architecture own = set(set(design(), "GLB.energy_pj.read", "5"), "GLB.energy_pj.write", "5");
        const Architecture changed = set(own, "GLB.capacity", "16 KiB");
        QCOMPARE(glbOf(changed).energy.read.source, std::string("user"));
        QCOMPARE(glbOf(changed).energy.leak, Figure{});
        QCOMPARE(sizeNotes(changed), Lines{"GLB: area is that of 128 KiB"});
        const Architecture replaced = set(changed, "GLB.area_um2", "7");
        QVERIFY(sizeNotes(replaced).empty());
    }

    void otherSettingsMarkNothing() {
        for (const auto& [path, value] : {std::pair{"GLB.buffers", "2"}, std::pair{"GLB.bandwidth.read", "8"},
                                          std::pair{"clock_ghz", "1"}, std::pair{"MAC.interval", "2"}})
            QVERIFY2(sizeNotes(set(design(), path, value)).empty(), path);
    }

    void aSplitMemoryHasTheEnergyOfTheWhole() {
        const auto split = splitLevel(design().spec(), 1, {"input", "output"});
        const auto architecture = Architecture::make(split->spec);
        QVERIFY(architecture.ok());
        QCOMPARE(sizeNotes(*architecture),
                 (Lines{"GLB.input: energy is that of 128 KiB", "GLB.output: energy is that of 128 KiB"}));
        const auto joined = Architecture::make(joinLevel(split->spec, 1)->spec);
        QVERIFY(sizeNotes(*joined).empty());
        QCOMPARE(glbOf(*joined).energy, glbOf(design()).energy);
    }

    void joinedMemoriesHaveTheEnergyOfTheLargest() {
        ArchitectureSpec spec = design().spec();
        spec.levels[2].partitions["input"].capacity = Capacity{12, true};
        const auto joined = Architecture::make(joinLevel(spec, 2)->spec);  // 236 words
        QCOMPARE(sizeNotes(*joined), Lines{"spad: energy is that of 224 words"});
    }

    void resetTakesTheMarkAway() {
        const Architecture changed = set(design(), "GLB.capacity", "16 KiB");
        const auto reset = resetPart(changed.spec(), {Part::Kind::level, 1, {}}, design().spec());
        QCOMPARE(*Architecture::make(reset->spec), design());
    }
};

QTEST_APPLESS_MAIN(ArchMemorySizeTest)
#include "arch_memory_size_test.moc"
