// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/target.h"

#include <algorithm>
#include <limits>

namespace lapidary {
namespace {

/// The entry of a table keyed by tensor or role that speaks of `tensor`: its name goes before its role.
template <class T>
const std::pair<const std::string, T>* entryFor(const std::map<std::string, T>& table, const Tensor& tensor) {
    auto found = table.find(tensor.name);
    if (found == table.end()) found = table.find(tensor.role);
    return found == table.end() ? nullptr : &*found;
}

bool hasPlace(const Level& level, const Tensor& tensor) {
    return level.partitions.empty() || level.capacity || entryFor(level.partitions, tensor);
}

/// Usable bits: whole words only, divided by the number of buffers; -1 = unbounded.
std::int64_t usableBits(const std::optional<Capacity>& capacity, int wordBits, int buffers) {
    if (!capacity) return -1;
    const std::int64_t words = capacity->words(wordBits) / buffers;
    return std::min(words, std::numeric_limits<std::int64_t>::max() / wordBits) * wordBits;
}

/// Resolves one level of the design against the workload's tensors.
class LevelResolver {
public:
    LevelResolver(const Workload& workload, const Architecture& architecture, int index, Diagnostics& out)
        : m_workload(workload),
          m_level(architecture.levels()[static_cast<std::size_t>(index)]),
          m_path("levels[" + std::to_string(index) + "]"),
          m_out(out) {
        m_result.instances = architecture.instances(index);
        const bool onlyPartitions = !m_level.partitions.empty() && !m_level.capacity;
        m_result.capacityBits.push_back(
            onlyPartitions ? 0 : usableBits(m_level.capacity, m_level.wordBits, m_level.buffers));
    }

    TargetLevel resolve() {
        noteUnknownNames();
        for (int t = 0; t < m_workload.tensorCount(); ++t) resolveTensor(static_cast<std::size_t>(t));
        checkRoom();
        return m_result;
    }

private:
    void noteUnknownNames() {
        const auto note = [this](const std::string& name, const std::string& key) {
            if (m_workload.tensorMask(name) == 0)
                say(Severity::note, key + '.' + name, "no tensor of the workload is '" + name + "'");
        };
        for (const auto& [name, rule] : m_level.keep) note(name, "keep");
        for (const auto& [name, partition] : m_level.partitions) note(name, "partitions");
    }

    void resolveTensor(std::size_t t) {
        const Tensor& tensor = m_workload.tensors()[t];
        m_result.keep[t] = keepRule(m_level, tensor);
        m_result.wordBits[t] = m_level.wordBits;
        m_result.block[t] = m_level.block;
        if (const auto* entry = entryFor(m_level.partitions, tensor))
            usePartition(t, entry->first, entry->second);
        else if (!hasPlace(m_level, tensor))
            refuse(t);
        if (tensor.wordBits) m_result.wordBits[t] = tensor.wordBits;
    }

    void usePartition(std::size_t t, const std::string& key, const Partition& partition) {
        if (partition.wordBits) m_result.wordBits[t] = partition.wordBits;
        if (partition.block) m_result.block[t] = partition.block;
        auto& keys = m_result.partitions;
        const auto found = std::find(keys.begin(), keys.end(), key);
        m_result.part[t] = static_cast<int>(found - keys.begin()) + 1;
        if (found != keys.end()) return;
        keys.push_back(key);
        m_result.capacityBits.push_back(usableBits(partition.capacity, m_result.wordBits[t], m_level.buffers));
    }

    /// The tensor has no place here: an error if the design insists on it, else it passes by, which is said.
    void refuse(std::size_t t) {
        const Tensor& tensor = m_workload.tensors()[t];
        if (m_result.keep[t] == Keep::must) {
            say(Severity::error, "partitions", tensor.name + " must be kept here but has no partition",
                "add a partition '" + tensor.role + "' or a shared capacity, or keep it 'never' here");
        } else if (const auto* rule = entryFor(m_level.keep, tensor); !rule || rule->second == Keep::may) {
            say(Severity::note, "partitions", tensor.name + " has no partition here and passes by");
        }
        m_result.keep[t] = Keep::never;
    }

    /// Room for one word of each tensor that must be kept.
    void checkRoom() {
        std::vector<std::int64_t> needed(m_result.capacityBits.size(), 0);
        std::vector<std::string> names(needed.size());
        for (std::size_t t = 0; t < m_workload.tensors().size(); ++t) {
            if (m_result.keep[t] != Keep::must) continue;
            const auto part = static_cast<std::size_t>(m_result.part[t]);
            needed[part] += m_result.wordBits[t];
            names[part] += (names[part].empty() ? "" : " + ") + m_workload.tensors()[t].name;
        }
        for (std::size_t part = 0; part < needed.size(); ++part) {
            const std::int64_t available = m_result.capacityBits[part];
            if (available < 0 || needed[part] <= available) continue;
            say(Severity::error, part == 0 ? "capacity" : "partitions." + m_result.partitions[part - 1] + ".capacity",
                "no room for one word of " + names[part] + ": " + std::to_string(needed[part]) + " bits needed, " +
                    std::to_string(available) + " usable");
        }
    }

    void say(Severity severity, const std::string& key, const std::string& message, std::string hint = {}) {
        m_out.push_back({severity, m_level.name + ": " + message, {{}, 0, 0, m_path + '.' + key}, std::move(hint)});
    }

    const Workload& m_workload;
    const Level& m_level;
    std::string m_path;
    Diagnostics& m_out;
    TargetLevel m_result;
};

void checkBacking(const Target& target, Diagnostics& out) {
    for (std::size_t t = 0; t < target.workload.tensors().size(); ++t) {
        if (target.levels.front().keep[t] != Keep::never) continue;
        const std::string& level = target.architecture.levels().front().name;
        out.push_back(errorAt({{}, 0, 0, "levels[0].keep"},
                              level + ": the outermost level holds every tensor to begin with, but never keeps " +
                                  target.workload.tensors()[t].name,
                              "let it be kept: 'must' or 'may'"));
    }
}

}  // namespace

Keep keepRule(const Level& level, const Tensor& tensor) {
    if (const auto* rule = entryFor(level.keep, tensor)) return rule->second;
    return hasPlace(level, tensor) ? Keep::must : Keep::never;
}

Result<std::shared_ptr<const Target>> Target::make(Workload workload, Architecture architecture) {
    auto target = std::make_shared<Target>();
    target->workload = std::move(workload);
    target->architecture = std::move(architecture);
    Diagnostics found;
    for (int l = 0; l < target->architecture.levelCount(); ++l)
        target->levels.push_back(LevelResolver(target->workload, target->architecture, l, found).resolve());
    if (!hasErrors(found)) checkBacking(*target, found);
    if (hasErrors(found)) return found;
    target->notes = std::move(found);
    return std::shared_ptr<const Target>(std::move(target));
}

unsigned Target::mustKeep(int level) const {
    unsigned mask = 0;
    for (int t = 0; t < workload.tensorCount(); ++t)
        if (levels[static_cast<std::size_t>(level)].keep[static_cast<std::size_t>(t)] == Keep::must) mask |= 1u << t;
    return mask;
}

unsigned Target::mayKeep(int level) const {
    unsigned mask = 0;
    for (int t = 0; t < workload.tensorCount(); ++t)
        if (levels[static_cast<std::size_t>(level)].keep[static_cast<std::size_t>(t)] != Keep::never) mask |= 1u << t;
    return mask;
}

}  // namespace lapidary
