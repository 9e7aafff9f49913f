// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/relax_sweep.h"

#include <algorithm>
#include <map>

#include "core/base/parallel.h"
#include "core/explore/sweep_point.h"

namespace lapidary {

namespace {

struct AdvisedLayer {
    std::size_t point = 0, layer = 0;
};

std::int64_t wordsOf(const Relaxation::Setting& setting) { return std::stoll(setting.value); }

/// The larger of the values asked of each path.
void mergeSettings(std::vector<Relaxation::Setting>& into, const std::vector<Relaxation::Setting>& more) {
    for (const Relaxation::Setting& each : more) {
        const auto same = std::ranges::find(into, each.path, &Relaxation::Setting::path);
        if (same == into.end())
            into.push_back(each);
        else if (wordsOf(each) > wordsOf(*same))
            *same = each;
    }
}

bool isValidAfter(const CommonWay& way, const SweepSpec& spec, const SweepPoint& point, const TargetPtr& before,
                  const Mapping& witness) {
    Architecture design = before->architecture;
    for (const auto& [path, value] : way.settings) {
        auto changed = withSetting(design, path, value);
        if (!changed) return false;
        design = *std::move(changed);
    }
    const auto target = Target::make(before->workload, std::move(design));
    if (!target) return false;
    const auto space = Mapspace::make(*target, {point.factorization, way.constraints});
    const auto evaluator = Evaluator::make(*target, spec.semantics);
    return space && evaluator && space->checkConstraints(witness).code == ReasonCode::none &&
           evaluator->evaluate(witness).valid;
}

/// Which ways count as the same for two layers: equal memories, or the same rule left out.
std::string kindOf(const Relaxation& way) {
    if (way.settings.empty()) return way.what;
    std::string kind;
    for (const Relaxation::Setting& setting : way.settings) kind += (kind.empty() ? "" : ", ") + setting.path;
    return kind;
}

class PointAdviser {
public:
    PointAdviser(const SweepSpec& spec, const SweepPoint& point, PointAdvice& advice)
        : m_spec(spec), m_point(point), m_advice(advice) {}

    void addCommon() {
        for (const LayerAdvice& layer : m_advice.layers)
            if (!layer.advice.valid) m_needy.push_back(&layer);
        if (m_needy.size() < 2) return;
        for (const Relaxation& way : m_needy.front()->advice.ways) addShared(way);
        const bool bySize = std::ranges::any_of(m_advice.common, [](const auto& way) { return !way.settings.empty(); });
        if (!bySize) addUnion();
    }

private:
    static const Relaxation* sameKind(const Advice& advice, const std::string& kind) {
        const auto found =
            std::ranges::find_if(advice.ways, [&](const Relaxation& way) { return kindOf(way) == kind; });
        return found == advice.ways.end() ? nullptr : &*found;
    }

    void addShared(const Relaxation& first) {
        std::vector<const Relaxation*> ways;
        const std::string kind = kindOf(first);
        for (const LayerAdvice* layer : m_needy) {
            const Relaxation* way = sameKind(layer->advice, kind);
            if (!way) return;
            ways.push_back(way);
        }
        add(kind, ways);
    }

    /// Each layer's first memory, if no memory serves them all.
    void addUnion() {
        std::vector<const Relaxation*> ways;
        for (const LayerAdvice* layer : m_needy) {
            const auto bySize =
                std::ranges::find_if(layer->advice.ways, [](const Relaxation& way) { return !way.settings.empty(); });
            if (bySize == layer->advice.ways.end()) return;
            ways.push_back(&*bySize);
        }
        CommonWay merged;
        for (const Relaxation* way : ways) mergeSettings(merged.settings, way->settings);
        std::string paths;
        for (const Relaxation::Setting& setting : merged.settings) paths += (paths.empty() ? "" : ", ") + setting.path;
        add(paths, ways);
    }

    void add(const std::string& what, const std::vector<const Relaxation*>& ways) {
        CommonWay common{what + " for all " + std::to_string(m_needy.size()) + " layers", {}, {}, {}};
        common.constraints = ways.front()->constraints;
        for (const Relaxation* way : ways) {
            mergeSettings(common.settings, way->settings);
            common.witnesses.push_back(way->witness);
        }
        for (std::size_t i = 0; i < m_needy.size(); ++i)
            if (!isValidAfter(common, m_spec, m_point, m_point.layers[m_needy[i]->layer].target, ways[i]->witness))
                return;
        m_advice.common.push_back(std::move(common));
    }

    const SweepSpec& m_spec;
    const SweepPoint& m_point;
    PointAdvice& m_advice;
    std::vector<const LayerAdvice*> m_needy;
};

Advice adviceAt(const SweepSpec& spec, const SweepPoint& point, std::size_t layer, Job& job) {
    const auto mapspace = Mapspace::make(point.layers[layer].target, mapspaceOf(spec, point));
    if (!mapspace) return {};
    Job part(&job);
    return whatToRelax(*mapspace, spec.semantics, spec.search.seed, part);
}

std::string settingText(const SweepSpec& spec, const Relaxation::Setting& setting) {
    return isSwept(spec, setting.path) ? "value " + setting.value + " on the axis " + setting.path
                                       : "--set " + setting.path + "=" + setting.value;
}

std::string settingsText(const SweepSpec& spec, const std::vector<Relaxation::Setting>& settings) {
    std::string text;
    for (const Relaxation::Setting& setting : settings)
        text += (text.empty() ? ": " : " ") + settingText(spec, setting);
    return text;
}

}  // namespace

bool lacksMapping(const LayerOutcome& outcome) {
    return outcome.failure.empty() && outcome.target && !outcome.best && outcome.cause != StopCause::none &&
           outcome.cause != StopCause::byHand;
}

bool lacksMapping(const SweepPoint& point) {
    return std::ranges::any_of(point.layers, [](const LayerOutcome& outcome) { return lacksMapping(outcome); });
}

bool isSwept(const SweepSpec& spec, const std::string& path) {
    return std::ranges::find(spec.axes, path, &SweepAxis::path) != spec.axes.end();
}

SweepAdvice whatToRelax(const SweepSpec& spec, const SweepPoints& points, Job& job, std::size_t most) {
    SweepAdvice result;
    std::vector<AdvisedLayer> asked;
    for (std::size_t p = 0; p < points.size(); ++p) {
        if (!points[p]) continue;
        for (std::size_t l = 0; l < points[p]->layers.size(); ++l) {
            if (!lacksMapping(points[p]->layers[l])) continue;
            if (asked.size() < most)
                asked.push_back({p, l});
            else
                ++result.leftOut;
        }
    }
    std::vector<Advice> advice(asked.size());
    parallelFor(spec.search.threads, asked.size(), [&](std::size_t i) {
        if (job.checkpoint()) advice[i] = adviceAt(spec, *points[asked[i].point], asked[i].layer, job);
    });
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (result.points.empty() || result.points.back().point != asked[i].point)
            result.points.push_back({asked[i].point, {}, {}});
        result.points.back().layers.push_back({asked[i].layer, std::move(advice[i])});
    }
    for (PointAdvice& each : result.points) PointAdviser(spec, *points[each.point], each).addCommon();
    return result;
}

std::vector<std::string> toLines(const PointAdvice& advice, const SweepSpec& spec, const std::vector<Layer>& layers) {
    std::vector<std::string> lines;
    for (const CommonWay& way : advice.common) lines.push_back(way.what + settingsText(spec, way.settings));
    for (const LayerAdvice& each : advice.layers) {
        const std::string name = layers.size() > 1 ? layers[each.layer].workload.name() + ": " : "";
        if (each.advice.valid || each.advice.ways.empty()) {
            for (const std::string& line : toLines(each.advice)) lines.push_back(name + line);
            continue;
        }
        for (const Relaxation& way : each.advice.ways)
            lines.push_back(name + way.what + settingsText(spec, way.settings) +
                            (!way.settings.empty() && way.least ? " is the least" : ""));
    }
    return lines;
}

}  // namespace lapidary
