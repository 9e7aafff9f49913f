// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where an exported file comes from: program version, seed, hashes of the inputs and the command line that makes it
// again. Every export carries it, as JSON or as comment lines. Plain value; no thread rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.h"

namespace lapidary {

struct Provenance {
    std::string command;  ///< reproduces the export; empty = nobody knows one
    std::optional<std::uint64_t> seed;
    std::vector<std::pair<std::string, std::string>> inputs;  ///< "architecture eyeriss-like" and its hash

    /// `native` is what toJson of native.h writes.
    void addInput(std::string what, const Json& native);
};

/// SHA-256 of the text that `lapidary-cli show X --format json` prints, so that `... | sha256sum` checks it.
std::string inputHash(const Json& native);

/// The words as one line for a shell; those with other than plain characters are quoted.
std::string shellLine(const std::vector<std::string>& words);

/// {"version", "command", "seed", "inputs": {what: hash}}
Json toJson(const Provenance& provenance);
/// The same as lines of a comment, each behind `prefix`: "% ", "# ", "// ".
std::string commentLines(const Provenance& provenance, std::string_view prefix);
/// The same as one comment of HTML and Markdown.
std::string htmlComment(const Provenance& provenance);
/// The same as an element <provenance xmlns="urn:lapidary:provenance:1"> for SVG and XMP.
std::string toXml(const Provenance& provenance);
/// Text with what XML would take for markup escaped, on one line; the second keeps line breaks.
std::string xmlEscaped(std::string_view text);
std::string xmlEscapedLines(std::string_view text);

}  // namespace lapidary
