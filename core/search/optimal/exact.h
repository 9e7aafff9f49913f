// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a mapping is worth, in integers: energies are scaled until they are whole (or to as many bits as fit), so that sums
// are exact and the order of adding can't decide a tie. Shared by the searches over uneven mappings. Immutable after make.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arith.h"
#include "core/search/objective.h"
#include "core/search/optimal/certificate.h"

namespace lapidary::optimal {

/// The objective's metrics, then energy and cycles: compared in this order, smaller is better. Monotone in both.
using Worth = std::array<Int128, 6>;

/// What may be summed up, so that nothing can overflow.
struct ExactLimits {
    std::vector<double> energies;  ///< pJ, every figure that is charged
    double perWord = 0;            ///< pJ that one word, or one cycle, may be charged with in all
    double words = 0;              ///< most words of one kind
    double cycles = 0;             ///< most cycles
};

class ExactWorth {
public:
    /// Nullopt if counts of this size don't fit.
    static std::optional<ExactWorth> make(const Objective& objective, const ExactLimits& limits);

    /// The same energies, compared otherwise: by metrics that need no larger numbers.
    void compareBy(const Objective& objective) { m_objective = objective; }

    std::int64_t scaled(const std::optional<double>& energy) const;
    /// Scaled energy per cycle.
    void setLeakage(std::int64_t leakage) { m_leakage = leakage; }
    double scale() const { return m_scale; }  ///< energy in pJ times this

    /// Scaled energy, leakage included.
    Int128 total(std::int64_t energy, std::int64_t cycles) const { return Int128{energy} + Int128{m_leakage} * cycles; }
    Worth worth(std::int64_t energy, std::int64_t cycles) const;
    /// The first metric of a mapping's worth, and no less.
    double roughly(double energyPj, std::int64_t cycles) const;
    /// The first metric as objective.h has it.
    double shown(const Worth& worth) const;
    /// pJ, leakage included.
    double energyPj(std::int64_t energy, std::int64_t cycles) const {
        return static_cast<double>(total(energy, cycles)) / m_scale;
    }

    /// Bound and gap of the certificate; `reached`: the best found, which no bound exceeds.
    void state(Certificate& certificate, const Worth& bound, const std::optional<Worth>& reached) const;

private:
    Objective m_objective;
    std::int64_t m_leakage = 0;
    double m_scale = 1;
};

/// Of a mapping that is known: what is worse in the first metric can't be the best.
class Cut {
public:
    Cut() = default;
    explicit Cut(double worth) : m_worth(worth) {}
    bool closes(const Worth& least) const { return m_worth && static_cast<double>(least[0]) > *m_worth; }
    explicit operator bool() const { return m_worth.has_value(); }

private:
    std::optional<double> m_worth;
};

/// Closes what can be better than the best by no more than the gap that was asked for, in the first metric; remembers the
/// least of it.
class GapRule {
public:
    explicit GapRule(std::optional<double> gap = {}) : m_gap(gap) {}
    bool closes(const Worth& least, const Worth& best) {
        const auto bound = static_cast<double>(least[0]), reached = static_cast<double>(best[0]);
        if (!m_gap || reached - bound > *m_gap * reached) return false;
        if (!m_closed || least < *m_closed) m_closed = least;
        return true;
    }
    const std::optional<Worth>& closed() const { return m_closed; }

private:
    std::optional<double> m_gap;
    std::optional<Worth> m_closed;
};

}  // namespace lapidary::optimal
