// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/mapping/validity.h"
#include "core/workload/einsum.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// The errors of a nest on the small target, or "well-formed".
std::string errorsOf(std::string_view nest) {
    const TargetPtr target = smallTarget();
    std::vector<int> lines;
    const Mapping mapping = unwrap(parseMapping(nest, "my.nest", target->workload, target->architecture, &lines));
    const Diagnostics found = checkForm(mapping, *target, "my.nest", lines);
    return found.empty() ? "well-formed" : toText(found);
}

std::string errorsOf(const Mapping& mapping) { return toText(checkForm(mapping, *smallTarget())); }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    if (at == std::string::npos) qFatal("'%s' is not in the nest", what.c_str());
    return text.replace(at, what.size(), with);
}

/// The small nest with one change.
std::string errorsAfter(const std::string& what, const std::string& with) {
    return errorsOf(replaced(std::string(kSmallNest), what, with));
}

}  // namespace

class MappingFormTest : public QObject {
    Q_OBJECT
private slots:
    void aClassicNestIsWellFormed() { QCOMPARE(errorsOf(kSmallNest), "well-formed"); }
    void anUnevenNestIsWellFormed() {
        QCOMPARE(
            errorsOf("DRAM [W]\nDRAM [I O]\nfor M in 0..4\nGLB [O]\nfor C in 0..2\nGLB [I]\nspad [O]\nfor P in 0..5\n"
                     "for Q in 0..7\nspad [W]\nfor R in 0..3\nfor S in 0..3"),
            "well-formed");
    }
    void aTensorMayStartBelowTheOutermostLevel() {  // the keep rules judge that, not the grammar
        QCOMPARE(
            errorsOf("DRAM [W O]\nGLB [I]\nfor M in 0..4\nfor C in 0..2\nfor P in 0..5\nfor Q in 0..7\nfor R in 0..3\n"
                     "for S in 0..3"),
            "well-formed");
    }
    void theTrivialMappingIsWellFormedEverywhere() {
        const TargetPtr target = smallTarget();
        const Mapping mapping = trivialMapping(target->workload, target->architecture);
        QCOMPARE(toText(checkForm(mapping, *target)), "");
        QCOMPARE(describe(checkLimits(mapping, *target), *target), "valid");
        QCOMPARE(toText(mapping.nodes.back(), target->workload, target->architecture), "spad [W I O]");
    }
    void levelsDescendAlongEachTensor() {
        QCOMPARE(errorsAfter("                for M in 0..2\n", "for M in 0..2\nGLB [O]\n"),
                 "my.nest:10: error: O: the Store at GLB stands inside the one at spad, expected outer levels first "
                 "[node 10]\n"
                 "my.nest:6: error: Q: the loop over PE stands outside a Store at GLB, which lies above PE [node 6]; "
                 "move the loop inside it\n"
                 "my.nest:7: error: S: the loop over PE stands outside a Store at GLB, which lies above PE [node 7]; "
                 "move the loop inside it");
    }
    void aTensorIsStoredOncePerLevel() {
        QCOMPARE(errorsAfter("      for P in 0..5\n", "for P in 0..5\nGLB [I]\n"),
                 "my.nest:5: error: I is stored twice at GLB [node 5]");
    }
    void backingStoresStandBeforeEveryLoop() {
        QCOMPARE(errorsAfter("DRAM [W I O]", "DRAM [W O]"),
                 "my.nest:3: error: I: its first Store, at GLB, stands inside the loop over M, expected it before "
                 "every loop [node 3]");
    }
    void everyTensorHasAStore() {
        const std::string nest = replaced(std::string(kSmallNest), "DRAM [W I O]", "DRAM [I O]");
        QCOMPARE(errorsOf(replaced(nest, "spad [W I O]", "spad [I O]")),
                 "my.nest:1: error: W has no Store, expected one before every loop [W]; add W to the first Store");
    }
    void loopsOfAFanoutStandBelowTheLevelsAboveIt() {
        QCOMPARE(errorsAfter("    GLB [I O]\n", "parFor S in 0..1 @PE.Y\nGLB [I O]\n"),
                 "my.nest:3: error: S: the loop over PE stands outside a Store at GLB, which lies above PE [node 3]; "
                 "move the loop inside it");
    }
    void loopsOfAFanoutStandAboveTheLevelsBelowIt() {
        QCOMPARE(errorsAfter("                  for C in 0..2\n", "parFor C in 0..2 @PE.Y\n"),
                 "my.nest:10: error: C: the loop over PE stands inside a Store at spad, which lies below PE [node 10]; "
                 "move the loop outside it");
    }
    void temporalAndSpatialLoopsMayInterleave() {
        const std::string nest =
            replaced(std::string(kSmallNest), "        for Q in 0..2\n          parFor Q in 0..4 (last 3) @PE.X\n",
                     "parFor Q in 0..4 @PE.X\n");
        QCOMPARE(errorsOf(replaced(nest, "parFor S in 0..3 @PE.Y", "for Q in 0..2 (last 1)\nparFor S in 0..3 @PE.Y")),
                 "well-formed");
    }
    void coverageShowsItsArithmetic() {
        const auto workload = unwrap(parseEinsum("A[m]", {{"m", 100}}));
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels.resize(2);
        spec.fanouts[0].x = 6;
        const TargetPtr target = targetOf(workload, spec);
        const auto text = [&](std::string_view nest) {
            std::vector<int> lines;
            const Mapping mapping = unwrap(parseMapping(nest, "f", target->workload, target->architecture, &lines));
            return toText(checkForm(mapping, *target, "f", lines));
        };
        QCOMPARE(text("DRAM [A]\nfor m in 0..17\nparFor m in 0..6 (last 3) @PE.X"),
                 "f:3: error: m: the loops cover 99 of 100: (17 - 1) * 6 + 3 = 99 [m]; the tails that fit these trip "
                 "counts: (17 - 1) * 6 + 4");
        QCOMPARE(text("DRAM [A]\nfor m in 0..11\nfor m in 0..9"),
                 "f:3: error: m: the loops cover 99 of 100: 11 * 9 = 99 [m]; raise a trip count");
        QCOMPARE(text("DRAM [A]\nfor m in 0..99"), "f:2: error: m: the loops cover 99 of 100 [m]; raise a trip count");
        QCOMPARE(text("DRAM [A]\nfor m in 0..101 (last 101)"),
                 "f:2: error: m: the loops cover 101 of 100 [m]; the tails that fit these trip counts: 100");
        QCOMPARE(text("DRAM [A]"), "f: error: m: the loops cover 1 of 100 [m]; raise a trip count");
        QCOMPARE(text("pad m to 102\nDRAM [A]\nfor m in 0..17\nparFor m in 0..6 @PE.X"), "");
        QCOMPARE(text("pad m to 102\nDRAM [A]\nfor m in 0..100"),
                 "f:3: error: m: the loops cover 100 of 102 [m]; raise a trip count");
        QCOMPARE(text("pad m to 99\nDRAM [A]\nfor m in 0..99"),
                 "f:3: error: m: padded to 99, expected at least its bound 100 [m]");
    }
    void tailsLieBetweenOneAndTheTripCount() {
        QCOMPARE(
            errorsAfter("(last 3)", "(last 5)"),
            "my.nest:6: error: Q: found (last 5), expected 1 to 4 [node 6]; the last iteration makes at most as many "
            "trips as the others");
        QCOMPARE(
            errorsAfter("(last 3)", "(last 0)"),
            "my.nest:6: error: Q: found (last 0), expected 1 to 4 [node 6]; the last iteration makes at most as many "
            "trips as the others");
        QCOMPARE(errorsAfter("for P in 0..5", "for P in 0..0"),
                 "my.nest:4: error: P: found 0 trips, expected at least 1 [node 4]");
    }
    void productsBeyond2To62AreRefused() {
        QCOMPARE(errorsAfter("for P in 0..5", "for P in 0..4611686018427387904 (last 1)\nfor P in 0..2 (last 1)"),
                 "my.nest:5: error: P: the product of its trip counts exceeds 2^62 [P]");
    }
    void aStoreHoldsSomething() {
        QCOMPARE(errorsAfter("    GLB [I O]\n", "GLB []\n"),
                 "my.nest:3: error: GLB: the Store holds no tensor [node 3]; leave it out");
    }
    void tooManyNodesAreRefused() {
        Mapping mapping{{store(0, 0b111)}, {}};
        mapping.nodes.insert(mapping.nodes.end(), 192, temporal(0, 1, 1));
        QCOMPARE(errorsOf(mapping), "error: the mapping has 193 nodes, at most 192 are allowed [node 193]");
    }
    void indicesBeyondTheProblemAreRefused() {
        QCOMPARE(errorsOf(Mapping{{store(7, 1)}, {}}), "error: a Store names a level that the design lacks [node 1]");
        QCOMPARE(errorsOf(Mapping{{store(0, 0b1000)}, {}}),
                 "error: a Store names a tensor that the workload lacks [node 1]");
        QCOMPARE(errorsOf(Mapping{{temporal(9, 1, 1)}, {}}),
                 "error: a loop names a dimension that the workload lacks [node 1]");
        QCOMPARE(errorsOf(Mapping{{spatial(0, 1, 1, 3, Axis::x)}, {}}),
                 "error: a spatial loop names a fanout that the design lacks [node 1]");
        QCOMPARE(errorsOf(Mapping{{store(0, 0b111)}, {7}}),
                 "error: padded bounds are given for 1 of 7 dimensions [node 1]");
    }
};

QTEST_APPLESS_MAIN(MappingFormTest)
#include "mapping_form_test.moc"
