// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/provenance.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/io/native.h"

namespace lapidary::cli {

namespace {

/// Whether a word is one of these options, and whether its value is the word behind it.
struct Left {
    bool option = false, withValue = false;
};
Left isLeftOut(const std::string& word) {
    if (word == "--quiet") return {true, false};
    constexpr std::array<std::string_view, 3> kWithValue{"--threads", "--output", "-o"};
    const std::string name = word.substr(0, word.find('='));
    const bool found = std::find(kWithValue.begin(), kWithValue.end(), name) != kWithValue.end();
    return {found, found && name == word};
}

std::vector<std::string> wordsOf(const Request& request) {
    std::vector<std::string> words{"lapidary-cli"};
    for (std::size_t i = 0; i < request.words.size(); ++i) {
        const Left left = isLeftOut(request.words[i]);
        if (left.withValue) ++i;
        if (!left.option) words.push_back(request.words[i]);
    }
    return words;
}

}  // namespace

Provenance provenanceOf(const Request& request) {
    return {.command = shellLine(wordsOf(request)), .seed = request.seed, .inputs = {}};
}

Provenance exportProvenanceOf(const Request& request) {
    std::vector<std::string> words = wordsOf(request);
    if (!request.output.file.empty())
        words.insert(words.end(), {"-o", std::filesystem::path(request.output.file).filename().string()});
    return {.command = shellLine(words), .seed = request.seed, .inputs = {}};
}

void addInputs(Provenance& provenance, const Target& target) {
    addInputs(provenance, target.architecture, target.workload);
}

void addInputs(Provenance& provenance, const Architecture& architecture, const Workload& workload) {
    provenance.addInput("architecture " + architecture.name(), toJson(architecture));
    provenance.addInput("workload " + workload.name(), toJson(workload));
}

}  // namespace lapidary::cli
