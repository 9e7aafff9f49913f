// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/random_pruned.h"

#include <algorithm>
#include <numeric>

#include "core/search/algorithms.h"
#include "core/search/fitting_draw.h"

namespace lapidary {

PrunedDraw::PrunedDraw(const Mapspace& mapspace) : m_mapspace(&mapspace) {
    const std::vector<SizeTerm>& terms = mapspace.terms();
    for (std::size_t t = 0; t < terms.size(); ++t) {
        m_counts[t] = static_cast<std::uint64_t>(*toInt64(terms[t].count));
        if (terms[t].kind == SizeTerm::Kind::chains) ++m_dimensions;
    }
    m_order.resize(m_dimensions);
}

void PrunedDraw::begin(Rng& rng) {
    m_choice.fill(0);
    for (std::size_t t = m_dimensions; t < m_mapspace->terms().size(); ++t)
        m_choice[t] = m_counts[t] == 1 ? 0 : rng.below(m_counts[t]);
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    const auto free = std::stable_partition(m_order.begin(), m_order.end(), [&](auto d) { return m_counts[d] == 1; });
    for (auto left = static_cast<std::size_t>(m_order.end() - free); left > 1; --left)
        std::swap(free[static_cast<std::ptrdiff_t>(left - 1)], free[static_cast<std::ptrdiff_t>(rng.below(left))]);
    m_at = static_cast<std::size_t>(free - m_order.begin());
    m_drawn = 0;
    for (std::size_t i = 0; i < m_at; ++i) m_drawn |= 1u << m_order[i];
    m_tries = 0;
    m_begun = true;
}

namespace {

void drawFitting(const Mapspace& mapspace, const FittingDraw& fitting, Engine& engine) {
    const auto draw = [&](Rng& rng, Mapping& out) {
        MapspaceChoice choice;
        if (!fitting.draw(rng, nullptr, choice, out, true)) mapspace.sampleWhole(rng, out);
    };
    std::int64_t draws = engine.chunk();
    while (engine.advanceInBatches(draws, draw)) draws += engine.chunk();
}

}  // namespace

const Mapping* PrunedDraw::next(Stream& stream) {
    if (!m_begun) begin(stream.rng());
    while (!isWhole()) {
        const std::size_t dimension = m_order[m_at];
        m_choice[dimension] = stream.rng().below(m_counts[dimension]);
        m_mapspace->assemblePart(m_choice, m_drawn | 1u << dimension, stream.buffer());
        const Reason reason = stream.limits(stream.buffer());
        if (reason.code != ReasonCode::none) {
            stream.abandon(reason, [&] {
                m_mapspace->assemble(m_choice, stream.buffer());
                return stream.buffer();
            });
            m_begun = ++m_tries < kChainTries;
            m_choice[dimension] = 0;
            return nullptr;
        }
        m_drawn |= 1u << dimension;
        m_tries = 0;
        ++m_at;
    }
    m_mapspace->assemble(m_choice, stream.buffer());
    m_begun = false;
    return &stream.buffer();
}

bool searchRandomlyPruned(const Mapspace& mapspace, Engine& engine) {
    const FittingDraw fitting(mapspace, engine.evaluator());
    if (fitting.isTabulated() && !fitting.isEmpty()) {
        drawFitting(mapspace, fitting, engine);
        return false;
    }
    std::vector<PrunedDraw> draws(kStreams, PrunedDraw(mapspace));
    const auto draw = [&](Stream& stream) { return draws[static_cast<std::size_t>(stream.number())].next(stream); };
    std::int64_t rounds = engine.chunk();
    while (engine.advance(rounds, draw)) rounds += engine.chunk();
    return false;
}

}  // namespace lapidary
