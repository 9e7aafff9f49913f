// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/search/counters.h"
#include "tests/support/problem.h"

using namespace lapidary;

namespace {

Reason capacity(int level, std::int64_t needed) {
    Reason reason;
    reason.code = ReasonCode::capacity;
    reason.level = static_cast<std::int8_t>(level);
    reason.needed = needed;
    reason.available = 64;
    return reason;
}

Mapping nestOf(int loops) {
    Mapping mapping;
    mapping.nodes.resize(static_cast<std::size_t>(loops));
    return mapping;
}

TargetPtr target() {
    return testing::problem("Z[m] += A[m]", "m=4", testing::ladder({"DRAM", "GLB"}),
                            "DRAM [A Z]\n  GLB [A Z]\n    for m in 0..4")
        .target;
}

}  // namespace

class SearchCountersTest : public QObject {
    Q_OBJECT
private slots:
    void reasonsAreSortedByCountAndKeepTheFirstExample() {
        Tally early;
        early.addValid();
        early.addInvalid(capacity(1, 96), 40, nestOf(1));
        early.addInvalid(capacity(0, 80), 41, nestOf(2));
        Tally late;
        late.addInvalid(capacity(1, 160), 50, nestOf(4));
        late.addInvalid(capacity(1, 128), 7, nestOf(3));

        for (const bool earlyFirst : {true, false}) {
            Tally sum;
            sum.merge(earlyFirst ? early : late);
            sum.merge(earlyFirst ? late : early);
            const Counters counters = sum.counters(*target());
            QCOMPARE(counters.drawn, std::int64_t{5});
            QCOMPARE(counters.valid, std::int64_t{1});
            QCOMPARE(counters.invalid.size(), std::size_t{2});
            QCOMPARE(counters.invalid[0].count, std::int64_t{3});
            QVERIFY(counters.invalid[0].example == capacity(1, 128));
            QVERIFY(counters.invalid[0].mapping == nestOf(3));
            QVERIFY(counters.invalid[1].mapping == nestOf(2));
            QCOMPARE(counters.invalid[1].count, std::int64_t{1});
        }
    }
};

QTEST_APPLESS_MAIN(SearchCountersTest)
#include "search_counters_test.moc"
