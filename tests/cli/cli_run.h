// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs lapidary-cli and reads what it says. For tests only.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace lapidary::testing {

struct CliRun {
    int code = -1;
    QString out, err;
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    /// What doesn't depend on machine and moment.
    QJsonObject jsonWithoutRun() const {
        QJsonObject object = json();
        object.remove("run");
        return object;
    }
    /// "best.cost.cycles", "levels.1.name"; undefined if there is no such value.
    QJsonValue at(const QString& path) const {
        QJsonValue value = json();
        for (const QString& step : path.split('.'))
            value = value.isArray() ? value.toArray().at(step.toInt()) : value.toObject().value(step);
        return value;
    }
    QStringList errorLines() const { return err.split('\n', Qt::SkipEmptyParts); }
};

inline CliRun cli(const QStringList& arguments) {
    QProcess process;
    process.start(LAPIDARY_CLI_PATH, arguments);
    CliRun run;
    if (!process.waitForFinished(100'000) || process.exitStatus() != QProcess::NormalExit) {
        run.err = "did not end by itself: " + process.errorString();
        return run;
    }
    run.code = process.exitCode();
    run.out = QString::fromUtf8(process.readAllStandardOutput());
    run.err = QString::fromUtf8(process.readAllStandardError());
    return run;
}

/// A folder that goes away, with files made of text.
class Folder {
public:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return file.fileName();
    }
    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_folder;
};

/// The exported page of a study that comes along, run anew.
inline CliRun studied(const QString& key) {
    const Folder folder;
    const QString results = folder.path("results.json");
    const CliRun run = cli({"study", "run", key, "--results", results, "--quiet"});
    return run.code == 0 ? cli({"study", "export", key, "--results", results, "--to", "json"}) : run;
}

/// Fig. 5 of Ruby: 100 elements over 6 PEs.
inline const QStringList kToy{"--arch", "toy-6", "--einsum", "A[d]", "--bounds", "d=100"};
inline const QByteArray kToyNest = "DRAM [A]\n  GLB [A]\n    for d in 0..17\n      parFor d in 0..6 (last 4) @PE.X\n";

}  // namespace lapidary::testing
