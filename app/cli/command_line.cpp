// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <limits>

#include "app/cli/fabric_options.h"
#include "app/cli/messages.h"
#include "app/cli/verb_examples.h"
#include "core/arch/technology/technology.h"
#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/version.h"
#include "core/io/stonne/machines.h"
#include "core/mapspace/mapspace.h"
#include "core/model/data_centric/rules.h"
#include "core/search/flash/options.h"
#include "core/search/search.h"
#include "core/search/valid_count.h"

namespace lapidary::cli {

namespace {

constexpr const char* kLaterVerbs[] = {"merge", "lesson", "bench"};

template <class E>
std::string choices(std::string_view what) {
    std::string text(what);
    for (const auto& entry : keyTable(E{})) text.append("\n").append(entry.key).append(": ").append(entry.meaning);
    return text;
}

/// CLI11 lets numbers that are too large become the largest one unnoticed; this does not.
template <class T>
CLI::Validator wholeNumber(T min, T max) {
    const auto complaint = [=](const std::string& text) -> std::string {
        T value{};
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        if (read.ec == std::errc{} && read.ptr == end && value >= min && value <= max) return {};
        return "expected a whole number from " + std::to_string(min) + " to " + std::to_string(max) + ", found '" +
               text + "'";
    };
    return CLI::Validator(complaint, "");
}

/// CLI11 takes an empty word for no number, and says of others only that they can't be converted.
CLI::Validator realNumber(const char* range) {
    const auto complaint = [=](const std::string& text) -> std::string {
        double value{};
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        if (read.ec == std::errc{} && read.ptr == end) return {};
        return "expected a number" + std::string(range) + ", found '" + text + "'";
    };
    return CLI::Validator(complaint, "");
}
constexpr std::int64_t kAnyCount = std::numeric_limits<std::int64_t>::max();

constexpr const char* kExtentsHelp =
    "Axes that an ONNX model leaves open, by their names there, e.g. batch=4 (default 1)";

void addOutput(CLI::App& verb, Request& request) {
    OutputOptions& output = request.output;
    verb.add_option("--format", output.format, "text (default), json or csv")->group("Output");
    verb.add_option("-o,--output", output.file, "Write to FILE instead of the terminal")
        ->type_name("FILE")
        ->group("Output");
    verb.add_flag("--quiet", output.quiet, "No notes and no progress on stderr")->group("Output");
}

void addArchitecture(CLI::App& verb, Request& request) {
    InputOptions& input = request.input;
    verb.add_option("--arch", input.architecture, "Design: a preset's key or a file")
        ->type_name("KEY|FILE")
        ->group("Inputs");
    verb.add_option(
            "--set", input.settings,
            "Change one value, e.g. GLB.capacity=64KiB, PE.fanout=14x12, bounds.m=128; one value each, repeatable")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false)
        ->group("Inputs");
}

void addWorkload(CLI::App& verb, Request& request) {
    InputOptions& input = request.input;
    const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
        verb.add_option(name, value, help)->type_name(type)->group("Inputs");
    };
    add("--workload", input.workload, "KEY|FILE", "Workload: a layer such as resnet50/layer1_0_conv2, or a file");
    add("--einsum", input.einsum, "TEXT", "Workload as text, e.g. 'Z[m,n] += A[m,k] * B[k,n]'; needs --bounds");
    add("--bounds", input.bounds, "m=100,...", "Bounds of the einsum's dimensions");
    add("--roles", input.roles, "A=weight,...", "Roles of the einsum's tensors");
    add("--network", input.network, "KEY|FILE", "Network that --layer is of");
    add("--layer", input.layer, "NAME", "One layer of --network");
    add("--extents", input.extents, "NAME=N,...", kExtentsHelp);
}

void addModel(CLI::App& verb, Request& request) {
    InputOptions& input = request.input;
    const auto add = [&](const char* name, std::string& value, const std::string& help) {
        verb.add_option(name, value, help)->type_name("KEY")->group("Model");
    };
    add("--model", input.model,
        "reuse (default); data-centric: loop nests as directives, for evaluate, compare, search and sweep (random, "
        "random-pruned, exhaustive, hill-climb, annealing, genetic, flash); or fabric: MAERI, SIGMA or a systolic "
        "array, cycle by cycle, for evaluate and compare (search: --algorithm tuner and mrna)");
    add("--halo", input.halo, choices<Halo>("Elements of a sliding-window tile (default exact)"));
    add("--window", input.window, choices<Window>("What a sliding window reuses (default set)"));
    add("--multicast", input.multicast, choices<Multicast>("How one read serves several children (default equal)"));
    add("--time", input.time, choices<Time>("How transfers and compute share the time (default overlap)"));
    verb.add_flag("--drain-read", input.drainRead, "The final drain of an output is read at the child")->group("Model");
    verb.add_flag("--padding", input.padding, "Zeros of the padding are not fetched")->group("Model");
    add("--compat", input.compat,
        "timeloop: count as that tool does; evaluate, and search and sweep with the --algorithm in brackets: sunstone "
        "(sunstone), accelforge (optimal); "
        "evaluate --maestro, --model data-centric and search --algorithm flash: maestro");
}

void addMapspace(CLI::App& verb, Request& request) {
    InputOptions& input = request.input;
    const auto add = [&](const char* name, std::string& value, const char* type, const std::string& help) {
        verb.add_option(name, value, help)->type_name(type)->group("Mapspace");
    };
    add("--mapspace", input.mapspace, "KEY", choices<Factorization>("Factorization (default ruby-s)"));
    add("--constraints", input.constraints, "none|FILE", "Instead of the design's own constraints");
    add("--placement", input.placement, "KEY",
        "classic (default): one Store per level; uneven: one per level and tensor, for search and sweep --algorithm "
        "optimal (ruby-s is proven by search --compat accelforge, bounded without)");
}

void addThreads(CLI::App& verb, Request& request) {
    verb.add_option("--threads", request.threads, "Threads; has no influence on the result (default: all)")
        ->type_name("N")
        ->check(wholeNumber<int>(1, 1024))
        ->group("Run");
}

void addEngine(CLI::App& verb, Request& request) {
    verb.add_option("--seed", request.seed,
                    "Seed of the random numbers (default 1; the desktop program's examples have 42)")
        ->type_name("N")
        ->check(wholeNumber<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()))
        ->group("Run");
    addThreads(verb, request);
}

void addCommon(CLI::App& verb, Request& request) {
    addArchitecture(verb, request);
    addWorkload(verb, request);
    addMapspace(verb, request);
    addModel(verb, request);
    addEngine(verb, request);
    addOutput(verb, request);
}

void addSmallVerbs(CLI::App& app, Request& request) {
    CLI::App& presets = *app.add_subcommand("presets", "List the designs, networks and workloads that come along");
    presets.add_option(
        "KIND", request.kind,
        "architecture, network, workload, sweep, study, example, style (of FLASH), machine or knob (of the "
        "fabric model; default: all)");
    addOutput(presets, request);

    CLI::App& show = *app.add_subcommand(
        "show", "Print a design, network or layer; of an ONNX model every node, what it became and why not");
    show.add_option("X", request.subject, "Key or file");
    addArchitecture(show, request);
    show.add_option("--extents", request.input.extents, kExtentsHelp)->type_name("NAME=N,...")->group("Inputs");
    addOutput(show, request);

    CLI::App& convert = *app.add_subcommand(
        "convert",
        "Rewrite a native file, checked and normalised; from and to the files of Timeloop; from ONNX to a network");
    convert.add_option(
        "FILE", request.files,
        "Architecture, workload, network, constraints, or a mapping or STONNE's tile (which need --arch and a "
        "workload); a hardware or "
        "network file of MAESTRO (with --arch the mapping that its dataflow is); Timeloop's YAML files and folders, "
        "several of them as one; or an ONNX model");
    convert.add_option("--to", request.to,
                       "json (default), or text, mapping (JSON of the nest that a MAESTRO network's dataflow is), "
                       "directives (MAESTRO's "
                       "format) or tiles (STONNE's) for mappings; timeloop-v3, "
                       "timeloop-v3-hyphens (before 2024) or "
                       "timeloop-v4: one YAML document");
    addFabricMachine(convert, request);
    addCommon(convert, request);
}

void addRun(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand(
        "run",
        "Run an ONNX model with values, layer by layer, and compare each node with a plain reference in float32");
    verb.add_option("FILE", request.subject, "ONNX model; its inputs are drawn from the seed, uniform in [-1, 1)");
    verb.add_option("--extents", request.input.extents, kExtentsHelp)->type_name("NAME=N,...");
    verb.add_option("--fabric", request.onFabric,
                    "Simulate each layer on this machine, " + joined(keysOf<stonne::Machine>()) +
                        " or a hardware configuration of STONNE, for values and cycles; on MAERI with the analytic "
                        "mapper's tile (default: each layer by its definition)")
        ->type_name("KEY|FILE");
    verb.add_option(
            "--prune", request.prune,
            "Make so many per cent of each layer's weights zero first, those of the least magnitude; SIGMA skips them")
        ->type_name("PERCENT")
        ->check(wholeNumber<int>(0, 99));
    verb.add_option("--seed", request.seed, "Seed of the inputs (default 1)")
        ->type_name("N")
        ->check(wholeNumber<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()));
    addOutput(verb, request);
}

void addTimeloop(CLI::App& verb, Request& request) {
    verb.add_option("--timeloop", request.timeloop,
                    "Design, workload, constraints, mapspace and mapper from Timeloop's YAML files, or from those of a "
                    "folder, instead of --arch and a workload; --mapspace and --constraints go first")
        ->type_name("FILE|FOLDER ...");
}

void addCount(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand("count", "Size of a mapspace, as a product that can be redone by hand");
    verb.add_flag("--valid", request.valid,
                  "Also how many of the candidates are valid: exact up to " + formatCount(kMaxWalked) +
                      ", else estimated from " + formatCount(kValiditySamples) + " samples with a 95 % interval");
    verb.add_flag("--distinct", request.distinct,
                  "Also how many are distinct: loops of one trip removed, orders that change nothing merged");
    addTimeloop(verb, request);
    addCommon(verb, request);
}

void addQuirks(CLI::App& verb, Request& request) {
    std::string help = "With --compat maestro: switch one of its quirks off, repeatable:";
    for (const auto& quirk : data_centric::keyTable(data_centric::Quirk{}))
        help += "\n" + std::string(quirk.key) + ": " + std::string(quirk.meaning);
    verb.add_option("--quirk", request.quirks, help)->type_name("KEY=on|off")->allow_extra_args(false);
}

void addEvaluate(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand(
        "evaluate", "Cost of one mapping. Constraints and mapspace limit searches, not what is evaluated");
    verb.add_option("--mapping", request.mapping, "Loop nest as text, or native JSON")->type_name("FILE");
    verb.add_option(
            "--timeloop", request.timeloop,
            "Design, workload, mapping and tables from Timeloop's YAML files, or from those of a folder, instead of "
            "--arch, a workload and --mapping; --compat timeloop counts as that tool does, too")
        ->type_name("FILE|FOLDER ...");
    verb.add_option("--maestro", request.maestro,
                    "Hardware and a network with its dataflows from MAESTRO's files, counted by the data-centric model "
                    "(rules edge-exact; --compat maestro counts as that tool does)")
        ->type_name("HW NETWORK");
    verb.add_option(
            "--pes", request.pes,
            "With --maestro NETWORK alone: so many PEs, buffers and bandwidths without limit; a transfer takes 1 "
            "hop, under --compat maestro 0")
        ->type_name("N")
        ->check(wholeNumber<std::int64_t>(1, std::int64_t{1} << 40));
    addQuirks(verb, request);
    addFabricRun(verb, request);
    addFabricMachine(verb, request);
    verb.add_option("--explain", request.explain,
                    "Where a figure comes from, down to the loops: GLB.input.reads, GLB.energy, GLB.capacity, PE.idle, "
                    "cycles, or all; may be repeated")
        ->type_name("FIGURE")
        ->allow_extra_args(false);
    addCommon(verb, request);
}

void addSkiSlope(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand(
        "ski-slope",
        "Least words between backing memory and a buffer of any size, for a workload; with --arch, where the design's "
        "memories stand");
    verb.add_option("--word-bits", request.wordBits, "Width of a word (default: the design's outermost level, else 16)")
        ->type_name("BITS")
        ->check(wholeNumber<int>(1, kMaxLevelWordBits));
    addWorkload(verb, request);
    addArchitecture(verb, request);
    addOutput(verb, request);
}

void addTech(CLI::App& app, Request& request) {
    TechnologyQuestion& question = request.technology;
    CLI::App& verb = *app.add_subcommand(
        "tech", "Look up energy, leakage and area in the tables of technology; without WHAT, list them");
    verb.add_option("WHAT", question.what, "A memory such as sram, registers or lpddr4, mac, wire, scale, or a table");
    const auto add = [&](const char* name, std::string& value, const char* type, const std::string& help) {
        verb.add_option(name, value, help)->type_name(type);
    };
    add("--size", question.size, "SIZE", "Capacity of a memory, e.g. 128KiB");
    add("--width", question.width, "BITS", "Bits of one access (default 64)");
    add("--banks", question.banks, "N", "Banks of a memory (default 1)");
    add("--operands", question.operands, "FORMAT", "Of a MAC: int8, int12, fp16, bf16, fp32 (default int16)");
    add("--length", question.length, "MM", "Of a wire (default 1)");
    add("--from", question.from, "NM", "Node that factors of scaling start from (default 45)");
    add("--clock", question.clock, "GHZ", "Also leakage per cycle");
    add("--node", question.node, "NM", "Node (default 45)");
    add("--tables", question.tables, "KEY", choices<TableSet>("Tables (default cacti)"));
    add("--flavor", question.flavor, "KEY", choices<Flavor>("Transistors of SRAM (default itrs-lstp)"));
    add("--scaling", question.scaling, "KEY",
        choices<EnergyScaling>("Energies of logic at other nodes (default product)"));
    add("--temperature", question.temperature, "K", "Temperature of leakage (default 350)");
    add("--mac-pj", question.macPj, "PJ",
        "With eyeriss-relative: one 16-bit MAC (default from the table of arithmetic)");
    addOutput(verb, request);
}

/// Every option of the algorithm with its default.
std::string sunstoneHelp() {
    std::string text = "Option of --algorithm sunstone, repeatable:";
    for (const sunstone::OptionText& option : sunstone::texts(sunstone::Options{}))
        text += "\n" + option.key + "=" + option.value + ": " + option.meaning;
    for (const auto& entry : sunstone::keyTable(sunstone::TileRule{}))
        text += "\ntiling=" + std::string(entry.key) + ": " + std::string(entry.meaning);
    return text;
}

/// Every option of the algorithm with its default.
std::string flashHelp() {
    std::string text = "Option of --algorithm flash, repeatable:";
    for (const flash::OptionText& option : flash::texts(flash::Options{}))
        text += "\n" + option.key + "=" + option.value + ": " + option.meaning;
    const auto list = [&](const char* key, const auto& table) {
        for (const auto& entry : table)
            text += "\n" + (key + ("=" + std::string(entry.key))) + ": " + std::string(entry.meaning);
    };
    list("style", flash::keyTable(flash::Style{}));
    list("tiles", flash::keyTable(flash::Tiles{}));
    list("space", flash::keyTable(flash::Space{}));
    list("overflow", flash::keyTable(flash::Overflow{}));
    return text;
}

void addValidate(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand(
        "validate", "Our figures next to those of other tools and of the Eyeriss chip, as docs/validation.md has them");
    verb.add_option("--reference", request.reference, "Folder of the reference data, which the program doesn't carry")
        ->type_name("DIR");
    verb.add_flag("--benchmarks", request.benchmarks,
                  "What our search finds next to what timeloop-mapper found, as docs/benchmarks.md has it; minutes");
    verb.add_flag("--proofs", request.proofs,
                  "What search --algorithm optimal proves of ResNet-50, as docs/proofs.md has it; minutes");
    verb.add_option("--only", request.only, "With --benchmarks or --proofs: the cases whose names contain TEXT")
        ->type_name("TEXT");
    addThreads(verb, request);
    addOutput(verb, request);
}

void addSearchOptions(CLI::App& verb, Request& request) {
    SearchRequest& search = request.search;
    verb.add_option("--algorithm", search.algorithm,
                    choices<Algorithm>("Algorithm (default random)") +
                        "\nflash: FLASH's mapper of matrix products under the data-centric model, see --flash"
                        "\ntuner: tiles and hardware of the fabric model, tried cycle by cycle, see --tuner"
                        "\nmrna: the tile of MAERI with the least cycles by an analytic estimate")
        ->type_name("KEY");
    verb.add_option("--objective", search.objective,
                    choices<Metric>("What is best (default edp); a list breaks ties, e.g. edp,latency"))
        ->type_name("LIST");
    verb.add_option("--max-evaluations", search.maxEvaluations,
                    "Stop after N mappings drawn, valid or not; without any limit a search takes 100000")
        ->type_name("N")
        ->check(wholeNumber<std::int64_t>(1, kAnyCount));
    verb.add_option("--max-seconds", search.maxSeconds, "Stop after N seconds")
        ->type_name("N")
        ->check(realNumber(" of seconds"));
    verb.add_option("--gap", search.gap,
                    "Stop once no mapping can be better by more than this share, e.g. 0.05; see the lower bound")
        ->type_name("G")
        ->check(realNumber(" from 0 to below 1"));
    verb.add_option("--victory", search.victory,
                    "Stop when each of 24 streams met N valid mappings in a row without an improvement")
        ->type_name("N")
        ->check(wholeNumber<std::int64_t>(1, kAnyCount));
    verb.add_option("--sunstone", search.sunstone, sunstoneHelp())->type_name("KEY=VALUE");
    verb.add_option("--patience", search.patience,
                    "hill-climb: begin anew after N steps without an improvement (default 600)")
        ->type_name("N")
        ->check(wholeNumber<std::int64_t>(1, kMaxPatience));
    verb.add_option("--hot", search.hot,
                    "annealing: first temperature, of the logarithm of the objective (default 0.5)")
        ->type_name("T")
        ->check(realNumber(""));
    verb.add_option("--cold", search.cold, "annealing: last temperature (default 0.005)")
        ->type_name("T")
        ->check(realNumber(""));
    verb.add_option("--population", search.population, "genetic: mappings that each of 24 streams keeps (default 24)")
        ->type_name("N")
        ->check(wholeNumber<int>(2, kMaxPopulation));
    verb.add_option("--top", search.top, "Keep the best N mappings (default 10)")
        ->type_name("N")
        ->check(wholeNumber<std::int64_t>(1, kAnyCount));
}

void addSearch(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand("search", "Find good mappings. Ctrl-C prints the best so far");
    addSearchOptions(verb, request);
    verb.add_flag("--explain", request.search.explain,
                  "With --algorithm sunstone: the ordering trie and the tiling tree, and why each node was dropped");
    verb.add_flag("--front", request.search.front, "With --algorithm optimal: prove the whole energy-latency front");
    verb.add_flag("--principles", request.search.principles,
                  "With --algorithm sunstone: search with each principle off in turn, a table of counters; at most a "
                  "minute each");
    verb.add_option(
            "--save", request.search.save,
            "Write the best mapping as native JSON; of --algorithm flash the best directives in MAESTRO's format")
        ->type_name("FILE");
    addFabricSearch(verb, request);
    verb.add_option("--flash", request.search.flash, flashHelp())->type_name("KEY=VALUE");
    addQuirks(verb, request);
    addTimeloop(verb, request);
    addCommon(verb, request);
}

void addSweep(CLI::App& app, Request& request) {
    SweepRequest& sweep = request.sweep;
    CLI::App& verb = *app.add_subcommand(
        "sweep", "Search every layer on every combination of settings and mapspaces. Ctrl-C prints what there is");
    verb.add_option("--sweep", sweep.file, "A sweep to start from, e.g. ruby-pe-array; other options override it")
        ->type_name("KEY|FILE");
    verb.add_option("--axis,--over", sweep.axes,
                    "Values of one setting, e.g. PE.fanout=2x7,14x12 or bounds.N=1,16; may be repeated")
        ->type_name("PATH=V1,V2,...")
        ->allow_extra_args(false);
    addSearchOptions(verb, request);
    addCommon(verb, request);
    verb.get_option("--mapspace")->join(',')->description("One or more, e.g. pfm,padded,ruby-s");
}

void addStudy(CLI::App& app, Request& request) {
    StudyRequest& study = request.study;
    CLI::App& verb = *app.add_subcommand(
        "study",
        "Redo a table or figure of a paper: what the paper says, what we find, why. Ctrl-C stops; resume goes on");
    verb.add_option(
        "ACTION", study.action,
        "list: the studies that come along\nshow: one of them before it runs\nrun: all of its points anew, each "
        "kept as soon as it is finished\nresume: those that its results lack\nexport: its results as a page, "
        "as JSON or as CSV");
    verb.add_option("KEY", study.subject, "Key or file of a study");
    verb.add_option("--study", study.file, "The same")->type_name("KEY|FILE");
    verb.add_option("--results", study.results, "Where the results are kept (default: NAME.results.json)")
        ->type_name("FILE");
    verb.add_option("--to", request.to,
                    "export: markdown, json, csv or text (default: what the ending of -o FILE says, else markdown)")
        ->type_name("KEY");
    addEngine(verb, request);
    addOutput(verb, request);
}

void addCompare(CLI::App& app, Request& request) {
    CLI::App& verb =
        *app.add_subcommand("compare",
                            "Two mappings of one workload side by side, and why one is better; or one "
                            "mapping counted in two ways: give one "
                            "file, and --halo, --window, --multicast, --time or --model twice (or as exact,box); with "
                            "--model reuse,fabric where each cycle of the difference comes from");
    addFabricMachine(verb, request);
    verb.add_option("A B,--mapping", request.mappings, "Two mapping files, or one")->type_name("FILE");
    addCommon(verb, request);
    for (const char* twice : {"--model", "--halo", "--window", "--multicast", "--time"})
        verb.get_option(twice)->join(',');
}

void addExport(CLI::App& app, Request& request) {
    CLI::App& verb = *app.add_subcommand("export", "One view or table as a file for a paper, a page or a program");
    verb.add_option("SESSION", request.subject,
                    "A .lapidary file, instead of a design, a workload and --mapping; or an ONNX model");
    verb.add_option("--view", request.view,
                    "nest (default), tree, traffic, top, reasons, convergence, design, workload, constraints, terms, "
                    "flash-histogram, flash-cases, flash-styles; of an ONNX model import-nodes, import-layers, "
                    "import-summary; "
                    "with -o FILE any view of the desktop program, which must be installed: lapidary --headless help")
        ->type_name("KEY");
    verb.add_option(
            "--to", request.to,
            "Format (default: what the ending of -o FILE says, else text): text, json, c, tikz; of tables text, "
            "csv, tsv, latex, markdown, json; figures svg, pdf, png")
        ->type_name("KEY");
    for (const ExportOption& option : exportOptions()) {
        const auto keep = [&request, key = std::string(option.key)](const std::string& value) {
            request.shape[key] = value;
        };
        verb.add_option_function<std::string>("--" + std::string(option.key), keep, std::string(option.help))
            ->type_name(std::string(option.type))
            ->group("Shape");
    }
    verb.add_option("--mapping", request.mapping, "Loop nest as text, or native JSON")->type_name("FILE");
    addCommon(verb, request);
}

std::string nearHint(const std::string& word, const std::vector<std::string>& known) {
    return didYouMean(word, known, "see 'lapidary-cli --help'");
}

std::vector<std::string> optionNames(const CLI::App& verb) {
    std::vector<std::string> names;
    for (const CLI::Option* option : verb.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> verbNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

template <class Range>
bool contains(const Range& range, const std::string& word) {
    return std::find(std::begin(range), std::end(range), word) != std::end(range);
}

ExitCode refuseVerb(const std::string& word, const std::vector<std::string>& verbs) {
    if (contains(kLaterVerbs, word)) return refuse(ExitCode::unavailable, "'" + word + "' is not available yet");
    return refuse(ExitCode::badInput, "unknown verb '" + word + "'", nearHint(word, verbs));
}

/// The verbs that do take an option, listed.
std::string verbsWith(const std::string& option, const CLI::App& app) {
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        if (contains(optionNames(*verb), option)) verbs.push_back(verb->get_name());
    return joined(verbs);
}

ExitCode refuseExtra(const std::string& word, const CLI::App& verb, const CLI::App& app) {
    const std::string option = word.substr(0, word.find('='));
    const bool isOption = word.starts_with("-");
    const std::string kind = isOption ? "unknown option '" : "unexpected argument '";
    const std::string message = kind + word + "' after '" + verb.get_name() + "'";
    if (!isOption && option != word) return refuse(ExitCode::badInput, message, "say --set before each PATH=VALUE");
    if (const std::string others = verbsWith(option, app); isOption && !others.empty())
        return refuse(ExitCode::badInput, message, "it belongs to " + others);
    return refuse(ExitCode::badInput, message, nearHint(option, optionNames(verb)));
}

void describe(CLI::App& app, Request& request) {
    app.name("lapidary-cli");
    app.footer(std::string(kFooter) + kExitCodes);
    app.get_formatter()->column_width(34);
    app.set_version_flag("--version", "lapidary " + std::string(kVersion));
    app.require_subcommand(0, 1);
    addSmallVerbs(app, request);
    addRun(app, request);
    addCount(app, request);
    addEvaluate(app, request);
    addSearch(app, request);
    addSweep(app, request);
    addStudy(app, request);
    addCompare(app, request);
    addExport(app, request);
    addSkiSlope(app, request);
    addTech(app, request);
    addValidate(app, request);
    for (const auto& [verb, text] : kExamples)
        app.get_subcommand(verb)->footer("\nExamples\n" + std::string(text) + kExitCodes);
}

}  // namespace

Parsed parseCommandLine(int argc, char** argv) {
    Request request;
    request.threads = availableThreads();
    request.words.assign(argv + 1, argv + argc);
    CLI::App app("Design-space explorer for tensor accelerators: count, evaluate and search mappings");
    describe(app, request);
    if (argc > 1 && argv[1][0] != '-' && !contains(verbNames(app), argv[1]))
        return {std::nullopt, refuseVerb(argv[1], verbNames(app))};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError& failure) {
        const CLI::App& verb = app.get_subcommands().empty() ? app : *app.get_subcommands().front();
        return {std::nullopt, refuseExtra(app.remaining(true).front(), verb, app)};
    } catch (const CLI::Success& asked) {
        app.exit(asked);
        return {};
    } catch (const CLI::ParseError& failure) {
        return {std::nullopt, refuse(ExitCode::badInput, failure.what(), "see --help")};
    }
    if (app.get_subcommands().empty()) {
        std::cout << app.help();
        return {};
    }
    request.verb = app.get_subcommands().front()->get_name();
    return {std::move(request), ExitCode::done};
}

}  // namespace lapidary::cli
