// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that leaves the program, read back: each view in each format, the provenance in it judged by other eyes
// (QCryptographicHash over what lapidary-cli prints, QXmlStreamReader, QImage), the command in it run again.
// ctest: timeout=300

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCryptographicHash>
#include <QDoubleSpinBox>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "core/io/native.h"
#include "tests/ui/desk.h"
#include "ui/export/export_dialog.h"
#include "ui/export/view_export.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/notice.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The hash that anyone gets: lapidary-cli show KEY --format json | sha256sum.
QByteArray hashOfPreset(const QString& key) {
    QProcess cli;
    cli.start(LAPIDARY_CLI_PATH, {"show", key, "--format", "json"});
    if (!cli.waitForFinished() || cli.exitCode() != 0) qFatal("lapidary-cli show %s failed", qPrintable(key));
    return QCryptographicHash::hash(cli.readAllStandardOutput(), QCryptographicHash::Sha256).toHex();
}

struct Ran {
    int code = -1;
    QString out, err;
};
/// A line for a shell, with both programs on the PATH.
Ran shell(const QString& line, const QString& folder) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QFileInfo(LAPIDARY_PATH).path() + ":" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start("/bin/sh", {"-c", line});
    if (!process.waitForFinished(60'000)) return {-1, {}, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

ViewExport exportOf(const char* key, const char* format, ExportOptions options = {}) {
    const auto entry = findView(key);
    if (!entry) qFatal("%s", entry.errorText().c_str());
    const auto found = formatOf(**entry, format, {});
    if (!found) qFatal("%s", found.errorText().c_str());
    return {*entry, *found, std::move(options)};
}

/// Without what names the command, which differs between the programs.
QByteArray withoutComments(const QByteArray& text) {
    QByteArrayList lines;
    bool inside = false;
    for (const QByteArray& line : text.split('\n')) {
        if (line == "<!--") inside = true;
        if (!inside && !line.startsWith('#') && !line.startsWith('%')) lines << line;
        if (line == "-->") inside = false;
    }
    return lines.join('\n');
}

}  // namespace

class ExportTest final : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    QTemporaryDir m_folder;
    QString m_session;

    Document& document() const { return *m_document; }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray written(const ViewExport& wanted, const QString& name) const {
        const Diagnostics problems =
            exportView(document(), wanted, {sessionReference(m_session, path(name))}, path(name));
        if (hasErrors(problems)) qFatal("%s", toText(problems).c_str());
        return readAll(path(name));
    }

private slots:
    /// docs/formats/exports.md lists every view.
    void theDocsListEveryView() {
        QFile page(LAPIDARY_SOURCE_DIR "/docs/formats/exports.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        for (const ViewEntry& entry : viewList())
            QVERIFY2(text.contains(u'`' + QString::fromStdString(entry.key) + u'`'), entry.key.c_str());
    }

    void initTestCase() {
        prepareApplication();
        auto inputs = exampleInputs();
        QVERIFY(inputs.ok());
        inputs->search.maxEvaluations = 40'000;
        auto setup = makeSetup(*inputs);
        QVERIFY(setup.ok());
        Job job;
        auto result = search((*setup)->mapspace, (*setup)->evaluator, inputs->search, job);
        QVERIFY(result.ok() && result->best);
        Session session;
        session.inputs = *inputs;
        session.runs.push_back({*inputs, *result});
        session.shown = {.run = 0, .rank = 0, .own = {}};
        m_document = std::make_unique<Document>(*inputs);
        m_document->adopt(std::move(session), {});
        m_session = path("a session.lapidary");  // a name that a shell must quote
        QVERIFY(!hasErrors(m_document->save(m_session)));
    }

    void everyViewInEveryFormat() {
        for (const ViewEntry& entry : viewList()) {
            if (hasErrors(whyNot(entry, document(), {}))) continue;
            QVERIFY2(!formatsOf(entry).empty(), entry.key.c_str());
            for (const ViewFormat& format : formatsOf(entry)) {
                const ViewExport wanted{&entry, format, {}};
                const auto bytes = renderView(document(), wanted, originOf(document(), entry.needs));
                QVERIFY2(bytes.ok(), bytes.errorText().c_str());
                const QString what = QString::fromStdString(entry.key) + " as " + format.key;
                if (format.key == u"svg") {
                    QVERIFY2(QSvgRenderer(*bytes).isValid(), qPrintable(what));
                } else if (format.key == u"pdf") {
                    QVERIFY2(bytes->startsWith("%PDF-") && bytes->contains("urn:lapidary:provenance:1"),
                             qPrintable(what));
                } else if (format.key == u"png") {
                    QVERIFY2(!QImage::fromData(*bytes).isNull(), qPrintable(what));
                } else if (format.key == u"json") {
                    const QJsonObject origin = QJsonDocument::fromJson(*bytes).object()["lapidary"].toObject();
                    QVERIFY2(origin["version"].isString() && origin["inputs"].isObject(), qPrintable(what));
                } else {
                    QVERIFY2(bytes->contains("Lapidary ") && bytes->contains("sha256 "), qPrintable(what));
                }
            }
        }
    }

    void svgCarriesSeedHashesAndCommand() {
        const QByteArray svg = written(exportOf("tree", "svg", {{"dimension", "C"}}), "tree.svg");
        QXmlStreamReader xml(svg);
        QString version, seed, command;
        QMap<QString, QString> hashes;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            if (xml.namespaceUri() != u"urn:lapidary:provenance:1") continue;
            const QXmlStreamAttributes attributes = xml.attributes();
            if (xml.name() == u"provenance") {
                version = attributes.value("version").toString();
                seed = attributes.value("seed").toString();
                command = attributes.value("command").toString();
            } else {
                hashes[attributes.value("name").toString()] = attributes.value("sha256").toString();
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(!version.isEmpty());
        QCOMPARE(seed, "42");
        QCOMPARE(command, "lapidary --headless export 'a session.lapidary' --view tree --dimension C -o tree.svg");
        QCOMPARE(hashes.value("architecture eyeriss-like").toUtf8(), hashOfPreset("eyeriss-like"));
        QCOMPARE(hashes.value("workload layer1_0_conv2").toUtf8(), hashOfPreset("resnet50/layer1_0_conv2"));
    }

    void pngAndPdfCarryTheSame() {
        const QByteArray hash = hashOfPreset("eyeriss-like");
        const QImage image = QImage::fromData(written(exportOf("nest", "png"), "nest.png"));
        QCOMPARE(image.text("Seed"), "42");
        QCOMPARE(image.text("Command"), "lapidary --headless export 'a session.lapidary' --view nest -o nest.png");
        QVERIFY(image.text("Description").contains("architecture eyeriss-like: sha256 " + hash));
        const QByteArray pdf = written(exportOf("nest", "pdf"), "nest.pdf");
        const qsizetype begin = pdf.indexOf("<x:xmpmeta"), end = pdf.indexOf("</x:xmpmeta>");
        QVERIFY(begin > 0 && end > begin);
        QXmlStreamReader xml(pdf.mid(begin, end - begin) + "</x:xmpmeta>");
        QString command, keywords;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            if (xml.name() == u"command") command = xml.readElementText();
            if (xml.name() == u"Keywords") keywords = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(command, "lapidary --headless export 'a session.lapidary' --view nest -o nest.pdf");
        QVERIFY(keywords.contains("architecture eyeriss-like: sha256 " + hash));
        QVERIFY(!pdf.contains("/CreationDate"));
    }

    void textsAndTablesCarryItAsComments_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("csv") << "traffic"
                             << "csv"
                             << "# ";
        QTest::newRow("tsv") << "traffic"
                             << "tsv"
                             << "# ";
        QTest::newRow("latex") << "traffic"
                               << "latex"
                               << "% ";
        QTest::newRow("markdown") << "traffic"
                                  << "markdown"
                                  << "";
        QTest::newRow("nest as C") << "nest"
                                   << "c"
                                   << "// ";
        QTest::newRow("nest as TikZ") << "nest"
                                      << "tikz"
                                      << "% ";
        QTest::newRow("nest as text") << "nest"
                                      << "text"
                                      << "# ";
        QTest::newRow("tree as TikZ") << "tree"
                                      << "tikz"
                                      << "% ";
    }
    void textsAndTablesCarryItAsComments() {
        QFETCH(QString, view);
        QFETCH(QString, format);
        QFETCH(QString, prefix);
        const ViewExport wanted = exportOf(qPrintable(view), qPrintable(format));
        const QByteArray text = written(wanted, wanted.proposal());
        const QByteArrayList lines = text.split('\n');
        QVERIFY2(lines.contains((prefix + "seed: 42").toUtf8()), text.constData());
        QVERIFY(
            lines.contains((prefix + "architecture eyeriss-like: sha256 ").toUtf8() + hashOfPreset("eyeriss-like")));
        QVERIFY(text.contains("lapidary --headless export 'a session.lapidary' --view " + view.toUtf8()));
    }

    void theCommandMakesTheSameFile_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("look");
        QTest::newRow("tree, 84 mm, outlines") << "tree"
                                               << "svg"
                                               << "dimension=C width=84 font=7 text=paths";
        QTest::newRow("array, dark") << "array"
                                     << "png"
                                     << "colour=work scale=1.5 theme=dark";
        QTest::newRow("breakdown") << "breakdown"
                                   << "pdf"
                                   << "unit=percent width=174 height=80";
        QTest::newRow("convergence") << "convergence"
                                     << "svg"
                                     << "x=time axes=linear";
        QTest::newRow("traffic") << "traffic"
                                 << "latex"
                                 << "numbers=exact";
        QTest::newRow("terms") << "terms"
                               << "json"
                               << "";
        QTest::newRow("nest") << "nest"
                              << "c"
                              << "";
    }
    void theCommandMakesTheSameFile() {
        QFETCH(QString, view);
        QFETCH(QString, format);
        QFETCH(QString, look);
        ExportOptions options;
        for (const QString& word : look.split(' ', Qt::SkipEmptyParts))
            options[word.section('=', 0, 0).toStdString()] = word.section('=', 1).toStdString();
        const ViewExport wanted = exportOf(qPrintable(view), qPrintable(format), options);
        const QString name = wanted.proposal();
        const QByteArray first = written(wanted, name);
        const QString command = QString::fromStdString(commandOf(wanted, {"a session.lapidary"}, path(name)));
        // Another folder, another moment, another process: nothing but the session and the command.
        QTemporaryDir elsewhere;
        QVERIFY(QFile::copy(m_session, elsewhere.filePath("a session.lapidary")));
        const Ran ran = shell(command, elsewhere.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(readAll(elsewhere.filePath(name)), first);
    }

    void tablesOfBothProgramsAreEqual_data() {
        QTest::addColumn<QString>("view");
        for (const char* view :
             {"traffic", "top", "reasons", "convergence", "design", "workload", "constraints", "terms"})
            QTest::newRow(view) << QString(view);
    }
    void tablesOfBothProgramsAreEqual() {
        QFETCH(QString, view);
        for (const char* format : {"csv", "tsv", "latex", "markdown", "json"}) {
            QProcess cli;
            cli.start(LAPIDARY_CLI_PATH, {"export", m_session, "--view", view, "--format", format});
            QVERIFY(cli.waitForFinished());
            QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError());
            const ViewExport wanted = exportOf(qPrintable(view), format);
            const auto ours = renderView(document(), wanted, originOf(document(), wanted.entry->needs));
            QVERIFY2(ours.ok(), ours.errorText().c_str());
            const QByteArray theirs = cli.readAllStandardOutput();
            if (QLatin1String(format) == QLatin1String("json")) {
                QJsonObject a = QJsonDocument::fromJson(theirs).object(), b = QJsonDocument::fromJson(*ours).object();
                QCOMPARE(a["lapidary"].toObject()["inputs"].toObject(), b["lapidary"].toObject()["inputs"].toObject());
                QVERIFY(!a["rows"].toArray().isEmpty());
                a.remove("lapidary"), b.remove("lapidary");
                QCOMPARE(a, b);
            } else {
                QCOMPARE(withoutComments(theirs), withoutComments(*ours));
            }
        }
    }

    void sizeOnPaper() {
        const auto sizeOf = [&](ExportOptions options) {
            const QString svg = QString::fromUtf8(written(exportOf("breakdown", "svg", options), "b.svg"));
            static const QRegularExpression size("width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\"");
            const auto match = size.match(svg);
            return QSizeF(match.captured(1).toDouble(), match.captured(2).toDouble());
        };
        QCOMPARE(sizeOf({{"width", "84"}}).width(), 84.0);
        QCOMPARE(sizeOf({{"width", "174"}, {"height", "60"}}), QSizeF(174, 60));
        // 84 mm at twice 96 dots per inch.
        const QImage image = QImage::fromData(written(exportOf("breakdown", "png", {{"width", "84"}}), "b.png"));
        QCOMPARE(image.width(), qCeil(84 / 25.4 * 96 * 2));
        QCOMPARE(image.dotsPerMeterX(), qRound(96 * 2 / 0.0254));
        const QImage larger =
            QImage::fromData(written(exportOf("breakdown", "png", {{"width", "84"}, {"scale", "4"}}), "b.png"));
        QVERIFY(std::abs(larger.width() - 2 * image.width()) <= 1);
    }

    void textAsTextOrAsOutlines() {
        const QByteArray text = written(exportOf("breakdown", "svg"), "t.svg");
        const QByteArray outlines = written(exportOf("breakdown", "svg", {{"text", "paths"}}), "p.svg");
        QVERIFY(text.contains("<text"));
        QVERIFY(!outlines.contains("<text"));
        // The same picture: what differs is the edges of letters.
        const auto paint = [](const QByteArray& svg) {
            QImage image(600, 400, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QSvgRenderer(svg).render(&painter);
            return image.scaled(60, 40, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        };
        const QImage a = paint(text), b = paint(outlines);
        double difference = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x) difference += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
        QVERIFY2(difference / (60 * 40) < 6, qPrintable(QString::number(difference / (60 * 40))));
    }

    /// Without a session, the model is named beside the mapping: the file has that model's figures.
    void theModelIsNamed() {
        const QString folder = m_folder.path();
        const QString what = " --arch flash-edge --workload flash-gemms/VI --mapping pick.m --model data-centric";
        QFile file(folder + "/pick.m");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "TemporalMap(128,128) k; TemporalMap(8,8) m; SpatialMap(16,16) n; Cluster(16, P); "
            "TemporalMap(1,1) n; SpatialMap(8,8) k;");
        file.close();
        const Ran cost = shell("lapidary-cli evaluate" + what + " --format json", folder);
        QVERIFY2(cost.code == 0, qPrintable(cost.err));
        const auto cycles = QJsonDocument::fromJson(cost.out.toUtf8())["cycles"].toInteger();
        QVERIFY(cycles > 0);
        const Ran made = shell("lapidary --headless export" + what + " --view facts -o facts.svg", folder);
        QVERIFY2(made.code == 0, qPrintable(made.err));
        const QString facts = readAll(folder + "/facts.svg");
        QVERIFY2(facts.contains(QLocale(QLocale::English).toString(cycles)), qPrintable(facts));
        const Ran wrong = shell("lapidary --headless export" + what + "s --view facts -o wrong.svg", folder);
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean 'data-centric'?"), qPrintable(wrong.err));
    }

    void wrongWordsAreAnsweredWithTheNearest_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("message");
        QTest::newRow("view") << "--view tre -o t.svg"
                              << "did you mean 'tree'?";
        QTest::newRow("format") << "--view traffic -o t.svg"
                                << "the view 'traffic' has no format '.svg'";
        QTest::newRow("dimension") << "--view tree --dimension Z -o t.svg"
                                   << "--dimension: error: unknown value 'Z', expected one of";
        QTest::newRow("option of another view") << "--view nest --dimension C -o t.svg"
                                                << "the view 'nest' has no such option";
        QTest::newRow("number") << "--view nest --width wide -o t.svg"
                                << "--width: error: expected a number from 10 to 2000, found 'wide'";
        QTest::newRow("no file") << "--view nest"
                                 << "no file given";
        QTest::newRow("unknown option") << "--wdth 84 -o t.svg"
                                        << "did you mean 'width'?";
    }
    void wrongWordsAreAnsweredWithTheNearest() {
        QFETCH(QString, words);
        QFETCH(QString, message);
        const Ran ran = shell("lapidary --headless export 'a session.lapidary' " + words, m_folder.path());
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(message), qPrintable(ran.err));
    }

    void dialogByKeysAndClicks() {
        const Desk desk(20'000);
        desk.runToEnd();
        desk.window->setPerspective("mapping");
        desk.find<QWidget>("treeView")->setFocus();
        QTest::keyClick(desk.window.get(), Qt::Key_E, Qt::ControlModifier);
        QPointer<ExportDialog> dialog;
        QTRY_VERIFY((dialog = desk.find<ExportDialog>("exportDialog")));
        QVERIFY(dialog->windowTitle().contains("Tiling tree"));
        dialog->setFormat("svg");
        auto* preset = dialog->findChild<QComboBox*>("exportSize");
        preset->setFocus();
        preset->setCurrentIndex(1);
        emit preset->activated(1);
        QCOMPARE(dialog->findChild<QDoubleSpinBox*>("exportWidth")->value(), 84.0);
        QTRY_VERIFY(!dialog->findChild<QLabel*>("exportPicture")->pixmap().isNull());
        QVERIFY(dialog->findChild<QLabel*>("exportNote")->text().startsWith("84 × "));
        const QString file = desk.folder.filePath("mine.svg");
        auto* name = dialog->findChild<QLineEdit*>("exportPath");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, file);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(dialog.isNull());
        QVERIFY(readAll(file).contains(" width=\"84mm\""));
        // The session was not saved: it lies beside the figure now, and the command in the figure works.
        QVERIFY(QFileInfo::exists(desk.folder.filePath("mine.lapidary")));
        const QByteArray first = readAll(file);
        QXmlStreamReader xml(first);
        QString command;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"provenance")
                command = xml.attributes().value("command").toString();
        QVERIFY2(command.startsWith("lapidary --headless export mine.lapidary --view tree"), qPrintable(command));
        QVERIFY(QFile::remove(file));
        const Ran ran = shell(command, desk.folder.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(readAll(file), first);
        // The next dialog begins where this one ended.
        desk.find<QWidget>("nestView")->setFocus();
        desk.action("export")->trigger();
        QTRY_VERIFY((dialog = desk.find<ExportDialog>("exportDialog")));
        QCOMPARE(dialog->findChild<QDoubleSpinBox*>("exportWidth")->value(), 84.0);
        QVERIFY(dialog->path().startsWith(desk.folder.path()));
        QTest::keyClick(dialog.data(), Qt::Key_Escape);
    }

    void aFileInTheWayIsAskedForBeforeItIsReplaced() {
        const Desk desk(20'000);
        desk.runToEnd();
        desk.window->setPerspective("mapping");
        const QString file = desk.folder.filePath("there.svg");
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("mine") == 4);
        old.close();
        desk.find<QWidget>("nestView")->setFocus();
        desk.action("export")->trigger();
        QPointer<ExportDialog> dialog;
        QTRY_VERIFY((dialog = desk.find<ExportDialog>("exportDialog")));
        dialog->setFormat("svg");
        auto* name = dialog->findChild<QLineEdit*>("exportPath");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, file);
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(dialog);
        QCOMPARE(readAll(file), QByteArray("mine"));
        auto* save = dialog->findChild<QAction*>("exportSave");
        QCOMPARE(save->text(), QString("Replace"));
        QVERIFY(dialog->findChild<Notice*>("exportProblem")->text().contains("there.svg"));
        dialog->resize(dialog->size() + QSize(40, 20));  // is no change of mind
        QTest::qWait(30);
        QCOMPARE(save->text(), QString("Replace"));
        // Another name is asked for anew; this one is then replaced.
        QTest::keyClick(name, Qt::Key_Backspace);
        QCOMPARE(save->text(), QString("Export"));
        QTest::keyClicks(name, "g");
        save->trigger();
        QVERIFY(dialog);
        QCOMPARE(readAll(file), QByteArray("mine"));
        save->trigger();
        QTRY_VERIFY(dialog.isNull());
        QVERIFY(readAll(file).contains("<svg"));
        QVERIFY(desk.window->banners().textOf("exported").contains("there.svg"));
    }

    void whatCannotBeWrittenIsSaidInTheDialog() {
        ExportDialog dialog(document(), *exportOf("traffic", "csv").entry, {}, false);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setFormat("csv");
        dialog.findChild<QLineEdit*>("exportPath")->setText("/nowhere/at/all.csv");
        dialog.show();
        QVERIFY(!dialog.save());
        QVERIFY(dialog.isVisible());
        dialog.findChild<QLineEdit*>("exportPath")->setText(path("all.csv"));
        QVERIFY(dialog.save());
        QVERIFY(readAll(path("all.csv")).contains("level,tensor,tile,reads"));
    }

    void menuOfADockCopies() {
        const Desk desk(20'000);
        desk.runToEnd();
        desk.window->setPerspective("mapping");
        const auto trigger = [&](const char* dock, const char* name) {
            auto* entry = desk.find<Dock>(dock)->exportMenu()->findChild<QAction*>(name);
            if (!entry)
                for (QAction* action : desk.find<Dock>(dock)->exportMenu()->actions())
                    if (action->objectName() == QLatin1String(name)) entry = action;
            QVERIFY2(entry, name);
            entry->trigger();
        };
        trigger("nest", "export.nest.copy.c");
        QVERIFY(QApplication::clipboard()->text().contains("int main(void)"));
        trigger("tree", "export.tree.copy.tikz");
        QVERIFY(QApplication::clipboard()->text().contains("\\begin{tikzpicture}"));
        trigger("array", "export.array.copyPicture");
        QVERIFY(!QApplication::clipboard()->image().isNull());
        trigger("energy", "export.breakdown.copy.svg");
        QVERIFY(QApplication::clipboard()->text().contains("<svg"));
        trigger("traffic", "export.traffic.copy.tsv");
        QVERIFY(QApplication::clipboard()->text().contains("level\ttensor\ttile"));
    }
};

QTEST_MAIN(ExportTest)
#include "export_test.moc"
