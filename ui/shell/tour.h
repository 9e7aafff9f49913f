// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The five-step tour: a card beside the real widget it speaks of, which is outlined meanwhile. Next, Back and Skip by
// button, Right, Left and Esc by key; whatever the window can do stays usable. A step whose widget is not there is passed
// over. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace lapidary::ui {

class MainWindow;

struct TourStep {
    const char* perspective;
    const char* target;  ///< object name
    const char* name;    ///< one word, for the welcome page
    const char* title;
    const char* text;
};
const std::vector<TourStep>& tourSteps();

class Tour final : public QWidget {
    Q_OBJECT
public:
    explicit Tour(MainWindow& window);

    void start();
    void end();
    /// Number of the step on show, from 0; -1 = not running.
    int step() const { return m_step; }
    QWidget* target() const { return m_target; }

signals:
    void ended();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Frame;
    void go(int step, int direction);
    void place();

    MainWindow& m_window;
    Frame* m_frame;
    QPointer<QWidget> m_target;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_back;
    QPushButton* m_next;
    int m_step = -1;
};

}  // namespace lapidary::ui
