// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// compat accelforge against the ten optima that AccelForge printed for GEMMs and a fully connected layer on a three-level
// array: every action count, the energy and the latency of its own mapping. What differs, and why, is in
// docs/models/compat-accelforge.md: imperfect mappings, of which there is one.

#include "core/model/compat/accelforge.h"

#include <QtTest>

#include <cmath>
#include <map>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/mapping/validity.h"
#include "core/workload/einsum.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string pathOf(const char* file) {
    std::string path = LAPIDARY_SHARED_DIR "/reference/accelforge/";
    return path.append(file);
}

template <class T>
T require(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

/// cust_arch.yaml is the preset; its parameters are sizes.
Architecture designOf(const Json& parameters) {
    Architecture design = require(loadArchitecture("three-level-array"));
    const auto set = [&](const char* parameter, const char* path) {
        if (parameters[parameter].isNull()) return;
        design = require(withSetting(design, path, std::to_string(parameters[parameter].integer())));
    };
    set("X", "PE.x"), set("Y", "PE.y"), set("L1", "L1.capacity"), set("L2", "L2.capacity");
    return design;
}

/// Parameters are bounds in upper case; the einsums are those of cust_gemm.yaml and cust_conv.yaml.
Workload workloadOf(const Json& json) {
    const bool isGemm = json["workload"].text() == "cust_gemm.yaml";
    const std::string einsum = isGemm ? "C[m,n] += A[m,k] * B[k,n]" : "O[n,k,p,q] += F[k,c,r,s] * I[n,c,p+r,q+s]";
    BoundMap bounds;
    for (const char dimension : std::string(isGemm ? "mnk" : "ncpqkrs")) {
        const std::string name(1, dimension);
        bounds[name] = json["params"][QString::fromStdString(name).toUpper().toStdString()].integer();
    }
    return require(parseEinsum(einsum, bounds));
}

/// Lines such as "[B,C in L2]", "T-m in [0..4) shape=16", "S-X-k in [0..2) shape=8"; a shape is the tile below.
class NestReader {
public:
    NestReader(const Json& lines, const Target& target) : m_target(target) {
        for (std::size_t i = 1; i < lines.size(); ++i) read(QString::fromStdString(lines[i].text()));
        if (!completeTails(m_mapping, target.workload)) qFatal("the loops cover too little");
    }
    Mapping mapping() const { return m_mapping; }

private:
    void read(const QString& line) {
        static const QRegularExpression store("\\[([A-Z,]+) in (\\w+)\\]");
        static const QRegularExpression loop("^(T|S-X|S-Y)-(\\w+) in \\[0\\.\\.(\\d+)\\)");
        for (auto found = store.globalMatch(line); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            addStore(match.captured(2), match.captured(1).split(','));
        }
        if (const QRegularExpressionMatch match = loop.match(line); match.hasMatch())
            addLoop(match.captured(1), match.captured(2), match.captured(3).toLongLong());
    }
    void addStore(const QString& level, const QStringList& tensors) {
        unsigned mask = 0;
        for (const QString& name : tensors) mask |= 1u << m_target.workload.findTensor(name.toStdString());
        m_mapping.nodes.push_back(lapidary::store(m_target.architecture.findLevel(level.toStdString()), mask));
    }
    void addLoop(const QString& kind, const QString& name, std::int64_t trips) {
        const int dimension = m_target.workload.findDimension(name.toStdString());
        m_mapping.nodes.push_back(kind == "T" ? temporal(dimension, trips, trips)
                                              : spatial(dimension, trips, trips, 0, kind == "S-X" ? Axis::x : Axis::y));
    }

    const Target& m_target;
    Mapping m_mapping;
};

}  // namespace

class AccelforgeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QFile::exists(QString::fromStdString(pathOf("custom.json")))) QSKIP("no reference data");
        for (const char* file : {"custom.json", "custom2.json"}) {
            const Json list = require(parseJson(require(readTextFile(pathOf(file))), file));
            for (const Json& json : list.items()) m_cases.push_back(json);
        }
        QCOMPARE(m_cases.size(), std::size_t{10});
    }

    void actionsAreThoseOfTheProgram_data() { addRows(); }
    void actionsAreThoseOfTheProgram() {
        const Json& json = current();
        const Problem p = problemOf(json);
        const Cost cost = require(accelforge::evaluate(p.mapping, *p.target));
        QVERIFY2(cost.valid, "the program says it fits");
        const auto differences = differingActions(json["actions"], cost, *p.target);
        if (json["imperfect"].boolean()) {
            // A's reads by the MACs: there over the padded n of 16 trips, here over the 15 that are run.
            QCOMPARE(differences, (std::map<std::string, std::int64_t>{{"L1.A.read", 20 * 14 * 16 - 20 * 14 * 15}}));
        } else {
            QVERIFY2(differences.empty(), differences.empty() ? "" : differences.begin()->first.c_str());
        }
    }

    void energyIsThatOfTheProgram_data() { addRows(); }
    void energyIsThatOfTheProgram() {
        const Json& json = current();
        const Problem p = problemOf(json);
        const Cost cost = require(accelforge::evaluate(p.mapping, *p.target));
        // It adds in single precision, rounded to 1e-7 of its parts.
        const double padded = json["imperfect"].boolean() ? 0.45 * (20 * 14 * 16 - 20 * 14 * 15) : 0;
        const double expected = json["energy"].real() - padded;
        QVERIFY(std::abs(cost.energyPj.value() - expected) <= 2e-7 * expected);
    }

    void latencyIsThatOfTheProgram_data() { addRows(); }
    void latencyIsThatOfTheProgram() {
        const Json& json = current();
        const Problem p = problemOf(json);
        const Cost cost = require(accelforge::evaluate(p.mapping, *p.target));
        // It averages the lanes at work: 4200 / 16. The machine takes 10 * (2 + 2) * 7 steps.
        if (json["imperfect"].boolean()) {
            QCOMPARE(json["latency"].real(), 4200.0 / 16);
            QCOMPARE(cost.cycles, 10 * (2 + 2) * 7);
        } else {
            QCOMPARE(static_cast<double>(cost.cycles), json["latency"].real());
        }
    }

    /// In exact arithmetic; the program prints 6,368,215.005.
    void gemm64Costs6368215Point04() {
        const Problem p = problemOf(m_cases.front());
        QCOMPARE(m_cases.front()["name"].text(), std::string("gemm64"));
        const Cost cost = require(accelforge::evaluate(p.mapping, *p.target));
        const double expected = 0.45 * 1'196'032 + 17.57 * 90'112 + 128 * 28'672 + 2.2 * 262'144;
        QVERIFY(std::abs(cost.energyPj.value() - expected) < 1e-6);
        QCOMPARE(QString::number(cost.energyPj.value(), 'f', 2), QString("6368215.04"));
        const TensorCost& output = at(cost, *p.target, "L1", "C");
        QCOMPARE(output.reads, 262'144 - 8'192 + 32'768);
        QCOMPARE(output.fills, 24'576);
        QCOMPARE(output.updates, 262'144);
    }

private:
    void addRows() const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i]["name"].text().c_str()) << static_cast<int>(i);
    }
    const Json& current() const {
        return m_cases[static_cast<std::size_t>(*static_cast<int*>(QTest::qData("number", qMetaTypeId<int>())))];
    }

    static Problem problemOf(const Json& json) {
        TargetPtr target = require(Target::make(workloadOf(json), designOf(json["params"])));
        Mapping mapping = NestReader(json["mapping"], *target).mapping();
        if (const Diagnostics found = checkForm(mapping, *target); hasErrors(found))
            qFatal("%s", toText(found).c_str());
        return {std::move(target), std::move(mapping)};
    }

    /// "L1.A.read" -> what the program counts more.
    static std::map<std::string, std::int64_t> differingActions(const Json& actions, const Cost& cost,
                                                                const Target& target) {
        std::map<std::string, std::int64_t> differences;
        int compared = 0;
        for (const Json::Member& action : actions.members()) {
            const QStringList key =
                QString::fromStdString(action.name).remove(QRegularExpression("[^\\w,]")).split(',');
            const std::string level = key[0].toStdString(), tensor = key[1].toStdString();
            std::int64_t found = cost.computes;
            if (level != "MAC") {
                const TensorCost& own = at(cost, target, level, tensor);
                found = key[2] == "read" ? own.reads : own.fills + own.updates;
            }
            const auto expected = static_cast<std::int64_t>(std::llround(action.value.real()));
            if (found != expected) differences[level + '.' + tensor + '.' + key[2].toStdString()] = expected - found;
            ++compared;
        }
        if (compared != 19) differences["compared"] = compared;
        return differences;
    }

    std::vector<Json> m_cases;
};

QTEST_APPLESS_MAIN(AccelforgeTest)
#include "accelforge_test.moc"
