// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <clocale>
#include <limits>

#include "core/base/json.h"

using namespace lapidary;

class BaseJsonWriteTest : public QObject {
    Q_OBJECT
private slots:
    void objectsKeepTheOrderOfInsertion() {
        Json object;
        object.set("z", 1).set("a", Json::array({true, Json(), "x"})).set("z", 2);
        QCOMPARE(object.dump(-1), R"({"z": 2, "a": [true, null, "x"]})");
    }
    void listsOfPlainValuesStayInOneLine() {
        const auto sample = parseJson(R"({"a": [1, "x", null], "o": {"r": 1, "w": 2}, "l": [[], {}, [{"k": 1}]]})", "");
        QCOMPARE(sample->dump(),
                 "{\n"
                 "  \"a\": [1, \"x\", null],\n"
                 "  \"o\": {\"r\": 1, \"w\": 2},\n"
                 "  \"l\": [\n"
                 "    [],\n"
                 "    {},\n"
                 "    [\n"
                 "      {\"k\": 1}\n"
                 "    ]\n"
                 "  ]\n"
                 "}");
    }
    void linesOfListsEndAtAHundredCharacters() {
        const auto lines = [](std::size_t length) {
            Json object;
            object.set("k", Json::array({std::string(length, 'x'), 1}));
            object.set("o", Json::array({Json::array()}));  // keeps the outer object from standing in one line
            return QString::fromStdString(object.dump()).split('\n');
        };
        const auto full = lines(100 - 14);  // two spaces, "k": ["", 1] and the x take exactly 100
        QCOMPARE(full[1].size(), 101);      // and the comma
        QCOMPARE(full.size(), 6);
        const auto broken = lines(100 - 13);
        QCOMPARE(broken[1], "  \"k\": [");
        QCOMPARE(broken.size(), 9);
    }
    void linesNeverEndWithSpaces() {
        const auto sample = parseJson(R"({"a": [1, {"b": []}], "c": {"d": [{}, 2]}})", "");
        QVERIFY(sample->dump().find(" \n") == std::string::npos);
    }
    void realsAreTheShortestTextThatReadsBack_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenth") << 0.1 << "0.1";
        QTest::newRow("sum") << 0.1 + 0.2 << "0.30000000000000004";
        QTest::newRow("whole") << 3.0 << "3.0";
        QTest::newRow("large") << 1e300 << "1e+300";
        QTest::newRow("smallest") << 5e-324 << "5e-324";
        QTest::newRow("negative") << -2.5 << "-2.5";
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << "null";
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << "null";
    }
    void realsAreTheShortestTextThatReadsBack() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(Json(value).dump(), text.toStdString());
        if (text != "null") QCOMPARE((*parseJson("[" + text.toStdString() + "]", ""))[0].real(), value);
    }
    void decimalCommaOfTheUsersLocaleStaysOut() {
        if (!std::setlocale(LC_NUMERIC, "de_DE.UTF-8")) QSKIP("no locale with a decimal comma here");
        QCOMPARE(Json(0.5).dump(), "0.5");
        QCOMPARE((*parseJson("[0.5]", ""))[0].real(), 0.5);
        std::setlocale(LC_NUMERIC, "C");
    }
    void numberTextKeepsSizesBeyondSixtyFourBits() {
        const std::string huge(400, '9');
        QCOMPARE(Json::numberText(huge).dump(), huge);
        QVERIFY(std::isinf(Json::numberText(huge).real()));
        QCOMPARE(Json::numberText("42").integer(), 42);
        QVERIFY(Json::numberText("18446744073709551616") != Json::numberText("18446744073709551617"));
    }
    void stringsAreEscaped() { QCOMPARE(Json("a\"\\\n\r\t\x01ü").dump(), "\"a\\\"\\\\\\n\\r\\t\\u0001ü\""); }
    void writtenTextReadsBackEqual() {
        const std::string text =
            R"({"a": [1, -2.5, 1e22, true, null, "ü", 18446744073709551616], "b": {"c": {}, "d": []}})";
        const Json value = *parseJson(text, "");
        QCOMPARE(value.dump(-1), text);
        QVERIFY(*parseJson(value.dump(), "") == value);
        QVERIFY(*parseJson(value.dump(7), "") == value);
    }
    void equalityLooksAtKindsAndOrderButNotPositions() {
        QVERIFY(*parseJson("[1,2]", "") == *parseJson("\n[ 1, 2 ]", ""));
        QVERIFY(!(Json(3) == Json(3.0)));
        QVERIFY(!(*parseJson(R"({"a":1,"b":2})", "") == *parseJson(R"({"b":2,"a":1})", "")));
    }
    void absentMembersAreNull() {
        const Json object = *parseJson(R"({"a": 1})", "");
        QVERIFY(object["b"].isNull());
        QVERIFY(object["a"]["b"].isNull());
        QVERIFY(object.find("b") == nullptr);
    }
};

QTEST_APPLESS_MAIN(BaseJsonWriteTest)
#include "base_json_write_test.moc"
