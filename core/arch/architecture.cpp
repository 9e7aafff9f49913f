// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/architecture.h"

#include <algorithm>
#include <utility>

#include "core/arch/architecture_check.h"
#include "core/arch/technology/fill.h"

namespace lapidary {

namespace {

constexpr KeyEntry<Keep> kKeeps[] = {
    {Keep::must, "must", "Must keep", "Every mapping stores the tensor here", ""},
    {Keep::may, "may", "May keep", "A mapping may store the tensor here or pass it by", ""},
    {Keep::never, "never", "Never keeps", "The tensor passes this level by", ""},
};

constexpr KeyEntry<Multicast> kMulticasts[] = {
    {Multicast::equal, "equal", "Equal tiles",
     "Children that need the same new words at the same step are served by one read", ""},
    {Multicast::distinct, "distinct", "Distinct words",
     "A word needed by several children is read once, also where their tiles overlap only in part", ""},
    {Multicast::none, "none", "None", "Every child is served by its own read", ""},
};

template <class T>
int indexOfName(const std::vector<T>& items, std::string_view name) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
    return found == items.end() ? -1 : static_cast<int>(found - items.begin());
}

/// Area sums over instances; remembers what is unknown.
class AreaSum {
public:
    void add(const Figure& area, std::int64_t instances, const std::string& name) {
        if (area.value)
            m_sum += *area.value * static_cast<double>(instances);
        else
            m_missing.push_back(name);
    }

    /// A level that gives one figure for all its partitions needs none from them.
    void add(const Level& level, std::int64_t instances) {
        const bool perPartition = std::any_of(level.partitions.begin(), level.partitions.end(),
                                              [](const auto& entry) { return entry.second.area.value.has_value(); });
        if (level.area.value || !perPartition) add(level.area, instances, level.name);
        if (!perPartition) return;
        for (const auto& [role, partition] : level.partitions) add(partition.area, instances, level.name + "." + role);
    }

    std::optional<double> result(std::vector<std::string>* missing) && {
        const bool complete = m_missing.empty();
        if (missing != nullptr) *missing = std::move(m_missing);
        return complete ? std::optional(m_sum) : std::nullopt;
    }

private:
    double m_sum = 0;
    std::vector<std::string> m_missing;
};

bool hasArea(const Level& level) {
    return level.area.value || std::any_of(level.partitions.begin(), level.partitions.end(),
                                           [](const auto& entry) { return entry.second.area.value.has_value(); });
}

}  // namespace

std::span<const KeyEntry<Keep>> keyTable(Keep) { return kKeeps; }
std::span<const KeyEntry<Multicast>> keyTable(Multicast) { return kMulticasts; }

Result<Architecture> Architecture::make(ArchitectureSpec spec) {
    Diagnostics problems = checkArchitecture(spec);
    if (!problems.empty()) return problems;
    std::stable_sort(spec.fanouts.begin(), spec.fanouts.end(),
                     [](const Fanout& a, const Fanout& b) { return a.below < b.below; });
    fillFromTables(spec);
    Architecture architecture;
    architecture.m_spec = std::move(spec);
    return architecture;
}

int Architecture::findLevel(std::string_view name) const { return indexOfName(m_spec.levels, name); }
int Architecture::findFanout(std::string_view name) const { return indexOfName(m_spec.fanouts, name); }

std::int64_t Architecture::instances(int level) const {
    std::int64_t product = 1;
    for (const Fanout& fanout : m_spec.fanouts)
        if (fanout.below < level) product *= fanout.x * fanout.y;
    return product;
}

std::int64_t Architecture::computeInstances() const { return instances(levelCount()); }

std::optional<double> Architecture::area(std::vector<std::string>* missing) const {
    AreaSum sum;
    for (int index = 0; index < levelCount(); ++index) {
        const Level& level = m_spec.levels[static_cast<std::size_t>(index)];
        if (index > 0 || hasArea(level)) sum.add(level, instances(index));
    }
    sum.add(compute().area, computeInstances(), compute().name);
    return std::move(sum).result(missing);
}

}  // namespace lapidary
