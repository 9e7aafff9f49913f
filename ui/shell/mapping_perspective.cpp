// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/mapping_perspective.h"

#include <QScrollArea>

#include <algorithm>

#include "ui/models/traffic_table_model.h"
#include "ui/session/document.h"
#include "ui/shell/dock_exports.h"
#include "ui/views/facts_view.h"
#include "ui/views/nest_view.h"
#include "ui/views/storage_view.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

MappingPerspective::MappingPerspective(Document& document, QWidget* parent)
    : Perspective("mapping", parent),
      m_document(document),
      m_nest(new NestView),
      m_facts(new FactsView),
      m_storage(new StorageView),
      m_traffic(new TrafficTableModel(this)),
      m_nestDock(new Dock("nest", tr("Loop nest"), scrolled(m_nest), this)),
      m_factsDock(new Dock("facts", tr("Facts"), scrolled(m_facts), this)),
      m_storageDock(new Dock("storage", tr("Storage"), scrolled(m_storage), this)) {
    buildTraffic();
    for (const auto& [dock, view] :
         {std::pair<Dock*, View*>{m_nestDock, m_nest}, {m_factsDock, m_facts}, {m_storageDock, m_storage}}) {
        view->share(&document.selection());
        addFigureExport(
            *dock, [view = view] { return view->figure(); }, [view = view] { return view->textTwin(); });
    }
    m_nest->setObjectName("nestView");
    m_storageDock->setSubtitle(tr("occupancy"));
    connect(&document, &Document::shownChanged, this, &MappingPerspective::refresh);
    connect(&document.selection(), &Selection::changed, this, &MappingPerspective::followSelection);
    refresh();
}

void MappingPerspective::buildTraffic() {
    m_table = new FigureTable(m_traffic, tr("Traffic"));
    m_table->setObjectName("trafficTable");
    m_table->setStretchColumn(TrafficTableModel::kShareColumn);
    m_trafficDock = new Dock("traffic", tr("Traffic"), m_table, this);
    m_trafficDock->setSubtitle(tr("words, exact; Ctrl+C copies as TSV"));
    addTableExport(*m_trafficDock, *m_traffic);
    connect(m_table, &FigureTable::rowHovered, this,
            [this](int row) { m_document.selection().hover(row < 0 ? Subject{} : m_traffic->subjectOf(row)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid() && m_table->hasFocus())
                    m_document.selection().select(m_traffic->subjectOf(current.row()));
            });
}

void MappingPerspective::refresh() {
    const auto& exhibit = m_document.exhibit();
    m_nest->setExhibit(exhibit);
    m_facts->setExhibit(exhibit);
    m_storage->setExhibit(exhibit);
    m_traffic->setExhibit(exhibit);
    m_nestDock->setSubtitle({});
    m_factsDock->setSubtitle({});
    m_nestDock->pill()->setState({});
    if (!exhibit) return;
    const auto loops = std::count_if(exhibit->mapping.nodes.begin(), exhibit->mapping.nodes.end(),
                                     [](const Node& node) { return node.isLoop(); });
    m_nestDock->setSubtitle(tr("%1, %2 loops").arg(exhibit->origin).arg(loops));
    m_factsDock->setSubtitle(tr("%1 on %2").arg(workloadTitle(exhibit->inputs), designTitle(exhibit->inputs)));
    if (!exhibit->cost.valid) m_nestDock->pill()->setState(tr("not valid"), Tone::error);
}

void MappingPerspective::followSelection() {
    const Subject& hovered = m_document.selection().hovered();
    m_table->setOutlinedRow(hovered.tensor < 0 ? -1 : m_traffic->rowOf(hovered));
}

void MappingPerspective::arrange() {
    addDockWidget(Qt::LeftDockWidgetArea, m_nestDock);
    splitDockWidget(m_nestDock, m_factsDock, Qt::Horizontal);
    splitDockWidget(m_factsDock, m_trafficDock, Qt::Vertical);
    splitDockWidget(m_factsDock, m_storageDock, Qt::Horizontal);
}

void MappingPerspective::proportion() {
    const int room = width() - 12;
    const int nest = std::clamp(room * 36 / 100, 366, 520);
    resizeDocks({m_nestDock, m_trafficDock}, {nest, room - nest}, Qt::Horizontal);
    resizeDocks({m_factsDock, m_storageDock}, {(room - nest) / 2, (room - nest) / 2}, Qt::Horizontal);
    const int tall = height() - 12;
    resizeDocks({m_factsDock, m_trafficDock}, {320, tall - 320}, Qt::Vertical);
}

}  // namespace lapidary::ui
