// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A field whose text somebody else judges: Enter or leaving the field commits it; what is refused keeps its text, gets a
// red edge and says why in its tooltip; Escape returns to the value in use. Up, Down and the wheel ask for the next
// larger or smaller value. GUI thread only.
#pragma once

#include <QLineEdit>

namespace lapidary::ui {

class SettingField final : public QLineEdit {
    Q_OBJECT
public:
    explicit SettingField(QWidget* parent = nullptr);

    /// The value in use; takes the place of what is typed unless that was refused and waits to be mended.
    void setValue(const QString& value);
    const QString& value() const { return m_value; }
    /// Not taken: keep the text and say why.
    void refuse(const QString& reason);
    void accept();
    bool isWrong() const { return m_wrong; }
    void setHelp(const QString& help);

signals:
    void committed(const QString& text);
    void stepped(int direction);  ///< +1 larger, -1 smaller

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Steps in the field that has the focus; elsewhere the form scrolls.
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void commit();

    QString m_value, m_help;
    int m_turned = 0;  ///< of the wheel, since the last step
    bool m_wrong = false;
};

}  // namespace lapidary::ui
