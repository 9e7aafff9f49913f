// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

class CliCountTest : public QObject {
    Q_OBJECT
private slots:
    // Sizes and valid counts of one tensor of one dimension: definitions, section 3 (Ruby Table I, canonical).
    void rubyTableOne_data() {
        QTest::addColumn<int>("bound");
        QTest::addColumn<QString>("mapspace");
        QTest::addColumn<QString>("size");
        QTest::addColumn<int>("valid");
        const auto row = [](int bound, const char* mapspace, const char* size, int valid) {
            QTest::addRow("%d %s", bound, mapspace) << bound << QString(mapspace) << QString(size) << valid;
        };
        row(3, "pfm", "3", 3), row(3, "ruby-s", "4", 4), row(3, "ruby-t", "5", 5), row(3, "ruby", "6", 6);
        row(64, "pfm", "22", 22), row(64, "ruby-s", "42", 42), row(64, "ruby-t", "146", 146);
        row(64, "ruby", "232", 232);
        row(100, "pfm", "24", 24), row(100, "ruby-s", "57", 57), row(100, "ruby-t", "228", 228);
        row(100, "ruby", "366", 366);
        row(1000, "pfm", "52", 52), row(1000, "ruby-s", "119", 119), row(1000, "ruby-t", "2297", 2297);
        row(1000, "ruby", "3711", 3711);
        row(4096, "pfm", "46", 43), row(4096, "ruby-s", "96", 93), row(4096, "ruby-t", "9387", 2903);
        row(4096, "ruby", "15223", 7716);
    }
    void rubyTableOne() {
        QFETCH(int, bound);
        QFETCH(QString, mapspace);
        QFETCH(QString, size);
        QFETCH(int, valid);
        const CliRun run =
            cli({"count", "--arch", "toy-linear", "--set", "PE.fanout=9x1", "--einsum", "A[d]", "--bounds",
                 QString("d=%1").arg(bound), "--mapspace", mapspace, "--valid", "--distinct", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["size"].toString(), size);
        QCOMPARE(json["distinct"].toInt(), size.toInt());
        QCOMPARE(json["valid"]["exact"].toBool(), true);
        QCOMPARE(json["valid"]["value"].toInt(), valid);
        QCOMPARE(json["valid"]["low"].toInt(), valid);
        QCOMPARE(json["valid"]["high"].toInt(), valid);
    }

    void termsMultiplyToTheSize() {
        const CliRun run = cli({"count", "--arch", "toy-6", "--einsum", "Z[m,n] += A[m,k] * B[k,n]", "--bounds",
                                "m=12,n=10,k=8", "--mapspace", "ruby-s", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        qint64 product = 1;
        for (const QJsonValue term : run.at("terms").toArray()) product *= term["count"].toString().toLongLong();
        QCOMPARE(QString::number(product), run.at("size").toString());
        QVERIFY(qAbs(run.at("log10").toDouble() - std::log10(static_cast<double>(product))) < 1e-9);
    }

    void countsForPeopleAreGrouped() {
        const CliRun run = cli({"count", "--arch", "toy-linear", "--set", "PE.fanout=9x1", "--einsum", "A[d]",
                                "--bounds", "d=4096", "--mapspace", "ruby"});
        QVERIFY2(run.out.contains("15,223 (10^") && !run.out.contains("15223"), qPrintable(run.out));
    }

    void largeSpacesAreEstimatedWithAnInterval() {
        const QStringList arguments{"count",
                                    "--arch",
                                    "toy-6",
                                    "--einsum",
                                    "Z[m,n] += A[m,k] * B[k,n]",
                                    "--bounds",
                                    "m=64,n=60,k=48",
                                    "--mapspace",
                                    "ruby",
                                    "--valid",
                                    "--format",
                                    "json"};
        const CliRun run = cli(arguments + QStringList{"--threads", "1"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject valid = run.at("valid").toObject();
        QCOMPARE(valid["exact"].toBool(), false);
        QVERIFY(valid["low"].toDouble() < valid["value"].toDouble());
        QVERIFY(valid["value"].toDouble() < valid["high"].toDouble());
        QCOMPARE(cli(arguments + QStringList{"--threads", "2"}).json()["valid"].toObject(), valid);
    }

    void textAndCsvSayTheSame() {
        const QStringList arguments =
            QStringList{"count"} + kToy + QStringList{"--mapspace", "pfm", "--valid", "--distinct"};
        const CliRun text = cli(arguments);
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("valid") && text.out.contains("exact"), qPrintable(text.out));
        const CliRun csv = cli(arguments + QStringList{"--format", "csv"});
        QVERIFY2(csv.out.startsWith("count,term,meaning\n"), qPrintable(csv.out));
    }
};

QTEST_APPLESS_MAIN(CliCountTest)
#include "count_test.moc"
