// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints written for Timeloop: read back, they leave as many mappings as before, and what can't be said is named.

#include <QtTest>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/timeloop/export.h"
#include "core/io/timeloop/import.h"
#include "core/mapspace/mapspace.h"
#include "core/workload/einsum.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr const char* kLimited = R"({"schema": "lapidary/architecture/1", "name": "limited",
  "levels": [{"name": "DRAM"}, {"name": "GLB", "capacity": 512, "keep": {"weight": "never", "input": "must", "output": "may"}},
             {"name": "RF", "capacity": 64, "keep": {"output": "may"}}],
  "fanouts": [{"name": "PE", "below": "GLB", "x": 4, "y": 2}],
  "compute": {"name": "MAC", "energy_pj": 1},
  "constraints": {
    "levels": {"DRAM": {"only": ["C", "P"], "order": ["P", "C"]},
               "GLB": {"factors": ["C <= 4", "P >= 2"], "inner": ["R", "C"]},
               "RF": {"factors": ["R = full"], "bypass": ["output"], "outer": ["P"]}},
    "fanouts": {"PE": {"x": ["C"], "y": ["P", "R"], "factors": ["C <= 2"]}}}})";

Mapspace spaceOf(const Workload& workload, const Architecture& design, const Constraints& constraints) {
    const TargetPtr target = unwrap(Target::make(workload, design));
    return unwrap(Mapspace::make(target, {Factorization::perfect, constraints}));
}

bool isWarning(const Diagnostic& diagnostic) { return diagnostic.severity == Severity::warning; }

void addForms() {
    QTest::addColumn<int>("form");
    for (const auto& form : keyTable(TimeloopFormat{})) QTest::newRow(form.key.data()) << static_cast<int>(form.value);
}

}  // namespace

class IoTimeloopConstraintsTest : public QObject {
    Q_OBJECT

private slots:
    void theMapspaceStaysAsLarge_data() { addForms(); }
    void theMapspaceStaysAsLarge() {
        QFETCH(int, form);
        const Architecture design = unwrap(architectureFromJson(unwrap(parseJson(kLimited, "limited")), "limited"));
        const Workload workload = unwrap(parseEinsum("O[P] += W[C,R] * I[C,P+R]", {{"P", 12}, {"C", 8}, {"R", 3}}));
        const auto text = exportTimeloop({&design, &workload, nullptr}, static_cast<TimeloopFormat>(form));
        QVERIFY2(text.ok(), text.errorText().c_str());
        QVERIFY2(std::ranges::none_of(text.diagnostics(), isWarning), toText(text.diagnostics()).c_str());
        const Result<TimeloopImport> read = importTimeloop({{"written", *text}});
        QVERIFY2(read.ok(), (read.errorText() + *text).c_str());
        QVERIFY2(read->constraints.has_value(), text->c_str());
        const Mapspace before = spaceOf(workload, design, design.spec().constraints);
        const Mapspace after = spaceOf(*read->workload, *read->architecture, *read->constraints);
        QVERIFY2(before.size() == after.size(), text->c_str());
        QVERIFY(before.size() > spaceOf(workload, design,
                                        [&] {
                                            Constraints tighter = design.spec().constraints;
                                            tighter.fanouts["PE"].factors = {unwrap(parseFactorRule("C = 1"))};
                                            return tighter;
                                        }())
                                    .size());
    }

    void whatCantBeSaidIsNamed() {
        const Architecture design = unwrap(loadArchitecture("eyeriss-like"));
        const Workload workload = unwrap(loadWorkload("resnet50/layer1_0_conv2"));
        const auto text = exportTimeloop({&design, &workload, nullptr}, TimeloopFormat::v3);
        QVERIFY2(text.ok(), text.errorText().c_str());
        QVERIFY2(toText(text.diagnostics())
                         .find("PE: dimensions that may lie on either axis can't be written: the axes are left open") !=
                     std::string::npos,
                 toText(text.diagnostics()).c_str());
        // P and R have no lanes on that design, whichever axis the others take.
        QVERIFY2(text->find("type: spatial, factors: \"N=1 P=1 R=1\"") != std::string::npos, text->c_str());
        const auto alone = exportTimeloop({&design, nullptr, nullptr}, TimeloopFormat::v3);
        QVERIFY(alone.ok());
        QVERIFY(toText(alone.diagnostics()).find("constraints are left out: they are written with a workload only") !=
                std::string::npos);
    }
};

QTEST_APPLESS_MAIN(IoTimeloopConstraintsTest)
#include "io_timeloop_constraints_test.moc"
