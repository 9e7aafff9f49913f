// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/validation.h"

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/validation/eyeriss.h"
#include "core/io/validation/oracles.h"

namespace lapidary::validation {

namespace {

Section leftOut() {
    Section section;
    section.key = "left_out";
    section.title = "Published figures that are not compared";
    section.reasons = {
        "NVDLA primer, ResNet-50 by array size: estimates of a vendor, without mappings or the counting of what waits.",
        "TPU v1, ISCA 2017: the shapes of its layers are not public.",
        "EIE, ISCA 2016: sparse; zeros are not skipped here.",
        "SCALE-Sim v3: simulated, and not by mappings that could be said here."};
    return section;
}

}  // namespace

Result<std::vector<Section>> validate(const std::filesystem::path& reference) {
    std::vector<Section> sections;
    for (const auto sectionOf : {oracleSection, eyerissAlexNet, eyerissVgg, eyerissBreakdown, eyerissParts}) {
        auto section = sectionOf(reference);
        if (!section) return section.diagnostics();
        sections.push_back(*std::move(section));
    }
    sections.push_back(leftOut());
    return sections;
}

std::string validationPage(const std::vector<Section>& sections) {
    return "<!-- SPDX-FileCopyrightText: 2026 The Lapidary authors -->\n"
           "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n\n"
           "# Validation\n\n"
           "Our figures next to other tools' and to silicon. Made by `lapidary-cli validate --reference DIR`, where "
           "DIR holds the "
           "reference data; a test makes this page again and compares. Nothing here was fitted to agree: misses stand "
           "as "
           "they are, with their reasons.\n" +
           toMarkdown(sections);
}

Table validationTable(const std::vector<Section>& sections) {
    Table table{{"section", "row", "figure", "value"}, {}};
    for (const Section& section : sections)
        for (const auto& row : section.rows)
            for (std::size_t i = 1; i < row.size(); ++i)
                if (!row[i].isNull())
                    table.rows.push_back({section.key, row.front().text(), section.columns[i],
                                          row[i].isString() ? row[i].text() : formatExact(row[i].real())});
    return table;
}

Json validationJson(const std::vector<Section>& sections) {
    return Json::object().set("lapidary", producerJson("lapidary/validation/1")).set("sections", toJson(sections));
}

}  // namespace lapidary::validation
