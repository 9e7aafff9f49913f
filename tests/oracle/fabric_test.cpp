// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fabric model against what STONNE 22634b8b said about the same argument lines (reference/stonne): cycles,
// multiplications, memory traffic, counters, energy and area; and the AlexNet figures of Bifrost's Table VI.
#include <QtTest>

#include <cmath>
#include <filesystem>

#include "core/base/json.h"
#include "core/io/native.h"
#include "core/io/stonne/arguments.h"

using namespace lapidary;
using namespace lapidary::fabric;

namespace {

const std::filesystem::path kStonneCases = std::filesystem::path(LAPIDARY_SHARED_DIR) / "reference/stonne/cases";

struct StonneCase {
    Result<stonne::Arguments> arguments = error("unread");
    Json expected;
};

/// The tile that the tool chose, as arguments: "<T_R=3, ..., T_Y'=1>" is one per word.
std::string tileArguments(const std::string& generated) {
    std::string text;
    for (std::size_t at = generated.find('T'); at != std::string::npos; at = generated.find('T', at + 1))
        text += " -" + generated.substr(at, generated.find_first_of(",>", at) - at);
    return text;
}

StonneCase readStonneCase(const std::string& name) {
    const auto file = readTextFile(kStonneCases / name / "expected.json");
    if (!file) return {};
    StonneCase result;
    result.expected = *parseJson(*file, name);
    std::string line = result.expected["args"].text();
    if (result.expected["generated_tile"].isString()) line += tileArguments(result.expected["generated_tile"].text());
    result.arguments = stonne::readArguments(line);
    const auto bits = readTextFile(kStonneCases / name / "bitmaps.txt");
    if (!bits || !result.arguments) return result;
    const auto maps = stonne::readBitmaps(*bits, "bitmaps.txt");
    if (!maps) return {maps.diagnostics(), result.expected};
    result.arguments->run.mk = maps->first;
    result.arguments->run.kn = maps->second;
    return result;
}

/// What differs, one line each; figures that the case lacks don't.
class FabricComparison {
public:
    void equal(const std::string& what, const Json& expected, std::int64_t found) {
        if (expected.isNull()) return;
        ++m_compared;
        if (!expected.isNumber() || expected.real() != static_cast<double>(found))
            m_text += what + " is " + std::to_string(found) + ", STONNE says " + expected.text() + "\n";
    }
    void near(const std::string& what, const Json& expected, double found) {
        ++m_compared;
        if (!expected.isNumber() || !(std::abs(found - expected.real()) <= 1e-9 * std::max(1.0, std::abs(found))))
            m_text += what + " is " + std::to_string(found) + ", STONNE says " + expected.text() + "\n";
    }
    void add(const std::string& text) { m_text += text; }
    const std::string& text() const { return m_text; }
    int compared() const { return m_compared; }

private:
    std::string m_text;
    int m_compared = 0;
};

void compareEnergy(const Json& expected, const Outcome& outcome, FabricComparison& comparison) {
    if (!expected.isObject()) return;
    std::size_t components = 0;
    for (const Json::Member& member : expected["per_component"].members()) {
        if (member.name == "FIFO") continue;  // costs nothing in the table
        ++components;
        const ComponentEnergy* found = nullptr;
        for (const ComponentEnergy& component : outcome.components)
            if (component.name == member.name) found = &component;
        if (!found) {
            comparison.add("no component " + member.name + "\n");
            continue;
        }
        comparison.near(member.name + " dynamic", member.value["dynamic"], found->dynamic);
        comparison.near(member.name + " static", member.value["static"], found->leakage);
        comparison.near(member.name + " area", member.value["area"], found->area);
    }
    if (components != outcome.components.size())
        comparison.add("components: " + std::to_string(outcome.components.size()) + ", STONNE has " +
                       std::to_string(components) + "\n");
}

FabricComparison compared(const Json& expected, const Outcome& outcome) {
    FabricComparison comparison;
    comparison.equal("cycles", expected["cycles"], outcome.cycles);
    comparison.equal("multiplications", expected["multiplications"], outcome.counters.multiplications);
    const Json& sram = expected["sdmemory"];
    comparison.equal("weight reads", sram["N_SRAM_weight_reads"], outcome.sram.weightReads);
    comparison.equal("input reads", sram["N_SRAM_input_reads"], outcome.sram.inputReads);
    comparison.equal("psum reads", sram["N_SRAM_psum_reads"], outcome.sram.psumReads);
    comparison.equal("psum writes", sram["N_SRAM_psum_writes"], outcome.sram.psumWrites);
    const Json& bus = expected["collection_bus"];
    comparison.equal("results on the bus", bus["N_sends"], outcome.counters.results);
    compareEnergy(expected["energy"], outcome, comparison);
    return comparison;
}

std::int64_t cyclesOf(const std::string& line) {
    const auto arguments = stonne::readArguments(line);
    if (!arguments) return -1;
    const auto outcome = simulate(arguments->run);
    return outcome ? outcome->cycles : -2;
}

}  // namespace

class FabricOracleTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kStonneCases)) QSKIP("no reference data");
    }

    void vectors_data() {
        QTest::addColumn<QString>("name");
        if (!std::filesystem::exists(kStonneCases)) return;
        std::vector<std::string> names;
        for (const auto& folder : std::filesystem::directory_iterator(kStonneCases))
            names.push_back(folder.path().filename().string());
        std::sort(names.begin(), names.end());
        QVERIFY(names.size() >= 80);
        for (const std::string& name : names) QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void vectors() {
        QFETCH(QString, name);
        const StonneCase test = readStonneCase(name.toStdString());
        QVERIFY2(test.arguments.ok(), test.arguments.errorText().c_str());
        if (test.expected["result"].isString()) {  // the tool aborts
            QVERIFY(!problemsOf(test.arguments->run).empty());
            return;
        }
        const auto outcome = simulate(test.arguments->run);
        QVERIFY2(outcome.ok(), outcome.errorText().c_str());
        const FabricComparison comparison = compared(test.expected, *outcome);
        QVERIFY2(comparison.text().empty(), comparison.text().c_str());
        QVERIFY(comparison.compared() >= 1);
    }

    /// Counters that no energy depends on, of a case with links, psums and broadcasts.
    void counters() {
        const StonneCase test = readStonneCase("maeri_readme_conv");
        const auto outcome = simulate(test.arguments->run);
        QVERIFY(outcome.ok());
        const fabric::Counters& c = outcome->counters;
        FabricComparison comparison;
        comparison.equal("2:1 sums", test.expected["rn"]["N_2_1_sums"], c.twoInputSums);
        comparison.equal("3:1 sums", test.expected["rn"]["N_3_1_sums"], c.threeInputSums);
        comparison.equal("parent sends", test.expected["rn"]["N_parent_send"], c.parentSends);
        comparison.equal("link sends", test.expected["rn"]["N_augmentendLink_send"], c.linkSends);
        comparison.equal("broadcasts", test.expected["dn"]["N_broadcasts"], c.broadcasts);
        comparison.equal("unicasts", test.expected["dn"]["N_unicasts"], c.unicasts);
        comparison.equal("forwardings", test.expected["ms"]["N_input_forwardings_send"], c.neighbourForwards);
        comparison.equal("psums", test.expected["ms"]["N_psum_forwarding_send"], c.psumForwards);
        QVERIFY2(comparison.text().empty(), comparison.text().c_str());
        QCOMPARE(comparison.compared(), 8);
    }

    /// STONNE, on the tiles of Table VI; a basic mapping (all ones) takes 5 K + 1 cycles per output.
    void alexnet() {
        const std::string machine = " -num_ms=128 -dn_bw=64 -rn_bw=64 -accumulation_buffer=0";
        QCOMPARE(cyclesOf("-FC -M=1 -N=1000 -K=4096 -T_M=1 -T_N=10 -T_K=8" + machine), 467'100);
        QCOMPARE(cyclesOf("-FC -M=1 -N=1000 -K=4096 -T_M=1 -T_N=1 -T_K=20" + machine), 1'848'000);
        QCOMPARE(cyclesOf("-FC -M=1 -N=4096 -K=4096 -T_M=1 -T_N=4 -T_K=16" + machine), 2'624'512);
        for (const auto& [n, k] :
             {std::pair(1000, 4096), std::pair(4096, 4096), std::pair(4096, 9216), std::pair(7, 2)})
            QCOMPARE(cyclesOf("-FC -M=1 -N=" + std::to_string(n) + " -K=" + std::to_string(k) + machine),
                     n * (5 * k + 1));
    }
};

QTEST_APPLESS_MAIN(FabricOracleTest)
#include "fabric_test.moc"
