// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/mapping.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/io/read_native.h"
#include "core/io/timeloop/directives.h"
#include "core/io/timeloop/factors.h"
#include "core/io/timeloop/reading.h"
#include "core/mapping/validity.h"

namespace lapidary::timeloop {

namespace {

/// A loop before it has its place in the nest.
struct PlacedLoop {
    Node node;
    Place place;
};

class MappingReader {
public:
    MappingReader(const Design& design, const TimeloopProblem& problem, Diagnostics& out)
        : m_spec(design.spec),
          m_places(design.places),
          m_problem(problem),
          m_out(out),
          m_temporal(m_spec.levels.size()),
          m_spatial(m_spec.fanouts.size()),
          m_bypassed(m_spec.levels.size(), 0) {}

    void read(const Json& item, const std::string& file, const std::string& path) {
        ObjectReader entry(item, file, path, m_out);
        const auto head = readHead(entry, m_places, true);
        if (!head) return;
        const int part = head->kind == EntryKind::spatial ? head->fanout : head->level;
        if (!m_seen
                 .emplace(static_cast<int>(head->kind), head->kind == EntryKind::spatial && part >= 0
                                                            ? "fanout " + std::to_string(part)
                                                            : head->target)
                 .second)
            return entry.fail(item, "", "a second entry of this type for '" + head->target + "'",
                              "one entry holds all its factors");
        switch (head->kind) {
        case EntryKind::temporal: readTemporal(entry, *head); break;
        case EntryKind::spatial: readSpatial(entry, *head); break;
        default: readBypass(entry, *head); break;
        }
        entry.finish();
    }

    PlacedMapping finish(const Place& place) {
        PlacedMapping result;
        result.place = place;
        const unsigned all = (1u << m_problem.workload.tensorCount()) - 1;
        for (std::size_t level = 0; level < m_spec.levels.size(); ++level) {
            if (const unsigned kept = all & ~m_bypassed[level]) {
                result.mapping.nodes.push_back(store(static_cast<int>(level), kept));
                result.places.push_back(place);
            }
            append(m_temporal[level], result);
            for (std::size_t fanout = 0; fanout < m_spec.fanouts.size(); ++fanout)
                if (m_spec.fanouts[fanout].below == static_cast<int>(level)) append(m_spatial[fanout], result);
        }
        result.mapping.directives = std::move(m_directives);
        return result;
    }

private:
    static void append(const std::vector<PlacedLoop>& loops, PlacedMapping& out) {
        for (const PlacedLoop& loop : loops) {
            out.mapping.nodes.push_back(loop.node);
            out.places.push_back(loop.place);
        }
    }

    /// Loops of more than one iteration, innermost first, with their position in the permutation.
    struct OrderedLoop {
        PlacedLoop loop;
        std::size_t position = 0;
    };
    std::vector<OrderedLoop> readLoops(ObjectReader& entry) {
        const std::vector<FactorText> factors = readFactors(entry, "factors", m_problem);
        const std::vector<int> order = completeOrder(readPermutation(entry, "permutation", m_problem), m_problem);
        std::vector<OrderedLoop> loops;
        for (std::size_t position = 0; position < order.size(); ++position) {
            const auto factor = std::ranges::find(factors, order[position], &FactorText::letter);
            if (factor == factors.end()) continue;
            if (factor->relation != FactorRule::Relation::equal) {
                m_out.push_back(errorAt(factor->place, "a mapping has no bounds of factors, expected '='"));
                continue;
            }
            const Letter& letter = m_problem.letters[static_cast<std::size_t>(factor->letter)];
            const std::int64_t bound = factor->value == 0 ? letter.bound : factor->value;
            if (bound == 1) continue;
            if (letter.dimension < 0) {
                m_out.push_back(
                    errorAt(factor->place, "dimension '" + letter.name + "' has bound 1, expected factor 1"));
                continue;
            }
            loops.push_back(
                {{temporal(letter.dimension, bound, factor->residual.value_or(bound)), factor->place}, position});
        }
        return loops;
    }

    void readTemporal(ObjectReader& entry, const EntryHead& head) {
        const std::vector<OrderedLoop> loops = readLoops(entry);
        if (head.level < 0) {
            if (!loops.empty())
                m_out.push_back(
                    errorAt(loops.front().loop.place,
                            "'" + head.target + "' is a fan-out and holds nothing: no temporal loops here"));
            return;
        }
        const auto level = static_cast<std::size_t>(head.level);
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) m_temporal[level].push_back(loop->loop);
        readDirective(entry, "no_reuse", Directive::noReuse, head.level);
        readDirective(entry, "no_temporal_reuse", Directive::noReuse, head.level);
        readDirective(entry, "rmw_first_update", Directive::rmwFirstUpdate, head.level);
    }

    void readSpatial(ObjectReader& entry, const EntryHead& head) {
        std::vector<OrderedLoop> loops = readLoops(entry);
        const auto split = entry.integer("split", 0, 1000);
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            if (head.fanout < 0) {
                m_out.push_back(errorAt(loop->loop.place,
                                        "there is no fan-out below '" + head.target + "' for spatial loops",
                                        "a mesh larger than that of '" + head.target + "' makes one"));
                continue;
            }
            const bool isOnY = split && loop->position >= static_cast<std::size_t>(*split);
            Node& node = loop->loop.node;
            node = spatial(node.dimension, node.bound, node.tail, head.fanout, isOnY ? Axis::y : Axis::x);
            m_spatial[static_cast<std::size_t>(head.fanout)].push_back(loop->loop);
        }
        for (const char* key : {"no_reuse", "no_multicast_no_reduction"})
            readDirective(entry, key, Directive::noMulticast, head.fanout);
        readDirective(entry, "no_link_transfer", Directive::noLinkTransfer, head.fanout);
    }

    void readBypass(ObjectReader& entry, const EntryHead& head) {
        const unsigned kept = readTensors(entry, "keep", m_problem.workload).value_or(0);
        const unsigned bypassed = readTensors(entry, "bypass", m_problem.workload).value_or(0);
        if (kept & bypassed)
            entry.fail(*entry.any("bypass"), "bypass",
                       "a data space is both kept and bypassed at '" + head.target + "'");
        if (const Json* coalesce = entry.any("no_coalesce"); coalesce != nullptr && coalesce->size() > 0)
            m_out.push_back(warningAt(entry.placeOf(*coalesce, "no_coalesce"),
                                      head.target + ": 'no_coalesce' can't be expressed: reads and fills are counted "
                                                    "as without it"));
        if (head.level < 0) {
            if (kept) entry.fail(*entry.any("keep"), "keep", "'" + head.target + "' is a fan-out and holds nothing");
            return;
        }
        m_bypassed[static_cast<std::size_t>(head.level)] = bypassed;
    }

    void readDirective(ObjectReader& entry, const char* key, Directive directive, int place) {
        const unsigned tensors = readTensors(entry, key, m_problem.workload).value_or(0);
        if (tensors == 0 || place < 0) return;
        m_directives.push_back({directive, static_cast<std::uint8_t>(place), static_cast<std::uint16_t>(tensors)});
    }

    const ArchitectureSpec& m_spec;
    const Places& m_places;
    const TimeloopProblem& m_problem;
    Diagnostics& m_out;
    std::vector<std::vector<PlacedLoop>> m_temporal, m_spatial;  ///< per level and fan-out, outermost first
    std::vector<unsigned> m_bypassed;                            ///< per level
    std::vector<DirectiveUse> m_directives;
    std::set<std::pair<int, std::string>> m_seen;
};

}  // namespace

std::optional<PlacedMapping> readMapping(const Section& section, const Document& document, const Design& design,
                                         const TimeloopProblem& problem, Diagnostics& out) {
    const EntryList entries = entriesOf(section, document, {"nodes"}, {"version"}, out);
    if (entries.list == nullptr) {
        out.push_back(errorAt(section.place, "the mapping has no entries"));
        return std::nullopt;
    }
    const auto errorsBefore = std::ranges::count(out, Severity::error, &Diagnostic::severity);
    MappingReader reader(design, problem, out);
    for (std::size_t i = 0; i < entries.list->size(); ++i)
        reader.read((*entries.list)[i], entries.file, indexed(entries.path, i));
    if (std::ranges::count(out, Severity::error, &Diagnostic::severity) > errorsBefore) return std::nullopt;
    return reader.finish(section.place);
}

Diagnostics checkPlaced(const PlacedMapping& mapping, const Target& target) {
    std::vector<int> lines(mapping.places.size());
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = static_cast<int>(i) + 1;
    Diagnostics found = checkForm(mapping.mapping, target, mapping.place.file, lines);
    for (Diagnostic& problem : found) {
        const int node = problem.place.line - 1;
        const bool known = node >= 0 && node < static_cast<int>(mapping.places.size());
        problem.place = known ? mapping.places[static_cast<std::size_t>(node)] : mapping.place;
    }
    return found;
}

}  // namespace lapidary::timeloop
