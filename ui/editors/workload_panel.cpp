// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/workload_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>

#include <algorithm>

#include "core/base/digit_groups.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/explore/design_facts.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/index_delegate.h"
#include "ui/models/workload_tables.h"
#include "ui/session/unread.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

constexpr int kWorkloadPanelNarrow = 430, kTight = 370, kWorkloadPanelLow = 240;
constexpr int kNarrowBounds = 172, kTightBounds = 112;

/// Comments quiet, names of tensors strong.
std::vector<CodeSpan> einsumSpans(const QString& line) {
    std::vector<CodeSpan> spans;
    const auto comment = line.indexOf(u'#');
    const QString code = comment < 0 ? line : line.left(comment);
    static const QRegularExpression tensor(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*(?=\\s*\\[)"));
    for (auto match = tensor.globalMatch(code); match.hasNext();) {
        const auto found = match.next();
        spans.push_back(
            {static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()), CodeTone::strong});
    }
    if (comment >= 0)
        spans.push_back({static_cast<int>(comment), static_cast<int>(line.size() - comment), CodeTone::quiet});
    return spans;
}

/// The word at a place of the text, at least one character.
int lengthAt(const QString& code, const Place& place) {
    const QStringList lines = code.split(u'\n');
    if (place.line < 1 || place.line > lines.size()) return 1;
    static const QRegularExpression word(QStringLiteral("[A-Za-z0-9_]+"));
    const QRegularExpressionMatch match =
        word.match(lines[place.line - 1], std::max(place.column - 1, 0), QRegularExpression::NormalMatch,
                   QRegularExpression::AnchorAtOffsetMatchOption);
    return match.hasMatch() ? static_cast<int>(match.capturedLength()) : 1;
}

}  // namespace

WorkloadPanel::WorkloadPanel(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_notice(new Notice),
      m_code(new CodeEdit(einsumSpans)),
      m_bounds(new BoundTableModel(this)),
      m_tensors(new TensorTableModel(this)),
      m_boundTable(new FigureTable(m_bounds, tr("Bounds"))),
      m_tensorTable(new FigureTable(m_tensors, tr("Tensors"))),
      m_facts(new QLabel) {
    m_notice->setObjectName("einsumNotice");
    m_code->setObjectName("einsum");
    m_code->setAccessibleName(tr("Einsum"));
    m_code->setVisibleLines(1, 5);
    m_code->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_boundTable->setObjectName("boundTable");
    m_boundTable->setStretchColumn(BoundTableModel::kRole);
    m_boundTable->setItemDelegateForColumn(BoundTableModel::kIndexes, new IndexDelegate(*m_bounds, m_boundTable));
    m_boundTable->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                                  QAbstractItemView::AnyKeyPressed);
    m_tensorTable->setObjectName("tensorTable");
    m_boundTable->setMinimumHeight(44);  // header and a row, while a problem takes room
    m_tensorTable->setMinimumHeight(44);
    m_tensorTable->setStretchColumn(1);
    m_facts->setObjectName("workloadFacts");
    m_facts->setFont(uiFont(TypeSize::note));
    m_facts->setContentsMargins(8, 5, 8, 6);
    m_facts->setWordWrap(true);
    m_facts->setTextFormat(Qt::RichText);

    m_tables = new QHBoxLayout;
    m_tables->setSpacing(1);
    m_tables->addWidget(m_boundTable, 6);
    m_tables->addWidget(m_tensorTable, 5);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_code);
    layout->addLayout(m_tables, 1);
    layout->addWidget(m_facts);

    connect(m_code, &CodeEdit::edited, this, &WorkloadPanel::read);
    connect(m_code, &CodeEdit::focusGained, this, [this] { m_typingId = Document::freshMergeId(); });
    connect(m_code, &CodeEdit::undoRequested, this, &WorkloadPanel::undo);
    connect(m_code, &CodeEdit::redoRequested, this, [this] { m_document.undoStack().redo(); });
    connect(m_bounds, &BoundTableModel::boundEdited, this, &WorkloadPanel::commitBound);
    connect(&document, &Document::inputsChanged, this, &WorkloadPanel::follow);
    m_code->setCode(canonicalText());
    refreshTables();
}

QString WorkloadPanel::canonicalText() const { return QString::fromStdString(m_document.inputs().workload.einsum()); }

/// What is typed becomes the workload as soon as it is one.
void WorkloadPanel::read() {
    const Workload& before = m_document.inputs().workload;
    m_draft = readDraft(m_code->toPlainText().toStdString(), before, m_declared);
    if (!m_draft.workload) {
        setBroken(true);
        showProblem();
        refreshTables();
        return;
    }
    m_declared.clear();
    m_notice->clear();
    m_code->setSquiggles({});
    setBroken(false);
    if (*m_draft.workload != before) {
        SessionInputs next = m_document.inputs();
        next.workload = *m_draft.workload;
        next.workloadKey.clear();  // no preset any more
        m_document.edit(std::move(next), tr("Einsum"), m_typingId);
    }
    refreshTables();
}

/// Somebody else changed the inputs: the text stays if it says the same, or if it is broken and the workload is as it was.
void WorkloadPanel::follow() {
    const Workload& now = m_document.inputs().workload;
    if (now == m_bounds->workload()) return;
    const EinsumDraft same = readDraft(m_code->toPlainText().toStdString(), now);
    if (!same.workload || *same.workload != now) m_code->setCode(canonicalText());
    m_draft = {};
    m_declared.clear();
    m_notice->clear();
    m_code->setSquiggles({});
    setBroken(false);
    refreshTables();
}

/// Where there is little room, words give way to figures.
void WorkloadPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool narrow = width() < kWorkloadPanelNarrow;
    m_boundTable->setColumnHidden(BoundTableModel::kRole, narrow);
    m_boundTable->setStretchColumn(narrow ? BoundTableModel::kBound : BoundTableModel::kRole);
    m_tensors->setCompact(narrow);
    m_tables->setStretch(0, narrow ? 0 : 6);
    const bool tight = width() < kTight;  // the expression tells the indexes; shapes stand nowhere else
    m_boundTable->setColumnHidden(BoundTableModel::kIndexes, tight);
    m_boundTable->setMaximumWidth(tight ? kTightBounds : narrow ? kNarrowBounds : QWIDGETSIZE_MAX);
    m_code->setFont(monoFont(narrow ? 11.5 : 12.5));
    m_facts->setHidden(m_broken && height() < kWorkloadPanelLow);
}

void WorkloadPanel::setBroken(bool broken) {
    if (broken == m_broken) return;
    m_broken = broken;
    m_facts->setHidden(broken && height() < kWorkloadPanelLow);
    if (!broken) Unread::of(m_document).set(tr("Workload"), {});
    emit brokenChanged(broken);
}

void WorkloadPanel::showProblem() {
    const Diagnostic& first = m_draft.problems.front();
    const QString code = m_code->toPlainText();
    const int length = lengthAt(code, first.place);
    m_code->setSquiggles({{first.place.line, first.place.column, length, problemText(m_draft.problems)}});
    const QString place = QStringLiteral("%1:%2").arg(first.place.line).arg(first.place.column);

    std::vector<NoticeButton> buttons;
    QString title = QStringLiteral("%1 ").arg(problemText({first}));
    const std::string& about = first.place.key;
    if (std::find(m_draft.unknown.begin(), m_draft.unknown.end(), about) != m_draft.unknown.end()) {
        title = tr("Unknown dimension %1").arg(QString::fromStdString(about));
        std::vector<std::string> known;
        for (const Dimension& dimension : m_document.inputs().workload.dimensions()) known.push_back(dimension.name);
        const std::string near = m_draft.missed.size() == 1 ? m_draft.missed.front() : nearest(about, known);
        if (!near.empty())
            buttons.push_back({tr("Replace by %1").arg(QString::fromStdString(near)), "replaceDimension",
                               [this, first, length, near] {
                                   m_code->replaceAt(first.place.line, first.place.column, length,
                                                     QString::fromStdString(near));
                               }});
        buttons.push_back({tr("Declare %1").arg(QString::fromStdString(about)), "declareDimension", [this, about] {
                               m_declared[about] = 1;
                               read();
                           }});
    }
    buttons.push_back({tr("Take back"), "takeBackEinsum", [this] { undo(); }});
    Unread::of(m_document).set(tr("Workload"), tr("%1 at %2").arg(title.trimmed(), place));
    m_notice->tell(Severity::error, title, tr("at %1. The last valid workload stays in use.").arg(place),
                   std::move(buttons));
}

/// A broken text goes back to the valid one first; then the document's list is next.
void WorkloadPanel::undo() {
    if (!m_broken) return m_document.undoStack().undo();
    m_code->setCode(canonicalText());
    read();
}

void WorkloadPanel::refreshTables() {
    const Workload& workload = m_document.inputs().workload;
    m_bounds->setWorkload(workload, m_broken ? m_draft.unused : std::vector<std::string>());
    m_tensors->setWorkload(workload);
    const DesignFacts facts = designFacts(m_document.inputs().architecture, workload);
    m_facts->setText(tr("<b>%1 MACs</b> · %2 words · %3 MACs per word")
                         .arg(QString::fromStdString(formatCount(facts.macs)),
                              QString::fromStdString(formatCount(facts.words)),
                              QString::fromStdString(formatFigure(facts.intensity))));
}

void WorkloadPanel::commitBound(int dimension, const QString& typed) {
    const Workload& workload = m_document.inputs().workload;
    const Dimension& about = workload.dimensions()[static_cast<std::size_t>(dimension)];
    const QString what = tr("Bound of %1").arg(QString::fromStdString(about.name));
    bool whole = false;
    std::vector<std::int64_t> bounds;
    for (const Dimension& each : workload.dimensions()) bounds.push_back(each.bound);
    bounds[static_cast<std::size_t>(dimension)] = QString(typed).remove(u',').toLongLong(&whole);
    const Result<Workload> changed =
        whole ? workload.withBounds(bounds)
              : Result<Workload>(error("expected a whole number, found '" + typed.toStdString() + "'"));
    if (!changed) {
        m_notice->tell(Severity::error, tr("%1:").arg(what),
                       sentence(changed.diagnostics()) +
                           tr(" %1 stays in use.").arg(QString::fromStdString(formatCount(about.bound))),
                       {{tr("Dismiss"), "dismissBound", [this] { m_notice->clear(); }}});
        return;
    }
    m_notice->clear();
    if (*changed == workload) return;
    SessionInputs next = m_document.inputs();
    next.workload = *changed;
    next.workloadKey.clear();
    m_document.edit(std::move(next), what);
}

}  // namespace lapidary::ui
