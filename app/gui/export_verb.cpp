// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One view of a session, or of a design, a workload and a mapping, as a figure, a table or a text.

#include <QCommandLineParser>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/headless.h"
#include "core/io/session_source.h"
#include "ui/export/view_export.h"
#include "ui/models/words.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

struct InputOption {
    const char* key;
    const char* type;
    const char* help;
    std::string InputOptions::*value = nullptr;  ///< null: --set and --mapping
};
constexpr InputOption kInputs[] = {
    {"arch", "KEY|FILE", "Design", &InputOptions::architecture},
    {"set", "PATH=VALUE", "Change one value of it, or a bound; may be repeated"},
    {"workload", "KEY|FILE", "Workload", &InputOptions::workload},
    {"einsum", "TEXT", "Workload as text; needs --bounds", &InputOptions::einsum},
    {"bounds", "m=100,...", "Bounds of the einsum", &InputOptions::bounds},
    {"roles", "A=weight,...", "Roles of the einsum's tensors", &InputOptions::roles},
    {"network", "KEY|FILE", "Network that --layer is of", &InputOptions::network},
    {"layer", "NAME", "One layer of --network", &InputOptions::layer},
    {"mapspace", "KEY", "Factorization", &InputOptions::mapspace},
    {"constraints", "none|FILE", "Instead of the design's own", &InputOptions::constraints},
    {"model", "reuse|data-centric", "Model that counts the mapping", &InputOptions::model},
    {"compat", "maestro", "Rules of MAESTRO in the data-centric model", &InputOptions::compat},
    {"mapping", "FILE", "Loop nest as text, or native JSON"},
};

void describe(QCommandLineParser& parser) {
    parser.addPositionalArgument("SESSION", "A .lapidary file, instead of --arch, --workload and --mapping");
    for (const InputOption& option : kInputs) parser.addOption({option.key, option.help, option.type});
    parser.addOption({"view", "Which view", "KEY", "nest"});
    for (const ExportOption& option : exportOptions())
        parser.addOption({fromView(option.key), fromView(option.help), fromView(option.type)});
    parser.addOption({{"format", "to"}, "Format, if the ending of the file does not say it", "KEY"});
    parser.addOption({{"o", "output"}, "Where to write", "FILE"});
}

/// A session, and the words that name it in the command that an export carries.
struct Source {
    Session session;
    QStringList words;
};

Result<Source> sourceOf(const QCommandLineParser& parser, const QString& output) {
    const QStringList files = parser.positionalArguments();
    InputOptions input;
    QStringList words;
    for (const InputOption& option : kInputs)
        for (const QString& value : parser.values(option.key)) {
            if (option.value) input.*option.value = value.toStdString();
            if (option.key == std::string_view("set")) input.settings.push_back(value.toStdString());
            words << QStringLiteral("--") + option.key
                  << (QFileInfo::exists(value) ? sessionReference(value, output) : value);
        }
    if (files.size() > 1) return error("unexpected argument '" + files[1].toStdString() + "'", "expected one session");
    if (files.isEmpty() && words.isEmpty())
        return error("no inputs given", "expected export SESSION, or --arch, --workload and --mapping");
    if (!files.isEmpty() && !words.isEmpty())
        return error("give a session or " + words.front().toStdString() + ", not both");
    if (const QString compat = parser.value("compat"); !compat.isEmpty() && compat != u"maestro")
        return error("--compat: unknown value '" + compat.toStdString() + "', expected maestro");
    auto session = files.isEmpty() ? sessionFrom(input, parser.value("mapping").toStdString())
                                   : readSession(files.front().toStdString());
    if (!session) return session.diagnostics();
    if (!files.isEmpty()) words = QStringList{sessionReference(files.front(), output)};
    return Source{*std::move(session), words};
}

Diagnostics exportTo(const QString& path, const QCommandLineParser& parser) {
    const auto entry = findView(parser.value("view").toStdString());
    if (!entry) return entry.diagnostics();
    const auto format = formatOf(**entry, parser.value("format"), path);
    if (!format) return format.diagnostics();
    ViewExport wanted{*entry, *format, {}};
    for (const ExportOption& option : exportOptions())
        if (const QString key = fromView(option.key); parser.isSet(key))
            wanted.options[std::string(option.key)] = parser.value(key).toStdString();
    auto source = sourceOf(parser, path);
    if (!source) return source.diagnostics();
    Document document(source->session.inputs);
    document.adopt(std::move(source->session), {});
    return exportView(document, wanted, source->words, path);
}

using HelpLine = std::pair<std::string, std::string>;

/// One under the other, what they mean in a column of its own.
std::string listed(const std::vector<HelpLine>& lines) {
    std::size_t width = 0;
    for (const HelpLine& line : lines) width = std::max(width, line.first.size());
    std::string text;
    for (const auto& [name, meaning] : lines)
        text += "  " + name + std::string(width + 1 - name.size(), ' ') + meaning + "\n";
    return text;
}

}  // namespace

int runExport(const QStringList& arguments) {
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(QStringList{"export"} + arguments)) {
        std::vector<std::string> known;
        for (const InputOption& option : kInputs) known.emplace_back(option.key);
        for (const ExportOption& option : exportOptions()) known.emplace_back(option.key);
        const std::string unknown = parser.unknownOptionNames().value(0).toStdString();
        QString text = parser.errorText();
        if (text.endsWith(u'.')) text.chop(1);
        reportWritten({}, {error(text.toStdString(), didYouMean(unknown, known, "see --headless help"))});
        return kBadInput;
    }
    const QString path = parser.value("output");
    if (path.isEmpty()) {
        reportWritten(
            {}, {error("no file given", "use -o FILE, for example -o " + parser.value("view").toStdString() + ".svg")});
        return kBadInput;
    }
    return reportWritten(path, exportTo(path, parser)) ? kDone : kBadInput;
}

std::string exportHelp() {
    std::vector<HelpLine> views, options, inputs;
    for (const ViewEntry& entry : viewList()) {
        std::string formats;
        for (const ViewFormat& format : formatsOf(entry))
            formats += (formats.empty() ? "" : ", ") + format.key.toStdString();
        views.emplace_back(entry.key, entry.meaning + (" (" + std::string(keyOf(entry.needs)) + ": " + formats + ")"));
    }
    for (const ExportOption& option : exportOptions())
        options.emplace_back("--" + std::string(option.key) + " " + std::string(option.type), option.help);
    for (const InputOption& option : kInputs)
        inputs.emplace_back("--" + std::string(option.key) + " " + option.type, option.help);
    return "Views and their formats (lapidary --headless export SESSION --view KEY -o FILE)\n" + listed(views) +
           "Options\n" + listed(options) + "Inputs, instead of a session\n" + listed(inputs);
}

}  // namespace lapidary::ui
