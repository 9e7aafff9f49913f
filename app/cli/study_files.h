// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The files of `study`: which study, where its results are kept, and what they hold.
#pragma once

#include "app/cli/request.h"
#include "core/io/study_results.h"

namespace lapidary::cli {

/// What KEY or --study names, with --seed.
Result<StudyFile> studyOf(const Request& request);
/// --results, else NAME.results.json here.
std::string resultsFileOf(const Request& request, const StudyFile& study);
/// The results that are there. They keep the seed they were found with, which then is the study's; another --seed is
/// refused.
Result<StudyOutcomes> keptResults(const Request& request, StudyFile& study);

}  // namespace lapidary::cli
