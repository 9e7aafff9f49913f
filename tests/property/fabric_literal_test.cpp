// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fast fabric model against its literal stepper on random small layers: cycles and multiplications equal, with and
// without counting equal tiles; and what both compute against plain loops, integers exactly.
#include "core/model/brute_force/fabric_literal.h"

#include <QtTest>

#include "core/base/rng.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using namespace lapidary::fabric;
using lapidary::testing::between;

namespace {

constexpr std::int64_t kMostLiteralWork = 400'000;  ///< multiplications that the stepper is asked for

std::int64_t drawnPower(Rng& rng, int most) {
    return std::int64_t{1} << rng.below(static_cast<std::uint64_t>(most + 1));
}

fabric::Values<std::int64_t> drawnValues(Rng& rng, const fabric::Layer& layer) {
    fabric::Values<std::int64_t> values;
    for (std::int64_t i = inputCount(layer); i > 0; --i) values.inputs.push_back(between(rng, -9, 9));
    for (std::int64_t i = weightCount(layer); i > 0; --i) values.weights.push_back(between(rng, -9, 9));
    return values;
}

ConvShape drawnConv(Rng& rng) {
    ConvShape shape;
    shape.n = between(rng, 1, 2), shape.g = between(rng, 1, 2), shape.c = between(rng, 1, 4),
    shape.k = between(rng, 1, 4);
    shape.r = between(rng, 1, 3), shape.s = between(rng, 1, 3);
    shape.strideX = shape.strideY = between(rng, 1, 2);
    shape.dilationX = rng.below(4) == 0 ? 2 : 1, shape.dilationY = rng.below(4) == 0 ? 2 : 1;
    shape.padTop = between(rng, 0, 1), shape.padLeft = between(rng, 0, 1), shape.padRight = between(rng, 0, 1);
    shape.x = shape.reachX() + between(rng, 0, 4), shape.y = shape.reachY() + between(rng, 0, 4);
    shape.layout = rng.below(2) == 0 ? Layout::nchw : Layout::nhwc;
    return shape;
}

/// `divides`: tiles divide the layer, as the public simulator's own checks need.
Tile drawnTile(Rng& rng, const MaeriShape& shape, bool divides) {
    const auto size = [&](std::int64_t of) {
        if (rng.below(2) == 0) return std::int64_t{1};
        if (!divides) return between(rng, 1, of);
        const std::vector<std::int64_t> sizes = divisors(of);
        return sizes[rng.below(sizes.size())];
    };
    return {size(shape.r), size(shape.s), size(shape.c),      size(shape.k),
            size(shape.g), size(shape.n), size(shape.outX()), size(shape.outY())};
}

Hardware drawnLinear(Rng& rng) {
    Hardware hardware;
    hardware.multipliers = std::int64_t{8} << rng.below(4);
    do hardware.distributionWidth = drawnPower(rng, 6);
    while (hardware.distributionWidth > hardware.multipliers);
    do hardware.reductionWidth = drawnPower(rng, 6);
    while (hardware.reductionWidth > hardware.multipliers);
    return hardware;
}

fabric::Run drawnMaeri(Rng& rng, bool divides) {
    for (;;) {
        fabric::Run run;
        run.hardware = drawnLinear(rng);
        run.hardware.accumulationBuffer = rng.below(2) == 0;
        if (!run.hardware.accumulationBuffer && rng.below(4) == 0) run.hardware.reduction = Reduction::stift;
        run.layer = rng.below(3) == 0 ? fcLayer("fc", between(rng, 1, 4), between(rng, 1, 8), between(rng, 1, 24))
                                      : convLayer("conv", drawnConv(rng));
        const auto shape = maeriShape(run.layer);
        if (!shape) continue;
        for (int attempt = 0; attempt < 20; ++attempt) {
            run.tile = drawnTile(rng, *shape, divides);
            if (problemsOf(run).empty() && run.layer.macs() < kMostLiteralWork) return run;
        }
    }
}

std::string described(const fabric::Run& run) {
    const ConvShape& s = run.layer.conv;
    std::string text = run.layer.name + " conv";
    for (const std::int64_t size : {s.n, s.g, s.c, s.k, s.r, s.s, s.x, s.y, s.strideX, s.dilationX, s.dilationY})
        text += " " + std::to_string(size);
    text += " gemm " + std::to_string(run.layer.gemm.m) + " " + std::to_string(run.layer.gemm.n) + " " +
            std::to_string(run.layer.gemm.k) + "; " + toText(run.tile) + "; ";
    const Hardware& h = run.hardware;
    for (const std::int64_t size : {h.multipliers, h.rows, h.columns, h.distributionWidth, h.reductionWidth})
        text += std::to_string(size) + " ";
    return text + (h.accumulationBuffer ? "buffer " : "") + std::string(keyOf(h.reduction)) + " " +
           std::string(keyOf(run.stationary));
}

/// Empty if stepper and fast model agree and, if asked for, the values are right.
std::string difference(const fabric::Run& run, const fabric::Values<std::int64_t>& values) {
    const literal::Stepped stepped = literal::step(run, values);
    const auto fast = simulate(run);
    if (!fast) return fast.errorText();
    EngineOptions all;
    all.skipEqualTiles = false;
    const auto full = simulate(run, all);
    if (full->cycles != fast->cycles)
        return "every tile stepped " + std::to_string(full->cycles) + ", equal tiles counted " +
               std::to_string(fast->cycles);
    if (full->counters.busConflicts != fast->counters.busConflicts) return "bus conflicts";
    if (fast->cycles != stepped.cycles)
        return "cycles " + std::to_string(fast->cycles) + ", literally " + std::to_string(stepped.cycles);
    if (fast->counters.multiplications != stepped.multiplications)
        return "multiplications " + std::to_string(fast->counters.multiplications) + ", literally " +
               std::to_string(stepped.multiplications);
    const bool right = stepped.outputs == plainValues(run.layer, values);
    return right || fast->overtaken ? "" : "the stepper's values are wrong";
}

}  // namespace

class FabricLiteralTest : public QObject {
    Q_OBJECT
private slots:
    void maeri_data() {
        QTest::addColumn<bool>("divides");
        QTest::newRow("dividing tiles") << true;
        QTest::newRow("any tiles") << false;
    }
    void maeri() {
        QFETCH(bool, divides);
        int folded = 0, linked = 0, overtaken = 0;
        for (int i = 0, n = testing::cases(1000); i < n; ++i) {
            Rng rng(divides ? 11 : 12, static_cast<std::uint64_t>(i));
            const fabric::Run run = drawnMaeri(rng, divides);
            const fabric::Values<std::int64_t> values = drawnValues(rng, run.layer);
            const std::string wrong = difference(run, values);
            QVERIFY2(wrong.empty(), (wrong + "; case " + std::to_string(i) + ": " + described(run)).c_str());
            QVERIFY2(computedValues(run, values) == plainValues(run.layer, values), described(run).c_str());
            const Plan plan = maeriPlan(*maeriShape(run.layer), run.tile, run.hardware);
            folded += plan.psumsThroughMemory;
            linked += plan.links && plan.windows > 1;
            const bool wrongValues = simulate(run)->overtaken;
            overtaken += wrongValues;
            // One image and dividing tiles: weights wait for all outputs.
            if (divides && maeriShape(run.layer)->n == 1) QVERIFY2(!wrongValues, described(run).c_str());
        }
        qInfo("%d with partial sums through memory, %d with links, %d overtaken", folded, linked, overtaken);
        QVERIFY(folded > 5 && linked > 0);
    }

    void sigma() {
        int continued = 0;
        for (int i = 0, n = testing::cases(600); i < n; ++i) {
            Rng rng(13, static_cast<std::uint64_t>(i));
            fabric::Run run;
            run.hardware = drawnLinear(rng);
            run.hardware.controller = Controller::sigma;
            run.stationary = rng.below(2) == 0 ? Stationary::mk : Stationary::kn;
            const GemmShape shape{1, between(rng, 1, 9), between(rng, 1, 9), between(rng, 3, 60)};
            run.layer = gemmLayer("gemm", shape);
            Bitmap mk = fullBitmap(shape.m, shape.k), kn = fullBitmap(shape.k, shape.n);
            for (Bitmap* map : {&mk, &kn}) {
                const std::uint64_t zeros = rng.below(4) * 30;
                for (std::uint8_t& bit : map->bits) bit = rng.below(100) >= zeros;
            }
            run.mk = mk, run.kn = kn;
            fabric::Values<std::int64_t> values = drawnValues(rng, run.layer);
            // What has no one is a zero of the operand; vectors with too few ones get more.
            const SigmaOperands maps = sigmaOperands(mk, kn, Stationary::mk);
            for (std::size_t at = 0; at < values.inputs.size(); ++at) values.inputs[at] *= maps.stationary.bits[at];
            for (std::int64_t k = 0; k < shape.k; ++k)
                for (std::int64_t c = 0; c < shape.n; ++c)
                    if (!maps.streaming.at(c, k)) values.weights[static_cast<std::size_t>(k * shape.n + c)] = 0;
            const std::string wrong = difference(run, values);
            QVERIFY2(wrong.empty(), (wrong + "; case " + std::to_string(i) + ": " + described(run)).c_str());
            QVERIFY2(computedValues(run, values) == plainValues(run.layer, values), described(run).c_str());
            continued += simulate(run)->counters.psumForwards > 0;
        }
        QVERIFY(continued > 5);
    }

    void systolic() {
        for (int i = 0, n = testing::cases(600); i < n; ++i) {
            Rng rng(14, static_cast<std::uint64_t>(i));
            fabric::Run run;
            Hardware& hardware = run.hardware;
            hardware.controller = Controller::systolic;
            hardware.array = Array::mesh;
            hardware.reduction = Reduction::temporal;
            hardware.accumulationBuffer = true;
            hardware.rows = drawnPower(rng, 3), hardware.columns = drawnPower(rng, 3);
            hardware.distributionWidth = hardware.rows + hardware.columns;
            do hardware.reductionWidth = drawnPower(rng, 6);
            while (hardware.reductionWidth > hardware.rows * hardware.columns);
            run.systolicTile = {between(rng, 1, hardware.rows), between(rng, 1, hardware.columns)};
            run.layer = gemmLayer("gemm", {1, between(rng, 1, 12), between(rng, 1, 12), between(rng, 1, 20)});
            const fabric::Values<std::int64_t> values = drawnValues(rng, run.layer);
            const std::string wrong = difference(run, values);
            QVERIFY2(wrong.empty(), (wrong + "; case " + std::to_string(i) + ": " + described(run)).c_str());
            QVERIFY2(computedValues(run, values) == plainValues(run.layer, values), described(run).c_str());
        }
    }

    /// Convolutions as matrix products, groups, strides that differ, dilation and both layouts; batches of products.
    void products() {
        for (int i = 0, n = testing::cases(400); i < n; ++i) {
            Rng rng(15, static_cast<std::uint64_t>(i));
            fabric::Run run;
            run.hardware = drawnLinear(rng);
            run.hardware.controller = Controller::sigma;
            if (rng.below(2) == 0) {
                run.hardware = {Controller::systolic, Array::mesh, Reduction::temporal, 64, 4, 8, 12, 32, true};
                run.systolicTile = {between(rng, 1, 4), between(rng, 1, 8)};
            }
            ConvShape shape = drawnConv(rng);
            shape.strideY = between(rng, 1, 3);
            shape.c = between(rng, 3, 5);
            run.layer = convLayer("conv", shape);
            if (rng.below(4) == 0)
                run.layer =
                    gemmLayer("gemm", {between(rng, 1, 3), between(rng, 1, 5), between(rng, 1, 5), between(rng, 3, 9)});
            const fabric::Values<std::int64_t> values = drawnValues(rng, run.layer);
            QVERIFY2(problemsOf(run).empty(), toText(problemsOf(run)).c_str());
            QVERIFY2(computedValues(run, values) == plainValues(run.layer, values), described(run).c_str());
            const auto outcome = simulate(run);
            QVERIFY(outcome.ok());
            QCOMPARE(outcome->counters.multiplications, run.layer.macs());
        }
    }
};

QTEST_APPLESS_MAIN(FabricLiteralTest)
#include "fabric_literal_test.moc"
