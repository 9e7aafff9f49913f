// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One perspective: a window of docks inside the main window, with a default layout and one that is remembered. A layout is
// saved with a version; one of another version is not used. GUI thread only.
#pragma once

#include <QMainWindow>

#include "ui/widgets/dock.h"

class QSettings;

namespace lapidary::ui {

class Perspective : public QMainWindow {
    Q_OBJECT
public:
    Perspective(const QString& key, QWidget* parent = nullptr);

    const QString& key() const { return m_key; }
    QList<Dock*> docks() const;
    void resetLayout();
    void saveLayout(QSettings& settings) const;
    void restoreLayout(const QSettings& settings);

protected:
    /// Docks all docks where they belong.
    virtual void arrange() = 0;
    /// Gives them their shares of the present size.
    virtual void proportion() = 0;
    /// proportion(), unless the sizes are the user's.
    void shareAnew();
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void childEvent(QChildEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_key;
    QByteArray m_pending;  ///< a layout to restore at the first show; before, Qt misses widths
    bool m_arranged = false;
    bool m_ownSizes = false;  ///< the user has moved a separator: sizes are no longer ours
};

}  // namespace lapidary::ui
