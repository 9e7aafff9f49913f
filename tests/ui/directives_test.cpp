// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=180
// A mapping as directives beside its loop nest: each side is typed into, the other follows, what can't be read is marked where
// it is and changes nothing, everything is undone; the model is switched; MAESTRO's files come in and go out; one mapping is
// compared under both models.

#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>

#include "core/io/maestro/directive_text.h"
#include "core/io/presets.h"
#include "tests/ui/desk.h"
#include "ui/shell/compare_perspective.h"
#include "ui/views/view_list.h"
#include "ui/views/why_view.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// C[m,n] += A[m,k] * B[k,n] of 512 x 256 x 256 on 16 clusters of 16 PEs: rows over clusters, k over the PEs of one.
constexpr const char* kDirectives =
    "TemporalMap(64,64) n;\n"
    "TemporalMap(16,16) k;\n"
    "SpatialMap(32,32) m;\n"
    "Cluster(16, P);\n"
    "TemporalMap(32,32) m;\n"
    "TemporalMap(1,1) n;\n"
    "SpatialMap(1,1) k;\n";

class DirectiveDesk : public Desk {
public:
    DirectiveDesk() {
        window->resize(1440, 900);
        window->pickDesign("flash-edge");
        window->pickWorkload("flash-gemms/VI");
        window->setPerspective("mapping");
        comeToRest();
        find<QDockWidget>("directives")->raise();
        comeToRest();
        document().undoStack().clear();
    }
    CodeEdit* directives() const { return find<CodeEdit>("directiveText"); }
    CodeEdit* nest() const { return find<CodeEdit>("nestText"); }
    Notice* notice() const { return find<Notice>("directiveNotice"); }
    /// In place of all that stands there.
    static void write(CodeEdit* code, const QString& text) {
        code->setFocus();
        code->selectAll();
        code->insertPlainText(text);
    }
    QStringList nestLines() const {
        QStringList lines;
        for (const QString& line : nest()->toPlainText().split(u'\n', Qt::SkipEmptyParts)) lines << line.trimmed();
        return lines;
    }
    bool drop(const QString& path) const {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &enter);
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &event);
        return document().exhibit().has_value();
    }
    QString file(const char* name, const QByteArray& text) const {
        QFile made(folder.filePath(QString::fromLatin1(name)));
        if (!made.open(QIODevice::WriteOnly)) qFatal("can't write");
        made.write(text);
        return made.fileName();
    }
};

}  // namespace

class DirectivesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void theNestFollowsTheDirectives() {
        const DirectiveDesk desk;
        QVERIFY(!desk.document().exhibit());
        QVERIFY(desk.directives()->isVisible() && desk.nest()->isVisible());
        DirectiveDesk::write(desk.directives(), kDirectives);
        QVERIFY2(desk.notice()->text().isEmpty(), qPrintable(desk.notice()->text()));
        QVERIFY(desk.document().exhibit());
        // By hand: n in 256 / 64, k in 256 / 16, m in 512 / 32 over 16 clusters, n in 64, k over 16 PEs, 32 rows in a PE.
        const QStringList loops = desk.nestLines().filter("or ");
        QCOMPARE(loops, QStringList({"for n in 0..4", "for k in 0..16", "parFor m in 0..16 @cluster.X",
                                     "for n in 0..64", "parFor k in 0..16 @PE.X", "for m in 0..32"}));
        QCOMPARE(desk.document().exhibit()->cost.macs, std::int64_t{512} * 256 * 256);
        QCOMPARE(desk.directives()->toPlainText(), QString(kDirectives));  // what was typed stays
        const QString told = desk.find<QLabel>("directiveFigures")->text();
        QVERIFY2(told.contains("edge-exact") && told.contains("Steady") && told.contains("reuse model"),
                 qPrintable(told));
    }

    void theDirectivesFollowTheNest() {
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        const QString before = desk.nest()->toPlainText();
        QString after = before;
        after.replace("for n in 0..4", "for x")
            .replace("for k in 0..16", "for n in 0..4")
            .replace("for x", "for k in 0..16");
        QVERIFY(after != before);
        DirectiveDesk::write(desk.nest(), after);
        QVERIFY2(desk.notice()->text().isEmpty(), qPrintable(desk.notice()->text()));
        const QStringList lines = desk.directives()->toPlainText().split(u'\n');
        QCOMPARE(lines[0], QString("TemporalMap(16,16) k;"));
        QCOMPARE(lines[1], QString("TemporalMap(64,64) n;"));
        QCOMPARE(lines[2], QString("SpatialMap(32,32) m;"));
        desk.document().undoStack().undo();
        QCOMPARE(desk.nest()->toPlainText(), before);
        QCOMPARE(desk.directives()->toPlainText().split(u'\n')[0], QString("TemporalMap(64,64) n;"));
        desk.document().undoStack().undo();
        QVERIFY(!desk.document().exhibit());
        QVERIFY(desk.nest()->toPlainText().isEmpty());
        desk.document().undoStack().redo();
        QCOMPARE(desk.nest()->toPlainText(), before);
    }

    void faultsAreMarked_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("told");
        QTest::newRow("unknown dimension") << "TemporalMap(1,1) n"
                                           << "TemporalMap(1,1) z"
                                           << "6:18  unknown dimension 'z', expected m, n or k";
        QTest::newRow("two spatial maps") << "TemporalMap(1,1) n"
                                          << "SpatialMap(1,1) n"
                                          << "7:1  a second SpatialMap";
        QTest::newRow("size 0") << "TemporalMap(16,16) k"
                                << "TemporalMap(0,16) k"
                                << "2:1  size 0 of k";
        QTest::newRow("cluster too large") << "Cluster(16"
                                           << "Cluster(512"
                                           << "4:1  clusters of 512 PEs in an array of 256";
        QTest::newRow("no number") << "Cluster(16"
                                   << "Cluster(x"
                                   << "4:9  ";
        QTest::newRow("a rest each time") << "TemporalMap(1,1) n"
                                          << "TemporalMap(3,3) n"
                                          << "6:1  these directives can't be said as a nest";
    }
    void faultsAreMarked() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, told);
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        const Mapping good = desk.document().exhibit()->mapping;
        const QString nest = desk.nest()->toPlainText();
        const int steps = desk.document().undoStack().count();
        DirectiveDesk::write(desk.directives(), QString(kDirectives).replace(from, to));
        QVERIFY2(desk.notice()->text().startsWith(told), qPrintable(desk.notice()->text()));
        bool waved = false;
        for (const auto& mark : desk.directives()->extraSelections())
            waved = waved || mark.format.underlineStyle() == QTextCharFormat::WaveUnderline;
        QVERIFY(waved);
        // The last good state stays, and it is no step.
        QVERIFY(desk.document().exhibit()->mapping == good);
        QCOMPARE(desk.nest()->toPlainText(), nest);
        QCOMPARE(desk.document().undoStack().count(), steps);
        // Ctrl+Z takes back the text alone.
        desk.directives()->setFocus();
        QTest::keyClick(desk.directives(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(desk.notice()->text().isEmpty());
        QCOMPARE(desk.directives()->toPlainText(), QString(kDirectives));
        QVERIFY(desk.document().exhibit()->mapping == good);
    }

    void aBrokenNestIsMarked() {
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        const Mapping good = desk.document().exhibit()->mapping;
        DirectiveDesk::write(desk.nest(), desk.nest()->toPlainText().replace("for n in 0..64", "for y in 0..64"));
        QVERIFY2(desk.notice()->text().contains('y'), qPrintable(desk.notice()->text()));
        QVERIFY(desk.document().exhibit()->mapping == good);
        QTest::keyClick(desk.nest(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(desk.nest()->toPlainText().contains("for n in 0..64"));
    }

    void theModelIsSwitched() {
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        QVERIFY(!modelOf(desk.document().inputs()));
        const Cost reuse = desk.document().exhibit()->cost;
        auto* model = desk.find<Segmented>("mappingModel");
        QTest::keyClick(model, Qt::Key_Right);
        QCOMPARE(modelOf(desk.document().inputs()), std::optional(Compat::dataCentric));
        const Exhibit& shown = *desk.document().exhibit();
        const Cost direct = *evaluateLike(Compat::dataCentric, shown.mapping, shown.setup->target);
        QCOMPARE(shown.cost.cycles, direct.cycles);
        QVERIFY(shown.cost.cycles != reuse.cycles);
        QTest::keyClick(model, Qt::Key_Right);
        QCOMPARE(modelOf(desk.document().inputs()), std::optional(Compat::maestro));
        desk.document().undoStack().undo();
        desk.document().undoStack().undo();
        QVERIFY(!modelOf(desk.document().inputs()));
        QCOMPARE(model->current(), 0);
        QCOMPARE(desk.document().exhibit()->cost.cycles, reuse.cycles);
    }

    void whatDirectivesCantSayIsTold() {
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        QTest::keyClick(desk.find<Segmented>("mappingModel"), Qt::Key_Right);
        // n, k, n: n stands apart above one spatial loop.
        DirectiveDesk::write(desk.nest(), desk.nest()
                                              ->toPlainText()
                                              .replace("for n in 0..4", "for n in 0..2")
                                              .replace("for k in 0..16", "for k in 0..16\nfor n in 0..2"));
        QVERIFY2(desk.notice()->text().contains("stand apart"), qPrintable(desk.notice()->text()));
        QVERIFY(desk.directives()->toPlainText().isEmpty());
        QVERIFY(!desk.document().exhibit()->cost.valid);
        QVERIFY(!desk.document().exhibit()->cost.energyPj);  // and not the reuse model's figures
        for (const auto* perspective : {"mapping", "compare", "mapping"}) desk.window->setPerspective(perspective);
        // Directives take its place.
        DirectiveDesk::write(desk.directives(), kDirectives);
        QVERIFY(desk.document().exhibit()->cost.energyPj);
    }

    void aNetworkFileIsDropped() {
        const DirectiveDesk desk;
        const QString path =
            desk.file("two.m",
                      "Network net {\n  Layer first {\n    Type: GEMM\n"
                      "    Dimensions { M: 64, N: 32, K: 128 }\n    Dataflow {\n"
                      "      SpatialMap(4,4) M;\n      TemporalMap(32,32) N;\n      TemporalMap(16,16) K;\n"
                      "      Cluster(16, P);\n      SpatialMap(1,1) K;\n    }\n  }\n}\n");
        QVERIFY(desk.drop(path));
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const SessionInputs& inputs = desk.document().inputs();
        QCOMPARE(inputs.workload.macs(), std::int64_t{64} * 32 * 128);
        QCOMPARE(modelOf(inputs), std::optional(Compat::dataCentric));
        QVERIFY(desk.directives()->toPlainText().startsWith("TemporalMap(16,16) k;") ||
                desk.directives()->toPlainText().contains("SpatialMap(4,4) m;"));
        // Out again, and back: the same mapping.
        const auto entry = findView("directives");
        QVERIFY(entry.ok());
        const auto text = (*entry)->texts.front().write(desk.document(), {}, {});
        QVERIFY2(text.ok(), text.errorText().c_str());
        const auto back = maestro::nestOfDirectives(*text, "out.m", *desk.document().exhibit()->setup->target);
        QVERIFY2(back.ok(), back.errorText().c_str());
        QVERIFY(back->mapping == desk.document().exhibit()->mapping);
        QVERIFY((*entry)->texts.back().write(desk.document(), {}, {})->find("num_pes: 256") != std::string::npos);
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().inputs().workloadKey, std::string("flash-gemms/VI"));
        QVERIFY(!modelOf(desk.document().inputs()));
    }

    /// A machine is the design.
    void aMachineFileIsDropped() {
        const DirectiveDesk desk;
        desk.drop(desk.file("small.m", "num_pes: 64\nl1_size_cstr: 512\nl2_size_cstr: 4096\n"));
        const Architecture& design = desk.document().inputs().architecture;
        QCOMPARE(design.computeInstances(), std::int64_t{64});
        QCOMPARE(QString::fromStdString(design.name()), QString("small"));
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().inputs().architectureKey, std::string("flash-edge"));
    }

    void badFilesAreToldWhereTheyAre() {
        const DirectiveDesk desk;
        const auto told = [&] {
            QStringList texts;
            for (const auto* label : desk.window->banners().findChildren<QLabel*>()) texts << label->text();
            return texts.join(u'\n');
        };
        desk.drop(desk.file("hw.m", "num_pes: 256\nl1_size_cstr: x\n"));
        QVERIFY2(told().contains("2:15"), qPrintable(told()));
        desk.drop(desk.file("bad.m",
                            "Network n {\n  Layer a {\n    Type: GEMM\n    Dimensions { M: 8, N: 8, K: 8 }\n"
                            "    Dataflow {\n      SpatialMap(1,1) M;\n      SpatialMap(1,1) N;\n    }\n  }\n}\n"));
        QVERIFY2(told().contains("7:7") && told().contains("second SpatialMap"), qPrintable(told()));
        QVERIFY(!desk.document().exhibit());
        QCOMPARE(desk.document().undoStack().count(), 0);
    }

    /// Two texts side by side can be read without scrolling at once.
    void directivesHaveRoom() {
        const DirectiveDesk desk;
        desk.window->resize(1440, 900);
        DirectiveDesk::write(desk.directives(), kDirectives);
        desk.find<QDockWidget>("tree")->raise();
        desk.comeToRest();
        desk.find<QDockWidget>("directives")->raise();
        desk.comeToRest();
        CodeEdit* text = desk.directives();
        const int lines = text->viewport()->height() / QFontMetrics(text->font()).lineSpacing();
        QVERIFY2(lines >= 10, qPrintable(QString::number(lines)));
    }

    /// Nobody takes the figures for those of the reuse model.
    void theToolBarNamesTheModel() {
        const DirectiveDesk desk;
        DirectiveDesk::write(desk.directives(), kDirectives);
        const auto* choice = desk.find<Segmented>("modelChoice");
        QCOMPARE(choice->label(0), QString("reuse"));
        auto* model = desk.find<Segmented>("mappingModel");
        QTest::keyClick(model, Qt::Key_Right);
        QCOMPARE(choice->label(0), QString("data-centric"));
        QTest::keyClick(model, Qt::Key_Right);
        QCOMPARE(choice->label(0), QString("MAESTRO"));
        desk.document().undoStack().undo();
        desk.document().undoStack().undo();
        QCOMPARE(choice->label(0), QString("reuse"));
    }

    void bothModelsAreCompared() {
        const DirectiveDesk desk;
        QVERIFY(!desk.action("compareModels")->isEnabled());
        DirectiveDesk::write(desk.directives(), kDirectives);
        desk.action("compareModels")->trigger();
        QCOMPARE(desk.window->perspective(), QString("compare"));
        const auto* compare = desk.window->findChild<ComparePerspective*>();
        QVERIFY(compare->pair());
        const auto& pair = *compare->pair();
        QVERIFY(!modelOf(pair.a.inputs));
        QCOMPARE(modelOf(pair.b.inputs), std::optional(Compat::dataCentric));
        // Terms of cycles and of energy are the whole difference.
        double cycles = 0, energy = 0;
        for (const ModelTerm& term : pair.terms) {
            if (term.of == "cycles") cycles += term.b - term.a;
            if (term.of == "energy_pj") energy += term.b - term.a;
        }
        QCOMPARE(cycles, static_cast<double>(pair.b.cost.cycles - pair.a.cost.cycles));
        const double whole = *pair.b.cost.energyPj - *pair.a.cost.energyPj;
        QVERIFY(std::abs(energy - whole) <= 1e-9 * std::abs(*pair.b.cost.energyPj));
        const QString why = desk.find<WhyView>("whyView")->textTwin();
        QVERIFY2(why.contains("Cycles, ") && why.contains("Energy, "), qPrintable(why));
        // Two models are no contest, and what one doesn't count is no 0.
        for (const CompareRow& row : pair.numbers) QCOMPARE(keyOf(row.better), keyOf(Better::neither));
        const auto row = [&](std::string_view key) {
            return std::ranges::find_if(pair.numbers, [&](const CompareRow& each) { return each.key == key; });
        };
        QVERIFY(row("DRAM.words") != pair.numbers.end() && row("S2.words") != pair.numbers.end());
        QVERIFY(row("DRAM.words")->a && !row("DRAM.words")->b);
        QVERIFY(row("S2.words")->a && row("S2.words")->b);
        // From the other side: a data-centric mapping is compared with the reuse model.
        desk.window->setPerspective("mapping");
        QTest::keyClick(desk.find<Segmented>("mappingModel"), Qt::Key_Right);
        desk.action("compareModels")->trigger();
        QCOMPARE(modelOf(compare->pair()->a.inputs), std::optional(Compat::dataCentric));
        QVERIFY(!modelOf(compare->pair()->b.inputs));
    }
};

QTEST_MAIN(DirectivesTest)
#include "directives_test.moc"
