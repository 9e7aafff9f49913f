// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// SIGMA on groups, slices and batches, each with a bitmap of its own: values as plain loops have them, counts as the
// products have alone, one after the other.
// ctest: room=model
#include <QtTest>

#include <algorithm>
#include <array>

#include "core/base/rng.h"
#include "core/model/fabric/still.h"
#include "core/model/fabric/values.h"
#include "tests/support/cases.h"

using namespace lapidary;
using namespace lapidary::fabric;

namespace {

Layer randomLayer(Rng& rng) {
    const auto draw = [&](std::int64_t most) { return 1 + static_cast<std::int64_t>(rng.below(std::uint64_t(most))); };
    if (rng.below(3) == 0) return gemmLayer("g", {draw(4), draw(6), draw(6), 2 + draw(20)});
    ConvShape shape;
    shape.n = draw(2), shape.g = draw(3), shape.c = 2 + draw(3), shape.k = draw(4);
    shape.r = draw(3), shape.s = draw(2), shape.x = 2 + draw(3), shape.y = 2 + draw(3);
    shape.slices = draw(3);
    shape.padTop = static_cast<std::int64_t>(rng.below(2)), shape.padRight = static_cast<std::int64_t>(rng.below(2));
    shape.layout = rng.below(2) == 0 ? Layout::nchw : Layout::nhwc;
    return convLayer("c", shape);
}

Bitmap randomBitmap(Rng& rng, std::int64_t parts, std::int64_t rows, std::int64_t columns) {
    Bitmap map = fullBitmap(parts * rows, columns);
    for (std::uint8_t& bit : map.bits) bit = rng.below(3) != 0;
    return map;
}

Run randomRun(Rng& rng) {
    Run run;
    run.layer = randomLayer(rng);
    run.hardware.controller = Controller::sigma;
    run.hardware.multipliers = 16;
    run.hardware.distributionWidth = run.hardware.reductionWidth = 8;
    run.stationary = rng.below(2) == 0 ? Stationary::mk : Stationary::kn;
    const GemmShape shape = productOf(run.layer);
    const std::int64_t groups = run.layer.kind == LayerKind::conv ? run.layer.conv.g : run.layer.gemm.batch;
    const auto parts = [&] { return std::array<std::int64_t, 3>{1, groups, shape.batch}[rng.below(3)]; };
    if (rng.below(4) != 0) run.mk = randomBitmap(rng, parts(), shape.m, shape.k);
    if (rng.below(4) != 0) run.kn = randomBitmap(rng, parts(), shape.k, shape.n);
    return run;
}

/// One product of the run alone, with its rows of the bitmaps, cut by hand.
Run aloneOf(const Run& run, std::int64_t product) {
    const GemmShape shape = productOf(run.layer);
    Run alone = run;
    alone.layer = gemmLayer("alone", {1, shape.m, shape.n, shape.k});
    const auto cut = [&](std::optional<Bitmap>& map, std::int64_t rows) {
        if (!map) return;
        const std::int64_t part = product % (map->rows / rows);
        Bitmap own{rows, map->columns, {}};
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < map->columns; ++c) own.bits.push_back(map->at(part * rows + r, c));
        map = own;
    };
    cut(alone.mk, shape.m);
    cut(alone.kn, shape.k);
    return alone;
}

bool sameNeurons(const std::vector<NeuronSpan>& a, const std::vector<NeuronSpan>& b) {
    return std::ranges::equal(a, b, [](const NeuronSpan& one, const NeuronSpan& other) {
        return one.first == other.first && one.size == other.size;
    });
}

}  // namespace

class FabricGroupsTest : public QObject {
    Q_OBJECT
private slots:
    void countsAreThoseOfTheProductsAlone() {
        for (int i = 0; i < lapidary::testing::cases(200); ++i) {
            Rng rng(7, static_cast<std::uint64_t>(i));
            const Run run = randomRun(rng);
            EngineTrace trace;
            trace.from = 1, trace.to = 40;
            trace.timeline.emplace(64);
            EngineOptions options;
            options.trace = &trace;
            const auto whole = simulate(run, options);
            QVERIFY2(whole.ok(), whole.errorText().c_str());
            std::int64_t cycles = 0, rounds = 0, multiplications = 0, reads = 0, writes = 0;
            std::vector<std::int64_t> ends;  // cycles of each product and all before it
            for (std::int64_t product = 0; product < productOf(run.layer).batch; ++product) {
                const auto alone = simulate(aloneOf(run, product));
                QVERIFY2(alone.ok(), alone.errorText().c_str());
                cycles += alone->cycles, rounds += alone->counters.configurations;
                multiplications += alone->counters.multiplications;
                reads += alone->sram.weightReads + alone->sram.inputReads + alone->sram.psumReads;
                writes += alone->sram.psumWrites;
                ends.push_back(cycles);
            }
            const QByteArray seed = "case " + QByteArray::number(i);
            QVERIFY2(whole->cycles == cycles, seed.constData());
            QVERIFY2(whole->counters.configurations == rounds, seed.constData());
            QVERIFY2(whole->counters.multiplications == multiplications, seed.constData());
            QVERIFY2(whole->sram.weightReads + whole->sram.inputReads + whole->sram.psumReads == reads,
                     seed.constData());
            QVERIFY2(whole->sram.psumWrites == writes, seed.constData());
            QCOMPARE(trace.timeline->cycles(), cycles);
            QCOMPARE(static_cast<std::int64_t>(trace.cycles.size()), std::min<std::int64_t>(40, cycles));
            for (const TracedSection& section : trace.sections) {
                QVERIFY2(sameNeurons(structureOf(run, section.number, section.product)->plan.neurons, section.neurons),
                         seed.constData());
                const auto first = std::ranges::lower_bound(ends, section.from);
                QVERIFY2(section.product == first - ends.begin() && section.to <= *first, seed.constData());
            }
        }
    }

    /// Products of which an operand has no bit count nothing, as if the value were zero. The first three positions of a
    /// vector with fewer ones are ones, too, and what they hold counts.
    void valuesAreThoseOfPlainLoops() {
        for (int i = 0; i < lapidary::testing::cases(300); ++i) {
            Rng rng(8, static_cast<std::uint64_t>(i));
            const Run run = randomRun(rng);
            Values<std::int64_t> values;
            const auto draw = [&](std::int64_t count) {
                std::vector<std::int64_t> list(static_cast<std::size_t>(count));
                for (std::int64_t& value : list) value = static_cast<std::int64_t>(rng.below(19)) - 9;
                return list;
            };
            values.inputs = draw(inputCount(run.layer));
            values.weights = draw(weightCount(run.layer));
            Run dense = run;
            dense.mk.reset(), dense.kn.reset();
            const auto plain = plainValues(run.layer, values);
            QVERIFY2(computedValues(dense, values) == plain, qPrintable(QString("case %1").arg(i)));
            if (run.layer.kind == LayerKind::conv || !run.mk || !run.kn) continue;
            // Of a batch of products the operands lie as the bitmaps do: zeros by hand.
            const GemmShape& shape = run.layer.gemm;
            Values<std::int64_t> zeroed = values;
            for (std::int64_t b = 0; b < shape.batch; ++b) {
                const Run alone = aloneOf(run, b);
                const SigmaOperands ones = sigmaOperands(*alone.mk, *alone.kn, Stationary::mk);
                for (std::int64_t m = 0; m < shape.m; ++m)
                    for (std::int64_t k = 0; k < shape.k; ++k)
                        if (!ones.stationary.at(m, k)) zeroed.inputs[std::size_t((b * shape.m + m) * shape.k + k)] = 0;
                for (std::int64_t k = 0; k < shape.k; ++k)
                    for (std::int64_t n = 0; n < shape.n; ++n)
                        if (!ones.streaming.at(n, k)) zeroed.weights[std::size_t((b * shape.k + k) * shape.n + n)] = 0;
            }
            QVERIFY2(computedValues(run, values) == plainValues(run.layer, zeroed),
                     qPrintable(QString("case %1").arg(i)));
        }
    }

    void otherSizesAreRefused() {
        Run run;
        ConvShape shape;
        shape.g = 2, shape.c = 3, shape.k = 4, shape.x = shape.y = 5, shape.slices = 3;
        run.layer = convLayer("c", shape);
        run.hardware.controller = Controller::sigma;
        run.mk = fullBitmap(12, 3);
        const Diagnostics problems = problemsOf(run);
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(
            QString::fromStdString(problems.front().message),
            QString(
                "the bitmap of MK has 12 x 3 bits, the layer needs 4 x 3 for all, or 8 x 3 with one per group, or 24 "
                "x 3 with one per product"));
        for (const std::int64_t rows : {4, 8, 24}) {
            run.mk = fullBitmap(rows, 3);
            QVERIFY(problemsOf(run).empty());
        }
    }
};

QTEST_APPLESS_MAIN(FabricGroupsTest)
#include "fabric_groups_test.moc"
