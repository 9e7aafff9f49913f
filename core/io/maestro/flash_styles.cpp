// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/flash_styles.h"

#include "core/io/native.h"

namespace lapidary {
namespace {

constexpr const char* kStyleSource = "FLASH (Moon et al.), Tables 1 and 2; all styles get the same PEs and buffers";

struct StyleFact {
    const char *key, *label;
    std::string value;
};

std::vector<StyleFact> styleFactsOf(flash::Style style) {
    const flash::StyleFacts& facts = flash::factsOf(style);
    const auto text = [](std::string_view value) { return std::string(value); };
    return {{"pes", "PEs", text(facts.pes)},
            {"network", "network", text(facts.noc)},
            {"dataflow", "dataflow", text(facts.dataflow)},
            {"mapping", "mapping", text(facts.mapping)},
            {"cluster_sizes", "cluster sizes", text(facts.clusters)}};
}

}  // namespace

std::vector<PresetInfo> flashStylePresets() {
    std::vector<PresetInfo> infos;
    for (const auto& entry : flash::keyTable(flash::Style{}))
        infos.push_back({"style", std::string(entry.key), std::string(entry.label) + ", " + std::string(entry.meaning),
                         kStyleSource});
    return infos;
}

std::vector<std::string> flashTemplate(flash::Style style) {
    const flash::Shape shape = flash::shapeOf(style, flash::Order::mnk);
    const char letters[] = {'M', 'N', 'K'};
    const auto line = [&](flash::Axis axis, bool spatial, const std::string& size) {
        return std::string(spatial ? "SpatialMap(" : "TemporalMap(") + size + "," + size + ") " + letters[axis] + ";";
    };
    const auto outer = [&](flash::Axis axis) {
        return std::string("T") + letters[axis] + (axis == shape.within && !shape.flexible ? "*L" : "");
    };
    const auto inner = [&](flash::Axis axis) {
        if (axis != shape.within) return std::string("t") + letters[axis];
        return shape.flexible ? std::string("1") : std::string("T") + letters[axis];
    };
    std::vector<std::string> lines;
    for (const flash::Axis axis : shape.outer) lines.push_back(line(axis, axis == shape.across, outer(axis)));
    lines.push_back(shape.flexible ? std::string("Cluster(T") + letters[shape.within] + ", P);" : "Cluster(L, P);");
    for (const flash::Axis axis : shape.inner) lines.push_back(line(axis, axis == shape.within, inner(axis)));
    return lines;
}

Json flashStyleJson(flash::Style style) {
    Json json;
    json.set("lapidary", producerJson("lapidary/flash-style/1"))
        .set("key", std::string(keyOf(style)))
        .set("title", std::string(entryOf(style).label));
    for (const StyleFact& fact : styleFactsOf(style)) json.set(fact.key, fact.value);
    Json lines = Json::array();
    for (const std::string& line : flashTemplate(style)) lines.push(line);
    json.set("directives", std::move(lines)).set("source", kStyleSource);
    return json;
}

std::string flashStyleText(flash::Style style) {
    std::string text = std::string(entryOf(style).label) + ": " + std::string(entryOf(style).meaning) + "\n\n";
    for (const StyleFact& fact : styleFactsOf(style)) {
        const std::string label = fact.label;
        text += label + std::string(15 - label.size(), ' ') + fact.value + "\n";
    }
    text += "\ndirectives, by tile sizes T (of a cluster, TK*L of L PEs with TK each) and t (of a PE):\n";
    for (const std::string& line : flashTemplate(style)) text += "  " + line + "\n";
    if (flash::shapeOf(style, flash::Order::mnk).flexible)
        text +=
            "\nshown: order m, n, k; the others (--flash order=all) put their second dimension over clusters, their "
            "last inside\n";
    return text + "\nsource         " + kStyleSource + "\n";
}

Table flashStyleTable(flash::Style style) {
    Table table;
    table.header = {"fact", "value"};
    for (const StyleFact& fact : styleFactsOf(style)) table.rows.push_back({fact.key, fact.value});
    for (const std::string& line : flashTemplate(style)) table.rows.push_back({"directive", line});
    return table;
}

}  // namespace lapidary
