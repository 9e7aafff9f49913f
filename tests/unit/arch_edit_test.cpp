// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
// Editing a design by its parts: DRAM, GLB, an array of 14 x 12, a scratchpad of three memories, the MAC.

#include <QtTest>

#include "core/arch/edit.h"
#include "core/arch/port_edit.h"

using namespace lapidary;

namespace {

ArchitectureSpec design() {
    ArchitectureSpec spec;
    spec.name = "small";
    Level dram, glb, spad;
    dram.name = "DRAM";
    glb.name = "GLB";
    glb.capacity = Capacity{1000, true};
    spad.name = "spad";
    spad.partitions["weight"].capacity = Capacity{224, true};
    spad.partitions["input"].capacity = Capacity{12, true};
    spad.partitions["output"].capacity = Capacity{16, true};
    spec.levels = {dram, glb, spad};
    Fanout array;
    array.name = "PE";
    array.below = 1;
    array.x = 14;
    array.y = 12;
    spec.fanouts = {array};
    spec.compute = Compute{};
    spec.constraints.levels["GLB"].order = {"M", "C"};
    spec.constraints.fanouts["PE"].x = {"M"};
    return spec;
}

/// "DRAM GLB PE spad MAC"
std::string order(const ArchitectureSpec& spec) {
    std::string text;
    for (const Part& part : partsInOrder(spec)) text += (text.empty() ? "" : " ") + nameOf(spec, part);
    return text;
}

Part named(const ArchitectureSpec& spec, const char* name) { return findPart(spec, name).value(); }

}  // namespace

class ArchEditTest : public QObject {
    Q_OBJECT
private slots:
    void partsComeInTheOrderOfData() {
        QCOMPARE(order(design()), std::string("DRAM GLB PE spad MAC"));
        QCOMPARE(allParts(design()).size(), std::size_t{8});
        QVERIFY(findPart(design(), "spad.partitions.weight").has_value());
        QVERIFY(!findPart(design(), "spad.partitions.bias").has_value());
    }

    void newLevelStandsBehindAndMayKeepAll() {
        const auto edit = addLevel(design(), named(design(), "PE"), {"weight", "output"});
        QVERIFY(edit);
        QCOMPARE(order(edit->spec), std::string("DRAM GLB PE buffer spad MAC"));
        QCOMPARE(nameOf(edit->spec, edit->part), std::string("buffer"));
        const Level& level = edit->spec.levels[2];
        QCOMPARE(level.keep.at("weight"), Keep::may);
        QCOMPARE(level.capacity->amount, 1024);
        QVERIFY(!level.energy.read.value.has_value());
        QCOMPARE(Architecture::make(edit->spec)->instances(2), 168);
    }

    void behindTheComputeMeansBeforeIt() {
        const auto edit = addFanout(design(), {});
        QCOMPARE(order(edit->spec), std::string("DRAM GLB PE spad array MAC"));
        QCOMPARE(Architecture::make(edit->spec)->computeInstances(), 336);
    }

    void duplicateGetsAFreeName() {
        auto once = duplicatePart(design(), named(design(), "GLB"));
        const auto twice = duplicatePart(once->spec, named(once->spec, "GLB"));
        QCOMPARE(order(twice->spec), std::string("DRAM GLB GLB-3 GLB-2 PE spad MAC"));
    }

    void movingALevelBelowTheFanoutPutsOneIntoEachInstance() {
        const auto edit = movePart(design(), named(design(), "GLB"), 3);
        QCOMPARE(order(edit->spec), std::string("DRAM PE GLB spad MAC"));
        QCOMPARE(Architecture::make(edit->spec)->instances(1), 168);
        const auto back = movePart(edit->spec, edit->part, 1);
        QCOMPARE(back->spec, design());
    }

    void fanoutCannotComeFirst() {
        const auto edit = movePart(design(), named(design(), "PE"), 0);
        QVERIFY(!edit);
        QCOMPARE(QString::fromStdString(edit.errorText()),
                 QString("error: the first part of a design is a storage level: it holds every tensor to begin with"));
    }

    void removedLevelTakesItsConstraintsAlong() {
        const auto edit = removePart(design(), named(design(), "GLB"));
        QCOMPARE(order(edit->spec), std::string("DRAM PE spad MAC"));
        QVERIFY(edit->spec.constraints.levels.empty());
        QVERIFY(Architecture::make(edit->spec));
    }

    void whatADesignNeedsCannotBeRemoved() {
        QVERIFY(QString::fromStdString(removePart(design(), {}).errorText()).contains("needs its compute"));
        QVERIFY(QString::fromStdString(removePart(design(), named(design(), "DRAM")).errorText())
                    .contains("the outermost level holds every tensor"));
    }

    void constraintsFollowANewName() {
        const auto level = renamePart(design(), named(design(), "GLB"), "L2");
        QCOMPARE(level->spec.constraints.levels.at("L2").order.size(), std::size_t{2});
        const auto fanout = renamePart(level->spec, named(level->spec, "PE"), "grid");
        QVERIFY(fanout->spec.constraints.fanouts.contains("grid"));
        QVERIFY(Architecture::make(fanout->spec));
        const auto clash = renamePart(design(), named(design(), "GLB"), "spad");
        QVERIFY(QString::fromStdString(Architecture::make(clash->spec).errorText())
                    .contains("two parts of the design are called 'spad'"));
    }

    void joinedMemoriesHaveTheirWordsTogether() {
        const auto edit = joinLevel(design(), 2);
        QCOMPARE(edit->spec.levels[2].capacity->words(16), 252);  // 224 + 12 + 16
        QVERIFY(edit->spec.levels[2].partitions.empty());
    }

    void splitMemorySharesItsWordsEvenly() {
        const auto edit = splitLevel(design(), 1, {"input", "output"});
        QCOMPARE(edit->spec.levels[1].partitions.at("input").capacity->amount, 500);
        QVERIFY(!edit->spec.levels[1].capacity.has_value());
        QVERIFY(Architecture::make(edit->spec));
    }

    void splitAndJoinedMemoriesStayBuiltAsTheyWere() {
        ArchitectureSpec spec = design();
        spec.levels[1].memory = MemoryKind::sram1r1w;
        spec.levels[1].banks = 4;
        const auto split = splitLevel(spec, 1, {"input", "output"});
        QCOMPARE(split->spec.levels[1].partitions.at("input").memory, MemoryKind::sram1r1w);
        QCOMPARE(split->spec.levels[1].partitions.at("output").banks, 4);
        const auto joined = joinLevel(split->spec, 1);
        QCOMPARE(joined->spec.levels[1].memory, MemoryKind::sram1r1w);
        QCOMPARE(joined->spec.levels[1].banks, 4);
    }

    void portsAreAddedNamedGivenUsesAndRemoved() {
        ArchitectureSpec spec = design();
        spec.levels[1].bandwidth.read = 16;
        const auto first = addPort(spec, 1, {"input", "output"});
        QCOMPARE(first->part, named(spec, "GLB"));
        std::vector<Port> two(2);
        two[0].name = "read", two[0].type = PortType::read, two[0].bandwidth = Rate{16, false};
        two[1].name = "write", two[1].type = PortType::write;
        QCOMPARE(first->spec.levels[1].ports, two);
        QVERIFY(Architecture::make(first->spec));

        const auto input = addPort(first->spec, 1, {"input", "output"});
        QCOMPARE(input->spec.levels[1].ports[2].name, std::string("input"));
        QCOMPARE(input->spec.levels[1].ports[2].serves, (std::vector<PortUse>{{"input", std::nullopt}}));
        const auto output = addPort(input->spec, 1, {"input", "output"});
        QCOMPARE(output->spec.levels[1].ports[3].name, std::string("output"));
        QVERIFY(Architecture::make(output->spec));
        QVERIFY(QString::fromStdString(addPort(output->spec, 1, {"input", "output"}).errorText())
                    .contains("every tensor has a port of its own at GLB"));

        const auto called = renamePort(input->spec, 1, "input", "in");
        QCOMPARE(called->spec.levels[1].ports[2].name, std::string("in"));
        const auto used = setPortUses(called->spec, 1, "in", " weight , output.to_below");
        QCOMPARE(used->spec.levels[1].ports[2].serves,
                 (std::vector<PortUse>{{"weight", std::nullopt}, {"output", Passage::toBelow}}));
        QCOMPARE(portUsesText(used->spec.levels[1].ports[2]), std::string("weight, output.to_below"));
        QCOMPARE(portUsesText(used->spec.levels[1].ports[0]), std::string("all"));
        const auto sideways = setPortUses(called->spec, 1, "in", "weight.to_belwo");
        const QString refused = QString::fromStdString(Architecture::make(sideways->spec).errorText());
        QVERIFY2(refused.contains("found 'weight.to_belwo'") && refused.contains("to_below'?"), qPrintable(refused));
        QVERIFY(setPortUses(used->spec, 1, "in", "all")->spec.levels[1].ports[2].serves.empty());
        QCOMPARE(removePort(used->spec, 1, "in")->spec.levels[1].ports, two);
    }

    void unknownPortsAreErrors() {
        const auto spec = addPort(design(), 1, {})->spec;
        const std::string unknown = "error: GLB has no port 'raed'; did you mean 'read'?";
        QCOMPARE(removePort(spec, 1, "raed").errorText(), unknown);
        QCOMPARE(renamePort(spec, 1, "raed", "r").errorText(), unknown);
        QCOMPARE(setPortUses(spec, 1, "raed", "all").errorText(), unknown);
        QCOMPARE(removePort(spec, 1, "completely else").errorText(),
                 std::string("error: GLB has no port 'completely else'; it has read, write"));
        QCOMPARE(removePort(design(), 0, "read").errorText(),
                 std::string("error: DRAM has no port 'read'; it has no ports"));
    }

    void allStandsAlone() {
        const auto spec = addPort(design(), 1, {})->spec;
        for (const char* uses : {"all, weight", "weight, all"})
            QCOMPARE(setPortUses(spec, 1, "read", uses).errorText(),
                     "error: 'all' stands alone, found '" + std::string(uses) +
                         "'; give 'all' or the tensors that read serves");
        QVERIFY(setPortUses(spec, 1, "read", " all ")->spec.levels[1].ports[0].serves.empty());
        QVERIFY(setPortUses(spec, 1, "read", "")->spec.levels[1].ports[0].serves.empty());
    }

    void keepNeedsAPlace() {
        QCOMPARE(setKeep(design(), 1, "weight", Keep::never)->spec.levels[1].keep.at("weight"), Keep::never);
        QVERIFY(!setKeep(design(), 0, "weight", Keep::never));
        const auto refused = setKeep(design(), 2, "bias", Keep::must);
        QVERIFY(QString::fromStdString(refused.errorText()).contains("partitions only, and none for bias"));
    }

    void resetPartIsAsInThePreset() {
        ArchitectureSpec changed = design();
        changed.levels[1].capacity = Capacity{7, true};
        changed.fanouts[0].x = 3;
        const auto level = resetPart(changed, named(changed, "GLB"), design());
        const auto both = resetPart(level->spec, named(level->spec, "PE"), design());
        QCOMPARE(both->spec, design());
        changed.levels[1].name = "L2";
        QCOMPARE(QString::fromStdString(resetPart(changed, named(changed, "L2"), design()).errorText()),
                 QString("error: the preset has no part named L2"));
    }
};

QTEST_APPLESS_MAIN(ArchEditTest)
#include "arch_edit_test.moc"
