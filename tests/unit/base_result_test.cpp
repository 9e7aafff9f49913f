// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/result.h"
#include "core/base/text.h"

using namespace lapidary;

namespace {

enum class Fruit { apple, pear };
constexpr KeyEntry<Fruit> kFruits[] = {{Fruit::apple, "apple", "Apple", "", ""}, {Fruit::pear, "pear", "Pear", "", ""}};
std::span<const KeyEntry<Fruit>> keyTable(Fruit) { return kFruits; }

}  // namespace

class BaseResultTest : public QObject {
    Q_OBJECT
private slots:
    void textLeavesOutWhatIsUnknown() {
        QCOMPARE(toText(error("no")), "error: no");
        QCOMPARE(toText(errorAt({"f", 3, 4, "a.b"}, "no", "try yes")), "f:3:4: error: no [a.b]; try yes");
        QCOMPARE(toText(errorAt({"f", 0, 0, ""}, "no")), "f: error: no");
        QCOMPARE(toText(errorAt({"", 3, 4, ""}, "no")), "3:4: error: no");
        QCOMPARE(toText(Diagnostic{Severity::warning, "hm", {}, ""}), "warning: hm");
        QCOMPARE(toText(Diagnostic{Severity::note, "so", {"f", 3, 0, ""}, ""}), "f:3: note: so");
        QCOMPARE(toText(Diagnostics{error("a"), error("b")}), "error: a\nerror: b");
    }
    /// Whatever stands in the input, a terminal gets UTF-8 without control characters, and not megabytes of it.
    void textShowsWhatATerminalCanTake() {
        QCOMPARE(printable("Größe 64 µJ·s\n\tx"), "Größe 64 µJ·s\n\tx");
        QCOMPARE(printable(std::string_view("a\0b\x1b[2J\r\x7f", 9)), "a\\x00b\\x1B[2J\\x0D\\x7F");
        QCOMPARE(printable("\xff\xc3(\xc0\x80"), "\\xFF\\xC3(\\xC0\\x80");
        QCOMPARE(printable("\xed\xa0\x80\xe2\x82"), "\\xED\\xA0\\x80\\xE2\\x82");  // a surrogate; cut off
        QCOMPARE(printable("\xf4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");           // beyond U+10FFFF
        QCOMPARE(printable("\xc2\x9b\xe2\x80\xae"), "\\u{9B}\\u{202E}");           // CSI; right to left
        QCOMPARE(printable("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
        QCOMPARE(printable("0123456789abcdef", 8), "012345 ... ef");
        QCOMPARE(printable("ääääääää", 8), "äää ... ä");
        QCOMPARE(toText(errorAt({"f\x01", 1, 2, "k\x02"}, "found '\xff'", "\x03")),
                 "f\\x01:1:2: error: found '\\xFF' [k\\x02]; \\x03");
        QVERIFY(toText(errorAt({"f", 0, 0, std::string(1 << 20, 'k')}, std::string(1 << 20, 'm'))).size() < 3000);
    }
    void valuesMayComeWithNotes() {
        const Result<int> result(7, {{Severity::note, "by the way", {}, ""}});
        QVERIFY(result.ok());
        QCOMPARE(*result, 7);
        QCOMPARE(result.errorText(), "note: by the way");
        QVERIFY(!hasErrors(result.diagnostics()));
        QVERIFY(!Result<int>(error("none")).ok());
    }
    void tablesMapKeysBothWays() {
        QVERIFY(fromKey<Fruit>("pear") == Fruit::pear);
        QVERIFY(!fromKey<Fruit>("plum"));
        QVERIFY(keyOf(Fruit::apple) == "apple");
        QCOMPARE(keysOf<Fruit>().size(), 2u);
    }

    void nearestIsWithinAThirdOfTheLength_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("expected");
        QTest::newRow("same") << "capacity"
                              << "capacity";
        QTest::newRow("case") << "CAPACITY"
                              << "capacity";
        QTest::newRow("swap") << "cpaacity"
                              << "capacity";
        QTest::newRow("insert") << "capaciity"
                                << "capacity";
        QTest::newRow("delete") << "capcity"
                                << "capacity";
        QTest::newRow("three of eight") << "capaxxxy"
                                        << "capacity";
        QTest::newRow("four of eight") << "capxxxxy"
                                       << "";
        QTest::newRow("one of two") << "Rx"
                                    << "RS";
        QTest::newRow("one letter, other case") << "m"
                                                << "M";
        QTest::newRow("one letter, another") << "k"
                                             << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void nearestIsWithinAThirdOfTheLength() {
        QFETCH(QString, word);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(nearest(word.toStdString(), {"", "block", "capacity", "RS", "M"})), expected);
    }
    void nearestPrefersTheSmallestDistanceThenTheFirst() {
        QCOMPARE(nearest("level3", {"level1", "level2", "level33"}), "level1");
        QCOMPARE(nearest("ruby-s", {"ruby", "Ruby-S"}), "Ruby-S");
    }
    void wordsLoseBlanksAndCase() {
        QVERIFY(trimmed(" \t a b\r\n") == "a b");
        QVERIFY(trimmed(" \n").empty());
        QCOMPARE(lowered("KiB Ä_9"), "kib Ä_9");
        QVERIFY(equalIgnoringCase("Ruby-S", "rUBY-s"));
        QVERIFY(!equalIgnoringCase("ruby", "ruby-s"));
    }
    void hostileWordsAreCheap() { QCOMPARE(nearest(std::string(10'000'000, 'a'), {"aa"}), ""); }
};

QTEST_APPLESS_MAIN(BaseResultTest)
#include "base_result_test.moc"
