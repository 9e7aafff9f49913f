// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of a study file, read once its matrices are known. Pure functions.
#pragma once

#include "core/io/study_file.h"

namespace lapidary {

/// Adds to study.tables; what is wrong goes to `out` with its place. Requires a study.spec without problems.
void readStudyTables(ObjectReader& reader, StudyFile& study, Diagnostics& out);
/// Errors about places of figures in texts that name no column or row.
void checkStudyTexts(ObjectReader& reader, const StudyFile& study);

}  // namespace lapidary
