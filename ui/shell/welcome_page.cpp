// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/welcome_page.h"

#include <QCheckBox>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/base/version.h"
#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/shell/example_control.h"
#include "ui/shell/tour.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/thumbnail.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/example_card.h"
#include "ui/widgets/key_caps.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

namespace {

constexpr int kNarrowSide = 280;
constexpr int kWideSide = 360;
constexpr int kCardGap = 12;

QLabel* label(const QString& text, TypeSize size, bool strong = false) {
    auto* made = new QLabel(text);
    made->setFont(uiFont(size, strong));
    return made;
}

QLabel* quiet(const QString& text, TypeSize size = TypeSize::note) {
    QLabel* made = label(text, size);
    made->setForegroundRole(QPalette::PlaceholderText);
    return made;
}

/// Icon, text, keys at the right: the big buttons of the side.
class WideButton final : public QAbstractButton {
public:
    WideButton(QAction* action, bool first) : m_action(action), m_first(first) {
        setObjectName("welcome." + action->objectName());
        setText(action->iconText());
        setAccessibleName(text());
        setToolTip(action->toolTip());
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setFixedHeight(32);
        connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
    }
    QSize sizeHint() const override { return {240, 32}; }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        const bool hot = underMouse() || isDown();
        drawBox(painter, rect(), hot ? theme.tint1 : theme.panel, m_first || hasFocus() ? theme.accent : theme.line);
        if (hasFocus()) drawBox(painter, QRectF(rect()).adjusted(1, 1, -1, -1), Qt::transparent, theme.accent, 2);
        const QColor color = m_first ? theme.accent : theme.text;
        drawIcon(painter, m_action->property("iconName").toString(), QRectF(11, 9, 14, 14), color);
        painter.setFont(uiFont(TypeSize::body, m_first));
        painter.setPen(color);
        painter.drawText(QRect(36, 0, width() - 36, height()), Qt::AlignVCenter | Qt::AlignLeft, text());
        const QString keys = m_action->shortcut().toString(QKeySequence::NativeText);
        if (!keys.isEmpty()) drawKeyCap(painter, theme, QPoint(width() - 9, height() / 2), keys);
    }

private:
    QAction* m_action;
    bool m_first;
};

/// "today 12:58", "yesterday", "19 Nov"
QString dayText(const QDateTime& time) {
    const QDate today = QDate::currentDate();
    if (time.date() == today) return QObject::tr("today %1").arg(time.toString("HH:mm"));
    if (time.date().daysTo(today) == 1) return QObject::tr("yesterday");
    return time.toString(time.date().year() == today.year() ? "d MMM" : "d MMM yyyy");
}

/// A file of the list: name, folder, when; a missing one is grey and can be located.
class RecentRow final : public QAbstractButton {
public:
    explicit RecentRow(const QFileInfo& file) : m_file(file), m_exists(file.exists()) {
        setObjectName("recentFile");
        setText(file.fileName());
        setAccessibleName(file.fileName());
        setAccessibleDescription(folder());
        setToolTip(file.filePath());
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setFixedHeight(38);
        setEnabled(m_exists);
    }
    QSize sizeHint() const override { return {240, 38}; }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        if (m_exists && (underMouse() || hasFocus())) painter.fillRect(rect(), theme.tint1);
        painter.fillRect(0, height() - 1, width(), 1, theme.rowLine);
        drawIcon(painter, "open", QRectF(8, 12, 14, 14), m_exists ? theme.text2 : theme.text3);
        painter.setFont(uiFont(TypeSize::note));
        const QString when = m_exists ? dayText(m_file.lastModified()) : QString();
        const int right = m_exists ? width() - 6 : width() - 76;  // the button lies there
        const int whenWidth = painter.fontMetrics().horizontalAdvance(when);
        painter.setPen(theme.text2);
        painter.drawText(QRect(right - whenWidth, 0, whenWidth, height()), Qt::AlignVCenter, when);
        const int room = right - whenWidth - 10 - 32;
        painter.drawText(QRect(32, 19, room, 16), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(folder(), Qt::ElideMiddle, room));
        painter.setFont(uiFont(TypeSize::control, m_exists));
        painter.setPen(m_exists ? theme.text : theme.text3);
        painter.drawText(QRect(32, 3, room, 17), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room));
    }

private:
    QString folder() const {
        QString path = m_file.absolutePath();
        if (path.startsWith(QDir::homePath())) path.replace(0, QDir::homePath().size(), "~");
        return m_exists ? path : QObject::tr("%1, file is missing").arg(path);
    }

    QFileInfo m_file;
    bool m_exists;
};

/// Ground and line of a part of the page.
class Ground final : public QWidget {
protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, rect(), theme.alternate, theme.line);
    }
};

/// A number in a ring.
class StepMark final : public QWidget {
public:
    explicit StepMark(int number) : m_number(number) { setFixedSize(20, 20); }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, rect(), theme.panel, m_number == 1 ? theme.accent : theme.plotAxis, 9);
        painter.setFont(uiFont(TypeSize::note));
        painter.setPen(m_number == 1 ? theme.accent : theme.text2);
        painter.drawText(rect(), Qt::AlignCenter, QString::number(m_number));
    }

private:
    int m_number;
};

}  // namespace

WelcomePage::WelcomePage(const Actions& actions, ExampleControl& examples, QWidget* parent)
    : QWidget(parent),
      m_actions(actions),
      m_examples(examples),
      m_recent(new QVBoxLayout),
      m_atStart(new QCheckBox(tr("Show this page at start"))),
      m_grid(new QGridLayout) {
    setObjectName("welcomePage");
    setAccessibleName(tr("Welcome"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(5, 5, 5, 5);
    layout->setSpacing(0);
    layout->addWidget(buildSide());
    auto* main = new QWidget;
    auto* column = new QVBoxLayout(main);
    column->setContentsMargins(28, 26, 28, 18);
    column->setSpacing(14);
    column->addWidget(buildExamples());
    column->addStretch(1);
    column->addWidget(buildTour());
    layout->addWidget(scrolled(main), 1);
    connect(&examples, &ExampleControl::ready, this, &WelcomePage::showPicture);
    connect(m_atStart, &QCheckBox::clicked, this, &WelcomePage::shownAtStartChanged);
}

QWidget* WelcomePage::buildSide() {
    auto* side = new QWidget;
    side->setObjectName("welcomeSide");
    side->setFixedWidth(kWideSide);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(26, 32, 22, 18);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    auto* gem = new QLabel;
    gem->setPixmap(appIcon().pixmap(44, 44));
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(label(tr("Lapidary"), TypeSize::page, true));
    QLabel* what = quiet(tr("Design-space explorer for tensor accelerators"));
    what->setWordWrap(true);
    names->addWidget(what);
    head->addWidget(gem);
    head->addSpacing(10);
    head->addLayout(names, 1);
    layout->addLayout(head);
    layout->addSpacing(14);
    layout->addWidget(new WideButton(m_actions["newSession"], true));
    layout->addWidget(new WideButton(m_actions["open"], false));
    layout->addWidget(new WideButton(m_actions["jump"], false));
    layout->addSpacing(14);
    layout->addWidget(label(tr("Recent"), TypeSize::body, true));
    m_recent->setSpacing(0);
    layout->addLayout(m_recent);
    layout->addStretch(1);
    auto* foot = new QHBoxLayout;
    m_atStart->setObjectName("welcomeAtStart");
    m_atStart->setToolTip(tr("View > Welcome page shows it at any time"));
    foot->addWidget(m_atStart, 1);
    foot->addWidget(quiet(fromView(kVersion)));
    layout->addLayout(foot);
    return side;
}

QWidget* WelcomePage::buildExamples() {
    auto* part = new QWidget;
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(label(tr("Examples"), TypeSize::body, true));
    head->addWidget(quiet(tr("one click opens a session with results")), 1, Qt::AlignRight);
    layout->addLayout(head);
    m_grid->setSpacing(kCardGap);
    layout->addLayout(m_grid);
    for (const auto& [key, example] : exampleList()) {
        const QString perspective = QString::fromStdString(example.perspective);
        auto* card = new ExampleCard(QString::fromStdString(example.title), QString::fromStdString(example.about),
                                     m_actions[perspective]->iconText());
        card->setObjectName("example." + QString::fromStdString(key));
        card->setToolTip(tr("%1\nOpens in %2. %3")
                             .arg(QString::fromStdString(example.about), m_actions[perspective]->iconText(),
                                  QString::fromStdString(example.source)));
        connect(card, &QAbstractButton::clicked, this, [this, key = key] { m_examples.choose(key); });
        m_cards.push_back(card);
        m_byKey[key] = card;
        if (const RehearsedPtr ready = m_examples.find(key)) showPicture(ready);
    }
    return part;
}

QWidget* WelcomePage::buildTour() {
    auto* bar = new Ground;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(14, 9, 12, 9);
    layout->setSpacing(7);
    int number = 0;
    for (const TourStep& step : tourSteps()) {
        layout->addWidget(new StepMark(++number));
        layout->addWidget(label(Tour::tr(step.name), TypeSize::control));
        layout->addSpacing(4);
    }
    layout->addStretch(1);
    auto* start = new ActionButton(m_actions["tour"]);
    start->setPrimary(true);
    layout->addWidget(start);
    return bar;
}

void WelcomePage::showPicture(const RehearsedPtr& example) {
    const auto card = m_byKey.find(example->key);
    if (card == m_byKey.end()) return;
    card->second->setPicture([example, card = card->second](QPainter& painter, const QRectF& box) {
        paintThumbnail(painter, themeOf(card), box, example->example.picture, example->session, example->cost);
    });
}

void WelcomePage::setRecent(const QStringList& paths) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();  // one of them may be what was just clicked
        }
        delete item;
    }
    for (const QString& path : paths.mid(0, 8)) {
        const QFileInfo file(path);
        auto* row = new RecentRow(file);
        connect(row, &QAbstractButton::clicked, this, [this, path] { emit fileChosen(path); });
        m_recent->addWidget(row);
        if (file.exists()) continue;
        auto* holder = new QHBoxLayout(row);
        holder->setContentsMargins(0, 0, 4, 0);
        auto* locate = new QPushButton(tr("Locate"));
        locate->setObjectName("recentLocate");
        locate->setToolTip(tr("Choose where %1 is now").arg(file.fileName()));
        holder->addStretch();
        holder->addWidget(locate);
        row->setEnabled(true);  // for its button; the row itself then asks too
        disconnect(row, &QAbstractButton::clicked, this, nullptr);
        const auto ask = [this, path] { emit locateWanted(path); };
        connect(row, &QAbstractButton::clicked, this, ask);
        connect(locate, &QPushButton::clicked, this, ask);
    }
    if (paths.isEmpty()) m_recent->addWidget(quiet(tr("Files you open or save are listed here."), TypeSize::control));
}

void WelcomePage::setShownAtStart(bool shown) { m_atStart->setChecked(shown); }

void WelcomePage::arrangeCards() {
    const int room = width() - (width() < 1200 ? kNarrowSide : kWideSide) - 80;
    const int columns = std::clamp((room + kCardGap) / (280 + kCardGap), 1, 3);
    if (columns == m_columns) return;
    m_columns = columns;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        m_grid->removeWidget(m_cards[i]);
        m_grid->addWidget(m_cards[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    }
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    findChild<QWidget*>("welcomeSide")->setFixedWidth(width() < 1200 ? kNarrowSide : kWideSide);
    arrangeCards();
}

void WelcomePage::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    const QRect sheet = rect().adjusted(4, 4, -4, -4);
    drawBox(painter, sheet, theme.panel, theme.line);
    const int side = width() < 1200 ? kNarrowSide : kWideSide;
    painter.fillRect(QRect(sheet.left() + 1, sheet.top() + 1, side, sheet.height() - 2), theme.alternate);
    painter.fillRect(QRect(sheet.left() + 1 + side, sheet.top(), 1, sheet.height()), theme.line);
}

}  // namespace lapidary::ui
