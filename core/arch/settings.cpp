// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <charconv>
#include <set>
#include <variant>

#include "core/arch/architecture.h"
#include "core/arch/assign_key.h"
#include "core/arch/figures.h"
#include "core/arch/memory_size.h"
#include "core/arch/technology/fill.h"
#include "core/arch/technology/technology_setting.h"
#include "core/base/json.h"

namespace lapidary {

namespace {

constexpr std::string_view kUnknown = "unknown";      ///< a figure nobody gave
constexpr std::string_view kUnlimited = "unlimited";  ///< bandwidth
constexpr std::string_view kUnbounded = "unbounded";  ///< capacity
constexpr std::string_view kDefault = "default";      ///< multicast as the semantics says
constexpr std::string_view kWhole = "whole";          ///< smallest access of a port: its width
constexpr std::string_view kLookUp = "table";         ///< of a figure: no longer the one given, but that of the tables
constexpr std::string_view kNone = "none";            ///< a length nobody gave

/// "14x12" sets both axes at once.
struct FanoutSize {
    Fanout* fanout;
};
/// A size that falls back to the level's where it is 0.
struct Inherited {
    int* value;
};
struct Clock {
    std::optional<double>* ghz;
};
/// "16" is both directions, "16/8" reads and writes.
struct BothWays {
    Bandwidth* bandwidth;
};
/// Of a port; `absent` says what nothing is called.
struct PortRate {
    std::optional<Rate>* rate;
    std::string_view absent;
};

struct Length {
    std::optional<double>* mm;
};
/// One choice of the technology.
struct Choice {
    std::optional<Technology>* technology;
    std::string_view key;
};

using Slot = std::variant<Figure*, std::optional<double>*, std::optional<Capacity>*, int*, std::int64_t*,
                          std::optional<Multicast>*, bool*, FanoutSize, Inherited, Clock, BothWays, PortRate, PortType*,
                          Length, Choice, MemoryKind*, std::optional<NumberFormat>*>;

struct Setting {
    std::string path;
    Slot slot;
    /// Sets several others at once, which are listed behind it: of two designs they say what differs.
    bool isShorthand() const {
        return std::holds_alternative<BothWays>(slot) || std::holds_alternative<FanoutSize>(slot);
    }
};

/// Where each path of a specification stores its value.
class Slots {
public:
    explicit Slots(ArchitectureSpec& spec) {
        add("clock_ghz", Clock{&spec.clockGhz});
        for (const std::string_view key : technologyKeys())
            add("technology." + std::string(key), Choice{&spec.technology, key});
        for (Level& level : spec.levels) addLevel(level);
        for (Fanout& fanout : spec.fanouts) addFanout(fanout);
        add(spec.compute->name + ".energy_pj", &spec.compute->energy);
        add(spec.compute->name + ".area_um2", &spec.compute->area);
        add(spec.compute->name + ".interval", &spec.compute->interval);
        add(spec.compute->name + ".format", &spec.compute->format);
    }

    std::vector<Setting> take() && { return std::move(m_settings); }

private:
    void add(std::string path, Slot slot) { m_settings.push_back({std::move(path), slot}); }

    void addEnergies(const std::string& path, Energies& energy) {
        add(path + ".energy_pj.read", &energy.read);
        add(path + ".energy_pj.write", &energy.write);
        add(path + ".energy_pj.update", &energy.update);
        add(path + ".energy_pj.leak", &energy.leak);
    }

    void addBandwidth(const std::string& path, Bandwidth& bandwidth) {
        add(path + ".bandwidth", BothWays{&bandwidth});
        add(path + ".bandwidth.read", &bandwidth.read);
        add(path + ".bandwidth.write", &bandwidth.write);
        add(path + ".bandwidth.shared", &bandwidth.shared);
    }

    void addLevel(Level& level) {
        add(level.name + ".capacity", &level.capacity);
        add(level.name + ".word_bits", &level.wordBits);
        add(level.name + ".block", &level.block);
        add(level.name + ".buffers", &level.buffers);
        add(level.name + ".double_buffered", &level.doubleBuffered);
        addBandwidth(level.name, level.bandwidth);
        for (Port& port : level.ports) {
            const std::string path = level.name + ".ports." + port.name;
            add(path + ".type", &port.type);
            add(path + ".bandwidth", PortRate{&port.bandwidth, kUnlimited});
            add(path + ".min", PortRate{&port.least, kWhole});
        }
        addEnergies(level.name, level.energy);
        add(level.name + ".area_um2", &level.area);
        add(level.name + ".memory", &level.memory);
        add(level.name + ".banks", &level.banks);
        for (auto& [role, partition] : level.partitions) {
            const std::string path = level.name + ".partitions." + role;
            add(path + ".capacity", &partition.capacity);
            add(path + ".word_bits", Inherited{&partition.wordBits});
            add(path + ".block", Inherited{&partition.block});
            addBandwidth(path, partition.bandwidth);
            addEnergies(path, partition.energy);
            add(path + ".area_um2", &partition.area);
            add(path + ".memory", &partition.memory);
            add(path + ".banks", &partition.banks);
        }
    }

    void addFanout(Fanout& fanout) {
        add(fanout.name + ".fanout", FanoutSize{&fanout});
        add(fanout.name + ".x", &fanout.x);
        add(fanout.name + ".y", &fanout.y);
        add(fanout.name + ".multicast", &fanout.multicast);
        add(fanout.name + ".reduction", &fanout.reduction);
        add(fanout.name + ".hop_pj", &fanout.hopEnergy);
        add(fanout.name + ".hop_mm", Length{&fanout.hopMm});
    }

    std::vector<Setting> m_settings;
};

template <class T>
bool readNumber(std::string_view text, T& out) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || code != std::errc() || end != text.data() + text.size()) return false;
    out = value;
    return true;
}

/// Assigns the text to a slot, or says why it can't.
struct Assign {
    using Problem = std::optional<Diagnostic>;

    std::string_view text;

    Problem operator()(Figure* figure) const {
        if (text == kLookUp) {
            *figure = {};
            return {};
        }
        Figure result{.value = std::nullopt, .source = "user"};
        Problem problem = optionalNumber(result.value, kUnknown);
        if (!problem) *figure = std::move(result);
        return problem;
    }
    Problem operator()(std::optional<double>* bandwidth) const { return optionalNumber(*bandwidth, kUnlimited); }
    Problem operator()(Clock clock) const { return optionalNumber(*clock.ghz, kUnknown); }
    Problem operator()(Length length) const { return optionalNumber(*length.mm, kNone); }
    Problem operator()(Choice choice) const { return setTechnology(*choice.technology, choice.key, text); }
    Problem operator()(MemoryKind* kind) const { return assignKey(*kind, text); }
    Problem operator()(std::optional<NumberFormat>* format) const {
        format->reset();
        if (text == kDefault) return {};
        const Result<NumberFormat> parsed = parseNumberFormat(text);
        if (!parsed) return parsed.diagnostics().front();
        *format = *parsed;
        return {};
    }
    Problem operator()(std::optional<Capacity>* capacity) const {
        capacity->reset();
        if (text == kUnbounded) return {};
        const Result<Capacity> parsed = parseCapacity(text);
        if (!parsed) return parsed.diagnostics().front();
        *capacity = *parsed;
        return {};
    }
    Problem operator()(int* value) const { return wholeNumber(*value); }
    Problem operator()(std::int64_t* value) const { return wholeNumber(*value); }
    Problem operator()(Inherited inherited) const {
        *inherited.value = 0;
        return text == kDefault ? Problem() : wholeNumber(*inherited.value);
    }
    Problem operator()(std::optional<Multicast>* multicast) const {
        *multicast = fromKey<Multicast>(text);
        return *multicast || text == kDefault ? Problem()
                                              : expected("one of " + joined(keysOf<Multicast>()) + ", default",
                                                         didYouMean(text, keysOf<Multicast>()));
    }
    Problem operator()(bool* value) const {
        *value = text == "true";
        return *value || text == "false" ? Problem() : expected("true or false");
    }
    Problem operator()(BothWays both) const {
        const std::size_t slash = text.find('/');
        const std::string_view write = slash == std::string_view::npos ? text : text.substr(slash + 1);
        Problem problem = Assign{text.substr(0, slash)}(&both.bandwidth->read);
        return problem ? problem : Assign{write}(&both.bandwidth->write);
    }
    Problem operator()(PortRate port) const {
        port.rate->reset();
        if (text == port.absent) return {};
        const Result<Rate> parsed = parseRate(text);
        if (!parsed) return expected("words per cycle, '512 bits' or '" + std::string(port.absent) + "'");
        *port.rate = *parsed;
        return {};
    }
    Problem operator()(PortType* type) const { return assignKey(*type, text); }
    Problem operator()(FanoutSize size) const {
        const std::size_t cross = text.find('x');
        size.fanout->y = 1;
        const bool both = readNumber(text.substr(0, cross), size.fanout->x) &&
                          (cross == std::string_view::npos || readNumber(text.substr(cross + 1), size.fanout->y));
        return both ? Problem() : expected("a size such as '14x12'");
    }

private:
    Diagnostic expected(const std::string& what, std::string hint = {}) const {
        return error("expected " + what + ", found '" + std::string(text) + "'", std::move(hint));
    }

    Problem optionalNumber(std::optional<double>& out, std::string_view absent) const {
        out.reset();
        if (text == absent) return {};
        double value = 0;
        if (!readNumber(text, value)) return expected("a number or '" + std::string(absent) + "'");
        out = value;
        return {};
    }

    template <class T>
    Problem wholeNumber(T& out) const {
        return readNumber(text, out) ? Problem() : expected("a whole number");
    }
};

struct Show {
    std::string operator()(const Figure* figure) const { return optionalNumber(figure->value, kUnknown); }
    std::string operator()(const std::optional<double>* value) const { return optionalNumber(*value, kUnlimited); }
    std::string operator()(Clock clock) const { return optionalNumber(*clock.ghz, kUnknown); }
    std::string operator()(Length length) const { return optionalNumber(*length.mm, kNone); }
    std::string operator()(Choice choice) const { return technologySetting(*choice.technology, choice.key); }
    std::string operator()(const MemoryKind* kind) const { return std::string(keyOf(*kind)); }
    std::string operator()(const std::optional<NumberFormat>* format) const {
        return *format ? toText(**format) : std::string(kDefault);
    }
    std::string operator()(const std::optional<Capacity>* capacity) const {
        return *capacity ? toText(**capacity) : std::string(kUnbounded);
    }
    std::string operator()(const int* value) const { return std::to_string(*value); }
    std::string operator()(const std::int64_t* value) const { return std::to_string(*value); }
    std::string operator()(Inherited inherited) const {
        return *inherited.value == 0 ? std::string(kDefault) : std::to_string(*inherited.value);
    }
    std::string operator()(const std::optional<Multicast>* multicast) const {
        return std::string(*multicast ? keyOf(**multicast) : kDefault);
    }
    std::string operator()(BothWays both) const {
        const std::string read = optionalNumber(both.bandwidth->read, kUnlimited);
        const std::string write = optionalNumber(both.bandwidth->write, kUnlimited);
        return read == write ? read : read + "/" + write;
    }
    std::string operator()(PortRate port) const { return *port.rate ? toText(**port.rate) : std::string(port.absent); }
    std::string operator()(const PortType* type) const { return std::string(keyOf(*type)); }
    std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
    std::string operator()(FanoutSize size) const {
        return std::to_string(size.fanout->x) + "x" + std::to_string(size.fanout->y);
    }

private:
    static std::string optionalNumber(const std::optional<double>& value, std::string_view absent) {
        return value ? formatExact(*value) : std::string(absent);
    }
};

Diagnostic unknownPath(std::string_view path, const std::vector<Setting>& known) {
    std::vector<std::string> paths(known.size());
    std::transform(known.begin(), known.end(), paths.begin(), [](const Setting& setting) { return setting.path; });
    return errorAt({.key = std::string(path)}, "the design has no setting '" + std::string(path) + "'",
                   didYouMean(path, paths));
}

/// Paths of figures that follow from other settings.
std::set<std::string> lookedUpIn(const Architecture& architecture) {
    std::set<std::string> paths;
    for (const auto& [path, figure] : figuresOf(architecture.spec()))
        if (isLookedUp(*figure)) paths.insert(path);
    return paths;
}

std::set<std::string> shorthandsOf(const Architecture& architecture) {
    ArchitectureSpec spec = architecture.spec();
    std::set<std::string> paths;
    for (const Setting& setting : Slots(spec).take())
        if (setting.isShorthand()) paths.insert(setting.path);
    return paths;
}

}  // namespace

Result<Architecture> withSetting(const Architecture& architecture, std::string_view path, std::string_view value) {
    ArchitectureSpec spec = architecture.spec();
    const std::vector<Setting> known = Slots(spec).take();
    const auto setting =
        std::find_if(known.begin(), known.end(), [&](const Setting& candidate) { return candidate.path == path; });
    if (setting == known.end()) return unknownPath(path, known);
    Diagnostics problems;
    if (const auto problem = std::visit(Assign{value}, setting->slot)) {
        problems.push_back(*problem);
    } else {
        noteResizes(architecture.spec(), spec);
        Result<Architecture> result = Architecture::make(std::move(spec));
        if (result.ok()) return result;
        problems = result.diagnostics();
    }
    for (Diagnostic& problem : problems) problem.place.key = path;  // the design was sound before this assignment
    return problems;
}

SettingList settings(const Architecture& architecture) {
    ArchitectureSpec spec = architecture.spec();
    SettingList result;
    for (Setting& setting : Slots(spec).take())
        result.emplace_back(std::move(setting.path), std::visit(Show{}, setting.slot));
    return result;
}

const std::string* findSetting(const SettingList& list, std::string_view path) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.first == path; });
    return found == list.end() ? nullptr : &found->second;
}

std::vector<SettingDifference> settingDifferences(const Architecture& design, const Architecture& other) {
    const SettingList theirs = settings(other);
    const std::set<std::string> derived = lookedUpIn(design), derivedThere = lookedUpIn(other);
    const std::set<std::string> shorthands = shorthandsOf(design);
    std::vector<SettingDifference> differences;
    for (const auto& [path, value] : settings(design)) {
        if (shorthands.contains(path)) continue;
        const std::string* there = findSetting(theirs, path);
        if (there && (*there == value || (derived.contains(path) && derivedThere.contains(path)))) continue;
        SettingDifference difference{path, value, {}};
        if (there) difference.other = *there;
        differences.push_back(std::move(difference));
    }
    return differences;
}

}  // namespace lapidary
