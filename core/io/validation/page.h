// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The validation page: sections of words and tables, the same for people (Markdown) and programs (JSON), and the tally of
// one comparison. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"

namespace lapidary::validation {

struct Section {
    std::string key;                ///< in JSON
    std::string title;              ///< a heading
    std::vector<std::string> text;  ///< paragraphs above the table
    std::vector<std::string> columns;
    std::vector<std::vector<Json>> rows;  ///< null = not known or not published
    std::vector<std::string> reasons;     ///< why figures differ, below the table
};

/// Headings of the second rank. Numbers have four digits; those of a column whose name ends in '%' one decimal and a sign.
std::string toMarkdown(const std::vector<Section>& sections);
/// An object with a member for each section; numbers are whole.
Json toJson(const std::vector<Section>& sections);

/// In percent, from theirs to ours; null if either isn't known or theirs is 0.
Json deviation(const Json& theirs, const Json& ours);

/// Figures of one oracle next to ours.
class Tally {
public:
    /// Counts once one of its figures is compared.
    void beginCase(std::string name);
    /// Equal is what differs by at most that share.
    void compare(std::string_view figure, double theirs, double ours, double tolerance = 0);

    std::int64_t cases() const { return m_cases; }
    /// Nothing was compared.
    bool empty() const { return m_values == 0; }
    /// Cases, values, equal, largest deviation in percent (null if all are equal; 100 where theirs is 0), and where. All
    /// null where nothing was compared: no agreement can be read from that.
    std::vector<Json> cells() const;
    static std::vector<std::string> columns();

private:
    std::string m_case;
    bool m_begun = false;
    std::int64_t m_cases = 0, m_values = 0, m_equal = 0;
    double m_worst = 0;
    std::string m_worstAt;
};

}  // namespace lapidary::validation
