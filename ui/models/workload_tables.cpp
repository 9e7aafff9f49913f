// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/workload_tables.h"

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

QString tr(const char* text) { return QObject::tr(text); }
const Tensor& tensorAt(const Workload& workload, int tensor) {
    return workload.tensors()[static_cast<std::size_t>(tensor)];
}

/// Extents of the ranks: the largest index plus one, without padding.
QString shapeOf(const Workload& workload, const Tensor& tensor, bool compact) {
    QStringList extents;
    for (const Rank& rank : tensor.ranks) {
        std::int64_t extent = rank.constant + 1;
        for (const Term& term : rank.terms) extent += term.coefficient * (workload.bound(term.dimension) - 1);
        extents << QString::fromStdString(formatCount(extent));
    }
    return extents.isEmpty() ? tr("one word") : extents.join(compact ? QStringLiteral("×") : QStringLiteral(" × "));
}

}  // namespace

QString dimensionRole(const Workload& workload, int dimension) {
    static constexpr std::array<std::pair<const char*, const char*>, 8> kWords{{
        {"N", QT_TRANSLATE_NOOP("QObject", "batch")},
        {"G", QT_TRANSLATE_NOOP("QObject", "group")},
        {"M", QT_TRANSLATE_NOOP("QObject", "output channel")},
        {"C", QT_TRANSLATE_NOOP("QObject", "input channel")},
        {"P", QT_TRANSLATE_NOOP("QObject", "output row")},
        {"Q", QT_TRANSLATE_NOOP("QObject", "output column")},
        {"R", QT_TRANSLATE_NOOP("QObject", "filter row")},
        {"S", QT_TRANSLATE_NOOP("QObject", "filter column")},
    }};
    const Dimension& about = workload.dimensions()[static_cast<std::size_t>(dimension)];
    QStringList words;
    for (const auto& [alias, word] : kWords)
        if (about.alias == alias) words << tr(word);
    const bool kept = std::any_of(workload.tensors().begin(), workload.tensors().end(),
                                  [&](const Tensor& t) { return t.isOutput && t.uses(dimension); });
    if (!kept) words << tr("reduced");
    if (words.isEmpty()) words << tr("of the output");
    return words.join(QStringLiteral(", "));
}

BoundTableModel::BoundTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Dim"), tr("Dimension of the operation space, in the order of the expression"), false},
          {tr("Bound"), tr("Number of its values. Double-click or F2 to change it")},
          {tr("Role"), tr("What it is to a design; reduced: no output has it, it is summed over"), false},
          {tr("Indexes"), tr("Tensors that the dimension indexes; the others are reused over it"), false},
      } {}

void BoundTableModel::setWorkload(const Workload& workload, const std::vector<std::string>& unused) {
    m_workload = workload;
    m_unused = unused;
    refresh();
}

Qt::ItemFlags BoundTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = FigureTableModel::flags(index);
    return index.column() == kBound ? flags | Qt::ItemIsEditable : flags;
}

bool BoundTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != kBound) return false;
    emit boundEdited(source(index.row()), value.toString());
    return true;
}

Cell BoundTableModel::cell(int row, int column) const {
    const Dimension& about = m_workload.dimensions()[static_cast<std::size_t>(row)];
    switch (column) {
    case kDimension: {
        Cell cell = textCell(QString::fromStdString(about.name));
        if (!about.alias.empty() && about.alias != about.name)
            cell.tip = tr("Designs call it %1").arg(QString::fromStdString(about.alias));
        return cell;
    }
    case kBound: return countCell(about.bound);
    case kRole: {
        const bool used = std::find(m_unused.begin(), m_unused.end(), about.name) == m_unused.end();
        Cell cell = textCell(used ? dimensionRole(m_workload, row) : tr("not used since the error"));
        cell.tip = cell.text;
        return cell;
    }
    default: break;
    }
    QStringList letters;
    for (int t = 0; t < m_workload.tensorCount(); ++t)
        if (tensorAt(m_workload, t).uses(row)) letters << QString::fromStdString(tensorAt(m_workload, t).name);
    return textCell(letters.join(u' '));
}

TensorTableModel::TensorTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Tensor"), tr("Name, and the role by which designs speak of it"), false},
          {tr("Shape"), tr("Extent of each rank"), false},
          {tr("Words"), tr("Distinct elements that the workload touches")},
      } {}

void TensorTableModel::setWorkload(const Workload& workload) {
    m_workload = workload;
    refresh();
}

void TensorTableModel::setCompact(bool compact) {
    if (compact == m_compact) return;
    m_compact = compact;
    refresh();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);  // columns fit at once
}

Cell TensorTableModel::cell(int row, int column) const {
    const Tensor& about = tensorAt(m_workload, row);
    switch (column) {
    case 0: {
        const QString name = QString::fromStdString(about.name);
        const QString role = QString::fromStdString(about.role);
        Cell cell = textCell(role == name || m_compact ? name : QStringLiteral("%1 %2").arg(name, role),
                             {Swatch::Kind::tensor, markOf(m_workload, row).slot, 0});
        cell.tip = tr("Designs call it %1").arg(role);
        return cell;
    }
    case 1: {
        Cell cell = textCell(shapeOf(m_workload, about, m_compact));
        if (about.wordBits != 0) cell.tip = tr("Words of %1 bits").arg(about.wordBits);
        return cell;
    }
    default: return countCell(m_workload.tensorSize(row));
    }
}

}  // namespace lapidary::ui
