// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/nest_text.h"

#include "core/io/native.h"

namespace lapidary {

std::string nestToText(const Mapping& mapping, const Target& target, const Provenance& provenance) {
    return commentLines(provenance, "# ") + toText(mapping, target.workload, target.architecture);
}

std::string nestToJson(const Mapping& mapping, const Target& target, const Provenance& provenance) {
    Json json = mappingToJson(mapping, target.workload, target.architecture);
    return json.set("lapidary", toJson(provenance)).dump() + '\n';
}

}  // namespace lapidary
