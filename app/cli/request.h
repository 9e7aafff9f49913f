// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the user asked for, as text and numbers, before anything is looked up. Filled by the command line parser, read by
// the verbs. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/io/export_options.h"
#include "core/io/inputs.h"
#include "core/io/technology_report.h"

namespace lapidary::cli {

/// Exit codes (docs/developing.md, a verb of the command line).
enum class ExitCode { done = 0, badInput = 2, unavailable = 3, invalid = 4, stopped = 130 };

struct OutputOptions {
    std::string format;
    std::string file;
    bool quiet = false;
};

struct SweepRequest {
    std::string file;               ///< key or file of a sweep; other options override what it says
    std::vector<std::string> axes;  ///< PATH=V1,V2,...
};

struct StudyRequest {
    std::string action;   ///< list, show, run, resume or export
    std::string subject;  ///< key or file
    std::string file;     ///< the same by --study
    std::string results;  ///< file; empty = NAME.results.json
};

struct SearchRequest {
    std::string algorithm, objective;
    std::optional<std::int64_t> maxEvaluations;
    std::optional<double> maxSeconds;
    std::optional<std::int64_t> victory;
    std::optional<double> gap;  ///< a share
    std::optional<std::int64_t> top;
    std::optional<std::int64_t> patience;
    std::optional<double> hot, cold;
    std::optional<int> population;
    std::string save;
    std::vector<std::string> sunstone;  ///< KEY=VALUE
    bool front = false;                 ///< the whole energy-latency front, proven
    std::vector<std::string> flash;     ///< KEY=VALUE
    bool principles = false;            ///< counters with each principle off
    bool explain = false;               ///< what the principles kept and dropped
};

/// Tuners of the fabric model.
struct FabricSearchRequest {
    std::string tuner, tiles, prior;  ///< keys
    std::string log;                  ///< file, empty for none
    std::vector<std::string> knobs;   ///< "ms_size=64,128"
};

struct Request {
    std::string verb;
    InputOptions input;
    OutputOptions output;
    std::optional<std::uint64_t> seed;
    int threads = 1;
    std::string kind;                      ///< presets
    std::string subject;                   ///< show: key or file; convert: file; export: session
    std::string mapping;                   ///< evaluate, export
    std::vector<std::string> mappings;     ///< compare
    std::vector<std::string> explain;      ///< evaluate: figures, or all
    std::vector<std::string> timeloop;     ///< evaluate: files and folders
    std::vector<std::string> maestro;      ///< evaluate: hardware and network, or the network alone
    std::optional<std::int64_t> pes;       ///< evaluate: beside a network alone
    std::vector<std::string> quirks;       ///< --compat maestro: KEY=on|off
    std::string stonne;                    ///< evaluate, search: STONNE's arguments
    std::string tile;                      ///< evaluate: STONNE's tile file
    std::string trace;                     ///< evaluate: FROM-TO
    std::optional<std::int64_t> timeline;  ///< evaluate: bins
    FabricSearchRequest fabric;            ///< search
    std::string bitmaps;                   ///< evaluate: where the operands of a sparse product have values
    std::vector<std::string> files;        ///< convert
    std::string onFabric;                  ///< run, evaluate, compare, convert: hardware configuration
    std::optional<int> prune;              ///< run: per cent of each layer's weights
    std::string layout;                    ///< of convolutions on it
    std::string reference;                 ///< validate: folder of published and other tools' figures
    bool benchmarks = false;               ///< validate
    bool proofs = false;                   ///< validate
    std::string only;                      ///< validate: part of the names of its cases
    std::string view;                      ///< export
    std::string to;                        ///< convert, export, study export
    ExportOptions shape;                   ///< export: what the view shows and how the file looks
    std::optional<int> wordBits;           ///< ski-slope
    bool valid = false;                    ///< count
    bool distinct = false;
    SearchRequest search;
    SweepRequest sweep;
    StudyRequest study;
    TechnologyQuestion technology;   ///< tech
    std::vector<std::string> words;  ///< the command line behind the program's name

    std::uint64_t seedOrDefault() const { return seed.value_or(1); }
};

}  // namespace lapidary::cli
