// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/file_control.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

#include "core/io/maestro/directive_text.h"
#include "core/io/maestro/import.h"
#include "core/io/native.h"
#include "core/mapping/validity.h"
#include "ui/editors/rules_dialog.h"
#include "ui/jobs/fabric_work.h"
#include "ui/session/document.h"
#include "ui/shell/banner.h"
#include "ui/shell/import_report.h"

namespace lapidary::ui {

namespace {

const QString kFileRecentKey = QStringLiteral("recentFiles");

QString filters() {
    return QObject::tr(
        "All that Lapidary reads (*.lapidary *.json *.txt *.map *.m *.yaml *.yml *.onnx);;Sessions (*.lapidary);;"
        "MAESTRO (*.m);;Timeloop (*.yaml *.yml);;ONNX models (*.onnx);;All files (*)");
}

bool isTimeloop(const QString& path) {
    return path.endsWith(u".yaml", Qt::CaseInsensitive) || path.endsWith(u".yml", Qt::CaseInsensitive) ||
           QFileInfo(path).isDir();
}

/// "arch.yaml and 2 more"
QString namesOf(const QStringList& paths) {
    const QString first = QFileInfo(paths.front()).fileName();
    return paths.size() == 1 ? first : QObject::tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

/// Nothing but rows of 0 and 1.
bool looksLikeBitmaps(const std::string& text) {
    return text.find_first_not_of("01 \t\r\n") == std::string::npos && text.find_first_of("01") != std::string::npos;
}

/// "workload, design, mapping"
QString partsOf(const TimeloopImport& parts) {
    QStringList names;
    if (parts.workload) names << QObject::tr("workload");
    if (parts.architecture) names << QObject::tr("design");
    if (parts.constraints) names << QObject::tr("constraints");
    if (parts.search) names << QObject::tr("search settings");
    if (parts.mapping) names << QObject::tr("mapping");
    return names.join(QStringLiteral(", "));
}

}  // namespace

FileControl::FileControl(Document& document, BannerArea& banners, QWidget* window)
    : QObject(window), m_document(document), m_banners(banners), m_window(window) {}

bool FileControl::open(const QString& path) {
    if (isTimeloop(path)) return importTimeloop({path});
    if (path.endsWith(u".onnx", Qt::CaseInsensitive)) {
        emit modelWanted(path);
        return true;
    }
    const auto text = readTextFile(path.toStdString());
    const Diagnostics problems = text ? take(*text, path) : text.diagnostics();
    return told(path, problems);
}

bool FileControl::openAll(const QStringList& paths) {
    QStringList parts;
    bool all = true;
    for (const QString& path : paths) {
        if (isTimeloop(path))
            parts << path;
        else
            all = open(path) && all;
    }
    return (parts.isEmpty() || importTimeloop(parts)) && all;
}

bool FileControl::importTimeloop(const QStringList& paths) {
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) files.emplace_back(path.toStdString());
    const Result<TimeloopImport> parts = importTimeloopFiles(files, m_document.inputs().search);
    if (!parts) return told(paths.front(), parts.diagnostics());
    if (partsOf(*parts).isEmpty())
        return told(paths.front(), {error("holds no workload, design, mapping or constraints",
                                          "Timeloop's files have 'problem', 'architecture' or 'mapping' at the top")});
    takeImport(*parts, namesOf(paths));
    m_banners.withdraw("open");
    emit done(tr("Imported %1").arg(paths.join(QStringLiteral(", "))));
    if (paths.size() == 1) remember(paths.front());  // one of several would open only a part
    m_imported = tr("%1: %2").arg(namesOf(paths), partsOf(*parts));
    m_importNotes = parts.diagnostics();
    tellImport();
    emit imported();
    return true;
}

/// One undo step, whatever the files hold; then the mapping, on what they hold.
void FileControl::takeImport(const TimeloopImport& parts, const QString& name) {
    SessionInputs next = m_document.inputs();
    if (parts.workload) {
        next.workload = *parts.workload;
        next.workloadKey.clear();
    }
    if (parts.architecture) {
        next.architecture = *parts.architecture;
        next.architectureKey.clear();
        next.mapspace.constraints = next.architecture.spec().constraints;
    }
    if (parts.constraints) next.mapspace.constraints = *parts.constraints;
    if (parts.factorization) next.mapspace.factorization = *parts.factorization;
    if (parts.search) next.search = *parts.search;
    m_document.edit(next, tr("Import of %1").arg(name));
    if (parts.mapping) m_document.show({.run = -1, .rank = 0, .own = parts.mapping}, name);
    emit opened(parts.mapping ? "mapping" : "design");
}

void FileControl::tellImport() {
    m_banners.withdraw("import");
    const Diagnostics& notes = m_importNotes;
    if (notes.empty()) return;
    const auto differing = std::count_if(notes.begin(), notes.end(),
                                         [](const Diagnostic& note) { return note.severity == Severity::warning; });
    const auto others = static_cast<qsizetype>(notes.size()) - differing;
    QStringList counts;
    if (differing > 0)
        counts << (differing == 1 ? tr("1 thing can't be expressed and changes figures")
                                  : tr("%1 things can't be expressed and change figures").arg(differing));
    if (others > 0) counts << (others == 1 ? tr("1 note") : tr("%1 notes").arg(others));
    counts << tr("figures follow %1 (Mapping > Counting rules)").arg(rulesTitle(m_document.inputs().semantics));
    m_banners.post({.cause = "import",
                    .severity = differing > 0 ? Severity::warning : Severity::note,
                    .title = tr("Imported %1.").arg(m_imported),
                    .text = counts.join(QStringLiteral("; ")) + u'.',
                    .button = tr("Report"),
                    .action = [this] { showImportReport(); }});
}

void FileControl::showImportReport() {
    if (hasImportReport()) (new ImportReport(m_imported, m_importNotes, m_window))->show();
}

void FileControl::importWithDialog() {
    const QStringList paths =
        QFileDialog::getOpenFileNames(m_window, tr("Import Timeloop files: all parts of one problem together"), {},
                                      tr("Timeloop (*.yaml *.yml);;All files (*)"));
    if (!paths.isEmpty()) importTimeloop(paths);
}

bool FileControl::told(const QString& path, const Diagnostics& problems) {
    if (hasErrors(problems)) {
        m_banners.post({.cause = "open",
                        .severity = Severity::error,
                        .title = tr("%1 is not readable").arg(QFileInfo(path).fileName()),
                        .text = bannerText(problems) + tr(" Nothing was changed."),
                        .button = {},
                        .action = {}});
        return false;
    }
    m_banners.withdraw("open");
    emit done(tr("Opened %1").arg(path));
    remember(path);
    return true;
}

bool FileControl::pinFile(Side side, const QString& path) {
    const auto text = readTextFile(path.toStdString());
    if (!text) return told(path, text.diagnostics());
    auto mapping = readMapping(*text, path);
    if (!mapping) return told(path, mapping.diagnostics());
    PinnedMapping pin;
    pin.place.own = std::move(mapping).value();
    pin.inputs = m_document.inputs();
    pin.name = QFileInfo(path).fileName().toStdString();
    m_document.pin(side, std::move(pin));
    return told(path, {});
}

void FileControl::pinWithDialog(Side side) {
    const QString path = QFileDialog::getOpenFileName(m_window, side == Side::a ? tr("Mapping A") : tr("Mapping B"), {},
                                                      tr("Mappings (*.json *.txt *.map);;All files (*)"));
    if (!path.isEmpty()) pinFile(side, path);
}

Diagnostics FileControl::take(const std::string& text, const QString& path) {
    const std::string file = QFileInfo(path).fileName().toStdString();
    const auto start = text.find_first_not_of(" \t\r\n");
    const bool looksLikeJson = start != std::string::npos && (text[start] == '{' || text.compare(start, 2, "//") == 0);
    const bool ofMaestro = path.endsWith(u".m") || maestro::isDirectives(text) || maestro::isHardware(text);
    if (looksLikeBitmaps(text)) return takeBitmaps(path);
    if (!looksLikeJson && ofMaestro) return takeMaestro(text, path);
    if (!looksLikeJson && !path.endsWith(u".lapidary") && !path.endsWith(u".json")) return takeMapping(text, path);

    const auto json = parseJson(text, file);
    if (!json) return json.diagnostics();
    const std::string& schema = (*json)["schema"].text();
    if (schema.starts_with("lapidary/workload/")) {
        const auto workload = workloadFromJson(*json, file);
        if (!workload) return workload.diagnostics();
        m_document.setWorkload(*workload, {});
        emit opened("search");
        return {};
    }
    if (schema.starts_with("lapidary/architecture/")) {
        const auto architecture = architectureFromJson(*json, file);
        if (!architecture) return architecture.diagnostics();
        m_document.setArchitecture(*architecture, {});
        emit opened("search");
        return {};
    }
    if (schema.starts_with("lapidary/mapping/")) return takeMapping(text, path);
    return takeSession(*json, path);
}

Diagnostics FileControl::takeBitmaps(const QString& path) {
    SessionInputs next = m_document.inputs();
    const auto maps = loadBitmaps(path.toStdString(), next);
    if (!maps) return maps.diagnostics();
    next.fabric.bitmaps = *maps;
    m_document.edit(std::move(next), tr("Bitmaps of %1").arg(QFileInfo(path).fileName()));
    emit opened("fabric");
    return {};
}

Diagnostics FileControl::takeMaestro(const std::string& text, const QString& path) {
    const QString name = QFileInfo(path).fileName();
    const std::string file = name.toStdString();
    if (maestro::isHardware(text)) {
        const auto design = maestro::readDesign(text, file);
        if (!design) return design.diagnostics();
        m_document.setArchitecture(*design, {});
        emit opened("design");
        return {};
    }
    if (!m_document.problems().empty()) return m_document.problems();
    SessionInputs next = m_document.inputs();
    auto nest = maestro::nestOfDirectives(text, file, *m_document.setup()->target);
    if (!nest && maestro::isNetwork(text)) {  // then another layer becomes the workload
        const auto model = maestro::readModel(text, file);
        if (!model) return model.diagnostics();
        next.workload = model->layers.front().workload;
        next.workloadKey.clear();
        const auto target = Target::make(next.workload, next.architecture);
        if (!target) return target.diagnostics();
        nest = maestro::nestOfDirectives(text, file, **target);
    }
    if (!nest) return nest.diagnostics();
    if (!modelOf(next)) setModel(next, Compat::dataCentric);
    m_document.editMapping(std::move(next), nest->mapping, name, tr("Import of %1").arg(name));
    emit opened("mapping");
    return {};
}

void FileControl::importDirectivesWithDialog() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Import directives: a network file of MAESTRO"), {},
                                                      tr("MAESTRO (*.m);;All files (*)"));
    if (!path.isEmpty()) open(path);
}

Diagnostics FileControl::takeSession(const Json& json, const QString& path) {
    auto session = sessionFromJson(json, QFileInfo(path).fileName().toStdString());
    if (!session) return session.diagnostics();
    if (m_mayReplace && !m_mayReplace()) return {};
    emit replacing();
    const QString perspective = QString::fromStdString(session->perspective);
    m_document.adopt(std::move(session).value(), path);
    emit opened(perspective);
    return {};
}

Result<Mapping> FileControl::readMapping(const std::string& text, const QString& path) const {
    const SessionInputs& inputs = m_document.inputs();
    if (!m_document.problems().empty()) return m_document.problems();
    const std::string file = QFileInfo(path).fileName().toStdString();
    std::vector<int> lines;
    auto mapping = mappingFromText(text, file, inputs.workload, inputs.architecture, &lines);
    if (!mapping) return mapping.diagnostics();
    Diagnostics problems = checkForm(*mapping, *m_document.setup()->target, file, lines);
    if (hasErrors(problems)) return problems;
    return mapping;
}

Diagnostics FileControl::takeMapping(const std::string& text, const QString& path) {
    auto mapping = readMapping(text, path);
    if (!mapping) return mapping.diagnostics();
    m_document.show({.run = -1, .rank = 0, .own = std::move(mapping).value()}, QFileInfo(path).fileName());
    emit opened("mapping");
    return {};
}

void FileControl::openWithDialog() { openAll(QFileDialog::getOpenFileNames(m_window, tr("Open"), {}, filters())); }

bool FileControl::save() { return m_document.path().isEmpty() ? saveAs() : saveTo(m_document.path()); }

bool FileControl::saveAs() {
    QString path = QFileDialog::getSaveFileName(m_window, tr("Save session"), m_document.title() + ".lapidary",
                                                tr("Sessions (*.lapidary)"));
    if (path.isEmpty()) return false;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".lapidary");
    return saveTo(path);
}

bool FileControl::saveTo(const QString& path) {
    const Diagnostics problems = m_document.save(path);
    if (hasErrors(problems)) {
        m_banners.post({.cause = "save",
                        .severity = Severity::error,
                        .title = tr("The session was not saved."),
                        .text = bannerText(problems),
                        .button = {},
                        .action = {}});
        return false;
    }
    m_banners.withdraw("save");
    emit done(tr("Saved %1").arg(path));
    remember(path);
    return true;
}

QStringList FileControl::recent() const {
    return m_remembering ? QSettings().value(kFileRecentKey).toStringList() : QStringList();
}

void FileControl::setMostRecent(int most) {
    m_mostRecent = most;
    if (!m_remembering || recent().size() <= most) return;
    QSettings().setValue(kFileRecentKey, recent().mid(0, most));
    emit recentChanged();
}

void FileControl::forget(const QString& path) {
    if (!m_remembering) return;
    QStringList files = recent();
    files.removeAll(path);
    QSettings().setValue(kFileRecentKey, files);
    emit recentChanged();
}

void FileControl::remember(const QString& path) {
    if (!m_remembering) return;
    QStringList files = recent();
    const QString full = QFileInfo(path).absoluteFilePath();
    files.removeAll(full);
    files.prepend(full);
    QSettings().setValue(kFileRecentKey, files.mid(0, m_mostRecent));
    emit recentChanged();
}

}  // namespace lapidary::ui
