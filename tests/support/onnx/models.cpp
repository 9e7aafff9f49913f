// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/onnx/models.h"

#include <cmath>

#include "core/base/rng.h"
#include "tests/support/onnx/model_writer.h"

namespace lapidary::testing {

namespace {

/// Draws weights that keep the size of values about the same from layer to layer.
class Weights {
public:
    Weights(ModelWriter& writer, bool drawn, std::uint64_t seed) : m_writer(writer), m_drawn(drawn), m_rng(seed) {}

    std::string matrix(const std::string& name, const Numbers& shape, std::int64_t inner) {
        return put(name, shape, 0, std::sqrt(3.0 / static_cast<double>(inner)));
    }
    std::string around(const std::string& name, const Numbers& shape, double middle, double spread) {
        return put(name, shape, middle, spread);
    }

private:
    std::string put(const std::string& name, const Numbers& shape, double middle, double spread) {
        std::size_t count = 1;
        for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
        if (!m_drawn) {
            m_writer.zeros(name, shape);
            return name;
        }
        std::vector<float> values(count);
        for (float& value : values) value = static_cast<float>(middle + spread * (2 * m_rng.unit() - 1));
        m_writer.floats(name, shape, values);
        return name;
    }

    ModelWriter& m_writer;
    bool m_drawn;
    Rng m_rng;
};

class ResnetWriter {
public:
    ResnetWriter(std::int64_t size, std::int64_t width, bool drawn)
        : m_size(size), m_width(width), m_writer("resnet18"), m_weights(m_writer, drawn, 18) {}

    std::string bytes() {
        m_writer.input("image", {1, 3, m_size, m_size});
        std::string x = m_writer.node("Relu", {convolution("image", "conv1", 3, m_width, 7, 2)}, "relu1");
        x = m_writer.node("MaxPool", {x}, "maxpool",
                          {{"kernel_shape", Numbers{3, 3}}, {"strides", Numbers{2, 2}}, {"pads", Numbers{1, 1, 1, 1}}});
        std::int64_t channels = m_width;
        for (int stage = 1; stage <= 4; ++stage) {
            const std::int64_t outputs = m_width << (stage - 1);
            for (int block = 0; block < 2; ++block) {
                const std::string name = "layer" + std::to_string(stage) + "_" + std::to_string(block);
                x = this->block(x, name, channels, outputs, stage > 1 && block == 0 ? 2 : 1);
                channels = outputs;
            }
        }
        x = m_writer.node("GlobalAveragePool", {x}, "pool");
        x = m_writer.node("Flatten", {x}, "flat");
        const std::string weights = m_weights.matrix("fc_w", {1000, channels}, channels);
        const std::string bias = m_weights.around("fc_b", {1000}, 0, 0.1);
        m_writer.node("Gemm", {x, weights, bias}, "fc", {{"transB", std::int64_t{1}}});
        m_writer.output("fc", {1, 1000});
        return m_writer.bytes();
    }

private:
    std::string convolution(const std::string& data, const std::string& name, std::int64_t inputs, std::int64_t outputs,
                            std::int64_t kernel, std::int64_t stride) {
        const std::string weights =
            m_weights.matrix(name + "_w", {outputs, inputs, kernel, kernel}, inputs * kernel * kernel);
        const std::int64_t pad = kernel / 2;
        const std::string made = m_writer.node("Conv", {data, weights}, name,
                                               {{"kernel_shape", Numbers{kernel, kernel}},
                                                {"strides", Numbers{stride, stride}},
                                                {"pads", Numbers{pad, pad, pad, pad}}});
        const std::string bn = name + "_bn";
        return m_writer.node(
            "BatchNormalization",
            {made, m_weights.around(bn + "_scale", {outputs}, 1, 0.2), m_weights.around(bn + "_b", {outputs}, 0, 0.2),
             m_weights.around(bn + "_mean", {outputs}, 0, 0.2), m_weights.around(bn + "_var", {outputs}, 1, 0.3)},
            bn);
    }

    std::string block(const std::string& data, const std::string& name, std::int64_t inputs, std::int64_t outputs,
                      std::int64_t stride) {
        std::string x =
            m_writer.node("Relu", {convolution(data, name + "_conv1", inputs, outputs, 3, stride)}, name + "_relu1");
        x = convolution(x, name + "_conv2", outputs, outputs, 3, 1);
        const std::string past =
            stride == 1 ? data : convolution(data, name + "_downsample", inputs, outputs, 1, stride);
        return m_writer.node("Relu", {m_writer.node("Add", {x, past}, name + "_add")}, name + "_relu2");
    }

    std::int64_t m_size, m_width;
    ModelWriter m_writer;
    Weights m_weights;
};

class TransformerWriter {
public:
    explicit TransformerWriter(const TransformerShape& shape)
        : m_shape(shape), m_writer("transformer block"), m_weights(m_writer, true, 7) {
        for (const auto& [name, value] : {std::pair{"one", 1.0F},
                                          {"half", 0.5F},
                                          {"two", 2.0F},
                                          {"epsilon", 1e-5F},
                                          {"root2", std::sqrt(2.0F)},
                                          {"scale", std::sqrt(static_cast<float>(shape.features / shape.heads))}})
            m_writer.floats(name, {}, {value});
        m_writer.integer("zero", 0);
        m_writer.integers("first", {0});
    }

    std::string bytes() {
        const std::int64_t d = m_shape.features;
        m_writer.input("x", {-1, m_shape.tokens, d});
        const std::string query = heads(linear("x", "q", d, d), "q", {0, 2, 1, 3});
        const std::string key = heads(linear("x", "k", d, d), "k", {0, 2, 3, 1});
        const std::string value = heads(linear("x", "v", d, d), "v", {0, 2, 1, 3});
        std::string x = m_writer.node("Div", {m_writer.node("MatMul", {query, key}, "scores"), "scale"}, "scaled");
        x = m_writer.node("Softmax", {x}, "attention", {{"axis", std::int64_t{-1}}});
        x = m_writer.node("MatMul", {x, value}, "context");
        x = m_writer.node("Transpose", {x}, "context_t", {{"perm", Numbers{0, 2, 1, 3}}});
        x = m_writer.node("Reshape", {x, targetShape("merge", {m_shape.tokens, d})}, "merged");
        x = norm(m_writer.node("Add", {"x", linear(x, "o", d, d)}, "residual1"), "ln1");
        const std::string hidden = gelu(linear(x, "ff1", d, m_shape.hidden));
        x = norm(m_writer.node("Add", {x, linear(hidden, "ff2", m_shape.hidden, d)}, "residual2"), "ln2");
        m_writer.output(x, {-1, m_shape.tokens, d});
        return m_writer.bytes();
    }

private:
    std::string linear(const std::string& data, const std::string& name, std::int64_t inner, std::int64_t outer) {
        const std::string weights = m_weights.matrix(name + "_w", {inner, outer}, inner);
        const std::string bias = m_weights.around(name + "_b", {outer}, 0, 0.1);
        return m_writer.node("Add", {m_writer.node("MatMul", {data, weights}, name + "_matmul"), bias}, name);
    }

    /// A Reshape's target as exporters compute it: the batch as it comes, the rest as it is known.
    std::string targetShape(const std::string& name, const Numbers& rest) {
        const std::string shape = m_writer.node("Shape", {"x"}, name + "_shape");
        const std::string batch =
            m_writer.node("Gather", {shape, "zero"}, name + "_batch", {{"axis", std::int64_t{0}}});
        const std::string list = m_writer.node("Unsqueeze", {batch, "first"}, name + "_list");
        m_writer.integers(name + "_rest", rest);
        return m_writer.node("Concat", {list, name + "_rest"}, name + "_target", {{"axis", std::int64_t{0}}});
    }

    std::string heads(const std::string& data, const std::string& name, const Numbers& order) {
        const std::string target = targetShape(name, {m_shape.tokens, m_shape.heads, m_shape.features / m_shape.heads});
        const std::string split = m_writer.node("Reshape", {data, target}, name + "_split");
        return m_writer.node("Transpose", {split}, name + "_heads", {{"perm", order}});
    }

    std::string norm(const std::string& data, const std::string& name) {
        const std::vector<NamedAttribute> last{{"axes", Numbers{-1}}};
        const std::string mean = m_writer.node("ReduceMean", {data}, name + "_mean", last);
        const std::string off = m_writer.node("Sub", {data, mean}, name + "_off");
        const std::string square = m_writer.node("Pow", {off, "two"}, name + "_square");
        const std::string variance = m_writer.node("ReduceMean", {square}, name + "_variance", last);
        const std::string safe = m_writer.node("Add", {variance, "epsilon"}, name + "_safe");
        const std::string deviation = m_writer.node("Sqrt", {safe}, name + "_deviation");
        const std::string normal = m_writer.node("Div", {off, deviation}, name + "_normal");
        const std::string scale = m_weights.around(name + "_scale", {m_shape.features}, 1, 0.2);
        const std::string shift = m_weights.around(name + "_shift", {m_shape.features}, 0, 0.2);
        return m_writer.node("Add", {m_writer.node("Mul", {normal, scale}, name + "_scaled"), shift}, name);
    }

    std::string gelu(const std::string& data) {
        const std::string erf = m_writer.node("Erf", {m_writer.node("Div", {data, "root2"}, "gelu_div")}, "gelu_erf");
        const std::string sum = m_writer.node("Add", {erf, "one"}, "gelu_sum");
        return m_writer.node("Mul", {m_writer.node("Mul", {data, sum}, "gelu_product"), "half"}, "gelu");
    }

    TransformerShape m_shape;
    ModelWriter m_writer;
    Weights m_weights;
};

}  // namespace

std::string resnet18Bytes(std::int64_t size, std::int64_t width, bool withWeights) {
    return ResnetWriter(size, width, withWeights).bytes();
}

std::string transformerBytes(const TransformerShape& shape) { return TransformerWriter(shape).bytes(); }

}  // namespace lapidary::testing
