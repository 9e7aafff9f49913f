// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An einsum while a person writes it: some lines of text, '#' begins a comment. What the text doesn't say - bounds,
// aliases, roles, word sizes, padding - is taken from the workload it was before, by name. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workload/einsum.h"

namespace lapidary {

struct EinsumDraft {
    std::optional<Workload> workload;  ///< none if there are errors
    Diagnostics problems;              ///< with line and column in the text, in characters from 1
    std::vector<std::string> unknown;  ///< dimensions of the text that have no bound
    std::vector<std::string> unused;   ///< dimensions of the workload before that the text has no longer
    std::vector<std::string> missed;   ///< dimensions that some tensor had before and has no longer
};

/// `declared` adds bounds of new dimensions.
EinsumDraft readDraft(std::string_view text, const Workload& before, const BoundMap& declared = {});

}  // namespace lapidary
