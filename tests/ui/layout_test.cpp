// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nothing is cut or covered in any perspective, at the usual and at the smallest supported size, before and after a
// search: every control is as large as it needs to be, and what may be elided says all of it in a tip.

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolTip>

#include "tests/ui/desk.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/preset_picker.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

class LayoutTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void nothingIsCutOrCovered_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("searched");
        QTest::newRow("1440x900") << QSize(1440, 900) << true;
        QTest::newRow("1024x700") << QSize(1024, 700) << true;
        QTest::newRow("1440x900, empty") << QSize(1440, 900) << false;
        QTest::newRow("1024x700, empty") << QSize(1024, 700) << false;
    }
    void nothingIsCutOrCovered() {
        QFETCH(QSize, size);
        QFETCH(bool, searched);
        const Desk desk;
        desk.window->resize(size);
        if (searched) desk.runToEnd();
        QStringList faults;
        int judged = 0;
        for (const QString& perspective : desk.perspectives()) {
            desk.window->setPerspective(perspective);
            desk.comeToRest();
            QTest::qWait(400);  // tables fit their columns a little later
            desk.comeToRest();
            for (QWidget* widget : desk.window->findChildren<QWidget*>()) {
                // Docks behind tabs are called visible, but lie outside the window.
                if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
                ++judged;
                if (const QString fault = faultOf(widget); !fault.isEmpty())
                    faults << QStringLiteral("%1: %2 '%3' %4")
                                  .arg(perspective, widget->metaObject()->className(), nameOf(widget), fault);
            }
        }
        QVERIFY2(judged > 150, qPrintable(QString::number(judged)));
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void cutCellTellsItsTextInATip() {
        const Desk desk;
        desk.window->setPerspective("design");
        auto* table = desk.find<FigureTable>("tensorTable");
        QTRY_VERIFY(table->isVisible());
        table->setStretchColumn(-1);
        table->setColumnWidth(1, 36);
        const QModelIndex shape = table->model()->index(0, 1);
        const QPoint at = table->visualRect(shape).center();
        QHelpEvent help(QEvent::ToolTip, at, table->viewport()->mapToGlobal(at));
        QApplication::sendEvent(table->viewport(), &help);
        QTRY_VERIFY2(QToolTip::text().contains(shape.data().toString()), qPrintable(QToolTip::text()));
    }

    void everyActionHasTextIconTooltipAndName() {
        const Desk desk;
        QStringList names;
        for (const QAction* action : desk.window->actionTable().all()) {
            QVERIFY2(!action->text().isEmpty() && !action->icon().isNull() && !action->toolTip().isEmpty(),
                     qPrintable(action->objectName()));
            QVERIFY2(paintsSomething(action->icon()), qPrintable(action->objectName()));
            QVERIFY(!names.contains(action->objectName()));
            names << action->objectName();
        }
    }

private:
    /// An icon whose file is not among the resources is no null icon: it just stays empty.
    static bool paintsSomething(const QIcon& icon) {
        const QImage image = icon.pixmap(16, 16).toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (qAlpha(image.pixel(x, y)) > 0) return true;
        return false;
    }
    static QString nameOf(const QWidget* widget) {
        if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
        return widget->accessibleName().isEmpty() ? widget->objectName() : widget->accessibleName();
    }
    /// What is wrong with the place that a widget got; empty = nothing.
    static QString faultOf(QWidget* widget) {
        if (auto* label = qobject_cast<ElidedLabel*>(widget)) {
            const bool cut = label->fontMetrics().horizontalAdvance(label->text()) > label->width();
            if (cut && label->width() > 0 && label->toolTip() != label->text()) return "is cut and has no tip";
            return {};
        }
        if (const auto* table = qobject_cast<const QTableView*>(widget)) return headerFault(*table->horizontalHeader());
        const QSize needed = needOf(widget);
        if (widget->width() < needed.width() || widget->height() < needed.height() - 1)
            return QStringLiteral("has %1x%2, needs %3x%4")
                .arg(widget->width())
                .arg(widget->height())
                .arg(needed.width())
                .arg(needed.height());
        return mustFit(widget) ? coverFault(widget) : QString();
    }
    static QSize needOf(const QWidget* widget) {
        if (!mustFit(widget)) return {};
        QSize needed = widget->minimumSizeHint();
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->wordWrap())
            needed.setHeight(label->heightForWidth(label->width()));
        const bool field = qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget);
        if (field) needed.setHeight(widget->fontMetrics().height() + 2);  // some are made lower than the style would
        if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
            constexpr int kNumber = 16;  // letters; longer texts scroll under the cursor
            const QString shown = line->text().isEmpty() ? line->placeholderText() : line->text().left(kNumber);
            needed.setWidth(std::max(needed.width(), line->fontMetrics().horizontalAdvance(shown) + 8));
        }
        if (const auto* combo = qobject_cast<const QComboBox*>(widget)) {
            const bool told = combo->toolTip().contains(combo->currentText());
            const int text = told ? 0 : combo->fontMetrics().horizontalAdvance(combo->currentText());
            needed.setWidth(text > 0 ? text + 30 : 0);
        }
        return needed;
    }
    static QString headerFault(const QHeaderView& header) {
        for (int i = 0; i < header.count(); ++i)
            if (!header.isHidden() && !header.isSectionHidden(i) && header.sectionSize(i) < header.sectionSizeHint(i))
                return QStringLiteral("cuts the header '%1': %2 < %3")
                    .arg(header.model()->headerData(i, Qt::Horizontal).toString())
                    .arg(header.sectionSize(i))
                    .arg(header.sectionSizeHint(i));
        return {};
    }
    /// Covered by what stands beside it, or reaching out of what it stands in.
    static QString coverFault(const QWidget* widget) {
        const QWidget* parent = widget->parentWidget();
        for (const QWidget* other : parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (other != widget && other->isVisible() && mustFit(other) &&
                other->geometry().intersects(widget->geometry()))
                return QStringLiteral("covers %1 '%2'").arg(other->metaObject()->className(), nameOf(other));
        return parent->rect().contains(widget->geometry()) ? QString() : QStringLiteral("reaches out of its parent");
    }
    static bool mustFit(const QWidget* widget) {
        if (qobject_cast<const ElidedLabel*>(widget) || qobject_cast<const PresetPicker*>(widget)) return false;
        if (widget->objectName().startsWith(u"qt_")) return false;  // parts of stock widgets
        return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
               qobject_cast<const QLineEdit*>(widget) || qobject_cast<const Segmented*>(widget) ||
               qobject_cast<const Pill*>(widget) || qobject_cast<const QLabel*>(widget);
    }
};

QTEST_MAIN(LayoutTest)
#include "layout_test.moc"
