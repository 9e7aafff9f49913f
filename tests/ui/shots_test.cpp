// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300 unsanitized
// `lapidary --headless shots` leaves a picture of every perspective in both themes, both sizes and at 200 %.

#include <QDir>
#include <QImageReader>
#include <QProcess>

#include "tests/ui/desk.h"

using namespace lapidary::ui;

class ShotsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void everyPerspectiveHasItsPictures() {
        const Desk desk;
        QProcess program;
        program.start(LAPIDARY_PATH, {"--headless", "shots", desk.folder.path()});
        QVERIFY(program.waitForFinished(240'000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QDir folder(desk.folder.path());
        for (const QString& perspective : desk.perspectives())
            for (const char* theme : {"light", "dark"})
                for (const auto& [size, pixels] :
                     {std::pair("1440x900", QSize(1440, 900)), std::pair("1024x700", QSize(1024, 700)),
                      std::pair("1440x900@2x", QSize(2880, 1800))}) {
                    const QString name = QStringLiteral("%1-%2-%3.png").arg(perspective, theme, size);
                    QVERIFY2(folder.exists(name), qPrintable(name));
                    QCOMPARE(QImageReader(folder.filePath(name)).size(), pixels);
                }
    }
};

QTEST_MAIN(ShotsTest)
#include "shots_test.moc"
