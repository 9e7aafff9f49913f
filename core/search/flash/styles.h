// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The five accelerator styles of FLASH (Moon et al.): what Table 1 says of the machines, and how Table 2 has them deal out a
// GEMM, as two cluster levels of directives. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/base/result.h"
#include "core/model/data_centric/dataflow.h"
#include "core/model/data_centric/hardware.h"

namespace lapidary {
class Workload;
}

namespace lapidary::flash {

enum class Style { eyeriss, nvdla, tpu, shidiannao, maeri };
std::span<const KeyEntry<Style>> keyTable(Style);
inline constexpr Style kAllStyles[] = {Style::eyeriss, Style::nvdla, Style::tpu, Style::shidiannao, Style::maeri};

/// Table 1.
struct StyleFacts {
    std::string_view pes, noc, dataflow, mapping, clusters;
};
const StyleFacts& factsOf(Style style);

/// The loop orders of MAERI's style.
enum class Order { mnk, nmk, mkn, nkm, kmn, knm };
std::span<const KeyEntry<Order>> keyTable(Order);

/// Index of M, N, K.
using Axis = int;
using Tile = std::array<std::int64_t, 3>;

/// Table 2: the order of both levels, outermost first, and which axis is dealt to clusters and to the PEs of one.
struct Shape {
    std::array<Axis, 3> outer{}, inner{};
    Axis across = 0, within = 0;
    bool flexible = false;  ///< a cluster is as large as its tile of the axis within: MAERI

    Axis streamed() const { return 3 - across - within; }
};
/// `order` is MAERI's; the other styles have their own.
Shape shapeOf(Style style, Order order);

/// A GEMM as the data-centric model takes it: which dimension of the layer M, N and K are.
struct Gemm {
    data_centric::Layer layer;
    std::array<int, 3> dimension{};
    Tile sizes{};
};
/// Refuses all but C[m,n] += A[m,k] * B[k,n], whatever the names.
Result<Gemm> gemmOf(const Workload& workload);

/// Tiles of both levels: of a unit at the top level, and of a PE.
struct Candidate {
    Style style = Style::maeri;
    Order order = Order::mnk;
    std::int64_t cluster = 1;
    Tile outer{}, inner{};

    bool operator==(const Candidate&) const = default;
};

data_centric::Dataflow dataflowOf(const Candidate& candidate, const Gemm& gemm);
/// The same in place, in a flow of the same style and order; allocates nothing.
void setTiles(const Candidate& candidate, data_centric::Dataflow& flow);

}  // namespace lapidary::flash
