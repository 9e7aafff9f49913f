// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Examples that open with one click, "lapidary/example/1": inputs by keys of presets, what a person will see, and short
// searches that are made at the moment of opening, so that there is something to look at which this very program found.
//   { "schema": "lapidary/example/1", "place": 1, "title": "...", "about": "...", "source": "...",
//     "workload": "tensor-100", "architecture": "toy-6", "mapspace": "ruby-s", "search": {"seed": 1},
//     "perspective": "mapping", "picture": "tree",
//     "runs": [{"mapspace": "pfm", "max_evaluations": 4000}] }
// Plain values; rehearse() may be called by any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.h"
#include "core/io/session.h"

namespace lapidary {

/// What of its best mapping stands for the example.
enum class ExamplePicture { tree, array, curves, energy, nest };
std::span<const KeyEntry<ExamplePicture>> keyTable(ExamplePicture);

/// A search that is short enough to be made while one waits.
struct ShortRun {
    Factorization mapspace = Factorization::perfect;
    std::int64_t maxEvaluations = 1;
};

struct Example {
    std::string title, about, source;
    int place = 0;  ///< order on the page
    std::string perspective;
    ExamplePicture picture = ExamplePicture::nest;
    SessionInputs inputs;
    std::vector<ShortRun> runs;
};

/// Errors are located; keys of presets that don't exist name the nearest.
Result<Example> exampleFromJson(const Json& json, std::string_view file);
/// KEY or FILE.
Result<Example> loadExample(std::string_view keyOrFile);

/// The session that the example opens with: its inputs, its short runs with their results, the best of the last one on
/// show. Stopped by `job`, an error. The same at any thread count apart from times.
Result<Session> rehearse(const Example& example, Job& job);

}  // namespace lapidary
