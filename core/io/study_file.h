// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Studies as files, "lapidary/study/1" (docs/formats/study.md): a table or figure of a paper, what it says, the runs that
// redo it, what was published and what is said of the difference. Texts may hold figures, "{ratio|edp|max}". Plain values;
// no thread rule.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/explore/study_table.h"

namespace lapidary {

struct StudyFile {
    std::string name, title, source;
    std::string paper, place, question;
    std::vector<std::string> paperSays, weFind, why, missing;
    StudySpec spec;
    std::vector<StudyTable> tables;
    Json document;  ///< as read
};

/// Errors are located; keys of presets that don't exist name the nearest.
Result<StudyFile> studyFromJson(const Json& json, std::string_view file);
/// What was read, comments apart.
Json toJson(const StudyFile& study);

}  // namespace lapidary
