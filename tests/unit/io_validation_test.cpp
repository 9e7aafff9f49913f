// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Rows of the validation page: what was compared, and that nothing compared is no agreement.

#include <QtTest>

#include "core/io/validation/oracles.h"

using namespace lapidary;
using namespace lapidary::validation;

class IoValidationTest : public QObject {
    Q_OBJECT
private slots:
    void countsWhatWasCompared() {
        Tally tally;
        tally.beginCase("first");
        tally.compare("reads", 4, 4);
        tally.compare("writes", 4, 5);
        tally.beginCase("second");  // has no figures
        tally.beginCase("third");
        tally.compare("reads", 0, 0);
        const std::vector<Json> row = oracleRow("tool", "words", tally, "rounding");
        QCOMPARE(row[2].integer(), std::int64_t{2});
        QCOMPARE(row[3].integer(), std::int64_t{3});
        QCOMPARE(row[4].integer(), std::int64_t{2});
        QCOMPARE(row[5].real(), 25.0);
        QCOMPARE(row[6].text(), std::string("first: writes"));
        QCOMPARE(row[7].text(), std::string("rounding"));
    }

    /// 65 cases, 0 values, 0 equal would look as if all were well.
    void nothingComparedIsNoAgreement() {
        Tally tally;
        tally.beginCase("first");
        const std::vector<Json> row = oracleRow("tool", "words", tally, "");
        QCOMPARE(row.size(), Tally::columns().size() + 3);
        for (std::size_t cell = 2; cell < 7; ++cell) QVERIFY(row[cell].isNull());
        QVERIFY(QString::fromStdString(row[7].text()).startsWith("not compared"));
        const std::string page = toMarkdown(
            std::vector<Section>{{"oracles",
                                  "Other tools",
                                  {},
                                  {"oracle", "figures", "cases", "values", "equal", "off, %", "where", "why"},
                                  {row},
                                  {}}});
        QVERIFY2(page.find('0') == std::string::npos, page.c_str());
    }
};

QTEST_APPLESS_MAIN(IoValidationTest)
#include "io_validation_test.moc"
