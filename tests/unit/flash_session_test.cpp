// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's answer in a session file, its picks as nests, and directives as a text beside a nest.

#include <QtTest>

#include "core/io/maestro/directive_sheet.h"
#include "core/io/maestro/files.h"
#include "core/io/maestro/flash_session.h"
#include "core/io/maestro/nest_file.h"
#include "core/io/presets.h"
#include "core/mapspace/mapspace.h"
#include "core/model/data_centric/nest.h"
#include "core/workload/builders.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

FlashQuestion questionOf(const char* workload, const std::string& words) {
    FlashQuestion question{workload, unwrap(loadWorkload(workload)), unwrap(loadArchitecture("flash-edge")), {}};
    question.options = unwrap(flashOptions({}, words));
    return question;
}

FlashAnswer answered(const FlashQuestion& question) {
    Job job;
    return unwrap(answer(question, job));
}

TargetPtr edgeWith(Workload workload) {
    return unwrap(Target::make(std::move(workload), unwrap(loadArchitecture("flash-edge"))));
}

QString firstError(const Diagnostics& diagnostics) { return QString::fromStdString(toText(diagnostics.front())); }

}  // namespace

class FlashSessionTest : public QObject {
    Q_OBJECT
private slots:
    void answersAreReadBackEqual() {
        for (const char* words : {"", "style=maeri,order=all,samples=40,bins=7",
                                  "unpruned=on,tiles=integers,cluster=16,rules=maestro,nominal_macs=off"}) {
            const FlashAnswer asked = answered(questionOf("flash-gemms/VI", words));
            const std::string text = toJson(asked).dump();
            const Json json = unwrap(parseJson(text, "s.lapidary"));
            Diagnostics problems;
            const auto back = flashAnswerFromJson(json, "s.lapidary", "flash", problems);
            QVERIFY2(problems.empty(), problems.empty() ? "" : toText(problems.front()).c_str());
            QCOMPARE(toJson(*back).dump(), text);
            QVERIFY(back->report.options == asked.report.options);
            QCOMPARE(back->report.runs.size(), asked.report.runs.size());
            QCOMPARE(flashCases(back->report, *back->run()).size(), flashCases(asked.report, *asked.run()).size());
            QCOMPARE(toCsv(flashRatioTable(back->report, NumberStyle::exact)),
                     toCsv(flashRatioTable(asked.report, NumberStyle::exact)));
        }
    }

    void faultsOfAFileAreLocated() {
        const std::string good = toJson(answered(questionOf("gemm-100", "style=nvdla"))).dump();
        const auto told = [&](std::string from, const std::string& to) {
            std::string text = good;
            const auto at = text.find(from);
            if (at == std::string::npos) return QString("not there: ") + QString::fromStdString(from);
            text.replace(at, from.size(), to);
            Diagnostics problems;
            flashAnswerFromJson(unwrap(parseJson(text, "s.lapidary")), "s.lapidary", "flash", problems);
            return problems.empty() ? QString() : firstError(problems);
        };
        QVERIFY2(told("style=nvdla", "style=nvdlx").contains("did you mean 'nvdla'"),
                 qPrintable(told("style=nvdla", "style=nvdlx")));
        QVERIFY(told("\"style\": \"nvdla\"", "\"style\": \"x\"").contains("flash.runs[0].styles[0].style") ||
                told("\"style\":\"nvdla\"", "\"style\":\"x\"").contains("flash.runs[0].styles[0].style"));
        QVERIFY(told("\"pes\"", "\"pess\"").contains("flash.hardware"));
    }

    void anAnswerIsAboutItsMachine() {
        const FlashQuestion question = questionOf("flash-gemms/VI", "style=tpu");
        const FlashAnswer found = answered(question);
        const auto about = [&](const Workload& workload, const Architecture& design, Metric metric) {
            return runAbout(found, workload, design, metric, found.report.options.seed);
        };
        const Metric metric = found.report.options.metric;
        QCOMPARE(about(question.workload, question.architecture, metric), 5);
        QCOMPARE(about(unwrap(loadWorkload("flash-gemms/II")), question.architecture, metric), 1);
        QCOMPARE(about(unwrap(gemm("VI", 512, 256, 255)), question.architecture, metric), -1);
        QCOMPARE(about(question.workload, unwrap(loadArchitecture("flash-cloud")), metric), -1);
        QCOMPARE(about(question.workload, question.architecture,
                       metric == Metric::energy ? Metric::latency : Metric::energy),
                 -1);
        // 4 clusters of 64 PEs are the same machine to FLASH, 16 of 8 are not.
        ArchitectureSpec spec = question.architecture.spec();
        spec.fanouts[0].x = 4, spec.fanouts[1].x = 64;
        QCOMPARE(about(question.workload, unwrap(Architecture::make(spec)), metric), 5);
        spec.fanouts[0].x = 16, spec.fanouts[1].x = 8;
        QCOMPARE(about(question.workload, unwrap(Architecture::make(spec)), metric), -1);
    }

    /// As nests, picks are the same directives again; clusters of another size split the array anew.
    void picksAreNests() {
        const FlashQuestion question = questionOf("flash-gemms/VI", "order=all");
        const FlashAnswer found = answered(question);
        int split = 0, same = 0;
        for (const FlashRun& run : found.report.runs)
            for (const flash::StyleResult& style : run.result.styles) {
                if (!style.best) continue;
                const auto pick = pickAsNest(question, run, found.report.hardware, style.best->candidate);
                QVERIFY2(pick.ok(), pick.errorText().c_str());
                QCOMPARE(pick->workload.name(), run.workload);
                QCOMPARE(pick->workloadKey, "flash-gemms/" + run.workload);
                QVERIFY(sameMachine(pick->architecture, question.architecture));
                split += pick->split;
                const TargetPtr target = unwrap(Target::make(pick->workload, pick->architecture));
                const std::string text = unwrap(maestro::directiveText(pick->mapping, *target));
                const Mapping back = unwrap(maestro::nestOfDirectives(text, "t", *target));
                QCOMPARE(unwrap(maestro::directiveText(back, *target)), text);
                same += back == pick->mapping;
            }
        QVERIFY(split > 5 && same > 40);
        const FlashQuestion alone = questionOf("gemm-100", "");
        QVERIFY(!pickAsNest(alone, found.report.runs[0], found.report.hardware,
                            found.report.runs[0].result.styles[0].best->candidate)
                     .ok());
    }

    /// What directives say of a random nest is the same after a journey through the text.
    void textsAreReadBackEqual() {
        const TargetPtr target = edgeWith(unwrap(gemm("g", 24, 10, 18)));
        const Mapspace space = unwrap(
            Mapspace::make(target, {Factorization::perfect, target->architecture.spec().constraints}));
        Rng rng(11);
        Mapping mapping;
        int said = 0;
        for (int i = 0; i < 400; ++i) {
            space.sample(rng, mapping);
            const auto text = maestro::directiveText(mapping, *target);
            if (!text) continue;
            const auto back = maestro::nestOfDirectives(*text, "t", *target);
            if (!back) continue;
            QCOMPARE(*maestro::directiveText(*back, *target), *text);
            ++said;
        }
        QVERIFY2(said > 50, qPrintable(QString::number(said)));
    }

    void faultsOfATextAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("empty") << "" << "no SpatialMap in a cluster level";
        QTest::newRow("unknown word") << "SpatialMap(1,1) m;\nSpatialMop(1,1) n;" << "t:2:1: error: expected 'TemporalMap'";
        QTest::newRow("no dimension") << "SpatialMap(1,1) q;" << "t:1:17: error: unknown dimension 'q', expected m, n or k";
        QTest::newRow("two of them") << "SpatialMap(1,1) m;\n SpatialMap(1,1) n;" << "t:2:2: error: a second SpatialMap";
        QTest::newRow("size 0") << "SpatialMap(0,1) m;" << "t:1:1: error: size 0 of m";
        QTest::newRow("large cluster") << "SpatialMap(1,1) m;\nCluster(300);\nSpatialMap(1,1) k;" << "t:2:1: error: clusters of 300";
        QTest::newRow("overlap") << "SpatialMap(2,1) m;" << "1:1";
        QTest::newRow("no semicolon") << "SpatialMap(1,1) m" << "expected ';'";
        QTest::newRow("three levels") << "SpatialMap(1,1) m;\nCluster(2);\nSpatialMap(1,1) n;\nCluster(2);\nSpatialMap(1,1) k;"
                                      << "3 cluster levels, but the design has 2 fanouts";
    }
    void faultsOfATextAreLocated() {
        QFETCH(QString, text);
        QFETCH(QString, told);
        const TargetPtr target = edgeWith(unwrap(gemm("g", 24, 10, 18)));
        const auto nest = maestro::nestOfDirectives(text.toStdString(), "t", *target);
        QVERIFY(!nest.ok());
        QVERIFY2(firstError(nest.diagnostics()).contains(told), qPrintable(firstError(nest.diagnostics())));
    }

    /// A convolution in MAESTRO's letters, windows and all: out and in again.
    void convolutionsComeBack() {
        Conv2d shape{.n = 1, .c = 4, .m = 8};
        shape.p = shape.q = 6;
        shape.r = shape.s = 3;
        shape.strideP = shape.strideQ = 2;
        const TargetPtr target = edgeWith(unwrap(conv2d("c", shape)));
        const Mapping nest = unwrap(maestro::nestOfDirectives(
            "TemporalMap(2,2) C;\nTemporalMap(1,1) P;\nSpatialMap(1,1) M;\nCluster(4);\nTemporalMap(1,1) C;\n"
            "SpatialMap(1,1) Q;\n",
            "t", *target));
        const auto file = unwrap(maestro::nestAsFile(nest, *target));
        const std::string text = maestro::networkText({file.layer});
        QVERIFY2(text.find("CONV") != std::string::npos && text.find("X'") != std::string::npos, text.c_str());
        const auto back = maestro::nestOfNetwork(text, "c.m", *target);
        QVERIFY2(back.ok(), back.errorText().c_str());
        QVERIFY(back->sameWorkload);
        QVERIFY(back->mapping == nest);
        // On a desk with something else, the layer becomes the workload.
        const TargetPtr other = edgeWith(unwrap(gemm("g", 4, 4, 4)));
        const auto moved = maestro::nestOfNetwork(text, "c.m", *other);
        QVERIFY2(moved.ok(), moved.errorText().c_str());
        QVERIFY(!moved->sameWorkload);
        QCOMPARE(moved->workload.macs(), target->workload.macs());
        QVERIFY(maestro::isNetworkText(text) && !maestro::isNetworkText("num_pes: 4"));
        QVERIFY(maestro::isHardwareText("// a machine\nnum_pes: 4") && !maestro::isHardwareText(text));
    }
};

QTEST_MAIN(FlashSessionTest)
#include "flash_session_test.moc"
