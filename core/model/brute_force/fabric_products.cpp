// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// SIGMA's rounds and the mesh of a systolic array, literally.

#include <algorithm>

#include "core/model/brute_force/fabric_array.h"
#include "core/model/brute_force/fabric_literal.h"

namespace lapidary::fabric::literal {

Stepped stepSigma(const Run& run, const Values<std::int64_t>& values);
Stepped stepMesh(const Run& run, const Values<std::int64_t>& values);

namespace {

constexpr std::int64_t kProductPatience = 2'000'000;

/// SIGMA: the controller goes through the bits of the stationary vectors.
class LiteralSigma {
public:
    LiteralSigma(const Run& run, const Values<std::int64_t>& values)
        : m_run(run), m_shape(run.layer.gemm), m_mk(run.stationary == Stationary::mk) {
        const std::int64_t vectors = m_mk ? m_shape.m : m_shape.n, streamed = m_mk ? m_shape.n : m_shape.m;
        for (std::int64_t v = 0; v < vectors; ++v) m_stationary.push_back(vectorOf(m_mk, v, values));
        for (std::int64_t v = 0; v < streamed; ++v) m_streaming.push_back(vectorOf(!m_mk, v, values));
        m_result.outputs.assign(static_cast<std::size_t>(m_shape.m * m_shape.n), 0);
    }

    Stepped run() {
        const auto room = static_cast<std::size_t>(m_run.hardware.multipliers);
        std::size_t vector = 0, bit = 0;  // next to be taken
        while (vector < m_stationary.size()) {
            std::vector<Taken> taken;
            const bool continues = bit > 0;
            if (continues || onesFrom(vector, 0) > room) {
                const std::size_t free = room - (continues ? 1 : 0);
                for (; bit < m_stationary[vector].bits.size() && taken.size() < free; ++bit)
                    if (m_stationary[vector].bits[bit]) taken.push_back({vector, bit});
                if (onesFrom(vector, bit) == 0) ++vector, bit = 0;
            } else {
                for (; vector < m_stationary.size() && taken.size() + onesFrom(vector, 0) <= room; ++vector)
                    for (std::size_t k = 0; k < m_stationary[vector].bits.size(); ++k)
                        if (m_stationary[vector].bits[k]) taken.push_back({vector, k});
            }
            if (!runRound(taken, continues)) return {};
        }
        return m_result;
    }

private:
    struct Vector {
        std::vector<bool> bits;
        std::vector<std::int64_t> values;
    };
    struct Taken {
        std::size_t vector, position;
    };

    Vector vectorOf(bool row, std::int64_t index, const Values<std::int64_t>& values) const {
        Vector vector;
        const std::optional<Bitmap>& map = row ? m_run.mk : m_run.kn;
        std::int64_t ones = 0;
        for (std::int64_t k = 0; k < m_shape.k; ++k) {
            const bool bit = !map || (row ? map->at(index, k) : map->at(k, index));
            ones += bit;
            vector.bits.push_back(bit);
            vector.values.push_back(row ? values.inputs[static_cast<std::size_t>(index * m_shape.k + k)]
                                        : values.weights[static_cast<std::size_t>(k * m_shape.n + index)]);
        }
        for (std::size_t k = 0; k < 3 && ones < 3; ++k) vector.bits[k] = true;
        return vector;
    }
    std::size_t onesFrom(std::size_t vector, std::size_t bit) const {
        const std::vector<bool>& bits = m_stationary[vector].bits;
        return static_cast<std::size_t>(std::count(bits.begin() + static_cast<std::ptrdiff_t>(bit), bits.end(), true));
    }
    std::int64_t& output(std::size_t stationary, std::size_t streamed) {
        const std::size_t m = m_mk ? stationary : streamed, n = m_mk ? streamed : stationary;
        return m_result.outputs[m * static_cast<std::size_t>(m_shape.n) + n];
    }

    bool runRound(const std::vector<Taken>& taken, bool continues) {
        const auto multipliers = static_cast<int>(m_run.hardware.multipliers);
        Row row(multipliers, static_cast<int>(m_run.hardware.distributionWidth), 1,
                static_cast<std::int64_t>(m_streaming.size()));
        Tree tree(multipliers, static_cast<int>(m_run.hardware.reductionWidth));
        std::vector<std::size_t> vectors;
        const int base = continues ? 1 : 0;
        std::vector<int> sizes;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            if (vectors.empty() || vectors.back() != taken[i].vector) {
                vectors.push_back(taken[i].vector);
                sizes.push_back(vectors.size() == 1 ? base : 0);
            }
            ++sizes.back();
            row.join(base + static_cast<int>(i), static_cast<int>(vectors.size()) - 1);
        }
        if (continues) {
            row.join(0, 0);
            row.makeForwarder(0, false);
        }
        int first = 0;
        for (std::size_t v = 0; v < vectors.size(); ++v) {
            tree.configure(static_cast<int>(v), first, sizes[v], 0);
            first += sizes[v];
        }
        return streamThrough(taken, vectors, continues, row, tree);
    }

    void queueStep(std::size_t number, const std::vector<Taken>& taken, bool continues, std::size_t vector, Row& row) {
        const int base = continues ? 1 : 0;
        if (number == 0) {
            for (std::size_t i = 0; i < taken.size(); ++i)
                row.queue(
                    {true, m_stationary[taken[i].vector].values[taken[i].position], {base + static_cast<int>(i)}});
            return;
        }
        const Vector& streamed = m_streaming[number - 1];
        if (continues) row.queue({false, output(vector, number - 1), {0}});
        for (std::size_t k = 0; k < streamed.bits.size(); ++k) {
            Packet packet{false, streamed.bits[k] ? streamed.values[k] : 0, {}};
            for (std::size_t i = 0; i < taken.size(); ++i)
                if (taken[i].position == k) packet.receivers.push_back(base + static_cast<int>(i));
            row.queue(packet);
        }
    }

    bool streamThrough(const std::vector<Taken>& taken, const std::vector<std::size_t>& vectors, bool continues,
                       Row& row, Tree& tree) {
        const bool wide = m_run.hardware.distributionWidth == m_run.hardware.multipliers;
        std::vector<std::size_t> received(vectors.size(), 0);
        std::deque<Arrival> memory;
        std::size_t next = 0, left = vectors.size() * m_streaming.size();
        for (std::int64_t cycle = 1; cycle < kProductPatience; ++cycle) {
            if (next <= m_streaming.size()) queueStep(next++, taken, continues, vectors.front(), row);
            for (std::size_t i = 0; i < memory.size(); ++i, --left) {
                const auto v = static_cast<std::size_t>(memory.front().neuron);
                output(vectors[v], received[v]++) = memory.front().value;
                memory.pop_front();
            }
            if (left == 0) {
                m_result.cycles += 1 + cycle;  // one of configuration
                m_result.multiplications += row.multiplications();
                return true;
            }
            tree.bus(cycle, memory);
            tree.reduce(cycle);
            if (wide) row.send(cycle);
            row.multiply(cycle, tree);
            if (!wide) row.send(cycle);
        }
        return false;
    }

    const Run& m_run;
    GemmShape m_shape;
    bool m_mk;
    std::vector<Vector> m_stationary, m_streaming;
    Stepped m_result;
};

/// A cell of the mesh.
struct Cell {
    Link fromLeft, fromTop, products, sums;
    std::int64_t sum = 0, added = 0;
};

/// One tile of outputs [m0, m1) x [n0, n1).
class LiteralMesh {
public:
    LiteralMesh(const Run& run, const Values<std::int64_t>& values, Stepped& result)
        : m_run(run), m_shape(run.layer.gemm), m_values(values), m_result(result) {}

    bool runTile(std::int64_t m0, std::int64_t m1, std::int64_t n0, std::int64_t n1) {
        m_rows = m1 - m0, m_columns = n1 - n0;
        m_cells.assign(static_cast<std::size_t>(m_rows * m_columns), {});
        std::deque<std::int64_t> memory;  // cells whose sums have come
        std::int64_t left = m_rows * m_columns;
        for (std::int64_t cycle = 1; cycle < kProductPatience; ++cycle) {
            const std::int64_t k = cycle - 2;  // the first cycle configures
            if (k >= 0 && k < m_shape.k) feed(m0, n0, k, cycle);
            for (std::size_t i = 0; i < memory.size(); ++i, --left) {
                const std::int64_t at = memory.front();
                memory.pop_front();
                m_result.outputs[static_cast<std::size_t>((m0 + at / m_columns) * m_shape.n + n0 + at % m_columns)] =
                    m_cells[static_cast<std::size_t>(at)].sum;
            }
            if (left == 0) {
                m_result.cycles += cycle;
                return true;
            }
            bus(cycle, memory);
            for (Cell& cell : m_cells) accumulate(cell, cycle);
            for (std::int64_t at = 0; at < m_rows * m_columns; ++at) multiply(at, cycle);
        }
        return false;
    }

private:
    void feed(std::int64_t m0, std::int64_t n0, std::int64_t k, std::int64_t cycle) {
        for (std::int64_t r = 0; r < m_rows; ++r)
            m_cells[static_cast<std::size_t>(r * m_columns)].fromLeft.push_back(
                {cycle, m_values.inputs[static_cast<std::size_t>((m0 + r) * m_shape.k + k)]});
        for (std::int64_t c = 0; c < m_columns; ++c)
            m_cells[static_cast<std::size_t>(c)].fromTop.push_back(
                {cycle, m_values.weights[static_cast<std::size_t>(k * m_shape.n + n0 + c)]});
    }
    void multiply(std::int64_t at, std::int64_t cycle) {
        Cell& cell = m_cells[static_cast<std::size_t>(at)];
        if (cell.fromLeft.empty() || cell.fromTop.empty() || cell.fromLeft.front().from > cycle ||
            cell.fromTop.front().from > cycle)
            return;
        const std::int64_t input = cell.fromLeft.front().value, weight = cell.fromTop.front().value;
        cell.fromLeft.pop_front();
        cell.fromTop.pop_front();
        cell.products.push_back({cycle + 1, input * weight});
        ++m_result.multiplications;
        if (at % m_columns + 1 < m_columns)
            m_cells[static_cast<std::size_t>(at + 1)].fromLeft.push_back({cycle + 1, input});
        if (at + m_columns < m_rows * m_columns)
            m_cells[static_cast<std::size_t>(at + m_columns)].fromTop.push_back({cycle + 1, weight});
    }
    void accumulate(Cell& cell, std::int64_t cycle) const {
        if (cell.products.empty() || cell.products.front().from > cycle) return;
        cell.sum += cell.products.front().value;
        cell.products.pop_front();
        if (++cell.added == m_shape.k) cell.sums.push_back({cycle + 1, cell.sum});
    }
    /// One sum per line; which of those that wait makes no difference to the time.
    void bus(std::int64_t cycle, std::deque<std::int64_t>& memory) {
        std::vector<bool> used(static_cast<std::size_t>(m_run.hardware.reductionWidth), false);
        for (std::int64_t at = 0; at < m_rows * m_columns; ++at) {
            Cell& cell = m_cells[static_cast<std::size_t>(at)];
            if (cell.sums.empty() || cell.sums.front().from > cycle) continue;
            const std::int64_t number = at / m_columns * m_run.hardware.columns + at % m_columns;
            const auto line = static_cast<std::size_t>(number % m_run.hardware.reductionWidth);
            if (used[line]) continue;
            used[line] = true;
            cell.sums.pop_front();
            memory.push_back(at);
        }
    }

    const Run& m_run;
    GemmShape m_shape;
    const Values<std::int64_t>& m_values;
    Stepped& m_result;
    std::int64_t m_rows = 0, m_columns = 0;
    std::vector<Cell> m_cells;
};

}  // namespace

Stepped stepSigma(const Run& run, const Values<std::int64_t>& values) { return LiteralSigma(run, values).run(); }

Stepped stepMesh(const Run& run, const Values<std::int64_t>& values) {
    const GemmShape& shape = run.layer.gemm;
    Stepped result;
    result.outputs.assign(static_cast<std::size_t>(shape.m * shape.n), 0);
    LiteralMesh mesh(run, values, result);
    for (std::int64_t m = 0; m < shape.m; m += run.systolicTile.m)
        for (std::int64_t n = 0; n < shape.n; n += run.systolicTile.n)
            if (!mesh.runTile(m, std::min(shape.m, m + run.systolicTile.m), n,
                              std::min(shape.n, n + run.systolicTile.n)))
                return {};
    return result;
}

}  // namespace lapidary::fabric::literal
