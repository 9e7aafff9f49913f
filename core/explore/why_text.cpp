// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The reasons in words and figures.

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/explore/why.h"

namespace lapidary {

namespace {

using Kind = WhyStatement::Kind;

constexpr std::size_t kMostShifts = 4;  ///< the rest is said as one sum
const std::string kMinus = "−";

std::string signedText(double value, const std::string& magnitude) {
    return (value > 0 ? "+" : value < 0 ? kMinus : "") + magnitude;
}
std::string signedCount(std::int64_t value) {
    return signedText(static_cast<double>(value), formatCount(std::abs(value)));
}
std::string energyText(double picojoules) { return formatSi(std::abs(picojoules), "pJ"); }
std::string signedEnergy(double picojoules) { return signedText(picojoules, energyText(picojoules)); }
std::string count(double value) {
    return value == std::floor(value) && std::abs(value) < 9e15 ? formatCount(static_cast<std::int64_t>(value))
                                                                : formatSignificant(value);
}

/// Ratios with four decimals, so that factors can be multiplied by eye; more digits where that would say 1 of what is not.
std::string ratioText(double ratio) {
    if (ratio == 1) return "1";
    if (std::abs(ratio - 1) < 5e-5) return formatSignificant(ratio, 6);
    if (ratio >= 100 || ratio < 0.01) return formatSignificant(ratio, 4);
    const auto ten = static_cast<std::int64_t>(std::llround(ratio * 1e4));
    std::string decimals = std::to_string(ten % 10000);
    return std::to_string(ten / 10000) + "." + std::string(4 - decimals.size(), '0') + decimals;
}

/// Never 100 % of what is not all.
std::string percentText(double ratio) {
    const int digits = ratio > 0 && ratio < 0.01 ? 4 : 3;
    return formatSignificant(100 * std::abs(ratio - 1), digits) + " %";
}

/// "11.1 % fewer cycles", "the same energy"
std::string comparedText(const WhyTerm& term) {
    if (term.a == term.b) return term.name == "cycles" ? "as many cycles" : "the same " + term.name;
    const bool less = term.b < term.a;
    const std::string word = term.name == "cycles" ? (less ? "fewer" : "more") : (less ? "less" : "more");
    return percentText(term.ratio()) + " " + word + " " + term.name;
}

/// "a, b and c"
std::string joinedByAnd(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

/// "m 48 · q 4 = 192"
std::string product(const std::vector<const WhySteps*>& dimensions, std::int64_t WhySteps::*side) {
    std::string text;
    std::int64_t whole = 1;
    for (const WhySteps* steps : dimensions) {
        text += (text.empty() ? "" : " · ") + steps->dimension + " " + formatCount(steps->*side);
        whole *= steps->*side;
    }
    return dimensions.size() > 1 ? text + " = " + formatCount(whole) : text;
}

std::vector<const WhySteps*> dimensionsThat(const Why& why, bool differ) {
    std::vector<const WhySteps*> result;
    for (const WhySteps& steps : why.dimensions)
        if ((steps.a != steps.b) == differ) result.push_back(&steps);
    return result;
}

std::vector<std::string> namesOf(const std::vector<const WhySteps*>& dimensions) {
    std::vector<std::string> names;
    for (const WhySteps* steps : dimensions) names.push_back(steps->dimension);
    return names;
}

void addSteps(const Why& why, std::vector<WhyStatement>& out) {
    const auto differ = dimensionsThat(why, true);
    if (differ.empty()) return;
    const WhyTerm& steps = why.cycleFactors.front();
    double a = 1, b = 1;
    for (const WhySteps* one : differ) a *= static_cast<double>(one->a), b *= static_cast<double>(one->b);
    const std::string others = dimensionsThat(why, false).empty() ? "" : "; all other dimensions cancel";
    const bool one = differ.size() == 1;
    out.push_back({Kind::steps,
                   steps.b < steps.a   ? "Fewer steps"
                   : steps.b > steps.a ? "More steps"
                                       : "As many steps",
                   (one ? "only " : "") + joinedByAnd(namesOf(differ)) + (one ? " differs" : " differ") + others,
                   {"A  " + product(differ, &WhySteps::a), "B  " + product(differ, &WhySteps::b),
                    count(b) + " / " + count(a) + " = " + ratioText(b / a)}});
}

void addLanes(const Why& why, std::vector<WhyStatement>& out) {
    if (why.lanes.a == why.lanes.b && why.operations.a == why.operations.b) return;
    const auto line = [&](const char* side, double operations, double lanes, std::int64_t instances) {
        return std::string(side) + "  " + count(operations) + " / " + count(std::round(operations / lanes)) + " = " +
               formatSignificant(lanes) + " of " + formatCount(instances);
    };
    std::string text = "operations over steps, mean over all steps";
    if (why.operations.a != why.operations.b)
        text += "; padding makes " + formatCount(static_cast<std::int64_t>(why.operations.b - why.operations.a)) +
                " operations of the difference";
    out.push_back({Kind::lanes,
                   (why.lanes.b > why.lanes.a   ? "More of the "
                    : why.lanes.b < why.lanes.a ? "Less of the "
                                                : "As much of the ") +
                       why.computeName + "s at work",
                   text,
                   {line("A", why.operations.a, why.lanes.a, why.instancesA),
                    line("B", why.operations.b, why.lanes.b, why.instancesB)}});
}

void addWaiting(const Why& why, std::vector<WhyStatement>& out) {
    const WhyTerm& interval = why.cycleFactors[1];
    const WhyTerm& waiting = why.cycleFactors[2];
    if (waiting.a == waiting.b && interval.a == interval.b) return;
    const auto line = [](const char* side, double factor, const std::string& bound) {
        return std::string(side) + "  bound by " + bound + ", " + formatSignificant(factor) +
               " cycles for each that compute needs";
    };
    WhyStatement statement{Kind::waiting, "Waiting for memory", "cycles = steps · cycles per operation · waiting", {}};
    statement.formulas = {line("A", waiting.a, why.boundA), line("B", waiting.b, why.boundB)};
    std::string ratios;
    double whole = 1;
    for (const WhyTerm& term : why.cycleFactors) {
        ratios += (ratios.empty() ? "" : " · ") + ratioText(term.ratio());
        whole *= term.ratio();
    }
    statement.formulas.push_back(ratios + " = " + ratioText(whole));
    out.push_back(std::move(statement));
}

std::string nameOf(const EnergyShift& shift) {
    std::string name = shift.place;
    if (!shift.tensor.empty()) name += " " + shift.tensor;
    if (shift.action) return name + " " + std::string(entryOf(*shift.action).label);
    return shift.countA != 0 || shift.countB != 0 ? name + " operations" : name + " leakage";
}

/// "spad W fills +1,382,400 · 1.2 pJ = +1.659 uJ"
std::string lineOf(const EnergyShift& shift) {
    const std::string result = signedEnergy(shift.delta());
    if (shift.countA == 0 && shift.countB == 0) return nameOf(shift) + "  " + result;
    const std::optional<double> price = shift.priceB ? shift.priceB : shift.priceA;
    if (!price) return nameOf(shift) + "  " + signedCount(shift.countB - shift.countA);
    if (shift.priceA && shift.priceB && *shift.priceA != *shift.priceB)
        return nameOf(shift) + "  " + formatCount(shift.countB) + " · " + formatSignificant(*shift.priceB) + " " +
               kMinus + " " + formatCount(shift.countA) + " · " + formatSignificant(*shift.priceA) + " pJ = " + result;
    return nameOf(shift) + "  " + signedCount(shift.countB - shift.countA) + " · " + formatSignificant(*price) +
           " pJ = " + result;
}

void addEnergy(const Why& why, bool less, std::vector<WhyStatement>& out) {
    std::vector<const EnergyShift*> shifts;
    double sum = 0;
    for (const EnergyShift& shift : why.shifts) {
        if (shift.delta() == 0 || (shift.delta() < 0) != less) continue;
        shifts.push_back(&shift);
        sum += shift.delta();
    }
    if (shifts.empty()) return;
    std::stable_sort(shifts.begin(), shifts.end(), [](const EnergyShift* a, const EnergyShift* b) {
        return std::abs(a->delta()) > std::abs(b->delta());
    });
    const bool helps = less == (why.winner != Better::a);
    WhyStatement statement;
    statement.kind = helps ? Kind::saving : Kind::price;
    statement.title = helps ? (less ? "Less energy" : "B pays more") : (less ? "What B saves" : "Price");
    statement.text =
        "B spends " + energyText(sum) + (less ? " less" : " more") + "; the largest part is " + nameOf(*shifts.front());
    double rest = sum;
    for (std::size_t i = 0; i < std::min(kMostShifts, shifts.size()); ++i) {
        statement.formulas.push_back(lineOf(*shifts[i]));
        rest -= shifts[i]->delta();
    }
    if (shifts.size() > kMostShifts)
        statement.formulas.push_back(std::to_string(shifts.size() - kMostShifts) + " more  " + signedEnergy(rest));
    out.push_back(std::move(statement));
}

void addEqual(const Why& why, std::vector<WhyStatement>& out) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < why.equalLevels.size(); ++i)
        parts.push_back(why.equalLevels[i] + " traffic is equal (" + formatCount(why.equalWords[i]) + " words)");
    if (why.operations.a == why.operations.b)
        parts.push_back("both execute " + count(why.operations.a) + " operations");
    const auto same = dimensionsThat(why, false);
    std::vector<std::string> names;
    for (const WhySteps* steps : same)
        if (steps->a > 1) names.push_back(steps->dimension);
    if (!names.empty() && same.size() < why.dimensions.size())
        parts.push_back(joinedByAnd(names) + (names.size() == 1 ? " takes" : " take") + " as many steps on both sides");
    if (parts.empty()) return;
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
    out.push_back({Kind::notTheReason, "Not the reason", text, {}});
}

}  // namespace

std::string titleOf(const Why& why) {
    if (why.winner == Better::a) return "Why A wins";
    return why.winner == Better::b ? "Why B wins" : "Neither wins";
}

std::string percentOf(const Why& why) {
    return signedText(why.headline.b - why.headline.a, percentText(why.headline.ratio()));
}

std::string summaryOf(const Why& why) {
    std::vector<std::string> parts;
    for (auto term = why.factors.rbegin(); term != why.factors.rend(); ++term) parts.push_back(comparedText(*term));
    return why.headline.name + ": B has " + joinedByAnd(parts);
}

std::string productOf(const Why& why) {
    std::string text = ratioText(why.headline.ratio());
    for (std::size_t i = 0; i < why.factors.size() && why.factors.size() > 1; ++i)
        text += (i == 0 ? " = " : " · ") + ratioText(why.factors[i].ratio());
    return text;
}

std::vector<WhyStatement> statementsOf(const Why& why) {
    std::vector<WhyStatement> statements;
    addSteps(why, statements);
    addLanes(why, statements);
    addWaiting(why, statements);
    const bool savingFirst = why.winner != Better::a;
    addEnergy(why, savingFirst, statements);
    addEnergy(why, !savingFirst, statements);
    addEqual(why, statements);
    return statements;
}

std::string toText(const Why& why) {
    std::string text = titleOf(why) + "\n" + percentOf(why) + "  " + summaryOf(why) + "\n" + productOf(why) + "\n";
    int number = 0;
    for (const WhyStatement& statement : statementsOf(why)) {
        text += std::to_string(++number) + ". " + statement.title + ": " + statement.text + "\n";
        for (const std::string& formula : statement.formulas) text += "     " + formula + "\n";
    }
    return text;
}

}  // namespace lapidary
