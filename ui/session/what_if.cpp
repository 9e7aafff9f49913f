// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/what_if.h"

#include <QObject>

#include <cmath>

#include "core/base/units.h"

namespace lapidary::ui {

namespace {

/// The mapping in the words of another target; an error where they lack one.
Result<Mapping> carriedOver(const Exhibit& exhibit, const Target& target) {
    const std::string text = toText(exhibit.mapping, exhibit.inputs.workload, exhibit.inputs.architecture);
    auto mapping = parseMapping(text, {}, target.workload, target.architecture);
    if (!mapping) return mapping.diagnostics();
    Diagnostics problems = checkForm(*mapping, target);
    if (hasErrors(problems)) return problems;
    return mapping;
}

}  // namespace

std::optional<double> WhatIf::change() const {
    if (!before || !now || !before->edp || !now->edp || *before->edp <= 0) return std::nullopt;
    return *now->edp / *before->edp - 1;
}

std::optional<WhatIf> whatIf(const Document& document) {
    const std::optional<Exhibit>& exhibit = document.exhibit();
    if (!exhibit || !exhibit->cost.valid || !document.setup() || !document.problems().empty()) return std::nullopt;
    WhatIf result{exhibit->origin, exhibit->cost, {}, {}};
    if (exhibit->setup == document.setup()) {
        result.now = exhibit->cost;
        return result;
    }
    if (exhibit->inputs.workload != document.inputs().workload) {
        result.trouble = QObject::tr("found for another workload");
        return result;
    }
    const Target& target = *document.setup()->target;
    const auto mapping = carriedOver(*exhibit, target);
    if (!mapping) {
        result.trouble = QString::fromStdString(mapping.diagnostics().front().message);
        return result;
    }
    Cost cost = costOf(*document.setup(), document.inputs(), *mapping);
    if (cost.valid)
        result.now = std::move(cost);
    else
        result.trouble =
            QString::fromStdString(cost.reasons.empty() ? cost.notes.front() : describe(cost.reasons.front(), target));
    return result;
}

QString changeText(double change) {
    if (std::abs(change) < 1e-5) return QObject::tr("unchanged");
    const QString size = QString::fromStdString(formatSignificant(100 * std::abs(change), 3));
    return QStringLiteral("%1%2 %").arg(change > 0 ? QStringLiteral("+") : QString(QChar(0x2212)), size);
}

}  // namespace lapidary::ui
