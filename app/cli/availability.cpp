// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/availability.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace lapidary::cli {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool namesLaterObjective(const std::string& list) {
    const std::string separated = "," + list;
    return separated.find(",reads:") != std::string::npos || (separated + ",").find(",psums,") != std::string::npos;
}

}  // namespace

std::optional<std::string> unavailable(const Request& request) {
    const InputOptions& input = request.input;
    const SearchRequest& search = request.search;
    const auto value = [](const char* option, const std::string& text) { return option + (" " + text); };
    const bool proves = request.verb == "search" && search.algorithm == "optimal";
    // A sweep's file may name the algorithm.
    const bool byFile = request.verb == "sweep" && search.algorithm.empty() && !request.sweep.file.empty();
    const bool sweeps = request.verb == "sweep" && (search.algorithm == "optimal" || byFile);
    if (input.placement == "uneven" && !proves && !sweeps && isOneOf(request.verb, {"count", "search", "sweep"}))
        return value("--placement", input.placement);
    const bool maps = request.verb == "search" && search.algorithm == "flash";
    const bool models = maps || isOneOf(request.verb, {"search", "sweep", "evaluate", "compare", "export"});
    const bool directives = input.model.find("data-centric") != std::string::npos;
    if (input.model == "fabric" && request.verb == "search")
        return "search by --model fabric (--algorithm tuner and mrna find tiles for it, without --model)";
    for (const auto& [tool, algorithm] : {std::pair{"sunstone", "sunstone"}, std::pair{"accelforge", "optimal"}})
        if (input.compat == tool && isOneOf(request.verb, {"search", "sweep"}) && search.algorithm != algorithm &&
            !byFile)
            return std::string("--compat ") + tool + " with '" + request.verb + "' by another --algorithm than " +
                   algorithm;
    if ((input.model == "fabric" && request.verb != "evaluate") || (directives && !models))
        return value("--model", input.model);
    if (input.compat == "maestro" && !models) return value("--compat", input.compat);
    if (isOneOf(input.compat, {"accelforge", "sunstone"}) && !isOneOf(request.verb, {"evaluate", "search", "sweep"}))
        return value("--compat", input.compat) + " with '" + request.verb + "'";
    if (search.algorithm == "flash" && !maps) return value("--algorithm", search.algorithm);
    const bool tunes = request.verb == "search" && search.algorithm == "tuner";  // has psums as its own objective
    if (request.stonne.empty() && !tunes && namesLaterObjective(search.objective))
        return value("--objective", search.objective);
    if (request.to == "onnx") return value("--to", request.to);
    if (!input.network.empty() && input.layer.empty() && !isOneOf(request.verb, {"convert", "search", "sweep"}))
        return "a whole --network at once (choose one with --layer)";
    return std::nullopt;
}

}  // namespace lapidary::cli
