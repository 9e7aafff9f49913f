// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two mappings side by side: their figures with difference and ratio. The two may stand on different designs (points of
// a sweep) or be one mapping under two semantics; levels and tensors are matched by name, and what one side lacks is
// absent there. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/compat/compat.h"
#include "core/model/cost.h"

namespace lapidary {

/// One side. Requires a well-formed mapping and its cost on that target.
struct Compared {
    std::string name;  ///< for people: "run 1, best PFM", "a.json"
    TargetPtr target;
    Mapping mapping;
    Cost cost;
    std::optional<Compat> rules{};  ///< whose, if not the reuse model's own
};

enum class Better { equal, a, b, neither };  ///< neither: no judgement, two models, or a side has no value
std::span<const KeyEntry<Better>> keyTable(Better);

/// How a figure is to be shown: with an SI prefix, in whole numbers, or in per cent.
enum class FigureKind { quantity, count, share };

struct CompareRow {
    std::string key;    ///< in files: "edp", "GLB.W.reads"
    std::string label;  ///< for people: "EDP", "GLB W reads"
    std::string unit;   ///< "pJ*cycles", "words", empty for shares
    FigureKind kind = FigureKind::quantity;
    std::optional<double> a, b;
    Better better = Better::neither;

    std::optional<double> delta() const;  ///< b - a
    std::optional<double> ratio() const;  ///< b / a; nullopt if a is 0
};

/// Figures of the whole, then per level: words moved, per tensor reads, fills and updates, and how full its parts are.
/// Rows without a value, or with nothing but zeros, are left out. Where two models count, neither is better, and levels that
/// one of them doesn't count have no value there.
std::vector<CompareRow> compare(const Compared& a, const Compared& b);

}  // namespace lapidary
