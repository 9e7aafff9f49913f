// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a new user meets: examples that open with one click, recent files, new and open, the tour. The pictures of the
// examples are painted from sessions that this program has just made, as they become ready. GUI thread only.
#pragma once

#include <QWidget>

#include <map>

class QCheckBox;
class QGridLayout;
class QVBoxLayout;

namespace lapidary::ui {

class Actions;
class ExampleCard;
class ExampleControl;
struct Rehearsed;

class WelcomePage final : public QWidget {
    Q_OBJECT
public:
    WelcomePage(const Actions& actions, ExampleControl& examples, QWidget* parent = nullptr);

    /// The latest first; whether each exists is asked now.
    void setRecent(const QStringList& paths);
    void setShownAtStart(bool shown);

signals:
    void fileChosen(const QString& path);
    /// A missing file, to be looked for elsewhere.
    void locateWanted(const QString& path);
    void shownAtStartChanged(bool shown);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildSide();
    QWidget* buildExamples();
    QWidget* buildTour();
    void arrangeCards();
    void showPicture(const std::shared_ptr<const Rehearsed>& example);

    const Actions& m_actions;
    ExampleControl& m_examples;
    QVBoxLayout* m_recent;
    QCheckBox* m_atStart;
    QGridLayout* m_grid;
    std::vector<ExampleCard*> m_cards;
    std::map<std::string, ExampleCard*> m_byKey;
    int m_columns = 0;
};

}  // namespace lapidary::ui
