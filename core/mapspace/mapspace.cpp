// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/mapspace.h"

#include "core/mapspace/choice.h"
#include "core/mapspace/distinct.h"
#include "core/mapspace/joint_limits.h"

namespace lapidary {

namespace {

std::string orderMeaning(const LoopOrders& orders) {
    const auto n = static_cast<int>(orders.dimensions().size());
    std::string text = std::to_string(n) + (n == 1 ? " dimension: " : " dimensions: ");
    const BigInt count = bigInt(static_cast<std::int64_t>(orders.count()));
    if (count != factorial(n)) text += toDecimal(count) + " of ";
    return text + std::to_string(n) + "!";
}

std::string keepMeaning(const Target& target, unsigned optional) {
    std::string names;
    for (std::size_t t = 0; t < target.workload.tensors().size(); ++t)
        if (optional >> t & 1) names += (names.empty() ? "" : ", ") + target.workload.tensors()[t].name;
    return names + " kept or not";
}

SizeTerm describeTerm(const ChoiceSpace& space, const ChoiceTerm& term) {
    const Target& target = space.target();
    SizeTerm result{term.kind, {}, {}, bigInt(static_cast<std::int64_t>(term.count))};
    switch (term.kind) {
    case SizeTerm::Kind::chains:
        result.name = "chains of " + target.workload.dimensions()[term.where].name;
        result.meaning = describeSlots(space.frame(), target, static_cast<int>(term.where));
        break;
    case SizeTerm::Kind::order:
        result.name = "order at " + target.architecture.levels()[term.where].name;
        result.meaning = orderMeaning(space.orders(term.where));
        break;
    case SizeTerm::Kind::keep:
        result.name = "keep at " + target.architecture.levels()[term.where].name;
        result.meaning = keepMeaning(target, space.mayKeep(term.where));
        break;
    }
    return result;
}

}  // namespace

struct Mapspace::Impl {
    TargetPtr target;
    MapspaceOptions options;
    ChoiceSpace space;
    JointLimits joint;
    std::vector<SizeTerm> terms;
    BigInt size = 1;
};

Result<Mapspace> Mapspace::make(TargetPtr target, MapspaceOptions options) {
    auto rules = resolveConstraints(*target, options.constraints);
    if (!rules) return rules.diagnostics();
    auto space = ChoiceSpace::make(target, *rules, options.factorization);
    if (!space) return space.diagnostics();
    JointLimits joint(*target, *rules);
    auto impl =
        std::make_shared<Impl>(Impl{std::move(target), std::move(options), std::move(*space), std::move(joint), {}, 1});
    for (const ChoiceTerm& term : impl->space.terms()) {
        impl->terms.push_back(describeTerm(impl->space, term));
        impl->size *= impl->terms.back().count;
    }
    return {Mapspace(std::move(impl)), rules.diagnostics()};
}

Mapspace::Mapspace(std::shared_ptr<const Impl> impl) : m_impl(std::move(impl)) {}
Mapspace::Mapspace(Mapspace&&) noexcept = default;
Mapspace& Mapspace::operator=(Mapspace&&) noexcept = default;
Mapspace::Mapspace(const Mapspace&) = default;
Mapspace::~Mapspace() = default;

const Target& Mapspace::target() const { return *m_impl->target; }
const TargetPtr& Mapspace::targetPtr() const { return m_impl->target; }
const MapspaceOptions& Mapspace::options() const { return m_impl->options; }
const BigInt& Mapspace::size() const { return m_impl->size; }
const std::vector<SizeTerm>& Mapspace::terms() const { return m_impl->terms; }

namespace {

void drawInto(const ChoiceSpace& space, Rng& rng, Draft& draft) {
    space.start(draft);
    for (const ChoiceTerm& term : space.terms()) space.apply(term, term.count == 1 ? 0 : rng.below(term.count), draft);
}

}  // namespace

void Mapspace::sample(Rng& rng, Mapping& out) const {
    Draft draft;
    drawInto(m_impl->space, rng, draft);
    m_impl->space.assemble(draft, out);
}

void Mapspace::sampleWhole(Rng& rng, Mapping& out) const {
    Draft draft;
    drawInto(m_impl->space, rng, draft);
    m_impl->space.assemble(draft, out, true);
}

void Mapspace::draw(Rng& rng, MapspaceChoice& choice) const { m_impl->space.draw(rng, choice); }
bool Mapspace::step(Rng& rng, MapspaceChoice& choice) const { return m_impl->space.step(rng, choice); }
void Mapspace::assemble(const MapspaceChoice& choice, Mapping& out, bool whole) const {
    m_impl->space.assemble(choice, out, whole);
}
void Mapspace::assemblePart(const MapspaceChoice& choice, unsigned dimensions, Mapping& out) const {
    m_impl->space.assemblePart(choice, dimensions, out);
}

void Mapspace::mappingAt(const BigInt& index, Mapping& out) const {
    Draft draft;
    m_impl->space.start(draft);
    BigInt rest = index;
    for (std::size_t t = m_impl->terms.size(); t-- > 0;) {
        const BigInt number = rest % m_impl->terms[t].count;
        rest /= m_impl->terms[t].count;
        m_impl->space.apply(m_impl->space.terms()[t], static_cast<std::uint64_t>(*toInt64(number)), draft);
    }
    m_impl->space.assemble(draft, out);
}

std::optional<BigInt> Mapspace::indexOf(const Mapping& mapping) const {
    const auto choice = m_impl->space.find(mapping);
    if (!choice) return std::nullopt;
    BigInt index = 0;
    for (std::size_t t = 0; t < m_impl->terms.size(); ++t)
        index = index * m_impl->terms[t].count + bigInt(static_cast<std::int64_t>((*choice)[t]));
    return index;
}

void Mapspace::enumerate(const std::function<bool(const BigInt&, const Mapping&)>& visit) const {
    const ChoiceSpace& space = m_impl->space;
    Draft draft;
    Choice choice{};
    Mapping mapping;
    space.start(draft);
    for (const ChoiceTerm& term : space.terms()) space.apply(term, 0, draft);
    for (BigInt index = 0; index < m_impl->size; ++index) {
        space.assemble(draft, mapping);
        if (!visit(index, mapping)) return;
        // Count on, like an odometer: only the terms whose number changes are worked out again.
        for (std::size_t t = space.terms().size(); t-- > 0;) {
            const ChoiceTerm& term = space.terms()[t];
            choice[t] = choice[t] + 1 < term.count ? choice[t] + 1 : 0;
            space.apply(term, choice[t], draft);
            if (choice[t] != 0) break;
        }
    }
}

void Mapspace::enumerateDistinct(const std::function<bool(const Mapping&)>& visit) const {
    lapidary::enumerateDistinct(m_impl->space, visit);
}

std::optional<BigInt> Mapspace::distinctCount(std::uint64_t limit) const {
    std::uint64_t count = 0;
    enumerateDistinct([&](const Mapping&) { return ++count <= limit; });
    if (count > limit) return std::nullopt;
    return bigInt(static_cast<std::int64_t>(count));
}

Reason Mapspace::checkConstraints(const Mapping& mapping) const {
    return m_impl->joint.check(mapping, m_impl->target->workload);
}

}  // namespace lapidary
