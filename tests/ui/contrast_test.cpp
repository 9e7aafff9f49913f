// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Contrast of all that the visual language puts on each other, by WCAG 2: text at least 4.5, marks at least 3, disabled
// text (which WCAG leaves free) at least 3, in both themes. Once as a table of roles and once on pictures of the window.

#include <QAbstractButton>
#include <QComboBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>

#include <vector>

#include "tests/ui/desk.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/viridis.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tab_strip.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr double kText = 4.5, kMark = 3, kDisabled = 3;

struct Pair {
    QString what;
    QColor above, ground;
    double least = kText;
};

void texts(std::vector<Pair>& pairs, const Theme& t) {
    const std::pair<const char*, QColor> grounds[] = {{"window", t.window},
                                                      {"panel", t.panel},
                                                      {"header", t.header},
                                                      {"alternate", t.alternate},
                                                      {"empty cell", t.emptyCell}};
    const std::pair<const char*, QColor> inks[] = {{"text", t.text}, {"text 2", t.text2}, {"text 3", t.text3}};
    for (const auto& [ink, above] : inks)
        for (const auto& [name, ground] : grounds)
            pairs.push_back({QStringLiteral("%1 on %2").arg(ink, name), above, ground});
    const std::pair<const char*, QColor> rows[] = {
        {"hovered", t.tint1}, {"pressed", t.tint2}, {"chosen", t.selectedRow}};
    for (const auto& [name, ground] : rows) {
        pairs.push_back({QStringLiteral("text on %1").arg(name), t.text, ground});
        pairs.push_back({QStringLiteral("text 2 on %1").arg(name), t.text2, ground});
        pairs.push_back({QStringLiteral("accent on %1").arg(name), t.accent, ground});
    }
    pairs.push_back({"zero on a hovered row", t.text3, t.tint1});
    pairs.push_back({"link in a dock", t.accent, t.panel});
    pairs.push_back({"mode in front", t.accent, t.window});
    for (const auto& [name, tone] :
         {std::pair("ok", t.ok), std::pair("warning", t.warning), std::pair("error", t.error)})
        for (const QColor& ground : {t.panel, t.header, t.window})
            pairs.push_back({QStringLiteral("pill or word, %1").arg(name), tone, ground});
    for (const QColor& ground : {t.errorGround, t.warningGround, t.tint1}) {
        pairs.push_back({"banner", t.text, ground});
        pairs.push_back({"caption in a banner", t.text2, ground});
    }
    pairs.push_back({"error in its banner", t.error, t.errorGround});
    pairs.push_back({"tail chip", t.warning, t.warningGround});
    pairs.push_back({"primary button", readableOn(t.accent), t.accent});
    pairs.push_back({"valid share", readableOn(t.ok), t.ok});
    const QPalette palette = paletteOf(t);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        for (const QColor& ground : {t.panel, t.alternate, t.window, t.header})
            pairs.push_back({"disabled", palette.color(QPalette::Disabled, role), ground, kDisabled});
}

void fills(std::vector<Pair>& pairs, const Theme& t) {
    for (const QColor& fill : t.tensors) pairs.push_back({"letter on a tensor", readableOn(fill), fill});
    for (const QColor& fill : t.levels) pairs.push_back({"text on a level", readableOn(fill), fill});
    for (int level = 0; level < 7; ++level)
        pairs.push_back({"text on one of seven levels", readableOn(t.level(level, 7)), t.level(level, 7)});
    for (const QColor& fill : t.series) pairs.push_back({"text on a series", readableOn(fill), fill});
    for (int i = 0; i <= 100; ++i)
        pairs.push_back(
            {QStringLiteral("text on viridis %1").arg(i), readableOn(viridis(i / 100.0)), viridis(i / 100.0)});
}

void marks(std::vector<Pair>& pairs, const Theme& t) {
    for (const QColor& ground : {t.panel, t.alternate, t.tint1, t.selectedRow}) {
        for (const QColor& outline : t.tensorOutlines) pairs.push_back({"outline of a tensor", outline, ground, kMark});
        for (const QColor& fill : t.levels)
            pairs.push_back({"edge of a level's swatch", edgeOf(t, fill, ground), ground, kMark});
        for (const QColor& fill : t.series)
            pairs.push_back({"edge of a series' swatch", edgeOf(t, fill, ground), ground, kMark});
    }
    for (const QColor& line : t.series) pairs.push_back({"series in a plot", line, t.panel, kMark});
    for (std::size_t i = 0; i < 4; ++i) pairs.push_back({"level in a dock", t.levels[i], t.panel, kMark});
    for (const QColor& mark : {t.plotAxis, t.accent, t.ok, t.error, t.warning})
        for (const QColor& ground : {t.panel, t.window, t.header}) pairs.push_back({"mark", mark, ground, kMark});
    pairs.push_back({"edge of a warning banner", t.warning, t.warningGround, kMark});
    pairs.push_back({"edge of an error banner", t.error, t.errorGround, kMark});
    for (const QColor& ground : {t.panel, t.emptyCell, t.alternate})
        pairs.push_back({"hatch of what is idle", t.idleHatch, ground, kMark});
}

const Theme& themeNamed(bool dark) { return dark ? darkTheme() : lightTheme(); }

/// The colour that covers most of a picture, and the one in it that stands out most.
std::pair<QColor, QColor> groundAndInk(const QImage& image) {
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) ++counts[image.pixel(x, y)];
    QRgb ground = 0;
    int most = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        if (it.value() > most) most = it.value(), ground = it.key();
    QColor ink(ground);
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        if (contrast(it.key(), ground) > contrast(ink, ground)) ink = it.key();
    return {ground, ink};
}

QString textOf(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
    if (const auto* combo = qobject_cast<const QComboBox*>(widget)) return combo->currentText();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return line->text() + line->placeholderText();
    if (qobject_cast<const Pill*>(widget)) return widget->accessibleName();
    if (qobject_cast<const Segmented*>(widget) || qobject_cast<const TabStrip*>(widget))
        return widget->accessibleName();
    return {};
}

}  // namespace

class ContrastTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    /// By hand for 0x5B3FBF on white: sRGB 91, 63, 191 linear 0.104616, 0.049707, 0.520996, so that the luminance is
    /// 0.2126 * 0.104616 + 0.7152 * 0.049707 + 0.0722 * 0.520996 = 0.095408 and 1.05 / 0.145408 = 7.2211.
    void contrastIsThatOfWcag() {
        QCOMPARE(qRound(10 * contrast(Qt::black, Qt::white)), 210);
        QCOMPARE(qRound(100 * contrast(QColor(0x777777), QColor(Qt::white))), 448);  // a grey known to fall just short
        QCOMPARE(qRound(1000 * contrast(QColor(0x5B3FBF), QColor(Qt::white))), 7221);
        QCOMPARE(contrast(Qt::white, QColor(0x5B3FBF)), contrast(QColor(0x5B3FBF), Qt::white));
    }

    void everyPairOfRolesReads_data() { themes(); }
    void everyPairOfRolesReads() {
        QFETCH(bool, dark);
        std::vector<Pair> pairs;
        texts(pairs, themeNamed(dark));
        fills(pairs, themeNamed(dark));
        marks(pairs, themeNamed(dark));
        QStringList short_;
        for (const Pair& pair : pairs)
            if (const double found = contrast(pair.above, pair.ground); found < pair.least)
                short_ << QStringLiteral("%1: %2 on %3 has %4, needs %5")
                              .arg(pair.what, pair.above.name(), pair.ground.name())
                              .arg(found, 0, 'f', 2)
                              .arg(pair.least);
        QVERIFY2(short_.isEmpty(), qPrintable(short_.join(u'\n')));
    }

    void textOnScreenReads_data() { themes(); }
    void textOnScreenReads() {
        QFETCH(bool, dark);
        const Desk desk;
        desk.window->setTheme(dark ? ThemeChoice::dark : ThemeChoice::light);
        desk.runToEnd();
        int seen = 0;
        QStringList short_;
        for (const QString& perspective : desk.perspectives()) {
            desk.window->setPerspective(perspective);
            desk.comeToRest();
            const QImage picture = desk.window->grab().toImage();
            for (const QWidget* widget : desk.window->findChildren<QWidget*>()) {
                if (!widget->isVisible() || widget->visibleRegion().isEmpty() || textOf(widget).isEmpty()) continue;
                const QRect seenPart = widget->visibleRegion().boundingRect();
                if (seenPart.height() < widget->height() || seenPart.width() < 10) continue;  // scrolled out, in part
                const QRect place(widget->mapTo(desk.window.get(), seenPart.topLeft()), seenPart.size());
                const auto [ground, ink] = groundAndInk(picture.copy(place.adjusted(2, 2, -2, -2)));
                ++seen;
                const double least = widget->isEnabled() ? kText : kDisabled;
                if (const double found = contrast(ink, ground); found < least)
                    short_ << QStringLiteral("%1 '%2' in %3: %4 on %5 has %6")
                                  .arg(widget->metaObject()->className(), textOf(widget), perspective, ink.name(),
                                       ground.name())
                                  .arg(found, 0, 'f', 2);
            }
        }
        desk.window->setTheme(ThemeChoice::light);
        QVERIFY2(seen > 100, qPrintable(QString::number(seen)));
        QVERIFY2(short_.isEmpty(), qPrintable(short_.join(u'\n')));
    }

private:
    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
};

QTEST_MAIN(ContrastTest)
#include "contrast_test.moc"
