// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/port_edit.h"

#include <algorithm>

#include "core/base/text.h"

namespace lapidary {

namespace {

constexpr std::string_view kServesAll = "all";

std::vector<Port>& portsOf(ArchitectureSpec& spec, int level) {
    return spec.levels[static_cast<std::size_t>(level)].ports;
}

/// Requires it to exist: forms speak of what they show.
Port& portCalled(ArchitectureSpec& spec, int level, std::string_view name) {
    return *std::ranges::find(portsOf(spec, level), name, &Port::name);
}

DesignEdit editedLevel(ArchitectureSpec spec, int level) { return {std::move(spec), {Part::Kind::level, level, {}}}; }

Port portFor(const char* name, PortType type, const std::optional<double>& words) {
    Port port;
    port.name = name;
    port.type = type;
    if (words) port.bandwidth = Rate{*words, false};
    return port;
}

}  // namespace

Result<DesignEdit> addPort(ArchitectureSpec spec, int level, const std::vector<std::string>& roles) {
    const Level& about = spec.levels[static_cast<std::size_t>(level)];
    std::vector<Port>& ports = portsOf(spec, level);
    if (ports.empty()) {
        ports.push_back(portFor("read", PortType::read, about.bandwidth.read));
        ports.push_back(portFor("write", PortType::write, about.bandwidth.write));
        return editedLevel(std::move(spec), level);
    }
    for (const std::string& role : roles) {
        Port port;
        port.name = role;
        for (int number = 2; std::ranges::find(ports, port.name, &Port::name) != ports.end(); ++number)
            port.name = role + "-" + std::to_string(number);
        port.serves = {PortUse{role, std::nullopt}};
        if (std::ranges::any_of(ports, [&](const Port& other) { return commonUse(port, other).has_value(); })) continue;
        ports.push_back(std::move(port));
        return editedLevel(std::move(spec), level);
    }
    return error("every tensor has a port of its own at " + about.name, "change what one of them serves");
}

Result<DesignEdit> removePort(ArchitectureSpec spec, int level, std::string_view name) {
    std::erase_if(portsOf(spec, level), [name](const Port& port) { return port.name == name; });
    return editedLevel(std::move(spec), level);
}

Result<DesignEdit> renamePort(ArchitectureSpec spec, int level, std::string_view name, const std::string& to) {
    portCalled(spec, level, name).name = to;
    return editedLevel(std::move(spec), level);
}

Result<DesignEdit> setPortUses(ArchitectureSpec spec, int level, std::string_view name, std::string_view uses) {
    std::vector<PortUse> serves;
    for (std::size_t from = 0; from <= uses.size();) {
        const std::size_t comma = std::min(uses.find(',', from), uses.size());
        const std::string_view use = trimmed(uses.substr(from, comma - from));
        if (!use.empty() && use != kServesAll) serves.push_back(parsePortUse(use));
        from = comma + 1;
    }
    portCalled(spec, level, name).serves = std::move(serves);
    return editedLevel(std::move(spec), level);
}

std::string portUsesText(const Port& port) {
    if (port.serves.empty()) return std::string(kServesAll);
    std::string text;
    for (const PortUse& use : port.serves) text += (text.empty() ? "" : ", ") + toText(use);
    return text;
}

}  // namespace lapidary
