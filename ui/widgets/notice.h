// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is wrong, in place: tint, an edge of 3 px and an icon in the tone of the severity, title and text, buttons that mend
// it. Used above the docks and inside them. GUI thread only.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

#include "core/base/result.h"

class QHBoxLayout;
class QLabel;

namespace lapidary::ui {

struct NoticeButton {
    QString text;
    QString name;  ///< object name
    std::function<void()> action;
};

class Notice final : public QWidget {
    Q_OBJECT
public:
    /// Hidden until something is told.
    explicit Notice(QWidget* parent = nullptr);

    void tell(Severity severity, const QString& title, const QString& text, std::vector<NoticeButton> buttons = {});
    void clear();
    /// Title and text; empty when hidden.
    QString text() const;
    Severity severity() const { return m_severity; }

    bool hasHeightForWidth() const override { return true; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Severity m_severity = Severity::error;
    QLabel* m_label;
    QHBoxLayout* m_buttons;
};

}  // namespace lapidary::ui
