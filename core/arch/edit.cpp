// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/edit.h"

#include <algorithm>
#include <set>
#include <variant>

#include "core/arch/memory_size.h"

namespace lapidary {

namespace {

constexpr std::int64_t kNewWords = 1024;

using Item = std::variant<Level, Fanout>;

/// The design as one list, which is easy to change; the levels that fanouts stand below follow from it.
std::vector<Item> itemsOf(const ArchitectureSpec& spec) {
    std::vector<Item> items;
    for (const Part& part : partsInOrder(spec)) {
        const auto index = static_cast<std::size_t>(part.index);
        if (part.kind == Part::Kind::level) items.emplace_back(spec.levels[index]);
        if (part.kind == Part::Kind::fanout) items.emplace_back(spec.fanouts[index]);
    }
    return items;
}

const std::string& nameOf(const Item& item) {
    return std::visit([](const auto& value) -> const std::string& { return value.name; }, item);
}

/// `about` is the name of the part to find again.
Result<DesignEdit> assembled(ArchitectureSpec spec, const std::vector<Item>& items, const std::string& about) {
    if (items.empty() || std::holds_alternative<Fanout>(items.front()))
        return error("the first part of a design is a storage level: it holds every tensor to begin with");
    spec.levels.clear();
    spec.fanouts.clear();
    for (const Item& item : items) {
        if (const auto* level = std::get_if<Level>(&item)) {
            spec.levels.push_back(*level);
        } else {
            spec.fanouts.push_back(std::get<Fanout>(item));
            spec.fanouts.back().below = static_cast<int>(spec.levels.size()) - 1;
        }
    }
    const auto part = findPart(spec, about);
    return DesignEdit{std::move(spec), part.value_or(Part{})};
}

int positionOf(const ArchitectureSpec& spec, Part part) {
    if (part.kind == Part::Kind::partition) part = {Part::Kind::level, part.index, {}};
    const std::vector<Part> parts = partsInOrder(spec);
    return static_cast<int>(std::find(parts.begin(), parts.end(), part) - parts.begin());
}

std::string freeName(const ArchitectureSpec& spec, const std::string& wish) {
    std::set<std::string> taken{spec.compute ? spec.compute->name : std::string()};
    for (const Level& level : spec.levels) taken.insert(level.name);
    for (const Fanout& fanout : spec.fanouts) taken.insert(fanout.name);
    std::string name = wish;
    for (int number = 2; taken.contains(name); ++number) name = wish + "-" + std::to_string(number);
    return name;
}

/// Behind the compute is nothing: a new part goes before it.
Result<DesignEdit> inserted(ArchitectureSpec spec, const Part& after, const Item& item) {
    std::vector<Item> items = itemsOf(spec);
    const std::size_t position = std::min(static_cast<std::size_t>(positionOf(spec, after)) + 1, items.size());
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(position), item);
    return assembled(std::move(spec), items, nameOf(item));
}

Level& levelAt(ArchitectureSpec& spec, int index) { return spec.levels[static_cast<std::size_t>(index)]; }

void dropConstraints(Constraints& constraints, const std::string& name) {
    constraints.levels.erase(name);
    constraints.fanouts.erase(name);
}

template <class Map>
void renameKey(Map& map, const std::string& from, const std::string& to) {
    auto node = map.extract(from);
    if (node.empty()) return;
    node.key() = to;
    map.insert(std::move(node));
}

}  // namespace

std::vector<Part> partsInOrder(const ArchitectureSpec& spec) {
    std::vector<Part> parts;
    for (int level = 0; level < static_cast<int>(spec.levels.size()); ++level) {
        parts.push_back({Part::Kind::level, level, {}});
        for (int fanout = 0; fanout < static_cast<int>(spec.fanouts.size()); ++fanout)
            if (spec.fanouts[static_cast<std::size_t>(fanout)].below == level)
                parts.push_back({Part::Kind::fanout, fanout, {}});
    }
    parts.push_back({});
    return parts;
}

std::vector<Part> allParts(const ArchitectureSpec& spec) {
    std::vector<Part> parts;
    for (const Part& part : partsInOrder(spec)) {
        parts.push_back(part);
        if (part.kind != Part::Kind::level) continue;
        for (const auto& [role, partition] : spec.levels[static_cast<std::size_t>(part.index)].partitions)
            parts.push_back({Part::Kind::partition, part.index, role});
    }
    return parts;
}

std::string nameOf(const ArchitectureSpec& spec, const Part& part) {
    const auto index = static_cast<std::size_t>(part.index);
    switch (part.kind) {
    case Part::Kind::level: return index < spec.levels.size() ? spec.levels[index].name : std::string();
    case Part::Kind::partition:
        return index < spec.levels.size() ? spec.levels[index].name + ".partitions." + part.role : std::string();
    case Part::Kind::fanout: return index < spec.fanouts.size() ? spec.fanouts[index].name : std::string();
    case Part::Kind::compute: break;
    }
    return spec.compute ? spec.compute->name : std::string();
}

std::optional<Part> findPart(const ArchitectureSpec& spec, std::string_view name) {
    for (const Part& part : allParts(spec))
        if (nameOf(spec, part) == name) return part;
    return std::nullopt;
}

Result<DesignEdit> addLevel(ArchitectureSpec spec, const Part& after, const std::vector<std::string>& roles) {
    const std::vector<Part> parts = partsInOrder(spec);
    Level level;
    level.name = freeName(spec, "buffer");
    level.capacity = Capacity{kNewWords, true};
    for (int position = std::min<int>(positionOf(spec, after), static_cast<int>(parts.size()) - 1); position >= 0;
         --position) {
        const Part& above = parts[static_cast<std::size_t>(position)];
        if (above.kind != Part::Kind::level) continue;
        level.wordBits = levelAt(spec, above.index).wordBits;
        break;
    }
    for (const std::string& role : roles) level.keep[role] = Keep::may;
    return inserted(std::move(spec), after, level);
}

Result<DesignEdit> addFanout(ArchitectureSpec spec, const Part& after) {
    Fanout fanout;
    fanout.name = freeName(spec, "array");
    fanout.x = 2;
    return inserted(std::move(spec), after, fanout);
}

Result<DesignEdit> duplicatePart(ArchitectureSpec spec, const Part& part) {
    if (part.kind == Part::Kind::compute || part.kind == Part::Kind::partition)
        return error("only levels and fanouts can be duplicated");
    Item copy = itemsOf(spec)[static_cast<std::size_t>(positionOf(spec, part))];
    const std::string name = freeName(spec, nameOf(copy));
    std::visit([&](auto& value) { value.name = name; }, copy);
    return inserted(std::move(spec), part, copy);
}

Result<DesignEdit> removePart(ArchitectureSpec spec, const Part& part) {
    if (part.kind == Part::Kind::compute) return error("a design needs its compute");
    if (part.kind == Part::Kind::partition) {
        Level& level = levelAt(spec, part.index);
        if (level.partitions.size() == 1 && !level.capacity)
            return error("'" + part.role + "' is the only memory of " + level.name, "remove the level instead");
        level.partitions.erase(part.role);
        level.keep[part.role] = Keep::never;
        return DesignEdit{std::move(spec), {Part::Kind::level, part.index, {}}};
    }
    const int position = positionOf(spec, part);
    if (position == 0) return error("the outermost level holds every tensor to begin with: a design needs it");
    std::vector<Item> items = itemsOf(spec);
    dropConstraints(spec.constraints, nameOf(spec, part));
    items.erase(items.begin() + position);
    return assembled(std::move(spec), items, nameOf(items[static_cast<std::size_t>(position) - 1]));
}

Result<DesignEdit> movePart(ArchitectureSpec spec, const Part& part, int position) {
    if (part.kind == Part::Kind::compute || part.kind == Part::Kind::partition)
        return error("only levels and fanouts can be moved");
    std::vector<Item> items = itemsOf(spec);
    const int from = positionOf(spec, part);
    const Item moved = items[static_cast<std::size_t>(from)];
    int to = std::clamp(position, 0, static_cast<int>(items.size()));
    if (to > from) --to;
    items.erase(items.begin() + from);
    items.insert(items.begin() + to, moved);
    return assembled(std::move(spec), items, nameOf(moved));
}

Result<DesignEdit> renamePart(ArchitectureSpec spec, const Part& part, const std::string& name) {
    const std::string old = nameOf(spec, part);
    const auto index = static_cast<std::size_t>(part.index);
    switch (part.kind) {
    case Part::Kind::level: spec.levels[index].name = name; break;
    case Part::Kind::fanout: spec.fanouts[index].name = name; break;
    case Part::Kind::compute: spec.compute->name = name; break;
    case Part::Kind::partition: return error("a partition is named by the role that it keeps");
    }
    renameKey(spec.constraints.levels, old, name);
    renameKey(spec.constraints.fanouts, old, name);
    return DesignEdit{std::move(spec), part};
}

Result<DesignEdit> setKeep(ArchitectureSpec spec, int level, const std::string& key, Keep keep) {
    Level& changed = levelAt(spec, level);
    if (level == 0 && keep != Keep::must)
        return error(changed.name + " is the outermost level and holds every tensor to begin with");
    if (keep != Keep::never && !changed.partitions.empty() && !changed.capacity && !changed.partitions.contains(key))
        return error(changed.name + " has partitions only, and none for " + key,
                     "let all tensors share it, or split it again");
    changed.keep[key] = keep;
    return DesignEdit{std::move(spec), {Part::Kind::level, level, {}}};
}

Result<DesignEdit> splitLevel(ArchitectureSpec spec, int level, const std::vector<std::string>& roles) {
    Level& split = levelAt(spec, level);
    if (roles.empty()) return error(split.name + " keeps nothing that could have a partition");
    Partition part;
    part.capacity = split.capacity;
    part.energy = split.energy;
    part.area = split.area;
    part.memory = split.memory;
    part.banks = split.banks;
    const auto share = static_cast<std::int64_t>(roles.size());
    if (part.capacity) part.capacity->amount /= share;
    if (part.area.value) *part.area.value /= static_cast<double>(share);
    noteResize(part.energy, sizeOf(split), sizeOf(part, split));
    split.partitions.clear();
    for (const std::string& role : roles) split.partitions[role] = part;
    split.capacity.reset();
    split.energy = {};
    split.area = {};
    return DesignEdit{std::move(spec), {Part::Kind::level, level, {}}};
}

Result<DesignEdit> joinLevel(ArchitectureSpec spec, int level) {
    Level& joined = levelAt(spec, level);
    if (joined.partitions.empty()) return error(joined.name + " has no partitions");
    const auto wordsOf = [&](const Partition& part) {
        const int bits = part.wordBits != 0 ? part.wordBits : joined.wordBits;
        return part.capacity ? part.capacity->bits(bits) : 0;
    };
    std::int64_t bits = joined.capacity ? joined.capacity->bits(joined.wordBits) : 0;
    std::optional<double> area = 0.0;
    const Partition* largest = &joined.partitions.begin()->second;
    bool unbounded = false;
    for (const auto& [role, part] : joined.partitions) {
        if (!part.capacity) unbounded = true;
        if (wordsOf(part) > wordsOf(*largest)) largest = &part;
        bits += wordsOf(part);
        area = area && part.area.value ? std::optional(*area + *part.area.value) : std::nullopt;
    }
    joined.energy = largest->energy;
    joined.memory = largest->memory;
    joined.banks = largest->banks;
    const MemorySize given = sizeOf(*largest, joined);
    if (area) joined.area = {area, largest->area.source};
    joined.capacity = unbounded ? std::nullopt : std::optional(Capacity{bits / joined.wordBits, true});
    noteResize(joined.energy, given, sizeOf(joined));
    joined.partitions.clear();
    return DesignEdit{std::move(spec), {Part::Kind::level, level, {}}};
}

Result<DesignEdit> resetPart(ArchitectureSpec spec, const Part& part, const ArchitectureSpec& original) {
    const std::string name = nameOf(spec, part);
    const auto source = findPart(original, name);
    if (!source || source->kind != part.kind) return error("the preset has no part named " + name);
    const auto from = static_cast<std::size_t>(source->index);
    const auto to = static_cast<std::size_t>(part.index);
    switch (part.kind) {
    case Part::Kind::level: spec.levels[to] = original.levels[from]; break;
    case Part::Kind::partition:
        spec.levels[to].partitions[part.role] = original.levels[from].partitions.at(part.role);
        break;
    case Part::Kind::fanout: {
        const int below = spec.fanouts[to].below;
        spec.fanouts[to] = original.fanouts[from];
        spec.fanouts[to].below = below;
        break;
    }
    case Part::Kind::compute: spec.compute = original.compute; break;
    }
    return DesignEdit{std::move(spec), part};
}

}  // namespace lapidary
