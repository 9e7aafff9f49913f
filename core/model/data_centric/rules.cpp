// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/rules.h"

#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary::data_centric {
namespace {

constexpr KeyEntry<Quirk> kQuirks[] = {
    {Quirk::noReloadAfterRestart, "no_reload_after_restart", "No reload after a restart",
     "nothing is reloaded when a loop of another tensor advances and inner loops restart", "MAESTRO, Q1"},
    {Quirk::fullEdgeTiles, "full_edge_tiles", "Full edge tiles", "a last partial temporal tile is fetched whole",
     "MAESTRO, Q2"},
    {Quirk::uncountedCopies, "uncounted_copies", "Copies aren't counted",
     "the copies of a multicast into several L1s count as one write", "MAESTRO, Q3"},
    {Quirk::noL1EnergyInClusters, "no_l1_energy_in_clusters", "No L1 energy in clusters",
     "the energy in nJ has no L1 term for dataflows of several levels", "MAESTRO, Q4"},
    {Quirk::nominalMacs, "nominal_macs", "Nominal MACs", "MACs are those of the tiles as the cases see them",
     "MAESTRO, Q5"},
    {Quirk::overflowIsWarning, "overflow_is_warning", "Overflow is a warning",
     "what doesn't fit into a buffer is said, but counted", "MAESTRO, Q6"},
    {Quirk::narrowMultiplicities, "narrow_multiplicities", "Narrow multiplicities",
     "how often a case occurs is kept in 32 bits and wraps", "MAESTRO, Q9"},
    {Quirk::noHopsWithoutHardware, "no_hops_without_hardware", "No hops without hardware",
     "without a hardware file a transfer takes 0 hops", "MAESTRO, Q10"},
};

constexpr bool Quirks::*memberOf(Quirk quirk) {
    switch (quirk) {
    case Quirk::noReloadAfterRestart: return &Quirks::noReloadAfterRestart;
    case Quirk::fullEdgeTiles: return &Quirks::fullEdgeTiles;
    case Quirk::uncountedCopies: return &Quirks::uncountedCopies;
    case Quirk::noL1EnergyInClusters: return &Quirks::noL1EnergyInClusters;
    case Quirk::nominalMacs: return &Quirks::nominalMacs;
    case Quirk::overflowIsWarning: return &Quirks::overflowIsWarning;
    case Quirk::narrowMultiplicities: return &Quirks::narrowMultiplicities;
    case Quirk::noHopsWithoutHardware: break;
    }
    return &Quirks::noHopsWithoutHardware;
}

}  // namespace

std::span<const KeyEntry<Quirk>> keyTable(Quirk) { return kQuirks; }

bool& Quirks::operator[](Quirk quirk) { return this->*memberOf(quirk); }
bool Quirks::operator[](Quirk quirk) const { return this->*memberOf(quirk); }

Result<Quirks> withQuirk(Quirks quirks, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string key(text.substr(0, equals));
    const auto quirk = fromKey<Quirk>(key);
    if (!quirk)
        return error("unknown quirk '" + key + "', expected one of " + joined(keysOf<Quirk>()),
                     didYouMean(key, keysOf<Quirk>()));
    const std::string value(equals == std::string_view::npos ? "" : text.substr(equals + 1));
    if (value != "on" && value != "off") return error(key + ": expected =on or =off, found '" + value + "'");
    quirks[*quirk] = value == "on";
    return quirks;
}

}  // namespace lapidary::data_centric
