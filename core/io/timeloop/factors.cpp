// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/factors.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/io/read_native.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isDecimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class FactorScanner {
public:
    FactorScanner(ObjectReader& entry, std::string key, const TimeloopProblem& problem, std::vector<FactorText>& out)
        : m_entry(entry), m_key(std::move(key)), m_problem(problem), m_out(out) {}

    void scan(const Json& text) {
        m_value = &text;
        m_text = text.text();
        m_at = 0;
        while (skipSeparators())
            if (!readOne()) return;
    }

private:
    bool skipSeparators() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == ',' || m_text[m_at] == '\n')) ++m_at;
        return m_at < m_text.size();
    }

    bool refuse(std::size_t at, std::string message, std::string hint = {}) {
        Json place = *m_value;
        place.setPosition(m_value->line(), m_value->column() + static_cast<int>(at));
        m_entry.fail(place, m_key, std::move(message), std::move(hint));
        return false;
    }

    std::string wordAt(std::size_t at) const {
        const std::size_t end = std::min(m_text.find_first_of(" ,", at), m_text.size());
        return m_text.substr(at, end - at);
    }

    std::optional<std::int64_t> number() {
        std::int64_t value = 0;
        const char* begin = m_text.data() + m_at;
        const auto [end, code] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (code != std::errc() || !isDecimal(*begin)) return std::nullopt;
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    bool accept(std::string_view token) {
        if (m_text.compare(m_at, token.size(), token) != 0) return false;
        m_at += token.size();
        return true;
    }

    bool readOne() {
        const std::size_t start = m_at;
        if (!isLetter(m_text[m_at]))
            return refuse(m_at, "expected a factor such as 'M=4', found '" + wordAt(m_at) + "'");
        std::size_t end = m_at;
        while (end < m_text.size() && isLetter(m_text[end])) ++end;
        const std::string name = m_text.substr(m_at, end - m_at);
        FactorText factor;
        factor.letter = m_problem.find(name);
        if (factor.letter < 0)
            return refuse(m_at, "no dimension is named '" + name + "'",
                          didYouMean(name, m_problem.names(), "the problem has " + joined(m_problem.names())));
        if (std::ranges::any_of(m_out, [&](const FactorText& other) {
                return other.letter == factor.letter && (other.relation == FactorRule::Relation::equal);
            }))
            return refuse(m_at, "'" + name + "' has a factor here already");
        m_at = end;
        readRelation(factor);
        if (!readValue(factor, name)) return false;
        Json place = *m_value;
        place.setPosition(m_value->line(), m_value->column() + static_cast<int>(start));
        factor.place = m_entry.placeOf(place, m_key);
        m_out.push_back(factor);
        return true;
    }

    void readRelation(FactorText& factor) {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        if (accept("<="))
            factor.relation = FactorRule::Relation::atMost;
        else if (accept(">="))
            factor.relation = FactorRule::Relation::atLeast;
        else
            accept("=");
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
    }

    bool readValue(FactorText& factor, const std::string& name) {
        const std::size_t at = m_at;
        const auto value = m_at < m_text.size() ? number() : std::nullopt;
        if (!value || *value > kMaxBound)
            return refuse(at, "expected a whole number up to 2^40 for '" + name + "', found '" + wordAt(at) + "'");
        factor.value = *value;
        if (m_at + 1 < m_text.size() && m_text[m_at] == ',' && isDecimal(m_text[m_at + 1])) {
            const std::size_t tailAt = ++m_at;
            const auto residual = number();
            const std::int64_t end =
                *value == 0 ? m_problem.letters[static_cast<std::size_t>(factor.letter)].bound : *value;
            if (!residual || *residual < 1 || *residual > end)
                return refuse(tailAt, "residual " + wordAt(tailAt) + " of '" + name +
                                          "' is out of range, expected 1 to " + std::to_string(end));
            factor.residual = *residual;
        }
        if (m_at < m_text.size() && m_text[m_at] != ' ' && m_text[m_at] != ',' && m_text[m_at] != '\n')
            return refuse(at, "expected a whole number for '" + name + "', found '" + wordAt(at) + "'");
        return true;
    }

    ObjectReader& m_entry;
    std::string m_key;
    const TimeloopProblem& m_problem;
    std::vector<FactorText>& m_out;
    const Json* m_value = nullptr;
    std::string m_text;
    std::size_t m_at = 0;
};

/// Texts at a key: one, or a list of them.
std::vector<const Json*> textsOf(ObjectReader& entry, std::string_view key, const char* expected) {
    const Json* value = entry.any(key);
    if (value == nullptr) return {};
    if (value->isString()) return {value};
    std::vector<const Json*> texts;
    bool fits = value->isArray();
    if (fits)
        for (const Json& item : value->items()) {
            fits = fits && item.isString();
            texts.push_back(&item);
        }
    if (fits) return texts;
    entry.fail(*value, key, std::string("expected ") + expected + ", found " + described(*value));
    return {};
}

}  // namespace

std::vector<FactorText> readFactors(ObjectReader& entry, std::string_view key, const TimeloopProblem& problem) {
    std::vector<FactorText> factors;
    FactorScanner scanner(entry, std::string(key), problem, factors);
    for (const Json* text : textsOf(entry, key, "factors such as 'M=4 C<=2'")) scanner.scan(*text);
    return factors;
}

std::optional<Permutation> readPermutation(ObjectReader& entry, std::string_view key, const TimeloopProblem& problem) {
    const std::vector<const Json*> texts = textsOf(entry, key, "dimensions such as 'CRSM', innermost first");
    if (texts.empty()) return std::nullopt;
    Permutation result;
    result.place = entry.placeOf(*texts.front(), key);
    bool behind = false;
    for (const Json* text : texts) {
        for (std::size_t i = 0; i < text->text().size(); ++i) {
            const char c = text->text()[i];
            if (c == ' ' || c == ',') continue;
            Json place = *text;
            place.setPosition(text->line(), text->column() + static_cast<int>(i));
            if (c == '_') {
                behind = true;
                continue;
            }
            const std::string name(1, c);
            const int letter = problem.find(name);
            if (letter < 0)
                entry.fail(place, key, "no dimension is named '" + name + "'",
                           didYouMean(name, problem.names(), "the problem has " + joined(problem.names())));
            else if (std::ranges::find(result.inner, letter) != result.inner.end() ||
                     std::ranges::find(result.outer, letter) != result.outer.end())
                entry.fail(place, key, "'" + name + "' stands in the permutation twice");
            else
                (behind ? result.outer : result.inner).push_back(letter);
        }
    }
    return result;
}

std::vector<int> completeOrder(const std::optional<Permutation>& permutation, const TimeloopProblem& problem) {
    std::vector<int> order;
    const std::vector<int> outer = permutation ? permutation->outer : std::vector<int>();
    if (permutation) order = permutation->inner;
    for (int letter = 0; letter < static_cast<int>(problem.letters.size()); ++letter)
        if (std::ranges::find(order, letter) == order.end() && std::ranges::find(outer, letter) == outer.end())
            order.push_back(letter);
    order.insert(order.end(), outer.begin(), outer.end());
    return order;
}

std::optional<unsigned> readTensors(ObjectReader& entry, std::string_view key, const Workload& workload) {
    const Json* list = entry.any(key);
    if (list == nullptr) return std::nullopt;
    if (list->isNull()) return 0u;
    if (!list->isArray()) {
        entry.fail(*list, key, "expected a list of data spaces, found " + described(*list));
        return std::nullopt;
    }
    std::vector<const Json*> items;
    for (const Json& item : list->items()) {
        if (!item.isArray())
            items.push_back(&item);
        else
            for (const Json& inner : item.items()) items.push_back(&inner);
    }
    std::vector<std::string> names;
    for (const Tensor& tensor : workload.tensors()) names.push_back(tensor.name);
    unsigned mask = 0;
    for (const Json* item : items) {
        const auto found = std::ranges::find(names, item->text());
        if (!item->isString() || found == names.end()) {
            entry.fail(*item, key,
                       item->isString() ? "no data space is named '" + item->text() + "'"
                                        : "expected a data space, found " + described(*item),
                       didYouMean(item->text(), names, "the problem has " + joined(names)));
            continue;
        }
        mask |= 1u << (found - names.begin());
    }
    return mask;
}

}  // namespace lapidary::timeloop
