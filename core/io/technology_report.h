// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Look-ups in the tables of technology as a person asks for them: "sram, 128 KiB, 64 bit, 65 nm". One answer for text,
// CSV and JSON. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/arch/technology/tables.h"
#include "core/arch/technology/technology.h"
#include "core/base/json.h"
#include "core/io/table.h"

namespace lapidary {

/// What is asked, as texts; empty = the default.
struct TechnologyQuestion {
    std::string what{};  ///< "sram", "mac", "scale" ..., or the name of a table
    std::string size{}, width{}, banks{}, operands{}, length{}, clock{}, from{};
    std::string tables{}, node{}, flavor{}, scaling{}, temperature{}, macPj{};
};

struct TechnologyAnswer {
    struct Row {
        std::string figure;  ///< "read"
        std::optional<double> value;
        std::string unit;
        std::string source;  ///< or why there is no value
    };
    std::string what;
    Technology technology;
    std::vector<Row> rows;
};

/// Errors name the option.
Result<TechnologyAnswer> answerOf(const TechnologyQuestion& question);
std::string toText(const TechnologyAnswer& answer);
Table toTable(const TechnologyAnswer& answer, NumberStyle style);
Json toJson(const TechnologyAnswer& answer);

/// What can be asked: models, then tables with the number of their rows.
Table technologyOverview();
Table toTable(const TechnologyTable& table);
std::string toText(const TechnologyTable& table);
Json toJson(const TechnologyTable& table);

}  // namespace lapidary
