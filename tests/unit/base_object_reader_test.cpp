// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <limits>

#include "core/base/json.h"

using namespace lapidary;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Reads `text` as the object levels[1] of a.json and returns what `read` makes of it as messages.
template <class Read>
std::string messages(const std::string& text, Read read) {
    const Json value = *parseJson(text, "a.json");
    Diagnostics out;
    ObjectReader reader(value, "a.json", "levels[1]", out);
    read(reader);
    return toText(out);
}

}  // namespace

class BaseObjectReaderTest : public QObject {
    Q_OBJECT
private slots:
    void rightMembersAreReadWithoutAWord() {
        const Json value =
            *parseJson(R"({"i": -3, "r": 0.5, "w": 7, "s": "x", "b": true, "l": ["p", "q"], "o": {}})", "");
        Diagnostics out;
        ObjectReader reader(value, "a.json", "", out);
        QCOMPARE(reader.integer("i", -3, 5), -3);
        QCOMPARE(reader.number("r", 0, 1), 0.5);
        QCOMPARE(reader.number("w", 0, kInfinity), 7.0);
        QCOMPARE(reader.string("s"), "x");
        QCOMPARE(reader.boolean("b"), true);
        QCOMPARE(reader.strings("l")->size(), 2u);
        QVERIFY(reader.object("o"));
        QVERIFY(!reader.integer("absent", 0, 1));
        QVERIFY(!reader.array("none"));
        reader.finish();
        QCOMPARE(toText(out), "");
    }

    void wrongIntegersSayWhatWasExpected_data() {
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("ending");
        QTest::newRow("2^63") << "9223372036854775808"
                              << "9223372036854775808 [levels[1].n]";
        QTest::newRow("2^64") << "18446744073709551616"
                              << "18446744073709551616 [levels[1].n]";
        QTest::newRow("negative") << "-1"
                                  << "-1 [levels[1].n]";
        QTest::newRow("fraction") << "3.5"
                                  << "3.5 [levels[1].n]";
        QTest::newRow("whole real") << "3.0"
                                    << "3.0 [levels[1].n]; write it without a decimal point or exponent";
        QTest::newRow("exponent") << "1e1"
                                  << "1e1 [levels[1].n]; write it without a decimal point or exponent";
        QTest::newRow("string") << "\"3\""
                                << "the string \"3\" [levels[1].n]";
        QTest::newRow("null") << "null"
                              << "null [levels[1].n]";
        QTest::newRow("array") << "[3]"
                               << "an array [levels[1].n]";
        QTest::newRow("object") << "{}"
                                << "an object [levels[1].n]";
        QTest::newRow("boolean") << "true"
                                 << "true [levels[1].n]";
    }
    void wrongIntegersSayWhatWasExpected() {
        QFETCH(QString, found);
        QFETCH(QString, ending);
        const auto text = messages("{\"n\": " + found.toStdString() + "}",
                                   [](ObjectReader& reader) { QVERIFY(!reader.integer("n", 0, 64)); });
        QCOMPARE(QString::fromStdString(text), "a.json:1:7: error: expected an integer from 0 to 64, found " + ending);
    }

    void wrongNumbersSayTheirRange() {
        const auto read = [](double min, double max) {
            return messages(R"({"x": -2})", [=](ObjectReader& reader) { reader.number("x", min, max); });
        };
        const std::string place = "a.json:1:7: error: expected ";
        QCOMPARE(read(0, 1), place + "a number from 0 to 1, found -2 [levels[1].x]");
        QCOMPARE(read(0, kInfinity), place + "a number of at least 0, found -2 [levels[1].x]");
        QCOMPARE(read(-kInfinity, -3), place + "a number of at most -3, found -2 [levels[1].x]");
        QCOMPARE(messages(R"({"x": "2"})", [](ObjectReader& r) { r.number("x", -kInfinity, kInfinity); }),
                 place + "a number, found the string \"2\" [levels[1].x]");
    }
    void wrongKindsAreNamed() {
        QCOMPARE(messages(R"({"s": 1})", [](ObjectReader& r) { r.string("s"); }),
                 "a.json:1:7: error: expected a string, found 1 [levels[1].s]");
        QCOMPARE(messages(R"({"b": 1})", [](ObjectReader& r) { r.boolean("b"); }),
                 "a.json:1:7: error: expected true or false, found 1 [levels[1].b]");
        QCOMPARE(messages(R"({"a": {}})", [](ObjectReader& r) { r.array("a"); }),
                 "a.json:1:7: error: expected an array, found an object [levels[1].a]");
        QCOMPARE(messages(R"({"o": []})", [](ObjectReader& r) { r.object("o"); }),
                 "a.json:1:7: error: expected an object, found an array [levels[1].o]");
        QCOMPARE(messages(R"({"l": ["x", 3]})", [](ObjectReader& r) { r.strings("l"); }),
                 "a.json:1:13: error: expected a string, found 3 [levels[1].l[1]]");
        QCOMPARE(messages("[]", [](ObjectReader& r) { QVERIFY(!r.valid()); }),
                 "a.json:1:1: error: expected an object, found an array [levels[1]]");
    }
    void missingKeysPointAtTheirObject() {
        QCOMPARE(messages("\n {}", [](ObjectReader& r) { r.required("name"); }),
                 "a.json:2:2: error: missing key 'name' [levels[1].name]");
        QCOMPARE(messages("[]", [](ObjectReader& r) { r.required("name"); }),
                 "a.json:1:1: error: expected an object, found an array [levels[1]]");
    }
    void unknownKeysGetTheNearestKnownOne() {
        const auto read = [](ObjectReader& reader) {
            reader.any("capacity");
            reader.any("bandwidth");
            reader.finish();
        };
        QCOMPARE(messages("{\"capacity\": 1,\n \"capcaity2\": 2, \"xyz\": 3}", read),
                 "a.json:2:2: error: unknown key 'capcaity2' [levels[1].capcaity2]; did you mean 'capacity'?\n"
                 "a.json:2:18: error: unknown key 'xyz' [levels[1].xyz]");
    }
};

QTEST_APPLESS_MAIN(BaseObjectReaderTest)
#include "base_object_reader_test.moc"
