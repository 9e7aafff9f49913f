// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's search: the candidates of Table 6 and the best of each as the reference data has them (reference/maestro, flash_f8_*),
// the counts of section 5.2, and no candidate better than the pick, by an enumeration of its own.
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <numeric>

#include "core/base/json.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/model/data_centric/machine.h"
#include "core/search/flash/search.h"
#include "core/workload/builders.h"

using namespace lapidary;
using namespace lapidary::flash;

namespace {

const std::filesystem::path kVectors = std::filesystem::path(LAPIDARY_SHARED_DIR) / "reference/maestro/cases";

data_centric::Quirks wideQuirks() {
    data_centric::Quirks quirks;
    quirks.narrowMultiplicities = false;
    return quirks;
}

Gemm gemmNamed(const std::string& key) {
    const auto workload = loadWorkload(key);
    if (!workload) qFatal("%s", workload.errorText().c_str());
    return *gemmOf(*workload);
}

data_centric::Hardware machineNamed(const std::string& key) {
    const auto architecture = loadArchitecture(key);
    if (!architecture) qFatal("%s", architecture.errorText().c_str());
    return *data_centric::hardwareOf(*architecture);
}

Gemm gemmOfSizes(std::int64_t m, std::int64_t n, std::int64_t k) { return *gemmOf(*gemm("g", m, n, k)); }

FlashResult found(const Gemm& gemm, const data_centric::Hardware& hardware, const Options& options) {
    Job job;
    const auto result = flash::search(gemm, hardware, options, job);
    if (!result) qFatal("%s", result.errorText().c_str());
    return *result;
}

/// Table 6 as it should read, in doubles; a bound below 1 is 1.
double outerRoot(double d, double lambda, double beta) {
    return (std::sqrt(d * d * (lambda + 1) * (lambda + 1) + 2 * beta * lambda) - d * (lambda + 1)) / (2 * lambda);
}
double innerRoot(double tile, double alpha) { return std::sqrt(alpha / 2 + tile * tile) - tile; }

std::vector<std::int64_t> powersUpTo(double bound, std::int64_t size) {
    std::vector<std::int64_t> powers{1};
    while (2.0 * static_cast<double>(powers.back()) <= bound && 2 * powers.back() <= size)
        powers.push_back(2 * powers.back());
    return powers;
}

/// The best runtime of NVDLA's style, loop by loop from Table 2: N over clusters, K inside, M streamed.
std::int64_t bestOfNvdla(const Gemm& gemm, const data_centric::Hardware& machine, int& candidates) {
    std::int64_t best = -1;
    for (const std::int64_t lambda : {16, 32, 64}) {
        const auto [m, n, k] = gemm.sizes;
        const std::int64_t tn = (lambda * n + machine.pes - 1) / machine.pes;
        const double bound =
            outerRoot(static_cast<double>(n), static_cast<double>(lambda), static_cast<double>(*machine.l2Elements));
        for (const std::int64_t tk : powersUpTo(bound, k))
            for (const std::int64_t tm : powersUpTo(bound, m)) {
                const double inner = innerRoot(static_cast<double>(tk), static_cast<double>(*machine.l1Elements));
                for (const std::int64_t im : powersUpTo(inner, tm))
                    for (const std::int64_t in : powersUpTo(inner, tn)) {
                        using namespace data_centric;
                        const Dataflow flow{
                            {{0, {spatialMap(kGemmN, tn), temporalMap(kGemmK, tk * lambda), temporalMap(kGemmM, tm)}},
                             {lambda, {temporalMap(kGemmN, in), temporalMap(kGemmM, im), spatialMap(kGemmK, tk)}}}};
                        const auto outcome = evaluateEdgeExact(flow, gemmLayer("g", m, n, k), machine);
                        ++candidates;
                        if (outcome && (best < 0 || outcome->runtime < best)) best = outcome->runtime;
                    }
            }
    }
    return best;
}

}  // namespace

class FlashOracle : public QObject {
    Q_OBJECT
private slots:
    void referencePicks_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("style");
        if (!std::filesystem::exists(kVectors)) return;
        for (const auto& entry : std::filesystem::directory_iterator(kVectors)) {
            const QStringList parts = QString::fromStdString(entry.path().filename().string()).split('_');
            if (parts.size() == 5 && parts[1] == "f8")
                QTest::newRow(entry.path().filename().c_str()) << parts[2] << parts[3] << parts[4];
        }
    }
    void referencePicks();

    /// Section 5.2: 256 x 256 x 256, MAERI-style, edge.
    void countsOfSection52() {
        const data_centric::Hardware edge = machineNamed("flash-edge");
        const Gemm gemm = gemmOfSizes(256, 256, 256);
        const auto unpruned = unprunedTileSets(problemOf(gemm, edge, Style::maeri, Order::mnk));
        QVERIFY(unpruned);
        QCOMPARE(QString::fromStdString(toDecimal(*unpruned)), QString("7250826667"));
        // By the printed bounds: 85 outer tiles of M and of K, inner ones to 15: (15 * 16 / 2 + 70 * 15)^2.
        Options options;
        options.style = Style::maeri;
        options.tiles = Tiles::integers;
        std::int64_t count = 0;
        forEachCandidate(problemOf(gemm, edge, Style::maeri, Order::mnk), options,
                         [&](const flash::Candidate&) { return ++count > 0; });
        QCOMPARE(count, 1'368'900);
        QVERIFY(!unprunedTileSets(problemOf(gemm, edge, Style::tpu, Order::mnk)));
    }

    void nothingBeatsThePick_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("workload");
        for (const char* machine : {"flash-edge", "flash-cloud"})
            for (const char* workload : {"I", "II", "III", "IV", "V", "VI"})
                QTest::addRow("%s %s", machine, workload) << machine << QString("flash-gemms/") + workload;
    }
    void nothingBeatsThePick() {
        QFETCH(QString, machine);
        QFETCH(QString, workload);
        const Gemm gemm = gemmNamed(workload.toStdString());
        const data_centric::Hardware hardware = machineNamed(machine.toStdString());
        Options options;
        options.style = Style::nvdla;
        options.overflow = Overflow::allow;
        const FlashResult result = found(gemm, hardware, options);
        int candidates = 0;
        const std::int64_t best = bestOfNvdla(gemm, hardware, candidates);
        QCOMPARE(result.styles.front().best->score.runtime, best);
        QCOMPARE(result.styles.front().candidates, candidates);
    }

    /// The histogram holds every candidate, its ends are candidates; wider spaces hold what the bounds allow and fits.
    void histogramsAndWiderSpaces() {
        const Gemm gemm = gemmNamed("flash-gemms/VI");
        const data_centric::Hardware edge = machineNamed("flash-edge");
        Options options;
        options.overflow = Overflow::refuse;
        const FlashResult narrow = found(gemm, edge, options);
        options.space = Space::equations;
        const FlashResult wide = found(gemm, edge, options);
        for (std::size_t i = 0; i < narrow.styles.size(); ++i) {
            const StyleResult& style = narrow.styles[i];
            QCOMPARE(std::accumulate(style.histogram.counts.begin(), style.histogram.counts.end(), std::int64_t{0}),
                     style.candidates);
            QVERIFY(style.histogram.counts.front() > 0 && style.histogram.counts.back() > 0);
            QVERIFY(wide.styles[i].candidates > style.candidates);
            QVERIFY(wide.styles[i].best->score.runtime <= style.best->score.runtime);
            QCOMPARE(wide.styles[i].fitting, wide.styles[i].candidates);
        }
    }

    void randomTileSetsSatisfyTheEquations() {
        const data_centric::Hardware edge = machineNamed("flash-edge");
        Options options;
        Rng rng(7);
        for (const char* name : {"flash-gemms/I", "flash-gemms/III", "flash-mlp/fc4"}) {
            const Gemm gemm = gemmNamed(name);
            for (const Style style : kAllStyles) {
                const Problem problem = problemOf(gemm, edge, style, Order::kmn);
                int drawn = 0;
                for (int i = 0; i < 200; ++i) {
                    const auto candidate = drawCandidate(problem, options, rng);
                    if (!candidate) continue;
                    ++drawn;
                    QVERIFY(satisfiesEquation1(problem, *candidate) && satisfiesEquation2(problem, *candidate));
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        QVERIFY(candidate->inner[axis] >= 1 && candidate->inner[axis] <= candidate->outer[axis]);
                }
                QVERIFY(drawn > 0);
            }
        }
    }

    void objectivesAndSeeds() {
        const Gemm gemm = gemmNamed("flash-mlp/fc1");
        const data_centric::Hardware edge = machineNamed("flash-edge");
        Options options;
        options.samples = 300;
        const FlashResult fast = found(gemm, edge, options), again = found(gemm, edge, options);
        options.metric = Metric::energy;
        const FlashResult frugal = found(gemm, edge, options);
        options.metric = Metric::edp;
        const FlashResult balanced = found(gemm, edge, options);
        for (std::size_t i = 0; i < fast.styles.size(); ++i) {
            const auto score = [&](const FlashResult& result) { return result.styles[i].best->score; };
            QVERIFY(score(fast).runtime <= score(frugal).runtime && score(frugal).energyNj <= score(fast).energyNj);
            QVERIFY(score(balanced).edp() <= std::min(score(fast).edp(), score(frugal).edp()));
            QCOMPARE(fast.styles[i].random.best->candidate, again.styles[i].random.best->candidate);
        }
    }

    void othersAreRefused() {
        QVERIFY(!gemmOf(*conv2d("c", {})));
        QVERIFY(!gemmOf(*mttkrp("t", 2, 2, 2, 2)));
        // Transposed names and operands are a product all the same.
        const auto swapped = loadWorkload("flash-gemms/IV");
        QCOMPARE(gemmOf(*swapped)->sizes, (Tile{8, 8192, 1024}));
        QVERIFY(withOption({}, "stile=tpu").errorText().find("style") != std::string::npos);
        QVERIFY(withOption({}, "style=tpi").errorText().find("tpu") != std::string::npos);
        QVERIFY(!withOption({}, "samples=-1") && !withOption({}, "cluster=0") && !withOption({}, "unpruned=maybe"));
        QVERIFY(!withOption({}, "style=all")->style && !withOption({}, "order=all")->order);
        for (const OptionText& option : texts(Options{}))
            QCOMPARE(*withOption({}, option.key + "=" + option.value), Options{});
        Options integers;
        integers.tiles = Tiles::integers;
        Job job;
        const data_centric::Hardware edge = machineNamed("flash-edge");
        QVERIFY(!flash::search(gemmOfSizes(1'000'001, 1, 1), edge, integers, job));
        QVERIFY(!flash::search(gemmOfSizes(std::int64_t{1} << 32, 1, 1), edge, {}, job));
        const FlashResult long1 = found(gemmOfSizes(std::int64_t{1} << 31, 1, 1), edge, {});
        QVERIFY(long1.best >= 0);
        integers.space = Space::equations;
        QVERIFY2(flash::search(gemmNamed("flash-gemms/I"), edge, integers, job).errorText().find("candidates") !=
                     std::string::npos,
                 "endless");
        const auto toy = loadArchitecture("toy-6");
        QVERIFY(toy && !data_centric::hardwareOf(*toy));
    }
};

void FlashOracle::referencePicks() {
    QFETCH(QString, machine);
    QFETCH(QString, workload);
    QFETCH(QString, style);
    const auto text = readTextFile(kVectors / QString("flash_f8_%1_%2_%3").arg(machine, workload, style).toStdString() /
                                   "expected.json");
    const auto expected = parseJson(*text, "expected.json");
    QVERIFY(expected);
    Options options;
    options.style = fromKey<Style>(style == "sdn" ? "shidiannao" : style.toStdString());
    options.overflow = Overflow::allow;
    options.compat = wideQuirks();
    const FlashResult result = found(gemmNamed("flash-gemms/" + workload.toStdString()),
                                     machineNamed("flash-" + machine.toStdString()), options);
    const StyleResult& only = result.styles.front();
    // The reference counts what clusters would hold beyond the matrix against S2: 4 candidates less there.
    const int beyond = machine == "cloud" && workload == "VI" && style == "maeri" ? 4 : 0;
    QCOMPARE(only.candidates, (*expected)["meta"]["n_candidates"].integer() + beyond);
    const Json& csv = (*expected)["layers"][0]["csv"];
    QCOMPARE(only.best->score.runtime, csv["Runtime (Cycles)"].integer());
}

QTEST_GUILESS_MAIN(FlashOracle)
#include "flash_test.moc"
