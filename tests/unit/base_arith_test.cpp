// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/base/arith.h"

using namespace lapidary;

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

}  // namespace

class BaseArithTest : public QObject {
    Q_OBJECT
private slots:
    void productsAndSumsNeverWrap() {
        QCOMPARE(checkedMul(std::int64_t{1} << 31, std::int64_t{1} << 31), std::int64_t{1} << 62);
        QVERIFY(!checkedMul(std::int64_t{1} << 32, std::int64_t{1} << 31));
        QVERIFY(!checkedMul(kMin, -1));
        QCOMPARE(checkedAdd(kMax - 1, 1), kMax);
        QVERIFY(!checkedAdd(kMax, 1));
        QVERIFY(!checkedAdd(kMin, -1));
    }
    void divisionRoundsUp() {
        QCOMPARE(ceilDiv(0, 4), 0);
        QCOMPARE(ceilDiv(7, 4), 2);
        QCOMPARE(ceilDiv(8, 4), 2);
        QCOMPARE(ceilDiv(kMax, 1), kMax);
        QCOMPARE(roundUp(7, 4), 8);
    }
    void divisorsAreAllThatDivide() {
        for (std::int64_t n = 1; n <= 2000; ++n) {
            std::vector<std::int64_t> expected;
            for (std::int64_t d = 1; d <= n; ++d)
                if (n % d == 0) expected.push_back(d);
            QVERIFY2(divisors(n) == expected, std::to_string(n).c_str());
        }
        QCOMPARE(divisors(std::int64_t{1} << 40).size(), 41u);
        QCOMPARE(divisors(6144).size(), 24u);                                                       // 2^11 * 3
        QVERIFY((divisors(1'099'511'627'689) == std::vector<std::int64_t>{1, 1'099'511'627'689}));  // prime below 2^40
    }
    void bigIntegersKeepAllSixtyFourBits() {
        for (const std::int64_t value : {kMin, kMin + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, kMax}) {
            QCOMPARE(toDecimal(bigInt(value)), std::to_string(value));
            QCOMPARE(toInt64(bigInt(value)), value);
        }
        QVERIFY(!toInt64(bigInt(kMax) + 1));
        QVERIFY(!toInt64(bigInt(kMin) - 1));
    }
    void logarithmsReachBeyondDoubles() {
        QCOMPARE(log10Of(bigInt(0)), -std::numeric_limits<double>::infinity());
        QCOMPARE(log10Of(bigInt(1)), 0.0);
        BigInt power;
        mpz_ui_pow_ui(power.get_mpz_t(), 10, 500);
        QVERIFY(std::abs(log10Of(power) - 500) < 1e-9);
    }
    void factorialsAreExact() {
        QCOMPARE(toDecimal(factorial(0)), "1");
        QCOMPARE(toDecimal(factorial(7)), "5040");
        QCOMPARE(toDecimal(factorial(25)), "15511210043330985984000000");
    }
};

QTEST_APPLESS_MAIN(BaseArithTest)
#include "base_arith_test.moc"
