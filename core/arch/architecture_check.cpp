// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/architecture_check.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/arch/technology/technology_setting.h"
#include "core/base/arith.h"
#include "core/base/json.h"

namespace lapidary {

namespace {

bool isName(std::string_view text) {
    const auto allowed = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
           std::all_of(text.begin(), text.end(), allowed);
}

std::string indexed(std::string_view list, std::size_t index) {
    return std::string(list) + "[" + std::to_string(index) + "]";
}

class Checker {
public:
    explicit Checker(const ArchitectureSpec& spec) : m_spec(spec) {}

    Diagnostics run() {
        if (m_spec.levels.empty())
            fail("levels", "no storage level", "a design has at least one level, outermost first");
        if (m_spec.levels.size() > kMaxLevels)
            fail("levels", std::to_string(m_spec.levels.size()) + " levels, at most " + std::to_string(kMaxLevels));
        if (m_spec.fanouts.size() > kMaxFanouts)
            fail("fanouts", std::to_string(m_spec.fanouts.size()) + " fanouts, at most " + std::to_string(kMaxFanouts));
        for (std::size_t i = 0; i < m_spec.levels.size(); ++i) checkLevel(m_spec.levels[i], indexed("levels", i));
        for (std::size_t i = 0; i < m_spec.fanouts.size(); ++i) checkFanout(m_spec.fanouts[i], indexed("fanouts", i));
        checkProductOfFanouts();
        checkCompute();
        if (m_spec.clockGhz) checkPositive(*m_spec.clockGhz, "clock_ghz");
        if (m_spec.technology)
            for (Diagnostic& problem : checkTechnology(*m_spec.technology)) {
                problem.place.key = "technology." + problem.place.key;
                m_problems.push_back(std::move(problem));
            }
        checkConstraintNames();
        return std::move(m_problems);
    }

private:
    void fail(std::string key, std::string message, std::string hint = {}) {
        m_problems.push_back(errorAt({.key = std::move(key)}, std::move(message), std::move(hint)));
    }

    void checkName(const std::string& name, const std::string& path) {
        if (!isName(name))
            fail(path + ".name", "'" + name + "' is no name",
                 "names are letters, digits, '_' and '-', and don't start with a digit");
        else if (!m_names.insert(name).second)
            fail(path + ".name", "two parts of the design are called '" + name + "'");
    }

    void checkRange(std::int64_t value, std::int64_t min, std::int64_t max, std::string key) {
        if (value >= min && value <= max) return;
        fail(std::move(key), "expected a number from " + std::to_string(min) + " to " + std::to_string(max) +
                                 ", found " + std::to_string(value));
    }

    void checkPositive(double value, std::string key) {
        if (!(std::isfinite(value) && value > 0))
            fail(std::move(key), "expected a number above 0, found " + formatExact(value));
    }

    void checkFigure(const Figure& figure, std::string key) {
        if (figure.value && !(std::isfinite(*figure.value) && *figure.value >= 0))
            fail(std::move(key), "expected a number of at least 0, found " + formatExact(*figure.value));
    }

    void checkEnergies(const Energies& energy, const std::string& path) {
        checkFigure(energy.read, path + ".read");
        checkFigure(energy.write, path + ".write");
        checkFigure(energy.update, path + ".update");
        checkFigure(energy.leak, path + ".leak");
    }

    void checkBandwidth(const Bandwidth& bandwidth, const std::string& path) {
        if (bandwidth.read) checkPositive(*bandwidth.read, path + ".read");
        if (bandwidth.write) checkPositive(*bandwidth.write, path + ".write");
        if (bandwidth.shared) checkPositive(*bandwidth.shared, path + ".shared");
    }

    void checkPorts(const std::vector<Port>& ports, const std::string& path) {
        if (ports.size() > kMaxPorts)
            fail(path, std::to_string(ports.size()) + " ports, at most " + std::to_string(kMaxPorts));
        for (std::size_t i = 0; i < ports.size(); ++i) {
            checkPort(ports[i], indexed(path, i));
            for (std::size_t j = 0; j < i; ++j) checkPair(ports[j], ports[i], indexed(path, i));
        }
    }

    void checkPort(const Port& port, const std::string& path) {
        if (!isName(port.name))
            fail(path + ".name", "'" + port.name + "' is no name",
                 "names are letters, digits, '_' and '-', and don't start with a digit");
        if (port.bandwidth) checkPositive(port.bandwidth->amount, path + ".bandwidth");
        if (port.least) checkLeastAccess(port, path + ".min");
        for (std::size_t i = 0; i < port.serves.size(); ++i) {
            const PortUse& use = port.serves[i];
            checkNames(use, indexed(path + ".serves", i));
            if (!use.passage || allows(port.type, *use.passage)) continue;
            fail(indexed(path + ".serves", i),
                 "a " + std::string(keyOf(port.type)) + " port can't serve " + std::string(keyOf(*use.passage)),
                 isRead(*use.passage) ? "reads are to_below and to_above; make its type read or read_write"
                                      : "writes are from_above and from_below; make its type write or read_write");
        }
    }

    /// What parsePortUse could not tell apart stays in the name of the tensor.
    void checkNames(const PortUse& use, const std::string& path) {
        if (use.tensor.empty() || isName(use.tensor)) return;
        const std::string passage = use.tensor.substr(use.tensor.rfind('.') + 1);
        fail(path,
             "expected a role or tensor, one of to_below, to_above, from_above, from_below, or both such as "
             "'weight.to_below', found '" +
                 use.tensor + "'",
             didYouMean(passage, keysOf<Passage>()));
    }

    void checkLeastAccess(const Port& port, const std::string& path) {
        checkPositive(port.least->amount, path);
        if (!port.bandwidth) {
            fail(path, "a smallest access needs a bandwidth", "leave min out, or give the bandwidth");
        } else if (port.least->inBits != port.bandwidth->inBits) {
            fail(path,
                 "expected the unit of the bandwidth, " + toText(*port.bandwidth) + ", found " + toText(*port.least));
        } else if (port.least->amount > port.bandwidth->amount) {
            fail(path, "expected at most the bandwidth, " + toText(*port.bandwidth) + ", found " + toText(*port.least));
        }
    }

    void checkPair(const Port& one, const Port& other, const std::string& path) {
        if (one.name == other.name) {
            fail(path + ".name", "two ports of the level are called '" + other.name + "'");
        } else if (const auto use = commonUse(one, other)) {
            fail(path, "ports '" + one.name + "' and '" + other.name + "' both serve " + toText(*use),
                 "say in \"serves\" which of them does");
        }
    }

    void checkCapacity(const Capacity& capacity, int wordBits, int buffers, const std::string& key) {
        if (capacity.amount < 0 || capacity.amount > kMaxCapacity) {
            checkRange(capacity.amount, 0, kMaxCapacity, key);
        } else if (wordBits >= 1 && buffers >= 1 && capacity.words(wordBits) / buffers < 1) {
            std::string found = toText(capacity);
            if (buffers > 1) found += " in " + std::to_string(buffers) + " buffers";
            fail(key, "design without room for one word of " + std::to_string(wordBits) + " bits: " + found);
        }
    }

    void checkLevel(const Level& level, const std::string& path) {
        checkName(level.name, path);
        checkRange(level.wordBits, 1, kMaxLevelWordBits, path + ".word_bits");
        checkRange(level.block, 1, kMaxBlock, path + ".block");
        checkRange(level.buffers, 1, kMaxBuffers, path + ".buffers");
        checkRange(level.banks, 1, kMaxBanks, path + ".banks");
        if (level.capacity) checkCapacity(*level.capacity, level.wordBits, level.buffers, path + ".capacity");
        checkBandwidth(level.bandwidth, path + ".bandwidth");
        checkPorts(level.ports, path + ".ports");
        checkEnergies(level.energy, path + ".energy_pj");
        checkFigure(level.area, path + ".area_um2");
        for (const auto& [role, partition] : level.partitions)
            checkPartition(partition, level, path + ".partitions." + role);
    }

    void checkPartition(const Partition& partition, const Level& level, const std::string& path) {
        checkRange(partition.wordBits, 0, kMaxLevelWordBits, path + ".word_bits");
        checkRange(partition.block, 0, kMaxBlock, path + ".block");
        checkRange(partition.banks, 1, kMaxBanks, path + ".banks");
        const int wordBits = partition.wordBits != 0 ? partition.wordBits : level.wordBits;
        if (partition.capacity) checkCapacity(*partition.capacity, wordBits, level.buffers, path + ".capacity");
        checkBandwidth(partition.bandwidth, path + ".bandwidth");
        checkEnergies(partition.energy, path + ".energy_pj");
        checkFigure(partition.area, path + ".area_um2");
    }

    void checkFanout(const Fanout& fanout, const std::string& path) {
        checkName(fanout.name, path);
        if (fanout.below < 0 || static_cast<std::size_t>(fanout.below) >= m_spec.levels.size())
            fail(path + ".below", "no level number " + std::to_string(fanout.below));
        checkRange(fanout.x, 1, kMaxInstances, path + ".x");
        checkRange(fanout.y, 1, kMaxInstances, path + ".y");
        checkFigure(fanout.hopEnergy, path + ".hop_pj");
        if (fanout.hopMm) checkPositive(*fanout.hopMm, path + ".hop_mm");
    }

    void checkProductOfFanouts() {
        std::optional<std::int64_t> product = 1;
        for (const Fanout& fanout : m_spec.fanouts)
            for (const std::int64_t size : {fanout.x, fanout.y})
                if (product && size >= 1 && size <= kMaxInstances) product = checkedMul(*product, size);
        if (!product || *product > kMaxInstances)
            fail("fanouts", "the fanouts give " + (product ? std::to_string(*product) : std::string("more than 2^63")) +
                                " compute units, at most " + std::to_string(kMaxInstances));
    }

    void checkCompute() {
        if (!m_spec.compute) {
            fail("compute", "no compute level", "add \"compute\": {\"name\": \"MAC\"}");
            return;
        }
        checkName(m_spec.compute->name, "compute");
        checkFigure(m_spec.compute->energy, "compute.energy_pj");
        checkFigure(m_spec.compute->area, "compute.area_um2");
        checkRange(m_spec.compute->interval, 1, kMaxInterval, "compute.interval");
    }

    template <class Rules, class Parts>
    void checkNamed(const Rules& rules, const Parts& parts, const std::string& path, const std::string& kind) {
        std::vector<std::string> names(parts.size());
        std::transform(parts.begin(), parts.end(), names.begin(), [](const auto& part) { return part.name; });
        for (const auto& [name, rule] : rules) {
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            fail(path + "." + name, "the design has no " + kind + " '" + name + "'", didYouMean(name, names));
        }
    }

    void checkConstraintNames() {
        checkNamed(m_spec.constraints.levels, m_spec.levels, "constraints.levels", "level");
        checkNamed(m_spec.constraints.fanouts, m_spec.fanouts, "constraints.fanouts", "fanout");
    }

    const ArchitectureSpec& m_spec;
    std::set<std::string> m_names;
    Diagnostics m_problems;
};

}  // namespace

Diagnostics checkArchitecture(const ArchitectureSpec& spec) { return Checker(spec).run(); }

}  // namespace lapidary
