// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/product_roles.h"

#include <algorithm>

namespace lapidary::fabric {

std::optional<ProductRoles> productRoles(const Workload& workload) {
    ProductRoles roles;
    const auto result = std::ranges::find_if(workload.tensors(), &Tensor::isOutput);
    if (result == workload.tensors().end() || workload.tensorCount() != 3 || result->ranks.size() < 2)
        return std::nullopt;
    std::vector<int> order;
    for (const Tensor& tensor : workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (rank.terms.size() != 1 || rank.terms[0].coefficient != 1 || rank.constant != 0 || rank.dataExtent != 0)
                return std::nullopt;
    for (const Rank& rank : result->ranks) order.push_back(rank.terms[0].dimension);
    roles.column = order.back();
    roles.row = order[order.size() - 2];
    roles.batch.assign(order.begin(), order.end() - 2);
    for (int t = 0; t < 3; ++t) {
        const Tensor& tensor = workload.tensors()[static_cast<std::size_t>(t)];
        if (tensor.isOutput)
            roles.result = t;
        else if (tensor.uses(roles.row) && !tensor.uses(roles.column))
            roles.rows = t;
        else if (tensor.uses(roles.column) && !tensor.uses(roles.row))
            roles.columns = t;
        else
            return std::nullopt;
    }
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (std::ranges::find(order, d) == order.end()) {
            if (roles.inner >= 0) return std::nullopt;
            roles.inner = d;
        }
    return roles.inner < 0 ? std::nullopt : std::optional(roles);
}

}  // namespace lapidary::fabric
