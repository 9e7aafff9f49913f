// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/trace_report.h"

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

std::int64_t cyclesOf(const fabric::EngineTrace& trace, fabric::Activity activity) {
    std::int64_t cycles = 0;
    for (const fabric::EngineTrace::Bucket& bucket : trace.buckets)
        cycles += bucket.activities[static_cast<std::size_t>(activity)];
    return cycles;
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

}  // namespace

Json traceJson(const fabric::EngineTrace& trace) {
    Json activity = Json::object();
    for (const auto& entry : fabric::keyTable(fabric::Activity{}))
        activity.set(std::string(entry.key), cyclesOf(trace, entry.value));
    Json multipliers = Json::object();
    const fabric::EngineTrace::Bucket sum = trace.sum();
    for (const auto& entry : keyTable(fabric::MultiplierState{}))
        multipliers.set(std::string(entry.key), sum.states[static_cast<std::size_t>(entry.value)]);
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
    return Json::object().set("activity", activity).set("multiplier_cycles", multipliers).set("cycles", cycles);
}

std::string traceText(const fabric::EngineTrace& trace) {
    std::vector<std::string> words;
    for (const auto& entry : fabric::keyTable(fabric::Activity{}))
        words.push_back(formatCount(cyclesOf(trace, entry.value)) + " " + std::string(entry.key));
    Table table{{"cycle", "activity", "weights", "inputs", "psums", "multipliers", "written", "waiting"}, {}};
    for (const fabric::TracedCycle& cycle : trace.cycles) {
        std::size_t kinds[3] = {0, 0, 0};
        for (const fabric::TracedPacket& packet : cycle.packets) ++kinds[static_cast<std::size_t>(packet.kind)];
        table.rows.push_back({std::to_string(cycle.cycle), std::string(keyOf(cycle.activity)), std::to_string(kinds[0]),
                              std::to_string(kinds[1]), std::to_string(kinds[2]),
                              std::to_string(cycle.multipliers.size()), std::to_string(cycle.written.size()),
                              std::to_string(cycle.waiting)});
    }
    return "cycles before the last result: " + joined(words) +
           "\npackets sent, multipliers at work, results written and waiting:\n\n" + toAligned(table);
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
