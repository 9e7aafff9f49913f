// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A workload: dimensions with bounds and tensors with affine projections, i.e. any tensor algebra. One point of the
// box of dimensions is one compute (MAC). Built and checked by WorkloadBuilder, the einsum parser or the shorthand
// builders (builders.h); immutable afterwards. Plain value; no thread rule.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lapidary {

inline constexpr int kMaxDimensions = 16;
inline constexpr int kMaxTensors = 8;
inline constexpr int kMaxRanks = 8;  ///< per tensor
inline constexpr std::int64_t kMaxBound = std::int64_t{1} << 40;

struct Dimension {
    std::string name;        ///< as in the einsum, e.g. "m"
    std::string alias;       ///< what designs call it, e.g. "M"; empty = none
    std::int64_t bound = 1;  ///< D_d >= 1

    bool operator==(const Dimension&) const = default;
};

/// coefficient * index of dimension.
struct Term {
    int dimension = 0;
    std::int64_t coefficient = 1;  ///< >= 1

    bool operator==(const Term&) const = default;
};

/// One rank (axis) of a tensor: the sum of its terms plus a constant.
struct Rank {
    std::vector<Term> terms;  ///< a constant rank has none
    std::int64_t constant = 0;
    std::int64_t paddingBefore = 0;  ///< zeros before the data; positions below are not data (option padding)
    std::int64_t dataExtent = 0;     ///< data elements of this rank if padding is known, else 0

    bool operator==(const Rank&) const = default;
};

struct Tensor {
    std::string name;
    std::string role;         ///< "input", "weight", "output" or the tensor's own name
    bool isOutput = false;    ///< read-write: accumulated
    std::vector<Rank> ranks;  ///< empty = scalar
    int wordBits = 0;         ///< 0 = the word size of the level that holds it
    double density = 1.0;

    bool uses(int dimension) const;
    bool operator==(const Tensor&) const = default;
};

class Workload {
public:
    /// Checks names (unique, not empty), bounds (1..kMaxBound), counts, coefficients (>= 1), at least one tensor, every
    /// dimension used by some tensor, and that the product of bounds fits 62 bits. A dimension may stand in at most
    /// one rank of a tensor (A[i,i] is refused with that reason).
    static Result<Workload> make(std::string name, std::vector<Dimension> dimensions, std::vector<Tensor> tensors);

    const std::string& name() const { return m_name; }
    const std::vector<Dimension>& dimensions() const { return m_dimensions; }
    const std::vector<Tensor>& tensors() const { return m_tensors; }
    int dimensionCount() const { return static_cast<int>(m_dimensions.size()); }
    int tensorCount() const { return static_cast<int>(m_tensors.size()); }
    std::int64_t bound(int dimension) const { return m_dimensions[static_cast<std::size_t>(dimension)].bound; }

    /// Index by name, then by alias (both exact, then case-insensitive if unambiguous); -1 if none.
    int findDimension(std::string_view nameOrAlias) const;
    /// Index by tensor name, then by role; -1 if none. A role shared by several tensors finds the first.
    int findTensor(std::string_view nameOrRole) const;
    /// All tensors that a name or role speaks of, as a bit mask.
    unsigned tensorMask(std::string_view nameOrRole) const;

    /// Product of bounds = MACs.
    std::int64_t macs() const;
    /// Distinct elements of a tensor over the whole workload (per rank the exact set for up to two terms, else the box).
    std::int64_t tensorSize(int tensor) const;
    /// Text that parses back: "O[n,m,p,q] += W[m,c,r,s] * I[n,c,2p+r,2q+s]".
    std::string einsum() const;

    /// The same workload with other bounds.
    Result<Workload> withBounds(const std::vector<std::int64_t>& bounds) const;
    Workload named(std::string name) const;

    bool operator==(const Workload&) const = default;

private:
    std::string m_name;
    std::vector<Dimension> m_dimensions;
    std::vector<Tensor> m_tensors;
};

}  // namespace lapidary
