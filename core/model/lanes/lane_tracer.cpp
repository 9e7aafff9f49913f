// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_tracer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace lapidary::lanes {
namespace {

constexpr std::size_t kFirstPlaces = 1 << 13;
constexpr int kMaxSteps = 1 << 15;  ///< three of their numbers and an operation fit 64 bits

bool isCommutative(TapeOp op) {
    switch (op) {
    case TapeOp::add:
    case TapeOp::multiply:
    case TapeOp::equal:
    case TapeOp::differs:
    case TapeOp::both:
    case TapeOp::either: return true;
    default: return false;
    }
}

/// All bits for true: what machines of several lanes hold; that of one lane takes anything but zero.
double bitsOf(bool truth) { return truth ? std::bit_cast<double>(~std::uint64_t{0}) : 0.0; }

}  // namespace

void TracedValue::refuse() const {
    if (tracer) tracer->refuse();
}

Tracer::Tracer() : m_known(kFirstPlaces) { m_steps.reserve(kFirstPlaces / 2); }

TracedValue Tracer::input(int number) { return {this, add({kInput, number, 0, 0}), 0}; }

int Tracer::constant(double value) {
    const auto [known, isNew] =
        m_constants.try_emplace(std::bit_cast<std::uint64_t>(value), static_cast<int>(m_steps.size()));
    if (isNew) m_steps.push_back({kConstant, 0, 0, 0, value});
    return known->second;
}

int Tracer::stepOf(const TracedTruth& truth) { return truth.known() ? constant(bitsOf(truth.value)) : truth.step; }

int Tracer::add(const Step& step) {
    if (m_steps.size() >= static_cast<std::size_t>(kMaxSteps)) {
        m_refused = true;
        return 0;
    }
    const std::uint64_t key = static_cast<std::uint64_t>(step.op + 3) << 48 | static_cast<std::uint64_t>(step.a) << 32 |
                              static_cast<std::uint64_t>(step.b) << 16 | static_cast<std::uint64_t>(step.c);
    auto& known = m_known[placeOf(key)];
    if (known.first == key) return known.second;
    const int number = static_cast<int>(m_steps.size());
    known = {key, number};
    m_steps.push_back(step);
    if (2 * m_steps.size() > m_known.size()) grow();
    return number;
}

/// Where the key stands, or would.
std::size_t Tracer::placeOf(std::uint64_t key) const {
    const std::size_t mask = m_known.size() - 1;
    std::size_t place = (key * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (m_known[place].first != 0 && m_known[place].first != key) place = (place + 1) & mask;
    return place;
}

void Tracer::grow() {
    const auto old = std::exchange(m_known, std::vector<std::pair<std::uint64_t, int>>(2 * m_known.size()));
    for (const auto& entry : old)
        if (entry.first != 0) m_known[placeOf(entry.first)] = entry;
}

TracedValue Tracer::value(TapeOp op, const TracedValue& a, const TracedValue& b, const TracedTruth* which) {
    int first = stepOf(a), second = stepOf(b);
    if (which) return {this, add({static_cast<int>(op), stepOf(*which), first, second}), 0};
    if (isCommutative(op) && second < first) std::swap(first, second);
    return {this, add({static_cast<int>(op), first, second, 0}), 0};
}

TracedTruth Tracer::truth(TapeOp op, const TracedValue& a, const TracedValue& b) {
    const TracedValue found = value(op, a, b);
    return {this, found.step, false};
}

TracedTruth Tracer::truth(TapeOp op, const TracedTruth& a, const TracedTruth& b) {
    int first = stepOf(a), second = stepOf(b);
    if (isCommutative(op) && second < first) std::swap(first, second);
    return {this, add({static_cast<int>(op), first, second, 0}), false};
}

TracedTruth Tracer::both(const TracedTruth& a, const TracedTruth& b) {
    const auto inverted = [this](const TracedTruth& truth) {
        const Step& step = m_steps[static_cast<std::size_t>(truth.step)];
        return step.op == static_cast<int>(TapeOp::invert) ? step.a : -1;
    };
    if (const int other = inverted(b); other >= 0) return truth(TapeOp::butNot, a, {this, other, false});
    if (const int other = inverted(a); other >= 0) return truth(TapeOp::butNot, b, {this, other, false});
    return truth(TapeOp::both, a, b);
}

void Tracer::keep(std::initializer_list<TracedValue> results, TracedTruth plain) {
    for (const TracedValue& result : results) m_results.push_back(stepOf(result));
    while (m_results.size() < static_cast<std::size_t>(kTapeResults)) m_results.push_back(m_results.back());
    m_plain = stepOf(plain);
}

/// Puts the steps that are needed in an order with long runs of one kind, and gives each a place, which is free again after
/// the last use.
class Tracer::Writer {
public:
    Writer(const std::vector<Step>& steps, Tape& tape)
        : m_steps(steps), m_tape(tape), m_uses(steps.size(), 0), m_places(steps.size(), 0) {}

    bool write(const std::vector<int>& results, int plain) {
        for (const int result : results) need(result);
        need(plain);
        const int count = static_cast<int>(m_steps.size());
        for (int s = count; s-- > 0;)
            if (m_uses[at(s)] > 0) forEachOperand(s, [&](int operand) { need(operand); });
        // Constants and inputs are there before the first step.
        for (int s = 0; s < count; ++s)
            if (m_uses[at(s)] > 0 && m_steps[at(s)].op < 0) begin(s);
        schedule();
        finish(results, plain);
        return m_count <= kMaxTapePlaces;
    }

private:
    static std::size_t at(int step) { return static_cast<std::size_t>(step); }

    template <class Visit>
    void forEachOperand(int s, Visit visit) const {
        const Step& step = m_steps[at(s)];
        if (step.op < 0) return;
        visit(step.a);
        if (step.b != step.a) visit(step.b);
        if (static_cast<TapeOp>(step.op) == TapeOp::pick && step.c != step.a && step.c != step.b) visit(step.c);
    }

    void need(int step) { ++m_uses[at(step)]; }

    int take() {
        if (m_free.empty()) return m_count++;
        const int place = m_free.back();
        m_free.pop_back();
        return place;
    }

    void begin(int s) {
        const Step& step = m_steps[at(s)];
        const auto place = static_cast<std::uint16_t>(m_places[at(s)] = take());
        if (step.op == kConstant)
            m_tape.constants.push_back({step.constant, place});
        else if (step.a < kMaxLoops)
            m_tape.bounds.push_back({static_cast<std::uint16_t>(step.a), place});
        else if (step.a < 2 * kMaxLoops)
            m_tape.tails.push_back({static_cast<std::uint16_t>(step.a - kMaxLoops), place});
        else
            m_tape.view.computes = place;
    }

    /// Always what most steps wait for that could be done now.
    void schedule() {
        const int count = static_cast<int>(m_steps.size());
        std::vector<int> waitsFor(m_steps.size(), 0);
        std::vector<int> firstUser(m_steps.size() + 1, 0);
        std::array<std::vector<int>, kTapeOps> ready;
        for (int s = 0; s < count; ++s) {
            if (m_uses[at(s)] == 0 || m_steps[at(s)].op < 0) continue;
            forEachOperand(s, [&](int operand) {
                if (m_steps[at(operand)].op < 0) return;
                ++waitsFor[at(s)];
                ++firstUser[at(operand)];
            });
            if (waitsFor[at(s)] == 0) ready[at(m_steps[at(s)].op)].push_back(s);
        }
        std::partial_sum(firstUser.begin(), firstUser.end(), firstUser.begin());
        std::vector<int> users(at(firstUser.back()));
        for (int s = count; s-- > 0;) {
            if (m_uses[at(s)] == 0) continue;
            forEachOperand(s, [&](int operand) {
                if (m_steps[at(operand)].op >= 0) users[at(--firstUser[at(operand)])] = s;
            });
        }
        for (;;) {
            auto& most = *std::ranges::max_element(ready, {}, [](const auto& list) { return list.size(); });
            if (most.empty()) return;
            const std::vector<int> run = std::exchange(most, {});
            m_tape.runs.push_back(
                {static_cast<TapeOp>(m_steps[at(run.front())].op), static_cast<std::uint16_t>(run.size())});
            for (const int s : run) {
                place(s);
                for (int u = firstUser[at(s)]; u < firstUser[at(s + 1)]; ++u)
                    if (--waitsFor[at(users[at(u)])] == 0)
                        ready[at(m_steps[at(users[at(u)])].op)].push_back(users[at(u)]);
            }
        }
    }

    void place(int s) {
        const Step& step = m_steps[at(s)];
        forEachOperand(s, [&](int operand) {
            if (--m_uses[at(operand)] == 0) m_free.push_back(m_places[at(operand)]);
        });
        m_places[at(s)] = take();
        const auto placeOf = [&](int operand) { return static_cast<std::uint16_t>(m_places[at(operand)]); };
        const bool picks = static_cast<TapeOp>(step.op) == TapeOp::pick;
        m_tape.steps.push_back(
            {placeOf(s), placeOf(step.a), placeOf(step.b), picks ? placeOf(step.c) : std::uint16_t{0}});
    }

    void finish(const std::vector<int>& results, int plain) {
        TapeView& view = m_tape.view;
        for (std::size_t r = 0; r < results.size(); ++r) view.results[r] = m_places[at(results[r])];
        view.plain = m_places[at(plain)];
        view.constants = m_tape.constants.data();
        view.bounds = m_tape.bounds.data();
        view.tails = m_tape.tails.data();
        view.runs = m_tape.runs.data();
        view.steps = m_tape.steps.data();
        view.constantCount = static_cast<int>(m_tape.constants.size());
        view.boundCount = static_cast<int>(m_tape.bounds.size());
        view.tailCount = static_cast<int>(m_tape.tails.size());
        view.runCount = static_cast<int>(m_tape.runs.size());
    }

    const std::vector<Step>& m_steps;
    Tape& m_tape;
    std::vector<int> m_uses;  ///< of what is needed; those of results never end
    std::vector<int> m_places, m_free;
    int m_count = 0;
};

bool Tracer::write(Tape& tape) { return !m_refused && Writer(m_steps, tape).write(m_results, m_plain); }

// ---- Operations

namespace {

Tracer* tracerOf(const TracedValue& a, const TracedValue& b) { return a.tracer ? a.tracer : b.tracer; }
bool isSame(const TracedValue& a, const TracedValue& b) { return !a.known() && !b.known() && a.step == b.step; }
TracedTruth known(bool value) { return {nullptr, -1, value}; }

}  // namespace

TracedValue operator+(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(a.value + b.value);
    if (a.is(0)) return b;
    if (b.is(0)) return a;
    return tracerOf(a, b)->value(TapeOp::add, a, b);
}

TracedValue operator-(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(a.value - b.value);
    if (b.is(0)) return a;
    if (isSame(a, b)) return all(0);
    return tracerOf(a, b)->value(TapeOp::subtract, a, b);
}

TracedValue operator*(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(a.value * b.value);
    if (a.is(1)) return b;
    if (b.is(1)) return a;
    if (a.is(0) || b.is(0)) return all(0);  // nothing is infinite
    return tracerOf(a, b)->value(TapeOp::multiply, a, b);
}

TracedValue operator/(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(a.value / b.value);
    if (b.is(1)) return a;
    return tracerOf(a, b)->value(TapeOp::divide, a, b);
}

TracedValue operator-(const TracedValue& a) {
    return a.known() ? all(-a.value) : a.tracer->value(TapeOp::negate, a, a);
}

TracedTruth operator<(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return known(a.value < b.value);
    if (isSame(a, b)) return known(false);
    return tracerOf(a, b)->truth(TapeOp::less, a, b);
}

TracedTruth operator<=(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return known(a.value <= b.value);
    if (isSame(a, b)) return known(true);
    return tracerOf(a, b)->truth(TapeOp::atMost, a, b);
}

TracedTruth operator==(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return known(a.value == b.value);
    if (isSame(a, b)) return known(true);
    return tracerOf(a, b)->truth(TapeOp::equal, a, b);
}

TracedTruth operator!=(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return known(a.value != b.value);
    if (isSame(a, b)) return known(false);
    return tracerOf(a, b)->truth(TapeOp::differs, a, b);
}

TracedTruth operator&(const TracedTruth& a, const TracedTruth& b) {
    if (a.known()) return a.value ? b : a;
    if (b.known()) return b.value ? a : b;
    if (a.step == b.step) return a;
    return a.tracer->both(a, b);
}

TracedTruth operator|(const TracedTruth& a, const TracedTruth& b) {
    if (a.known()) return a.value ? a : b;
    if (b.known()) return b.value ? b : a;
    if (a.step == b.step) return a;
    return a.tracer->truth(TapeOp::either, a, b);
}

TracedTruth invert(const TracedTruth& truth) {
    if (truth.known()) return known(!truth.value);
    return truth.tracer->truth(TapeOp::invert, truth, truth);
}

TracedValue pick(const TracedTruth& which, const TracedValue& one, const TracedValue& other) {
    if (which.known()) return which.value ? one : other;
    if (isSame(one, other) || (one.known() && other.known() && one.value == other.value)) return one;
    return which.tracer->value(TapeOp::pick, one, other, &which);
}

TracedValue least(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(std::min(a.value, b.value));
    if (isSame(a, b)) return a;
    return tracerOf(a, b)->value(TapeOp::least, a, b);
}

TracedValue most(const TracedValue& a, const TracedValue& b) {
    if (a.known() && b.known()) return all(std::max(a.value, b.value));
    if (isSame(a, b)) return a;
    return tracerOf(a, b)->value(TapeOp::most, a, b);
}

TracedValue floorOf(const TracedValue& value) {
    if (value.known()) return all(std::floor(value.value));
    return value.tracer->value(TapeOp::floor, value, value);
}

TracedValue ceilOf(const TracedValue& value) {
    if (value.known()) return all(std::ceil(value.value));
    return value.tracer->value(TapeOp::ceil, value, value);
}

TracedValue commonUnit(const TracedValue& a, const TracedValue& b) {
    if (a.is(1) || b.is(1)) return all(1);
    if (a.known() && b.known())
        return all(
            static_cast<double>(std::gcd(static_cast<std::int64_t>(a.value), static_cast<std::int64_t>(b.value))));
    return tracerOf(a, b)->value(TapeOp::commonUnit, a, b);
}

}  // namespace lapidary::lanes
