// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

class CliConvertTest : public QObject {
    Q_OBJECT
private slots:
    void mappingsGoToJsonAndBack() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", kToyNest);
        const CliRun toJson = cli(QStringList{"convert", nest} + kToy + QStringList{"-o", folder.path("nest.json")});
        QVERIFY2(toJson.code == 0, qPrintable(toJson.err));
        QCOMPARE(QJsonDocument::fromJson(folder.read("nest.json"))["schema"].toString(), QString("lapidary/mapping/1"));
        const CliRun toText = cli(QStringList{"convert", folder.path("nest.json"), "--to", "text"} + kToy);
        QVERIFY2(toText.code == 0, qPrintable(toText.err));
        QCOMPARE(toText.out, QString(kToyNest));
    }

    void normalisedFilesReadBackEqual_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"eyeriss-like", "simba-like-15", "resnet18", "resnet50/layer1_0_conv2"})
            QTest::newRow(key) << QString(key);
    }
    void normalisedFilesReadBackEqual() {
        QFETCH(QString, key);
        const Folder folder;
        const CliRun shown = cli({"show", key, "--format", "json", "-o", folder.path("first.json")});
        QVERIFY2(shown.code == 0, qPrintable(shown.err));
        const CliRun again = cli({"convert", folder.path("first.json")});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QCOMPARE(again.out, QString::fromUtf8(folder.read("first.json")));
    }

    void settingsAreApplied() {
        const CliRun run = cli({"show", "toy-6", "--set", "GLB.capacity=64", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("levels.1.capacity").toInt(), 64);
    }

    void textIsForPeople() {
        for (const char* key : {"eyeriss-like", "resnet18", "resnet50/layer1_0_conv2"}) {
            const CliRun run = cli({"show", key});
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QVERIFY(run.out.count('\n') > 3);
        }
        QVERIFY(cli({"show", "eyeriss-like"}).out.contains("Constraints"));
    }

    void constraintsAreNormalised() {
        const Folder folder;
        const QString file = folder.write("c.json", R"({"schema": "lapidary/constraints/1", // comments are fine
                          "levels": {"spad": {"factors": ["C<=4", "R = full"], "order": ["R", "C"]}}})");
        const CliRun run = cli({"convert", file});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("levels.spad.factors.0").toString(), QString("C <= 4"));
    }
};

QTEST_APPLESS_MAIN(CliConvertTest)
#include "convert_test.moc"
