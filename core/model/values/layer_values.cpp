// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/layer_values.h"

#include <algorithm>
#include <numeric>

#include "core/base/arith.h"
#include "core/workload/graph/graph.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMostLayerElements = std::int64_t{1} << 31;

/// A rank that may be outside of its data.
struct GuardedRank {
    std::vector<std::int64_t> steps;  ///< per dimension
    std::int64_t first = 0, extent = 0;
};

/// One tensor as a walk over the box sees it.
struct WalkedTensor {
    std::vector<std::int64_t> steps;  ///< of the offset, per dimension
    std::int64_t first = 0;           ///< offset at the origin, may lie in the padding
    std::vector<GuardedRank> guards;
};

WalkedTensor walked(const Workload& workload, int tensor) {
    const auto dimensions = static_cast<std::size_t>(workload.dimensionCount());
    const std::vector<std::int64_t> extents = rankExtents(workload, tensor);
    const auto& ranks = workload.tensors()[static_cast<std::size_t>(tensor)].ranks;
    WalkedTensor result{std::vector<std::int64_t>(dimensions, 0), 0, {}};
    std::int64_t stride = 1;
    for (std::size_t r = ranks.size(); r-- > 0;) {
        GuardedRank guard{std::vector<std::int64_t>(dimensions, 0), ranks[r].constant - ranks[r].paddingBefore,
                          extents[r]};
        for (const Term& term : ranks[r].terms) {
            guard.steps[static_cast<std::size_t>(term.dimension)] += term.coefficient;
            result.steps[static_cast<std::size_t>(term.dimension)] += term.coefficient * stride;
        }
        result.first += guard.first * stride;
        if (ranks[r].dataExtent > 0) result.guards.push_back(std::move(guard));
        stride *= extents[r];
    }
    return result;
}

/// The part of 0 <= i < count where 0 <= at + i * step < extent.
void clip(std::int64_t at, std::int64_t step, std::int64_t extent, std::int64_t& from, std::int64_t& to) {
    if (step == 0) {
        if (at < 0 || at >= extent) to = from;
        return;
    }
    if (at < 0) from = std::max(from, ceilDiv(-at, step));
    to = std::min(to, at >= extent ? 0 : ceilDiv(extent - at, step));
}

class LayerWalk {
public:
    LayerWalk(const LayerCall& call, int result) : m_call(call), m_result(result) {
        for (int t = 0; t < call.workload.tensorCount(); ++t) m_tensors.push_back(walked(call.workload, t));
        m_at.assign(static_cast<std::size_t>(call.workload.dimensionCount()), 0);
    }

    void run(std::vector<float>& out) {
        const std::size_t inner = m_at.size() - 1;
        do {
            if (m_call.job != nullptr && !m_call.job->checkpoint()) return;
            row(out, inner);
        } while (advance(inner));
    }

private:
    bool advance(std::size_t inner) {
        for (std::size_t d = inner; d-- > 0;) {
            if (++m_at[d] < m_call.workload.bound(static_cast<int>(d))) return true;
            m_at[d] = 0;
        }
        return false;
    }

    std::int64_t at(const std::vector<std::int64_t>& steps, std::int64_t first) const {
        return std::inner_product(steps.begin(), steps.end() - 1, m_at.begin(), first);
    }

    void row(std::vector<float>& out, std::size_t inner) {
        std::int64_t from = 0;
        std::int64_t to = m_call.workload.bound(static_cast<int>(inner));
        for (const WalkedTensor& tensor : m_tensors)
            for (const GuardedRank& guard : tensor.guards)
                clip(at(guard.steps, guard.first), guard.steps[inner], guard.extent, from, to);
        if (from >= to) return;
        m_products.assign(static_cast<std::size_t>(to - from), 1.0F);
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            if (static_cast<int>(t) == m_result) continue;
            const std::int64_t step = m_tensors[t].steps[inner];
            const float* data = m_call.operands[t].data() + at(m_tensors[t].steps, m_tensors[t].first) + from * step;
            for (float& product : m_products) {
                product *= *data;
                data += step;
            }
        }
        const WalkedTensor& result = m_tensors[static_cast<std::size_t>(m_result)];
        const std::int64_t step = result.steps[inner];
        auto place = static_cast<std::size_t>(at(result.steps, result.first) + from * step);
        for (const float product : m_products) {
            out[place] += product;
            place += static_cast<std::size_t>(step);
        }
    }

    const LayerCall& m_call;
    int m_result;
    std::vector<WalkedTensor> m_tensors;
    std::vector<std::int64_t> m_at;
    std::vector<float> m_products;
};

}  // namespace

std::vector<std::int64_t> rankExtents(const Workload& workload, int tensor) {
    std::vector<std::int64_t> extents;
    for (const Rank& rank : workload.tensors()[static_cast<std::size_t>(tensor)].ranks) {
        std::int64_t reach = rank.constant + 1;
        for (const Term& term : rank.terms) reach += term.coefficient * (workload.bound(term.dimension) - 1);
        extents.push_back(rank.dataExtent > 0 ? rank.dataExtent : reach);
    }
    return extents;
}

Result<std::vector<float>> literalLayer(const LayerCall& call) {
    int result = -1;
    std::int64_t size = 0;
    for (int t = 0; t < call.workload.tensorCount(); ++t) {
        const Tensor& tensor = call.workload.tensors()[static_cast<std::size_t>(t)];
        const auto count = elementCount(rankExtents(call.workload, t));
        if (!count || *count > kMostLayerElements)
            return error("tensor '" + tensor.name + "' of layer '" + call.workload.name() +
                         "' has more than 2^31 elements");
        if (tensor.isOutput && result >= 0) return error("layer '" + call.workload.name() + "' has two results");
        if (tensor.isOutput) {
            result = t;
            size = *count;
        } else if (std::ssize(call.operands[static_cast<std::size_t>(t)]) != *count) {
            return error("operand '" + tensor.name + "' of layer '" + call.workload.name() + "' has " +
                         std::to_string(call.operands[static_cast<std::size_t>(t)].size()) + " elements, expected " +
                         std::to_string(*count));
        }
    }
    if (result < 0) return error("layer '" + call.workload.name() + "' has no result");
    std::vector<float> out(static_cast<std::size_t>(size), 0.0F);
    LayerWalk(call, result).run(out);
    return out;
}

}  // namespace lapidary
