// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/figure_id.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary {
namespace {

using enum CostFigure;

constexpr std::array<KeyEntry<CostFigure>, 39> kFigures{{
    {macs, "macs", "MACs", "Points of the operation space", "Ruby, eq. 1"},
    {computes, "computes", "Computes", "Points that the loops run through; more than MACs if padded", "Ruby, eq. 5"},
    {steps, "steps", "Compute steps", "Settings of the temporal loops at which at least one lane works", "Ruby, eq. 5"},
    {cycles, "cycles", "Cycles", "The slowest of the compute and all ports, which overlap", "Timeloop, ISPASS 2019"},
    {energy, "energy", "Energy", "Accesses, leakage, hops and operations times their energies",
     "Timeloop, ISPASS 2019"},
    {computeEnergy, "compute_energy", "Compute energy", "Operations times the energy of one", "Timeloop, ISPASS 2019"},
    {networkEnergy, "network_energy", "Network energy", "Hops of all networks times the energy of one", ""},
    {edp, "edp", "EDP", "Energy times cycles", ""},
    {area, "area", "Area", "Areas of levels and compute times their instances", ""},
    {utilization, "utilization", "Utilization", "Share of the compute at work during the compute steps",
     "Ruby, Figs. 4 and 5"},
    {throughputUtilization, "throughput_utilization", "Throughput utilization",
     "Share of the compute at work during all cycles", ""},
    {idle, "idle", "Idle lane steps", "Compute steps that lanes sit out: unused lanes and tails",
     "Ruby, Figs. 4 and 5"},
    {instances, "instances", "Instances", "Of the level in hardware: product of the fanouts above it", ""},
    {readWords, "read_words", "Busiest read words", "Words read from the busiest instance", ""},
    {writeWords, "write_words", "Busiest written words", "Words written to the busiest instance", ""},
    {leakage, "leakage", "Leakage", "Leakage power times cycles times instances", ""},
    {capacity, "capacity", "Capacity used", "Bits of the largest tiles that live in one memory together", ""},
    {tile, "tile", "Tile", "Words of the largest tile in one instance", "Timeloop, ISPASS 2019"},
    {instancesTouched, "instances_touched", "Instances touched", "Instances that ever hold a tile", ""},
    {reads, "reads", "Reads", "Words read: for the children, the MACs, as partial sums",
     "Timeloop, ISPASS 2019; Sunstone, II-D"},
    {fills, "fills", "Fills", "Words written from the next outer Store", "Timeloop, ISPASS 2019; Sunstone, II-D"},
    {updates, "updates", "Updates", "Output words arriving from inside", "Timeloop, ISPASS 2019; Sunstone, II-D"},
    {accesses, "accesses", "Accesses", "Reads, fills and updates in blocks", ""},
    {readAccesses, "read_accesses", "Read accesses", "Reads in blocks", ""},
    {fillAccesses, "fill_accesses", "Fill accesses", "Fills in blocks", ""},
    {updateAccesses, "update_accesses", "Update accesses", "Updates in blocks", ""},
    {delivered, "delivered", "Delivered", "New words of the tiles, before first touches are left out",
     "Timeloop, ISPASS 2019"},
    {accumulateReads, "accumulate_reads", "Accumulate reads", "Updates that meet a partial sum", ""},
    {refetchReads, "refetch_reads", "Refetch reads", "Partial sums read for the child below", ""},
    {drains, "drains", "Drains", "Words sent outwards, before they merge", ""},
    {spatialReductions, "spatial_reductions", "Spatial reductions", "Words that merge on the way in from the children",
     ""},
    {distinct, "distinct", "Distinct elements", "Elements ever held, summed over instances", ""},
    {neighbourMoves, "neighbour_moves", "Neighbour moves",
     "Words taken from a neighbour that got them one step before; each is a read there, too", "docs/models/reuse.md"},
    {multicast, "multicast", "Multicast", "Words whose one read serves so many instances of this level", ""},
    {usedX, "used_x", "Used lanes on X", "Product of the loops unrolled on X", "Ruby, eq. 5"},
    {usedY, "used_y", "Used lanes on Y", "Product of the loops unrolled on Y", "Ruby, eq. 5"},
    {hops, "hops", "Word hops", "Words times hops: from the port along X, then along Y; outputs the other way",
     "docs/models/reuse.md"},
    {networkWords, "words", "Words", "Words that enter the network, each once however many children take it", ""},
    {deliveries, "deliveries", "Deliveries", "Words that arrive at children, one per child", ""},
}};

constexpr std::array kOfDesign{macs,          computes,      steps, cycles, idle,        energy,
                               computeEnergy, networkEnergy, edp,   area,   utilization, throughputUtilization};
constexpr std::array kOfLevel{instances, capacity, cycles, readWords, writeWords, energy, leakage};
constexpr std::array kOfTensor{tile,      capacity,        instancesTouched, reads,        fills,
                               updates,   accesses,        readAccesses,     fillAccesses, updateAccesses,
                               delivered, accumulateReads, refetchReads,     drains,       spatialReductions,
                               distinct,  neighbourMoves,  multicast,        energy};
constexpr std::array kOfNetwork{usedX, usedY, idle, hops, energy};
constexpr std::array kOfTraffic{networkWords, deliveries, hops, energy};
constexpr std::array kOfOutputs{updates, updateAccesses,    accumulateReads, refetchReads,
                                drains,  spatialReductions, distinct};

bool contains(std::span<const CostFigure> kinds, CostFigure kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

struct Word {
    std::string_view text;
    int column = 1;
};

std::vector<Word> wordsOf(std::string_view text) {
    std::vector<Word> words;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = std::min(text.find('.', begin), text.size());
        words.push_back({text.substr(begin, end - begin), static_cast<int>(begin) + 1});
        if (end == text.size()) return words;
        begin = end + 1;
    }
}

template <class List>
int findName(const List& items, std::string_view name) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (equalIgnoringCase(items[i].name, name)) return static_cast<int>(i);
    return -1;
}

class FigureParser {
public:
    FigureParser(std::string_view text, const Target& target)
        : m_text(text), m_target(target), m_words(wordsOf(text)) {}

    Result<FigureId> run() {
        const Architecture& design = m_target.architecture;
        if (m_words.size() == 1) {
            if (isPlace(m_words[0].text))
                return failAt(m_words[0], "which figure of it?", std::string("e.g. ").append(example()));
            return last(0, kOfDesign, "of the whole design", names());
        }
        m_id.level = static_cast<std::int8_t>(findName(design.levels(), m_words[0].text));
        if (m_id.level >= 0) return ofPlace(kOfLevel, "of a level", kOfTensor, "of a tensor");
        m_id.fanout = static_cast<std::int8_t>(findName(design.fanouts(), m_words[0].text));
        if (m_id.fanout >= 0) return ofPlace(kOfNetwork, "of a network", kOfTraffic, "of a tensor on a network");
        return failAt(m_words[0], "unknown level or network", didYouMean(m_words[0].text, names(), all(names())));
    }

private:
    Result<FigureId> ofPlace(std::span<const CostFigure> own, std::string_view what,
                             std::span<const CostFigure> ofTensors, std::string_view whatOfTensors) {
        if (m_words.size() == 2) return last(1, own, what, tensorNames());
        const auto& tensors = m_target.workload.tensors();
        int found = findName(tensors, m_words[1].text);
        if (found < 0) found = m_target.workload.findTensor(lowered(m_words[1].text));
        if (found < 0)
            return failAt(m_words[1], "unknown tensor",
                          didYouMean(m_words[1].text, tensorsAndRoles(), all(tensorNames())));
        m_id.tensor = static_cast<std::int8_t>(found);
        return last(2, ofTensors, whatOfTensors, {});
    }

    /// The kind at `at`, and nothing behind it but the group size of a multicast.
    Result<FigureId> last(std::size_t at, std::span<const CostFigure> allowed, std::string_view what,
                          std::vector<std::string> alternatives) {
        const Word& word = m_words[at];
        const auto kind = fromKey<CostFigure>(lowered(word.text));
        if (!kind || !contains(allowed, *kind)) {
            std::vector<std::string> keys;
            for (const CostFigure allowedKind : allowed) keys.emplace_back(keyOf(allowedKind));
            const std::string known = all(keys);
            alternatives.insert(alternatives.begin(), keys.begin(), keys.end());
            return failAt(word, std::string("unknown figure ").append(what),
                          didYouMean(word.text, alternatives, known));
        }
        m_id.kind = *kind;
        if (m_id.kind == multicast) return groupSize(at + 1);
        if (m_words.size() > at + 1)
            return failAt(m_words[at + 1], std::string("expected nothing after ").append(word.text), {});
        return m_id;
    }

    Result<FigureId> groupSize(std::size_t at) {
        if (at >= m_words.size())
            return failAt(m_words[at - 1], "how many children per read?",
                          std::string("e.g. ").append(m_text).append(".4"));
        const std::string_view digits = m_words[at].text;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), m_id.groupSize);
        if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() || m_id.groupSize < 1)
            return failAt(m_words[at], "expected how many children one read serves, a whole number from 1 on", {});
        if (m_words.size() > at + 1) return failAt(m_words[at + 1], "expected nothing after the group size", {});
        return m_id;
    }

    Diagnostics failAt(const Word& word, const std::string& message, std::string hint) const {
        std::string text = message;
        text.append(": found '").append(word.text).append("' in '").append(m_text).append("', column ");
        text += std::to_string(word.column);
        return {error(std::move(text), std::move(hint))};
    }

    bool isPlace(std::string_view name) const {
        return findName(m_target.architecture.levels(), name) >= 0 ||
               findName(m_target.architecture.fanouts(), name) >= 0;
    }
    std::string example() const {
        const bool level = findName(m_target.architecture.levels(), m_text) >= 0;
        return std::string(m_text) + (level ? "." + tensorNames().front() + ".reads" : ".used_x");
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const Level& level : m_target.architecture.levels()) names.push_back(level.name);
        for (const Fanout& fanout : m_target.architecture.fanouts()) names.push_back(fanout.name);
        return names;
    }
    std::vector<std::string> tensorNames() const {
        std::vector<std::string> names;
        for (const Tensor& tensor : m_target.workload.tensors()) names.push_back(tensor.name);
        return names;
    }
    std::vector<std::string> tensorsAndRoles() const {
        std::vector<std::string> names = tensorNames();
        for (const Tensor& tensor : m_target.workload.tensors()) names.push_back(tensor.role);
        return names;
    }
    static std::string all(const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "known: " : ", ") + name;
        return text;
    }

    std::string_view m_text;
    const Target& m_target;
    std::vector<Word> m_words;
    FigureId m_id;
};

std::optional<Number> known(const std::optional<double>& value) {
    if (!value) return std::nullopt;
    return *value;
}

std::optional<Number> tensorValue(const FigureId& id, const TensorCost& cost) {
    switch (id.kind) {
    case tile: return cost.tile;
    case instancesTouched: return cost.instancesTouched;
    case reads: return cost.reads;
    case fills: return cost.fills;
    case updates: return cost.updates;
    case accesses: return cost.accesses;
    case readAccesses: return cost.readAccesses;
    case fillAccesses: return cost.fillAccesses;
    case updateAccesses: return cost.updateAccesses;
    case delivered: return cost.delivered;
    case accumulateReads: return cost.accumulateReads;
    case refetchReads: return cost.refetchReads;
    case drains: return cost.drains;
    case spatialReductions: return cost.spatialReductions;
    case distinct: return cost.distinct;
    case neighbourMoves: return cost.neighbourMoves;
    case multicast: {
        const auto found = cost.multicast.find(id.groupSize);
        return found == cost.multicast.end() ? 0 : found->second;
    }
    case energy: return known(cost.energyPj);
    default: return std::nullopt;
    }
}

std::optional<Number> levelValue(const FigureId& id, const LevelCost& cost) {
    switch (id.kind) {
    case instances: return cost.instances;
    case cycles: return cost.cycles;
    case readWords: return cost.readWords;
    case writeWords: return cost.writeWords;
    case energy: return known(cost.energyPj);
    case leakage: return known(cost.leakagePj);
    default: return std::nullopt;
    }
}

std::optional<Number> trafficValue(const FigureId& id, const NetworkTraffic& cost) {
    switch (id.kind) {
    case networkWords: return cost.words;
    case deliveries: return cost.deliveries;
    case hops: return cost.hops;
    case energy: return known(cost.energyPj);
    default: return std::nullopt;
    }
}

std::optional<Number> networkValue(const FigureId& id, const NetworkCost& cost) {
    if (id.tensor >= 0)
        return cost.modelled ? trafficValue(id, cost.tensors[static_cast<std::size_t>(id.tensor)]) : std::nullopt;
    switch (id.kind) {
    case usedX: return cost.usedX;
    case usedY: return cost.usedY;
    case energy: return known(cost.energyPj);
    case hops: {
        if (!cost.modelled) return std::nullopt;
        double sum = 0;
        for (const NetworkTraffic& tensor : cost.tensors) sum += tensor.hops;
        return sum;
    }
    default: return std::nullopt;
    }
}

std::optional<Number> designValue(const FigureId& id, const Cost& cost) {
    switch (id.kind) {
    case macs: return cost.macs;
    case computes: return cost.computes;
    case steps: return cost.steps;
    case cycles: return cost.cycles;
    case energy: return known(cost.energyPj);
    case computeEnergy: return known(cost.computeEnergyPj);
    case networkEnergy: return known(cost.networkEnergyPj);
    case edp: return known(cost.edp);
    case area: return known(cost.areaUm2);
    case utilization: return cost.utilization;
    case throughputUtilization: return cost.throughputUtilization;
    default: return std::nullopt;
    }
}

class FigureList {
public:
    explicit FigureList(const Cost& cost) : m_cost(cost) {}

    void addIfKnown(FigureId id) {
        if (id.kind == idle || id.kind == capacity || valueOf(id, m_cost)) m_list.push_back(id);
    }

    void addLevel(std::int8_t level, const Target& target) {
        const auto& tensors = m_cost.levels[static_cast<std::size_t>(level)].tensors;
        bool shared = false;
        for (std::size_t t = 0; t < tensors.size(); ++t)
            shared = shared || (tensors[t].stored && target.levels[static_cast<std::size_t>(level)].part[t] == 0);
        for (const CostFigure kind : kOfLevel)
            if (kind != capacity || shared) addIfKnown({.kind = kind, .level = level});
        for (std::size_t t = 0; t < tensors.size(); ++t)
            if (tensors[t].stored) addTensor(level, static_cast<std::int8_t>(t), target.workload.tensors()[t].isOutput);
    }

    std::vector<FigureId> take() { return std::move(m_list); }

private:
    void addTensor(std::int8_t level, std::int8_t tensor, bool isOutput) {
        for (const CostFigure kind : kOfTensor) {
            if (contains(kOfOutputs, kind) && !isOutput) continue;
            FigureId id{.kind = kind, .level = level, .tensor = tensor};
            if (kind != multicast) {
                addIfKnown(id);
                continue;
            }
            const auto& own = m_cost.levels[static_cast<std::size_t>(level)].tensors[static_cast<std::size_t>(tensor)];
            for (const auto& [size, words] : own.multicast) {
                id.groupSize = size;
                m_list.push_back(id);
            }
        }
    }

    const Cost& m_cost;
    std::vector<FigureId> m_list;
};

}  // namespace

std::span<const KeyEntry<CostFigure>> keyTable(CostFigure) { return kFigures; }

std::string toText(const FigureId& id, const Target& target) {
    std::string text;
    if (id.fanout >= 0) text += target.architecture.fanouts()[static_cast<std::size_t>(id.fanout)].name + ".";
    if (id.level >= 0) text += target.architecture.levels()[static_cast<std::size_t>(id.level)].name + ".";
    if (id.tensor >= 0) text += target.workload.tensors()[static_cast<std::size_t>(id.tensor)].name + ".";
    text += keyOf(id.kind);
    if (id.kind == multicast) text.append(".").append(std::to_string(id.groupSize));
    return text;
}

Result<FigureId> parseFigure(std::string_view text, const Target& target) { return FigureParser(text, target).run(); }

std::vector<FigureId> figuresOf(const Cost& cost, const Target& target) {
    FigureList list(cost);
    for (const CostFigure kind : kOfDesign) list.addIfKnown({.kind = kind});
    for (std::size_t l = 0; l < cost.levels.size(); ++l) list.addLevel(static_cast<std::int8_t>(l), target);
    for (std::size_t f = 0; f < cost.networks.size(); ++f) {
        const auto fanout = static_cast<std::int8_t>(f);
        for (const CostFigure kind : kOfNetwork) list.addIfKnown({.kind = kind, .fanout = fanout});
        for (std::size_t t = 0; t < cost.networks[f].tensors.size(); ++t)
            for (const CostFigure kind : kOfTraffic)
                list.addIfKnown({.kind = kind, .tensor = static_cast<std::int8_t>(t), .fanout = fanout});
    }
    return list.take();
}

std::optional<Number> valueOf(const FigureId& id, const Cost& cost) {
    if (id.fanout >= 0) return networkValue(id, cost.networks[static_cast<std::size_t>(id.fanout)]);
    if (id.level < 0) return designValue(id, cost);
    const LevelCost& level = cost.levels[static_cast<std::size_t>(id.level)];
    if (id.tensor < 0) return levelValue(id, level);
    const TensorCost& tensor = level.tensors[static_cast<std::size_t>(id.tensor)];
    return tensor.stored ? tensorValue(id, tensor) : std::nullopt;
}

std::optional<FigureId> figureOf(const Reason& reason) {
    switch (reason.code) {
    case ReasonCode::capacity: return FigureId{.kind = capacity, .level = reason.level, .tensor = reason.tensor};
    case ReasonCode::fanoutX: return FigureId{.kind = usedX, .fanout = reason.fanout};
    case ReasonCode::fanoutY: return FigureId{.kind = usedY, .fanout = reason.fanout};
    default: return std::nullopt;
    }
}

}  // namespace lapidary
