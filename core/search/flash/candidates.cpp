// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/flash/candidates.h"

#include <algorithm>

namespace lapidary::flash {
namespace {

std::int64_t& at(Tile& tile, Axis axis) { return tile[static_cast<std::size_t>(axis)]; }
std::int64_t at(const Tile& tile, Axis axis) { return tile[static_cast<std::size_t>(axis)]; }

/// Largest x in [0, most] for which a rising condition holds; 0 if it doesn't at 1.
template <class Holds>
std::int64_t largest(std::int64_t most, const Holds& holds) {
    std::int64_t low = 0, high = most;
    while (low < high) {
        const std::int64_t middle = low + (high - low + 1) / 2;
        if (holds(middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// Largest x with a x^2 + b x <= room / 2.
std::int64_t rootOf(std::int64_t a, std::int64_t b, std::int64_t room, std::int64_t most) {
    return largest(most, [&](std::int64_t x) { return 2 * (Int128(a) * x * x + Int128(b) * x) <= room; });
}

std::int64_t doubledFaces(const Tile& tile) { return 2 * (tile[0] * tile[2] + tile[2] * tile[1] + tile[0] * tile[1]); }

std::int64_t rootOfPes(const Problem& problem) {
    return largest(problem.hardware->pes, [&](std::int64_t x) { return x * x <= problem.hardware->pes; });
}

/// Sizes from `least` to `most` in the steps of the options.
void addSizes(std::int64_t least, std::int64_t most, Tiles tiles, std::vector<std::int64_t>& sizes) {
    if (tiles == Tiles::integers)
        for (std::int64_t size = least; size <= most; ++size) sizes.push_back(size);
    else
        for (std::int64_t size = 1; size <= most; size *= 2)
            if (size >= least) sizes.push_back(size);
}

std::vector<std::int64_t> sizesUpTo(std::int64_t most, Tiles tiles) {
    std::vector<std::int64_t> sizes;
    addSizes(1, std::max<std::int64_t>(most, 1), tiles, sizes);
    return sizes;
}

constexpr std::int64_t after(std::int64_t size, Tiles tiles) { return tiles == Tiles::integers ? size + 1 : 2 * size; }

/// The bounds' candidates of one cluster size.
class BoundedTiles {
public:
    BoundedTiles(const Problem& problem, const Options& options, const std::function<bool(const Candidate&)>& visit)
        : m_problem(problem), m_options(options), m_visit(visit) {}

    bool visitAll(std::int64_t cluster) {
        const Shape& shape = m_problem.shape;
        Candidate one{m_problem.style, m_problem.order, cluster, {}, {}};
        const std::int64_t bound = outerBound(m_problem, cluster);
        at(one.outer, shape.across) = fillingTile(m_problem, cluster);
        const auto withins =
            shape.flexible ? std::vector<std::int64_t>{1} : sizes(std::min(bound, m_problem.size(shape.within)));
        for (const std::int64_t within : withins) {
            at(one.inner, shape.within) = within;
            at(one.outer, shape.within) = within * cluster;
            for (const std::int64_t tile : sizes(std::min(bound, m_problem.size(shape.streamed())))) {
                at(one.outer, shape.streamed()) = tile;
                // A bound below 1 stands for 1, whatever the buffers say; else equation 1 must hold.
                if (bound >= 1 && !satisfiesEquation1(m_problem, one)) continue;
                if (!visitInner(one, innerBound(m_problem, within))) return false;
            }
        }
        return true;
    }

private:
    std::vector<std::int64_t> sizes(std::int64_t most) const { return sizesUpTo(most, m_options.tiles); }

    bool visitInner(Candidate& one, std::int64_t bound) const {
        const Axis streamed = m_problem.shape.streamed(), across = m_problem.shape.across;
        for (const std::int64_t tile : sizes(std::min(bound, at(one.outer, streamed)))) {
            at(one.inner, streamed) = tile;
            for (const std::int64_t other : sizes(std::min(bound, at(one.outer, across)))) {
                at(one.inner, across) = other;
                if (!m_visit(one)) return false;
            }
        }
        return true;
    }

    const Problem& m_problem;
    const Options& m_options;
    const std::function<bool(const Candidate&)>& m_visit;
};

/// Every tile set of one cluster size that satisfies both equations.
class EquationTiles {
public:
    EquationTiles(const Problem& problem, const Options& options, const std::function<bool(const Candidate&)>& visit)
        : m_problem(problem), m_options(options), m_visit(visit) {}

    bool visitAll(std::int64_t cluster) const {
        const Shape& shape = m_problem.shape;
        Candidate one{m_problem.style, m_problem.order, cluster, {1, 1, 1}, {1, 1, 1}};
        std::vector<std::int64_t> acrosses = sizesUpTo(m_problem.size(shape.across), m_options.tiles);
        const std::int64_t filling = fillingTile(m_problem, cluster);
        if (std::find(acrosses.begin(), acrosses.end(), filling) == acrosses.end()) acrosses.push_back(filling);
        for (const std::int64_t within : sizesUpTo(ceilDiv(m_problem.size(shape.within), cluster), m_options.tiles)) {
            at(one.inner, shape.within) = within;
            at(one.outer, shape.within) = within * cluster;
            for (const std::int64_t across : acrosses) {
                at(one.outer, shape.across) = across;
                if (!visitStreamed(one)) return false;
            }
        }
        return true;
    }

private:
    bool visitStreamed(Candidate& one) const {
        const Axis streamed = m_problem.shape.streamed();
        const std::int64_t most = m_problem.size(streamed);
        for (std::int64_t tile = 1; tile <= most; tile = after(tile, m_options.tiles)) {
            at(one.outer, streamed) = tile;
            if (!satisfiesEquation1(m_problem, one)) break;
            if (!visitInner(one)) return false;
        }
        return true;
    }

    bool visitInner(Candidate& one) const {
        const Axis streamed = m_problem.shape.streamed(), across = m_problem.shape.across;
        const Tiles tiles = m_options.tiles;
        for (std::int64_t tile = 1; tile <= at(one.outer, streamed); tile = after(tile, tiles)) {
            at(one.inner, streamed) = tile;
            at(one.inner, across) = 1;
            if (!satisfiesEquation2(m_problem, one)) break;
            for (std::int64_t other = 1; other <= at(one.outer, across); other = after(other, tiles)) {
                at(one.inner, across) = other;
                if (!satisfiesEquation2(m_problem, one)) break;
                if (!m_visit(one)) return false;
            }
        }
        return true;
    }

    const Problem& m_problem;
    const Options& m_options;
    const std::function<bool(const Candidate&)>& m_visit;
};

}  // namespace

Problem problemOf(const Gemm& gemm, const data_centric::Hardware& hardware, Style style, Order order) {
    return {&gemm, &hardware, style, order, shapeOf(style, order)};
}

std::int64_t sharedWords(const Problem& problem, const Candidate& candidate) {
    Tile covered{};
    for (Axis axis = 0; axis < 3; ++axis) {
        const std::int64_t units = axis == problem.shape.across ? problem.clusters(candidate.cluster) : 1;
        at(covered, axis) = std::min(at(candidate.outer, axis) * units, problem.size(axis));
    }
    return doubledFaces(covered);
}

std::int64_t privateWords(const Candidate& candidate) { return doubledFaces(candidate.inner); }

bool satisfiesEquation1(const Problem& problem, const Candidate& candidate) {
    const auto& room = problem.hardware->l2Elements;
    return !room || sharedWords(problem, candidate) <= *room;
}

bool satisfiesEquation2(const Problem& problem, const Candidate& candidate) {
    const auto& room = problem.hardware->l1Elements;
    return !room || privateWords(candidate) <= *room;
}

std::int64_t outerBound(const Problem& problem, std::int64_t cluster) {
    const std::int64_t most = std::max({problem.size(0), problem.size(1), problem.size(2)});
    const auto& room = problem.hardware->l2Elements;
    if (!room) return most;
    const std::int64_t across = problem.size(problem.shape.across);
    return problem.shape.flexible ? rootOf(1, 2 * across, *room, most)
                                  : rootOf(cluster, across * (cluster + 1), *room, most);
}

std::int64_t innerBound(const Problem& problem, std::int64_t withinTile) {
    const std::int64_t most = std::max({problem.size(0), problem.size(1), problem.size(2)});
    const auto& room = problem.hardware->l1Elements;
    return room ? rootOf(1, 2 * withinTile, *room, most) : most;
}

std::int64_t fillingTile(const Problem& problem, std::int64_t cluster) {
    const std::int64_t size = problem.size(problem.shape.across);
    return std::min(size, ceilDiv(cluster * size, problem.hardware->pes));
}

std::vector<std::int64_t> clusterSizes(const Problem& problem, const Options& options) {
    std::vector<std::int64_t> sizes;
    const std::int64_t pes = problem.hardware->pes;
    const auto oneOf = [&](std::int64_t first) {
        sizes = {first, rootOfPes(problem)};
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    };
    if (options.cluster)
        sizes = {*options.cluster};
    else if (problem.style == Style::eyeriss)
        addSizes(1, 12, options.tiles, sizes);
    else if (problem.style == Style::nvdla)
        addSizes(16, 64, options.tiles, sizes);
    else if (problem.style == Style::tpu)
        oneOf(256);
    else if (problem.style == Style::shidiannao)
        oneOf(8);
    else
        sizes = sizesUpTo(std::min(problem.size(problem.shape.within),
                                   options.space == Space::equations ? pes : outerBound(problem, 1)),
                          options.tiles);
    std::erase_if(sizes, [&](std::int64_t size) { return size > pes; });
    return sizes;
}

void forEachCandidate(const Problem& problem, const Options& options,
                      const std::function<bool(const Candidate&)>& visit) {
    for (const std::int64_t cluster : clusterSizes(problem, options)) {
        const bool more = options.space == Space::equations ? EquationTiles(problem, options, visit).visitAll(cluster)
                                                            : BoundedTiles(problem, options, visit).visitAll(cluster);
        if (!more) return;
    }
}

std::optional<Candidate> drawCandidate(const Problem& problem, const Options& options, Rng& rng) {
    Options all = options;
    all.tiles = Tiles::integers;
    all.space = Space::equations;
    const std::vector<std::int64_t> clusters = clusterSizes(problem, all);
    if (clusters.empty()) return std::nullopt;
    const Shape& shape = problem.shape;
    Candidate one{problem.style, problem.order, clusters[rng.below(clusters.size())], {1, 1, 1}, {1, 1, 1}};
    at(one.outer, shape.within) = one.cluster;
    const auto draw = [&](Tile& tile, Axis axis, std::int64_t unit, std::int64_t most, auto fits) {
        const std::int64_t fitting = largest(most, [&](std::int64_t size) {
            at(tile, axis) = size * unit;
            return fits(problem, one);
        });
        const std::int64_t size =
            fitting < 1 ? 1 : 1 + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(fitting)));
        at(tile, axis) = size * unit;
        return size;
    };
    draw(one.outer, shape.across, 1, problem.size(shape.across), satisfiesEquation1);
    const std::int64_t within =
        shape.flexible
            ? 1
            : draw(one.outer, shape.within, one.cluster, ceilDiv(problem.size(shape.within), one.cluster),
                   [](const Problem& about, const Candidate& drawn) {
                       Candidate inside = drawn;
                       at(inside.inner, about.shape.within) = at(drawn.outer, about.shape.within) / drawn.cluster;
                       return satisfiesEquation1(about, drawn) && satisfiesEquation2(about, inside);
                   });
    at(one.inner, shape.within) = within;
    draw(one.outer, shape.streamed(), 1, problem.size(shape.streamed()), satisfiesEquation1);
    draw(one.inner, shape.streamed(), 1, at(one.outer, shape.streamed()), satisfiesEquation2);
    draw(one.inner, shape.across, 1, at(one.outer, shape.across), satisfiesEquation2);
    if (!satisfiesEquation1(problem, one) || !satisfiesEquation2(problem, one)) return std::nullopt;
    return one;
}

std::optional<BigInt> unprunedTileSets(const Problem& problem) {
    const auto &s1 = problem.hardware->l1Elements, &s2 = problem.hardware->l2Elements;
    if (!problem.shape.flexible || !s1 || !s2) return std::nullopt;
    // Inner sets by the outer tiles; beyond what S1 could ever hold nothing is added.
    const std::int64_t inner = *s1 / 2, most = std::max<std::int64_t>(inner, 1);
    const std::int64_t first = problem.size(problem.shape.streamed()), second = problem.size(problem.shape.across);
    const auto innerSets = [&](std::int64_t a, std::int64_t b) {
        std::int64_t sets = 0;
        for (std::int64_t x = 1; x <= std::min(a, inner); ++x)
            sets += std::max<std::int64_t>(0, std::min(b, (inner - x) / (1 + x)));
        return sets;
    };
    std::vector<std::int64_t> known(static_cast<std::size_t>((most + 1) * (most + 1)), -1);
    BigInt total = 0;
    for (std::int64_t a = 1; a <= std::min(first, *s2 / 2); ++a) {
        Int128 row = 0;
        for (std::int64_t b = 1; b <= second && a * b < *s2 / 2; ++b) {
            std::int64_t& sets = known[static_cast<std::size_t>(std::min(a, most) * (most + 1) + std::min(b, most))];
            if (sets < 0) sets = innerSets(a, b);
            row += Int128(std::min(problem.size(problem.shape.within), (*s2 / 2 - a * b) / (a + b))) * sets;
        }
        total += bigInt(static_cast<std::int64_t>(row));
    }
    return total;
}

}  // namespace lapidary::flash
