// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window with Design in front, and what a person does there in one call each.
#pragma once

#include <QTableView>

#include "tests/ui/desk.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/properties_panel.h"
#include "ui/editors/setting_field.h"
#include "ui/shell/design_perspective.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

class DesignDesk : public Desk {
public:
    DesignDesk() {
        window->setPerspective("design");
        comeToRest();
    }
    DesignPerspective& design() const { return *window->findChild<DesignPerspective*>(); }
    DesignEditor& editor() const { return design().editor(); }
    void select(const char* name) const { editor().select(findPart(editor().design().spec(), name).value()); }
    /// Types into a property field and presses Enter.
    void type(const char* key, const QString& text) const {
        SettingField* field = design().properties().field(key);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void write(const QString& text) const {
        auto* code = find<CodeEdit>("einsum");
        code->setFocus();
        code->selectAll();
        code->insertPlainText(text);
    }
    QString notice(const char* name) const { return find<Notice>(name)->text(); }
    const Level& level(std::size_t index) const { return document().inputs().architecture.levels()[index]; }
    QString cell(const char* table, int row, int column) const {
        const QAbstractItemModel* model = find<QTableView>(table)->model();
        return model->index(row, column).data().toString();
    }
};

}  // namespace lapidary::ui
