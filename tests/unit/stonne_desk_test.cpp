// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the fabric model makes of a session: machine, tile and where it comes from, refusals; and both models side by side on a
// run whose figures are published.
#include <QtTest>

#include "core/io/presets.h"
#include "core/io/stonne/desk.h"
#include "core/io/stonne/desk_compare.h"
#include "core/io/stonne/desk_report.h"
#include "core/model/evaluator.h"
#include "core/workload/einsum.h"

using namespace lapidary;
using namespace lapidary::stonne;

namespace {

SessionInputs deskOf(const char* design) {
    SessionInputs inputs;
    inputs.architectureKey = design;
    inputs.architecture = *loadArchitecture(design);
    inputs.workload =
        *parseEinsum("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]", *parseBounds("N=1,M=6,C=6,P=18,Q=18,R=3,S=3"));
    return inputs;
}

}  // namespace

class StonneDeskTest : public QObject {
    Q_OBJECT
private slots:
    void machines() {
        const auto maeri = runOnDesk(deskOf("maeri-128"), nullptr);
        QVERIFY2(maeri.ok(), maeri.errorText().c_str());
        QVERIFY(maeri->run.hardware.controller == fabric::Controller::maeri);
        QCOMPARE(maeri->run.hardware.multipliers, 128);
        QCOMPARE(maeri->run.hardware.distributionWidth, 64);
        QVERIFY(maeri->tileFrom == DeskRun::TileFrom::mapper);
        QVERIFY(problemsOf(maeri->run).empty());
        const auto sigma = runOnDesk(deskOf("sigma-128"), nullptr);
        QVERIFY(sigma->run.hardware.controller == fabric::Controller::sigma);
        const auto tpu = runOnDesk(deskOf("tpu-16x16"), nullptr);
        QVERIFY(tpu->run.hardware.controller == fabric::Controller::systolic);
        QCOMPARE(tpu->run.systolicTile, (fabric::SystolicTile{16, 16}));
        QVERIFY(tpu->tileFrom == DeskRun::TileFrom::array);
        // 14 x 12 multipliers are no power of two.
        QVERIFY(hasErrors(whyNoFabric(deskOf("eyeriss-like"))));
        QVERIFY(!runOnDesk(deskOf("eyeriss-like"), nullptr).ok());
    }

    void whatWasSetComesFirst() {
        SessionInputs inputs = deskOf("maeri-128");
        const Mapping mapping = trivialMapping(inputs.workload, inputs.architecture);
        const auto followed = runOnDesk(inputs, &mapping);
        QVERIFY(followed->tileFrom == DeskRun::TileFrom::mapping);
        QCOMPARE(followed->run.tile, fabric::Tile{});
        inputs.fabric.tile = fabric::Tile{.r = 3, .s = 3, .x = 3};
        inputs.fabric.hardware = fabric::Hardware{.multipliers = 64};
        const auto set = runOnDesk(inputs, &mapping);
        QVERIFY(set->tileFrom == DeskRun::TileFrom::session);
        QCOMPARE(set->run.tile.x, 3);
        QCOMPARE(set->run.hardware.multipliers, 64);
    }

    /// STONNE's README convolution: 20,478 cycles and so on (reference data), split by what they go with.
    void bothModels() {
        SessionInputs inputs = deskOf("maeri-128");
        inputs.fabric.tile = fabric::Tile{.r = 3, .s = 3, .x = 3};
        inputs.fabric.hardware = fabric::Hardware{.multipliers = 64};
        const auto desk = runOnDesk(inputs, nullptr);
        fabric::EngineTrace trace;
        trace.timeline.emplace();
        fabric::EngineOptions options;
        options.trace = &trace;
        const auto outcome = fabric::simulate(desk->run, options);
        QVERIFY(outcome.ok());
        const auto target = Target::make(inputs.workload, inputs.architecture);
        const auto evaluator = Evaluator::make(*target);
        const Cost reuse = evaluator->evaluate(trivialMapping(inputs.workload, inputs.architecture));
        QVERIFY(reuse.valid);
        const ModelComparison both = compareModels(**target, reuse, desk->run, *outcome, *trace.timeline);
        QCOMPARE(both.fabric, 20'478);
        QCOMPARE(both.reuse, reuse.cycles);
        QCOMPARE(both.error(), static_cast<double>(reuse.cycles) / 20'478 - 1);
        std::int64_t sum = 0;
        for (const ModelTerm& term : both.terms) sum += term.cycles;
        QCOMPARE(sum, 20'478);
        std::map<std::string, std::optional<double>> b;
        for (const CompareRow& row : both.rows) b[row.key] = row.b;
        QCOMPARE(b["macs"], std::optional(104'976.0));
        QCOMPARE(b["weight_reads"], std::optional(324.0));
        QCOMPARE(b["input_reads"], std::optional(21'600.0));
        QCOMPARE(b["psum_reads"], std::optional(9'720.0));
        QCOMPARE(b["psum_writes"], std::optional(11'664.0));

        const auto figures = figuresOf(desk->run, *outcome, reuse.cycles);
        QCOMPARE(figures[0].key, std::string("cycles"));
        QCOMPARE(figures[0].value, 20'478.0);
        const Table exact = figureTable(figures, NumberStyle::exact), shown = figureTable(figures, NumberStyle::people);
        QCOMPARE(exact.rows[0], (std::vector<std::string>{"cycles", "20478", ""}));
        QCOMPARE(shown.rows[0], (std::vector<std::string>{"Cycles", "20,478", ""}));
    }
};

QTEST_APPLESS_MAIN(StonneDeskTest)
#include "stonne_desk_test.moc"
