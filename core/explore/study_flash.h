// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The task flash of studies: FLASH's search on one product and machine, or one tile set of it counted. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/explore/study.h"
#include "core/workload/workload.h"

namespace lapidary {

struct FlashFigures {
    std::vector<std::pair<std::string, StudyValue>> figures;
    std::string directives;
    bool stopped = false, found = false;
};
Result<FlashFigures> flashFiguresOf(const StudyFlash& task, const Workload& workload, const Architecture& architecture,
                                    Job& job);
std::vector<StudyFigureInfo> flashFigureInfos();

}  // namespace lapidary
