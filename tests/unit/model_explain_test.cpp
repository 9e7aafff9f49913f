// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Derivations of textbook examples against calculations by hand: the value, and the loops that are responsible for it.

#include <QtTest>

#include <algorithm>

#include "core/model/explain/explain.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// m = 32, n = 16, k = 15; nodes 0: DRAM, 1: m, 2: k, 3: GLB, 4: m, 5: n, 6: k. Tiles at GLB: A 8 x 5 = 40, B 5 x 16 = 80,
/// Z 8 x 16 = 128 words.
constexpr std::string_view kGemmNest =
    "DRAM [A B Z]\n"
    "  for m in 0..4\n"
    "    for k in 0..3\n"
    "      GLB [A B Z]\n"
    "        for m in 0..8\n"
    "          for n in 0..16\n"
    "            for k in 0..5\n";

Problem gemm(ArchitectureSpec design = ladder({"DRAM", "GLB"})) {
    return problem("Z[m,n] += A[m,k] * B[k,n]", "m=32,n=16,k=15", std::move(design), kGemmNest);
}

Result<Derivation> explained(const Problem& problem, std::string_view figure, const Semantics& semantics = {}) {
    const auto id = parseFigure(figure, *problem.target);
    if (!id) qFatal("%s", id.errorText().c_str());
    Result<Explainer> explainer = Explainer::make(problem.target, problem.mapping, semantics);
    if (!explainer) qFatal("%s", explainer.errorText().c_str());
    return explainer->explain(*id);
}

Derivation derived(const Problem& problem, std::string_view figure, const Semantics& semantics = {}) {
    auto derivation = explained(problem, figure, semantics);
    if (!derivation) qFatal("%s", derivation.errorText().c_str());
    return *std::move(derivation);
}

/// Why there is no derivation.
std::string refusal(const Problem& problem, std::string_view figure, const Semantics& semantics = {}) {
    const auto derivation = explained(problem, figure, semantics);
    return derivation ? std::string("explained") : derivation.errorText();
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// O[p] += W[r] * I[p+r], r = 3, with a zero before and behind the p words of I.
Problem padded(std::int64_t p, ArchitectureSpec design, std::string_view nest) {
    const Rank window{.terms = {{0, 1}, {1, 1}}, .paddingBefore = 1, .dataExtent = p};
    Workload workload =
        Workload::make("padded", {{"p", {}, p}, {"r", {}, 3}},
                       {{.name = "W", .role = "weight", .ranks = {{.terms = {{1, 1}}}}},
                        {.name = "I", .role = "input", .ranks = {window}},
                        {.name = "O", .role = "output", .isOutput = true, .ranks = {{.terms = {{0, 1}}}}}})
            .value();
    TargetPtr target = Target::make(std::move(workload), Architecture::make(std::move(design)).value()).value();
    Mapping mapping = parseMapping(nest, {}, target->workload, target->architecture).value();
    return {std::move(target), std::move(mapping)};
}

/// Three of four columns work, on one row of three.
Problem threeLanes(ArchitectureSpec design = ladder({"DRAM", "PE 4x3", "spad"}), std::string_view directive = {}) {
    return problem(
        "Z[m] += A[m,k] * B[k]", "m=3,k=5", std::move(design),
        std::string(directive) + "DRAM [A B Z]\n parFor m in 0..3 @PE.X\n  spad [A B Z]\n   for k in 0..5\n");
}

std::int64_t countOf(const Derivation& derivation) { return std::get<std::int64_t>(derivation.value()); }

/// The first operand, however deep, that `matches`; null if none does.
template <class Matches>
const Expression* find(const Expression& expression, Matches matches) {
    if (matches(expression)) return &expression;
    for (const Expression& operand : expression.operands)
        if (const Expression* found = find(operand, matches)) return found;
    return nullptr;
}

const Expression* findLabel(const Expression& expression, const std::string& part) {
    return find(expression, [&](const Expression& own) { return own.label.find(part) != std::string::npos; });
}

/// The operand that stands for a loop.
const Expression* findLoop(const Expression& expression, int node) {
    return find(expression, [&](const Expression& own) { return own.isLeaf() && own.nodes == std::vector<int>{node}; });
}

bool isCount(const Expression* expression, std::int64_t value) {
    return expression != nullptr && isEqual(evaluate(*expression), value);
}

std::string errorOf(std::string_view figure) {
    const auto id = parseFigure(figure, *gemm().target);
    return id ? std::string("read") : id.errorText();
}

}  // namespace

class ModelExplainTest : public QObject {
    Q_OBJECT

private slots:
    void figuresOfAGemmByHand_data() {
        QTest::addColumn<std::string>("figure");
        QTest::addColumn<std::int64_t>("value");
        const auto row = [](const char* figure, std::int64_t value) {
            QTest::newRow(figure) << std::string(figure) << value;
        };
        row("macs", 7680);        // 32 * 16 * 15
        row("steps", 7680);       // one lane
        row("GLB.A.tile", 40);    // 8 * 5
        row("GLB.A.fills", 480);  // 40 * 4 * 3
        row("GLB.B.fills", 960);  // 80 * 3, again for each of the 4 trips of m
        row("DRAM.B.reads", 960);
        row("GLB.A.reads", 7680);    // each MAC
        row("DRAM.Z.updates", 512);  // 128 * 4: k is a reduction inside m
        row("GLB.Z.distinct", 512);  // 32 * 16
        row("GLB.Z.reads", 7168);    // 7680 - 512
        row("GLB.Z.fills", 0);
        row("GLB.Z.spatial_reductions", 0);
        row("GLB.capacity", 3968);  // (40 + 80 + 128) * 16
        row("idle", 0);
    }
    void figuresOfAGemmByHand() {
        QFETCH(std::string, figure);
        QFETCH(std::int64_t, value);
        QCOMPARE(countOf(derived(gemm(), figure)), value);
    }

    void perfectTrafficIsTileTimesTrips() {
        const Derivation fills = derived(gemm(), "GLB.A.fills");
        QCOMPARE(fills.expression.operation, Operation::product);
        QCOMPARE(fills.expression.operands.size(), std::size_t{3});
        QVERIFY(isCount(findLabel(fills.expression, "tile of A"), 40));
        QVERIFY(isCount(findLoop(fills.expression, 1), 4));
        QVERIFY(isCount(findLoop(fills.expression, 2), 3));
        QCOMPARE(findLoop(fills.expression, 1)->label, std::string("for m in 0..4 at DRAM"));
        // The tile comes from the loops inside.
        QCOMPARE(nodesOf(*findLabel(fills.expression, "tile of A")), (std::vector{4, 6}));
    }

    // The same weights 32 times, because n stands outside c and doesn't index them; inside GLB it would cost nothing.
    void aThirtyTwofoldRefetchIsTheLoopThatCausesIt() {
        const auto layer = [](std::string_view nest) {
            return problem("Z[n,m] += W[m,c] * I[n,c]", "n=32,m=8,c=8", ladder({"DRAM", "GLB"}), nest);
        };
        const Problem outside = layer(
            "DRAM [W I Z]\n for n in 0..32\n  for c in 0..4\n   GLB [W I Z]\n"
            "    for m in 0..8\n     for c in 0..2\n");
        const Derivation fills = derived(outside, "GLB.weight.fills");
        QCOMPARE(countOf(fills), 16 * 4 * 32);
        const Expression* cause = findLoop(fills.expression, 1);
        QVERIFY(isCount(cause, 32));
        QVERIFY2(cause->note.starts_with("refetch: doesn't index W"), cause->note.c_str());
        QVERIFY2(cause->note.find("for c in 0..4 at DRAM") != std::string::npos, cause->note.c_str());
        QCOMPARE(findLoop(fills.expression, 2)->note, std::string("moves the tile"));
        const Problem inside = layer(
            "DRAM [W I Z]\n for c in 0..4\n  for n in 0..32\n   GLB [W I Z]\n"
            "    for m in 0..8\n     for c in 0..2\n");
        const Derivation kept = derived(inside, "GLB.weight.fills");
        QCOMPARE(countOf(kept), 16 * 4);
        QVERIFY(findLoop(kept.expression, 2) == nullptr);
    }

    // A window of 3 slides by 2: of each tile of 4 words, 2 were there. 4 * 4 - 3 * 2 = 10 = 8 + 3 - 1.
    void retainedOverlapIsATermOfItsLoop() {
        const Problem conv =
            problem("O[p] += W[r] * I[p+r]", "p=8,r=3", ladder({"DRAM", "GLB"}),
                    "DRAM [W I O]\n for p in 0..4\n  GLB [W I O]\n   for p in 0..2\n    for r in 0..3\n");
        const Derivation fills = derived(conv, "GLB.I.fills");
        QCOMPARE(countOf(fills), 10);
        QCOMPARE(fills.expression.operation, Operation::difference);
        QCOMPARE(fills.expression.operands.size(), std::size_t{2});
        QVERIFY(isCount(&fills.expression.operands[0], 16));
        const Expression& kept = fills.expression.operands[1];
        QVERIFY(isCount(&kept, 6));
        QCOMPARE(kept.label, std::string("kept when for p in 0..4 at DRAM advances"));
        QCOMPARE(kept.nodes, std::vector{1});
        QVERIFY(isCount(findLabel(kept, "words of I kept"), 2));
    }

    // Ruby, Figs. 4 and 5: 100 over 6 lanes in 17 rounds, the last of 4 lanes.
    void aTailIsEquationFive() {
        const Problem toy = problem("A[d]", "d=100", ladder({"DRAM", "GLB", "PE 6x1"}),
                                    "DRAM [A]\n GLB [A]\n  for d in 0..17\n   parFor d in 0..6 (last 4) @PE.X\n");
        const Derivation computes = derived(toy, "computes");
        QCOMPARE(countOf(computes), 100);
        QVERIFY(isCount(findLabel(computes.expression, "for d in 0..17"), 17));
        QVERIFY(isCount(findLabel(computes.expression, "last trips of parFor d in 0..6 (last 4) @PE.X"), 4));
        QCOMPARE(countOf(derived(toy, "steps")), 17);
        QCOMPARE(toDouble(derived(toy, "utilization").value()), 100.0 / (17 * 6));
        const Derivation idle = derived(toy, "idle");
        QCOMPARE(countOf(idle), 17 * 6 - 100);
        const Expression* lanes = findLabel(idle.expression, "lanes from 4 on");
        QVERIFY(isCount(lanes, 2));
        QCOMPARE(lanes->nodes, std::vector{3});
        QCOMPARE(countOf(derived(toy, "PE.idle")), 2);
    }

    // 3 of 4 columns and 1 of 3 rows are used: 9 of 12 lanes never work in 5 steps.
    void anIdleLaneIsTheAxisThatIsNotFilled() {
        const Derivation idle = derived(threeLanes(), "PE.idle");
        QCOMPARE(countOf(idle), 9 * 5);
        const Expression* x = findLabel(idle.expression, "PE.X not filled");
        const Expression* y = findLabel(idle.expression, "PE.Y not filled");
        QVERIFY(isCount(x, 1 * 3 * 5));  // 1 column, all rows
        QVERIFY(isCount(y, 2 * 3 * 5));  // 2 rows of the 3 used columns
        const Expression* lanes = findLabel(*x, "lanes of PE.X that no loop fills");
        QVERIFY(isCount(lanes, 1));
        QCOMPARE(nodesOf(*lanes), std::vector{1});
        QVERIFY(findLabel(idle.expression, "tails") == nullptr);
    }

    void aReadForAllLanesIsNotMultipliedByThem() {
        const Problem shared = threeLanes();
        const Derivation reads = derived(shared, "DRAM.B.reads");
        QCOMPARE(countOf(reads), 5);
        const Expression* lanes = findLoop(reads.expression, 1);
        QVERIFY(isCount(lanes, 1));
        QVERIFY2(lanes->label.starts_with("one read for all 3 lanes"), lanes->label.c_str());
        QCOMPARE(countOf(derived(shared, "spad.B.fills")), 15);
        QCOMPARE(countOf(derived(shared, "spad.B.multicast.3")), 5);
        const Derivation alone = derived(shared, "DRAM.B.reads", {.multicast = Multicast::none});
        QCOMPARE(countOf(alone), 15);
        QVERIFY(alone.semantics.find("multicast none") != std::string::npos);
    }

    // The rule that counts is the fanout's, or the mapping's, before the common one.
    void whoSaysHowWordsAreSharedIsNamed() {
        const auto semanticsOf = [](const Problem& problem) { return derived(problem, "DRAM.B.reads").semantics; };
        QCOMPARE(semanticsOf(threeLanes()), std::string("halo exact, multicast equal"));
        ArchitectureSpec design = ladder({"DRAM", "PE 4x3", "spad"});
        design.fanouts[0].multicast = Multicast::none;
        QCOMPARE(semanticsOf(threeLanes(design)), std::string("halo exact, multicast none on PE"));
        QCOMPARE(countOf(derived(threeLanes(design), "DRAM.B.reads")), 15);
        const Problem forbidden = threeLanes(ladder({"DRAM", "PE 4x3", "spad"}), "no-multicast PE [B]\n");
        QCOMPARE(semanticsOf(forbidden), std::string("halo exact, multicast none by no-multicast of PE"));
        QCOMPARE(countOf(derived(forbidden, "DRAM.B.reads")), 15);
        QCOMPARE(derived(threeLanes(), "spad.B.reads").semantics, std::string("halo exact"));  // one MAC below each
    }

    // 10 = 5 rounds of 2 lanes: 3 and 2 of 3. With full steps the round that isn't there takes its time.
    void tailsMayTakeFullSteps() {
        const Problem toy =
            problem("A[d]", "d=10", ladder({"DRAM", "GLB", "PE 2x1"}),
                    "DRAM [A]\n GLB [A]\n  for d in 0..2\n   for d in 0..3 (last 2)\n    parFor d in 0..2 @PE.X\n");
        QCOMPARE(countOf(derived(toy, "steps")), 5);
        QCOMPARE(countOf(derived(toy, "idle")), 0);
        const Semantics full{.fullSteps = true};
        const Derivation steps = derived(toy, "steps", full);
        QCOMPARE(countOf(steps), 6);
        QVERIFY(isCount(findLoop(steps.expression, 3), 3));
        QCOMPARE(steps.semantics, std::string("tails take full steps"));
        QCOMPARE(countOf(derived(toy, "cycles", full)), 6);
        QCOMPARE(toDouble(derived(toy, "utilization", full).value()), 10.0 / 12);
        const Derivation idle = derived(toy, "idle", full);
        QCOMPARE(countOf(idle), 2);
        const Expression* trips = findLabel(idle.expression, "trips from 2 on");
        QVERIFY(isCount(trips, 1));
        QCOMPARE(trips->nodes, std::vector{3});
        QCOMPARE(countOf(derived(toy, "PE.idle", full)), 0);
    }

    // Positions 0 .. 9 of p + r, of which 1 .. 8 are data: 8 words, as much as fits beside 3 of W and 8 of O.
    void zerosOfThePaddingTakeNoRoom() {
        ArchitectureSpec design = ladder({"DRAM", "GLB"});
        design.levels[1].capacity = Capacity{19, true};
        const Problem conv = padded(8, design, "DRAM [W I O]\n GLB [W I O]\n  for p in 0..8\n   for r in 0..3\n");
        QCOMPARE(derived(conv, "GLB.capacity").verdict, std::string("32 bits too many for 304"));
        const Semantics padding{.padding = true};
        QCOMPARE(countOf(derived(conv, "GLB.I.tile", padding)), 8);
        QVERIFY(isCount(findLabel(derived(conv, "GLB.I.tile", padding).expression, "padding"), 2));
        QCOMPARE(derived(conv, "GLB.capacity", padding).verdict, std::string("fits, 0 bits left of 304"));
        // Of the 24 operands, p = r = 0 and p = 7, r = 2 lie in the padding.
        QCOMPARE(countOf(derived(conv, "GLB.I.fills", padding)), 8);
        QCOMPARE(countOf(derived(conv, "DRAM.I.reads", padding)), 8);
        QCOMPARE(countOf(derived(conv, "GLB.I.reads", padding)), 22);
        QCOMPARE(countOf(derived(conv, "GLB.I.reads")), 24);
        QCOMPARE(derived(conv, "GLB.I.fills", padding).semantics,
                 std::string("halo exact, halo zeros not fetched, window set"));
    }

    // Zeros tell the three lanes apart, but not what they get of W: 3 words in two blocks of 2, each.
    void blocksAreThoseOfOneOfThreeLanes() {
        ArchitectureSpec design = ladder({"DRAM", "PE 3x1", "spad"});
        design.levels[1].block = 2;
        const Problem conv = padded(
            6, design, "DRAM [W I O]\n parFor p in 0..3 @PE.X\n  spad [W I O]\n   for p in 0..2\n    for r in 0..3\n");
        QCOMPARE(countOf(derived(conv, "spad.W.fill_accesses")), 6);
        QCOMPARE(countOf(derived(conv, "spad.W.fill_accesses", {.padding = true})), 6);
        QCOMPARE(countOf(derived(conv, "spad.O.update_accesses", {.padding = true})), 9);  // 6 each
    }

    // r advances outside, lanes along p: what a lane wants next its right neighbour has, but for the last lane.
    void neighbourMovesAreExplained() {
        const Problem slide = problem("O[p] += W[r] * I[p+r]", "p=3,r=3", ladder({"DRAM", "PE 3x1", "spad"}),
                                      "DRAM [W I O]\n for r in 0..3\n  parFor p in 0..3 @PE.X\n   spad [W I O]\n");
        const Semantics links{.linkTransfers = true};
        QCOMPARE(countOf(derived(slide, "DRAM.I.reads")), 9);
        QCOMPARE(countOf(derived(slide, "spad.I.neighbour_moves")), 0);
        // Three words at first, then one for the last lane, twice; two words move on, twice.
        QCOMPARE(countOf(derived(slide, "DRAM.I.reads", links)), 5);
        const Derivation moves = derived(slide, "spad.I.neighbour_moves", links);
        QCOMPARE(countOf(moves), 4);
        QVERIFY(findLoop(moves.expression, 1));
        // Each of the nine operands, and what is given.
        QCOMPARE(countOf(derived(slide, "spad.I.reads", links)), 9 + 4);
        QCOMPARE(countOf(derived(slide, "spad.I.fills", links)), 9);
        QCOMPARE(countOf(derived(slide, "DRAM.W.reads", links)), 3);
    }

    // Lanes 0, 1, 2 on one row: a word for all of them goes two hops, one for each 0 + 1 + 2.
    void networksAreExplainedTensorByTensor() {
        ArchitectureSpec design = ladder({"DRAM", "PE 3x1", "spad"});
        design.fanouts[0].hopEnergy.value = 2.0;
        const Problem slide = problem("O[p] += W[r] * I[p+r]", "p=3,r=3", design,
                                      "DRAM [W I O]\n for r in 0..3\n  parFor p in 0..3 @PE.X\n   spad [W I O]\n");
        QCOMPARE(toDouble(derived(slide, "PE.W.hops").value()), 3.0 * 2);
        QCOMPARE(countOf(derived(slide, "PE.W.words")), 3);
        QCOMPARE(countOf(derived(slide, "PE.W.deliveries")), 9);
        QCOMPARE(toDouble(derived(slide, "PE.I.hops").value()), 3.0 * 3);
        QCOMPARE(toDouble(derived(slide, "PE.hops").value()), 6.0 + 9 + 3);  // outputs leave once
        QCOMPARE(derived(slide, "PE.I.hops").title, std::string("Word hops of I on PE"));
    }

    void directivesOfAMappingAreExplained() {
        const auto layer = [](const std::string& directive) {
            return problem("Z[n,m] += W[m,c] * I[n,c]", "n=32,m=8,c=8", ladder({"DRAM", "GLB"}),
                           directive +
                               "DRAM [W I Z]\n for c in 0..4\n  for n in 0..32\n   GLB [W I Z]\n"
                               "    for m in 0..8\n     for c in 0..2\n");
        };
        QCOMPARE(countOf(derived(layer(""), "GLB.W.fills")), 16 * 4);
        const Derivation fills = derived(layer("no-reuse GLB [W]\n"), "GLB.W.fills");
        QCOMPARE(countOf(fills), 16 * 4 * 32);
        const Expression* cause = findLoop(fills.expression, 2);
        QVERIFY(isCount(cause, 32));
        QVERIFY2(cause->note.starts_with("no-reuse"), cause->note.c_str());
        // 2,048 MACs update 256 elements; each of them leaves for DRAM four times and comes back thrice.
        QCOMPARE(countOf(derived(layer(""), "GLB.Z.reads")), 2048 - 256);
        QCOMPARE(countOf(derived(layer(""), "GLB.Z.fills")), 256 * 3);
        const Problem eager = layer("rmw-first-update GLB [Z]\n");
        QCOMPARE(countOf(derived(eager, "GLB.Z.reads")), 2048);
        QCOMPARE(countOf(derived(eager, "GLB.Z.accumulate_reads")), 2048);
        QCOMPARE(countOf(derived(eager, "GLB.Z.fills")), 256 * 4);
        QCOMPARE(countOf(derived(eager, "DRAM.Z.reads")), 256 * 3);
    }

    // Port at column 0, row 1 of 3; the lanes are columns 0 .. 2 of row 0. A: 5 words to each, 1, 2 and 3 hops. B: 5 words
    // along X to column 2, and up one row in each of 3 columns. Z: a word from each. 0.25 pJ per bit and hop, 16 bits.
    void energyOfANetworkIsItsHops() {
        ArchitectureSpec design = ladder({"DRAM", "PE 4x3", "spad"});
        design.fanouts[0].hopEnergy.value = 0.25;
        const Derivation hops = derived(threeLanes(design), "PE.hops");
        QCOMPARE(toDouble(hops.value()), 5 * (1.0 + 2 + 3) + 5 * (2 + 3) + (1 + 2 + 3));
        QCOMPARE(hops.unit, std::string("word hops"));
        const Expression* ofB = findLabel(hops.expression, "PE.B.hops");
        QVERIFY(ofB != nullptr);
        QCOMPARE(toDouble(evaluate(*ofB)), 25.0);
        QCOMPARE(nodesOf(*ofB), std::vector{1});
        QCOMPARE(toDouble(derived(threeLanes(design), "PE.energy").value()), 61 * 4.0);
        const Derivation energy = derived(threeLanes(design), "energy");
        QCOMPARE(toDouble(energy.value()), 61 * 4.0);
        QVERIFY(findLabel(energy.expression, "PE.energy") != nullptr);
        QCOMPARE(toDouble(derived(threeLanes(design), "edp").value()), 61 * 4.0 * 5);
    }

    void aCapacityFailureIsTheTilesAndTheirSum() {
        ArchitectureSpec design = ladder({"DRAM", "GLB"});
        design.levels[1].capacity = Capacity{100, true};
        const Problem tight = gemm(design);
        const Result<Explainer> explainer = Explainer::make(tight.target, tight.mapping);
        QVERIFY(explainer.ok());
        QVERIFY(!explainer->cost().valid);
        const Derivation used = derived(tight, "GLB.capacity");
        QCOMPARE(used.expression.operation, Operation::sum);
        QCOMPARE(used.expression.operands.size(), std::size_t{3});
        QVERIFY(isCount(findLabel(used.expression, "tile of A in bits"), 40 * 16));
        QVERIFY(isCount(findLabel(used.expression, "tile of B in bits"), 80 * 16));
        QVERIFY(isCount(findLabel(used.expression, "tile of Z in bits"), 128 * 16));
        QCOMPARE(used.limit.value_or(0), std::int64_t{1600});
        QCOMPARE(used.verdict, std::string("2,368 bits too many for 1,600"));
    }

    void cyclesNameWhatBinds() {
        ArchitectureSpec design = ladder({"DRAM", "GLB"});
        design.levels[0].bandwidth.read = 0.125;  // 480 + 960 words: 11,520 cycles, the MACs need 7,680
        const Derivation cycles = derived(gemm(design), "cycles");
        QCOMPARE(countOf(cycles), std::int64_t{11520});
        QCOMPARE(cycles.verdict, std::string("bound by DRAM"));
        QCOMPARE(cycles.expression.operation, Operation::largest);
        QVERIFY(isCount(findLabel(cycles.expression, "compute"), 7680));
        QVERIFY(isCount(findLabel(cycles.expression, "busiest instance"), 1440));
    }

    // Blocks of 32 words, rounded up for the instance: 480 / 32 = 15 fills of 2 pJ; 7,680 / 32 = 240 reads of 3 pJ.
    void energyIsBlocksTimesTheirEnergy() {
        ArchitectureSpec design = ladder({"DRAM", "GLB"});
        design.levels[1].block = 32;
        design.levels[1].energy.read.value = 3;
        design.levels[1].energy.write.value = 2;
        const Derivation energy = derived(gemm(design), "GLB.A.energy");
        QCOMPARE(toDouble(energy.value()), 240 * 3.0 + 15 * 2.0);
        QVERIFY(isCount(findLabel(energy.expression, "GLB.A.read_accesses"), 240));
        QVERIFY(isCount(findLabel(energy.expression, "GLB.A.fill_accesses"), 15));
    }

    void whatIsUnknownIsSaid() {
        const Problem plain = gemm();
        const std::string energy = refusal(plain, "energy");
        QVERIFY2(contains(energy, "energy is unknown: no energy data: DRAM, GLB, MAC"), energy.c_str());
        const Problem bypass = problem("Z[m] += A[m,k] * B[k]", "m=2,k=3", ladder({"DRAM", "GLB"}),
                                       "DRAM [A B Z]\n GLB [Z]\n  for m in 0..2\n   for k in 0..3\n");
        const std::string reads = refusal(bypass, "GLB.A.reads");
        QVERIFY2(contains(reads, "A is not stored at GLB"), reads.c_str());
        const std::string hops = refusal(threeLanes(), "PE.hops");
        QVERIFY2(contains(hops, "no network modelled: PE"), hops.c_str());
    }

    void namesAreReadBack() {
        const Problem plain = gemm();
        const Result<Explainer> explainer = Explainer::make(plain.target, plain.mapping);
        QVERIFY(explainer->figures().size() > 50);
        for (const FigureId& id : explainer->figures()) {
            const auto again = parseFigure(toText(id, *plain.target), *plain.target);
            QVERIFY2(again.ok() && *again == id, toText(id, *plain.target).c_str());
        }
        QCOMPARE(toText(*parseFigure("glb.INPUT.reads", *plain.target), *plain.target), std::string("GLB.B.reads"));
    }

    void wrongNamesAreToldWhereAndWhatInstead_data() {
        QTest::addColumn<std::string>("figure");
        QTest::addColumn<std::string>("message");
        const auto row = [](const char* figure, const char* message) {
            QTest::newRow(figure) << std::string(figure) << std::string(message);
        };
        row("GLX.A.reads", "column 1; did you mean 'GLB'?");
        row("GLB.inptu.reads", "unknown tensor: found 'inptu' in 'GLB.inptu.reads', column 5; did you mean 'input'?");
        row("GLB.A.raeds", "column 7; did you mean 'reads'?");
        row("GLB", "e.g. GLB.A.reads");
        row("cycle", "did you mean 'cycles'?");
        row("GLB.A.multicast", "e.g. GLB.A.multicast.4");
        row("GLB.A.multicast.x", "a whole number from 1 on");
        row("GLB.A.reads.3", "expected nothing after reads");
        row("GLB.usedx", "unknown figure of a level");
    }
    void wrongNamesAreToldWhereAndWhatInstead() {
        QFETCH(std::string, figure);
        QFETCH(std::string, message);
        const std::string error = errorOf(figure);
        QVERIFY2(error.find(message) != std::string::npos, error.c_str());
    }

    void expressionsDontWrap() {
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QVERIFY(isEqual(evaluate(derive::product({derive::number(most, "a"), derive::number(2, "b")})), most));
        QVERIFY(isEqual(evaluate(derive::quotient(derive::number(12), derive::number(4))), std::int64_t{3}));
        QVERIFY(isEqual(evaluate(derive::quotient(derive::number(1), derive::number(4))), 0.25));
        QVERIFY(isEqual(evaluate(derive::ceiling(derive::number(13), derive::number(4))), std::int64_t{4}));
    }
};

QTEST_APPLESS_MAIN(ModelExplainTest)
#include "model_explain_test.moc"
