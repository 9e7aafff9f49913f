// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/provenance.h"

#include <algorithm>
#include <array>

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

}  // namespace

Provenance provenanceOf(const Request& request) {
    std::vector<std::string> words{"lapidary-cli"};
    for (std::size_t i = 0; i < request.words.size(); ++i) {
        const Left left = isLeftOut(request.words[i]);
        if (left.withValue) ++i;
        if (!left.option) words.push_back(request.words[i]);
    }
    return {.command = shellLine(words), .seed = request.seed, .inputs = {}};
}

void addInputs(Provenance& provenance, const Target& target) {
    provenance.addInput("architecture " + target.architecture.name(), toJson(target.architecture));
    provenance.addInput("workload " + target.workload.name(), toJson(target.workload));
}

}  // namespace lapidary::cli
