// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Both counters against figures of an independent brute-force walker, exact.json of the Timeloop reference set: 71 named
// and 162 random mappings, perfect and imperfect (GEMM, convolutions; Eyeriss, Simba, toys). timeloop_exact.jsonl holds
// their inputs in our own forms, one case a line, and the expected totals over all instances.

#include <QtTest>

#include "core/io/native.h"
#include "core/model/brute_force/literal.h"
#include "core/model/evaluator.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string casesPath() { return std::string(LAPIDARY_SOURCE_DIR) + "/tests/oracle/timeloop_exact.jsonl"; }

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

Problem problemOf(const Json& json) {
    Workload workload = require(workloadFromJson(json["workload"], casesPath()));
    Architecture design = require(architectureFromJson(json["architecture"], casesPath()));
    std::string nest;
    for (const Json& line : json["nest"].items()) nest += line.text() + '\n';
    Mapping mapping = require(parseMapping(nest, casesPath(), workload, design));
    return {require(Target::make(std::move(workload), std::move(design))), std::move(mapping)};
}

/// A figure that is null there isn't to be compared.
QString compare(const std::string& name, const Json& expected, std::int64_t found) {
    if (expected.isNull() || expected.integer() == found) return {};
    return QString("%1: %2 expected, %3 found\n").arg(name.c_str()).arg(expected.integer()).arg(found);
}

QString compareGroups(const std::string& name, const Json& expected, const TensorCost& found) {
    QString text;
    if (expected.isNull()) return text;
    if (expected.size() != found.multicast.size()) text += QString("%1: other group sizes\n").arg(name.c_str());
    for (const Json::Member& group : expected.members()) {
        const auto own = found.multicast.find(std::stoll(group.name));
        text += compare(name + ".multicast " + group.name, group.value, own == found.multicast.end() ? 0 : own->second);
    }
    return text;
}

QString differences(const Json& expected, const Cost& cost, const Target& target) {
    QString text = compare("macs", expected["macs"], cost.macs) + compare("steps", expected["steps"], cost.steps);
    for (const Json::Member& level : expected["levels"].members()) {
        for (const Json::Member& tensor : level.value.members()) {
            const TensorCost& found = at(cost, target, level.name, tensor.name);
            const std::string name = level.name + '.' + tensor.name;
            text += compare(name + ".tile", tensor.value["tile"], found.tile);
            text += compare(name + ".instances", tensor.value["instances"], found.instancesTouched);
            text += compare(name + ".reads", tensor.value["reads"], found.reads);
            text += compare(name + ".fills", tensor.value["fills"], found.fills);
            text += compare(name + ".updates", tensor.value["updates"], found.updates);
            text += compare(name + ".delivered", tensor.value["delivered"], found.delivered);
            text += compareGroups(name, tensor.value["multicast"], found);
        }
    }
    return text;
}

}  // namespace

class TimeloopExactTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        std::string line;
        const std::string text = require(readTextFile(casesPath()));
        for (const QString& each : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts))
            m_cases.push_back(require(parseJson(each.toStdString(), casesPath())));
        QCOMPARE(m_cases.size(), std::size_t{233});
    }

    void closedFormsCountTheSame_data() { addCases(std::numeric_limits<std::int64_t>::max()); }
    void closedFormsCountTheSame() {
        const Json& json = currentCase();
        const Problem p = problemOf(json);
        const Evaluator evaluator = require(Evaluator::make(p.target, exactReferenceSemantics()));
        const QString found = differences(json["expected"], evaluator.evaluate(p.mapping), *p.target);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void literalSimulatorCountsTheSame_data() { addCases(6000); }
    void literalSimulatorCountsTheSame() {
        const Json& json = currentCase();
        const Problem p = problemOf(json);
        const Cost cost = simulateLiterally(p.mapping, *p.target, exactReferenceSemantics());
        const QString found = differences(json["expected"], cost, *p.target);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

private:
    void addCases(std::int64_t mostMacs) const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            if (m_cases[i]["expected"]["macs"].integer() <= mostMacs)
                QTest::newRow(m_cases[i]["name"].text().c_str()) << static_cast<int>(i);
    }

    const Json& currentCase() const {
        const int number = *static_cast<int*>(QTest::qData("number", qMetaTypeId<int>()));
        return m_cases[static_cast<std::size_t>(number)];
    }

    std::vector<Json> m_cases;
};

QTEST_APPLESS_MAIN(TimeloopExactTest)
#include "timeloop_exact_test.moc"
