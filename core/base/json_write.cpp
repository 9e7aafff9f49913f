// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/json.h"

namespace lapidary {

namespace {

constexpr std::size_t kLineLength = 100;

bool isScalar(const Json& value) { return !value.isArray() && !value.isObject(); }

void appendQuoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20) {
                std::array<char, 8> escape;
                std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
                out += escape.data();
            } else {
                out += c;
            }
        }
    }
    out += '"';
}

class Writer {
public:
    explicit Writer(int indent) : m_indent(indent) {}

    void write(const Json& value) {
        switch (value.kind()) {
        case Json::Kind::null: m_out += "null"; break;
        case Json::Kind::boolean: m_out += value.boolean() ? "true" : "false"; break;
        case Json::Kind::integer:
        case Json::Kind::real: m_out += value.text(); break;
        case Json::Kind::string: appendQuoted(m_out, value.text()); break;
        case Json::Kind::array:
        case Json::Kind::object:
            if (m_indent >= 0 && !fitsOneLine(value))
                writeLines(value);
            else
                writeInLine(value);
            break;
        }
    }
    std::string take() { return std::move(m_out); }

private:
    /// Only lists of plain values may stand in one line.
    bool fitsOneLine(const Json& list) const {
        const bool plain = std::ranges::all_of(list.items(), isScalar) &&
                           std::ranges::all_of(list.members(), isScalar, &Json::Member::value);
        if (!plain || list.size() > kLineLength) return false;
        Writer line(-1);
        line.writeInLine(list);
        return m_out.size() - m_lineStart + line.m_out.size() <= kLineLength;
    }

    template <class BeforeEntry>
    void writeEntries(const Json& list, BeforeEntry before) {
        for (const auto& item : list.items()) {
            before();
            write(item);
        }
        for (const auto& member : list.members()) {
            before();
            appendQuoted(m_out, member.name);
            m_out += ": ";
            write(member.value);
        }
    }
    void writeInLine(const Json& list) {
        m_out += list.isObject() ? '{' : '[';
        bool first = true;
        writeEntries(list, [this, &first] {
            if (!first) m_out += ", ";
            first = false;
        });
        m_out += list.isObject() ? '}' : ']';
    }
    void writeLines(const Json& list) {
        m_out += list.isObject() ? '{' : '[';
        ++m_depth;
        bool first = true;
        writeEntries(list, [this, &first] {
            if (!first) m_out += ',';
            first = false;
            breakLine();
        });
        --m_depth;
        breakLine();
        m_out += list.isObject() ? '}' : ']';
    }
    void breakLine() {
        m_out += '\n';
        m_lineStart = m_out.size();
        m_out.append(static_cast<std::size_t>(m_depth) * static_cast<std::size_t>(m_indent), ' ');
    }

    std::string m_out;
    std::size_t m_lineStart = 0;
    int m_indent;
    int m_depth = 0;
};

}  // namespace

std::string Json::dump(int indent) const {
    Writer writer(indent);
    writer.write(*this);
    return writer.take();
}

}  // namespace lapidary
