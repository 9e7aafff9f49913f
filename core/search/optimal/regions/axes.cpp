// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/axes.h"

#include "core/workload/rank_set.h"

namespace lapidary::optimal::regions {

namespace {

bool isPrimeFactor(std::int64_t n) {
    for (std::int64_t f = 2; f * f <= n; ++f)
        if (n % f == 0) return false;
    return n > 1;
}

void mixInto(std::uint64_t& hash, std::int64_t number) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
}

}  // namespace

AxisStates::AxisStates(std::int64_t bound, bool tails, bool counted, Noted noted)
    : m_bound(bound), m_tails(tails), m_counted(counted), m_noted(noted) {
    find(1, bound, {}, 1);
}

std::uint16_t AxisStates::find(std::int64_t extent, std::int64_t left, const std::array<Reached, kMostSlots>& reached,
                               std::int64_t here) {
    if (left == 1) extent = m_bound;
    const auto key = std::make_tuple(extent, left, reached, here);
    if (const auto found = m_numbers.find(key); found != m_numbers.end()) return found->second;
    const auto number = static_cast<std::uint16_t>(m_states.size());
    m_numbers.emplace(key, number);
    std::uint64_t order = 0;
    for (const std::int64_t figure : {extent, left, here}) mixInto(order, figure);
    for (const Reached& lanes : reached) mixInto(order, lanes.several), mixInto(order, lanes.once);
    m_states.push_back({.extent = extent,
                        .left = left,
                        .reached = reached,
                        .here = here,
                        .base = number,
                        .order = order,
                        .primes = {},
                        .factors = {}});
    if (outgrown()) return number;
    if (here > 1) {
        const std::uint16_t base = find(extent, left, reached, 1);
        m_states[number].base = base;
    }
    for (const std::int64_t factor : divisors(left)) {
        if (factor == 1) continue;
        const std::int64_t trips = m_noted == Noted::trips ? here * factor : m_noted == Noted::whetherAny ? 2 : 1;
        const Step step{find(extent * factor, left / factor, {}, trips), factor};
        m_states[number].factors.push_back(step);
        if (isPrimeFactor(factor)) m_states[number].primes.push_back(step);
    }
    return number;
}

std::uint16_t AxisStates::across(std::uint16_t state, std::int64_t lanes, unsigned slots) {
    if (lanes == 1) return state;
    const auto key = std::make_tuple(state, lanes, slots);
    if (const auto found = m_across.find(key); found != m_across.end()) return found->second;
    const AxisState from = m_states[state];
    const std::int64_t tail = (from.left - 1) % lanes + 1;
    std::array<Reached, kMostSlots> reached = from.reached;
    for (std::size_t s = 0; m_counted && s < kMostSlots; ++s) {
        if (!(slots >> s & 1)) continue;
        reached[s] = {reached[s].several * lanes, (tail - 1) * reached[s].several + reached[s].once};
        if (reached[s].several == reached[s].once) reached[s] = {};
    }
    const std::uint16_t to = find(from.extent * lanes, ceilDiv(from.left, lanes), reached, from.here);
    m_across.emplace(key, to);
    return to;
}

Axes::Axes(const Question& question) : m_question(question) {
    for (std::size_t d = 0; d < question.dimensions(); ++d) {
        bool counted = false;
        for (const TensorShape& tensor : question.tensors())
            counted = counted || (tensor.isOutput && !(tensor.indexed >> d & 1));
        m_axes.emplace_back(question.bound(d), question.tails(), counted, question.noted(d));
    }
}

std::int64_t Axes::volume(std::size_t t, const Place& place) const {
    const TensorShape& tensor = m_question.tensors()[t];
    std::int64_t words = 1;
    for (std::size_t d = 0; d < m_axes.size(); ++d)
        if (tensor.alone >> d & 1) words *= at(d, place).extent;
    for (const WindowRank& rank : tensor.windows)
        words *= twoTermSetSize(rank.ca, at(rank.a, place).extent, rank.cb, at(rank.b, place).extent);
    return words;
}

std::int64_t Axes::fills(std::size_t t, const Place& place) const {
    const TensorShape& tensor = m_question.tensors()[t];
    std::int64_t words = 1;
    for (std::size_t d = 0; d < m_axes.size(); ++d) {
        if (tensor.alone >> d & 1) words *= m_question.bound(d);
        if (!(tensor.indexed >> d & 1)) words *= at(d, place).left;
    }
    for (const WindowRank& rank : tensor.windows)
        words *= windowFills(rank, m_question.bound(rank.a), at(rank.a, place).extent, m_question.bound(rank.b),
                             at(rank.b, place).extent);
    return words;
}

double Axes::size(const Place& place) const {
    double size = 1;
    for (std::size_t d = 0; d < m_axes.size(); ++d) size *= static_cast<double>(at(d, place).extent);
    return size;
}

std::uint64_t Axes::order(const Place& place) const {
    std::uint64_t order = 0;
    for (std::size_t d = 0; d < m_axes.size(); ++d) mixInto(order, static_cast<std::int64_t>(at(d, place).order));
    return order;
}

std::int64_t Axes::left(const Place& place) const {
    std::int64_t left = 1;
    for (std::size_t d = 0; d < m_axes.size(); ++d) left *= at(d, place).left;
    return left;
}

std::int64_t windowFills(const WindowRank& rank, std::int64_t boundA, std::int64_t lengthA, std::int64_t boundB,
                         std::int64_t lengthB) {
    const std::int64_t tilesA = ceilDiv(boundA, lengthA), tilesB = ceilDiv(boundB, lengthB);
    const std::int64_t lastA = boundA - (tilesA - 1) * lengthA, lastB = boundB - (tilesB - 1) * lengthB;
    const auto words = [&rank](std::int64_t a, std::int64_t b) { return twoTermSetSize(rank.ca, a, rank.cb, b); };
    return (tilesA - 1) * (tilesB - 1) * words(lengthA, lengthB) + (tilesA - 1) * words(lengthA, lastB) +
           (tilesB - 1) * words(lastA, lengthB) + words(lastA, lastB);
}

}  // namespace lapidary::optimal::regions
