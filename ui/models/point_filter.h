// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is typed over the points table: words that a row contains ("ruby-s", "front", "14x12") and comparisons of its
// figures in the units shown ("pe>=100", "area<3"), all of which must hold. Plain value; no thread rule.
#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <vector>

#include "core/base/result.h"

namespace lapidary::ui {

class PointFilter {
public:
    /// Names that may be compared, with what they mean.
    static std::vector<std::pair<QString, QString>> names();
    /// Errors say which word is wrong and what was expected.
    static Result<PointFilter> parse(const QString& text);

    bool empty() const { return m_terms.empty(); }
    /// `figure` gives a figure by name, `words` is all text of the row.
    bool accepts(const std::function<std::optional<double>(const QString&)>& figure, const QString& words) const;

private:
    enum class Sign { less, lessEqual, greater, greaterEqual, equal, contains };
    struct Term {
        QString name;  ///< or the word
        Sign sign = Sign::contains;
        double value = 0;
    };
    static bool holds(Sign sign, double left, double right);

    std::vector<Term> m_terms;
};

}  // namespace lapidary::ui
