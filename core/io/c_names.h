// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of an einsum as identifiers of C: any name is legal there, here it must be a word that is neither a keyword nor
// taken. No thread rule: one owner.
#pragma once

#include <set>
#include <string>

namespace lapidary {

class CNames {
public:
    CNames();
    /// An identifier as near to `wanted` as possible, handed out once.
    std::string take(const std::string& wanted);

private:
    std::set<std::string> m_taken;
};

}  // namespace lapidary
