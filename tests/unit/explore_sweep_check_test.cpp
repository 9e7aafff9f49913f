// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// What is wrong with a sweep, and in which axis and value.

#include <QtTest>

#include "core/explore/sweep_check.h"
#include "core/io/presets.h"
#include "core/io/sweep_plan.h"

using namespace lapidary;

namespace {

SweepSpec toySweep() {
    SweepSpec spec;
    spec.base = *loadArchitecture("toy-6");
    spec.layers = {{*loadWorkload("tensor-100"), 1}};
    spec.axes = {{"PE.fanout", {"2x1", "6x1"}}};
    spec.mapspaces = {Factorization::perfect, Factorization::rubyS};
    spec.search.maxEvaluations = 10;
    return spec;
}

/// "axis.value: message; hint", one line each.
std::string told(const SweepSpec& spec) {
    std::string text;
    for (const SweepProblem& problem : sweepProblems(spec)) {
        text += std::to_string(problem.axis) + "." + std::to_string(problem.value) + ": " + problem.diagnostic.message;
        if (!problem.diagnostic.hint.empty()) text += "; " + problem.diagnostic.hint;
        text += '\n';
    }
    return text;
}

}  // namespace

class ExploreSweepCheckTest : public QObject {
    Q_OBJECT

private slots:
    void aSoundSweepHasNoProblem() { QCOMPARE(told(toySweep()), std::string()); }

    void eachProblemNamesItsAxisAndValue_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("values");
        QTest::addColumn<QString>("expected");
        QTest::newRow("value") << "PE.fanout" << QStringList{"2x1", "3y7", "6x1"}
                               << "0.1: expected a size such as '14x12', found '3y7'\n";
        QTest::newRow("refused") << "PE.fanout" << QStringList{"2x1", "0x1"} << "0.1: ";
        QTest::newRow("path") << "PE.fanuot" << QStringList{"2x1"}
                              << "0.-1: the design has no setting 'PE.fanuot'; did you mean 'PE.fanout'?\n";
        QTest::newRow("none") << "PE.fanout" << QStringList{}
                              << "0.-1: the axis 'PE.fanout' has no values, expected at least one\n";
        QTest::newRow("twice") << "PE.fanout" << QStringList{"2x1", "6x1", "2x1"}
                               << "0.2: the axis 'PE.fanout' has the value '2x1' twice\n";
        QTest::newRow("bound") << "bounds.d" << QStringList{"10", "0"} << "0.1: ";
        QTest::newRow("dimension") << "bounds.K" << QStringList{"10"}
                                   << "0.0: layer 'tensor-100' has no dimension 'K'\n";
    }
    void eachProblemNamesItsAxisAndValue() {
        QFETCH(QString, path);
        QFETCH(QStringList, values);
        QFETCH(QString, expected);
        SweepSpec spec = toySweep();
        spec.axes = {{path.toStdString(), {}}};
        for (const QString& value : values) spec.axes[0].values.push_back(value.toStdString());
        const QString text = QString::fromStdString(told(spec));
        if (expected.endsWith('\n'))
            QCOMPARE(text, expected);
        else
            QVERIFY2(text.startsWith(expected) && text.count('\n') == 1, qPrintable(text));
    }

    void aSearchWithoutAnEndIsRefused() {
        SweepSpec spec = toySweep();
        spec.search.maxEvaluations.reset();
        spec.search.victory = 3000;
        QCOMPARE(told(spec), std::string("-1.-1: a search that finds nothing valid would never end; limit the mappings "
                                         "or the seconds of each search\n"));
        spec.search.algorithm = Algorithm::exhaustive;
        QCOMPARE(told(spec), std::string());
    }

    void aPlanFollowsTheSessionUnlessItNamesLayers() {
        SessionInputs inputs;
        inputs.architecture = *loadArchitecture("toy-6");
        inputs.architectureKey = "toy-6";
        inputs.workload = *loadWorkload("tensor-100");
        inputs.workloadKey = "tensor-100";
        inputs.mapspace.constraints = inputs.architecture.spec().constraints;
        const SweepFile plan = defaultPlan(inputs);
        const SweepFile asked = resolved(plan, inputs);
        QVERIFY(asked.spec.base == inputs.architecture);
        QCOMPARE(asked.workloadKey, std::string("tensor-100"));
        QCOMPARE(asked.spec.layers.size(), std::size_t{1});
        QVERIFY(!asked.spec.constraints);
        QCOMPARE(asked.spec.axes[0].path, std::string("PE.fanout"));

        const SweepFile own = planFor(*loadSweep("ruby-pe-array"), false);
        const SweepFile ownAsked = resolved(own, inputs);
        QVERIFY(ownAsked.spec.base == inputs.architecture);
        QCOMPARE(ownAsked.networkKey, std::string("resnet50"));
        QVERIFY(ownAsked.spec.layers.size() > 20);
    }
};

QTEST_APPLESS_MAIN(ExploreSweepCheckTest)
#include "explore_sweep_check_test.moc"
