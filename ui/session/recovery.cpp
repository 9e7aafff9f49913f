// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cstdlib>

#include "core/io/native.h"
#include "ui/models/scale.h"
#include "ui/session/autosave.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

constexpr std::string_view kSchema = "lapidary/autosave/1";
const QString kCopies = QStringLiteral("autosave-*.json");

/// Newest first.
QFileInfoList copiesIn(const QString& folder) {
    QFileInfoList files = QDir(folder).entryInfoList({kCopies}, QDir::Files, QDir::Name);
    std::reverse(files.begin(), files.end());
    return files;
}

Result<AutosaveCopy> readCopy(const QString& path) {
    const auto text = readTextFile(path.toStdString());
    if (!text) return text.diagnostics();
    const auto json = parseJson(*text, path.toStdString());
    if (!json) return json.diagnostics();
    return autosaveFromJson(*json, path.toStdString());
}

std::optional<Session> readSaved(const QString& path) {
    if (path.isEmpty()) return std::nullopt;
    const auto text = readTextFile(path.toStdString());
    if (!text) return std::nullopt;
    const auto json = parseJson(*text, path.toStdString());
    if (!json) return std::nullopt;
    auto session = sessionFromJson(*json, path.toStdString());
    if (!session) return std::nullopt;
    return std::move(session).value();
}

/// Where one looks is no work of one's own.
Json withoutLooks(Session session) {
    session.shown = {};
    session.perspective.clear();
    return toJson(session);
}

QString runText(const SessionRun& run) {
    if (run.queued) return QObject::tr("run %1, not begun").arg(run.number);
    const QString drawn = shortCount(static_cast<double>(run.result.counters.drawn));
    return run.result.cause == StopCause::none ? QObject::tr("run %1 at %2").arg(run.number).arg(drawn)
                                               : QObject::tr("run %1").arg(run.number);
}

/// The sweep's points that are done, if the file has fewer of them.
QString sweepText(const Session& copy, const std::optional<Session>& saved) {
    const auto done = [](const Session& session) {
        if (!session.sweep) return std::ptrdiff_t{0};
        return std::count_if(session.sweep->points.begin(), session.sweep->points.end(),
                             [](const SweepPointPtr& point) { return point != nullptr; });
    };
    if (!copy.sweep || (saved && saved->sweep && done(*saved) >= done(copy))) return {};
    return QObject::tr("a sweep with %1 of %2 points").arg(done(copy)).arg(copy.sweep->points.size());
}

QString whatOnlyTheCopyHas(const AutosaveCopy& copy, const std::optional<Session>& saved) {
    if (saved && withoutLooks(*saved) == withoutLooks(copy.session)) return {};
    QStringList parts;
    if (copy.path.isEmpty())
        parts << QObject::tr("new session");
    else if (!saved)
        parts << QObject::tr("all of it: the file is gone");
    if (copy.edits > 0) parts << (copy.edits == 1 ? QObject::tr("1 edit") : QObject::tr("%1 edits").arg(copy.edits));
    const auto inFile = [&](const SessionRun& run) {
        return saved && std::any_of(saved->runs.begin(), saved->runs.end(), [&](const SessionRun& other) {
                   return other.number == run.number && other.queued == run.queued &&
                          other.result.counters.drawn == run.result.counters.drawn;
               });
    };
    for (const SessionRun& run : copy.session.runs)
        if (!inFile(run)) parts << runText(run);
    if (const QString sweep = sweepText(copy.session, saved); !sweep.isEmpty()) parts << sweep;
    if (parts.isEmpty()) parts << QObject::tr("other inputs");
    return parts.join(QStringLiteral("; "));
}

/// Takes the folder unless a living window has it.
std::shared_ptr<QLockFile> lockOf(const QString& folder) {
    if (isOwnAutosave(folder)) return nullptr;
    auto lock = std::make_shared<QLockFile>(lockPathOf(folder));
    lock->setStaleLockTime(0);
    qint64 process = 0;
    QString host, program;
    // Our number and none of our windows: a process before us had it.
    if (lock->getLockInfo(&process, &host, &program) && process == QCoreApplication::applicationPid())
        QFile::remove(lockPathOf(folder));
    return lock->tryLock(0) ? lock : nullptr;
}

/// Nothing if the folder belongs to a living window or holds nothing.
std::optional<Leftover> examine(const QString& folder) {
    Leftover leftover;
    leftover.folder = folder;
    leftover.lock = lockOf(folder);
    if (!leftover.lock) return std::nullopt;
    bool found = false;
    for (const QFileInfo& file : copiesIn(folder)) {
        if (found) {
            leftover.olderAt << file.lastModified();
            continue;
        }
        auto copy = readCopy(file.filePath());
        if (!copy) continue;
        leftover.copy = std::move(copy).value();
        leftover.writtenAt = file.lastModified();
        found = true;
    }
    if (!found) {
        discard(leftover);
        return std::nullopt;
    }
    const std::optional<Session> saved = readSaved(leftover.copy.path);
    if (saved) leftover.savedAt = QFileInfo(leftover.copy.path).lastModified();
    leftover.onlyHere = whatOnlyTheCopyHas(leftover.copy, saved);
    return leftover;
}

}  // namespace

AutosaveCopy copyOf(Document& document) {
    AutosaveCopy copy{document.session(), document.path(), 0};
    for (std::size_t i = 0; i < document.runs().size(); ++i)
        if (document.runs()[i]->ongoing()) copy.session.runs[i].result.cause = StopCause::none;
    const QUndoStack& edits = document.undoStack();
    copy.edits = edits.cleanIndex() < 0 ? edits.index() : std::abs(edits.index() - edits.cleanIndex());
    return copy;
}

void adopt(Document& document, AutosaveCopy copy) {
    document.adopt(std::move(copy.session), copy.path);
    document.undoStack().resetClean();
}

Json toJson(const AutosaveCopy& copy) {
    Json json = Json::object();
    json.set("schema", kSchema);
    json.set("path", copy.path.toStdString());
    json.set("edits", copy.edits);
    json.set("session", toJson(copy.session));
    return json;
}

Result<AutosaveCopy> autosaveFromJson(const Json& json, std::string_view file) {
    if (json["schema"].text() != kSchema) return error(std::string(file) + " is no autosave of this program");
    auto session = sessionFromJson(json["session"], file);
    if (!session) return session.diagnostics();
    AutosaveCopy copy;
    copy.session = std::move(session).value();
    copy.path = QString::fromStdString(json["path"].text());
    copy.edits = static_cast<int>(json["edits"].integer());
    return copy;
}

QString lockPathOf(const QString& folder) { return QDir(folder).filePath("lock"); }

QString copyPath(const QString& folder, int number) {
    return QDir(folder).filePath(QStringLiteral("autosave-%1.json").arg(number, 6, 10, QLatin1Char('0')));
}

QString Leftover::title() const {
    return copy.path.isEmpty() ? QObject::tr("Untitled") : QFileInfo(copy.path).completeBaseName();
}

std::vector<Leftover> findLeftovers(const QString& root) {
    std::vector<Leftover> found;
    for (const QFileInfo& folder : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (auto leftover = examine(folder.filePath())) found.push_back(std::move(*leftover));
    std::stable_sort(found.begin(), found.end(),
                     [](const Leftover& a, const Leftover& b) { return a.writtenAt > b.writtenAt; });
    return found;
}

void discard(Leftover& leftover) {
    if (leftover.lock) leftover.lock->unlock();
    QDir(leftover.folder).removeRecursively();
    leftover.lock.reset();
}

}  // namespace lapidary::ui
