// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Technology in files and reports: it is read and written, wrong keys are located, every figure's source is told.
#include <QtTest>

#include "core/arch/figures.h"
#include "core/io/inputs.h"
#include "core/io/mapping_file.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/report_inputs.h"
#include "core/io/report_text.h"
#include "core/io/technology_report.h"

using namespace lapidary;

namespace {

constexpr const char* kDesign = R"({"schema": "lapidary/architecture/1", "name": "d", "clock_ghz": 0.2,
  "technology": {"tables": "cacti", "node_nm": 65},
  "levels": [{"name": "DRAM", "memory": "lpddr4", "block": 4},
             {"name": "GLB", "block": 4, "capacity": "128 KiB", "banks": 1, "energy_pj": {"read": 74.144}, "source": "Accelergy"}],
  "fanouts": [{"name": "PE", "below": "GLB", "x": 6, "hop_mm": 0.5}],
  "compute": {"name": "MAC", "format": "int8"}})";

Result<Architecture> read(const std::string& text) {
    const auto json = parseJson(text, "f");
    return json ? architectureFromJson(*json, "f") : Result<Architecture>(json.diagnostics());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "not found: " + from : text.replace(at, from.size(), to);
}

const Level& glbOf(const Architecture& design) { return design.levels()[1]; }

}  // namespace

class IoTechnologyTest : public QObject {
    Q_OBJECT
private slots:
    void isReadAndWritten() {
        const auto design = read(kDesign);
        QVERIFY2(design.ok(), design.errorText().c_str());
        QCOMPARE(design->spec().technology->nodeNm, 65.0);
        QCOMPARE(design->levels()[0].memory, MemoryKind::lpddr4);
        QCOMPARE(design->fanouts()[0].hopMm.value(), 0.5);
        QCOMPARE(design->compute().format->bits, 8);
        QCOMPARE(glbOf(*design).energy.read, (Figure{74.144, "Accelergy"}));
        QCOMPARE(glbOf(*design).energy.write.value.value(),
                 49.595);  // sram_cacti.csv: 65 nm, itrs-lstp, 128 KiB x 64 bit
        const Json json = toJson(*design);
        QCOMPARE(json["technology"]["node_nm"].integer(), 65);
        QCOMPARE(json["technology"]["flavor"].text(), std::string("itrs-lstp"));
        QCOMPARE(json["levels"][1]["sources"]["energy_pj.read"].text(), std::string("Accelergy"));
        QVERIFY(json["levels"][1]["sources"]["area_um2"].text().starts_with("looked up: CACTI 7.0 table"));
        const auto again = read(json.dump());
        QVERIFY2(again.ok(), again.errorText().c_str());
        QCOMPARE(*again, *design);
    }

    void whatIsReadBackStillFollowsTheSize() {
        const auto again = read(toJson(*read(kDesign)).dump());
        const auto smaller = withSetting(*again, "GLB.capacity", "64KiB");
        QCOMPARE(glbOf(*smaller).area.value.value(), 4.3622e5);
        QCOMPARE(glbOf(*smaller).energy.read.source, std::string("given for 128 KiB, 64 bit wide: Accelergy"));
    }

    void aLookedUpFigureChangedInTheFileIsKept() {
        const std::string written = toJson(*read(kDesign)).dump();
        const auto changed = read(replaced(written, "49.595", "50"));
        QVERIFY2(changed.ok(), changed.errorText().c_str());
        QCOMPARE(glbOf(*changed).energy.write.value.value(), 50.0);
        QVERIFY(glbOf(*changed).energy.write.source.starts_with("was looked up: CACTI"));
        QVERIFY(glbOf(*changed).area.source.starts_with("looked up: "));
        QCOMPARE(*read(toJson(*changed).dump()), *changed);
    }

    void wrongKeysAreLocated_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* from, const char* to, const char* message) {
            QTest::addRow("%s", to) << from << to << message;
        };
        row("\"node_nm\": 65", "\"nodenm\": 65",
            "f:2:37: error: unknown key 'nodenm' [technology.nodenm]; did you mean 'node_nm'?");
        row("\"node_nm\": 65", "\"node_nm\": 3",
            "f:2:48: error: expected a number from 5 to 90, found 3 [technology.node_nm]");
        row("\"cacti\"", "\"cactus\"",
            "f:2:28: error: expected one of 'cacti', 'eyeriss-relative', found 'cactus' [technology.tables]; did you "
            "mean 'cacti'?");
        row("\"lpddr4\"", "\"lpdr4\"", "[levels[0].memory]; did you mean 'lpddr4'?");
        row("\"banks\": 1", "\"banks\": 0", "[levels[1].banks]");
        row("\"int8\"", "\"int\"",
            "f:6:40: error: expected int1 to int1024, fp16, bf16 or fp32, found 'int' [compute.format]");
        row("\"hop_mm\": 0.5", "\"hop_mm\": 0", "error: expected a number above 0, found 0 [fanouts[0].hop_mm]");
        row("\"node_nm\": 65", "\"node_nm\": 6, \"scaling\": \"stillmaker\"",
            "'stillmaker' ends at 7 nm, found 6 nm [technology.scaling]; use 'product' below");
    }
    void wrongKeysAreLocated() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, message);
        const auto design = read(replaced(kDesign, from.toStdString(), to.toStdString()));
        QVERIFY(!design);
        QVERIFY2(QString::fromStdString(design.errorText()).contains(message), design.errorText().c_str());
    }

    void costsCarryTheirSources() {
        InputOptions input;
        input.architecture = "toy-6";
        input.settings = {"technology.node_nm=65", "GLB.area_um2=table", "DRAM.memory=ddr3",
                          "DRAM.energy_pj.read=table"};
        input.einsum = "A[d]";
        input.bounds = "d=100";
        const auto target = targetOf(input);
        QVERIFY2(target.ok(), target.errorText().c_str());
        const auto evaluator = evaluatorOf(input, *target);
        const auto mapping =
            mappingFromText("DRAM [A]\n  GLB [A]\n    for d in 0..17\n      parFor d in 0..6 (last 4) @PE.X\n", "m",
                            (*target)->workload, (*target)->architecture);
        QVERIFY2(mapping.ok(), mapping.errorText().c_str());
        const Cost cost = evaluator->evaluate(*mapping);
        const Json figures = costToJson(cost, **target)["figures"];
        QVERIFY(figures["GLB.area_um2"]["source"].text().starts_with("looked up: CACTI 7.0 table"));
        QCOMPARE(figures["GLB.area_um2"]["unit"].text(), std::string("um^2"));
        QVERIFY(figures["DRAM.energy_pj.read"]["source"].text().find("DDR3, 20.3 pJ/bit") != std::string::npos);
        QVERIFY(!figures["DRAM.energy_pj.write"]["source"].text().starts_with("looked up"));
        const std::string text = costReport(cost, **target);
        QVERIFY2(text.find("looked up for 65 nm") != std::string::npos, text.c_str());
        QVERIFY(text.find(", memories and compute only") != std::string::npos);
    }

    void showTellsEachSource() {
        const std::string text = inputReport(*loadArchitecture("eyeriss-chip"));
        QVERIFY2(text.find("technology: 65 nm, CACTI and Horowitz, SRAM itrs-lstp, leakage not looked up") !=
                     std::string::npos,
                 text.c_str());
        QVERIFY(text.find("GLB.area_um2") != std::string::npos && text.find("times 27 banks") != std::string::npos);
        QVERIFY(text.find("Accelergy table of the Timeloop exercises: 16-bit integer MAC") != std::string::npos);
    }

    void presetsOfEyerissAndSimbaHaveAreasAndTheirEnergies() {
        for (const char* key : {"eyeriss-chip", "simba-like-15", "simba-like-16", "simba-like-9"}) {
            const Architecture design = *loadArchitecture(key);
            QVERIFY2(design.area().has_value(), key);
            for (const auto& [path, figure] : figuresOf(design.spec())) {
                const bool area = path.ends_with(".area_um2");
                QVERIFY2(!figure->value || area == figure->source.starts_with("looked up: "), path.c_str());
                QVERIFY2(!path.ends_with(".leak") || !figure->value, path.c_str());
            }
        }
        // sram_cacti.csv, 45 nm, itrs-lstp: the rows of 64 KiB x 256 bit and 64 KiB x 64 bit.
        const Architecture simba = *loadArchitecture("simba-like-15");
        QCOMPARE(simba.levels()[1].area.value.value(), 1.9894e+05);
        QCOMPARE(simba.levels()[2].area.value.value(), 2.0905e+05);
    }

    void questionsAreAnswered() {
        const auto answer = answerOf({.what = "sram", .size = "128KiB", .width = "64", .clock = "0.2", .node = "65"});
        QVERIFY2(answer.ok(), answer.errorText().c_str());
        QCOMPARE(answer->rows[0].value.value(), 59.336);
        QCOMPARE(toJson(*answer)["figures"][0]["value"].real(), 59.336);
        QCOMPARE(toJson(*answer)["technology"]["node_nm"].integer(), 65);
        QVERIFY(toText(*answer).find("CACTI 7.0 table of one read-write port, itrs-lstp, 65 nm, 128 KiB x 64 bit") !=
                std::string::npos);
        QCOMPARE(toTable(*answer, NumberStyle::exact).rows[0][1], std::string("59.336"));
        const auto scaling = answerOf({.what = "scale", .from = "65", .node = "7"});
        QCOMPARE(scaling->rows.back().value.value(), 0.039);
        QCOMPARE(answerOf({.what = "mac", .operands = "int8"})->rows[0].value.value(), 0.3);
        QCOMPARE(answerOf({.what = "wire", .length = "2", .node = "40"})->rows[0].value.value(), 0.242);
        QCOMPARE(answerOf({.what = "ddr3", .width = "16"})->rows[0].value.value(), 20.3 * 16);
        QVERIFY(!answerOf({.what = "ddr3", .width = "16"})->rows[3].value);
        QCOMPARE(technologyOverview().rows.size(), std::size_t{15 + 3 + 12});
    }

    void wrongQuestionsNameTheOption() {
        const auto is = [](const TechnologyQuestion& question, const char* message) {
            const auto answer = answerOf(question);
            return !answer && answer.errorText().find(message) != std::string::npos;
        };
        QVERIFY(is({.what = "sam", .size = "1KiB"}, "no model and no table is called 'sam'; did you mean 'sram'?"));
        QVERIFY(is({.what = "sram"}, "--size: error: no size given; for example --size 128KiB"));
        QVERIFY(is({.what = "sram", .size = "1 Kib"}, "--size"));
        QVERIFY(is({.what = "sram", .size = "1KiB", .node = "3"},
                   "--node: error: expected a number from 5 to 90, found 3"));
        QVERIFY(is({.what = "sram", .size = "1KiB", .width = "x"}, "--width"));
        QVERIFY(is({.what = "sram", .size = "1KiB", .flavor = "hp"}, "--flavor"));
        QVERIFY(is({.what = "mac", .operands = "fp8"}, "--operands"));
        QVERIFY(is({.what = "scale", .from = "180"}, "--from"));
    }
};

QTEST_APPLESS_MAIN(IoTechnologyTest)
#include "io_technology_test.moc"
