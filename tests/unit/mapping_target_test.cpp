// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/workload/einsum.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string refusal(const Workload& workload, ArchitectureSpec spec) {
    const auto target = Target::make(workload, unwrap(Architecture::make(std::move(spec))));
    return target ? "accepted" : target.errorText();
}

/// Every level without rules: all shared, all must.
ArchitectureSpec plainSpec() {
    ArchitectureSpec spec = smallDesignSpec();
    spec.levels[1].keep.clear();
    spec.levels[2].partitions.clear();
    return spec;
}

}  // namespace

class MappingTargetTest : public QObject {
    Q_OBJECT
private slots:
    void rolesFindTheirTensors() {  // gemm: A is the weight, B the input, Z the output
        const TargetPtr target = targetOf(unwrap(gemm("g", 2, 2, 2)), smallDesignSpec());
        QCOMPARE(target->mustKeep(0), 0b111u);
        QCOMPARE(target->mustKeep(1), 0b110u);
        QCOMPARE(target->mayKeep(1), 0b110u);
        QCOMPARE(target->levels[2].partitions, (std::vector<std::string>{"weight", "input", "output"}));
        QCOMPARE(target->levels[2].part[0], 1);
        QCOMPARE(target->levels[2].capacityBits, (std::vector<std::int64_t>{0, 24 * 16, 12 * 16, 16 * 16}));
        QVERIFY(target->notes.empty());
    }
    void aTensorsNameGoesBeforeItsRole() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[1].keep["W"] = Keep::may;
        spec.levels[2].partitions["W"].capacity = Capacity{5, true};
        const TargetPtr target = targetOf(smallConvolution(), spec);
        QCOMPARE(target->mayKeep(1), 0b111u);
        QCOMPARE(target->mustKeep(1), 0b110u);
        QCOMPARE(target->levels[2].partitions.front(), "W");
        QCOMPARE(target->levels[2].capacityBits[1], std::int64_t{5 * 16});
    }
    void tensorsOfOneRoleShareAPartition() {
        EinsumOptions options;
        options.roles = {{"B", "weight"}};
        const Workload workload =
            unwrap(parseEinsum("Z[m,n] += A[m,k] * B[k,n]", {{"m", 2}, {"n", 2}, {"k", 2}}, options));
        ArchitectureSpec spec = smallDesignSpec();
        const TargetPtr target = targetOf(workload, spec);
        const TargetLevel& spad = target->levels[2];
        const auto part = [&](const char* name) {
            return spad.part[static_cast<std::size_t>(workload.findTensor(name))];
        };
        QCOMPARE(part("A"), part("B"));
        QVERIFY(part("A") != part("Z"));
        QCOMPARE(spad.partitions.size(), std::size_t{2});
    }
    void usableCapacityIsWholeWordsOfEachBuffer() {
        ArchitectureSpec spec = plainSpec();
        spec.levels[1].capacity = Capacity{1000, false};  // 62 words of 16 bits
        spec.levels[2].capacity = Capacity{7, true};
        spec.levels[2].buffers = 2;
        const TargetPtr target = targetOf(smallConvolution(), spec);
        QCOMPARE(target->levels[0].capacityBits, std::vector<std::int64_t>{-1});
        QCOMPARE(target->levels[1].capacityBits, std::vector<std::int64_t>{992});
        QCOMPARE(target->levels[2].capacityBits, std::vector<std::int64_t>{3 * 16});
    }
    void wordsAndBlocksComeFromTensorPartitionOrLevel() {
        std::vector<Tensor> tensors = smallConvolution().tensors();
        tensors[2].wordBits = 24;
        const Workload workload = unwrap(Workload::make("w", smallConvolution().dimensions(), tensors));
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[2].block = 4;
        spec.levels[2].partitions["weight"].wordBits = 8;
        spec.levels[2].partitions["weight"].block = 2;
        spec.levels[2].partitions["output"].wordBits = 32;
        const TargetPtr target = targetOf(workload, spec);
        const TargetLevel& spad = target->levels[2];
        QCOMPARE((std::vector<int>{spad.wordBits.begin(), spad.wordBits.begin() + 3}), (std::vector<int>{8, 16, 24}));
        QCOMPARE((std::vector<int>{spad.block.begin(), spad.block.begin() + 3}), (std::vector<int>{2, 4, 4}));
        QCOMPARE(spad.capacityBits[3], std::int64_t{16 * 32});  // words of the partition, not of the tensor
    }
    void instancesAreTheFanoutsAbove() {
        const TargetPtr target = smallTarget();
        QCOMPARE(target->levels[1].instances, std::int64_t{1});
        QCOMPARE(target->levels[2].instances, std::int64_t{12});
    }
    void namesTheWorkloadLacksAreNoted() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[1].keep["bias"] = Keep::may;
        spec.levels[2].partitions["bias"].capacity = Capacity{1, true};
        const TargetPtr target = targetOf(smallConvolution(), spec);
        QCOMPARE(toText(target->notes),
                 "note: GLB: no tensor of the workload is 'bias' [levels[1].keep.bias]\n"
                 "note: spad: no tensor of the workload is 'bias' [levels[2].partitions.bias]");
        QCOMPARE(target->levels[2].partitions.size(), std::size_t{3});
    }
    void aTensorWithoutAPartitionPassesBy() {  // nothing is said about C, or 'may'
        const Workload workload = unwrap(mttkrp("k", 2, 2, 2, 2));
        ArchitectureSpec spec = smallDesignSpec();
        const char* note = "note: spad: C has no partition here and passes by [levels[2].partitions]";
        QCOMPARE(toText(targetOf(workload, spec)->notes), note);
        spec.levels[2].keep["C"] = Keep::may;
        const TargetPtr target = targetOf(workload, spec);
        QCOMPARE(toText(target->notes), note);
        QCOMPARE(target->mayKeep(2) >> workload.findTensor("C") & 1u, 0u);
        spec.levels[2].keep["C"] = Keep::never;
        QVERIFY(targetOf(workload, spec)->notes.empty());
    }
    void aTensorThatMustBeKeptNeedsAPartition() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[2].keep["C"] = Keep::must;
        QCOMPARE(refusal(unwrap(mttkrp("k", 2, 2, 2, 2)), spec),
                 "error: spad: C must be kept here but has no partition [levels[2].partitions]; add a partition 'C' or "
                 "a shared "
                 "capacity, or keep it 'never' here");
    }
    void aTensorWithoutAPartitionLivesInTheSharedPart() {
        const Workload workload = unwrap(mttkrp("k", 2, 2, 2, 2));
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[2].capacity = Capacity{9, true};
        const TargetPtr target = targetOf(workload, spec);
        const auto c = static_cast<std::size_t>(workload.findTensor("C"));
        QCOMPARE(target->levels[2].part[c], 0);
        QCOMPARE(target->levels[2].keep[c], Keep::must);
        QCOMPARE(target->levels[2].capacityBits[0], std::int64_t{9 * 16});
    }
    void theOutermostLevelHoldsEveryTensor() {
        ArchitectureSpec spec = plainSpec();
        spec.levels[0].keep["input"] = Keep::never;
        QCOMPARE(refusal(smallConvolution(), spec),
                 "error: DRAM: the outermost level holds every tensor to begin with, but never keeps I "
                 "[levels[0].keep]; let it be "
                 "kept: 'must' or 'may'");
    }
    void everyTensorThatMustBeKeptHasRoomForOneWord() {
        ArchitectureSpec spec = plainSpec();
        spec.levels[1].capacity = Capacity{2, true};
        QCOMPARE(refusal(smallConvolution(), spec),
                 "error: GLB: no room for one word of W + I + O: 48 bits needed, 32 usable [levels[1].capacity]");
        spec.levels[1].keep["weight"] = Keep::may;
        QCOMPARE(refusal(smallConvolution(), spec), "accepted");
    }
    void partitionsHaveRoomForOneWord() {
        std::vector<Tensor> tensors = smallConvolution().tensors();
        tensors[0].wordBits = 32;
        ArchitectureSpec spec = smallDesignSpec();
        spec.levels[2].partitions["weight"].capacity = Capacity{1, true};
        QCOMPARE(
            refusal(unwrap(Workload::make("w", smallConvolution().dimensions(), tensors)), spec),
            "error: spad: no room for one word of W: 32 bits needed, 16 usable [levels[2].partitions.weight.capacity]");
    }
};

QTEST_APPLESS_MAIN(MappingTargetTest)
#include "mapping_target_test.moc"
