// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/fabric_options.h"

#include <CLI/CLI.hpp>

#include "core/base/text.h"
#include "core/io/stonne/machines.h"
#include "core/model/fabric/layer.h"
#include "core/search/fabric/tuner.h"

namespace lapidary::cli {

namespace {

CLI::Validator someWords() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            return trimmed(text).empty() ? "nothing between the quotes, expected e.g. \"-FC -M=1 -N=64 -K=240\"" : "";
        },
        "");
}

}  // namespace

void addFabricMachine(CLI::App& verb, Request& request) {
    verb.add_option("--fabric", request.onFabric,
                    "Machine of the fabric model instead of the design's, or of --stonne instead of -num_ms=...: " +
                        joined(keysOf<stonne::Machine>()) +
                        ", a hardware configuration in STONNE's format, or a controller for the design's array: " +
                        joined(keysOf<fabric::Controller>()))
        ->type_name("MACHINE");
    verb.add_option("--layout", request.layout,
                    "Of convolutions on SIGMA and the systolic array: " + joined(keysOf<fabric::Layout>()) +
                        " (default: NCHW; NHWC on a systolic array where the mapping has filters along X or output "
                        "positions along Y)")
        ->type_name("KEY");
}

void addFabricRun(CLI::App& verb, Request& request) {
    verb.add_option("--stonne", request.stonne,
                    "A layer, a tile and a machine in STONNE's words, simulated cycle by cycle by the fabric model: "
                    "\"-CONV -R=3 -S=3 -C=6 -K=6 -X=20 -Y=20 -T_R=3 -T_S=3 -num_ms=64 -dn_bw=8 -rn_bw=8\"")
        ->type_name("ARGS")
        ->check(someWords());
    verb.add_option(
            "--bitmaps", request.bitmaps,
            "With --stonne on SIGMA: where the operands have values, rows of 0 and 1 of MK, a blank line, those "
            "of KN (of a convolution in groups one for all, or one per group below each other); without it all ones, "
            "if both sparsities are 0")
        ->type_name("FILE");
    verb.add_option("--tile", request.tile,
                    "With --stonne on MAERI: the tile from a file in STONNE's format instead of -T_R=... in the line")
        ->type_name("FILE");
    verb.add_option("--trace", request.trace,
                    "With --stonne or --model fabric: what happens in the cycles FROM to TO, at most 10000")
        ->type_name("FROM-TO");
    verb.add_option("--timeline", request.timeline,
                    "With --stonne or --model fabric: how busy the multipliers are and what they wait for, over all "
                    "cycles in at most BINS bins")
        ->type_name("BINS");
}

void addFabricSearch(CLI::App& verb, Request& request) {
    FabricSearchRequest& options = request.fabric;
    verb.add_option("--fabric", request.onFabric,
                    "With --algorithm tuner or mrna: the machine, " + joined(keysOf<stonne::Machine>()) +
                        " or a hardware configuration in STONNE's format, instead of the design's or of -num_ms=... in "
                        "the line")
        ->type_name("MACHINE");
    verb.add_option("--stonne", request.stonne,
                    "Tiles for a layer on MAERI, both in STONNE's words, instead of --arch and a workload: --algorithm "
                    "tuner (--objective cycles, psums or "
                    "energy; --max-evaluations trials, --victory without a gain) or mrna, the analytic mapper")
        ->type_name("ARGS")
        ->check(someWords());
    verb.add_option("--tuner", options.tuner,
                    "With --algorithm tuner: " + joined(keysOf<fabric::Tuner>()) + " (default xgboost)")
        ->type_name("KEY");
    verb.add_option("--prior", options.prior,
                    "With --tuner xgboost: analytic (default): the analytic mapper's choice is tried first and its "
                    "estimate is a feature of the models; none: the first trials are drawn at random")
        ->type_name("KEY");
    verb.add_option("--tiles", options.tiles,
                    "With --algorithm tuner: sizes that tiles may have: " + joined(keysOf<fabric::TileSizes>()) +
                        " (default dividing)")
        ->type_name("KEY");
    verb.add_option("--tune", options.knobs,
                    "With --algorithm tuner: values that a knob may take instead of its own, ms_size=64,128; knobs: " +
                        joined(keysOf<fabric::Knob>()) + " (repeatable)")
        ->type_name("KEY=V1,V2")
        ->allow_extra_args(false);
    verb.add_option("--log", options.log,
                    "With --algorithm tuner: costs as they come; a tuning of the same goes on from there")
        ->type_name("FILE");
}

}  // namespace lapidary::cli
