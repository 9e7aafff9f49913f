// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/mapping/validity.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string limitOf(const Target& target, std::string_view nest) {
    return describe(checkLimits(read(target, nest), target), target);
}

Reason reason(ReasonCode code, int level, int tensor, std::int64_t needed, std::int64_t available) {
    Reason result;
    result.code = code;
    result.level = static_cast<std::int8_t>(level);
    result.tensor = static_cast<std::int8_t>(tensor);
    result.needed = needed;
    result.available = available;
    return result;
}

Reason fanoutReason(ReasonCode code, int dimension, std::int64_t needed, std::int64_t available) {
    Reason result = reason(code, -1, -1, needed, available);
    result.fanout = 0;
    result.dimension = static_cast<std::int8_t>(dimension);
    return result;
}

}  // namespace

class MappingLimitsTest : public QObject {
    Q_OBJECT
private slots:
    void aMappingWithinAllLimitsIsValid() { QCOMPARE(limitOf(*smallTarget(), kSmallNest), "valid"); }
    void spatialLoopsOfAnAxisMultiply() {  // 4 x 3 lanes
        const TargetPtr target = smallTarget();
        const Reason x = checkLimits(read(*target, "parFor M in 0..3 @PE.X\nparFor C in 0..2 @PE.X"), *target);
        QCOMPARE(x.code, ReasonCode::fanoutX);
        QCOMPARE(x.needed, std::int64_t{6});
        QCOMPARE(x.available, std::int64_t{4});
        QCOMPARE(describe(x, *target), "PE.X: spatial loops need 6 lanes, 4 exist");
        QCOMPARE(reasonTitle(x, *target), "PE.X too small");
        QCOMPARE(limitOf(*target, "parFor P in 0..3 @PE.X\nparFor M in 0..4 @PE.Y"),
                 "PE.Y: spatial loops need 4 lanes, 3 exist");
    }
    void hugeSpatialLoopsDoNotWrap() {
        QCOMPARE(limitOf(*smallTarget(),
                         "parFor M in 0..4294967296 (last 4) @PE.X\nparFor C in 0..4294967296 (last 2) @PE.X"),
                 "PE.X: spatial loops need 9,223,372,036,854,775,807 lanes, 4 exist");
    }
    void keepRulesAreObeyed() {
        const TargetPtr target = smallTarget();
        QCOMPARE(limitOf(*target, "DRAM [W I O]\nGLB [I]\nspad [W I O]"), "GLB: O must be kept here but isn't stored");
        QCOMPARE(limitOf(*target, "DRAM [W I O]\nGLB [W I O]\nspad [W I O]"),
                 "GLB: W is stored here but must not be kept");
        QCOMPARE(limitOf(*target, "DRAM [W I]\nGLB [I O]\nspad [W I O]"), "DRAM: O must be kept here but isn't stored");
        QCOMPARE(limitOf(*target, "DRAM [W I O]\nGLB [I]\nGLB [O]\nspad [W I]\nspad [O]"), "valid");
    }
    void mayMeansEither() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[1].keep["weight"] = Keep::may;
        const TargetPtr target = targetOf(smallConvolution(), spec);
        QCOMPARE(limitOf(*target, "DRAM [W I O]\nGLB [I O]\nspad [W I O]"), "valid");
        QCOMPARE(limitOf(*target, "DRAM [W I O]\nGLB [W I O]\nspad [W I O]"), "valid");
    }
    void reductionNeedsANetworkThatAdds() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.fanouts[0].reduction = false;
        const TargetPtr target = targetOf(smallConvolution(), spec);
        const std::string stores = "DRAM [W I O]\nGLB [I O]\n", end = "\nspad [W I O]";
        QCOMPARE(limitOf(*target, stores + "parFor C in 0..2 @PE.X" + end),
                 "PE: unrolling C makes partial sums of O meet, but the network can't add them");
        QCOMPARE(limitOf(*target, stores + "parFor M in 0..4 @PE.X" + end), "valid");
        QCOMPARE(limitOf(*target, stores + "parFor C in 0..1 @PE.X" + end), "valid");
        QCOMPARE(reasonTitle(checkLimits(read(*target, stores + "parFor R in 0..3 @PE.X" + end), *target), *target),
                 "PE reduction, O over R");
    }
    void capacitiesAreToldInWordsIfAllTensorsAgree() {
        const TargetPtr target = smallTarget();
        const Reason shared = reason(ReasonCode::capacity, 1, -1, 40960 * 16, 512 * 16);
        QCOMPARE(describe(shared, *target), "GLB: tiles of I + O need 40,960 words, 512 fit");
        QCOMPARE(reasonTitle(shared, *target), "GLB capacity, I + O");
        const Reason part = reason(ReasonCode::capacity, 2, 0, 25 * 16, 24 * 16);
        QCOMPARE(describe(part, *target), "spad: the tile of W needs 25 words, 24 fit");
        QCOMPARE(reasonTitle(part, *target), "spad capacity, W");
    }
    void capacitiesAreToldInBytesOrBitsIfTheyDiffer() {
        std::vector<Tensor> tensors = smallConvolution().tensors();
        tensors[2].wordBits = 24;
        const Workload workload = unwrap(Workload::make("w", smallConvolution().dimensions(), tensors));
        const TargetPtr target = targetOf(workload, smallDesignSpec());
        QCOMPARE(describe(reason(ReasonCode::capacity, 1, -1, 8800, 8192), *target),
                 "GLB: tiles of I + O need 1,100 bytes, 1,024 fit");
        QCOMPARE(describe(reason(ReasonCode::capacity, 1, -1, 8801, 8192), *target),
                 "GLB: tiles of I + O need 8,801 bits, 8,192 fit");
        QCOMPARE(describe(reason(ReasonCode::capacity, 2, 2, 480, 256), *target),
                 "spad: the tile of O needs 20 words, 10 fit");
    }
    void theOtherReasonsNameTheirPlace() {
        const TargetPtr target = smallTarget();
        const int q = target->workload.findDimension("Q");
        const Reason utilization = fanoutReason(ReasonCode::utilization, q, 10, 6);
        QCOMPARE(describe(utilization, *target), "PE: 6 lanes are used, a constraint asks for at least 10");
        QCOMPARE(reasonTitle(utilization, *target), "PE utilization");
        QCOMPARE(describe(fanoutReason(ReasonCode::axis, q, 1, 0), *target), "PE.Y: Q may not be unrolled here");
        QCOMPARE(reasonTitle(fanoutReason(ReasonCode::axis, q, 0, 0), *target), "PE.X closed to Q");
        QCOMPARE(describe(fanoutReason(ReasonCode::factor, q, 7, 4), *target),
                 "PE: Q has factor 7, a constraint says 4");
        QCOMPARE(describe(fanoutReason(ReasonCode::factor, q, 0, 0), *target),
                 "PE: Q breaks the order that a constraint asks for");
        QCOMPARE(reasonTitle(fanoutReason(ReasonCode::factor, q, 7, 4), *target), "PE constraint, Q");
    }
    void everyReasonHasItsEntry() {
        for (int code = 0; code <= static_cast<int>(ReasonCode::factor); ++code)
            QCOMPARE(entryOf(static_cast<ReasonCode>(code)).value, static_cast<ReasonCode>(code));
        QCOMPARE(keyOf(ReasonCode::keepMissing), "keep-missing");
    }
};

QTEST_APPLESS_MAIN(MappingLimitsTest)
#include "mapping_limits_test.moc"
