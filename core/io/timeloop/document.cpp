// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/document.h"

#include <algorithm>

#include "core/io/native.h"
#include "core/io/timeloop/yaml.h"

namespace lapidary::timeloop {

namespace {

constexpr std::string_view kNamedConstraints = "constraints_";
constexpr std::size_t kMostYamlFiles = 1000;  ///< of one folder: an input has a dozen

const std::vector<std::string>& sectionKeys() {
    static const std::vector<std::string> keys = {"architecture",
                                                  "problem",
                                                  "mapping",
                                                  "mapper",
                                                  "architecture_constraints",
                                                  "mapspace",
                                                  "constraints",
                                                  "sparse_optimizations",
                                                  "ERT",
                                                  "ART",
                                                  "compound_components",
                                                  "components",
                                                  "layout",
                                                  "model",
                                                  "variables",
                                                  "globals"};
    return keys;
}

std::string presentName(const std::string& key) {
    if (key == "arch") return "architecture";
    if (key == "arch_constraints") return "architecture_constraints";
    if (key == "mapspace_constraints") return "mapspace";
    return key;
}

bool isYamlName(const std::filesystem::path& path) { return path.extension() == ".yaml" || path.extension() == ".yml"; }

Result<std::vector<std::filesystem::path>> filesOf(const std::filesystem::path& path) {
    std::error_code failure;
    if (!std::filesystem::is_directory(path, failure)) return std::vector{path};
    std::vector<std::filesystem::path> files;
    // A range-for would advance by the ++ that throws.
    for (std::filesystem::directory_iterator entry(path, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (isYamlName(entry->path())) files.push_back(entry->path());
    if (files.size() > kMostYamlFiles)
        return errorAt({.file = path.string()},
                       "more than " + std::to_string(kMostYamlFiles) + " .yaml files in this folder",
                       "give the files of one input");
    if (failure) return errorAt({.file = path.string()}, "cannot read the folder: " + failure.message());
    if (files.empty()) return errorAt({.file = path.string()}, "no .yaml file in this folder");
    std::ranges::sort(files);
    return files;
}

}  // namespace

Result<Document> Document::make(const std::vector<TimeloopText>& texts) {
    Document document;
    Diagnostics problems;
    for (const TimeloopText& source : texts) {
        Result<Json> json = parseYaml(source.text, source.file);
        if (!json) {
            problems.insert(problems.end(), json.diagnostics().begin(), json.diagnostics().end());
            continue;
        }
        if (!json->isObject()) {
            problems.push_back(errorAt({source.file, json->line(), json->column(), {}},
                                       "expected top-level keys such as 'problem:', found " + described(*json)));
            continue;
        }
        for (const Json::Member& member : json->members()) {
            const std::string key = presentName(member.name);
            Place place{source.file, member.line, member.column, member.name};
            if (std::ranges::find(sectionKeys(), key) == sectionKeys().end() && !key.starts_with(kNamedConstraints)) {
                std::vector<std::string> known = sectionKeys();
                known.emplace_back("arch");
                problems.push_back(errorAt(std::move(place), "unknown top-level key '" + member.name + "'",
                                           didYouMean(member.name, known,
                                                      "expected architecture, problem, mapping, "
                                                      "mapspace, mapper, ERT or ART")));
                continue;
            }
            if (const Section* earlier = document.find(key)) {
                problems.push_back(
                    errorAt(std::move(place), "'" + member.name + "' is given twice",
                            "it also stands in " + earlier->place.file + ":" + std::to_string(earlier->place.line)));
                continue;
            }
            document.m_sections.emplace(key, Section{member.value, key, std::move(place)});
        }
    }
    if (!problems.empty()) return problems;
    return document;
}

const Section* Document::find(std::string_view key) const {
    const auto found = m_sections.find(key);
    return found == m_sections.end() ? nullptr : &found->second;
}

Result<std::vector<TimeloopText>> readSources(const std::vector<std::filesystem::path>& paths) {
    std::vector<TimeloopText> texts;
    for (const std::filesystem::path& path : paths) {
        const auto files = filesOf(path);
        if (!files) return files.diagnostics();
        for (const std::filesystem::path& file : *files) {
            auto text = readTextFile(file);
            if (!text) return text.diagnostics();
            texts.push_back({file.string(), *std::move(text)});
        }
    }
    return texts;
}

}  // namespace lapidary::timeloop
