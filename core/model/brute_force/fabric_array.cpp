// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/fabric_array.h"

#include <algorithm>

namespace lapidary::fabric::literal {
namespace {

bool ready(const Link& link, std::int64_t cycle) { return !link.empty() && link.front().from <= cycle; }

std::int64_t takeFront(Link& link) {
    const std::int64_t value = link.front().value;
    link.pop_front();
    return value;
}

bool isMarked(const std::vector<bool>& marks, int child) {
    return child >= 0 && child < static_cast<int>(marks.size()) && marks[static_cast<std::size_t>(child)];
}

/// Marks in a row from `child` on, in steps of `direction`.
int runFrom(const std::vector<bool>& marks, int child, int direction) {
    int length = 0;
    for (; isMarked(marks, child); child += direction) ++length;
    return length;
}

}  // namespace

Tree::Tree(int multipliers, int lines) : m_levels(0), m_lines(lines), m_turn(static_cast<std::size_t>(lines), 0) {
    while (1 << m_levels < multipliers) ++m_levels;
}

Tree::Service& Tree::serve(int level, int adder, int neuron, bool left, bool right) {
    std::vector<Service>& services = m_adders[{level, adder}];
    services.push_back({neuron, left, right, false, Target::parent, {}, {}, {}});
    return services.back();
}

void Tree::configurePair(int level, int odd, int neuron, const std::vector<bool>& marked, std::vector<bool>& open,
                         std::vector<bool>& above) {
    const int l = 2 * odd + 1, r = 2 * odd + 2;
    const int left = runFrom(open, isMarked(open, l) ? l : l - 1, -1);
    const int right = runFrom(open, isMarked(open, r) ? r : r + 1, 1);
    int receiver = -1;
    if (left > 0 && right > 0) {
        const bool toLeft = left >= right;
        const bool goesOn =
            toLeft ? isMarked(open, r + 2) || isMarked(open, r + 3) : isMarked(open, l - 2) || isMarked(open, l - 3);
        if (!goesOn) {
            receiver = toLeft ? odd : odd + 1;
            for (int child = toLeft ? r : l; isMarked(open, child); child += toLeft ? 1 : -1)
                open[static_cast<std::size_t>(child)] = false;
        }
    }
    for (int adder = odd; adder <= odd + 1; ++adder) {
        const bool own[] = {isMarked(marked, 2 * adder), isMarked(marked, 2 * adder + 1)};
        if (!own[0] && !own[1]) continue;
        Service& service = serve(level, adder, neuron, own[0], own[1]);
        service.hasLink = adder == receiver;
        if (receiver >= 0 && adder != receiver)
            service.target = Target::link;
        else
            above[static_cast<std::size_t>(adder)] = true;
    }
}

std::vector<bool> Tree::configureLevel(int level, int neuron, const std::vector<bool>& marked) {
    const int adders = 1 << level;
    std::vector<bool> open = marked, above(static_cast<std::size_t>(adders), false);
    for (int adder = 0; adder < adders; ++adder) {
        if (adder == 0 || adder == adders - 1) {
            const bool left = isMarked(marked, 2 * adder), right = isMarked(marked, 2 * adder + 1);
            if (!left && !right) continue;
            serve(level, adder, neuron, left, right);
            above[static_cast<std::size_t>(adder)] = true;
        } else if (adder % 2 == 1) {
            configurePair(level, adder, neuron, marked, open, above);
        }
    }
    return above;
}

void Tree::configure(int neuron, int first, int size, int folds) {
    std::vector<bool> marked(std::size_t{1} << m_levels, false);
    for (int m = first; m < first + size; ++m) marked[static_cast<std::size_t>(m)] = true;
    for (int level = m_levels - 1; level >= 0; --level) {
        marked = configureLevel(level, neuron, marked);
        if (std::count(marked.begin(), marked.end(), true) != 1) continue;
        const int top = static_cast<int>(std::find(marked.begin(), marked.end(), true) - marked.begin());
        m_adders[{level, top}].back().target = Target::memory;
        Output& output = m_outputs[{level, top}];
        output.neuron = neuron;
        output.folds = folds;
        return;
    }
}

void Tree::product(int multiplier, int neuron, std::int64_t value, std::int64_t cycle) {
    for (Service& service : m_adders[{m_levels - 1, multiplier / 2}])
        if (service.neuron == neuron)
            (multiplier % 2 == 0 ? service.left : service.right).push_back({cycle + 1, value});
}

void Tree::send(Place at, Service& service, std::int64_t value, std::int64_t cycle) {
    const auto [level, adder] = at;
    if (service.target == Target::memory) {
        Output& output = m_outputs[at];
        (output.folds > 0 ? output.accumulator : output.bus).push_back({cycle + 1, value});
        return;
    }
    const bool link = service.target == Target::link;
    const Place to = link ? Place(level, adder % 2 == 1 ? adder + 1 : adder - 1) : Place(level - 1, adder / 2);
    for (Service& other : m_adders[to])
        if (other.neuron == service.neuron)
            (link ? other.link : adder % 2 == 0 ? other.left : other.right).push_back({cycle + 1, value});
}

void Tree::reduce(std::int64_t cycle) {
    for (auto& [place, output] : m_outputs)
        if (ready(output.accumulator, cycle)) {
            output.sum += takeFront(output.accumulator);
            if (++output.added < output.folds) continue;
            output.bus.push_back({cycle + 1, output.sum});
            output.added = 0;
            output.sum = 0;
        }
    for (auto& [place, services] : m_adders)  // from the root to the leaves
        for (Service& service : services) {
            if ((service.hasLeft && !ready(service.left, cycle)) ||
                (service.hasRight && !ready(service.right, cycle)) || (service.hasLink && !ready(service.link, cycle)))
                continue;
            std::int64_t sum = 0;
            if (service.hasLeft) sum += takeFront(service.left);
            if (service.hasRight) sum += takeFront(service.right);
            if (service.hasLink) sum += takeFront(service.link);
            send(place, service, sum, cycle);
        }
}

std::pair<int, int> Tree::lineAndInput(Place at) const {
    int pair = 0, linked = 0, other = 0;
    std::pair<int, int> found;
    bool isLinked = false;
    for (int level = 0; level < m_levels; ++level)
        for (int adder = 0; adder < 1 << level; ++adder) {
            const bool edge = adder == 0 || adder == (1 << level) - 1;
            if (at == Place(level, adder)) {
                isLinked = !edge;
                found = edge ? std::pair(other, 0) : std::pair(pair, adder % 2 == 0 ? 1 : 0);
            }
            if (edge) ++other;
            if (!edge) ++linked;
            if (!edge && adder % 2 == 0) ++pair;
        }
    if (isLinked) return {found.first % m_lines, 2 * (found.first / m_lines) + found.second};
    return {(found.first + linked) % m_lines, 2 * (pair / m_lines + 1) + found.first / m_lines};
}

void Tree::bus(std::int64_t cycle, std::deque<Arrival>& memory) {
    std::vector<std::map<int, Output*>> lines(static_cast<std::size_t>(m_lines));
    for (auto& [place, output] : m_outputs)
        if (ready(output.bus, cycle)) {
            const auto [line, input] = lineAndInput(place);
            lines[static_cast<std::size_t>(line)][input] = &output;
        }
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (lines[line].empty()) continue;
        auto next = lines[line].lower_bound(m_turn[line]);
        if (next == lines[line].end()) next = lines[line].begin();
        memory.push_back({next->second->neuron, takeFront(next->second->bus)});
        m_turn[line] = next->first + 1;
    }
}

Row::Row(int multipliers, int ports, int folds, std::int64_t windows)
    : m_folds(folds),
      m_width(multipliers / ports),
      m_delay(m_width == 1 ? 0 : 1),
      m_windows(windows),
      m_multipliers(static_cast<std::size_t>(multipliers)),
      m_ports(static_cast<std::size_t>(ports)) {}

void Row::makeForwarder(int multiplier, bool zeroFirst) {
    m_multipliers[at(multiplier)].forwards = true;
    m_multipliers[at(multiplier)].zeroFirst = zeroFirst;
}

void Row::link(int multiplier, bool sends, bool receives) {
    m_multipliers[at(multiplier)].sends = sends;
    m_multipliers[at(multiplier)].receives = receives;
}

void Row::queue(const Packet& packet) {
    std::map<int, Packet> copies;
    for (const int receiver : packet.receivers) {
        Packet& copy = copies[receiver / m_width];
        copy.weight = packet.weight;
        copy.value = packet.value;
        copy.receivers.push_back(receiver);
    }
    for (auto& [port, copy] : copies) m_ports[at(port)].packets.push_back(std::move(copy));
}

void Row::queuePsum(int multiplier, std::int64_t value) {
    m_ports[at(multiplier / m_width)].psums.push_back({false, value, {multiplier}});
}

void Row::send(std::int64_t cycle) {
    for (Port& port : m_ports) {
        std::deque<Packet>& queue = port.psums.empty() ? port.packets : port.psums;
        if (queue.empty()) continue;
        take(queue.front(), cycle);
        queue.pop_front();
    }
}

void Row::take(const Packet& packet, std::int64_t cycle) {
    for (const int receiver : packet.receivers) {
        Multiplier& multiplier = m_multipliers[at(receiver)];
        if (!packet.weight) {
            multiplier.fromMemory.push_back({cycle + m_delay, packet.value});
            continue;
        }
        if (static_cast<int>(multiplier.weights.size()) == m_folds) multiplier.weights.clear();
        multiplier.weights.push_back(packet.value);
    }
}

void Row::multiply(std::int64_t cycle, Tree& tree) {
    for (int m = 0; m < static_cast<int>(m_multipliers.size()); ++m)
        if (m_multipliers[at(m)].neuron >= 0) work(m, cycle, tree);
}

void Row::work(int index, std::int64_t cycle, Tree& tree) {
    Multiplier& multiplier = m_multipliers[at(index)];
    if (multiplier.forwards) {
        const bool zero = multiplier.zeroFirst && multiplier.fold == 0;
        if (!zero && !ready(multiplier.fromMemory, cycle)) return;
        tree.product(index, multiplier.neuron, zero ? 0 : takeFront(multiplier.fromMemory), cycle);
        if (++multiplier.fold == m_folds) multiplier.fold = 0;
        return;
    }
    Link& queue = multiplier.receives && multiplier.window > 0 ? multiplier.fromNeighbour : multiplier.fromMemory;
    if (!ready(queue, cycle) || static_cast<int>(multiplier.weights.size()) < m_folds) return;
    const std::int64_t input = takeFront(queue), weight = multiplier.weights.front();
    multiplier.weights.pop_front();
    multiplier.weights.push_back(weight);
    tree.product(index, multiplier.neuron, input * weight, cycle);
    ++m_multiplications;
    if (multiplier.sends && multiplier.window < m_windows - 1)
        m_multipliers[at(index - 1)].fromNeighbour.push_back({cycle + 1, input});
    if (++multiplier.fold < m_folds) return;
    multiplier.fold = 0;
    if (++multiplier.window == m_windows) multiplier.window = 0;
}

}  // namespace lapidary::fabric::literal
