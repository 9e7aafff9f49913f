// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `search --principles`: what each of Sunstone's principles spares, as docs/models/sunstone.md prints it.
#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QStringList kMttkrp{
    "search",     "--arch", "sunstone-conventional", "--network", "sunstone-kernels", "--layer", "mttkrp-r32-nell2",
    "--mapspace", "pfm",    "--algorithm",           "sunstone",  "--compat",         "sunstone"};

QString documentation() {
    QFile file(LAPIDARY_SOURCE_DIR "/docs/models/sunstone.md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A block of the documentation that shows a command and what it prints.
struct Shown {
    QStringList arguments;
    QString printed;
};
std::vector<Shown> shownPrinciples() {
    std::vector<Shown> blocks;
    const QStringList parts = documentation().split("```\n");
    for (const QString& part : parts) {
        const QString prompt = "$ lapidary-cli ";
        const qsizetype end = part.indexOf(" --principles\n");
        if (!part.startsWith(prompt) || end < 0) continue;
        QString command = part.mid(prompt.size(), end - prompt.size());
        const QString whole = command.replace("\\\n", " ").simplified();
        blocks.push_back({whole.split(' ') + QStringList{"--principles"}, part.mid(part.indexOf('\n', end) + 1)});
    }
    return blocks;
}

}  // namespace

class CliSunstoneTest : public QObject {
    Q_OBJECT
private slots:
    void theDocumentationShowsWhatIsPrinted() {
        const std::vector<Shown> blocks = shownPrinciples();
        QCOMPARE(blocks.size(), std::size_t{2});
        for (const Shown& block : blocks) {
            const CliRun run = cli(block.arguments);
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QCOMPARE(QString(run.out).trimmed(), block.printed.trimmed());
        }
    }

    /// With every principle on, the table's counters are those of the search, and its best is.
    void withAllPrinciplesOnItCountsWhatTheSearchCounts() {
        const CliRun table = cli(kMttkrp + QStringList{"--principles", "--format", "json"});
        const CliRun run = cli(kMttkrp + QStringList{"--format", "json"});
        QVERIFY2(table.code == 0 && run.code == 0, qPrintable(table.err + run.err));
        const QJsonArray rows = table.at("principles").toArray();
        QCOMPARE(rows.size(), 5);
        QCOMPARE(rows[0].toObject()["setting"].toString(), QString("as asked"));
        const QJsonObject counted = run.at("sunstone").toObject();
        QCOMPARE(counted.size(), 11);
        for (const QString& key : counted.keys()) {
            QVERIFY2(rows[0][key].isDouble(), qPrintable(key));
            QCOMPARE(rows[0][key].toInteger(), counted[key].toInteger());
        }
        const double best = run.at("best.cost.edp").toDouble();
        QVERIFY(std::abs(rows[0].toObject()["best"].toDouble() / best - 1) < 1e-9);
    }

    /// What a principle spares is counted as nothing once it is off. Ordering and alpha-beta lose no mapping that counts;
    /// the others may (docs/models/sunstone.md), so that without them what is found is no worse.
    void eachSettingSwitchesOneOff() {
        const CliRun table = cli(kMttkrp + QStringList{"--principles", "--format", "json"});
        QVERIFY2(table.code == 0, qPrintable(table.err));
        const QJsonArray rows = table.at("principles").toArray();
        const auto row = [&](const char* setting) {
            for (const auto& each : rows)
                if (each.toObject()["setting"].toString() == setting) return each.toObject();
            return QJsonObject();
        };
        QCOMPARE(row("ordering=off")["orders"].toInt(), 24);  // 4!
        QCOMPARE(row("ordering=off")["orders_pruned"].toInt(), 0);
        QCOMPARE(row("tiling=all")["tiles_pruned"].toInt(), 0);
        QCOMPARE(row("alpha-beta=off")["partials_pruned"].toInt(), 0);
        QCOMPARE(row("alpha-beta=off")["unrollings_cut"].toInt(), 0);
        for (const char* same : {"ordering=off", "alpha-beta=off"})
            QCOMPARE(row(same)["best"].toDouble(), row("as asked")["best"].toDouble());
        for (const char* larger : {"tiling=all", "unrolling=off"})
            QVERIFY(row(larger)["best"].toDouble() <= row("as asked")["best"].toDouble());
    }
};

QTEST_GUILESS_MAIN(CliSunstoneTest)
#include "sunstone_test.moc"
