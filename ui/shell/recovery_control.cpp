// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/recovery_control.h"

#include <algorithm>

#include "ui/session/autosave.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recovery_dialog.h"
#include "ui/shell/run_control.h"

namespace lapidary::ui {

namespace {

bool deskIsFree(MainWindow& window) {
    const Document& document = window.document();
    return !document.modified() && document.path().isEmpty() && document.runs().empty();
}

}  // namespace

RecoveryControl::RecoveryControl(MainWindow& window, const QString& root)
    : QObject(&window), m_window(window), m_root(root) {}

bool RecoveryControl::offer() {
    if (!m_leftovers.empty()) return true;  // the question is open
    m_leftovers = findLeftovers(m_root);
    if (m_leftovers.empty()) return false;
    auto* dialog = new RecoveryDialog(m_leftovers, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) { answer(result, dialog->chosen()); });
    dialog->open();
    return true;
}

void RecoveryControl::mention() {
    const auto leftovers = findLeftovers(m_root);
    if (leftovers.empty()) return;
    m_window.banners().post({.cause = "restore",
                             .severity = Severity::note,
                             .title = tr("Sessions can be restored."),
                             .text = tr("A window did not close properly; its unsaved work is kept."),
                             .button = tr("Restore..."),
                             .action = [this] { offer(); }});
}

void RecoveryControl::offerOrSay() {
    if (offer()) return;
    m_window.banners().post({.cause = "restore",
                             .severity = Severity::note,
                             .title = tr("Nothing to restore."),
                             .text = tr("All windows before this one were closed properly."),
                             .button = {},
                             .action = {}});
}

void RecoveryControl::answer(int answer, const std::vector<std::size_t>& chosen) {
    std::vector<Leftover> leftovers = std::move(m_leftovers);
    m_leftovers.clear();
    if (answer == RecoveryDialog::discardAll) {
        for (Leftover& leftover : leftovers) discard(leftover);
        return;
    }
    if (answer != RecoveryDialog::restore) return;  // letting go of the locks keeps them for later
    bool thisWindow = deskIsFree(m_window);
    for (std::size_t i = 0; i < leftovers.size(); ++i) {
        Leftover& leftover = leftovers[i];
        if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) {
            if (leftover.onlyHere.isEmpty()) discard(leftover);  // its file has it all
            continue;
        }
        restore(leftover, thisWindow ? m_window : *m_window.openAnother(leftover.copy.session.inputs));
        thisWindow = false;
    }
}

void RecoveryControl::restore(Leftover& leftover, MainWindow& into) {
    into.runs().abandon();
    const QString perspective = QString::fromStdString(leftover.copy.session.perspective);
    adopt(into.document(), std::move(leftover.copy));
    into.setPerspective(perspective);
    // Only when the new window's own copy is on the disk may the old one go.
    Autosave* autosave = into.autosave();
    if (!autosave) return;
    autosave->writeNow();
    discard(leftover);
}

}  // namespace lapidary::ui
