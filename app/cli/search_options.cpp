// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/search_options.h"

#include "app/cli/messages.h"
#include "core/base/units.h"
#include "core/io/option_key.h"

namespace lapidary::cli {

namespace {

constexpr std::int64_t kMaxTop = 10'000;

bool isLimited(const SearchOptions& options) { return options.maxEvaluations || options.maxSeconds || options.victory; }

}  // namespace

Result<SearchOptions> searchOptionsOf(const Request& request, SearchOptions start) {
    const SearchRequest& search = request.search;
    SearchOptions options = std::move(start);
    const auto algorithm = optionKey("--algorithm", search.algorithm, options.algorithm);
    if (!algorithm) return algorithm.diagnostics();
    const auto objective =
        search.objective.empty() ? Result<Objective>(options.objective) : parseObjective(search.objective);
    if (!objective) return located(objective.diagnostics(), "--objective");
    const std::int64_t top = search.top.value_or(options.top);
    if (top < 1 || top > kMaxTop)
        return error("--top must be between 1 and " + std::to_string(kMaxTop) + ", found " + std::to_string(top));
    const auto compat = compatOf(request.input);
    if (!compat) return compat.diagnostics();
    const auto placement = optionKey("--placement", request.input.placement, options.placement);
    if (!placement) return placement.diagnostics();
    options.algorithm = *algorithm;
    options.placement = *placement;
    if (*compat) options.compat = *compat;
    options.objective = *objective;
    options.seed = request.seed.value_or(options.seed);
    options.threads = request.threads;
    if (search.maxEvaluations) options.maxEvaluations = search.maxEvaluations;
    if (search.maxSeconds) options.maxSeconds = search.maxSeconds;
    if (search.victory) options.victory = search.victory;
    if (search.gap && !(*search.gap >= 0 && *search.gap < 1))
        return error("--gap must be at least 0 and below 1, found " + formatExact(*search.gap));
    if (search.gap) options.gap = search.gap;
    options.top = static_cast<int>(top);
    if (!search.sunstone.empty() && options.algorithm != Algorithm::sunstone)
        return error("--sunstone " + search.sunstone.front() + " needs --algorithm sunstone");
    if (search.front && options.algorithm != Algorithm::optimal)
        return error("search --front needs --algorithm optimal");
    options.wholeFront = search.front;
    if (!request.quirks.empty())
        return error("--quirk " + request.quirks.front() + " needs --algorithm flash", "or evaluate --maestro");
    if (!search.flash.empty()) return error("--flash " + search.flash.front() + " needs --algorithm flash");
    if (search.principles && options.algorithm != Algorithm::sunstone)
        return error("search --principles needs --algorithm sunstone");
    if (search.explain && options.algorithm != Algorithm::sunstone)
        return error("search --explain needs --algorithm sunstone");
    for (const std::string& text : search.sunstone) {
        const auto set = sunstone::withOption(options.sunstone, text);
        if (!set) return located(set.diagnostics(), "--sunstone");
        options.sunstone = *set;
    }
    options.walk.patience = search.patience.value_or(options.walk.patience);
    options.walk.hot = search.hot.value_or(options.walk.hot);
    options.walk.cold = search.cold.value_or(options.walk.cold);
    options.walk.population = search.population.value_or(options.walk.population);
    if (!isLimited(options) && !endsByItself(options.algorithm)) options.maxEvaluations = kDefaultEvaluations;
    return options;
}

}  // namespace lapidary::cli
