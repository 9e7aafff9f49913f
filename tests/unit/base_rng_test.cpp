// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <set>

#include "core/base/rng.h"

using namespace lapidary;

namespace {

std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/// xoshiro256** after the reference text of D. Blackman and S. Vigna, written out a second time.
struct Reference {
    std::uint64_t a, b, c, d;
    std::uint64_t next() {
        const std::uint64_t result = rotated(b * 5, 7) * 9;
        const std::uint64_t t = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= t;
        d = rotated(d, 45);
        return result;
    }
};

std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Pearson's statistic of `counts` against equal frequencies.
double chiSquare(const std::vector<int>& counts, int draws) {
    const double expected = static_cast<double>(draws) / static_cast<double>(counts.size());
    double sum = 0;
    for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

}  // namespace

class BaseRngTest : public QObject {
    Q_OBJECT
private slots:
    void stateOneTwoThreeFourGivesThePublishedNumbers() {
        // Test vector of the rand_xoshiro crate, made with the authors' C code.
        Rng rng(std::array<std::uint64_t, 4>{1, 2, 3, 4});
        for (const std::uint64_t expected :
             {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL, 607988272756665600ULL,
              16172922978634559625ULL, 8476171486693032832ULL, 10595114339597558777ULL, 2904607092377533576ULL})
            QCOMPARE(rng.next(), expected);
    }
    void seedsAndStreamsBecomeStatesBySplitmix() {
        constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;
        for (const auto& [seed, stream] : {std::pair<std::uint64_t, std::uint64_t>{0, 0}, {42, 7}, {~0ULL, ~0ULL}}) {
            const std::uint64_t start = mixed(mixed(seed + kStep) + stream + kStep);
            Reference reference{mixed(start + kStep), mixed(start + 2 * kStep), mixed(start + 3 * kStep),
                                mixed(start + 4 * kStep)};
            Rng rng(seed, stream);
            for (int i = 0; i < 1000; ++i) QCOMPARE(rng.next(), reference.next());
        }
    }
    void neighbouringSeedsAndStreamsShareNothing() {
        std::set<std::uint64_t> seen;
        for (std::uint64_t seed = 0; seed < 32; ++seed)
            for (std::uint64_t stream = 0; stream < 32; ++stream) {
                Rng rng(seed, stream);
                for (int i = 0; i < 8; ++i) seen.insert(rng.next());
            }
        QCOMPARE(seen.size(), 32u * 32u * 8u);
    }
    void smallRangesAreEven() {
        Rng rng(1);
        for (const int n : {1, 2, 3, 7, 10}) {
            std::vector<int> counts(static_cast<std::size_t>(n));
            for (int i = 0; i < 100'000; ++i) ++counts[rng.below(static_cast<std::uint64_t>(n))];
            QVERIFY(chiSquare(counts, 100'000) < 40);  // 9 degrees of freedom exceed 40 once in 130,000
        }
    }
    void rangesThatDoNotDivideTheWordAreEven() {
        // With n = 3 * 2^62 a plain remainder would give the lowest third twice as often.
        Rng rng(2);
        std::vector<int> thirds(3);
        for (int i = 0; i < 30'000; ++i) ++thirds[rng.below(3ULL << 62) >> 62];
        QVERIFY(chiSquare(thirds, 30'000) < 30);
    }
    void bigRangesAreEvenAndStayInside() {
        Rng rng(3);
        BigInt n;
        mpz_ui_pow_ui(n.get_mpz_t(), 3, 100);
        const BigInt part = n / 9;  // 3^98, exact
        std::vector<int> counts(9);
        for (int i = 0; i < 18'000; ++i) {
            const BigInt drawn = rng.below(n);
            QVERIFY(drawn >= 0 && drawn < n);
            ++counts[BigInt(drawn / part).get_ui()];
        }
        QVERIFY(chiSquare(counts, 18'000) < 40);
        QCOMPARE(rng.below(bigInt(1)), bigInt(0));
    }
    void unitLiesInTheHalfOpenInterval() {
        Rng rng(4);
        double sum = 0;
        for (int i = 0; i < 100'000; ++i) {
            const double value = rng.unit();
            QVERIFY(value >= 0 && value < 1);
            sum += value;
        }
        QVERIFY(std::abs(sum / 100'000 - 0.5) < 0.005);  // 5 sigma
    }
};

QTEST_APPLESS_MAIN(BaseRngTest)
#include "base_rng_test.moc"
