// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
#include <QtTest>

#include "core/arch/constraint.h"

using namespace lapidary;

class ArchFactorRuleTest : public QObject {
    Q_OBJECT
private slots:
    void rulesReadAndWrite_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* text, const char* written) { QTest::newRow(text) << text << written; };
        row("C <= 4", "C <= 4");
        row("C<=4", "C <= 4");
        row("  R = full ", "R = full");
        row("Q >= 2", "Q >= 2");
        row("M=3", "M = 3");
        row("out_channels_2 = 1", "out_channels_2 = 1");
        row("m <= 9223372036854775807", "m <= 9223372036854775807");
    }
    void rulesReadAndWrite() {
        QFETCH(QString, text);
        QFETCH(QString, written);
        const Result<FactorRule> rule = parseFactorRule(text.toStdString());
        QVERIFY2(rule.ok(), rule.errorText().c_str());
        QCOMPARE(QString::fromStdString(toText(*rule)), written);
        QVERIFY(*parseFactorRule(toText(*rule)) == *rule);
    }

    void partsOfARule() {
        const FactorRule rule = *parseFactorRule("Q >= 12");
        QVERIFY(rule == (FactorRule{"Q", FactorRule::Relation::atLeast, false, 12, 0, 0}));
        const FactorRule full = *parseFactorRule("R = full");
        QVERIFY(full == (FactorRule{"R", FactorRule::Relation::equal, true, 1, 0, 0}));
    }

    void errorsSayWhereAndWhat_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, int column, const char* message) {
            QTest::newRow(text) << text << column << message;
        };
        row("", 1, "expected a dimension, found the end");
        row("4 >= C", 1, "expected a dimension, found '4 >= C'");
        row("C", 2, "expected '<=', '>=' or '=', found the end");
        row("C < 4", 3, "expected '<=', '>=' or '=', found '< 4'");
        row("C == 4", 4, "expected a whole number or 'full', found '= 4'");
        row("C <=", 5, "expected a whole number or 'full', found the end");
        row("C <= four", 6, "expected a whole number or 'full', found 'four'");
        row("C <= 4.5", 6, "expected a whole number or 'full', found '4.5'");
        row("C <= 0", 6, "a trip count is at least 1, found 0");
        row("C = -3", 5, "a trip count is at least 1, found -3");
        row("C = 9223372036854775808", 5, "'9223372036854775808' is too large");
        row("C <= full", 6, "'full' goes with '=' only, as in 'C = full'");
        row("C <= 4 and R = 3", 8, "expected nothing more, found 'and R = 3'");
    }
    void errorsSayWhereAndWhat() {
        QFETCH(QString, text);
        QFETCH(int, column);
        QFETCH(QString, message);
        const Result<FactorRule> rule = parseFactorRule(text.toStdString());
        QVERIFY(!rule.ok());
        QCOMPARE(rule.diagnostics().size(), std::size_t{1});
        const Diagnostic& problem = rule.diagnostics().front();
        QCOMPARE(QString::fromStdString(problem.message), message);
        QCOMPARE(problem.place.column, column);
        QCOMPARE(problem.hint, std::string("a factor rule reads 'C <= 4', 'Q >= 2', 'M = 3' or 'R = full'"));
    }
};

QTEST_APPLESS_MAIN(ArchFactorRuleTest)
#include "arch_factor_rule_test.moc"
