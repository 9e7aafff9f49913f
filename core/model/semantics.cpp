// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/semantics.h"

#include <array>

namespace lapidary {
namespace {

constexpr std::array<KeyEntry<Halo>, 2> kHalos{{
    {Halo::exact, "exact", "Exact", "A tile of an input is its distinct elements", "docs/models/reuse.md"},
    {Halo::box, "box", "Bounding box", "A tile of an input is the box around its elements", "Timeloop"},
}};

constexpr std::array<KeyEntry<Window>, 2> kWindows{{
    {Window::set, "set", "Set", "Whatever the tile just held is reused", "docs/models/reuse.md"},
    {Window::oneAxis, "one-axis", "One axis",
     "Reuse only if the tiles differ along one rank and the displacement repeats", "Timeloop"},
}};

constexpr std::array<KeyEntry<Time>, 2> kTimes{{
    {Time::overlap, "overlap", "Full overlap", "The slowest of the compute and every memory's transfers",
     "docs/models/reuse.md"},
    {Time::ports, "ports", "Ports",
     "Transfers wait for their ports and for room in the buffers; first and last tiles are loaded beside the compute",
     "Mei et al., DATE 2022; docs/models/time.md"},
}};

}  // namespace

std::span<const KeyEntry<Halo>> keyTable(Halo) { return kHalos; }
std::span<const KeyEntry<Window>> keyTable(Window) { return kWindows; }
std::span<const KeyEntry<Time>> keyTable(Time) { return kTimes; }

Semantics exactReferenceSemantics() { return {.halo = Halo::box, .window = Window::oneAxis}; }

Semantics timeloopSemantics() {
    Semantics semantics = exactReferenceSemantics();
    semantics.perNetwork = semantics.linkTransfers = semantics.fullSteps = true;
    semantics.returnHops = false;
    return semantics;
}

std::string toText(const Semantics& semantics) {
    std::string text = "halo ";
    text += keyOf(semantics.halo);
    text += ", window ";
    text += keyOf(semantics.window);
    text += ", multicast ";
    text += keyOf(semantics.multicast);
    text += semantics.drainRead ? ", drain read" : ", drain not read";
    text += semantics.padding ? ", halo zeros not fetched" : ", halo zeros counted";
    if (semantics.perNetwork) text += ", shared per network";
    if (semantics.linkTransfers) text += ", neighbour moves";
    if (semantics.fullSteps) text += ", tails take full steps";
    if (!semantics.returnHops) text += ", no hops of returning sums";
    if (semantics.time == Time::ports) text += ", time by ports";
    return text;
}

}  // namespace lapidary
