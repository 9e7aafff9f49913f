// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/inputs.h"
#include "core/io/validation/oracles.h"
#include "core/io/validation/reference.h"
#include "core/io/validation/sunstone_case.h"
#include "core/model/compat/sunstone.h"

namespace lapidary::validation {

namespace {

/// [fills or sums up, reads or updates]; of outputs each with what comes back.
void compareBoundary(const std::string& where, const Json& theirs, const sunstone::Boundary& ours, Tally& tally) {
    const std::size_t output = theirs.size() - 1;
    const auto compare = [&](std::size_t t, const char* figure, const Json& expected, std::int64_t found) {
        tally.compare(where + " T" + std::to_string(t) + " " + figure, expected.real(), static_cast<double>(found));
    };
    for (std::size_t t = 0; t < output; ++t) {
        compare(t, "inner", theirs[t][0], ours[t].inner);
        compare(t, "outer", theirs[t][1], ours[t].outer);
    }
    compare(output, "inner", theirs[output][0][0], ours[output].inner);
    compare(output, "inner back", theirs[output][0][1], ours[output].innerBack);
    compare(output, "outer", theirs[output][1][0], ours[output].outer);
    compare(output, "outer back", theirs[output][1][1], ours[output].outerBack);
}

}  // namespace

Result<Rows> sunstoneRows(const std::filesystem::path& reference) {
    const std::filesystem::path file = reference / "sunstone" / "cases.json";
    const auto cases = readJson(file);
    if (!cases) return cases.diagnostics();
    const auto results = readJson(reference / "sunstone" / "results.json");
    if (!results) return results.diagnostics();
    if (cases->size() != results->size())
        return located({error("expected as many cases as results.json has, " + std::to_string(results->size()) +
                              ", found " + std::to_string(cases->size()))},
                       file.string());
    constexpr double kDouble = 1e-12;
    Tally costs, words;
    for (std::size_t i = 0; i < cases->size(); ++i) {
        const Json& expected = (*results)[i];
        const auto own = sunstoneCase((*cases)[i], expected);
        if (!own) return located(own.diagnostics(), file.string());
        const auto model = sunstone::Model::make(own->target);
        if (!model) return model.diagnostics();
        const auto tiling = model->tilingOf(own->mapping);
        if (!tiling) return tiling.diagnostics();
        const sunstone::Evaluation found = model->evaluate(*tiling);
        const std::string& name = (*cases)[i]["name"].text();
        costs.beginCase(name);
        costs.compare("energy", expected["energy"].real(), found.energyPj, kDouble);
        costs.compare("cycles", expected["cycles"].real(), found.cycles, kDouble);
        costs.compare("EDP", expected["edp"].real(), found.edp(), kDouble);
        words.beginCase(name);
        const Json& boundaries = expected["accesses_chosen"];
        for (std::size_t inner = 0; inner < boundaries.size(); ++inner) {
            sunstone::Boundary moved;
            model->boundary(*tiling, static_cast<int>(inner), model->reuseOf(tiling->order[inner + 1]), moved);
            compareBoundary("boundary " + std::to_string(inner), boundaries[inner]["per_tensor"], moved, words);
        }
    }
    return Rows{oracleRow("Sunstone (results.json), compat sunstone", "energy, cycles, EDP", costs, ""),
                oracleRow("Sunstone (results.json), compat sunstone", "words over every boundary, each tensor and way",
                          words, "")};
}

}  // namespace lapidary::validation
