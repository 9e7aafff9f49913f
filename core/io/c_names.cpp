// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/c_names.h"

#include <cctype>

namespace lapidary {

/// Keywords, and what nest_c.cpp's programs and their headers declare.
CNames::CNames()
    : m_taken{"auto",     "break",    "case",     "char",     "const",    "continue", "default", "do",     "double",
              "else",     "enum",     "extern",   "float",    "for",      "goto",     "if",      "inline", "int",
              "long",     "register", "restrict", "return",   "short",    "signed",   "sizeof",  "static", "struct",
              "switch",   "typedef",  "union",    "unsigned", "void",     "volatile", "while",   "main",   "word",
              "int64_t",  "uint32_t", "size_t",   "macs",     "computes", "smaller",  "nest",    "plain",  "fill",
              "allocate", "differs",  "kept",     "sum",      "calloc",   "memcmp",   "memcpy",  "memset", "printf",
              "stdin",    "stdout",   "stderr",   "puts",     "exit",     "abs",      "div",     "NULL",   "EOF"} {}

std::string CNames::take(const std::string& wanted) {
    const bool startsWithLetter = !wanted.empty() && std::isalpha(static_cast<unsigned char>(wanted.front()));
    std::string name = startsWithLetter ? "" : "x";
    for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    while (!m_taken.insert(name).second) name += '_';
    return name;
}

}  // namespace lapidary
