// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include <algorithm>

#include "core/base/rng.h"
// ctest: room=search
#include "core/search/incumbent.h"

using namespace lapidary;

namespace {

Candidate candidate(std::int64_t id, double energy, std::int64_t cycles) {
    Candidate made;
    made.mapping.nodes = {temporal(0, id, id)};
    made.score.energyPj = energy;
    made.score.cycles = cycles;
    return made;
}

std::vector<std::int64_t> ids(const std::vector<Candidate>& candidates) {
    std::vector<std::int64_t> result;
    for (const Candidate& c : candidates) result.push_back(c.mapping.nodes[0].bound);
    return result;
}

/// Few different figures, so that ties and repeats are common.
std::vector<Candidate> randomCandidates(Rng& rng, int count) {
    std::vector<Candidate> made;
    for (int i = 0; i < count; ++i) {
        const auto id = static_cast<std::int64_t>(rng.below(80)) + 1;
        made.push_back(candidate(id, static_cast<double>(id * 7 % 13 + 1), id * 5 % 11 + 1));
    }
    return made;
}

Incumbent offered(const std::vector<Candidate>& candidates, int top) {
    Incumbent incumbent({}, top);
    for (const Candidate& c : candidates) incumbent.offer(c.mapping, c.score);
    return incumbent;
}

std::vector<Candidate> withoutRepeats(std::vector<Candidate> all) {
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return better({}, a, b); });
    all.erase(std::unique(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.mapping == b.mapping; }),
              all.end());
    return all;
}

bool dominates(const Candidate& a, const Candidate& b) {
    if (a.score.energyPj > b.score.energyPj || a.score.cycles > b.score.cycles) return false;
    const bool equal = a.score.energyPj == b.score.energyPj && a.score.cycles == b.score.cycles;
    return !equal || canonicalLess(a.mapping, b.mapping);
}

std::vector<Candidate> frontByDefinition(const std::vector<Candidate>& all) {
    std::vector<Candidate> front;
    for (const Candidate& c : withoutRepeats(all))
        if (std::none_of(all.begin(), all.end(), [&](const Candidate& other) { return dominates(other, c); }))
            front.push_back(c);
    std::sort(front.begin(), front.end(),
              [](const auto& a, const auto& b) { return a.score.energyPj < b.score.energyPj; });
    return front;
}

}  // namespace

class SearchIncumbentTest : public QObject {
    Q_OBJECT
private slots:
    void onlyBetterFiguresAreImprovements() {
        Incumbent incumbent({}, 3);
        QVERIFY(incumbent.best() == nullptr);
        QVERIFY(incumbent.offer(candidate(5, 2, 6).mapping, candidate(5, 2, 6).score));
        QVERIFY(!incumbent.offer(candidate(6, 3, 5).mapping, candidate(6, 3, 5).score));
        QVERIFY(incumbent.offer(candidate(7, 1, 12).mapping, candidate(7, 1, 12).score));
        // The same figures in a canonically earlier mapping take over without counting as better.
        QVERIFY(!incumbent.offer(candidate(4, 1, 12).mapping, candidate(4, 1, 12).score));
        QCOMPARE(incumbent.best()->mapping.nodes[0].bound, std::int64_t{4});
    }

    void topIsTheSortedSetWithoutRepeats() {
        Rng rng(11);
        for (int round = 0; round < 200; ++round) {
            const auto all = randomCandidates(rng, 60);
            auto expected = withoutRepeats(all);
            expected.resize(std::min<std::size_t>(expected.size(), 7));
            QCOMPARE(ids(offered(all, 7).top()), ids(expected));
        }
    }

    void frontIsWhatNothingDominates() {
        Rng rng(12);
        for (int round = 0; round < 200; ++round) {
            const auto all = randomCandidates(rng, 60);
            QCOMPARE(ids(offered(all, 1).front()), ids(frontByDefinition(all)));
        }
    }

    void mergeDoesNotDependOnOrderOrSplit() {
        Rng rng(13);
        for (int round = 0; round < 100; ++round) {
            const auto all = randomCandidates(rng, 90);
            std::vector<Incumbent> parts(3, Incumbent({}, 5));
            for (const Candidate& c : all) parts[rng.below(3)].offer(c.mapping, c.score);
            Incumbent forwards({}, 5);
            Incumbent backwards({}, 5);
            for (std::size_t i = 0; i < 3; ++i) {
                forwards.merge(parts[i]);
                backwards.merge(parts[2 - i]);
            }
            const Incumbent whole = offered(all, 5);
            QCOMPARE(ids(forwards.top()), ids(whole.top()));
            QCOMPARE(ids(backwards.top()), ids(whole.top()));
            QCOMPARE(ids(forwards.front()), ids(whole.front()));
            QCOMPARE(ids(backwards.front()), ids(whole.front()));
        }
    }
};

QTEST_APPLESS_MAIN(SearchIncumbentTest)
#include "search_incumbent_test.moc"
