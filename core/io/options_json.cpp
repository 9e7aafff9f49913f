// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/options_json.h"

#include <charconv>

#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr double kMaxSeconds = 1e9;
constexpr int kMaxTop = 10'000;
constexpr double kMostGap = 0.999;

void readObjective(ObjectReader& reader, Objective& objective) {
    const auto text = reader.string("objective");
    if (!text) return;
    if (auto parsed = parseObjective(*text))
        objective = *std::move(parsed);
    else
        reader.fail(*reader.any("objective"), "objective", parsed.diagnostics().front().message,
                    parsed.diagnostics().front().hint);
}

void readSunstone(ObjectReader& reader, sunstone::Options& options) {
    const Json* json = reader.any("sunstone");
    if (json == nullptr) return;
    for (const Json::Member& member : json->members()) {
        const std::string value = member.value.isString() ? member.value.text() : std::string();
        const auto changed = sunstone::withOption(options, member.name + "=" + value);
        if (changed)
            options = *changed;
        else
            reader.fail(member.value, "sunstone." + member.name, changed.diagnostics().front().message,
                        changed.diagnostics().front().hint);
    }
}

template <class T>
void setIfGiven(Json& json, std::string_view key, const std::optional<T>& value) {
    if (value) json.set(std::string(key), *value);
}

}  // namespace

void readSeed(ObjectReader& reader, std::uint64_t& seed) {
    const Json* json = reader.any("seed");
    if (json == nullptr) return;
    // Built in memory, a number has no text.
    const std::string text = json->isNumber() && json->text().empty() ? std::to_string(json->integer()) : json->text();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (!json->isNumber() || text.empty() || problem != std::errc{} || end != text.data() + text.size())
        reader.fail(*json, "seed", "expected a whole number from 0 to 2^64 - 1");
}

SearchOptions searchOptionsFromJson(const Json& json, std::string_view file, const std::string& path,
                                    Diagnostics& out) {
    SearchOptions options;
    ObjectReader reader(json, std::string(file), path, out);
    if (!reader.valid()) return options;
    readSearchOptions(reader, options);
    reader.finish();
    return options;
}

void readSearchOptions(ObjectReader& reader, SearchOptions& options) {
    options.algorithm = readKey<Algorithm>(reader, "algorithm").value_or(options.algorithm);
    options.placement = readKey<Placement>(reader, "placement").value_or(options.placement);
    readObjective(reader, options.objective);
    readSeed(reader, options.seed);
    options.maxEvaluations = reader.integer("max_evaluations", 1, kMostCounted);
    options.maxSeconds = reader.number("max_seconds", 0, kMaxSeconds);
    options.victory = reader.integer("victory", 1, kMostCounted);
    options.gap = reader.number("gap", 0, kMostGap);
    options.top = static_cast<int>(reader.integer("top", 1, kMaxTop).value_or(options.top));
    readSunstone(reader, options.sunstone);
    readWalk(reader, options.walk);
}

void readWalk(ObjectReader& reader, WalkSettings& walk) {
    walk.patience = reader.integer("patience", 1, kMaxPatience).value_or(walk.patience);
    walk.hot = reader.number("hot", 0, kMaxTemperature).value_or(walk.hot);
    walk.cold = reader.number("cold", 0, kMaxTemperature).value_or(walk.cold);
    walk.population = static_cast<int>(reader.integer("population", 2, kMaxPopulation).value_or(walk.population));
}

void setWalk(Json& json, const SearchOptions& options) {
    if (options.algorithm == Algorithm::hillClimb) json.set("patience", options.walk.patience);
    if (options.algorithm == Algorithm::annealing) json.set("hot", options.walk.hot).set("cold", options.walk.cold);
    if (options.algorithm == Algorithm::genetic) json.set("population", options.walk.population);
}

Json toJson(const SearchOptions& options) {
    Json json = Json::object();
    json.set("algorithm", keyOf(options.algorithm));
    if (options.placement != Placement::classic) json.set("placement", keyOf(options.placement));
    json.set("objective", toText(options.objective));
    json.set("seed", Json::numberText(std::to_string(options.seed)));
    setIfGiven(json, "max_evaluations", options.maxEvaluations);
    setIfGiven(json, "max_seconds", options.maxSeconds);
    setIfGiven(json, "victory", options.victory);
    setIfGiven(json, "gap", options.gap);
    json.set("top", options.top);
    setWalk(json, options);
    if (options.algorithm != Algorithm::sunstone) return json;
    Json own = Json::object();
    for (const sunstone::OptionText& option : sunstone::texts(options.sunstone)) own.set(option.key, option.value);
    json.set("sunstone", std::move(own));
    return json;
}

Semantics semanticsFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out) {
    Semantics semantics;
    ObjectReader reader(json, std::string(file), path, out);
    if (!reader.valid()) return semantics;
    semantics.halo = readKey<Halo>(reader, "halo").value_or(semantics.halo);
    semantics.window = readKey<Window>(reader, "window").value_or(semantics.window);
    semantics.multicast = readKey<Multicast>(reader, "multicast").value_or(semantics.multicast);
    semantics.drainRead = reader.boolean("drain_read").value_or(semantics.drainRead);
    semantics.padding = reader.boolean("padding").value_or(semantics.padding);
    semantics.perNetwork = reader.boolean("per_network").value_or(semantics.perNetwork);
    semantics.linkTransfers = reader.boolean("link_transfers").value_or(semantics.linkTransfers);
    semantics.fullSteps = reader.boolean("full_steps").value_or(semantics.fullSteps);
    semantics.returnHops = reader.boolean("return_hops").value_or(semantics.returnHops);
    semantics.time = readKey<Time>(reader, "time").value_or(semantics.time);
    reader.finish();
    return semantics;
}

}  // namespace lapidary
