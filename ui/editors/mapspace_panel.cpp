// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/mapspace_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "core/base/units.h"
#include "ui/editors/form_rows.h"
#include "ui/models/scale.h"
#include "ui/models/size_term_model.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/share_bar.h"

namespace lapidary::ui {

namespace {

constexpr int kPauseMilliseconds = 400;
constexpr int kMapspacePanelLow = 320, kMapspacePanelNarrow = 340;

/// Digits in groups of three; a line may break behind each.
QString grouped(const BigInt& value) {
    QString digits = QString::fromStdString(toDecimal(value));
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, QStringLiteral(",\u200B"));
    return digits;
}

/// "3 · 24 = 72"; factors of one are left out.
QString productText(const Mapspace& space) {
    QStringList factors;
    for (const SizeTerm& term : space.terms())
        if (term.count != 1) factors << grouped(term.count);
    if (factors.isEmpty()) factors << QStringLiteral("1");
    return QStringLiteral("%1 = <b>%2</b>").arg(factors.join(QStringLiteral(" · ")), grouped(space.size()));
}

}  // namespace

MapspacePanel::MapspacePanel(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_meaning(new QLabel),
      m_terms(new SizeTermModel(this)),
      m_product(new QLabel),
      m_share(new QLabel),
      m_bar(new ShareBar),
      m_again(new QPushButton(tr("Sample again"))) {
    m_kind = mapspaceChoice();
    m_kind->setObjectName("factorization");
    m_kind->setAccessibleName(tr("Factorization"));
    m_meaning->setObjectName("factorizationMeaning");
    m_meaning->setFont(uiFont(TypeSize::note));
    m_meaning->setWordWrap(true);
    m_meaning->setTextFormat(Qt::RichText);
    m_meaning->setToolTip(
        tr("Ruby: Horeni et al., Ruby: Improving Hardware Efficiency for Tensor Algebra Accelerators Through Imperfect "
           "Factorization, ISPASS 2022"));
    m_product->setObjectName("sizeProduct");
    m_product->setFont(monoFont(11));
    m_product->setWordWrap(true);
    m_product->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_product->setAutoFillBackground(true);
    m_product->setBackgroundRole(QPalette::AlternateBase);
    m_product->setContentsMargins(8, 5, 8, 5);
    m_share->setObjectName("validShare");
    m_share->setTextFormat(Qt::RichText);
    m_share->setWordWrap(true);
    m_share->setFont(uiFont(TypeSize::control));
    m_again->setObjectName("sampleAgain");
    m_again->setToolTip(tr("Draw 100,000 other mappings"));
    m_again->hide();
    m_table = new FigureTable(m_terms, tr("Terms of the mapspace's size"));
    m_table->setObjectName("termTable");
    m_table->setStretchColumn(1);
    layOut();

    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &MapspacePanel::sample);
    connect(&m_sampler, &ValiditySampler::finished, this, &MapspacePanel::showShare);
    connect(m_again, &QPushButton::clicked, this, [this] {
        ++m_seed;
        sample();
    });
    connect(m_kind, &Segmented::currentChanged, this,
            [this](int index) { m_document.setFactorization(mapspaceKinds()[static_cast<std::size_t>(index)]); });
    connect(&document, &Document::inputsChanged, this, &MapspacePanel::refresh);
    refresh();
}

void MapspacePanel::layOut() {
    auto* head = new QVBoxLayout;
    head->setContentsMargins(10, 8, 10, 6);
    head->setSpacing(6);
    head->addWidget(m_kind, 0, Qt::AlignLeft);
    head->addWidget(m_meaning);
    auto* valid = new QHBoxLayout;
    valid->addWidget(m_share, 1);
    valid->addWidget(m_again, 0, Qt::AlignTop);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(10, 6, 10, 8);
    foot->setSpacing(6);
    foot->addWidget(m_product);
    foot->addLayout(valid);
    foot->addWidget(m_bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    layout->addLayout(foot);
}

void MapspacePanel::refresh() {
    const Factorization kind = m_document.inputs().mapspace.factorization;
    {
        const QSignalBlocker blocker(m_kind);
        const auto kinds = mapspaceKinds();
        m_kind->setCurrent(static_cast<int>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin()));
    }
    const auto& entry = entryOf(kind);
    m_meaning->setText(tr("<b>%1</b>: %2 (%3)")
                           .arg(shortName(kind), fromView(entry.meaning).toHtmlEscaped(),
                                fromView(entry.source).replace(u'-', QChar(0x2011)).replace(u' ', QChar(0xA0))));
    const SetupPtr& setup = m_document.setup();
    m_again->setEnabled(setup != nullptr);
    if (!setup || setup == m_listed) return;
    m_listed = setup;
    std::optional<Mapspace> perfect;
    if (setup->mapspace.options().factorization != Factorization::perfect) {
        MapspaceOptions options = setup->mapspace.options();
        options.factorization = Factorization::perfect;
        if (auto made = Mapspace::make(setup->target, options)) perfect = std::move(made).value();
    }
    m_terms->setSpaces(setup->mapspace, perfect ? &*perfect : nullptr);
    m_product->setText(productText(setup->mapspace));
    if (isVisible()) m_pause.start();
}

void MapspacePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_product->setVisible(height() >= kMapspacePanelLow);  // the table says the same
    const bool narrow = width() < kMapspacePanelNarrow;    // what a term is over stands in its tooltip, too
    m_table->setColumnHidden(1, narrow);
    m_table->setStretchColumn(narrow ? 0 : 1);
}

void MapspacePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_sampled != m_document.setup()) m_pause.start();
}

void MapspacePanel::sample() {
    const SetupPtr& setup = m_document.setup();
    if (!setup) return;
    m_sampled = setup;
    m_share->setText(tr("Valid: sampling ..."));
    m_bar->setShare(-1, 0, 0);
    m_sampler.start(setup, m_seed);
}

void MapspacePanel::showShare(const Result<ValidCount>& count) {
    if (!count) return m_share->setText(tr("Valid: unknown, %1").arg(QString::fromStdString(count.errorText())));
    const QString judged = QString::fromStdString(formatCount(count->judged));
    const double half = 50 * (count->shareHigh - count->shareLow);
    m_share->setText(
        count->exact ? tr("Valid <b>%1</b>, exact: %2 of %3")
                           .arg(percentText(count->share), QString::fromStdString(formatCount(count->valid)), judged)
                     : tr("Valid <b>%1</b> ± %2 (95 %) of %3 samples")
                           .arg(percentText(count->share), QString::fromStdString(formatSignificant(half, 2)), judged));
    m_bar->setShare(count->share, count->shareLow, count->shareHigh);
    m_again->setVisible(!count->exact);  // what was counted can't be sampled again
}

}  // namespace lapidary::ui
