// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finding by a few letters: "rl" finds "Reset layout". Each word of the pattern must be in the text, its letters in order;
// letters at the start of words and letters in a row count more, gaps and long texts less. Pure functions.
#pragma once

#include <QStringView>

#include <optional>
#include <vector>

namespace lapidary::ui {

struct FuzzyMatch {
    int score = 0;               ///< higher is better
    std::vector<int> positions;  ///< of the letters found, ascending
};

/// Nothing if the text lacks a letter. An empty pattern matches everything with 0.
std::optional<FuzzyMatch> fuzzyMatch(QStringView pattern, QStringView text);

}  // namespace lapidary::ui
