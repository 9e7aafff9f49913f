// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/design_editor.h"

#include <algorithm>

#include "core/io/presets.h"
#include "core/mapspace/rules.h"

namespace lapidary::ui {

namespace {

/// By role where the role speaks of this tensor only, else by name; what the design says already goes first.
std::string keepKey(const Level& level, const Workload& workload, int tensor) {
    const Tensor& about = workload.tensors()[static_cast<std::size_t>(tensor)];
    if (level.keep.contains(about.name) || level.partitions.contains(about.name)) return about.name;
    const auto sharing = std::count_if(workload.tensors().begin(), workload.tensors().end(),
                                       [&](const Tensor& other) { return other.role == about.role; });
    return sharing > 1 ? about.name : about.role;
}

Keep next(Keep keep) {
    switch (keep) {
    case Keep::must: return Keep::may;
    case Keep::may: return Keep::never;
    case Keep::never: break;
    }
    return Keep::must;
}

}  // namespace

DesignEditor::DesignEditor(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    const int middle = design().levelCount() > 1 ? 1 : 0;
    m_selected = {Part::Kind::level, middle, {}};
    m_name = nameOf(design().spec(), m_selected);
    connect(&document, &Document::inputsChanged, this, &DesignEditor::followDesign);
}

ArchitectureSpec DesignEditor::spec() const {
    ArchitectureSpec spec = design().spec();
    spec.constraints = m_document.inputs().mapspace.constraints;
    return spec;
}

void DesignEditor::select(const Part& part) {
    if (part == m_selected) return;
    m_selected = part;
    m_name = nameOf(design().spec(), part);
    emit selectionChanged();
}

QString DesignEditor::titleOf(const Part& part) const {
    const ArchitectureSpec& spec = design().spec();
    if (part.kind != Part::Kind::partition) return QString::fromStdString(nameOf(spec, part));
    return tr("%1, %2").arg(QString::fromStdString(nameOf(spec, {Part::Kind::level, part.index, {}})),
                            QString::fromStdString(part.role));
}

std::vector<std::string> DesignEditor::rolesAt(int level) const {
    std::vector<std::string> roles;
    for (const Tensor& tensor : workload().tensors())
        if (keepRule(design().levels()[static_cast<std::size_t>(level)], tensor) != Keep::never)
            roles.push_back(tensor.role);
    return roles;
}

void DesignEditor::followDesign() {
    const ArchitectureSpec& spec = design().spec();
    const auto found = findPart(spec, m_name);
    const std::vector<Part> parts = allParts(spec);
    Part part = m_selected;
    if (found)
        part = *found;
    else if (std::find(parts.begin(), parts.end(), part) == parts.end())
        part = {Part::Kind::level, std::min(part.index, design().levelCount() - 1), {}};
    m_name = nameOf(spec, part);
    if (part == m_selected) return;
    m_selected = part;
    emit selectionChanged();
}

const Architecture* DesignEditor::preset() const {
    const std::string& key = m_document.inputs().architectureKey;
    if (key != m_presetKey) {
        m_presetKey = key;
        m_preset.reset();
        if (auto loaded = key.empty() ? Result<Architecture>(error("none")) : loadArchitecture(key))
            m_preset = std::move(loaded).value();
    }
    return m_preset ? &*m_preset : nullptr;
}

bool DesignEditor::differsFromPreset() const { return preset() && preset()->spec() != spec(); }

Diagnostics DesignEditor::apply(const Result<DesignEdit>& edit, const QString& what, int mergeId) {
    if (!edit) return edit.diagnostics();
    const Part part = edit->part;
    Diagnostics problems = apply(Architecture::make(edit->spec), what, mergeId);
    if (problems.empty()) select(part);
    return problems;
}

Diagnostics DesignEditor::apply(const Result<Architecture>& design, const QString& what, int mergeId) {
    if (!design) return design.diagnostics();
    SessionInputs next = m_document.inputs();
    const bool fromUser = next.mapspace.constraints.fromUser;
    next.architecture = *design;
    next.mapspace.constraints = design->spec().constraints;
    next.mapspace.constraints.fromUser = fromUser;
    if (next.architecture != m_document.inputs().architecture) m_document.edit(std::move(next), what, mergeId);
    emit accepted();
    return {};
}

Diagnostics DesignEditor::set(const QString& path, const QString& value, const QString& what, int mergeId) {
    const auto based = Architecture::make(spec());
    if (!based) return based.diagnostics();
    return apply(withSetting(*based, path.toStdString(), value.toStdString()), what, mergeId);
}

Diagnostics DesignEditor::setConstraints(const Constraints& constraints, const QString& what, int mergeId) {
    if (const auto target = Target::make(workload(), design()))
        if (Diagnostics unknown = newUnknownNames(**target, m_document.inputs().mapspace.constraints, constraints);
            !unknown.empty())
            return unknown;
    ArchitectureSpec changed = spec();
    changed.constraints = constraints;
    return apply(Architecture::make(std::move(changed)), what, mergeId);
}

void DesignEditor::report(const Diagnostics& problems) {
    if (!problems.empty()) emit refused(problems);
}

void DesignEditor::addLevel() {
    std::vector<std::string> roles;
    for (const Tensor& tensor : workload().tensors())
        if (std::find(roles.begin(), roles.end(), tensor.role) == roles.end()) roles.push_back(tensor.role);
    report(apply(lapidary::addLevel(spec(), m_selected, roles), tr("Add level")));
}

void DesignEditor::addFanout() { report(apply(lapidary::addFanout(spec(), m_selected), tr("Add fanout"))); }

void DesignEditor::duplicateSelected() {
    report(apply(duplicatePart(spec(), m_selected), tr("Duplicate %1").arg(titleOf(m_selected))));
}

void DesignEditor::removeSelected() {
    report(apply(removePart(spec(), m_selected), tr("Remove %1").arg(titleOf(m_selected))));
}

bool DesignEditor::canMove(int step) const {
    if (m_selected.kind != Part::Kind::level && m_selected.kind != Part::Kind::fanout) return false;
    const std::vector<Part> parts = partsInOrder(design().spec());
    const auto at = std::find(parts.begin(), parts.end(), m_selected) - parts.begin();
    return at + step >= 0 && at + step < static_cast<std::ptrdiff_t>(parts.size()) - 1;
}

void DesignEditor::moveSelected(int step) {
    if (!canMove(step)) return;
    const std::vector<Part> parts = partsInOrder(design().spec());
    const auto at = static_cast<int>(std::find(parts.begin(), parts.end(), m_selected) - parts.begin());
    moveTo(m_selected, step < 0 ? at - 1 : at + 2);
}

void DesignEditor::moveTo(const Part& part, int position) {
    report(apply(movePart(spec(), part, position), tr("Move %1").arg(titleOf(part))));
}

void DesignEditor::cycleKeep(int level, int tensor) {
    const Level& about = design().levels()[static_cast<std::size_t>(level)];
    const Tensor& kept = workload().tensors()[static_cast<std::size_t>(tensor)];
    const Keep keep = next(keepRule(about, kept));
    report(apply(setKeep(spec(), level, keepKey(about, workload(), tensor), keep),
                 tr("Keep %1 at %2").arg(QString::fromStdString(kept.name), QString::fromStdString(about.name))));
}

}  // namespace lapidary::ui
