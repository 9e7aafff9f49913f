// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: onnx
#include <QtTest>

#include "tests/cli/cli_run.h"
#include "tests/support/onnx/models.h"

using namespace lapidary::testing;

namespace {

QByteArray resnetFile() { return QByteArray::fromStdString(resnet18Bytes(32, 4)); }
QByteArray blockFile() { return QByteArray::fromStdString(transformerBytes()); }

}  // namespace

class CliOnnxTest : public QObject {
    Q_OBJECT
private slots:
    void convertsToANetworkThatReadsBackEqual() {
        const Folder folder;
        const QString model = folder.write("resnet.onnx", resnetFile());
        const CliRun run = cli({"convert", model, "-o", folder.path("net.json")});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject network = QJsonDocument::fromJson(folder.read("net.json")).object();
        QCOMPARE(network["schema"].toString(), QString("lapidary/network/1"));
        QCOMPARE(network["key"].toString(), QString("resnet"));
        QCOMPARE(network["layers"].toArray().size(), 21);
        const CliRun again = cli({"convert", folder.path("net.json")});
        QCOMPARE(again.out, QString::fromUtf8(folder.read("net.json")));
    }

    void showListsEveryNode() {
        const Folder folder;
        const QString model = folder.write("block.onnx", blockFile());
        const CliRun run = cli({"show", model, "--extents", "batch=2", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(run.err.isEmpty());
        QCOMPARE(run.at("nodes").toArray().size(), 65);
        QCOMPARE(run.at("nodes.0.became").toString(), QString("layer"));
        QCOMPARE(run.at("nodes.0.outputs.0").toArray(), (QJsonArray{2, 12, 32}));
        QCOMPARE(run.at("nodes.1.reason").toString(), QString("no product of tensors"));
        QCOMPARE(run.at("totals.layer.macs_share").toDouble(), 1.0);
        double share = 0;
        for (const QJsonValue node : run.at("nodes").toArray()) share += node["elements_share"].toDouble();
        QVERIFY(qFuzzyCompare(share, 1.0));
        const CliRun text = cli({"show", model});
        QVERIFY(text.err.contains("--extents batch=N gives it another extent"));
        QVERIFY(text.out.contains("Not accelerated"));
        QCOMPARE(cli({"show", model, "--format", "csv"}).out.count('\n'), 66);
    }

    /// The tables of the import page: every node with its shares, equal layers once, sums; in each table format.
    void tablesAreExported() {
        const Folder folder;
        const QString model = folder.write("block.onnx", blockFile());
        const QStringList with{"export", model, "--extents", "batch=2", "--view"};
        const CliRun nodes = cli(with + QStringList{"import-nodes", "--format", "json"});
        QVERIFY2(nodes.code == 0, qPrintable(nodes.err));
        QCOMPARE(nodes.at("columns.5").toString(), QString("share of MACs"));
        QCOMPARE(nodes.at("rows").toArray().size(), 65);
        double share = 0;
        for (const QJsonValue row : nodes.at("rows").toArray()) share += row.toArray()[5].toDouble();
        QVERIFY(qFuzzyCompare(share, 1.0));
        const CliRun layers = cli(with + QStringList{"import-layers", "--format", "csv"});
        QVERIFY2(layers.code == 0 && layers.out.contains("# made by: lapidary-cli export"), qPrintable(layers.err));
        QVERIFY2(layers.out.contains("# network "), qPrintable(layers.out));
        QCOMPARE(cli(with + QStringList{"import-summary", "-o", folder.path("sums.tex")}).code, 0);
        QVERIFY(folder.read("sums.tex").contains("\\toprule"));
        const CliRun other =
            cli({"export", "--arch", "toy-6", "--workload", "flash-gemms/VI", "--view", "import-nodes"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("is of an ONNX model"), qPrintable(other.err));
        const CliRun format = cli(with + QStringList{"import-nodes", "--format", "c"});
        QCOMPARE(format.code, 2);
        QVERIFY2(format.err.contains("has no format 'c'"), qPrintable(format.err));
        const CliRun view = cli({"export", model, "--view", "nest"});
        QCOMPARE(view.code, 2);
        QVERIFY2(view.err.contains("import-nodes"), qPrintable(view.err));
    }

    void searchesTakeModelsWhereTheyTakeNetworks() {
        const Folder folder;
        const QString model = folder.write("resnet.onnx", resnetFile());
        const QStringList search{"search", "--arch", "eyeriss-like", "--max-evaluations", "200", "--format", "json"};
        const CliRun byLayer = cli(search + QStringList{"--network", model, "--layer", "layer2_0_conv1"});
        QVERIFY2(byLayer.code == 0, qPrintable(byLayer.err));
        const CliRun byName = cli(search + QStringList{"--workload", model + "/layer2_0_conv1"});
        QVERIFY2(byName.code == 0, qPrintable(byName.err));
        QCOMPARE(byName.at("best.cost.cycles"), byLayer.at("best.cost.cycles"));
        QVERIFY(byLayer.at("best.cost.macs").toInteger() == 8 * 4 * 9 * 2 * 2 * 4);
    }

    void modelsRunWithValues() {
        const Folder folder;
        for (const auto& [name, bytes] : {std::pair{"resnet.onnx", resnetFile()}, {"block.onnx", blockFile()}}) {
            const QString model = folder.write(name, bytes);
            const CliRun run = cli({"run", model, "--format", "json"});
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QVERIFY(run.at("agrees").toBool());
            QVERIFY(run.at("largest_error").toDouble() < 1e-4);
            QCOMPARE(cli({"run", model, "--format", "json"}).out, run.out);
            QVERIFY(cli({"run", model, "--format", "json", "--seed", "2"}).out != run.out);
        }
    }

    void modelsRunOnAFabric() {
        const Folder folder;
        const QString model = folder.write("block.onnx", blockFile());
        const QString machine =
            folder.write("maeri.cfg",
                         "[MSNetwork]\ntype=\"LINEAR\"\nms_size=32\n[ReduceNetwork]\ntype=\"ASNETWORK\"\n"
                         "accumulation_buffer_enabled=1\n[SDMemory]\ncontroller_type=\"MAERI_DENSE_WORKLOAD\"\n"
                         "dn_bw=8\nrn_bw=8\n");
        const CliRun run = cli({"run", model, "--fabric", machine, "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(run.at("agrees").toBool());
        QCOMPARE(run.at("fabric.layers").toArray().size(), 8);
        QCOMPARE(run.at("fabric.layers.0.multiplications").toInteger(), 12 * 32 * 32);
        qint64 cycles = 0;
        for (const QJsonValue layer : run.at("fabric.layers").toArray()) cycles += layer["cycles"].toInteger();
        QCOMPARE(run.at("fabric.cycles").toInteger(), cycles);
        QVERIFY(cli({"run", model, "--fabric", machine}).out.contains("On the fabric: "));
        QCOMPARE(cli({"run", model, "--fabric", model}).code, 2);
        for (const char* key : {"maeri-64", "sigma-128", "tpu-8x8"}) {
            const CliRun named = cli({"run", model, "--fabric", key, "--format", "json"});
            QVERIFY2(named.code == 0, qPrintable(named.err));
            QVERIFY(named.at("agrees").toBool());
            QCOMPARE(named.at("fabric.layers").toArray().size(), 8);
        }
        const CliRun unknown = cli({"run", model, "--fabric", "maeri-62"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("expected one or a key: maeri-64, maeri-128") &&
                     unknown.err.contains("did you mean 'maeri-64'?"),
                 qPrintable(unknown.err));
    }

    void badFilesHaveLocatedMessages_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << QByteArray() << "the file is empty";
        QTest::newRow("cut off") << blockFile().left(20'000) << "cut off or damaged at byte";
        QTest::newRow("text") << QByteArray("a picture of a network") << "expected an ONNX model";
    }
    void badFilesHaveLocatedMessages() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const Folder folder;
        const QString model = folder.write("bad.onnx", bytes);
        for (const char* verb : {"convert", "show", "run"}) {
            const CliRun run = cli({verb, model});
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.startsWith(model + ": error: ") && run.err.contains(message), qPrintable(run.err));
        }
    }

    void optionsThatDontFit() {
        const Folder folder;
        const QString model = folder.write("block.onnx", blockFile());
        QCOMPARE(cli({"show", "resnet18", "--extents", "batch=2"}).code, 2);
        QCOMPARE(cli({"show", model, "--extents", "batch=0"}).code, 2);
        QVERIFY(cli({"show", model, "--extents", "batsch=2"}).err.contains("leaves an axis 'batsch' open"));
        QCOMPARE(cli({"show", model, "--set", "GLB.capacity=1"}).code, 2);
        QCOMPARE(cli({"convert", model, "--to", "timeloop-v4"}).code, 2);
        QCOMPARE(cli({"run"}).code, 2);
        QVERIFY(cli({"count", "--arch", "toy-6", "--workload", model}).err.contains("name one of its layers"));
    }
};

QTEST_APPLESS_MAIN(CliOnnxTest)
#include "onnx_test.moc"
