// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/compare_table_model.h"

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/views/links.h"

namespace lapidary::ui {

namespace {

enum CompareColumn {
    kCompareMetric,
    kCompareUnit,
    kCompareA,
    kCompareB,
    kCompareDelta,
    kCompareRatio,
    kCompareBar,
    kCompareBetter
};

std::vector<Column> makeColumns() {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {
        {tr("Metric"), tr("Figures of the whole, then level by level"), false},
        {tr("Unit"), tr("Of A, B and B - A"), false},
        {tr("A"), tr("The first mapping")},
        {tr("B"), tr("The second mapping")},
        {tr("B − A"), tr("Difference; green where B is better")},
        {tr("B / A"), tr("Ratio")},
        {tr("½ · 1 · 2"), tr("The ratio as a bar around 1, on a scale of logarithms that ends at 1/2 and 2"), false},
        {tr("Better"), tr("Which side is better; empty where neither value is better in itself, or two models count"),
         false},
    };
}

QString proper(QString text) { return text.replace(u'-', QChar(0x2212)); }

}  // namespace

CompareTableModel::CompareTableModel(QObject* parent) : FigureTableModel(parent), m_columns(makeColumns()) {}

void CompareTableModel::setPair(const ComparePairPtr& pair) {
    m_pair = pair;
    refresh();
    emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

Subject CompareTableModel::subjectOf(int row) const {
    return m_pair->subjectOf(m_pair->numbers[static_cast<std::size_t>(source(row))]);
}

std::vector<int> CompareTableModel::rowsOf(const Subject& subject) const {
    std::vector<int> rows;
    if (!m_pair || subject.empty()) return rows;
    const Links links(subject, m_pair->a);
    for (int row = 0; row < rowCount(); ++row) {
        const Subject about = subjectOf(row);
        if (about.tensor >= 0 ? links.tile(about.level, about.tensor) : links.wholeLevel(about.level))
            rows.push_back(row);
    }
    return rows;
}

Scale CompareTableModel::scaleOf(const CompareRow& row) const {
    const double largest = std::max(std::abs(row.a.value_or(0)), std::abs(row.b.value_or(0)));
    const auto clockA = m_pair->a.inputs.architecture.spec().clockGhz;
    const auto clockB = m_pair->b.inputs.architecture.spec().clockGhz;
    if (row.unit == "pJ*cycles") return edpScale(largest, clockA == clockB ? clockA : std::nullopt);
    if (row.unit == "pJ")
        return largest < 1000 && row.key == "energy_per_mac" ? Scale{1, QStringLiteral("pJ")} : energyScale(largest);
    if (row.unit == "s") {  // timeScale speaks of cycles: here of one second each
        Scale scale = timeScale(static_cast<std::int64_t>(std::clamp(largest * 1e15, 1.0, 9e18)), 1e6);
        scale.factor *= 1e15;
        return scale;
    }
    if (row.unit == "um^2") return areaScale(largest);
    return {1, QString::fromStdString(row.unit)};
}

QString CompareTableModel::unitOf(const CompareRow& row) const {
    if (row.kind == FigureKind::share) return QStringLiteral("%");
    return row.kind == FigureKind::quantity ? scaleOf(row).unit : QString::fromStdString(row.unit);
}

Cell CompareTableModel::valueCell(const CompareRow& row, const std::optional<double>& value) const {
    if (!value) return missingCell();
    if (row.kind == FigureKind::count) return countCell(static_cast<std::int64_t>(*value));
    if (row.kind == FigureKind::share) {
        Cell cell = figureCell(100 * *value);
        cell.text = QString::number(100 * *value, 'f', 1);
        return cell;
    }
    const Scale scale = scaleOf(row);
    Cell cell = figureCell(*value * scale.factor);  // what is copied has the unit of its row, too
    cell.text = scale.text(*value);
    return cell;
}

Cell CompareTableModel::deltaCell(const CompareRow& row) const {
    const std::optional<double> delta = row.delta();
    Cell cell = valueCell(row, delta);
    if (!delta) return cell;
    cell.text = proper(cell.text);
    if (row.kind == FigureKind::share && *delta != 0) cell.text += QObject::tr(" pt");
    if (*delta > 0) cell.text.prepend(u'+');
    cell.good = row.better == Better::b;
    return cell;
}

Cell CompareTableModel::cell(int row, int column) const {
    const CompareRow& figures = m_pair->numbers[static_cast<std::size_t>(row)];
    switch (column) {
    case kCompareMetric: return textCell(QString::fromStdString(figures.label));
    case kCompareUnit: return textCell(unitOf(figures));
    case kCompareA: {
        Cell cell = valueCell(figures, figures.a);
        cell.strong = figures.better == Better::a;
        return cell;
    }
    case kCompareB: {
        Cell cell = valueCell(figures, figures.b);
        cell.strong = figures.better == Better::b;
        return cell;
    }
    case kCompareDelta: return deltaCell(figures);
    case kCompareRatio: {
        const auto ratio = figures.ratio();
        if (!ratio) return missingCell();
        Cell cell = figureCell(*ratio);
        cell.text = *ratio == 1                      ? QStringLiteral("1")
                    : *ratio >= 100 || *ratio < 0.01 ? fixedDigits(*ratio)
                                                     : QString::number(*ratio, 'f', 4);
        return cell;
    }
    case kCompareBar: {
        Cell cell = textCell({});
        cell.ratio = figures.ratio();
        if (cell.ratio) cell.exact = QStringLiteral("");
        return cell;
    }
    case kCompareBetter: break;
    }
    Cell cell = textCell(fromView(entryOf(figures.better).label));
    cell.zero = figures.better == Better::equal;
    cell.strong = figures.better == Better::b;
    cell.good = figures.better == Better::b;
    return cell;
}

}  // namespace lapidary::ui
