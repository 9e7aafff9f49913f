// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/io/stonne/arguments.h"
#include "core/io/stonne/numbers.h"

namespace lapidary::stonne {
namespace {

/// One matrix of a bitmap file, line by line.
struct BitRows {
    std::vector<std::string_view> rows;
    int firstLine = 0;
};

Result<fabric::Bitmap> bitmapOf(const BitRows& text, const std::string& file, const char* name) {
    if (text.rows.empty())
        return errorAt({file, text.firstLine, 0, name}, std::string("no rows of ") + name,
                       "rows of 0 and 1 of MK, a blank line, those of KN");
    fabric::Bitmap map{
        static_cast<std::int64_t>(text.rows.size()), static_cast<std::int64_t>(text.rows.front().size()), {}};
    map.bits.reserve(text.rows.size() * text.rows.front().size());
    for (std::size_t r = 0; r < text.rows.size(); ++r) {
        const int line = text.firstLine + static_cast<int>(r);
        const std::string_view row = text.rows[r];
        if (row.size() != text.rows.front().size())
            return errorAt({file, line, 1, name}, "a row of " + std::to_string(row.size()) + " bits, expected " +
                                                      std::to_string(text.rows.front().size()));
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (row[c] != '0' && row[c] != '1')
                return errorAt({file, line, static_cast<int>(c) + 1, name},
                               "found '" + std::string(1, row[c]) + "', expected 0 or 1");
            map.bits.push_back(row[c] == '1');
        }
    }
    return map;
}

struct Entry {
    std::string value;
    int line = 0;
};

/// NAME=VALUE lines, values bare or quoted; "[Section]" lines prefix names with "Section.". '#' begins a comment.
class Entries {
public:
    Entries(std::string_view text, std::string file) : m_file(std::move(file)) {
        std::string section;
        int line = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read(trimmed(text.substr(0, std::min(end, text.substr(0, end).find('#')))), ++line, section);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    std::int64_t number(const std::string& name, std::int64_t otherwise, std::int64_t least) {
        const Entry* entry = take(name);
        if (!entry) return otherwise;
        const auto value = wholeNumber(entry->value);
        if (value && *value >= least) return *value;
        fail(entry->line, name,
             "'" + entry->value + "', expected a whole number of at least " + std::to_string(least) + ", below 2^63");
        return otherwise;
    }
    template <class E>
    E word(const std::string& name, E otherwise) {
        const Entry* entry = take(name);
        if (!entry) return otherwise;
        if (const auto value = fromKey<E>(entry->value)) return *value;
        fail(entry->line, name, "'" + entry->value + "', expected " + joined(keysOf<E>(), " or "));
        return otherwise;
    }
    std::string text(const std::string& name) {
        const Entry* entry = take(name);
        return entry ? entry->value : "";
    }
    bool has(const std::string& name) const { return m_entries.contains(name); }
    /// 0 of a name that isn't given.
    int lineOf(const std::string& name) const {
        const auto found = m_entries.find(name);
        return found == m_entries.end() ? 0 : found->second.line;
    }
    void fail(int line, const std::string& name, std::string message, std::string hint = {}) {
        m_problems.push_back(errorAt({m_file, line, 0, name}, std::move(message), std::move(hint)));
    }
    Diagnostics finish() {
        for (const auto& [name, entry] : m_entries)
            if (std::find(m_asked.begin(), m_asked.end(), name) == m_asked.end())
                fail(entry.line, name, "unknown name '" + name + "'", hintOf(name));
        return std::move(m_problems);
    }

private:
    /// A name that is known in another section, or one that resembles it.
    std::string hintOf(const std::string& name) const {
        const std::string bare = name.substr(name.rfind('.') + 1);
        for (const std::string& asked : m_asked) {
            const std::size_t dot = asked.rfind('.');
            if (dot != std::string::npos && asked.substr(dot + 1) == bare)
                return "it belongs below a line [" + asked.substr(0, dot) + "]";
        }
        return didYouMean(name, m_asked);
    }
    void read(std::string_view line, int number, std::string& section) {
        if (line.empty()) return;
        if (line.front() == '[' && line.back() == ']') {
            section = std::string(line.substr(1, line.size() - 2)) + ".";
            return;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            fail(number, "", "found '" + std::string(line) + "', expected NAME=VALUE or [SECTION]");
            return;
        }
        std::string_view value = trimmed(line.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        const std::string name = section + std::string(trimmed(line.substr(0, equals)));
        if (!m_entries.try_emplace(name, Entry{std::string(value), number}).second)
            fail(number, name, "'" + name + "' is given twice");
    }
    const Entry* take(const std::string& name) {
        m_asked.push_back(name);
        const auto found = m_entries.find(name);
        return found == m_entries.end() ? nullptr : &found->second;
    }

    std::string m_file;
    std::map<std::string, Entry> m_entries;
    std::vector<std::string> m_asked;
    Diagnostics m_problems;
};

}  // namespace

Result<std::pair<fabric::Bitmap, fabric::Bitmap>> readBitmaps(std::string_view text, const std::string& file) {
    BitRows parts[2];
    std::size_t part = 0;
    int line = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
        if (row.empty()) {
            if (!parts[part].rows.empty()) ++part;
            if (part == 2 && !trimmed(text).empty())
                return errorAt({file, line + 1, 0, {}}, "a third matrix, expected MK, a blank line and KN");
            if (part == 2) break;
            continue;
        }
        if (parts[part].rows.empty()) parts[part].firstLine = line;
        parts[part].rows.push_back(row);
    }
    auto mk = bitmapOf(parts[0], file, "MK");
    if (!mk) return mk.diagnostics();
    auto kn = bitmapOf(parts[1], file, "KN");
    if (!kn) return kn.diagnostics();
    return std::pair(*std::move(mk), *std::move(kn));
}

std::string bitmapsText(const fabric::Bitmap& mk, const fabric::Bitmap& kn) {
    std::string text;
    for (const fabric::Bitmap* map : {&mk, &kn}) {
        if (!text.empty()) text += '\n';
        for (std::int64_t r = 0; r < map->rows; ++r) {
            for (std::int64_t c = 0; c < map->columns; ++c) text += map->at(r, c) ? '1' : '0';
            text += '\n';
        }
    }
    return text;
}

Result<fabric::Tile> readTile(std::string_view text, const std::string& file) {
    Entries entries(text, file);
    const std::string type = entries.text("tile_type");
    fabric::Tile tile;
    if (type == "CONV") {
        tile = {entries.number("T_R", 1, 1),  entries.number("T_S", 1, 1), entries.number("T_C", 1, 1),
                entries.number("T_K", 1, 1),  entries.number("T_G", 1, 1), entries.number("T_N", 1, 1),
                entries.number("T_X'", 1, 1), entries.number("T_Y'", 1, 1)};
    } else if (type == "FC") {
        tile = fabric::gemmTile(entries.number("T_N", 1, 1), entries.number("T_K", 1, 1), entries.number("T_S", 1, 1));
    } else {
        return errorAt({file, entries.lineOf("tile_type"), 0, "tile_type"},
                       (type.empty() ? std::string("no tile_type") : "tile_type is '" + type + "'") +
                           ", expected tile_type=\"CONV\" or \"FC\"");
    }
    Diagnostics problems = entries.finish();
    if (!problems.empty()) return problems;
    return tile;
}

std::optional<bool> tileIsConv(std::string_view text) {
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
        if (line.starts_with("tile_type")) return line.find("CONV") != line.npos;
        start = end + 1;
    }
    return std::nullopt;
}

std::string tileText(const fabric::Tile& tile, bool conv) {
    const auto line = [](const char* name, std::int64_t value) {
        return std::string(name) + "=" + std::to_string(value) + "\n";
    };
    if (!conv) return "tile_type=\"FC\"\n" + line("T_S", tile.s) + line("T_K", tile.k) + line("T_N", tile.x);
    return "tile_type=\"CONV\"\n" + line("T_R", tile.r) + line("T_S", tile.s) + line("T_C", tile.c) +
           line("T_K", tile.k) + line("T_G", tile.g) + line("T_N", tile.n) + line("T_X'", tile.x) +
           line("T_Y'", tile.y);
}

Result<fabric::Hardware> readHardware(std::string_view text, const std::string& file) {
    Entries entries(text, file);
    fabric::Hardware hardware;
    hardware.controller = entries.word("SDMemory.controller_type", fabric::Controller::maeri);
    const bool mesh = hardware.controller == fabric::Controller::systolic;
    hardware.array = entries.word("MSNetwork.type", mesh ? fabric::Array::mesh : fabric::Array::linear);
    if (hardware.array == fabric::Array::mesh) {
        hardware.rows = entries.number("MSNetwork.ms_rows", 0, 1);
        hardware.columns = entries.number("MSNetwork.ms_cols", 0, 1);
    } else {
        hardware.multipliers = entries.number("MSNetwork.ms_size", 64, 1);
    }
    hardware.reduction =
        entries.word("ReduceNetwork.type", mesh ? fabric::Reduction::temporal : fabric::Reduction::art);
    hardware.accumulationBuffer = entries.number("ReduceNetwork.accumulation_buffer_enabled", mesh ? 1 : 0, 0) > 0;
    hardware.distributionWidth = entries.number("SDMemory.dn_bw", mesh ? hardware.rows + hardware.columns : 64, 1);
    hardware.reductionWidth = entries.number("SDMemory.rn_bw", mesh ? hardware.rows * hardware.columns : 64, 1);
    Diagnostics problems = entries.finish();
    if (problems.empty())
        for (Diagnostic problem : fabric::problemsOf(hardware)) {
            problem.place.file = file;
            problems.push_back(std::move(problem));
        }
    if (!problems.empty()) return problems;
    return hardware;
}

std::string hardwareText(const fabric::Hardware& hardware) {
    const auto quoted = [](const char* name, std::string_view value) {
        return std::string(name) + "=\"" + std::string(value) + "\"\n";
    };
    const auto line = [](const char* name, std::int64_t value) {
        return std::string(name) + "=" + std::to_string(value) + "\n";
    };
    return "[MSNetwork]\n" + quoted("type", keyOf(hardware.array)) +
           (hardware.array == fabric::Array::mesh ? line("ms_rows", hardware.rows) + line("ms_cols", hardware.columns)
                                                  : line("ms_size", hardware.multipliers)) +
           "\n[ReduceNetwork]\n" + quoted("type", keyOf(hardware.reduction)) +
           line("accumulation_buffer_enabled", hardware.accumulationBuffer ? 1 : 0) + "\n[SDMemory]\n" +
           line("dn_bw", hardware.distributionWidth) + line("rn_bw", hardware.reductionWidth) +
           quoted("controller_type", keyOf(hardware.controller));
}

}  // namespace lapidary::stonne
