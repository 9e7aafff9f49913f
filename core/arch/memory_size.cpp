// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/memory_size.h"

#include <string_view>

#include "core/arch/technology/fill.h"

namespace lapidary {

namespace {

constexpr std::string_view kMark = "given for ";
constexpr std::string_view kBeforeSource = ": ";
constexpr std::string_view kWide = " bit wide";
constexpr std::string_view kBetween = ", ";

/// The two parts of a size's text.
struct SizeWords {
    std::string capacity;  ///< "128 KiB", "224 words (448 B)", empty if unbounded
    std::string width;     ///< "64"

    explicit SizeWords(std::string_view text) {
        const std::size_t comma = text.rfind(kBetween);
        const bool hasWidth = text.ends_with(kWide);
        const std::size_t start = comma == text.npos ? 0 : comma + kBetween.size();
        if (hasWidth) width = text.substr(start, text.size() - kWide.size() - start);
        capacity = !hasWidth ? text : comma == text.npos ? std::string_view() : text.substr(0, comma);
    }

    /// The bits alone: "448 B" of "224 words (448 B)".
    std::string bits() const {
        const std::size_t open = capacity.find('('), close = capacity.find(')');
        if (open == std::string::npos || close == std::string::npos || close < open) return capacity;
        return capacity.substr(open + 1, close - open - 1);
    }
    std::string amount() const { return capacity.substr(0, capacity.find(" (")); }
};

bool isSame(const SizeWords& a, const SizeWords& b) { return a.bits() == b.bits() && a.width == b.width; }

/// What differs: "128 KiB", "64-bit accesses" or both.
std::string difference(const SizeWords& given, const SizeWords& now) {
    std::string text;
    if (given.bits() != now.bits()) text = given.capacity.empty() ? "no limit" : given.amount();
    if (given.width != now.width && !given.width.empty())
        text += (text.empty() ? "" : " and ") + given.width + "-bit accesses";
    return text;
}

std::string sourceBehindMark(const std::string& source) {
    if (!source.starts_with(kMark)) return source;
    const std::size_t end = source.find(kBeforeSource);
    return end == source.npos ? std::string() : source.substr(end + kBeforeSource.size());
}

/// Notes of one memory; figures of one size share a line.
class Notes {
public:
    explicit Notes(std::vector<std::string>& out) : m_out(out) {}

    void add(const std::string& name, const Energies& energy, const Figure& area, const MemorySize& size) {
        const SizeWords now(toText(size));
        const std::string ofArea = strangeSize(area, now);
        std::string ofEnergy;
        for (const Figure* figure : {&energy.read, &energy.write, &energy.update, &energy.leak})
            if (ofEnergy.empty()) ofEnergy = strangeSize(*figure, now);
        if (!ofEnergy.empty() && ofEnergy == ofArea) {
            m_out.push_back(name + ": energy and area are those of " + ofArea);
            return;
        }
        if (!ofEnergy.empty()) m_out.push_back(name + ": energy is that of " + ofEnergy);
        if (!ofArea.empty()) m_out.push_back(name + ": area is that of " + ofArea);
    }

private:
    static std::string strangeSize(const Figure& figure, const SizeWords& now) {
        const std::string given = givenFor(figure);
        return given.empty() || !figure.value ? std::string() : difference(SizeWords(given), now);
    }

    std::vector<std::string>& m_out;
};

}  // namespace

MemorySize sizeOf(const Level& level) { return {level.capacity, level.wordBits, level.block}; }

MemorySize sizeOf(const Partition& partition, const Level& level) {
    return {partition.capacity, partition.wordBits != 0 ? partition.wordBits : level.wordBits,
            partition.block != 0 ? partition.block : level.block};
}

std::string toText(const MemorySize& size) {
    std::string text;
    if (size.capacity) {
        const std::string bits = toText(Capacity{size.capacity->bits(size.wordBits), false});
        text = size.capacity->inWords ? toText(*size.capacity) + " (" + bits + ")" : bits;
        text += kBetween;
    }
    return text + std::to_string(std::int64_t{size.wordBits} * size.block) + std::string(kWide);
}

void noteResize(Figure& figure, const MemorySize& from, const MemorySize& to) {
    if (!figure.value || figure.source == "user" || isLookedUp(figure)) return;
    const std::string mark = givenFor(figure);
    const std::string given = mark.empty() ? toText(from) : mark;
    std::string source = sourceBehindMark(figure.source);
    if (!isSame(SizeWords(given), SizeWords(toText(to))))
        source = std::string(kMark) + given + (source.empty() ? "" : std::string(kBeforeSource) + source);
    figure.source = std::move(source);
}

void noteResize(Energies& energies, const MemorySize& from, const MemorySize& to) {
    for (Figure* figure : {&energies.read, &energies.write, &energies.update, &energies.leak})
        noteResize(*figure, from, to);
}

void noteResizes(const ArchitectureSpec& before, ArchitectureSpec& after) {
    for (Level& level : after.levels) {
        for (const Level& old : before.levels) {
            if (old.name != level.name) continue;
            noteResize(level.energy, sizeOf(old), sizeOf(level));
            noteResize(level.area, sizeOf(old), sizeOf(level));
            for (auto& [role, partition] : level.partitions) {
                const auto former = old.partitions.find(role);
                if (former == old.partitions.end()) continue;
                const MemorySize from = sizeOf(former->second, old), to = sizeOf(partition, level);
                noteResize(partition.energy, from, to);
                noteResize(partition.area, from, to);
            }
        }
    }
}

std::string givenFor(const Figure& figure) {
    const std::string& source = figure.source;
    if (!source.starts_with(kMark)) return "";
    const std::size_t end = source.find(kBeforeSource);
    return source.substr(kMark.size(), end == source.npos ? end : end - kMark.size());
}

std::vector<std::string> sizeNotes(const Architecture& architecture) {
    std::vector<std::string> lines;
    Notes notes(lines);
    for (const Level& level : architecture.levels()) {
        notes.add(level.name, level.energy, level.area, sizeOf(level));
        for (const auto& [role, partition] : level.partitions)
            notes.add(level.name + "." + role, partition.energy, partition.area, sizeOf(partition, level));
    }
    return lines;
}

}  // namespace lapidary
