// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/arguments.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <vector>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/io/stonne/numbers.h"

namespace lapidary::stonne {
namespace {

using fabric::Controller;
using fabric::LayerKind;

constexpr const char* kArgumentsPlace = "--stonne";
const std::vector<std::string> kLayerWords = {"CONV", "FC", "DenseGEMM", "SparseGEMM"};

struct Given {
    std::string value;
    int column = 0;
};

Place placeAt(int column, std::string key) { return {kArgumentsPlace, 1, column, std::move(key)}; }

/// The options by name, and the kind of layer.
class Options {
public:
    Diagnostics read(std::string_view text) {
        Diagnostics problems;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') {
                ++at;
                continue;
            }
            const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
            add(text.substr(at, end - at), static_cast<int>(at) + 1, problems);
            at = end;
        }
        if (problems.empty() && m_layer.empty())
            problems.push_back(errorAt(placeAt(0, ""), "no layer, expected -CONV, -FC, -DenseGEMM or -SparseGEMM"));
        return problems;
    }

    const std::string& layer() const { return m_layer; }
    const Given* find(const std::string& name) const {
        const auto found = m_given.find(name);
        return found == m_given.end() ? nullptr : &found->second;
    }
    /// The number given, or `otherwise`.
    std::int64_t number(const std::string& name, std::int64_t otherwise, std::int64_t least, Diagnostics& problems) {
        const Given* given = find(name);
        m_asked.push_back(name);
        if (!given) return otherwise;
        const auto value = wholeNumber(given->value);
        if (value && *value >= least) return *value;
        problems.push_back(errorAt(placeAt(given->column, name), "'" + given->value + "' for -" + name +
                                                                     ", expected a whole number of at least " +
                                                                     std::to_string(least) + ", below 2^63"));
        return otherwise;
    }
    template <class E>
    E word(const std::string& name, E otherwise, Diagnostics& problems) {
        const Given* given = find(name);
        m_asked.push_back(name);
        if (!given) return otherwise;
        if (const auto value = fromKey<E>(given->value)) return *value;
        problems.push_back(errorAt(placeAt(given->column, name),
                                   "'" + given->value + "' for -" + name + ", expected " + joined(keysOf<E>(), " or "),
                                   didYouMean(given->value, keysOf<E>())));
        return otherwise;
    }
    /// Where that option stands; the whole line if it isn't given.
    Place placeOf(const std::string& name) const {
        const Given* given = find(name);
        return placeAt(given ? given->column : 0, name);
    }
    void ignore(const std::string& name) { m_asked.push_back(name); }
    /// Sizes without which there is no layer.
    void require(std::initializer_list<const char*> names, Diagnostics& problems) const {
        std::vector<std::string> missing;
        for (const char* name : names)
            if (!find(name)) missing.push_back(std::string("-") + name);
        if (missing.empty()) return;
        problems.push_back(errorAt(placeAt(0, missing.front().substr(1)),
                                   "-" + m_layer + " without " + joined(missing) +
                                       (missing.size() > 1 ? ": sizes that" : ": a size that") + " the layer must have",
                                   "give each as -NAME=VALUE"));
    }

    /// What was given and nobody asked for.
    void finish(Diagnostics& problems) const {
        for (const auto& [name, given] : m_given)
            if (std::find(m_asked.begin(), m_asked.end(), name) == m_asked.end())
                problems.push_back(errorAt(placeAt(given.column, name),
                                           "-" + name + " is unknown or not used by -" + m_layer + " on this machine",
                                           didYouMean(name, m_asked, "it uses -" + joined(m_asked, ", -"))));
    }

private:
    void add(std::string_view word, int column, Diagnostics& problems) {
        const std::string name(word.substr(0, word.find('=')));
        if (name.size() < 2 || name[0] != '-') {
            problems.push_back(errorAt(placeAt(column, ""), "found '" + std::string(word) + "', expected -NAME=VALUE"));
            return;
        }
        const std::string plain = canonical(name.substr(name[1] == '-' ? 2 : 1));
        if (word.find('=') == std::string_view::npos) {
            if (std::find(kLayerWords.begin(), kLayerWords.end(), plain) == kLayerWords.end())
                problems.push_back(errorAt(placeAt(column, plain),
                                           "found '" + std::string(word) + "', expected a layer (-" +
                                               joined(kLayerWords, ", -") + ") or -NAME=VALUE",
                                           didYouMean(plain, kLayerWords)));
            else if (!m_layer.empty())
                problems.push_back(errorAt(placeAt(column, plain), "a second layer -" + plain + " beside -" + m_layer));
            else
                m_layer = plain;
            return;
        }
        if (!m_given.try_emplace(plain, Given{std::string(word.substr(word.find('=') + 1)), column}).second)
            problems.push_back(errorAt(placeAt(column, plain), "-" + plain + " is given twice"));
    }
    static std::string canonical(const std::string& name) {
        if (name == "T_X_") return "T_X'";
        if (name == "T_Y_") return "T_Y'";
        return name;
    }

    std::string m_layer;
    std::map<std::string, Given> m_given;
    std::vector<std::string> m_asked;
};

/// What a hardware file already says.
fabric::Hardware hardwareOf(Options& options, const fabric::Hardware& given, Diagnostics& problems) {
    for (const char* name :
         {"mem_ctrl", "mn_type", "rn_type", "num_ms", "ms_rows", "ms_cols", "dn_bw", "rn_bw", "accumulation_buffer"}) {
        options.ignore(name);
        if (const Given* word = options.find(name))
            problems.push_back(errorAt(placeAt(word->column, name),
                                       std::string("-") + name + " beside a machine from elsewhere",
                                       "leave one of the two out"));
    }
    return given;
}

fabric::Hardware hardwareOf(Options& options, Diagnostics& problems) {
    fabric::Hardware hardware;
    hardware.controller =
        options.word("mem_ctrl", options.layer() == "SparseGEMM" ? Controller::sigma : Controller::maeri, problems);
    const bool mesh = hardware.controller == Controller::systolic;
    hardware.array = options.word("mn_type", mesh ? fabric::Array::mesh : fabric::Array::linear, problems);
    hardware.reduction = options.word("rn_type", mesh ? fabric::Reduction::temporal : fabric::Reduction::art, problems);
    if (hardware.array == fabric::Array::mesh) {
        hardware.rows = options.number("ms_rows", 0, 1, problems);
        hardware.columns = options.number("ms_cols", 0, 1, problems);
    } else {
        hardware.multipliers = options.number("num_ms", 64, 1, problems);
    }
    hardware.distributionWidth = options.number("dn_bw", mesh ? hardware.rows + hardware.columns : 64, 1, problems);
    hardware.reductionWidth = options.number("rn_bw", mesh ? hardware.rows * hardware.columns : 64, 1, problems);
    const std::int64_t buffer = options.number("accumulation_buffer", mesh ? 1 : 0, 0, problems);
    if (buffer > 1)
        problems.push_back(errorAt(options.placeOf("accumulation_buffer"),
                                   "-accumulation_buffer=" + std::to_string(buffer) + ", expected 0 or 1"));
    hardware.accumulationBuffer = buffer == 1;
    return hardware;
}

void readConv(Options& options, Arguments& arguments, Diagnostics& problems) {
    const auto size = [&](const char* name) { return options.number(name, 1, 1, problems); };
    options.require({"R", "S", "C", "K", "X", "Y"}, problems);
    fabric::ConvShape shape;
    shape.r = size("R"), shape.s = size("S"), shape.c = size("C"), shape.k = size("K"), shape.g = size("G");
    shape.n = size("N"), shape.x = size("X"), shape.y = size("Y");
    shape.strideX = shape.strideY = size("strides");
    if (shape.c % shape.g != 0 || shape.k % shape.g != 0) {
        problems.push_back(errorAt(options.placeOf("G"),
                                   "-G=" + std::to_string(shape.g) +
                                       " groups don't divide -C=" + std::to_string(shape.c) +
                                       " channels and -K=" + std::to_string(shape.k) + " filters",
                                   "-C and -K count all groups"));
        return;
    }
    shape.c /= shape.g;
    shape.k /= shape.g;
    arguments.run.layer = fabric::convLayer("conv", shape);
    if (arguments.run.hardware.controller != Controller::maeri) return;
    arguments.run.tile = {size("T_R"), size("T_S"), size("T_C"),  size("T_K"),
                          size("T_G"), size("T_N"), size("T_X'"), size("T_Y'")};
}

void readGemm(Options& options, Arguments& arguments, Diagnostics& problems) {
    const auto size = [&](const char* name) { return options.number(name, 1, 1, problems); };
    options.require({"M", "N", "K"}, problems);
    const std::int64_t m = size("M"), n = size("N"), k = size("K");
    arguments.run.layer = options.layer() == "FC" ? fabric::fcLayer("fc", m, n, k)
                                                  : fabric::gemmLayer("gemm", fabric::GemmShape{1, m, n, k});
    const fabric::Hardware& hardware = arguments.run.hardware;
    if (hardware.controller == Controller::maeri) {
        arguments.run.tile = fabric::gemmTile(size("T_M"), size("T_N"), size("T_K"));
    } else if (hardware.controller == Controller::systolic) {
        arguments.run.systolicTile = {options.number("T_M", hardware.rows, 1, problems),
                                      options.number("T_N", hardware.columns, 1, problems)};
        if (size("T_K") != 1)
            problems.push_back(
                errorAt(options.placeOf("T_K"), "-T_K on a TPU, where each multiplier sums up alone: expected 1"));
    }
}

void readSparsity(Options& options, Arguments& arguments, Diagnostics& problems) {
    arguments.mkSparsity = options.number("MK_sparsity", 0, 0, problems);
    arguments.knSparsity = options.number("KN_sparsity", 0, 0, problems);
    for (const auto& [name, sparsity] :
         {std::pair{"MK_sparsity", arguments.mkSparsity}, std::pair{"KN_sparsity", arguments.knSparsity}})
        if (sparsity > 100)
            problems.push_back(
                errorAt(options.placeOf(name), "a sparsity of " + std::to_string(sparsity) + " %, expected 0 to 100"));
    arguments.run.stationary = options.word("dataflow", fabric::Stationary::mk, problems);
}

}  // namespace

Result<Arguments> readArguments(std::string_view text, const std::optional<fabric::Hardware>& machine) {
    Options options;
    Diagnostics problems = options.read(text);
    if (!problems.empty()) return problems;
    Arguments arguments;
    arguments.run.hardware = machine ? hardwareOf(options, *machine, problems) : hardwareOf(options, problems);
    const Controller controller = arguments.run.hardware.controller;
    if (options.layer() == "SparseGEMM" && controller != Controller::sigma)
        problems.push_back(
            errorAt(options.placeOf("mem_ctrl"), "-SparseGEMM on " + std::string(entryOf(controller).label) +
                                                     ", expected -mem_ctrl=" + std::string(keyOf(Controller::sigma))));
    if (options.layer() == "CONV")
        readConv(options, arguments, problems);
    else
        readGemm(options, arguments, problems);
    if (controller == Controller::sigma) readSparsity(options, arguments, problems);
    if (controller == Controller::systolic && options.layer() == "CONV")
        arguments.run.systolicTile = {arguments.run.hardware.rows, arguments.run.hardware.columns};
    for (const char* name : {"T_R", "T_S", "T_C", "T_K", "T_G", "T_N", "T_X'", "T_Y'", "T_M"})
        if (options.find(name)) arguments.hasTile = true;
    if (controller == Controller::maeri) {
        options.ignore("generate_tile");
        options.ignore("generator");
        if (const Given* given = options.find("generate_tile")) arguments.generateTile = given->value;
    }
    if (const Given* given = options.find("layer_name")) arguments.run.layer.name = given->value;
    options.ignore("layer_name");
    options.ignore("print_stats");
    options.finish(problems);
    if (!problems.empty()) return problems;
    return arguments;
}

}  // namespace lapidary::stonne
