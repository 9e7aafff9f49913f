// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The task fabric of studies: a tile of a layer on MAERI, chosen as the setting says and simulated cycle by cycle. Pure
// functions.
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

struct FabricFigures {
    std::vector<std::pair<std::string, StudyValue>> figures;
    bool stopped = false;
};
Result<FabricFigures> fabricFiguresOf(const StudyFabric& task, const Workload& workload,
                                      const Architecture& architecture, Job& job);
std::vector<StudyFigureInfo> fabricFigureInfos();

}  // namespace lapidary
