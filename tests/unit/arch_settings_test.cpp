// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
#include <QtTest>

#include "core/arch/architecture.h"

using namespace lapidary;

namespace {

Architecture partitioned() {
    ArchitectureSpec spec;
    spec.name = "partitioned";
    Level dram;
    dram.name = "DRAM";
    Level glb;
    glb.name = "GLB";
    glb.capacity = Capacity{128 * 1024 * 8, false};
    glb.energy.read = {74.144, "table"};
    glb.ports = {{.name = "r",
                  .type = PortType::read,
                  .bandwidth = Rate{512, true},
                  .least = {},
                  .serves = {{"", Passage::toBelow}}}};
    Level spad;
    spad.name = "spad";
    spad.partitions["weight"].capacity = Capacity{224, true};
    spec.levels = {dram, glb, spad};
    Fanout pe;
    pe.name = "PE";
    pe.below = 1;
    pe.x = 14;
    pe.y = 12;
    spec.fanouts = {pe};
    spec.compute = Compute{};
    return *Architecture::make(spec);
}

std::string valueOf(const Architecture& architecture, const std::string& path) {
    const SettingList all = settings(architecture);
    const std::string* value = findSetting(all, path);
    return value ? *value : "no such path";
}

}  // namespace

class ArchSettingsTest : public QObject {
    Q_OBJECT
private slots:
    void aValueIsSetAndShown_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("after");
        const auto row = [](const char* path, const char* before, const char* value, const char* after) {
            QTest::addRow("%s=%s", path, value) << path << before << value << after;
        };
        row("GLB.capacity", "128 KiB", "64KiB", "64 KiB");
        row("GLB.capacity", "128 KiB", "1024", "1024 words");
        row("GLB.capacity", "128 KiB", "unbounded", "unbounded");
        row("DRAM.capacity", "unbounded", "1 MiB", "1 MiB");
        row("GLB.word_bits", "16", "8", "8");
        row("GLB.block", "1", "4", "4");
        row("GLB.buffers", "1", "2", "2");
        row("GLB.double_buffered", "true", "false", "false");
        row("GLB.bandwidth", "unlimited", "16", "16");
        row("GLB.bandwidth", "unlimited", "16/8", "16/8");
        row("GLB.bandwidth", "unlimited", "unlimited/0.5", "unlimited/0.5");
        row("GLB.ports.r.bandwidth", "512 bits", "64 bits", "64 bits");
        row("GLB.ports.r.bandwidth", "512 bits", "unlimited", "unlimited");
        row("GLB.ports.r.bandwidth", "512 bits", "0.5", "0.5");
        row("GLB.ports.r.min", "whole", "32 bits", "32 bits");
        row("GLB.ports.r.type", "read", "read_write", "read_write");
        row("GLB.bandwidth.read", "unlimited", "0.5", "0.5");
        row("GLB.bandwidth.write", "unlimited", "16", "16");
        row("GLB.bandwidth.shared", "unlimited", "1e3", "1000");
        row("GLB.energy_pj.read", "74.144", "10.25", "10.25");
        row("GLB.energy_pj.read", "74.144", "unknown", "unknown");
        row("GLB.energy_pj.write", "unknown", "0", "0");
        row("GLB.energy_pj.update", "unknown", "3", "3");
        row("GLB.energy_pj.leak", "unknown", "0.25", "0.25");
        row("GLB.area_um2", "unknown", "1162549", "1162549");
        row("spad.partitions.weight.capacity", "224 words", "192", "192 words");
        row("spad.partitions.weight.word_bits", "default", "8", "8");
        row("spad.partitions.weight.block", "default", "default", "default");
        row("spad.partitions.weight.bandwidth.read", "unlimited", "2", "2");
        row("spad.partitions.weight.energy_pj.write", "unknown", "1.586", "1.586");
        row("spad.partitions.weight.area_um2", "unknown", "3634.68", "3634.68");
        row("PE.fanout", "14x12", "9x1", "9x1");
        row("PE.fanout", "14x12", "16", "16x1");
        row("PE.x", "14", "7", "7");
        row("PE.y", "12", "2", "2");
        row("PE.multicast", "default", "none", "none");
        row("PE.reduction", "true", "false", "false");
        row("PE.hop_pj", "unknown", "0.08", "0.08");
        row("MAC.energy_pj", "unknown", "2.2", "2.2");
        row("MAC.area_um2", "unknown", "1239.5", "1239.5");
        row("MAC.interval", "1", "4", "4");
        row("clock_ghz", "unknown", "0.2", "0.2");
    }
    void aValueIsSetAndShown() {
        QFETCH(QString, path);
        QFETCH(QString, before);
        QFETCH(QString, value);
        QFETCH(QString, after);
        const Architecture original = partitioned();
        QCOMPARE(QString::fromStdString(valueOf(original, path.toStdString())), before);
        const auto changed = withSetting(original, path.toStdString(), value.toStdString());
        QVERIFY2(changed.ok(), changed.errorText().c_str());
        QCOMPARE(QString::fromStdString(valueOf(*changed, path.toStdString())), after);
        QCOMPARE(original, partitioned());
    }

    void settingsReadBackWhatTheyShow() {
        const Architecture architecture = partitioned();
        for (const auto& [path, value] : settings(architecture)) {
            const auto again = withSetting(architecture, path, value);
            QVERIFY2(again.ok(), (path + "=" + value + ": " + again.errorText()).c_str());
            QCOMPARE(settings(*again), settings(architecture));
        }
    }

    void differencesAreThoseSettingsThatDiffer() {
        const Architecture design = partitioned();
        QVERIFY(settingDifferences(design, design).empty());
        const Architecture changed = *withSetting(*withSetting(design, "GLB.capacity", "64 KiB"), "clock_ghz", "2");
        const std::vector<SettingDifference> all = settingDifferences(design, changed);
        QCOMPARE(all.size(), std::size_t{2});
        for (const SettingDifference& each : all) {
            QCOMPARE(each.value, valueOf(design, each.path));
            QCOMPARE(each.other.value(), valueOf(changed, each.path));
            QVERIFY(each.path == "GLB.capacity" || each.path == "clock_ghz");
        }
        ArchitectureSpec spec = design.spec();
        spec.levels[1].name = "L2";
        spec.constraints = {};
        const std::vector<SettingDifference> renamed = settingDifferences(design, *Architecture::make(spec));
        QVERIFY(!renamed.empty());
        for (const SettingDifference& each : renamed)
            QVERIFY2(each.path.starts_with("GLB.") && !each.other, each.path.c_str());
    }

    void oneChangeIsOneDifference() {
        const auto pathsOf = [](const char* path, const char* value) {
            std::vector<std::string> paths;
            for (const SettingDifference& each :
                 settingDifferences(partitioned(), *withSetting(partitioned(), path, value)))
                paths.push_back(each.path);
            return paths;
        };
        QCOMPARE(pathsOf("GLB.bandwidth.read", "3"), std::vector<std::string>{"GLB.bandwidth.read"});
        QCOMPARE(pathsOf("PE.y", "5"), std::vector<std::string>{"PE.y"});
        QCOMPARE(pathsOf("PE.fanout", "3x5"), (std::vector<std::string>{"PE.x", "PE.y"}));
    }

    void fanoutSetsBothAxes() {
        const Architecture changed = *withSetting(partitioned(), "PE.fanout", "3x5");
        QCOMPARE(changed.fanouts()[0].x, 3);
        QCOMPARE(changed.fanouts()[0].y, 5);
        QCOMPARE(changed.computeInstances(), 15);
    }

    void figuresSetByHandSaySo() {
        const Architecture changed = *withSetting(partitioned(), "GLB.energy_pj.read", "1");
        QCOMPARE(changed.levels()[1].energy.read, (Figure{1.0, "user"}));
        QCOMPARE(partitioned().levels()[1].energy.read, (Figure{74.144, "table"}));
    }

    void wrongAssignmentsAreRefused_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* path, const char* value, const char* text) {
            QTest::addRow("%s=%s", path, value) << path << value << text;
        };
        row("GLB.capacty", "1",
            "error: the design has no setting 'GLB.capacty' [GLB.capacty]; did you mean 'GLB.capacity'?");
        row("glb.energy_pj.reed", "1",
            "error: the design has no setting 'glb.energy_pj.reed' [glb.energy_pj.reed]; did you mean "
            "'GLB.energy_pj.read'?");
        row("", "1", "error: the design has no setting ''");
        row("GLB.capacity", "64 KB",
            "error: capacity unit 'KB' is ambiguous [GLB.capacity]; write KiB for 1024 B or kB for 1000 B");
        row("GLB.capacity", "-1", "error: capacity '-1' is negative, expected at least 1 [GLB.capacity]");
        row("GLB.capacity", "1 B", "error: design without room for one word of 16 bits: 1 B [GLB.capacity]");
        row("GLB.block", "four", "error: expected a whole number, found 'four' [GLB.block]");
        row("GLB.block", "99999999999", "error: expected a whole number, found '99999999999' [GLB.block]");
        row("GLB.block", "0", "error: expected a number from 1 to 1048576, found 0 [GLB.block]");
        row("GLB.energy_pj.read", "1,5", "error: expected a number or 'unknown', found '1,5' [GLB.energy_pj.read]");
        row("GLB.energy_pj.read", "-2", "error: expected a number of at least 0, found -2 [GLB.energy_pj.read]");
        row("GLB.bandwidth.read", "0", "error: expected a number above 0, found 0 [GLB.bandwidth.read]");
        row("GLB.bandwidth", "16/x", "error: expected a number or 'unlimited', found 'x' [GLB.bandwidth]");
        row("GLB.ports.r.bandwidth", "fast",
            "error: expected words per cycle, '512 bits' or 'unlimited', found 'fast' [GLB.ports.r.bandwidth]");
        row("GLB.ports.r.min", "8", "error: expected the unit of the bandwidth, 512 bits, found 8 [GLB.ports.r.min]");
        row("GLB.ports.r.type", "write",
            "error: a write port can't serve to_below [GLB.ports.r.type]; reads are "
            "to_below and to_above; make its type read or read_write");
        row("GLB.ports.r.type", "raed",
            "error: expected one of read, write, read_write, found 'raed' [GLB.ports.r.type]; did you mean 'read'?");
        row("GLB.ports.q.type", "write",
            "error: the design has no setting 'GLB.ports.q.type' [GLB.ports.q.type]; did you "
            "mean 'GLB.ports.r.type'?");
        row("PE.fanout", "14x", "error: expected a size such as '14x12', found '14x' [PE.fanout]");
        row("PE.fanout", "x", "error: expected a size such as '14x12', found 'x' [PE.fanout]");
        row("PE.fanout", "0x3", "error: expected a number from 1 to 16777216, found 0 [PE.fanout]");
        row("PE.multicast", "all", "error: expected one of equal, distinct, none, default, found 'all' [PE.multicast]");
        row("PE.reduction", "yes", "error: expected true or false, found 'yes' [PE.reduction]");
        row("clock_ghz", "0", "error: expected a number above 0, found 0 [clock_ghz]");
    }
    void wrongAssignmentsAreRefused() {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, text);
        const auto changed = withSetting(partitioned(), path.toStdString(), value.toStdString());
        QVERIFY(!changed.ok());
        QCOMPARE(QString::fromStdString(changed.errorText()).trimmed(), text);
    }
};

QTEST_APPLESS_MAIN(ArchSettingsTest)
#include "arch_settings_test.moc"
