// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Files of architects that tools misread, lost on the way, or crashed on.

#include <QtTest>

#include <cstring>

#include "core/io/native.h"
#include "core/io/timeloop/export.h"
#include "core/io/timeloop/import.h"
#include "core/search/search.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/search_setup.h"
#include "tests/support/timeloop_files.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

bool sameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

QString with(const char* text, const char* before, const char* after) {
    QString changed = text;
    if (changed.count(before) != 1) qFatal("'%s' is not there once", before);
    return changed.replace(before, after);
}

Result<TimeloopImport> importText(const QString& text) { return importTimeloop({{"arch.yaml", text.toStdString()}}); }

/// Timeloop has no place for a dimension on both axes of a fan-out.
Constraints oneAxisEach() {
    Constraints constraints;
    constraints.fanouts["PE"].x = std::vector<std::string>{"m"};
    constraints.fanouts["PE"].y = std::vector<std::string>{"n"};
    return constraints;
}

}  // namespace

class FilesMisreadTest : public QObject {
    Q_OBJECT

private slots:
    /// The best mapping, written and read back, cost something else: its tails were lost. In every form that we write, of
    /// an imperfect mapping, the figures are the same bit for bit.
    void c36_exportedMappingsCostTheSameBitForBit_data() {
        QTest::addColumn<int>("form");
        QTest::newRow("native JSON") << -1;
        QTest::newRow("text") << -2;
        for (const auto& entry : keyTable(TimeloopFormat{}))
            QTest::newRow(std::string(entry.key).c_str()) << static_cast<int>(entry.value);
    }
    void c36_exportedMappingsCostTheSameBitForBit() {
        QFETCH(int, form);
        const SearchSetup setup = searchSetup({.design = "three-level-array",
                                               .einsum = "Z[m,n] += A[m,k] * B[k,n]",
                                               .bounds = "m=100,n=97,k=53",
                                               .factorization = Factorization::rubyS,
                                               .constraints = oneAxisEach()});
        SearchOptions options;
        options.maxEvaluations = 20'000;
        Job job;
        const SearchResult found = unwrap(search(setup.mapspace, setup.evaluator, options, job));
        QVERIFY(found.best.has_value());
        const Mapping& best = found.best->mapping;
        QVERIFY(std::ranges::any_of(best.nodes, [](const Node& n) { return n.isLoop() && n.tail != n.bound; }));
        const Workload& workload = setup.target().workload;
        const Architecture& design = setup.target().architecture;
        const Cost expected = setup.evaluator.evaluate(best);

        Cost again;
        if (form < 0) {
            const std::string text =
                form == -1 ? mappingToJson(best, workload, design).dump() : toText(best, workload, design);
            const Mapping read = unwrap(mappingFromText(text, "best", workload, design));
            QVERIFY(read == best);
            again = setup.evaluator.evaluate(read);
        } else {
            const TimeloopParts parts{&design, &workload, &best};
            const std::string text = unwrap(exportTimeloop(parts, static_cast<TimeloopFormat>(form)));
            const TimeloopImport read = unwrap(importTimeloop({{"best.yaml", text}}));
            QVERIFY(read.architecture && read.workload && read.mapping);
            again = unwrap(Evaluator::make(unwrap(Target::make(*read.workload, *read.architecture))))
                        .evaluate(*read.mapping);
        }
        QCOMPARE(again.cycles, expected.cycles);
        QCOMPARE(again.steps, expected.steps);
        QVERIFY(again.valid && expected.valid);
        QVERIFY(sameBits(*again.energyPj, *expected.energyPj));
        QVERIFY(sameBits(*again.computeEnergyPj, *expected.computeEnergyPj));
        QVERIFY(sameBits(again.utilization, expected.utilization));
    }

    /// "key not found: arithmetic, at line: 0": a tree below the version of flat lists.
    void c40_versionsThatDontFitTheNestingAreFound() {
        const Result<TimeloopImport> tree = importText(with(kTimeloopArch, "version: 0.3", "version: 0.1"));
        QVERIFY(!tree.ok());
        QCOMPARE(
            QString::fromStdString(tree.errorText()).trimmed(),
            QString("arch.yaml:2:12: error: version 0.1 has no 'subtree', which stands in line 4; expected 0.2, 0.3, "
                    "0.4 [architecture.version]; did you mean '0.2'?"));
        QVERIFY(importText(with(kTimeloopArch, "version: 0.3", "version: 0.2")).ok());
        QVERIFY(importText(with(kTimeloopArch, "version: 0.3", "version: '0.4'")).ok());
        // A key that is none names the nearest.
        const Result<TimeloopImport> key = importText(with(kTimeloopArch, "  version", "  versoin"));
        QVERIFY(!key.ok());
        QCOMPARE(
            QString::fromStdString(key.errorText()).trimmed(),
            QString("arch.yaml:2:3: error: unknown key 'versoin' [architecture.versoin]; did you mean 'version'?"));
    }

    /// std::out_of_range 13222272, of both kinds of file.
    void c42_designsWithoutComputeSaySo() {
        const Result<TimeloopImport> tree = importText(with(kTimeloopArch, "class: intmac", "class: regfile"));
        QVERIFY(!tree.ok());
        QVERIFY2(QString::fromStdString(tree.errorText())
                     .startsWith("arch.yaml:1:1: error: the architecture has no compute level [architecture]"),
                 tree.errorText().c_str());
        const char* native = R"({"schema": "lapidary/architecture/1", "name": "x", "levels": [{"name": "DRAM"}]})";
        const Result<Architecture> design = architectureFromJson(unwrap(parseJson(native, "x.json")), "x.json");
        QVERIFY(!design.ok());
        QVERIFY2(QString::fromStdString(design.errorText()).contains("no compute level"), design.errorText().c_str());
    }
};

QTEST_APPLESS_MAIN(FilesMisreadTest)
#include "files_misread_test.moc"
