// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300

// Directives under edge-exact: equal to the literal walk on random small layers, MACs exact, and as MAESTRO counts where
// tiles divide and no loop inside restarts.
#include <QtTest>

#include <cmath>

#include "core/io/maestro/files.h"
#include "core/model/brute_force/directives.h"
#include "core/model/data_centric/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using namespace lapidary::data_centric;
using namespace lapidary::testing;

namespace {

struct DirectiveCase {
    Layer layer;
    Dataflow flow;
    Hardware hardware;
    std::string text() const { return maestro::hardwareText(hardware) + maestro::networkText({{layer, flow, {}}}); }
};

Layer randomLayer(Rng& rng) {
    if (chance(rng, 50)) return gemmLayer("g", between(rng, 1, 7), between(rng, 1, 7), between(rng, 1, 7));
    ConvSizes sizes;
    sizes.k = between(rng, 1, 3);
    sizes.c = between(rng, 1, 3);
    sizes.r = between(rng, 1, 3);
    sizes.s = between(rng, 1, 2);
    sizes.strideY = between(rng, 1, 3);
    sizes.y = sizes.r + between(rng, 0, 5);
    sizes.x = sizes.s + between(rng, 0, 3);
    return chance(rng, 30) ? depthwiseLayer("d", sizes) : convLayer("c", sizes);
}

/// Tiles in results, since those of input coordinates would mostly be refused.
Map randomMap(Rng& rng, const Layer& layer, int dimension, MapKind kind) {
    const bool windowed = layer.dimensions[static_cast<std::size_t>(dimension)].windowed();
    const std::int64_t size = between(rng, 1, 3);
    return {kind, dimension, size, size, windowed};
}

DirectiveCase randomCase(Rng& rng) {
    DirectiveCase one{randomLayer(rng), {}, {}};
    std::int64_t pes = between(rng, 1, 4);
    const std::int64_t levels = between(rng, 1, 3);
    for (std::int64_t level = 0; level < levels; ++level) {
        ClusterLevel cluster{level == 0 ? 0 : between(rng, 1, 3), {}};
        if (level > 0) pes *= cluster.units;
        std::vector<int> order;
        for (std::size_t d = 0; d < one.layer.dimensions.size(); ++d) order.push_back(static_cast<int>(d));
        shuffle(rng, order);
        order.resize(static_cast<std::size_t>(between(rng, 1, std::min<std::int64_t>(4, std::ssize(order)))));
        const std::size_t spatial = rng.below(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            cluster.maps.push_back(
                randomMap(rng, one.layer, order[i], i == spatial ? MapKind::spatial : MapKind::temporal));
        one.flow.levels.push_back(std::move(cluster));
    }
    one.hardware.pes = pes + between(rng, 0, 1);
    if (chance(rng, 80)) one.hardware.nocBandwidth = between(rng, 1, 6);
    if (chance(rng, 30)) one.hardware.offchipBandwidth = between(rng, 1, 6);
    one.hardware.hops = between(rng, 0, 3);
    return one;
}

/// A GEMM whose tiles divide, level by level; PEs follow.
DirectiveCase dividingCase(Rng& rng) {
    DirectiveCase one;
    const std::int64_t levels = between(rng, 1, 2);
    std::int64_t sizes[3] = {between(rng, 1, 3), between(rng, 1, 3), between(rng, 1, 3)};
    one.hardware.pes = 1;
    for (std::int64_t level = 0; level < levels; ++level) {
        std::vector<int> order{kGemmM, kGemmN, kGemmK};
        shuffle(rng, order);
        const std::size_t spatial = rng.below(3);
        const std::int64_t units = between(rng, 1, 4);
        ClusterLevel cluster{units, {}};
        for (std::size_t i = 0; i < 3; ++i) {
            std::int64_t& size = sizes[order[i]];
            cluster.maps.push_back(i == spatial ? spatialMap(order[i], size) : temporalMap(order[i], size));
            size *= between(rng, 1, 3) * (i == spatial ? units : 1);
        }
        one.hardware.pes *= units;
        one.flow.levels.insert(one.flow.levels.begin(), cluster);
    }
    one.flow.levels.front().units = 0;
    one.layer = gemmLayer("g", sizes[0], sizes[1], sizes[2]);
    one.hardware.nocBandwidth = between(rng, 1, 9);
    if (chance(rng, 30)) one.hardware.offchipBandwidth = between(rng, 1, 9);
    one.hardware.hops = between(rng, 1, 4);
    return one;
}

/// Whether some tensor must be loaded again because a loop that it doesn't use advances outside one that it uses.
bool restarts(const DirectiveCase& one) {
    Sizes extents{};
    for (std::size_t d = 0; d < 3; ++d) extents[d] = one.layer.dimensions[d].size;
    const auto units = unitsOf(one.flow, one.hardware.pes);
    for (std::size_t level = 0; level < one.flow.levels.size(); ++level) {
        const std::vector<Map>& maps = one.flow.levels[level].maps;
        const auto moves = [&](const Map& map) {
            return extents[static_cast<std::size_t>(map.dimension)] >
                   map.size * (map.kind == MapKind::spatial ? units[level] : 1);
        };
        for (std::size_t outer = 0; outer < maps.size(); ++outer)
            for (std::size_t inner = outer + 1; inner < maps.size(); ++inner)
                for (const LayerTensor& tensor : one.layer.tensors) {
                    const auto uses = [&](const Map& map) {
                        return std::find(tensor.dimensions.begin(), tensor.dimensions.end(), map.dimension) !=
                               tensor.dimensions.end();
                    };
                    if (!tensor.isOutput && moves(maps[outer]) && moves(maps[inner]) && !uses(maps[outer]) &&
                        uses(maps[inner]))
                        return true;
                }
        for (const Map& map : maps) extents[static_cast<std::size_t>(map.dimension)] = map.size;
    }
    return false;
}

std::string figures(const LevelSums& sums) {
    std::string text = "runtime " + std::to_string(sums.runtime) + " macs " + std::to_string(sums.macs) + " steps " +
                       std::to_string(sums.steps);
    for (std::size_t t = 0; t < 3; ++t)
        text += " | moved " + std::to_string(sums.moved[t]) + " first " + std::to_string(sums.first[t]) +
                " delivered " + std::to_string(sums.delivered[t]);
    return text;
}

}  // namespace

/// The score is the evaluation's, whatever the scratch held before; and the off-chip bandwidth that it asks for is the least
/// with which nothing waits.
QString disagreement(const DirectiveCase& one, ExactScratch& scratch) {
    Hardware hardware = one.hardware;
    hardware.l1Elements = 40;
    hardware.l2Elements = 200;
    const auto whole = evaluateEdgeExact(one.flow, one.layer, hardware);
    if (!whole) return "refused";
    const data_centric::Score score = scoreEdgeExact(one.flow, one.layer, hardware, scratch);
    if (score.runtime != whole->runtime || score.macs != whole->macs || score.energyNj != whole->energyNj ||
        score.l1Required != whole->l1Required || score.l2Required != whole->l2Required || score.fits != whole->fits)
        return "score";
    const auto runtimeWith = [&](std::optional<std::int64_t> bandwidth) {
        hardware.offchipBandwidth = bandwidth;
        return scoreEdgeExact(one.flow, one.layer, hardware, scratch).runtime;
    };
    const std::int64_t free = runtimeWith(std::nullopt);
    if (runtimeWith(whole->offchipBandwidth) != free) return "waits";
    if (whole->offchipBandwidth > 1 && runtimeWith(whole->offchipBandwidth - 1) == free) return "not the least";
    return {};
}

class EdgeExactProperty : public QObject {
    Q_OBJECT
private slots:
    void equalsTheLiteralWalk() {
        Rng rng(81);
        ExactScratch scratch;
        for (int i = 0; i < cases(5000); ++i) {
            const DirectiveCase one = randomCase(rng);
            const auto levels = tiledLevels(one.flow, one.layer, one.hardware.pes);
            QVERIFY2(levels, (levels.errorText() + one.text()).c_str());
            LevelSums found = edgeExactSums(*levels, one.layer, one.hardware);
            std::int64_t cycles = 0, steps = 0;
            for (PhaseTime& phase : found.phases) {
                cycles += phase.compute + phase.communication;
                steps += phase.steps;
                phase = {};
            }
            QCOMPARE(cycles, found.runtime);
            QCOMPARE(steps, found.steps);
            const LevelSums literal = literalSums(*levels, one.layer, one.hardware);
            const QString problem = disagreement(one, scratch);
            QVERIFY2(problem.isEmpty(), (problem.toStdString() + "\n" + one.text()).c_str());
            QVERIFY2(std::abs(found.busy - literal.busy) <= 1e-9 * literal.busy, one.text().c_str());
            found.busy = literal.busy;
            QVERIFY2(found == literal, (figures(found) + "\n" + figures(literal) + "\n" + one.text()).c_str());
            QCOMPARE(found.macs, one.layer.macs());
        }
    }
    void agreesWithMaestroWhereTilesDivide() {
        Rng rng(82);
        int compared = 0;
        for (int i = 0; i < cases(5000); ++i) {
            const DirectiveCase one = dividingCase(rng);
            if (restarts(one)) continue;
            ++compared;
            const auto levels = tiledLevels(one.flow, one.layer, one.hardware.pes);
            QVERIFY2(levels, (levels.errorText() + one.text()).c_str());
            const LevelSums exact = edgeExactSums(*levels, one.layer, one.hardware);
            const auto model = data_centric::Evaluator::make(one.layer, one.hardware);
            QVERIFY(model && model->problems(one.flow).empty());
            const Outcome compat = model->evaluate(one.flow);
            Quirks counted;
            counted.uncountedCopies = false;
            const Outcome copies = data_centric::Evaluator::make(one.layer, one.hardware, counted)->evaluate(one.flow);
            const std::string text = figures(exact) + "\n" + one.text();
            QVERIFY2(exact.runtime == compat.runtime, (std::to_string(compat.runtime) + " " + text).c_str());
            QCOMPARE(exact.macs, compat.macs);
            QVERIFY(std::abs(exact.utilized() - compat.utilizedPes) <= 1e-9 * compat.utilizedPes);
            const auto whole = evaluateEdgeExact(one.flow, one.layer, one.hardware);
            QVERIFY(whole);
            QCOMPARE(whole->l1Required, compat.l1Required);
            QCOMPARE(whole->l2Required, compat.l2Required);
            QCOMPARE(whole->areaUm2, compat.areaUm2);
            for (std::size_t t = 0; t < 3; ++t) {
                const TensorAccess& access = compat.tensors[t];
                QVERIFY2(exact.moved[t] == (access.isOutput ? access.l2Write : access.l2Read), text.c_str());
                QVERIFY2(2 * exact.first[t] == access.l2Required, text.c_str());
                if (!access.isOutput) QVERIFY2(copies.tensors[t].l1Write == exact.delivered[t], text.c_str());
            }
        }
        QVERIFY(compared > cases(5000) / 20);
    }
    /// C[4,4] += A[4,4] * B[4,4] on 4 PEs, a row of N each, M and K whole: one step moves 16 + 16 elements in and 16 out and
    /// computes 16 MACs per PE, so 2 elements per cycle; with rows of M at a time, four steps of 4 cycles: first 4 + 16 in,
    /// then 4, and 4 out.
    void bandwidthsByHand() {
        Hardware hardware;
        hardware.pes = 4;
        hardware.nocBandwidth = 8;
        const Layer gemm = gemmLayer("g", 4, 4, 4);
        const auto whole = evaluateEdgeExact({{{0, {spatialMap(kGemmN, 1)}}}}, gemm, hardware);
        QVERIFY(whole);
        QCOMPARE(whole->peakBandwidth, 2);
        QCOMPARE(whole->averageBandwidth, 2.0);
        const auto rows = evaluateEdgeExact({{{0, {temporalMap(kGemmM, 1), spatialMap(kGemmN, 1)}}}}, gemm, hardware);
        QVERIFY(rows);
        QCOMPARE(rows->peakBandwidth, 5);
        QCOMPARE(rows->averageBandwidth, (5.0 + 1 + 1 + 1) / 4);
        QCOMPARE(rows->ingress, (Delays{1, 3}));
        QCOMPARE(rows->egress, (Delays{1, 1}));
        QCOMPARE(rows->compute, (Delays{4, 4}));
    }
    /// Fig. 3 of FLASH: two PEs slide over one row by a filter of three. Of the two words that the left one lacks at a step the
    /// right one had the first; the right one's are new to both. Eight results are four steps.
    void neighboursByHand() {
        Hardware hardware;
        hardware.pes = 2;
        ConvSizes sizes;
        sizes.s = 3;
        sizes.x = 10;
        const Layer row = convLayer("row", sizes);
        const int x = row.findDimension("X"), s = row.findDimension("S");
        const auto windows = evaluateEdgeExact({{{0, {spatialMap(x, 3, 1)}}}}, row, hardware);
        QVERIFY(windows);
        QCOMPARE(windows->tensors[0].l2Read, 2 * 3 + 3 * 2 * 2);
        QCOMPARE(windows->tensors[0].passed, 3);
        QCOMPARE(windows->tensors[1].passed, 0);
        // Four PEs keep a result each while the filter passes, twice: at two of three steps three get what the next one had.
        hardware.pes = 4;
        const auto passing =
            evaluateEdgeExact({{{0, {Map{MapKind::spatial, x, 1, 1, true}, temporalMap(s, 1)}}}}, row, hardware);
        QVERIFY2(passing, passing.errorText().c_str());
        QCOMPARE(passing->tensors[0].l2Read, 2 * 3 * 4);
        QCOMPARE(passing->tensors[0].passed, 2 * 2 * 3);
        QCOMPARE(passing->tensors[0].passedBelow, 0);
    }
    void offsetsThatRepeatWorkAreRefused() {
        const Layer gemm = gemmLayer("g", 4, 4, 4);
        QVERIFY(!tiledLevels({{{0, {spatialMap(kGemmM, 2, 1)}}}}, gemm, 2));
        QVERIFY(!tiledLevels({{{0, {spatialMap(kGemmM, 1, 2)}}}}, gemm, 2));
        QVERIFY(tiledLevels({{{0, {spatialMap(kGemmM, 2, 2)}}}}, gemm, 2));
        ConvSizes sizes;
        sizes.r = 3;
        sizes.y = 9;
        const Layer conv = convLayer("c", sizes);
        const int y = conv.findDimension("Y");
        QVERIFY(tiledLevels({{{0, {spatialMap(y, 3, 1)}}}}, conv, 2));
        QVERIFY(!tiledLevels({{{0, {spatialMap(y, 4, 1)}}}}, conv, 2));
        QVERIFY(!tiledLevels({{{0, {spatialMap(y, 2, 2)}}}}, conv, 2));
    }
};

QTEST_GUILESS_MAIN(EdgeExactProperty)
#include "edge_exact_test.moc"
