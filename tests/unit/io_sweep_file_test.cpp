// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Sweep files: written and read back, and what is said of wrong ones.

#include <QtTest>

#include "core/io/presets.h"
#include "core/io/sweep_file.h"
#include "core/io/sweep_plan.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;

namespace {

Result<SweepFile> read(std::string_view text) {
    const Result<Json> json = parseJson(text, "s.json");
    return json ? sweepFromJson(*json, "s.json") : Result<SweepFile>(json.diagnostics());
}

QString textOf(const SweepAxis& axis) {
    QStringList values;
    for (const std::string& value : axis.values) values << QString::fromStdString(value);
    return QString::fromStdString(axis.path) + "=" + values.join(',');
}

constexpr std::string_view kWhole = R"({
  "schema": "lapidary/sweep/1", "name": "n", "title": "t", "source": "s",
  "architecture": "toy-6",
  "axes": [{"path": "PE.fanout", "values": ["2x1", "6x1"]}, {"path": "bounds.d", "values": ["10"]}],
  "mapspaces": ["pfm", "ruby"],
  "workload": "tensor-100",
  "constraints": "none",
  "semantics": {"halo": "box", "window": "one-axis", "multicast": "none", "drain_read": true, "padding": true},
  "search": {"algorithm": "optimal", "placement": "uneven", "objective": "energy,latency", "seed": 18446744073709551615,
             "max_evaluations": 5, "max_seconds": 1.5, "victory": 7, "top": 3}
})";

}  // namespace

class IoSweepFileTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead() {
        const auto sweep = read(kWhole);
        QVERIFY2(sweep.ok(), sweep.errorText().c_str());
        const SweepSpec& spec = sweep->spec;
        QCOMPARE(spec.base.name(), std::string("toy-6"));
        QCOMPARE(spec.axes.size(), std::size_t{2});
        QCOMPARE(spec.axes[0].values, (std::vector<std::string>{"2x1", "6x1"}));
        QVERIFY((spec.mapspaces == std::vector{Factorization::perfect, Factorization::ruby}));
        QCOMPARE(spec.layers.size(), std::size_t{1});
        QVERIFY(spec.constraints && spec.constraints->empty());
        QVERIFY((spec.semantics == Semantics{Halo::box, Window::oneAxis, Multicast::none, true, true}));
        QVERIFY(spec.search.algorithm == Algorithm::optimal);
        QVERIFY(spec.search.placement == Placement::uneven);
        QCOMPARE(toText(spec.search.objective), std::string("energy,latency"));
        QCOMPARE(spec.search.seed, std::uint64_t{18446744073709551615u});
        QCOMPARE(*spec.search.maxEvaluations, std::int64_t{5});
        QCOMPARE(*spec.search.maxSeconds, 1.5);
        QCOMPARE(*spec.search.victory, std::int64_t{7});
        QCOMPARE(spec.search.top, 3);
    }

    void whatIsWrittenReadsBackTheSame_data() {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("by key") << true;
        QTest::newRow("in place") << false;
    }
    void whatIsWrittenReadsBackTheSame() {
        QFETCH(bool, byKey);
        SweepFile sweep = *read(kWhole);
        if (!byKey) {
            sweep.architectureKey.clear();
            sweep.workloadKey.clear();
            sweep.spec.layers = loadNetwork("alexnet")->layers;
        }
        const Json written = toJson(sweep);
        const auto again = read(written.dump());
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(toJson(*again) == written);
        QVERIFY(again->spec.base == sweep.spec.base);
        QCOMPARE(again->spec.layers.size(), sweep.spec.layers.size());
        QVERIFY(again->spec.layers.back().workload == sweep.spec.layers.back().workload);
    }

    void everyPresetCanRun() {
        for (const PresetInfo& info : presets("sweep")) {
            const auto sweep = loadSweep(info.key);
            QVERIFY2(sweep.ok(), sweep.errorText().c_str());
            QVERIFY2(!hasErrors(checkSweep(sweep->spec)), info.key.c_str());
            QCOMPARE(sweep->name, info.key);
        }
    }

    // Ruby, Figs. 13a and 14a: arrays of 2x7 to 16x16, three mapspaces, the 24 shapes of ResNet-50.
    void thePeArraysOfRuby() {
        const SweepSpec spec = loadSweep("ruby-pe-array")->spec;
        QCOMPARE(spec.axes[0].values.front(), std::string("2x7"));
        QCOMPARE(spec.axes[0].values.back(), std::string("16x16"));
        QCOMPARE(pointCount(spec), std::size_t{15 * 3});
        QCOMPARE(uniqueLayers(spec).size(), std::size_t{24});
    }

    /// The place is where `at` begins in the text.
    /// lineDesign: a scratchpad of 8 words and nothing limited else; then a port of 4 words per cycle.
    void anAxisIsProposed() {
        SweepSpec spec = testing::lineSweep();
        QCOMPARE(textOf(proposedAxis(spec)), QString("spad.capacity=4 words,8 words,16 words"));
        spec.axes.push_back({"spad.capacity", {"8"}});
        QCOMPARE(textOf(proposedAxis(spec)), QString("="));
        spec.base = testing::orDie(withSetting(spec.base, "DRAM.bandwidth", "4"));
        QCOMPARE(textOf(proposedAxis(spec)), QString("DRAM.bandwidth=2,4,8"));
        spec.base = testing::orDie(withSetting(spec.base, "DRAM.bandwidth", "8/4"));
        QCOMPARE(textOf(proposedAxis(spec)), QString("DRAM.bandwidth=8/4"));
        spec.axes.clear();
        spec.base = testing::orDie(withSetting(spec.base, "spad.capacity", "7"));  // half of it is no size
        QCOMPARE(textOf(proposedAxis(spec)), QString("spad.capacity=7 words,14 words"));
    }

    void wrongFilesSayWhereAndWhat_data() {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QByteArray>("at");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("mapspace")
            << QByteArray(R"("architecture": "toy-6", "workload": "tensor-100", "mapspaces": ["pfm", "rubi-s"]})")
            << QByteArray("\"rubi-s\"")
            << QByteArray(
                   "expected one of 'pfm', 'padded', 'ruby', 'ruby-s', 'ruby-t', found 'rubi-s' "
                   "[mapspaces[1]]; did you mean 'ruby-s'?");
        QTest::newRow("design") << QByteArray(R"("architecture": "toy-7", "workload": "tensor-100"})")
                                << QByteArray("\"toy-7\"")
                                << QByteArray(
                                       "no design and no file is called 'toy-7' [architecture]; did you mean 'toy-6'?");
        QTest::newRow("neither") << QByteArray(R"("architecture": "toy-6", "axes": []})") << QByteArray("{")
                                 << QByteArray("expected either a network or a workload [network]");
        QTest::newRow("seed") << QByteArray(
                                     R"("architecture": "toy-6", "workload": "tensor-100", "search": {"seed": -1}})")
                              << QByteArray("-1}")
                              << QByteArray("expected a whole number from 0 to 2^64 - 1 [search.seed]");
        QTest::newRow("unknown key") << QByteArray(R"("architecture": "toy-6", "workload": "tensor-100", "axis": []})")
                                     << QByteArray("\"axis\"")
                                     << QByteArray("unknown key 'axis' [axis]; did you mean 'axes'?");
    }
    void wrongFilesSayWhereAndWhat() {
        QFETCH(QByteArray, rest);
        QFETCH(QByteArray, at);
        QFETCH(QByteArray, message);
        const QByteArray text = R"({"schema": "lapidary/sweep/1", )" + rest;
        const auto sweep = read(text.toStdString());
        QVERIFY(!sweep.ok());
        QCOMPARE(QByteArray::fromStdString(toText(sweep.diagnostics().front())),
                 "s.json:1:" + QByteArray::number(text.indexOf(at) + 1) + ": error: " + message);
    }
};

QTEST_APPLESS_MAIN(IoSweepFileTest)
#include "io_sweep_file_test.moc"
