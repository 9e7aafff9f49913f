// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The distinct mappings of random small spaces against the same spaces written out literally, and the reason why some
// are called the same: the model counts the same for all of them.
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

#include "core/io/native.h"
#include "core/model/brute_force/literal.h"
#include "tests/support/cases.h"
#include "tests/support/literal_space.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr Factorization kKinds[] = {Factorization::perfect, Factorization::padded, Factorization::ruby,
                                    Factorization::rubyS, Factorization::rubyT};

/// Dimensions that index the same tensors, none of them in a rank of several terms.
bool mayChangePlaces(const Workload& workload, int a, int b) {
    for (const Tensor& tensor : workload.tensors()) {
        if (tensor.uses(a) != tensor.uses(b)) return false;
        for (const Rank& rank : tensor.ranks)
            for (const Term& term : rank.terms)
                if ((term.dimension == a || term.dimension == b) && rank.terms.size() > 1) return false;
    }
    return true;
}

std::vector<Node>::iterator lastStore(std::vector<Node>& nodes) {
    return std::ranges::find_if(nodes.rbegin(), nodes.rend(), [](const Node& n) { return !n.isLoop(); }).base();
}

/// One mapping for all that are the same: neighbouring temporal loops sorted by dimension wherever two may change
/// places, by bubbles until nothing moves. Inside the last Store, all may.
Mapping sorted(Mapping mapping, const Workload& workload) {
    const auto innermost = lastStore(mapping.nodes);
    for (bool moved = true; moved;) {
        moved = false;
        for (auto at = mapping.nodes.begin(); at + 1 < mapping.nodes.end(); ++at) {
            Node& first = *at;
            Node& second = *(at + 1);
            if (first.kind != NodeKind::temporal || second.kind != NodeKind::temporal) continue;
            if (first.dimension <= second.dimension) continue;
            if (at < innermost && !mayChangePlaces(workload, first.dimension, second.dimension)) continue;
            std::swap(first, second);
            moved = true;
        }
    }
    return mapping;
}

std::string textOf(const Mapping& mapping, const Target& target) {
    return toText(mapping, target.workload, target.architecture);
}

std::vector<Mapping> distinct(const Mapspace& space) {
    std::vector<Mapping> mappings;
    space.enumerateDistinct([&](const Mapping& mapping) {
        mappings.push_back(mapping);
        return true;
    });
    return mappings;
}

/// Random spaces and all their mappings.
template <class Check>
void forEachSpace(int count, const LiteralOptions& options, Check check) {
    for (const Factorization kind : kKinds) {
        Rng rng(17, static_cast<std::uint64_t>(kind));
        for (int found = 0; found < count;) {
            const LiteralSpace literal = randomSpace(rng, options);
            const std::vector<Mapping> all = allMappings(literal, kind, 2000);
            if (all.empty()) continue;
            ++found;
            check(makeSpace(targetOf(literal), kind, constraintsOf(literal)), all);
            if (QTest::currentTestFailed()) return;
        }
    }
}

}  // namespace

class MapspaceDistinctTest : public QObject {
    Q_OBJECT

private slots:
    void eachDistinctMappingComesOnce();
    void choicesThatWriteTheSameListComeOnce();
    void countStopsAtItsLimit();
    void walkStopsWhenToldTo();
    void sameMappingsCostTheSame();
};

void MapspaceDistinctTest::eachDistinctMappingComesOnce() {
    forEachSpace(cases(200), {.mayKeep = false}, [](const Mapspace& space, const std::vector<Mapping>& all) {
        const Target& target = space.target();
        std::set<std::string> expected;
        std::set<std::string> lists;
        for (const Mapping& mapping : all) {
            expected.insert(textOf(sorted(mapping, target.workload), target));
            lists.insert(textOf(mapping, target));
        }
        std::set<std::string> found;
        for (const Mapping& mapping : distinct(space)) {
            QVERIFY2(lists.contains(textOf(mapping, target)), "not in the space");
            QVERIFY2(found.insert(textOf(sorted(mapping, target.workload), target)).second, "twice");
        }
        QVERIFY(found == expected);
        QCOMPARE(toDecimal(space.distinctCount(2000).value()), std::to_string(expected.size()));
    });
}

void MapspaceDistinctTest::choicesThatWriteTheSameListComeOnce() {
    forEachSpace(cases(200), {.mayKeep = true}, [](const Mapspace& space, const std::vector<Mapping>& all) {
        const Target& target = space.target();
        std::set<std::string> expected;
        for (const Mapping& mapping : all) expected.insert(textOf(sorted(mapping, target.workload), target));
        std::set<std::string> lists;
        std::set<std::string> found;
        for (const Mapping& mapping : distinct(space)) {
            QVERIFY2(lists.insert(textOf(mapping, target)).second, "twice");
            found.insert(textOf(sorted(mapping, target.workload), target));
        }
        QVERIFY(found == expected);
    });
}

void MapspaceDistinctTest::countStopsAtItsLimit() {
    const TargetPtr target = makeTarget("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=4,k=4", {memory("DRAM"), memory("L1")}, {});
    const Mapspace space = makeSpace(target, Factorization::perfect);
    // Each bound 4 is split 1*4, 2*2 or 4*1: i of the 3 dimensions have a loop above L1, whose orders all differ (i!),
    // and those inside L1 have no order: sum over splits of i!. By splits with a loop above (2*2, 4*1) or without.
    // i = 0: 1; i = 1: 3 * 2; i = 2: 3 * 4 * 2!; i = 3: 8 * 3!.
    QCOMPARE(toDecimal(space.distinctCount(79).value()), std::string("79"));
    QVERIFY(!space.distinctCount(78));
}

void MapspaceDistinctTest::walkStopsWhenToldTo() {
    const TargetPtr target = makeTarget("Z[m,n] += A[m,k] * B[k,n]", "m=64,n=64,k=64",
                                        {memory("DRAM"), memory("L2"), memory("L1")}, {fanout("PE", 1, 8, 8)});
    const Mapspace space = makeSpace(target, Factorization::ruby);
    int seen = 0;
    space.enumerateDistinct([&](const Mapping&) { return ++seen < 1000; });
    QCOMPARE(seen, 1000);
    BigInt last;
    space.enumerate([&](const BigInt& index, const Mapping&) {
        last = index;
        return index < 1000;
    });
    QCOMPARE(toDecimal(last), std::string("1000"));
}

void MapspaceDistinctTest::sameMappingsCostTheSame() {
    int compared = 0;
    Rng rng(18);
    forEachSpace(cases(100), {.mayKeep = true, .maxBound = 5},
                 [&](const Mapspace& space, const std::vector<Mapping>& all) {
                     const Target& target = space.target();
                     for (int i = 0; i < 10; ++i) {
                         const Mapping& mapping = all[rng.below(all.size())];
                         const Mapping same = sorted(mapping, target.workload);
                         if (same == mapping) continue;
                         ++compared;
                         for (const Semantics& semantics :
                              {Semantics{}, Semantics{Halo::box, Window::set, Multicast::distinct, true}}) {
                             const auto counts = [&](const Mapping& m) {
                                 return costToJson(simulateLiterally(m, target, semantics), target).dump();
                             };
                             QVERIFY2(counts(mapping) == counts(same), textOf(mapping, target).c_str());
                         }
                     }
                 });
    QVERIFY(compared > cases(100));
}

QTEST_APPLESS_MAIN(MapspaceDistinctTest)
#include "mapspace_distinct_test.moc"
