// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <set>

#include "core/io/embedded_presets.h"
#include "core/io/native.h"
#include "core/io/presets.h"

using namespace lapidary;

namespace {

std::vector<std::string> keys(std::string_view kind) {
    std::vector<std::string> result;
    for (const PresetInfo& info : presets(kind)) result.push_back(info.key);
    return result;
}

std::int64_t totalMacs(const Network& network) {
    std::int64_t total = 0;
    for (const Layer& layer : network.layers) total += layer.count * layer.workload.macs();
    return total;
}

const Level& level(const Architecture& architecture, std::string_view name) {
    return architecture.levels()[static_cast<std::size_t>(architecture.findLevel(name))];
}

/// Bounds of a layer by dimension name; 1 for a dimension it lacks.
std::int64_t bound(const Workload& workload, std::string_view dimension) {
    const int index = workload.findDimension(dimension);
    return index < 0 ? 1 : workload.bound(index);
}

}  // namespace

class IoPresetsTest : public QObject {
    Q_OBJECT
private slots:
    void everyPresetHasTitleAndSource() {
        const auto files = std::ranges::count_if(embeddedPresets(),
                                                 [](const EmbeddedFile& file) { return file.path.ends_with(".json"); });
        QCOMPARE(std::ssize(presets()), files);
        std::set<std::string> seen;
        for (const PresetInfo& info : presets()) {
            QVERIFY2(!info.title.empty() && !info.source.empty(), info.key.c_str());
            QVERIFY2(seen.insert(info.key).second, info.key.c_str());
        }
        QCOMPARE(presets().front().kind, std::string("architecture"));
    }

    void keysOfTheContractExist() {
        const std::vector<std::string> designs{"eyeriss-chip",      "eyeriss-like",  "eyeriss-like-192",
                                               "simba-like-15",     "simba-like-16", "simba-like-9",
                                               "three-level-array", "toy-6",         "toy-linear"};
        for (const std::string& key : designs) QVERIFY2(loadArchitecture(key).ok(), key.c_str());
        const std::vector<std::string> networks = keys("network");
        for (const char* key :
             {"resnet50", "resnet50-v1", "resnet18", "alexnet", "alexnet-onetower", "vgg16", "mobilenet-v1",
              "mobilenet-v2", "inception-v3", "bert-base-128", "gpt2-small-prefill-1024", "llama3-8b-prefill-2048",
              "deepbench-conv-training", "deepbench-gemm-inference-server"})
            QVERIFY2(std::find(networks.begin(), networks.end(), key) != networks.end(), key);
    }

    void designsReadBackEqual() {
        for (const std::string& key : keys("architecture")) {
            const Result<Architecture> design = loadArchitecture(key);
            QVERIFY2(design.ok(), design.errorText().c_str());
            QCOMPARE(design->name(), key);
            QVERIFY2(!design->spec().source.empty(), key.c_str());
            const Result<Architecture> again =
                architectureFromJson(*parseJson(toJson(*design).dump(), "written"), "written");
            QVERIFY2(again.ok() && *again == *design, key.c_str());
        }
    }

    void everyFigureOfADesignHasASource() {
        for (const std::string& key : keys("architecture")) {
            const Architecture design = *loadArchitecture(key);
            std::vector<Figure> figures{design.compute().energy, design.compute().area};
            const auto add = [&](const auto& part) {
                figures.insert(figures.end(), {part.energy.read, part.energy.write, part.energy.update, part.area});
            };
            for (const Level& each : design.levels()) {
                add(each);
                for (const auto& [role, partition] : each.partitions) add(partition);
            }
            for (const Figure& figure : figures)
                QVERIFY2(figure.value.has_value() != figure.source.empty(), key.c_str());
        }
    }

    void networksReadBackEqual() {
        for (const std::string& key : keys("network")) {
            const Result<Network> network = loadNetwork(key);
            QVERIFY2(network.ok(), network.errorText().c_str());
            QCOMPARE(network->key, key);
            const Network again = *networkFromJson(*parseJson(toJson(*network).dump(), "written"), "written");
            QCOMPARE(again.layers.size(), network->layers.size());
            std::set<std::string> names;
            for (std::size_t i = 0; i < again.layers.size(); ++i) {
                QVERIFY2(again.layers[i].workload == network->layers[i].workload, key.c_str());
                QCOMPARE(again.layers[i].count, network->layers[i].count);
                QVERIFY2(names.insert(again.layers[i].workload.name()).second, key.c_str());
            }
        }
    }

    // Published totals: ResNet-50 and VGG-16 as CoSA's graphs count them, AlexNet 724 M and MobileNet 569 M in their
    // papers' tables, ResNet-18 1.814 G.
    void totalsAreThePublishedOnes_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<qint64>("macs");
        QTest::newRow("resnet50") << "resnet50" << qint64{4'089'184'256};
        QTest::newRow("vgg16") << "vgg16" << qint64{15'470'264'320};
        QTest::newRow("alexnet") << "alexnet" << qint64{724'406'816};
        QTest::newRow("alexnet-onetower") << "alexnet-onetower" << qint64{714'188'480};
        QTest::newRow("mobilenet-v1") << "mobilenet-v1" << qint64{568'740'352};
        QTest::newRow("resnet18") << "resnet18" << qint64{1'814'073'344};
    }
    void totalsAreThePublishedOnes() {
        QFETCH(QString, key);
        QFETCH(qint64, macs);
        QCOMPARE(totalMacs(*loadNetwork(key.toStdString())), macs);
    }

    void resNet50HasTwentyFourUniqueLayers() {
        const std::vector<Layer> unique = loadNetwork("resnet50")->uniqueLayers();
        QCOMPARE(unique.size(), std::size_t{24});
        QCOMPARE(unique[2].workload.name(), std::string("layer1_0_conv2"));
        QCOMPARE(unique[2].count, 3);
    }

    void aLayerIsFoundByNetworkAndName() {
        const Workload layer = *loadWorkload("resnet50/layer1_0_conv2");
        QCOMPARE(layer.name(), std::string("layer1_0_conv2"));
        const std::pair<const char*, std::int64_t> bounds[] = {{"N", 1},  {"C", 64}, {"M", 64}, {"P", 56},
                                                               {"Q", 56}, {"R", 3},  {"S", 3}};
        for (const auto& [dimension, expected] : bounds) QCOMPARE(bound(layer, dimension), expected);
        QCOMPARE(loadWorkload("deepbench-conv-inference-device/02_Vision/ResNet/Face")->macs(), 51'380'224);
    }

    /// DeepBench writes 700 x 161 inputs, filter 20 x 5, stride 2, no padding: output 341 x 79.
    void deepSpeechHasItsOutputSize() {
        const Workload layer = *loadWorkload("deepbench-conv-inference-server/01_DeepSpeech");
        QCOMPARE(bound(layer, "Q"), 341);
        QCOMPARE(bound(layer, "P"), 79);
        QCOMPARE(layer.macs(), 86'204'800);
    }

    void groupsCountChannelsPerGroup() {
        const Workload conv2 = *loadWorkload("alexnet/conv2");
        QCOMPARE(bound(conv2, "G"), 2);
        QCOMPARE(bound(conv2, "C"), 48);
        QCOMPARE(bound(conv2, "M"), 128);
        QCOMPARE(conv2.tensorSize(conv2.findTensor("W")), 307'200);
    }

    void productsSpeakTheDesignsLanguage() {
        const Workload product = *loadWorkload("bert-base-128/ff1");
        QCOMPARE(bound(product, "M"), 3072);
        QCOMPARE(bound(product, "Q"), 128);
        QCOMPARE(bound(product, "C"), 768);
    }

    void eyerissLikeIsThePapers() {
        const Architecture design = *loadArchitecture("eyeriss-like");
        QCOMPARE(design.computeInstances(), 168);
        QCOMPARE(level(design, "GLB").capacity->bits(16), std::int64_t{128} * 1024 * 8);
        QCOMPARE(level(design, "GLB").keep.at("weight"), Keep::never);
        const auto& spads = level(design, "spad").partitions;
        QCOMPARE(spads.at("input").capacity->words(16), 12);
        QCOMPARE(spads.at("weight").capacity->words(16), 224);
        QCOMPARE(spads.at("output").capacity->words(16), 16);
        // 1,162,549 + 168 * (379.68 + 3,634.68 + 414.68 + 1,239.5)
        QVERIFY(std::abs(*design.area() - 2'114'863.72) < 0.01);
    }

    void simbaLikeHasItsLanes() {
        const Architecture design = *loadArchitecture("simba-like-15");
        QCOMPARE(design.instances(design.findLevel("PEInputBuffer")), 15);
        QCOMPARE(design.instances(design.findLevel("PEWeightBuffer")), 60);
        QCOMPARE(design.instances(design.findLevel("PEWeightRegs")), 240);
        QCOMPARE(level(design, "PEAccuBuffer").wordBits, 24);
        QCOMPARE(loadArchitecture("simba-like-16")->computeInstances(), 256);
        QCOMPARE(loadArchitecture("simba-like-9")->computeInstances(), 81);
    }

    void existingFilesWinOverKeys() {
        const QTemporaryDir folder;
        const QString path = folder.path() + "/eyeriss-like";
        std::ofstream(path.toStdString()) << toJson(*loadArchitecture("toy-6")).dump();
        QCOMPARE(loadArchitecture(path.toStdString())->name(), std::string("toy-6"));
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        const std::string name = loadArchitecture("eyeriss-like")->name();
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(name, std::string("toy-6"));
    }

    void unknownKeysNameTheNearest() {
        QCOMPARE(loadArchitecture("eyeris-like").errorText(),
                 std::string("error: no design and no file is called 'eyeris-like'; did you mean 'eyeriss-like'?"));
        QCOMPARE(loadNetwork("vgg-16").errorText(),
                 std::string("error: no network and no file is called 'vgg-16'; did you mean 'vgg16'?"));
        QCOMPARE(loadWorkload("gemm100").errorText(),
                 std::string("error: no workload and no file is called 'gemm100'; did you mean 'gemm-100'?"));
        QCOMPARE(loadWorkload("resnet50/layer1_0_con2").errorText(),
                 std::string("error: network 'resnet50' has no layer 'layer1_0_con2'; did you mean 'layer1_0_conv2'?"));
        QCOMPARE(loadWorkload("resnet50").errorText(),
                 std::string("error: 'resnet50' is a network, expected a workload; name one of its layers: "
                             "'resnet50/LAYER'"));
        QCOMPARE(loadConstraints("absent.json").errorText(),
                 std::string("error: no set of constraints and no file is called 'absent.json'"));
    }
};

QTEST_APPLESS_MAIN(IoPresetsTest)
#include "io_presets_test.moc"
