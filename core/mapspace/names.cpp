// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/names.h"

#include <algorithm>
#include <array>

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
    unknown("the workload has no dimension", where, name, known);
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
    unknown("the workload has no tensor or role", where, name, known);
    return 0;
}

void ConstraintNames::checkLevel(const std::string& name) {
    if (m_target.architecture.findLevel(name) >= 0) return;
    std::vector<std::string> known;
    for (const Level& level : m_target.architecture.levels()) known.push_back(level.name);
    unknown("the design has no level", {{}, 0, 0, "constraints.levels"}, name, known);
}

void ConstraintNames::checkFanout(const std::string& name) {
    if (m_target.architecture.findFanout(name) >= 0) return;
    std::vector<std::string> known;
    for (const Fanout& fanout : m_target.architecture.fanouts()) known.push_back(fanout.name);
    unknown("the design has no fanout", {{}, 0, 0, "constraints.fanouts"}, name, known);
}

void ConstraintNames::unknown(const std::string& what, const Place& where, const std::string& name,
                              const std::vector<std::string>& known) {
    std::string all;
    for (const std::string& word : known) all += (all.empty() ? "there is " : ", ") + word;
    m_lacking.push_back(errorAt(where, what + " '" + name + "'", didYouMean(name, known, std::move(all))));
    if (m_fromUser) return m_errors.push_back(m_lacking.back());
    auto& names = m_ignored[what];
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// By the names that designs know its dimensions by.
bool ConstraintNames::isConvolution() const {
    return std::ranges::all_of(std::array{"C", "M", "P", "Q", "R", "S"},
                               [&](const char* name) { return m_target.workload.findDimension(name) >= 0; });
}

Diagnostics ConstraintNames::diagnostics() const {
    if (!m_errors.empty()) return m_errors;
    Diagnostics notes;
    for (auto [what, names] : m_ignored) {
        // A convolution without groups is one of a single group: what a design says of groups holds as it is.
        if (isConvolution()) std::erase(names, "G");
        if (names.empty()) continue;
        std::string message = what;
        for (const std::string& name : names) message += (&name == &names.front() ? " '" : ", '") + name + "'";
        message += std::string("; the design's constraints on ") + (names.size() == 1 ? "it" : "them") + " are ignored";
        notes.push_back({Severity::note, std::move(message), {{}, 0, 0, "constraints"}, {}});
    }
    return notes;
}

}  // namespace lapidary
