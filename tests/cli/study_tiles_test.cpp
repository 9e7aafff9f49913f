// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random tiles of the fabric as a study: each is another one, and counts as it does alone.
#include <QtTest>

#include <set>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

class StudyTilesTest : public QObject {
    Q_OBJECT
private slots:
    /// The cycles of random tiles are those of their argument lines.
    void randomTiles() {
        const CliRun page = studied("bifrost-random-tiles");
        QVERIFY2(page.code == 0, qPrintable(page.err));
        const QJsonArray rows = page.at("tables.3.rows").toArray();
        QCOMPARE(rows.size(), 150);
        // Without partial sums through memory the reuse model is nearer.
        for (int layer = 0; layer < 3; ++layer)
            QVERIFY(page.at(QString("tables.1.rows.%1.buffered_ratio_median.ours").arg(layer)).toDouble() >
                    page.at(QString("tables.0.rows.%1.ratio_median.ours").arg(layer)).toDouble());
        std::set<QString> tiles;
        for (int i = 0; i < 50; ++i) {
            const QJsonValue row = rows[i];
            const QString tile = row["tile"]["ours"].toString();
            tiles.insert(tile);
            if (i % 10 != 0) continue;
            const QString line = "-CONV -R=5 -S=5 -C=2 -K=2 -X=12 -Y=12 -num_ms=128 -dn_bw=64 -rn_bw=64 -" +
                                 QString(tile).replace(" ", " -").replace("'", "_");
            const CliRun run = cli({"evaluate", "--stonne", line, "--format", "json"});
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QCOMPARE(row["cycles"]["ours"].toDouble(), run.at("cycles").toDouble());
        }
        QCOMPARE(tiles.size(), std::size_t{50});
    }
};

QTEST_APPLESS_MAIN(StudyTilesTest)
#include "study_tiles_test.moc"
