// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/size_term_model.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "ui/session/run.h"

namespace lapidary::ui {

namespace {

constexpr int kExactDigits = 12;

Cell sizeCell(const BigInt& size) {
    Cell cell;
    cell.text = sizeText(size);
    cell.exact = QString::fromStdString(toDecimal(size));
    cell.order = log10Of(size);
    cell.tip = cell.exact;
    return cell;
}

}  // namespace

QString sizeText(const BigInt& size) {
    const std::string digits = toDecimal(size);
    if (digits.size() <= kExactDigits) return QString::fromStdString(formatCount(std::stoll(digits)));
    static constexpr char16_t kRaised[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    double exponent = std::floor(log10Of(size));
    double mantissa = std::pow(10.0, log10Of(size) - exponent);
    if (mantissa >= 9.9995) {
        mantissa = 1;
        exponent += 1;
    }
    QString raised;
    for (const QChar digit : QString::number(static_cast<int>(exponent))) raised += QChar(kRaised[digit.digitValue()]);
    return QStringLiteral("%1 × 10%2").arg(mantissa, 0, 'f', 3).arg(raised);
}

SizeTermModel::SizeTermModel(QObject* parent) : FigureTableModel(parent) {}

void SizeTermModel::setSpaces(const Mapspace& space, const Mapspace* perfect) {
    const Factorization kind = space.options().factorization;
    std::vector<Column> columns{
        {tr("Term"), tr("One choice of a mapping, independent of the others"), false},
        {tr("Over"), tr("What is chosen from, with the limits of each place"), false},
    };
    if (perfect) columns.push_back({tr("PFM"), tr("The same term with perfect factors only")});
    columns.push_back({shortName(kind), tr("Number of choices; the size is the product of this column")});
    m_terms.clear();
    refresh();  // no row outlives its columns
    beginResetModel();
    m_columns = std::move(columns);
    endResetModel();
    m_terms = space.terms();
    m_size = space.size();
    m_perfectTerms = perfect ? perfect->terms() : std::vector<SizeTerm>();
    m_perfectSize = perfect ? perfect->size() : BigInt(0);
    refresh();
}

Cell SizeTermModel::cell(int row, int column) const {
    const bool total = row == static_cast<int>(m_terms.size());
    const bool perfectColumn = m_columns.size() == 4 && column == 2;
    Cell cell;
    if (total) {
        if (column == 0) cell = textCell(tr("Size"));
        if (column == 1) cell = textCell(tr("product"));
        if (column >= 2) cell = sizeCell(perfectColumn ? m_perfectSize : m_size);
        cell.strong = true;
        return cell;
    }
    const SizeTerm& term = m_terms[static_cast<std::size_t>(row)];
    if (column <= 1) {
        cell = textCell(QString::fromStdString(column == 0 ? term.name : term.meaning));
        cell.tip = QString::fromStdString(term.meaning);
        return cell;
    }
    if (!perfectColumn) return sizeCell(term.count);
    const auto same = std::find_if(m_perfectTerms.begin(), m_perfectTerms.end(),
                                   [&](const SizeTerm& other) { return other.name == term.name; });
    return same == m_perfectTerms.end() ? missingCell() : sizeCell(same->count);
}

}  // namespace lapidary::ui
