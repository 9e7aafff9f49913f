// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/hardware.h"

#include <bit>
#include <string>

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<Controller> kControllers[] = {
    {Controller::maeri, "MAERI_DENSE_WORKLOAD", "MAERI", "dense layers, virtual neurons of any size", "Bifrost, VI"},
    {Controller::sigma, "SIGMA_SPARSE_GEMM", "SIGMA", "sparse matrix products by bitmaps", "Bifrost, VI"},
    {Controller::systolic, "TPU_OS_DENSE", "TPU", "output-stationary systolic array", "Bifrost, VI"},
};
constexpr KeyEntry<Reduction> kReductions[] = {
    {Reduction::art, "ASNETWORK", "ART", "augmented reduction tree", "Bifrost, VI-7"},
    {Reduction::stift, "FENETWORK", "STIFT", "reduction tree that accumulates in the adder above", "Bifrost, VI-7"},
    {Reduction::temporal, "TEMPORALRN", "Temporal", "each multiplier accumulates its own products", "Bifrost, VI-7"},
};
constexpr KeyEntry<Array> kArrays[] = {
    {Array::linear, "LINEAR", "Linear", "one row of multipliers, links to the left", "Bifrost, VI-2"},
    {Array::mesh, "OS_MESH", "Mesh", "rows and columns of multipliers", "Bifrost, VI-2"},
};
constexpr std::int64_t kMostMultipliers = 1 << 16;

bool isPowerOfTwo(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

class HardwareCheck {
public:
    void power(const char* name, std::int64_t value, std::int64_t least, std::int64_t most, const char* hint = "") {
        if (!isPowerOfTwo(value) || value < least || value > most)
            m_problems.push_back(error(std::string(name) + " is " + std::to_string(value) +
                                           ", expected a power of two from " + std::to_string(least) + " to " +
                                           std::to_string(most),
                                       hint));
    }
    void equal(const char* name, std::int64_t value, const std::string& formula, std::int64_t right) {
        if (value != right)
            m_problems.push_back(error(std::string(name) + " is " + std::to_string(value) + ", a TPU needs " + formula +
                                       " = " + std::to_string(right)));
    }
    template <class E>
    void oneOf(const char* name, E value, std::initializer_list<E> allowed, Controller controller) {
        std::string words;
        for (const E word : allowed) {
            if (word == value) return;
            words.append(words.empty() ? "" : " or ").append(keyOf(word));
        }
        m_problems.push_back(error(std::string(name) + " is " + std::string(keyOf(value)) + ", " +
                                   std::string(entryOf(controller).label) + " needs " + words));
    }
    void add(Diagnostic problem) { m_problems.push_back(std::move(problem)); }
    Diagnostics take() { return std::move(m_problems); }

private:
    Diagnostics m_problems;
};

void checkMesh(const Hardware& hardware, HardwareCheck& check) {
    check.power("ms_rows", hardware.rows, 1, kMostMultipliers);
    check.power("ms_cols", hardware.columns, 1, kMostMultipliers);
    if (hardware.rows < 1 || hardware.columns < 1 || hardware.rows > kMostMultipliers ||
        hardware.columns > kMostMultipliers)
        return;
    check.equal("dn_bw", hardware.distributionWidth, "ms_rows + ms_cols", hardware.rows + hardware.columns);
    check.power("rn_bw", hardware.reductionWidth, 1, hardware.rows * hardware.columns);
    if (!hardware.accumulationBuffer) check.add(error("a TPU has an accumulation buffer, found none"));
}

}  // namespace

std::span<const KeyEntry<Controller>> keyTable(Controller) { return kControllers; }
std::span<const KeyEntry<Reduction>> keyTable(Reduction) { return kReductions; }
std::span<const KeyEntry<Array>> keyTable(Array) { return kArrays; }

Diagnostics problemsOf(const Hardware& hardware) {
    HardwareCheck check;
    const bool systolic = hardware.controller == Controller::systolic;
    check.oneOf("ms_network_type", hardware.array, {systolic ? Array::mesh : Array::linear}, hardware.controller);
    switch (hardware.controller) {
    case Controller::maeri:
        check.oneOf("reduce_network_type", hardware.reduction, {Reduction::art, Reduction::stift}, hardware.controller);
        if (hardware.reduction == Reduction::stift && hardware.accumulationBuffer)
            check.add(error("an accumulation buffer beside FENETWORK, which accumulates in its adders",
                            "use ASNETWORK with the buffer, or FENETWORK without"));
        break;
    case Controller::sigma:
        check.oneOf("reduce_network_type", hardware.reduction, {Reduction::art}, hardware.controller);
        break;
    case Controller::systolic:
        check.oneOf("reduce_network_type", hardware.reduction, {Reduction::temporal}, hardware.controller);
        break;
    }
    if (systolic) {
        checkMesh(hardware, check);
    } else {
        check.power("ms_size", hardware.multipliers, 8, kMostMultipliers);
        if (isPowerOfTwo(hardware.multipliers)) {
            check.power("dn_bw", hardware.distributionWidth, 1, hardware.multipliers);
            check.power("rn_bw", hardware.reductionWidth, 1, hardware.multipliers);
        }
    }
    return check.take();
}

}  // namespace lapidary::fabric
