// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A study that can be redone by hand: lines of words on 2 and on 3 PEs (sweep_setup.h). 5 is prime: PFM puts it on one PE,
// 5 steps; Ruby-S needs ceil(5 / PEs). 6 takes 6 / PEs steps in both. Energy is 103 pJ a word. Header-only.
#pragma once

#include "core/explore/study.h"
#include "tests/support/sweep_setup.h"

namespace lapidary::testing {

inline StudySetting exhaustively(const std::string& name = "all") {
    StudySetting setting;
    setting.name = name;
    setting.search.algorithm = Algorithm::exhaustive;
    return setting;
}

inline StudySpec lineStudy() {
    StudyRuns runs;
    runs.name = "lines";
    runs.workloads = {{"five", line("five", 5), 2}, {"six", line("six", 6), 1}};
    runs.designs = {{"two", orDie(withSetting(lineDesign(), "PE.fanout", "2x1"))},
                    {"three", orDie(withSetting(lineDesign(), "PE.fanout", "3x1"))}};
    runs.mapspaces = {Factorization::perfect, Factorization::rubyS};
    runs.settings = {exhaustively()};
    return {{runs}, {}};
}

inline StudyResult ran(const StudySpec& spec, const StudyRunOptions& options = {}) {
    Job job;
    return orDie(runStudy(spec, options, job));
}

inline double numberOf(const StudyValue& value) {
    const double* number = std::get_if<double>(&value);
    return number ? *number : -1;
}

}  // namespace lapidary::testing
