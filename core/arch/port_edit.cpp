// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/port_edit.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary {

namespace {

constexpr std::string_view kServesAll = "all";

std::vector<Port>& portsOf(ArchitectureSpec& spec, int level) {
    return spec.levels[static_cast<std::size_t>(level)].ports;
}

/// Null if the level has none of that name.
Port* portCalled(ArchitectureSpec& spec, int level, std::string_view name) {
    std::vector<Port>& ports = portsOf(spec, level);
    const auto found = std::ranges::find(ports, name, &Port::name);
    return found == ports.end() ? nullptr : &*found;
}

Diagnostic noSuchPort(ArchitectureSpec& spec, int level, std::string_view name) {
    std::vector<std::string> names;
    for (const Port& port : portsOf(spec, level)) names.push_back(port.name);
    const std::string otherwise = names.empty() ? "it has no ports" : "it has " + joined(names);
    return error(spec.levels[static_cast<std::size_t>(level)].name + " has no port '" + std::string(name) + "'",
                 didYouMean(name, names, otherwise));
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
    const auto removed = std::erase_if(portsOf(spec, level), [name](const Port& port) { return port.name == name; });
    if (removed == 0) return noSuchPort(spec, level, name);
    return editedLevel(std::move(spec), level);
}

Result<DesignEdit> renamePort(ArchitectureSpec spec, int level, std::string_view name, const std::string& to) {
    Port* port = portCalled(spec, level, name);
    if (port == nullptr) return noSuchPort(spec, level, name);
    port->name = to;
    return editedLevel(std::move(spec), level);
}

Result<DesignEdit> setPortUses(ArchitectureSpec spec, int level, std::string_view name, std::string_view uses) {
    Port* port = portCalled(spec, level, name);
    if (port == nullptr) return noSuchPort(spec, level, name);
    std::vector<PortUse> serves;
    bool servesAll = false;
    for (std::size_t from = 0; from <= uses.size();) {
        const std::size_t comma = std::min(uses.find(',', from), uses.size());
        const std::string_view use = trimmed(uses.substr(from, comma - from));
        if (use == kServesAll)
            servesAll = true;
        else if (!use.empty())
            serves.push_back(parsePortUse(use));
        from = comma + 1;
    }
    if (servesAll && !serves.empty())
        return error("'all' stands alone, found '" + std::string(trimmed(uses)) + "'",
                     "give 'all' or the tensors that " + port->name + " serves");
    port->serves = std::move(serves);
    return editedLevel(std::move(spec), level);
}

std::string portUsesText(const Port& port) {
    if (port.serves.empty()) return std::string(kServesAll);
    std::vector<std::string> uses;
    for (const PortUse& use : port.serves) uses.push_back(toText(use));
    return joined(uses);
}

}  // namespace lapidary
