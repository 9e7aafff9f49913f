// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What comes with Lapidary, by key: designs ("eyeriss-like"), networks ("resnet50") and layers ("resnet50/layer1_0_conv2").
// Embedded in the program; a KEY that is an existing file is read from there instead (loadX).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/arch/architecture.h"
#include "core/io/study_file.h"
#include "core/io/sweep_file.h"
#include "core/workload/network.h"

namespace lapidary {

struct PresetInfo {
    std::string kind;  ///< "architecture", "network", "workload", "constraints", "sweep", "study"
    std::string key;
    std::string title;
    std::string source;
};
std::vector<PresetInfo> presets(std::string_view kind = {});  ///< in a fixed order: designs first

/// KEY or FILE; an unknown key names the nearest.
Result<Architecture> loadArchitecture(std::string_view keyOrFile);
Result<Network> loadNetwork(std::string_view keyOrFile);
/// "resnet50/layer1_0_conv2", a workload preset's key or a workload file.
Result<Workload> loadWorkload(std::string_view keyOrFile);
Result<Constraints> loadConstraints(std::string_view keyOrFile);
Result<SweepFile> loadSweep(std::string_view keyOrFile);
Result<StudyFile> loadStudy(std::string_view keyOrFile);

/// What to say of a layer that isn't one of `names`: the nearest, else the first of them.
Diagnostic unknownLayer(std::string_view network, std::string_view layer, const std::vector<std::string>& names);

}  // namespace lapidary
