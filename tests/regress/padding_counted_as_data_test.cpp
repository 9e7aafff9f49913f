// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Zeros of the padding were read from memory like data.

#include <QtTest>

#include "core/model/brute_force/literal.h"
#include "core/model/evaluator.h"
#include "core/workload/builders.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

class PaddingCountedAsDataTest : public QObject {
    Q_OBJECT

private slots:
    /// 'Same' padding: 8 outputs of filters of 3 on 8 inputs between two zeros. One memory reads an input for each MAC, 24,
    /// of which the first and the last are zeros; a buffer is filled with 8 words instead of 10.
    void c45_zerosAreNotReadFromMemory() {
        Conv2d shape;
        shape.p = 8, shape.r = 3, shape.paddingP = 1, shape.height = 8;
        const TargetPtr target = targetOf(unwrap(conv2d("same", shape)), ladder({"MEM", "BUF"}));
        const Mapping direct = read(*target, "MEM [W I O]\n  for P in 0..8\n    for R in 0..3");
        const Mapping buffered = read(*target, "MEM [W I O]\n  BUF [I]\n    for P in 0..8\n      for R in 0..3");
        for (const bool padding : {false, true}) {
            const Semantics semantics{.padding = padding};
            const auto reads = [&](const Cost& cost) { return at(cost, *target, "MEM", "I").reads; };
            const std::int64_t wordByWord = padding ? 22 : 24, once = padding ? 8 : 10;
            QCOMPARE(reads(simulateLiterally(direct, *target, semantics)), wordByWord);
            QCOMPARE(reads(simulateLiterally(buffered, *target, semantics)), once);
            const Evaluator evaluator = unwrap(Evaluator::make(target, semantics));
            QCOMPARE(reads(evaluator.evaluate(direct)), wordByWord);
            QCOMPARE(reads(evaluator.evaluate(buffered)), once);
        }
    }

    /// Keyword spotting: filters of 20 x 5 with strides 8 x 2 on 98 x 40 inputs, 'same': 13 x 20 outputs need rows
    /// 8 * 12 + 20 = 116, 18 more than there are, and columns 2 * 19 + 5 = 43, 3 more.
    void c45_eachAxisHasItsOwnStrideAndPadding() {
        Conv2d shape;
        shape.p = 13, shape.q = 20, shape.r = 20, shape.s = 5;
        shape.strideP = 8, shape.strideQ = 2;
        shape.paddingP = 9, shape.paddingQ = 1;
        shape.height = 98, shape.width = 40;
        const TargetPtr target = targetOf(unwrap(conv2d("keywords", shape)), ladder({"MEM", "BUF"}));
        const Mapping mapping = read(*target,
                                     "MEM [W I O]\n  BUF [I]\n    for P in 0..13\n      for Q in 0..20\n"
                                     "        for R in 0..20\n          for S in 0..5");
        const auto reads = [&](bool padding) {
            const Evaluator evaluator = unwrap(Evaluator::make(target, {.padding = padding}));
            return at(evaluator.evaluate(mapping), *target, "MEM", "I").reads;
        };
        QCOMPARE(reads(false), 116 * 43);
        QCOMPARE(reads(true), 98 * 40);
    }
};

QTEST_APPLESS_MAIN(PaddingCountedAsDataTest)
#include "padding_counted_as_data_test.moc"
