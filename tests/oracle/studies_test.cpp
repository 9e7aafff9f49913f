// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// What the studies of Sunstone say was published, and the networks and the design they run on, against the reference set
// that they were taken from, read in place.

#include <QtTest>

#include <filesystem>
#include <map>

#include "core/io/native.h"
#include "core/io/presets.h"

using namespace lapidary;

namespace {

const std::string kFolder = LAPIDARY_SHARED_DIR "/reference/sunstone/";

/// Entries of a list of the reference set by their names.
std::map<std::string, Json> byName(const std::string& file) {
    std::map<std::string, Json> entries;
    const auto text = readTextFile(kFolder + file);
    if (!text) return entries;
    const auto list = parseJson(*text, file);
    if (!list) return entries;
    for (const Json& entry : list->items()) entries[entry["name"].text()] = entry;
    return entries;
}

/// "conv1" of "conv1", "fc" of "row / fc".
std::string lastName(const std::string& row) { return row.substr(row.rfind(' ') + 1); }

std::string caseOf(const std::string& study, std::string row) {
    std::replace(row.begin(), row.end(), '-', '_');
    if (study == "sunstone-fig-6") return row + "_conv";
    if (study == "sunstone-fig-7") return "inception_v3_wu_b16_" + row + "_conv";
    return "resnet18_b16_" + row + "_simba";
}

const std::map<std::string, std::string> kFigures{
    {"edp", "edp"}, {"energy_pj", "energy"}, {"cycles", "cycles"}, {"cpu_seconds", "seconds"}};

std::int64_t boundOf(const Workload& workload, std::string_view name) {
    for (const Dimension& dimension : workload.dimensions())
        if (dimension.name == name || dimension.alias == name) return dimension.bound;
    return 1;
}

}  // namespace

class StudiesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        if (!std::filesystem::exists(kFolder)) QSKIP("the reference set is not here");
    }

    void valuesOfTheProgramAreThoseOfItsResults_data() {
        QTest::addColumn<QString>("study");
        QTest::addColumn<int>("values");  // cases x figures of the first table, and EDPs of the others
        QTest::newRow("sunstone-fig-6") << "sunstone-fig-6" << 8 * 4 + 8;
        QTest::newRow("sunstone-fig-7") << "sunstone-fig-7" << 34 * 3 + 34;
        QTest::newRow("sunstone-fig-8") << "sunstone-fig-8" << 8 * 3 + 8 + 16;
    }
    void valuesOfTheProgramAreThoseOfItsResults() {
        QFETCH(QString, study);
        QFETCH(int, values);
        const std::map<std::string, Json> results = byName("results.json");
        const StudyFile file = *loadStudy(study.toStdString());
        int compared = 0;
        for (const StudyTable& table : file.tables)
            for (const StudyColumn& column : table.columns)
                for (const StudyPublished& published : column.published)
                    for (const auto& [row, value] : published.values) {
                        const Json& result = results.at(caseOf(file.name, lastName(row)));
                        QCOMPARE(std::get<double>(value), result[kFigures.at(column.figure)].real());
                        ++compared;
                    }
        QCOMPARE(compared, values);
    }

    // ResNet-18's layers by the program's numbers, with how often they occur.
    void sumsOfTableSixAreThoseOfItsResults() {
        const std::map<std::string, Json> results = byName("results.json");
        double edp = 0, mappings = 0;
        const Network network = *loadNetwork("sunstone-resnet18");
        for (const Layer& layer : network.layers) {
            if (layer.workload.name() == "L18") continue;  // no convolution
            const Json& result = results.at("resnet18_b1_" + layer.workload.name() + "_eyeriss");
            edp += static_cast<double>(layer.count) * result["edp"].real();
            mappings += static_cast<double>(layer.count) * result["counts"]["mappings_incl_orders"].real();
        }
        const StudyTable table = loadStudy("sunstone-table-6")->tables.front();
        int compared = 0;
        for (const StudyColumn& column : table.columns)
            for (const StudyPublished& published : column.published)
                for (const auto& [row, value] : published.values) {
                    if (published.by != "public program") continue;
                    const double expected = column.figure == "edp" ? edp : mappings;
                    QVERIFY2(std::abs(std::get<double>(value) / expected - 1) < 1e-11, row.c_str());
                    ++compared;
                }
        QCOMPARE(compared, 3);
    }

    // The lower of the two in the middle, of the layers that the principles are switched off on.
    void theMedianOfTableOneIsThatOfItsResults() {
        const std::map<std::string, Json> results = byName("results.json");
        const StudyFile study = *loadStudy("sunstone-table-1");
        std::vector<double> mappings;
        for (const StudyWorkload& layer : study.spec.runs.back().workloads)
            mappings.push_back(
                results.at(caseOf("sunstone-fig-7", layer.name))["counts"]["mappings_incl_orders"].real());
        std::sort(mappings.begin(), mappings.end());
        const StudyColumn& column = study.tables[2].columns[1];
        QCOMPARE(column.key, std::string("partials_median"));
        QCOMPARE(std::get<double>(column.published[1].values.at("all principles")),
                 mappings[(mappings.size() - 1) / 2]);
    }

    void networksAreThoseOfItsCases_data() {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("behind");
        QTest::addColumn<int>("layers");
        QTest::newRow("resnet18") << "sunstone-resnet18"
                                  << "resnet18_b1_"
                                  << "_eyeriss" << 8;
        QTest::newRow("resnet18-b16") << "sunstone-resnet18-b16"
                                      << "resnet18_b16_"
                                      << "_simba" << 8;
        QTest::newRow("inception-v3") << "sunstone-inception-v3"
                                      << "inception_v3_wu_b16_"
                                      << "_conv" << 34;
    }
    void networksAreThoseOfItsCases() {
        QFETCH(QString, network);
        QFETCH(QString, before);
        QFETCH(QString, behind);
        QFETCH(int, layers);
        const std::map<std::string, Json> all = byName("cases.json");
        const Network loaded = *loadNetwork(network.toStdString());
        QCOMPARE(std::ssize(loaded.layers), layers);
        for (const Layer& layer : loaded.layers) {
            const Json& bounds =
                all.at(before.toStdString() + layer.workload.name() + behind.toStdString())["workload"]["bounds"];
            for (const char* name : {"N", "C", "P", "Q", "R", "S"})
                QCOMPARE(boundOf(layer.workload, name), bounds[name].integer());
            QCOMPARE(boundOf(layer.workload, "M"), bounds["K"].integer());
        }
    }

    void theEyerissLikeDesignIsThatOfItsCases() {
        const Json levels = byName("cases.json").at("resnet18_b1_L01_eyeriss")["arch"]["levels"];
        const Architecture design = *loadArchitecture("sunstone-eyeriss");
        const Level& inner = design.levels()[2];
        const char* roles[] = {"input", "weight", "output"};  // its order of tensors
        for (std::size_t t = 0; t < 3; ++t) {
            const Partition& part = inner.partitions.at(roles[t]);
            QCOMPARE(part.capacity->words(16), levels[0]["size"][t].integer());
            QCOMPARE(*part.energy.read.value, levels[0]["energy"][t].real());
        }
        QCOMPARE(design.fanouts().front().x, levels[0]["spatial"][0].integer());
        QCOMPARE(design.fanouts().front().y, levels[0]["spatial"][1].integer());
        QCOMPARE(design.levels()[1].capacity->words(16), levels[1]["size"].integer());
        QCOMPARE(*design.levels()[1].energy.read.value, levels[1]["energy"][0].real());
        QCOMPARE(*design.levels()[0].energy.read.value, levels[2]["energy"][0].real());
    }
};

QTEST_APPLESS_MAIN(StudiesTest)
#include "studies_test.moc"
