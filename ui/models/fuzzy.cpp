// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/fuzzy.h"

#include <QString>

#include <algorithm>
#include <limits>

namespace lapidary::ui {

namespace {

constexpr int kLetter = 4;
constexpr int kWordStart = 8;
constexpr int kInARow = 6;
constexpr int kGap = 1;       ///< per letter between two found ones
constexpr int kMostGap = 10;  ///< a far letter is no worse than this
constexpr int kPerLength = 12;
constexpr int kNone = std::numeric_limits<int>::min() / 2;

bool startsWord(QStringView text, qsizetype at) {
    if (at == 0) return true;
    const QChar before = text[at - 1];
    const QChar here = text[at];
    if (!before.isLetterOrNumber()) return here.isLetterOrNumber();
    return (before.isLower() && here.isUpper()) || (before.isLetter() && here.isDigit());
}

/// One word: the best way to find its letters in order, by dynamic programming over (letter, place).
std::optional<FuzzyMatch> matchWord(QStringView word, QStringView text) {
    const auto letters = word.size();
    const auto places = text.size();
    if (letters > places) return std::nullopt;
    std::vector<int> best(static_cast<std::size_t>(letters * places), kNone);
    std::vector<int> from(best.size(), -1);
    const auto at = [places](qsizetype letter, qsizetype place) {
        return static_cast<std::size_t>(letter * places + place);
    };
    for (qsizetype letter = 0; letter < letters; ++letter) {
        for (qsizetype place = letter; place < places; ++place) {
            if (word[letter].toCaseFolded() != text[place].toCaseFolded()) continue;
            const int own = kLetter + (startsWord(text, place) ? kWordStart : 0);
            if (letter == 0) {
                best[at(0, place)] = own;
                continue;
            }
            for (qsizetype before = letter - 1; before < place; ++before) {
                const int reached = best[at(letter - 1, before)];
                if (reached == kNone) continue;
                const auto gap = static_cast<int>(place - before - 1);
                const int score = reached + own + (gap == 0 ? kInARow : -std::min(gap * kGap, kMostGap));
                if (score <= best[at(letter, place)]) continue;
                best[at(letter, place)] = score;
                from[at(letter, place)] = static_cast<int>(before);
            }
        }
    }
    const auto last = best.begin() + static_cast<std::ptrdiff_t>(at(letters - 1, 0));
    const auto end = std::max_element(last, best.end());
    if (*end == kNone) return std::nullopt;
    FuzzyMatch match{*end, {}};
    auto place = static_cast<int>(end - last);
    for (qsizetype letter = letters; letter-- > 0;) {
        match.positions.push_back(place);
        place = from[at(letter, place)];
    }
    return match;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView pattern, QStringView text) {
    FuzzyMatch whole;
    const auto words = pattern.split(u' ', Qt::SkipEmptyParts);
    for (const QStringView word : words) {
        const auto match = matchWord(word, text);
        if (!match) return std::nullopt;
        whole.score += match->score;
        whole.positions.insert(whole.positions.end(), match->positions.begin(), match->positions.end());
    }
    if (!words.isEmpty()) whole.score -= static_cast<int>(text.size()) / kPerLength;
    std::sort(whole.positions.begin(), whole.positions.end());
    whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()), whole.positions.end());
    return whole;
}

}  // namespace lapidary::ui
