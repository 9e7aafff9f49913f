// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/proof_view.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kProofPadding = 10, kVerdict = 32, kProofFactRow = 18, kGapBar = 24, kBeforeRules = 6, kRuleHead = 22,
                 kRuleRow = 34;
constexpr double kCountColumn = 84;

std::int64_t totalOf(const std::vector<optimal::RuleCount>& rules) {
    std::int64_t total = 0;
    for (const optimal::RuleCount& rule : rules) total += rule.count;
    return total;
}

double closedShare(std::int64_t count, std::int64_t total) {
    return total > 0 ? static_cast<double>(count) / static_cast<double>(total) : 0;
}

}  // namespace

ProofView::ProofView(QWidget* parent) : View(tr("Bound and proof"), parent) { setObjectName("proofView"); }

void ProofView::setRun(const RunPtr& run) {
    m_run = run && run->started && (run->live.bound || run->live.certificate) ? run : nullptr;
    pictureChanged();
}

std::vector<optimal::RuleCount> ProofView::rules() const {
    std::vector<optimal::RuleCount> rules;
    if (!m_run->live.certificate) return rules;
    for (const optimal::RuleCount& rule : m_run->live.certificate->closed)
        if (rule.count > 0) rules.push_back(rule);
    std::ranges::stable_sort(rules, [](const auto& a, const auto& b) { return a.count > b.count; });
    return rules;
}

QString ProofView::verdict() const {
    const SearchSnapshot& live = m_run->live;
    if (isProven(*m_run)) return live.best ? tr("proven: nothing is better") : tr("proven: nothing fits");
    if (!live.best) return tr("nothing found yet");
    if (!live.gap) return tr("no bound known yet");
    if (m_run->result && m_run->result->cause == StopCause::gap)
        return tr("nothing is better by more than %1").arg(percentText(*live.gap));
    const bool closing = live.certificate && m_run->ongoing();
    return closing ? tr("gap %1, still closing").arg(percentText(*live.gap))
                   : tr("gap %1, not proven").arg(percentText(*live.gap));
}

std::vector<ProofView::Fact> ProofView::facts() const {
    const SearchSnapshot& live = m_run->live;
    std::vector<Fact> facts;
    const Metric metric = m_run->inputs.search.objective.metrics.front();
    const auto shown = [&](double value) {
        return metricScale(metric, value, m_run->inputs.architecture.spec().clockGhz).withUnit(value);
    };
    if (live.best) facts.push_back({tr("best %1").arg(metricName(metric)), shown(valueOf(metric, live.best->score))});
    if (live.bound)
        facts.push_back({tr("nothing is below"), shown(*live.bound),
                         isProven(*m_run) && live.best ? Fact::Place::verdict : Fact::Place::head});
    if (live.certificate) {
        facts.push_back({tr("method"), QString::fromStdString(live.certificate->method), Fact::Place::foot});
        facts.push_back({tr("partial choices looked at"), countText(live.certificate->nodes), Fact::Place::foot});
    }
    return facts;
}

/// Why there is no proof, once the run is over: what its method can't do, else the limit that ended it.
QString ProofView::whyNot() const {
    const SearchSnapshot& live = m_run->live;
    if (isProven(*m_run) || !live.certificate || m_run->ongoing()) return {};
    const bool outgrew = m_run->result && m_run->result->cause == StopCause::memory;
    if (const QString reason = QString::fromStdString(live.certificate->reason); !reason.isEmpty())
        return outgrew ? tr("Not proven: %1. Constraints, or a mapspace with fewer mappings, make the proof smaller.")
                             .arg(reason)
                       : tr("Not proven: %1.").arg(reason);
    if (!m_run->result) return {};
    switch (m_run->result->cause) {
    case StopCause::seconds: return tr("Not proven: the time limit ended the run. More seconds close more of the gap.");
    case StopCause::evaluations: return tr("Not proven: the limit of mappings ended the run. It needs no such limit.");
    case StopCause::byHand: return tr("Not proven: it was stopped. Run it again to close the gap.");
    case StopCause::gap: return tr("Ended at the gap that was asked for. Without that limit it goes on to a proof.");
    case StopCause::memory: return tr("Not proven: the search ran out of the memory it may take.");
    default: return {};
    }
}

double ProofView::whyNotHeight(double width) const {
    const QString why = whyNot();
    if (why.isEmpty()) return 0;
    return drawWrapped(nullptr, {kProofPadding, 0, width - 2 * kProofPadding, 0}, why, uiFont(TypeSize::note), {}) + 6;
}

double ProofView::rulesTop(double width) const {
    return kVerdict + whyNotHeight(width) + factsHeight(Fact::Place::head) + (hasGapBar() ? kGapBar : kBeforeRules);
}

/// Nothing is open once it is proven.
bool ProofView::hasGapBar() const { return m_run->live.gap && !isProven(*m_run); }

double ProofView::factsHeight(Fact::Place place) const {
    return kProofFactRow * static_cast<double>(std::ranges::count(facts(), place, &Fact::place));
}

QSizeF ProofView::pictureSize() const {
    if (!m_run) return {340, 120};
    const std::size_t rows = rules().size();
    return {340, rulesTop(leastWidth()) + (rows == 0 ? 40 : kRuleHead + kRuleRow * static_cast<double>(rows)) +
                     factsHeight(Fact::Place::foot) + 10};
}

/// A seal with a check, or an open ring: shape and words, not colour alone.
void ProofView::paintVerdict(QPainter& painter, const Theme& theme, double width) const {
    const QRectF mark(kProofPadding, 8, 16, 16);
    const bool proven = isProven(*m_run);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (proven) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ok);
        for (const double turn : {0.0, 45.0}) {
            painter.save();
            painter.translate(mark.center());
            painter.rotate(turn);
            painter.drawRect(QRectF(-6.4, -6.4, 12.8, 12.8));
            painter.restore();
        }
        drawIcon(painter, "check", mark.adjusted(3, 3, -3, -3), readableOn(theme.ok));
    } else {
        painter.setPen(QPen(theme.text2, 1.6));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(mark.adjusted(1.5, 1.5, -1.5, -1.5));
    }
    painter.restore();
    drawText(painter, {mark.right() + 8, 4, width - mark.right() - 8 - kProofPadding, 24}, Qt::AlignVCenter, verdict(),
             uiFont(TypeSize::control, true), theme.text);
}

/// From 0 to the best: what lies below the bound is out of reach, what lies above it is open.
void ProofView::paintGap(QPainter& painter, const Theme& theme, const QRectF& bar) const {
    const double open = m_run->live.gap.value_or(1);
    const double reach = bar.left() + bar.width() * (1 - open);
    painter.fillRect(QRectF(bar.topLeft(), QPointF(reach, bar.bottom())), theme.tint2);
    if (open > 0) drawHatch(painter, theme, QRectF(QPointF(reach, bar.top()), bar.bottomRight()), Idle::unused);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.fillRect(QRectF(reach - 1, bar.top() - 3, 2, bar.height() + 6), theme.text);
}

void ProofView::paintRule(QPainter& painter, const Theme& theme, const optimal::RuleCount& rule, double share, double y,
                          double width) const {
    const double right = width - kProofPadding;
    drawText(painter, {kProofPadding, y + 2, right - 2 * kCountColumn - kProofPadding, 17}, Qt::AlignVCenter,
             QString::fromStdString(rule.key), uiFont(TypeSize::control, true), theme.text);
    const QRectF bar(right - 2 * kCountColumn, y + 6, kCountColumn - 10, 9);
    painter.fillRect(bar, theme.emptyCell);
    painter.fillRect(QRectF(bar.left(), bar.top(), std::max(1.0, bar.width() * share), bar.height()), theme.text2);
    drawText(painter, {right - kCountColumn, y + 2, kCountColumn, 17}, Qt::AlignVCenter | Qt::AlignRight,
             countText(rule.count), uiFont(TypeSize::control), theme.text);
    drawText(painter, {kProofPadding, y + 17, right - kProofPadding, 15}, Qt::AlignVCenter,
             QString::fromStdString(rule.meaning), uiFont(TypeSize::note), theme.text2);
    painter.fillRect(QRectF(0, y + kRuleRow - 1, width, 1), theme.rowLine);
}

void ProofView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const double right = size.width() - kProofPadding;
    paintVerdict(painter, theme, size.width());
    drawWrapped(&painter, {kProofPadding, kVerdict, right - kProofPadding, 0}, whyNot(), uiFont(TypeSize::note),
                theme.text);
    double y = kVerdict + whyNotHeight(size.width());
    y = paintFacts(painter, theme, Fact::Place::head, y, size.width());
    if (hasGapBar()) paintGap(painter, theme, {kProofPadding, y + 6, right - kProofPadding, 10});
    y += hasGapBar() ? kGapBar : kBeforeRules;
    const std::vector<optimal::RuleCount> shown = rules();
    if (shown.empty()) {
        paintFacts(painter, theme, Fact::Place::foot, y + 36, size.width());
        drawWrapped(
            &painter, {kProofPadding, y, right - kProofPadding, 40},
            tr("The bound is that of the whole mapspace. The algorithm Optimal closes the gap and shows which of "
               "its rules closes what."),
            uiFont(TypeSize::note), theme.text2);
        return;
    }
    painter.fillRect(QRectF(0, y, size.width(), kRuleHead), theme.header);
    const QFont head = uiFont(TypeSize::note, true);
    drawText(painter, {kProofPadding, y, 120, kRuleHead}, Qt::AlignVCenter, tr("Closed by rule"), head, theme.text2);
    drawText(painter, {right - 2 * kCountColumn, y, kCountColumn, kRuleHead}, Qt::AlignVCenter, tr("share"), head,
             theme.text2);
    drawText(painter, {right - kCountColumn, y, kCountColumn, kRuleHead}, Qt::AlignVCenter | Qt::AlignRight,
             tr("choices"), head, theme.text2);
    y += kRuleHead;
    const std::int64_t total = totalOf(shown);
    for (const optimal::RuleCount& rule : shown) {
        paintRule(painter, theme, rule, closedShare(rule.count, total), y, size.width());
        y += kRuleRow;
    }
    paintFacts(painter, theme, Fact::Place::foot, y + 4, size.width());
}

double ProofView::paintFacts(QPainter& painter, const Theme& theme, Fact::Place place, double y, double width) const {
    const double right = width - kProofPadding;
    for (const Fact& fact : facts()) {
        if (fact.place != place) continue;
        drawText(painter, {kProofPadding, y, 160, kProofFactRow}, Qt::AlignVCenter, fact.name,
                 uiFont(TypeSize::control), theme.text2);
        drawText(painter, {kProofPadding + 150, y, right - kProofPadding - 150, kProofFactRow},
                 Qt::AlignVCenter | Qt::AlignRight, fact.value, uiFont(TypeSize::control, true), theme.text);
        y += kProofFactRow;
    }
    return y;
}

QString ProofView::tipAt(const QPointF& position) const {
    if (!m_run) return {};
    const std::vector<optimal::RuleCount> shown = rules();
    const double row = (position.y() - rulesTop(width()) - kRuleHead) / kRuleRow;
    if (row < 0 || row >= static_cast<double>(shown.size())) return {};
    const optimal::RuleCount& rule = shown[static_cast<std::size_t>(row)];
    return tr("%1: %2, %3 of what was closed or judged")
        .arg(QString::fromStdString(rule.meaning), countText(rule.count),
             percentText(closedShare(rule.count, totalOf(shown))));
}

QString ProofView::textTwin() const {
    if (!m_run) return {};
    QStringList lines{tr("run %1: %2").arg(m_run->number).arg(verdict())};
    if (const QString why = whyNot(); !why.isEmpty()) lines << why;
    for (const Fact& fact : facts()) lines << QStringLiteral("%1: %2").arg(fact.name, fact.value);
    for (const optimal::RuleCount& rule : rules())
        lines << tr("%1: %2 %3")
                     .arg(QString::fromStdString(rule.key), countText(rule.count),
                          QString::fromStdString(rule.meaning));
    return lines.join(u'\n');
}

QString ProofView::emptyText() const {
    return m_run
               ? QString()
               : tr("How far the best mapping is from what nothing can beat, once a search runs. The algorithm Optimal "
                    "proves that nothing is better.");
}

}  // namespace lapidary::ui
