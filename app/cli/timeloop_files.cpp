// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/timeloop_files.h"

#include <filesystem>

#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/report_inputs.h"

namespace lapidary::cli {

bool areTimeloops(const std::vector<std::string>& files) {
    const std::filesystem::path first = files.front();
    std::error_code ignored;
    return first.extension() == ".yaml" || first.extension() == ".yml" || std::filesystem::is_directory(first, ignored);
}

Json importJson(const TimeloopImport& read) {
    Json all = Json::object();
    if (read.architecture) all.set("architecture", lapidary::toJson(*read.architecture));
    if (read.workload) all.set("workload", lapidary::toJson(*read.workload));
    if (read.mapping) all.set("mapping", mappingToJson(*read.mapping, *read.workload, *read.architecture));
    if (read.constraints) all.set("constraints", lapidary::toJson(*read.constraints));
    if (all.size() == 1 && !read.factorization && !read.search) return all.members().front().value;
    if (read.factorization) all.set("mapspace", keyOf(*read.factorization));
    if (read.search) all.set("search", lapidary::toJson(*read.search));
    return all;
}

std::string importText(const TimeloopImport& read) {
    if (read.mapping) return toText(*read.mapping, *read.workload, *read.architecture);
    std::string text;
    const auto add = [&](const auto& part) {
        if (part) text += (text.empty() ? "" : "\n") + inputReport(*part);
    };
    add(read.architecture);
    add(read.workload);
    add(read.constraints);
    return text;
}

}  // namespace lapidary::cli
