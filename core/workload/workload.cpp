// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/workload.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/workload/rank_set.h"

namespace lapidary {

namespace {

std::string termText(const Term& term, const std::vector<Dimension>& dimensions) {
    const std::string& name = dimensions[static_cast<std::size_t>(term.dimension)].name;
    return term.coefficient == 1 ? name : std::to_string(term.coefficient) + name;
}

std::string rankText(const Rank& rank, const std::vector<Dimension>& dimensions) {
    std::string text;
    for (const auto& term : rank.terms) text += (text.empty() ? "" : "+") + termText(term, dimensions);
    if (text.empty()) return std::to_string(rank.constant);
    return rank.constant == 0 ? text : text + '+' + std::to_string(rank.constant);
}

std::string tensorText(const Tensor& tensor, const std::vector<Dimension>& dimensions) {
    std::string ranks;
    for (const auto& rank : tensor.ranks) ranks += (ranks.empty() ? "" : ",") + rankText(rank, dimensions);
    return tensor.name + '[' + ranks + ']';
}

}  // namespace

bool Tensor::uses(int dimension) const {
    return std::ranges::any_of(ranks, [dimension](const Rank& rank) {
        return std::ranges::find(rank.terms, dimension, &Term::dimension) != rank.terms.end();
    });
}

int Workload::findDimension(std::string_view nameOrAlias) const {
    const auto indexOf = [this](auto found) {
        return found == m_dimensions.end() ? -1 : static_cast<int>(found - m_dimensions.begin());
    };
    if (nameOrAlias.empty()) return -1;
    const int named = indexOf(std::ranges::find(m_dimensions, nameOrAlias, &Dimension::name));
    if (named >= 0) return named;
    const int aliased = indexOf(std::ranges::find(m_dimensions, nameOrAlias, &Dimension::alias));
    if (aliased >= 0) return aliased;
    const auto similar = [nameOrAlias](const Dimension& d) {
        return equalIgnoringCase(d.name, nameOrAlias) || equalIgnoringCase(d.alias, nameOrAlias);
    };
    return std::ranges::count_if(m_dimensions, similar) == 1 ? indexOf(std::ranges::find_if(m_dimensions, similar))
                                                             : -1;
}

int Workload::findTensor(std::string_view nameOrRole) const {
    const unsigned mask = tensorMask(nameOrRole);
    for (int t = 0; t < tensorCount(); ++t)
        if (mask >> t & 1u) return t;
    return -1;
}

unsigned Workload::tensorMask(std::string_view nameOrRole) const {
    unsigned named = 0;
    unsigned inRole = 0;
    for (int t = 0; t < tensorCount(); ++t) {
        const Tensor& tensor = m_tensors[static_cast<std::size_t>(t)];
        if (tensor.name == nameOrRole) named |= 1u << t;
        if (tensor.role == nameOrRole) inRole |= 1u << t;
    }
    return named != 0 ? named : inRole;
}

std::int64_t Workload::macs() const {
    std::int64_t product = 1;
    for (const auto& dimension : m_dimensions) product *= dimension.bound;
    return product;
}

std::int64_t Workload::tensorSize(int tensor) const {
    std::vector<std::int64_t> bounds;
    for (const auto& dimension : m_dimensions) bounds.push_back(dimension.bound);
    std::int64_t size = 1;
    for (const auto& rank : m_tensors[static_cast<std::size_t>(tensor)].ranks) size *= rankSetSize(rank, bounds);
    return size;
}

std::string Workload::einsum() const {
    std::string outputs;
    std::string operands;
    for (const auto& tensor : m_tensors) {
        std::string& side = tensor.isOutput ? outputs : operands;
        if (!side.empty()) side += tensor.isOutput ? ", " : " * ";
        side += tensorText(tensor, m_dimensions);
    }
    return outputs.empty() ? operands : outputs + " += " + operands;
}

Result<Workload> Workload::withBounds(const std::vector<std::int64_t>& bounds) const {
    if (bounds.size() != m_dimensions.size())
        return error("expected " + std::to_string(m_dimensions.size()) + " bounds, found " +
                     std::to_string(bounds.size()));
    std::vector<Dimension> dimensions = m_dimensions;
    for (std::size_t d = 0; d < bounds.size(); ++d) dimensions[d].bound = bounds[d];
    return make(m_name, std::move(dimensions), m_tensors);
}

Workload Workload::named(std::string name) const {
    Workload copy = *this;
    copy.m_name = std::move(name);
    return copy;
}

}  // namespace lapidary
