// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// The networks and designs that come with Lapidary against the tables they were made from, read in place.

#include "core/io/presets.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace lapidary;

namespace {

const std::string kReference = LAPIDARY_SHARED_DIR "/reference/";

bool hasReference() { return std::filesystem::exists(kReference); }

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
}

/// Rows of a CSV file by the names of its first line; lines with # are comments.
std::vector<Row> readTable(const std::string& path) {
    std::ifstream stream(path);
    std::vector<std::string> names;
    std::vector<Row> rows;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with('#')) continue;
        const std::vector<std::string> cells = split(line);
        if (names.empty()) {
            names = cells;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < cells.size(); ++i) row[names[i]] = cells[i];
        rows.push_back(std::move(row));
    }
    return rows;
}

std::int64_t number(const Row& row, const std::string& column) { return std::stoll(row.at(column)); }

/// By exact name or alias; 1 if the layer lacks the dimension.
std::int64_t bound(const Workload& workload, std::string_view name) {
    for (const Dimension& dimension : workload.dimensions())
        if (dimension.name == name || dimension.alias == name) return dimension.bound;
    return 1;
}

std::int64_t weights(const Workload& workload) { return workload.tensorSize(workload.findTensor("weight")); }

/// "energy: X" of an action of a component in an Accelergy table.
double referenceEnergy(const std::string& text, const std::string& component, const std::string& action) {
    const std::size_t part = text.find("." + component + "\n");
    const std::size_t name = text.find("- name: " + action + "\n", part);
    const std::size_t energy = text.find("energy: ", name);
    if (part == text.npos || name == text.npos || energy == text.npos) return -1;
    return std::stod(text.substr(energy + 8));
}

std::string contents(const std::string& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

class PresetsTest : public QObject {
    Q_OBJECT
private slots:
    void layersAreThoseOfTheTable_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("table");
        const auto row = [](const char* key, const char* table) { QTest::newRow(key) << key << table; };
        row("alexnet", "alexnet_original_grouped");
        row("alexnet-onetower", "alexnet_torchvision_onetower");
        row("inception-v3", "inception_v3");
        row("mobilenet-v1", "mobilenet_v1");
        row("mobilenet-v2", "mobilenet_v2");
        row("resnet18", "resnet18");
        row("resnet50", "resnet50_v1.5");
        row("resnet50-v1", "resnet50_v1");
        row("vgg16", "vgg16");
        row("gpt2-small-decode-1024", "gpt2_small_decode1024");
        row("gpt2-small-prefill-1024", "gpt2_small_prefill1024");
        for (const char* size : {"base", "large"})
            for (const char* length : {"128", "384", "512"})
                row(qPrintable(QString("bert-%1-%2").arg(size, length)),
                    qPrintable(QString("bert_%1_seq%2").arg(size, length)));
        for (const char* model : {"llama-7b", "llama2-13b", "llama2-70b", "llama3-8b"})
            for (const char* phase : {"prefill", "decode"})
                row(qPrintable(QString("%1-%2-2048").arg(model, phase)),
                    qPrintable(QString(model).replace('-', '_') + '_' + phase + "2048"));
        for (const char* kind : {"conv", "gemm", "rnn"})
            for (const char* set : {"training", "inference-server", "inference-device"})
                row(qPrintable(QString("deepbench-%1-%2").arg(kind, set)),
                    qPrintable(QString("deepbench_%1_%2_set").arg(kind, QString(set).replace('-', '_'))));
    }
    void layersAreThoseOfTheTable() {
        QFETCH(QString, key);
        QFETCH(QString, table);
        const std::vector<Row> rows = readTable(kReference + "workloads/" + table.toStdString() + ".csv");
        if (!hasReference()) QSKIP("the reference tables are not here");
        QVERIFY(!rows.empty());
        const Network network = *loadNetwork(key.toStdString());
        QCOMPARE(network.layers.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Workload& layer = network.layers[i].workload;
            QCOMPARE(layer.name(), rows[i].at("name"));
            QCOMPARE(network.layers[i].count, number(rows[i], "count"));
            QCOMPARE(layer.macs(), number(rows[i], "macs_each"));
            if (number(rows[i], "weights_each") > 0) QCOMPARE(weights(layer), number(rows[i], "weights_each"));
            QCOMPARE(bound(layer, "G"), number(rows[i], "groups"));
            for (const char* dimension : {"P", "R", "S"}) QCOMPARE(bound(layer, dimension), number(rows[i], dimension));
            QCOMPARE(bound(layer, "C") * bound(layer, "G"), number(rows[i], "C"));
            QCOMPARE(bound(layer, "M") * bound(layer, "G"), number(rows[i], "M"));
            QCOMPARE(bound(layer, "N") * bound(layer, "Q"), number(rows[i], "N") * number(rows[i], "Q"));
        }
    }

    void uniqueLayersAreThoseOfTheTable_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("table");
        QTest::newRow("resnet50") << "resnet50"
                                  << "resnet50_v1.5_unique";
        QTest::newRow("inception-v3") << "inception-v3"
                                      << "inception_v3_unique";
    }
    void uniqueLayersAreThoseOfTheTable() {
        QFETCH(QString, key);
        QFETCH(QString, table);
        const std::vector<Row> rows = readTable(kReference + "workloads/" + table.toStdString() + ".csv");
        if (!hasReference()) QSKIP("the reference tables are not here");
        QVERIFY(!rows.empty());
        const std::vector<Layer> unique = loadNetwork(key.toStdString())->uniqueLayers();
        QCOMPARE(unique.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(unique[i].workload.name(), rows[i].at("name"));
            QCOMPARE(unique[i].count, number(rows[i], "count"));
        }
    }

    void energiesAreThoseOfTheTable_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("component");
        const auto row = [](const char* key, const char* level, const char* component) {
            const QString folder =
                QString(key).startsWith("simba") ? "simba15.rn50_conv4_3x3" : "eyeriss.rn50_conv4_3x3";
            QTest::addRow("%s %s", key, level) << key << level << folder << component;
        };
        row("eyeriss-like-192", "DRAM", "DRAM");
        row("eyeriss-like-192", "GLB", "shared_glb");
        for (const char* spad : {"ifmap_spad", "weights_spad", "psum_spad"}) row("eyeriss-like-192", spad, spad);
        for (const char* key : {"simba-like-15", "simba-like-16", "simba-like-9"}) {
            row(key, "DRAM", "DRAM");
            row(key, "GLB", "GlobalBuffer");
            for (const char* level : {"PEInputBuffer", "PEWeightBuffer", "PEAccuBuffer", "PEWeightRegs"})
                row(key, level, level);
        }
    }
    void energiesAreThoseOfTheTable() {
        QFETCH(QString, key);
        QFETCH(QString, level);
        QFETCH(QString, folder);
        QFETCH(QString, component);
        const std::string table =
            contents(kReference + "timeloop-search/best/" + folder.toStdString() + ".ruby-s.random_pruned.t2/ert.yaml");
        if (!hasReference()) QSKIP("the reference tables are not here");
        QVERIFY(!table.empty());
        const Architecture design = *loadArchitecture(key.toStdString());
        const int index = design.findLevel(level.toStdString());
        QVERIFY(index >= 0);
        const Energies& energy = design.levels()[static_cast<std::size_t>(index)].energy;
        QCOMPARE(energy.read.value.value(), referenceEnergy(table, component.toStdString(), "read"));
        QCOMPARE(energy.write.value.value(), referenceEnergy(table, component.toStdString(), "write"));
    }
};

QTEST_APPLESS_MAIN(PresetsTest)
#include "presets_test.moc"
