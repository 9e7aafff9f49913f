// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/row_stationary.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/evaluator.h"

namespace lapidary::validation {

namespace {

/// Dimensions by the names of conv2d(); -1 = absent.
class Nesting {
public:
    Nesting(const Target& target) : m_target(target) {}

    std::int64_t bound(const char* name) const {
        const int d = m_target.workload.findDimension(name);
        return d < 0 ? 1 : m_target.workload.bound(d);
    }
    void keep(int level) { m_mapping.nodes.push_back(store(level, m_target.mayKeep(level))); }
    void loop(const char* name, std::int64_t trips) {
        const int d = m_target.workload.findDimension(name);
        if (d >= 0 && trips > 1) m_mapping.nodes.push_back(temporal(d, trips, trips));
    }
    void lanes(const char* name, std::int64_t trips, Axis axis) {
        const int d = m_target.workload.findDimension(name);
        if (d >= 0 && trips > 1) m_mapping.nodes.push_back(spatial(d, trips, trips, 0, axis));
    }
    std::optional<Mapping> done() {
        if (!completeTails(m_mapping, m_target.workload)) return std::nullopt;
        return std::move(m_mapping);
    }

private:
    const Target& m_target;
    Mapping m_mapping;
};

/// How PE sets lie on the array.
struct SetPlan {
    std::int64_t folds = 1, width = 1;  ///< a set of e columns as so many parts, one below the other
    Axis ofChannels = Axis::y, ofFilters = Axis::y;
};

std::optional<SetPlan> planOf(const RowStationary& letters, std::int64_t filterRows, const Fanout& array) {
    SetPlan plan;
    plan.folds = ceilDiv(letters.e, array.x);
    plan.width = ceilDiv(letters.e, plan.folds);
    for (const auto& [channels, filters] :
         {std::pair{Axis::y, Axis::y}, {Axis::y, Axis::x}, {Axis::x, Axis::y}, {Axis::x, Axis::x}}) {
        const std::int64_t x =
            plan.width * (channels == Axis::x ? letters.r : 1) * (filters == Axis::x ? letters.t : 1);
        const std::int64_t y =
            plan.folds * filterRows * (channels == Axis::y ? letters.r : 1) * (filters == Axis::y ? letters.t : 1);
        plan.ofChannels = channels;
        plan.ofFilters = filters;
        if (x <= array.x && y <= array.y) return plan;
    }
    return std::nullopt;
}

std::vector<std::int64_t> divisorsUpTo(std::int64_t number, std::int64_t most) {
    std::vector<std::int64_t> list;
    for (std::int64_t each = 1; each <= std::min(number, most); ++each)
        if (number % each == 0) list.push_back(each);
    return list;
}

/// Parts of an output of that many rows.
std::vector<std::int64_t> stripsOf(std::int64_t rows, std::int64_t most) {
    std::vector<std::int64_t> list;
    for (std::int64_t parts = 1; parts <= rows; ++parts) {
        const std::int64_t strip = ceilDiv(rows, parts);
        if (strip <= most && (list.empty() || list.back() != strip)) list.push_back(strip);
    }
    return list;
}

class LetterSearch {
public:
    LetterSearch(const Target& target, const Evaluator& evaluator)
        : m_target(target), m_evaluator(evaluator), m_scratch(evaluator.makeScratch()), m_sizes(target) {}

    std::optional<RowStationaryChoice> run() {
        const Fanout& array = m_target.architecture.fanouts().front();
        const std::int64_t lanes = array.x * array.y;
        for (const std::int64_t e : stripsOf(m_sizes.bound("Q"), lanes))
            for (const std::int64_t r : divisorsUpTo(m_sizes.bound("C"), lanes))
                for (const std::int64_t t : divisorsUpTo(m_sizes.bound("M"), lanes))
                    if (planOf({.e = e, .r = r, .t = t}, m_sizes.bound("S"), array))
                        tryPasses({.e = e, .r = r, .t = t});
        if (!m_found) return std::nullopt;
        return m_best;
    }

private:
    /// The rest of the letters: what one PE holds, and what the GLB does. Each function is false if not even its smallest
    /// case fits: then nothing larger does.
    void tryPasses(RowStationary letters) {
        for (const std::int64_t p : divisorsUpTo(m_sizes.bound("M") / letters.t, m_sizes.bound("M"))) {
            letters.p = p;
            if (!tryChannels(letters)) return;
        }
    }
    bool tryChannels(RowStationary letters) {
        bool any = false;
        for (const std::int64_t q : divisorsUpTo(m_sizes.bound("C") / letters.r, m_sizes.bound("C"))) {
            letters.q = q;
            if (!trySums(letters)) break;
            any = true;
        }
        return any;
    }
    bool trySums(RowStationary letters) {
        bool any = false;
        const std::int64_t most = m_sizes.bound("M") / (letters.p * letters.t);
        for (const std::int64_t passes : divisorsUpTo(most, most)) {
            letters.m = letters.p * letters.t * passes;
            if (!tryImages(letters)) break;
            any = true;
        }
        return any;
    }
    bool tryImages(RowStationary letters) {
        bool any = false;
        for (const std::int64_t n : divisorsUpTo(m_sizes.bound("N"), m_sizes.bound("N"))) {
            letters.n = n;
            if (!judge(letters)) break;
            any = true;
        }
        return any;
    }

    bool judge(const RowStationary& letters) {
        auto mapping = rowStationaryMapping(letters, m_target);
        if (!mapping) return false;
        const Score score = m_evaluator.score(*mapping, *m_scratch);
        if (!score.valid()) return false;
        ++m_best.valid;
        const std::pair cost{score.energyPj, score.cycles};
        if (!m_found || cost < m_least) {
            m_found = true;
            m_least = cost;
            m_best.letters = letters;
            m_best.mapping = *std::move(mapping);
        }
        return true;
    }

    const Target& m_target;
    const Evaluator& m_evaluator;
    Evaluator::ScratchPtr m_scratch;
    Nesting m_sizes;
    RowStationaryChoice m_best;
    std::pair<double, std::int64_t> m_least;
    bool m_found = false;
};

}  // namespace

std::string toText(const RowStationary& letters) {
    std::string text;
    for (const auto& [name, value] : {std::pair{'m', letters.m},
                                      {'n', letters.n},
                                      {'e', letters.e},
                                      {'p', letters.p},
                                      {'q', letters.q},
                                      {'r', letters.r},
                                      {'t', letters.t}})
        text += (text.empty() ? "" : " ") + std::string(1, name) + std::to_string(value);
    return text;
}

std::optional<Mapping> rowStationaryMapping(const RowStationary& letters, const Target& target) {
    if (target.architecture.fanouts().empty() || target.architecture.levelCount() != 3) return std::nullopt;
    Nesting nest(target);
    const auto plan = planOf(letters, nest.bound("S"), target.architecture.fanouts().front());
    if (!plan) return std::nullopt;
    nest.keep(0);
    nest.loop("G", nest.bound("G"));
    nest.loop("N", ceilDiv(nest.bound("N"), letters.n));
    nest.loop("M", ceilDiv(nest.bound("M"), letters.m));
    nest.loop("Q", ceilDiv(nest.bound("Q"), letters.e));
    nest.loop("C", ceilDiv(nest.bound("C"), letters.q * letters.r));
    nest.keep(1);
    nest.loop("M", ceilDiv(letters.m, letters.p * letters.t));
    nest.loop("N", letters.n);
    nest.loop("P", nest.bound("P"));
    nest.lanes("Q", plan->folds, Axis::y);
    nest.lanes("Q", plan->width, Axis::x);
    nest.lanes("S", nest.bound("S"), Axis::y);
    nest.lanes("C", letters.r, plan->ofChannels);
    nest.lanes("M", letters.t, plan->ofFilters);
    nest.keep(2);
    nest.loop("R", nest.bound("R"));
    nest.loop("C", letters.q);
    nest.loop("M", letters.p);
    return nest.done();
}

std::optional<RowStationaryChoice> bestRowStationary(const TargetPtr& target) {
    const auto evaluator = Evaluator::make(target);
    if (!evaluator || target->architecture.fanouts().empty()) return std::nullopt;
    return LetterSearch(*target, *evaluator).run();
}

}  // namespace lapidary::validation
