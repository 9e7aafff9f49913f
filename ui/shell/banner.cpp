// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/banner.h"

#include <QVBoxLayout>

#include <algorithm>

#include "ui/widgets/notice.h"

namespace lapidary::ui {

QString bannerText(const Diagnostics& diagnostics) {
    // A misspelled key is one error for what is missing and one for what is unknown: both belong into the sentence.
    constexpr qsizetype kMostTold = 2;
    QStringList told;
    qsizetype more = 0;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::error) continue;
        if (told.size() == kMostTold) {
            ++more;
            continue;
        }
        QString text;
        if (diagnostic.place.line > 0)
            text = QObject::tr("at %1:%2: ").arg(diagnostic.place.line).arg(diagnostic.place.column);
        text += QString::fromStdString(diagnostic.message);
        if (!diagnostic.place.key.empty())
            text += QStringLiteral(" [%1]").arg(QString::fromStdString(diagnostic.place.key));
        if (!diagnostic.hint.empty()) text += QStringLiteral("; ") + QString::fromStdString(diagnostic.hint);
        told << text;
    }
    if (told.isEmpty()) return {};
    QString text = told.join(QObject::tr("; and "));
    if (more > 0) text += QObject::tr(" (and %1 more)").arg(more);
    return text + u'.';
}

BannerArea::BannerArea(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(4, 4, 4, 0);
    m_layout->setSpacing(4);
    hide();
}

void BannerArea::post(const Banner& banner) {
    withdraw(banner.cause);
    auto* notice = new Notice;
    notice->setObjectName("banner." + banner.cause);
    std::vector<NoticeButton> buttons;
    if (!banner.button.isEmpty())
        buttons.push_back({banner.button, "bannerAction", [this, banner] {
                               if (banner.action) banner.action();
                               withdraw(banner.cause);
                           }});
    buttons.push_back({tr("Dismiss"), "bannerDismiss", [this, cause = banner.cause] { withdraw(cause); }});
    m_layout->addWidget(notice);
    notice->tell(banner.severity, banner.title, banner.text, std::move(buttons));
    m_banners.insert(banner.cause, notice);
    show();
    emit posted(banner);
    emit changed();
}

void BannerArea::withdraw(const QString& cause) {
    Notice* notice = m_banners.take(cause);
    if (!notice) return;
    m_layout->removeWidget(notice);
    notice->hide();
    notice->deleteLater();
    setVisible(!m_banners.isEmpty());
    emit changed();
}

QString BannerArea::textOf(const QString& cause) const {
    const Notice* notice = m_banners.value(cause);
    return notice ? notice->text() : QString();
}

int BannerArea::errorCount() const {
    return static_cast<int>(std::count_if(m_banners.begin(), m_banners.end(),
                                          [](const Notice* banner) { return banner->severity() == Severity::error; }));
}

}  // namespace lapidary::ui
