// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Directives as loop nests and back: the same nest again, the same steps and words; what neither can say is refused.
#include <QtTest>

#include "core/io/maestro/directive_text.h"
#include "core/mapping/validity.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/nest.h"
#include "core/workload/builders.h"
#include "tests/support/cases.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using namespace lapidary::data_centric;
using namespace lapidary::testing;

namespace {

/// Two fanouts of 16, each with a buffer below.
TargetPtr clusterTarget(std::int64_t m, std::int64_t n, std::int64_t k) {
    ArchitectureSpec spec;
    spec.name = "clusters";
    spec.levels.resize(3);
    spec.levels[0].name = "L2";
    spec.levels[1].name = "cluster";
    spec.levels[2].name = "L1";
    spec.fanouts.resize(2);
    spec.fanouts[0].name = "clusters";
    spec.fanouts[1].name = "PE";
    spec.fanouts[1].below = 1;
    for (Fanout& fanout : spec.fanouts) fanout.x = 16;
    spec.compute = Compute{};
    return targetOf(unwrap(gemm("g", m, n, k)), spec);
}

struct NestCase {
    TargetPtr target;
    Dataflow flow;
    std::int64_t pes = 1;
};

/// Inner tiles divide; the workload's bounds needn't.
NestCase randomNestCase(Rng& rng) {
    NestCase one;
    const std::int64_t levels = between(rng, 1, 2);
    std::int64_t sizes[3] = {between(rng, 1, 3), between(rng, 1, 3), between(rng, 1, 3)};
    for (std::int64_t level = 0; level < levels; ++level) {
        std::vector<int> order{0, 1, 2};
        shuffle(rng, order);
        const std::size_t spatial = rng.below(3);
        const std::int64_t units = between(rng, 1, 4);
        const bool top = level + 1 == levels;
        ClusterLevel cluster{top ? 0 : units, {}};
        for (std::size_t i = 0; i < 3; ++i) {
            std::int64_t& size = sizes[order[i]];
            cluster.maps.push_back(i == spatial ? spatialMap(order[i], size) : temporalMap(order[i], size));
            size *= between(rng, 1, 3) * (i == spatial ? units : 1);
            if (top) size = std::max<std::int64_t>(1, size - between(rng, 0, 2));
        }
        one.pes *= units;
        one.flow.levels.insert(one.flow.levels.begin(), cluster);
    }
    one.target = clusterTarget(sizes[0], sizes[1], sizes[2]);
    return one;
}

LevelSums sumsOf(const Dataflow& flow, const Layer& layer, std::int64_t pes) {
    Hardware hardware;
    hardware.pes = pes;
    hardware.nocBandwidth = 3;
    return edgeExactSums(unwrap(tiledLevels(flow, layer, pes)), layer, hardware);
}

}  // namespace

class DirectiveNestProperty : public QObject {
    Q_OBJECT
private slots:
    void thereAndBack() {
        Rng rng(91);
        int said = 0;
        for (int i = 0; i < cases(2000); ++i) {
            const NestCase one = randomNestCase(rng);
            const auto nest = nestOf(one.flow, one.pes, *one.target);
            if (!nest) continue;  // a tile of the top level that the bound cuts may leave a rest below
            const auto idle = [](const Node& node) { return node.kind == NodeKind::spatial && node.bound == 1; };
            if (std::any_of(nest->nodes.begin(), nest->nodes.end(), idle)) continue;  // a cluster of one is no level
            ++said;
            const std::string text = toText(*nest, one.target->workload, one.target->architecture);
            QVERIFY2(checkForm(*nest, *one.target).empty(), text.c_str());
            const auto form = directivesOf(*nest, *one.target);
            QVERIFY2(form, (form.errorText() + text).c_str());
            QVERIFY2(sumsOf(form->flow, form->layer, form->pes) == sumsOf(one.flow, form->layer, one.pes),
                     text.c_str());
            const auto again = nestOf(form->flow, form->pes, *one.target);
            QVERIFY2(again, (again.errorText() + text).c_str());
            QVERIFY2(*again == *nest, text.c_str());
            // The same as text; and with the nest at hand nothing of it gets lost.
            const auto written = maestro::directivesOfNest(*nest, *one.target);
            QVERIFY2(written, (written.errorText() + text).c_str());
            const auto back = maestro::nestOfDirectives(written->text, "d.m", *one.target, &*nest);
            QVERIFY2(back, (back.errorText() + written->text + text).c_str());
            QVERIFY2(back->mapping == *nest, (written->text + text).c_str());
            QCOMPARE(written->lines.size(), nest->nodes.size());
        }
        QVERIFY(said > cases(2000) / 4);
    }
    /// FLASH's Fig. 6(c): two of M and of K in time, N over four clusters, K over two PEs.
    void figure6() {
        const TargetPtr target = clusterTarget(4, 4, 4);
        const Dataflow flow{{{0, {temporalMap(kGemmM, 2), spatialMap(kGemmN, 1), temporalMap(kGemmK, 2)}},
                             {2, {temporalMap(kGemmM, 2), temporalMap(kGemmN, 1), spatialMap(kGemmK, 1)}}}};
        const auto nest = nestOf(flow, 8, *target);
        QVERIFY2(nest, nest.errorText().c_str());
        QVERIFY(*nest == read(*target,
                              "L2 [A B Z]\nfor m in 0..2\nfor k in 0..2\nparFor n in 0..4 @clusters.X\n"
                              "cluster [A B Z]\nparFor k in 0..2 @PE.X\nL1 [A B Z]\nfor m in 0..2\n"));
    }
    /// A convolution as an einsum and as MAESTRO's layer, by hand: M, P and Q over time, C over 2 PEs; 3 x 3, stride 2.
    void windows() {
        Conv2d shape;
        shape.m = 4;
        shape.c = 2;
        shape.p = shape.q = 5;
        shape.r = shape.s = 3;
        shape.strideP = shape.strideQ = 2;
        const TargetPtr target = targetOf(unwrap(conv2d("c", shape)), clusterTarget(1, 1, 1)->architecture.spec());
        const Mapping nest = read(*target,
                                  "L2 [W I O]\nfor M in 0..4\nfor P in 0..5\ncluster [W I O]\n"
                                  "parFor C in 0..2 @PE.X\nL1 [W I O]\nfor Q in 0..5\nfor R in 0..3\nfor S in 0..3\n");
        const auto form = directivesOf(nest, *target);
        QVERIFY2(form, form.errorText().c_str());
        ConvSizes sizes;
        sizes.k = 4;
        sizes.c = 2;
        sizes.r = sizes.s = 3;
        sizes.y = sizes.x = 11;
        sizes.strideY = sizes.strideX = 2;
        const Layer layer = convLayer("c", sizes);
        const auto d = [&](const char* name) { return layer.findDimension(name); };
        const Dataflow flow{
            {{0, {temporalMap(d("K"), 1), {MapKind::temporal, d("Y"), 1, 1, true}, spatialMap(d("C"), 1)}}}};
        const LevelSums ours = sumsOf(form->flow, form->layer, form->pes), theirs = sumsOf(flow, layer, 2);
        QCOMPARE(ours.runtime, theirs.runtime);
        QCOMPARE(ours.macs, 4 * 2 * 5 * 5 * 3 * 3);
        QCOMPARE(ours.steps, 4 * 5);
        QCOMPARE(ours.moved[2], theirs.moved[2]);
        // Tensors in the workload's order: weights first there, the input first here.
        QCOMPARE(ours.moved[0], theirs.moved[1]);
        QCOMPARE(ours.moved[1], theirs.moved[0]);
        // A row of results needs 3 rows of 11 in both channels; the next one 2 new ones; all 11 rows anew for each M.
        QCOMPARE(ours.moved[1], 4 * 2 * 11 * 11);
    }
    void whatNeitherCanSay() {
        const TargetPtr target = clusterTarget(6, 4, 4);
        const Dataflow rest{{{0, {temporalMap(kGemmM, 3), spatialMap(kGemmN, 1)}},
                             {2, {temporalMap(kGemmM, 2), spatialMap(kGemmK, 1)}}}};
        const auto nest = nestOf(rest, 8, *target);
        QVERIFY(!nest);
        QVERIFY2(nest.errorText().find("a tile of 3 m is cut into 2") != std::string::npos, nest.errorText().c_str());
        const Mapping apart = read(*target,
                                   "L2 [A B Z]\nfor m in 0..2\nfor k in 0..4\ncluster [A B Z]\nfor m in 0..3\n"
                                   "parFor n in 0..4 @PE.X\nL1 [A B Z]\n");
        QVERIFY2(directivesOf(apart, *target).errorText().find("loops of m stand apart") != std::string::npos,
                 directivesOf(apart, *target).errorText().c_str());
    }
};

QTEST_GUILESS_MAIN(DirectiveNestProperty)
#include "directive_nest_test.moc"
