// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/flash/styles.h"

#include <algorithm>

#include "core/model/data_centric/nest.h"

namespace lapidary::flash {
namespace {

constexpr Axis kM = 0, kN = 1, kK = 2;

constexpr KeyEntry<Style> kStyles[] = {
    {Style::eyeriss, "eyeriss", "Eyeriss-style", "STT_TTS-MNK: rows of A over clusters, K inside", "FLASH, Table 2"},
    {Style::nvdla, "nvdla", "NVDLA-style", "STT_TTS-NKM: columns of B over clusters, K inside", "FLASH, Table 2"},
    {Style::tpu, "tpu", "TPU-style", "STT_TTS-NMK: columns of B over clusters, K inside", "FLASH, Table 2"},
    {Style::shidiannao, "shidiannao", "ShiDianNao-style", "STT_TST-MNK: rows of A over clusters, N inside",
     "FLASH, Table 2"},
    {Style::maeri, "maeri", "MAERI-style", "TST_TTS in any order: the middle loop over clusters, the last inside",
     "FLASH, Table 2"},
};

constexpr StyleFacts kFacts[] = {
    {"12 x 14", "buses", "input row stationary", "STT_TTS-MNK", "1 to 12"},
    {"64 x 8", "bus and tree", "weight stationary", "STT_TTS-NKM", "16 to 64"},
    {"128 x 128", "mesh", "weight stationary", "STT_TTS-NMK", "256 or the root of the PEs"},
    {"8 x 8", "mesh", "output stationary", "STT_TST-MNK", "8 or the root of the PEs"},
    {"256, any aspect ratio", "fat tree", "flexible", "TST_TTS", "the tile of the last loop"},
};

constexpr KeyEntry<Order> kOrders[] = {
    {Order::mnk, "mnk", "m, n, k", "N over clusters, K inside", "FLASH, Table 5"},
    {Order::nmk, "nmk", "n, m, k", "M over clusters, K inside", "FLASH, Table 5"},
    {Order::mkn, "mkn", "m, k, n", "K over clusters, N inside", "FLASH, Table 5"},
    {Order::nkm, "nkm", "n, k, m", "K over clusters, M inside", "FLASH, Table 5"},
    {Order::kmn, "kmn", "k, m, n", "M over clusters, N inside", "FLASH, Table 5"},
    {Order::knm, "knm", "k, n, m", "N over clusters, M inside", "FLASH, Table 5"},
};

std::array<Axis, 3> axesOf(Order order) {
    std::array<Axis, 3> axes{};
    const std::string_view key = keyOf(order);
    for (std::size_t i = 0; i < 3; ++i) axes[i] = key[i] == 'm' ? kM : key[i] == 'n' ? kN : kK;
    return axes;
}

void setLevel(const std::array<Axis, 3>& order, Axis spatial, const Tile& tile, const Gemm& gemm,
              data_centric::ClusterLevel& level) {
    for (const Axis axis : order) {
        const int dimension = gemm.dimension[static_cast<std::size_t>(axis)];
        const std::int64_t size = tile[static_cast<std::size_t>(axis)];
        level.maps.push_back(axis == spatial ? data_centric::spatialMap(dimension, size)
                                             : data_centric::temporalMap(dimension, size));
    }
}

void resize(const std::array<Axis, 3>& order, const Tile& tile, data_centric::ClusterLevel& level) {
    for (std::size_t i = 0; i < 3; ++i)
        level.maps[i].size = level.maps[i].offset = tile[static_cast<std::size_t>(order[i])];
}

bool uses(const data_centric::LayerTensor& tensor, int dimension) {
    return std::find(tensor.dimensions.begin(), tensor.dimensions.end(), dimension) != tensor.dimensions.end();
}

}  // namespace

std::span<const KeyEntry<Style>> keyTable(Style) { return kStyles; }
std::span<const KeyEntry<Order>> keyTable(Order) { return kOrders; }

const StyleFacts& factsOf(Style style) { return kFacts[static_cast<std::size_t>(style)]; }

Shape shapeOf(Style style, Order order) {
    switch (style) {
    case Style::eyeriss: return {{kM, kN, kK}, {kM, kN, kK}, kM, kK, false};
    case Style::nvdla: return {{kN, kK, kM}, {kN, kM, kK}, kN, kK, false};
    case Style::tpu: return {{kN, kM, kK}, {kN, kM, kK}, kN, kK, false};
    case Style::shidiannao: return {{kM, kN, kK}, {kM, kN, kK}, kM, kN, false};
    case Style::maeri: break;
    }
    const std::array<Axis, 3> axes = axesOf(order);
    return {axes, axes, axes[1], axes[2], true};
}

Result<Gemm> gemmOf(const Workload& workload) {
    const auto refusal = [](const std::string& why) {
        return error("FLASH maps matrix products only: " + why, "a workload such as C[m,n] += A[m,k] * B[k,n]");
    };
    auto layer = data_centric::layerOf(workload);
    if (!layer) return layer.diagnostics();
    if (layer->dimensions.size() != 3 || layer->tensors.size() != 3)
        return refusal("expected 3 dimensions and 3 tensors, found " + std::to_string(layer->dimensions.size()) +
                       " and " + std::to_string(layer->tensors.size()));
    Gemm gemm;
    const auto &a = layer->tensors[0], &b = layer->tensors[1], &c = layer->tensors[2];
    gemm.dimension.fill(-1);
    for (int d = 0; d < 3; ++d) {
        const int pattern = (uses(a, d) ? 1 : 0) + (uses(b, d) ? 2 : 0) + (uses(c, d) ? 4 : 0);
        if (pattern == 5) gemm.dimension[kM] = d;
        if (pattern == 6) gemm.dimension[kN] = d;
        if (pattern == 3) gemm.dimension[kK] = d;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (gemm.dimension[axis] < 0) return refusal("the tensors don't share dimensions as those of a product do");
        gemm.sizes[axis] = layer->dimensions[static_cast<std::size_t>(gemm.dimension[axis])].size;
    }
    gemm.layer = *std::move(layer);
    return gemm;
}

data_centric::Dataflow dataflowOf(const Candidate& candidate, const Gemm& gemm) {
    const Shape shape = shapeOf(candidate.style, candidate.order);
    data_centric::Dataflow flow;
    flow.levels.resize(2);
    flow.levels[1].units = candidate.cluster;
    setLevel(shape.outer, shape.across, candidate.outer, gemm, flow.levels[0]);
    setLevel(shape.inner, shape.within, candidate.inner, gemm, flow.levels[1]);
    return flow;
}

void setTiles(const Candidate& candidate, data_centric::Dataflow& flow) {
    const Shape shape = shapeOf(candidate.style, candidate.order);
    flow.levels[1].units = candidate.cluster;
    resize(shape.outer, candidate.outer, flow.levels[0]);
    resize(shape.inner, candidate.inner, flow.levels[1]);
}

}  // namespace lapidary::flash
