// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/log_keeper.h"

#include <QSet>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/session/log.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_control.h"
#include "ui/shell/main_window.h"

namespace lapidary::ui {

namespace {

QString startText(const Run& run) {
    return QObject::tr("Run %1 started: %2, %3 on %4, seed %5")
        .arg(run.number)
        .arg(titleOf(run), workloadTitle(run.inputs), designTitle(run.inputs))
        .arg(run.inputs.search.seed);
}

QString endText(const Run& run) {
    const SearchResult& result = *run.result;
    QString text = QObject::tr("Run %1 %2: %3 drawn, %4 valid, %5 s")
                       .arg(run.number)
                       .arg(stateText(run), QString::fromStdString(formatCount(result.counters.drawn)),
                            QString::fromStdString(formatCount(result.counters.valid)))
                       .arg(result.seconds, 0, 'f', 1);
    if (!result.best) return text;
    const Metric metric = run.inputs.search.objective.metrics.front();
    const double value = valueOf(metric, result.best->score);
    const Scale scale = metricScale(metric, value, run.inputs.architecture.spec().clockGhz);
    return text + QObject::tr(", best %1 %2").arg(metricName(metric), scale.withUnit(value));
}

/// Tells each run once when it comes and once when it has ended.
class RunWatch final : public QObject {
public:
    RunWatch(Document& document, QObject* parent) : QObject(parent), m_document(document) {
        connect(&document, &Document::runsChanged, this, &RunWatch::look);
    }

private:
    void look() {
        QSet<const Run*> ongoing;
        for (const RunPtr& run : m_document.runs()) {
            const bool known = m_ongoing.contains(run.get());
            if (run->ongoing()) ongoing << run.get();
            if (run->ongoing() && !known) programLog().add(Severity::note, tr("runs"), startText(*run));
            if (run->finished() && known)
                programLog().add(run->result->best ? Severity::note : Severity::warning, tr("runs"), endText(*run));
        }
        m_ongoing = ongoing;
    }

    Document& m_document;
    QSet<const Run*> m_ongoing;
};

}  // namespace

void keepLog(MainWindow& window) {
    new RunWatch(window.document(), &window);
    QObject::connect(&window.files(), &FileControl::done, &window,
                     [](const QString& what) { programLog().add(Severity::note, QObject::tr("files"), what); });
    QObject::connect(&window.banners(), &BannerArea::posted, &window, [](const Banner& banner) {
        programLog().add(banner.severity, banner.cause, banner.title + u' ' + banner.text);
    });
}

}  // namespace lapidary::ui
