// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words in which an export is asked for, beside its inputs: what a view shows ("--dimension C") and how the file
// looks ("--width 84"). One table for `lapidary-cli export`, `lapidary --headless export`, the help of both and the
// command that every export carries. Plain values; no thread rule.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lapidary {

/// Option -> value, without the dashes. Ordered, so that commands come out the same.
using ExportOptions = std::map<std::string, std::string, std::less<>>;

struct ExportOption {
    std::string_view key;   ///< "dimension"
    std::string_view type;  ///< "NAME", "MM", "a|b"
    std::string_view help;
    bool ofView = false;  ///< says what a view shows, rather than how the file looks
};
std::span<const ExportOption> exportOptions();
/// Null if there is no such option.
const ExportOption* findExportOption(std::string_view key);

/// The value of option `key` among `values`, `fallback` if it is not given; else an error that names the nearest.
Result<std::string> chosen(const ExportOptions& options, std::string_view key, const std::vector<std::string>& values,
                           std::string_view fallback);
/// The same for a number within [min, max].
Result<double> chosenNumber(const ExportOptions& options, std::string_view key, double min, double max,
                            double fallback);

/// "--dimension", "C", ... in the order of the table.
std::vector<std::string> wordsOf(const ExportOptions& options);

}  // namespace lapidary
