// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/machine.h"

#include <algorithm>
#include <cmath>

namespace lapidary::data_centric {
namespace {

std::optional<std::int64_t> wordsOf(const Level& level) {
    if (level.partitions.empty())
        return level.capacity ? std::optional(level.capacity->words(level.wordBits)) : std::nullopt;
    std::int64_t words = 0;
    for (const auto& [name, part] : level.partitions) {
        if (!part.capacity) return std::nullopt;
        words += part.capacity->words(part.wordBits ? part.wordBits : level.wordBits);
    }
    return words;
}

std::optional<double> deliveredBy(const Level& level) {
    return level.bandwidth.read ? level.bandwidth.read : level.bandwidth.shared;
}

/// Energy of reading a word; of partitions the mean.
std::optional<double> wordEnergy(const Level& level) {
    const auto perWord = [](const Figure& block, int words) -> std::optional<double> {
        if (!block.value) return std::nullopt;
        return *block.value / words;
    };
    if (level.partitions.empty()) return perWord(level.energy.read, level.block);
    double sum = 0;
    for (const auto& [name, part] : level.partitions) {
        const auto each = perWord(part.energy.read, part.block ? part.block : level.block);
        if (!each) return std::nullopt;
        sum += *each;
    }
    return sum / static_cast<double>(level.partitions.size());
}

bool keepsAnything(const Level& level) {
    constexpr std::size_t kRoles = 3;
    return level.keep.size() < kRoles || std::any_of(level.keep.begin(), level.keep.end(),
                                                     [](const auto& rule) { return rule.second != Keep::never; });
}

struct Bandwidths {
    std::optional<std::int64_t> words;
    bool tooSlow = false;
};

Bandwidths wholeWords(const std::optional<double>& bandwidth) {
    if (!bandwidth) return {};
    const auto words = static_cast<std::int64_t>(std::floor(*bandwidth));
    return {words, words < 1};
}

Diagnostic noMachine(const Architecture& architecture, const std::string& why) {
    return error("the data-centric model can't take design '" + architecture.name() + "': " + why,
                 "it needs a shared buffer above the fanouts and one in each PE, as flash-edge has");
}

void addCosts(const Architecture& architecture, const Level& l1, const Level& l2, Hardware& hardware,
              Diagnostics& notes) {
    const auto mac = architecture.compute().energy.value;
    const auto near = wordEnergy(l1), far = wordEnergy(l2);
    if (!mac || *mac <= 0 || !near || !far) {
        notes.push_back({Severity::note,
                         "the design doesn't say what MACs, L1 and L2 cost: energies are those of MAESTRO",
                         {},
                         {}});
        return;
    }
    hardware.costs = {*near / *mac, *far / *mac, *mac / 1000, "design '" + architecture.name() + "'"};
}

}  // namespace

Result<Hardware> hardwareOf(const Architecture& architecture) {
    const auto& fanouts = architecture.fanouts();
    if (fanouts.empty()) return noMachine(architecture, "it has no fanout");
    const int shared = fanouts.front().below, innermost = architecture.levelCount() - 1;
    if (shared < 1) return noMachine(architecture, "no buffer stands between its backing store and its array");
    if (innermost <= fanouts.back().below) return noMachine(architecture, "its PEs have no buffer");
    const Level& l2 = architecture.levels()[static_cast<std::size_t>(shared)];
    const Level& l1 = architecture.levels()[static_cast<std::size_t>(innermost)];
    Hardware hardware;
    hardware.pes = architecture.computeInstances();
    hardware.l1Elements = wordsOf(l1);
    hardware.l2Elements = wordsOf(l2);
    const Bandwidths network = wholeWords(deliveredBy(l2)),
                     offchip = wholeWords(deliveredBy(architecture.levels().front()));
    if (network.tooSlow || offchip.tooSlow)
        return noMachine(architecture, "a level delivers less than a word per cycle");
    hardware.nocBandwidth = network.words;
    hardware.offchipBandwidth = offchip.words;
    Diagnostics notes;
    for (int level = 1; level < innermost; ++level)
        if (level != shared && keepsAnything(architecture.levels()[static_cast<std::size_t>(level)]))
            notes.push_back({Severity::note,
                             "the data-centric model has two buffers: level " +
                                 architecture.levels()[static_cast<std::size_t>(level)].name + " is left out",
                             {},
                             {}});
    addCosts(architecture, l1, l2, hardware, notes);
    if (Diagnostics wrong = check(hardware); !wrong.empty()) return wrong;
    return {hardware, std::move(notes)};
}

}  // namespace lapidary::data_centric
