// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of a fabric run as a list that a window and a file show alike, beside what the reuse model says. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/table.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::stonne {

struct DeskFigure {
    enum class Kind { count, share, quantity };
    std::string key;      ///< in files: "sram_weight_reads"
    std::string label;    ///< for people
    std::string unit;     ///< "words", "%"; empty where there is none
    std::string meaning;  ///< one sentence
    Kind kind = Kind::count;
    double value = 0;  ///< of a share: 0 to 1
};

/// `reuseCycles`: of the same mapping under the reuse model, with its error in shares of what was simulated.
std::vector<DeskFigure> figuresOf(const fabric::Run& run, const fabric::Outcome& outcome,
                                  const std::optional<std::int64_t>& reuseCycles);
Table figureTable(const std::vector<DeskFigure>& figures, NumberStyle style);

}  // namespace lapidary::stonne
