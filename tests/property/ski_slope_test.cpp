// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Ski slopes: the curve is the Pareto front of buffer bits and backing words over every uneven mapping, counted by the
// model; windows, strides, several inputs.

#include "core/search/optimal/ski_slope.h"

#include <QtTest>

#include "core/base/rng.h"
#include "core/mapping/extent.h"
#include "core/model/compat/accelforge.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/uneven_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kBits = 8;

Architecture threeLevels() {
    ArchitectureSpec spec;
    spec.name = "three";
    for (const char* name : {"backing", "buffer", "registers"}) {
        Level level;
        level.name = name;
        level.wordBits = kBits;
        spec.levels.push_back(std::move(level));
    }
    spec.compute = Compute{};
    spec.fanouts.emplace_back();
    spec.fanouts.back().name = "PE";
    spec.fanouts.back().below = 1;
    auto design = Architecture::make(std::move(spec));
    if (!design) qFatal("%s", design.errorText().c_str());
    return *std::move(design);
}

std::vector<optimal::SkiSlopePoint> walked(const Workload& workload) {
    const auto target = Target::make(workload, threeLevels());
    if (!target) qFatal("%s", target.errorText().c_str());
    std::map<std::int64_t, std::int64_t> least;  // words by bits
    UnevenSpace(**target, [&](const Mapping& mapping) {
        const auto cost = accelforge::evaluate(mapping, **target);
        if (!cost.ok()) qFatal("%s", cost.errorText().c_str());
        std::int64_t bits = 0, words = 0;
        for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
            bits += cost->levels[1].tensors[t].tile * kBits;
            words += cost->levels[0].tensors[t].reads + cost->levels[0].tensors[t].updates;
        }
        const auto [place, fresh] = least.emplace(bits, words);
        if (!fresh) place->second = std::min(place->second, words);
    });
    std::vector<optimal::SkiSlopePoint> points;
    for (const auto& [bits, words] : least)
        if (points.empty() || words < points.back().words) points.push_back({bits, words});
    return points;
}

}  // namespace

class SkiSlopeTest : public QObject {
    Q_OBJECT

private slots:
    void theCurveIsTheFrontOfAllMappings() {
        const std::vector<std::pair<const char*, std::vector<const char*>>> einsums{
            {"C[m,n] += A[m,k] * B[k,n]", {"m", "n", "k"}}, {"O[p] += W[r] * I[p+r]", {"p", "r"}},
            {"O[p] += W[r] * I[2p+r]", {"p", "r"}},         {"O[p] += W[r] * I[p+2r]", {"p", "r"}},
            {"O[k,p] += W[k,r] * I[p+r]", {"k", "p", "r"}}, {"O[p] += W[c,r] * I[c,p+r]", {"c", "p", "r"}},
            {"Z[m] += A[m,k] * B[k]", {"m", "k"}},
        };
        int points = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(60, 600)); ++i) {
            Rng rng(611, i);
            const auto& [einsum, names] = einsums[rng.below(einsums.size())];
            std::string bounds;
            std::int64_t macs = 1;
            for (const char* name : names) {
                const std::int64_t bound = std::array{1, 2, 3, 4, 6}[rng.below(5)];
                bounds += (bounds.empty() ? "" : ",") + std::string(name) + '=' + std::to_string(bound);
                macs *= bound;
            }
            if (macs > (names.size() == 3 ? 12 : 24)) continue;
            const auto workload = parseEinsum(einsum, *parseBounds(bounds));
            if (!workload) continue;
            ++compared;
            const auto found = optimal::skiSlope(*workload, kBits, [] { return true; });
            const std::string about = std::string(einsum) + ' ' + bounds;
            QVERIFY2(found.ok(), (found.errorText() + about).c_str());
            const auto expected = walked(*workload);
            QVERIFY2(*found == expected, about.c_str());
            points += static_cast<int>(expected.size());
        }
        QVERIFY(points > 0);
    }
};

QTEST_APPLESS_MAIN(SkiSlopeTest)
#include "ski_slope_test.moc"
