// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/compare.h"

#include <algorithm>
#include <array>

#include "core/model/counted_nest.h"

namespace lapidary {

std::span<const KeyEntry<Better>> keyTable(Better) {
    static constexpr std::array<KeyEntry<Better>, 4> table{{
        {Better::equal, "equal", "equal", "both have the same value", ""},
        {Better::a, "a", "A", "the first is better", ""},
        {Better::b, "b", "B", "the second is better", ""},
        {Better::neither, "neither", "", "neither value is better in itself, or one is unknown", ""},
    }};
    return table;
}

std::optional<double> CompareRow::delta() const { return a && b ? std::optional(*b - *a) : std::nullopt; }

std::optional<double> CompareRow::ratio() const { return a && b && *a != 0 ? std::optional(*b / *a) : std::nullopt; }

namespace {

using Value = std::optional<double>;

enum class Wanted { less, more, neither };

struct Reading {
    std::string key, label, unit;
    FigureKind kind;
    Wanted wanted;
    Value value;
};

Value over(const Value& a, double b) { return a && b != 0 ? Value(*a / b) : std::nullopt; }

/// The figures of one side, in the order of the table.
class Readings {
public:
    explicit Readings(const Compared& side) : m_side(side) {
        addTotals();
        for (std::size_t level = 0; level < side.cost.levels.size(); ++level) {
            addTraffic(side.cost.levels[level]);
            addOccupancy(level);
        }
    }
    std::vector<Reading> take() && { return std::move(m_readings); }

private:
    void add(Reading reading) {
        if (reading.value) m_readings.push_back(std::move(reading));
    }
    void quantity(std::string key, std::string label, std::string unit, Value value) {
        add({std::move(key), std::move(label), std::move(unit), FigureKind::quantity, Wanted::less, value});
    }
    void count(std::string key, std::string label, std::string unit, std::int64_t value) {
        add({std::move(key), std::move(label), std::move(unit), FigureKind::count, Wanted::less,
             static_cast<double>(value)});
    }
    void share(std::string key, std::string label, Wanted wanted, double value) {
        add({std::move(key), std::move(label), "", FigureKind::share, wanted, value});
    }

    void addTotals() {
        const Cost& cost = m_side.cost;
        quantity("edp", "EDP", "pJ*cycles", cost.edp);
        quantity("energy_pj", "Energy", "pJ", cost.energyPj);
        count("cycles", "Cycles", "", cost.cycles);
        if (const auto ghz = m_side.target->architecture.spec().clockGhz)
            quantity("time", "Time", "s", over(static_cast<double>(cost.cycles), *ghz * 1e9));
        share("utilization", "Utilization", Wanted::more, cost.utilization);
        share("throughput_utilization", "Utilization over all cycles", Wanted::more, cost.throughputUtilization);
        quantity("energy_per_mac", "Energy per MAC", "pJ", cost.energyPerMacPj());
        quantity("area_um2", "Area", "um^2", cost.areaUm2);
    }

    void addTraffic(const LevelCost& level) {
        if (m_side.rules && std::ranges::none_of(level.tensors, &TensorCost::stored)) return;  // outside of that model
        const std::vector<Tensor>& tensors = m_side.target->workload.tensors();
        std::int64_t words = 0;
        for (const TensorCost& tensor : level.tensors) words += tensor.reads + tensor.fills + tensor.updates;
        count(level.name + ".words", level.name + " words moved", "words", words);
        quantity(level.name + ".energy_pj", level.name + " energy", "pJ", level.energyPj);
        for (std::size_t t = 0; t < level.tensors.size(); ++t) {
            const std::string key = level.name + "." + tensors[t].name;
            const std::string label = level.name + " " + tensors[t].name;
            count(key + ".reads", label + " reads", "words", level.tensors[t].reads);
            count(key + ".fills", label + " fills", "words", level.tensors[t].fills);
            count(key + ".updates", label + " updates", "words", level.tensors[t].updates);
        }
    }

    void addOccupancy(std::size_t level) {
        const TargetLevel& target = m_side.target->levels[level];
        for (const PartUse& use : partsUsed(m_side.cost.levels[level], target)) {
            if (use.capacityBits < 0) continue;
            const std::string& name = m_side.cost.levels[level].name;
            const std::string part = use.part > 0 ? target.partitions[static_cast<std::size_t>(use.part - 1)] : "";
            share(name + (part.empty() ? "" : "." + part) + ".held",
                  name + (part.empty() ? "" : " " + part) + " held of its capacity", Wanted::neither, use.share());
        }
    }

    const Compared& m_side;
    std::vector<Reading> m_readings;
};

Better judge(const CompareRow& row, Wanted wanted) {
    if (wanted == Wanted::neither || !row.a || !row.b) return Better::neither;
    if (*row.a == *row.b) return Better::equal;
    return (*row.b < *row.a) == (wanted == Wanted::less) ? Better::b : Better::a;
}

bool isIdle(const CompareRow& row) { return row.a.value_or(0) == 0 && row.b.value_or(0) == 0; }

}  // namespace

std::vector<CompareRow> compare(const Compared& a, const Compared& b) {
    std::vector<Reading> left = Readings(a).take();
    std::vector<Reading> right = Readings(b).take();
    std::vector<CompareRow> rows;
    std::vector<Wanted> wanted;
    for (const Reading& reading : left) {
        rows.push_back({reading.key, reading.label, reading.unit, reading.kind, reading.value, {}});
        wanted.push_back(reading.wanted);
    }
    std::size_t next = 0;  // where a figure of b alone goes: behind the one before it
    for (const Reading& reading : right) {
        auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.key == reading.key; });
        if (found == rows.end()) {
            found = rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(next),
                                {reading.key, reading.label, reading.unit, reading.kind, {}, {}});
            wanted.insert(wanted.begin() + static_cast<std::ptrdiff_t>(next), reading.wanted);
        }
        found->b = reading.value;
        next = static_cast<std::size_t>(found - rows.begin()) + 1;
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].better = a.rules == b.rules ? judge(rows[i], wanted[i]) : Better::neither;
    std::erase_if(rows, isIdle);
    return rows;
}

}  // namespace lapidary
