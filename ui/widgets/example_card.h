// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A card of the welcome page: a small picture, a name, what one will see, where it opens. The picture is painted by whoever
// owns the card. GUI thread only.
#pragma once

#include <QAbstractButton>

#include <functional>

namespace lapidary::ui {

class ExampleCard final : public QAbstractButton {
    Q_OBJECT
public:
    using Painter = std::function<void(QPainter& painter, const QRectF& box)>;

    ExampleCard(const QString& title, const QString& about, const QString& place, QWidget* parent = nullptr);

    void setPicture(Painter painter);
    bool hasPicture() const { return m_picture != nullptr; }

    QSize sizeHint() const override { return {340, 140}; }
    QSize minimumSizeHint() const override { return {270, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_about, m_place;
    Painter m_picture;
};

}  // namespace lapidary::ui
