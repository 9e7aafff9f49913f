// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/mapping/validity.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

RandomProblem draw(std::uint64_t seed, int number) {
    Rng rng(seed, static_cast<std::uint64_t>(number));
    RandomOptions options;
    options.plainLoops = number % 2 == 0;
    return randomProblem(rng, options);
}

/// A few characters deleted, doubled or replaced by ones that mean something.
std::string damaged(Rng& rng, std::string text) {
    static constexpr std::string_view kMeaningful = "0123456789.()[]@#- \nforpadlastXY";
    for (std::int64_t count = between(rng, 1, 4); count > 0 && !text.empty(); --count) {
        const std::size_t at = rng.below(text.size());
        switch (rng.below(3)) {
        case 0: text.erase(at, 1 + rng.below(3)); break;
        case 1: text.insert(at, text.substr(at, 1 + rng.below(12))); break;
        default: text[at] = kMeaningful[rng.below(kMeaningful.size())];
        }
    }
    return text;
}

}  // namespace

class MappingTextPropertyTest : public QObject {
    Q_OBJECT
private slots:
    void everyMappingReadsBack() {
        for (int i = 0; i < cases(2000, 50000); ++i) {
            const auto [target, mapping] = draw(1, i);
            const std::string text = toText(mapping, target->workload, target->architecture);
            std::vector<int> lines;
            const auto back = parseMapping(text, "f", target->workload, target->architecture, &lines);
            QVERIFY2(back.ok(), back.errorText().c_str());
            QVERIFY2(*back == mapping, text.c_str());
            QCOMPARE(lines.size(), mapping.nodes.size());
            QCOMPARE(lines.back(), static_cast<int>(mapping.nodes.size()));
        }
    }
    void randomMappingsAreWellFormed() {
        for (int i = 0; i < cases(2000, 50000); ++i) {
            const auto [target, mapping] = draw(2, i);
            const Diagnostics found = checkForm(mapping, *target);
            QVERIFY2(found.empty(),
                     (toText(found) + '\n' + toText(mapping, target->workload, target->architecture)).c_str());
            const Reason reason = checkLimits(mapping, *target);
            QVERIFY2(reason.code == ReasonCode::none || reason.code == ReasonCode::reduction,
                     describe(reason, *target).c_str());
        }
    }
    void tailsNeedNotBeWritten() {
        for (int i = 0; i < cases(1000, 20000); ++i) {
            const auto [target, drawn] = draw(3, i);
            const Mapping mapping = canonical(drawn, target->workload);
            Mapping untailed = mapping;
            for (Node& node : untailed.nodes) node.tail = node.bound;
            const auto back = parseMapping(toText(untailed, target->workload, target->architecture), "f",
                                           target->workload, target->architecture);
            QVERIFY2(back.ok(), back.errorText().c_str());
            QVERIFY(*back == mapping);
        }
    }
    void damagedTextsAreReadOrRefusedWithAPlace() {
        int refused = 0;
        for (int i = 0; i < cases(4000, 100000); ++i) {
            const auto [target, mapping] = draw(4, i);
            Rng rng(5, static_cast<std::uint64_t>(i));
            const std::string text = damaged(rng, toText(mapping, target->workload, target->architecture));
            std::vector<int> lines;
            const auto back = parseMapping(text, "f", target->workload, target->architecture, &lines);
            const Diagnostics found = back ? checkForm(*back, *target, "f", lines) : back.diagnostics();
            refused += hasErrors(found);
            for (const Diagnostic& diagnostic : found) {
                QVERIFY(!diagnostic.message.empty());
                QCOMPARE(diagnostic.place.file, "f");
                QVERIFY(back.ok() || (diagnostic.place.line > 0 && diagnostic.place.column > 0));
            }
        }
        QVERIFY(refused > 0);
    }
};

QTEST_APPLESS_MAIN(MappingTextPropertyTest)
#include "mapping_text_test.moc"
