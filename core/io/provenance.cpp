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
    if (what.ends_with(' ')) what.pop_back();  // a workload written as an einsum has no name
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

std::string htmlComment(const Provenance& provenance) {
    std::string text = commentLines(provenance, "");
    constexpr std::string_view kEnd = "-->";  // in a name or path it would end the comment
    for (std::size_t at = text.find(kEnd); at != std::string::npos; at = text.find(kEnd))
        text.replace(at, kEnd.size(), "--&gt;");
    return "<!--\n" + text + "-->\n";
}

std::string xmlEscapedLines(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') escaped += c;  // the rest XML cannot hold
        }
    }
    return escaped;
}

std::string xmlEscaped(std::string_view text) { return xmlEscapedLines(onOneLine(std::string(text))); }

std::string toXml(const Provenance& provenance) {
    const auto attribute = [](std::string_view name, std::string_view value) {
        return " " + std::string(name) + "=\"" + xmlEscaped(value) + "\"";
    };
    std::string xml = "<provenance xmlns=\"urn:lapidary:provenance:1\"" + attribute("version", kVersion);
    if (!provenance.command.empty()) xml += attribute("command", provenance.command);
    if (provenance.seed) xml += attribute("seed", std::to_string(*provenance.seed));
    xml += ">\n";
    for (const auto& [what, hash] : provenance.inputs)
        xml += "<input" + attribute("name", what) + attribute("sha256", hash) + "/>\n";
    return xml + "</provenance>\n";
}

}  // namespace lapidary
