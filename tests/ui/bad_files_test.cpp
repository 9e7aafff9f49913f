// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// Files that cannot be read change nothing and are told in a banner with the place and the reason.

#include <QFile>

#include "tests/ui/desk.h"

using namespace lapidary;
using namespace lapidary::ui;

class BadFilesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void badFileShowsABannerAndLosesNothing_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<QString>("said");
        QTest::newRow("empty") << "a.lapidary" << QByteArray() << "empty";
        QTest::newRow("truncated") << "b.lapidary"
                                   << QByteArray("{\n  \"schema\": \"lapidary/session/1\",\n  \"inputs\": {")
                                   << "at 3:";
        QTest::newRow("no session") << "c.json" << QByteArray("{\"schema\": \"other/1\"}")
                                    << "this is no Lapidary session";
        QTest::newRow("newer") << "d.lapidary" << QByteArray("{\"schema\": \"lapidary/session/7\"}")
                               << "session schema 7; this one reads 1";
        QTest::newRow("unknown key") << "e.lapidary"
                                     << QByteArray("{\"schema\": \"lapidary/session/1\", \"inputz\": {}}") << "inputs";
        QTest::newRow("wrong type") << "f.lapidary"
                                    << QByteArray("{\"schema\": \"lapidary/session/1\", \"inputs\": 3, \"runs\": []}")
                                    << "inputs";
        QTest::newRow("mapping of another world") << "g.txt" << QByteArray("Lake [W I O]\n") << "Lake";
        QTest::newRow("design without compute")
            << "h.json"
            << QByteArray(
                   "{\"schema\": \"lapidary/architecture/1\", \"name\": \"x\", \"levels\": [{\"name\": \"DRAM\"}]}")
            << "compute";
    }
    void badFileShowsABannerAndLosesNothing() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        QFETCH(QString, said);
        const Desk desk;
        const QString before = desk.sessionText();
        const QString path = desk.folder.filePath(name);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contents);
        file.close();

        QVERIFY(!desk.window->files().open(path));
        QCOMPARE(desk.sessionText(), before);
        QCOMPARE(desk.window->banners().count(), 1);
        const QString text = desk.window->banners().textOf("open");
        QVERIFY2(text.startsWith(name), qPrintable(text));
        QVERIFY2(text.contains(said), qPrintable(text));
        QVERIFY2(text.contains("Nothing was changed"), qPrintable(text));
    }

    void missingFileIsNamed() {
        const Desk desk;
        QVERIFY(!desk.window->files().open("/nowhere/none.lapidary"));
        const QString text = desk.window->banners().textOf("open");
        QVERIFY2(text.contains("none.lapidary") && text.contains("cannot open"), qPrintable(text));
    }

    void mappingThatCovers99Of100IsRefusedWithTheArithmetic() {
        const Desk desk;
        const SessionInputs& inputs = desk.document().inputs();
        Mapping mapping = trivialMapping(inputs.workload, inputs.architecture);
        for (Node& node : mapping.nodes)
            if (node.isLoop() && node.bound > 2) {
                --node.bound;
                --node.tail;
                break;
            }
        const QString path = desk.folder.filePath("short.txt");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(toText(mapping, inputs.workload, inputs.architecture).c_str());
        file.close();
        QVERIFY(!desk.window->files().open(path));
        const QString text = desk.window->banners().textOf("open");
        QVERIFY2(text.contains("cover"), qPrintable(text));
    }
};

QTEST_MAIN(BadFilesTest)
#include "bad_files_test.moc"
