// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a Timeloop input, whichever files they stand in: any number of YAML files, or all of a folder, whose
// top-level keys make one document (reference/timeloop/formats.md, 1). Plain values and pure functions.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"

namespace lapidary {

struct TimeloopText {
    std::string file;  ///< only named in diagnostics
    std::string text;
};

}  // namespace lapidary

namespace lapidary::timeloop {

/// One top-level part and where it stands.
struct Section {
    Json value;
    std::string key;  ///< as formats.md spells it today
    Place place;      ///< of the key
    const std::string& file() const { return place.file; }
};

class Document {
public:
    /// Errors: no YAML, an unknown key, a part that stands in two places.
    static Result<Document> make(const std::vector<TimeloopText>& texts);

    const Section* find(std::string_view key) const;
    bool has(std::string_view key) const { return find(key) != nullptr; }
    const std::map<std::string, Section, std::less<>>& sections() const { return m_sections; }

private:
    std::map<std::string, Section, std::less<>> m_sections;
};

/// Files, and of folders every .yaml and .yml file in alphabetical order.
Result<std::vector<TimeloopText>> readSources(const std::vector<std::filesystem::path>& paths);

}  // namespace lapidary::timeloop
