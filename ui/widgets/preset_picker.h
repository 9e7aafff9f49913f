// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A chooser of presets that drops down a list to type into: "layer1_0" finds the layer. Made for lists too long for a
// combo box, such as all layers of all networks. GUI thread only.
#pragma once

#include <QAbstractButton>
#include <QStringList>

#include <functional>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStringListModel;

namespace lapidary::ui {

class PresetPicker final : public QAbstractButton {
    Q_OBJECT
public:
    /// `keys` is asked whenever the list opens.
    PresetPicker(const QString& name, std::function<QStringList()> keys, QWidget* parent = nullptr);

    /// What is chosen now; may be something that the list lacks.
    void setShown(const QString& text);
    void setColumnWidth(int pixels) { m_width = pixels; }

    QSize sizeHint() const override { return {m_width, 24}; }
    QSize minimumSizeHint() const override { return {90, 24}; }

public slots:
    void popup();

signals:
    void picked(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose();

    std::function<QStringList()> m_source;
    QStringListModel* m_keys;
    QSortFilterProxyModel* m_filter;
    QWidget* m_popup;
    QLineEdit* m_search;
    QListView* m_list;
    int m_width = 190;
};

}  // namespace lapidary::ui
