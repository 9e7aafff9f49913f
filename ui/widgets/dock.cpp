// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"

namespace lapidary::ui {

namespace {

constexpr int kTitleHeight = 26;

/// The title's ground: rounded above, a line below.
class TitleBar final : public QWidget {
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return {QWidget::sizeHint().width(), kTitleHeight}; }
    QSize minimumSizeHint() const override { return {80, kTitleHeight}; }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, QRectF(rect()).adjusted(0, 0, 0, 4), theme.header, theme.line);
        painter.fillRect(0, height() - 1, width(), 1, theme.line);
    }
};

/// The body's ground: panel fill, lines at the sides and below.
class BodyFrame final : public QWidget {
public:
    explicit BodyFrame(QWidget* body) {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(1, 0, 1, 1);
        layout->addWidget(body);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, QRectF(rect()).adjusted(0, -4, 0, 0), theme.panel, theme.line);
    }
};

QToolButton* titleButton(const QString& iconName, const QString& tip, const QString& key) {
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setIconSize({13, 13});
    button->setFixedSize(22, 20);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setObjectName(key);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

Dock::Dock(const QString& key, const QString& name, QWidget* body, QWidget* parent)
    : QDockWidget(name, parent), m_body(body) {
    setObjectName(key);
    setAccessibleName(name);
    setFeatures(DockWidgetMovable | DockWidgetFloatable | DockWidgetClosable);

    auto* title = new TitleBar;
    auto* layout = new QHBoxLayout(title);
    layout->setContentsMargins(8, 0, 4, 0);
    layout->setSpacing(2);
    auto* bold = new QLabel(name);
    bold->setFont(uiFont(TypeSize::control, true));
    m_subtitle = new ElidedLabel;
    m_subtitle->setFont(uiFont(TypeSize::note));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_pill = new Pill;
    m_switches = new QHBoxLayout;
    m_switches->setSpacing(6);
    m_export = titleButton("export", tr("Export %1").arg(name), key + ".export");
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_export->hide();
    auto* floating = titleButton("float", tr("Float %1, or dock it again").arg(name), key + ".float");
    auto* close = titleButton("close", tr("Close %1; View > Docks brings it back").arg(name), key + ".close");
    connect(floating, &QToolButton::clicked, this, [this] { setFloating(!isFloating()); });
    connect(close, &QToolButton::clicked, this, &QWidget::close);

    layout->addWidget(bold);
    layout->addSpacing(6);
    layout->addWidget(m_subtitle, 1);
    layout->addWidget(m_pill);
    layout->addLayout(m_switches);
    layout->addSpacing(4);
    layout->addWidget(m_export);
    layout->addWidget(floating);
    layout->addWidget(close);
    setTitleBarWidget(title);
    setWidget(new BodyFrame(body));
}

void Dock::setSubtitle(const QString& text) { m_subtitle->setText(text); }

QString Dock::subtitle() const { return m_subtitle->text(); }

void Dock::addSwitch(QWidget* control) { m_switches->addWidget(control); }

QMenu* Dock::exportMenu() {
    if (!m_export->menu()) {
        m_export->setMenu(new QMenu(m_export));
        m_export->show();
    }
    return m_export->menu();
}

}  // namespace lapidary::ui
