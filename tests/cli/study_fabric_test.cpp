// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bifrost's figures as studies: what STONNE counted of the same tiles, the factors that the paper prints, settings that are
// refused.
#include <QtTest>

#include <cmath>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

/// How many cells have a value that was published under a name, and whether ours is within `tolerance` of each.
int agreeing(const CliRun& page, const QString& by, double tolerance) {
    int cells = 0;
    for (const QJsonValue table : page.at("tables").toArray())
        for (const QJsonValue row : table["rows"].toArray()) {
            const QJsonObject columns = row.toObject();
            for (const QJsonValue column : columns) {
                const QJsonValue published = column["published"][by];
                if (!published.isDouble()) continue;
                const double ours = column["ours"].toDouble(), theirs = published.toDouble();
                if (std::abs(ours - theirs) > tolerance * theirs) return -1;
                ++cells;
            }
        }
    return cells;
}

}  // namespace

class StudyFabricTest : public QObject {
    Q_OBJECT
private slots:
    /// Cycles exactly as the public simulator counts; the paper prints its factors in whole numbers.
    void fig10() {
        const CliRun page = studied("bifrost-fig-10");
        QVERIFY2(page.code == 0, qPrintable(page.err));
        QCOMPARE(agreeing(page, "STONNE 22634b8b", 0), 12);
        QCOMPARE(agreeing(page, "paper", 0.01), 2);
    }
    void table6() {
        const CliRun page = studied("bifrost-table-6");
        QVERIFY2(page.code == 0, qPrintable(page.err));
        QCOMPARE(agreeing(page, "STONNE 22634b8b", 0), 6);
    }

    /// Without zeros the product of im2col, as the argument line runs it; half of conv1's 363 weights per filter take two
    /// rounds of 128 multipliers instead of three.
    void prunedWeights() {
        const Folder folder;
        const QString file = folder.write(
            "s.json", R"({"schema": "lapidary/study/1", "name": "s", "title": "S", "source": "test", "paper": "P",
 "place": "T", "question": "Q?", "paper_says": [], "we_find": [], "why": [],
 "runs": [{"name": "r", "task": "fabric", "workloads": ["alexnet-onetower/conv1"], "designs": ["sigma-128"],
           "settings": [{"name": "0", "fabric": {"pick": "sparse", "zeros": 0}},
                        {"name": "50", "fabric": {"pick": "sparse", "zeros": 50}}]}],
 "tables": [{"title": "T", "runs": "r", "rows": ["setting"], "columns": [{"figure": "cycles"}]}]})");
        const CliRun run =
            cli({"study", "run", "--study", file, "--results", folder.path("r.json"), "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const CliRun line =
            cli({"evaluate", "--stonne", "-SparseGEMM -M=64 -N=3025 -K=363 -num_ms=128 -dn_bw=64 -rn_bw=64", "--format",
                 "json"});
        QCOMPARE(run.at("points.0.figures.cycles").toInt(), line.at("cycles").toInt());
        QCOMPARE(run.at("points.0.figures.weight_reads").toInt(), 64 * 363);
        const double ratio = run.at("points.1.figures.weight_reads").toDouble() / (64 * 363);
        QVERIFY2(ratio > 0.48 && ratio < 0.52, qPrintable(QString::number(ratio)));
        const double saved =
            run.at("points.1.figures.cycles").toDouble() / run.at("points.0.figures.cycles").toDouble();
        QVERIFY2(saved > 0.65 && saved < 0.68, qPrintable(QString::number(saved)));
    }

    void settingsThatDontFit_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* setting, const char* message) {
            QTest::newRow(name) << QString(setting) << QString(message);
        };
        row("none", R"("search": {"algorithm": "exhaustive"})", "expected 'fabric', with how the tile is chosen");
        row("pick", R"("fabric": {"pick": "map"})",
            "found 'map', expected one of tile, mapper, tuner, range, random, sparse");
        row("size", R"("fabric": {"pick": "tile", "tile": {"T_K": 0}})", "T_K");
        row("foreign", R"("fabric": {"pick": "mapper", "trials": 3})", "trials");
        row("knob", R"("fabric": {"pick": "range", "tune": ["dn=4"]})", "'dn' is no knob");
    }
    void settingsThatDontFit() {
        QFETCH(QString, setting);
        QFETCH(QString, message);
        const Folder folder;
        const QString file = folder.write(
            "s.json",
            QString(R"({"schema": "lapidary/study/1", "name": "s", "title": "S", "source": "test", "paper": "P",
 "place": "T", "question": "Q?", "paper_says": [], "we_find": [], "why": [],
 "runs": [{"name": "r", "task": "fabric", "workloads": ["gemm-100"], "designs": ["maeri-128"],
           "settings": [{"name": "a", %1}]}],
 "tables": [{"title": "T", "runs": "r", "rows": ["setting"], "columns": [{"figure": "cycles"}]}]})")
                .arg(setting)
                .toUtf8());
        const CliRun run = cli({"study", "show", "--study", file});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
    }
};

QTEST_APPLESS_MAIN(StudyFabricTest)
#include "study_fabric_test.moc"
