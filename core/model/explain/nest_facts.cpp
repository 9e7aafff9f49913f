// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/nest_facts.h"

#include <numeric>

#include "core/mapping/nest.h"
#include "core/model/reuse/clipped_rank.h"
#include "core/model/reuse/rank_tiles.h"

namespace lapidary::derive {
namespace {

bool isOne(const Expression& expression) {
    return expression.isLeaf() && expression.label.empty() && expression.value == Number{std::int64_t{1}};
}

/// Of the bounding box of extents with these coefficients: sum c (e - 1) + 1.
Expression boxWords(const std::vector<std::int64_t>& coefficients, std::vector<Expression> extents) {
    std::vector<Expression> parts;
    std::int64_t together = 0;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        together += coefficients[i];
        parts.push_back(product({number(coefficients[i]), std::move(extents[i])}));
    }
    return difference(sum(std::move(parts)), number(together - 1));
}

/// Distinct sums a i + b j: twice as many as there are, less those named twice (docs/models/reuse.md, Closed form).
Expression distinctWords(const std::vector<std::int64_t>& coefficients, const std::vector<Expression>& extents) {
    const auto twice = [&](std::size_t i) {
        const std::int64_t other = coefficients[1 - i];
        return largest({number(0, "0"), difference(extents[i], number(other))});
    };
    return difference(product({extents[0], extents[1]}), product({twice(0), twice(1)}, "named twice"));
}

/// `data`: words of the tile with the most data.
Expression withoutZeros(Expression words, std::int64_t data) {
    const std::int64_t zeros = count(words) - data;
    if (zeros == 0) return words;
    return difference(std::move(words), number(zeros, "padding that even the fullest tile has, not fetched"));
}

}  // namespace

std::string of(const std::string& what, const std::string& name) { return what + " of " + name; }

std::int64_t count(const Expression& expression) { return std::get<std::int64_t>(evaluate(expression)); }

Expression asFigure(Expression expression, const FigureId& id, const Target& target, std::string unit) {
    expression = named(std::move(expression), toText(id, target), std::move(unit));
    expression.figure = id;
    return expression;
}

NestFacts::NestFacts(const reuse::Counting& counting, const Mapping& mapping)
    : m_counting(counting), m_mapping(mapping), m_owners(ownerLevels(mapping)) {}

std::string NestFacts::loopName(int node) const {
    const Node& loop = m_mapping.nodes[static_cast<std::size_t>(node)];
    std::string text = toText(loop, target().workload, target().architecture);
    if (loop.kind == NodeKind::temporal)
        text += " at " +
                target().architecture.levels()[static_cast<std::size_t>(m_owners[static_cast<std::size_t>(node)])].name;
    return text;
}

Expression NestFacts::trips(const reuse::Loop& loop, std::string note) const {
    Expression leaf = number(loop.bound, loopName(loop.position), {loop.position});
    leaf.note = std::move(note);
    return leaf;
}

Expression NestFacts::inside(Expression outer, const reuse::Loop& loop, std::string note) const {
    if (loop.tail == loop.bound) return product({std::move(outer), trips(loop, std::move(note))});
    Expression tail = number(loop.tail, "last trips of " + loopName(loop.position), {loop.position});
    if (isOne(outer)) return tail;
    return sum({product({difference(std::move(outer), number(1)), trips(loop, std::move(note))}), std::move(tail)});
}

Expression NestFacts::fullExtent(const reuse::StoreNode& store, int dimension) const {
    std::vector<Expression> factors;
    for (int i = store.loopsOutside; i < nest().loopCount; ++i) {
        const reuse::Loop& loop = nest().loops[static_cast<std::size_t>(i)];
        if (loop.dimension == dimension) factors.push_back(trips(loop));
    }
    return product(std::move(factors));
}

Expression NestFacts::lastExtent(const reuse::StoreNode& store, int dimension) const {
    Expression covered = number(1);
    for (int i = store.loopsOutside; i < nest().loopCount; ++i) {
        const reuse::Loop& loop = nest().loops[static_cast<std::size_t>(i)];
        if (loop.dimension == dimension) covered = inside(std::move(covered), loop);
    }
    return covered;
}

Expression NestFacts::widestExtent(const reuse::StoreNode& store, int dimension) const {
    for (int i = 0; i < store.loopsOutside; ++i)
        if (nest().loops[static_cast<std::size_t>(i)].dimension == dimension) return fullExtent(store, dimension);
    return lastExtent(store, dimension);
}

Expression NestFacts::rankWords(int tensor, const Rank& rank, std::vector<Expression> extents) const {
    const bool box = plan().tensors[static_cast<std::size_t>(tensor)].box;
    std::vector<std::int64_t> coefficients;
    std::int64_t unit = 0;
    for (const Term& term : rank.terms) unit = std::gcd(unit, term.coefficient);
    for (const Term& term : rank.terms) coefficients.push_back(box ? term.coefficient : term.coefficient / unit);
    if (rank.terms.size() == 1) return boxWords(coefficients, std::move(extents));
    reuse::WordList sizes;
    for (const Expression& extent : extents) sizes.push_back(count(extent));
    std::int64_t boxed = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) boxed += coefficients[i] * (sizes[i] - 1);
    const std::int64_t words = rank.terms.size() == 2 ? reuse::RankShape(rank.terms, box).length({sizes[0], sizes[1]})
                                                      : reuse::RankTiles(rank, box, std::nullopt).length(sizes);
    if (words == boxed) return boxWords(coefficients, std::move(extents));
    if (rank.terms.size() == 2) return distinctWords(coefficients, extents);
    return number(words, "distinct words along a rank of " + std::to_string(rank.terms.size()) + " terms");
}

Expression NestFacts::tile(int tensor, const reuse::StoreNode& store) const {
    const reuse::TensorPlan& own = plan().tensors[static_cast<std::size_t>(tensor)];
    reuse::PlacedTiles places;
    std::vector<Expression> ranks;
    for (const Rank& rank : this->tensor(tensor).ranks) {
        if (rank.terms.empty()) continue;
        const std::size_t planned = ranks.size();
        std::vector<Expression> extents;
        for (const Term& term : rank.terms) extents.push_back(widestExtent(store, term.dimension));
        Expression words = rankWords(tensor, rank, std::move(extents));
        if (own.clipped >> planned & 1)
            words = withoutZeros(std::move(words),
                                 reuse::widestClipped(own.ranks[planned], own.clips[planned], nest(), store, places));
        ranks.push_back(std::move(words));
    }
    Expression words = product(std::move(ranks));
    // Clips of long ranks are not planned.
    if (own.clippedDimensions != 0 && !own.shortRanks)
        words = withoutZeros(std::move(words), m_counting.tile(tensor, store));
    return named(std::move(words), of("tile", this->tensor(tensor).name), "words");
}

const PairEvents& NestFacts::events(int tensor, int index) const {
    const auto [entry, isNew] = m_events.try_emplace({tensor, index});
    PairEvents& events = entry->second;
    if (!isNew) return events;
    const reuse::PairTable& pair = m_counting.pair(tensor, index);
    events.counts = reuse::walkEvents(plan(), nest(), tensor, pair.child, pair.parent, m_counting.sharing(tensor, pair),
                                      &events.below);
    return events;
}

}  // namespace lapidary::derive
