// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// A file of each kind dropped on the window opens; what cannot be opened is told in a banner and changes nothing.

#include <QAbstractButton>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/workload/einsum.h"
#include "tests/ui/desk.h"
#include "ui/shell/import_report.h"

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

constexpr const char* kProblem = R"(problem:
  shape:
    name: gemm
    dimensions: [M, N, K]
    data-spaces:
    - name: A
      projection: [[[M]], [[K]]]
    - name: B
      projection: [[[K]], [[N]]]
    - name: Z
      projection: [[[M]], [[N]]]
      read-write: True
  instance: {M: 8, N: 4, K: 6}
)";
constexpr const char* kDesign = R"(architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - name: DRAM
      class: DRAM
      attributes: {width: 64, block-size: 4, word-bits: 16}
    subtree:
    - name: chip
      local:
      - name: GLB
        class: SRAM
        attributes: {depth: 1024, width: 16, block-size: 1, word-bits: 16}
      subtree:
      - name: PE[0..3]
        local:
        - name: MAC
          class: intmac
          attributes: {datawidth: 16}
)";
constexpr const char* kNest = R"(mapping:
- {target: DRAM, type: temporal, factors: M=2 N=1 K=1, permutation: MNK}
- {target: GLB, type: temporal, factors: M=4 N=1 K=6, permutation: KMN}
- {target: GLB, type: spatial, factors: N=4 M=1 K=1, permutation: NMK}
)";

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

    /// Bitmaps of operands: for a SIGMA machine, which the fabric then shows; refused on the desk of another.
    void bitmapsDropped() {
        const Desk desk;
        const QUrl path = written(desk, "operands.txt", "101\n011\n\n1100\n0011\n1111\n");
        QVERIFY(drop(desk, {path}));
        QVERIFY(!desk.window->banners().textOf("open").isEmpty());  // this design is no machine of the fabric model
        QVERIFY(!desk.document().inputs().fabric.bitmaps);
        desk.window->pickDesign("maeri-128");
        QVERIFY(drop(desk, {path}));
        QVERIFY2(desk.window->banners().textOf("open").contains("SIGMA"),
                 qPrintable(desk.window->banners().textOf("open")));
        QVERIFY(!desk.document().inputs().fabric.bitmaps);
        SessionInputs next = desk.document().inputs();
        next.workload = *parseEinsum("C[m,n] += A[m,k] * B[k,n]", *parseBounds("m=2,n=4,k=3"));
        next.workloadKey.clear();
        next.architecture = *loadArchitecture("sigma-128");
        next.architectureKey = "sigma-128";
        desk.document().edit(next, "product");
        QVERIFY(drop(desk, {path}));
        QCOMPARE(desk.window->perspective(), QString("fabric"));
        const auto bitmaps = desk.document().inputs().fabric.bitmaps;
        QVERIFY(bitmaps);
        QCOMPARE(bitmaps->name, std::string("operands.txt"));
        QCOMPARE(desk.document().undoStack().undoText(), QString("Bitmaps of operands.txt"));
        QVERIFY(desk.window->banners().textOf("open").isEmpty());
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

    // Three files are the parts of one problem: one undo step, and the mapping on show. 8 * 4 * 6 MACs on four lanes.
    void timeloopFilesAreReadTogether() {
        const Desk desk;
        const QString before = desk.sessionText();
        QVERIFY(drop(desk, {written(desk, "arch.yaml", kDesign), written(desk, "map.yaml", kNest),
                            written(desk, "problem.yaml", kProblem)}));
        QCOMPARE(desk.window->banners().textOf("open"), QString());
        QCOMPARE(desk.document().inputs().workload.macs(), std::int64_t{192});
        QCOMPARE(desk.document().inputs().architecture.computeInstances(), std::int64_t{4});
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const auto& exhibit = desk.document().exhibit();
        QVERIFY(exhibit.has_value());
        QCOMPARE(exhibit->cost.steps, std::int64_t{48});
        desk.document().undoStack().undo();
        QVERIFY(!desk.document().undoStack().canUndo());
    }

    void aFolderOfTimeloopFilesIsDropped() {
        const Desk desk;
        QVERIFY(QDir(desk.folder.path()).mkdir("gemm"));
        written(desk, "gemm/arch.yaml", kDesign);
        written(desk, "gemm/problem.yml", kProblem);
        QVERIFY(drop(desk, {QUrl::fromLocalFile(desk.folder.filePath("gemm"))}));
        QCOMPARE(desk.document().inputs().workload.macs(), std::int64_t{192});
        QCOMPARE(desk.document().inputs().architecture.computeInstances(), std::int64_t{4});
    }

    // The banner says what the command line says.
    void aMisspelledKeyIsLocated() {
        const Desk desk;
        const QString before = desk.sessionText();
        const std::string broken = QString(kProblem).replace("projection: [[[K]]", "projektion: [[[K]]").toStdString();
        QVERIFY(drop(desk, {written(desk, "problem.yaml", broken)}));
        const QString text = desk.window->banners().textOf("open");
        QVERIFY2(text.contains("at 8:") && text.contains("projektion") && text.contains("projection"),
                 qPrintable(text));
        QCOMPARE(desk.sessionText(), before);
    }

    void whatCannotBeExpressedIsReported() {
        const Desk desk;
        QVERIFY(drop(desk, {written(desk, "problem.yaml", kProblem),
                            written(desk, "sparse.yaml", "sparse_optimizations:\n  targets: []\n")}));
        QVERIFY(!desk.window->banners().textOf("import").isEmpty());
        const auto buttons = desk.find<QWidget>("banner.import")->findChildren<QAbstractButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
                                        [](const QAbstractButton* each) { return each->text() == "Report"; });
        QVERIFY(found != buttons.end());
        QAbstractButton* button = *found;
        QTest::mouseClick(button, Qt::LeftButton);
        auto* report = desk.window->findChild<ImportReport*>();
        QVERIFY(report && report->isVisible());
        QVERIFY2(report->text().contains("sparse"), qPrintable(report->text()));
        QTest::mouseClick(report->findChild<QAbstractButton*>("importCopy"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), report->text());
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
