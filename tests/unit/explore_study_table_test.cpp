// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of a study: how points become rows, with outcomes made up so that every value can be redone in the head.

#include <QtTest>

#include "core/explore/study_table.h"
#include "tests/support/study_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Points of lineStudy in order: five (twice): two pfm, two ruby-s, three pfm, three ruby-s; six: the same.
const std::vector<double> kValues{8, 4, 10, 5, 3, 6, 12, 2};

StudyOutcomes madeUp(std::vector<double> values = kValues) {
    StudyOutcomes outcomes;
    for (std::size_t i = 0; i < values.size(); ++i) {
        StudyOutcome outcome;
        outcome.point = i;
        outcome.figures = {{"edp", values[i]}};
        outcomes.push_back(std::make_shared<const StudyOutcome>(outcome));
    }
    return outcomes;
}

StudyTable table(std::vector<StudyAxis> rows, StudyCombine combine = StudyCombine::sum) {
    StudyColumn column;
    column.key = column.figure = "edp";
    column.combine = combine;
    StudyTable table;
    table.runs = "lines";
    table.rows = std::move(rows);
    table.columns = {column};
    return table;
}

std::vector<double> oursOf(const StudyTable& table, const StudyOutcomes& outcomes = madeUp()) {
    std::vector<double> values;
    for (const StudyRow& row : rowsOf(lineStudy(), table, outcomes)) values.push_back(numberOf(row.cells[0].ours));
    return values;
}

using Along = StudyAxis;

}  // namespace

class ExploreStudyTableTest : public QObject {
    Q_OBJECT

private slots:
    void rowsAreNamedByTheirAxes() {
        QCOMPARE(rowKeys(lineStudy(), table({Along::design, Along::mapspace})),
                 (std::vector<std::string>{"two / pfm", "two / ruby-s", "three / pfm", "three / ruby-s"}));
        QCOMPARE(rowKeys(lineStudy(), table({Along::workload})), (std::vector<std::string>{"five", "six"}));
    }

    // "five" occurs twice: 2 * 8 + 3, 2 * 4 + 6, 2 * 10 + 12, 2 * 5 + 2.
    void sumsCountLayersAsOftenAsTheyOccur() {
        QCOMPARE(oursOf(table({Along::design, Along::mapspace})), (std::vector<double>{19, 14, 32, 12}));
    }
    void whereWorkloadsAreRowsEachStandsForItself() {
        QCOMPARE(oursOf(table({Along::workload, Along::design, Along::mapspace})), kValues);
    }

    void otherWaysToCombine_data() {
        QTest::addColumn<int>("combine");
        QTest::addColumn<double>("two");  // 8 and 8 and 3 (pfm), 4 and 4 and 6 (ruby-s), of each point once: 8 4 3 6
        QTest::newRow("mean") << int(StudyCombine::mean) << (2 * 8 + 2 * 4 + 3 + 6) / 6.0;
        QTest::newRow("geomean") << int(StudyCombine::geomean) << std::pow(8. * 8 * 4 * 4 * 3 * 6, 1 / 6.);
        QTest::newRow("median, the lower of the middle two") << int(StudyCombine::median) << 4.0;
        QTest::newRow("min") << int(StudyCombine::min) << 3.0;
        QTest::newRow("max") << int(StudyCombine::max) << 8.0;
    }
    void otherWaysToCombine() {
        QFETCH(int, combine);
        QFETCH(double, two);
        QCOMPARE(oursOf(table({Along::design}, static_cast<StudyCombine>(combine))).front(), two);
    }

    void totalsStandLastAndAreOverWorkloads() {
        StudyTable asked = table({Along::workload, Along::mapspace});
        asked.only = {{Along::design, {"two"}}};
        asked.total = true;
        QCOMPARE(rowKeys(lineStudy(), asked),
                 (std::vector<std::string>{"five / pfm", "five / ruby-s", "six / pfm", "six / ruby-s", "total / pfm",
                                           "total / ruby-s"}));
        QCOMPARE(oursOf(asked), (std::vector<double>{8, 4, 3, 6, 19, 14}));
    }

    void aPublishedTotalIsTheSumOfWhatWasPublished() {
        StudyTable asked = table({Along::workload});
        asked.only = {{Along::design, {"two"}}, {Along::mapspace, {"pfm"}}};
        asked.total = true;
        asked.columns[0].published = {{"all", "", "", {{"five", 10.0}, {"six", 1.0}}},
                                      {"some", "", "", {{"five", 10.0}}},
                                      {"its own", "", "", {{"five", 10.0}, {"six", 1.0}, {"total", 7.0}}}};
        const StudyRow total = rowsOf(lineStudy(), asked, madeUp()).back();
        QCOMPARE(numberOf(total.cells[0].published[0]), 21.0);  // 2 * 10 + 1
        QVERIFY(std::holds_alternative<std::monostate>(total.cells[0].published[1]));
        QCOMPARE(numberOf(total.cells[0].published[2]), 7.0);
    }

    void figuresCanBeRelativeToAnotherNameOnAnAxis() {
        StudyTable asked = table({Along::workload, Along::design, Along::mapspace});
        asked.columns[0].relativeTo = StudyReference{Along::mapspace, "pfm"};
        QCOMPARE(oursOf(asked), (std::vector<double>{1, 0.5, 1, 0.5, 1, 2, 1, 2 / 12.}));
        // The reference may be out of the rows that are shown.
        asked.only = {{Along::mapspace, {"ruby-s"}}};
        QCOMPARE(oursOf(asked), (std::vector<double>{0.5, 0.5, 2, 2 / 12.}));
        // Sums first, then the quotient: 14 / 19.
        StudyTable sums = table({Along::design, Along::mapspace});
        sums.columns[0].relativeTo = StudyReference{Along::mapspace, "pfm"};
        QCOMPARE(oursOf(sums)[1], 14 / 19.);
    }

    void whatIsMissingIsUnknownAndNoNumber() {
        StudyOutcomes outcomes = madeUp();
        outcomes[4] = nullptr;  // six, two, pfm
        const std::vector<double> sums = oursOf(table({Along::design, Along::mapspace}), outcomes);
        QCOMPARE(sums, (std::vector<double>{-1, 14, 32, 12}));
        QCOMPARE(oursOf(table({Along::workload}), {}), (std::vector<double>{-1, -1}));
    }

    void ratiosNeedTwoNumbers() {
        QCOMPARE(*ratioOf(6.0, 4.0), 1.5);
        QVERIFY(!ratioOf(6.0, 0.0) && !ratioOf(6.0, StudyValue()) && !ratioOf(std::string("c"), 1.0));
    }
};

QTEST_APPLESS_MAIN(ExploreStudyTableTest)
#include "explore_study_table_test.moc"
