// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A field for a whole number with thousands marks; "1M" and "250k" are understood. It can be left empty where that
// means "no limit". What is out of range or no number keeps its text, gets a red edge and is not taken. Up, Down
// and, with the focus, the wheel go to the next value. GUI thread only.
#pragma once

#include <QLineEdit>

#include <cstdint>
#include <limits>
#include <optional>

namespace lapidary::ui {

class NumberField final : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberField(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                         QWidget* parent = nullptr);

    void setEmptyText(const QString& text);  ///< allows an empty field and shows what it means
    void setRange(std::int64_t least, std::int64_t most) { m_least = least, m_most = most; }
    void setNumber(std::optional<std::int64_t> number);
    std::optional<std::int64_t> number() const { return m_number; }
    bool isWrong() const { return m_wrong; }

signals:
    void numberEdited(std::optional<std::int64_t> number);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void take();
    void step(int direction);
    /// nullopt = not a number in range.
    std::optional<std::int64_t> read(QString text) const;

    std::int64_t m_least;
    std::int64_t m_most;
    std::optional<std::int64_t> m_number;
    bool m_emptyAllowed = false;
    bool m_wrong = false;
    QString m_tip;
    int m_turned = 0;  ///< of the wheel, since the last step
};

}  // namespace lapidary::ui
