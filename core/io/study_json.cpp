// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/presets.h"
#include "core/io/read_native.h"
#include "core/io/study_fabric_json.h"
#include "core/io/study_file.h"
#include "core/io/study_maps_json.h"
#include "core/io/study_tables_reader.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMostOccurrences = 1'000'000;
constexpr std::int64_t kMostSamples = 100'000'000;

bool isNetworkKey(std::string_view key) {
    const std::vector<PresetInfo> networks = presets("network");
    return std::ranges::any_of(networks, [&](const PresetInfo& info) { return info.key == key; });
}

/// A network's layers, or one of them with its count, or a workload.
Result<std::vector<StudyWorkload>> workloadsOfKey(const std::string& key) {
    const std::size_t slash = key.find('/');
    const std::string network = key.substr(0, slash);
    std::vector<StudyWorkload> list;
    if (!isNetworkKey(network)) {
        auto workload = loadWorkload(key);
        if (!workload) return workload.diagnostics();
        const std::string name = workload->name();
        list.push_back({name, *std::move(workload), 1});
        return list;
    }
    const auto loaded = loadNetwork(network);
    if (!loaded) return loaded.diagnostics();
    if (slash == std::string::npos) {
        for (const Layer& layer : loaded->uniqueLayers())
            list.push_back({layer.workload.name(), layer.workload, layer.count});
        return list;
    }
    for (const Layer& layer : loaded->layers)
        if (layer.workload.name() == key.substr(slash + 1))
            list.push_back({layer.workload.name(), layer.workload, layer.count});
    if (list.empty()) return loadWorkload(key).diagnostics();  // which names the nearest layer
    return list;
}

class StudyReader {
public:
    StudyReader(const Json& json, std::string_view file)
        : m_root(json), m_file(file), m_reader(json, m_file, "", m_problems) {}

    Result<StudyFile> read() {
        if (!readSchema(m_reader, "study", 1)) return m_problems;
        m_study.document = m_root;
        readWords();
        m_reader.required("runs");
        readItems(m_reader, "runs", [&](const Json& item, const std::string& path) { readRuns(item, path); });
        const Diagnostics found = hasErrors(m_problems) ? Diagnostics{} : checkStudy(m_study.spec);
        for (Diagnostic& each : located(found, m_root, m_file)) m_problems.push_back(std::move(each));
        if (hasErrors(m_problems)) return m_problems;
        readStudyTables(m_reader, m_study, m_problems);
        m_reader.finish();
        if (!hasErrors(m_problems)) checkStudyTexts(m_reader, m_study);
        if (hasErrors(m_problems)) return m_problems;
        return std::move(m_study);
    }

private:
    void readWords() {
        for (const auto& [key, member] :
             {std::pair{"name", &StudyFile::name}, std::pair{"title", &StudyFile::title},
              std::pair{"source", &StudyFile::source}, std::pair{"paper", &StudyFile::paper},
              std::pair{"place", &StudyFile::place}, std::pair{"question", &StudyFile::question}}) {
            m_reader.required(key);
            m_study.*member = m_reader.string(key).value_or("");
        }
        const auto words = [&](const char* key) { return m_reader.strings(key).value_or(std::vector<std::string>{}); };
        m_study.paperSays = words("paper_says");
        m_study.weFind = words("we_find");
        m_study.why = words("why");
        m_study.missing = words("missing");
    }

    void readRuns(const Json& item, const std::string& path) {
        ObjectReader reader(item, m_file, path, m_problems);
        if (!reader.valid()) return;
        StudyRuns runs;
        reader.required("name");
        reader.required("workloads");
        runs.name = reader.string("name").value_or("");
        runs.task = readKey<StudyTask>(reader, "task").value_or(StudyTask::search);
        const auto under = [&](const std::string& key) { return path + "." + key; };
        readItems(reader, "workloads",
                  [&](const Json& each, const std::string& key) { readWorkload(each, under(key), runs); });
        readItems(reader, "designs",
                  [&](const Json& each, const std::string& key) { readDesign(each, under(key), runs); });
        readItems(reader, "settings",
                  [&](const Json& each, const std::string& key) { readSetting(each, under(key), runs); });
        if (reader.any("settings") == nullptr) runs.settings.push_back({"default", {}, {}, {}, {}});
        runs.samples = reader.integer("samples", 1, kMostSamples);
        readMapspaces(reader, runs);
        readSeeds(reader, under("seeds"), runs);
        reader.finish();
        m_study.spec.runs.push_back(std::move(runs));
    }

    /// Diagnostics of other readers get the place of the value that named what they are about.
    template <class T>
    std::optional<T> taken(Result<T> result, const Json& at, const std::string& path) {
        if (result) return *std::move(result);
        for (Diagnostic problem : result.diagnostics()) {
            if (problem.place.line == 0)
                problem.place = {.file = m_file, .line = at.line(), .column = at.column(), .key = path};
            m_problems.push_back(std::move(problem));
        }
        return std::nullopt;
    }

    void expect(const Json& at, const std::string& path, const std::string& what) {
        m_problems.push_back(errorAt({.file = m_file, .line = at.line(), .column = at.column(), .key = path},
                                     "expected " + what + ", found " + described(at)));
    }

    void readWorkload(const Json& item, const std::string& path, StudyRuns& runs) {
        if (item.isString()) {
            const auto list = taken(workloadsOfKey(item.text()), item, path);
            if (list) runs.workloads.insert(runs.workloads.end(), list->begin(), list->end());
            return;
        }
        if (!item.isObject()) return expect(item, path, "a key or an object with a workload");
        ObjectReader reader(item, m_file, path, m_problems);
        const Json* what = reader.required("workload");
        const auto settings = reader.strings("set").value_or(std::vector<std::string>{});
        const auto name = reader.string("name");
        const std::int64_t count = reader.integer("count", 1, kMostOccurrences).value_or(1);
        reader.finish();
        if (what == nullptr) return;
        auto workload = taken(workloadOfItem(*what, settings), *what, path + ".workload");
        if (!workload) return;
        std::string own = name.value_or(workload->name());
        runs.workloads.push_back({std::move(own), *std::move(workload), count});
    }

    Result<Workload> workloadOfItem(const Json& what, const std::vector<std::string>& settings) const {
        if (!what.isString()) {
            if (!settings.empty()) return error("'set' goes with the key of a workload only");
            return workloadFromJson(what, m_file);
        }
        InputOptions input;
        input.workload = what.text();
        input.settings = settings;
        return workloadOf(input);
    }

    void readDesign(const Json& item, const std::string& path, StudyRuns& runs) {
        if (item.isString()) {
            if (auto design = taken(loadArchitecture(item.text()), item, path))
                runs.designs.push_back({item.text(), *std::move(design)});
            return;
        }
        if (!item.isObject()) return expect(item, path, "a key or an object with an architecture");
        ObjectReader reader(item, m_file, path, m_problems);
        const Json* what = reader.required("architecture");
        InputOptions input;
        input.settings = reader.strings("set").value_or(std::vector<std::string>{});
        const auto name = reader.string("name");
        reader.finish();
        if (what == nullptr) return;
        auto base = what->isString() ? loadArchitecture(what->text()) : architectureFromJson(*what, m_file);
        if (base) base = withSettings(*std::move(base), input);
        auto design = taken(std::move(base), *what, path + ".architecture");
        if (!design) return;
        std::string own = name.value_or(design->name());
        runs.designs.push_back({std::move(own), *std::move(design)});
    }

    void readSetting(const Json& item, const std::string& path, StudyRuns& runs) {
        ObjectReader reader(item, m_file, path, m_problems);
        if (!reader.valid()) return;
        StudySetting setting;
        reader.required("name");
        setting.name = reader.string("name").value_or("");
        if (const Json* search = reader.any("search"))
            setting.search = searchOptionsFromJson(*search, m_file, path + ".search", m_problems);
        readRules(reader, path, setting);
        if (const Json* options = reader.any("flash")) setting.flash = readFlash(*options, path + ".flash", setting);
        if (const Json* options = reader.any("fabric"))
            setting.fabric = studyFabricFromJson(*options, m_file, path + ".fabric", m_problems);
        const Json* candidate = reader.any("candidate");
        if (candidate != nullptr && setting.flash)
            setting.flash->candidate = readCandidate(*candidate, path + ".candidate", setting.flash->options);
        if (candidate != nullptr && setting.flash && !setting.flash->maps.empty())
            reader.fail(*candidate, "candidate", "'maps' beside a candidate, expected one of them");
        if (candidate != nullptr && !setting.flash) reader.fail(*candidate, "candidate", "goes with 'flash' only");
        if (const Json* constraints = reader.any("constraints")) {
            const bool none = constraints->isString() && constraints->text() == "none";
            setting.constraints = none ? Constraints{}
                                       : taken(constraints->isString() ? loadConstraints(constraints->text())
                                                                       : constraintsFromJson(*constraints, m_file),
                                               *constraints, path + ".constraints");
        }
        if (setting.constraints) setting.constraints->fromUser = true;
        reader.finish();
        runs.settings.push_back(std::move(setting));
    }

    /// Options as --flash takes them, and "objective".
    StudyFlash readFlash(const Json& json, const std::string& path, StudySetting& setting) {
        StudyFlash task;
        const auto complain = [&](const Json& at, const std::string& key, const Diagnostic& why) {
            m_problems.push_back(
                errorAt({.file = m_file, .line = at.line(), .column = at.column(), .key = key}, why.message, why.hint));
        };
        if (!json.isObject()) {
            expect(json, path, "an object with FLASH's options");
            return task;
        }
        for (const Json::Member& member : json.members()) {
            const std::string key = path + "." + member.name;
            const std::string text = member.value.isString() ? member.value.text() : member.value.dump();
            if (member.name == "beside") {
                task.beside = fromKey<flash::Space>(text);
                if (!task.beside) expect(member.value, key, "one of " + listed(keysOf<flash::Space>()));
                continue;
            }
            if (member.name == "maps") {
                task.maps = studyMapsFromJson(member.value, m_file, key, m_problems);
                continue;
            }
            if (member.name == "objective") {
                const auto metric = fromKey<Metric>(text);
                if (metric)
                    task.options.metric = *metric;
                else
                    expect(member.value, key, "one of " + listed(keysOf<Metric>()));
                continue;
            }
            const auto set = flash::withOption(task.options, member.name + "=" + text);
            if (set)
                task.options = *set;
            else
                complain(member.value, key, set.diagnostics().front());
        }
        if (setting.search.compat == Compat::maestro) {
            task.options.compat.emplace();
            task.options.compat->narrowMultiplicities = false;  // as a search from the command line
        }
        setting.search.compat.reset();
        return task;
    }

    std::optional<flash::Candidate> readCandidate(const Json& json, const std::string& path,
                                                  const flash::Options& options) {
        constexpr std::int64_t kMostTile = std::int64_t{1} << 40;
        ObjectReader reader(json, m_file, path, m_problems);
        if (!reader.valid()) return std::nullopt;
        flash::Candidate candidate{options.style.value_or(flash::Style::maeri),
                                   options.order.value_or(flash::Order::mnk),
                                   1,
                                   {1, 1, 1},
                                   {1, 1, 1}};
        candidate.cluster = reader.integer("cluster", 1, kMaxInstances).value_or(1);
        for (const auto& [key, tile] : {std::pair{"outer", &candidate.outer}, std::pair{"inner", &candidate.inner}}) {
            const Json* const sizes = reader.required(key);
            if (sizes == nullptr) continue;
            ObjectReader axes(*sizes, m_file, path + "." + key, m_problems);
            if (!axes.valid()) continue;
            const char* const names[] = {"M", "N", "K"};
            for (std::size_t axis = 0; axis < 3; ++axis)
                (*tile)[axis] = axes.integer(names[axis], 1, kMostTile).value_or(1);
            axes.finish();
        }
        reader.finish();
        return candidate;
    }

    /// "compat" and "semantics", as --compat and its like. Timeloop's rules are a set of switches.
    void readRules(ObjectReader& reader, const std::string& path, StudySetting& setting) {
        const Json* compat = reader.any("compat");
        const Json* semantics = reader.any("semantics");
        if (semantics != nullptr)
            setting.semantics = semanticsFromJson(*semantics, m_file, path + ".semantics", m_problems);
        if (compat == nullptr || compat->text() != "timeloop") {
            setting.search.compat = readKey<Compat>(reader, "compat");
            return;
        }
        setting.semantics = timeloopSemantics();
        if (semantics != nullptr)
            reader.fail(*semantics, "semantics", "can't be given beside 'compat'", "the tool's rules settle it");
    }

    void readMapspaces(ObjectReader& reader, StudyRuns& runs) {
        const auto keys = reader.strings("mapspaces");
        if (!keys) return;
        runs.mapspaces.clear();
        for (std::size_t i = 0; i < keys->size(); ++i) {
            const auto kind = fromKey<Factorization>((*keys)[i]);
            if (kind) runs.mapspaces.push_back(*kind);
            const std::vector<std::string> known = keysOf<Factorization>();
            if (!kind)
                reader.fail((*reader.any("mapspaces"))[i], indexed("mapspaces", i),
                            "expected one of " + listed(known) + ", found '" + (*keys)[i] + "'",
                            didYouMean((*keys)[i], known));
        }
    }

    void readSeeds(ObjectReader& reader, const std::string& path, StudyRuns& runs) {
        readItems(reader, "seeds", [&](const Json& item, const std::string&) {
            if (item.kind() == Json::Kind::integer && item.integer() >= 0)
                runs.seeds.push_back(static_cast<std::uint64_t>(item.integer()));
            else
                expect(item, path, "a whole number from 0");
        });
    }

    const Json& m_root;
    std::string m_file;
    Diagnostics m_problems;
    ObjectReader m_reader;
    StudyFile m_study;
};

}  // namespace

Result<StudyFile> studyFromJson(const Json& json, std::string_view file) { return StudyReader(json, file).read(); }

Json toJson(const StudyFile& study) { return study.document; }

}  // namespace lapidary
