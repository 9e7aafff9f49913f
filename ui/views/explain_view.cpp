// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/explain_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

#include "core/base/units.h"
#include "core/io/explain_report.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kExplainPadding = 10, kExplainRow = 21, kExplainIndent = 16, kFoldRoom = 14, kSignRoom = 18;
constexpr int kOpenDepth = 2;         ///< deeper operands begin folded
constexpr std::size_t kOpenAll = 14;  ///< unless there are no more lines than these
constexpr int kExplainDigits = 6;

/// With the prefix that suits energies, areas and their products; counts in full.
QString numberText(const Number& number, const std::string& unit, std::optional<double> clockGhz) {
    if (const auto* count = std::get_if<std::int64_t>(&number))
        return unit.empty() ? countText(*count) : countText(*count) + u' ' + fromView(unit);
    const double value = std::get<double>(number);
    if (unit == "pJ") return energyScale(value).withUnit(value, kExplainDigits);
    if (unit == "pJ*cycles") return edpScale(value, clockGhz).withUnit(value, kExplainDigits);
    if (unit == "um^2") return areaScale(value).withUnit(value, kExplainDigits);
    const QString text = significantText(value, kExplainDigits);
    return unit.empty() ? text : text + u' ' + fromView(unit);
}

/// The sign before an operand of an operation.
QString signOf(Operation operation, std::size_t operand) {
    if (operand == 0) return operation == Operation::largest ? QStringLiteral("max") : QString();
    switch (operation) {
    case Operation::sum: return QStringLiteral("+");
    case Operation::difference: return QStringLiteral("−");
    case Operation::product: return QStringLiteral("×");
    case Operation::quotient:
    case Operation::ceiling: return QStringLiteral("÷");
    case Operation::largest: return QStringLiteral(",");
    case Operation::number: break;
    }
    return {};
}

/// What follows the label of an operation whose sign does not tell all.
QString afterWord(const Expression& expression) {
    return expression.operation == Operation::ceiling ? QObject::tr("rounded up") : QString();
}

std::size_t sizeOf(const Expression& expression) {
    std::size_t size = 1;
    for (const Expression& operand : expression.operands) size += sizeOf(operand);
    return size;
}

}  // namespace

ExplainView::ExplainView(QWidget* parent) : ExhibitView(tr("Explain"), parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ExplainView::exhibitChanged() {
    // By name: another design numbers its levels and tensors otherwise.
    const QString kept = m_names.value(m_current);
    m_explainer.reset();
    m_figures.clear();
    m_names.clear();
    m_current = -1;
    m_problem.clear();
    if (has() && modelOf(exhibit().inputs)) {
        m_problem =
            tr("Derivations are those of the reuse model; these figures are the data-centric model's. Its cases "
               "stand below the directives, the terms that make the models differ in Compare models "
               "(Ctrl+Shift+M).");
    } else if (has()) {
        auto made = Explainer::make(exhibit().setup->target, exhibit().mapping, exhibit().cost.semantics);
        if (made)
            m_explainer = std::move(made).value();
        else
            m_problem = QString::fromStdString(made.errorText());
    }
    if (m_explainer) {
        m_figures = m_explainer->figures();
        for (const FigureId& figure : m_figures)
            m_names << QString::fromStdString(toText(figure, m_explainer->target()));
        const auto objective = std::find(m_figures.begin(), m_figures.end(), FigureId{.kind = CostFigure::edp});
        m_current = static_cast<int>(m_names.indexOf(kept));
        if (m_current < 0 && objective != m_figures.end()) m_current = static_cast<int>(objective - m_figures.begin());
        if (m_current < 0 && !m_figures.empty()) m_current = 0;
    }
    explainCurrent();
}

void ExplainView::setCurrent(int index) {
    if (index == m_current || index < 0 || index >= static_cast<int>(m_figures.size())) return;
    m_current = index;
    explainCurrent();
    pictureChanged();
}

bool ExplainView::setFigure(const FigureId& figure) {
    const auto found = std::find(m_figures.begin(), m_figures.end(), figure);
    if (found == m_figures.end()) return false;
    setCurrent(static_cast<int>(found - m_figures.begin()));
    return true;
}

void ExplainView::explainCurrent() {
    m_derivation.reset();
    m_folds.clear();
    m_chosen = -1;
    if (m_explainer && m_current >= 0) {
        auto derivation = m_explainer->explain(m_figures[static_cast<std::size_t>(m_current)]);
        if (derivation)
            m_derivation = std::move(derivation).value();
        else
            m_problem = QString::fromStdString(derivation.errorText());
    }
    makeRows();
    emit figuresChanged();
}

Subject ExplainView::subject() const {
    if (!m_derivation) return {};
    const FigureId& figure = m_derivation->figure;
    const bool ofCompute = figure.kind == CostFigure::computes || figure.kind == CostFigure::computeEnergy;
    const int level = ofCompute ? design().levelCount() : figure.level;
    return {.level = level, .tensor = figure.tensor, .causes = causesOf(nodesOf(m_derivation->expression))};
}

bool ExplainView::isFolded(const Row& row) const {
    if (const auto said = m_folds.find(row.path); said != m_folds.end()) return said->second;
    return sizeOf(m_derivation->expression) > kOpenAll && row.path.size() >= kOpenDepth;
}

void ExplainView::makeRows() {
    m_rows.clear();
    if (!m_derivation) return;
    if (m_derivation->expression.isLeaf())
        addRow(m_derivation->expression, {0}, {});
    else
        addRows(m_derivation->expression, {});
}

void ExplainView::addRows(const Expression& expression, const std::vector<int>& path) {
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
        std::vector<int> own = path;
        own.push_back(static_cast<int>(i));
        addRow(expression.operands[i], std::move(own), signOf(expression.operation, i));
    }
}

void ExplainView::addRow(const Expression& expression, std::vector<int> path, const QString& sign) {
    Row row;
    row.expression = &expression;
    row.path = std::move(path);
    row.sign = sign;
    row.value = numberText(evaluate(expression), expression.unit, design().spec().clockGhz);
    QStringList words;
    if (!expression.label.empty()) words << QString::fromStdString(expression.label);
    if (const QString after = afterWord(expression); !after.isEmpty()) words << after;
    row.label = words.join(QStringLiteral(", "));
    row.foldable = !expression.isLeaf();
    row.folded = row.foldable && isFolded(row);
    m_rows.push_back(row);
    if (row.foldable && !row.folded) addRows(expression, row.path);
}

void ExplainView::fold(std::size_t index, bool folded) {
    if (!m_rows[index].foldable || m_rows[index].folded == folded) return;
    m_folds[m_rows[index].path] = folded;
    makeRows();
    pictureChanged();
}

int ExplainView::heightForWidth(int width) const {
    return qCeil(
        layFoot(nullptr, lightTheme(), rowsTop(width) + kExplainRow * static_cast<double>(m_rows.size()), width));
}

QSizeF ExplainView::pictureSize() const { return {460, static_cast<double>(heightForWidth(460))}; }

void ExplainView::resizeEvent(QResizeEvent* event) {
    ExhibitView::resizeEvent(event);
    updateGeometry();
}

double ExplainView::rowsTop(double width) const { return layHead(nullptr, lightTheme(), width); }

double ExplainView::layHead(QPainter* painter, const Theme& theme, double width) const {
    if (!m_derivation) return 0;
    const double room = width - 2 * kExplainPadding;
    const QString value = numberText(m_derivation->value(), m_derivation->unit, design().spec().clockGhz);
    const QFont big = uiFont(TypeSize::number, true);
    double y = 8;
    y += drawWrapped(painter, {kExplainPadding, y, room, 18}, QString::fromStdString(m_derivation->title),
                     uiFont(TypeSize::body, true), theme.text) +
         2;
    if (painter) drawText(*painter, {kExplainPadding, y, room, 26}, Qt::AlignVCenter, value, big, theme.text);
    y += 28;
    if (m_derivation->instances > 1) {
        const QString each =
            tr("%1 in each of %2 instances, on average")
                .arg(significantText(m_derivation->perInstance(), kExplainDigits), countText(m_derivation->instances));
        y += drawWrapped(painter, {kExplainPadding, y, room, 18}, each, uiFont(TypeSize::note), theme.text2) + 2;
    }
    QStringList ends;
    if (m_derivation->limit) ends << tr("at most %1").arg(countText(*m_derivation->limit));
    if (!m_derivation->verdict.empty()) ends << QString::fromStdString(m_derivation->verdict);
    if (!ends.isEmpty())
        y += drawWrapped(painter, {kExplainPadding, y, room, 18}, ends.join(QStringLiteral(": ")),
                         uiFont(TypeSize::control, true), theme.text) +
             2;
    return y + 6;
}

double ExplainView::layFoot(QPainter* painter, const Theme& theme, double top, double width) const {
    if (!m_derivation) return top + 60;
    const double room = width - 2 * kExplainPadding;
    if (painter) painter->fillRect(QRectF(0, top, width, 1), theme.rowLine);
    double y = top + 8;
    y += drawWrapped(painter, {kExplainPadding, y, room, 18}, QString::fromStdString(m_derivation->rule),
                     uiFont(TypeSize::control), theme.text) +
         4;
    QStringList sources;
    if (!m_derivation->semantics.empty())
        sources << tr("Under: %1").arg(QString::fromStdString(m_derivation->semantics));
    if (!m_derivation->reference.empty())
        sources << tr("Source: %1").arg(QString::fromStdString(m_derivation->reference));
    y += drawWrapped(painter, {kExplainPadding, y, room, 18}, sources.join(u'\n'), uiFont(TypeSize::note), theme.text2);
    return y + 10;
}

void ExplainView::paintRow(QPainter& painter, const Theme& theme, std::size_t index, double top, double width) const {
    const Row& row = m_rows[index];
    const QRectF box(0, top, width, kExplainRow);
    if (static_cast<int>(index) == m_chosen) painter.fillRect(box, theme.tint1);
    double x = kExplainPadding + kExplainIndent * static_cast<double>(row.path.size() - 1);
    if (row.foldable) {
        const QPointF middle(x + 5, top + kExplainRow / 2);
        QPolygonF triangle;
        if (row.folded)
            triangle << middle + QPointF(-3, -4) << middle + QPointF(3, 0) << middle + QPointF(-3, 4);
        else
            triangle << middle + QPointF(-4, -3) << middle + QPointF(4, -3) << middle + QPointF(0, 3);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.text2);
        painter.drawPolygon(triangle);
    }
    x += kFoldRoom;
    const double signRoom = row.sign.size() > 1 ? textWidth(row.sign, monoFont(11.5)) + 6 : kSignRoom;
    drawText(painter, {x, top, signRoom, kExplainRow}, Qt::AlignVCenter, row.sign, monoFont(11.5), theme.text2);
    x += signRoom;
    const QFont figures = monoFont(11.5, true), words = uiFont(TypeSize::control);
    drawText(painter, {x, top, width - x - 6, kExplainRow}, Qt::AlignVCenter, row.value, figures, theme.text);
    x += textWidth(row.value, figures) + 10;
    const bool leads = row.expression->figure.has_value();
    if (x < width - 30)
        drawText(painter, {x, top, width - x - 8, kExplainRow}, Qt::AlignVCenter, row.label, words,
                 leads ? theme.accent : theme.text2);
    const auto named = [&](const Links& links) {
        return std::any_of(row.expression->nodes.begin(), row.expression->nodes.end(),
                           [&](int node) { return links.node(node); });
    };
    // Only what is pointed at: a chosen figure has all its own operands.
    if (named(over())) drawOutline(painter, theme, box.adjusted(4, 1, -4, -1));
}

void ExplainView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    painter.save();
    double y = layHead(&painter, theme, size.width());
    for (std::size_t i = 0; i < m_rows.size(); ++i, y += kExplainRow) paintRow(painter, theme, i, y, size.width());
    layFoot(&painter, theme, y, size.width());
    painter.restore();
}

std::size_t ExplainView::rowAt(double y) const {
    const double row = (y - rowsTop(width())) / kExplainRow;
    return row < 0 ? m_rows.size() : std::min(m_rows.size(), static_cast<std::size_t>(row));
}

Subject ExplainView::subjectAt(const QPointF& position) const {
    const std::size_t row = rowAt(position.y());
    return row < m_rows.size() ? subjectOf(row) : Subject{};
}

Subject ExplainView::subjectOf(std::size_t row) const {
    const Expression& operand = *m_rows[row].expression;
    Subject subject{.causes = causesOf(nodesOf(operand))};
    if (operand.figure) {
        subject.level = operand.figure->level;
        subject.tensor = operand.figure->tensor;
    }
    return subject;
}

QString ExplainView::tipAt(const QPointF& position) const {
    const std::size_t row = rowAt(position.y());
    if (row >= m_rows.size()) return {};
    const Expression& operand = *m_rows[row].expression;
    QStringList lines{m_rows[row].value};
    if (!operand.label.empty()) lines.front() += QStringLiteral(": ") + QString::fromStdString(operand.label);
    if (!operand.note.empty()) lines << QString::fromStdString(operand.note);
    if (operand.figure) lines << tr("Enter or a double click explains this figure");
    return lines.join(u'\n');
}

void ExplainView::choose(int row) {
    m_chosen = std::clamp(row, -1, static_cast<int>(m_rows.size()) - 1);
    update();
    if (m_chosen < 0) return;
    hover(subjectOf(static_cast<std::size_t>(m_chosen)));
    const double y = rowsTop(width()) + kExplainRow * (m_chosen + 0.5);
    for (QWidget* parent = parentWidget(); parent; parent = parent->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(parent))
            return area->ensureVisible(0, qRound(y), 0, qCeil(kExplainRow));
}

void ExplainView::mousePressEvent(QMouseEvent* event) {
    const std::size_t index = rowAt(event->position().y());
    if (event->button() != Qt::LeftButton || index >= m_rows.size()) return;
    choose(static_cast<int>(index));
    const double left = kExplainPadding + kExplainIndent * static_cast<double>(m_rows[index].path.size() - 1);
    if (event->position().x() < left + kFoldRoom) fold(index, !m_rows[index].folded);
}

void ExplainView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::size_t index = rowAt(event->position().y());
    if (index >= m_rows.size()) return;
    if (const auto figure = m_rows[index].expression->figure)
        emit wanted(*figure);
    else
        fold(index, !m_rows[index].folded);
}

void ExplainView::keyPressEvent(QKeyEvent* event) {
    const auto chosen = static_cast<std::size_t>(m_chosen);
    const bool some = m_chosen >= 0 && chosen < m_rows.size();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: choose(std::max(0, m_chosen + (event->key() == Qt::Key_Up ? -1 : 1))); return;
    case Qt::Key_Left:
        if (some) fold(chosen, true);
        return;
    case Qt::Key_Right:
        if (some) fold(chosen, false);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (some && m_rows[chosen].expression->figure) emit wanted(*m_rows[chosen].expression->figure);
        return;
    default: ExhibitView::keyPressEvent(event);
    }
}

QString ExplainView::textTwin() const {
    return m_derivation ? QString::fromStdString(explainText({*m_derivation})) : QString();
}

QString ExplainView::emptyText() const {
    if (!has()) return tr("Where each figure comes from, once there is a mapping: click a cell, a bar or a PE.");
    return m_derivation ? QString() : m_problem;
}

}  // namespace lapidary::ui
