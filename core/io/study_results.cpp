// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_results.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/base/version.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/provenance.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr double kMostSeconds = 1e12;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        lines.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

Json textsJson(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) list.push(text);
    return list;
}

Json outcomeJson(const std::string& key, const StudyOutcome& outcome) {
    Json figures = Json::object();
    for (const auto& [name, value] : outcome.figures) figures.set(name, lapidary::toJson(value));
    Json json = Json::object();
    json.set("point", key);
    json.set("failure", outcome.failure.empty() ? Json() : textsJson(outcome.failure));
    if (!outcome.stoppedBy.empty()) json.set("stopped_by", outcome.stoppedBy);
    json.set("figures", std::move(figures));
    if (!outcome.nest.empty()) json.set("nest", textsJson(linesOf(outcome.nest)));
    return json;
}

class StudyResultsReader {
public:
    StudyResultsReader(const Json& json, std::string_view file, const StudyFile& study)
        : m_json(json), m_file(file), m_study(study), m_reader(json, m_file, "", m_problems) {}

    Result<StudyResults> read() {
        if (!hasSchema()) return m_problems;
        for (const char* key : {"provenance", "points", "run"}) m_reader.required(key);
        for (const char* key : {"study", "complete"}) m_reader.any(key);
        if (hasErrors(m_problems)) return m_problems;
        const Json& provenance = m_json["provenance"];
        const Diagnostics differ = StudyStamp(m_study).differences(provenance, m_file);
        if (hasErrors(differ)) return differ;
        readSeedOf(provenance);
        const std::vector<StudyPoint> points = studyPoints(m_study.spec);
        for (std::size_t i = 0; i < points.size(); ++i) m_index[keyOf(m_study.spec, points[i])] = i;
        m_results.outcomes.resize(points.size());
        readItems(m_reader, "points", [&](const Json& item, const std::string& path) { readPoint(item, path); });
        m_reader.finish();
        if (hasErrors(m_problems)) return m_problems;
        return std::move(m_results);
    }

private:
    bool hasSchema() {
        const Json& schema = m_json["lapidary"]["schema"];
        m_reader.any("lapidary");
        if (schema.text() == "lapidary/study-result/1") return true;
        m_reader.fail(m_json, "lapidary", "expected the results of a study, lapidary/study-result/1");
        return false;
    }

    void readSeedOf(const Json& provenance) {
        if (provenance["seed"].isNull()) return;
        ObjectReader reader(provenance, m_file, "provenance", m_problems);
        std::uint64_t seed = 0;
        readSeed(reader, seed);
        m_results.seed = seed;
    }

    void readPoint(const Json& item, const std::string& path) {
        ObjectReader reader(item, m_file, path, m_problems);
        if (!reader.valid()) return;
        reader.required("point");
        reader.required("figures");
        StudyOutcome outcome;
        const std::string key = reader.string("point").value_or("");
        const auto known = m_index.find(key);
        if (known == m_index.end()) {
            reader.fail(item, "point", "the study has no point '" + key + "'");
            return;
        }
        outcome.point = known->second;
        if (const Json* failure = reader.any("failure"); failure != nullptr && !failure->isNull())
            outcome.failure = reader.strings("failure").value_or(std::vector<std::string>{});
        outcome.stoppedBy = reader.string("stopped_by").value_or("");
        readMembers(reader, "figures", [&](const Json::Member& member, const std::string& at) {
            readFigure(reader, member, at, outcome);
        });
        for (const std::string& line : reader.strings("nest").value_or(std::vector<std::string>{}))
            outcome.nest += line + "\n";
        readMoment(key, outcome);
        reader.finish();
        m_results.outcomes[known->second] = std::make_shared<const StudyOutcome>(std::move(outcome));
    }

    static void readFigure(ObjectReader& reader, const Json::Member& member, const std::string& at,
                           StudyOutcome& outcome) {
        StudyValue value;
        if (member.value.isNumber())
            value = member.value.real();
        else if (member.value.isString())
            value = member.value.text();
        else if (!member.value.isNull())
            reader.fail(member.value, at, "expected a number, words or null, found " + described(member.value));
        outcome.figures.emplace_back(member.name, std::move(value));
    }

    void readMoment(const std::string& key, StudyOutcome& outcome) {
        const Json& moment = m_json["run"]["points"][key];
        if (!moment.isObject()) return;
        ObjectReader reader(moment, m_file, "run.points", m_problems);
        outcome.seconds = reader.number("seconds", 0, kMostSeconds).value_or(0);
        outcome.cpuSeconds = reader.number("cpu_seconds", 0, kMostSeconds).value_or(0);
        reader.finish();
    }

    const Json& m_json;
    std::string m_file;
    const StudyFile& m_study;
    Diagnostics m_problems;
    ObjectReader m_reader;
    std::map<std::string, std::size_t> m_index;
    StudyResults m_results;
};

}  // namespace

Json toJson(const StudyValue& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        // Whole numbers without a decimal point, as everywhere; beyond 2^53 doubles are approximate anyway.
        constexpr double kExact = 9007199254740992.0;
        if (*number == static_cast<double>(static_cast<std::int64_t>(std::clamp(*number, -kExact, kExact))))
            return static_cast<std::int64_t>(*number);
        return *number;
    }
    if (const auto* words = std::get_if<std::string>(&value)) return *words;
    return {};
}

StudyStamp::StudyStamp(const StudyFile& study) : m_name(study.name), m_study(inputHash(lapidary::toJson(study))) {
    std::map<std::string, std::string> inputs;
    for (const StudyRuns& runs : study.spec.runs) {
        const std::string of = " of " + runs.name;
        for (const StudyDesign& design : runs.designs)
            inputs["architecture " + design.name + of] = inputHash(lapidary::toJson(design.architecture));
        for (const StudyWorkload& workload : runs.workloads)
            inputs["workload " + workload.name + of] = inputHash(lapidary::toJson(workload.workload));
        for (const StudySetting& setting : runs.settings)
            if (setting.constraints)
                inputs["constraints of " + setting.name + of] = inputHash(lapidary::toJson(*setting.constraints));
    }
    m_inputs.assign(inputs.begin(), inputs.end());
}

Json StudyStamp::toJson(const std::optional<std::uint64_t>& seed) const {
    std::vector<std::string> words{"lapidary-cli", "study", "run", m_name};
    if (seed) words.insert(words.end(), {"--seed", std::to_string(*seed)});
    Json inputs = Json::object();
    inputs.set("study " + m_name, m_study);
    for (const auto& [what, hash] : m_inputs) inputs.set(what, hash);
    return Json::object()
        .set("version", kVersion)
        .set("command", shellLine(words))
        .set("seed", seed ? Json::numberText(std::to_string(*seed)) : Json())
        .set("inputs", std::move(inputs));
}

Diagnostics StudyStamp::differences(const Json& provenance, std::string_view file) const {
    const auto refusal = [&](const std::string& key, const std::string& what) {
        const Json& at = provenance[key].isNull() ? provenance : provenance[key];
        return Diagnostics{
            errorAt({.file = std::string(file), .line = at.line(), .column = at.column(), .key = "provenance." + key},
                    "these results are of " + what, "'study run' makes them anew")};
    };
    if (provenance["version"].text() != kVersion)
        return refusal("version", "version '" + provenance["version"].text() + "', this is " + std::string(kVersion));
    const Json& inputs = provenance["inputs"];
    const Json& study = inputs["study " + m_name];
    if (study.isNull()) return refusal("inputs", "another study than '" + m_name + "'");
    if (study.text() != m_study) return refusal("inputs", "a study that has changed since");
    if (inputs.size() != m_inputs.size() + 1) return refusal("inputs", "other designs, workloads or constraints");
    for (const auto& [what, hash] : m_inputs)
        if (inputs[what].text() != hash) return refusal("inputs", "another '" + what + "'");
    return {};
}

Json studyResultsToJson(const StudyFile& study, const StudyStamp& stamp, const StudyOutcomes& outcomes, int threads) {
    const std::vector<StudyPoint> points = studyPoints(study.spec);
    Json list = Json::array();
    Json moments = Json::object();
    double seconds = 0, cpuSeconds = 0;
    bool complete = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const StudyOutcome* outcome = i < outcomes.size() ? outcomes[i].get() : nullptr;
        complete = complete && outcome != nullptr;
        if (outcome == nullptr) continue;
        const std::string key = keyOf(study.spec, points[i]);
        list.push(outcomeJson(key, *outcome));
        moments.set(key, Json::object().set("seconds", outcome->seconds).set("cpu_seconds", outcome->cpuSeconds));
        seconds += outcome->seconds;
        cpuSeconds += outcome->cpuSeconds;
    }
    Json json = Json::object();
    json.set("lapidary", producerJson("lapidary/study-result/1"));
    json.set("provenance", stamp.toJson(study.spec.seed));
    json.set("study", study.name);
    json.set("complete", complete);
    json.set("points", std::move(list));
    json.set("run", Json::object()
                        .set("seconds", seconds)
                        .set("cpu_seconds", cpuSeconds)
                        .set("threads", threads)
                        .set("points", std::move(moments)));
    return json;
}

Result<StudyResults> studyResultsFromJson(const Json& json, std::string_view file, const StudyFile& study) {
    return StudyResultsReader(json, file, study).read();
}

Diagnostics mayHoldResults(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    Diagnostics refusal{errorAt({.file = file, .line = 0, .column = 0, .key = {}},
                                "this file is there already and holds no results of a study",
                                "name another one with --results")};
    const auto text = readTextFile(file);
    if (!text) return refusal;
    const auto json = parseJson(*text, file);
    return json && (*json)["lapidary"]["schema"].text() == "lapidary/study-result/1" ? Diagnostics{} : refusal;
}

}  // namespace lapidary
