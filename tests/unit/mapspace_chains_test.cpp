// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=mapspace
#include <sys/resource.h>

#include <QtTest>

#include "core/mapspace/padding.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr LoopSlot kAny{true};
constexpr LoopSlot kWhole{false};

FactorChains chainsOf(std::int64_t bound, const std::vector<LoopSlot>& places) {
    return FactorChains::make(bound, places).value();
}

/// The chain as pairs (P, R), outermost first.
std::vector<Factor> chainAt(const FactorChains& chains, std::uint64_t rank, std::size_t loops) {
    std::vector<Factor> chain(loops);
    chains.at(rank, chain.data());
    return chain;
}

/// Ruby III-A: temporal DRAM, up to 9 PEs in a line, temporal scratchpad.
Mapspace tableOne(std::int64_t bound, Factorization kind) {
    return makeSpace(
        makeTarget("A[d]", "d=" + std::to_string(bound), {memory("DRAM"), memory("spad")}, {fanout("PE", 0, 9)}), kind);
}

/// The scratchpad's largest tile: what the loops below its Store touch.
std::int64_t scratchpadTile(const Mapping& mapping) {
    const Node& last = mapping.nodes.back();
    return last.kind == NodeKind::temporal ? last.bound : 1;
}

}  // namespace

class MapspaceChainsTest : public QObject {
    Q_OBJECT

private slots:
    void rubyTableOne_data();
    void rubyTableOne();
    void figureFiveIsAChainOfRubyS();
    void sixThousandOverFiveLevelsNeedsNoList();
    void chainsAreNumberedByTheirBoundsInnermostFirst();
    void whatIsNoChainHasNoNumber();
    void tablesBeyondReasonAreRefused();
    void paddedBoundsAreMultiplesOfTheAxes();
    void paddedChainsUnrollTheAxesTheyArePaddedFor();
};

void MapspaceChainsTest::rubyTableOne_data() {
    QTest::addColumn<int>("bound");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("valid");
    const auto row = [](int bound, Factorization kind, int size, int valid) {
        QTest::addRow("%s of %d", keyOf(kind).data(), bound) << bound << static_cast<int>(kind) << size << valid;
    };
    // Exact canonical sizes; the paper prints 3 22 24 52 43 for PFM and larger imperfect ones with repeats.
    using enum Factorization;
    row(3, perfect, 3, 3), row(3, rubyS, 4, 4), row(3, rubyT, 5, 5), row(3, ruby, 6, 6);
    row(64, perfect, 22, 22), row(64, rubyS, 42, 42), row(64, rubyT, 146, 146), row(64, ruby, 232, 232);
    row(100, perfect, 24, 24), row(100, rubyS, 57, 57), row(100, rubyT, 228, 228), row(100, ruby, 366, 366);
    row(1000, perfect, 52, 52), row(1000, rubyS, 119, 119), row(1000, rubyT, 2297, 2297), row(1000, ruby, 3711, 3711);
    row(4096, perfect, 46, 43), row(4096, rubyS, 96, 93), row(4096, rubyT, 9387, 2903), row(4096, ruby, 15223, 7716);
}

void MapspaceChainsTest::rubyTableOne() {
    QFETCH(int, bound);
    QFETCH(int, kind);
    QFETCH(int, size);
    QFETCH(int, valid);
    const Mapspace space = tableOne(bound, static_cast<Factorization>(kind));
    QCOMPARE(toDecimal(space.size()), std::to_string(size));
    int walked = 0;
    int fitting = 0;
    space.enumerate([&](const BigInt&, const Mapping& mapping) {
        ++walked;
        fitting += scratchpadTile(mapping) <= 1024;
        return true;
    });
    QCOMPARE(walked, size);
    QCOMPARE(fitting, valid);
}

void MapspaceChainsTest::figureFiveIsAChainOfRubyS() {
    // Ruby Fig. 5: 17 steps of 6 PEs, 4 in the last: 16 * 6 + 4 = 100.
    const std::vector<LoopSlot> places{kWhole, {true, 1, 6}};
    const std::vector<Factor> figure{{17, 17}, {6, 4}};
    QVERIFY(chainsOf(100, places).rankOf(figure.data()));
    QVERIFY(!chainsOf(100, {kWhole, {false, 1, 6}}).rankOf(figure.data()));
}

void MapspaceChainsTest::sixThousandOverFiveLevelsNeedsNoList() {
    const FactorChains chains = chainsOf(6144, std::vector<LoopSlot>(5, kAny));
    // Inside out: 4 free bounds, each at most what remains; counted by the recursion over what remains, without memo.
    std::int64_t expected = 0;
    const auto count = [&](auto& self, std::int64_t remaining, int free) -> void {
        if (free == 0) {
            ++expected;
            return;
        }
        if (free == 1) {
            expected += remaining;
            return;
        }
        for (std::int64_t p = 1; p <= remaining; ++p) self(self, ceilDiv(remaining, p), free - 1);
    };
    count(count, 6144, 4);
    QCOMPARE(chains.count(), static_cast<std::uint64_t>(expected));
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    QVERIFY2(usage.ru_maxrss < 200 * 1024, "more than 200 MB");
}

void MapspaceChainsTest::chainsAreNumberedByTheirBoundsInnermostFirst() {
    const FactorChains chains = chainsOf(48, {kAny, {false, 1, 7}, {true, 2}, kAny});
    std::vector<std::int64_t> previous;
    for (std::uint64_t rank = 0; rank < chains.count(); ++rank) {
        const std::vector<Factor> chain = chainAt(chains, rank, 4);
        const std::vector<std::int64_t> bounds{chain[3].bound, chain[2].bound, chain[1].bound, chain[0].bound};
        QVERIFY(previous < bounds);
        QCOMPARE(chains.rankOf(chain.data()).value(), rank);
        previous = bounds;
    }
}

void MapspaceChainsTest::whatIsNoChainHasNoNumber() {
    const FactorChains chains = chainsOf(10, {kAny, {true, 2, 4}, kAny});
    const auto number = [&](std::vector<Factor> chain) { return chains.rankOf(chain.data()).has_value(); };
    QVERIFY(number({{2, 2}, {3, 2}, {2, 2}}));   // ((2 - 1) * 3 + 2) * 2 = 10
    QVERIFY(!number({{2, 2}, {3, 1}, {2, 2}}));  // covers 8
    QVERIFY(!number({{2, 2}, {3, 2}, {2, 1}}));  // covers 9
    QVERIFY(!number({{3, 2}, {3, 2}, {2, 2}}));  // the outermost loop only ever runs its last iteration: P = R
    QVERIFY(!number({{1, 1}, {5, 5}, {2, 2}}));  // more than the middle loop may have
    QVERIFY(!number({{5, 5}, {1, 1}, {2, 2}}));  // less
    QVERIFY(!number({{1, 1}, {1, 1}, {10, 10}}));
    QVERIFY(!number({{1, 1}, {2, 2}, {0, 0}}));
    QVERIFY(!number({{1, 1}, {2, 1}, {10, 10}}));
}

void MapspaceChainsTest::tablesBeyondReasonAreRefused() {
    QVERIFY(FactorChains::make(std::int64_t{1} << 20, std::vector<LoopSlot>(24, kAny)));
    QVERIFY(!FactorChains::make(std::int64_t{1} << 40, std::vector<LoopSlot>(3, kAny)));
    // Perfect chains of the largest bound: C(40 + 27, 27) ways to deal 40 twos to 28 loops.
    const auto perfect = FactorChains::make(std::int64_t{1} << 40, std::vector<LoopSlot>(28, kWhole));
    BigInt ways;
    mpz_bin_uiui(ways.get_mpz_t(), 67, 27);
    QCOMPARE(std::to_string(perfect.value().count()), toDecimal(ways));
}

void MapspaceChainsTest::paddedBoundsAreMultiplesOfTheAxes() {
    const std::vector<std::int64_t> axes{14, 12};
    QCOMPARE(paddedBounds(27, axes), (std::vector<std::int64_t>{27, 28, 36, 168}));
    QCOMPARE(paddedBounds(56, axes), (std::vector<std::int64_t>{56, 60, 168}));
    QCOMPARE(paddedBounds(1, axes), (std::vector<std::int64_t>{1}));
    QCOMPARE(paddedBounds(27, {}), (std::vector<std::int64_t>{27}));
}

void MapspaceChainsTest::paddedChainsUnrollTheAxesTheyArePaddedFor() {
    // Ruby Fig. 8: 127 on 16 PEs in a line. Perfect: 127 at one of two temporal loops. Padded to 128 = 2^7, unrolled
    // on 2, 4, 8 or 16 PEs: the rest, 2^6 .. 2^3, is shared by two temporal loops in 7 + 6 + 5 + 4 ways.
    const std::vector<PaddingSlot> places{{{}, 0}, {{false, 1, 16}, 16}, {{}, 0}};
    const auto chains = DimensionChains::make(127, places, true).value();
    QCOMPARE(chains.count(), std::uint64_t{2 + 22});
    int raised = 0;
    for (std::uint64_t rank = 0; rank < chains.count(); ++rank) {
        std::vector<Factor> chain(3);
        const std::int64_t covered = chains.at(rank, chain.data());
        QCOMPARE(chains.rankOf(covered, chain.data()).value(), rank);
        QCOMPARE(covered, chain[0].bound * chain[1].bound * chain[2].bound);
        QCOMPARE(covered == 128, chain[1].bound > 1);
        raised += covered == 128;
    }
    QCOMPARE(raised, 22);
}

QTEST_APPLESS_MAIN(MapspaceChainsTest)
#include "mapspace_chains_test.moc"
