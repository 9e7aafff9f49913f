// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/session_source.h"

#include "core/io/mapping_file.h"
#include "core/io/native.h"
#include "core/io/option_key.h"

namespace lapidary {

Result<Session> readSession(const std::string& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    const auto json = parseJson(*text, file);
    if (!json) return json.diagnostics();
    return sessionFromJson(*json, file);
}

namespace {

/// The data-centric model, and MAESTRO's rules of it; nullopt = the reuse model's own.
Result<std::optional<Compat>> countedBy(const InputOptions& input) {
    if (!input.model.empty() && input.model != "reuse" && input.model != keyOf(Compat::dataCentric))
        return aboutOption("--model", "unknown value '" + input.model + "', expected one of reuse, data-centric",
                           didYouMean(input.model, {"reuse", "data-centric"}, ""));
    if (input.model != keyOf(Compat::dataCentric) && input.compat != keyOf(Compat::maestro))
        return std::optional<Compat>();
    return compatOf(input);
}

}  // namespace

Result<Session> sessionFrom(const InputOptions& input, const std::string& mapping) {
    const auto target = targetOf(input);
    if (!target) return target.diagnostics();
    const auto factorization = optionKey("--mapspace", input.mapspace, Factorization::rubyS);
    if (!factorization) return factorization.diagnostics();
    const auto constraints = constraintsOf(input);
    if (!constraints) return constraints.diagnostics();
    const auto rules = countedBy(input);
    if (!rules) return rules.diagnostics();
    Session session;
    session.inputs.search.compat = *rules;
    session.inputs.workload = (*target)->workload;
    session.inputs.architecture = (*target)->architecture;
    session.inputs.mapspace.factorization = *factorization;
    session.inputs.mapspace.constraints = constraints->value_or((*target)->architecture.spec().constraints);
    if (input.settings.empty() && !isThere(input.architecture)) session.inputs.architectureKey = input.architecture;
    if (input.settings.empty() && !input.workload.empty() && !isThere(input.workload))
        session.inputs.workloadKey = input.workload;
    if (mapping.empty()) return session;
    auto nest = readMapping(mapping, **target);
    if (!nest) return nest.diagnostics();
    session.shown.own = *std::move(nest);
    return session;
}

}  // namespace lapidary
