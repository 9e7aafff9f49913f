// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of an exported document; export.h puts them together. Each writer appends its lines and its notes.
#pragma once

#include <string>
#include <vector>

#include "core/io/timeloop/export.h"
#include "core/io/timeloop/ladder.h"

namespace lapidary::timeloop {

/// A name as a YAML scalar: in quotes where YAML would read something else.
std::string scalarOf(const std::string& text);
/// Any text in double quotes, with what they would end or change escaped.
std::string quotedYaml(const std::string& text);

struct Export {
    TimeloopFormat format = TimeloopFormat::v3;
    std::string text;
    Diagnostics notes;

    bool isV4() const { return format == TimeloopFormat::v4; }
    void line(int depth, const std::string& content) {
        text += std::string(static_cast<std::size_t>(depth) * 2, ' ') + content + '\n';
    }
    void warn(const std::string& message) { notes.push_back({Severity::warning, message, {}, {}}); }
    void note(const std::string& message) { notes.push_back({Severity::note, message, {}, {}}); }
};

void writeArchitecture(const Architecture& design, const Ladder& ladder, Export& out);
void writeTables(const Architecture& design, const Ladder& ladder, Export& out);
/// The design's own constraints, by the letters of the workload; what Timeloop can't say is warned of.
void writeConstraints(const Target& target, const Ladder& ladder, Export& out);
/// `mapping` may be null; its padded bounds count.
void writeProblem(const Workload& workload, const Mapping* mapping, Export& out);
Diagnostics writeMapping(const Mapping& mapping, const Ladder& ladder, const Target& target, Export& out);

}  // namespace lapidary::timeloop
