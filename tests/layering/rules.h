// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of the house as functions from the text of files to complaints, so that the same code judges the
// repository and the samples that prove it can say no. The arrows are those of docs/developing.md.
#pragma once

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace lapidary::layering {

struct SourceFile {
    std::string path;  ///< from the root of the repository, with '/'
    std::string text;
};
using Complaints = std::vector<std::string>;

inline constexpr std::size_t kHardLineLimit = 600;
inline constexpr std::size_t kUsualLineLimit = 350;
inline constexpr std::size_t kFilesForStatistics = 40;

/// The direct arrows: who may include whom. What is reachable along several arrows may be included, too.
inline const std::map<std::string, std::set<std::string>>& arrows() {
    static const std::map<std::string, std::set<std::string>> table{
        {"core/base", {}},
        {"core/workload", {"core/base"}},
        {"core/arch", {"core/base"}},
        {"core/mapping", {"core/workload", "core/arch"}},
        {"core/mapspace", {"core/mapping"}},
        {"core/model", {"core/mapping"}},
        {"core/search", {"core/mapspace", "core/model"}},
        {"core/explore", {"core/search"}},
        {"core/io", {"core/explore"}},
        {"ui", {"core/io"}},
        {"app/gui", {"ui"}},
        {"app/cli", {"core/io"}},
        {"tests", {"app/gui", "app/cli"}},
    };
    return table;
}

/// The room a path lies in, empty for none. Sub-folders (core/model/reuse) belong to their room.
inline std::string roomOf(std::string_view path) {
    for (const auto& [room, ignored] : arrows()) {
        if (path.size() > room.size() && path.substr(0, room.size()) == room && path[room.size()] == '/') return room;
    }
    return {};
}

inline std::set<std::string> reachable(const std::string& room) {
    std::set<std::string> seen{room};
    std::vector<std::string> open{room};
    while (!open.empty()) {
        const std::string current = open.back();
        open.pop_back();
        for (const std::string& next : arrows().at(current)) {
            if (seen.insert(next).second) open.push_back(next);
        }
    }
    return seen;
}

inline bool mayUseQt(const std::string& room) { return !room.starts_with("core/") && room != "app/cli"; }

inline std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

inline bool isCode(std::string_view path) { return path.ends_with(".h") || path.ends_with(".cpp"); }

inline bool needsLicence(std::string_view path) {
    return isCode(path) || path.ends_with(".h.in") || path.ends_with(".cpp.in") || path.ends_with(".S.in") ||
           path.ends_with(".cmake") || path.ends_with("CMakeLists.txt") || path == "dev" || path == ".ci/run";
}

/// One #include line of a file in `room`; an empty string means it is allowed.
inline std::string judgeInclude(const std::string& room, char quote, const std::string& target) {
    static const std::regex qtHeader("(Q[A-Za-z]|q[a-z]+\\.h|qpa/).*");
    if (quote == '<') {
        return !mayUseQt(room) && std::regex_match(target, qtHeader) ? room + " must do without Qt" : "";
    }
    if (target.ends_with(".moc") || target.starts_with("moc_"))
        return mayUseQt(room) ? "" : room + " must do without Qt";
    const std::string other = roomOf(target);
    if (other.empty()) return "not written from the root of the repository, or in no room";
    return reachable(room).contains(other) ? "" : "no arrow leads from " + room + " to " + other;
}

inline void checkIncludes(const SourceFile& file, Complaints& complaints) {
    static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    const std::string room = roomOf(file.path);
    if (room.empty() || !isCode(file.path)) return;
    int number = 0;
    for (const std::string& line : linesOf(file.text)) {
        ++number;
        std::smatch match;
        if (!std::regex_match(line, match, include)) continue;
        const std::string verdict = judgeInclude(room, match.str(1).front(), match.str(2));
        if (!verdict.empty())
            complaints.push_back(file.path + ":" + std::to_string(number) + ": " + match.str(2) + ": " + verdict);
    }
}

inline void checkLicence(const SourceFile& file, Complaints& complaints) {
    if (!needsLicence(file.path)) return;
    const std::vector<std::string> lines = linesOf(file.text);
    const std::size_t top = std::min<std::size_t>(lines.size(), 5);
    for (const std::string_view wanted :
         {"SPDX-FileCopyrightText: 2026 The Lapidary authors", "SPDX-License-Identifier: GPL-3.0-or-later"}) {
        const auto end = lines.begin() + static_cast<std::ptrdiff_t>(top);
        const bool found = std::any_of(lines.begin(), end,
                                       [&](const std::string& line) { return line.find(wanted) != std::string::npos; });
        if (!found) complaints.push_back(file.path + ": the first 5 lines lack \"" + std::string(wanted) + "\"");
    }
}

inline void checkSizes(const std::vector<SourceFile>& files, Complaints& complaints) {
    std::vector<std::size_t> sizes;
    for (const SourceFile& file : files) {
        if (!isCode(file.path)) continue;
        sizes.push_back(linesOf(file.text).size());
        if (sizes.back() > kHardLineLimit)
            complaints.push_back(file.path + ": " + std::to_string(sizes.back()) + " lines, the limit is " +
                                 std::to_string(kHardLineLimit));
    }
    if (sizes.size() < kFilesForStatistics) return;
    std::sort(sizes.begin(), sizes.end());
    const std::size_t ninetieth = sizes[(sizes.size() * 9 + 9) / 10 - 1];  // nearest rank: the smallest covering 90 %
    if (ninetieth > kUsualLineLimit)
        complaints.push_back("90 % of the files should have at most " + std::to_string(kUsualLineLimit) +
                             " lines; the 90th percentile is " + std::to_string(ninetieth));
}

inline Complaints judge(const std::vector<SourceFile>& files) {
    Complaints complaints;
    for (const SourceFile& file : files) {
        checkIncludes(file, complaints);
        checkLicence(file, complaints);
    }
    checkSizes(files, complaints);
    return complaints;
}

}  // namespace lapidary::layering
