// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/exact.h"

#include <algorithm>
#include <cmath>

#include "core/search/bounds/space_bound.h"

namespace lapidary::optimal {

namespace {

constexpr std::size_t kMostMetrics = std::tuple_size_v<Worth> - 2;

}  // namespace

std::optional<ExactWorth> ExactWorth::make(const Objective& objective, const ExactLimits& limits) {
    ExactWorth exact;
    exact.m_objective = objective;
    if (objective.metrics.empty() || objective.metrics.size() > kMostMetrics) return std::nullopt;
    const double most = 2 * limits.perWord * std::max(limits.words, limits.cycles);
    const bool squared = std::ranges::find(objective.metrics, Metric::ed2p) != objective.metrics.end();
    const auto fits = [&](double scale) {
        return most * scale < 0x1p61 && most * scale * std::pow(limits.cycles, squared ? 2 : 1) < 0x1p125;
    };
    if (!fits(1) || limits.cycles > 0x1p61) return std::nullopt;
    const auto isWhole = [&](double scale) {
        return std::ranges::all_of(limits.energies, [scale](double energy) {
            return std::abs(energy * scale - std::round(energy * scale)) <= 1e-9 * std::max(1.0, energy * scale);
        });
    };
    while (!isWhole(exact.m_scale) && exact.m_scale < 1e9) exact.m_scale *= 10;
    if (!isWhole(exact.m_scale) || !fits(exact.m_scale))
        for (exact.m_scale = 1; fits(exact.m_scale * 2) && exact.m_scale < 0x1p52;) exact.m_scale *= 2;
    return exact;
}

std::int64_t ExactWorth::scaled(const std::optional<double>& energy) const {
    return std::llround(energy.value_or(0) * m_scale);
}

Worth ExactWorth::worth(std::int64_t energy, std::int64_t cycles) const {
    const Int128 all = total(energy, cycles);
    Worth worth{};
    std::size_t place = 0;
    for (const Metric metric : m_objective.metrics) {
        switch (metric) {
        case Metric::edp: worth[place] = all * cycles; break;
        case Metric::energy: worth[place] = all; break;
        case Metric::latency: worth[place] = cycles; break;
        case Metric::ed2p: worth[place] = all * cycles * cycles; break;
        }
        ++place;
    }
    worth[place] = all;
    worth[place + 1] = cycles;
    return worth;
}

double ExactWorth::roughly(double energyPj, std::int64_t cycles) const {
    constexpr double kRounding = 1e-8;  // of energies to whole numbers
    const Metric first = m_objective.metrics.front();
    const Score score{{}, energyPj * m_scale, cycles, cycles};
    return valueOf(first, score) * (1 + kRounding);
}

double ExactWorth::shown(const Worth& worth) const {
    const auto value = static_cast<double>(worth[0]);
    return m_objective.metrics.front() == Metric::latency ? value : value / m_scale;
}

void ExactWorth::state(Certificate& certificate, const Worth& bound, const std::optional<Worth>& reached) const {
    certificate.bound = shown(reached ? std::min(bound, *reached) : bound);
    if (reached) certificate.gap = gapOf(shown(*reached), *certificate.bound);
}

}  // namespace lapidary::optimal
