// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/region_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/search/optimal/covers.h"
#include "core/search/optimal/regions/climb.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::size_t kNarrow = 300;
/// Caps of energy: units of the best mapping's energy; how many more partial choices the next cap lets in, a share of those
/// made under the last one; from how many times the best mapping's energy on there is none.
constexpr double kUnitsOfEnergy = 50, kLastCap = 5;
constexpr double kLeastRise = 0.08;
constexpr std::int64_t kFewestMore = 8, kShareMore = 30;

void addCounts(Counts& sum, const Counts& more) {
    sum.made += more.made, sum.dominated += more.dominated, sum.tooLarge += more.tooLarge;
    sum.closed += more.closed, sum.lanes += more.lanes, sum.noRoom += more.noRoom;
}

}  // namespace

std::string whyOutgrown(const Rules& rules) {
    return "the tables of partial choices would take more than " + std::to_string(rules.mostBytes >> 20) + " MiB";
}

/// One choice of what levels keep.
struct RegionSearch::Branch {
    std::unique_ptr<Plan> plan;
    std::unique_ptr<Ascent> climb;
    Worth bound{};
};

RegionSearch::RegionSearch(const Question& question, const Question& perfect, bool wholeFront, const Rules& rules,
                           Tick tick, Judge judge)
    : m_question(question),
      m_perfect(perfect),
      m_rules(rules),
      m_tick(std::move(tick)),
      m_judge(std::move(judge)),
      m_archive(question, wholeFront) {}

Result<bool> RegionSearch::run() {
    if (m_question.byReuse() && !FlowBook::covers(m_question))
        return outOfReach("so many sliding dimensions or fanouts");
    if (m_question.byReuse() && m_question.tails()) return runWithTails();
    if (const auto done = tryHints(false); !done || !*done) return done;
    // Where tails may stay open, the best of perfect factors is at least proven.
    const bool mayStayOpen = !m_question.uncountedPort().empty();
    if (m_question.tails() && (m_rules.start || mayStayOpen))
        if (const auto done = searchAll(m_perfect, false, mayStayOpen); !done || !*done) return done;
    auto done = searchAll(m_question, true, true);
    if (m_outgrown) m_reason = whyOutgrown(m_rules);
    if (!done || !*done) return done;
    if (m_archive.best()) m_bound = m_archive.closedByGap().value_or(m_archive.best()->worth);
    return done;
}

/// Perfect mappings are mappings with tails, too; what is best with tails by other counts may be good here. Both close most of
/// what the tables with tails begin.
Result<bool> RegionSearch::runWithTails() {
    // What is asked of classic placement comes with the best of its perfect factors.
    if (!m_question.together()) {
        if (auto done = searchAll(m_perfect, false, true); !done || !*done) {
            if (m_outgrown) m_reason = whyOutgrown(m_rules);
            return done;
        }
        if (auto done = tryHints(true); !done || !*done) return done;
    }
    m_outgrown = false;
    if (!TailRun::covers(m_question)) {
        m_reason = "no table counts tails along a dimension that is in two windows of a tensor";
        return false;
    }
    auto done = searchAll(m_question, true, true);
    if (!done) return done;
    if (m_miscounted) {
        m_reason =
            "the tables and the model count a mapping differently: please report this with the workload and the design";
        m_bound.reset();
        return false;
    }
    if (m_outgrown) m_reason = whyOutgrown(m_rules);
    if (!*done) return done;
    if (m_unplaced && (!m_archive.best() || *m_unplaced < m_archive.best()->worth)) {
        m_bound = m_unplaced;
        return false;
    }
    if (m_archive.best()) m_bound = m_archive.closedByGap().value_or(m_archive.best()->worth);
    return done;
}

void RegionSearch::tryNest(const Nest& nest) {
    const auto judged = m_judge(mappingOf(nest, m_question));
    if (!judged) return;
    Found found{.energy = 0, .cycles = judged->cycles, .worth = {}, .nest = nest};
    found.energy = std::llround(judged->energyPj * m_question.exact().scale() -
                                static_cast<double>(m_question.exact().total(0, judged->cycles)));
    if (!m_archive.closes(found.energy, found.cycles)) m_archive.add(std::move(found));
}

void RegionSearch::tryMapping(const Mapping& mapping) {
    Nest nest;
    for (const Node& node : mapping.nodes) {
        for (std::size_t t = 0; !node.isLoop() && node.level > 0 && t < m_question.tensors().size(); ++t)
            if (node.tensors >> t & 1)
                nest.push_back({.kind = NestStep::Kind::store, .level = node.level, .tensor = t});
        for (std::size_t d = 0; node.isLoop() && d < m_question.dimensions(); ++d) {
            if (m_question.dimensionOf(d) != node.dimension) continue;
            const bool lanes = node.kind == NodeKind::spatial;
            nest.push_back({.kind = lanes ? NestStep::Kind::lanes : NestStep::Kind::loop,
                            .dimension = d,
                            .factor = node.bound,
                            .fanout = node.fanout,
                            .axis = node.axis});
        }
    }
    tryNest(nest);
}

/// Everything on the way to the best of the other questions; `recount`: counted by the model.
Result<bool> RegionSearch::tryHints(bool recount) {
    for (const Hint& hint : m_hints) {
        RegionSearch other(hint.question, hint.perfect, false, m_rules, m_tick, m_judge);
        other.archive().watch([&](const Found& found) {
            if (recount) return tryNest(found.nest);
            if (!m_archive.closes(found.energy, found.cycles)) m_archive.add(found);
        });
        const auto done = other.run();
        addCounts(m_counts, other.m_counts);
        if (!done) return done;
        // That its tables outgrew memory takes nothing from what is found.
        if (!*done && !other.m_outgrown) return false;
    }
    return true;
}

/// `settles`: also what ports make slower than it seemed.
Result<bool> RegionSearch::searchAll(const Question& question, bool isLast, bool settles) {
    Axes axes(question);
    std::vector<Branch> branches;
    std::size_t tables = 0;
    for (const std::vector<unsigned>& kept : keepChoices(question)) {
        auto plan = Plan::make(question, kept);
        if (!plan) return plan.diagnostics();
        Branch branch;
        branch.plan = std::make_unique<Plan>(*std::move(plan));
        if (question.byReuse())
            branch.climb =
                std::make_unique<ReuseClimb>(question, *branch.plan, axes, m_archive, m_rules, m_tick, m_judge);
        else
            branch.climb = std::make_unique<Climb>(question, *branch.plan, axes, m_archive, m_rules, m_tick);
        const bool ready = branch.climb->prepare();
        m_outgrown = m_outgrown || branch.climb->outgrown();
        if (!ready) return false;
        branch.bound = question.exact().worth(branch.climb->leastEnergy(), branch.climb->leastCycles());
        if (branch.climb->leastEnergy() >= Outer::kNoWay) continue;
        // What all branches keep leaves less to each.
        tables += branch.climb->bytes();
        m_outgrown = m_outgrown || tables > m_rules.mostBytes;
        if (m_outgrown) return false;
        branches.push_back(std::move(branch));
    }
    std::stable_sort(branches.begin(), branches.end(),
                     [](const Branch& a, const Branch& b) { return a.bound < b.bound; });
    if (isLast && !branches.empty()) m_bound = branches.front().bound;
    const bool twice = m_rules.start && m_rules.bound && question.regions().size() > 2 && !question.byReuse();
    const auto climb = [&](Branch& branch, std::size_t width, bool withWords) {
        m_running = branch.climb.get();
        const std::size_t before = branch.climb->bytes(), others = std::min(m_rules.mostBytes, tables - before);
        branch.climb->limitTo(m_rules.mostBytes - others);
        const bool done = branch.climb->run(width, withWords);
        branch.climb->release();
        tables += branch.climb->bytes() - before;
        m_outgrown = m_outgrown || branch.climb->outgrown();
        m_miscounted = m_miscounted || branch.climb->miscounted();
        if (const auto& unplaced = branch.climb->unplaced())
            m_unplaced = std::min(m_unplaced.value_or(*unplaced), *unplaced);
        m_running = nullptr;
        return done;
    };
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    if (question.byReuse()) {
        if (!deepen(branches, climb, isLast)) return false;
    }
    for (const std::size_t width : {kNarrow, kAll}) {
        if (question.byReuse()) break;
        if (width == kNarrow && !twice) continue;
        // The few that are looked at first are the same with a neighbour and without.
        m_archive.heedCut(width == kAll);
        for (Branch& branch : branches) {
            if (m_rules.bound && m_archive.closes(branch.climb->leastEnergy(), branch.climb->leastCycles())) continue;
            if (!climb(branch, width, false)) return false;
        }
    }
    // Where ports made a mapping slower that would have been best, others with the same choices may be faster.
    for (Branch& branch : branches) {
        const auto& slower = branch.climb->slower();
        const bool isOpen = std::any_of(slower.begin(), slower.end(), [this](const auto& other) {
            return !m_archive.closes(other.first, other.second);
        });
        if (settles && isOpen && question.uncountedPort().empty() && !climb(branch, kAll, true)) return false;
    }
    for (const Branch& branch : branches) addCounts(m_counts, branch.climb->counts());
    return !isLast || question.uncountedPort().empty() || endOpen(branches);
}

/// No table tells how much slower what is open, or others with the same choices, are. True if nothing is.
bool RegionSearch::endOpen(const std::vector<Branch>& branches) {
    std::optional<Worth> open;
    for (const Branch& branch : branches)
        for (const auto& [energy, cycles] : branch.climb->slower()) {
            if (m_archive.closes(energy, cycles)) continue;
            const Worth least = m_question.exact().worth(energy, cycles);
            open = std::min(open.value_or(least), least);
        }
    if (!open) return true;
    m_bound = open;
    m_reason = "no table counts the words of a memory between two fanouts with tails: the limited bandwidth of " +
               m_question.uncountedPort() + " may slow down what would else be best";
    return false;
}

/// Under caps that rise from the least bound on: tables stay small until a cap has passed the best mapping. A front has
/// points that no cap of the objective tells from others: it comes then.
template <class Climbing>
bool RegionSearch::deepen(std::vector<Branch>& branches, const Climbing& climb, bool isLast) {
    if (branches.empty()) return true;
    const auto root = static_cast<double>(branches.front().bound[0]);
    constexpr double kLast = 20;
    bool isOpen = !m_archive.wantsFront() || (m_rules.start && m_rules.bound && root > 0);
    m_archive.closeByFront(!isOpen);
    for (double share = 0.1; isOpen; share *= 1.6) {
        double cap = root * (1 + share);
        if (!m_rules.start || !m_rules.bound || root <= 0 || share > kLast) cap = 0;
        for (Branch& branch : branches) {
            if (m_rules.bound && m_archive.closes(branch.climb->leastEnergy(), branch.climb->leastCycles())) continue;
            if (cap > 0 && static_cast<double>(branch.bound[0]) >= cap) continue;
            branch.climb->capAt(cap);
            if (!climb(branch, kNarrow, false)) return false;
        }
        const auto& best = m_archive.best();
        isOpen = cap > 0 && (!best || static_cast<double>(best->worth[0]) >= cap);
        // Nothing is worth less than the cap.
        if (isOpen && isLast) m_bound = std::max(*m_bound, Worth{static_cast<Int128>(cap * (1 - 1e-12))});
    }
    m_archive.closeByFront(true);
    for (Branch& branch : branches) branch.climb->capAt(0);
    return !m_archive.wantsFront() || passEnergies(branches, climb);
}

/// Whatever is faster than all points found so far may take any energy, until a point as fast is found: what takes more than
/// a cap that rises isn't looked at before. The next cap lets in as many partial choices as make the pass worth it.
template <class Climbing>
bool RegionSearch::passEnergies(std::vector<Branch>& branches, const Climbing& climb) {
    const auto& best = m_archive.best();
    const double energy = best ? static_cast<double>(m_question.exact().total(best->energy, best->cycles)) : 0;
    const bool caps = m_rules.start && m_rules.bound && energy > 0;
    CappedEnergies capped(energy / kUnitsOfEnergy);
    double cap = caps ? energy * (1 + 1 / kUnitsOfEnergy) : 0;
    for (bool isOpen = true; isOpen;) {
        capped.clear();
        std::int64_t made = 0;
        for (Branch& branch : branches) {
            if (m_rules.bound && m_archive.closes(branch.climb->leastEnergy(), branch.climb->leastCycles())) continue;
            branch.climb->capEnergyAt(cap, capped);
            made -= branch.climb->counts().made;
            if (!climb(branch, kNarrow, false)) return false;
            made += branch.climb->counts().made;
        }
        isOpen = capped.count() > 0 && !m_archive.closesAbove(cap, capped.leastCycles());
        cap += std::max(capped.above(kFewestMore), std::min(capped.above(made / kShareMore), cap * kLeastRise));
        if (cap > energy * kLastCap) cap = 0;
    }
    for (Branch& branch : branches) branch.climb->capAt(0);
    return true;
}

Certificate RegionSearch::certificate() const {
    Counts counts = m_counts;
    if (m_running) addCounts(counts, m_running->counts());
    Certificate certificate;
    certificate.method = "regions between fanouts";
    certificate.nodes = counts.made;
    certificate.closed = {
        {"dominated", "partial choices no better in any number than another at the same place", counts.dominated},
        {"too-large", "partial choices whose tiles don't fit, or can't with those still to come", counts.tooLarge},
        {"lanes-bound",
         "ways to unroll, or all with no more lanes, that are too slow for the energy they take at least",
         counts.lanes},
        {"place-bound", "partial choices whose bound is no better than the best mapping", counts.closed}};
    if (m_question.limitsLoops())
        certificate.closed.push_back(
            {"no-room", "partial choices with more trips left than constraints allow further out", counts.noRoom});
    const auto& best = m_archive.best();
    if (m_bound)
        m_question.exact().state(certificate, std::min(*m_bound, m_unplaced.value_or(*m_bound)),
                                 best ? std::optional(best->worth) : std::nullopt);
    return certificate;
}

Mapping mappingOf(const Nest& nest, const Question& question) {
    Mapping mapping;
    // One Store per tensor: such a mapping is never taken for a classic one.
    for (std::size_t t = 0; t < question.tensors().size(); ++t) mapping.nodes.push_back(store(0, 1u << t));
    std::vector<std::int64_t> left;
    for (int d = 0; d < question.target().workload.dimensionCount(); ++d)
        left.push_back(question.target().workload.bound(d));
    for (const NestStep& step : nest) {
        if (step.kind == NestStep::Kind::store) {
            mapping.nodes.push_back(store(step.level, 1u << step.tensor));
            continue;
        }
        for (const auto& [dimension, factor] : question.split(step.dimension, step.factor, left)) {
            Node& last = mapping.nodes.back();
            if (step.kind == NestStep::Kind::lanes)
                mapping.nodes.push_back(spatial(dimension, factor, factor, step.fanout, step.axis));
            // Neighbouring loops of one dimension are one.
            else if (last.kind == NodeKind::temporal && last.dimension == dimension)
                last.bound *= factor, last.tail = last.bound;
            else
                mapping.nodes.push_back(temporal(dimension, factor, factor));
        }
    }
    completeTails(mapping, question.target().workload);
    return mapping;
}

}  // namespace lapidary::optimal::regions
