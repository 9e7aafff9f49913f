// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/explain_report.h"

#include <algorithm>

#include "core/base/units.h"

namespace lapidary {
namespace {

using Figures = std::vector<FigureId>;

bool contains(const Figures& figures, const FigureId& id) {
    return std::find(figures.begin(), figures.end(), id) != figures.end();
}

Figures figuresIn(const std::vector<Derivation>& derivations) {
    Figures figures;
    for (const Derivation& derivation : derivations) figures.push_back(derivation.figure);
    return figures;
}

std::string numberText(Number number) {
    if (const auto* count = std::get_if<std::int64_t>(&number)) return formatCount(*count);
    return formatSignificant(std::get<double>(number), 6);
}

std::string withUnit(const std::string& value, const std::string& unit) {
    return unit.empty() ? value : value + ' ' + unit;
}

/// How an operand joins those before it.
const char* signOf(Operation operation, std::size_t index) {
    switch (operation) {
    case Operation::sum: return index == 0 ? "  " : "+ ";
    case Operation::difference: return index == 0 ? "  " : "- ";
    case Operation::product: return index == 0 ? "  " : "x ";
    case Operation::quotient:
    case Operation::ceiling: return index == 0 ? "  " : "/ ";
    case Operation::largest: return "> ";
    case Operation::number: break;
    }
    return "  ";
}

struct Line {
    std::string number, label;
};

/// The lines of one derivation, operands below what they make.
class Tree {
public:
    Tree(const Expression& root, const Figures& elsewhere) : m_elsewhere(elsewhere) { addOperands(root, 1); }

    std::string text() const {
        std::size_t width = 0;
        for (const Line& line : m_lines) width = std::max(width, line.number.size());
        std::string text;
        for (const Line& line : m_lines) {
            text += line.number;
            if (!line.label.empty()) text.append(width - line.number.size() + 2, ' ').append(line.label);
            text += '\n';
        }
        return text;
    }

private:
    void addOperands(const Expression& expression, std::size_t depth) {
        if (expression.isLeaf()) return add(expression, depth, "  ");
        for (std::size_t i = 0; i < expression.operands.size(); ++i)
            add(expression.operands[i], depth, signOf(expression.operation, i));
    }

    void add(const Expression& expression, std::size_t depth, const char* sign) {
        Line line{std::string(2 * depth, ' ') + sign + withUnit(numberText(evaluate(expression)), expression.unit),
                  expression.label};
        if (expression.operation == Operation::ceiling)
            line.label += line.label.empty() ? "rounded up" : ", rounded up";
        if (expression.operation == Operation::largest)
            line.label += line.label.empty() ? "the largest" : ", the largest";
        const bool isElsewhere = expression.figure && contains(m_elsewhere, *expression.figure);
        if (isElsewhere && !expression.isLeaf()) line.label += " (see there)";
        if (!expression.note.empty()) line.label.append(line.label.empty() ? "" : ": ").append(expression.note);
        m_lines.push_back(std::move(line));
        if (!isElsewhere && !expression.isLeaf()) addOperands(expression, depth + 1);
    }

    const Figures& m_elsewhere;
    std::vector<Line> m_lines;
};

std::string headText(const Derivation& derivation) {
    std::string text = derivation.name + " = " + withUnit(numberText(derivation.value()), derivation.unit) + ": " +
                       derivation.title + '\n';
    text += "  " + derivation.rule;
    if (!derivation.semantics.empty()) text += "; " + derivation.semantics;
    if (!derivation.reference.empty()) text += " [" + derivation.reference + "]";
    text += '\n';
    if (derivation.instances > 1)
        text += "  " + formatSignificant(derivation.perInstance(), 6) + " for each of " +
                formatCount(derivation.instances) + " instances, on average\n";
    if (!derivation.verdict.empty()) text += "  " + derivation.verdict + '\n';
    return text;
}

Json numberJson(Number number) {
    return std::visit([](auto value) { return Json(value); }, number);
}

class Writer {
public:
    Writer(const Explainer& explainer, const Figures& elsewhere) : m_explainer(explainer), m_elsewhere(elsewhere) {}

    Json expression(const Expression& expression, bool isRoot) const {
        Json json = Json::object();
        json.set("op", keyOf(expression.operation));
        json.set("value", numberJson(evaluate(expression)));
        setIfAny(json, "label", expression.label);
        setIfAny(json, "unit", expression.unit);
        setIfAny(json, "note", expression.note);
        if (!expression.nodes.empty()) json.set("loops", nodes(expression.nodes));
        if (expression.figure) json.set("figure", toText(*expression.figure, m_explainer.target()));
        const bool isElsewhere = !isRoot && expression.figure && contains(m_elsewhere, *expression.figure);
        if (expression.isLeaf() || isElsewhere) return json;
        Json operands = Json::array();
        for (const Expression& operand : expression.operands) operands.push(this->expression(operand, false));
        json.set("operands", std::move(operands));
        return json;
    }

    Json derivation(const Derivation& derivation) const {
        Json json = Json::object();
        json.set("figure", derivation.name);
        json.set("title", derivation.title);
        json.set("value", numberJson(derivation.value()));
        json.set("unit", derivation.unit);
        json.set("instances", derivation.instances);
        json.set("per_instance", derivation.perInstance());
        json.set("rule", derivation.rule);
        json.set("semantics", derivation.semantics);
        json.set("reference", derivation.reference);
        json.set("limit", derivation.limit ? Json(*derivation.limit) : Json());
        json.set("verdict", derivation.verdict);
        json.set("loops", nodes(nodesOf(derivation.expression)));
        json.set("expression", expression(derivation.expression, true));
        return json;
    }

private:
    static void setIfAny(Json& json, const char* key, const std::string& text) {
        if (!text.empty()) json.set(key, text);
    }
    static Json nodes(const std::vector<int>& nodes) {
        Json list = Json::array();
        for (const int node : nodes) list.push(node);
        return list;
    }

    const Explainer& m_explainer;
    const Figures& m_elsewhere;
};

}  // namespace

Result<std::vector<Derivation>> explainAll(Explainer& explainer, const std::vector<std::string>& words) {
    Figures figures;
    Diagnostics problems;
    const auto add = [&](const FigureId& id) {
        if (!contains(figures, id)) figures.push_back(id);
    };
    for (const std::string& word : words) {
        if (word == "all") {
            for (const FigureId& id : explainer.figures()) add(id);
            continue;
        }
        const Result<FigureId> id = parseFigure(word, explainer.target());
        if (id)
            add(*id);
        else
            problems.insert(problems.end(), id.diagnostics().begin(), id.diagnostics().end());
    }
    std::vector<Derivation> derivations;
    for (const FigureId& id : figures) {
        Result<Derivation> derivation = explainer.explain(id);
        if (derivation)
            derivations.push_back(*std::move(derivation));
        else
            problems.insert(problems.end(), derivation.diagnostics().begin(), derivation.diagnostics().end());
    }
    if (!problems.empty()) return problems;
    return derivations;
}

std::string explainText(const std::vector<Derivation>& derivations) {
    const Figures figures = figuresIn(derivations);
    std::string text;
    for (const Derivation& derivation : derivations)
        text.append(text.empty() ? "" : "\n")
            .append(headText(derivation))
            .append(Tree(derivation.expression, figures).text());
    return text;
}

Json explainJson(const std::vector<Derivation>& derivations, const Explainer& explainer) {
    const Figures figures = figuresIn(derivations);
    const Writer writer(explainer, figures);
    Json list = Json::array();
    for (const Derivation& derivation : derivations) list.push(writer.derivation(derivation));
    return list;
}

}  // namespace lapidary
