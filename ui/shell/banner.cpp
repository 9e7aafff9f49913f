// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/banner.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

/// Tint, an edge of 3 px and an icon in the tone of the severity.
class BannerFrame final : public QWidget {
public:
    BannerFrame(const Banner& banner) : m_severity(banner.severity) {
        setObjectName("banner." + banner.cause);
        setAccessibleName(banner.title);
        setAccessibleDescription(banner.text);
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(38, 6, 8, 6);
        layout->setSpacing(8);
        auto* label =
            new QLabel(QStringLiteral("<b>%1</b> %2").arg(banner.title.toHtmlEscaped(), banner.text.toHtmlEscaped()));
        label->setObjectName("bannerLabel");
        label->setWordWrap(true);
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(label, 1);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        const QColor tone = m_severity == Severity::error     ? theme.error
                            : m_severity == Severity::warning ? theme.warning
                                                              : theme.accent;
        const QColor ground = m_severity == Severity::error     ? theme.errorGround
                              : m_severity == Severity::warning ? theme.warningGround
                                                                : theme.tint1;
        QPainter painter(this);
        drawBox(painter, rect(), ground, theme.line);
        painter.fillRect(0, 1, 3, height() - 2, tone);
        drawIcon(painter,
                 m_severity == Severity::error     ? "error"
                 : m_severity == Severity::warning ? "warning"
                                                   : "info",
                 QRectF(12, height() / 2.0 - 8, 16, 16), tone);
    }

private:
    Severity m_severity;
};

QPushButton* button(const QString& text, const QString& name) {
    auto* result = new QPushButton(text);
    result->setObjectName(name);
    result->setAutoDefault(false);
    return result;
}

}  // namespace

QString bannerText(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::error) continue;
        QString text;
        if (diagnostic.place.line > 0)
            text = QObject::tr("at %1:%2: ").arg(diagnostic.place.line).arg(diagnostic.place.column);
        text += QString::fromStdString(diagnostic.message);
        if (!diagnostic.place.key.empty())
            text += QStringLiteral(" [%1]").arg(QString::fromStdString(diagnostic.place.key));
        if (!diagnostic.hint.empty()) text += QStringLiteral("; ") + QString::fromStdString(diagnostic.hint);
        const auto more = std::count_if(diagnostics.begin(), diagnostics.end(),
                                        [](const Diagnostic& other) { return other.severity == Severity::error; }) -
                          1;
        if (more > 0) text += QObject::tr(" (and %n more)", nullptr, static_cast<int>(more));
        return text + u'.';
    }
    return {};
}

BannerArea::BannerArea(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(4, 4, 4, 0);
    m_layout->setSpacing(4);
    hide();
}

void BannerArea::post(const Banner& banner) {
    withdraw(banner.cause);
    auto* frame = new BannerFrame(banner);
    if (!banner.button.isEmpty()) {
        auto* act = button(banner.button, "bannerAction");
        connect(act, &QPushButton::clicked, this, [this, banner] {
            if (banner.action) banner.action();
            withdraw(banner.cause);
        });
        frame->layout()->addWidget(act);
    }
    auto* dismiss = button(tr("Dismiss"), "bannerDismiss");
    connect(dismiss, &QPushButton::clicked, this, [this, cause = banner.cause] { withdraw(cause); });
    frame->layout()->addWidget(dismiss);
    m_layout->addWidget(frame);
    m_banners.insert(banner.cause, frame);
    show();
    emit changed();
}

void BannerArea::withdraw(const QString& cause) {
    QWidget* frame = m_banners.take(cause);
    if (!frame) return;
    m_layout->removeWidget(frame);
    frame->hide();
    frame->deleteLater();
    setVisible(!m_banners.isEmpty());
    emit changed();
}

QString BannerArea::textOf(const QString& cause) const {
    const QWidget* frame = m_banners.value(cause);
    return frame ? frame->accessibleName() + u' ' + frame->accessibleDescription() : QString();
}

}  // namespace lapidary::ui
