// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/axis_row.h"

#include <QCompleter>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QStringListModel>
#include <QToolButton>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kFieldEdges = 18;  ///< of a field, beside its text

/// A field with a red edge while it is wrong. With nothing typed, undo and redo are the document's.
class MarkedField final : public QLineEdit {
public:
    void setWrong(bool wrong) {
        m_wrong = wrong;
        update();
    }

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride && !isModified()) {
            const auto* key = static_cast<QKeyEvent*>(event);
            if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) return false;
        }
        return QLineEdit::event(event);
    }
    void paintEvent(QPaintEvent* event) override {
        QLineEdit::paintEvent(event);
        if (!m_wrong) return;
        QPainter painter(this);
        drawBox(painter, rect(), Qt::transparent, themeOf(this).error);
    }

private:
    bool m_wrong = false;
};

/// Red text, whichever the theme.
class ErrorLabel final : public QLabel {
public:
    ErrorLabel() {
        setFont(uiFont(TypeSize::note));
        setWordWrap(true);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QPalette mine = palette();
        if (mine.color(QPalette::WindowText) != themeOf(this).error) {
            mine.setColor(QPalette::WindowText, themeOf(this).error);
            setPalette(mine);
        }
        QLabel::paintEvent(event);
    }
};

}  // namespace

std::vector<std::string> valuesOf(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[,;]"));
    std::vector<std::string> values;
    for (const QString& word : text.split(kBetween, Qt::SkipEmptyParts))
        if (QString value = word.simplified(); !value.isEmpty())
            values.push_back(value.replace(QStringLiteral(" × "), QStringLiteral("x")).toStdString());
    return values;
}

QString textOf(const std::vector<std::string>& values) {
    QStringList words;
    for (const std::string& value : values) words << QString::fromStdString(value);
    return words.join(QStringLiteral(", "));
}

AxisRow::AxisRow(int number, QStringListModel* paths, QWidget* parent)
    : QWidget(parent),
      m_path(new MarkedField),
      m_values(new MarkedField),
      m_list(new QLabel),
      m_problem(new ErrorLabel) {
    m_path->setObjectName(QStringLiteral("axisPath%1").arg(number));
    m_path->setAccessibleName(tr("Setting %1").arg(number + 1));
    m_path->setPlaceholderText(tr("setting"));
    m_path->setFixedWidth(98);
    auto* completer = new QCompleter(paths, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_path->setCompleter(completer);
    m_values->setObjectName(QStringLiteral("axisValues%1").arg(number));
    m_values->setAccessibleName(tr("Values of setting %1").arg(number + 1));
    m_values->setPlaceholderText(tr("values, with commas"));
    m_problem->setObjectName(QStringLiteral("axisProblem%1").arg(number));
    m_list->setObjectName(QStringLiteral("axisList%1").arg(number));
    m_list->setFont(uiFont(TypeSize::note));
    m_list->setForegroundRole(QPalette::PlaceholderText);
    m_list->setWordWrap(true);
    m_list->hide();
    auto* remove = new QToolButton;
    remove->setIcon(icon("remove"));
    remove->setObjectName(QStringLiteral("removeAxis%1").arg(number));
    remove->setAccessibleName(tr("Remove setting %1").arg(number + 1));
    remove->setToolTip(tr("Don't vary this setting"));
    remove->setAutoRaise(true);
    remove->setFixedSize(24, 24);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_path, 0, 0);
    grid->addWidget(m_values, 0, 1);
    grid->addWidget(remove, 0, 2);
    grid->addWidget(m_list, 1, 0, 1, 3);
    grid->addWidget(m_problem, 2, 0, 1, 3);
    connect(m_path, &QLineEdit::editingFinished, this, &AxisRow::commit);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &AxisRow::commit);
    connect(m_values, &QLineEdit::editingFinished, this, &AxisRow::commit);
    connect(remove, &QToolButton::clicked, this, &AxisRow::removed);
}

void AxisRow::setAxis(const SweepAxis& axis) {
    m_axis = axis;
    m_path->setText(QString::fromStdString(axis.path));
    m_path->setToolTip(
        tr("A setting of the design such as PE.fanout or GLB.capacity, or a bound of the layers such as "
           "bounds.N"));
    m_values->setText(textOf(axis.values));
    m_values->setCursorPosition(0);
    m_values->setToolTip(
        tr("%1 values, with units where the setting has one: %2").arg(axis.values.size()).arg(textOf(axis.values)));
    refreshList();
}

void AxisRow::refreshList() {
    const QString text = textOf(m_axis.values);
    m_list->setText(tr("%1 values: %2").arg(m_axis.values.size()).arg(text));
    m_list->setVisible(m_values->fontMetrics().horizontalAdvance(text) + kFieldEdges > m_values->width());
}

void AxisRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refreshList();
}

void AxisRow::setProblems(const std::vector<SweepProblem>& problems) {
    bool path = false, values = false;
    QStringList texts;
    for (const SweepProblem& problem : problems) {
        const bool ofValue = problem.value >= 0 || m_axis.values.empty();
        (ofValue ? values : path) = true;
        QString text = QString::fromStdString(problem.diagnostic.message);
        if (problem.value >= 0) text = tr("value %1: %2").arg(problem.value + 1).arg(text);
        if (!problem.diagnostic.hint.empty())
            text += QStringLiteral("; ") + QString::fromStdString(problem.diagnostic.hint);
        texts << text;
    }
    static_cast<MarkedField*>(m_path)->setWrong(path);
    static_cast<MarkedField*>(m_values)->setWrong(values);
    if (texts.size() > 3) texts = texts.mid(0, 3) << tr("and %1 more").arg(texts.size() - 3);
    m_problem->setText(texts.join(u'\n'));
    m_problem->setVisible(!texts.isEmpty());
}

void AxisRow::startEditing() { m_path->setFocus(); }

void AxisRow::commit() {
    m_path->setModified(false);
    m_values->setModified(false);
    const SweepAxis axis{m_path->text().trimmed().toStdString(), valuesOf(m_values->text())};
    if (axis == m_axis) return;
    m_axis = axis;
    refreshList();
    emit edited(axis);
}

}  // namespace lapidary::ui
