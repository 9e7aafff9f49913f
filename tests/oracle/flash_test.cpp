// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's search: the candidates of Table 6 and the best of each as the reference data has them (reference/maestro, flash_f8_*),
// the counts of section 5.2, and for all five styles no candidate better than the pick, by an enumeration of its own.
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <tuple>

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

/// Tile sizes up to a bound of Table 6 and the dimension; a bound below 1 is 1.
std::vector<std::int64_t> sizesUpTo(double bound, std::int64_t size, bool powers) {
    if (powers) return powersUpTo(bound + 1e-9, size);
    std::vector<std::int64_t> sizes{1};
    while (static_cast<double>(sizes.back() + 1) <= bound + 1e-9 && sizes.back() < size)
        sizes.push_back(sizes.back() + 1);
    return sizes;
}

/// What an enumeration of its own found: Algorithm 2 with Tables 2 and 6, written from the paper, each mapping counted by the
/// model. Nothing of it is the search's.
struct Enumerated {
    std::int64_t candidates = 0;
    std::int64_t best = -1, bestFitting = -1;  ///< runtimes
};

class PaperEnumeration {
public:
    PaperEnumeration(const data_centric::Hardware& machine, Tile sizes, bool powers)
        : m_machine(machine), m_sizes(sizes), m_powers(powers) {}

    /// M over clusters, K (Eyeriss) or N (ShiDianNao) inside; or N over clusters, K inside. `outer` and `inner`: loop orders.
    void fixed(const std::string& outer, char across, char within, const std::string& inner,
               const std::vector<std::int64_t>& lambdas) {
        const char streamed = other(across, within);
        for (const std::int64_t lambda : lambdas) {
            if (lambda > m_machine.pes) continue;
            const std::int64_t d = size(across), spread = std::min(d, (lambda * d + m_machine.pes - 1) / m_machine.pes);
            const double bound = outerRoot(real(d), real(lambda), real(*m_machine.l2Elements));
            for (const std::int64_t tw : sizesUpTo(bound, size(within), m_powers))
                for (const std::int64_t ts : sizesUpTo(bound, size(streamed), m_powers)) {
                    const double room = innerRoot(real(tw), real(*m_machine.l1Elements));
                    for (const std::int64_t is : sizesUpTo(room, ts, m_powers))
                        for (const std::int64_t ia : sizesUpTo(room, spread, m_powers))
                            count(lambda, outer, inner, across, within,
                                  {{across, spread}, {within, tw * lambda}, {streamed, ts}},
                                  {{across, ia}, {within, tw}, {streamed, is}});
                }
        }
    }

    /// MAERI: the second loop over clusters, the last inside, one element at a time; clusters as large as its tile.
    void flexible(const std::string& order) {
        const char first = order[0], across = order[1], last = order[2];
        const double d = real(size(across)), beta = real(*m_machine.l2Elements), alpha = real(*m_machine.l1Elements);
        const double bound = std::sqrt(beta / 2 + d * d) - d, room = std::sqrt((alpha + 2) / 2) - 1;
        for (const std::int64_t lambda : sizesUpTo(bound, size(last), m_powers)) {
            if (lambda > m_machine.pes) continue;
            const std::int64_t spread =
                std::min(size(across), (size(across) * lambda + m_machine.pes - 1) / m_machine.pes);
            for (const std::int64_t tf : sizesUpTo(bound, size(first), m_powers))
                for (const std::int64_t jf : sizesUpTo(room, tf, m_powers))
                    for (const std::int64_t ja : sizesUpTo(room, spread, m_powers))
                        count(lambda, order, order, across, last, {{first, tf}, {across, spread}, {last, lambda}},
                              {{first, jf}, {across, ja}, {last, 1}});
        }
    }

    const Enumerated& found() const { return m_found; }

private:
    using Sizes = std::map<char, std::int64_t>;

    static double real(std::int64_t value) { return static_cast<double>(value); }
    static char other(char a, char b) { return static_cast<char>('M' + 'N' + 'K' - a - b); }
    static int dimensionOf(char letter) {
        return letter == 'M' ? data_centric::kGemmM : letter == 'N' ? data_centric::kGemmN : data_centric::kGemmK;
    }
    std::int64_t size(char letter) const { return m_sizes[static_cast<std::size_t>(dimensionOf(letter))]; }

    void count(std::int64_t lambda, const std::string& outer, const std::string& inner, char across, char within,
               const Sizes& outerSizes, const Sizes& innerSizes) {
        using namespace data_centric;
        Dataflow flow{{{0, {}}, {lambda, {}}}};
        for (const char letter : outer)
            flow.levels[0].maps.push_back(letter == across ? spatialMap(dimensionOf(letter), outerSizes.at(letter))
                                                           : temporalMap(dimensionOf(letter), outerSizes.at(letter)));
        for (const char letter : inner)
            flow.levels[1].maps.push_back(letter == within ? spatialMap(dimensionOf(letter), innerSizes.at(letter))
                                                           : temporalMap(dimensionOf(letter), innerSizes.at(letter)));
        const auto outcome = evaluateEdgeExact(flow, gemmLayer("g", m_sizes[0], m_sizes[1], m_sizes[2]), m_machine);
        if (!outcome) qFatal("%s", outcome.errorText().c_str());
        ++m_found.candidates;
        const auto take = [&](std::int64_t& best) {
            best = best < 0 ? outcome->runtime : std::min(best, outcome->runtime);
        };
        take(m_found.best);
        if (outcome->fits) take(m_found.bestFitting);
    }

    const data_centric::Hardware& m_machine;
    Tile m_sizes;
    bool m_powers;
    Enumerated m_found;
};

Enumerated enumerated(Style style, Order order, const data_centric::Hardware& machine, Tile sizes, bool powers) {
    PaperEnumeration all(machine, sizes, powers);
    const auto root = static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(machine.pes)) + 1e-9));
    std::vector<std::int64_t> twelve(12), from16;
    std::iota(twelve.begin(), twelve.end(), 1);
    for (std::int64_t lambda = 16; lambda <= 64; ++lambda) from16.push_back(lambda);
    const auto pair = [&](std::int64_t own) {
        return own == root ? std::vector<std::int64_t>{own} : std::vector<std::int64_t>{own, root};
    };
    switch (style) {
    case Style::eyeriss:
        all.fixed("MNK", 'M', 'K', "MNK", powers ? std::vector<std::int64_t>{1, 2, 4, 8} : twelve);
        break;
    case Style::nvdla:
        all.fixed("NKM", 'N', 'K', "NMK", powers ? std::vector<std::int64_t>{16, 32, 64} : from16);
        break;
    case Style::tpu: all.fixed("NMK", 'N', 'K', "NMK", pair(256)); break;
    case Style::shidiannao: all.fixed("MNK", 'M', 'N', "MNK", pair(8)); break;
    case Style::maeri: {
        std::string letters(keyOf(order));
        for (char& letter : letters) letter = static_cast<char>(letter - 'a' + 'A');
        all.flexible(letters);
    }
    }
    return all.found();
}

void addStyleRows(const QString& prefix) {
    for (const auto& style : keyTable(Style{}))
        for (const auto& order : keyTable(Order{}))
            if (style.value == Style::maeri || order.value == Order::mnk)
                QTest::addRow("%s%s %s", qPrintable(prefix), std::string(style.key).c_str(),
                              std::string(order.key).c_str())
                    << static_cast<int>(style.value) << static_cast<int>(order.value);
}

/// Whether the search saw what the enumeration saw, and nothing is better than its pick.
void compareWithPaper(const Gemm& gemm, const data_centric::Hardware& machine, Options options) {
    const Enumerated paper =
        enumerated(*options.style, *options.order, machine, gemm.sizes, options.tiles == Tiles::powers);
    options.overflow = Overflow::allow;
    const StyleResult any = found(gemm, machine, options).styles.front();
    QCOMPARE(any.candidates, paper.candidates);
    QCOMPARE(any.best ? any.best->score.runtime : -1, paper.best);
    options.overflow = Overflow::refuse;
    const StyleResult fitting = found(gemm, machine, options).styles.front();
    QCOMPARE(fitting.best ? fitting.best->score.runtime : -1, paper.bestFitting);
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

    /// All styles and all of MAERI's orders, on all workloads and both machines, in powers of two.
    void nothingBeatsThePick_data() {
        QTest::addColumn<int>("style");
        QTest::addColumn<int>("order");
        addStyleRows("");
    }
    void nothingBeatsThePick() {
        QFETCH(int, style);
        QFETCH(int, order);
        Options options;
        options.style = static_cast<Style>(style);
        options.order = static_cast<Order>(order);
        for (const char* machine : {"flash-edge", "flash-cloud"})
            for (const char* workload : {"I", "II", "III", "IV", "V", "VI"})
                compareWithPaper(gemmNamed(std::string("flash-gemms/") + workload), machineNamed(machine), options);
    }
    /// The same with every whole number, on machines and products small enough to walk through.
    void nothingBeatsThePickInIntegers_data() { nothingBeatsThePick_data(); }
    void nothingBeatsThePickInIntegers() {
        QFETCH(int, style);
        QFETCH(int, order);
        Options options;
        options.style = static_cast<Style>(style);
        options.order = static_cast<Order>(order);
        options.tiles = Tiles::integers;
        data_centric::Hardware machine;
        machine.nocBandwidth = 4;
        for (const auto& [pes, l1, l2] : {std::tuple{16, 24, 700}, std::tuple{36, 40, 500}, std::tuple{80, 16, 900}}) {
            machine.pes = pes;
            machine.l1Elements = l1;
            machine.l2Elements = l2;
            for (const Tile& sizes : {Tile{12, 10, 14}, Tile{3, 17, 9}, Tile{20, 1, 7}})
                compareWithPaper(gemmOfSizes(sizes[0], sizes[1], sizes[2]), machine, options);
        }
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
        QVERIFY(
            withOption({}, "style=foo").errorText().find("expected eyeriss, nvdla, tpu, shidiannao, maeri or all") !=
            std::string::npos);
        QVERIFY(withOption({}, "foo=1").errorText().find("the options are style, order") != std::string::npos);
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
