// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
#include <QtTest>

#include "core/io/native.h"

using namespace lapidary;

namespace {

/// The diagnostics of reading `text` with the reader of that kind; empty if it could be read.
QString problemsOf(const QString& kind, const QString& text) {
    const Result<Json> json = parseJson(text.toStdString(), "f");
    if (!json) return QString::fromStdString(json.errorText()).trimmed();
    const auto shown = [](const auto& result) {
        return result.ok() ? QString() : QString::fromStdString(result.errorText()).trimmed();
    };
    if (kind == "architecture") return shown(architectureFromJson(*json, "f"));
    if (kind == "constraints") return shown(constraintsFromJson(*json, "f"));
    if (kind == "workload") return shown(workloadFromJson(*json, "f"));
    return shown(networkFromJson(*json, "f"));
}

/// A table of bad inputs: a line of `text` each, in the place of @ in a file that is sound otherwise.
void addRows(const char* kind, const char* frame, const std::vector<std::pair<const char*, const char*>>& rows) {
    for (const auto& [text, message] : rows)
        QTest::newRow(text) << kind << QString(frame).replace('@', text) << message;
}

void addColumns() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
}

void check() {
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(QString, message);
    QCOMPARE(problemsOf(kind, text), message);
}

}  // namespace

class IoBadInputTest : public QObject {
    Q_OBJECT
private slots:
    void wholeFiles_data() {
        addColumns();
        addRows("architecture", "@",
                {{"", "f:1:1: error: the file is empty"},
                 {" \n ", "f:2:2: error: the file is empty"},
                 {"{",
                  "f:1:2: error: the file ends within the object that starts in line 1, column 1; expected string "
                  "literal"},
                 {"[]", "f:1:1: error: expected an object, found an array"},
                 {"{}", "f:1:1: error: missing key 'schema' [schema]"},
                 {"{\"schema\": 1}", "f:1:12: error: expected a string, found 1 [schema]"},
                 {"{\"schema\": \"lapidary/workload/1\"}",
                  "f:1:12: error: expected 'lapidary/architecture/1', found 'lapidary/workload/1' [schema]"},
                 {"{\"schema\": \"lapidary/architecture/2\"}",
                  "f:1:12: error: schema 'lapidary/architecture/2' is newer than this program, which reads up to "
                  "'lapidary/architecture/1' [schema]; update Lapidary"},
                 {"{\"schema\": \"lapidary/architecture/one\"}",
                  "f:1:12: error: expected 'lapidary/architecture/1', found 'lapidary/architecture/one' [schema]"},
                 {"{\"schema\": \"lapidary/architecture/1\", \"name\": \"a\", \"levels\": [{\"name\": \"DRAM\"}]}",
                  "f:1:1: error: no compute level [compute]; add \"compute\": {\"name\": \"MAC\"}"}});
    }
    void wholeFiles() { check(); }

    void designs_data() {
        addColumns();
        addRows(
            "architecture",
            "{\"schema\": \"lapidary/architecture/1\", \"name\": \"a\", \"compute\": {},\n"
            "\"levels\": [{\"name\": \"DRAM\"}], @}",
            {{"\"compute\": {}", "f:2:31: error: duplicate key 'compute'; it stands in line 1 already"},
             {"\"fanuots\": []", "f:2:31: error: unknown key 'fanuots' [fanuots]; did you mean 'fanouts'?"},
             {"\"clock_ghz\": -1", "f:2:44: error: expected a number of at least 0, found -1 [clock_ghz]"},
             {"\"clock_ghz\": 0", "f:2:44: error: expected a number above 0, found 0 [clock_ghz]"},
             {"\"clock_ghz\": 1e999", "f:2:44: error: the number 1e999 is too large"},
             {"\"fanouts\": [{\"name\": \"PE\", \"below\": \"DRM\"}]",
              "f:2:67: error: the design has no level 'DRM' [fanouts[0].below]; did you mean 'DRAM'?"},
             {"\"fanouts\": [{\"name\": \"PE\"}]", "f:2:43: error: missing key 'below' [fanouts[0].below]"},
             {"\"fanouts\": [{\"name\": \"PE\", \"below\": \"DRAM\", \"x\": 16777217}]",
              "f:2:80: error: expected an integer from 1 to 16777216, found 16777217 [fanouts[0].x]"},
             {"\"fanouts\": [{\"name\": \"PE\", \"below\": \"DRAM\", \"multicast\": \"equl\"}]",
              "f:2:88: error: expected one of 'equal', 'distinct', 'none', found 'equl' [fanouts[0].multicast]; did "
              "you mean 'equal'?"},
             {"\"fanouts\": [{\"name\": \"PE\", \"below\": \"DRAM\", \"reduction\": 1}]",
              "f:2:88: error: expected true or false, found 1 [fanouts[0].reduction]"},
             {"\"constraints\": {\"levels\": {\"DRM\": {}}}",
              "f:2:65: error: the design has no level 'DRM' [constraints.levels.DRM]; did you mean 'DRAM'?"},
             {"\"constraints\": {\"levels\": {\"DRAM\": {\"factors\": [\"C < 4\"]}}}",
              "f:2:82: error: expected '<=', '>=' or '=', found '< 4' [constraints.levels.DRAM.factors[0]]; a factor "
              "rule reads 'C <= 4', 'Q >= 2', 'M = 3' or 'R = full'"}});
    }
    void designs() { check(); }

    void levels_data() {
        addColumns();
        addRows(
            "architecture",
            "{\"schema\": \"lapidary/architecture/1\", \"name\": \"a\", \"compute\": {},\n\"levels\": [{\"name\": "
            "\"DRAM\", @}]}",
            {{"\"capacty\": 3", "f:2:29: error: unknown key 'capacty' [levels[0].capacty]; did you mean 'capacity'?"},
             {"\"capacity\": 0",
              "f:2:41: error: design without room for one word of 16 bits: 0 words [levels[0].capacity]"},
             {"\"capacity\": \"8 bit\"",
              "f:2:41: error: design without room for one word of 16 bits: 1 B [levels[0].capacity]"},
             {"\"capacity\": -1",
              "f:2:41: error: expected an integer from 0 to 1125899906842624, found -1 [levels[0].capacity]"},
             {"\"capacity\": 1.5",
              "f:2:41: error: expected an integer from 0 to 1125899906842624, found 1.5 [levels[0].capacity]"},
             {"\"capacity\": 9223372036854775807",
              "f:2:41: error: expected an integer from 0 to 1125899906842624, found 9223372036854775807 "
              "[levels[0].capacity]"},
             {"\"capacity\": 9223372036854775808",
              "f:2:41: error: expected an integer from 0 to 1125899906842624, found 9223372036854775808 "
              "[levels[0].capacity]"},
             {"\"capacity\": 18446744073709551616",
              "f:2:41: error: expected an integer from 0 to 1125899906842624, found 18446744073709551616 "
              "[levels[0].capacity]"},
             {"\"capacity\": true",
              "f:2:41: error: expected words or a size such as \"64 KiB\", found true [levels[0].capacity]"},
             {"\"capacity\": \"64 KB\"",
              "f:2:41: error: capacity unit 'KB' is ambiguous [levels[0].capacity]; write KiB for 1024 B or kB for "
              "1000 B"},
             {"\"word_bits\": \"16\"",
              "f:2:42: error: expected an integer from 1 to 1024, found the string \"16\" [levels[0].word_bits]"},
             {"\"word_bits\": 4096",
              "f:2:42: error: expected an integer from 1 to 1024, found 4096 [levels[0].word_bits]"},
             {"\"block\": 0", "f:2:38: error: expected an integer from 1 to 1048576, found 0 [levels[0].block]"},
             {"\"buffers\": 2.0",
              "f:2:40: error: expected an integer from 1 to 64, found 2.0 [levels[0].buffers]; write it without a "
              "decimal point or exponent"},
             {"\"energy_pj\": 3", "f:2:42: error: expected an object, found 3 [levels[0].energy_pj]"},
             {"\"energy_pj\": {\"read\": -1}",
              "f:2:51: error: expected a number of at least 0, found -1 [levels[0].energy_pj.read]"},
             {"\"energy_pj\": {\"reed\": 1}",
              "f:2:43: error: unknown key 'reed' [levels[0].energy_pj.reed]; did you mean 'read'?"},
             {"\"bandwidth\": {\"read\": 0}",
              "f:2:51: error: expected a number above 0, found 0 [levels[0].bandwidth.read]"},
             {"\"double_buffered\": 2", "f:2:48: error: expected true or false, found 2 [levels[0].double_buffered]"},
             {"\"ports\": [{\"name\": \"r\", \"type\": \"reed\"}]",
              "f:2:61: error: expected one of 'read', 'write', 'read_write', found 'reed' [levels[0].ports[0].type]; "
              "did "
              "you mean 'read'?"},
             {"\"ports\": [{\"name\": \"r\", \"bandwidth\": \"16 bit\"}]",
              "f:2:66: error: expected words per cycle such as 16, or '512 bits', found '16 bit' "
              "[levels[0].ports[0].bandwidth]"},
             {"\"ports\": [{\"name\": \"r\", \"bandwidth\": true}]",
              "f:2:66: error: expected words per cycle or a text such as \"512 bits\", found true "
              "[levels[0].ports[0].bandwidth]"},
             {"\"ports\": [{\"name\": \"r\", \"bandwidth\": 0}]",
              "f:2:66: error: expected a number above 0, found 0 [levels[0].ports[0].bandwidth]"},
             {"\"ports\": [{\"name\": \"r\", \"bandwidth\": 8, \"min\": 16}]",
              "f:2:76: error: expected at most the bandwidth, 8, found 16 [levels[0].ports[0].min]"},
             {"\"ports\": [{\"name\": \"r\", \"type\": \"read\", \"serves\": [\"output.from_below\"]}]",
              "f:2:80: error: a read port can't serve from_below [levels[0].ports[0].serves[0]]; writes are from_above "
              "and from_below; make its type write or read_write"},
             {"\"ports\": [{\"name\": \"r\"}, {\"name\": \"r\"}]",
              "f:2:63: error: two ports of the level are called 'r' [levels[0].ports[1].name]"},
             {"\"ports\": [{\"name\": \"r\"}, {\"name\": \"s\", \"type\": \"read\"}]",
              "f:2:54: error: ports 'r' and 's' both serve to_below [levels[0].ports[1]]; say in \"serves\" which of "
              "them "
              "does"},
             {"\"ports\": [{\"name\": \"r\", \"width\": 3}]",
              "f:2:53: error: unknown key 'width' [levels[0].ports[0].width]"},
             {"\"keep\": {\"input\": \"nevr\"}",
              "f:2:47: error: expected one of 'must', 'may', 'never', found 'nevr' [levels[0].keep.input]; did you "
              "mean 'never'?"},
             {"\"sources\": {\"area\": \"guess\"}", "f:2:41: error: unknown key 'area' [levels[0].sources.area]"},
             {"\"partitions\": {\"input\": {\"capacity\": \"1 bit\"}}",
              "f:2:66: error: design without room for one word of 16 bits: 1 bit "
              "[levels[0].partitions.input.capacity]"}});
    }
    void levels() { check(); }

    void workloads_data() {
        addColumns();
        addRows(
            "workload", "{\"schema\": \"lapidary/workload/1\",\n@}",
            {{"\"name\": \"w\"", "f:1:1: error: expected one of 'einsum', 'conv2d', 'gemm', found none"},
             {"\"einsm\": \"A[d]\", \"bounds\": {\"d\": 4}",
              "f:2:1: error: unknown key 'einsm' [einsm]; did you mean 'einsum'?"},
             {"\"einsum\": \"A[d]\", \"gemm\": {}",
              "f:1:1: error: expected one of 'einsum', 'conv2d', 'gemm', found 2"},
             {"\"einsum\": \"A[d]\"", "f:1:1: error: missing key 'bounds' [bounds]"},
             {"\"einsum\": \"A[d]\", \"bounds\": {}",
              "f:2:14: error: dimension 'd' has no bound [einsum]; add d=... to the bounds"},
             {"\"einsum\": \"A[d]\", \"bounds\": {\"d\": 0}",
              "f:2:35: error: expected an integer from 1 to 1099511627776, found 0 [bounds.d]"},
             {"\"einsum\": \"A[d]\", \"bounds\": {\"d\": 3, \"e\": 4}",
              "f:2:43: error: bound 'e' names no dimension of the expression [bounds.e]; expected one of d"},
             {"\"einsum\": \"A[d\", \"bounds\": {\"d\": 3}",
              "f:2:15: error: expected ',', '+' or ']' after a rank, found the end [einsum]; the '[' in column 2 is "
              "not closed"},
             {"\"einsum\": \"A[d]\", \"bounds\": {\"d\": 3}, \"roles\": {\"B\": \"weight\"}",
              "f:2:54: error: role 'B' names no tensor of the expression [roles.B]; expected one of A"},
             {"\"einsum\": \"A[d]\", \"bounds\": {\"d\": 3}, \"density\": {\"A\": 2}",
              "f:2:56: error: expected a number from 0 to 1, found 2 [density.A]"},
             {"\"einsum\": \"A[d]\", \"bounds\": {\"d\": 3}, \"padding\": {\"A\": [{\"rank\": 1, \"before\": 0, "
              "\"data\": 2}]}",
              "f:2:66: error: expected an integer from 0 to 0, found 1 [padding.A[0].rank]"},
             {"\"gemm\": {\"m\": 3, \"n\": 4}", "f:2:9: error: missing key 'k' [gemm.k]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 1, \"Q\": 1, \"R\": 1, \"S\": 1, \"stride\": [1, 0]}",
              "f:2:74: error: expected an integer from 1 to 1048576, found 0 [conv2d.stride[1]]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 1, \"Q\": 1, \"R\": 1, \"S\": 1, \"stride\": [1]}",
              "f:2:70: error: expected two numbers, along P and Q, found 1 [conv2d.stride]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 56, \"Q\": 56, \"R\": 3, \"S\": 3, \"pad\": 1, \"H\": 80, "
              "\"W\": 56}",
              "f:2:77: error: expected 55 to 57 with P 56, R 3, stride 1, dilation 1 and pad 1, found 80 [conv2d.H]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 28, \"Q\": 28, \"R\": 1, \"S\": 1, \"stride\": 2, \"H\": 56, "
              "\"W\": 54}",
              "f:2:89: error: expected 55 to 56 with Q 28, S 1, stride 2, dilation 1 and pad 0, found 54 [conv2d.W]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 4, \"Q\": 1, \"R\": 1, \"S\": 1, \"H\": 5}",
              "f:2:65: error: expected 4 with P 4, R 1, stride 1, dilation 1 and pad 0, found 5 [conv2d.H]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 1, \"Q\": 19, \"R\": 1, \"S\": 20, \"stride\": [2, 8], "
              "\"dilation\": [3, 1], \"pad\": [0, 8], \"W\": 164}",
              "f:2:120: error: expected 137 to 163 with Q 19, S 20, stride 8, dilation 1 and pad 8, found 164 "
              "[conv2d.W]"},
             {"\"conv2d\": {\"C\": 1, \"M\": 1, \"P\": 1, \"Q\": 12, \"R\": 3, \"S\": 3, \"pad\": 9, \"H\": 4, \"W\": "
              "4}",
              "f:2:68: error: expected a pad of at most 2 with P 1, R 3, stride 1, dilation 1, found 9 [conv2d.pad]; "
              "more zeros give more outputs"}});
    }
    void workloads() { check(); }

    void networks_data() {
        addColumns();
        addRows("network", "{\"schema\": \"lapidary/network/1\", \"key\": \"n\",\n\"layers\": @}",
                {{"[]", "f:2:11: error: the network has no layers [layers]"},
                 {"{}", "f:2:11: error: expected an array, found an object [layers]"},
                 {"[3]", "f:2:12: error: expected an object, found 3 [layers[0]]"},
                 {"[{\"name\": \"a\"}]",
                  "f:2:12: error: expected one of 'einsum', 'conv2d', 'gemm', found none [layers[0]]"},
                 {"[{\"name\": \"a\", \"count\": 0, \"gemm\": {\"m\": 3, \"n\": 4, \"k\": 5}}]",
                  "f:2:35: error: expected an integer from 1 to 1099511627776, found 0 [layers[0].count]"},
                 {"[{\"name\": \"a\", \"gemm\": {\"m\": 3, \"n\": 4, \"k\": 5}}, "
                  "{\"name\": \"a\", \"gemm\": {\"m\": 3, \"n\": 4, \"k\": 5}}]",
                  "f:2:70: error: another layer of this network is called 'a' [layers[1].name]"}});
    }
    void networks() { check(); }

    void constraints_data() {
        addColumns();
        addRows("constraints", "{\"schema\": \"lapidary/constraints/1\",\n\"levels\": {\"spad\": {@}}}",
                {{"\"factors\": [4]",
                  "f:2:33: error: expected a rule such as \"C <= 4\", found 4 [levels.spad.factors[0]]"},
                 {"\"factors\": [\"C <= x\"]",
                  "f:2:39: error: expected a whole number or 'full', found 'x' [levels.spad.factors[0]]; a factor rule "
                  "reads 'C <= 4', 'Q >= 2', 'M = 3' or 'R = full'"},
                 {"\"only\": \"R\"", "f:2:29: error: expected an array, found the string \"R\" [levels.spad.only]"},
                 {"\"before\": [\"R after P\"]",
                  "f:2:32: error: expected \"R before P\", found the string \"R after P\" [levels.spad.before[0]]"},
                 {"\"ordre\": []", "f:2:21: error: unknown key 'ordre' [levels.spad.ordre]; did you mean 'order'?"}});
    }
    void constraints() { check(); }
};

QTEST_APPLESS_MAIN(IoBadInputTest)
#include "io_bad_input_test.moc"
