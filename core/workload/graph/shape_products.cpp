// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/product.h"
#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

void gemmRule(ShapeContext& node) {
    const TensorShape* a = node.shape(0, 2, 2);
    const TensorShape* b = node.shape(1, 2, 2);
    const bool transA = node.flag("transA");
    const bool transB = node.flag("transB");
    node.real("alpha", 1);
    node.real("beta", 1);
    if (a == nullptr || b == nullptr || node.failed()) return;
    const std::int64_t inner = (*a)[transA ? 0 : 1];
    if (inner != (*b)[transB ? 1 : 0])
        return node.fail("input", "the operands are " + shapeText(*a) + (transA ? " (transposed)" : "") + " and " +
                                      shapeText(*b) + (transB ? " (transposed)" : "") +
                                      ", expected the same inner extent");
    const TensorShape product{(*a)[transA ? 1 : 0], (*b)[transB ? 0 : 1]};
    if (const TensorShape* c = node.hasInput(2) ? node.shape(2) : nullptr) {
        const auto both = broadcastExtents(node, product, *c);
        if (!both) return;
        if (*both != product)
            return node.fail("input", "C is " + shapeText(*c) + ", which doesn't spread over " + shapeText(product));
    }
    node.output(0, product);
}

void matMulRule(ShapeContext& node) {
    const TensorShape* a = node.shape(0, 1, 1000);
    const TensorShape* b = node.shape(1, 1, 1000);
    if (a == nullptr || b == nullptr) return;
    const auto product = productOf(node, *a, *b);
    if (product) node.output(0, product->result);
}

constexpr NamedRule kProductRules[] = {{"Gemm", gemmRule}, {"MatMul", matMulRule}};

}  // namespace

std::span<const NamedRule> productRules() { return kProductRules; }

std::optional<TensorShape> broadcastExtents(NodeReader& node, const TensorShape& a, const TensorShape& b) {
    TensorShape result(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t ofA = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t ofB = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (ofA != ofB && ofA != 1 && ofB != 1) {
            node.fail("input", "the operands are " + shapeText(a) + " and " + shapeText(b) +
                                   ", expected extents that are equal or 1 from the last axis on");
            return std::nullopt;
        }
        result[result.size() - 1 - i] = ofA == 1 ? ofB : ofA;
    }
    return result;
}

std::optional<BatchedProduct> productOf(NodeReader& node, const TensorShape& a, const TensorShape& b) {
    BatchedProduct product;
    const bool rowOnly = a.size() == 1;
    const bool columnOnly = b.size() == 1;
    product.rows = rowOnly ? 1 : a[a.size() - 2];
    product.columns = columnOnly ? 1 : b.back();
    product.inner = a.back();
    if (product.inner != b[columnOnly ? 0 : b.size() - 2]) {
        node.fail("input",
                  "the operands are " + shapeText(a) + " and " + shapeText(b) + ", expected the same inner extent");
        return std::nullopt;
    }
    const auto batchOf = [](const TensorShape& shape) {
        return TensorShape(shape.begin(), shape.end() - std::min<std::ptrdiff_t>(2, std::ssize(shape)));
    };
    product.batchA = batchOf(a);
    product.batchB = batchOf(b);
    auto batch = broadcastExtents(node, product.batchA, product.batchB);
    if (!batch) return std::nullopt;
    product.result = *batch;
    product.batch = *std::move(batch);
    if (!rowOnly) product.result.push_back(product.rows);
    if (!columnOnly) product.result.push_back(product.columns);
    return product;
}

}  // namespace lapidary
