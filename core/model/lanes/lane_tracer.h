// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The symbols that the lane kernel computes with when a tape is recorded: constants, and names of earlier steps. What is
// known beforehand is computed at once, and no step is written down twice. Only what is exact in floating point is
// simplified, so that figures stay the same bit by bit. Thread rule: one thread records at a time with one Tracer.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/lanes/lane_tape.h"

namespace lapidary::lanes {

class Tracer;

struct TracedValue {
    Tracer* tracer = nullptr;  ///< null = a constant
    int step = -1;
    double value = 0;

    bool known() const { return !tracer; }
    bool is(double constant) const { return known() && value == constant; }
    void refuse() const;  ///< this can't be written down
};

struct TracedTruth {
    Tracer* tracer = nullptr;  ///< null = a constant
    int step = -1;
    bool value = false;

    bool known() const { return !tracer; }
};

class Tracer {
public:
    Tracer();

    TracedValue bound(int loop) { return input(loop); }
    TracedValue tail(int loop) { return input(kMaxLoops + loop); }
    TracedValue computes() { return input(2 * kMaxLoops); }
    void keep(std::initializer_list<TracedValue> results, TracedTruth plain);
    void refuse() { m_refused = true; }

    /// False if something can't be written down.
    bool write(Tape& tape);

    TracedValue value(TapeOp op, const TracedValue& a, const TracedValue& b = {}, const TracedTruth* which = nullptr);
    TracedTruth truth(TapeOp op, const TracedValue& a, const TracedValue& b);
    TracedTruth truth(TapeOp op, const TracedTruth& a, const TracedTruth& b);
    TracedTruth both(const TracedTruth& a, const TracedTruth& b);

private:
    static constexpr int kInput = -1, kConstant = -2;
    struct Step {
        int op;
        int a, b, c;  ///< steps; of an input its number
        double constant = 0;
    };
    class Writer;

    TracedValue input(int number);
    int constant(double value);
    int stepOf(const TracedValue& value) { return value.known() ? constant(value.value) : value.step; }
    int stepOf(const TracedTruth& truth);
    int add(const Step& step);
    void grow();
    std::size_t placeOf(std::uint64_t key) const;

    std::vector<Step> m_steps;
    std::vector<std::pair<std::uint64_t, int>> m_known;  ///< hash table of steps by what they do; key 0 = none
    std::unordered_map<std::uint64_t, int> m_constants;
    std::vector<int> m_results;
    int m_plain = -1;
    bool m_refused = false;
};

// ---- What the kernel does with its values

TracedValue operator+(const TracedValue& a, const TracedValue& b);
TracedValue operator-(const TracedValue& a, const TracedValue& b);
TracedValue operator*(const TracedValue& a, const TracedValue& b);
TracedValue operator/(const TracedValue& a, const TracedValue& b);
TracedValue operator-(const TracedValue& a);
TracedTruth operator<(const TracedValue& a, const TracedValue& b);
TracedTruth operator<=(const TracedValue& a, const TracedValue& b);
TracedTruth operator==(const TracedValue& a, const TracedValue& b);
TracedTruth operator!=(const TracedValue& a, const TracedValue& b);
TracedTruth operator&(const TracedTruth& a, const TracedTruth& b);
TracedTruth operator|(const TracedTruth& a, const TracedTruth& b);
TracedTruth invert(const TracedTruth& truth);
TracedValue pick(const TracedTruth& which, const TracedValue& one, const TracedValue& other);
TracedValue least(const TracedValue& a, const TracedValue& b);
TracedValue most(const TracedValue& a, const TracedValue& b);
TracedValue floorOf(const TracedValue& value);
TracedValue ceilOf(const TracedValue& value);
TracedValue commonUnit(const TracedValue& a, const TracedValue& b);

inline TracedValue all(double value) { return {nullptr, -1, value}; }
/// Whether it may hold in some lane of some mappings.
inline bool any(const TracedTruth& truth) { return !truth.known() || truth.value; }
inline TracedTruth operator>(const TracedValue& a, const TracedValue& b) { return b < a; }
inline TracedValue operator+(const TracedValue& a, double b) { return a + all(b); }
inline TracedValue operator-(const TracedValue& a, double b) { return a - all(b); }
inline TracedValue operator*(const TracedValue& a, double b) { return a * all(b); }
inline TracedValue operator/(const TracedValue& a, double b) { return a / all(b); }
inline TracedValue operator+(double a, const TracedValue& b) { return all(a) + b; }
inline TracedValue operator*(double a, const TracedValue& b) { return all(a) * b; }
inline TracedValue& operator+=(TracedValue& a, const TracedValue& b) { return a = a + b; }
inline TracedValue& operator-=(TracedValue& a, const TracedValue& b) { return a = a - b; }
inline TracedValue& operator*=(TracedValue& a, const TracedValue& b) { return a = a * b; }
inline TracedTruth& operator&=(TracedTruth& a, const TracedTruth& b) { return a = a & b; }
inline TracedTruth& operator|=(TracedTruth& a, const TracedTruth& b) { return a = a | b; }

}  // namespace lapidary::lanes
