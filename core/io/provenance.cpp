// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/provenance.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/base/version.h"

namespace lapidary {

namespace {

bool isPlain(const std::string& word) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    return !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
}

std::string shellWord(const std::string& word) {
    if (isPlain(word)) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

/// A comment must not end where a command has a line break.
std::string onOneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

}  // namespace

void Provenance::addInput(std::string what, const Json& native) {
    inputs.emplace_back(std::move(what), inputHash(native));
}

std::string inputHash(const Json& native) { return sha256(native.dump() + '\n'); }

std::string shellLine(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shellWord(word);
    return line;
}

Json toJson(const Provenance& provenance) {
    Json inputs = Json::object();
    for (const auto& [what, hash] : provenance.inputs) inputs.set(what, hash);
    Json json = Json::object();
    json.set("version", kVersion);
    json.set("command", provenance.command.empty() ? Json() : Json(provenance.command));
    json.set("seed", provenance.seed ? Json::numberText(std::to_string(*provenance.seed)) : Json());
    json.set("inputs", std::move(inputs));
    return json;
}

std::string commentLines(const Provenance& provenance, std::string_view prefix) {
    std::string text;
    const auto line = [&](const std::string& words) { text += std::string(prefix) + onOneLine(words) + '\n'; };
    line("Lapidary " + std::string(kVersion));
    if (!provenance.command.empty()) line("made by: " + provenance.command);
    if (provenance.seed) line("seed: " + std::to_string(*provenance.seed));
    for (const auto& [what, hash] : provenance.inputs) line(what + ": sha256 " + hash);
    return text;
}

}  // namespace lapidary
