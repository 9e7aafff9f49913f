// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table as a file, with its provenance: the one writer behind the window, `lapidary --headless export` and
// `lapidary-cli export`, so that their tables cannot differ. Pure functions.
#pragma once

#include <span>
#include <string>

#include "core/base/key_table.h"
#include "core/io/provenance.h"
#include "core/io/table.h"

namespace lapidary {

enum class TableFormat { text, csv, tsv, latex, markdown, json };
std::span<const KeyEntry<TableFormat>> keyTable(TableFormat);

/// "csv", "tex"; the format of a file's ending, which may begin with a dot.
std::string_view endingOf(TableFormat format);
std::optional<TableFormat> tableFormatOfEnding(std::string_view ending);

/// Programs read all digits, people rounded ones.
NumberStyle usualStyle(TableFormat format);

/// The whole file: comment lines (in JSON the object "lapidary") and the table.
std::string writeTable(const Table& table, TableFormat format, const Provenance& provenance);

}  // namespace lapidary
