// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/mapping_file.h"

#include <algorithm>

#include "core/io/native.h"
#include "core/mapping/validity.h"

namespace lapidary {

namespace {

/// Column of the first character of a line that isn't blank: where its node stands.
int columnOfText(std::string_view text, int line) {
    for (int skipped = 1; skipped < line; ++skipped) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return static_cast<int>(std::min(text.find_first_not_of(" \t"), text.size())) + 1;
}

}  // namespace

Result<Mapping> readMapping(const std::string& file, const Target& target) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    std::vector<int> lines;
    auto mapping = mappingFromText(*text, file, target.workload, target.architecture, &lines);
    if (!mapping) return mapping;
    Diagnostics form = checkForm(*mapping, target, file, lines);
    for (Diagnostic& diagnostic : form)
        if (diagnostic.place.line > 0) diagnostic.place.column = columnOfText(*text, diagnostic.place.line);
    if (hasErrors(form)) return form;
    return mapping;
}

}  // namespace lapidary
