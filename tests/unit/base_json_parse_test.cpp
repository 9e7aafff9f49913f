// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include "core/base/json.h"

using namespace lapidary;

namespace {

std::string at(const Json& value) { return std::to_string(value.line()) + ":" + std::to_string(value.column()); }

std::string errorOf(std::string_view text) {
    const auto parsed = parseJson(text, "f.json");
    return parsed ? "accepted " + parsed->dump(-1) : parsed.errorText();
}

Json valueOf(std::string_view text) {
    const auto parsed = parseJson(text, "f.json");
    return parsed ? *parsed : Json("not parsed: " + parsed.errorText());
}

}  // namespace

class BaseJsonParseTest : public QObject {
    Q_OBJECT
private slots:
    void everyKeyAndValueKnowsItsPosition() {
        const Json root = valueOf("{\n  \"a\": 1,  \"b\" :\n\t[true, \"x\", {\"c\": null}]\n}");
        QCOMPARE(at(root), "1:1");
        QCOMPARE(root.members()[0].line, 2);
        QCOMPARE(root.members()[0].column, 3);
        QCOMPARE(at(root["a"]), "2:8");
        QCOMPARE(root.members()[1].column, 12);
        QCOMPARE(at(root["b"]), "3:2");
        QCOMPARE(at(root["b"][0]), "3:3");
        QCOMPARE(at(root["b"][1]), "3:9");
        QCOMPARE(at(root["b"][2]), "3:14");
        QCOMPARE(at(root["b"][2]["c"]), "3:20");
    }
    void commentsCountAsBlank() {
        const Json root = valueOf("// head\n[ /* a \" ] \n */ 1, // \"\n 2]");
        QCOMPARE(at(root), "2:1");
        QCOMPARE(at(root[0]), "3:5");
        QCOMPARE(at(root[1]), "4:2");
    }
    void columnsCountCharactersNotBytes() { QCOMPARE(at(valueOf("[\"äöü→\", 1]")[1]), "1:10"); }
    void lineEndsOfOtherSystemsKeepColumns() {
        const Json root = valueOf("[\r\n  1,\r\n  2\r\n]");
        QCOMPARE(at(root[0]), "2:3");
        QCOMPARE(at(root[1]), "3:3");
    }
    void byteOrderMarkTakesNoColumn() { QCOMPARE(at(valueOf("\xEF\xBB\xBF[7]")[0]), "1:2"); }
    void stringsWithEscapedQuotesEndWhereTheyEnd() {
        const Json root = valueOf("[\"a\\\"b\\\\\", 1]");
        QCOMPARE(root[0].text(), "a\"b\\");
        QCOMPARE(at(root[1]), "1:12");
    }

    void numbersKeepTheirLiteral_data() {
        QTest::addColumn<QString>("literal");
        QTest::addColumn<bool>("isInteger");
        for (const char* integer : {"0", "-1", "-0", "9223372036854775807", "-9223372036854775808"})
            QTest::newRow(integer) << integer << true;
        for (const char* real : {"9223372036854775808", "18446744073709551616", "-9223372036854775809", "3.0", "1e2",
                                 "1.50", "1E-400", "2.5e+3"})
            QTest::newRow(real) << real << false;
    }
    void numbersKeepTheirLiteral() {
        QFETCH(QString, literal);
        QFETCH(bool, isInteger);
        const Json value = valueOf("[" + literal.toStdString() + "]")[0];
        QCOMPARE(value.text(), literal.toStdString());
        QCOMPARE(value.kind() == Json::Kind::integer, isInteger);
        QCOMPARE(value.real(), literal.toDouble());
    }

    void wrongTextGivesOneLocatedMessage_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << "f.json:" + QString::fromUtf8(message);
        };
        row("empty", "", "1:1: error: the file is empty");
        row("blank", "\n \n", "3:1: error: the file is empty");
        row("only a comment", "// nothing", "1:11: error: the file is empty");
        row("duplicate", "{\"a\": 1,\n \"b\": 2, \"a\": 3}",
            "2:10: error: duplicate key 'a'; it stands in line 1 already");
        row("open object", "{\"a\": [1, 2],\n",
            "2:1: error: the file ends within the object that starts in line 1, column 1; expected string literal");
        row("open array", "{\"a\": [1, 2",
            "1:12: error: the file ends within the array that starts in line 1, column "
            "7; expected ']'");
        row("open string", "[\"abc", "1:2: error: invalid string: missing closing quote");
        row("open comment", "[1 /* x", "1:4: error: invalid comment; missing closing '*/'");
        row("trailing text", "{}\n x", "2:2: error: unexpected text after the end of the document");
        row("two documents", "{} {}", "1:4: error: unexpected text after the end of the document");
        row("missing comma", "[1\n 2]", "2:2: error: unexpected number literal, expected ']'");
        row("two commas", "[1,,2]", "1:4: error: unexpected ',', expected '[', '{', or a literal");
        row("comma at end", "[1,]", "1:4: error: unexpected ']', expected '[', '{', or a literal");
        row("missing colon", "{\"a\" 1}", "1:6: error: unexpected number literal, expected ':'");
        row("bare key", "{abc: 1}", "1:2: error: invalid literal 'abc'");
        row("NaN", "[NaN]", "1:2: error: invalid literal 'NaN'");
        row("Infinity", "[-Infinity]", "1:2: error: invalid number; expected digit after '-'");
        row("leading zero", "[01]", "1:3: error: unexpected number literal, expected ']'");
        row("too large", "[1, 1e400]", "1:5: error: the number 1e400 is too large");
        row("bad UTF-8", "[\"a\xff\"]", "1:4: error: invalid string: ill-formed UTF-8 byte");
        row("line end in string", "[\"a\nb\"]",
            "1:4: error: invalid string: control character U+000A (LF) must be escaped to \\u000A or \\n");
        row("zero byte", QByteArray("[1]\0", 4), "1:4: error: found a zero byte, expected JSON text");
    }
    void wrongTextGivesOneLocatedMessage() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(errorOf({text.constData(), static_cast<std::size_t>(text.size())})), message);
    }

    void twoHundredLevelsAreReadAndOneMoreIsNot() {
        QVERIFY(parseJson(std::string(200, '[') + std::string(200, ']'), "").ok());
        QCOMPARE(errorOf(std::string(201, '[') + std::string(201, ']')),
                 "f.json:1:201: error: nested deeper than 200 levels");
        QCOMPARE(errorOf(std::string(1'000'000, '[')), "f.json:1:201: error: nested deeper than 200 levels");
    }
    void fourMegabytesOfStringAreRead() {
        const std::string large(4 << 20, 'x');
        const Json root = valueOf("[\"" + large + "\", 1]");
        QCOMPARE(root[0].text().size(), large.size());
        QCOMPARE(root[1].column(), (4 << 20) + 6);
    }
    void everyTruncationIsOneError() {
        const std::string sample =
            "\xEF\xBB\xBF{ // c\n \"a\\u00e9\": [1, -2.5e3, true, null, \"ü\"], /* x */ \"b\": {\"c\": "
            "18446744073709551616}\r\n}";
        QVERIFY(parseJson(sample, "f.json").ok());
        for (std::size_t length = 0; length < sample.size(); ++length) {
            const auto parsed = parseJson(std::string_view(sample).substr(0, length), "f.json");
            QVERIFY2(!parsed.ok(), std::to_string(length).c_str());
            QCOMPARE(parsed.diagnostics().size(), 1u);
            QVERIFY(parsed.diagnostics()[0].place.line >= 1 && parsed.diagnostics()[0].place.column >= 1);
        }
    }
    void everyDamagedByteIsReadOrReported() {
        const std::string sample = "{\"a\": [1, -2.5e3, true, null, \"ü\"], \"b\": {\"c\": \"\\n\"}}";
        for (std::size_t i = 0; i < sample.size(); ++i)
            for (int byte = 0; byte < 256; ++byte) {
                std::string damaged = sample;
                damaged[i] = static_cast<char>(byte);
                const auto parsed = parseJson(damaged, "");
                QVERIFY(parsed.ok() || parsed.diagnostics().size() == 1);
            }
    }
};

QTEST_APPLESS_MAIN(BaseJsonParseTest)
#include "base_json_parse_test.moc"
