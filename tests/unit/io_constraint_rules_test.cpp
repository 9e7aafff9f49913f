// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints as rules and as text: the same either way.

#include <QtTest>

#include "core/io/constraint_rules.h"

using namespace lapidary;

namespace {

constexpr const char* kText = R"({
  "levels": {"GLB": {"only": ["M", "C"], "factors": ["C <= 4", "R = full"], "before": ["R before P"]}, "spad": {"only": []}},
  "fanouts": {"PE": {"x": ["Q", "M"], "min_utilization": 0.75}}
})";

Constraints sample() { return constraintsFromText(kText).value(); }

}  // namespace

class IoConstraintRulesTest : public QObject {
    Q_OBJECT
private slots:
    void eachKeyIsARule() {
        const std::vector<ConstraintRule> expected{
            {false, "GLB", "only", "M, C"},
            {false, "GLB", "before", "R before P"},
            {false, "GLB", "factors", "C <= 4, R = full"},
            {false, "spad", "only", "none"},
            {true, "PE", "x", "Q, M"},
            {true, "PE", "min_utilization", "0.75"},
        };
        QCOMPARE(rulesOf(sample()), expected);
    }

    void writtenTextReadsBackEqual() { QCOMPARE(constraintsFromText(constraintsText(sample())).value(), sample()); }

    void ruleIsSetAndTakenAway() {
        const auto set = withRule(sample(), {true, "PE", "y", " S ,C"});
        QCOMPARE(set->fanouts.at("PE").y.value(), (std::vector<std::string>{"S", "C"}));
        const auto share = withRule(*set, {true, "PE", "min_utilization", "50 %"});
        QCOMPARE(share->fanouts.at("PE").minUtilization, 0.5);
        QCOMPARE(withRule(*set, {true, "PE", "y", ""}).value(), sample());
    }

    void wrongValueSaysWhatIsExpected() {
        QVERIFY(QString::fromStdString(withRule(sample(), {false, "GLB", "factors", "C < 4"}).errorText())
                    .contains("expected '<=', '>=' or '='"));
        QCOMPARE(QString::fromStdString(withRule(sample(), {true, "PE", "min_utilization", "much"}).errorText()),
                 QString("error: expected a share such as 0.75 or 75 %, found 'much'"));
        QVERIFY(
            QString::fromStdString(withRule(sample(), {false, "GLB", "x", "M"}).errorText()).contains("no rule 'x'"));
    }

    void wrongTextIsLocated() {
        const auto read = constraintsFromText("{\n  \"levels\": {\"GLB\": {\"onyl\": [\"M\"]}}\n}");
        QVERIFY(!read);
        QCOMPARE(read.diagnostics().front().place.line, 2);
        QVERIFY(QString::fromStdString(read.errorText()).contains("did you mean 'only'?"));
    }
};

QTEST_APPLESS_MAIN(IoConstraintRulesTest)
#include "io_constraint_rules_test.moc"
