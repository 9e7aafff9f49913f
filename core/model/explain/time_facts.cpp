// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/time_facts.h"

namespace lapidary::derive {
namespace {

std::int64_t axisSize(const Fanout& fanout, Axis axis) { return axis == Axis::x ? fanout.x : fanout.y; }

std::string axisName(const Fanout& fanout, Axis axis) { return fanout.name + (axis == Axis::x ? ".X" : ".Y"); }

}  // namespace

Expression TimeFacts::macs() const {
    std::vector<Expression> bounds;
    for (const Dimension& dimension : m_facts.target().workload.dimensions())
        bounds.push_back(number(dimension.bound, "bound of " + dimension.name));
    return product(std::move(bounds));
}

/// Eq. 5 over all loops of each dimension.
Expression TimeFacts::computes() const {
    const reuse::Nest& nest = m_facts.nest();
    std::vector<Expression> factors;
    for (int d = 0; d < m_facts.plan().dimensionCount; ++d) {
        Expression covered = number(1);
        for (int i = 0; i < nest.loopsOf[static_cast<std::size_t>(d)]; ++i)
            covered = m_facts.inside(std::move(covered),
                                     nest.loops[nest.loopOf[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)]]);
        if (covered.isLeaf() && covered.label.empty()) continue;
        factors.push_back(named(std::move(covered), "indices of " + m_facts.dimensionName(d)));
    }
    return product(std::move(factors));
}

Expression TimeFacts::steps() const {
    std::vector<Expression> factors;
    for (int d = 0; d < m_facts.plan().dimensionCount; ++d) factors.push_back(stepsOf(d));
    return product(std::move(factors));
}

/// From the innermost loop outwards: as many steps as the slowest lane needs, which is one that isn't in the tail if
/// there is one.
Expression TimeFacts::stepsOf(int dimension) const {
    const reuse::Nest& nest = m_facts.nest();
    const auto d = static_cast<std::size_t>(dimension);
    if (tailsTakeFullSteps()) {
        std::vector<Expression> trips;
        for (int i = 0; i < nest.loopsOf[d]; ++i) {
            const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
            if (!loop.isSpatial) trips.push_back(m_facts.trips(loop));
        }
        return product(std::move(trips));
    }
    Expression full = number(1), slowest = number(1);
    bool alike = true;
    for (int i = nest.loopsOf[d]; i-- > 0;) {
        const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (loop.isSpatial) {
            if (loop.tail > 1) slowest = full, alike = true;
            continue;
        }
        Expression inner = full;
        full = product({m_facts.trips(loop), std::move(full)});
        if (alike && loop.tail == loop.bound) {
            slowest = full;
            continue;
        }
        const std::string last = "last trips of " + m_facts.loopName(loop.position);
        if (alike)
            slowest = product({number(loop.tail, last, {loop.position}), std::move(inner)});
        else
            slowest = sum({product({number(loop.tail - 1, last + " but one", {loop.position}), std::move(inner)}),
                           std::move(slowest)});
        alike = false;
    }
    return slowest;
}

Expression TimeFacts::levelCycles(int level) const {
    const reuse::Plan& plan = m_facts.plan();
    const LevelRates& rates = plan.rates.levels[static_cast<std::size_t>(level)];
    const auto& partitions = m_facts.target().levels[static_cast<std::size_t>(level)].partitions;
    std::vector<Expression> limits;
    for (int part = 0; part < rates.parts; ++part) {
        const PortRates& port = rates.ports[static_cast<std::size_t>(part)];
        const std::string where = part == 0 ? "" : " of partition " + partitions[static_cast<std::size_t>(part - 1)];
        const auto add = [&](Port which, double rate, const char* name) {
            if (rate <= 0) return;
            Expression words = m_traffic.busiest(level, part, which);
            if (count(words) == 0) return;
            words = named(std::move(words), std::string("words ") + name + where + ", busiest instance", "words");
            limits.push_back(named(ceiling(std::move(words), real(rate, "bandwidth", "words/cycle")),
                                   std::string("cycles to be ") + name + where, "cycles"));
        };
        add(Port::read, port.read, "read");
        add(Port::write, port.write, "written");
        add(Port::shared, port.shared, "read or written");
    }
    if (limits.empty()) return number(0, "no bandwidth limits it, or nothing moves");
    return largest(std::move(limits));
}

Expression TimeFacts::compute() const {
    Expression interval = number(m_facts.plan().rates.interval, "initiation interval");
    interval.unit = "cycles";
    return named(product({asFigure(steps(), {.kind = CostFigure::steps}, m_facts.target(), ""), std::move(interval)}),
                 "compute", "cycles");
}

/// What passes after the first tiles, or before the last ones go up, less the cycles open to it.
Expression TimeFacts::stall(const reuse::PortReport& report) const {
    const auto level = static_cast<std::size_t>(report.level);
    const PortLimit& port = m_facts.plan().ports.levels[level].ports[static_cast<std::size_t>(report.port)];
    const std::string name = design().levels()[level].name + "." + port.name;
    const std::string unit = port.inBits ? "bits" : "words";
    std::vector<Expression> loads;
    for (const reuse::WaitingLink& link : report.waiting)
        loads.push_back(real(link.load,
                             m_facts.target().workload.tensors()[static_cast<std::size_t>(link.tensor)].name + " " +
                                 std::string(entryOf(link.passage).label) + ", one instance, whole accesses",
                             unit));
    Expression time = named(ceiling(sum(std::move(loads)), real(port.most, "bandwidth of " + name, unit + "/cycle")),
                            "to pass", "cycles");
    Expression open = number(report.window, "in which they hold nothing up");
    open.unit = "cycles";
    return named(difference(std::move(time), std::move(open)), "waiting for " + name, "cycles");
}

Expression TimeFacts::cyclesByPorts() const {
    reuse::PortReport report;
    const PortTime time = m_traffic.portTime(report);
    std::vector<Expression> terms{compute()};
    if (time.stall > 0) terms.push_back(stall(report));
    const auto add = [&](std::int64_t cycles, const char* name) {
        if (cycles == 0) return;
        terms.push_back(number(cycles, name));
        terms.back().unit = "cycles";
    };
    add(time.onload, "first tiles, level by level, the slowest port of each");
    add(time.offload, "last tiles, level by level, the slowest port of each");
    return sum(std::move(terms));
}

/// All transfers overlap with the compute; the slowest binds.
Expression TimeFacts::cycles() const {
    if (m_facts.plan().semantics.time == Time::ports) return cyclesByPorts();
    std::vector<Expression> terms;
    terms.push_back(compute());
    for (int l = 0; l < design().levelCount(); ++l) {
        Expression own = levelCycles(l);
        if (count(own) == 0) continue;
        terms.push_back(asFigure(std::move(own), {.kind = CostFigure::cycles, .level = static_cast<std::int8_t>(l)},
                                 m_facts.target(), "cycles"));
    }
    return largest(std::move(terms));
}

Expression TimeFacts::instances(int level) const {
    std::vector<Expression> factors;
    for (const Fanout& fanout : design().fanouts()) {
        if (fanout.below >= level) continue;
        factors.push_back(number(fanout.x, axisName(fanout, Axis::x)));
        factors.push_back(number(fanout.y, axisName(fanout, Axis::y)));
    }
    if (factors.empty()) return number(1, "no fanout above");
    return product(std::move(factors));
}

Expression TimeFacts::share(Expression time) const {
    Expression work = asFigure(macs(), {.kind = CostFigure::macs}, m_facts.target(), "");
    Expression lanes = named(instances(design().levelCount()), "compute instances");
    return quotient(std::move(work), product({std::move(time), std::move(lanes)}));
}

Expression TimeFacts::usedLanes(int fanout, Axis axis) const {
    std::vector<Expression> factors;
    const auto& nodes = m_facts.mapping().nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const int node = static_cast<int>(i);
        if (nodes[i].kind == NodeKind::spatial && nodes[i].fanout == fanout && nodes[i].axis == axis)
            factors.push_back(number(nodes[i].bound, m_facts.loopName(node), {node}));
    }
    if (factors.empty())
        return number(1,
                      "nothing is unrolled on " + axisName(design().fanouts()[static_cast<std::size_t>(fanout)], axis));
    return product(std::move(factors));
}

std::int64_t TimeFacts::canonicalLanes(int fanout, Axis axis) const {
    std::int64_t lanes = 1;
    const reuse::Nest& nest = m_facts.nest();
    for (int i = 0; i < nest.loopCount; ++i) {
        const reuse::Loop& loop = nest.loops[static_cast<std::size_t>(i)];
        const Node& node = m_facts.mapping().nodes[static_cast<std::size_t>(loop.position)];
        if (loop.isSpatial && loop.fanout == fanout && node.axis == axis) lanes *= loop.bound;
    }
    return lanes;
}

Expression TimeFacts::idle(int fanout) const {
    Expression unused = unfilled(fanout);
    Expression inTails = tails(fanout);
    std::vector<Expression> both;
    if (count(unused) != 0) both.push_back(named(std::move(unused), "lanes never used", "lane steps"));
    if (count(inTails) != 0) both.push_back(named(std::move(inTails), "lanes idle in tails", "lane steps"));
    if (both.empty()) return number(0, "every lane works at every step");
    return sum(std::move(both));
}

/// With s the size of an axis and u what is used of it: prod s - prod u = sum over axes of prod_outer u (s - u) prod_inner s.
Expression TimeFacts::unfilled(int fanout) const {
    struct OneAxis {
        int fanout;
        std::string name;
        std::int64_t size, used;
        Axis axis;
    };
    std::vector<OneAxis> axes;
    for (int f = 0; f < design().fanoutCount(); ++f) {
        const Fanout& own = design().fanouts()[static_cast<std::size_t>(f)];
        for (const Axis axis : {Axis::x, Axis::y})
            axes.push_back({f, axisName(own, axis), axisSize(own, axis), canonicalLanes(f, axis), axis});
    }
    std::vector<Expression> sums;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const OneAxis& own = axes[i];
        if (own.size == own.used || (fanout >= 0 && own.fanout != fanout)) continue;
        std::vector<Expression> factors;
        std::vector<int> nodes = nodesOf(usedLanes(own.fanout, own.axis));
        factors.push_back(named(difference(number(own.size, "lanes on " + own.name),
                                           number(own.used, "used by the loops unrolled there", std::move(nodes))),
                                "lanes of " + own.name + " that no loop fills"));
        for (std::size_t j = 0; j < axes.size(); ++j) {
            if (j == i) continue;
            const std::int64_t lanes = j < i ? axes[j].used : axes[j].size;
            if (lanes > 1) factors.push_back(number(lanes, (j < i ? "used lanes on " : "lanes on ") + axes[j].name));
        }
        factors.push_back(asFigure(steps(), {.kind = CostFigure::steps}, m_facts.target(), ""));
        sums.push_back(named(product(std::move(factors)), own.name + " not filled", "lane steps"));
    }
    return sum(std::move(sums));
}

/// With u t the lanes and steps of a dimension and n its indices: prod u t - prod n, telescoped over dimensions.
Expression TimeFacts::tails(int fanout) const {
    const reuse::Nest& nest = m_facts.nest();
    const auto occupied = [&](int dimension) {
        std::int64_t lanes = 1;
        const auto d = static_cast<std::size_t>(dimension);
        for (int i = 0; i < nest.loopsOf[d]; ++i) {
            const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
            if (loop.isSpatial) lanes *= loop.bound;
        }
        return lanes * count(stepsOf(dimension));
    };
    const auto covered = [&](int dimension) {
        return m_facts.mapping().coveredBound(m_facts.target().workload, dimension);
    };
    std::vector<Expression> sums;
    const int dimensions = m_facts.plan().dimensionCount;
    for (int d = 0; d < dimensions; ++d) {
        Expression own = tailsTakeFullSteps() ? fullTailsOf(d, fanout) : tailsOf(d, fanout);
        if (count(own) == 0) continue;
        std::vector<Expression> factors{std::move(own)};
        for (int e = 0; e < dimensions; ++e) {
            const std::int64_t others = e == d ? 1 : e < d ? covered(e) : occupied(e);
            if (others > 1)
                factors.push_back(
                    number(others, (e < d ? "indices of " : "lane steps along ") + m_facts.dimensionName(e)));
        }
        sums.push_back(named(product(std::move(factors)), "tails of " + m_facts.dimensionName(d), "lane steps"));
    }
    return sum(std::move(sums));
}

/// Lane steps along one dimension that the tails of its spatial loops leave idle: lanes from R on sit out the last round,
/// and the lane at R - 1 is done early if the loops inside it are in their tails.
Expression TimeFacts::tailsOf(int dimension, int fanout) const {
    const reuse::Nest& nest = m_facts.nest();
    const auto d = static_cast<std::size_t>(dimension);
    std::int64_t lanesInside = 1, full = 1, last = 1;
    std::vector<Expression> sums;
    for (int i = nest.loopsOf[d]; i-- > 0;) {
        const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (!loop.isSpatial) {
            last += (loop.tail - 1) * full;
            full *= loop.bound;
            continue;
        }
        const bool others = loop.tail > 1;
        const std::int64_t behind = loop.bound - loop.tail, stepsThere = others ? full : last;
        const bool counts = fanout < 0 || loop.fanout == fanout;
        const std::string name = m_facts.loopName(loop.position);
        if (counts && behind > 0)
            sums.push_back(
                named(product({number(behind, "lanes from " + std::to_string(loop.tail) + " on", {loop.position}),
                               number(lanesInside, "lanes below each"), number(stepsThere, "steps of the last round")}),
                      "sit out the last round of " + name));
        if (counts && others && full > last)
            sums.push_back(
                named(product({number(full - last, "steps less in the tail of the loops inside", {loop.position}),
                               number(lanesInside, "lanes below it")}),
                      "lane " + std::to_string(loop.tail - 1) + " of " + name + " is done before the others"));
        if (others) last = full;
        lanesInside *= loop.bound;
    }
    return sum(std::move(sums));
}

/// If tails take full steps: what the last round of each loop leaves out, spatial or temporal, with all loops inside.
Expression TimeFacts::fullTailsOf(int dimension, int fanout) const {
    const reuse::Nest& nest = m_facts.nest();
    const auto d = static_cast<std::size_t>(dimension);
    std::int64_t inside = 1;
    std::vector<Expression> sums;
    for (int i = nest.loopsOf[d]; i-- > 0;) {
        const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        const bool counts = fanout < 0 || (loop.isSpatial && loop.fanout == fanout);
        if (counts && loop.tail < loop.bound) {
            const std::string from =
                (loop.isSpatial ? "lanes from " : "trips from ") + std::to_string(loop.tail) + " on";
            sums.push_back(named(
                product({number(loop.bound - loop.tail, from, {loop.position}), number(inside, "lane steps of each")}),
                "left out of the last round of " + m_facts.loopName(loop.position)));
        }
        inside *= loop.bound;
    }
    return sum(std::move(sums));
}

}  // namespace lapidary::derive
