// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads the text form of mapping.h, line by line:
//   pad DIMENSION to BOUND
//   DIRECTIVE LEVEL-OR-FANOUT [TENSOR ...]
//   LEVEL [TENSOR ...]
//   for DIMENSION in 0..P (last R)
//   parFor DIMENSION in 0..P (last R) @FANOUT.X

#include <algorithm>
#include <optional>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/mapping/extent.h"
#include "core/mapping/mapping.h"
#include "core/mapping/text_line.h"

namespace lapidary {
namespace {

constexpr std::size_t kMaxErrors = 20;
constexpr std::size_t kMaxForeign = 3;  ///< errors without any line understood: a file of another kind

std::string quoted(std::string_view text) {
    if (text.empty()) return "the end of the line";
    std::string result(1, '\'');
    return result.append(text) + '\'';
}

class MappingParser {
public:
    MappingParser(std::string_view file, const Workload& workload, const Architecture& architecture)
        : m_file(file), m_workload(workload), m_architecture(architecture) {}

    void read(std::string_view text) {
        for (int number = 1; !text.empty() && m_errors.size() < kMaxErrors && !looksForeign(); ++number) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            TextLine line(text.substr(0, end), number);
            if (!line.atEnd()) readLine(line);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    Result<Mapping> finish(std::vector<int>* lines) {
        if (m_mapping.nodes.empty() && m_errors.empty())
            m_errors.push_back(
                errorAt({m_file, 1, 1, {}}, "the mapping is empty, expected a Store such as '" + exampleStore() + "'"));
        if (looksForeign()) {
            Diagnostic first = m_errors.front();
            first.message = "this does not look like a mapping: " + first.message;
            return first;
        }
        if (!m_errors.empty()) return m_errors;
        completeUntailed();
        if (lines) *lines = std::move(m_lines);
        return std::move(m_mapping);
    }

private:
    bool looksForeign() const { return m_mapping.nodes.empty() && m_errors.size() >= kMaxForeign; }

    void readLine(TextLine& line) {
        const std::size_t start = line.position();
        const std::string_view first = line.word();
        if (const auto directive = fromKey<Directive>(first)) return readDirective(line, *directive);
        line.seek(start);
        if (line.find('[') != std::string_view::npos) return readStore(line);
        line.word();
        if (first == "pad") return readPad(line);
        if (first == "for" || first == "parFor") return readLoop(line, first == "parFor");
        line.seek(start);
        fail(line,
             "found " + quoted(first) + ", expected a Store such as '" + exampleStore() + "', 'for', 'parFor' or 'pad'",
             suggestion(first, {"for", "parFor", "pad"}));
    }

    void readPad(TextLine& line) {
        const auto dimension = readDimension(line);
        if (!dimension || !expect(line, "to")) return;
        const auto bound = readNumber(line, "the padded bound");
        if (!bound || !expectEnd(line)) return;
        auto& padded = m_mapping.paddedBounds;
        if (padded.empty())
            for (int d = 0; d < m_workload.dimensionCount(); ++d) padded.push_back(m_workload.bound(d));
        padded[static_cast<std::size_t>(*dimension)] = *bound;
    }

    void readStore(TextLine& line) {
        const auto level = readPlace(line, "level", m_architecture.levels());
        const auto tensors = level ? readTensors(line) : std::nullopt;
        if (tensors) add(store(*level, *tensors), line.number());
    }

    void readDirective(TextLine& line, Directive directive) {
        if (line.find('[') == std::string_view::npos) return fail(line, "expected '[' and the tensors it speaks of");
        const auto place = isOfLevel(directive) ? readPlace(line, "level", m_architecture.levels())
                                                : readPlace(line, "fanout", m_architecture.fanouts());
        const auto tensors = place ? readTensors(line) : std::nullopt;
        if (tensors)
            m_mapping.directives.push_back(
                {directive, static_cast<std::uint8_t>(*place), static_cast<std::uint16_t>(*tensors)});
    }

    /// The name before '[': an index into `list`.
    template <class Part>
    std::optional<int> readPlace(TextLine& line, const std::string& kind, const std::vector<Part>& list) {
        const std::size_t bracket = line.find('[');
        const std::string_view name = trimmed(line.rest().substr(0, bracket - line.position()));
        const auto found = std::find_if(list.begin(), list.end(), [&](const Part& part) { return part.name == name; });
        if (found == list.end()) {
            std::vector<std::string> names;
            for (const Part& candidate : list) names.push_back(candidate.name);
            fail(line, name.empty() ? "expected a " + kind + " before '['" : "no " + kind + " is named " + quoted(name),
                 suggestion(name, names));
            return std::nullopt;
        }
        line.seek(bracket + 1);
        return static_cast<int>(found - list.begin());
    }

    /// What stands behind '['.
    std::optional<unsigned> readTensors(TextLine& line) {
        unsigned tensors = 0;
        const auto refuse = [&](std::string message, std::string hint = {}) {
            fail(line, std::move(message), std::move(hint));
            return std::nullopt;
        };
        while (!line.accept("]")) {
            const std::size_t at = line.position();
            const std::string_view word = line.word("]");
            if (word.empty()) return refuse("expected ']' after the tensors");
            const unsigned mask = m_workload.tensorMask(word);
            const std::size_t next = line.position();
            line.seek(at);
            if (mask == 0) return refuse("no tensor is named " + quoted(word), suggestion(word, tensorNames()));
            if (mask & tensors) return refuse(quoted(word) + " is listed twice");
            line.seek(next);
            tensors |= mask;
        }
        if (!expectEnd(line)) return std::nullopt;
        return tensors;
    }

    void readLoop(TextLine& line, bool isSpatial) {
        const auto dimension = readDimension(line);
        if (!dimension || !expect(line, "in") || !expect(line, "0..")) return;
        const auto bound = readNumber(line, "the trip count");
        if (!bound) return;
        Node node = temporal(*dimension, *bound, *bound);
        bool hasTail = false;
        if (line.accept("(")) {
            if (!expect(line, "last")) return;
            const auto tail = readNumber(line, "the last trip count");
            if (!tail || !expect(line, ")")) return;
            node.tail = *tail;
            hasTail = true;
        }
        if (isSpatial && !readFanout(line, node)) return;
        if (!expectEnd(line)) return;
        if (hasTail) m_tailed |= 1u << *dimension;
        add(node, line.number());
    }

    bool readFanout(TextLine& line, Node& node) {
        if (!expect(line, "@")) return false;
        std::string_view name = line.rest();
        node.kind = NodeKind::spatial;
        int fanout = m_architecture.findFanout(name);
        const bool named = fanout >= 0;
        if (!named && (name.ends_with(".X") || name.ends_with(".Y"))) {
            node.axis = name.back() == 'X' ? Axis::x : Axis::y;
            fanout = m_architecture.findFanout(name.substr(0, name.size() - 2));
        }
        if (fanout < 0) {
            fail(line, "no fanout and axis is named " + quoted(name), suggestion(name, axisNames()));
            return false;
        }
        const Fanout& found = m_architecture.fanouts()[static_cast<std::size_t>(fanout)];
        if (named && found.x > 1 && found.y > 1) {
            fail(line, found.name + " has two axes", "write '@" + found.name + ".X' or '@" + found.name + ".Y'");
            return false;
        }
        if (named && found.y > 1) node.axis = Axis::y;
        node.fanout = static_cast<std::uint8_t>(fanout);
        line.accept(name);
        return true;
    }

    std::optional<int> readDimension(TextLine& line) {
        const std::size_t at = line.position();
        const std::string_view word = line.word();
        const int dimension = m_workload.findDimension(word);
        if (dimension >= 0) return dimension;
        line.seek(at);
        std::vector<std::string> names;
        for (const Dimension& candidate : m_workload.dimensions()) {
            names.push_back(candidate.name);
            if (!candidate.alias.empty() && candidate.alias != candidate.name) names.push_back(candidate.alias);
        }
        fail(line, "no dimension is named " + quoted(word), suggestion(word, names));
        return std::nullopt;
    }

    std::optional<std::int64_t> readNumber(TextLine& line, const std::string& what) {
        const std::size_t at = line.position();
        const std::string_view word = line.word("()@");
        const auto value = wholeNumber(word);
        if (value) return value;
        line.seek(at);
        fail(line, "found " + quoted(word) + " for " + what + ", expected a whole number below 2^63");
        return std::nullopt;
    }

    bool expect(TextLine& line, std::string_view token) {
        if (line.accept(token)) return true;
        const std::size_t at = line.position();
        const std::string found = quoted(line.word());
        line.seek(at);
        fail(line, "found " + found + ", expected '" + std::string(token) + "'");
        return false;
    }

    bool expectEnd(TextLine& line) {
        if (line.atEnd()) return true;
        fail(line, "found " + quoted(line.rest()) + ", expected the end of the line");
        return false;
    }

    void add(const Node& node, int line) {
        m_mapping.nodes.push_back(node);
        m_lines.push_back(line);
    }

    void completeUntailed() {
        for (int d = 0; d < m_workload.dimensionCount(); ++d) {
            const std::int64_t bound = m_mapping.coveredBound(m_workload, d);
            if (!(m_tailed >> d & 1) && tripProduct(m_mapping.nodes, d) > bound)
                completeTails(m_mapping.nodes, d, bound);
        }
    }

    void fail(const TextLine& line, std::string message, std::string hint = {}) {
        m_errors.push_back(errorAt({m_file, line.number(), static_cast<int>(line.position()) + 1, {}},
                                   std::move(message), std::move(hint)));
    }

    static std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
        std::string all;
        for (const std::string& candidate : candidates) all += (all.empty() ? "" : ", ") + candidate;
        return didYouMean(word, candidates, "known: " + all);
    }

    std::vector<std::string> tensorNames() const {
        std::vector<std::string> names;
        for (const Tensor& tensor : m_workload.tensors()) {
            names.push_back(tensor.name);
            if (tensor.role != tensor.name) names.push_back(tensor.role);
        }
        return names;
    }

    std::vector<std::string> axisNames() const {
        std::vector<std::string> names;
        for (const Fanout& fanout : m_architecture.fanouts())
            for (const char* axis : {".X", ".Y"}) names.push_back(fanout.name + axis);
        return names;
    }

    std::string exampleStore() const {
        return toText(store(0, (1u << m_workload.tensorCount()) - 1), m_workload, m_architecture);
    }

    std::string m_file;
    const Workload& m_workload;
    const Architecture& m_architecture;
    Mapping m_mapping;
    std::vector<int> m_lines;
    unsigned m_tailed = 0;  // dimensions with a written "(last R)"
    Diagnostics m_errors;
};

}  // namespace

Result<Mapping> parseMapping(std::string_view text, std::string_view file, const Workload& workload,
                             const Architecture& architecture, std::vector<int>* lines) {
    MappingParser parser(file, workload, architecture);
    parser.read(text);
    return parser.finish(lines);
}

}  // namespace lapidary
