// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/trace_report.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/base/units.h"

namespace lapidary::stonne {
namespace {

const char* kindWord(fabric::TracedPacket::Kind kind) {
    switch (kind) {
    case fabric::TracedPacket::Kind::weight: return "weight";
    case fabric::TracedPacket::Kind::input: return "input";
    case fabric::TracedPacket::Kind::psum: return "psum";
    }
    return "";
}

/// First and last cycle of bin `i`.
std::pair<std::int64_t, std::int64_t> spanOf(const fabric::Timeline& timeline, std::size_t i) {
    const std::int64_t before = static_cast<std::int64_t>(i) * timeline.width();
    return {before + 1, std::min(before + timeline.width(), timeline.cycles())};
}

double shareOf(std::int64_t cycles, const fabric::Timeline::Bin& bin) {
    return bin.cycles() == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(bin.cycles());
}

Json numbersJson(const std::vector<std::int32_t>& numbers) {
    Json list = Json::array();
    for (const std::int32_t number : numbers) list.push(number);
    return list;
}

std::string numbersText(const std::vector<std::int32_t>& numbers) {
    std::vector<std::string> words;
    for (const std::int32_t number : numbers) words.push_back(std::to_string(number));
    return joined(words, " ");
}

std::string packetsText(const std::vector<fabric::TracedPacket>& packets) {
    std::vector<std::string> words;
    for (const fabric::TracedPacket& packet : packets)
        words.push_back(std::to_string(packet.port) + ":" + kindWord(packet.kind) + ">" +
                        std::to_string(packet.firstReceiver) +
                        (packet.receivers > 1 ? "+" + std::to_string(packet.receivers - 1) : ""));
    return joined(words, " ");
}

Json activityJson(const fabric::Timeline::Bin& bin) {
    Json activity = Json::object();
    for (const auto& entry : fabric::keyTable(fabric::Activity{}))
        activity.set(std::string(entry.key), bin.of(entry.value));
    return activity;
}

Json sectionsJson(const std::vector<fabric::TracedSection>& sections) {
    Json list = Json::array();
    for (const fabric::TracedSection& section : sections) {
        Json neurons = Json::array();
        for (const fabric::NeuronSpan& neuron : section.neurons)
            neurons.push(Json::array({Json(neuron.first), Json(neuron.size)}));
        list.push(Json::object()
                      .set("from", section.from)
                      .set("to", section.to)
                      .set("product", section.product + 1)
                      .set("number", section.number)
                      .set("neurons", std::move(neurons)));
    }
    return list;
}

}  // namespace

Json traceJson(const fabric::EngineTrace& trace) {
    Json cycles = Json::array();
    for (const fabric::TracedCycle& cycle : trace.cycles) {
        Json packets = Json::array();
        for (const fabric::TracedPacket& packet : cycle.packets)
            packets.push(Json::object()
                             .set("port", packet.port)
                             .set("kind", kindWord(packet.kind))
                             .set("first", packet.firstReceiver)
                             .set("receivers", packet.receivers));
        cycles.push(Json::object()
                        .set("cycle", cycle.cycle)
                        .set("activity", keyOf(cycle.activity))
                        .set("packets", packets)
                        .set("multipliers", numbersJson(cycle.multipliers))
                        .set("written", numbersJson(cycle.written))
                        .set("waiting", cycle.waiting));
    }
    return Json::object().set("sections", sectionsJson(trace.sections)).set("cycles", cycles);
}

Json timelineJson(const fabric::Timeline& timeline, std::int64_t multipliers) {
    Json bins = Json::array();
    for (std::size_t i = 0; i < timeline.bins().size(); ++i) {
        const fabric::Timeline::Bin& bin = timeline.bins()[i];
        const auto [from, to] = spanOf(timeline, i);
        bins.push(Json::object()
                      .set("from", from)
                      .set("to", to)
                      .set("products", bin.products)
                      .set("utilization", bin.utilization(multipliers))
                      .set("activity", activityJson(bin)));
    }
    return Json::object()
        .set("width", timeline.width())
        .set("activity", activityJson(timeline.total()))
        .set("bins", std::move(bins));
}

std::string timelineText(const fabric::Timeline& timeline, std::int64_t multipliers) {
    std::vector<std::string> words;
    for (const auto& entry : fabric::keyTable(fabric::Activity{}))
        words.push_back(formatCount(timeline.total().of(entry.value)) + " " + std::string(entry.key));
    const std::string text = "cycles: " + joined(words) + "\n";
    if (timeline.bins().size() < 2) return text;
    return text + "\nmultipliers at work and cycles of each kind, per cent:\n\n" +
           toAligned(timelineTable(timeline, multipliers, NumberStyle::people));
}

Table timelineTable(const fabric::Timeline& timeline, std::int64_t multipliers, NumberStyle style) {
    Table table{{"from", "to", "utilization"}, {}};
    for (const auto& entry : fabric::keyTable(fabric::Activity{})) table.header.push_back(std::string(entry.key));
    for (std::size_t i = 0; i < timeline.bins().size(); ++i) {
        const fabric::Timeline::Bin& bin = timeline.bins()[i];
        const auto [from, to] = spanOf(timeline, i);
        const bool people = style == NumberStyle::people;
        std::vector<std::string> row{people ? formatCount(from) : std::to_string(from),
                                     people ? formatCount(to) : std::to_string(to)};
        const double used = bin.utilization(multipliers);
        row.push_back(people ? formatSignificant(100 * used) : formatExact(used));
        for (const std::int64_t cycles : bin.activities)
            row.push_back(people ? formatSignificant(100 * shareOf(cycles, bin)) : std::to_string(cycles));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string traceText(const fabric::EngineTrace& trace) {
    if (trace.cycles.empty())
        return "no cycle from " + std::to_string(trace.from) + " to " + std::to_string(trace.to) +
               ": the run ends before\n";
    Table table{{"cycle", "activity", "weights", "inputs", "psums", "multipliers", "written", "waiting"}, {}};
    for (const fabric::TracedCycle& cycle : trace.cycles) {
        std::size_t kinds[3] = {0, 0, 0};
        for (const fabric::TracedPacket& packet : cycle.packets) ++kinds[static_cast<std::size_t>(packet.kind)];
        table.rows.push_back({std::to_string(cycle.cycle), std::string(keyOf(cycle.activity)), std::to_string(kinds[0]),
                              std::to_string(kinds[1]), std::to_string(kinds[2]),
                              std::to_string(cycle.multipliers.size()), std::to_string(cycle.written.size()),
                              std::to_string(cycle.waiting)});
    }
    return "packets sent, multipliers at work, results written and waiting:\n\n" + toAligned(table);
}

Table traceTable(const fabric::EngineTrace& trace) {
    Table table{{"cycle", "activity", "packets (port:kind>multiplier)", "multipliers", "written neurons", "waiting"},
                {}};
    for (const fabric::TracedCycle& cycle : trace.cycles)
        table.rows.push_back({std::to_string(cycle.cycle), std::string(keyOf(cycle.activity)),
                              packetsText(cycle.packets), numbersText(cycle.multipliers), numbersText(cycle.written),
                              std::to_string(cycle.waiting)});
    return table;
}

}  // namespace lapidary::stonne
