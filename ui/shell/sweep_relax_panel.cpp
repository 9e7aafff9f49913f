// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/sweep_relax_panel.h"

#include <QVBoxLayout>

#include <algorithm>

#include "ui/session/document.h"
#include "ui/shell/relax_panel.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostPointWays = 3;  ///< each takes room from the table below
constexpr std::size_t kMostPointLayers = 8;

/// The point to speak of; nullopt = none lacks a mapping.
std::optional<std::size_t> lackingPoint(const SweepRunPtr& run, int chosen) {
    if (!run || run->running()) return std::nullopt;
    const SweepPoints& points = run->points();
    const auto lacks = [](const SweepPointPtr& point) { return point && lacksMapping(*point); };
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < points.size()) {
        const auto at = static_cast<std::size_t>(chosen);
        return lacks(points[at]) ? std::optional(at) : std::nullopt;
    }
    const auto first = std::find_if(points.begin(), points.end(), lacks);
    return first == points.end() ? std::nullopt : std::optional(static_cast<std::size_t>(first - points.begin()));
}

/// Only one point, so that the others aren't looked into.
SweepPoints onlyPoint(const SweepPoints& points, std::size_t kept) {
    SweepPoints alone(points.size());
    alone[kept] = points[kept];
    return alone;
}

}  // namespace

SweepRelaxPanel::SweepRelaxPanel(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    setAccessibleName(tr("What to relax"));
    hide();
    connect(&document, &Document::sweepPlanChanged, this, [this] {
        if (m_advice) showAdvice();  // what would change may have changed
    });
    connect(&document, &Document::inputsChanged, this, [this] {
        if (m_advice) showAdvice();
    });
}

void SweepRelaxPanel::setPoint(const SweepRunPtr& run, int chosen) {
    const auto point = lackingPoint(run, chosen);
    if (point && run == m_run && *point == m_point) return;
    m_task.abandon();
    m_advice.reset();
    m_run = point ? run : nullptr;
    m_point = point.value_or(0);
    for (Notice* notice : m_notices) notice->clear();
    setVisible(m_run != nullptr);
    if (m_run) ask();
}

void SweepRelaxPanel::ask() {
    noticeAt(0)->tell(Severity::note, tr("%1: no valid mapping.").arg(pointText(*m_run, m_point)),
                      tr("Trying what would help ..."));
    SweepSpec spec = m_run->spec();
    spec.search.threads = 1;
    m_task.start([this, spec = std::move(spec),
                  points = onlyPoint(m_run->points(), m_point)](Job& job) -> std::function<void()> {
        SweepAdvice advice = whatToRelax(spec, points, job, kMostPointLayers);
        return [this, advice = std::move(advice)] {
            m_advice = advice.points.empty() ? PointAdvice{} : advice.points.front();
            m_leftOut = advice.leftOut;
            showAdvice();
        };
    });
}

std::vector<SweepRelaxPanel::Way> SweepRelaxPanel::ways() const {
    std::vector<Way> list;
    const auto brief = [](const std::vector<Relaxation::Setting>& settings, const QString& form) {
        return settings.size() > 1 ? form.arg(briefWay({}, settings)) : QString();
    };
    for (const CommonWay& way : m_advice->common)
        list.push_back({QString::fromStdString(way.what), brief(way.settings, tr("%1, for all layers without")),
                        way.settings, way.constraints});
    const bool several = m_run->layers.size() > 1;
    for (const LayerAdvice& layer : m_advice->layers) {
        const QString form =
            several ? QString::fromStdString(m_run->layers[layer.layer].workload.name()) + QStringLiteral(": %1")
                    : QStringLiteral("%1");
        for (const Relaxation& way : layer.advice.ways)
            list.push_back({form.arg(QString::fromStdString(way.what)), brief(way.settings, form), way.settings,
                            way.constraints, way.least});
    }
    return list;
}

QString SweepRelaxPanel::wayText(const Way& way) const {
    QString text = way.what;
    for (const auto& [path, value] : way.settings)
        text += isSwept(m_run->spec(), path)
                    ? tr("; add %2 to the axis %1").arg(axisTitle(path), QString::fromStdString(value))
                    : tr("; set %1 to %2").arg(QString::fromStdString(path), QString::fromStdString(value));
    return text;
}

void SweepRelaxPanel::showAdvice() {
    for (Notice* notice : m_notices) notice->clear();
    const std::vector<Way> all = ways();
    const QString title = tr("%1:").arg(pointText(*m_run, m_point));
    if (all.empty()) {
        const bool missed = std::any_of(m_advice->layers.begin(), m_advice->layers.end(),
                                        [](const LayerAdvice& layer) { return layer.advice.valid.has_value(); });
        noticeAt(0)->tell(missed ? Severity::note : Severity::warning, title,
                          missed ? tr("nothing need be relaxed: there are valid mappings that the search has not met. "
                                      "Let it draw more.")
                                 : tr("no memory or constraint is to blame alone or together with all others."));
        return;
    }
    const bool asRun = sameSweep(m_run->file, m_document.sweepAsked());
    const std::size_t shown = std::min(kMostPointWays, all.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const Way& way = all[i];
        std::vector<NoticeButton> buttons;
        if (asRun)  // else it would change a sweep that it was not found for
            buttons.push_back({tr("Apply"), QStringLiteral("sweepRelaxApply%1").arg(i), [this, way] { follow(way); }});
        QString text = way.brief.isEmpty() ? wayText(way) : way.brief;
        if (i + 1 == shown && all.size() > shown) text += tr(" (%1 more ways)").arg(all.size() - shown);
        noticeAt(i)->tell(Severity::note, i == 0 ? tr("%1 To have valid mappings:").arg(title) : tr("Or:"), text,
                          std::move(buttons));
        QStringList tip{wayText(way)};
        if (way.least) tip << tr("No smaller size will do: every mapping was tried.");
        if (!asRun) tip << tr("The sweep on the desk is another one now: run it (F5) to see what it needs.");
        noticeAt(i)->setToolTip(tip.join(u'\n'));
    }
}

Notice* SweepRelaxPanel::noticeAt(std::size_t place) {
    while (m_notices.size() <= place) {
        auto* notice = new Notice;
        notice->setObjectName(QStringLiteral("sweepRelaxNotice%1").arg(m_notices.size()));
        layout()->addWidget(notice);
        m_notices.push_back(notice);
    }
    return m_notices[place];
}

void SweepRelaxPanel::follow(const Way& way) {
    const QString text = tr("Relax: %1").arg(way.what);
    SweepFile plan = m_document.sweepPlan();
    std::vector<Relaxation::Setting> ofDesign;
    bool planChanged = false;
    for (const Relaxation::Setting& setting : way.settings) {
        const auto axis = std::ranges::find(plan.spec.axes, setting.path, &SweepAxis::path);
        if (axis == plan.spec.axes.end()) {
            ofDesign.push_back(setting);
        } else if (std::ranges::find(axis->values, setting.value) == axis->values.end()) {
            axis->values.push_back(setting.value);
            planChanged = true;
        }
    }
    auto next = withRelaxed(m_document.inputs(), ofDesign, way.constraints);
    if (!next) return noticeAt(0)->tell(Severity::error, tr("Not applied."), QString::fromStdString(next.errorText()));
    m_document.undoStack().beginMacro(text);
    if (!ofDesign.empty() || next->mapspace.constraints != m_document.inputs().mapspace.constraints)
        m_document.edit(std::move(next).value(), text);
    if (planChanged) m_document.editSweep(std::move(plan), text);
    m_document.undoStack().endMacro();
}

QString SweepRelaxPanel::textTwin() const {
    if (!m_run || !m_advice) return {};
    QString text = pointText(*m_run, m_point) + u'\n';
    for (const std::string& line : toLines(*m_advice, m_run->spec(), m_run->layers))
        text += QString::fromStdString(line) + u'\n';
    return text;
}

}  // namespace lapidary::ui
