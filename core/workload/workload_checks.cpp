// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/arith.h"
#include "core/workload/workload.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMaxProduct = std::int64_t{1} << 62;
constexpr int kMaxWordBits = 4096;

bool isName(std::string_view text) {
    const auto inName = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) &&
           std::ranges::all_of(text, inName);
}

/// Collects what is wrong; the key of each place names the dimension ("m"), the tensor ("A") or both ("A[m]").
class Checker {
public:
    Checker(const std::vector<Dimension>& dimensions, const std::vector<Tensor>& tensors)
        : m_dimensions(dimensions), m_tensors(tensors) {}

    Diagnostics run() {
        checkCounts();
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) checkDimension(d);
        for (std::size_t t = 0; t < m_tensors.size(); ++t) checkTensor(t);
        if (!hasErrors(m_out)) checkUse();
        if (!hasErrors(m_out)) checkSizes();
        return std::move(m_out);
    }

private:
    void fail(const std::string& key, std::string message, std::string hint = {}) {
        m_out.push_back(errorAt({{}, 0, 0, key}, std::move(message), std::move(hint)));
    }
    const std::string& nameOf(const Term& term) const {
        return m_dimensions[static_cast<std::size_t>(term.dimension)].name;
    }

    void checkCounts() {
        const auto limit = [this](const char* what, std::size_t count, int most) {
            if (count > static_cast<std::size_t>(most))
                fail({}, std::to_string(count) + " " + what + ", expected at most " + std::to_string(most));
        };
        limit("dimensions", m_dimensions.size(), kMaxDimensions);
        limit("tensors", m_tensors.size(), kMaxTensors);
        if (std::ranges::all_of(m_tensors, &Tensor::isOutput))
            fail({}, "no tensor is read, expected at least one operand");
    }

    void checkDimension(std::size_t d);
    void checkTensor(std::size_t t);
    void checkRank(const Tensor& tensor, const Rank& rank, std::vector<int>& seen);
    void checkUse();
    void checkSizes();

    const std::vector<Dimension>& m_dimensions;
    const std::vector<Tensor>& m_tensors;
    Diagnostics m_out;
};

void Checker::checkDimension(std::size_t d) {
    const Dimension& dimension = m_dimensions[d];
    if (!isName(dimension.name))
        fail(dimension.name, "dimension name '" + dimension.name + "' is not a name",
             "use letters, digits and _, a letter first");
    if (dimension.bound < 1)
        fail(dimension.name, "bound of dimension '" + dimension.name + "' is " + std::to_string(dimension.bound) +
                                 ", expected at least 1");
    if (dimension.bound > kMaxBound)
        fail(dimension.name, "bound of dimension '" + dimension.name + "' is " + std::to_string(dimension.bound) +
                                 ", expected at most 2^40");
    for (std::size_t other = 0; other < m_dimensions.size(); ++other) {
        const Dimension& earlier = m_dimensions[other];
        if (other < d && earlier.name == dimension.name)
            fail(dimension.name, "two dimensions are named '" + dimension.name + "'");
        const bool taken =
            (other < d && earlier.alias == dimension.alias) || (other != d && earlier.name == dimension.alias);
        if (taken && !dimension.alias.empty())
            fail(dimension.name, "alias '" + dimension.alias + "' of dimension '" + dimension.name +
                                     "' also stands for dimension '" + earlier.name + "'");
    }
}

void Checker::checkTensor(std::size_t t) {
    const Tensor& tensor = m_tensors[t];
    if (!isName(tensor.name))
        fail(tensor.name, "tensor name '" + tensor.name + "' is not a name",
             "use letters, digits and _, a letter first");
    const auto earlier = m_tensors.begin() + static_cast<std::ptrdiff_t>(t);
    if (std::find_if(m_tensors.begin(), earlier, [&](const Tensor& other) { return other.name == tensor.name; }) !=
        earlier)
        fail(tensor.name, "tensor '" + tensor.name + "' occurs twice", "give the second one a name of its own");
    if (tensor.ranks.size() > static_cast<std::size_t>(kMaxRanks))
        fail(tensor.name, "tensor '" + tensor.name + "' has " + std::to_string(tensor.ranks.size()) +
                              " ranks, expected at most " + std::to_string(kMaxRanks));
    if (tensor.wordBits < 0 || tensor.wordBits > kMaxWordBits)
        fail(tensor.name, "tensor '" + tensor.name + "' has words of " + std::to_string(tensor.wordBits) +
                              " bits, expected 1 to " + std::to_string(kMaxWordBits));
    if (!(tensor.density > 0 && tensor.density <= 1))
        fail(tensor.name, "density of tensor '" + tensor.name + "' is not above 0 and at most 1");
    std::vector<int> seen;
    for (const auto& rank : tensor.ranks) checkRank(tensor, rank, seen);
}

void Checker::checkRank(const Tensor& tensor, const Rank& rank, std::vector<int>& seen) {
    const auto inRange = [](std::int64_t value, std::int64_t least) { return value >= least && value <= kMaxBound; };
    if (!inRange(rank.constant, 0) || !inRange(rank.paddingBefore, 0) || !inRange(rank.dataExtent, 0))
        fail(tensor.name, "a constant, padding or extent of tensor '" + tensor.name + "' is not within 0 to 2^40");
    for (const auto& term : rank.terms) {
        if (term.dimension < 0 || term.dimension >= static_cast<int>(m_dimensions.size())) {
            fail(tensor.name, "tensor '" + tensor.name + "' names dimension number " + std::to_string(term.dimension) +
                                  ", expected less than " + std::to_string(m_dimensions.size()));
            continue;
        }
        const std::string key = tensor.name + '[' + nameOf(term) + ']';
        if (!inRange(term.coefficient, 1))
            fail(key, "coefficient " + std::to_string(term.coefficient) + " of '" + nameOf(term) + "' in tensor '" +
                          tensor.name + "' is not within 1 to 2^40");
        if (std::ranges::find(seen, term.dimension) != seen.end())
            fail(key, "dimension '" + nameOf(term) + "' stands twice in tensor '" + tensor.name + "'",
                 "a dimension may index a tensor once; write p+p as 2p, diagonals are not supported");
        seen.push_back(term.dimension);
    }
}

void Checker::checkUse() {
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        const auto uses = [d](const Tensor& tensor) { return tensor.uses(static_cast<int>(d)); };
        if (std::ranges::none_of(m_tensors, uses))
            fail(m_dimensions[d].name, "dimension '" + m_dimensions[d].name + "' is used by no tensor");
    }
}

void Checker::checkSizes() {
    BigInt product = 1;
    for (const auto& dimension : m_dimensions) product *= bigInt(dimension.bound);
    if (product > bigInt(kMaxProduct))
        fail({}, "the bounds multiply to " + toDecimal(product) + " computes, expected at most 2^62");
    for (const auto& tensor : m_tensors) {
        BigInt box = 1;
        for (const auto& rank : tensor.ranks) {
            BigInt length = 1;
            for (const auto& term : rank.terms)
                length +=
                    bigInt(term.coefficient) * bigInt(m_dimensions[static_cast<std::size_t>(term.dimension)].bound - 1);
            box *= length;
        }
        if (box > bigInt(kMaxProduct))
            fail(tensor.name, "the bounding box of tensor '" + tensor.name + "' has " + toDecimal(box) +
                                  " elements, expected at most 2^62");
    }
}

}  // namespace

Result<Workload> Workload::make(std::string name, std::vector<Dimension> dimensions, std::vector<Tensor> tensors) {
    Diagnostics problems = Checker(dimensions, tensors).run();
    if (!problems.empty()) return problems;
    Workload workload;
    workload.m_name = std::move(name);
    workload.m_dimensions = std::move(dimensions);
    workload.m_tensors = std::move(tensors);
    return workload;
}

}  // namespace lapidary
