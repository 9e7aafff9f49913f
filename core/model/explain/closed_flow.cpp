// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/closed_flow.h"

#include <bit>
#include <limits>

namespace lapidary::derive {
namespace {

constexpr int kNothingPassed = std::numeric_limits<int>::max();

}  // namespace

ClosedFlow::ClosedFlow(const NestFacts& facts, int tensor, int index, Flowing flowing,
                       const reuse::InstanceGroup* group)
    : m_facts(facts),
      m_tensor(tensor),
      m_pair(facts.counting().pair(tensor, index)),
      m_flowing(flowing),
      m_group(group),
      m_oneForAll(flowing == Flowing::asked && facts.counting().sharing(tensor, m_pair) != reuse::Sharing::none),
      m_limit(kNothingPassed) {
    const reuse::Nest& nest = facts.nest();
    if (toMacs() || forbidsReuse()) return;
    m_first = child().temporalsOutside - 1;
    for (; m_first >= 0; --m_first) {
        const reuse::Loop& loop = nest.loops[nest.temporals[static_cast<std::size_t>(m_first)]];
        if (usesDimension(loop.dimension)) {
            m_moving = loop.position;
            break;
        }
        m_limit = loop.position;
    }
}

Expression ClosedFlow::words() const {
    Expression all = allTiles();
    if (toMacs()) return all;
    Expression result{.operation = Operation::difference};
    const reuse::Nest& nest = m_facts.nest();
    for (int i = m_first; i >= 0; --i) {
        Expression kept = overlap(nest.loops[nest.temporals[static_cast<std::size_t>(i)]], i);
        if (count(kept) != 0) result.operands.push_back(std::move(kept));
    }
    if (result.operands.empty()) return all;
    result.operands.insert(result.operands.begin(), std::move(all));
    return result;
}

/// The product over all dimensions with a loop of a sum over their classes.
template <class Of>
Expression ClosedFlow::overDimensions(Of expressionOf) const {
    std::vector<Expression> factors;
    for (reuse::DimensionMask mask = m_facts.nest().moving; mask != 0; mask &= mask - 1) {
        const int d = std::countr_zero(mask);
        std::vector<Expression> sums;
        for (const ClassFacts& own : classes(d, kNothingPassed, nullptr).classes) sums.push_back(expressionOf(own, d));
        factors.push_back(sum(std::move(sums)));
    }
    return product(std::move(factors));
}

Expression ClosedFlow::held() const {
    return overDimensions([&](const ClassFacts& own, int d) {
        if (!usesDimension(d)) return own.instances;
        if (own.full == own.last) return product({own.instances, own.settings, extentOf(d, own.full)});
        Expression covered = sum({product({own.otherSettings, extentOf(d, own.full)}), extentOf(d, own.last)});
        return product({own.instances, std::move(covered)});
    });
}

Expression ClosedFlow::touched() const {
    return overDimensions([](const ClassFacts& own, int) { return own.instances; });
}

DimensionFacts ClosedFlow::classes(int dimension, int limit, const reuse::Loop* advancing) const {
    DimensionFacts facts = classesAlong(m_facts, m_pair, dimension, limit, advancing,
                                        [this](const reuse::Loop& loop) { return noteOf(loop); });
    std::erase_if(facts.classes, [&](const ClassFacts& own) { return !isMeant(own, dimension); });
    return facts;
}

bool ClosedFlow::isMeant(const ClassFacts& own, int dimension) const {
    if (!m_group) return true;
    const std::int8_t id = m_group->ids[static_cast<std::size_t>(dimension)];
    return (m_flowing == Flowing::asked ? own.parent : own.id) == id;
}

std::string ClosedFlow::noteOf(const reuse::Loop& loop) const {
    const std::string& name = m_facts.tensor(m_tensor).name;
    const bool used = usesDimension(loop.dimension);
    if (loop.isSpatial) return used ? "each lane has a tile of its own" : "each lane gets its copy";
    if (toMacs()) return used ? "" : "the MACs keep nothing: " + name + " is wanted again in every trip";
    if (used) return "moves the tile";
    if (forbidsReuse()) return "no-reuse: every trip brings the same tiles of " + name + " again";
    if (m_moving < 0) return "";
    return "refetch: doesn't index " + name + ", but " + m_facts.loopName(m_moving) +
           " inside does: every trip brings the same tiles again";
}

const Expression& ClosedFlow::lanes(const ClassFacts& own, int dimension) const {
    return m_oneForAll && !usesDimension(dimension) ? own.served : own.instances;
}

/// One of the two extents that tiles have along a dimension.
Expression ClosedFlow::extentOf(int dimension, std::int64_t extent) const {
    const auto d = static_cast<std::size_t>(dimension);
    if (!(m_facts.nest().moving & reuse::bit(dimension))) return number(1);
    return extent == child().full[d] ? m_facts.fullExtent(child(), dimension) : m_facts.lastExtent(child(), dimension);
}

/// I(all) prod_r S_r.
Expression ClosedFlow::allTiles() const {
    std::vector<Expression> words, times;
    for (const Rank& rank : m_facts.tensor(m_tensor).ranks)
        if (!rank.terms.empty() && !toMacs()) take(tiles(rank, m_limit), words, times);
    if (toMacs()) {
        for (reuse::DimensionMask mask = plan().used & m_facts.nest().moving; mask != 0; mask &= mask - 1) {
            const int d = std::countr_zero(mask);
            std::vector<Expression> sums;
            for (const ClassFacts& own : classes(d, m_limit, nullptr).classes)
                sums.push_back(product({own.settings, own.instances}));
            times.push_back(sum(std::move(sums)));
        }
    }
    Expression tile =
        named(product(std::move(words)), of(toMacs() ? "one word" : "tile", m_facts.tensor(m_tensor).name), "words");
    return product({std::move(tile), product(std::move(times)), idle(m_limit, nullptr)});
}

/// I(j) prod_r B_r(j), for the loop that is the temporal one number `number`.
Expression ClosedFlow::overlap(const reuse::Loop& advancing, int number) const {
    const reuse::Nest& nest = m_facts.nest();
    const int outside = child().temporalsOutside;
    const int limit = number + 1 < outside ? nest.loops[nest.temporals[static_cast<std::size_t>(number) + 1]].position
                                           : kNothingPassed;
    std::vector<Expression> words, times;
    std::size_t planned = 0;
    for (const Rank& rank : m_facts.tensor(m_tensor).ranks) {
        if (rank.terms.empty()) continue;
        Shares shares = kept(rank, planned++, limit, advancing);
        if (shares.empty()) return derive::number(0);
        take(std::move(shares), words, times);
    }
    const std::string loop = m_facts.loopName(advancing.position);
    Expression tile = named(product(std::move(words)), "words of " + m_facts.tensor(m_tensor).name + " kept", "words");
    Expression result = product({std::move(tile), product(std::move(times)), idle(limit, &advancing)});
    result.label = "kept when " + loop + " advances";
    result.nodes = {advancing.position};
    return result;
}

/// I: settings and instances of the dimensions that the tensor doesn't use.
Expression ClosedFlow::idle(int limit, const reuse::Loop* advancing) const {
    std::vector<Expression> factors;
    for (reuse::DimensionMask mask = m_facts.nest().moving & ~plan().used; mask != 0; mask &= mask - 1) {
        const int d = std::countr_zero(mask);
        const bool moves = advancing != nullptr && advancing->dimension == d;
        std::vector<Expression> sums;
        for (const ClassFacts& own : classes(d, limit, advancing).classes)
            sums.push_back(product({moves ? own.advances : own.settings, lanes(own, d)}));
        factors.push_back(sum(std::move(sums)));
    }
    return product(std::move(factors));
}

/// S_r: how many tiles have which length along a rank.
ClosedFlow::Shares ClosedFlow::tiles(const Rank& rank, int limit) const {
    struct Counted {
        std::int64_t extent;
        Expression weight;
    };
    const auto countedOf = [&](int dimension) {
        if (!(m_facts.nest().moving & reuse::bit(dimension))) return std::vector<Counted>{{1, number(1)}};
        std::vector<Expression> full, last;
        std::int64_t fullExtent = 1, lastExtent = 1;
        for (const ClassFacts& own : classes(dimension, limit, nullptr).classes) {
            fullExtent = own.full;
            if (own.last == own.full) {
                full.push_back(product({own.settings, own.instances}));
                continue;
            }
            if (own.settingCount > 1) full.push_back(product({own.otherSettings, own.instances}));
            last.push_back(own.instances);
            lastExtent = own.last;
        }
        std::vector<Counted> counted;
        if (!full.empty()) counted.push_back({fullExtent, sum(std::move(full))});
        if (!last.empty()) counted.push_back({lastExtent, sum(std::move(last))});
        return counted;
    };
    const std::vector<Counted> first = countedOf(rank.terms[0].dimension);
    std::vector<Counted> second{{1, number(1)}};
    if (rank.terms.size() > 1) second = countedOf(rank.terms[1].dimension);
    Shares shares;
    for (const Counted& a : first) {
        for (const Counted& b : second) {
            std::vector<Expression> extents{extentOf(rank.terms[0].dimension, a.extent)};
            if (rank.terms.size() > 1) extents.push_back(extentOf(rank.terms[1].dimension, b.extent));
            shares.push_back({product({a.weight, b.weight}), m_facts.rankWords(m_tensor, rank, std::move(extents))});
        }
    }
    return shares;
}

/// B_r(j): what stays along a rank, and how often.
ClosedFlow::Shares ClosedFlow::kept(const Rank& rank, std::size_t planned, int limit,
                                    const reuse::Loop& advancing) const {
    const std::vector<Shift> first = shifts(rank.terms[0].dimension, limit, advancing);
    std::vector<Shift> second;
    if (rank.terms.size() > 1) second = shifts(rank.terms[1].dimension, limit, advancing);
    Shares shares;
    for (const Shift& a : first) {
        if (rank.terms.size() == 1) {
            Expression words = keptWords(rank, planned, a, nullptr);
            if (count(words) > 0) shares.push_back({a.weight, std::move(words)});
        }
        for (const Shift& b : second) {
            Expression words = keptWords(rank, planned, a, &b);
            if (count(words) > 0) shares.push_back({product({a.weight, b.weight}), std::move(words)});
        }
    }
    return shares;
}

std::vector<ClosedFlow::Shift> ClosedFlow::shifts(int dimension, int limit, const reuse::Loop& advancing) const {
    if (!(m_facts.nest().moving & reuse::bit(dimension))) return {{number(1), number(1), 1, 0}};
    std::vector<Shift> shifts;
    const bool moves = advancing.dimension == dimension;
    const DimensionFacts facts = classes(dimension, limit, &advancing);
    const auto add = [&](Expression weight, const ClassFacts& own, std::int64_t extent, std::int64_t before,
                         std::int64_t by) {
        weight = product({std::move(weight), own.instances});
        if (count(weight) > 0) shifts.push_back({std::move(weight), extentOf(dimension, extent), before, by});
    };
    for (const ClassFacts& own : facts.classes) {
        if (moves) {
            const std::int64_t by = advancing.step - facts.span;
            Expression full = own.endsInTail ? difference(own.advances, number(1)) : own.advances;
            add(std::move(full), own, own.full, own.full, by);
            if (own.endsInTail) add(number(1, "into the tail"), own, own.last, own.full, by);
        } else if (own.last == own.full && own.lastSpan == facts.span) {
            add(own.settings, own, own.full, own.full, -facts.span);
        } else {
            add(own.otherSettings, own, own.full, own.full, -facts.span);
            add(number(1, "last setting"), own, own.lastSpan == 0 ? own.last : own.full, own.last, -own.lastSpan);
        }
    }
    return shifts;
}

Expression ClosedFlow::keptWords(const Rank& rank, std::size_t planned, const Shift& first, const Shift* second) const {
    const reuse::RankShape& shape = plan().ranks[planned];
    const reuse::Extents tile{count(first.extent), second ? count(second->extent) : 1};
    const reuse::Extents before{first.before, second ? second->before : 1};
    const std::int64_t by = shape.distance(first.by, second ? second->by : 0);
    const std::int64_t words = shape.overlap(tile, before, by);
    std::vector<Expression> extents{first.extent};
    if (second) extents.push_back(second->extent);
    Expression all = m_facts.rankWords(m_tensor, rank, std::move(extents));
    if (words == count(all)) return all;
    const std::int64_t distance = by < 0 ? -by : by;
    if (words == count(all) - distance) return difference(std::move(all), number(distance, "moved by"));
    return number(words, "words common to a tile of " + std::to_string(count(all)) + " and the one before, moved by " +
                             std::to_string(distance));
}

/// One share is a plain factor, several are a sum of their own.
void ClosedFlow::take(Shares shares, std::vector<Expression>& words, std::vector<Expression>& times) {
    if (shares.size() == 1) {
        words.push_back(std::move(shares[0].words));
        times.push_back(std::move(shares[0].weight));
        return;
    }
    std::vector<Expression> sums;
    for (Share& share : shares) sums.push_back(product({std::move(share.words), std::move(share.weight)}));
    times.push_back(sum(std::move(sums)));
}

}  // namespace lapidary::derive
