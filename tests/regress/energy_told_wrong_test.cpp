// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Energies that users of other tools took for errors, or that were: what is counted, and what is said beside it.

#include <QtTest>

#include "core/explore/why.h"
#include "core/io/native.h"
#include "core/io/report_inputs.h"
#include "core/io/report_text.h"
#include "core/model/evaluator.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Cost evaluate(const Problem& p) { return unwrap(Evaluator::make(p.target)).evaluate(p.mapping); }

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t column(const Table& table, std::string_view name) {
    for (std::size_t i = 0; i < table.header.size(); ++i)
        if (table.header[i] == name) return i;
    qFatal("no column %s", std::string(name).c_str());
}

/// 168 outputs of 4 x 5 MACs on x by y PEs; m loops cover the rest.
Problem onArray(std::int64_t x, std::int64_t y, std::string_view nest) {
    ArchitectureSpec design =
        ladder({"MEM", std::string("PE ").append(std::to_string(x)) + "x" + std::to_string(y), "RF"});
    const Figure one{1.0, "user"};
    for (Level& level : design.levels)
        level.energy = {.read = one, .write = one, .update = one, .leak = {0.25, "user"}};
    design.compute->energy = {2.2, "user"};
    return problem("Z[m,n] += A[m,k] * B[k,n]", "m=168,n=4,k=5", design, nest);
}

}  // namespace

class EnergyToldWrongTest : public QObject {
    Q_OBJECT

private slots:
    /// An access of 64 bits costs 512 pJ, words have 8: 64 pJ a word, and one figure in place of the other reads as a bug.
    void c09_energyIsShownPerAccessAndPerWord() {
        ArchitectureSpec design = ladder({"DRAM", "GLB"});
        design.levels[0].wordBits = design.levels[0].block = 8;
        design.levels[0].energy = {.read = {512.0, "user"}, .write = {512.0, "user"}, .update = {}, .leak = {}};
        design.levels[1].block = 8;
        design.levels[1].energy = {.read = {8.144, "user"}, .write = {}, .update = {}, .leak = {}};
        const Table table = inputTable(unwrap(Architecture::make(design)));
        const auto cell = [&](std::size_t row, std::string_view name) { return table.rows[row][column(table, name)]; };
        QCOMPARE(cell(0, "word bits"), std::string("8"));
        QCOMPARE(cell(0, "block"), std::string("8"));
        QCOMPARE(cell(0, "read pJ/access"), std::string("512"));
        QCOMPARE(cell(0, "read pJ/word"), std::string("64"));
        QCOMPARE(cell(0, "write pJ/word"), std::string("64"));
        QCOMPARE(cell(1, "read pJ/word"), std::string("1.018"));
        QCOMPARE(cell(1, "write pJ/word"), std::string("unknown"));

        // 20 words are 3 accesses of 8.
        const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20");
        QCOMPARE(at(evaluate(p), *p.target, "DRAM", "A").energyPj.value(), 3 * 512.0);
    }

    /// Reads cost 5 pJ and writes 8; the larger of both was taken for all. 20 fills, 60 reads.
    void c10_readsAndWritesKeepTheirOwnEnergies() {
        ArchitectureSpec design = ladder({"MEM", "BUF"});
        design.levels[1].energy = {.read = {5.0, "user"}, .write = {8.0, "user"}, .update = {}, .leak = {}};
        const Problem p = problem("Z[m] += A[d] * B[d,m]", "d=20,m=3", design,
                                  "MEM [A B Z]\n  for d in 0..20\n    BUF [A]\n      for m in 0..3");
        const TensorCost& tensor = at(evaluate(p), *p.target, "BUF", "A");
        QCOMPARE(tensor.fills, 20);
        QCOMPARE(tensor.reads, 60);
        QCOMPARE(tensor.energyPj.value(), 60 * 5.0 + 20 * 8.0);
    }

    /// 42 PEs instead of 168: the same MACs cost the same, take four times as long at the same utilisation, and what leaks
    /// does so for longer. The comparison says so.
    void c12_fewerPesCostTheSameMacsButMoreTime() {
        const Problem large = onArray(14, 12,
                                      "MEM [A B Z]\n  for n in 0..4\n    for k in 0..5\n      parFor m in 0..14 @PE.X\n"
                                      "        parFor m in 0..12 @PE.Y\n          RF [A B Z]");
        const Problem small =
            onArray(7, 6,
                    "MEM [A B Z]\n  for n in 0..4\n    for k in 0..5\n      for m in 0..4\n"
                    "        parFor m in 0..7 @PE.X\n          parFor m in 0..6 @PE.Y\n            RF [A B Z]");
        const Cost before = evaluate(large), after = evaluate(small);
        QCOMPARE(before.computeEnergyPj.value(), 168 * 4 * 5 * 2.2);
        QCOMPARE(after.computeEnergyPj.value(), before.computeEnergyPj.value());
        QCOMPARE(before.cycles, 4 * 5);
        QCOMPARE(after.cycles, 4 * before.cycles);
        QCOMPARE(before.utilization, 1.0);
        QCOMPARE(after.utilization, 1.0);
        QCOMPARE(before.levels[0].leakagePj.value(), 0.25 * 20);
        QCOMPARE(after.levels[0].leakagePj.value(), 0.25 * 80);

        const Why reason =
            why({"large", large.target, large.mapping, before}, {"small", small.target, small.mapping, after});
        QVERIFY(reason.winner == Better::a);
        QCOMPARE(reason.lanes.a, 168.0);
        QCOMPARE(reason.lanes.b, 42.0);
        for (const EnergyShift& shift : reason.shifts) QVERIFY(shift.place != "MAC" || shift.delta() == 0);
        const std::string text = toText(reason);
        QVERIFY2(says(text, "168") && says(text, "42"), text.c_str());
    }

    /// Moves between neighbours and over the network had no energy and nobody said so.
    void c15_transportWithoutFiguresIsSaid() {
        const Problem p = onArray(14, 12,
                                  "MEM [A B Z]\n  for n in 0..4\n    for k in 0..5\n      parFor m in 0..14 @PE.X\n"
                                  "        parFor m in 0..12 @PE.Y\n          RF [A B Z]");
        const std::string text = costReport(evaluate(p), *p.target);
        QVERIFY2(says(text, "PE: no network modelled, its transport costs nothing here"), text.c_str());
    }

    /// A row that is always 0 pJ reads as a measurement.
    void c16_networksWithoutFiguresAreNotZero() {
        const Problem p = onArray(14, 12,
                                  "MEM [A B Z]\n  for n in 0..4\n    for k in 0..5\n      parFor m in 0..14 @PE.X\n"
                                  "        parFor m in 0..12 @PE.Y\n          RF [A B Z]");
        const Cost cost = evaluate(p);
        QCOMPARE(cost.networks.size(), std::size_t{1});
        QVERIFY(!cost.networks.front().modelled);
        QVERIFY(!cost.networks.front().energyPj.has_value());
        const Json json = costToJson(cost, *p.target);
        QVERIFY(json["networks"][0]["energy_pj"].isNull());
        QVERIFY(!json["networks"][0]["modelled"].boolean());
        QVERIFY(says(costReport(cost, *p.target), "no network modelled"));
    }
};

QTEST_APPLESS_MAIN(EnergyToldWrongTest)
#include "energy_told_wrong_test.moc"
