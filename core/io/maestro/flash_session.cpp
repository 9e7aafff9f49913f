// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/flash_session.h"

#include <algorithm>

#include "core/io/presets.h"
#include "core/io/read_native.h"
#include "core/model/data_centric/machine.h"
#include "core/model/data_centric/nest.h"
#include "core/workload/builders.h"

namespace lapidary {
namespace {

using flash::Found;
using flash::StyleResult;

Json numbersJson(std::span<const std::int64_t> numbers) {
    Json list = Json::array();
    for (const std::int64_t number : numbers) list.push(number);
    return list;
}

Json pickJson(const Found& found) {
    const data_centric::Score& score = found.score;
    return Json::object()
        .set("cluster", found.candidate.cluster)
        .set("outer", numbersJson(found.candidate.outer))
        .set("inner", numbersJson(found.candidate.inner))
        .set("cycles", score.runtime)
        .set("macs", score.macs)
        .set("l1", score.l1Required)
        .set("l2", score.l2Required)
        .set("energy_nj", score.energyNj)
        .set("fits", score.fits)
        .set("equation1", found.equation1)
        .set("equation2", found.equation2);
}

Json keptStyle(const StyleResult& style) {
    Json json = Json::object()
                    .set("style", std::string(keyOf(style.style)))
                    .set("order", std::string(keyOf(style.order)))
                    .set("clusters", numbersJson(style.clusters))
                    .set("candidates", style.candidates)
                    .set("over_s1", style.overS1)
                    .set("over_s2", style.overS2)
                    .set("fitting", style.fitting)
                    .set("least", style.histogram.least)
                    .set("most", style.histogram.most)
                    .set("counts", numbersJson(style.histogram.counts));
    if (style.unpruned) json.set("unpruned", toDecimal(*style.unpruned));
    if (style.best) json.set("best", pickJson(*style.best));
    if (style.random.drawn > 0) {
        json.set("drawn", style.random.drawn).set("tile_sets", style.random.tileSets);
        if (style.random.best) json.set("best_random", pickJson(*style.random.best));
    }
    return json;
}

Json keptMachine(const data_centric::Hardware& hardware) {
    Json json = Json::object().set("pes", hardware.pes).set("hops", hardware.hops);
    const auto maybe = [&](const char* key, const std::optional<std::int64_t>& value) {
        if (value) json.set(key, *value);
    };
    maybe("l1", hardware.l1Elements);
    maybe("l2", hardware.l2Elements);
    maybe("noc", hardware.nocBandwidth);
    maybe("offchip", hardware.offchipBandwidth);
    return json.set("l1_access", hardware.costs.l1Access)
        .set("l2_access", hardware.costs.l2Access)
        .set("mac_nj", hardware.costs.macNj)
        .set("source", hardware.costs.source);
}

class AnswerReader {
public:
    AnswerReader(const std::string& file, Diagnostics& out) : m_file(file), m_out(out) {}

    FlashAnswer answer(const Json& json, const std::string& path) {
        FlashAnswer answer;
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return answer;
        options(reader, answer.report.options);
        answer.report.architecture = reader.string("architecture").value_or("");
        answer.report.clockGhz = reader.number("clock_ghz", 1e-9, 1e9).value_or(1);
        if (const Json* part = reader.required("hardware")) machine(*part, path + ".hardware", answer.report.hardware);
        readItems(reader, "runs", [&](const Json& item, const std::string& key) {
            answer.report.runs.push_back(run(item, path + "." + key));
        });
        const auto runs = static_cast<std::int64_t>(answer.report.runs.size());
        answer.current =
            static_cast<std::size_t>(reader.integer("current", 0, std::max<std::int64_t>(runs - 1, 0)).value_or(0));
        answer.workloads = static_cast<int>(reader.integer("workloads", runs, 1 << 20).value_or(runs));
        answer.others = static_cast<int>(reader.integer("others", 0, 1 << 20).value_or(0));
        reader.finish();
        return answer;
    }

private:
    void options(ObjectReader& reader, flash::Options& options) {
        if (const auto words = reader.string("options")) {
            if (const auto read = flashOptions({}, *words))
                options = *read;
            else
                reader.fail(*reader.any("options"), "options", read.diagnostics().front().message,
                            read.diagnostics().front().hint);
        }
        options.metric = readKey<Metric>(reader, "objective").value_or(options.metric);
        const auto seed = reader.string("seed");
        if (seed) options.seed = std::strtoull(seed->c_str(), nullptr, 10);
    }

    void machine(const Json& json, const std::string& path, data_centric::Hardware& hardware) {
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return;
        hardware.pes = reader.integer("pes", 1, kMostCounted).value_or(1);
        hardware.hops = reader.integer("hops", 0, kMostCounted).value_or(1);
        hardware.l1Elements = reader.integer("l1", 0, kMostCounted);
        hardware.l2Elements = reader.integer("l2", 0, kMostCounted);
        hardware.nocBandwidth = reader.integer("noc", 1, kMostCounted);
        hardware.offchipBandwidth = reader.integer("offchip", 1, kMostCounted);
        hardware.costs.l1Access = reader.number("l1_access", 0, 1e12).value_or(hardware.costs.l1Access);
        hardware.costs.l2Access = reader.number("l2_access", 0, 1e12).value_or(hardware.costs.l2Access);
        hardware.costs.macNj = reader.number("mac_nj", 0, 1e12).value_or(hardware.costs.macNj);
        hardware.costs.source = reader.string("source").value_or("");
        reader.finish();
    }

    std::vector<std::int64_t> numbers(ObjectReader& reader, const std::string& key) {
        std::vector<std::int64_t> list;
        readItems(reader, key, [&](const Json& item, const std::string& place) {
            if (item.kind() == Json::Kind::integer)
                list.push_back(item.integer());
            else
                reader.fail(item, place, "expected a whole number");
        });
        return list;
    }

    flash::Tile tile(ObjectReader& reader, const std::string& key) {
        flash::Tile tile{1, 1, 1};
        const std::vector<std::int64_t> list = numbers(reader, key);
        const bool good = list.size() == tile.size() && std::ranges::all_of(list, [](auto size) { return size >= 1; });
        if (good)
            std::ranges::copy(list, tile.begin());
        else if (const Json* at = reader.any(key))
            reader.fail(*at, key, "expected three sizes of at least 1, of M, N and K");
        return tile;
    }

    FlashRun run(const Json& json, const std::string& path) {
        FlashRun run;
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return run;
        run.workload = reader.string("workload").value_or("");
        const flash::Tile sizes = tile(reader, "bounds");
        const auto product = gemm(run.workload, sizes[0], sizes[1], sizes[2]);
        const auto known = product ? flash::gemmOf(*product) : Result<flash::Gemm>(product.diagnostics());
        if (known)
            run.gemm = *known;
        else
            reader.fail(json, "bounds", known.diagnostics().front().message);
        readItems(reader, "styles", [&](const Json& item, const std::string& key) {
            run.result.styles.push_back(style(item, path + "." + key));
            run.result.scored += run.result.styles.back().candidates;
        });
        const auto styles = static_cast<std::int64_t>(run.result.styles.size());
        run.result.best = static_cast<int>(reader.integer("best", -1, styles - 1).value_or(-1));
        if (run.result.best >= 0 && !run.result.styles[static_cast<std::size_t>(run.result.best)].best)
            reader.fail(*reader.any("best"), "best", "expected the index of a style that has a pick");
        run.result.stopped = reader.boolean("stopped").value_or(false);
        run.result.seconds = reader.number("seconds", 0, 1e12).value_or(0);
        reader.finish();
        return run;
    }

    std::optional<Found> pick(const Json* json, const std::string& path, const StyleResult& style) {
        if (!json) return std::nullopt;
        Found found;
        ObjectReader reader(*json, m_file, path, m_out);
        if (!reader.valid()) return std::nullopt;
        found.candidate.style = style.style;
        found.candidate.order = style.order;
        found.candidate.cluster = reader.integer("cluster", 1, kMostCounted).value_or(1);
        found.candidate.outer = tile(reader, "outer");
        found.candidate.inner = tile(reader, "inner");
        found.score.runtime = reader.integer("cycles", 0, kMostCounted).value_or(0);
        found.score.macs = reader.integer("macs", 0, kMostCounted).value_or(0);
        found.score.l1Required = reader.integer("l1", 0, kMostCounted).value_or(0);
        found.score.l2Required = reader.integer("l2", 0, kMostCounted).value_or(0);
        found.score.energyNj = reader.number("energy_nj", 0, 1e300).value_or(0);
        found.score.fits = reader.boolean("fits").value_or(true);
        found.equation1 = reader.boolean("equation1").value_or(true);
        found.equation2 = reader.boolean("equation2").value_or(true);
        reader.finish();
        return found;
    }

    StyleResult style(const Json& json, const std::string& path) {
        StyleResult style;
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return style;
        style.style = readKey<flash::Style>(reader, "style").value_or(style.style);
        style.order = readKey<flash::Order>(reader, "order").value_or(style.order);
        style.clusters = numbers(reader, "clusters");
        style.candidates = reader.integer("candidates", 0, kMostCounted).value_or(0);
        style.overS1 = reader.integer("over_s1", 0, kMostCounted).value_or(0);
        style.overS2 = reader.integer("over_s2", 0, kMostCounted).value_or(0);
        style.fitting = reader.integer("fitting", 0, kMostCounted).value_or(0);
        style.histogram.least = reader.integer("least", 0, kMostCounted).value_or(0);
        style.histogram.most = reader.integer("most", 0, kMostCounted).value_or(0);
        style.histogram.counts = numbers(reader, "counts");
        if (const auto text = reader.string("unpruned")) {
            style.unpruned.emplace();
            if (style.unpruned->set_str(*text, 10) != 0)
                reader.fail(*reader.any("unpruned"), "unpruned", "a whole number in decimal digits is expected");
        }
        style.best = pick(reader.any("best"), path + ".best", style);
        style.random.drawn = reader.integer("drawn", 0, kMostCounted).value_or(0);
        style.random.tileSets = reader.integer("tile_sets", 0, kMostCounted).value_or(0);
        style.random.best = pick(reader.any("best_random"), path + ".best_random", style);
        reader.finish();
        return style;
    }

    const std::string& m_file;
    Diagnostics& m_out;
};

bool same(const data_centric::Hardware& a, const data_centric::Hardware& b) {
    return a.pes == b.pes && a.l1Elements == b.l1Elements && a.l2Elements == b.l2Elements &&
           a.nocBandwidth == b.nocBandwidth && a.offchipBandwidth == b.offchipBandwidth && a.hops == b.hops &&
           a.costs.l1Access == b.costs.l1Access && a.costs.l2Access == b.costs.l2Access &&
           a.costs.macNj == b.costs.macNj;
}

/// The product that a run is about, with its key.
Result<std::pair<std::string, Workload>> workloadOf(const FlashQuestion& question, const FlashRun& run) {
    using Named = std::pair<std::string, Workload>;
    const auto isIt = [&](const Workload& workload) {
        const auto product = flash::gemmOf(workload);
        return product && workload.name() == run.workload && product->sizes == run.gemm.sizes;
    };
    if (isIt(question.workload)) return Named{question.workloadKey, question.workload};
    const std::size_t slash = question.workloadKey.rfind('/');
    if (slash != std::string::npos)
        if (const auto network = loadNetwork(std::string_view(question.workloadKey).substr(0, slash)))
            for (const lapidary::Layer& layer : network->layers)
                if (isIt(layer.workload))
                    return Named{question.workloadKey.substr(0, slash + 1) + layer.workload.name(), layer.workload};
    return error("the matrix product " + run.workload + " is not the open one, and none of its network");
}

/// With clusters of that many PEs.
Result<Architecture> splitInto(const Architecture& architecture, std::int64_t pes, std::int64_t cluster) {
    ArchitectureSpec spec = architecture.spec();
    if (spec.fanouts.size() != 2)
        return error("a pick has two levels of clusters, but the design has " + std::to_string(spec.fanouts.size()) +
                         (spec.fanouts.size() == 1 ? " fanout" : " fanouts"),
                     "take flash-edge, or give the design a second fanout");
    spec.fanouts[0].x = pes / cluster;
    spec.fanouts[1].x = cluster;
    spec.fanouts[0].y = spec.fanouts[1].y = 1;
    return Architecture::make(std::move(spec));
}

}  // namespace

Json toJson(const FlashAnswer& answer) {
    const FlashReport& report = answer.report;
    Json runs = Json::array();
    for (const FlashRun& run : report.runs) {
        Json styles = Json::array();
        for (const StyleResult& style : run.result.styles) styles.push(keptStyle(style));
        runs.push(Json::object()
                      .set("workload", run.workload)
                      .set("bounds", numbersJson(run.gemm.sizes))
                      .set("best", run.result.best)
                      .set("stopped", run.result.stopped)
                      .set("seconds", run.result.seconds)
                      .set("styles", std::move(styles)));
    }
    return Json::object()
        .set("options", flashWords(report.options))
        .set("objective", std::string(keyOf(report.options.metric)))
        .set("seed", std::to_string(report.options.seed))
        .set("architecture", report.architecture)
        .set("clock_ghz", report.clockGhz)
        .set("hardware", keptMachine(report.hardware))
        .set("current", static_cast<std::int64_t>(answer.current))
        .set("workloads", answer.workloads)
        .set("others", answer.others)
        .set("runs", std::move(runs));
}

std::shared_ptr<const FlashAnswer> flashAnswerFromJson(const Json& json, const std::string& file,
                                                       const std::string& path, Diagnostics& out) {
    return std::make_shared<const FlashAnswer>(AnswerReader(file, out).answer(json, path));
}

bool sameMachine(const Architecture& a, const Architecture& b) {
    if (a == b) return true;
    const auto left = data_centric::hardwareOf(a), right = data_centric::hardwareOf(b);
    return left && right && a.name() == b.name() && a.spec().clockGhz == b.spec().clockGhz && same(*left, *right);
}

int runAbout(const FlashAnswer& answer, const Workload& workload, const Architecture& architecture, Metric metric,
             std::uint64_t seed) {
    const FlashReport& report = answer.report;
    if (report.options.metric != metric || report.options.seed != seed || report.architecture != architecture.name() ||
        report.clockGhz != architecture.spec().clockGhz.value_or(1))
        return -1;
    const auto hardware = data_centric::hardwareOf(architecture);
    if (!hardware || !same(*hardware, report.hardware)) return -1;
    const auto product = flash::gemmOf(workload);
    if (!product) return -1;
    const auto found = std::ranges::find_if(report.runs, [&](const FlashRun& run) {
        return run.workload == workload.name() && run.gemm.sizes == product->sizes;
    });
    return found == report.runs.end() ? -1 : static_cast<int>(found - report.runs.begin());
}

Result<FlashPick> pickAsNest(const FlashQuestion& question, const FlashRun& run, const data_centric::Hardware& hardware,
                             const flash::Candidate& candidate) {
    const auto named = workloadOf(question, run);
    if (!named) return named.diagnostics();
    FlashPick pick{named->first, named->second, question.architecture, false, {}};
    const auto product = flash::gemmOf(pick.workload);
    if (!product) return product.diagnostics();
    const data_centric::Dataflow flow = flash::dataflowOf(candidate, *product);
    const auto onDesign = [&]() -> Result<Mapping> {
        const auto target = Target::make(pick.workload, pick.architecture);
        return target ? data_centric::nestOf(flow, hardware.pes, **target) : Result<Mapping>(target.diagnostics());
    };
    const auto& fanouts = question.architecture.fanouts();
    const bool split = fanouts.size() != 2 || std::max(fanouts[1].x, fanouts[1].y) < candidate.cluster ||
                       std::max(fanouts[0].x, fanouts[0].y) < hardware.pes / candidate.cluster;
    if (split) {
        auto other = splitInto(question.architecture, hardware.pes, candidate.cluster);
        if (!other) return other.diagnostics();
        pick.architecture = *std::move(other);
        pick.split = true;
    }
    auto nest = onDesign();
    if (!nest) return nest.diagnostics();
    pick.mapping = *std::move(nest);
    return pick;
}

}  // namespace lapidary
