// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Timeloop's own files as they lie in the reference set, read and compared with what other hands made of the same cases:
// workload, design and nest of timeloop_exact.jsonl, directives and counts of timeloop_compat.jsonl (tests/oracle), energies,
// cycles and areas that Timeloop printed (expected.json, best.expected.json). Skipped where the set is absent.
// ctest: timeout=300

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/io/native.h"
#include "core/io/timeloop/import.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

const std::filesystem::path kCases = LAPIDARY_SHARED_DIR "/reference/timeloop/cases";
const std::filesystem::path kFuzz = LAPIDARY_SHARED_DIR "/reference/timeloop/fuzz/cases.jsonl";
const std::filesystem::path kBest = LAPIDARY_SHARED_DIR "/reference/timeloop-search/best";
const std::filesystem::path kExact = LAPIDARY_SOURCE_DIR "/tests/oracle/timeloop_exact.jsonl";
const std::filesystem::path kCompat = LAPIDARY_SOURCE_DIR "/tests/oracle/timeloop_compat.jsonl";

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

std::map<std::string, Json> linesByName(const std::filesystem::path& path, const char* name) {
    std::map<std::string, Json> lines;
    for (const QString& each : QString::fromStdString(require(readTextFile(path))).split('\n', Qt::SkipEmptyParts)) {
        Json line = require(parseJson(each.toStdString(), path.string()));
        lines[line[name].text()] = std::move(line);
    }
    return lines;
}

Json jsonOf(const std::filesystem::path& path) {
    return require(parseJson(require(readTextFile(path)), path.string()));
}

/// "O: c*M+P | Q ..." of every tensor in the order of their names, with the bounds; no order of dimensions in it.
QStringList describedWorkload(const Workload& workload) {
    const auto name = [&](int d) { return workload.dimensions()[static_cast<std::size_t>(d)].name; };
    QStringList lines;
    for (const Dimension& dimension : workload.dimensions())
        lines << QString("%1 = %2").arg(dimension.name.c_str()).arg(dimension.bound);
    for (const Tensor& tensor : workload.tensors()) {
        QString line = QString("%1%2:").arg(tensor.name.c_str(), tensor.isOutput ? " (output)" : "");
        for (const Rank& rank : tensor.ranks) {
            QStringList terms;
            for (const Term& term : rank.terms)
                terms << QString("%1*%2").arg(term.coefficient).arg(name(term.dimension).c_str());
            terms.sort();
            line += " " + terms.join('+') + " |";
        }
        lines << line;
    }
    lines.sort();
    return lines;
}

QStringList describedDesign(const Architecture& design) {
    QStringList lines;
    for (const Level& level : design.levels()) lines << QString::fromStdString(level.name);
    for (const Fanout& fanout : design.fanouts())
        lines << QString("%1 below %2: %3 x %4").arg(fanout.name.c_str()).arg(fanout.below).arg(fanout.x).arg(fanout.y);
    return lines;
}

QStringList trimmedLines(const std::vector<std::string>& lines) {
    QStringList result;
    for (const std::string& line : lines) result << QString::fromStdString(line).trimmed();
    return result;
}

QStringList linesOf(const Json& list) {
    QStringList result;
    for (const Json& line : list.items()) result << QString::fromStdString(line.text()).trimmed();
    return result;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

Cost evaluated(const TimeloopImport& read, const Semantics& semantics) {
    TargetPtr target = require(Target::make(*read.workload, *read.architecture));
    return require(Evaluator::make(target, semantics)).evaluate(*read.mapping);
}

/// Energies, cycles and areas of a perfect mapping that Timeloop printed, without what our designs have no place for.
QStringList differences(const Json& printed, const Cost& cost) {
    QStringList lines;
    const auto compare = [&](const QString& name, double expected, double found) {
        if (!near(expected, found))
            lines << QString("%1: %2 printed, %3 found").arg(name).arg(expected, 0, 'g', 12).arg(found, 0, 'g', 12);
    };
    compare("energy", printed["summary"]["energy_pJ"].real(), cost.energyPj.value_or(-1));
    compare("cycles", printed["summary"]["cycles"].real(), static_cast<double>(cost.cycles));
    compare("MAC energy", printed["arithmetic"]["energy_total_pJ"].real(), cost.computeEnergyPj.value_or(-1));
    for (const Json& level : printed["levels"].items()) {
        const auto found = std::ranges::find(cost.levels, level["name"].text(), &LevelCost::name);
        if (found == cost.levels.end()) {
            lines << QString("no level %1").arg(level["name"].text().c_str());
            continue;
        }
        double energy = level["leakage_energy_total_pJ"].real();
        for (const Json::Member& tensor : level["dataspaces"].members())
            energy += tensor.value["energy_total_pJ"].real();
        compare(QString::fromStdString(level["name"].text()) + " energy", energy, found->energyPj.value_or(-1));
    }
    return lines;
}

/// Named cases that Timeloop prints other figures for, by what our designs have no place for: each is warned of.
struct Otherwise {
    std::string_view differences, warning;
};
const std::map<std::string_view, Otherwise> kOtherwise = {
    {"attr-addr-gen-energy", {"energy: 1223987.2 printed, 1222860.8 found", "'addr_gen_energy'"}},
    {"attr-bandwidth-scale-per-dataspace",
     {"cycles: 40960 printed, 29014 found", "'per_dataspace_bandwidth_consumption_scale'"}},
    {"attr-network-latency", {"cycles: 8204 printed, 8192 found", "'network_fill_latency'"}},
    {"attr-network-energy-per-hop", {"energy: 1239500.8 printed, 1232844.8 found", "'router_energy'"}},
    {"attr-network-wire-energy-area", {"energy: 15175358.0544 printed, 14668478.0544 found", "'router_energy'"}},
    // Timeloop lets the instances that are used leak, we let all of them: 0.125 pJ * 8,192 cycles * 6 instead of 4.
    {"attr-leakage", {"energy: 1229004.8 printed, 1231052.8 found\nspad energy: 173875.2 printed, 175923.2 found", ""}},
};

/// The lanes of one axis in the order of their dimensions: their order is no part of our mapspaces.
Mapping withLanesInOrder(Mapping mapping) {
    const auto sameAxis = [](const Node& a, const Node& b) {
        return a.kind == NodeKind::spatial && b.kind == NodeKind::spatial && a.fanout == b.fanout && a.axis == b.axis;
    };
    for (auto first = mapping.nodes.begin(); first != mapping.nodes.end();) {
        const auto last =
            std::find_if_not(first, mapping.nodes.end(), [&](const Node& n) { return sameAxis(*first, n); });
        std::sort(first, last, [](const Node& a, const Node& b) { return a.dimension < b.dimension; });
        first = std::max(last, first + 1);
    }
    return mapping;
}

}  // namespace

class TimeloopImportTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kCases)) QSKIP("no reference data");
        m_exact = linesByName(kExact, "name");
        m_compat = linesByName(kCompat, "name");
        m_fuzz = linesByName(kFuzz, "case");
        QCOMPARE(m_exact.size(), std::size_t{233});
    }

    void filesSayWhatTheCasesSay_data() { addCases(); }
    void filesSayWhatTheCasesSay() {
        QFETCH(QString, name);
        const Json& expected = m_exact[name.toStdString()];
        const Result<TimeloopImport> read = importCase(name.toStdString());
        QVERIFY2(read.ok(), read.errorText().c_str());
        QVERIFY(read->workload && read->architecture && read->mapping);
        const std::string file = kExact.string();
        QCOMPARE(describedWorkload(*read->workload),
                 describedWorkload(require(workloadFromJson(expected["workload"], file))));
        QCOMPARE(describedDesign(*read->architecture),
                 describedDesign(require(architectureFromJson(expected["architecture"], file))));
        QStringList found = trimmedLines(toLines(*read->mapping, *read->workload, *read->architecture));
        const qsizetype directives = linesOf(m_compat[name.toStdString()]["directives"]).size();
        std::sort(found.begin(), found.begin() + directives);
        QStringList wanted = linesOf(m_compat[name.toStdString()]["directives"]);
        wanted.sort();
        QCOMPARE(found, wanted + linesOf(expected["nest"]));
    }

    void filesCountWhatTheWalkerCounts_data() { addCases(); }
    void filesCountWhatTheWalkerCounts() {
        QFETCH(QString, name);
        const Json& expected = m_exact[name.toStdString()]["expected"];
        const Result<TimeloopImport> read = importCase(name.toStdString());
        QVERIFY2(read.ok(), read.errorText().c_str());
        const TargetPtr target = require(Target::make(*read->workload, *read->architecture));
        TimeloopImport plain = *read;
        plain.mapping->directives.clear();  // the walker knows none
        const Cost cost = evaluated(plain, exactReferenceSemantics());
        QVERIFY2(cost.valid, cost.reasons.empty() ? "" : describe(cost.reasons.front(), *target).c_str());
        QCOMPARE(cost.macs, expected["macs"].integer());
        QCOMPARE(cost.steps, expected["steps"].integer());
        for (const Json::Member& level : expected["levels"].members())
            for (const Json::Member& tensor : level.value.members())
                for (const auto& [key, found] :
                     {std::pair{"reads", at(cost, *target, level.name, tensor.name).reads},
                      std::pair{"fills", at(cost, *target, level.name, tensor.name).fills},
                      std::pair{"updates", at(cost, *target, level.name, tensor.name).updates}})
                    if (!tensor.value[key].isNull()) QCOMPARE(found, tensor.value[key].integer());
    }

    void perfectNamedCasesCostWhatTimeloopPrints_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
            const std::string name = entry.path().filename().string();
            if (m_compat[name]["perfect"].kind() == Json::Kind::boolean && m_compat[name]["perfect"].boolean())
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void perfectNamedCasesCostWhatTimeloopPrints() {
        QFETCH(QString, name);
        const Result<TimeloopImport> read = importCase(name.toStdString());
        QVERIFY2(read.ok(), read.errorText().c_str());
        const QString found =
            differences(jsonOf(kCases / name.toStdString() / "expected.json"), evaluated(*read, timeloopSemantics()))
                .join('\n');
        const auto known = kOtherwise.find(name.toStdString());
        const Otherwise expected = known == kOtherwise.end() ? Otherwise{} : known->second;
        QCOMPARE(found, QString::fromUtf8(expected.differences.data(), static_cast<int>(expected.differences.size())));
        QVERIFY(toText(read.diagnostics()).find(expected.warning) != std::string::npos);
    }

    void searchRunsOpenWithTheirMapspaces_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(kBest))
            if (entry.is_directory())
                QTest::newRow(entry.path().filename().string().c_str())
                    << QString::fromStdString(entry.path().filename().string());
    }
    void searchRunsOpenWithTheirMapspaces() {
        QFETCH(QString, name);
        const std::filesystem::path folder = kBest / name.toStdString();
        const Result<TimeloopImport> read = importTimeloopFiles({folder});
        QVERIFY2(read.ok(), read.errorText().c_str());
        QVERIFY(read->constraints && read->factorization && read->search);
        QCOMPARE(*read->factorization, name.contains(".ruby-s.") ? Factorization::rubyS : Factorization::perfect);
        QCOMPARE(read->search->victory, std::optional<std::int64_t>(3000));

        // The best mapping lies in the mapspace that it was found in.
        const TargetPtr target = require(Target::make(*read->workload, *read->architecture));
        const Result<Mapspace> space = Mapspace::make(target, {*read->factorization, *read->constraints});
        QVERIFY2(space.ok(), space.errorText().c_str());
        if (!std::filesystem::exists(folder / "best.map.full.yaml")) return;  // kept for other checks
        QVERIFY(read->mapping);
        const Reason reason = space->checkConstraints(*read->mapping);
        QVERIFY2(reason.code == ReasonCode::none, describe(reason, *target).c_str());
        QVERIFY(space->indexOf(withLanesInOrder(*read->mapping)));

        const Json printed = jsonOf(folder / "best.expected.json");
        const Cost cost = evaluated(*read, timeloopSemantics());
        QVERIFY(cost.valid);
        const bool isPerfect =
            std::ranges::all_of(read->mapping->nodes, [](const Node& n) { return !n.isLoop() || n.bound == n.tail; });
        // What the reference set itself found for these mappings, tails in lock step.
        const Json summary = jsonOf(kBest / ".." / "best_summary.json");
        const auto row = std::ranges::find_if(summary.items(), [&](const Json& each) {
            const std::string head = each["arch"].text() + "." + each["layer"].text() + "." + each["mode"].text() + ".";
            return name.startsWith(QString::fromStdString(head));
        });
        QVERIFY(row != summary.items().end());
        QCOMPARE(evaluated(*read, exactReferenceSemantics()).steps, (*row)["cycles_exact"].integer());
        if (isPerfect)
            QCOMPARE(differences(printed, cost).join('\n'), QString());
        else
            QVERIFY(cost.energyPj.has_value());
    }

private:
    void addCases() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, line] : m_exact) QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    Result<TimeloopImport> importCase(const std::string& name) {
        if (std::filesystem::exists(kCases / name)) return importTimeloopFiles({kCases / name});
        std::vector<TimeloopText> texts;
        for (const Json::Member& file : m_fuzz[name]["inputs"].members())
            texts.push_back({name + "/" + file.name, file.value.text()});
        return importTimeloop(texts);
    }

    std::map<std::string, Json> m_exact, m_compat, m_fuzz;
};

QTEST_APPLESS_MAIN(TimeloopImportTest)
#include "timeloop_import_test.moc"
