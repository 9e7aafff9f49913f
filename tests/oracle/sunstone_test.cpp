// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The compat sunstone model against what the public scheduler printed for 65 layers (convolutions, weight updates,
// MTTKRP, TTMc, SDDMM, MMC, TCL, GEMM on four designs): energy, cycles, EDP, and words at every boundary.

#include "core/model/compat/sunstone.h"

#include <QtTest>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "core/io/native.h"
#include "core/io/validation/sunstone_case.h"
#include "core/mapping/validity.h"

using namespace lapidary;

namespace {
std::atomic<std::int64_t> allocations{0};
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

std::string pathOf(const char* file) {
    std::string path = LAPIDARY_SHARED_DIR "/reference/sunstone/";
    return path.append(file);
}

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

Json readList(const char* file) { return require(parseJson(require(readTextFile(pathOf(file))), pathOf(file))); }

std::int64_t wordsOf(const Json& number) { return static_cast<std::int64_t>(number.real()); }

bool close(double found, double expected) { return std::abs(found - expected) <= 1e-12 * std::abs(expected); }

}  // namespace

class SunstoneTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QFile::exists(QString::fromStdString(pathOf("cases.json")))) QSKIP("no reference data");
        m_cases = readList("cases.json");
        m_results = readList("results.json");
        QCOMPARE(m_cases.size(), std::size_t{65});
        QCOMPARE(m_results.size(), std::size_t{65});
    }

    void figuresAreThoseOfTheProgram_data() { addRows(); }
    void figuresAreThoseOfTheProgram() {
        const Subject subject = current();
        const sunstone::Tiling tiling = require(subject.model.tilingOf(subject.mapping));
        const sunstone::Evaluation found = subject.model.evaluate(tiling);
        const Json& expected = *subject.expected;
        QVERIFY2(close(found.energyPj, expected["energy"].real()),
                 qPrintable(QString::number(found.energyPj, 'g', 17)));
        QVERIFY2(close(found.cycles, expected["cycles"].real()), qPrintable(QString::number(found.cycles, 'g', 17)));
        QVERIFY(close(found.edp(), expected["edp"].real()));
    }

    void wordsAreThoseOfTheProgram_data() { addRows(); }
    void wordsAreThoseOfTheProgram() {
        const Subject subject = current();
        const sunstone::Tiling tiling = require(subject.model.tilingOf(subject.mapping));
        const Json& boundaries = (*subject.expected)["accesses_chosen"];
        QCOMPARE(static_cast<int>(boundaries.size()), tiling.levels - 1);
        for (std::size_t inner = 0; inner < boundaries.size(); ++inner) {
            const Json& expected = boundaries[inner]["per_tensor"];
            sunstone::Boundary words;
            subject.model.boundary(tiling, static_cast<int>(inner), subject.model.reuseOf(tiling.order[inner + 1]),
                                   words);
            const std::size_t output = expected.size() - 1;
            for (std::size_t t = 0; t < output; ++t) {
                QCOMPARE(words[t].inner, wordsOf(expected[t][0]));
                QCOMPARE(words[t].outer, wordsOf(expected[t][1]));
            }
            QCOMPARE(words[output].inner, wordsOf(expected[output][0][0]));
            QCOMPARE(words[output].innerBack, wordsOf(expected[output][0][1]));
            QCOMPARE(words[output].outer, wordsOf(expected[output][1][0]));
            QCOMPARE(words[output].outerBack, wordsOf(expected[output][1][1]));
        }
    }

    /// The Cost holds the same sums, level by level.
    void costAddsUp_data() { addRows(); }
    void costAddsUp() {
        const Subject subject = current();
        const Cost cost = subject.model.cost(subject.mapping, require(subject.model.tilingOf(subject.mapping)));
        const Json& expected = *subject.expected;
        QVERIFY(close(cost.energyPj.value(), expected["energy"].real()));
        QCOMPARE(static_cast<double>(cost.cycles), std::ceil(expected["cycles"].real()));
        double sum = cost.computeEnergyPj.value();
        for (const LevelCost& level : cost.levels) sum += level.energyPj.value();
        QVERIFY(close(sum, expected["energy"].real()));
        QVERIFY2(cost.valid, cost.valid ? "" : describe(cost.reasons.front(), *subject.target).c_str());
    }

    /// What each order lets each tensor reuse, as the program printed it for all orders it kept.
    void reuseFollowsFromTheOrder_data() { addRows(); }
    void reuseFollowsFromTheOrder() {
        const Subject subject = current();
        const Workload& workload = subject.target->workload;
        for (const Json::Member& order : (*subject.expected)["promising_orders"].members()) {
            sunstone::Order own;
            for (const char name : order.name) own.push(workload.findDimension(std::string(1, name)));
            const sunstone::Reuse reuse = subject.model.reuseOf(own);
            for (std::size_t t = 0; t < order.value.size(); ++t) {
                unsigned expected = 0;
                for (const char name : order.value[t].text())
                    expected |= 1u << workload.findDimension(std::string(1, name));
                const unsigned window = reuse.window[t] < 0 ? 0 : 1u << reuse.window[t];
                QCOMPARE(reuse.full[t] | window, expected);
            }
        }
    }

    /// A scheduler calls it in its innermost loop.
    void evaluatingAllocatesNothing() {
        const Subject subject = current(0);
        const sunstone::Tiling tiling = require(subject.model.tilingOf(subject.mapping));
        const std::int64_t before = allocations;
        double sum = 0;
        for (int i = 0; i < 1000; ++i) sum += subject.model.evaluate(tiling).edp();
        QCOMPARE(allocations - before, 0);
        QVERIFY(close(sum / 1000, m_results[0]["edp"].real()));
    }

    void refusesWhatTheProgramDoesNotKnow() {
        const Subject subject = current(0);
        Mapping tail = subject.mapping;
        for (Node& node : tail.nodes)
            if (node.isLoop() && node.bound > 1) {
                node.tail = node.bound - 1;
                break;
            }
        QVERIFY(QString::fromStdString(subject.model.tilingOf(tail).errorText()).contains("perfect factors only"));
        Mapping uneven = subject.mapping;
        const auto second =
            std::ranges::find_if(uneven.nodes, [](const Node& node) { return !node.isLoop() && node.level == 1; });
        uneven.nodes.insert(second, *second);
        QVERIFY(QString::fromStdString(subject.model.tilingOf(uneven).errorText()).contains("one Store per level"));
    }

private:
    struct Subject {
        TargetPtr target;
        sunstone::Model model;
        Mapping mapping;
        const Json* expected = nullptr;
    };

    void addRows() const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i]["name"].text().c_str()) << static_cast<int>(i);
    }
    Subject current() const { return current(*static_cast<int*>(QTest::qData("number", qMetaTypeId<int>()))); }
    Subject current(int number) const {
        const Json& json = m_cases[static_cast<std::size_t>(number)];
        const Json& expected = m_results[static_cast<std::size_t>(number)];
        auto [target, mapping] = require(validation::sunstoneCase(json, expected));
        sunstone::Model model = require(sunstone::Model::make(target));
        return {std::move(target), std::move(model), std::move(mapping), &expected};
    }

    Json m_cases, m_results;
};

QTEST_APPLESS_MAIN(SunstoneTest)
#include "sunstone_test.moc"
