// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/flash_question.h"

#include <optional>

#include "core/io/inputs.h"
#include "core/io/presets.h"
#include "core/model/data_centric/machine.h"

namespace lapidary {
namespace {

/// One row to be: a matrix product of the network.
struct Product {
    std::string name;
    flash::Gemm gemm;
};

/// The matrix products of the network a key names, and how many of its layers are none; nothing if it names none, or
/// if the workload is not among them.
std::optional<std::vector<Product>> productsOf(const FlashQuestion& question, std::size_t& current, int& others) {
    const std::size_t slash = question.workloadKey.rfind('/');
    if (slash == std::string::npos) return std::nullopt;
    const auto network = loadNetwork(std::string_view(question.workloadKey).substr(0, slash));
    if (!network) return std::nullopt;
    std::vector<Product> products;
    bool found = false;
    int strangers = 0;
    for (const lapidary::Layer& layer : network->layers) {
        auto gemm = flash::gemmOf(layer.workload);
        if (!gemm) {
            ++strangers;
            continue;
        }
        if (!found && layer.workload == question.workload) {
            found = true;
            current = products.size();
        }
        products.push_back({layer.workload.name(), *std::move(gemm)});
    }
    if (!found) return std::nullopt;
    others = strangers;
    return products;
}

}  // namespace

Diagnostics whyNoFlash(const Workload& workload, const Architecture& architecture) {
    if (const auto gemm = flash::gemmOf(workload); !gemm) return gemm.diagnostics();
    if (const auto hardware = data_centric::hardwareOf(architecture); !hardware) return hardware.diagnostics();
    return {};
}

Result<FlashAnswer> answer(const FlashQuestion& question, Job& job,
                           const std::function<void(const FlashAnswer&)>& look) {
    auto gemm = flash::gemmOf(question.workload);
    if (!gemm) return gemm.diagnostics();
    const auto hardware = data_centric::hardwareOf(question.architecture);
    if (!hardware) return hardware.diagnostics();
    FlashAnswer answer;
    answer.report.architecture = question.architecture.name();
    answer.report.clockGhz = question.architecture.spec().clockGhz.value_or(1);
    answer.report.hardware = *hardware;
    answer.report.options = question.options;
    std::size_t current = 0;
    auto products = productsOf(question, current, answer.others);
    if (!products) products = std::vector<Product>{{question.workload.name(), *std::move(gemm)}};
    answer.workloads = static_cast<int>(products->size());
    auto& runs = answer.report.runs;
    /// At its place among the runs, which stand in the network's order.
    const auto ask = [&](std::size_t place, const Product& product) -> Diagnostics {
        runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(place), {product.name, product.gemm, {}});
        answer.underWay = product.name;
        const auto show = [&](const flash::FlashResult& result) {
            if (!look) return;
            runs[place].result = result;
            look(answer);
        };
        auto result = flash::search(product.gemm, *hardware, question.options, job, show);
        if (!result) return result.diagnostics();
        runs[place].result = *std::move(result);
        return {};
    };
    if (Diagnostics wrong = ask(0, (*products)[current]); !wrong.empty()) return wrong;
    for (std::size_t i = 0; i < products->size() && !answer.report.stopped(); ++i) {
        if (i == current) continue;
        if (i < current) answer.current = i + 1;
        if (Diagnostics wrong = ask(i, (*products)[i]); !wrong.empty()) return wrong;
    }
    answer.underWay.clear();
    return answer;
}

std::string flashWords(const flash::Options& options) {
    const auto now = texts(options), usual = texts(flash::Options{});
    std::string words;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (now[i].value != usual[i].value) words += (words.empty() ? "" : ",") + now[i].key + "=" + now[i].value;
    if (!options.compat) return words;
    if (!words.empty()) words += ',';
    words += "rules=maestro";
    for (const auto& quirk : data_centric::keyTable(data_centric::Quirk{}))
        if ((*options.compat)[quirk.value] != data_centric::Quirks{}[quirk.value])
            words.append(",").append(quirk.key).append((*options.compat)[quirk.value] ? "=on" : "=off");
    return words;
}

namespace {

/// "rules=maestro", or a quirk of them; nothing if it is neither.
std::optional<Result<flash::Options>> withRules(flash::Options options, std::string_view text) {
    const std::string_view key = text.substr(0, text.find('='));
    if (key == "rules") {
        const std::string_view value = text.size() > key.size() ? text.substr(key.size() + 1) : std::string_view();
        if (value != "maestro" && value != "edge-exact")
            return error("rules: unknown value '" + std::string(value) + "'",
                         didYouMean(std::string(value), {"maestro", "edge-exact"}));
        options.compat = value == "maestro" ? std::optional(data_centric::Quirks{}) : std::nullopt;
        return options;
    }
    if (!fromKey<data_centric::Quirk>(key)) return std::nullopt;
    if (!options.compat) return error("the quirk " + std::string(key) + " needs rules=maestro before it");
    const auto quirks = data_centric::withQuirk(*options.compat, text);
    if (!quirks) return quirks.diagnostics();
    options.compat = *quirks;
    return options;
}

}  // namespace

Result<flash::Options> flashOptions(flash::Options options, std::string_view words) {
    while (!words.empty()) {
        const std::size_t comma = words.find(',');
        const std::string_view word = words.substr(0, comma);
        auto rules = withRules(options, word);
        const auto set = rules ? *std::move(rules) : flash::withOption(options, word);
        if (!set) return located(set.diagnostics(), "--flash");
        options = *set;
        if (comma == std::string_view::npos) break;
        words.remove_prefix(comma + 1);
    }
    return options;
}

}  // namespace lapidary
