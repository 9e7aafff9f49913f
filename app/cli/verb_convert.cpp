// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/document.h"
#include "app/cli/exploration.h"
#include "app/cli/fabric_machine.h"
#include "app/cli/messages.h"
#include "app/cli/timeloop_files.h"
#include "app/cli/verbs.h"
#include "core/io/inputs.h"
#include "core/io/maestro/import.h"
#include "core/io/maestro/nest_file.h"
#include "core/io/mapping_file.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/stonne/arguments.h"
#include "core/io/timeloop/export.h"
#include "core/model/fabric/from_mapping.h"

namespace lapidary::cli {

namespace {

/// The target of --to; json if not given.
struct Form {
    std::string format = "json";                  ///< json or text
    std::optional<TimeloopFormat> timeloop = {};  ///< instead of those
    bool mapping = false;                         ///< of a network of MAESTRO's with --arch, or of a mapping
    bool directives = false;                      ///< of a mapping, in MAESTRO's format
    bool tiles = false;                           ///< of a mapping, what MAERI holds, in STONNE's format
};

Result<Form> formOf(const std::string& to) {
    const std::string word = to == "timeloop" ? "timeloop-v3" : to;
    if (word.empty() || word == "json" || word == "text") return Form{word.empty() ? "json" : word, {}};
    if (word == "mapping") return Form{.mapping = true};
    if (word == "directives") return Form{.directives = true};
    if (word == "tiles") return Form{.tiles = true};
    if (const auto timeloop = fromKey<TimeloopFormat>(word)) return Form{{}, timeloop};
    std::vector<std::string> known = keysOf<TimeloopFormat>();
    known.insert(known.begin(), {"json", "text", "mapping", "directives", "tiles"});
    return aboutOption("--to",
                       "unknown target '" + to +
                           "', expected json, text, mapping, directives, tiles, timeloop-v3, timeloop-v3-hyphens or "
                           "timeloop-v4",
                       didYouMean(to, known));
}

ExitCode writeAs(const Request& request, const Form& form, const Rendering& rendering) {
    OutputOptions output = request.output;
    output.format = form.format;
    return emit(output, rendering, ExitCode::done);
}

ExitCode writeTimeloop(const Request& request, const TimeloopParts& parts, TimeloopFormat format) {
    const auto text = exportTimeloop(parts, format);
    if (!text) return refuse(text.diagnostics());
    printNotes(text.diagnostics(), request.output);
    return emitText(request.output, *text, ExitCode::done);
}

ExitCode writeDirectives(const Request& request, const Mapping& mapping, const Target& target) {
    const auto file = maestro::nestAsFile(mapping, target);
    if (!file) return refuse(file.diagnostics());
    printNotes(file.diagnostics(), request.output);
    return emitText(request.output,
                    "// " + std::to_string(file->pes) + " PEs at work: evaluate --maestro FILE --pes " +
                        std::to_string(file->pes) + "\n" + maestro::networkText({file->layer}),
                    ExitCode::done);
}

/// A tile that MAERI can't run is none.
ExitCode writeTiles(const Request& request, const Mapping& mapping, const Target& target) {
    const auto choice = machineChoiceOf(request);
    if (!choice) return refuse(choice.diagnostics());
    const auto run = fabric::runOf(mapping, target, *choice);
    if (run && run->hardware.controller != fabric::Controller::maeri)
        return refuse(ExitCode::badInput, "tile files are MAERI's, the mapping runs on another machine",
                      "--fabric " + std::string(keyOf(fabric::Controller::maeri)));
    if (!run) return refuse(run.diagnostics());
    printNotes(run.diagnostics(), request.output);
    if (const Diagnostics problems = fabric::problemsOf(*run); !problems.empty()) {
        refuse(problems);
        return ExitCode::invalid;
    }
    return emitText(request.output, stonne::tileText(run->tile, run->layer.kind == fabric::LayerKind::conv),
                    ExitCode::done);
}

/// A network of MAESTRO's names its workload itself.
InputOptions inputsFor(const InputOptions& given, const std::string& file, bool network) {
    InputOptions input = given;
    if (!network || !given.workload.empty() || !given.einsum.empty() || !given.network.empty()) return input;
    if (given.layer.empty())
        input.workload = file;
    else
        input.network = file;
    return input;
}

ExitCode convertMapping(const Request& request, const std::string& file, const Form& form, bool network) {
    const auto target = targetOf(inputsFor(request.input, file, network));
    if (!target) return refuse(target.diagnostics());
    const Workload& workload = (*target)->workload;
    const Architecture& architecture = (*target)->architecture;
    const auto mapping = readMapping(file, **target);
    if (!mapping) return refuse(mapping.diagnostics());
    if (form.directives) return writeDirectives(request, *mapping, **target);
    if (form.tiles) return writeTiles(request, *mapping, **target);
    if (form.timeloop) return writeTimeloop(request, {&architecture, &workload, &*mapping}, *form.timeloop);
    return writeAs(request, form,
                   {[&] { return toText(*mapping, workload, architecture); },
                    [&] { return mappingToJson(*mapping, workload, architecture); },
                    {}});
}

/// STONNE's tile as a mapping.
ExitCode convertTile(const Request& request, const std::string& file, const std::string& text, const Form& form) {
    const auto tile = stonne::readTile(text, file);
    if (!tile) return refuse(tile.diagnostics());
    if (form.timeloop || form.directives || form.tiles)
        return refuse(ExitCode::badInput, "a tile is written as json or text", "convert what comes of it once more");
    const auto target = targetOf(request.input);
    if (!target) return refuse(target.diagnostics());
    const auto choice = machineChoiceOf(request);
    if (!choice) return refuse(choice.diagnostics());
    const auto layer = fabric::layerOf((*target)->workload);
    if (!layer) return refuse(layer.diagnostics());
    const bool conv = layer->kind == fabric::LayerKind::conv;
    if (conv != *stonne::tileIsConv(text))
        return refuse(
            {errorAt({file, 0, 0, "tile_type"}, conv ? "a tile of a product, the workload is a convolution"
                                                     : "a tile of a convolution, the workload is a product")});
    const auto hardware = fabric::hardwareOf((*target)->architecture, (*target)->workload, *choice);
    if (!hardware) return refuse(hardware.diagnostics());
    if (hardware->controller != fabric::Controller::maeri)
        return refuse(ExitCode::badInput, "tile files are MAERI's, the design is another machine",
                      "--fabric " + std::string(keyOf(fabric::Controller::maeri)));
    fabric::Run run;
    run.layer = *layer;
    run.hardware = *hardware;
    run.tile = *tile;
    const auto mapping = fabric::mappingOf(run, **target);
    if (!mapping) return refuse(located(mapping.diagnostics(), file));
    printNotes(hardware.diagnostics(), request.output);
    return writeAs(request, form,
                   {[&] { return toText(*mapping, (*target)->workload, (*target)->architecture); },
                    [&] { return mappingToJson(*mapping, (*target)->workload, (*target)->architecture); },
                    {}});
}

/// What is left of an ONNX model is its network; `show` tells what became of the rest.
ExitCode convertModel(const Request& request, const OnnxModel& model, const Form& form) {
    if (form.timeloop)
        return refuse(ExitCode::badInput, "'" + model.file + "' can't be written for Timeloop",
                      "designs, workloads and mappings can");
    if (model.network.layers.empty())
        return refuse({errorAt({.file = model.file}, "no node becomes a layer, expected a Conv, Gemm or MatMul",
                               "'lapidary-cli show' lists why")});
    const Document network = model.network;
    return writeAs(request, form, renderingOf(network));
}

ExitCode convertDocument(const Request& request, const std::string& file, const Form& form) {
    if (form.directives)
        return refuse(ExitCode::badInput, "'" + file + "' can't be written as directives", "mappings can");
    if (form.tiles) return refuse(ExitCode::badInput, "'" + file + "' can't be written as tiles", "mappings can");
    if (form.mapping) return refuse(ExitCode::badInput, "'" + file + "' can't be written as a mapping", "mappings can");
    const auto document = loadDocument(file, request.input);
    if (!document) return refuse(document.diagnostics());
    printNotes(document.diagnostics(), request.output);
    if (const auto* model = std::get_if<OnnxModel>(&*document)) return convertModel(request, *model, form);
    if (!form.timeloop) return writeAs(request, form, renderingOf(*document));
    if (const auto* design = std::get_if<Architecture>(&*document))
        return writeTimeloop(request, {design, nullptr, nullptr}, *form.timeloop);
    if (const auto* workload = std::get_if<Workload>(&*document))
        return writeTimeloop(request, {nullptr, workload, nullptr}, *form.timeloop);
    return refuse(ExitCode::badInput, "'" + file + "' can't be written for Timeloop",
                  "designs, workloads and mappings can");
}

ExitCode convertTimeloop(const Request& request, const Form& form) {
    if (form.directives)
        return refuse(ExitCode::badInput, "Timeloop's files can't be written as directives",
                      "convert them to JSON first");
    if (form.tiles)
        return refuse(ExitCode::badInput, "Timeloop's files can't be written as tiles", "convert them to JSON first");
    if (form.mapping)
        return refuse(ExitCode::badInput, "Timeloop's files can't be written as a mapping alone", "use --to json");
    const auto read = importTimeloopFiles({request.files.begin(), request.files.end()});
    if (!read) return refuse(read.diagnostics());
    printNotes(read.diagnostics(), request.output);
    const auto pointer = [](const auto& part) { return part ? &*part : nullptr; };
    if (form.timeloop) {
        std::optional<Architecture> design;
        if (read->architecture) {
            auto limited = limitedDesign(*read);
            if (!limited) return refuse(limited.diagnostics());
            design = *std::move(limited);
        }
        if (read->factorization || read->search)
            printNotes({{Severity::note, "the mapspace's template and the mapper are left out", {}, {}}},
                       request.output);
        return writeTimeloop(request, {pointer(design), pointer(read->workload), pointer(read->mapping)},
                             *form.timeloop);
    }
    return writeAs(request, form, {[&] { return importText(*read); }, [&] { return importJson(*read); }, {}});
}

}  // namespace

ExitCode runConvert(const Request& request) {
    if (request.files.empty()) return refuse(ExitCode::badInput, "nothing to convert", "give a FILE");
    const auto form = formOf(request.to);
    if (!form) return refuse(form.diagnostics());
    if (areTimeloops(request.files)) return convertTimeloop(request, *form);
    if (request.files.size() > 1)
        return refuse(ExitCode::badInput, "unexpected argument '" + request.files[1] + "' after 'convert'",
                      "only Timeloop's YAML files are converted together");
    const std::string& file = request.files.front();
    if (const auto text = readTextFile(file); text && stonne::tileIsConv(*text))
        return convertTile(request, file, *text, *form);
    const auto isMapping = holdsMapping(file);
    if (!isMapping) return refuse(isMapping.diagnostics());
    const auto text = isOnnxName(file) ? std::string() : readTextFile(file).value();
    const bool network = maestro::isNetwork(text);
    const bool wantsMapping = form->mapping || form->directives || !request.input.architecture.empty();
    if (*isMapping || (network && wantsMapping)) return convertMapping(request, file, *form, network);
    return convertDocument(request, file, *form);
}

}  // namespace lapidary::cli
