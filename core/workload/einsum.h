// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Text of a tensor algebra: "Z[m,n] += A[m,k] * B[k,n]", with affine ranks ("2p+r", "p + 2*r + 1"). An expression of
// one tensor, "A[d]", reads each element once; "=" means the same as "+=". Roles and aliases: outputs "output", first operand
// "weight", second "input", more by name; overridden by `roles` and `aliases`.
// Conventional roles can be given by the tensors' order only; builders set theirs themselves.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/workload/workload.h"

namespace lapidary {

using NameMap = std::map<std::string, std::string>;
using BoundMap = std::map<std::string, std::int64_t>;

struct EinsumOptions {
    std::string name;
    NameMap roles;    ///< tensor -> role
    NameMap aliases;  ///< dimension -> alias
    std::map<std::string, int> wordBits;
    std::map<std::string, double> density;
};

/// Dimensions appear in order of first use: outputs first. Errors carry line 1 and the column in `text` (from 1),
/// also for a bound that is missing or names no dimension (place.key then names it).
Result<Workload> parseEinsum(std::string_view text, const BoundMap& bounds, const EinsumOptions& options = {});

/// "m=100,n=100,k=100"
Result<BoundMap> parseBounds(std::string_view text);
/// "A=weight,B=input"
Result<NameMap> parseNames(std::string_view text);

}  // namespace lapidary
