// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/directive_text.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

/// The lines of a "nest" with the places they stand at, so that what is wrong with line n can be said of the file.
struct Nest {
    std::string text;
    std::vector<Place> places;
};

Result<Nest> nestFromJson(const Json& json, std::string_view file) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), "", problems);
    if (!readSchema(reader, "mapping", 1)) return problems;
    reader.required("nest");
    reader.any("lapidary");  // of an export: says where it comes from, means nothing
    Nest nest;
    const std::optional<std::vector<std::string>> lines = reader.strings("nest");
    for (std::size_t i = 0; lines && i < lines->size(); ++i) {
        const std::string key = indexed("nest", i);
        const Json& item = json["nest"][i];
        if ((*lines)[i].find('\n') != std::string::npos) reader.fail(item, key, "expected one line of the nest");
        nest.text += (*lines)[i] + "\n";
        nest.places.push_back(reader.placeOf(item, key));
    }
    reader.finish();
    if (hasErrors(problems)) return problems;
    return nest;
}

const Place* placeOfLine(const Nest& nest, int line) {
    const auto index = static_cast<std::size_t>(line) - 1;
    return line >= 1 && index < nest.places.size() ? &nest.places[index] : nullptr;
}

Result<Mapping> mappingFromNest(const Nest& nest, std::string_view file, const Workload& workload,
                                const Architecture& architecture, std::vector<int>* lines) {
    Result<Mapping> mapping = parseMapping(nest.text, file, workload, architecture, lines);
    Diagnostics notes = mapping.diagnostics();
    for (Diagnostic& note : notes)
        if (const Place* place = placeOfLine(nest, note.place.line))
            note.place = insideString(*place, note.place.column);
    if (!mapping) return notes;
    if (lines != nullptr)
        for (int& line : *lines)
            if (const Place* place = placeOfLine(nest, line)) line = place->line;
    return Result<Mapping>(*std::move(mapping), std::move(notes));
}

Result<Mapping> mappingFromDirectives(std::string_view text, std::string_view file, const Workload& workload,
                                      const Architecture& architecture, std::vector<int>* lines) {
    const auto target = Target::make(workload, architecture);
    if (!target) return target.diagnostics();
    auto nest = maestro::nestOfDirectives(text, std::string(file), **target);
    if (!nest) return nest.diagnostics();
    if (lines != nullptr) *lines = nest->lines;
    return std::move(nest->mapping);
}

}  // namespace

Result<Mapping> mappingFromText(std::string_view text, std::string_view file, const Workload& workload,
                                const Architecture& architecture, std::vector<int>* lines) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (maestro::isDirectives(text)) return mappingFromDirectives(text, file, workload, architecture, lines);
    const bool isJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '/');
    if (!isJson) return parseMapping(text, file, workload, architecture, lines);
    const Result<Json> json = parseJson(text, file);
    if (!json) return json.diagnostics();
    const Result<Nest> nest = nestFromJson(*json, file);
    if (!nest) return nest.diagnostics();
    return mappingFromNest(*nest, file, workload, architecture, lines);
}

Json mappingToJson(const Mapping& mapping, const Workload& workload, const Architecture& architecture) {
    Json nest = Json::array();
    for (const std::string& line : toLines(mapping, workload, architecture)) nest.push(line);
    Json json;
    json.set("schema", schemaJson("mapping", 1));
    json.set("nest", std::move(nest));
    return json;
}

}  // namespace lapidary
