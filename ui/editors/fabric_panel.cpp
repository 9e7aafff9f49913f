// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/fabric_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

#include "core/base/arith.h"
#include "core/search/fabric/mapper.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

using fabric::Controller;
using fabric::Hardware;
using fabric::Tile;

constexpr std::int64_t kMostOfATile = std::int64_t{1} << 20;
constexpr int kFabricField = 64;

QLabel* quietLabel(const QString& name = {}) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setFont(uiFont(TypeSize::note));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// Of the layer, in the order of the rows.
std::vector<std::int64_t> layerSizes(const fabric::Run& run) {
    if (run.hardware.controller == Controller::systolic) {
        const fabric::GemmShape shape =
            run.layer.kind == fabric::LayerKind::conv ? im2col(run.layer.conv) : run.layer.gemm;
        return {0, 0, 0, 0, 0, 0, 0, 0, shape.m, shape.n};
    }
    const auto shape = maeriShape(run.layer);
    if (!shape) return std::vector<std::int64_t>(10, 1);
    return {shape->r, shape->s, shape->c, shape->k, shape->g, shape->n, shape->outX(), shape->outY(), 0, 0};
}

/// "MK 6 × 54, 50.0 % zeros"
QString bitmapWords(const char* name, const fabric::Bitmap& map) {
    const auto elements = static_cast<double>(map.rows * map.columns);
    return QObject::tr("%1 %2 × %3, %4 zeros")
        .arg(QString::fromLatin1(name))
        .arg(map.rows)
        .arg(map.columns)
        .arg(percentText(elements > 0 ? 1 - static_cast<double>(map.ones()) / elements : 0));
}

QString sourceWords(stonne::DeskRun::TileFrom from, const FabricInputs& inputs) {
    using enum stonne::DeskRun::TileFrom;
    switch (from) {
    case session: return QObject::tr("Tile set by hand.");
    case mapping: return QObject::tr("Tile: what the spatial loops of the mapping on show hold at once.");
    case mapper:
        return QObject::tr("Tile found by the analytic mapper: no mapping of this layer and design is on show.");
    case array: return QObject::tr("Tile: the whole array.");
    case bitmaps:
        if (!inputs.bitmaps) break;
        return QObject::tr("Bitmaps of %1: %2; %3.")
            .arg(QString::fromStdString(inputs.bitmaps->name), bitmapWords("MK", inputs.bitmaps->mk),
                 bitmapWords("KN", inputs.bitmaps->kn));
    case nothing: break;
    }
    return QObject::tr("SIGMA's controller finds what it holds from the bitmaps; here, all ones.");
}

/// Of a convolution over three axes; empty for others.
QString sliceWords(const fabric::Layer& layer) {
    const std::int64_t slices = layer.kind == fabric::LayerKind::conv ? layer.conv.slices : 1;
    if (slices == 1) return {};
    return QObject::tr(" %1 output slices run one after the other; C counts the slices of a filter, too.")
        .arg(countText(slices));
}

QString bulletText(const Diagnostics& problems) {
    QStringList lines;
    for (const Diagnostic& problem : problems)
        lines << QString::fromStdString(problem.message + (problem.hint.empty() ? "" : ": " + problem.hint)) + u'.';
    return lines.join(u'\n');
}

}  // namespace

FabricPanel::FabricPanel(QWidget* parent)
    : QWidget(parent),
      m_notice(new Notice),
      m_tileBox(new QWidget),
      m_machineBox(new QWidget),
      m_formula(quietLabel(QStringLiteral("fabricFormula"))),
      m_source(quietLabel(QStringLiteral("fabricSource"))),
      m_reduction(new Segmented({tr("ART"), tr("STIFT")})),
      m_psums(new Segmented({tr("memory"), tr("accumulate")})),
      m_reductionName(new QLabel(tr("Reduction"))),
      m_psumsName(new QLabel(tr("Psums"))) {
    setObjectName("fabricPanel");
    m_notice->setObjectName("fabricNotice");
    m_source->setWordWrap(true);
    m_formula->setFont(monoFont(11.5));
    m_formula->setWordWrap(true);  // or the last line would widen the panel beyond a narrow dock
    auto* tiles = new QGridLayout(m_tileBox);
    auto* machine = new QGridLayout(m_machineBox);
    for (QGridLayout* grid : {tiles, machine}) {
        grid->setContentsMargins(10, 8, 10, 0);
        grid->setHorizontalSpacing(8);
        grid->setVerticalSpacing(4);
    }
    buildTile(*tiles);
    buildMachine(*machine);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_tileBox);
    layout->addWidget(m_machineBox);
    layout->addStretch(1);
}

void FabricPanel::buildTile(QGridLayout& grid) {
    const auto head = [&](int column, const QString& text) {
        QLabel* label = quietLabel();
        label->setText(text);
        m_heads.push_back(label);
        grid.addWidget(label, 0, column, column == 1 ? Qt::AlignRight : Qt::AlignLeft);
    };
    head(0, tr("Tile"));
    head(1, tr("Value"));
    head(2, tr("Layer"));
    head(3, tr("Folds"));
    const auto add = [&](const char* name, std::int64_t Tile::*part, std::int64_t fabric::SystolicTile::*output,
                         const QString& tip) { addTileRow(grid, name, part, output, tip); };
    add("T_R", &Tile::r, nullptr, tr("Filter rows in a virtual neuron"));
    add("T_S", &Tile::s, nullptr, tr("Filter columns in a virtual neuron; of a product, its reduction"));
    add("T_C", &Tile::c, nullptr, tr("Input channels in a virtual neuron"));
    add("T_K", &Tile::k, nullptr, tr("Filters side by side; of a product, its outputs"));
    add("T_G", &Tile::g, nullptr, tr("Groups side by side"));
    add("T_N", &Tile::n, nullptr, tr("Images side by side"));
    add("T_X'", &Tile::x, nullptr, tr("Output rows side by side; of a product, its batch"));
    add("T_Y'", &Tile::y, nullptr, tr("Output columns side by side"));
    add("T_M", nullptr, &fabric::SystolicTile::m, tr("Rows of outputs in the array"));
    add("T_N", nullptr, &fabric::SystolicTile::n, tr("Columns of outputs in the array"));
    const int below = static_cast<int>(m_rows.size()) + 1;
    grid.addWidget(m_formula, below, 0, 1, 4);
    grid.addWidget(m_source, below + 1, 0, 1, 4);
    grid.addLayout(tileButtons(), below + 2, 0, 1, 4);
    grid.setColumnStretch(3, 1);
}

void FabricPanel::addTileRow(QGridLayout& grid, const char* name, std::int64_t Tile::*part,
                             std::int64_t fabric::SystolicTile::*output, const QString& tip) {
    Row row{.name = QString::fromUtf8(name),
            .part = part,
            .output = output,
            .caption = new QLabel(QString::fromUtf8(name)),
            .layer = quietLabel(),
            .folds = quietLabel(),
            .field = new NumberField(1, kMostOfATile)};
    const int at = static_cast<int>(m_rows.size()) + 1;
    row.field->setObjectName(QStringLiteral("fabric.") + (part ? row.name : row.name + QStringLiteral("_out")));
    row.field->setAccessibleName(row.name);
    row.field->setToolTip(tip);
    row.field->setFixedWidth(kFabricField);
    row.caption->setBuddy(row.field);
    grid.addWidget(row.caption, at, 0);
    grid.addWidget(row.field, at, 1);
    grid.addWidget(row.layer, at, 2);
    grid.addWidget(row.folds, at, 3);
    const std::size_t index = m_rows.size();
    connect(row.field, &NumberField::numberEdited, this, [this, index](std::optional<std::int64_t> number) {
        if (number && m_answer) editRow(m_rows[index], *number);
    });
    m_rows.push_back(row);
}

QLayout* FabricPanel::tileButtons() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    const auto add = [&](const QString& text, const char* name, const QString& tip, auto clicked) {
        auto* button = new QPushButton(text);
        button->setObjectName(name);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, clicked);
        buttons->addWidget(button);
        return button;
    };
    m_analytic = add(tr("Analytic tile"), "fabricAnalytic",
                     tr("The dividing tile that the analytic mapper (in the manner of mRNA) finds best"),
                     &FabricPanel::useAnalyticTile);
    m_follow =
        add(tr("Follow mapping"), "fabricFollow",
            tr("Drop what was set by hand: the tile follows the mapping on show, machine and outputs the design"),
            &FabricPanel::followWanted);
    m_bitmaps =
        add(tr("Bitmaps..."), "fabricBitmaps",
            tr("A file of where the operands have values: rows of 0 and 1 of MK (M x K), a blank line, those of "
               "KN (K x N); of a convolution, those of its matrix product (im2col)"),
            &FabricPanel::bitmapsWanted);
    m_allOnes = add(tr("All ones"), "fabricAllOnes", tr("Drop the bitmaps: both operands are dense"),
                    &FabricPanel::bitmapsDropped);
    buttons->addStretch();
    return buttons;
}

NumberField* FabricPanel::addField(QGridLayout& grid, int row, const QString& text, const char* name,
                                   const QString& tip, std::int64_t Hardware::*part) {
    auto* caption = new QLabel(text);
    auto* field = new NumberField(1, 1 << 16);
    field->setObjectName(name);
    field->setAccessibleName(text);
    field->setToolTip(tip);
    field->setFixedWidth(kFabricField);
    caption->setBuddy(field);
    grid.addWidget(caption, row, 0);
    grid.addWidget(field, row, 1, Qt::AlignLeft);
    m_machine.emplace_back(field, part);
    m_machineCaptions.push_back(caption);
    connect(field, &NumberField::numberEdited, this, [this, part, text](std::optional<std::int64_t> number) {
        if (!number || !m_answer) return;
        Hardware next = hardware();
        next.*part = *number;
        if (next.controller == Controller::systolic && (part == &Hardware::rows || part == &Hardware::columns)) {
            next.distributionWidth = next.rows + next.columns;
            next.reductionWidth = next.rows * next.columns;
        }
        emit hardwareEdited(next, text);
    });
    return field;
}

void FabricPanel::buildMachine(QGridLayout& grid) {
    grid.setColumnStretch(2, 1);
    for (const int row : {3, 4}) {
        QLabel* unit = quietLabel();
        unit->setText(tr("words a cycle"));
        grid.addWidget(unit, row, 2);
    }
    addField(grid, 0, tr("Multipliers"), "fabric.ms_size", tr("A power of two of at least 8"), &Hardware::multipliers);
    addField(grid, 1, tr("Rows"), "fabric.ms_rows", tr("A power of two"), &Hardware::rows);
    addField(grid, 2, tr("Columns"), "fabric.ms_cols", tr("A power of two"), &Hardware::columns);
    addField(grid, 3, tr("dn_bw"), "fabric.dn_bw", tr("Words into the array per cycle: ports, a power of two"),
             &Hardware::distributionWidth);
    addField(grid, 4, tr("rn_bw"), "fabric.rn_bw", tr("Words out of the array per cycle: bus lines, a power of two"),
             &Hardware::reductionWidth);
    m_reduction->setObjectName("fabric.reduction");
    m_reduction->setToolTips({tr("ASNETWORK: the augmented reduction tree"),
                              tr("FENETWORK: adders that accumulate, so that no partial sum travels")});
    m_psums->setObjectName("fabric.psums");
    m_psums->setToolTips({tr("Sums of several folds go to memory and come back"),
                          tr("An accumulation buffer behind the tree adds them up")});
    grid.addWidget(m_reductionName, 5, 0);
    grid.addWidget(m_reduction, 5, 1, 1, 2, Qt::AlignLeft);
    grid.addWidget(m_psumsName, 6, 0);
    grid.addWidget(m_psums, 6, 1, 1, 2, Qt::AlignLeft);
    connect(m_reduction, &Segmented::currentChanged, this, [this](int index) {
        if (!m_answer) return;
        Hardware next = hardware();
        next.reduction = index == 0 ? fabric::Reduction::art : fabric::Reduction::stift;
        if (index == 1) next.accumulationBuffer = false;
        emit hardwareEdited(next, tr("Reduction"));
    });
    connect(m_psums, &Segmented::currentChanged, this, [this](int index) {
        if (!m_answer) return;
        Hardware next = hardware();
        next.accumulationBuffer = index == 1;
        if (index == 1) next.reduction = fabric::Reduction::art;
        emit hardwareEdited(next, tr("Accumulation buffer"));
    });
}

Hardware FabricPanel::hardware() const { return m_inputs.hardware.value_or(m_answer->desk.run.hardware); }
Tile FabricPanel::tile() const { return m_inputs.tile.value_or(m_answer->desk.run.tile); }

void FabricPanel::editRow(const Row& row, std::int64_t value) {
    const QString what = tr("Tile %1").arg(row.name);
    if (row.part) {
        Tile next = tile();
        next.*row.part = value;
        emit tileEdited(next, what);
    } else {
        fabric::SystolicTile next = m_inputs.systolicTile.value_or(m_answer->desk.run.systolicTile);
        next.*row.output = value;
        emit outputsEdited(next, what);
    }
}

void FabricPanel::useAnalyticTile() {
    if (!m_answer || !problemsOf(m_answer->desk.run.hardware).empty()) return;
    if (const auto found = fabric::mapAnalytically(m_answer->desk.run))
        emit tileEdited(found->tile, tr("Analytic tile"));
}

void FabricPanel::setAnswer(const FabricAnswerPtr& answer, const FabricInputs& inputs, const QString& refusal) {
    m_answer = answer;
    m_inputs = inputs;
    refreshNotice(refusal);
    m_tileBox->setVisible(answer != nullptr);
    m_machineBox->setVisible(answer != nullptr);
    if (!answer) return;
    refreshTile();
    refreshMachine();
}

void FabricPanel::refreshNotice(const QString& refusal) {
    if (!m_answer) {
        if (refusal.isEmpty()) return m_notice->clear();
        return m_notice->tell(
            Severity::note, tr("Not under the fabric model"),
            tr("%1. Designs that it takes: maeri-128, sigma-128 and tpu-16x16, or another whose array it can be.")
                .arg(refusal));
    }
    if (m_answer->stopped)
        return m_notice->tell(Severity::note, tr("Stopped"), tr("Not all of this layer was simulated."),
                              {{tr("Simulate"), QStringLiteral("fabricRunAgain"), [this] { emit runAsked(); }}});
    if (m_answer->problems.empty()) {
        if (!hasErrors(m_answer->notes) && m_answer->notes.empty()) return m_notice->clear();
        return m_notice->tell(Severity::warning, tr("Runs, but"), bulletText(m_answer->notes));
    }
    m_notice->tell(Severity::error, tr("This can't run:"), bulletText(m_answer->problems));
}

void FabricPanel::tellProblems(const QString& title, const Diagnostics& problems) {
    QStringList lines;
    for (const Diagnostic& problem : problems) lines << QString::fromStdString(toText(problem));
    m_notice->tell(Severity::error, title, lines.join(u'\n'));
}

void FabricPanel::refreshTile() {
    const fabric::Run& run = m_answer->desk.run;
    const std::vector<std::int64_t> sizes = layerSizes(run);
    const bool maeri = run.hardware.controller == Controller::maeri;
    const bool systolic = run.hardware.controller == Controller::systolic;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const bool shown = row.part ? maeri : systolic;
        for (QWidget* part : {static_cast<QWidget*>(row.caption), static_cast<QWidget*>(row.field),
                              static_cast<QWidget*>(row.layer), static_cast<QWidget*>(row.folds)})
            part->setVisible(shown);
        if (!shown) continue;
        const std::int64_t value = row.part ? run.tile.*row.part : run.systolicTile.*row.output;
        row.field->setNumber(value);
        row.layer->setText(countText(sizes[i]));
        const std::int64_t folds = ceilDiv(sizes[i], std::max<std::int64_t>(value, 1));
        QString text = countText(folds);
        if (sizes[i] % std::max<std::int64_t>(value, 1) != 0) text += tr(", last partly");
        row.folds->setText(text);
    }
    for (QLabel* head : m_heads) head->setVisible(maeri || systolic);
    m_source->setText(sourceWords(m_answer->desk.tileFrom, m_inputs) + sliceWords(m_answer->desk.run.layer));
    m_formula->setVisible(maeri);
    m_analytic->setVisible(maeri);
    m_follow->setVisible(m_inputs.hardware || m_inputs.tile || m_inputs.systolicTile);
    const bool sigma = run.hardware.controller == Controller::sigma;
    m_bitmaps->setVisible(sigma);
    m_allOnes->setVisible(sigma && m_inputs.bitmaps);
    if (!maeri) return;
    const auto shape = maeriShape(run.layer);
    const std::int64_t width = shape ? neuronWidth(run.hardware, *shape, run.tile) : run.tile.neuronSize();
    const std::int64_t used = width * run.tile.neurons();
    m_formula->setText(
        tr("VN size = %1%2 = %3\nVNs     = %4\nused %5 of %6: %7")
            .arg(QStringLiteral("%1·%2·%3").arg(run.tile.r).arg(run.tile.s).arg(run.tile.c),
                 width > run.tile.neuronSize() ? tr(" + 1 psum") : QString())
            .arg(width)
            .arg(run.tile.neurons())
            .arg(width > run.tile.neuronSize()
                     ? tr("%1 + %2 = %3").arg(used - run.tile.neurons()).arg(run.tile.neurons()).arg(used)
                     : countText(used),
                 countText(run.hardware.multipliers),
                 used <= run.hardware.multipliers ? tr("fits") : tr("doesn't fit")));
}

void FabricPanel::refreshMachine() {
    const Hardware& machine = m_answer->desk.run.hardware;
    const bool mesh = machine.array == fabric::Array::mesh;
    for (std::size_t i = 0; i < m_machine.size(); ++i) {
        const auto& [field, part] = m_machine[i];
        field->setNumber(machine.*part);
        const bool ofMesh = part == &Hardware::rows || part == &Hardware::columns;
        const bool shown = ofMesh ? mesh : part != &Hardware::multipliers || !mesh;
        field->setVisible(shown);
        field->setEnabled(!mesh || part != &Hardware::distributionWidth);  // rows + columns
        m_machineCaptions[i]->setVisible(shown);
    }
    const bool maeri = machine.controller == Controller::maeri;
    for (QWidget* part : {static_cast<QWidget*>(m_reduction), static_cast<QWidget*>(m_reductionName),
                          static_cast<QWidget*>(m_psums), static_cast<QWidget*>(m_psumsName)})
        part->setVisible(maeri);
    const QSignalBlocker reduction(m_reduction), psums(m_psums);
    m_reduction->setCurrent(machine.reduction == fabric::Reduction::stift ? 1 : 0);
    m_psums->setCurrent(machine.accumulationBuffer ? 1 : 0);
}

}  // namespace lapidary::ui
