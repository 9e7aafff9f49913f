// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/names.h"

#include <algorithm>

#include "core/base/json.h"

namespace lapidary {

int ConstraintNames::dimension(const std::string& name, const Place& where) {
    const auto& dimensions = m_target.workload.dimensions();
    int found = m_target.workload.findDimension(name);
    if (found >= 0 && !m_fromUser) {
        // Designs speak of aliases: 'N', their batch, is no GEMM's column n, which they know as Q.
        const Dimension& match = dimensions[static_cast<std::size_t>(found)];
        if (!match.alias.empty() && match.name != name && match.alias != name) found = -1;
    }
    if (found >= 0) return found;
    std::vector<std::string> known;
    for (const Dimension& d : dimensions) {
        known.push_back(d.name);
        if (!d.alias.empty()) known.push_back(d.alias);
    }
    unknown("the workload has no dimension '" + name + "'", where, name, known);
    return -1;
}

unsigned ConstraintNames::tensors(const std::string& name, const Place& where) {
    const unsigned found = m_target.workload.tensorMask(name);
    if (found) return found;
    std::vector<std::string> known;
    for (const Tensor& t : m_target.workload.tensors()) {
        known.push_back(t.name);
        known.push_back(t.role);
    }
    unknown("the workload has no tensor or role '" + name + "'", where, name, known);
    return 0;
}

void ConstraintNames::checkLevel(const std::string& name) {
    if (m_target.architecture.findLevel(name) >= 0) return;
    std::vector<std::string> known;
    for (const Level& level : m_target.architecture.levels()) known.push_back(level.name);
    unknown("the design has no level '" + name + "'", {{}, 0, 0, "constraints.levels"}, name, known);
}

void ConstraintNames::checkFanout(const std::string& name) {
    if (m_target.architecture.findFanout(name) >= 0) return;
    std::vector<std::string> known;
    for (const Fanout& fanout : m_target.architecture.fanouts()) known.push_back(fanout.name);
    unknown("the design has no fanout '" + name + "'", {{}, 0, 0, "constraints.fanouts"}, name, known);
}

void ConstraintNames::unknown(const std::string& message, const Place& where, const std::string& name,
                              const std::vector<std::string>& known) {
    Diagnostic found = errorAt(where, message);
    if (!m_fromUser) {
        found.severity = Severity::note;
        found.hint = "ignored";
    } else if (const std::string suggestion = nearest(name, known); !suggestion.empty()) {
        found.hint = "did you mean '" + suggestion + "'?";
    } else {
        std::string list;
        for (const std::string& word : known) list += (list.empty() ? "" : ", ") + word;
        found.hint = "there is " + list;
    }
    m_diagnostics.push_back(std::move(found));
}

}  // namespace lapidary
