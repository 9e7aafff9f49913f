// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Export of one view: format, size on paper, text, colours, numbers and file at the left; at the right what the file will
// show, live, and the command that makes it again. The view is taken as it is when the dialog opens. What was chosen is
// remembered for the next time. GUI thread only.
#pragma once

#include <QDialog>

#include "ui/export/export_choice.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace lapidary::ui {

class Document;
class Notice;

class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    /// `options` are those of the view. `remember`: read and write the settings. `document` must outlive the dialog.
    ExportDialog(const Document& document, ViewEntry entry, ExportOptions options, bool remember,
                 QWidget* parent = nullptr);

    void setFormat(const QString& key);
    /// Writes the file named in the dialog (and the session beside it, if asked), closes and returns true; or says why not.
    bool save();
    QString path() const;
    /// What will be written, byte for byte.
    Result<QByteArray> rendered() const;

signals:
    void exported(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void freeze();
    QWidget* buildForm();
    QWidget* buildFigurePage();
    QWidget* buildTablePage();
    QWidget* buildPreview();
    QWidget* buildFile();
    void takeFormat();
    void takePreset(int index);
    void followSize();
    void changed();
    void refresh();
    void browse();
    void copy();
    ViewExport wanted() const;
    FigureLook look() const;
    QStringList source() const;
    QString sessionPath() const;
    bool needsSession() const;
    /// Whether no file is in the way, or the user has seen which and asked again.
    bool mayReplace();
    void showFigure();

    const Document& m_document;
    ViewEntry m_entry;
    ExportOptions m_options;
    bool m_remember;
    bool m_building = true;
    std::vector<ViewFormat> m_formats;
    Provenance m_origin;

    QComboBox* m_format = nullptr;
    QStackedWidget* m_pages = nullptr;
    QComboBox* m_preset = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QDoubleSpinBox* m_points = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QComboBox* m_colours = nullptr;
    QComboBox* m_text = nullptr;
    QComboBox* m_numbers = nullptr;
    QLineEdit* m_path = nullptr;
    QCheckBox* m_session = nullptr;
    QStackedWidget* m_previews = nullptr;
    QLabel* m_picture = nullptr;
    QPlainTextEdit* m_preview = nullptr;
    QLabel* m_note = nullptr;
    QLineEdit* m_command = nullptr;
    Notice* m_problem = nullptr;
    QAction* m_save = nullptr;
    QStringList m_replaced;  ///< files that the next export may replace
};

}  // namespace lapidary::ui
