// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/base/units.h"
#include "core/io/timeloop/export_parts.h"
#include "core/io/timeloop/letters.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

std::string rankText(const Rank& rank, const std::vector<std::string>& letters,
                     const std::map<std::pair<std::string, std::int64_t>, std::string>& coefficients) {
    std::vector<std::string> terms;
    for (const Term& term : rank.terms) {
        const std::string& letter = letters[static_cast<std::size_t>(term.dimension)];
        const std::string plain = "[" + scalarOf(letter);
        terms.push_back(term.coefficient == 1 ? plain + "]"
                                              : plain + ", " + coefficients.at({letter, term.coefficient}) + "]");
    }
    return "[" + joined(terms) + "]";
}

/// Factors and permutation of one place: loops outermost first, behind every letter without a loop.
struct PlaceText {
    std::string factors, permutation;
    std::size_t split = 0;  ///< letters on X
};

class PlaceWriter {
public:
    PlaceWriter(const Workload& workload, bool asLists) : m_letters(lettersOf(workload)), m_asLists(asLists) {}

    PlaceText write(const std::vector<RungLoop>& loops) const {
        std::vector<std::string> factors, order;
        for (std::size_t d = 0; d < m_letters.size(); ++d)
            if (std::ranges::find(loops, static_cast<int>(d), &RungLoop::dimension) == loops.end()) {
                factors.push_back(m_letters[d] + "=1");
                order.push_back(m_letters[d]);
            }
        PlaceText result;
        for (const Axis axis : {Axis::x, Axis::y}) {
            for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
                if (loop->axis != axis) continue;
                const std::string& letter = m_letters[static_cast<std::size_t>(loop->dimension)];
                std::string factor = letter + "=" + std::to_string(loop->bound);
                if (loop->tail != loop->bound) factor += "," + std::to_string(loop->tail);
                factors.push_back(std::move(factor));
                order.push_back(letter);
            }
            if (axis == Axis::x) result.split = order.size();
        }
        result.factors = text(factors, " ", true);
        result.permutation = text(order, "", false);
        return result;
    }

private:
    std::string text(const std::vector<std::string>& words, const char* between, bool areFactors) const {
        std::string result;
        for (const std::string& word : words) {
            if (m_asLists)
                result += (result.empty() ? "" : ", ") + (areFactors ? '"' + word + '"' : scalarOf(word));
            else
                result += (result.empty() ? "" : between) + word;
        }
        return m_asLists ? "[" + result + "]" : areFactors ? result : scalarOf(result);
    }

    std::vector<std::string> m_letters;
    bool m_asLists;
};

std::string tensorList(unsigned mask, const Workload& workload) {
    std::vector<std::string> names;
    for (int t = 0; t < workload.tensorCount(); ++t)
        if (mask >> t & 1) names.push_back(scalarOf(workload.tensors()[static_cast<std::size_t>(t)].name));
    return "[" + joined(names) + "]";
}

class MappingWriter {
public:
    MappingWriter(const Mapping& mapping, const Ladder& ladder, const Target& target, Export& out)
        : m_mapping(mapping), m_ladder(ladder), m_target(target), m_out(out), m_places(target.workload, out.isV4()) {}

    Diagnostics write(const std::vector<RungMapping>& rungs) {
        m_out.line(0, "mapping:");
        if (m_out.isV4()) {
            m_out.line(1, "version: 0.4");
            m_out.line(1, "nodes:");
        }
        for (std::size_t i = 0; i < rungs.size(); ++i) {
            const Rung& rung = m_ladder.rungs[i];
            if (rung.level < 0 && m_out.isV4()) {
                if (!rungs[i].temporal.empty())
                    return {error("a temporal loop stands between two fan-outs: v4 has no place for it", "write v3")};
            } else {
                writeStorage(rung, rungs[i]);
            }
            if (rung.fanout >= 0) writeFanout(rung, rungs[i]);
        }
        return {};
    }

private:
    void entry(const std::string& content) { m_out.line(m_out.isV4() ? 1 : 0, "- {" + content + "}"); }

    void writeStorage(const Rung& rung, const RungMapping& own) {
        const std::string target = "target: " + scalarOf(rung.name);
        const unsigned all = m_target.allTensors();
        entry(target + ", type: bypass, keep: " + tensorList(own.kept, m_target.workload) +
              ", bypass: " + tensorList(all & ~own.kept, m_target.workload));
        const PlaceText place = m_places.write(own.temporal);
        std::string flags;
        if (rung.level >= 0) {
            flags += flag("no_temporal_reuse", Directive::noReuse, rung.level, own.kept);
            flags += flag("rmw_first_update", Directive::rmwFirstUpdate, rung.level, own.kept);
        }
        entry(target + ", type: temporal, factors: " + quoted(place.factors) + ", permutation: " + place.permutation +
              flags);
    }

    void writeFanout(const Rung& rung, const RungMapping& own) {
        const Fanout& fanout = m_target.architecture.fanouts()[static_cast<std::size_t>(rung.fanout)];
        const PlaceText place = m_places.write(own.spatial);
        std::string flags = flag("no_reuse", Directive::noMulticast, rung.fanout, m_target.allTensors());
        flags += flag("no_link_transfer", Directive::noLinkTransfer, rung.fanout, m_target.allTensors());
        entry("target: " + scalarOf(m_out.isV4() ? fanout.name : rung.name) +
              ", type: spatial, factors: " + quoted(place.factors) + ", permutation: " + place.permutation +
              ", split: " + std::to_string(place.split) + flags);
    }

    /// Commas of residuals would end a value of a flow mapping.
    std::string quoted(const std::string& factors) const { return m_out.isV4() ? factors : '"' + factors + '"'; }

    std::string flag(const char* key, Directive directive, int place, unsigned among) const {
        const unsigned tensors = m_mapping.tensorsUnder(directive, static_cast<std::size_t>(place)) & among;
        return tensors == 0 ? "" : std::string(", ") + key + ": " + tensorList(tensors, m_target.workload);
    }

    const Mapping& m_mapping;
    const Ladder& m_ladder;
    const Target& m_target;
    Export& m_out;
    PlaceWriter m_places;
};

}  // namespace

void writeProblem(const Workload& workload, const Mapping* mapping, Export& out) {
    const std::vector<std::string> letters = lettersOf(workload);
    const auto coefficients = coefficientsOf(workload, letters);
    std::vector<std::string> names;
    for (std::size_t d = 0; d < letters.size(); ++d) {
        names.push_back(scalarOf(letters[d]));
        if (letters[d] != workload.dimensions()[d].name)
            out.note("dimension '" + workload.dimensions()[d].name + "' is written as '" + letters[d] + "'");
    }
    out.line(0, "problem:");
    if (out.isV4()) out.line(1, "version: 0.4");
    out.line(1, "shape:");
    out.line(2, "name: " + quotedYaml(workload.name()));
    out.line(2, "dimensions: [" + joined(names) + "]");
    if (!coefficients.empty()) out.line(2, "coefficients:");
    for (const auto& [key, name] : coefficients)
        out.line(2, "- {name: " + name + ", default: " + std::to_string(key.second) + "}");
    out.line(2, "data_spaces:");
    for (const Tensor& tensor : workload.tensors()) {
        std::vector<std::string> ranks;
        for (const Rank& rank : tensor.ranks) {
            if (!rank.terms.empty()) ranks.push_back(rankText(rank, letters, coefficients));
            if (rank.constant != 0)
                out.note(tensor.name + ": a constant of its index is left out: no count depends on it");
            if (rank.dataExtent != 0)
                out.note(tensor.name + ": its padding is left out: Timeloop counts zeros as data");
        }
        out.line(2, "- {name: " + scalarOf(tensor.name) + ", projection: [" + joined(ranks) + "]" +
                        (tensor.isOutput ? ", read_write: true}" : "}"));
        if (tensor.wordBits != 0)
            out.warn(tensor.name + ": words of " + std::to_string(tensor.wordBits) +
                     " bits can't be written: they are those of each level");
    }
    out.line(1, "instance:");
    for (std::size_t d = 0; d < letters.size(); ++d) {
        const auto index = static_cast<int>(d);
        const std::int64_t bound = mapping ? mapping->coveredBound(workload, index) : workload.bound(index);
        out.line(2, scalarOf(letters[d]) + ": " + std::to_string(bound));
        if (bound != workload.bound(index))
            out.warn("dimension '" + workload.dimensions()[d].name + "' is padded: its bound is written as " +
                     std::to_string(bound) + ", and Timeloop counts all of it as data");
    }
    std::vector<std::string> densities;
    for (const Tensor& tensor : workload.tensors())
        if (tensor.density != 1.0) densities.push_back(scalarOf(tensor.name) + ": " + formatExact(tensor.density));
    if (!densities.empty()) out.line(2, "densities: {" + joined(densities) + "}");
}

Diagnostics writeMapping(const Mapping& mapping, const Ladder& ladder, const Target& target, Export& out) {
    const auto rungs = rungsOf(mapping, ladder, target);
    if (!rungs) return rungs.diagnostics();
    return MappingWriter(mapping, ladder, target, out).write(*rungs);
}

}  // namespace lapidary::timeloop
