// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/presets.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/io/embedded_presets.h"
#include "core/io/examples.h"
#include "core/io/maestro/import.h"
#include "core/io/native.h"
#include "core/io/onnx/onnx_model.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

struct Kind {
    std::string_view kind;
    std::string_view folder;
    std::string_view noun;  ///< in messages
};
constexpr Kind kArchitecture{"architecture", "architectures/", "design"};
constexpr Kind kNetwork{"network", "networks/", "network"};
constexpr Kind kWorkload{"workload", "workloads/", "workload"};
constexpr Kind kConstraints{"constraints", "constraints/", "set of constraints"};
constexpr Kind kSweep{"sweep", "sweeps/", "sweep"};
constexpr Kind kStudy{"study", "studies/", "study"};
constexpr Kind kExample{"example", "examples/", "example"};
constexpr Kind kKinds[] = {kArchitecture, kNetwork, kWorkload, kConstraints, kSweep, kStudy, kExample};

constexpr std::string_view kExtension = ".json";

std::string_view keyOfFile(const EmbeddedFile& file, const Kind& kind) {
    std::string_view key = file.path.substr(kind.folder.size());
    key.remove_suffix(kExtension.size());
    return key;
}

std::vector<std::pair<std::string_view, const EmbeddedFile*>> filesOf(const Kind& kind) {
    std::vector<std::pair<std::string_view, const EmbeddedFile*>> files;
    for (const EmbeddedFile& file : embeddedPresets())
        if (file.path.starts_with(kind.folder) && file.path.ends_with(kExtension))
            files.emplace_back(keyOfFile(file, kind), &file);
    return files;
}

std::vector<PresetInfo> readInfos() {
    std::vector<PresetInfo> infos;
    for (const Kind& kind : kKinds) {
        for (const auto& [key, file] : filesOf(kind)) {
            const Result<Json> json = parseJson(file->contents, file->path);
            if (!json) continue;  // a test reads every preset
            infos.push_back(
                {std::string(kind.kind), std::string(key), (*json)["title"].text(), (*json)["source"].text()});
        }
    }
    return infos;
}

struct Source {
    std::string text;
    std::string name;  ///< in diagnostics: the file, or "preset KEY"
};

bool isFile(std::string_view text) {
    std::error_code ignored;
    return std::filesystem::exists(text, ignored) && !std::filesystem::is_directory(text, ignored);
}

Diagnostic unknownKey(const Kind& kind, std::string_view key) {
    std::vector<std::string> keys;
    for (const auto& [known, file] : filesOf(kind)) keys.emplace_back(known);
    return error("no " + std::string(kind.noun) + " and no file is called '" + std::string(key) + "'",
                 didYouMean(key, keys));
}

Result<Source> findSource(const Kind& kind, std::string_view keyOrFile) {
    if (isFile(keyOrFile)) {
        Result<std::string> text = readTextFile(keyOrFile);
        if (!text) return text.diagnostics();
        return Source{*std::move(text), std::string(keyOrFile)};
    }
    for (const auto& [key, file] : filesOf(kind))
        if (key == keyOrFile) return Source{std::string(file->contents), std::string(file->path)};
    return unknownKey(kind, keyOrFile);
}

template <class T>
Result<T> load(const Kind& kind, std::string_view keyOrFile, Result<T> (*fromJson)(const Json&, std::string_view)) {
    const Result<Source> source = findSource(kind, keyOrFile);
    if (!source) return source.diagnostics();
    const Result<Json> json = parseJson(source->text, source->name);
    if (!json) return json.diagnostics();
    return fromJson(*json, source->name);
}

Result<Workload> loadLayer(std::string_view network, std::string_view layerName) {
    const Result<Network> loaded = loadNetwork(network);
    if (!loaded) return loaded.diagnostics();
    std::vector<std::string> names;
    for (const Layer& layer : loaded->layers) {
        if (layer.workload.name() == layerName) return layer.workload;
        names.push_back(layer.workload.name());
    }
    return unknownLayer(network, layerName, names);
}

/// The text of a file of MAESTRO's, by what it begins with.
std::optional<std::string> maestroText(std::string_view name, bool (*isSuch)(std::string_view)) {
    if (!isFile(name)) return std::nullopt;
    const Result<std::string> text = readTextFile(name);
    return text && isSuch(*text) ? std::optional(*text) : std::nullopt;
}

Result<Workload> loadOnlyLayer(std::string_view network) {
    const Result<Network> loaded = loadNetwork(network);
    if (!loaded) return loaded.diagnostics();
    if (loaded->layers.size() == 1) return loaded->layers.front().workload;
    return error(
        "'" + std::string(network) + "' is a network of " + std::to_string(loaded->layers.size()) +
            " layers, expected a workload",
        "name one of its layers: '" + std::string(network) + "/" + loaded->layers.front().workload.name() + "'");
}

bool isKey(const Kind& kind, std::string_view key) {
    const auto files = filesOf(kind);
    return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.first == key; });
}

}  // namespace

Diagnostic unknownLayer(std::string_view network, std::string_view layer, const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 12;
    const std::vector<std::string> first(names.begin(),
                                         names.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, names.size())));
    const std::string rest =
        names.size() > first.size() ? " and " + std::to_string(names.size() - first.size()) + " more" : "";
    return error("network '" + std::string(network) + "' has no layer '" + std::string(layer) + "'",
                 didYouMean(layer, names, "it has " + joined(first) + rest));
}

std::vector<PresetInfo> presets(std::string_view kind) {
    static const std::vector<PresetInfo> all = readInfos();
    if (kind.empty()) return all;
    std::vector<PresetInfo> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [&](const PresetInfo& info) { return info.kind == kind; });
    return some;
}

Result<Architecture> loadArchitecture(std::string_view keyOrFile) {
    if (const auto text = maestroText(keyOrFile, maestro::isHardware))
        return maestro::readDesign(*text, std::string(keyOrFile));
    return load(kArchitecture, keyOrFile, architectureFromJson);
}

Result<Network> loadNetwork(std::string_view keyOrFile) {
    if (isOnnxName(keyOrFile) && isFile(keyOrFile)) return loadOnnxNetwork(keyOrFile);
    if (const auto text = maestroText(keyOrFile, maestro::isNetwork))
        return maestro::readModel(*text, std::string(keyOrFile));
    return load(kNetwork, keyOrFile, networkFromJson);
}

Result<Workload> loadWorkload(std::string_view keyOrFile) {
    if (isOnnxName(keyOrFile) && isFile(keyOrFile))
        return error("'" + std::string(keyOrFile) + "' is a network, expected a workload",
                     "name one of its layers: '" + std::string(keyOrFile) + "/LAYER'");
    if (maestroText(keyOrFile, maestro::isNetwork)) return loadOnlyLayer(keyOrFile);
    if (isFile(keyOrFile) || isKey(kWorkload, keyOrFile) || keyOrFile.ends_with(kExtension))
        return load(kWorkload, keyOrFile, workloadFromJson);
    if (isKey(kNetwork, keyOrFile))
        return error("'" + std::string(keyOrFile) + "' is a network, expected a workload",
                     "name one of its layers: '" + std::string(keyOrFile) + "/LAYER'");
    // A file's path has slashes of its own, its layers' names have none.
    const std::size_t onnx = keyOrFile.find(".onnx/"), maestro = keyOrFile.find(".m/");
    const std::size_t slash = onnx != std::string_view::npos      ? onnx + 5
                              : maestro != std::string_view::npos ? maestro + 2
                                                                  : keyOrFile.find('/');
    if (slash != std::string_view::npos) return loadLayer(keyOrFile.substr(0, slash), keyOrFile.substr(slash + 1));
    return unknownKey(kWorkload, keyOrFile);
}

Result<Constraints> loadConstraints(std::string_view keyOrFile) {
    return load(kConstraints, keyOrFile, constraintsFromJson);
}

Result<Example> loadExample(std::string_view keyOrFile) { return load(kExample, keyOrFile, exampleFromJson); }

Result<SweepFile> loadSweep(std::string_view keyOrFile) { return load(kSweep, keyOrFile, sweepFromJson); }

Result<StudyFile> loadStudy(std::string_view keyOrFile) { return load(kStudy, keyOrFile, studyFromJson); }

}  // namespace lapidary
