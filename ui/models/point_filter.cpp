// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/point_filter.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>

#include "core/base/json.h"

namespace lapidary::ui {

std::vector<std::pair<QString, QString>> PointFilter::names() {
    return {{"pe", QObject::tr("compute instances")},
            {"area", QObject::tr("area as shown")},
            {"edp", QObject::tr("EDP as shown")},
            {"energy", QObject::tr("energy as shown")},
            {"cycles", QObject::tr("cycles as shown")},
            {"used", QObject::tr("PEs used, %")},
            {"vs", QObject::tr("EDP below PFM, %")},
            {"tried", QObject::tr("mappings tried")},
            {"stalls", QObject::tr("stall cycles, in the unit of the column")}};
}

Result<PointFilter> PointFilter::parse(const QString& text) {
    static const QRegularExpression kComparison(QStringLiteral("^([^<>=]+)(<=|>=|<|>|=)(.*)$"));
    static const QRegularExpression kSpace(QStringLiteral("\\s+"));
    std::vector<std::string> known;
    for (const auto& [name, meaning] : names()) known.push_back(name.toStdString());
    QString compact = text;  // "pe >= 100" is one term
    compact.replace(QRegularExpression(QStringLiteral("\\s*(<=|>=|<|>|=)\\s*")), QStringLiteral("\\1"));
    PointFilter filter;
    for (const QString& word : compact.split(kSpace, Qt::SkipEmptyParts)) {
        const auto match = kComparison.match(word);
        if (!match.hasMatch()) {
            if (word.contains(QRegularExpression(QStringLiteral("[<>=]"))))
                return error("'" + word.toStdString() + "' compares nothing", "for example pe>=100");
            filter.m_terms.push_back({word, Sign::contains, 0});
            continue;
        }
        const QString name = match.captured(1).toLower();
        if (std::find(known.begin(), known.end(), name.toStdString()) == known.end())
            return error("no figure is called '" + name.toStdString() + "'", didYouMean(name.toStdString(), known));
        bool fine = false;
        QString number = match.captured(3);
        const double value = number.replace(QChar(0x2212), u'-').remove(u',').toDouble(&fine);
        if (!fine)
            return error("expected a number after '" + match.captured(1).toStdString() +
                         match.captured(2).toStdString() + "'");
        static const QStringList kSigns{"<", "<=", ">", ">=", "="};
        filter.m_terms.push_back({name, static_cast<Sign>(kSigns.indexOf(match.captured(2))), value});
    }
    return filter;
}

bool PointFilter::holds(Sign sign, double left, double right) {
    switch (sign) {
    case Sign::less: return left < right;
    case Sign::lessEqual: return left <= right;
    case Sign::greater: return left > right;
    case Sign::greaterEqual: return left >= right;
    case Sign::equal: return left == right;
    case Sign::contains: break;
    }
    return false;
}

bool PointFilter::accepts(const std::function<std::optional<double>(const QString&)>& figure,
                          const QString& words) const {
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term& term) {
        if (term.sign == Sign::contains) return words.contains(term.name, Qt::CaseInsensitive);
        const auto value = figure(term.name);
        return value && holds(term.sign, *value, term.value);
    });
}

}  // namespace lapidary::ui
