// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/relax_panel.h"

#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostWays = 3;  ///< each takes room from the table below

bool foundNothing(const RunPtr& run) {
    return run && run->finished() && !run->live.best && run->result->cause != StopCause::byHand;
}

}  // namespace

Result<SessionInputs> withRelaxed(const SessionInputs& inputs, const std::vector<Relaxation::Setting>& settings,
                                  const Constraints& constraints) {
    SessionInputs next = inputs;
    for (const auto& [path, value] : settings) {
        auto changed = withSetting(next.architecture, path, value);
        if (!changed) return changed.diagnostics();
        next.architecture = std::move(changed).value();
    }
    next.mapspace.constraints = constraints;
    next.mapspace.constraints.fromUser = inputs.mapspace.constraints.fromUser;
    return next;
}

QString briefWay(const QString& what, const std::vector<Relaxation::Setting>& settings) {
    if (settings.size() < 2) return what;
    QStringList sizes;
    for (const auto& [path, value] : settings) {
        QString place = QString::fromStdString(path);
        place.remove(QStringLiteral(".capacity")).replace(QStringLiteral(".partitions."), QStringLiteral(" "));
        sizes << QObject::tr("%1 to %2").arg(place, countText(std::stoll(value)));
    }
    sizes.front() += QObject::tr(" words");
    return sizes.join(QStringLiteral(", "));
}

RelaxPanel::RelaxPanel(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 4);
    layout->setSpacing(4);
    setAccessibleName(tr("What to relax"));
    hide();
}

void RelaxPanel::setRun(const RunPtr& run) {
    const RunPtr next = foundNothing(run) ? run : nullptr;
    if (next == m_run) {
        if (m_advice) showAdvice();  // the desk may have changed
        return;
    }
    m_run = next;
    m_task.abandon();
    m_advice.reset();
    for (Notice* notice : m_notices) notice->clear();
    setVisible(next != nullptr);
    if (next) ask();
}

void RelaxPanel::ask() {
    noticeAt(0)->tell(Severity::note, tr("Nothing valid."), tr("Trying what would help ..."));
    m_task.start([this, setup = m_run->setup, seed = m_run->inputs.search.seed](Job& job) -> std::function<void()> {
        Advice advice = whatToRelax(setup->mapspace, setup->evaluator.semantics(), seed, job);
        return [this, advice = std::move(advice)] {
            m_advice = advice;
            showAdvice();
        };
    });
}

void RelaxPanel::showAdvice() {
    for (Notice* notice : m_notices) notice->clear();
    if (m_advice->valid) {
        noticeAt(0)->tell(
            Severity::note, tr("Nothing need be relaxed:"),
            tr("there are valid mappings, this search met none. Search longer, or by another algorithm."),
            {{tr("Open one"), QStringLiteral("relaxOpen"), [this] { emit mappingFound(*m_advice->valid); }}});
        return;
    }
    if (m_advice->ways.empty()) {
        noticeAt(0)->tell(Severity::warning, tr("Nothing valid,"),
                          tr("and no memory or constraint is to blame alone or together with all others. The reasons "
                             "below tell what fails."));
        return;
    }
    const std::size_t shown = std::min(kMostWays, m_advice->ways.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const Relaxation& way = m_advice->ways[i];
        std::vector<NoticeButton> buttons;
        if (m_run->other.isEmpty())  // else it would change a design that it was not found for
            buttons.push_back({tr("Apply"), QStringLiteral("relaxApply%1").arg(i), [this, way] { follow(way); }});
        noticeAt(i)->tell(Severity::note, i == 0 ? tr("To have valid mappings:") : tr("Or:"),
                          briefWay(QString::fromStdString(way.what), way.settings), std::move(buttons));
        QStringList tip{QString::fromStdString(way.what)};
        for (const auto& [path, value] : way.settings)
            tip << QStringLiteral("--set %1=%2").arg(QString::fromStdString(path), QString::fromStdString(value));
        if (way.least) tip << tr("No smaller size will do: every mapping was tried.");
        noticeAt(i)->setToolTip(tip.join(u'\n'));
    }
}

Notice* RelaxPanel::noticeAt(std::size_t place) {
    while (m_notices.size() <= place) {
        auto* notice = new Notice;
        notice->setObjectName(QStringLiteral("relaxNotice%1").arg(m_notices.size()));
        layout()->addWidget(notice);
        m_notices.push_back(notice);
    }
    return m_notices[place];
}

void RelaxPanel::follow(const Relaxation& way) {
    auto next = withRelaxed(m_document.inputs(), way.settings, way.constraints);
    if (!next) return noticeAt(0)->tell(Severity::error, tr("Not applied."), QString::fromStdString(next.errorText()));
    m_document.edit(std::move(next).value(), tr("Relax: %1").arg(QString::fromStdString(way.what)));
}

QString RelaxPanel::textTwin() const {
    if (!m_run || !m_advice) return {};
    QString text;
    for (const std::string& line : toLines(*m_advice)) text += QString::fromStdString(line) + u'\n';
    return text;
}

}  // namespace lapidary::ui
