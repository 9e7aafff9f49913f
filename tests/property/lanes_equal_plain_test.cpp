// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel against the plain path, which literal_equals_fast_test holds against the literal simulator: reasons,
// steps, cycles and energy, bit by bit, on random small problems and on mappings drawn from designs and layers.

#include <QtTest>

#include <bit>

#include "core/io/presets.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/model/lanes/lane_batch.h"
#include "core/model/lanes/lane_forms.h"
#include "core/model/reuse/plan.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

bool same(const Score& a, const Score& b) {
    if (!(a.reason == b.reason)) return false;
    if (!a.valid()) return true;
    return std::bit_cast<std::uint64_t>(a.energyPj) == std::bit_cast<std::uint64_t>(b.energyPj) &&
           a.cycles == b.cycles && a.steps == b.steps;
}

std::string text(const Score& score, const Target& target) {
    if (!score.valid()) return describe(score.reason, target);
    return std::to_string(score.energyPj) + " pJ, " + std::to_string(score.cycles) + " cycles, " +
           std::to_string(score.steps) + " steps";
}

/// How many mappings were judged, how many of them by lanes, and how many of those are valid.
struct Seen {
    int all = 0, inLanes = 0, valid = 0, inForms = 0;
};

/// One evaluator with the lanes' own view of it.
struct Judges {
    Evaluator evaluator;
    Evaluator::ScratchPtr scratch;
    lanes::LanePlan lanePlan;
    lanes::LaneMemory memory;
    lanes::LaneForms forms{0};  ///< with tapes from the beginning

    Judges(const TargetPtr& target, const Semantics& semantics)
        : evaluator(Evaluator::make(target, semantics).value()),
          scratch(evaluator.makeScratch()),
          lanePlan(lanes::makeLanePlan(reuse::Plan(target, semantics))) {}

    bool agree(const Mapping& mapping, Seen& seen, bool takesForms) {
        const Score plain = evaluator.scorePlainly(mapping, *scratch), fast = evaluator.score(mapping, *scratch);
        Score ignored;
        ++seen.all;
        if (lanes::scoreInLane(lanePlan, mapping, memory, ignored)) ++seen.inLanes, seen.valid += fast.valid();
        Score ofForm = plain;
        if (Score found; takesForms && forms.score(lanePlan, mapping, memory, found)) ofForm = found, ++seen.inForms;
        if (same(plain, fast) && same(plain, ofForm)) return true;
        const Target& target = evaluator.target();
        qWarning("%s\nplain: %s\nlanes: %s", toText(mapping, target.workload, target.architecture).c_str(),
                 text(plain, target).c_str(), text(fast, target).c_str());
        qWarning("by form: %s", text(ofForm, target).c_str());
        return false;
    }
};

/// Lanes are counted by the kernel itself, by tapes that it records, or by one after the other.
constexpr int kKernelAlone = 1 << 30, kTapeAtOnce = 0;
constexpr int kBoth = lanes::LaneBatch::kLanesUntilTape;

/// All at once on one instruction set, against one by one on the plain path.
bool agreeAtOnce(Judges& judges, lanes::InstructionSet set, const std::vector<Mapping>& mappings, int lanesUntilTape) {
    std::vector<Score> scores(mappings.size());
    std::vector<std::size_t> plain;
    lanes::LaneBatch batch(set, lanesUntilTape);
    batch.score(judges.lanePlan, mappings, scores, judges.memory, plain);
    for (const std::size_t i : plain) scores[i] = judges.evaluator.scorePlainly(mappings[i], *judges.scratch);
    for (std::size_t i = 0; i < mappings.size(); ++i) {
        const Score expected = judges.evaluator.scorePlainly(mappings[i], *judges.scratch);
        if (same(expected, scores[i])) continue;
        const Target& target = judges.evaluator.target();
        qWarning("set %d, mapping %zu\n%s\nplain: %s\nlanes: %s", static_cast<int>(set), i,
                 toText(mappings[i], target.workload, target.architecture).c_str(), text(expected, target).c_str(),
                 text(scores[i], target).c_str());
        return false;
    }
    return true;
}

std::vector<lanes::InstructionSet> availableSets() {
    std::vector<lanes::InstructionSet> sets;
    for (const auto set : {lanes::InstructionSet::scalar, lanes::InstructionSet::two, lanes::InstructionSet::avx2,
                           lanes::InstructionSet::avx512})
        if (lanes::isAvailable(set)) sets.push_back(set);
    return sets;
}

RandomOptions optionsOf(std::uint64_t number) {
    RandomOptions options;
    options.maxMacs = number % 4 == 0 ? 40'000 : 2'000;
    options.plainLoops = number % 3 != 0;
    options.roomy = number % 2 == 0;
    options.temporalTails = number % 5 < 3;
    options.spatialTails = number % 7 != 0;
    return options;
}

/// Lanes leave designs with hop energies to the plain path.
TargetPtr silent(const Target& target) {
    ArchitectureSpec spec = target.architecture.spec();
    for (Fanout& fanout : spec.fanouts) fanout.hopEnergy = {};
    return Target::make(target.workload, Architecture::make(spec).value()).value();
}

}  // namespace

Q_DECLARE_METATYPE(Semantics)

class LanesEqualPlainTest : public QObject {
    Q_OBJECT

private slots:
    void randomProblems_data() {
        QTest::addColumn<Semantics>("semantics");
        QTest::newRow("default") << Semantics();
        QTest::newRow("box") << Semantics{.halo = Halo::box};
        QTest::newRow("distinct, drains read") << Semantics{.multicast = Multicast::distinct, .drainRead = true};
        QTest::newRow("no multicast") << Semantics{.multicast = Multicast::none};
        QTest::newRow("one-axis") << Semantics{.window = Window::oneAxis};
    }

    void randomProblems() {
        QFETCH(const Semantics, semantics);
        Seen seen;
        const int count = cases(800, 200'000);
        for (int i = 0; i < count; ++i) {
            const auto number = static_cast<std::uint64_t>(i);
            Rng rng(20260711, number);
            const RandomProblem problem = randomProblem(rng, optionsOf(number));
            Judges judges(silent(*problem.target), semantics);
            std::vector<Mapping> mappings;
            for (int again = 0; again < 4; ++again) {
                const Mapping mapping =
                    again == 0 ? problem.mapping : randomMapping(rng, *problem.target, optionsOf(number));
                QVERIFY2(judges.agree(mapping, seen, number % 4 == 0), ("case " + std::to_string(number)).c_str());
                for (int copy = 0; copy < 3; ++copy) mappings.push_back(mapping);
            }
            if (number % 4 != 0) continue;
            for (const lanes::InstructionSet set : availableSets())
                for (const int lanesUntilTape : {kKernelAlone, kTapeAtOnce})
                    QVERIFY2(agreeAtOnce(judges, set, mappings, lanesUntilTape),
                             ("case " + std::to_string(number)).c_str());
        }
        // Otherwise the comparison says little.
        QVERIFY2(seen.inLanes > seen.all / 4 && seen.valid > seen.all / 10,
                 (std::to_string(seen.inLanes) + " in lanes, " + std::to_string(seen.valid) + " of them valid, of " +
                  std::to_string(seen.all))
                     .c_str());
    }

    void drawnMappings_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QString>("layer");
        for (const char* design : {"eyeriss-like", "simba-like-16"})
            for (const char* layer : {"layer1_0_conv2", "layer1_0_conv1", "layer2_0_conv2", "conv1"})
                QTest::addRow("%s %s", design, layer) << design << layer;
    }

    void drawnMappings() {
        QFETCH(const QString, design);
        QFETCH(const QString, layer);
        const Architecture architecture = loadArchitecture(design.toStdString()).value();
        const TargetPtr target =
            Target::make(loadWorkload("resnet50/" + layer.toStdString()).value(), architecture).value();
        Judges judges(target, {});
        for (const Factorization kind :
             {Factorization::perfect, Factorization::rubyS, Factorization::ruby, Factorization::padded}) {
            const auto space = Mapspace::make(target, {kind, architecture.spec().constraints});
            QVERIFY2(space.ok(), space.ok() ? "" : space.errorText().c_str());
            Seen seen;
            Rng rng(20260712, static_cast<std::uint64_t>(kind));
            Mapping mapping;
            const int count = cases(4'000, 1'000'000);
            for (int i = 0; i < count; ++i) {
                space.value().sample(rng, mapping);
                QVERIFY2(judges.agree(mapping, seen, true), ("draw " + std::to_string(i)).c_str());
            }
            qInfo("%s: %d drawn, %d in lanes, %d of them valid; %d in forms", std::string(keyOf(kind)).c_str(),
                  seen.all, seen.inLanes, seen.valid, seen.inForms);
            QVERIFY(seen.inLanes > seen.all * 9 / 10);
            if (layer.startsWith("layer1") && kind != Factorization::padded)
                QVERIFY2(seen.inForms > seen.all / 2 || kind == Factorization::ruby,
                         qPrintable(QString::number(seen.inForms)));
            std::vector<Mapping> mappings(static_cast<std::size_t>(cases(1'500, 100'000)));
            for (Mapping& own : mappings) space.value().sampleWhole(rng, own);
            for (const lanes::InstructionSet set : availableSets())
                for (const int lanesUntilTape : {kKernelAlone, kBoth})
                    QVERIFY(agreeAtOnce(judges, set, mappings, lanesUntilTape));
        }
    }
};

QTEST_APPLESS_MAIN(LanesEqualPlainTest)
#include "lanes_equal_plain_test.moc"
