// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is written for Timeloop reads back as what it was: the 233 cases of tests/oracle, imperfect ones and directives
// included, in all three forms; and drawn mappings of the presets, whose partitions become levels of their own.
// ctest: timeout=240

#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/timeloop/export.h"
#include "core/io/timeloop/import.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

const std::string kInputs = LAPIDARY_SOURCE_DIR "/tests/oracle/timeloop_exact.jsonl";
const std::string kPrinted = LAPIDARY_SOURCE_DIR "/tests/oracle/timeloop_compat.jsonl";

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

std::vector<Json> linesOf(const std::string& path) {
    std::vector<Json> lines;
    for (const QString& each : QString::fromStdString(require(readTextFile(path))).split('\n', Qt::SkipEmptyParts))
        lines.push_back(require(parseJson(each.toStdString(), path)));
    return lines;
}

Cost costOf(const Workload& workload, const Architecture& design, const Mapping& mapping, const Semantics& semantics) {
    return require(Evaluator::make(require(Target::make(workload, design)), semantics)).evaluate(mapping);
}

bool same(std::optional<double> a, std::optional<double> b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return std::abs(*a - *b) <= 1e-9 * std::max(std::abs(*a), std::abs(*b));
}

}  // namespace

class TimeloopRoundTripTest : public QObject {
    Q_OBJECT

private slots:
    void casesReadBackAsWhatTheyWere_data() {
        QTest::addColumn<int>("form");
        for (const auto& form : keyTable(TimeloopFormat{}))
            QTest::newRow(form.key.data()) << static_cast<int>(form.value);
    }
    void casesReadBackAsWhatTheyWere() {
        QFETCH(int, form);
        const std::vector<Json> inputs = linesOf(kInputs), printed = linesOf(kPrinted);
        const std::size_t step = inputs.size() / static_cast<std::size_t>(cases(static_cast<int>(inputs.size())));
        for (std::size_t i = 0; i < inputs.size(); i += step) {
            const std::string name = inputs[i]["name"].text();
            const Workload workload = require(workloadFromJson(inputs[i]["workload"], kInputs));
            const Architecture design = require(architectureFromJson(inputs[i]["architecture"], kInputs));
            std::string nest;
            for (const Json& line : printed[i]["directives"].items()) nest += line.text() + '\n';
            for (const Json& line : inputs[i]["nest"].items()) nest += line.text() + '\n';
            const Mapping mapping = require(parseMapping(nest, name, workload, design));
            const std::string text =
                require(exportTimeloop({&design, &workload, &mapping}, static_cast<TimeloopFormat>(form)));
            const Result<TimeloopImport> read = importTimeloop({{name, text}});
            QVERIFY2(read.ok(), (read.errorText() + text).c_str());
            QVERIFY(read->mapping);
            const Cost before = costOf(workload, design, mapping, timeloopSemantics());
            const Cost after = costOf(*read->workload, *read->architecture, *read->mapping, timeloopSemantics());
            QCOMPARE(after.steps, before.steps);
            QCOMPARE(after.macs, before.macs);
            QCOMPARE(after.levels.size(), before.levels.size());
            for (std::size_t l = 0; l < before.levels.size(); ++l) {
                QCOMPARE(after.levels[l].name, before.levels[l].name);
                for (const Tensor& tensor : workload.tensors()) {
                    const auto own = static_cast<std::size_t>(workload.findTensor(tensor.name));
                    const auto other = static_cast<std::size_t>(read->workload->findTensor(tensor.name));
                    const TensorCost &a = before.levels[l].tensors[own], &b = after.levels[l].tensors[other];
                    QVERIFY2(a.reads == b.reads && a.fills == b.fills && a.updates == b.updates && a.tile == b.tile &&
                                 a.neighbourMoves == b.neighbourMoves,
                             (name + ": " + tensor.name + " at " + before.levels[l].name + "\n" + text).c_str());
                }
            }
        }
    }

    void drawnMappingsOfPresetsCostTheSame_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QString>("workload");
        QTest::addColumn<int>("kind");
        for (const char* design : {"eyeriss-like", "eyeriss-like-192", "simba-like-15", "three-level-array", "toy-6"})
            for (const Factorization kind : {Factorization::perfect, Factorization::rubyS, Factorization::ruby})
                QTest::addRow("%s %s", design, keyOf(kind).data())
                    << QString(design)
                    << QString(std::string_view(design) == "three-level-array" ? "gemm-100" : "resnet50/layer1_0_conv2")
                    << static_cast<int>(kind);
    }
    void drawnMappingsOfPresetsCostTheSame() {
        QFETCH(QString, design);
        QFETCH(QString, workload);
        QFETCH(int, kind);
        const Architecture architecture = require(loadArchitecture(design.toStdString()));
        const Workload layer = require(loadWorkload(workload.toStdString()));
        const TargetPtr target = require(Target::make(layer, architecture));
        MapspaceOptions options;
        options.factorization = static_cast<Factorization>(kind);
        options.constraints = architecture.spec().constraints;
        const Mapspace space = require(Mapspace::make(target, options));
        Rng rng(7);
        constexpr int kDraws = 20;
        int written = 0;
        // A few draws may all have no place in a Timeloop mapping: then it takes more, up to as many as usual.
        for (int n = 0; n < cases(kDraws) || (written == 0 && n < kDraws); ++n) {
            Mapping mapping;
            space.sample(rng, mapping);
            for (const TimeloopFormat form : {TimeloopFormat::v3, TimeloopFormat::v4}) {
                const Result<std::string> text = exportTimeloop({&architecture, &layer, &mapping}, form);
                if (!text.ok()) {
                    QVERIFY2(text.errorText().find("has no place in a Timeloop mapping") != std::string::npos,
                             text.errorText().c_str());
                    continue;
                }
                ++written;
                const Result<TimeloopImport> read = importTimeloop({{"written", *text}});
                QVERIFY2(read.ok(), (read.errorText() + *text).c_str());
                const Cost before = costOf(layer, architecture, mapping, {});
                const Cost after = costOf(*read->workload, *read->architecture, *read->mapping, {});
                QCOMPARE(after.macs, before.macs);
                QCOMPARE(after.steps, before.steps);
                QCOMPARE(after.cycles, before.cycles);
                QVERIFY2(same(after.energyPj, before.energyPj), text->c_str());
                QVERIFY(same(after.areaUm2, before.areaUm2));
            }
        }
        QVERIFY(written > 0);
    }

    void partitionsTakeOverWhatTheirLevelSays() {
        const char* json = R"({"schema": "lapidary/architecture/1", "name": "parts", "levels": [
            {"name": "DRAM", "word_bits": 16, "energy_pj": {"read": 100, "write": 100}, "area_um2": 1},
            {"name": "spad", "word_bits": 16, "buffers": 2, "energy_pj": {"read": 2, "write": 3, "leak": 0.5}, "area_um2": 70,
             "bandwidth": {"read": 0.5, "write": 2},
             "partitions": {"input": {"capacity": 64}, "weight": {"capacity": 64, "energy_pj": {"read": 1}},
                            "output": {"capacity": 64, "bandwidth": {"read": 4}}}}],
            "fanouts": [{"name": "PE", "below": "DRAM", "x": 4, "y": 1}],
            "compute": {"name": "MAC", "energy_pj": 1, "area_um2": 10}})";
        const Architecture design = require(architectureFromJson(require(parseJson(json, "parts")), "parts"));
        const Workload workload =
            require(parseEinsum("Z[m,n] += A[m,k] * B[k,n]", require(parseBounds("m=8,n=4,k=4"))));
        const Mapping mapping =
            require(parseMapping("DRAM [A B Z]\n for m in 0..2\n  parFor m in 0..4 @PE.X\n   spad [A B Z]\n"
                                 "    for n in 0..4\n     for k in 0..4\n",
                                 "nest", workload, design));
        const Cost before = costOf(workload, design, mapping, {});
        QCOMPARE(before.boundBy, std::string("spad"));
        for (const TimeloopFormat form : {TimeloopFormat::v3, TimeloopFormat::v4}) {
            const std::string text = require(exportTimeloop({&design, &workload, &mapping}, form));
            const TimeloopImport read = require(importTimeloop({{"written", text}}));
            const Cost after = costOf(*read.workload, *read.architecture, *read.mapping, {});
            QVERIFY2(after.cycles == before.cycles, text.c_str());
            QVERIFY2(same(after.energyPj, before.energyPj), text.c_str());
            QVERIFY2(same(after.areaUm2, before.areaUm2), text.c_str());
        }
    }

    void whatHasNoPlaceIsRefused() {
        const Problem p = problem("Z[m] += A[m]", "m=8", ladder({"DRAM", "PE 4x1", "RF"}),
                                  "DRAM [A Z]\n parFor m in 0..4 @PE.X\n  for m in 0..2\n   RF [A Z]\n");
        const Result<std::string> text =
            exportTimeloop({&p.target->architecture, &p.target->workload, &p.mapping}, TimeloopFormat::v3);
        QVERIFY(!text.ok());
        QVERIFY2(text.errorText().find("'RF [A Z]' has no place in a Timeloop mapping") != std::string::npos,
                 text.errorText().c_str());
    }

    void longNamesBecomeLetters() {
        const Problem p =
            problem("Out[batch,p] += W[k,r] * In[batch,k,2p+3r]", "batch=2,p=5,k=3,r=2", ladder({"DRAM"}),
                    "DRAM [W In Out]\n for batch in 0..2\n  for p in 0..5\n   for k in 0..3\n    for r in 0..2\n");
        const Result<std::string> text =
            exportTimeloop({&p.target->architecture, &p.target->workload, &p.mapping}, TimeloopFormat::v3);
        QVERIFY2(text.ok(), text.errorText().c_str());
        QVERIFY2(text->find("[[p, coefp], [r, coefr]]") != std::string::npos, text->c_str());
        QVERIFY2(toText(text.diagnostics()).find("dimension 'batch' is written as 'B'") != std::string::npos,
                 toText(text.diagnostics()).c_str());
    }
};

QTEST_APPLESS_MAIN(TimeloopRoundTripTest)
#include "timeloop_round_trip_test.moc"
