// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// A file of each kind dropped on the window opens; what cannot be opened is told in a banner and changes nothing.

#include <QDropEvent>
#include <QFile>
#include <QMimeData>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "tests/ui/desk.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// True if the window takes the drag; then it is dropped.
bool drop(const Desk& desk, const QList<QUrl>& urls) {
    QMimeData data;
    if (urls.isEmpty())
        data.setText("words");
    else
        data.setUrls(urls);
    QWidget* window = desk.window.get();
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(window, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window, &event);
    return true;
}

}  // namespace

class DropTest : public QObject {
    Q_OBJECT

    static QUrl written(const Desk& desk, const QString& name, const std::string& text) {
        const QString path = desk.folder.filePath(name);
        if (hasErrors(writeTextFile(path.toStdString(), text))) qFatal("cannot write %s", qPrintable(path));
        return QUrl::fromLocalFile(path);
    }

private slots:
    void initTestCase() { prepareApplication(); }

    void sessionDropped() {
        const Desk source;
        source.runToEnd();
        const QString path = source.folder.filePath("dropped.lapidary");
        QVERIFY(source.window->files().saveTo(path));
        const Desk desk;
        QVERIFY(drop(desk, {QUrl::fromLocalFile(path)}));
        QCOMPARE(desk.sessionText(), source.sessionText());
        QCOMPARE(desk.document().path(), path);
        QCOMPARE(desk.window->banners().count(), 0);
    }

    void workloadDropped() {
        const Desk desk;
        const auto workload = loadWorkload("gemm-100");
        QVERIFY(drop(desk, {written(desk, "gemm.json", toJson(*workload).dump())}));
        QCOMPARE(desk.document().inputs().workload, *workload);
        QVERIFY(desk.document().undoStack().canUndo());
    }

    void designDropped() {
        const Desk desk;
        const auto design = loadArchitecture("three-level-array");
        QVERIFY(drop(desk, {written(desk, "design.json", toJson(*design).dump())}));
        QCOMPARE(desk.document().inputs().architecture, *design);
    }

    void mappingDropped() {
        const Desk desk;
        desk.runToEnd();
        const SessionInputs& inputs = desk.document().inputs();
        const Mapping mapping = desk.document().exhibit()->mapping;
        QVERIFY(drop(desk, {written(desk, "best.map", toText(mapping, inputs.workload, inputs.architecture))}));
        QCOMPARE(desk.document().shown().own, std::optional(mapping));
        QCOMPARE(desk.window->perspective(), QString("mapping"));
    }

    void severalFilesAreOpenedInTurn() {
        const Desk desk;
        const auto workload = loadWorkload("gemm-100");
        const auto design = loadArchitecture("three-level-array");
        QVERIFY(drop(desk, {written(desk, "design.json", toJson(*design).dump()),
                            written(desk, "gemm.json", toJson(*workload).dump())}));
        QCOMPARE(desk.document().inputs().architecture, *design);
        QCOMPARE(desk.document().inputs().workload, *workload);
    }

    void anythingElseGetsABanner_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::newRow("picture") << "cat.png" << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10);
        QTest::newRow("other JSON") << "package.json" << QByteArray("{\"name\": \"x\"}");
        QTest::newRow("words") << "notes.txt" << QByteArray("Dear diary\n");
        QTest::newRow("empty") << "empty.lapidary" << QByteArray();
    }
    void anythingElseGetsABanner() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        const Desk desk;
        const QString before = desk.sessionText();
        QVERIFY(drop(desk, {written(desk, name, contents.toStdString())}));
        QCOMPARE(desk.sessionText(), before);
        QVERIFY2(desk.window->banners().textOf("open").contains(name),
                 qPrintable(desk.window->banners().textOf("open")));
    }

    void foldersAndAddressesGetABanner() {
        const Desk desk;
        QVERIFY(drop(desk, {QUrl::fromLocalFile(desk.folder.path())}));
        QVERIFY(!desk.window->banners().textOf("open").isEmpty());
        desk.window->banners().withdraw("open");
        QVERIFY(drop(desk, {QUrl("https://example.org/a.lapidary")}));
        QVERIFY(desk.window->banners().textOf("open").contains("no local file"));
    }

    void textIsNotTaken() {
        const Desk desk;
        QVERIFY(!drop(desk, {}));
    }
};

QTEST_MAIN(DropTest)
#include "drop_test.moc"
