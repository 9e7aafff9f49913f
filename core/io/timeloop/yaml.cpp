// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/yaml.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>

namespace lapidary {

namespace {

constexpr int kMaxYamlDepth = 200;
constexpr int kMaxYamlValues = 500'000;
constexpr std::size_t kMaxYamlText = std::size_t{16} << 20;   ///< bytes; yaml-cpp needs a hundred times as much
constexpr std::size_t kMaxYamlWords = std::size_t{64} << 20;  ///< bytes of all words, aliases counted each time

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// "12", "-3", "0.5", ".5", "1e-3": decimal only, no leading zeros that YAML 1.1 would read as octal.
bool isNumber(std::string_view word) {
    if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
    const auto digits = [&word] {
        const auto end = std::find_if_not(word.begin(), word.end(), isDigit);
        const auto count = static_cast<std::size_t>(end - word.begin());
        word.remove_prefix(count);
        return count;
    };
    if (word.size() > 1 && word[0] == '0' && isDigit(word[1])) return false;
    std::size_t count = digits();
    if (!word.empty() && word.front() == '.') {
        word.remove_prefix(1);
        count += digits();
    }
    if (count == 0) return false;
    if (word.empty()) return true;
    if (word.front() != 'e' && word.front() != 'E') return false;
    word.remove_prefix(1);
    if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
    return digits() > 0 && word.empty();
}

Json plainWord(std::string word) {
    constexpr std::array<std::string_view, 6> yes{"true", "True", "TRUE", "yes", "Yes", "on"};
    constexpr std::array<std::string_view, 6> no{"false", "False", "FALSE", "no", "No", "off"};
    const auto isOneOf = [&](const auto& words) { return std::ranges::find(words, word) != words.end(); };
    if (word.empty() || word == "~" || word == "null" || word == "Null" || word == "NULL") return {};
    if (isOneOf(yes)) return true;
    if (isOneOf(no)) return false;
    if (!isNumber(word)) return word;
    if (word.front() == '+') word.erase(0, 1);
    return Json::numberText(std::move(word));
}

std::string withUnderscores(std::string key) {
    std::ranges::replace(key, '-', '_');
    return key;
}

class YamlConverter {
public:
    explicit YamlConverter(std::string_view file) : m_file(file) {}

    Json convert(const YAML::Node& node) {
        Json result;
        if (++m_values > kMaxYamlValues || m_depth >= kMaxYamlDepth || m_wordBytes > kMaxYamlWords) {
            if (m_errors.empty()) fail(node.Mark(), tooLarge());
            return result;
        }
        ++m_depth;
        switch (node.Type()) {
        case YAML::NodeType::Map: result = convertMap(node); break;
        case YAML::NodeType::Sequence: result = convertList(node); break;
        case YAML::NodeType::Scalar: result = convertScalar(node); break;
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined: result = tagged(node, Json()); break;
        }
        --m_depth;
        place(result, node.Mark());
        return result;
    }

    Diagnostics takeErrors() { return std::move(m_errors); }

private:
    static std::string tooLarge() {
        return "the document is more than " + std::to_string(kMaxYamlDepth) + " deep or has more than " +
               std::to_string(kMaxYamlValues) + " values or " + std::to_string(kMaxYamlWords >> 20) +
               " MiB of words, aliases included";
    }

    void fail(const YAML::Mark& mark, std::string message, std::string hint = {}) {
        m_errors.push_back(errorAt({m_file, mark.line + 1, mark.column + 1, {}}, std::move(message), std::move(hint)));
    }

    static void place(Json& json, const YAML::Mark& mark) { json.setPosition(mark.line + 1, mark.column + 1); }

    /// The word behind '!', empty for none and for YAML's own.
    static std::string tagOf(const YAML::Node& node) {
        const std::string& tag = node.Tag();
        return tag.size() > 1 && tag.front() == '!' ? tag.substr(1) : std::string();
    }

    /// A tag on nothing at all, "- !Nothing", makes a mapping of only that tag.
    Json tagged(const YAML::Node& node, Json value) {
        const std::string tag = tagOf(node);
        if (tag.empty()) return value;
        if (!value.isNull() && !value.isObject()) {
            fail(node.Mark(), "unexpected tag '!" + tag + "'", "tags belong to mappings, such as '- !Component {...}'");
            return value;
        }
        Json name(tag);
        place(name, node.Mark());
        if (value.isNull()) value = Json::object();
        value.append({std::string(kYamlTag), std::move(name), node.Mark().line + 1, node.Mark().column + 1});
        return value;
    }

    Json convertScalar(const YAML::Node& node) {
        m_wordBytes += node.Scalar().size();
        const bool isPlain = node.Tag() == "?" || node.Tag().empty() || !tagOf(node).empty();
        return tagged(node, isPlain ? plainWord(node.Scalar()) : Json(node.Scalar()));
    }

    Json convertList(const YAML::Node& node) {
        std::vector<Json> items;
        for (const YAML::Node& item : node) items.push_back(convert(item));
        return tagged(node, Json::array(std::move(items)));
    }

    using LineOfKey = std::unordered_map<std::string, int>;

    Json convertMap(const YAML::Node& node) {
        Json result = tagged(node, Json::object());
        LineOfKey lines;
        std::vector<YAML::Node> merged;
        for (const auto& member : node) {
            if (!member.first.IsScalar()) {
                fail(member.first.Mark(), "expected a word as a key");
                continue;
            }
            if (member.first.Scalar() == "<<") {
                merged.push_back(member.second);
                continue;
            }
            const std::string key = withUnderscores(member.first.Scalar());
            m_wordBytes += key.size();
            const auto [earlier, isNew] = lines.try_emplace(key, member.first.Mark().line + 1);
            if (!isNew) {
                fail(member.first.Mark(), "duplicate key '" + member.first.Scalar() + "'",
                     "it also stands in line " + std::to_string(earlier->second));
                continue;
            }
            appendMember(result, key, convert(member.second), member.first.Mark());
        }
        for (const YAML::Node& source : merged) merge(source, result, lines);
        return result;
    }

    /// What the mapping itself says goes before what is merged into it; of several sources the first.
    void merge(const YAML::Node& source, Json& result, LineOfKey& lines) {
        if (source.IsSequence()) {
            for (const YAML::Node& each : source) mergeOne(each, result, lines);
        } else {
            mergeOne(source, result, lines);
        }
    }

    /// A tag says what its own mapping is, not what others are that take over its keys.
    void mergeOne(const YAML::Node& source, Json& result, LineOfKey& lines) {
        if (!source.IsMap()) return fail(source.Mark(), "expected a mapping behind the merge key '<<'");
        const Json members = convert(source);
        for (const Json::Member& member : members.members())
            if (member.name != kYamlTag && lines.try_emplace(member.name, member.line).second) result.append(member);
    }

    static void appendMember(Json& object, const std::string& key, Json value, const YAML::Mark& mark) {
        // An empty value has no place of its own.
        if (value.line() <= 0 || (value.isNull() && value.line() < mark.line + 1))
            value.setPosition(mark.line + 1, mark.column + 1);
        object.append({key, std::move(value), mark.line + 1, mark.column + 1});
    }

    std::string m_file;
    Diagnostics m_errors;
    int m_depth = 0;
    int m_values = 0;
    std::size_t m_wordBytes = 0;
};

/// Where the first template stands, if one does. Templates are expanded before YAML is read, in quotes, too; only those
/// in comments change nothing.
std::optional<Place> templateIn(std::string_view text, const std::string& file) {
    int line = 1;
    for (std::size_t start = 0; start < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        char quote = 0;
        for (std::size_t at = start; at < end; ++at) {
            const char c = text[at];
            if (text.substr(at, end - at).starts_with("{{"))
                return Place{file, line, static_cast<int>(at - start) + 1, {}};
            if (quote == 0 && c == '#' && (at == start || text[at - 1] == ' ' || text[at - 1] == '\t')) break;
            if (c == quote)
                quote = 0;
            else if (quote == 0 && (c == '"' || c == '\''))
                quote = c;
        }
        start = end + 1;
    }
    return std::nullopt;
}

}  // namespace

Result<Json> parseYaml(std::string_view text, std::string_view file) {
    const std::string name(file);
    if (text.size() > kMaxYamlText)
        return errorAt({.file = name}, "more than " + std::to_string(kMaxYamlText >> 20) + " MiB of YAML",
                       "give the parts that are needed");
    if (const auto place = templateIn(text, name))
        return errorAt(*place, "templates ('{{ ... }}') are not expanded", "write out what the template stands for");
    try {
        const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
        if (documents.empty()) return errorAt({name, 1, 1, {}}, "the file holds no YAML document");
        if (documents.size() > 1) {
            const YAML::Mark mark = documents[1].Mark();
            return errorAt({name, mark.line + 1, mark.column + 1, {}},
                           "expected one YAML document, found a second one");
        }
        YamlConverter converter(file);
        Json json = converter.convert(documents.front());
        if (Diagnostics errors = converter.takeErrors(); !errors.empty()) return errors;
        return json;
    } catch (const YAML::Exception& problem) {
        const YAML::Mark mark = problem.mark;
        return errorAt({name, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1, {}}, "no YAML: " + problem.msg,
                       "check the indentation of this line and the one before");
    }
}

}  // namespace lapidary
