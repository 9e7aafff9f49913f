// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <cmath>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kControlHeight = 24;
constexpr int kCompactHeight = 20;  ///< of controls with the property "compact", as dock titles have them
constexpr int kHeaderPadding = 4;

/// Fill and edge of a button or field in its state.
void drawControlBox(QPainter& painter, const QStyleOption& option, bool isButton) {
    const Theme& theme = themeOf(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool focused = enabled && (option.state & QStyle::State_HasFocus);
    const bool pressed = enabled && isButton && (option.state & QStyle::State_Sunken);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const QColor fill = !enabled ? theme.alternate : pressed ? theme.tint2 : theme.panel;
    const QColor edge = focused || pressed ? theme.accent : hovered ? theme.plotAxis : theme.line;
    drawBox(painter, option.rect, fill, edge);
    if (focused) drawBox(painter, QRectF(option.rect).adjusted(1, 1, -1, -1), Qt::transparent, theme.tint2, 2);
}

void drawComboBox(QPainter& painter, const QStyleOptionComboBox& option) {
    const Theme& theme = themeOf(option.palette);
    drawControlBox(painter, option, true);
    QColor mark = theme.text2;
    if (!(option.state & QStyle::State_Enabled)) mark.setAlphaF(0.72F);
    drawIcon(painter, "chevron", QRectF(option.rect.right() - 19, option.rect.center().y() - 5, 12, 12), mark);
}

/// What is cut ends in dots.
QStyleOptionComboBox withTextThatFits(const QStyleOptionComboBox& combo, const QStyle& style, const QWidget* widget) {
    QStyleOptionComboBox fitting = combo;
    int room = style.subControlRect(QStyle::CC_ComboBox, &combo, QStyle::SC_ComboBoxEditField, widget).width();
    if (!combo.currentIcon.isNull()) room -= combo.iconSize.width() + 4;
    fitting.currentText = combo.fontMetrics.elidedText(combo.currentText, Qt::ElideRight, room);
    return fitting;
}

/// A check box or radio button: an edge that shows on every ground, and a mark if it is on or partly so.
void drawIndicator(QPainter& painter, const QStyleOption& option, bool isRound) {
    const Theme& theme = themeOf(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool hovered = enabled && (option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus));
    const double side = std::min({13, option.rect.width(), option.rect.height()});
    const QPointF center = QRectF(option.rect).center();
    const QRectF box(std::floor(center.x() - side / 2), std::floor(center.y() - side / 2), side, side);
    const QColor edge = enabled ? theme.text3 : mixed(theme.text3, theme.panel, 0.5);
    drawBox(painter, box, enabled ? theme.panel : theme.alternate, hovered ? theme.text : edge, isRound ? side / 2 : 2);
    const QColor mark = enabled ? theme.text : theme.text3;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(mark, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (option.state & QStyle::State_NoChange) {
        painter.drawLine(box.center() - QPointF(side / 4, 0), box.center() + QPointF(side / 4, 0));
    } else if ((option.state & QStyle::State_On) && isRound) {
        painter.setBrush(mark);
        painter.drawEllipse(box.center(), side / 8, side / 8);
    } else if (option.state & QStyle::State_On) {
        painter.drawPolyline(QPolygonF{box.topLeft() + QPointF(0.24, 0.52) * side,
                                       box.topLeft() + QPointF(0.42, 0.70) * side,
                                       box.topLeft() + QPointF(0.76, 0.30) * side});
    }
    painter.restore();
}

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& handle) {
    const Theme& theme = themeOf(option.palette);
    painter.fillRect(option.rect, theme.panel);
    if (option.minimum == option.maximum) return;
    const bool active = (option.activeSubControls & QStyle::SC_ScrollBarSlider) &&
                        (option.state & (QStyle::State_MouseOver | QStyle::State_Sunken));
    const QRectF bar = option.orientation == Qt::Vertical ? QRectF(handle).adjusted(2, 1, -2, -1)
                                                          : QRectF(handle).adjusted(1, 2, -1, -2);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(active ? theme.text3 : theme.idleHatch);
    painter.drawRoundedRect(bar, 3, 3);
}

}  // namespace

void drawBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_DockWidgetSeparatorExtent: return 4;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize: return 16;
    case PM_ScrollBarExtent: return 10;
    case PM_TabBarScrollButtonWidth: return 24;
    case PM_TabBar_ScrollButtonOverlap: return 0;
    case PM_ScrollBarSliderMin: return 24;
    case PM_ToolBarItemSpacing: return 4;
    case PM_ToolBarFrameWidth:
    case PM_DefaultFrameWidth: return 1;
    case PM_MenuBarHMargin: return 8;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returned) const {
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ComboBox_Popup: return 0;
    case SH_ToolTip_WakeUpDelay: return 400;
    default: return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int height = widget && widget->property("compact").toBool() ? kCompactHeight : kControlHeight;
    switch (type) {
    case CT_PushButton: return {size.width() + 20, height};
    case CT_LineEdit: result.setHeight(height); return result;
    case CT_HeaderSection: return {result.width() + 2 * kHeaderPadding, result.height()};
    case CT_ComboBox: return {size.width() + 34, height};
    default: return result;
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                            const QWidget* widget) const {
    if (control == CC_ComboBox && part == SC_ComboBoxEditField) return option->rect.adjusted(8, 1, -22, -1);
    if (control != CC_ScrollBar) return QProxyStyle::subControlRect(control, option, part, widget);
    // No arrow buttons: the groove is the whole bar.
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider) return {};
    const bool horizontal = slider->orientation == Qt::Horizontal;
    const int length = horizontal ? slider->rect.width() : slider->rect.height();
    const qint64 range = static_cast<qint64>(slider->maximum) - slider->minimum;
    const int wanted =
        static_cast<int>(static_cast<qint64>(length) * slider->pageStep / (range + slider->pageStep + 1));
    const int handle = range == 0 ? length : std::min(length, std::max(wanted, 24));
    const int start = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length - handle,
                                              slider->upsideDown);
    const auto piece = [&](int from, int to) {
        return horizontal ? QRect(slider->rect.x() + from, slider->rect.y(), to - from, slider->rect.height())
                          : QRect(slider->rect.x(), slider->rect.y() + from, slider->rect.width(), to - from);
    };
    switch (part) {
    case SC_ScrollBarSlider: return piece(start, start + handle);
    case SC_ScrollBarGroove: return piece(0, length);
    case SC_ScrollBarSubPage: return piece(0, start);
    case SC_ScrollBarAddPage: return piece(start + handle, length);
    default: return {};
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelLineEdit: drawControlBox(*painter, *option, element == PE_PanelButtonCommand); return;
    case PE_PanelButtonTool: {
        const bool on = option->state & State_On;
        const bool hot = option->state & State_MouseOver && option->state & State_Enabled;
        if (on || hot) drawBox(*painter, option->rect, on ? theme.tint2 : theme.tint1, Qt::transparent);
        if (option->state & State_HasFocus) drawBox(*painter, option->rect, Qt::transparent, theme.accent);
        return;
    }
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
    case PE_IndicatorRadioButton: drawIndicator(*painter, *option, element == PE_IndicatorRadioButton); return;
    case PE_FrameFocusRect:
        if (qstyleoption_cast<const QStyleOptionFocusRect*>(option))
            drawBox(*painter, option->rect, Qt::transparent, theme.accent, 2);
        return;
    case PE_FrameLineEdit:
    case PE_FrameButtonTool:
    case PE_FrameStatusBarItem:
    case PE_IndicatorDockWidgetResizeHandle:
    case PE_PanelStatusBar: return;
    case PE_PanelTipLabel: drawBox(*painter, option->rect, theme.panel, theme.accent, 0); return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
    case CE_ComboBoxLabel:
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && !combo->editable) {
            const QStyleOptionComboBox fitting = withTextThatFits(*combo, *this, widget);
            return QProxyStyle::drawControl(element, &fitting, painter, widget);
        }
        return QProxyStyle::drawControl(element, option, painter, widget);
    case CE_ToolBar:
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, theme.window); return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, theme.header);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), theme.line);
        return;
    case CE_HeaderLabel:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeader padded(*header);
            padded.rect.adjust(kHeaderPadding, 0, -kHeaderPadding, 0);
            QProxyStyle::drawControl(element, &padded, painter, widget);
        }
        return;
    default: QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && combo && !combo->editable) {
        drawComboBox(*painter, *combo);
        return;
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option); control == CC_ScrollBar && slider) {
        drawScrollBar(*painter, *slider, subControlRect(CC_ScrollBar, slider, SC_ScrollBarSlider, widget));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

}  // namespace lapidary::ui
