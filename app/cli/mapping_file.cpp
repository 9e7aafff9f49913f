// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/mapping_file.h"

#include "core/io/native.h"
#include "core/mapping/validity.h"

namespace lapidary::cli {

Result<Mapping> readMapping(const std::string& file, const Target& target) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    std::vector<int> lines;
    auto mapping = mappingFromText(*text, file, target.workload, target.architecture, &lines);
    if (!mapping) return mapping;
    Diagnostics form = checkForm(*mapping, target, file, lines);
    if (hasErrors(form)) return form;
    return mapping;
}

}  // namespace lapidary::cli
