// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/compare_pair.h"

#include <QPainter>

#include <algorithm>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

template <class Range>
int indexByName(const Range& range, const std::string& name) {
    const auto found = std::find_if(range.begin(), range.end(), [&](const auto& each) { return each.name == name; });
    return found == range.end() ? -1 : static_cast<int>(found - range.begin());
}

/// Everything but the node, by name; the compute stays the level behind the last.
Subject translated(const Subject& subject, const Exhibit& from, const Exhibit& to) {
    const auto& fromLevels = from.inputs.architecture.levels();
    const auto& toLevels = to.inputs.architecture.levels();
    Subject result;
    if (subject.level == static_cast<int>(fromLevels.size()))
        result.level = static_cast<int>(toLevels.size());
    else if (subject.level >= 0)
        result.level = indexByName(toLevels, fromLevels[static_cast<std::size_t>(subject.level)].name);
    if (subject.tensor >= 0)
        result.tensor = indexByName(to.inputs.workload.tensors(),
                                    from.inputs.workload.tensors()[static_cast<std::size_t>(subject.tensor)].name);
    if (subject.dimension >= 0)
        result.dimension =
            indexByName(to.inputs.workload.dimensions(),
                        from.inputs.workload.dimensions()[static_cast<std::size_t>(subject.dimension)].name);
    const bool lost = (subject.level >= 0 && result.level < 0) || (subject.tensor >= 0 && result.tensor < 0);
    return lost ? Subject{} : result;
}

Compared comparedOf(const Exhibit& exhibit) {
    return {exhibit.origin.toStdString(), exhibit.setup->target, exhibit.mapping, exhibit.cost,
            modelOf(exhibit.inputs)};
}

}  // namespace

Subject ComparePair::subjectOf(const AlignedRow& row) const {
    return {.node = row.a >= 0 ? row.a : nodesOfA() + row.b};
}

Subject ComparePair::subjectOf(const CompareRow& row) const {
    const auto& levels = a.inputs.architecture.levels();
    const auto& tensors = a.inputs.workload.tensors();
    for (std::size_t l = 0; l < levels.size(); ++l) {
        if (!row.key.starts_with(levels[l].name + ".")) continue;
        const std::string rest = row.key.substr(levels[l].name.size() + 1);
        for (std::size_t t = 0; t < tensors.size(); ++t)
            if (rest.starts_with(tensors[t].name + "."))
                return {.level = static_cast<int>(l), .tensor = static_cast<int>(t)};
        return {.level = static_cast<int>(l)};
    }
    return {};
}

Subject ComparePair::onB(const Subject& subject) const {
    if (subject.node < 0) return translated(subject, a, b);
    if (subject.node >= nodesOfA()) return {.node = subject.node - nodesOfA()};
    for (const AlignedRow& row : rows)
        if (row.a == subject.node) {
            const int node = row.counterpart >= 0 ? row.counterpart : row.b;
            return node >= 0 ? Subject{.node = node} : Subject{};
        }
    return {};
}

Subject ComparePair::fromB(const Subject& subject) const {
    if (subject.node < 0) return translated(subject, b, a);
    for (const AlignedRow& row : rows) {
        const int node = row.counterpart >= 0 ? row.counterpart : row.b;
        if (node == subject.node) return {.node = row.a >= 0 ? row.a : nodesOfA() + subject.node};
    }
    return {};
}

int ComparePair::differences(NestMark mark) const {
    return static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [&](const AlignedRow& row) { return row.mark == mark; }));
}

ComparePairPtr makePair(const Exhibit& a, const Exhibit& b) {
    const Compared left = comparedOf(a), right = comparedOf(b);
    return std::make_shared<ComparePair>(
        ComparePair{a, b, alignNests(*left.target, left.mapping, *right.target, right.mapping), compare(left, right),
                    why(left, right), modelTerms(left, right)});
}

int seriesOf(const Exhibit& exhibit) { return seriesOf(exhibit.inputs.mapspace.factorization); }

QString sideName(const Exhibit& exhibit) {
    return QStringLiteral("%1 %2").arg(exhibit.origin, shortName(exhibit.inputs.mapspace.factorization));
}

}  // namespace lapidary::ui
