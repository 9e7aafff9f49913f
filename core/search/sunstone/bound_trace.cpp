// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/bound_trace.h"

#include <algorithm>
#include <numeric>

namespace lapidary::sunstone {

namespace {

/// `later` follows `step`.
void addStep(BoundTrace::Step& step, const BoundTrace::Step& later) {
    step.least = std::min(step.least, later.least);
    step.most = std::max(step.most, later.most);
    step.best = std::min(step.best, later.best);
    step.bounded += later.bounded;
    for (std::size_t level = 0; level < step.cut.size(); ++level) step.cut[level] += later.cut[level];
}

}  // namespace

std::int64_t BoundTrace::Step::cuts() const { return std::accumulate(cut.begin(), cut.end(), std::int64_t{0}); }

void BoundTrace::bounded(double bound, double best) {
    if (m_steps.empty() || m_steps.back().bounded >= m_perStep) {
        if (m_steps.size() == kMostSteps) merge();
        if (m_steps.empty() || m_steps.back().bounded >= m_perStep) m_steps.emplace_back();
    }
    Step& step = m_steps.back();
    ++step.bounded;
    step.least = std::min(step.least, bound);
    step.most = std::max(step.most, bound);
    step.best = std::min(step.best, best);
}

void BoundTrace::cut(int level, std::int64_t count) {
    if (!m_steps.empty()) m_steps.back().cut[static_cast<std::size_t>(level)] += count;
}

void BoundTrace::end(double best) {
    if (!m_steps.empty()) m_steps.back().best = std::min(m_steps.back().best, best);
}

BoundTrace::Step BoundTrace::total() const {
    Step sum;
    for (const Step& step : m_steps) addStep(sum, step);
    return sum;
}

void BoundTrace::merge() {
    for (std::size_t i = 0; 2 * i < m_steps.size(); ++i) {
        Step both = m_steps[2 * i];
        if (2 * i + 1 < m_steps.size()) addStep(both, m_steps[2 * i + 1]);
        m_steps[i] = both;
    }
    m_steps.resize((m_steps.size() + 1) / 2);
    m_perStep *= 2;
}

}  // namespace lapidary::sunstone
