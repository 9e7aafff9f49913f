// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names that constraints use, looked up in a target. What the target lacks is an error in the user's own
// constraints. In a design's, which must fit any workload, it is ignored: one note lists all such names of a kind.
// One thread at a time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/mapping/target.h"

namespace lapidary {

class ConstraintNames {
public:
    /// `target` must outlive this.
    ConstraintNames(const Target& target, bool fromUser) : m_target(target), m_fromUser(fromUser) {}

    const Target& target() const { return m_target; }
    /// Index of a dimension by name or alias; -1, and said, if there is none.
    int dimension(const std::string& name, const Place& where);
    /// Tensors by name or role, as a bit mask; 0, and said, if there is none.
    unsigned tensors(const std::string& name, const Place& where);
    void checkLevel(const std::string& name);
    void checkFanout(const std::string& name);

    void fail(Diagnostic diagnostic) { m_errors.push_back(std::move(diagnostic)); }
    /// Errors if there are any, else notes.
    Diagnostics diagnostics() const;
    /// Every name that was looked for in vain, with its place, as an error whoever's constraints these are.
    const Diagnostics& lacking() const { return m_lacking; }

private:
    /// `what` = "the workload has no dimension".
    void unknown(const std::string& what, const Place& where, const std::string& name,
                 const std::vector<std::string>& known);

    bool isConvolution() const;

    const Target& m_target;
    bool m_fromUser;
    Diagnostics m_errors, m_lacking;
    std::map<std::string, std::vector<std::string>> m_ignored;  ///< by what is lacking: each name once
};

}  // namespace lapidary
