// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/view_export.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/session_tuning.h"
#include "core/io/sweep_file.h"
#include "core/io/table_format.h"
#include "ui/models/words.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

/// The inputs that a view speaks of, and the seed if it comes from a search.
struct Origin {
    const SessionInputs& inputs;
    bool searched = false;
};
Origin inputsOf(const Document& document, ViewNeeds needs, const ExportOptions& options) {
    const auto number = options.find("run");
    if (needs == ViewNeeds::mapping && document.exhibit())
        return {document.exhibit()->inputs, document.shown().run >= 0 || document.shown().point >= 0};
    if (needs == ViewNeeds::run && number != options.end())
        for (const RunPtr& run : document.runs())
            if (std::to_string(run->number) == number->second) return {run->inputs, true};
    if (needs == ViewNeeds::tuning && document.tuning()) return {document.tuning()->inputs, true};
    if (needs == ViewNeeds::run && document.currentRun()) return {document.currentRun()->inputs, true};
    return {document.inputs(), false};
}

void addInputs(Provenance& provenance, const std::string& side, const SessionInputs& inputs) {
    provenance.addInput(side + "architecture " + inputs.architecture.name(), toJson(inputs.architecture));
    provenance.addInput(side + "workload " + inputs.workload.name(), toJson(inputs.workload));
}

Provenance originOf(const Exhibit& a, const Exhibit& b) {
    Provenance provenance;
    const auto add = [&](const std::string& side, const Exhibit& it) {
        addInputs(provenance, side, it.inputs);
        provenance.addInput(side + "mapping", mappingToJson(it.mapping, it.inputs.workload, it.inputs.architecture));
    };
    add("A: ", a);
    add("B: ", b);
    return provenance;
}

Provenance originOf(const SweepFile& sweep) {
    Provenance provenance;
    provenance.addInput("sweep " + sweep.name, toJson(sweep));
    provenance.seed = sweep.spec.search.seed;
    return provenance;
}

/// The format is in the command only where the ending of the file does not say it.
bool endingSays(const ViewEntry& entry, const ViewFormat& format, const QString& output) {
    const auto guessed = formatOf(entry, {}, output);
    return guessed && guessed->key == format.key;
}

}  // namespace

std::vector<ViewFormat> formatsOf(const ViewEntry& entry) {
    std::vector<ViewFormat> formats;
    if (entry.figure)
        for (const QString& key : figureFormats())
            formats.push_back({ViewFormat::Kind::figure, key, key, key.toUpper()});
    for (const ViewText& each : entry.texts)
        formats.push_back({ViewFormat::Kind::text, fromView(each.format), fromView(each.ending), fromView(each.title)});
    if (entry.table)
        for (const auto& each : keyTable(TableFormat{}))
            formats.push_back(
                {ViewFormat::Kind::table, fromView(each.key), fromView(endingOf(each.value)), fromView(each.label)});
    return formats;
}

Result<ViewFormat> formatOf(const ViewEntry& entry, const QString& key, const QString& path) {
    const std::vector<ViewFormat> formats = formatsOf(entry);
    const QString ending = QFileInfo(path).suffix().toLower();
    std::vector<std::string> known;
    std::string all;
    for (const ViewFormat& format : formats) {
        if (key.isEmpty() ? format.ending == ending : format.key == key || format.ending == key) return format;
        known.push_back((key.isEmpty() ? u'.' + format.ending : format.key).toStdString());
        all += (all.empty() ? "" : ", ") + known.back();
    }
    const std::string found = key.isEmpty() ? '.' + ending.toStdString() : key.toStdString();
    return errorAt({.file = key.isEmpty() ? "-o" : "--format", .line = 0, .column = 0, .key = {}},
                   "the view '" + entry.key + "' has no format '" + found + "', expected one of " + all,
                   didYouMean(found, known));
}

QString ViewExport::proposal() const {
    QString name = entry->key.empty() ? fromView(entry->title).toLower().replace(u' ', u'-') : fromView(entry->key);
    for (const char* key : {"dimension", "unit", "step"})
        if (const auto found = options.find(key); found != options.end() && found->second != "0")
            name += u'-' + fromView(found->second).toLower();
    return name + u'.' + format.ending;
}

QString sessionReference(const QString& session, const QString& output) {
    const QFileInfo file(session);
    return file.absolutePath() == QFileInfo(output).absolutePath() ? file.fileName() : file.absoluteFilePath();
}

Provenance originOf(const Document& document, ViewNeeds needs, const ExportOptions& options) {
    if (needs == ViewNeeds::sweep && document.sweep()) return originOf(document.sweep()->file);
    if (needs == ViewNeeds::pair && document.compared(Side::a) && document.compared(Side::b))
        return originOf(*document.compared(Side::a), *document.compared(Side::b));
    const Origin origin = inputsOf(document, needs, options);
    Provenance provenance;
    addInputs(provenance, "", origin.inputs);
    if (needs == ViewNeeds::mapping && document.exhibit())
        provenance.addInput(
            "mapping", mappingToJson(document.exhibit()->mapping, origin.inputs.workload, origin.inputs.architecture));
    if (origin.searched) provenance.seed = origin.inputs.search.seed;
    return provenance;
}

bool isRepeatable(const Document& document, ViewNeeds needs) {
    const auto& runs = document.runs();
    const int shown = document.shown().run;
    if (needs == ViewNeeds::mapping && shown >= 0 && shown < static_cast<int>(runs.size()))
        return runs[static_cast<std::size_t>(shown)]->finished();
    if (needs == ViewNeeds::sweep) return !document.sweep() || !document.sweep()->running();
    return needs != ViewNeeds::run || !document.currentRun() || document.currentRun()->finished();
}

std::string commandOf(const ViewExport& wanted, const QStringList& source, const QString& output) {
    if (source.isEmpty()) return {};
    std::vector<std::string> words{"lapidary", "--headless", "export"};
    for (const QString& word : source) words.push_back(word.toStdString());
    words.insert(words.end(), {"--view", wanted.entry->key});
    const std::vector<std::string> options = wordsOf(wanted.options);
    words.insert(words.end(), options.begin(), options.end());
    if (!endingSays(*wanted.entry, wanted.format, output))
        words.insert(words.end(), {"--format", wanted.format.key.toStdString()});
    words.insert(words.end(), {"-o", QFileInfo(output).fileName().toStdString()});
    return shellLine(words);
}

Result<QByteArray> renderView(const Document& document, const ViewExport& wanted, const Provenance& provenance) {
    const ViewEntry& entry = *wanted.entry;
    if (Diagnostics reasons = whyNot(entry, document, wanted.options); hasErrors(reasons)) return reasons;
    if (wanted.format.kind == ViewFormat::Kind::figure) {
        const auto look = lookOf(wanted.options);
        if (!look) return look.diagnostics();
        const auto figure = entry.figure(document, wanted.options);
        if (!figure) return figure.diagnostics();
        return writeFigure(*figure, wanted.format.key, *look, provenance);
    }
    if (wanted.format.kind == ViewFormat::Kind::text) {
        const auto found = std::find_if(entry.texts.begin(), entry.texts.end(), [&](const ViewText& each) {
            return fromView(each.format) == wanted.format.key;
        });
        const auto written = found->write(document, wanted.options, provenance);
        if (!written) return written.diagnostics();
        return QByteArray::fromStdString(*written);
    }
    const TableFormat format = fromKey<TableFormat>(wanted.format.key.toStdString()).value_or(TableFormat::csv);
    const char* usual = usualStyle(format) == NumberStyle::exact ? "exact" : "shown";
    const auto numbers = chosen(wanted.options, "numbers", {"exact", "shown"}, usual);
    if (!numbers) return numbers.diagnostics();
    const auto table =
        entry.table(document, wanted.options, *numbers == "exact" ? NumberStyle::exact : NumberStyle::people);
    if (!table) return table.diagnostics();
    return QByteArray::fromStdString(writeTable(*table, format, provenance));
}

Diagnostics exportView(const Document& document, const ViewExport& wanted, const QStringList& source,
                       const QString& output) {
    Provenance provenance = originOf(document, wanted.entry->needs, wanted.options);
    provenance.command = commandOf(wanted, source, output);
    const auto bytes = renderView(document, wanted, provenance);
    return bytes ? writeBytes(*bytes, output) : bytes.diagnostics();
}

}  // namespace lapidary::ui
