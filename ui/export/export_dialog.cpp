// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/export_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "core/base/units.h"
#include "core/io/native.h"
#include "ui/models/problem_text.h"
#include "ui/session/document.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

struct Preset {
    const char* title;
    double width, height;
};
constexpr Preset kPresets[] = {
    {QT_TRANSLATE_NOOP("ExportDialog", "As in the window"), 0, 0},
    {QT_TRANSLATE_NOOP("ExportDialog", "One column, 84 mm"), 84, 0},
    {QT_TRANSLATE_NOOP("ExportDialog", "Two columns, 174 mm"), 174, 0},
    {QT_TRANSLATE_NOOP("ExportDialog", "Slide, 254 × 143 mm"), 254, 143},
};
constexpr int kOwnSize = static_cast<int>(std::size(kPresets));
constexpr int kShownLines = 200;

QDoubleSpinBox* field(const char* name, double least, double most, double step, const QString& unit,
                      const QString& automatic, const QString& tip) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(automatic.isEmpty() ? least : 0, most);
    box->setDecimals(1);
    box->setSingleStep(step);
    box->setSuffix(unit);
    box->setSpecialValueText(automatic);
    box->setToolTip(tip);
    box->setAccessibleName(tip);
    box->setKeyboardTracking(false);
    if (auto* line = box->findChild<QLineEdit*>()) line->setFrame(false);  // the box has one
    return box;
}

QComboBox* choice(const char* name, const QStringList& labels, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(QString::fromLatin1(name));
    box->addItems(labels);
    box->setToolTip(tip);
    box->setAccessibleName(tip);
    return box;
}

QLabel* note() {
    auto* label = new QLabel;
    label->setFont(uiFont(TypeSize::note));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

QFormLayout* formIn(QWidget* page) {
    auto* form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(6);
    form->setHorizontalSpacing(10);
    return form;
}

/// Labels of all pages in one column.
void alignLabels(const QFormLayout* form) {
    constexpr int kLabelWidth = 84;
    for (int row = 0; row < form->rowCount(); ++row)
        if (QLayoutItem* label = form->itemAt(row, QFormLayout::LabelRole))
            label->widget()->setMinimumWidth(kLabelWidth);
}

QString number(double value) { return QString::fromStdString(formatSignificant(value, 3)); }

/// Where documents lie, or whatever of it exists.
QString usualFolder() {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

}  // namespace

ExportDialog::ExportDialog(const Document& document, ViewEntry entry, ExportOptions options, bool remember,
                           QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_entry(std::move(entry)),
      m_options(std::move(options)),
      m_remember(remember),
      m_formats(formatsOf(m_entry)),
      m_origin(originOf(document, m_entry.needs, m_options)) {
    setObjectName("exportDialog");
    setWindowTitle(tr("Export %1").arg(QString::fromStdString(m_entry.title)));
    setAttribute(Qt::WA_DeleteOnClose);
    if (remember) loadLastExport();
    freeze();
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(16, 14, 16, 14);
    outer->setSpacing(16);
    outer->addWidget(buildForm());
    outer->addWidget(buildPreview(), 1);
    const ExportChoice& last = lastExport();
    setFormat(m_formats.front().kind == ViewFormat::Kind::figure ? last.figureFormat : last.tableFormat);
    m_building = false;
    resize(860, 560);
    changed();
}

/// The view as it is now, whatever the document does while the dialog is open.
void ExportDialog::freeze() {
    if (m_entry.figure)
        m_entry.figure = [figure = m_entry.figure(m_document, m_options)](const auto&, const auto&) { return figure; };
    if (m_entry.table)
        m_entry.table = [exact = m_entry.table(m_document, m_options, NumberStyle::exact),
                         shown = m_entry.table(m_document, m_options, NumberStyle::people)](const auto&, const auto&,
                                                                                            NumberStyle style) {
            return style == NumberStyle::exact ? exact : shown;
        };
}

QWidget* ExportDialog::buildForm() {
    auto* side = new QWidget;
    side->setFixedWidth(300);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    auto* head = new QWidget;
    auto* form = formIn(head);
    QStringList labels;
    for (const ViewFormat& format : m_formats)
        labels << (format.kind == ViewFormat::Kind::table ? tr("Table as %1").arg(format.title) : format.title);
    m_format = choice("exportFormat", labels, tr("Format of the file"));
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::takeFormat);
    form->addRow(tr("&Format"), m_format);
    alignLabels(form);
    layout->addWidget(head);
    m_pages = new QStackedWidget;
    m_pages->addWidget(buildFigurePage());
    m_pages->addWidget(buildTablePage());
    m_pages->addWidget(new QWidget);
    layout->addWidget(m_pages);
    layout->addStretch(1);
    layout->addWidget(buildFile());
    return side;
}

QWidget* ExportDialog::buildFigurePage() {
    auto* page = new QWidget;
    auto* form = formIn(page);
    const FigureLook& last = lastExport().look;
    QStringList presets;
    for (const Preset& preset : kPresets) presets << tr(preset.title);
    m_preset = choice("exportSize", presets << tr("Own size"), tr("Size on paper"));
    m_width = field("exportWidth", 10, 2000, 1, tr(" mm"), tr("as in the window"), tr("Width in millimetres"));
    m_height = field("exportHeight", 5, 2000, 1, tr(" mm"), tr("as needed"), tr("Height in millimetres"));
    m_points = field("exportFont", 3, 72, 0.5, tr(" pt"), tr("as fits"), tr("Size of the usual text in points"));
    m_scale = field("exportScale", 1, 4, 0.5, tr("×"), {}, tr("Pixels per side and 1/96 inch, PNG only"));
    m_colours = choice("exportColours", {tr("Light"), tr("Dark"), tr("As shown")}, tr("Colours of the figure"));
    m_text = choice("exportText", {tr("Text"), tr("Outlines")},
                    tr("Text can be searched and edited; outlines look the same where the fonts are missing"));
    m_width->setValue(last.widthMm);
    m_height->setValue(last.heightMm);
    m_points->setValue(last.points);
    m_scale->setValue(last.scale);
    m_colours->setCurrentIndex(lastExport().asShown ? 2 : last.dark);
    m_text->setCurrentIndex(last.outlines);
    followSize();
    connect(m_preset, &QComboBox::activated, this, &ExportDialog::takePreset);
    for (QDoubleSpinBox* box : {m_width, m_height, m_points, m_scale})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::changed);
    for (QComboBox* box : {m_colours, m_text})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::changed);
    form->addRow(tr("&Size"), m_preset);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Text size"), m_points);
    form->addRow(tr("&Colours"), m_colours);
    form->addRow(tr("Te&xt as"), m_text);
    form->addRow(tr("&Resolution"), m_scale);
    alignLabels(form);
    return page;
}

QWidget* ExportDialog::buildTablePage() {
    auto* page = new QWidget;
    m_numbers = choice("exportNumbers", {tr("As usual for the format"), tr("All digits"), tr("As shown")},
                       tr("All digits, or rounded with units"));
    m_numbers->setCurrentIndex(lastExport().numbers == u"exact" ? 1 : lastExport().numbers == u"shown" ? 2 : 0);
    connect(m_numbers, &QComboBox::currentIndexChanged, this, &ExportDialog::changed);
    auto* form = formIn(page);
    form->addRow(tr("&Numbers"), m_numbers);
    alignLabels(form);
    return page;
}

QWidget* ExportDialog::buildFile() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* row = new QHBoxLayout;
    m_path = new QLineEdit;
    m_path->setObjectName("exportPath");
    m_path->setAccessibleName(tr("File to write"));
    m_path->setToolTip(tr("File to write"));
    auto* find = new QPushButton(icon("open"), {});
    find->setObjectName("exportBrowse");
    find->setToolTip(tr("Choose the file"));
    find->setAccessibleName(find->toolTip());
    connect(find, &QPushButton::clicked, this, &ExportDialog::browse);
    row->addWidget(m_path, 1);
    row->addWidget(find);
    m_session = new QCheckBox(tr("Save the session beside it"));
    m_session->setObjectName("exportSession");
    m_session->setChecked(needsSession());
    m_session->setVisible(needsSession());
    m_session->setToolTip(
        tr("The session is not saved as it is; beside the file, the command in the file can find it"));
    m_problem = new Notice;
    m_problem->setObjectName("exportProblem");
    m_save = new QAction(icon("save"), tr("Export"), this);
    m_save->setObjectName("exportSave");
    m_save->setProperty("iconName", QStringLiteral("save"));
    m_save->setToolTip(tr("Write the file"));
    connect(m_save, &QAction::triggered, this, &ExportDialog::save);
    auto* write = new ActionButton(m_save);
    write->setPrimary(true);
    write->setObjectName("exportSaveButton");
    auto* take = new QPushButton(icon("copy"), tr("C&opy"));
    take->setObjectName("exportCopy");
    take->setToolTip(tr("To the clipboard instead"));
    auto* cancel = new QPushButton(tr("Cancel"));
    connect(take, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    for (QPushButton* button : {find, take, cancel}) button->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(write);
    buttons->addWidget(take);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    for (QWidget* part : {static_cast<QWidget*>(m_problem), static_cast<QWidget*>(new QLabel(tr("File")))})
        layout->addWidget(part);
    layout->addLayout(row);
    layout->addWidget(m_session);
    layout->addSpacing(4);
    layout->addLayout(buttons);
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::changed);
    connect(m_path, &QLineEdit::returnPressed, this, &ExportDialog::save);
    connect(m_session, &QCheckBox::toggled, this, &ExportDialog::changed);
    return box;
}

QWidget* ExportDialog::buildPreview() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_picture = new QLabel;
    m_picture->setObjectName("exportPicture");
    m_picture->setAlignment(Qt::AlignCenter);
    m_picture->setMinimumSize(320, 240);
    m_picture->setAutoFillBackground(true);
    m_picture->setBackgroundRole(QPalette::Window);
    m_picture->setAccessibleName(tr("Preview of the figure"));
    m_preview = new QPlainTextEdit;
    m_preview->setObjectName("exportPreview");
    m_preview->setReadOnly(true);
    m_preview->setFont(monoFont(11.5));
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setAccessibleName(tr("Preview of the file"));
    m_previews = new QStackedWidget;
    m_previews->addWidget(m_picture);
    m_previews->addWidget(m_preview);
    layout->addWidget(m_previews, 1);
    m_note = note();
    m_note->setObjectName("exportNote");
    layout->addWidget(m_note);
    m_command = new QLineEdit;
    m_command->setObjectName("exportCommand");
    m_command->setReadOnly(true);
    m_command->setFont(monoFont(11.5));
    m_command->setToolTip(tr("Makes the same file again; it stands in the file, too"));
    m_command->setAccessibleName(tr("Command that makes the same file"));
    m_command->setPlaceholderText(m_entry.key.empty()
                                      ? tr("No command makes this table by itself")
                                      : tr("Save the session, and a command will make this file again"));
    layout->addWidget(m_command);
    return box;
}

void ExportDialog::setFormat(const QString& key) {
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        if (m_formats[i].key == key) m_format->setCurrentIndex(static_cast<int>(i));
    takeFormat();
}

void ExportDialog::takeFormat() {
    const ViewFormat& format = m_formats[static_cast<std::size_t>(std::max(0, m_format->currentIndex()))];
    m_pages->setCurrentIndex(static_cast<int>(format.kind == ViewFormat::Kind::figure  ? 0
                                              : format.kind == ViewFormat::Kind::table ? 1
                                                                                       : 2));
    m_scale->setEnabled(format.key == u"png");
    m_text->setEnabled(format.key != u"png");
    const QFileInfo old(m_path->text());
    const QString folder = !m_path->text().isEmpty()        ? old.path()
                           : !lastExport().folder.isEmpty() ? lastExport().folder
                           : !m_document.path().isEmpty()   ? QFileInfo(m_document.path()).path()
                                                            : usualFolder();
    const QString name = m_path->text().isEmpty() ? wanted().proposal() : old.completeBaseName() + u'.' + format.ending;
    m_path->setText(QDir(folder).filePath(name));
    changed();
}

void ExportDialog::takePreset(int index) {
    if (index == kOwnSize) return m_width->setFocus();
    const Preset& preset = kPresets[index];
    m_width->setValue(preset.width);
    m_height->setValue(preset.height);
    changed();
}

void ExportDialog::followSize() {
    int found = kOwnSize;
    for (int i = 0; i < kOwnSize; ++i)
        if (kPresets[i].width == m_width->value() && kPresets[i].height == m_height->value()) found = i;
    m_preset->setCurrentIndex(found);
}

FigureLook ExportDialog::look() const {
    const bool dark = m_colours->currentIndex() == 2 ? themeOf(this).dark : m_colours->currentIndex() == 1;
    return {.widthMm = m_width->value(),
            .heightMm = m_height->value(),
            .points = m_points->value(),
            .scale = m_scale->isEnabled() ? m_scale->value() : FigureLook{}.scale,
            .dark = dark,
            .outlines = m_text->isEnabled() && m_text->currentIndex() == 1};
}

ViewExport ExportDialog::wanted() const {
    ViewExport result{&m_entry, m_formats[static_cast<std::size_t>(std::max(0, m_format->currentIndex()))], m_options};
    if (result.format.kind == ViewFormat::Kind::figure)
        result.options.merge(optionsOf(look()));
    else if (result.format.kind == ViewFormat::Kind::table && m_numbers->currentIndex() > 0)
        result.options["numbers"] = m_numbers->currentIndex() == 1 ? "exact" : "shown";
    return result;
}

QString ExportDialog::path() const { return m_path->text().trimmed(); }

bool ExportDialog::needsSession() const {
    return !m_entry.key.empty() && isRepeatable(m_document, m_entry.needs) &&
           (m_document.path().isEmpty() || m_document.modified());
}

QString ExportDialog::sessionPath() const {
    if (m_entry.key.empty() || !isRepeatable(m_document, m_entry.needs)) return {};
    if (!needsSession()) return m_document.path();
    const QFileInfo file(path());
    return m_session->isChecked() ? file.dir().filePath(file.completeBaseName() + ".lapidary") : QString();
}

QStringList ExportDialog::source() const {
    const QString session = sessionPath();
    return session.isEmpty() ? QStringList() : QStringList{sessionReference(session, path())};
}

Result<QByteArray> ExportDialog::rendered() const {
    const ViewExport what = wanted();
    Provenance provenance =
        what.format.kind == ViewFormat::Kind::text ? originOf(m_document, m_entry.needs, m_options) : m_origin;
    provenance.command = commandOf(what, source(), path());
    return renderView(m_document, what, provenance);
}

void ExportDialog::changed() {
    if (m_building) return;
    m_problem->clear();
    m_replaced.clear();
    m_save->setText(tr("Export"));
    followSize();
    refresh();
}

void ExportDialog::refresh() {
    m_command->setText(QString::fromStdString(commandOf(wanted(), source(), path())));
    m_command->setCursorPosition(0);
    if (wanted().format.kind == ViewFormat::Kind::figure) return showFigure();
    const auto bytes = rendered();
    if (!bytes) return m_problem->tell(Severity::error, tr("Cannot export this."), sentence(bytes.diagnostics()));
    m_previews->setCurrentWidget(m_preview);
    const QStringList lines = QString::fromUtf8(*bytes).split(u'\n');
    m_preview->setPlainText(lines.mid(0, kShownLines).join(u'\n'));
    m_note->setText(tr("%1 lines").arg(lines.size() - 1) + u'.');
}

void ExportDialog::showFigure() {
    m_previews->setCurrentWidget(m_picture);
    const auto figure = m_entry.figure(m_document, m_options);
    if (!figure) return m_problem->tell(Severity::error, tr("Cannot export this."), sentence(figure.diagnostics()));
    FigureLook shown = look();
    const Sheet sheet = sheetOf(*figure, shown);
    const QSizeF room = QSizeF(m_picture->size()) - QSizeF(24, 24);
    const double fit = std::min({room.width() / sheet.page.width(), room.height() / sheet.page.height(), 4.0});
    shown.scale = std::max(0.05, fit * devicePixelRatioF());
    QImage image = imageOf(*figure, shown);
    image.setDevicePixelRatio(devicePixelRatioF());
    m_picture->setPixmap(QPixmap::fromImage(image));
    const QSizeF size = sheet.millimetres();
    QString text =
        tr("%1 × %2 mm, text %3 pt.").arg(number(size.width()), number(size.height()), number(sheet.points()));
    if (sheet.points() < kLeastReadablePoints)
        text += tr(" The text is too small to read: this view needs at least %1 mm.")
                    .arg(number(figure->leastWidth * kLeastReadablePoints / kUsualPoints * 25.4 / 96));
    m_note->setText(text);
}

void ExportDialog::browse() {
    const ViewFormat format = wanted().format;
    const QString chosen = QFileDialog::getSaveFileName(this, windowTitle(), path(),
                                                        QStringLiteral("%1 (*.%2)").arg(format.title, format.ending),
                                                        nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty()) m_path->setText(chosen);
}

void ExportDialog::copy() {
    if (wanted().format.key == u"png") {
        if (const auto figure = m_entry.figure(m_document, m_options))
            QApplication::clipboard()->setImage(imageOf(*figure, look()));
        return;
    }
    const auto bytes = rendered();
    if (!bytes) return m_problem->tell(Severity::error, tr("Nothing was copied."), sentence(bytes.diagnostics()));
    copyToClipboard(*bytes, wanted().format);
}

bool ExportDialog::mayReplace() {
    QStringList there;
    if (QFileInfo::exists(path())) there << QFileInfo(path()).fileName();
    if (needsSession() && m_session->isChecked() && QFileInfo::exists(sessionPath()))
        there << QFileInfo(sessionPath()).fileName();
    if (there.isEmpty() || there == m_replaced) return true;
    m_replaced = there;
    m_save->setText(tr("Replace"));
    m_problem->tell(Severity::warning, tr("Already there: %1.").arg(there.join(tr(" and "))),
                    tr("Replace writes over it; another name keeps it."));
    return false;
}

bool ExportDialog::save() {
    const QString ending = QFileInfo(path()).suffix();
    const ViewExport what = wanted();
    if (path().isEmpty() || ending.isEmpty()) {
        m_problem->tell(Severity::error, tr("No file."), tr("Name one that ends in .%1.").arg(what.format.ending));
        return false;
    }
    if (!mayReplace()) return false;
    const auto bytes = rendered();
    Diagnostics problems = bytes.diagnostics();
    if (bytes && needsSession() && m_session->isChecked())
        problems = writeTextFile(sessionPath().toStdString(), toJson(m_document.session()).dump() + "\n");
    if (bytes && !hasErrors(problems)) problems = writeBytes(*bytes, path());
    if (hasErrors(problems)) {
        m_problem->tell(Severity::error, tr("Nothing was exported."), sentence(problems));
        return false;
    }
    ExportChoice& last = lastExport();
    if (what.format.kind == ViewFormat::Kind::figure) {
        last.figureFormat = what.format.key;
        last.look = look();
        last.look.scale = m_scale->value();
        last.look.outlines = m_text->currentIndex() == 1;
        last.asShown = m_colours->currentIndex() == 2;
    } else if (what.format.kind == ViewFormat::Kind::table) {
        last.tableFormat = what.format.key;
        last.numbers = m_numbers->currentIndex() == 0 ? QString() : m_numbers->currentIndex() == 1 ? "exact" : "shown";
    }
    last.folder = QFileInfo(path()).absolutePath();
    if (m_remember) saveLastExport();
    emit exported(path());
    accept();
    return true;
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    if (!m_building && isVisible()) refresh();
}

void ExportDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    QMetaObject::invokeMethod(this, &ExportDialog::refresh, Qt::QueuedConnection);
}

}  // namespace lapidary::ui
