// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Under 'compat timeloop', both counters against figures that Timeloop itself printed (expected.json of the reference
// set, tl-master): reads, fills, updates and moves between neighbours of the perfect mappings, compute cycles of all,
// directives included. timeloop_compat.jsonl holds those figures and the directives, by the names of timeloop_exact.jsonl.
// What differs is listed here with its reason, and in docs/models/compat.md.

#include <QtTest>

#include <map>
#include <string_view>

#include "core/io/native.h"
#include "core/model/brute_force/literal.h"
#include "core/model/evaluator.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string pathOf(const std::string& file) { return LAPIDARY_SOURCE_DIR "/tests/oracle/" + file; }

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

std::vector<Json> linesOf(const char* file) {
    std::vector<Json> lines;
    for (const QString& each :
         QString::fromStdString(require(readTextFile(pathOf(file)))).split('\n', Qt::SkipEmptyParts))
        lines.push_back(require(parseJson(each.toStdString(), pathOf(file))));
    return lines;
}

/// Timeloop extrapolates what the first iterations of a loop move; where a window turns back, that is not what the loop
/// moves (the README of the reference set). What it then prints, and what the simulator, which runs every iteration, counts.
const std::map<std::string_view, const char*> kExtrapolated = {
    {"fuzz0011",
     "RF.Inputs.fills: 440 printed, 600 found\n"
     "GLB.Inputs.reads: 440 printed, 600 found\n"},
    {"fuzz0024",
     "RF.Inputs.fills: 3024 printed, 2160 found\n"
     "GLB.Inputs.reads: 1512 printed, 1080 found\n"
     "GLB.Inputs.fills: 1512 printed, 1080 found\n"
     "DRAM.Inputs.reads: 1512 printed, 1080 found\n"},
    {"fuzz0030",
     "GLB.Inputs.fills: 480 printed, 384 found\n"
     "DRAM.Inputs.reads: 480 printed, 384 found\n"},
    {"fuzz0105",
     "RF.I.fills: 305 printed, 325 found\n"
     "GLB.I.reads: 305 printed, 325 found\n"
     "GLB.I.fills: 305 printed, 325 found\n"
     "DRAM.I.reads: 305 printed, 325 found\n"},
    {"fuzz0113",
     "GLB.I.fills: 19 printed, 14 found\n"
     "DRAM.I.reads: 19 printed, 14 found\n"},
    {"fuzz0145",
     "RF.I.fills: 36 printed, 28 found\n"
     "GLB.I.reads: 18 printed, 14 found\n"
     "GLB.I.fills: 10 printed, 8 found\n"
     "DRAM.I.reads: 10 printed, 8 found\n"},
    {"fuzz0171",
     "GLB.I.fills: 102 printed, 108 found\n"
     "DRAM.I.reads: 102 printed, 108 found\n"},
    {"fuzz0208",
     "RF.Inputs.fills: 468 printed, 504 found\n"
     "GLB.Inputs.reads: 468 printed, 504 found\n"},
    {"fuzz0236",
     "RF.I.fills: 279 printed, 315 found\n"
     "GLB.I.reads: 93 printed, 105 found\n"
     "GLB.I.fills: 93 printed, 105 found\n"
     "DRAM.I.reads: 93 printed, 105 found\n"},
    {"fuzz0239",
     "RF.Inputs.fills: 1188 printed, 1620 found\n"
     "GLB.Inputs.reads: 1188 printed, 1620 found\n"
     "GLB.Inputs.fills: 1188 printed, 1620 found\n"
     "DRAM.Inputs.reads: 1188 printed, 1620 found\n"},
    // moves between neighbours that the extrapolated iterations leave out
    {"fuzz0114",
     "RF.Inputs.reads: 1512 printed, 1548 found\n"
     "DRAM.Inputs.reads: 1512 printed, 1476 found\n"
     "Inputs.neighbour moves: 0 printed, 36 found\n"},
    {"fuzz0134",
     "RF.Inputs.reads: 324 printed, 372 found\n"
     "GLB.Inputs.reads: 324 printed, 276 found\n"
     "Inputs.neighbour moves: 0 printed, 48 found\n"},
    {"fuzz0138",
     "RF.Inputs.reads: 900 printed, 1020 found\n"
     "GLB.Inputs.reads: 540 printed, 420 found\n"
     "Inputs.neighbour moves: 360 printed, 480 found\n"},
    {"fuzz0142",
     "RF.Inputs.reads: 846 printed, 864 found\n"
     "GLB.Inputs.reads: 306 printed, 288 found\n"
     "Inputs.neighbour moves: 270 printed, 288 found\n"},
    {"fuzz0144",
     "RF.Inputs.reads: 1152 printed, 1368 found\n"
     "DRAM.Inputs.reads: 576 printed, 360 found\n"
     "Inputs.neighbour moves: 0 printed, 216 found\n"},
};

Problem problemOf(const Json& inputs, const Json& printed) {
    Workload workload = require(workloadFromJson(inputs["workload"], pathOf("timeloop_exact.jsonl")));
    Architecture design = require(architectureFromJson(inputs["architecture"], pathOf("timeloop_exact.jsonl")));
    std::string nest;
    for (const Json& line : printed["directives"].items()) nest += line.text() + '\n';
    for (const Json& line : inputs["nest"].items()) nest += line.text() + '\n';
    Mapping mapping = require(parseMapping(nest, pathOf("timeloop_compat.jsonl"), workload, design));
    return {require(Target::make(std::move(workload), std::move(design))), std::move(mapping)};
}

QString compare(const std::string& name, const Json& expected, std::int64_t found) {
    if (expected.integer() == found) return {};
    return QString("%1: %2 printed, %3 found\n").arg(name.c_str()).arg(expected.integer()).arg(found);
}

QString differences(const Json& printed, const Cost& cost, const Target& target) {
    QString text = compare("steps", printed["steps"], cost.steps);
    if (!printed["perfect"].boolean()) return text;
    for (const Json::Member& level : printed["counts"].members()) {
        for (const Json::Member& tensor : level.value.members()) {
            const TensorCost& found = at(cost, target, level.name, tensor.name);
            const std::string name = level.name + '.' + tensor.name;
            text += compare(name + ".reads", tensor.value["reads"], found.reads);
            text += compare(name + ".fills", tensor.value["fills"], found.fills);
            text += compare(name + ".updates", tensor.value["updates"], found.updates);
        }
    }
    for (int t = 0; t < target.workload.tensorCount(); ++t) {
        const std::string& name = target.workload.tensors()[static_cast<std::size_t>(t)].name;
        std::int64_t moves = 0;
        for (const LevelCost& level : cost.levels) moves += level.tensors[static_cast<std::size_t>(t)].neighbourMoves;
        const Json* expected = printed["neighbour_moves"].find(name);
        text += compare(name + ".neighbour moves", expected ? *expected : Json(0), moves);
    }
    return text;
}

}  // namespace

class TimeloopCompatTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_inputs = linesOf("timeloop_exact.jsonl");
        m_printed = linesOf("timeloop_compat.jsonl");
        QCOMPARE(m_inputs.size(), std::size_t{233});
        QCOMPARE(m_printed.size(), m_inputs.size());
    }

    void closedFormsCountWhatTimeloopPrints_data() { addCases(std::numeric_limits<std::int64_t>::max()); }
    void closedFormsCountWhatTimeloopPrints() {
        judge([](const Problem& p) {
            return require(Evaluator::make(p.target, timeloopSemantics())).evaluate(p.mapping);
        });
    }

    void literalSimulatorCountsWhatTimeloopPrints_data() { addCases(6000); }
    void literalSimulatorCountsWhatTimeloopPrints() {
        judge([](const Problem& p) { return simulateLiterally(p.mapping, *p.target, timeloopSemantics()); });
    }

private:
    void addCases(std::int64_t mostMacs) const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < m_inputs.size(); ++i)
            if (m_inputs[i]["expected"]["macs"].integer() <= mostMacs)
                QTest::newRow(m_inputs[i]["name"].text().c_str()) << static_cast<int>(i);
    }

    template <class Count>
    void judge(Count count) const {
        const auto number = static_cast<std::size_t>(*static_cast<int*>(QTest::qData("number", qMetaTypeId<int>())));
        QCOMPARE(m_printed[number]["name"].text(), m_inputs[number]["name"].text());
        const Problem p = problemOf(m_inputs[number], m_printed[number]);
        const auto known = kExtrapolated.find(m_printed[number]["name"].text());
        QCOMPARE(differences(m_printed[number], count(p), *p.target),
                 QString(known == kExtrapolated.end() ? "" : known->second));
    }

    std::vector<Json> m_inputs, m_printed;
};

QTEST_APPLESS_MAIN(TimeloopCompatTest)
#include "timeloop_compat_test.moc"
