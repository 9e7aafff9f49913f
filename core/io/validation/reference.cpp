// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/reference.h"

#include <sstream>

#include "core/io/native.h"
#include "core/io/presets.h"

namespace lapidary::validation {

Result<Json> readJson(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    return parseJson(*text, file.string());
}

Result<std::vector<Json>> readJsonLines(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    std::vector<Json> lines;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) {
        if (line.empty()) continue;
        auto json = parseJson(line, file.string());
        if (!json) return json.diagnostics();
        lines.push_back(*std::move(json));
    }
    return lines;
}

Result<TechnologyTable> readTable(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    return parseTechnologyTable(file.stem().string(), *text);
}

Result<TargetPtr> layerTarget(const Architecture& design, const std::string& layer, std::int64_t batch) {
    const auto workload = loadWorkload(layer);
    if (!workload) return workload.diagnostics();
    std::vector<std::int64_t> bounds;
    for (const Dimension& dimension : workload->dimensions())
        bounds.push_back(dimension.name == "N" ? batch : dimension.bound);
    auto whole = workload->withBounds(bounds);
    if (!whole) return whole.diagnostics();
    return Target::make(*std::move(whole), design);
}

std::size_t rowOf(const TechnologyTable& table, std::string_view first) {
    std::size_t row = 0;
    while (row < table.rows.size() && table.rows[row].front() != first) ++row;
    return row;
}

}  // namespace lapidary::validation
