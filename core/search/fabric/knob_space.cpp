// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fabric/knob_space.h"

#include <algorithm>
#include <charconv>

#include "core/base/arith.h"
#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<Knob> kKnobTable[] = {
    {Knob::r, "T_R", "T_R", "filter rows of a neuron", "Bifrost, Table IV"},
    {Knob::s, "T_S", "T_S", "filter columns of a neuron; of a product its reduction", "Bifrost, Table IV"},
    {Knob::c, "T_C", "T_C", "channels of a neuron", "Bifrost, Table IV"},
    {Knob::k, "T_K", "T_K", "filters at a time; of a product its outputs", "Bifrost, Table IV"},
    {Knob::g, "T_G", "T_G", "groups at a time", "Bifrost, Table IV"},
    {Knob::n, "T_N", "T_N", "images at a time", "Bifrost, Table IV"},
    {Knob::x, "T_X'", "T_X'", "output rows at a time; of a product its batch", "Bifrost, Table IV"},
    {Knob::y, "T_Y'", "T_Y'", "output columns at a time", "Bifrost, Table IV"},
    {Knob::multipliers, "ms_size", "Multipliers", "multipliers of the array", "Bifrost, Table III"},
    {Knob::distribution, "dn_bw", "Distribution", "words into the array per cycle", "Bifrost, Table III"},
    {Knob::reduction, "rn_bw", "Reduction", "words out of the array per cycle", "Bifrost, Table III"},
    {Knob::buffer, "accumulation_buffer", "Buffer", "accumulation buffer, 0 or 1", "Bifrost, Table III"},
};
constexpr KeyEntry<TileSizes> kTileSizes[] = {
    {TileSizes::dividing, "dividing", "Dividing", "sizes that divide the dimension", ""},
    {TileSizes::any, "any", "Any", "all sizes up to the dimension's", ""},
};
constexpr KeyEntry<TuneObjective> kTuneObjectives[] = {
    {TuneObjective::cycles, "cycles", "Cycles", "simulated cycles", "Bifrost, VII-B"},
    {TuneObjective::psums, "psums", "Psums", "results that memory waits for, without simulating", "Bifrost, VII-B"},
    {TuneObjective::energy, "energy", "Energy", "dynamic and static energy", "Bifrost, VII-B"},
};

std::vector<std::int64_t> sizesOf(std::int64_t dimension, TileSizes sizes, std::int64_t most) {
    std::vector<std::int64_t> result;
    if (sizes == TileSizes::dividing)
        result = divisors(dimension);
    else
        for (std::int64_t size = 1; size <= std::min(dimension, most); ++size) result.push_back(size);
    std::erase_if(result, [&](std::int64_t size) { return size > most; });
    return result;
}

/// Of each value where the others suit it best: an array as large as it gets, ports and lines as few.
Diagnostics hardwareProblems(const KnobSpace& space) {
    const auto values = [&](Knob knob) -> const std::vector<std::int64_t>& {
        return space.values[static_cast<std::size_t>(knob)];
    };
    Hardware hardware = space.base.hardware;
    const std::int64_t largest = *std::max_element(values(Knob::multipliers).begin(), values(Knob::multipliers).end());
    const auto with = [&](std::int64_t multipliers, std::int64_t distribution, std::int64_t reduction, bool buffer) {
        hardware.multipliers = multipliers, hardware.distributionWidth = distribution;
        hardware.reductionWidth = reduction, hardware.accumulationBuffer = buffer;
        return problemsOf(hardware);
    };
    for (const std::int64_t value : values(Knob::multipliers))
        if (Diagnostics problems = with(value, 1, 1, false); !problems.empty()) return problems;
    for (const std::int64_t value : values(Knob::distribution))
        if (Diagnostics problems = with(largest, value, 1, false); !problems.empty()) return problems;
    for (const std::int64_t value : values(Knob::reduction))
        if (Diagnostics problems = with(largest, 1, value, false); !problems.empty()) return problems;
    for (const std::int64_t value : values(Knob::buffer))
        if (Diagnostics problems = with(largest, 1, 1, value != 0); !problems.empty()) return problems;
    return {};
}

}  // namespace

std::span<const KeyEntry<Knob>> keyTable(Knob) { return kKnobTable; }
std::span<const KeyEntry<TileSizes>> keyTable(TileSizes) { return kTileSizes; }
std::span<const KeyEntry<TuneObjective>> keyTable(TuneObjective) { return kTuneObjectives; }

std::int64_t KnobSpace::size() const {
    std::int64_t size = 1;
    for (const std::vector<std::int64_t>& list : values) size *= static_cast<std::int64_t>(list.size());
    return size;
}

std::array<std::size_t, kKnobs> KnobSpace::digitsOf(std::int64_t index) const {
    std::array<std::size_t, kKnobs> digits{};
    for (std::size_t i = kKnobs; i-- > 0;) {
        const auto radix = static_cast<std::int64_t>(values[i].size());
        digits[i] = static_cast<std::size_t>(index % radix);
        index /= radix;
    }
    return digits;
}

std::int64_t KnobSpace::indexOf(const std::array<std::size_t, kKnobs>& digits) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < kKnobs; ++i)
        index = index * static_cast<std::int64_t>(values[i].size()) + static_cast<std::int64_t>(digits[i]);
    return index;
}

Run KnobSpace::at(std::int64_t index) const {
    const std::array<std::size_t, kKnobs> digits = digitsOf(index);
    const auto value = [&](Knob knob) {
        return values[static_cast<std::size_t>(knob)][digits[static_cast<std::size_t>(knob)]];
    };
    Run run = base;
    run.tile = {value(Knob::r), value(Knob::s), value(Knob::c), value(Knob::k),
                value(Knob::g), value(Knob::n), value(Knob::x), value(Knob::y)};
    run.hardware.multipliers = value(Knob::multipliers);
    run.hardware.distributionWidth = value(Knob::distribution);
    run.hardware.reductionWidth = value(Knob::reduction);
    run.hardware.accumulationBuffer = value(Knob::buffer) != 0;
    return run;
}

Diagnostics addKnobValues(KnobValues& values, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string key(text.substr(0, equals));
    const auto knob = fromKey<Knob>(key);
    if (!knob)
        return {error("'" + key + "' is no knob, expected KEY=V1,V2 with one of " + joined(keysOf<Knob>()),
                      didYouMean(key, keysOf<Knob>()))};
    std::vector<std::int64_t>& list = values[static_cast<std::size_t>(*knob)];
    if (!list.empty()) return {error(key + " is given twice")};
    if (equals == std::string_view::npos) return {error(key + " has no values, expected " + key + "=V1,V2")};
    const std::int64_t least = *knob == Knob::buffer ? 0 : 1;
    for (std::string_view rest = text.substr(equals + 1);;) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = rest.substr(0, comma);
        std::int64_t value = -1;
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (problem != std::errc() || end != word.data() + word.size() || value < least || (least == 0 && value > 1))
            return {error("'" + std::string(word) + "' for " + key + ", expected " +
                          (least == 0 ? "0 or 1" : "a whole number of at least 1"))};
        if (std::find(list.begin(), list.end(), value) != list.end())
            return {error(std::string(word) + " stands twice among the values of " + key)};
        list.push_back(value);
        if (comma == std::string_view::npos) return {};
        rest.remove_prefix(comma + 1);
    }
}

std::vector<std::string> knobTexts(const KnobValues& values) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < kKnobs; ++i) {
        if (values[i].empty()) continue;
        std::string text(kKnobTable[i].key);
        for (std::size_t v = 0; v < values[i].size(); ++v) text += (v == 0 ? "=" : ",") + std::to_string(values[i][v]);
        texts.push_back(std::move(text));
    }
    return texts;
}

Result<KnobSpace> tileSpace(const Run& base, TileSizes sizes, const KnobValues& given) {
    if (base.hardware.controller != Controller::maeri)
        return error("tiles are MAERI's, found " + std::string(entryOf(base.hardware.controller).label));
    KnobSpace space;
    space.base = base;
    Hardware& hardware = space.base.hardware;
    const auto own = [&](Knob knob, std::int64_t value) {
        std::vector<std::int64_t>& list = space.values[static_cast<std::size_t>(knob)];
        list = given[static_cast<std::size_t>(knob)];
        if (list.empty()) list = {value};
    };
    own(Knob::multipliers, hardware.multipliers);
    own(Knob::distribution, hardware.distributionWidth);
    own(Knob::reduction, hardware.reductionWidth);
    own(Knob::buffer, hardware.accumulationBuffer ? 1 : 0);
    if (Diagnostics problems = hardwareProblems(space); !problems.empty()) return problems;
    const auto shape = maeriShape(base.layer);
    if (!shape) return shape.diagnostics();
    const std::vector<std::int64_t>& arrays = space.values[static_cast<std::size_t>(Knob::multipliers)];
    const std::int64_t most = *std::max_element(arrays.begin(), arrays.end());
    const std::int64_t dimensions[] = {shape->r, shape->s, shape->c,      shape->k,
                                       shape->g, shape->n, shape->outX(), shape->outY()};
    for (std::size_t i = 0; i < 8; ++i)
        space.values[i] = given[i].empty() ? sizesOf(dimensions[i], sizes, most) : given[i];
    std::int64_t size = 1;
    for (const std::vector<std::int64_t>& list : space.values) {
        const auto product = checkedMul(size, static_cast<std::int64_t>(list.size()));
        if (!product) return error("more than 2^63 configurations", "use --tiles dividing");
        size = *product;
    }
    return space;
}

namespace {

/// Tries values knob by knob and leaves a branch as soon as its tile is too large, which is where most of a space lies.
class ValidWalk {
public:
    ValidWalk(const KnobSpace& space, Job* job) : m_space(space), m_job(job) {}
    std::vector<std::int64_t> run() {
        walk(0, 1);
        return std::move(m_found);
    }

private:
    static constexpr std::size_t kTileKnobs = 8;

    void walk(std::size_t knob, std::int64_t used) {
        if (knob == kKnobs) {
            const std::int64_t index = m_space.indexOf(m_digits);
            if (m_job && !m_job->checkpoint()) return;
            if (m_space.valid(index)) m_found.push_back(index);
            return;
        }
        const std::vector<std::int64_t>& multipliers = m_space.values[static_cast<std::size_t>(Knob::multipliers)];
        const std::int64_t most = *std::max_element(multipliers.begin(), multipliers.end());
        for (std::size_t i = 0; i < m_space.values[knob].size(); ++i) {
            const std::int64_t now = knob < kTileKnobs ? used * m_space.values[knob][i] : used;
            if (now > most || (m_job && m_job->stopRequested())) continue;
            m_digits[knob] = i;
            walk(knob + 1, now);
        }
    }

    const KnobSpace& m_space;
    Job* m_job;
    std::array<std::size_t, kKnobs> m_digits{};
    std::vector<std::int64_t> m_found;
};

}  // namespace

std::vector<std::int64_t> validIndices(const KnobSpace& space, Job* job) { return ValidWalk(space, job).run(); }

double objectiveOf(const Run& run, TuneObjective objective, Job* job) {
    if (objective == TuneObjective::psums) {
        const auto shape = maeriShape(run.layer);
        return static_cast<double>(run.layer.times() * psumCount(run.hardware, *shape, run.tile));
    }
    EngineOptions options;
    options.job = job;
    const auto outcome = simulate(run, options);
    if (!outcome || outcome->cycles == 0) return -1;
    return objective == TuneObjective::cycles ? static_cast<double>(outcome->cycles) : outcome->energy();
}

}  // namespace lapidary::fabric
