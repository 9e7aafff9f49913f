// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study_spec.h"

#include <algorithm>
#include <functional>
#include <set>

#include "core/base/arith.h"

namespace lapidary {

std::span<const KeyEntry<StudyTask>> keyTable(StudyTask) {
    static constexpr std::array<KeyEntry<StudyTask>, 5> table{{
        {StudyTask::search, "search", "Search", "the best mapping and what the search met", ""},
        {StudyTask::count, "count", "Count", "the size of the mapspace", ""},
        {StudyTask::reuse, "reuse", "Reuse", "what each tensor is reused over, and what the principles leave of it",
         "Sunstone II-D, III and IV"},
        {StudyTask::flash, "flash", "FLASH", "the best tiles of a style of accelerator under the data-centric model",
         "FLASH, section 4"},
        {StudyTask::fabric, "fabric", "Fabric", "a tile on MAERI, simulated cycle by cycle", "Bifrost, section VIII"},
    }};
    return table;
}

std::span<const KeyEntry<FabricPick>> keyTable(FabricPick) {
    static constexpr std::array<KeyEntry<FabricPick>, 6> table{{
        {FabricPick::tile, "tile", "Tile", "the tile that is given", ""},
        {FabricPick::mapper, "mapper", "Mapper", "the analytic mapper's", "Bifrost, V"},
        {FabricPick::tuner, "tuner", "Tuner", "the best that a tuner finds", "Bifrost, VII"},
        {FabricPick::range, "range", "Range", "the fastest of all, with the slowest beside it", "Bifrost, Fig. 10"},
        {FabricPick::random, "random", "Random", "one of the runnable tiles, by the seed; each once before any twice",
         ""},
        {FabricPick::sparse, "sparse", "Sparse", "SIGMA instead, its weights pruned", "Bifrost, Fig. 9"},
    }};
    return table;
}

std::span<const KeyEntry<StudyAxis>> keyTable(StudyAxis) {
    static constexpr std::array<KeyEntry<StudyAxis>, kStudyAxes> table{{
        {StudyAxis::workload, "workload", "workload", "workloads, layers of networks", ""},
        {StudyAxis::design, "design", "design", "designs", ""},
        {StudyAxis::mapspace, "mapspace", "mapspace", "factorizations", ""},
        {StudyAxis::setting, "setting", "setting", "how it is searched and counted", ""},
        {StudyAxis::seed, "seed", "seed", "seeds of the random numbers", ""},
        {StudyAxis::tensor, "tensor", "tensor", "tensors of the workload; of the task reuse", ""},
    }};
    return table;
}

namespace {

/// The lengths of a matrix's axes; 1 where the task knows none.
struct StudyShape {
    std::size_t designs, mapspaces, settings, seeds;
};

StudyShape shapeOf(const StudyRuns& runs) {
    if (runs.task == StudyTask::reuse) return {1, 1, 1, 1};
    return {runs.designs.size(), runs.mapspaces.size(), runs.settings.size(),
            std::max<std::size_t>(runs.seeds.size(), 1)};
}

std::size_t tensorsOf(const StudyRuns& runs, std::size_t workload) {
    return runs.task == StudyTask::reuse ? runs.workloads[workload].workload.tensors().size() : 1;
}

void nameAxes(const StudyRuns& runs, StudyPoint& point) {
    const auto set = [&](StudyAxis axis, std::string name) {
        point.names[static_cast<std::size_t>(axis)] = std::move(name);
    };
    const StudyWorkload& workload = runs.workloads[point.workload];
    point.count = workload.count;
    set(StudyAxis::workload, workload.name);
    if (runs.task == StudyTask::reuse) {
        set(StudyAxis::tensor, workload.workload.tensors()[point.tensor].name);
        return;
    }
    set(StudyAxis::design, runs.designs[point.design].name);
    set(StudyAxis::mapspace, std::string(keyOf(runs.mapspaces[point.mapspace])));
    set(StudyAxis::setting, runs.settings[point.setting].name);
    if (!runs.seeds.empty()) set(StudyAxis::seed, std::to_string(runs.seeds[point.seed]));
}

void addPoints(const StudySpec& spec, std::size_t number, std::vector<StudyPoint>& out) {
    const StudyRuns& runs = spec.runs[number];
    const StudyShape shape = shapeOf(runs);
    const std::size_t each = shape.designs * shape.mapspaces * shape.settings * shape.seeds;
    for (std::size_t workload = 0; workload < runs.workloads.size(); ++workload) {
        const std::size_t tensors = tensorsOf(runs, workload);
        for (std::size_t i = 0; i < each * tensors; ++i) {
            StudyPoint point;
            point.runs = number;
            point.workload = workload;
            std::size_t rest = i;
            const auto next = [&rest](std::size_t length) {
                const std::size_t index = rest % length;
                rest /= length;
                return index;
            };
            point.tensor = next(tensors);
            point.seed = next(shape.seeds);
            point.setting = next(shape.settings);
            point.mapspace = next(shape.mapspaces);
            point.design = next(shape.designs);
            nameAxes(runs, point);
            out.push_back(std::move(point));
        }
    }
}

std::size_t countOf(const StudyRuns& runs) {
    const StudyShape shape = shapeOf(runs);
    std::int64_t count = 0;
    for (std::size_t w = 0; w < runs.workloads.size(); ++w) count += static_cast<std::int64_t>(tensorsOf(runs, w));
    for (const std::size_t length : {shape.designs, shape.mapspaces, shape.settings, shape.seeds}) {
        const auto product = checkedMul(count, static_cast<std::int64_t>(length));
        if (!product) return kMaxStudyPoints + 1;
        count = *product;
    }
    return static_cast<std::size_t>(count);
}

class StudyChecker {
public:
    explicit StudyChecker(const StudySpec& spec) : m_spec(spec) {}

    Diagnostics check() {
        if (m_spec.runs.empty()) add("runs", "expected at least one matrix of runs");
        namesDiffer("runs", m_spec.runs);
        std::size_t points = 0;
        for (std::size_t i = 0; i < m_spec.runs.size(); ++i) {
            checkRuns(m_spec.runs[i], "runs[" + std::to_string(i) + "]");
            points += std::min(countOf(m_spec.runs[i]), kMaxStudyPoints + 1);
        }
        if (points > kMaxStudyPoints)
            add("runs", "more than " + std::to_string(kMaxStudyPoints) + " points, which is the most");
        return std::move(m_problems);
    }

private:
    void add(std::string key, std::string message, std::string hint = {}) {
        m_problems.push_back(
            errorAt({.file = {}, .line = 0, .column = 0, .key = std::move(key)}, std::move(message), std::move(hint)));
    }

    template <class T>
    void namesDiffer(const std::string& key, const std::vector<T>& items) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string at = key + "[" + std::to_string(i) + "]";
            if (items[i].name.empty())
                add(at, "expected a name");
            else if (!seen.insert(items[i].name).second)
                add(at, "the name '" + items[i].name + "' stands here twice", "give it another 'name'");
        }
    }

    void checkRuns(const StudyRuns& runs, const std::string& key) {
        if (runs.workloads.empty()) add(key + ".workloads", "expected at least one workload");
        namesDiffer(key + ".workloads", runs.workloads);
        if (runs.task == StudyTask::reuse) return;
        if (runs.designs.empty()) add(key + ".designs", "expected at least one design");
        namesDiffer(key + ".designs", runs.designs);
        if (runs.mapspaces.empty()) add(key + ".mapspaces", "expected at least one mapspace");
        if (runs.settings.empty()) add(key + ".settings", "expected at least one setting");
        namesDiffer(key + ".settings", runs.settings);
        if (std::set(runs.mapspaces.begin(), runs.mapspaces.end()).size() != runs.mapspaces.size())
            add(key + ".mapspaces", "a mapspace stands here twice");
        if (std::set(runs.seeds.begin(), runs.seeds.end()).size() != runs.seeds.size())
            add(key + ".seeds", "a seed stands here twice");
        for (std::size_t i = 0; i < runs.settings.size(); ++i)
            if ((runs.task == StudyTask::flash) != runs.settings[i].flash.has_value())
                add(key + ".settings[" + std::to_string(i) + "]", runs.task == StudyTask::flash
                                                                      ? "expected 'flash', with what it is to do"
                                                                      : "'flash' goes with the task flash only");
        for (std::size_t i = 0; i < runs.settings.size(); ++i)
            if ((runs.task == StudyTask::fabric) != runs.settings[i].fabric.has_value())
                add(key + ".settings[" + std::to_string(i) + "]", runs.task == StudyTask::fabric
                                                                      ? "expected 'fabric', with how the tile is chosen"
                                                                      : "'fabric' goes with the task fabric only");
        for (std::size_t i = 0; i < runs.settings.size() && runs.task == StudyTask::search; ++i)
            checkSetting(runs.settings[i], key + ".settings[" + std::to_string(i) + "]");
    }

    void checkSetting(const StudySetting& setting, const std::string& key) {
        const SearchOptions& search = setting.search;
        if (search.compat && !isDataCentric(*search.compat) &&
            (search.algorithm != Algorithm::sunstone || *search.compat != Compat::sunstone))
            add(key + ".compat", "searches count like another tool only with the algorithm sunstone, as sunstone");
        if (search.compat && setting.semantics != Semantics{})
            add(key + ".semantics", "can't be given beside 'compat'", "the tool's rules settle it");
        if (!endsByItself(search.algorithm) && !search.maxEvaluations && !search.maxSeconds)
            add(key + ".search", "the search '" + std::string(keyOf(search.algorithm)) + "' might never end",
                "give max_evaluations, which may stand beside victory");
    }

    const StudySpec& m_spec;
    Diagnostics m_problems;
};

}  // namespace

std::vector<StudyPoint> studyPoints(const StudySpec& spec) {
    std::vector<StudyPoint> points;
    for (std::size_t i = 0; i < spec.runs.size(); ++i) addPoints(spec, i, points);
    return points;
}

std::string keyOf(const StudySpec& spec, const StudyPoint& point) {
    std::string key = spec.runs[point.runs].name;
    for (const std::string& name : point.names)
        if (!name.empty()) key += " / " + name;
    return key;
}

Diagnostics checkStudy(const StudySpec& spec) { return StudyChecker(spec).check(); }

}  // namespace lapidary
