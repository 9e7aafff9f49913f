// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables for papers and pages: LaTeX (booktabs) and Markdown. Numeric columns stand to the right. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/io/table.h"

namespace lapidary {

/// A tabular for \input; needs \usepackage{booktabs}.
std::string toLatex(const Table& table);
/// A pipe table.
std::string toMarkdown(const Table& table);

/// Plain text with what LaTeX would take for commands escaped.
std::string latexEscaped(std::string_view text);

}  // namespace lapidary
