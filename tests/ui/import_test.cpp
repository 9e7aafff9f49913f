// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 onnx
// An ONNX model as a person brings it in: dropped or opened, every node listed, open axes asked for, layers taken or left
// out, the network used, searched and saved, run with values; files that can't be read say where and change nothing.

#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "tests/support/onnx/model_writer.h"
#include "tests/support/onnx/models.h"
#include "tests/ui/search_desk.h"
#include "ui/models/import_tables.h"
#include "ui/models/preset_keys.h"
#include "ui/shell/import_control.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill.h"

using namespace lapidary;
using namespace lapidary::testing;
using namespace lapidary::ui;

namespace {

QString written(const Desk& desk, const QString& name, const std::string& bytes) {
    QFile file(desk.folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(name));
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    return file.fileName();
}

void waitForModel(const Desk& desk) {
    QVERIFY(QTest::qWaitFor([&] { return !desk.window->imports().reading(); }, 60'000));
}

void import(const Desk& desk, const QString& path) {
    QVERIFY(desk.window->files().open(path));
    waitForModel(desk);
}

void drop(QWidget* on, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &event);
}

int rows(const Desk& desk, const char* table) { return desk.find<QTableView>(table)->model()->rowCount(); }

/// The row whose cell of a column says so.
int rowOf(const Desk& desk, const char* table, int column, const QString& text) {
    for (int row = 0; row < rows(desk, table); ++row)
        if (cell(desk, table, row, column) == text) return row;
    return -1;
}

QString notice(const Desk& desk) { return desk.find<Notice>("importNotice")->text(); }

}  // namespace

class ImportTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void thePageSaysWhatToDo() {
        const Desk desk;
        QVERIFY(desk.action("importModel")->isEnabled());
        desk.action("import")->trigger();
        QCOMPARE(desk.window->perspective(), QString("import"));
        QVERIFY(desk.action("design")->isChecked());  // a part of it in the mode bar
        QVERIFY(desk.find<QLabel>("importEmpty")->isVisible());
        QVERIFY(!desk.action("useNetwork")->isEnabled());
        QVERIFY(desk.action("useNetwork")->toolTip().contains("no model was imported"));
        QCOMPARE(rows(desk, "importNodes"), 0);
        QVERIFY(!desk.find<QPushButton>("valuesRun")->isEnabled());
    }

    /// 20 convolutions, each with a normalisation, 17 activations, 8 additions, two poolings, a flattening and a product: 1,814,073,344
    /// multiply-accumulates by the shapes of the paper, in 12 layers of different shape.
    void droppedOnTheWelcomePage() {
        const Desk desk;
        desk.window->showWelcome();
        drop(desk.window.get(), written(desk, "resnet18.onnx", resnet18Bytes(224, 64, false)));
        waitForModel(desk);
        QVERIFY(!desk.window->welcomeShown());
        QCOMPARE(desk.window->perspective(), QString("import"));
        QCOMPARE(rows(desk, "importNodes"), 69);
        QCOMPARE(rows(desk, "importLayers"), 12);
        QCOMPARE(rows(desk, "importSummary"), 4);
        const char* counts[] = {"21", "20", "0", "28"};
        for (int row = 0; row < 4; ++row) QCOMPARE(cell(desk, "importSummary", row, 1), QString(counts[row]));
        QVERIFY2(desk.find<QLabel>("importTaken")->text().startsWith("12 of 12 taken, 1,814,073,344 MACs, 100.0 %"),
                 qPrintable(desk.find<QLabel>("importTaken")->text()));
        using Node = ImportNodeModel;
        const int conv = rowOf(desk, "importNodes", Node::kName, "conv1");
        QCOMPARE(cell(desk, "importNodes", conv, Node::kOperator), QString("Conv"));
        QCOMPARE(cell(desk, "importNodes", conv, Node::kInputs), QString("1×3×224×224, 64×3×7×7"));
        QCOMPARE(cell(desk, "importNodes", conv, Node::kOutput), QString("1×64×112×112"));
        QCOMPARE(cell(desk, "importNodes", conv, Node::kBecame), QString("conv1"));
        QCOMPARE(cell(desk, "importNodes", conv, Node::kMacs), QString("118,013,952"));
        QCOMPARE(cell(desk, "importNodes", conv + 1, Node::kBecame), QString("into conv1"));
        const int relu = rowOf(desk, "importNodes", Node::kName, "relu1");
        QCOMPARE(cell(desk, "importNodes", relu, Node::kBecame), QString("Not accelerated"));
        QVERIFY(!cell(desk, "importNodes", relu, Node::kWhy).isEmpty());
        using Layer = ImportLayerModel;
        const int repeated = rowOf(desk, "importLayers", Layer::kLayer, "layer1_0_conv1");
        QCOMPARE(cell(desk, "importLayers", repeated, Layer::kCount), QString("4"));
        QCOMPARE(cell(desk, "importLayers", repeated, Layer::kLayerMacs), QString("115,605,504"));
        QCOMPARE(desk.window->banners().count(), 0);
    }

    void usedSearchedAndKept() {
        const Desk desk;
        import(desk, written(desk, "resnet18.onnx", resnet18Bytes(64, 8, false)));
        const SessionInputs before = desk.document().inputs();
        click(desk, "useNetworkButton");
        const auto network = desk.document().inputs().network;
        QVERIFY(network);
        QCOMPARE(network->layers.size(), std::size_t{12});
        std::int64_t nodes = 0;
        for (const Layer& layer : network->layers) nodes += layer.count;
        QCOMPARE(nodes, std::int64_t{21});
        QCOMPARE(desk.document().inputs().workload.name(), std::string("conv1"));
        QCOMPARE(desk.document().sweepPlan().spec.layers.size(), std::size_t{12});
        QCOMPARE(desk.find<Dock>("importLayersDock")->pill()->text(), QString("in use"));
        QVERIFY(!desk.action("useNetwork")->isEnabled());
        // Its layers can be picked, and a search of one runs.
        QVERIFY(workloadKeys(desk.document().inputs()).contains("resnet18/layer2_0_downsample"));
        desk.window->pickWorkload("resnet18/layer2_0_downsample");
        QCOMPARE(desk.document().inputs().workload.name(), std::string("layer2_0_downsample"));
        QCOMPARE(desk.document().inputs().workload.bound(desk.document().inputs().workload.findDimension("R")),
                 std::int64_t{1});
        desk.window->setPerspective("search");
        desk.runToEnd();
        QVERIFY(desk.document().currentRun()->live.best);
        // A session keeps the network.
        const auto json = parseJson(desk.sessionText().toStdString(), "s");
        const auto session = sessionFromJson(*json, "s");
        QVERIFY2(session.ok(), session.errorText().c_str());
        QVERIFY(session->inputs.network);
        QVERIFY(toJson(*session->inputs.network) == toJson(*network));
        // One undo for the layer, one for the network.
        desk.document().undoStack().undo();
        desk.document().undoStack().undo();
        QVERIFY(!desk.document().inputs().network);
        QVERIFY(desk.document().inputs().workload == before.workload);
        QVERIFY(desk.document().sweepPlan().spec.layers.empty());
        desk.document().undoStack().redo();
        QCOMPARE(desk.document().inputs().network, network);
    }

    void layersCanBeLeftOut() {
        const Desk desk;
        import(desk, written(desk, "resnet18.onnx", resnet18Bytes(64, 8, false)));
        auto* table = desk.find<QTableView>("importLayers");
        const QRect box = table->visualRect(table->model()->index(0, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, box.center());
        QVERIFY(desk.find<QLabel>("importTaken")->text().startsWith("11 of 12"));
        table->setCurrentIndex(table->model()->index(1, 1));
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(desk.find<QLabel>("importTaken")->text().startsWith("10 of 12"));
        click(desk, "useNetworkButton");
        QCOMPARE(desk.document().inputs().network->layers.size(), std::size_t{10});
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(desk.action("useNetwork")->isEnabled());  // another choice than the one in use
        click(desk, "importTakeNone");
        QVERIFY(!desk.action("useNetwork")->isEnabled());
        QVERIFY(desk.action("useNetwork")->toolTip().contains("no layer is taken"));
        click(desk, "importTakeAll");
        QVERIFY(desk.find<QLabel>("importTaken")->text().startsWith("12 of 12"));
    }

    void eachLayerIsSearched() {
        const Desk desk(2'000);
        import(desk, written(desk, "resnet18.onnx", resnet18Bytes(64, 8, false)));
        click(desk, "importTakeNone");
        desk.window->imports().setTaken(0, true);
        desk.window->imports().setTaken(1, true);
        desk.action("queueLayers")->trigger();
        QCOMPARE(desk.window->perspective(), QString("search"));
        waitForAll(desk);
        QCOMPARE(runs(desk).size(), std::size_t{2});
        QCOMPARE(runs(desk)[0]->inputs.workload.name(), std::string("conv1"));
        QCOMPARE(runs(desk)[1]->inputs.workload.name(), std::string("layer1_0_conv1"));
        QVERIFY(runs(desk)[1]->live.best);
    }

    /// Rows of the products are tokens times sequences: four sequences, four times the work.
    /// Thousands of nodes with long names: all are listed, those of one shape are one layer, and every step of the page works.
    void aModelOfThousandsOfNodes() {
        constexpr int kBlocks = 1000, kShapes = 50;
        ModelWriter writer("huge");
        writer.input("x", {1, 8, 4, 4});
        for (int i = 0; i < kShapes; ++i) writer.zeros("w" + std::to_string(i), {8, 8, 1 + i % 2, 1});
        std::string last = "x";
        for (int i = 0; i < kBlocks; ++i) {
            const std::string block = "/encoder/stage." + std::to_string(i / 100) + "/unit." + std::to_string(i % 100);
            const std::string made = writer.node("Conv", {last, "w" + std::to_string(i % kShapes)}, block + "/conv",
                                                 {{"auto_pad", std::string("SAME_UPPER")}});
            const std::string bent = writer.node("Relu", {made}, block + "/act");
            last = writer.node("Add", {bent, made}, block + "/sum");
        }
        const Desk desk;
        import(desk, written(desk, "huge.onnx", writer.output(last).bytes()));
        QVERIFY2(notice(desk).isEmpty() || desk.window->imports().imported(), qPrintable(notice(desk)));
        QCOMPARE(rows(desk, "importNodes"), 3 * kBlocks);
        QCOMPARE(rows(desk, "importLayers"), 2);  // two shapes of weights
        QVERIFY(desk.find<QLabel>("importAbout")->text().contains("3,000 nodes"));
        auto* nodes = desk.find<QTableView>("importNodes");
        desk.window->resize(1024, 700);
        desk.comeToRest();
        // What isn't accelerated says why, in full; long names give way.
        const int why = ImportNodeModel::kWhy;
        QVERIFY(nodes->columnWidth(why) >= nodes->sizeHintForIndex(nodes->model()->index(2, why)).width());
        desk.window->resize(1440, 900);
        desk.comeToRest();
        QCOMPARE(nodes->horizontalScrollBar()->maximum(), 0);
        nodes->selectRow(3 * kBlocks - 3);
        nodes->scrollToBottom();
        nodes->horizontalHeader()->setSortIndicator(ImportNodeModel::kOperator, Qt::AscendingOrder);
        QTest::mouseClick(desk.find<QPushButton>("importTakeNone"), Qt::LeftButton);
        QVERIFY(!desk.action("useNetwork")->isEnabled());
        QTest::mouseClick(desk.find<QPushButton>("importTakeAll"), Qt::LeftButton);
        desk.action("useNetwork")->trigger();
        QVERIFY(desk.document().inputs().network);
        QCOMPARE(desk.document().inputs().network->layers.size(), std::size_t{2});
        QCOMPARE(std::int64_t{desk.document().inputs().network->layers.front().count}, std::int64_t{kBlocks / 2});
    }

    void openAxesAreAskedFor() {
        const Desk desk;
        import(desk, written(desk, "block.onnx", transformerBytes()));
        QVERIFY2(notice(desk).contains("left open"), qPrintable(notice(desk)));
        auto* field = desk.find<NumberField>("extent.batch");
        QVERIFY(field);
        QTRY_VERIFY(field->isVisible());
        QCOMPARE(field->number(), std::optional<std::int64_t>(1));
        const std::int64_t once = macsOf(desk.window->imports().imported()->model);
        fill(field, "4");
        QTRY_VERIFY(!desk.window->imports().reading() && macsOf(desk.window->imports().imported()->model) == 4 * once);
        QCOMPARE(desk.find<NumberField>("extent.batch")->number(), std::optional<std::int64_t>(4));
        QCOMPARE(notice(desk), QString());
    }

    void whatIsWrongIsLocated_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("told");
        const auto bytes = [](const std::string& text) {
            return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
        };
        const std::string whole = resnet18Bytes(32, 8);
        QTest::newRow("empty") << QByteArray() << "empty";
        QTest::newRow("truncated") << bytes(whole.substr(0, whole.size() / 2)) << "byte";
        QTest::newRow("no model") << QByteArray("Dear diary\n") << "";
        ModelWriter huge;
        huge.input("x", {1, std::int64_t{1} << 50}).node("Relu", {"x"}, "y");
        QTest::newRow("huge") << bytes(huge.output("y").bytes()) << "graph.input[0]";
        ModelWriter strides;
        strides.input("x", {1, 3, 8, 8}).zeros("w", {4, 3, 3, 3});
        strides.node("Conv", {"x", "w"}, "y", {{"strides", Numbers{1, 2, 3}}});
        QTest::newRow("strides") << bytes(strides.output("y").bytes()) << "graph.node[0]";
    }
    void whatIsWrongIsLocated() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, told);
        const Desk desk;
        const QString before = desk.sessionText();
        import(desk, written(desk, "model.onnx", bytes.toStdString()));
        QVERIFY2(notice(desk).contains("can't be read") && notice(desk).contains(told), qPrintable(notice(desk)));
        QVERIFY(notice(desk).contains("Nothing was changed"));
        QCOMPARE(desk.find<Notice>("importNotice")->severity(), Severity::error);
        QVERIFY(!desk.action("useNetwork")->isEnabled());
        QCOMPARE(desk.sessionText().contains("\"network\""), before.contains("\"network\""));
        QVERIFY(!desk.document().modified());
    }

    /// The rest of the network is read all the same.
    void anUnknownOperatorIsNamed() {
        const Desk desk;
        ModelWriter writer;
        writer.input("x", {1, 3, 8, 8}).zeros("w", {4, 3, 3, 3});
        writer.node("Conv", {"x", "w"}, "made");
        writer.node("Marvel", {"made"}, "y", {}, "com.example");
        import(desk, written(desk, "model.onnx", writer.output("y").bytes()));
        QVERIFY2(notice(desk).contains("com.example:Marvel"), qPrintable(notice(desk)));
        QVERIFY(notice(desk).contains("graph.node[1]"));
        QCOMPARE(rows(desk, "importLayers"), 1);
        QCOMPARE(cell(desk, "importNodes", 1, ImportNodeModel::kBecame), QString("Not accelerated"));
    }

    void aBadFileLeavesTheGoodOne() {
        const Desk desk;
        import(desk, written(desk, "good.onnx", resnet18Bytes(32, 8)));
        QCOMPARE(rows(desk, "importLayers"), 12);
        import(desk, written(desk, "bad.onnx", "no"));
        QCOMPARE(rows(desk, "importLayers"), 0);
        QVERIFY(notice(desk).contains("can't be read"));
        import(desk, desk.folder.filePath("good.onnx"));
        QCOMPARE(rows(desk, "importLayers"), 12);
        QCOMPARE(notice(desk), QString());
    }

    void readingCanBeCancelled() {
        const Desk desk;
        const QString path = written(desk, "resnet18.onnx", resnet18Bytes(224, 32));
        QVERIFY(desk.window->files().open(path));
        QVERIFY(desk.window->imports().reading());
        desk.window->imports().cancel();
        waitForModel(desk);
        if (!desk.window->imports().imported()) QVERIFY(notice(desk).contains("stopped"));
    }

    void runWithValues_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("definition") << "definition of the layers";
        QTest::newRow("MAERI") << "maeri-64";
        QTest::newRow("TPU") << "tpu-8x8";
    }
    void runWithValues() {
        QFETCH(QString, machine);
        const Desk desk;
        import(desk, written(desk, "resnet18.onnx", resnet18Bytes(32, 4)));
        desk.find<Dock>("importValuesDock")->raise();
        auto* choice = desk.find<QComboBox>("valuesMachine");
        choice->setCurrentText(machine);
        click(desk, "valuesRun");
        QVERIFY(desk.window->imports().valuesRunning());
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->imports().valuesRunning(); }, 120'000));
        const ValuesPtr answer = desk.window->imports().values();
        QVERIFY2(answer && answer->complete, toText(desk.window->imports().valuesProblems()).c_str());
        QCOMPARE(answer->nodes.size(), std::size_t{49});  // all but the convolutions before their normalisations
        QVERIFY(answer->largestError() <= 1e-4);
        QCOMPARE(desk.find<Dock>("importValuesDock")->pill()->text(), QString("agrees"));
        QCOMPARE(rows(desk, "valuesTable"), 49);
        const bool isFabric = machine != "definition of the layers";
        int simulated = 0;
        for (const ValuesNode& node : answer->nodes) simulated += node.fabric.has_value();
        QCOMPARE(simulated, isFabric ? 21 : 0);
        QCOMPARE(answer->cycles() > 0, isFabric);
        QCOMPARE(cell(desk, "valuesTable", 0, ValuesModel::kNode), QString("conv1_bn"));
        QCOMPARE(cell(desk, "valuesTable", 0, ValuesModel::kBy), isFabric ? machine : QString("definition"));
        QCOMPARE(cell(desk, "valuesTable", 1, ValuesModel::kBy), QString("reference"));
    }

    void aRunWithValuesCanBeStopped() {
        bool stopped = false;
        // On a machine that is done with a model before it is stopped, with a wider one.
        for (int channels = 32; !stopped && channels <= 256; channels *= 2) {
            const Desk desk;
            import(desk, written(desk, "resnet18.onnx", resnet18Bytes(224, channels)));
            desk.find<Dock>("importValuesDock")->raise();
            click(desk, "valuesRun");
            const auto isRunning = [&] { return desk.window->imports().valuesRunning(); };
            QVERIFY(QTest::qWaitFor([&] { return desk.window->imports().values() || !isRunning(); }, 120'000));
            if (isRunning()) click(desk, "valuesStop");
            QVERIFY(QTest::qWaitFor([&] { return !isRunning(); }, 120'000));
            QVERIFY(desk.window->imports().values());
            stopped = desk.window->imports().values()->stopped;
            QCOMPARE(desk.find<QLabel>("valuesLine")->text().startsWith("stopped"), stopped);
            QVERIFY(desk.find<QPushButton>("valuesRun")->isEnabled());
        }
        QVERIFY(stopped);
    }
};

QTEST_MAIN(ImportTest)
#include "import_test.moc"
