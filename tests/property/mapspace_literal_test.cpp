// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random small spaces of every kind against the same space written out literally.
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

#include "core/mapping/validity.h"
#include "tests/support/cases.h"
#include "tests/support/literal_space.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr Factorization kKinds[] = {Factorization::perfect, Factorization::padded, Factorization::ruby,
                                    Factorization::rubyS, Factorization::rubyT};
constexpr std::size_t kMostMappings = 2000;

/// Sorts and compares as text.
std::string textOf(const Mapping& mapping) {
    std::string text;
    for (const Node& node : mapping.nodes)
        for (const std::int64_t part :
             {std::int64_t(node.kind), std::int64_t(node.axis), std::int64_t(node.fanout), std::int64_t(node.dimension),
              std::int64_t(node.level), std::int64_t(node.tensors), node.bound, node.tail})
            text += std::to_string(part) + ' ';
    for (const std::int64_t bound : mapping.paddedBounds) text += "pad " + std::to_string(bound);
    return text;
}

std::vector<std::string> sortedTexts(const std::vector<Mapping>& mappings) {
    std::vector<std::string> texts;
    for (const Mapping& mapping : mappings) texts.push_back(textOf(mapping));
    std::ranges::sort(texts);
    return texts;
}

std::vector<Mapping> walked(const Mapspace& space) {
    std::vector<Mapping> mappings;
    BigInt next = 0;
    space.enumerate([&](const BigInt& index, const Mapping& mapping) {
        if (index != next++) qFatal("indices are not ascending");
        mappings.push_back(mapping);
        return true;
    });
    return mappings;
}

/// Random spaces with 1 .. kMostMappings mappings, as literal lists and as mapspaces.
template <class Check>
void forEachSpace(int count, const LiteralOptions& options, Check check) {
    for (const Factorization kind : kKinds) {
        Rng rng(7, static_cast<std::uint64_t>(kind));
        for (int found = 0; found < count;) {
            const LiteralSpace literal = randomSpace(rng, options);
            const std::vector<Mapping> expected = allMappings(literal, kind, kMostMappings);
            if (expected.empty()) continue;
            ++found;
            check(literal, makeSpace(targetOf(literal), kind, constraintsOf(literal)), expected);
            if (QTest::currentTestFailed()) return;
        }
    }
}

}  // namespace

class MapspaceLiteralTest : public QObject {
    Q_OBJECT

private slots:
    void sizeAndMappingsAreTheLiteralOnes();
    void impossibleSpacesAreRefused();
    void indexAndMappingAreInverse();
    void samplesAreUniformAndWellFormed();
    void kindsContainEachOther();
};

void MapspaceLiteralTest::sizeAndMappingsAreTheLiteralOnes() {
    forEachSpace(cases(500), {}, [](const LiteralSpace&, const Mapspace& space, const std::vector<Mapping>& expected) {
        QCOMPARE(toDecimal(space.size()), std::to_string(expected.size()));
        BigInt product = 1;
        for (const SizeTerm& term : space.terms()) product *= term.count;
        QVERIFY(product == space.size());
        QCOMPARE(sortedTexts(walked(space)), sortedTexts(expected));
    });
}

void MapspaceLiteralTest::impossibleSpacesAreRefused() {
    int refused = 0;
    Rng rng(8);
    for (int i = 0; i < cases(2000); ++i) {
        const LiteralSpace literal = randomSpace(rng, {});
        const auto kind = kKinds[rng.below(std::size(kKinds))];
        const bool empty = !hasMappings(literal, kind);
        const auto space = Mapspace::make(targetOf(literal), {kind, constraintsOf(literal)});
        QVERIFY2(space.ok() == !empty, space.errorText().c_str());
        refused += empty;
    }
    QVERIFY(refused > 0);
}

void MapspaceLiteralTest::indexAndMappingAreInverse() {
    forEachSpace(cases(60), {}, [](const LiteralSpace&, const Mapspace& space, const std::vector<Mapping>&) {
        const std::vector<Mapping> mappings = walked(space);
        std::map<std::string, std::size_t> smallest;
        for (std::size_t i = 0; i < mappings.size(); ++i) smallest.try_emplace(textOf(mappings[i]), i);
        Mapping mapping;
        for (std::size_t i = 0; i < mappings.size(); ++i) {
            space.mappingAt(bigInt(static_cast<std::int64_t>(i)), mapping);
            QVERIFY(mapping == mappings[i]);
            const auto index = space.indexOf(mapping);
            QVERIFY(index.has_value());
            QCOMPARE(toDecimal(*index), std::to_string(smallest.at(textOf(mapping))));
        }
    });
}

void MapspaceLiteralTest::samplesAreUniformAndWellFormed() {
    forEachSpace(cases(40), {}, [](const LiteralSpace&, const Mapspace& space, const std::vector<Mapping>& expected) {
        std::map<std::string, std::pair<int, int>> counts;  // repeats in the space, times drawn
        for (const Mapping& mapping : expected) ++counts[textOf(mapping)].first;
        const double perMapping = 20;
        const int draws = static_cast<int>(perMapping) * static_cast<int>(expected.size());
        Rng rng(9);
        Mapping mapping;
        for (int i = 0; i < draws; ++i) {
            space.sample(rng, mapping);
            const Diagnostics form = checkForm(mapping, space.target());
            QVERIFY2(form.empty(), toText(form).c_str());
            ++counts[textOf(mapping)].second;
        }
        double statistic = 0;
        for (const auto& [text, count] : counts) {
            QVERIFY(count.first > 0);
            const double mean = perMapping * count.first;
            statistic += (count.second - mean) * (count.second - mean) / mean;
        }
        // Chi-square with n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); 6 sigma and a little for small n.
        const double freedom = static_cast<double>(counts.size()) - 1;
        QVERIFY2(statistic <= freedom + 6 * std::sqrt(2 * freedom) + 10, std::to_string(statistic).c_str());
    });
}

void MapspaceLiteralTest::kindsContainEachOther() {
    Rng rng(10);
    for (int found = 0; found < cases(100);) {
        const LiteralSpace literal = randomSpace(rng, {});
        std::map<Factorization, std::set<std::string>> texts;
        for (const Factorization kind : kKinds) {
            const auto space = Mapspace::make(targetOf(literal), {kind, constraintsOf(literal)});
            if (!space || space->size() > bigInt(kMostMappings)) continue;
            for (const Mapping& mapping : walked(*space)) texts[kind].insert(textOf(mapping));
        }
        if (!texts.contains(Factorization::ruby) || !texts.contains(Factorization::padded)) continue;
        ++found;
        const auto within = [&](Factorization small, Factorization large) {
            return std::ranges::includes(texts[large], texts[small]);
        };
        QVERIFY(within(Factorization::perfect, Factorization::padded));
        QVERIFY(within(Factorization::perfect, Factorization::rubyS));
        QVERIFY(within(Factorization::perfect, Factorization::rubyT));
        QVERIFY(within(Factorization::rubyS, Factorization::ruby));
        QVERIFY(within(Factorization::rubyT, Factorization::ruby));
    }
}

QTEST_APPLESS_MAIN(MapspaceLiteralTest)
#include "mapspace_literal_test.moc"
