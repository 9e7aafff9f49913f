// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reasons in words, with and without their numbers.

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "core/mapping/validity.h"

namespace lapidary {
namespace {

/// The names a reason's indices stand for.
struct Names {
    const Reason& reason;
    const Target& target;

    std::string fanout() const { return target.architecture.fanouts()[static_cast<std::size_t>(reason.fanout)].name; }
    std::string dimension() const {
        return target.workload.dimensions()[static_cast<std::size_t>(reason.dimension)].name;
    }
    std::string tensor() const { return target.workload.tensors()[static_cast<std::size_t>(reason.tensor)].name; }
    std::string level() const { return target.architecture.levels()[static_cast<std::size_t>(reason.level)].name; }
    std::string place() const { return reason.level >= 0 ? level() : fanout(); }

    /// The tensors whose tiles a capacity is about: one, or all that may live in the shared memory.
    std::vector<std::size_t> tensors() const {
        if (reason.tensor >= 0) return {static_cast<std::size_t>(reason.tensor)};
        const TargetLevel& level = target.levels[static_cast<std::size_t>(reason.level)];
        std::vector<std::size_t> shared;
        for (std::size_t t = 0; t < target.workload.tensors().size(); ++t)
            if (level.part[t] == 0 && level.keep[t] != Keep::never) shared.push_back(t);
        return shared;
    }

    std::string tensorSum() const {
        std::string sum;
        for (const std::size_t t : tensors()) sum += (sum.empty() ? "" : " + ") + target.workload.tensors()[t].name;
        return sum;
    }
};

/// needed and available in the largest unit that both are whole numbers of: words if all tensors agree on their size.
std::string capacityText(const Reason& reason, const Names& names) {
    const TargetLevel& level = names.target.levels[static_cast<std::size_t>(reason.level)];
    const std::vector<std::size_t> tensors = names.tensors();
    int unit = tensors.empty() ? 1 : level.wordBits[tensors.front()];
    std::string_view name = "words";
    const auto divides = [&](std::int64_t bits) { return reason.needed % bits == 0; };
    if (!std::all_of(tensors.begin(), tensors.end(), [&](std::size_t t) { return level.wordBits[t] == unit; }) ||
        !divides(unit)) {
        const bool bytes = divides(8) && reason.available % 8 == 0;
        unit = bytes ? 8 : 1;
        name = bytes ? "bytes" : "bits";
    }
    return names.level() + ": " + (tensors.size() > 1 ? "tiles of " : "the tile of ") + names.tensorSum() +
           (tensors.size() > 1 ? " need " : " needs ") + formatCount(reason.needed / unit) + ' ' + std::string(name) +
           ", " + formatCount(reason.available / unit) + " fit";
}

std::string axisText(const Reason& reason, const Names& names, const char* axis) {
    return names.fanout() + '.' + axis + ": spatial loops need " + formatCount(reason.needed) + " lanes, " +
           formatCount(reason.available) + " exist";
}

std::string factorText(const Reason& reason, const Names& names) {
    const std::string about = names.place() + ": " + names.dimension();
    if (reason.needed == 0 && reason.available == 0) return about + " breaks the order that a constraint asks for";
    return about + " has factor " + formatCount(reason.needed) + ", a constraint says " + formatCount(reason.available);
}

}  // namespace

std::span<const KeyEntry<ReasonCode>> keyTable(ReasonCode) {
    static constexpr std::array<KeyEntry<ReasonCode>, 11> table{{
        {ReasonCode::none, "none", "Valid", "The mapping runs on the design", ""},
        {ReasonCode::fanoutX, "fanout-x", "X axis", "The spatial loops on X need more lanes than the fanout has", ""},
        {ReasonCode::fanoutY, "fanout-y", "Y axis", "The spatial loops on Y need more lanes than the fanout has", ""},
        {ReasonCode::keepMissing, "keep-missing", "Tensor not kept", "A level that must keep a tensor doesn't", ""},
        {ReasonCode::keepForbidden, "keep-forbidden", "Tensor kept", "A level that must not keep a tensor does", ""},
        {ReasonCode::capacity, "capacity", "Capacity", "The largest tiles don't fit into a level or partition", ""},
        {ReasonCode::utilization, "utilization", "Utilization", "A fanout uses fewer lanes than a constraint asks for",
         ""},
        {ReasonCode::reduction, "reduction", "Spatial reduction", "Partial sums meet on a network that can't add them",
         ""},
        {ReasonCode::axis, "axis", "Axis", "A dimension is unrolled on an axis that a constraint closes to it", ""},
        {ReasonCode::directives, "directives", "Not in directives",
         "Loops of a dimension stand apart above one spatial loop, which data-centric directives can't say", ""},
        {ReasonCode::factor, "factor", "Factor or order", "A constraint on a factor or on loop order is violated", ""},
    }};
    return table;
}

std::string describe(const Reason& reason, const Target& target) {
    const Names names{reason, target};
    switch (reason.code) {
    case ReasonCode::none: return "valid";
    case ReasonCode::fanoutX: return axisText(reason, names, "X");
    case ReasonCode::fanoutY: return axisText(reason, names, "Y");
    case ReasonCode::keepMissing: return names.level() + ": " + names.tensor() + " must be kept here but isn't stored";
    case ReasonCode::keepForbidden:
        return names.level() + ": " + names.tensor() + " is stored here but must not be kept";
    case ReasonCode::capacity: return capacityText(reason, names);
    case ReasonCode::utilization:
        return names.fanout() + ": " + formatCount(reason.available) +
               " lanes are used, a constraint asks for at least " + formatCount(reason.needed);
    case ReasonCode::reduction:
        return names.fanout() + ": unrolling " + names.dimension() + " makes partial sums of " + names.tensor() +
               " meet, but the network can't add them";
    case ReasonCode::axis:
        return names.fanout() + (reason.needed == 0 ? ".X: " : ".Y: ") + names.dimension() +
               " may not be unrolled here";
    case ReasonCode::directives:
        return "loops of " + names.dimension() + " stand apart above one spatial loop, which directives can't say";
    case ReasonCode::factor: return factorText(reason, names);
    }
    return {};
}

std::string reasonTitle(const Reason& reason, const Target& target) {
    const Names names{reason, target};
    switch (reason.code) {
    case ReasonCode::none: return "valid";
    case ReasonCode::fanoutX: return names.fanout() + ".X too small";
    case ReasonCode::fanoutY: return names.fanout() + ".Y too small";
    case ReasonCode::keepMissing: return names.level() + " must keep " + names.tensor();
    case ReasonCode::keepForbidden: return names.level() + " must not keep " + names.tensor();
    case ReasonCode::capacity: return names.level() + " capacity, " + names.tensorSum();
    case ReasonCode::utilization: return names.fanout() + " utilization";
    case ReasonCode::reduction: return names.fanout() + " reduction, " + names.tensor() + " over " + names.dimension();
    case ReasonCode::axis:
        return names.fanout() + (reason.needed == 0 ? ".X" : ".Y") + " closed to " + names.dimension();
    case ReasonCode::directives: return "loops of " + names.dimension() + " apart";
    case ReasonCode::factor: return names.place() + " constraint, " + names.dimension();
    }
    return {};
}

}  // namespace lapidary
