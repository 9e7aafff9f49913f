// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300 unsanitized

// Sunstone's search against the public program: EDP under its own cost model never worse in the 65 cases of the reference
// set, and the seven small GEMMs of its section 1.7 against exhaustive enumeration and the program's gaps.
#include <time.h>

#include <QtTest>

#include <cmath>
#include <map>
#include <set>

#include "core/model/compat/sunstone.h"
#include "core/search/sunstone/explorer.h"
#include "core/search/sunstone/unrolling.h"
#include "tests/support/sunstone_cases.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

struct Found {
    double edp = INFINITY;
    sunstone::Solution solution;
    Mapping mapping;
    sunstone::Counters counters;
};

Found bestOf(const SunstoneCase& subject, const sunstone::Options& options) {
    Found found;
    sunstone::Explorer explorer(subject.problem, options, Metric::edp, 1,
                                {[&](const sunstone::Solution& solution) {
                                     if (solution.energy * solution.cycles < found.edp) {
                                         found.edp = solution.energy * solution.cycles;
                                         found.solution = solution;
                                     }
                                     return true;
                                 },
                                 [] { return true; }});
    explorer.run();
    found.counters = explorer.counters();
    found.mapping = mappingOf(subject.problem, explorer.costs(), found.solution);
    return found;
}

double edpByModel(const SunstoneCase& subject, const Mapping& mapping) {
    const auto model = sunstone::Model::make(subject.mapspace.targetPtr());
    return model->evaluate(*model->tilingOf(mapping)).edp();
}

/// Every tile fits, by the sizes of the reference.
bool fitsEverywhere(const SunstoneCase& subject, const sunstone::Solution& solution) {
    sunstone::Sizes tile;
    tile.fill(1);
    for (int m = 0; m < subject.problem.levels(); ++m) {
        const auto level = static_cast<std::size_t>(m);
        for (std::size_t l = 0; l < tile.size(); ++l)
            tile[l] *= solution.temporal[level][l] * (m > 0 ? solution.spatial[level - 1][l] : 1);
        if (!subject.problem.fits(m, tile)) return false;
    }
    for (int l = 0; l < subject.problem.loops(); ++l)
        if (tile[static_cast<std::size_t>(l)] != subject.problem.bounds()[static_cast<std::size_t>(l)]) return false;
    return true;
}

sunstone::Options programsSettings() {
    sunstone::Options options;
    options.underFills = false;
    options.tiling = sunstone::TileRule::steered;
    return options;
}

double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct GemmRow {
    SmallGemm gemm;
    double program, exhaustive;  ///< EDP as the table of section 1.7 prints them, five digits
};
const std::vector<GemmRow> kGemms{
    {{32, 32, 32, 4, 4, 48, 512}, 2.1973e9, 2.1803e9}, {{64, 64, 64, 4, 4, 48, 1024}, 1.1005e11, 1.1005e11},
    {{64, 32, 16, 4, 4, 24, 256}, 2.7214e9, 2.7214e9}, {{36, 24, 60, 4, 3, 32, 400}, 7.7577e9, 7.7577e9},
    {{48, 48, 12, 4, 4, 64, 800}, 1.3703e9, 1.3174e9}, {{60, 60, 60, 4, 4, 48, 1000}, 7.3732e10, 7.2002e10},
    {{64, 16, 64, 8, 4, 16, 512}, 4.1460e9, 4.1460e9},
};

/// Equal as far as the table prints.
bool asPrinted(double found, double printed) { return std::abs(found / printed - 1) < 5e-5; }

}  // namespace

class SunstoneSearchTest : public QObject {
    Q_OBJECT

private slots:
    void neverWorseThanTheProgram_data() {
        QTest::addColumn<int>("number");
        m_cases = sunstoneCases(LAPIDARY_SHARED_DIR "/reference/sunstone/");
        if (m_cases.empty()) QSKIP("no reference data");
        QCOMPARE(m_cases.size(), std::size_t{65});
        for (std::size_t i = 0; i < m_cases.size(); ++i) QTest::newRow(m_cases[i].name.c_str()) << static_cast<int>(i);
    }
    void neverWorseThanTheProgram() {
        QFETCH(int, number);
        const SunstoneCase& subject = m_cases[static_cast<std::size_t>(number)];
        const Found found = bestOf(subject, {});
        const double byModel = edpByModel(subject, found.mapping);
        QVERIFY2(byModel <= subject.edp * (1 + 1e-12), qPrintable(QString::number(byModel / subject.edp, 'g', 17)));
        QVERIFY(std::abs(byModel / found.edp - 1) < 1e-12);
        QVERIFY(fitsEverywhere(subject, found.solution));
    }

    /// The program took 58 s. Processor time of the searches, one thread; the least of three runs.
    void theWholeSetTakesLessThanTwoSeconds() {
        if (!qEnvironmentVariableIsSet("LAPIDARY_DEEP")) QSKIP("only with LAPIDARY_DEEP");
        const std::vector<SunstoneCase> cases = sunstoneCases(LAPIDARY_SHARED_DIR "/reference/sunstone/");
        if (cases.empty()) QSKIP("no reference data");
        double least = INFINITY;
        for (int run = 0; run < 3; ++run) {
            const double start = processorSeconds();
            for (const SunstoneCase& subject : cases) bestOf(subject, {});
            least = std::min(least, processorSeconds() - start);
        }
        qInfo("%zu cases: %.3f s", cases.size(), least);
        QVERIFY2(least < 2, qPrintable(QString::number(least)));
    }

    /// Tiles that no factor could enlarge, arrays that are not full: nothing is lost.
    void smallGemmsAreThoseOfExhaustiveSearch() {
        sunstone::Options options;
        options.tiling = sunstone::TileRule::settled;
        for (const GemmRow& row : kGemms) {
            const Found found = bestOf(sunstoneGemm(row.gemm), options);
            QVERIFY2(asPrinted(found.edp, row.exhaustive), qPrintable(QString::number(found.edp / row.exhaustive)));
        }
    }

    /// As the program: tiles and unrollings steered by the order above, arrays filled exactly. It loses what the program
    /// loses, 0.8, 4.0 and 2.4 %, and nothing where the program loses nothing.
    void theProgramsSettingsLoseWhatItLoses() {
        for (const GemmRow& row : kGemms) {
            const Found found = bestOf(sunstoneGemm(row.gemm), programsSettings());
            QVERIFY2(asPrinted(found.edp, row.program), qPrintable(QString::number(found.edp / row.program)));
        }
    }

    /// On the reference set the program's settings find the EDP that it found, but for three cases. It took each level's
    /// order of least EDP by itself, which costs where a port limits the time: the first. In the others it listed
    /// unrollings that no rule known here brings about: see the next test.
    void theProgramsSettingsFindWhatItFound() {
        const std::map<std::string, double> others{{"resnet18_b16_L00_simba", 0.360807},
                                                   {"mttkrp_r32_nell2_conv", 1.010527},
                                                   {"sddmm_k512_bcsstk17_conv", 1.105023}};
        const std::vector<SunstoneCase> cases = sunstoneCases(LAPIDARY_SHARED_DIR "/reference/sunstone/");
        if (cases.empty()) QSKIP("no reference data");
        for (const SunstoneCase& subject : cases) {
            const auto other = others.find(subject.name);
            const double ratio = bestOf(subject, programsSettings()).edp / subject.edp;
            const double expected = other == others.end() ? 1 : other->second;
            const double tolerance = other == others.end() ? 1e-12 : 1e-6;
            QVERIFY2(std::abs(ratio - expected) < tolerance,
                     qPrintable(QString::fromStdString(subject.name) + " " + QString::number(ratio, 'g', 17)));
        }
    }

    /// Unrollings between the innermost levels, operand by operand, are as many as the program's counter says, but for
    /// three cases. Designs whose arrays are bound to certain loops are left out: it counted before it looked at that.
    void listsAsManyUnrollingsAsTheProgram() {
        const std::set<std::string> others{"mttkrp_r32_nell2_conv", "sddmm_k512_bcsstk17_conv", "sddmm_k512_pow2_conv"};
        const std::vector<SunstoneCase> cases = sunstoneCases(LAPIDARY_SHARED_DIR "/reference/sunstone/");
        if (cases.empty()) QSKIP("no reference data");
        int judged = 0;
        for (const SunstoneCase& subject : cases) {
            if (subject.name.ends_with("_simba")) continue;
            std::int64_t listed = 0;
            for (int t = 0; t < static_cast<int>(subject.problem.tensors().size()); ++t)
                listed += static_cast<std::int64_t>(
                    sunstone::unrollings(subject.problem, 0, subject.problem.bounds(), {.operand = t}).size());
            if (others.contains(subject.name)) {
                QVERIFY2(listed < subject.unrollings, subject.name.c_str());
                continue;
            }
            QVERIFY2(listed == subject.unrollings,
                     qPrintable(QString::fromStdString(subject.name) + " " + QString::number(listed)));
            ++judged;
        }
        QCOMPARE(judged, 54);
    }

private:
    std::vector<SunstoneCase> m_cases;
};

QTEST_APPLESS_MAIN(SunstoneSearchTest)
#include "sunstone_search_test.moc"
