// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/links.h"

#include "core/mapping/nest.h"

namespace lapidary::ui {

Links::Links(const Subject& subject, const Exhibit& exhibit) : m_levels(exhibit.inputs.architecture.levelCount()) {
    const int nodes = static_cast<int>(exhibit.mapping.nodes.size());
    m_any = !subject.empty();
    if (subject.causes.any()) {
        addCauses(subject, exhibit);
    } else if (subject.node >= 0 && subject.node < nodes) {
        const Node& node = exhibit.mapping.nodes[static_cast<std::size_t>(subject.node)];
        if (node.isLoop())
            addLoop(exhibit, subject.node);
        else
            addLevel(exhibit, node.level);
    } else if (subject.dimension >= 0) {
        addDimension(exhibit, subject.dimension);
    } else if (subject.tensor >= 0 && subject.tensor < exhibit.inputs.workload.tensorCount()) {
        addTensor(exhibit, subject.level, subject.tensor);
    } else if (subject.level >= 0) {
        addLevel(exhibit, subject.level);
    } else {
        m_any = false;
    }
}

void Links::addCauses(const Subject& subject, const Exhibit& exhibit) {
    for (std::size_t i = 0; i < exhibit.mapping.nodes.size(); ++i) m_nodes[i] = subject.causes[i];
    if (subject.level < 0) return;
    if (subject.level >= m_levels)
        m_compute = subject.level == m_levels;
    else if (subject.tensor >= 0 && subject.tensor < exhibit.inputs.workload.tensorCount())
        m_tiles[static_cast<std::size_t>(subject.level)] |= 1U << subject.tensor;
    else
        m_wholeLevels |= 1U << subject.level;
}

bool Links::level(int level) const {
    if (level == m_levels) return m_compute;
    return level >= 0 && level < m_levels &&
           ((m_wholeLevels >> level & 1U) || m_tiles[static_cast<std::size_t>(level)] != 0);
}

void Links::addLoop(const Exhibit& exhibit, int node) {
    m_nodes[static_cast<std::size_t>(node)] = true;
    const Mapping& mapping = exhibit.mapping;
    const Node& loop = mapping.nodes[static_cast<std::size_t>(node)];
    unsigned indexed = 0;
    for (int t = 0; t < exhibit.inputs.workload.tensorCount(); ++t)
        if (exhibit.inputs.workload.tensors()[static_cast<std::size_t>(t)].uses(loop.dimension)) indexed |= 1U << t;
    for (int i = 0; i < node; ++i) {
        const Node& above = mapping.nodes[static_cast<std::size_t>(i)];
        if (!above.isLoop()) m_tiles[above.level] |= above.tensors & indexed;
    }
}

void Links::addLevel(const Exhibit& exhibit, int level) {
    if (level > m_levels) return;
    m_wholeLevels |= 1U << level;
    m_compute = level == m_levels;
    const std::vector<int> owners = ownerLevels(exhibit.mapping);
    for (std::size_t i = 0; i < owners.size(); ++i) {
        if (owners[i] != level) continue;
        m_nodes[i] = true;
        const Node& node = exhibit.mapping.nodes[i];
        if (!node.isLoop()) m_tiles[node.level] |= node.tensors;
    }
}

void Links::addTensor(const Exhibit& exhibit, int level, int tensor) {
    m_tensors |= 1U << tensor;
    const Tensor& described = exhibit.inputs.workload.tensors()[static_cast<std::size_t>(tensor)];
    bool inside = level < 0;
    for (std::size_t i = 0; i < exhibit.mapping.nodes.size(); ++i) {
        const Node& node = exhibit.mapping.nodes[i];
        if (node.isLoop()) {
            m_nodes[i] = inside && described.uses(node.dimension);
        } else if (node.tensors >> tensor & 1U) {
            if (level >= 0 && node.level != level) continue;
            m_tiles[node.level] |= 1U << tensor;
            inside = true;
        }
    }
    for (int d = 0; d < exhibit.inputs.workload.dimensionCount(); ++d)
        if (level < 0 && described.uses(d)) m_dimensions |= 1U << d;
}

void Links::addDimension(const Exhibit& exhibit, int dimension) {
    m_dimensions |= 1U << dimension;
    for (std::size_t i = 0; i < exhibit.mapping.nodes.size(); ++i) {
        const Node& node = exhibit.mapping.nodes[i];
        if (node.isLoop() && node.dimension == dimension) addLoop(exhibit, static_cast<int>(i));
    }
}

}  // namespace lapidary::ui
