// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The array of MAERI and SIGMA taken literally, for tests: every port, multiplier, adder, accumulator and bus line is
// stepped in every cycle and carries values. Written from the rules of docs/models/fabric.md without anything of the fast
// model but its plain descriptions, so that each judges the other. Slow. Thread rule: one per thread.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace lapidary::fabric::literal {

struct Message {
    std::int64_t from = 0;  ///< first cycle in which it can be read
    std::int64_t value = 0;
};
using Link = std::deque<Message>;

/// What memory gets.
struct Arrival {
    int neuron = 0;
    std::int64_t value = 0;
};

struct Packet {
    bool weight = false;
    std::int64_t value = 0;
    std::vector<int> receivers;
};

/// Adders with what they do for each neuron, accumulators behind them, lines to memory.
class Tree {
public:
    Tree(int multipliers, int lines);

    /// Neurons one by one, in ascending order. `folds`: results that an accumulator adds up, 0 = there is none.
    void configure(int neuron, int first, int size, int folds);
    void product(int multiplier, int neuron, std::int64_t value, std::int64_t cycle);
    void bus(std::int64_t cycle, std::deque<Arrival>& memory);
    void reduce(std::int64_t cycle);

private:
    enum class Target { parent, link, memory };
    struct Service {
        int neuron = 0;
        bool hasLeft = false, hasRight = false, hasLink = false;
        Target target = Target::parent;
        Link left, right, link;
    };
    struct Output {
        Link accumulator, bus;
        int neuron = 0, folds = 0, added = 0;
        std::int64_t sum = 0;
    };
    using Place = std::pair<int, int>;  // level, adder

    Service& serve(int level, int adder, int neuron, bool left, bool right);
    std::vector<bool> configureLevel(int level, int neuron, const std::vector<bool>& marked);
    void configurePair(int level, int odd, int neuron, const std::vector<bool>& marked, std::vector<bool>& open,
                       std::vector<bool>& above);
    void send(Place at, Service& service, std::int64_t value, std::int64_t cycle);
    std::pair<int, int> lineAndInput(Place at) const;

    int m_levels, m_lines;
    std::map<Place, std::vector<Service>> m_adders;
    std::map<Place, Output> m_outputs;
    std::vector<int> m_turn;
};

/// Multipliers in a row and the ports above them.
class Row {
public:
    /// `folds` weights are held by each; `windows` of a row before inputs come from memory again.
    Row(int multipliers, int ports, int folds, std::int64_t windows);

    void join(int multiplier, int neuron) { m_multipliers[at(multiplier)].neuron = neuron; }
    void makeForwarder(int multiplier, bool zeroFirst);
    void link(int multiplier, bool sends, bool receives);
    /// Into the queue of every port with a receiver.
    void queue(const Packet& packet);
    void queuePsum(int multiplier, std::int64_t value);
    void send(std::int64_t cycle);
    void multiply(std::int64_t cycle, Tree& tree);
    std::int64_t multiplications() const { return m_multiplications; }

private:
    struct Multiplier {
        int neuron = -1;
        bool forwards = false, zeroFirst = false, sends = false, receives = false;
        std::deque<std::int64_t> weights;
        Link fromMemory, fromNeighbour;
        std::int64_t fold = 0, window = 0;
    };
    struct Port {
        std::deque<Packet> packets, psums;
    };
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void take(const Packet& packet, std::int64_t cycle);
    void work(int index, std::int64_t cycle, Tree& tree);

    int m_folds, m_width, m_delay;
    std::int64_t m_windows;
    std::int64_t m_multiplications = 0;
    std::vector<Multiplier> m_multipliers;
    std::vector<Port> m_ports;
};

}  // namespace lapidary::fabric::literal
