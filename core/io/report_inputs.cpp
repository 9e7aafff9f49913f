// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/report_inputs.h"

#include "core/arch/figures.h"
#include "core/arch/memory_size.h"
#include "core/arch/technology/lookup.h"
#include "core/base/text.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

std::string figure(const Figure& value) { return value.value ? formatExact(*value.value) : "unknown"; }

/// A figure of an access of `block` words, for one of them.
std::string perWord(const Figure& value, int block) {
    return value.value ? formatExact(*value.value / block) : "unknown";
}

std::string capacityText(const std::optional<Capacity>& capacity) { return capacity ? toText(*capacity) : "unbounded"; }

std::string keepText(const Level& level) {
    std::string text;
    for (const auto& [name, keep] : level.keep)
        text += (text.empty() ? "" : ", ") + name + " " + std::string(keyOf(keep));
    return text;
}

std::string spaced(const std::vector<std::string>& words) { return joined(words, " "); }

std::vector<std::string> fanoutRow(const Fanout& fanout) {
    return {"fanout",
            fanout.name,
            std::to_string(fanout.x) + "x" + std::to_string(fanout.y),
            "",
            "",
            "",
            "",
            "",
            "",
            fanout.reduction ? "" : "no spatial reduction"};
}

/// Energies per access of a block and per word, since either may be what a reader has in mind. What isn't known is said
/// only where a figure is `expected`.
std::vector<std::string> storageRow(const char* kind, const std::string& name, const std::string& size, int wordBits,
                                    int block, const Energies& energy, const std::string& note, bool expected) {
    const auto cells = [&](const auto& write, const Figure& value) {
        return expected || value.value ? write(value) : std::string();
    };
    const auto word = [&](const Figure& value) { return perWord(value, block); };
    return {kind,
            name,
            size,
            std::to_string(wordBits),
            std::to_string(block),
            cells(figure, energy.read),
            cells(figure, energy.write),
            cells(word, energy.read),
            cells(word, energy.write),
            note};
}

/// A level of partitions only has no figures of its own: those of its partitions stand below it.
void addLevelRows(Table& table, const Level& level) {
    const bool shared = level.partitions.empty() || level.capacity;
    table.rows.push_back(storageRow("level", level.name, shared ? capacityText(level.capacity) : "partitioned",
                                    level.wordBits, level.block, level.energy, keepText(level), shared));
    for (const auto& [name, part] : level.partitions)
        table.rows.push_back(storageRow("partition", level.name + "." + name, capacityText(part.capacity),
                                        part.wordBits ? part.wordBits : level.wordBits,
                                        part.block ? part.block : level.block, part.energy, "", true));
}

std::string sourceLine(const std::string& source) { return source.empty() ? "" : "source: " + source + '\n'; }

}  // namespace

Table inputTable(const Architecture& architecture) {
    Table table;
    table.header = {"kind",         "name",          "size", "word bits", "block", "read pJ/access", "write pJ/access",
                    "read pJ/word", "write pJ/word", "notes"};
    for (int level = 0; level < architecture.levelCount(); ++level) {
        addLevelRows(table, architecture.levels()[static_cast<std::size_t>(level)]);
        for (const Fanout& fanout : architecture.fanouts())
            if (fanout.below == level) table.rows.push_back(fanoutRow(fanout));
    }
    const Compute& compute = architecture.compute();
    table.rows.push_back({"compute", compute.name, formatCount(architecture.computeInstances()), "", "",
                          figure(compute.energy), "", "", "", "per operation"});
    return table;
}

Table figureTable(const Architecture& architecture) {
    Table table;
    table.header = {"figure", "value", "unit", "source"};
    for (const auto& [path, figure] : figuresOf(architecture.spec()))
        if (figure->value)
            table.rows.push_back({path, formatExact(*figure->value), std::string(unitOfFigure(path)), figure->source});
    return table;
}

std::string inputReport(const Architecture& architecture) {
    const ArchitectureSpec& spec = architecture.spec();
    const std::string title = spec.title.empty() ? "" : ": " + spec.title;
    const auto area = architecture.area();
    std::string text = spec.name + title + '\n' + sourceLine(spec.source);
    if (spec.clockGhz) text += "clock: " + formatExact(*spec.clockGhz) + " GHz\n";
    if (spec.technology) text += "technology: " + toText(*spec.technology) + '\n';
    text += "area: " + (area ? formatSi(*area, "um^2") + ", memories and compute only" : "unknown") + '\n';
    for (const std::string& note : sizeNotes(architecture)) text += "note: " + note + '\n';
    text += '\n' + toAligned(inputTable(architecture));
    if (const Table figures = figureTable(architecture); !figures.rows.empty())
        text += "\nFigures and their sources\n" + toAligned(figures);
    if (!spec.constraints.empty()) text += "\nConstraints\n" + toAligned(inputTable(spec.constraints));
    return text;
}

Table inputTable(const Network& network) {
    Table table;
    table.header = {"count", "layer", "MACs", "einsum", "bounds"};
    for (const Layer& layer : network.layers) {
        std::vector<std::string> bounds;
        for (const Dimension& dimension : layer.workload.dimensions())
            bounds.push_back(dimension.name + "=" + std::to_string(dimension.bound));
        table.rows.push_back({std::to_string(layer.count), layer.workload.name(), formatCount(layer.workload.macs()),
                              layer.workload.einsum(), spaced(bounds)});
    }
    return table;
}

std::string inputReport(const Network& network) {
    const std::string title = network.title.empty() ? "" : ": " + network.title;
    return network.key + title + '\n' + sourceLine(network.source) + '\n' + toAligned(inputTable(network));
}

Table inputTable(const Workload& workload) {
    Table table;
    table.header = {"kind", "name", "alias or role", "size"};
    for (const Dimension& dimension : workload.dimensions())
        table.rows.push_back({"dimension", dimension.name, dimension.alias, formatCount(dimension.bound)});
    for (int tensor = 0; tensor < workload.tensorCount(); ++tensor) {
        const Tensor& t = workload.tensors()[static_cast<std::size_t>(tensor)];
        table.rows.push_back({"tensor", t.name, t.role, formatCount(workload.tensorSize(tensor))});
    }
    return table;
}

std::string inputReport(const Workload& workload) {
    const std::string name = workload.name().empty() ? "" : workload.name() + ": ";
    return name + workload.einsum() + "\nMACs: " + formatCount(workload.macs()) + "\n\n" +
           toAligned(inputTable(workload));
}

Table inputTable(const Constraints& constraints) {
    Table table;
    table.header = {"at", "rule", "value"};
    const auto add = [&](const std::string& at, const char* rule, const std::string& value) {
        if (!value.empty()) table.rows.push_back({at, rule, value});
    };
    const auto addFactors = [&](const std::string& at, const std::vector<FactorRule>& rules) {
        for (const FactorRule& rule : rules) add(at, "factor", toText(rule));
    };
    for (const auto& [name, level] : constraints.levels) {
        if (level.only) add(name, "only", spaced(*level.only));
        add(name, "order", spaced(level.order));
        add(name, "outer", spaced(level.outer));
        add(name, "inner", spaced(level.inner));
        for (const auto& [first, second] : level.before) add(name, "order", first + " before " + second);
        addFactors(name, level.factors);
        add(name, "keep", spaced(level.keep));
        add(name, "bypass", spaced(level.bypass));
    }
    for (const auto& [name, fanout] : constraints.fanouts) {
        if (fanout.x) add(name + ".X", "only", spaced(*fanout.x));
        if (fanout.y) add(name + ".Y", "only", spaced(*fanout.y));
        addFactors(name, fanout.factors);
        if (fanout.minUtilization > 0) add(name, "min utilization", formatExact(fanout.minUtilization));
    }
    return table;
}

std::string inputReport(const Constraints& constraints) { return toAligned(inputTable(constraints)); }

}  // namespace lapidary
