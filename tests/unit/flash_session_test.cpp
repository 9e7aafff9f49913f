// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's answer in a session file, and its picks as nests.

#include "core/io/maestro/flash_session.h"

#include <QtTest>

#include "core/io/maestro/directive_text.h"
#include "core/io/presets.h"
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
                const std::string text = unwrap(maestro::directivesOfNest(pick->mapping, *target)).text;
                const Mapping back = unwrap(maestro::nestOfDirectives(text, "t", *target, &pick->mapping)).mapping;
                QCOMPARE(unwrap(maestro::directivesOfNest(back, *target)).text, text);
                same += back == pick->mapping;
            }
        QVERIFY(split > 5 && same > 40);
        const FlashQuestion alone = questionOf("gemm-100", "");
        QVERIFY(!pickAsNest(alone, found.report.runs[0], found.report.hardware,
                            found.report.runs[0].result.styles[0].best->candidate)
                     .ok());
    }
};

QTEST_MAIN(FlashSessionTest)
#include "flash_session_test.moc"
