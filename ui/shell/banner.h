// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Banners above the docks: what is wrong, where, what still works, and what to do. One per cause; a new one of the same
// cause takes its place. Never modal. GUI thread only.
#pragma once

#include <QMap>
#include <QWidget>

#include <functional>

#include "core/base/result.h"

class QVBoxLayout;

namespace lapidary::ui {

class Notice;

struct Banner {
    QString cause;  ///< key: banners of one cause replace each other
    Severity severity = Severity::error;
    QString title;                 ///< "arch.json is not readable"
    QString text;                  ///< place, reason, what still works
    QString button;                ///< empty = none beside Dismiss
    std::function<void()> action;  ///< of the button; the banner goes afterwards
};

/// The first two errors in words: "at 118:3: end of file inside an object."
QString bannerText(const Diagnostics& diagnostics);

class BannerArea final : public QWidget {
    Q_OBJECT
public:
    explicit BannerArea(QWidget* parent = nullptr);

    void post(const Banner& banner);
    void withdraw(const QString& cause);
    int count() const { return static_cast<int>(m_banners.size()); }
    /// Those that tell an error.
    int errorCount() const;
    /// Title and text of a cause's banner, empty if there is none.
    QString textOf(const QString& cause) const;

signals:
    void changed();
    void posted(const lapidary::ui::Banner& banner);

private:
    QMap<QString, Notice*> m_banners;
    QVBoxLayout* m_layout;
};

}  // namespace lapidary::ui
