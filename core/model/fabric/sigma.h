// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// SIGMA multiplies sparse matrices (Bifrost, section V-A): rows of MK or columns of KN stay in the array as far as their
// ones fit, the other operand streams past, round after round. Plain values; functions are pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/key_table.h"
#include "core/base/result.h"
#include "core/model/fabric/engine.h"
#include "core/model/fabric/hardware.h"
#include "core/model/fabric/layer.h"
#include "core/model/fabric/outcome.h"

namespace lapidary::fabric {

/// Which operand stays; the keys are the public simulator's.
enum class Stationary { mk, kn };
std::span<const KeyEntry<Stationary>> keyTable(Stationary);

/// Where an operand has values: one byte (0 or 1) per element, row by row.
struct Bitmap {
    std::int64_t rows = 0, columns = 0;
    std::vector<std::uint8_t> bits;

    bool at(std::int64_t row, std::int64_t column) const {
        return bits[static_cast<std::size_t>(row * columns + column)] != 0;
    }
    std::int64_t ones() const;
    bool operator==(const Bitmap&) const = default;
};
Bitmap fullBitmap(std::int64_t rows, std::int64_t columns);

/// The rows of one product of a batch: the whole bitmap if it has just `rows`, which all products share; else its part of
/// the parts below each other, which products take in turn. All ones if there is none.
Bitmap bitmapOfProduct(const Bitmap* bitmap, std::int64_t product, std::int64_t rows, std::int64_t columns);

/// Both operands as vectors along K.
struct SigmaOperands {
    Bitmap stationary, streaming;  ///< one row per vector, K columns
};
/// Requires bitmaps of M x K and K x N. Vectors of fewer than three ones get those missing among their first three.
SigmaOperands sigmaOperands(const Bitmap& mk, const Bitmap& kn, Stationary stationary);

/// What one round holds: parts of stationary vectors.
struct SigmaRound {
    struct Part {
        std::int64_t vector = 0;
        std::vector<std::int64_t> positions;  ///< of its ones along K, ascending
    };
    std::vector<Part> parts;
    std::int64_t from = 0, to = 0;  ///< positions along K that the controller goes through: [from, to)
    bool continues = false;         ///< the vector began in an earlier round: multiplier 0 forwards its partial sums

    std::int64_t multipliers() const;
};
std::vector<SigmaRound> sigmaRounds(const Bitmap& stationary, std::int64_t multipliers);

/// The round as the engine runs it, without its cycle of configuration.
Plan sigmaPlan(const SigmaRound& round, std::int64_t streamed, const Hardware& hardware);

/// What rules a product out on SIGMA.
Diagnostics sigmaProblems(const GemmShape& shape);

/// The outcome without energy; cycles 0 if the job was stopped.
Outcome runSigma(const SigmaOperands& operands, const Hardware& hardware, const EngineOptions& options);

}  // namespace lapidary::fabric
