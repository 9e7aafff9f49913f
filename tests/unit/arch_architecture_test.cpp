// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
#include <QtTest>

#include <functional>

#include "core/arch/architecture.h"

using namespace lapidary;

namespace {

/// DRAM, 2 x 3 clusters below it, a buffer of 64 words each, 4 lanes below that, no figures.
ArchitectureSpec twoLevels() {
    ArchitectureSpec spec;
    spec.name = "small";
    Level buffer;
    buffer.name = "buffer";
    buffer.capacity = Capacity{64, true};
    Level dram;
    dram.name = "DRAM";
    spec.levels = {dram, buffer};
    Fanout lanes;
    lanes.name = "lane";
    lanes.below = 1;
    lanes.x = 4;
    Fanout clusters;
    clusters.name = "cluster";
    clusters.x = 2;
    clusters.y = 3;
    spec.fanouts = {lanes, clusters};
    spec.compute = Compute{};
    return spec;
}

using Change = std::function<void(ArchitectureSpec&)>;

}  // namespace

Q_DECLARE_METATYPE(Change)

class ArchArchitectureTest : public QObject {
    Q_OBJECT
private slots:
    void fanoutsStandInTheOrderOfTheirLevels() {
        const Architecture architecture = *Architecture::make(twoLevels());
        QCOMPARE(architecture.fanouts()[0].name, std::string("cluster"));
        QCOMPARE(architecture.findFanout("lane"), 1);
        QCOMPARE(architecture.findLevel("buffer"), 1);
        QCOMPARE(architecture.findLevel("Buffer"), -1);
        QCOMPARE(architecture.findFanout("buffer"), -1);
    }

    void instancesAreTheProductOfTheFanoutsAbove() {
        const Architecture architecture = *Architecture::make(twoLevels());
        QCOMPARE(architecture.instances(0), 1);
        QCOMPARE(architecture.instances(1), 6);
        QCOMPARE(architecture.computeInstances(), 24);
    }

    void areaSumsInstances() {
        ArchitectureSpec spec = twoLevels();
        spec.levels[1].area.value = 10;
        spec.compute->area.value = 1.5;
        std::vector<std::string> missing{"stale"};
        QCOMPARE(Architecture::make(spec)->area(&missing), std::optional(6 * 10 + 24 * 1.5));  // DRAM is off chip
        QVERIFY(missing.empty());
        spec.levels[0].area.value = 1000;
        QCOMPARE(Architecture::make(spec)->area(), std::optional(1096.0));
    }

    void areaNamesWhatIsUnknown() {
        ArchitectureSpec spec = twoLevels();
        std::vector<std::string> missing;
        QCOMPARE(Architecture::make(spec)->area(&missing), std::optional<double>());
        QCOMPARE(missing, (std::vector<std::string>{"buffer", "MAC"}));
        spec.levels[1].partitions["input"].area.value = 2;
        spec.levels[1].partitions["weight"].capacity = Capacity{8, true};
        Architecture::make(spec)->area(&missing);
        QCOMPARE(missing, (std::vector<std::string>{"buffer.weight", "MAC"}));
    }

    void oneAreaMayStandForAllPartitions() {
        ArchitectureSpec spec = twoLevels();
        spec.compute->area.value = 0;
        spec.levels[1].partitions["input"];
        spec.levels[1].partitions["weight"];
        spec.levels[1].area.value = 7;
        QCOMPARE(Architecture::make(spec)->area(), std::optional(42.0));
        spec.levels[1].area.value.reset();
        spec.levels[1].partitions["input"].area.value = 2;
        spec.levels[1].partitions["weight"].area.value = 3;
        QCOMPARE(Architecture::make(spec)->area(), std::optional(30.0));
    }

    void unsoundDesignsAreRefused_data() {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, Change change, const char* text) {
            QTest::newRow(name) << change << text;
        };
        row(
            "no compute", [](auto& s) { s.compute.reset(); },
            "error: no compute level [compute]; add \"compute\": {\"name\": \"MAC\"}");
        row(
            "no levels",
            [](auto& s) {
                s.levels.clear();
                s.fanouts.clear();
            },
            "error: no storage level [levels]; a design has at least one level, outermost first");
        row(
            "thirteen levels",
            [](auto& s) {
                for (int i = 2; i < 13; ++i) {
                    s.levels.push_back(s.levels[1]);
                    s.levels.back().name = "L" + std::to_string(i);
                }
            },
            "error: 13 levels, at most 12 [levels]");
        row(
            "same name", [](auto& s) { s.fanouts[0].name = "DRAM"; },
            "error: two parts of the design are called 'DRAM' [fanouts[0].name]");
        row(
            "compute named as a level", [](auto& s) { s.compute->name = "buffer"; },
            "error: two parts of the design are called 'buffer' [compute.name]");
        row(
            "empty name", [](auto& s) { s.levels[1].name.clear(); },
            "error: '' is no name [levels[1].name]; names are letters, digits, '_' and '-', and don't start with a "
            "digit");
        row(
            "name with a dot", [](auto& s) { s.levels[1].name = "a.b"; },
            "error: 'a.b' is no name [levels[1].name]; names are letters, digits, '_' and '-', and don't start with a "
            "digit");
        row(
            "no room",
            [](auto& s) {
                s.levels[1].capacity = Capacity{15, false};
            },
            "error: design without room for one word of 16 bits: 15 bit [levels[1].capacity]");
        row(
            "no room in halves",
            [](auto& s) {
                s.levels[1].capacity = Capacity{1, true};
                s.levels[1].buffers = 2;
            },
            "error: design without room for one word of 16 bits: 1 word in 2 buffers [levels[1].capacity]");
        row(
            "zero capacity",
            [](auto& s) {
                s.levels[1].capacity = Capacity{0, true};
            },
            "error: design without room for one word of 16 bits: 0 words [levels[1].capacity]");
        row(
            "no room in a partition",
            [](auto& s) {
                s.levels[1].partitions["input"].capacity = Capacity{8, false};
                s.levels[1].partitions["input"].wordBits = 9;
            },
            "error: design without room for one word of 9 bits: 1 B [levels[1].partitions.input.capacity]");
        row(
            "huge capacity",
            [](auto& s) {
                s.levels[1].capacity = Capacity{std::int64_t{1} << 51, true};
            },
            "error: expected a number from 0 to 1125899906842624, found 2251799813685248 [levels[1].capacity]");
        row(
            "word bits", [](auto& s) { s.levels[0].wordBits = 0; },
            "error: expected a number from 1 to 1024, found 0 [levels[0].word_bits]");
        row(
            "block", [](auto& s) { s.levels[0].block = -4; },
            "error: expected a number from 1 to 1048576, found -4 [levels[0].block]");
        row(
            "buffers", [](auto& s) { s.levels[0].buffers = 65; },
            "error: expected a number from 1 to 64, found 65 [levels[0].buffers]");
        row(
            "bandwidth", [](auto& s) { s.levels[1].bandwidth.shared = 0; },
            "error: expected a number above 0, found 0 [levels[1].bandwidth.shared]");
        row(
            "negative energy", [](auto& s) { s.levels[1].energy.leak.value = -1; },
            "error: expected a number of at least 0, found -1 [levels[1].energy_pj.leak]");
        row(
            "energy not a number", [](auto& s) { s.compute->energy.value = std::nan(""); },
            "error: expected a number of at least 0, found nan [compute.energy_pj]");
        row(
            "fanout of nothing", [](auto& s) { s.fanouts[1].y = 0; },
            "error: expected a number from 1 to 16777216, found 0 [fanouts[1].y]");
        row(
            "fanout below nothing", [](auto& s) { s.fanouts[1].below = 2; },
            "error: no level number 2 [fanouts[1].below]");
        row(
            "too many units", [](auto& s) { s.fanouts[1].x = 1 << 21; },
            "error: the fanouts give 25165824 compute units, at most 16777216 [fanouts]");
        row(
            "interval", [](auto& s) { s.compute->interval = 0; },
            "error: expected a number from 1 to 1048576, found 0 [compute.interval]");
        row(
            "clock", [](auto& s) { s.clockGhz = 0; }, "error: expected a number above 0, found 0 [clock_ghz]");
        row(
            "constraint on a level that isn't there", [](auto& s) { s.constraints.levels["buff"]; },
            "error: the design has no level 'buff' [constraints.levels.buff]; did you mean 'buffer'?");
        row(
            "constraint on a fanout that isn't there", [](auto& s) { s.constraints.fanouts["PE"]; },
            "error: the design has no fanout 'PE' [constraints.fanouts.PE]");
    }
    void unsoundDesignsAreRefused() {
        QFETCH(Change, change);
        QFETCH(QString, text);
        ArchitectureSpec spec = twoLevels();
        change(spec);
        const Result<Architecture> result = Architecture::make(spec);
        QVERIFY(!result.ok());
        QCOMPARE(QString::fromStdString(result.errorText()).trimmed(), text);
    }

    void everyProblemIsReportedAtOnce() {
        ArchitectureSpec spec = twoLevels();
        spec.compute.reset();
        spec.levels[1].wordBits = 0;
        spec.clockGhz = -1;
        QCOMPARE(Architecture::make(spec).diagnostics().size(), std::size_t{3});
    }

    void keysOfTheTables() {
        QCOMPARE(keysOf<Keep>(), (std::vector<std::string>{"must", "may", "never"}));
        QCOMPARE(keysOf<Multicast>(), (std::vector<std::string>{"equal", "distinct", "none"}));
        QCOMPARE(fromKey<Keep>("never"), std::optional(Keep::never));
    }
};

QTEST_APPLESS_MAIN(ArchArchitectureTest)
#include "arch_architecture_test.moc"
