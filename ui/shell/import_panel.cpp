// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/import_panel.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "ui/models/import_tables.h"
#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/shell/import_control.h"
#include "ui/shell/import_report.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/empty_line.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/progress_line.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostAxesShown = 16;
constexpr std::size_t kMostTold = 3;

QLabel* importLine(TypeSize size, bool strong, const char* name) {
    auto* line = new QLabel;
    line->setObjectName(name);
    line->setFont(uiFont(size, strong));
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return line;
}

/// "graph.node[3].strides: has 3 numbers, expected 2", the first few.
QString located(const Diagnostics& notes, Severity severity) {
    QStringList lines;
    std::size_t more = 0;
    for (const Diagnostic& note : notes) {
        if (note.severity != severity) continue;
        if (static_cast<std::size_t>(lines.size()) >= kMostTold) {
            ++more;
            continue;
        }
        QString line =
            QString::fromStdString(note.place.key.empty() ? note.message : note.place.key + ": " + note.message);
        // Those of notes speak of the command line; the form below does the same.
        if (!note.hint.empty() && severity != Severity::note)
            line += QStringLiteral("; ") + QString::fromStdString(note.hint);
        lines << line + u'.';
    }
    if (more > 0) lines << QObject::tr("And %1 more.").arg(more);
    return lines.join(u'\n');
}

}  // namespace

ImportPanel::ImportPanel(ImportControl& control, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_control(control),
      m_file(importLine(TypeSize::body, true, "importFile")),
      m_about(importLine(TypeSize::note, false, "importAbout")),
      m_empty(new EmptyLine),
      m_axesHead(importLine(TypeSize::control, true, "importAxesHead")),
      m_notice(new Notice),
      m_progressRow(new QWidget),
      m_progress(new ProgressLine),
      m_summary(new ImportSummaryModel(this)),
      m_table(new FigureTable(m_summary, tr("What became of the nodes"))),
      m_axes(new QWidget),
      m_axesGrid(new QGridLayout),
      m_again(new QPushButton(tr("Read again"))),
      m_report(new QPushButton(tr("All notes..."))) {
    build(actions);
    connect(&control, &ImportControl::changed, this, &ImportPanel::refresh);
    connect(&control, &ImportControl::progressed, this, &ImportPanel::refreshProgress);
    connect(m_again, &QPushButton::clicked, this, &ImportPanel::readAgain);
    connect(m_report, &QPushButton::clicked, this, [this] {
        (new ImportReport(QFileInfo(m_control.path()).fileName(), m_control.notes(), window()))->show();
    });
    refresh();
}

void ImportPanel::build(const Actions& actions) {
    m_notice->setObjectName("importNotice");
    m_table->setObjectName("importSummary");
    m_table->setStretchColumn(0);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_again->setObjectName("importAgain");
    m_again->setToolTip(tr("Reads the file once more with these extents (Enter in a field does the same)"));
    m_report->setObjectName("importAllNotes");
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_progress->setFixedHeight(6);
    m_progress->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_progress->setMaximumWidth(QWIDGETSIZE_MAX);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName("importCancel");
    connect(cancel, &QPushButton::clicked, this, [this] { m_control.cancel(); });
    auto* progress = new QHBoxLayout(m_progressRow);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->addWidget(m_progress, 1);
    progress->addWidget(cancel);

    auto* axes = new QVBoxLayout(m_axes);
    axes->setContentsMargins(0, 6, 0, 0);
    axes->setSpacing(6);
    axes->addWidget(m_axesHead);
    m_axesGrid->setHorizontalSpacing(6);
    m_axesGrid->setVerticalSpacing(6);
    m_axesGrid->setColumnStretch(2, 1);
    axes->addLayout(m_axesGrid);
    axes->addWidget(m_again, 0, Qt::AlignLeft);

    auto* buttons = new QHBoxLayout;
    auto* use = new ActionButton(actions["useNetwork"]);
    use->setShortcutShown(false);
    use->setPrimary(true);
    auto* open = new ActionButton(actions["importModel"]);
    open->setShortcutShown(false);
    for (QWidget* button : {static_cast<QWidget*>(use), static_cast<QWidget*>(open)}) buttons->addWidget(button);
    buttons->addStretch();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 10);
    layout->setSpacing(6);
    for (QWidget* part : {static_cast<QWidget*>(m_empty), static_cast<QWidget*>(m_file), static_cast<QWidget*>(m_about),
                          m_progressRow, static_cast<QWidget*>(m_notice)})
        layout->addWidget(part);
    layout->addWidget(m_report, 0, Qt::AlignLeft);
    layout->addWidget(m_table);
    layout->addWidget(m_axes);
    layout->addSpacing(4);
    layout->addLayout(buttons);
    layout->addStretch(1);
    m_empty->setObjectName("importEmpty");
    m_empty->setText(tr(
        "Drop an ONNX model onto the window, or choose Import model. Every node is listed with what becomes of it: a "
        "layer for searches and models, folded into one, or not accelerated, and why."));
}

void ImportPanel::refresh() {
    refreshHead();
    refreshProgress();
    refreshNotes();
    refreshAxes();
    m_summary->setModel(m_control.imported());
    m_table->setVisible(m_control.imported() != nullptr);
    m_table->setFixedHeight(m_table->sizeHint().height());
}

void ImportPanel::refreshHead() {
    const ImportedPtr& imported = m_control.imported();
    m_empty->setVisible(m_control.path().isEmpty());
    m_file->setVisible(!m_control.path().isEmpty());
    m_file->setText(QFileInfo(m_control.path()).fileName());
    m_file->setToolTip(m_control.path());
    QString about;
    if (imported) {
        const OnnxModel& model = imported->model;
        about = tr("%1 nodes, operators of version %2")
                    .arg(countText(std::ssize(model.graph.nodes)))
                    .arg(model.graph.opset);
        if (!model.graph.name.empty()) about = tr("graph %1: ").arg(QString::fromStdString(model.graph.name)) + about;
        if (!model.header.producer.empty())
            about += tr(", written by %1").arg(QString::fromStdString(model.header.producer));
    } else if (m_control.reading()) {
        about = tr("reading ...");
    }
    m_about->setText(about);
    m_about->setVisible(!about.isEmpty());
}

void ImportPanel::refreshProgress() {
    m_progressRow->setVisible(m_control.reading());
    m_progress->setFraction(m_control.progress());
}

void ImportPanel::refreshNotes() {
    const Diagnostics& notes = m_control.notes();
    const auto count = [&](Severity severity) { return std::ranges::count(notes, severity, &Diagnostic::severity); };
    m_report->setVisible(!m_control.reading() && m_control.imported() && notes.size() > kMostTold);
    if (m_control.reading() || notes.empty()) return m_notice->clear();
    if (count(Severity::error) > 0) {
        const QString kept =
            m_control.imported() ? tr("\nWhat is below is what was read before.") : tr("\nNothing was changed.");
        return m_notice->tell(Severity::error, tr("It can't be read."), located(notes, Severity::error) + kept);
    }
    if (count(Severity::warning) > 0)
        return m_notice->tell(Severity::warning, tr("Not all is known."), located(notes, Severity::warning));
    m_notice->tell(Severity::note, tr("To know:"), located(notes, Severity::note));
}

/// One field for each name, and a line for axes that have none.
void ImportPanel::refreshAxes() {
    m_fields.clear();
    while (QLayoutItem* item = m_axesGrid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const ImportedPtr& imported = m_control.imported();
    std::map<std::string, QStringList> places;
    std::vector<OpenAxis> named;
    int nameless = 0;
    if (imported)
        for (const OpenAxis& axis : imported->model.header.openAxes) {
            if (axis.name.empty()) {
                ++nameless;
                continue;
            }
            if (!places.contains(axis.name)) named.push_back(axis);
            places[axis.name] << tr("axis %1 of %2").arg(axis.axis).arg(QString::fromStdString(axis.input));
        }
    named.resize(std::min(named.size(), kMostAxesShown));
    m_axes->setVisible(!named.empty() || nameless > 0);
    m_again->setVisible(!named.empty());
    QString head = named.empty() ? tr("Axes without an extent") : tr("Axes that the model leaves open");
    if (nameless > 0)
        head += nameless == 1 ? tr(" (one more has no name: it is 1)") : tr(" (%1 more have no name: 1)").arg(nameless);
    m_axesHead->setText(head);
    int row = 0;
    for (const OpenAxis& axis : named) {
        const QString name = QString::fromStdString(axis.name);
        auto* caption = new QLabel(name);
        auto* field = new NumberField(1, kMaxExtent);
        field->setObjectName(QStringLiteral("extent.%1").arg(name));
        field->setAccessibleName(tr("Extent of %1").arg(name));
        field->setFixedWidth(84);
        field->setNumber(axis.extent);
        caption->setBuddy(field);
        auto* place = new QLabel(places[axis.name].join(QStringLiteral(", ")));
        place->setFont(uiFont(TypeSize::note));
        place->setForegroundRole(QPalette::PlaceholderText);
        place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        place->setToolTip(place->text());
        m_axesGrid->addWidget(caption, row, 0);
        m_axesGrid->addWidget(field, row, 1);
        m_axesGrid->addWidget(place, row++, 2);
        connect(field, &QLineEdit::returnPressed, m_again, &QPushButton::click, Qt::QueuedConnection);
        m_fields.emplace_back(axis.name, field);
    }
}

void ImportPanel::readAgain() {
    ImportControl::Extents extents;
    for (const auto& [name, field] : m_fields)
        if (field->number()) extents[name] = *field->number();
    m_control.readAgain(extents);
}

}  // namespace lapidary::ui
