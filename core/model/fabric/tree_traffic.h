// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Switches of the distribution trees that packets pass: each port has a binary tree over its multipliers, a packet goes
// down both sides of a switch (a broadcast) or one (a unicast). Thread rule: one per thread.
#pragma once

#include <cstdint>

#include "core/model/fabric/plan.h"

namespace lapidary::fabric {

class TreeTraffic {
public:
    /// Leaves of a port's tree, a power of two.
    explicit TreeTraffic(std::int64_t leaves) : m_leaves(leaves) {}

    /// All packets of the step, `times` times.
    void add(const Step& step, std::int64_t times) {
        for (const Step::Packet& packet : step.packets) addPacket(step, packet, times);
    }
    void addUnicasts(std::int64_t times) {
        m_packets += times;
        for (std::int64_t width = m_leaves; width > 1; width /= 2) m_unicasts += times;
    }

    std::int64_t packets() const { return m_packets; }
    std::int64_t unicasts() const { return m_unicasts; }
    std::int64_t broadcasts() const { return m_broadcasts; }

private:
    void addPacket(const Step& step, const Step::Packet& packet, std::int64_t times) {
        m_packets += times;
        std::int64_t nodes = 1;  // of the level: subtrees of `width` leaves with receivers
        for (std::int64_t width = m_leaves; width > 1; width /= 2) {
            std::int64_t below = 1;
            for (std::int32_t i = packet.first + 1; i < packet.last; ++i)
                below += subtree(step, i, width / 2) != subtree(step, i - 1, width / 2);
            const std::int64_t both = below - nodes;
            m_broadcasts += times * both;
            m_unicasts += times * (nodes - both);
            nodes = below;
        }
    }
    static std::int64_t subtree(const Step& step, std::int32_t i, std::int64_t width) {
        return step.receivers[static_cast<std::size_t>(i)] / width;
    }

    std::int64_t m_leaves;
    std::int64_t m_packets = 0, m_unicasts = 0, m_broadcasts = 0;
};

}  // namespace lapidary::fabric
