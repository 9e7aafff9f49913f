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

/// Factors of one entry of the mapping, in the order of the workload's dimensions.
std::int64_t factorOf(const Json& entry, const std::string& dimension) {
    return entry["factors"][dimension].isNull() ? 1 : entry["factors"][dimension].integer();
}

Workload workloadOf(const Json& json) {
    std::vector<Dimension> dimensions;
    for (const Json::Member& bound : json["bounds"].members())
        dimensions.push_back({.name = bound.name, .alias = {}, .bound = bound.value.integer()});
    const auto termOf = [&](const std::string& name) {
        for (std::size_t d = 0; d < dimensions.size(); ++d)
            if (dimensions[d].name == name) return Term{static_cast<int>(d), 1};
        qFatal("no dimension %s", name.c_str());
    };
    std::vector<Tensor> tensors;
    for (const Json& list : json["tensors"].items()) {
        Tensor tensor;
        tensor.name = tensor.role = std::string("T").append(std::to_string(tensors.size()));
        for (const Json& rank : list.items()) {
            Rank& own = tensor.ranks.emplace_back();
            if (rank.isString()) own.terms.push_back(termOf(rank.text()));
            if (!rank.isString())
                for (const Json& name : rank.items()) own.terms.push_back(termOf(name.text()));
        }
        tensors.push_back(std::move(tensor));
    }
    tensors.back().isOutput = true;
    return require(Workload::make("case", std::move(dimensions), std::move(tensors)));
}

/// Levels come innermost first there, each with one energy per access and tensor.
Architecture designOf(const Json& levels, std::size_t tensors) {
    ArchitectureSpec spec;
    spec.name = "case";
    for (std::size_t from = levels.size(); from-- > 0;) {
        const Json& json = levels[from];
        Level level;
        level.name = json["name"].text();
        for (std::size_t t = 0; t < tensors; ++t) {
            const std::string name = std::string("T").append(std::to_string(t));
            const Figure energy{json["energy"][t].real(), "reference"};
            level.partitions[name].energy = {.read = energy, .write = energy, .update = energy, .leak = {}};
            if (!json["bypass"].isNull() && json["bypass"][t].boolean()) level.keep[name] = Keep::never;
        }
        if (!json["bw"].isNull()) level.bandwidth = {json["bw"][0].real(), json["bw"][1].real(), {}};
        spec.levels.push_back(std::move(level));
        if (from == 0 || levels[from - 1]["spatial"].isNull()) continue;
        Fanout fanout;
        fanout.name = std::string("F").append(std::to_string(from));
        fanout.below = static_cast<int>(spec.levels.size()) - 1;
        fanout.x = levels[from - 1]["spatial"][0].integer();
        fanout.y = levels[from - 1]["spatial"][1].integer();
        spec.fanouts.push_back(std::move(fanout));
    }
    spec.compute = Compute{};
    spec.compute->energy = {2.2, "Sunstone"};
    return require(Architecture::make(std::move(spec)));
}

/// The reference's mapping as a nest: entries come innermost first; an order names the innermost loops of a level.
class NestBuilder {
public:
    NestBuilder(const Json& result, const Target& target) : m_result(result), m_target(target) {}

    Mapping build() {
        const Json& entries = m_result["mapping"];
        int level = 0;
        for (std::size_t i = entries.size(); i-- > 0;) {
            if (entries[i]["kind"].text() == "spatial") {
                addSpatial(entries[i], level - 1);
                continue;
            }
            m_mapping.nodes.push_back(store(level, m_target.mayKeep(level)));
            addTemporal(entries[i], level++);
        }
        return m_mapping;
    }

private:
    int dimension(const std::string& name) const { return m_target.workload.findDimension(name); }

    void addTemporal(const Json& entry, int level) {
        const auto outer = m_result["order_outer_levels"].size();
        std::string order;
        if (level < static_cast<int>(outer))
            order = m_result["order_outer_levels"][outer - 1 - static_cast<std::size_t>(level)].text();
        for (const Dimension& each : m_target.workload.dimensions())
            if (order.find(each.name) == std::string::npos) addLoop(entry, each.name);
        for (auto name = order.rbegin(); name != order.rend(); ++name) addLoop(entry, std::string(1, *name));
    }
    void addLoop(const Json& entry, const std::string& name) {
        m_mapping.nodes.push_back(temporal(dimension(name), factorOf(entry, name), factorOf(entry, name)));
    }
    void addSpatial(const Json& entry, int above) {
        int fanout = 0;
        while (m_target.architecture.fanouts()[static_cast<std::size_t>(fanout)].below != above) ++fanout;
        // The program takes the axes in either order.
        std::int64_t across = 1, all = 1;
        for (const Dimension& each : m_target.workload.dimensions()) {
            across *= factorOfPart(entry, each.name);
            all *= factorOf(entry, each.name);
        }
        const Fanout& array = m_target.architecture.fanouts()[static_cast<std::size_t>(fanout)];
        const bool swapped = across > array.x || all / across > array.y;
        for (const Dimension& each : m_target.workload.dimensions()) {
            const std::int64_t x = factorOfPart(entry, each.name), y = factorOf(entry, each.name) / x;
            m_mapping.nodes.push_back(spatial(dimension(each.name), x, x, fanout, swapped ? Axis::y : Axis::x));
            m_mapping.nodes.push_back(spatial(dimension(each.name), y, y, fanout, swapped ? Axis::x : Axis::y));
        }
    }
    static std::int64_t factorOfPart(const Json& entry, const std::string& name) {
        return entry["x_part"].isNull() ? factorOf(entry, name) : entry["x_part"][name].integer();
    }

    const Json& m_result;
    const Target& m_target;
    Mapping m_mapping;
};

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
        Workload workload = workloadOf(json["workload"]);
        Architecture design = designOf(json["arch"]["levels"], workload.tensors().size());
        TargetPtr target = require(Target::make(std::move(workload), std::move(design)));
        const Json& expected = m_results[static_cast<std::size_t>(number)];
        Mapping mapping = NestBuilder(expected, *target).build();
        if (const Diagnostics found = checkForm(mapping, *target); hasErrors(found))
            qFatal("%s", toText(found).c_str());
        sunstone::Model model = require(sunstone::Model::make(target));
        return {std::move(target), std::move(model), std::move(mapping), &expected};
    }

    Json m_cases, m_results;
};

QTEST_APPLESS_MAIN(SunstoneTest)
#include "sunstone_test.moc"
