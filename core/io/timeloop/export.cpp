// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/export.h"

#include <algorithm>
#include <array>

#include "core/io/timeloop/export_parts.h"

namespace lapidary {

namespace {

/// Keywords that versions before 2024 spell with hyphens (reference/timeloop/formats.md, 11), of those that are written.
constexpr std::array kHyphenated = {"data_spaces", "read_write",     "word_bits",
                                    "block_size",  "energy_per_hop", "multiple_buffering"};

std::string withHyphens(std::string text) {
    for (const std::string_view keyword : kHyphenated) {
        std::string old(keyword);
        std::ranges::replace(old, '_', '-');
        const std::string key = std::string(keyword) + ":";
        for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
            text.replace(at, keyword.size(), old);
    }
    return text;
}

}  // namespace

std::span<const KeyEntry<TimeloopFormat>> keyTable(TimeloopFormat) {
    static constexpr std::array<KeyEntry<TimeloopFormat>, 3> table{{
        {TimeloopFormat::v3, "timeloop-v3", "Timeloop v3", "tree format, keywords with underscores (since 2024)", ""},
        {TimeloopFormat::v3Hyphens, "timeloop-v3-hyphens", "Timeloop v3.0",
         "tree format, keywords with hyphens (before 2024)", ""},
        {TimeloopFormat::v4, "timeloop-v4", "Timeloop v4", "nodes of the Python front end", ""},
    }};
    return table;
}

Result<std::string> exportTimeloop(const TimeloopParts& parts, TimeloopFormat format) {
    if (parts.mapping != nullptr && (parts.architecture == nullptr || parts.workload == nullptr))
        return error("a mapping can't be written without its design and workload");
    timeloop::Export out;
    out.format = format;
    TargetPtr target;
    if (parts.architecture != nullptr && parts.workload != nullptr) {
        auto made = Target::make(*parts.workload, *parts.architecture);
        if (!made) return made.diagnostics();
        target = *std::move(made);
    }
    if (parts.architecture != nullptr) {
        const timeloop::Ladder ladder = timeloop::ladderOf(*parts.architecture, target.get());
        timeloop::writeArchitecture(*parts.architecture, ladder, out);
        timeloop::writeTables(*parts.architecture, ladder, out);
        if (parts.mapping != nullptr)
            if (const Diagnostics problems = timeloop::writeMapping(*parts.mapping, ladder, *target, out);
                hasErrors(problems))
                return problems;
        if (target)
            timeloop::writeConstraints(*target, ladder, out);
        else if (!parts.architecture->spec().constraints.empty())
            out.note("constraints are left out: they are written with a workload only, whose letters they need");
    }
    if (parts.workload != nullptr) timeloop::writeProblem(*parts.workload, parts.mapping, out);
    std::string text = format == TimeloopFormat::v3Hyphens ? withHyphens(std::move(out.text)) : std::move(out.text);
    return {std::move(text), std::move(out.notes)};
}

}  // namespace lapidary
