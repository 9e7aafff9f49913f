// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which settings a part of a design has, in the order and with the words of the property form. The paths are those of
// `--set`. Pure functions.
#pragma once

#include <QString>

#include <vector>

#include "core/arch/edit.h"

namespace lapidary::ui {

struct PropertyField {
    enum class Kind {
        name,
        capacity,
        whole,
        real,
        text,
        choice,
        flag,
        split,
        axis,
        utilization,
        portName,
        portUses,
        addPort,
        removePort,
        timeByPorts
    };
    /// What can be chosen: the value of the setting, a word for it and what it means.
    struct Option {
        QString value, label, meaning;
    };
    Kind kind;
    QString section;  ///< heading above it; repeated by the fields of one section
    QString label, unit, help;
    QString path;    ///< of core's settings; for axis "x" or "y"; empty where there is none
    QString absent;  ///< what core calls no value: "unknown", "unlimited", "unbounded", "default"
    bool hasSource = false;
    std::vector<Option> options;  ///< of a choice; of a flag those for true and false
    QString port;                 ///< the name of the port it is of
};

/// `byPorts`: whether time is counted by ports; where it isn't, a level with ports offers it.
std::vector<PropertyField> propertyFields(const ArchitectureSpec& spec, const Part& part, bool byPorts);
/// The figure behind a field that has a source.
Figure& figureOf(ArchitectureSpec& spec, const Part& part, const QString& path);
const Figure& figureOf(const ArchitectureSpec& spec, const Part& part, const QString& path);

}  // namespace lapidary::ui
