// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bar above a view that is stepped through: to the start, step back, play, step, to the end, and how many steps a second.
// It asks for steps; who has them says which is on show. More may stand behind. GUI thread only.
#pragma once

#include <QHash>
#include <QList>
#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace lapidary::ui {

class StepBar final : public QWidget {
    Q_OBJECT
public:
    struct Words {
        QString key;      ///< object names begin with it: "array" makes "array.play"
        QString first;    ///< "To the first step (Home)"
        QString back;     ///< "One step back (Left)"
        QString forward;  ///< "One step (Right)"
        QString last;     ///< "To the last step (End)"
        QString rate;     ///< "Steps a second"
    };
    /// `usual`: index into the speeds, in Hz.
    StepBar(const Words& words, std::vector<int> speeds, int usual, QWidget* parent = nullptr);

    static constexpr int kSpacing = 2;
    /// Where more can be added.
    QHBoxLayout* row() const { return m_row; }
    /// Name, slider and figure of the speed, to be hidden where there is no room.
    const QList<QWidget*>& speedParts() const { return m_speedParts; }

    /// Which step is on show; none at all if last < first.
    void setPlace(std::int64_t step, std::int64_t first, std::int64_t last);
    std::int64_t place() const { return m_step; }
    bool isEmpty() const { return m_last < m_first; }
    /// Asks for that step, or the nearest there is.
    void ask(std::int64_t step);
    bool isPlaying() const { return m_clock.isActive(); }
    /// Begins anew if it is at the end.
    void setPlaying(bool playing);
    /// Steps a second.
    int speed() const;
    /// Keys of the view step, too: Left and Right, Home and End, Page Up and Down by `page` (0: not at all), and the space bar
    /// plays.
    void takeKeysOf(QWidget* view, int page = 0);
    /// While it says no, playing waits.
    void setReady(std::function<bool()> ready) { m_ready = std::move(ready); }

signals:
    void asked(qint64 step);
    /// A button was clicked: the view may take the keys.
    void used();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::optional<std::int64_t> placeBy(int key, int page) const;
    QToolButton* button(const QString& iconName, const QString& tip, const QString& key);
    void buildSpeed(const Words& words, int usual);
    void tick();

    const std::vector<int> m_speeds;
    QTimer m_clock;
    double m_due = 0;  ///< fraction of a step that ticks have not yet made
    std::int64_t m_step = 0, m_first = 0, m_last = -1;
    std::function<bool()> m_ready;
    QHash<const QObject*, int> m_pages;  ///< of the views that have keys
    QHBoxLayout* m_row;
    QToolButton* m_play = nullptr;
    QList<QToolButton*> m_back, m_forward;
    QList<QWidget*> m_speedParts;
    QSlider* m_speed = nullptr;
};

}  // namespace lapidary::ui
