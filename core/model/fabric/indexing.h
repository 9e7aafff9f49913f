// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the elements of a convolution stand in its layout. Channels and filters count all groups. Pure functions.
#pragma once

#include "core/model/fabric/layer.h"

namespace lapidary::fabric {

class ConvIndex {
public:
    explicit ConvIndex(const ConvShape& shape)
        : m_shape(shape), m_channels(shape.g * shape.c), m_filters(shape.g * shape.k) {}

    /// Row and column of the padded image; -1 in the padding and outside.
    std::int64_t input(std::int64_t n, std::int64_t channel, std::int64_t row, std::int64_t column) const {
        const std::int64_t x = row - m_shape.padTop, y = column - m_shape.padLeft;
        if (x < 0 || x >= m_shape.x || y < 0 || y >= m_shape.y) return -1;
        return at(n, channel, x, y, m_channels, m_shape.x, m_shape.y);
    }
    std::int64_t weight(std::int64_t filter, std::int64_t channel, std::int64_t r, std::int64_t s) const {
        if (m_shape.layout == Layout::nchw) return ((filter * m_shape.c + channel) * m_shape.r + r) * m_shape.s + s;
        return ((r * m_shape.s + s) * m_shape.c + channel) * m_filters + filter;
    }
    std::int64_t output(std::int64_t n, std::int64_t filter, std::int64_t x, std::int64_t y) const {
        return at(n, filter, x, y, m_filters, m_shape.outX(), m_shape.outY());
    }

private:
    std::int64_t at(std::int64_t n, std::int64_t channel, std::int64_t x, std::int64_t y, std::int64_t channels,
                    std::int64_t rows, std::int64_t columns) const {
        if (m_shape.layout == Layout::nchw) return ((n * channels + channel) * rows + x) * columns + y;
        return ((n * rows + x) * columns + y) * channels + channel;
    }
    const ConvShape& m_shape;
    std::int64_t m_channels, m_filters;
};

}  // namespace lapidary::fabric
