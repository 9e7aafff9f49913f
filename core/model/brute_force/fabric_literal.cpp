// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/fabric_literal.h"

#include "core/base/arith.h"
#include "core/model/brute_force/fabric_array.h"
#include "core/model/fabric/indexing.h"

namespace lapidary::fabric::literal {
namespace {

constexpr std::int64_t kPatience = 2'000'000;  ///< cycles after which a run counts as stuck

struct ControllerStep {
    std::int64_t startFilter = 0;
    std::vector<Packet> packets;
};

/// MAERI with its controller, everything by position in the layer.
class LiteralMaeri {
public:
    LiteralMaeri(const Run& run, const Values<std::int64_t>& values)
        : m_run(run),
          m_values(values),
          m_shape(*maeriShape(run.layer)),
          m_tile(run.tile),
          m_folds(foldingOf(m_shape, m_tile)),
          m_psums(psumsThroughMemory(run.hardware, m_shape, m_tile)),
          m_width(static_cast<int>(neuronWidth(run.hardware, m_shape, m_tile))),
          m_windowsX(ceilDiv(m_shape.outX(), m_tile.x)),
          m_windowsY(ceilDiv(m_shape.outY(), m_tile.y)),
          m_row(static_cast<int>(run.hardware.multipliers), static_cast<int>(run.hardware.distributionWidth),
                static_cast<int>(m_folds.count()), m_windowsY),
          m_tree(static_cast<int>(run.hardware.multipliers), static_cast<int>(run.hardware.reductionWidth)) {
        m_result.outputs.assign(static_cast<std::size_t>(run.layer.outputs()), 0);
        m_received.assign(static_cast<std::size_t>(m_tile.neurons()), 0);
        configure();
        makeSteps();
    }

    Stepped run() {
        const bool wide = m_run.hardware.distributionWidth == m_run.hardware.multipliers;
        const std::int64_t filterOutputs = m_shape.outX() * m_shape.outY() * (m_psums ? m_folds.count() : 1);
        const std::int64_t expected = psumCount(m_run.hardware, m_shape, m_tile);
        std::size_t next = 0;
        for (std::int64_t cycle = 1; cycle < kPatience; ++cycle) {
            if (next < m_steps.size() && m_steps[next].startFilter <= m_count / filterOutputs)
                for (const Packet& packet : m_steps[next++].packets) m_row.queue(packet);
            for (std::size_t i = 0; i < m_memory.size(); ++i) receive();  // the size shrinks: half of what waits
            if (m_count == expected) {
                m_result.cycles = cycle;
                break;
            }
            m_tree.bus(cycle, m_memory);
            m_tree.reduce(cycle);
            if (wide) m_row.send(cycle);
            m_row.multiply(cycle, m_tree);
            if (!wide) m_row.send(cycle);
        }
        m_result.multiplications = m_row.multiplications();
        return m_result;
    }

private:
    struct Spot {
        std::int64_t n, g, k, x, y, c, r, s;
    };
    template <class Visit>
    void forEachSpot(Visit visit) const {
        int neuron = 0;
        for (std::int64_t n = 0; n < m_tile.n; ++n)
            for (std::int64_t g = 0; g < m_tile.g; ++g)
                for (std::int64_t k = 0; k < m_tile.k; ++k)
                    for (std::int64_t x = 0; x < m_tile.x; ++x)
                        for (std::int64_t y = 0; y < m_tile.y; ++y, ++neuron) {
                            int multiplier = neuron * m_width + (m_psums ? 1 : 0);
                            for (std::int64_t c = 0; c < m_tile.c; ++c)
                                for (std::int64_t r = 0; r < m_tile.r; ++r)
                                    for (std::int64_t s = 0; s < m_tile.s; ++s, ++multiplier)
                                        visit(neuron, multiplier, Spot{n, g, k, x, y, c, r, s});
                        }
    }

    bool links() const { return m_tile.y == 1 && m_tile.s > 1 && m_shape.stride == 1 && m_shape.s % m_tile.s == 0; }

    void configure() {
        const Hardware& hardware = m_run.hardware;
        const bool accumulates = hardware.accumulationBuffer || hardware.reduction == Reduction::stift;
        const int folds = accumulates ? static_cast<int>(m_folds.count()) : 0;
        for (int v = 0; v < static_cast<int>(m_tile.neurons()); ++v) {
            m_tree.configure(v, v * m_width, m_width, folds);
            if (!m_psums) continue;
            m_row.join(v * m_width, v);
            m_row.makeForwarder(v * m_width, true);
        }
        forEachSpot([&](int neuron, int multiplier, const Spot& spot) {
            m_row.join(multiplier, neuron);
            if (links()) m_row.link(multiplier, spot.s > 0, spot.s < m_tile.s - 1);
        });
    }

    void makeSteps() {
        for (std::int64_t n = 0; n < m_shape.n; n += m_tile.n)
            for (std::int64_t g = 0; g < m_shape.g; g += m_tile.g)
                for (std::int64_t k = 0; k < m_shape.k; k += m_tile.k) makeTile(n, g, k);
    }
    void makeTile(std::int64_t n, std::int64_t g, std::int64_t k) {
        const std::int64_t start = g * m_shape.k + k * m_tile.g;
        forEachFold([&](std::int64_t c, std::int64_t r, std::int64_t s) {
            m_steps.push_back({start, weightPackets(g, k, c, r, s)});
        });
        for (std::int64_t x = 0; x < m_windowsX; ++x)
            for (std::int64_t y = 0; y < m_windowsY; ++y)
                forEachFold([&](std::int64_t c, std::int64_t r, std::int64_t s) {
                    m_steps.push_back({start, inputPackets(n, g, c, x * m_tile.x * m_shape.stride + r,
                                                           y * m_tile.y * m_shape.stride + s, y > 0 && links())});
                });
    }
    template <class Visit>
    void forEachFold(Visit visit) const {
        for (std::int64_t c = 0; c < m_folds.c; ++c)
            for (std::int64_t r = 0; r < m_folds.r; ++r)
                for (std::int64_t s = 0; s < m_folds.s; ++s) visit(c * m_tile.c, r * m_tile.r, s * m_tile.s);
    }

    std::vector<Packet> weightPackets(std::int64_t g0, std::int64_t k0, std::int64_t c0, std::int64_t r0,
                                      std::int64_t s0) const {
        std::vector<Packet> packets;
        for (std::int64_t g = 0; g < m_tile.g; ++g)
            for (std::int64_t k = 0; k < m_tile.k; ++k)
                for (std::int64_t c = 0; c < m_tile.c; ++c)
                    for (std::int64_t r = 0; r < m_tile.r; ++r)
                        for (std::int64_t s = 0; s < m_tile.s; ++s) {
                            Packet packet{true, weight(g0 + g, k0 + k, c0 + c, r0 + r, s0 + s), {}};
                            forEachSpot([&](int, int multiplier, const Spot& at) {
                                if (at.g == g && at.k == k && at.c == c && at.r == r && at.s == s)
                                    packet.receivers.push_back(multiplier);
                            });
                            packets.push_back(std::move(packet));
                        }
        return packets;
    }
    std::vector<Packet> inputPackets(std::int64_t n0, std::int64_t g0, std::int64_t c0, std::int64_t row0,
                                     std::int64_t column0, bool lastColumn) const {
        std::vector<Packet> packets;
        const std::int64_t rows = m_tile.r + (m_tile.x - 1) * m_shape.stride;
        const std::int64_t columns = m_tile.s + (m_tile.y - 1) * m_shape.stride;
        for (std::int64_t n = 0; n < m_tile.n; ++n)
            for (std::int64_t row = 0; row < rows; ++row)
                for (std::int64_t column = lastColumn ? columns - 1 : 0; column < columns; ++column)
                    for (std::int64_t g = 0; g < m_tile.g; ++g)
                        for (std::int64_t c = 0; c < m_tile.c; ++c) {
                            Packet packet{false, input(n0 + n, g0 + g, c0 + c, row0 + row, column0 + column), {}};
                            forEachSpot([&](int, int multiplier, const Spot& at) {
                                if (at.n == n && at.g == g && at.c == c && at.x * m_shape.stride + at.r == row &&
                                    at.y * m_shape.stride + at.s == column)
                                    packet.receivers.push_back(multiplier);
                            });
                            packets.push_back(std::move(packet));
                        }
        return packets;
    }

    bool isConv() const { return m_run.layer.kind == LayerKind::conv; }
    std::int64_t weight(std::int64_t g, std::int64_t k, std::int64_t c, std::int64_t r, std::int64_t s) const {
        if (g >= m_shape.g || k >= m_shape.k || c >= m_shape.c || r >= m_shape.r || s >= m_shape.s) return 0;
        if (!isConv()) return m_values.weights[static_cast<std::size_t>(s * m_shape.k + k)];
        const ConvShape& conv = m_run.layer.conv;
        if (r % conv.dilationX != 0 || s % conv.dilationY != 0) return 0;
        return m_values.weights[static_cast<std::size_t>(
            ConvIndex(conv).weight(g * conv.k + k, c, r / conv.dilationX, s / conv.dilationY))];
    }
    std::int64_t input(std::int64_t n, std::int64_t g, std::int64_t c, std::int64_t row, std::int64_t column) const {
        if (n >= m_shape.n || g >= m_shape.g || c >= m_shape.c || row >= m_shape.x || column >= m_shape.y) return 0;
        if (!isConv()) return m_values.inputs[static_cast<std::size_t>(row * m_shape.y + column)];
        const std::int64_t at = ConvIndex(m_run.layer.conv).input(n, g * m_shape.c + c, row, column);
        return at < 0 ? 0 : m_values.inputs[static_cast<std::size_t>(at)];
    }

    void receive() {
        const Arrival arrival = m_memory.front();
        m_memory.pop_front();
        ++m_count;
        const std::int64_t number = m_received[static_cast<std::size_t>(arrival.neuron)]++;
        const std::int64_t folds = m_psums ? m_folds.count() : 1;
        if (number % folds < folds - 1)
            m_row.queuePsum(arrival.neuron * m_width, arrival.value);
        else
            store(arrival.neuron, number / folds, arrival.value);
    }
    /// The neuron's number-th output.
    void store(std::int64_t neuron, std::int64_t number, std::int64_t value) {
        const std::int64_t y = number % m_windowsY * m_tile.y + neuron % m_tile.y;
        const std::int64_t x = number / m_windowsY % m_windowsX * m_tile.x + neuron / m_tile.y % m_tile.x;
        std::int64_t tile = number / (m_windowsX * m_windowsY), lane = neuron / (m_tile.y * m_tile.x);
        const std::int64_t tilesK = ceilDiv(m_shape.k, m_tile.k), tilesG = ceilDiv(m_shape.g, m_tile.g);
        const std::int64_t k = tile % tilesK * m_tile.k + lane % m_tile.k;
        tile /= tilesK, lane /= m_tile.k;
        const std::int64_t g = tile % tilesG * m_tile.g + lane % m_tile.g;
        const std::int64_t n = tile / tilesG * m_tile.n + lane / m_tile.g;
        if (x >= m_shape.outX() || y >= m_shape.outY() || k >= m_shape.k || g >= m_shape.g || n >= m_shape.n) return;
        const std::int64_t at =
            isConv() ? ConvIndex(m_run.layer.conv).output(n, g * m_shape.k + k, x, y) : x * m_shape.k + k;
        m_result.outputs[static_cast<std::size_t>(at)] = value;
    }

    const Run& m_run;
    const Values<std::int64_t>& m_values;
    MaeriShape m_shape;
    Tile m_tile;
    Folding m_folds;
    bool m_psums;
    int m_width;
    std::int64_t m_windowsX, m_windowsY;
    Row m_row;
    Tree m_tree;
    std::vector<ControllerStep> m_steps;
    std::deque<Arrival> m_memory;
    std::vector<std::int64_t> m_received;
    std::int64_t m_count = 0;
    Stepped m_result;
};

}  // namespace

Stepped stepSigma(const Run& run, const Values<std::int64_t>& values);
Stepped stepMesh(const Run& run, const Values<std::int64_t>& values);

Stepped step(const Run& run, const Values<std::int64_t>& values) {
    switch (run.hardware.controller) {
    case Controller::maeri: return LiteralMaeri(run, values).run();
    case Controller::sigma: return stepSigma(run, values);
    case Controller::systolic: return stepMesh(run, values);
    }
    return {};
}

}  // namespace lapidary::fabric::literal
