// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/draft.h"

#include <algorithm>

#include "core/workload/einsum_tokens.h"

namespace lapidary {

namespace {

/// Comments and line ends as blanks, so that each character keeps its number.
std::string inOneLine(std::string_view text) {
    std::string line;
    bool comment = false;
    for (const char c : text) {
        comment = c == '\n' ? false : comment || c == '#';
        // Of a character of several bytes only the first counts in columns.
        const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        if (comment && continues) continue;
        line += comment || c == '\n' ? ' ' : c;
    }
    return line;
}

/// Column of the one line -> line and column of the text.
Place placeIn(std::string_view text, Place place) {
    int rest = place.column;
    place.line = 1;
    place.column = 1;
    for (const char c : text) {
        if (rest == 1) break;
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;
        --rest;
        ++place.column;
        if (c == '\n') {
            ++place.line;
            place.column = 1;
        }
    }
    return place;
}

struct Names {
    std::vector<std::string> dimensions, tensors;
    std::map<std::string, std::vector<std::string>> indexes;  ///< of each tensor
};

Names namesIn(std::string_view line) {
    Names names;
    const auto tokens = einsum::tokenize(line);
    if (!tokens) return names;
    bool inside = false;
    for (const einsum::Token& token : *tokens) {
        if (token.is("[")) inside = true;
        if (token.is("]")) inside = false;
        if (token.kind != einsum::Token::Kind::name) continue;
        (inside ? names.dimensions : names.tensors).push_back(token.text);
        if (inside && !names.tensors.empty()) names.indexes[names.tensors.back()].push_back(token.text);
    }
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> missedOf(const Workload& before, const Names& names) {
    std::vector<std::string> missed;
    for (const Tensor& tensor : before.tensors()) {
        const auto indexes = names.indexes.find(tensor.name);
        if (indexes == names.indexes.end()) continue;
        for (int d = 0; d < before.dimensionCount(); ++d) {
            const std::string& name = before.dimensions()[static_cast<std::size_t>(d)].name;
            if (tensor.uses(d) && !contains(indexes->second, name) && !contains(missed, name)) missed.push_back(name);
        }
    }
    return missed;
}

EinsumOptions optionsOf(const Workload& before, const Names& names) {
    EinsumOptions options;
    options.name = before.name();
    for (const Dimension& dimension : before.dimensions())
        if (!dimension.alias.empty() && contains(names.dimensions, dimension.name))
            options.aliases[dimension.name] = dimension.alias;
    for (const Tensor& tensor : before.tensors()) {
        if (!contains(names.tensors, tensor.name)) continue;
        options.roles[tensor.name] = tensor.role;
        if (tensor.wordBits != 0) options.wordBits[tensor.name] = tensor.wordBits;
        options.density[tensor.name] = tensor.density;
    }
    return options;
}

bool sameRank(const Workload& a, const Rank& left, const Workload& b, const Rank& right) {
    return left.constant == right.constant &&
           std::equal(left.terms.begin(), left.terms.end(), right.terms.begin(), right.terms.end(),
                      [&](const Term& x, const Term& y) {
                          return x.coefficient == y.coefficient &&
                                 a.dimensions()[static_cast<std::size_t>(x.dimension)].name ==
                                     b.dimensions()[static_cast<std::size_t>(y.dimension)].name;
                      });
}

/// Padding isn't written in an expression; ranks that are as before keep theirs.
Result<Workload> withPadding(const Workload& workload, const Workload& before) {
    std::vector<Tensor> tensors = workload.tensors();
    for (Tensor& tensor : tensors) {
        const auto old = std::ranges::find(before.tensors(), tensor.name, &Tensor::name);
        if (old == before.tensors().end()) continue;
        for (std::size_t r = 0; r < std::min(tensor.ranks.size(), old->ranks.size()); ++r) {
            if (!sameRank(workload, tensor.ranks[r], before, old->ranks[r])) continue;
            tensor.ranks[r].paddingBefore = old->ranks[r].paddingBefore;
            tensor.ranks[r].dataExtent = old->ranks[r].dataExtent;
        }
    }
    return Workload::make(workload.name(), workload.dimensions(), std::move(tensors));
}

}  // namespace

EinsumDraft readDraft(std::string_view text, const Workload& before, const BoundMap& declared) {
    EinsumDraft draft;
    const std::string line = inOneLine(text);
    const Names names = namesIn(line);
    BoundMap bounds;
    for (const auto& [name, bound] : declared)
        if (contains(names.dimensions, name)) bounds[name] = bound;
    for (const Dimension& dimension : before.dimensions()) {
        if (contains(names.dimensions, dimension.name))
            bounds[dimension.name] = dimension.bound;
        else
            draft.unused.push_back(dimension.name);
    }
    draft.missed = missedOf(before, names);
    for (const std::string& name : names.dimensions)
        if (!bounds.contains(name) && !contains(draft.unknown, name)) draft.unknown.push_back(name);

    Result<Workload> parsed = parseEinsum(line, bounds, optionsOf(before, names));
    if (parsed) parsed = withPadding(*parsed, before);
    if (parsed) {
        draft.workload = *std::move(parsed);
    } else {
        draft.problems = parsed.diagnostics();
        for (Diagnostic& problem : draft.problems) problem.place = placeIn(text, std::move(problem.place));
    }
    return draft;
}

}  // namespace lapidary
