// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// A person redoes figures of papers: chooses a study, runs it, holds, stops, goes on, reads the page, copies and exports it,
// opens one of their own, closes the window in the middle.

#include <QAbstractButton>
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTextTable>

#include "core/io/native.h"
#include "tests/ui/desk.h"
#include "ui/shell/palette.h"
#include "ui/shell/palette_items.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/page_view.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kLong = 200'000;

// Limits of searches.
constexpr const char* kEndless = R"("max_evaluations": 2000000000)";
constexpr const char* kOne = R"("max_evaluations": 1)";

/// 100 words on 6 PEs take ceil(100 / 6) = 17 steps by Ruby-S; of PFM's divisors of 100 up to 6 the largest is 5: 20 steps
/// (Ruby, Fig. 5). Then two searches with that limit.
QByteArray smallStudy(const char* limit) {
    return QByteArray(R"({
  "schema": "lapidary/study/1", "name": "small", "title": "Small", "source": "test",
  "paper": "Ruby", "place": "Fig. 5", "question": "How many cycles?",
  "paper_says": ["Ruby-S takes {paper|cycles|ruby-s} cycles."],
  "we_find": ["We count {ours|cycles|ruby-s} cycles."],
  "why": ["Remainders."],
  "runs": [
    {"name": "hundred", "workloads": ["tensor-100"], "designs": ["toy-6"], "mapspaces": ["pfm", "ruby-s"],
     "settings": [{"name": "all", "search": {"algorithm": "exhaustive", "objective": "latency"}}]},
    {"name": "long", "workloads": ["resnet50/layer1_0_conv2"], "designs": ["eyeriss-like"],
     "mapspaces": ["pfm", "ruby-s"],
     "settings": [{"name": "random", "search": {"algorithm": "random", LIMIT}}]}
  ],
  "tables": [
    {"title": "Cycles", "runs": "hundred", "rows": ["mapspace"],
     "columns": [{"figure": "cycles", "title": "cycles",
                  "published": [{"by": "paper", "place": "Fig. 5", "values": {"pfm": 20, "ruby-s": 17}}]}]}
  ]
})")
        .replace("LIMIT", limit);
}

class StudyDesk : public Desk {
public:
    StudyDesk() { reopen(); }
    /// Another window that keeps results in the same folder.
    void reopen() {
        window.reset();
        auto inputs = exampleInputs();
        if (!inputs) qFatal("%s", inputs.errorText().c_str());
        window = std::make_unique<MainWindow>(
            std::move(inputs).value(),
            WindowOptions{.safeMode = true, .askBeforeLoss = false, .studyFolder = folder.filePath("studies")});
        window->resize(1440, 900);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get(), kActiveWithin)) qFatal("the window did not become active");
        press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        comeToRest();
    }

    QListWidget* list() const { return find<QListWidget>("studyList"); }
    PageView* page() const { return find<PageView>("studyPageView"); }
    QString text() const { return page()->toPlainText(); }
    StudyControl& control() const { return window->studies(); }
    const ShelvedStudy& chosen() const { return *control().shelf().chosen(); }
    QString notice() const { return find<Notice>("studyNotice")->text(); }
    /// With the keyboard alone.
    void choose(const QString& place) const {
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Home);
        for (int i = 0; i < list()->count() && !list()->currentItem()->text().endsWith(place); ++i)
            QTest::keyClick(list(), Qt::Key_Down);
        QVERIFY2(list()->currentItem()->text().endsWith(place), qPrintable(place));
        waitForPage();
    }
    /// Pages are turned to a little after a study is chosen.
    void waitForPage() const {
        QVERIFY(QTest::qWaitFor(
            [this] {
                return chosen().points > 0 ? page()->page() == control().exported(StudyExport::markdown)
                                           : page()->page().isEmpty() && page()->emptyText().contains(chosen().name());
            },
            kLong));
        comeToRest();
    }
    void waitForEnd() const {
        QVERIFY(QTest::qWaitFor([this] { return !control().running(); }, kLong));
    }
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write a study");
        return file.fileName();
    }
    /// By the button and its dialog.
    void open(const QString& path) const {
        answerDialog(path);
        QTest::mouseClick(find<QAbstractButton>("openStudy"), Qt::LeftButton);
        window->activateWindow();  // the dialog had the keys
        QVERIFY(QTest::qWaitForWindowActive(window.get(), kActiveWithin));
        waitForPage();
    }
    /// What a file dialog that comes up is told.
    static void answerDialog(const QString& path) {
        QTimer::singleShot(150, qApp, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("no dialog of files came up");
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QTest::keyClick(dialog->findChild<QLineEdit*>("fileNameEdit"), Qt::Key_Return);
        });
    }
    void exportBy(const char* entry, const QString& path) const {
        answerDialog(path);
        find<QAction>(entry)->trigger();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get(), kActiveWithin));
    }
};

/// Cells of the table that has such a heading, row by row.
QList<QStringList> cellsOf(const PageView& page, int which) {
    QList<QTextTable*> tables;
    for (QTextFrame* frame : page.document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) tables << table;
    QList<QStringList> rows;
    if (which >= tables.size()) return rows;
    for (int row = 0; row < tables[which]->rows(); ++row) {
        rows << QStringList{};
        for (int column = 0; column < tables[which]->columns(); ++column)
            rows.back() << tables[which]->cellAt(row, column).firstCursorPosition().block().text();
    }
    return rows;
}

}  // namespace

class StudiesTest : public QObject {
    Q_OBJECT

    /// Of a study of two points that are done at once and two that take so many seconds each: held once the two are done.
    /// Null where a machine stood still so long that more were.
    static std::unique_ptr<StudyDesk> heldInTheMiddle(int seconds) {
        auto desk = std::make_unique<StudyDesk>();
        const QByteArray limit = "\"max_seconds\": " + QByteArray::number(seconds);
        desk->open(desk->write("small.json", smallStudy(limit.constData())));
        // Neither test macros nor a failure of theirs can end the caller: it looks.
        const auto judge = [&] {
            const auto* done = desk->find<QLabel>("studyDone");
            const auto says = [&](const char* words) { return done->text().startsWith(QString::fromLatin1(words)); };
            const auto passed = [&] { return !desk->control().running() || desk->control().live().done > 2; };
            QCOMPARE(desk->chosen().name(), QString("Ruby, Fig. 5"));
            QTest::mouseClick(desk->find<QAbstractButton>("runStudyButton"), Qt::LeftButton);
            QVERIFY(desk->control().running());
            QVERIFY(!desk->action("run")->isEnabled());
            QVERIFY(QTest::qWaitFor([&] { return says("2 of 4 points, elapsed") || passed(); }, kLong));
            desk->press(Qt::Key_F6);
            QVERIFY2(QTest::qWaitFor([&] { return says("2 of 4 points, paused at") || passed(); }, kLong),
                     qPrintable(done->text()));
            standing([&] { return desk->control().live().done; });
        };
        judge();
        if (desk->control().live().done > 2 || !desk->control().running()) desk.reset();
        return desk;
    }

private slots:
    void initTestCase() { prepareApplication(); }

    void aStudyIsChosenAndRunByKeysAlone() {
        const StudyDesk desk;
        QCOMPARE(desk.window->perspective(), QString("explore"));
        QVERIFY(desk.list()->hasFocus());
        QVERIFY(desk.list()->count() >= 6);
        desk.choose("Table III");
        QCOMPARE(desk.list()->currentItem()->text(), QString("Sunstone (ISPASS 2023), Table III"));
        const QString spoken = desk.list()->currentItem()->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains("not run yet") && spoken.contains("1-D convolution"), qPrintable(spoken));
        QTRY_VERIFY(!desk.page()->visibleRegion().isEmpty());
        QVERIFY(desk.text().contains("Sunstone infers Table III"));
        QVERIFY(desk.text().contains("Nothing yet: the study has not run."));
        QTest::keyClick(desk.list(), Qt::Key_Return);
        desk.waitForEnd();
        QVERIFY(desk.text().contains("All nine cells agree."));
        const auto cells = cellsOf(*desk.page(), 0);
        QCOMPARE(cells[1].mid(0, 4), (QStringList{"ifmap", "c, p, r", "c, p, r", "equal"}));
        QVERIFY(desk.list()->currentItem()->data(Qt::AccessibleTextRole).toString().contains("done"));
        QVERIFY(QFile::exists(desk.folder.filePath("studies/sunstone-table-3.results.json")));
        QTest::keyClick(desk.list(), Qt::Key_Return);  // shows the page; what is done isn't run again by accident
        QVERIFY(!desk.control().running());
        QCOMPARE(desk.action("runStudy")->iconText(), QString("Run study again"));
    }

    void progressPauseStopContinue() {
        std::unique_ptr<StudyDesk> held;
        for (int seconds = 4; !held; seconds *= 4) {
            held = heldInTheMiddle(seconds);
            if (QTest::currentTestFailed()) return;
        }
        const StudyDesk& desk = *held;
        const double clock = desk.control().live().seconds;
        QTest::qWait(300);
        QVERIFY(desk.control().live().seconds - clock < 0.1);
        const auto* strip = desk.window->findChild<StatusStrip*>();
        QVERIFY2(strip->jobText().contains("Ruby, Fig. 5") && strip->jobText().contains("2 of 4 points"),
                 qPrintable(strip->jobText()));
        QTest::mouseClick(desk.find<QAbstractButton>("studyStop"), Qt::LeftButton);
        desk.waitForEnd();
        QVERIFY(!strip->jobText().contains("Ruby"));
        QCOMPARE(desk.chosen().done(), std::size_t{2});
        QCOMPARE(desk.action("runStudy")->iconText(), QString("Continue study"));
        QVERIFY(desk.action("run")->isEnabled());
        const StudyOutcomePtr first = desk.chosen().outcomes.front();

        desk.list()->setFocus();
        QTest::keyClick(desk.list(), Qt::Key_Return);
        desk.waitForEnd();
        QVERIFY(desk.chosen().whole());
        QCOMPARE(desk.chosen().outcomes.front(), first);  // not run again
        QVERIFY(desk.text().contains("Ruby-S takes 17 cycles."));
        QVERIFY(desk.text().contains("We count 17 cycles."));
        const auto cells = cellsOf(*desk.page(), 0);
        QCOMPARE(cells[0], (QStringList{"mapspace", "cycles, ours", "cycles, paper", "ours / paper"}));
        QCOMPARE(cells[1], (QStringList{"pfm", "20", "20", "1"}));
        QCOMPARE(cells[2], (QStringList{"ruby-s", "17", "17", "1"}));
    }

    void numbersStandAtTheRightAndNothingIsCut() {
        const StudyDesk desk;
        desk.window->resize(1024, 700);
        desk.comeToRest();
        desk.choose("Table VI");
        QTRY_VERIFY(!desk.page()->visibleRegion().isEmpty());
        bool numbers = false;
        for (QTextFrame* frame : desk.page()->document()->rootFrame()->childFrames()) {
            auto* table = qobject_cast<QTextTable*>(frame);
            if (!table) continue;
            for (int column = 0; column < table->columns(); ++column) {
                const QTextBlock block = table->cellAt(1, column).firstCursorPosition().block();
                bool number = false;
                block.text().remove(u',').toDouble(&number);
                numbers = numbers || number;
                if (number) QVERIFY(block.blockFormat().alignment() & Qt::AlignRight);
            }
        }
        QVERIFY(numbers);
        // What is wider than the view can be scrolled to.
        const double width = desk.page()->document()->size().width();
        QVERIFY(width <= desk.page()->viewport()->width() + desk.page()->horizontalScrollBar()->maximum() + 1);
    }

    void thePageIsCopiedAndExported() {
        const StudyDesk desk;
        desk.choose("Table III");
        QTest::keyClick(desk.list(), Qt::Key_Return);
        desk.waitForEnd();
        const QString page = QString::fromStdString(studyPage(*desk.chosen().study, desk.chosen().outcomes));
        desk.page()->setFocus();
        QTest::keyClick(desk.page(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), page);
        desk.find<QAction>("export.study.copy.csv")->trigger();
        QVERIFY(QApplication::clipboard()->text().startsWith("runs,workload,"));
        QTest::keyClick(desk.page(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(desk.page(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY2(QApplication::clipboard()->text().contains("\nifmap\tc, p, r\tc, p, r\tequal\tk\tk\tequal"),
                 qPrintable(QApplication::clipboard()->text()));

        desk.exportBy("export.study.save.markdown", desk.folder.filePath("three.md"));
        QCOMPARE(QString::fromStdString(*readTextFile(desk.folder.filePath("three.md").toStdString())), page);
        QVERIFY(desk.window->banners().textOf("exported").contains("three.md"));
        desk.exportBy("export.study.save.csv", desk.folder.filePath("three"));
        const std::string csv = *readTextFile(desk.folder.filePath("three.csv").toStdString());
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 4);  // a header and three tensors
        desk.answerDialog(desk.folder.filePath("three.json"));
        QTest::keyClick(desk.window.get(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(QFile::exists(desk.folder.filePath("three.json")));
        const auto json = parseJson(*readTextFile(desk.folder.filePath("three.json").toStdString()), "three.json");
        QVERIFY(json.ok());
        QVERIFY(json->find("tables"));
        desk.exportBy("export.study.save.text", "/nowhere/three.txt");
        QVERIFY(desk.window->banners().textOf("study").contains("not exported"));
    }

    void aWindowClosedInTheMiddleKeepsWhatIsFinished() {
        StudyDesk desk;
        const QString file = desk.write("small.json", smallStudy(kEndless));
        for (const bool paused : {false, true}) {
            desk.open(file);
            desk.action("runStudy")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(desk.control().live().done == 2, kLong);
            if (paused) desk.action("pause")->trigger();
            desk.window->close();
            QVERIFY(!desk.control().running());
            desk.reopen();
            desk.open(file);
            QCOMPARE(desk.chosen().done(), std::size_t{2});
            QVERIFY(desk.text().contains("We count 17 cycles."));
            QCOMPARE(desk.action("runStudy")->iconText(), QString("Continue study"));
        }
        desk.action("runStudy")->trigger();
        QVERIFY(desk.control().running());
        desk.window.reset();  // without closing
    }

    void whatCannotRunSaysWhy() {
        const StudyDesk desk;
        desk.open(desk.write("bad.json", smallStudy(kOne).replace("toy-6", "toy-7")));
        QVERIFY2(desk.notice().contains("did you mean 'toy-6'?"), qPrintable(desk.notice()));
        QVERIFY(!desk.action("runStudy")->isEnabled());
        QVERIFY(desk.page()->emptyText().contains("bad.json"));
        QTest::keyClick(desk.list(), Qt::Key_Return);
        QVERIFY(!desk.control().running());

        // Another file of that name is not replaced.
        desk.write("small.results.json", "my own");
        desk.open(desk.write("small.json", smallStudy(kOne)));
        QVERIFY2(desk.notice().contains("not of this study"), qPrintable(desk.notice()));
        desk.action("runStudy")->trigger();
        QVERIFY(!desk.control().running());
        QVERIFY(!desk.window->banners().textOf("study").isEmpty());
        QCOMPARE(*readTextFile(desk.folder.filePath("small.results.json").toStdString()), std::string("my own"));
    }

    void oneJobAtATimeHasTheCores() {
        StudyDesk desk;
        desk.choose("Table III");
        desk.window->setPerspective("search");
        SearchOptions search = desk.document().inputs().search;
        search.maxEvaluations = 2'000'000'000;
        desk.document().setSearch(search, {});
        desk.action("run")->trigger();
        QVERIFY(desk.window->runs().running());
        QVERIFY(!desk.action("runStudy")->isEnabled());
        QVERIFY(reasonAgainst(*desk.action("runStudy")).contains("a search has the cores"));
        desk.window->setPerspective("explore");
        QVERIFY2(desk.notice().contains("a search has the cores"), qPrintable(desk.notice()));
        desk.action("stop")->trigger();
        QTRY_VERIFY(!desk.window->runs().running());
        QVERIFY(desk.action("runStudy")->isEnabled());

        desk.open(desk.write("small.json", smallStudy(kEndless)));
        desk.action("runStudy")->trigger();
        QVERIFY(desk.control().running());
        desk.window->setPerspective("search");
        QVERIFY(!desk.action("run")->isEnabled());
        desk.action("enqueue")->trigger();
        QTest::qWait(50);
        QVERIFY(!desk.window->runs().running());
        QTest::keyClick(desk.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!desk.control().running());
    }

    void thePaletteKnowsStudies() {
        const StudyDesk desk;
        desk.window->setPerspective("design");
        bool found = false;
        for (const PaletteItem& item : objectItems(*desk.window)) {
            if (item.id != u"study:sunstone-fig-7") continue;
            found = true;
            item.use();
        }
        QVERIFY(found);
        desk.comeToRest();
        QCOMPARE(desk.window->perspective(), QString("explore"));
        QCOMPARE(desk.list()->currentItem()->text(), QString("Sunstone (ISPASS 2023), Fig. 7"));
        QVERIFY(!desk.page()->visibleRegion().isEmpty());
    }
};

QTEST_MAIN(StudiesTest)
#include "studies_test.moc"
