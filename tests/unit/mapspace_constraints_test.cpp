// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=mapspace
#include <QtTest>

#include "core/mapspace/rules.h"
#include "core/workload/builders.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr auto kExact = FactorRule::Relation::equal;
constexpr auto kAtMost = FactorRule::Relation::atMost;
constexpr auto kAtLeast = FactorRule::Relation::atLeast;

TargetPtr gemm(std::string_view bounds = "m=12,n=10,k=8") {
    EinsumOptions options;
    options.aliases = {{"m", "M"}, {"n", "Q"}, {"k", "C"}};
    return makeTarget("Z[m,n] += A[m,k] * B[k,n]", bounds,
                      {memory("DRAM"), memory("GLB", {{"B", Keep::never}, {"Z", Keep::may}}), memory("spad")},
                      {fanout("PE", 1, 4, 3)}, options);
}

const std::vector<std::string> kNothing;

/// Rules as the user would give them.
struct Rules : Constraints {
    Rules() { fromUser = true; }
};

FactorRule rule(std::string dimension, FactorRule::Relation relation, std::int64_t value) {
    return {std::move(dimension), relation, false, value, 4, 9};
}
FactorRule full(std::string dimension) { return {std::move(dimension), kExact, true, 1}; }

std::string errorOf(const Constraints& constraints, Factorization kind = Factorization::perfect,
                    const TargetPtr& target = gemm()) {
    const auto space = Mapspace::make(target, {kind, constraints});
    return space ? "no error" : space.errorText();
}

/// The count of a term of the size.
std::string countOf(const Mapspace& space, const std::string& name) {
    for (const SizeTerm& term : space.terms())
        if (term.name == name) return toDecimal(term.count) + " (" + term.meaning + ")";
    return "none";
}

}  // namespace

#define COMPARE_TEXT(actual, expected) QCOMPARE(QString::fromStdString(actual), QString(expected))

class MapspaceConstraintsTest : public QObject {
    Q_OBJECT

private slots:
    void termsCanBeRedoneByHand();
    void threeDimensionsInOrderLeave840Orders();
    void factorRulesSpeakOfTheTripCount();
    void outerInnerAndBeforeAreOneOrder();
    void keepAndBypassNarrowTheChoice();
    void presetNamesThatTheWorkloadLacksAreNoted();
    void groupsAreNoNewsToConvolutionsOnly();
    void designsMeanAliasesNotSimilarNames();
    void unknownNamesOfTheUserAreErrors();
    void unknownNamesOfAnEditAreErrorsThoseOfTheDesignAreNot();
    void contradictionsAreRefusedWithTheArithmetic();
    void contradictionsOfPlacesAreRefused();
    void factorsOverBothAxesAreJoint();
    void minimumUtilizationIsJoint();
    void hugeImperfectSpacesAreRefused();
    void foreignMappingsHaveNoIndex();
};

void MapspaceConstraintsTest::termsCanBeRedoneByHand() {
    const Mapspace space = makeSpace(gemm("m=4,n=1,k=2"), Factorization::perfect);
    // 4 = 2 * 2 over 5 places, of which PE.Y holds at most 3: C(6, 4) = 15 ways less one (4 on PE.Y).
    COMPARE_TEXT(countOf(space, "chains of m"), "14 (m = 4 over DRAM, GLB, PE.X <= 4, PE.Y <= 3, spad)");
    COMPARE_TEXT(countOf(space, "chains of n"), "1 (n = 1 over DRAM, GLB, PE.X <= 4, PE.Y <= 3, spad)");
    COMPARE_TEXT(countOf(space, "chains of k"), "5 (k = 2 over DRAM, GLB, PE.X <= 4, PE.Y <= 3, spad)");
    COMPARE_TEXT(countOf(space, "order at GLB"), "6 (3 dimensions: 3!)");
    COMPARE_TEXT(countOf(space, "keep at GLB"), "2 (Z kept or not)");
    COMPARE_TEXT(countOf(space, "keep at spad"), "none");
    QCOMPARE(toDecimal(space.size()), std::to_string(14 * 1 * 5 * 6 * 6 * 6 * 2));
}

void MapspaceConstraintsTest::threeDimensionsInOrderLeave840Orders() {
    const TargetPtr target =
        makeTarget("O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]", "n=1,m=2,c=2,p=2,q=2,r=1,s=1", {memory("DRAM")}, {});
    Rules rules;
    rules.levels["DRAM"].order = {"p", "m", "s"};
    COMPARE_TEXT(countOf(makeSpace(target, Factorization::ruby, rules), "order at DRAM"),
                 "840 (7 dimensions: 840 of 7!)");
}

void MapspaceConstraintsTest::factorRulesSpeakOfTheTripCount() {
    Rules rules;
    rules.levels["spad"].factors = {rule("M", kExact, 3), full("C"), rule("Q", kAtLeast, 2), rule("Q", kAtMost, 5)};
    rules.fanouts["PE"].x = {{"M"}};
    rules.fanouts["PE"].y = kNothing;
    rules.fanouts["PE"].factors = {rule("M", kAtLeast, 2)};
    const Mapspace space = makeSpace(gemm(), Factorization::perfect, rules);
    COMPARE_TEXT(countOf(space, "chains of m"), "3 (m = 12 over DRAM, GLB, PE.X >= 2 <= 4, spad = 3)");
    COMPARE_TEXT(countOf(space, "chains of n"), "4 (n = 10 over DRAM, GLB, spad >= 2 <= 5)");
    COMPARE_TEXT(countOf(space, "chains of k"), "1 (k = 8 over DRAM, GLB, spad = full)");
}

void MapspaceConstraintsTest::outerInnerAndBeforeAreOneOrder() {
    Rules rules;
    rules.levels["DRAM"].outer = {"k"};
    rules.levels["GLB"].inner = {"m", "n"};
    rules.levels["spad"].before = {{"m", "n"}};
    rules.levels["spad"].only = {{"m", "n"}};
    const Mapspace space = makeSpace(gemm(), Factorization::perfect, rules);
    COMPARE_TEXT(countOf(space, "order at DRAM"), "2 (3 dimensions: 2 of 3!)");
    COMPARE_TEXT(countOf(space, "order at GLB"), "1 (3 dimensions: 1 of 3!)");
    COMPARE_TEXT(countOf(space, "order at spad"), "1 (2 dimensions: 1 of 2!)");
}

void MapspaceConstraintsTest::keepAndBypassNarrowTheChoice() {
    Rules rules;
    rules.levels["GLB"].keep = {"output"};
    COMPARE_TEXT(countOf(makeSpace(gemm(), Factorization::perfect, rules), "keep at GLB"), "none");
    rules.levels["GLB"].keep = {"A"};
    rules.levels["GLB"].bypass = {"Z", "B"};
    const Mapspace space = makeSpace(gemm(), Factorization::perfect, rules);
    COMPARE_TEXT(countOf(space, "keep at GLB"), "none");
    Mapping mapping;
    space.mappingAt(0, mapping);
    const Node onlyA = store(1, 1u << space.target().workload.findTensor("A"));
    QVERIFY(std::ranges::find(mapping.nodes, onlyA) != mapping.nodes.end());
}

void MapspaceConstraintsTest::presetNamesThatTheWorkloadLacksAreNoted() {
    Constraints preset;
    preset.levels["GLB"].order = {"N", "P", "M"};
    preset.levels["GLB"].only = {{"N", "P", "M", "Q", "C"}};
    preset.levels["L7"].only = {{"M"}};
    preset.fanouts["PE"].x = {{"R", "M"}};
    const auto space = Mapspace::make(gemm(), {Factorization::perfect, preset});
    QVERIFY2(space.ok(), space.errorText().c_str());
    COMPARE_TEXT(toText(space.diagnostics()),
                 "note: the design has no level 'L7'; the design's constraints on it are ignored [constraints]\n"
                 "note: the workload has no dimension 'N', 'P', 'R'; the design's constraints on them are ignored "
                 "[constraints]");
}

void MapspaceConstraintsTest::groupsAreNoNewsToConvolutionsOnly() {
    Constraints preset;
    preset.levels["GLB"].order = {"N", "G", "M"};
    const auto notes = [&](const TargetPtr& target) {
        return toText(Mapspace::make(target, {Factorization::perfect, preset}).diagnostics());
    };
    // One of a single group: only its lack of a batch is news.
    const TargetPtr convolution = makeTarget("O[m,p,q] += W[m,c,r,s] * I[c,p+r,q+s]", "m=2,p=2,q=2,c=2,r=2,s=2",
                                             {memory("DRAM"), memory("GLB")}, {});
    COMPARE_TEXT(notes(convolution),
                 "note: the workload has no dimension 'N'; the design's constraints on it are ignored [constraints]");
    COMPARE_TEXT(
        notes(gemm()),
        "note: the workload has no dimension 'N', 'G'; the design's constraints on them are ignored [constraints]");
}

void MapspaceConstraintsTest::designsMeanAliasesNotSimilarNames() {
    // A design's N is the batch; a GEMM's n is what the design knows as Q.
    Constraints preset;
    preset.levels["DRAM"].order = {"N", "M", "Q"};
    const Mapspace space = makeSpace(gemm(), Factorization::perfect, preset);
    COMPARE_TEXT(countOf(space, "order at DRAM"), "3 (3 dimensions: 3 of 3!)");
    Rules rules;
    rules.levels["DRAM"].order = {"N", "M", "Q"};
    COMPARE_TEXT(errorOf(rules), "error: DRAM: m must stand both outside and inside n [constraints.levels.DRAM.order]");
}

void MapspaceConstraintsTest::unknownNamesOfAnEditAreErrorsThoseOfTheDesignAreNot() {
    const TargetPtr target = gemm();
    Constraints design;
    design.levels["GLB"].order = {"N", "P", "M"};
    design.fanouts["PE"].x = {{"R", "M"}};
    QVERIFY(newUnknownNames(*target, design, design).empty());

    Constraints edited = design;
    edited.levels["GLB"].order = {"P", "M"};     // one less of what stood there
    edited.fanouts["PE"].x = {{"R", "M", "Q"}};  // a known one more
    QVERIFY(newUnknownNames(*target, design, edited).empty());

    edited.levels["GLB"].only = {{"N", "M", "T"}};  // N stood at another place, T nowhere
    edited.levels["GLOB"].keep = {"A"};
    edited.levels["GLB"].bypass = {"weight", "weights"};
    COMPARE_TEXT(toText(newUnknownNames(*target, design, edited)),
                 "error: the design has no level 'GLOB' [constraints.levels]; did you mean 'GLB'?\n"
                 "error: the workload has no tensor or role 'weights' [constraints.levels.GLB.bypass]; "
                 "did you mean 'weight'?\n"
                 "error: the workload has no dimension 'N' [constraints.levels.GLB.only]; did you mean 'n'?\n"
                 "error: the workload has no dimension 'T' [constraints.levels.GLB.only]; "
                 "there is m, M, n, Q, k, C");
}

void MapspaceConstraintsTest::unknownNamesOfTheUserAreErrors() {
    Rules level, fanout, dimension, tensor;
    level.levels["GBL"].keep = {"A"};
    COMPARE_TEXT(errorOf(level), "error: the design has no level 'GBL' [constraints.levels]; did you mean 'GLB'?");
    fanout.fanouts["lanes"].minUtilization = 1;
    COMPARE_TEXT(errorOf(fanout), "error: the design has no fanout 'lanes' [constraints.fanouts]; there is PE");
    dimension.levels["spad"].factors = {rule("R", kExact, 3)};
    COMPARE_TEXT(errorOf(dimension),
                 "4:9: error: the workload has no dimension 'R' [constraints.levels.spad.factors]; "
                 "there is m, M, n, Q, k, C");
    tensor.levels["GLB"].bypass = {"weights"};
    COMPARE_TEXT(errorOf(tensor),
                 "error: the workload has no tensor or role 'weights' [constraints.levels.GLB.bypass]; "
                 "did you mean 'weight'?");
}

void MapspaceConstraintsTest::contradictionsAreRefusedWithTheArithmetic() {
    Rules tooMuch;
    tooMuch.levels["DRAM"].factors = {rule("n", kExact, 3)};
    tooMuch.levels["spad"].factors = {rule("n", kExact, 4)};
    COMPARE_TEXT(
        errorOf(tooMuch),
        "error: no factors fit: n = 10 over DRAM = 3, GLB, PE.X <= 4, PE.Y <= 3, spad = 4; the smallest allowed "
        "factors give 3 x 4 = 12 [constraints]; tails (ruby, ruby-s, ruby-t) or padding may help");
    Rules tooLittle;
    tooLittle.levels["DRAM"].only = tooLittle.levels["GLB"].only = {{"m", "k"}};
    tooLittle.levels["spad"].factors = {rule("n", kAtMost, 2)};
    tooLittle.fanouts["PE"].y = kNothing;
    COMPARE_TEXT(errorOf(tooLittle, Factorization::ruby),
                 "error: no factors fit: n = 10 over PE.X <= 4, spad <= 2; the largest allowed factors give 4 x 2 = 8 "
                 "[constraints]");
    Rules indivisible;
    indivisible.levels["spad"].factors = {rule("n", kExact, 4)};
    COMPARE_TEXT(errorOf(indivisible),
                 "error: no factors fit: n = 10 over DRAM, GLB, PE.X <= 4, PE.Y <= 3, spad = 4; 4 does not divide 10 "
                 "[constraints]; tails (ruby, ruby-s, ruby-t) or padding may help");
    COMPARE_TEXT(errorOf(indivisible, Factorization::ruby), "no error");
    Rules nowhere;
    for (const char* level : {"DRAM", "GLB", "spad"}) nowhere.levels[level].only = {{"m", "k"}};
    nowhere.fanouts["PE"].x = nowhere.fanouts["PE"].y = {{"m"}};
    COMPARE_TEXT(
        errorOf(nowhere, Factorization::ruby),
        "error: n = 10 may have no loop anywhere [constraints]; let some level or axis have a loop over n or its "
        "alias, or search without constraints");
}

void MapspaceConstraintsTest::contradictionsOfPlacesAreRefused() {
    Rules axis, order, keep, never, must, outermost, twice, lanes, share, noLoop;
    axis.fanouts["PE"].x = kNothing;
    axis.fanouts["PE"].factors = {rule("M", kAtLeast, 4)};
    COMPARE_TEXT(
        errorOf(axis),
        "error: PE: m needs a factor of at least 4, but its axes have 3 lanes [constraints.fanouts.PE.factors]\n"
        "error: no factors fit: m = 12 over DRAM, GLB, PE.Y >= 4 <= 3, spad [constraints]; tails (ruby, ruby-s, "
        "ruby-t) or padding may help");
    order.levels["GLB"].order = {"M", "C", "M"};
    COMPARE_TEXT(errorOf(order), "error: GLB: m must stand both outside and inside k [constraints.levels.GLB.order]");
    keep.levels["spad"].keep = keep.levels["spad"].bypass = {"weight"};
    COMPARE_TEXT(errorOf(keep), "error: spad: A is both to be kept and to bypass [constraints.levels.spad.keep]");
    never.levels["GLB"].keep = {"B"};
    COMPARE_TEXT(
        errorOf(never),
        "error: GLB: B is to be kept, but the design never keeps it here [constraints.levels.GLB.keep]; let the "
        "design keep it: 'may' or 'must'");
    must.levels["spad"].bypass = {"B"};
    COMPARE_TEXT(
        errorOf(must),
        "error: spad: B is to bypass, but the design must keep it here [constraints.levels.spad.bypass]; let the "
        "design choose: keep 'B': 'may'");
    outermost.levels["DRAM"].bypass = {"B"};
    COMPARE_TEXT(errorOf(outermost),
                 "error: DRAM: B is to bypass, but the outermost level holds every tensor "
                 "[constraints.levels.DRAM.bypass]");
    twice.levels["GLB"].factors = {rule("M", kAtLeast, 4), rule("M", kAtMost, 3)};
    COMPARE_TEXT(errorOf(twice),
                 "4:9: error: GLB: 'M <= 3' contradicts another rule: at least 4 and at most 3 "
                 "[constraints.levels.GLB.factors]");
    lanes.fanouts["PE"].x = kNothing;
    lanes.fanouts["PE"].minUtilization = 0.5;
    COMPARE_TEXT(errorOf(lanes),
                 "error: PE: the minimum utilization asks for 6 of 12 lanes, but loops can fill at most 1 x 3 "
                 "[constraints.fanouts.PE.min_utilization]");
    share.fanouts["PE"].minUtilization = 1.5;
    QVERIFY(errorOf(share).starts_with("error: PE: a utilization lies between 0 and 1, found 1.5"));
    noLoop.levels["GLB"].only = {{"M"}};
    noLoop.levels["GLB"].factors = {rule("C", kExact, 2)};
    COMPARE_TEXT(errorOf(noLoop),
                 "error: GLB: k needs a factor of at least 2, but has no loop here [constraints.levels.GLB.factors]");
}

void MapspaceConstraintsTest::factorsOverBothAxesAreJoint() {
    Rules rules;
    rules.fanouts["PE"].factors = {rule("M", kExact, 6)};
    const Mapspace space = makeSpace(gemm(), Factorization::perfect, rules);
    Rng rng(2);
    Mapping mapping;
    int kept = 0;
    for (int i = 0; i < 2000; ++i) {
        space.sample(rng, mapping);
        std::int64_t product = 1;
        for (const Node& node : mapping.nodes)
            if (node.kind == NodeKind::spatial && node.dimension == 0) product *= node.bound;
        const Reason expected{
            .code = ReasonCode::factor, .fanout = 0, .dimension = 0, .needed = product, .available = 6};
        QVERIFY(space.checkConstraints(mapping) == (product == 6 ? Reason{} : expected));
        kept += product == 6;
    }
    QVERIFY(kept > 0);
    space.mappingAt(0, mapping);
    COMPARE_TEXT(describe(space.checkConstraints(mapping), space.target()), "PE: m has factor 1, a constraint says 6");
}

void MapspaceConstraintsTest::minimumUtilizationIsJoint() {
    Rules rules;
    rules.fanouts["PE"].minUtilization = 0.7;  // of 12 lanes: 8.4, so 9
    const Mapspace space = makeSpace(gemm(), Factorization::rubyS, rules);
    Rng rng(3);
    Mapping mapping;
    int enough = 0;
    for (int i = 0; i < 5000; ++i) {
        space.sample(rng, mapping);
        std::int64_t lanes = 1;
        for (const Node& node : mapping.nodes)
            if (node.kind == NodeKind::spatial) lanes *= node.bound;
        const Reason reason = space.checkConstraints(mapping);
        if (lanes < 9) {
            QVERIFY((reason == Reason{.code = ReasonCode::utilization, .fanout = 0, .needed = 9, .available = lanes}));
        } else {
            QVERIFY(reason == Reason{});
            ++enough;
        }
    }
    QVERIFY(enough > 0);
}

void MapspaceConstraintsTest::hugeImperfectSpacesAreRefused() {
    const std::string text = errorOf({}, Factorization::ruby, gemm("m=1099511627776,n=1,k=1"));
    COMPARE_TEXT(text,
                 "error: too many factors to choose from for 'ruby': m = 1,099,511,627,776 over DRAM, GLB, PE.X <= 4, "
                 "PE.Y <= 3, spad [mapspace]; limit some factors, allow fewer axes, or use pfm or ruby-s");
    COMPARE_TEXT(errorOf({}, Factorization::perfect, gemm("m=1099511627776,n=1,k=1")), "no error");
}

void MapspaceConstraintsTest::foreignMappingsHaveNoIndex() {
    const TargetPtr target = gemm();
    const Mapspace perfect = makeSpace(target, Factorization::perfect);
    const auto indexOf = [&](const Mapspace& space, const std::string& text) {
        return space.indexOf(orDie(parseMapping(text, "test", target->workload, target->architecture))).has_value();
    };
    const std::string head = "DRAM [Z A B]\n for m in 0..12\n for k in 0..8\n ";
    QVERIFY(indexOf(perfect, head + "for n in 0..10\n GLB [A]\n spad [Z A B]\n"));
    QVERIFY(indexOf(perfect, head + "for n in 0..10\n GLB [A Z]\n spad [Z A B]\n"));
    QVERIFY(!indexOf(perfect, head + "for n in 0..10\n GLB [A B]\n spad [Z A B]\n"));
    QVERIFY(!indexOf(perfect, head + "for n in 0..10\n GLB [A]\n"));
    QVERIFY(!indexOf(perfect, head + "GLB [A]\n for n in 0..10\n GLB [Z]\n spad [Z A B]\n"));
    const std::string tail = head + "for n in 0..4\n GLB [A]\n parFor n in 0..3 (last 1) @PE.X\n spad [Z A B]\n";
    QVERIFY(!indexOf(perfect, tail));
    QVERIFY(indexOf(makeSpace(target, Factorization::rubyS), tail));
}

QTEST_APPLESS_MAIN(MapspaceConstraintsTest)
#include "mapspace_constraints_test.moc"
