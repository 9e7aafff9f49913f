// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/mapper.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/io/read_native.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kDefaultVictory = 500;
constexpr int kMostThreads = 1024;

struct AlgorithmName {
    const char* name;
    Algorithm algorithm;
    bool isExact;  ///< ours does the same
};
constexpr std::array kAlgorithmNames = {
    AlgorithmName{"random", Algorithm::random, true}, AlgorithmName{"random_pruned", Algorithm::random, false},
    AlgorithmName{"linear_pruned", Algorithm::exhaustive, false},
    AlgorithmName{"exhaustive", Algorithm::exhaustive, true}, AlgorithmName{"hybrid", Algorithm::random, false}};

constexpr std::array kSilent = {"live_status",
                                "diagnostics",
                                "log_stats",
                                "log_suboptimal",
                                "log_all",
                                "log_interval",
                                "emit_whoop_nest",
                                "out_prefix",
                                "log_all_mappings",
                                "log_mappings_yaml",
                                "log_mappings_verbose",
                                "log_orojenesis_mappings",
                                "version"};
constexpr std::array kWithoutCounterpart = {"timeout",
                                            "heartbeat",
                                            "sync_interval",
                                            "max_permutations_per_if_visit",
                                            "filter_revisits",
                                            "penalize_consecutive_bypass_fails",
                                            "max_temporal_loops_in_a_mapping"};

std::string withUnderscore(std::string word) {
    std::ranges::replace(word, '-', '_');
    return word;
}

class MapperReader {
public:
    MapperReader(const Section& section, const std::optional<SearchOptions>& present, Diagnostics& out)
        : m_reader(section.value, section.file(), section.place.key, out),
          m_out(out),
          m_options(present.value_or(timeloopDefaults())) {}

    SearchOptions read() {
        if (!m_reader.valid()) return m_options;
        readAlgorithm();
        readMetrics();
        if (const auto threads = m_reader.integer("num_threads", 1, kMostThreads))
            m_options.threads = static_cast<int>(*threads);
        const auto victory = m_reader.integer("victory_condition", 0, kAnyNumber);
        if (victory) m_options.victory = *victory > 0 ? victory : std::nullopt;
        if (victory && *victory > 0)
            note("victory_condition", "it counts per stream here, and there are " + std::to_string(kStreams) +
                                          " streams at any number of threads");
        readSearchSize();
        for (const char* key : kSilent) m_reader.any(key);
        for (const char* key : kWithoutCounterpart) {
            const Json* value = m_reader.any(key);
            const bool isOff = value == nullptr || (value->kind() == Json::Kind::boolean && !value->boolean()) ||
                               (value->kind() == Json::Kind::integer && value->integer() <= 0);
            if (!isOff) note(key, "it has no counterpart here");
        }
        m_reader.finish();
        return m_options;
    }

private:
    static SearchOptions timeloopDefaults() {
        SearchOptions options;
        options.victory = kDefaultVictory;
        return options;
    }

    void note(const char* key, const std::string& effect) {
        m_out.push_back(
            noteAt(m_reader.placeOf(*m_reader.any(key), key), std::string("mapper: '") + key + "': " + effect));
    }

    void readAlgorithm() {
        const auto text = m_reader.string("algorithm");
        if (!text) return;
        std::vector<std::string> known;
        for (const auto& [name, algorithm, isExact] : kAlgorithmNames) {
            known.emplace_back(name);
            if (withUnderscore(*text) != name) continue;
            m_options.algorithm = algorithm;
            if (!isExact)
                note("algorithm", "Timeloop's " + std::string(name) + " is not here: " + std::string(keyOf(algorithm)) +
                                      " is taken");
            return;
        }
        m_reader.fail(*m_reader.any("algorithm"), "algorithm", "unknown algorithm '" + *text + "'",
                      didYouMean(*text, known, "expected " + joined(known)));
    }

    void readMetrics() {
        std::vector<Metric> metrics;
        const auto take = [&](const Json& value, const std::string& key) {
            const std::string name = value.isString() ? withUnderscore(value.text()) : "";
            if (name == "edp")
                metrics.push_back(Metric::edp);
            else if (name == "energy")
                metrics.push_back(Metric::energy);
            else if (name == "delay" || name == "cycles")
                metrics.push_back(Metric::latency);
            else if (name == "last_level_accesses" || name == "ordered_accesses" || name.starts_with("accesses_"))
                m_out.push_back(warningAt(m_reader.placeOf(value, key),
                                          "metric '" + value.text() + "' can't be expressed: left out"));
            else
                m_reader.fail(value, key,
                              "unknown metric " + (name.empty() ? described(value) : "'" + value.text() + "'"),
                              didYouMean(name, {"edp", "energy", "delay", "last_level_accesses"},
                                         "expected edp, energy, delay or last_level_accesses"));
        };
        const Json* one = m_reader.any("optimization_metric");
        const Json* several = m_reader.any("optimization_metrics");
        if (one != nullptr && several != nullptr)
            m_reader.fail(*several, "optimization_metrics", "'optimization_metric' is given, too", "give one of them");
        for (const auto& [key, value] :
             {std::pair{"optimization_metric", one}, std::pair{"optimization_metrics", several}}) {
            if (value == nullptr) continue;
            if (value->isArray())
                for (std::size_t i = 0; i < value->size(); ++i) take((*value)[i], indexed(key, i));
            else
                take(*value, key);
        }
        if (!metrics.empty()) m_options.objective.metrics = metrics;
        if (metrics.size() > 1)
            note(several ? "optimization_metrics" : "optimization_metric",
                 "the list is compared strictly here, without Timeloop's tolerance of 0.1 %");
    }

    void readSearchSize() {
        const auto size = m_reader.integer("search_size", 0, kAnyNumber);
        if (!size) return;
        m_options.maxEvaluations = *size > 0 ? size : std::nullopt;
        if (*size == 0) return;
        note("search_size", "here it limits the mappings drawn, valid or not");
    }

    ObjectReader m_reader;
    Diagnostics& m_out;
    SearchOptions m_options;
};

}  // namespace

SearchOptions readMapper(const Section& section, const std::optional<SearchOptions>& present, Diagnostics& out) {
    return MapperReader(section, present, out).read();
}

}  // namespace lapidary::timeloop
