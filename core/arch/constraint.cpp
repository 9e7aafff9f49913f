// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/constraint.h"

#include <cctype>
#include <charconv>

namespace lapidary {

namespace {

struct RelationText {
    FactorRule::Relation relation;
    std::string_view text;
};

/// Longer texts first: the scanner takes the first that fits.
constexpr RelationText kRelations[] = {
    {FactorRule::Relation::atMost, "<="}, {FactorRule::Relation::atLeast, ">="}, {FactorRule::Relation::equal, "="}};

bool startsName(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continuesName(char c) { return startsName(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool continuesWord(char c) { return continuesName(c) || c == '.' || c == '-' || c == '+'; }

class FactorRuleParser {
public:
    explicit FactorRuleParser(std::string_view text) : m_text(text) {}

    Result<FactorRule> parse() {
        FactorRule rule;
        rule.dimension = name();
        if (rule.dimension.empty()) return expected("a dimension");
        const RelationText* relation = relationHere();
        if (relation == nullptr) return expected("'<=', '>=' or '='");
        rule.relation = relation->relation;

        skipSpace();
        const std::size_t valueAt = m_at;
        const std::string_view word = valueWord();
        rule.full = word == "full";
        if (rule.full && rule.relation != FactorRule::Relation::equal)
            return failure(valueAt, "'full' goes with '=' only, as in '" + rule.dimension + " = full'");
        if (!rule.full) {
            const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), rule.value);
            if (code == std::errc::result_out_of_range)
                return failure(valueAt, "'" + std::string(word) + "' is too large");
            if (word.empty() || code != std::errc() || end != word.data() + word.size()) {
                m_at = valueAt;
                return expected("a whole number or 'full'");
            }
            if (rule.value < 1) return failure(valueAt, "a trip count is at least 1, found " + std::string(word));
        }
        skipSpace();
        if (m_at < m_text.size()) return expected("nothing more");
        return rule;
    }

private:
    void skipSpace() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
    }

    std::string name() {
        skipSpace();
        const std::size_t begin = m_at;
        if (m_at < m_text.size() && startsName(m_text[m_at]))
            while (m_at < m_text.size() && continuesName(m_text[m_at])) ++m_at;
        return std::string(m_text.substr(begin, m_at - begin));
    }

    const RelationText* relationHere() {
        skipSpace();
        for (const RelationText& candidate : kRelations) {
            if (m_text.substr(m_at).starts_with(candidate.text)) {
                m_at += candidate.text.size();
                return &candidate;
            }
        }
        return nullptr;
    }

    std::string_view valueWord() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && continuesWord(m_text[m_at])) ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    Diagnostic failure(std::size_t at, std::string message) const {
        return errorAt({.line = 1, .column = static_cast<int>(at) + 1}, std::move(message),
                       "a factor rule reads 'C <= 4', 'Q >= 2', 'M = 3' or 'R = full'");
    }

    Diagnostic expected(std::string_view what) const {
        const std::string rest(m_text.substr(m_at));
        return failure(m_at, "expected " + std::string(what) + ", found " +
                                 (rest.empty() ? std::string("the end") : "'" + rest + "'"));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

Result<FactorRule> parseFactorRule(std::string_view text) { return FactorRuleParser(text).parse(); }

std::string toText(const FactorRule& rule) {
    std::string text = rule.dimension;
    for (const RelationText& candidate : kRelations)
        if (candidate.relation == rule.relation) text += " " + std::string(candidate.text) + " ";
    return text + (rule.full ? std::string("full") : std::to_string(rule.value));
}

}  // namespace lapidary
