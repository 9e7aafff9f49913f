// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <limits>

#include "core/base/digit_groups.h"
#include "core/base/units.h"

using namespace lapidary;

class BaseUnitsTest : public QObject {
    Q_OBJECT
private slots:
    void prefixesKeepTheMantissaBetweenOneAndAThousand_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, const char* unit, const char* text) {
            QTest::newRow(text) << value << unit << QString::fromUtf8(text);
        };
        row(0, "pJ", "0 pJ");
        row(0.05, "pJ", "0.05 pJ");
        row(2.2, "pJ", "2.2 pJ");
        row(999.94, "pJ", "999.9 pJ");
        row(999.96, "pJ", "1 nJ");  // rounds to a thousand
        row(1234567.8, "pJ", "1.235 µJ");
        row(4.2e10, "pJ", "42 mJ");
        row(5e12, "pJ", "5 J");
        row(7e15, "pJ", "7000 J");
        row(-2.5e6, "pJ", "−2.5 µJ");
        row(3e9, "pJ*cycles", "3 mJ·cycles");
        row(6.4e15, "pJ*cycles", "6.4 kJ·cycles");
        row(1.25e19, "pJ*cycles", "12.5 MJ·cycles");
        row(1.583e-6, "J*s", "1.583 µJ·s");
        row(4.5e-10, "J*s", "450 pJ·s");
        row(4.02e-16, "J*s", "402 aJ·s");
        row(3e-15, "J*s", "3 fJ·s");
        row(0, "J*s", "0 J·s");
        row(1500, "ns", "1.5 µs");
        row(0.0021, "s", "2.1 ms");
        row(0, "s", "0 s");
        row(0.004, "W", "4 mW");
        row(1239.5, "um^2", "1240 µm²");
        row(1162549, "um^2", "1.163 mm²");
        row(2e8, "Hz", "200 MHz");
        row(64, "B", "64 B");
        row(65536, "B", "65.54 kB");
        row(1e7, "bit", "10 Mbit");
        row(86204800, "cycles", "86.2 M cycles");
        row(999, "cycles", "999 cycles");
        row(2.5e9, "", "2.5 G");
        row(std::numeric_limits<double>::infinity(), "pJ", "∞ pJ");
        row(std::numeric_limits<double>::quiet_NaN(), "pJ", "n/a");
    }
    void prefixesKeepTheMantissaBetweenOneAndAThousand() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatSi(value, unit.toStdString())), text);
    }
    void countsAreGroupedByThousands() {
        QCOMPARE(formatCount(0), "0");
        QCOMPARE(formatCount(999), "999");
        QCOMPARE(formatCount(1000), "1,000");
        QCOMPARE(formatCount(-123456), "-123,456");
        QCOMPARE(formatCount(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
    }
    void significantDigitsWithoutExponentInTheUsualRange() {
        QCOMPARE(formatSignificant(0), "0");
        QCOMPARE(formatSignificant(0.001), "0.001");
        QCOMPARE(formatSignificant(0.00123456), "0.001235");
        QCOMPARE(formatSignificant(0.000999), "9.99e-04");
        QCOMPARE(formatSignificant(123456789), "123500000");
        QCOMPARE(formatSignificant(999950000000000.0), "1e+15");
        QCOMPARE(formatSignificant(-1.5, 1), "-2");
        QCOMPARE(formatSignificant(2.0 / 3, 10), "0.6666666667");
    }
    void figuresForPeopleHaveTheirThousandsSetApart() {
        QCOMPARE(formatFigure(22850), "22,850");
        QCOMPARE(formatFigure(1234567), "1,235,000");
        QCOMPARE(formatFigure(-1234.5, 5), "-1,234.5");
        QCOMPARE(formatFigure(999.94), "999.9");
        QCOMPARE(formatFigure(0.00012346), "1.235e-04");
        QCOMPARE(formatFigure(0), "0");
        QCOMPARE(withGroups("12345.67890"), "12,345.67890");
        QCOMPARE(withGroups("inf"), "inf");
    }
    void exactTextReadsBack() {
        for (const double value : {0.1, 1.0 / 3, 1e-300, 123456789.125, -0.0, 5e-324}) {
            const std::string text = formatExact(value);
            QCOMPARE(QString::fromStdString(text).toDouble(), value);
        }
        QCOMPARE(formatExact(3), "3");
    }

    void capacitiesAreWordsOrBits_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("amount");
        QTest::addColumn<bool>("inWords");
        QTest::addColumn<QString>("printed");
        const auto row = [](const char* text, qint64 amount, bool inWords, const char* printed) {
            QTest::newRow(text) << text << amount << inWords << printed;
        };
        row("1024", 1024, true, "1024 words");
        row(" 12 words ", 12, true, "12 words");
        row("1 word", 1, true, "1 word");
        row("5.0", 5, true, "5 words");
        row("1 bit", 1, false, "1 bit");
        row("24 bits", 24, false, "3 B");
        row("0.125 B", 1, false, "1 bit");
        row("64KiB", 524288, false, "64 KiB");
        row("1.5 KiB", 12288, false, "1536 B");
        row("1 kB", 8000, false, "1000 B");
        row("108 kB", 864000, false, "108000 B");
        row("2 MiB", 16777216, false, "2 MiB");
        row("2 MB", 16000000, false, "2000000 B");
        row("1 GiB", 8589934592, false, "1 GiB");
        row("1 GB", 8000000000, false, "1000000000 B");
        row("3 Kibit", 3072, false, "384 B");
        row("3 kbit", 3000, false, "375 B");
    }
    void capacitiesAreWordsOrBits() {
        QFETCH(QString, text);
        QFETCH(qint64, amount);
        QFETCH(bool, inWords);
        QFETCH(QString, printed);
        const auto capacity = parseCapacity(text.toStdString());
        QVERIFY2(capacity.ok(), capacity.errorText().c_str());
        QCOMPARE(capacity->amount, amount);
        QCOMPARE(capacity->inWords, inWords);
        QCOMPARE(QString::fromStdString(toText(*capacity)), printed);
        QVERIFY(*parseCapacity(toText(*capacity)) == *capacity);
    }
    void capacitiesConvertByWordSize() {
        QCOMPARE(parseCapacity("48 B")->words(16), 24);
        QCOMPARE(parseCapacity("48 B")->words(36), 10);
        QCOMPARE(parseCapacity("12")->bits(16), 192);
    }

    void wrongCapacitiesAreRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) { QTest::newRow(text) << text << message; };
        const char* units = "expected words, bit, Kibit, B, KiB, MiB, GiB, kB, MB or GB";
        const QString unknown = QString(", ") + units;
        row("", "error: the capacity is empty; write a number of words or e.g. \"64 KiB\"");
        row("0", "error: capacity '0' is zero, expected at least 1; leave the capacity out for a memory without limit");
        row("0.0 KiB",
            "error: capacity '0.0 KiB' is zero, expected at least 1; leave the capacity out for a memory without "
            "limit");
        row("-64 KiB", "error: capacity '-64 KiB' is negative, expected at least 1");
        row("1.5", "error: capacity '1.5' is not a whole number of words");
        row("0.3 B", "error: capacity '0.3 B' is not a whole number of bits");
        row("KiB", "error: expected a capacity such as 1024 or 64 KiB, found 'KiB'");
        row("1.2.3", "error: expected a capacity such as 1024 or 64 KiB, found '1.2.3'");
        row("64 KB", "error: capacity unit 'KB' is ambiguous; write KiB for 1024 B or kB for 1000 B");
        QTest::newRow("64 kib") << "64 kib"
                                << "error: unknown capacity unit 'kib'" + unknown + "; did you mean 'KiB'?";
        QTest::newRow("64 acres") << "64 acres"
                                  << "error: unknown capacity unit 'acres'" + unknown;
        row("1125899906842625", "error: capacity '1125899906842625' is more than 2^50 words");
        row("99999999999999999999 GiB", "error: capacity '99999999999999999999 GiB' is more than 2^50 bits");
    }
    void wrongCapacitiesAreRefused() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(parseCapacity(text.toStdString()).errorText()), message);
    }
};

QTEST_APPLESS_MAIN(BaseUnitsTest)
#include "base_units_test.moc"
