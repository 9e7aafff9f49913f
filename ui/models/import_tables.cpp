// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/import_tables.h"

#include <algorithm>

#include "core/base/arith.h"
#include "ui/models/tile_words.h"
#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

constexpr qsizetype kMostShapes = 2;  ///< shown of what a node reads

constexpr NodeFate kImportFates[] = {NodeFate::layer, NodeFate::folded, NodeFate::constant, NodeFate::host};

/// What is folded or constant writes nothing when the network runs.
bool writes(NodeFate fate) { return fate == NodeFate::layer || fate == NodeFate::host; }

std::int64_t elementsOf(const LoweredGraph& lowered) {
    const std::int64_t layers = lowered.elements(NodeFate::layer);
    return checkedAdd(layers, lowered.elements(NodeFate::host)).value_or(layers);
}

double part(std::int64_t some, std::int64_t all) {
    return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
}

/// Colours of kinds: a layer is the accent of the design, what runs elsewhere stays grey.
Swatch swatchOf(NodeFate fate) {
    switch (fate) {
    case NodeFate::layer: return {Swatch::Kind::series, 2, 0};
    case NodeFate::folded: return {Swatch::Kind::series, 0, 0};
    case NodeFate::constant: return {Swatch::Kind::series, 4, 0};
    case NodeFate::host: break;
    }
    return {Swatch::Kind::series, 1, 0};
}

/// Without a bar, where there is little room.
Cell plainShare(double share) {
    Cell cell = shareCell(share);
    cell.bar = -1;
    return cell;
}

Cell scientificCell(double value) {
    Cell cell = figureCell(value);
    cell.text = value == 0 ? QStringLiteral("0") : QString::number(value, 'e', 1).replace(u'-', QChar(0x2212));
    return cell;
}

}  // namespace

ImportSummaryModel::ImportSummaryModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Became"), tr("What the nodes of the model are here"), false},
          {tr("Nodes"), tr("How many")},
          {tr("MACs"), tr("Share of the multiply-accumulates of Conv, ConvTranspose, Gemm and MatMul")},
          {tr("Elements"), tr("Share of the elements written by layers and by what is not accelerated")},
      } {}

void ImportSummaryModel::setModel(const ImportedPtr& imported) {
    m_imported = imported;
    m_macs = imported ? macsOf(imported->model) : 0;
    m_elements = imported ? elementsOf(imported->model.lowered) : 0;
    refresh();
}

Cell ImportSummaryModel::cell(int row, int column) const {
    const NodeFate fate = kImportFates[row];
    const LoweredGraph& lowered = m_imported->model.lowered;
    switch (column) {
    case 0: {
        Cell cell = textCell(fromView(entryOf(fate).label), swatchOf(fate));
        cell.tip = fromView(entryOf(fate).meaning);
        return cell;
    }
    case 1: return countCell(std::ranges::count(lowered.nodes, fate, &NodeReport::fate));
    case 2: return plainShare(part(lowered.macs(fate), m_macs));
    default: return plainShare(writes(fate) ? part(lowered.elements(fate), m_elements) : 0);
    }
}

ImportNodeModel::ImportNodeModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Node"), tr("Name of the node in the file"), false},
          {tr("Operator"), tr("Its operator in ONNX's words"), false},
          {tr("Reads"), tr("Shapes of what it reads, constants of the file included"), false},
          {tr("Writes"), tr("Shape of what it writes"), false},
          {tr("Became"), tr("A layer of the network, folded into one, constant, or not accelerated"), false},
          {tr("MACs"), tr("Multiply-accumulates, padding and bias not counted")},
          {tr("Share"), tr("Of the multiply-accumulates of all nodes")},
          {tr("Elements"), tr("Share of the elements that layers and nodes that are not accelerated write")},
          {tr("Why not"), tr("Why it is no layer"), false},
      } {}

void ImportNodeModel::setModel(const ImportedPtr& imported) {
    m_imported = imported;
    m_macs = imported ? macsOf(imported->model) : 0;
    m_elements = imported ? elementsOf(imported->model.lowered) : 0;
    m_layerOfOwner.clear();
    for (std::size_t i = 0; imported && i < imported->layers.size(); ++i)
        for (const int node : imported->layers[i].nodes) m_layerOfOwner.emplace(node, static_cast<int>(i));
    reload();
}

int ImportNodeModel::layerOf(int node) const {
    const int lowered = m_imported->model.lowered.nodes[static_cast<std::size_t>(node)].layer;
    if (lowered < 0) return -1;
    const int owner = m_imported->model.lowered.layers[static_cast<std::size_t>(lowered)].node;
    const auto found = m_layerOfOwner.find(owner);
    return found == m_layerOfOwner.end() ? -1 : found->second;
}

QString ImportNodeModel::shapesOf(const std::vector<int>& values, qsizetype most) const {
    QStringList shapes;
    for (const int value : values) {
        if (value < 0) continue;
        const auto& shape = m_imported->model.graph.value(value).shape;
        shapes << (shape ? QString::fromStdString(shapeText(*shape)).replace(u'x', QChar(0x00D7)) : tr("unknown"));
    }
    const auto more = shapes.size() - most;
    if (more > 1) shapes = shapes.first(most) << tr("+%1").arg(more);
    return shapes.join(QStringLiteral(", "));
}

QString ImportNodeModel::becameOf(int row) const {
    const NodeReport& report = m_imported->model.lowered.nodes[static_cast<std::size_t>(row)];
    const int layer = layerOf(row);
    const QString label = fromView(entryOf(report.fate).label);
    if (layer < 0) return label;
    const QString name = QString::fromStdString(m_imported->layers[static_cast<std::size_t>(layer)].workload.name());
    return report.fate == NodeFate::folded ? tr("into %1").arg(name) : name;
}

Cell ImportNodeModel::cell(int row, int column) const {
    const GraphNode& node = m_imported->model.graph.nodes[static_cast<std::size_t>(row)];
    const NodeReport& report = m_imported->model.lowered.nodes[static_cast<std::size_t>(row)];
    switch (column) {
    case kName: return textCell(QString::fromStdString(node.name));
    case kOperator: return textCell(QString::fromStdString(node.op));
    case kInputs: {
        Cell cell = textCell(shapesOf(node.inputs, kMostShapes));
        cell.exact = shapesOf(node.inputs, std::ssize(node.inputs));
        return cell;
    }
    case kOutput: return textCell(shapesOf(node.outputs, std::ssize(node.outputs)));
    case kBecame: return textCell(becameOf(row), swatchOf(report.fate));
    case kMacs: return countCell(report.macs);
    case kMacShare: return shareCell(part(report.macs, m_macs));
    case kElementShare: return plainShare(writes(report.fate) ? part(report.elements, m_elements) : 0);
    default: return textCell(QString::fromStdString(report.reason));
    }
}

QString ImportNodeModel::tipOf(int row, int column) const {
    const GraphNode& node = m_imported->model.graph.nodes[static_cast<std::size_t>(row)];
    if (column == kInputs && std::ssize(node.inputs) > kMostShapes)
        return shapesOf(node.inputs, std::ssize(node.inputs));
    if (column == kName) return QString::fromStdString(node.name + "\n" + node.place);
    if (column == kBecame) {
        const NodeReport& report = m_imported->model.lowered.nodes[static_cast<std::size_t>(row)];
        return fromView(entryOf(report.fate).meaning);
    }
    return {};
}

ImportLayerModel::ImportLayerModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Take"), tr("Whether the network is to have it: click or Space")},
          {tr("Layer"), tr("Named after the first node that has this shape"), false},
          {tr("Count"), tr("Nodes of this shape")},
          {tr("Bounds"), tr("Dimensions of the workload"), false},
          {tr("MACs of one"), tr("Multiply-accumulates of one such layer")},
          {tr("Share of MACs"), tr("All of this shape, of the products of the whole model")},
      } {}

void ImportLayerModel::setModel(const ImportedPtr& imported, const std::vector<bool>& taken) {
    const bool other = imported != m_imported;
    m_imported = imported;
    m_taken = taken;
    m_macs = imported ? macsOf(imported->model) : 0;
    if (other)
        reload();
    else
        refresh();
}

Cell ImportLayerModel::cell(int row, int column) const {
    const ImportedLayer& layer = m_imported->layers[static_cast<std::size_t>(row)];
    const bool taken = m_taken[static_cast<std::size_t>(row)];
    switch (column) {
    case kTaken: {
        Cell cell = textCell(QString());
        cell.exact = taken ? tr("yes") : tr("no");
        cell.order = taken ? 1 : 0;
        cell.checked = taken;
        return cell;
    }
    case kLayer: {
        Cell cell = textCell(QString::fromStdString(layer.workload.name()));
        cell.zero = !taken;
        return cell;
    }
    case kCount: return countCell(layer.count());
    case kBounds: return textCell(QString::fromStdString(boundsText(layer.workload)));
    case kLayerMacs: return countCell(layer.macs);
    default: return shareCell(part(checkedMul(layer.macs, layer.count()).value_or(m_macs), m_macs));
    }
}

QString ImportLayerModel::tipOf(int row, int column) const {
    if (column != kLayer && column != kCount) return {};
    const ImportedLayer& layer = m_imported->layers[static_cast<std::size_t>(row)];
    QStringList names{QString::fromStdString(layer.workload.einsum())};
    for (const int node : layer.nodes)
        names << QString::fromStdString(m_imported->model.graph.nodes[static_cast<std::size_t>(node)].name);
    constexpr int kMostNames = 12;
    const auto more = names.size() - kMostNames;
    if (more > 0) names = names.first(kMostNames) << tr("and %1 more").arg(more);
    return names.join(u'\n');
}

ValuesModel::ValuesModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Node"), tr("That was computed; what is folded into a layer ends with it"), false},
          {tr("Operator"), tr("Its operator in ONNX's words"), false},
          {tr("Writes"), tr("Shape of what it writes"), false},
          {tr("Computed by"), tr("The machine, the layer's own definition, or the plain reference in float32"), false},
          {tr("Cycles"), tr("Simulated cycles of the layer on the machine")},
          {tr("Use"), tr("Multiplications over multipliers and cycles")},
          {tr("Tile"), tr("What MAERI holds at once, by the analytic mapper"), false},
          {tr("Largest"), tr("Largest magnitude in the reference")},
          {tr("Deviation"), tr("Largest difference from the reference over its largest magnitude; 1e-4 is allowed")},
      } {}

void ValuesModel::setAnswer(const ValuesPtr& answer) {
    m_answer = answer;
    refresh();
}

Cell ValuesModel::cell(int row, int column) const {
    const ValuesNode& made = m_answer->nodes[static_cast<std::size_t>(row)];
    const Graph& graph = m_answer->question.imported->model.graph;
    const GraphNode& node = graph.nodes[static_cast<std::size_t>(made.run.node)];
    switch (column) {
    case kNode: return textCell(QString::fromStdString(node.name));
    case kNodeOperator: return textCell(QString::fromStdString(node.op));
    case kMade: {
        const auto& shape = graph.value(node.outputs.front()).shape;
        return textCell(shape ? QString::fromStdString(shapeText(*shape)).replace(u'x', QChar(0x00D7)) : tr("unknown"));
    }
    case kBy:
        return textCell(made.fabric              ? QString::fromStdString(m_answer->question.machine)
                        : made.run.isAccelerated ? tr("definition")
                                                 : tr("reference"));
    case kCycles: return made.fabric ? countCell(made.fabric->outcome.cycles) : missingCell();
    case kUse: return made.fabric ? shareCell(made.fabric->outcome.utilization()) : missingCell();
    case kTile: {
        const bool tiled = made.fabric && made.fabric->run.hardware.controller == fabric::Controller::maeri;
        if (!tiled) return missingCell();
        Cell cell = textCell(tileWords(made.fabric->run.tile));
        cell.exact = cell.tip = QString::fromStdString(fabric::toText(made.fabric->run.tile));
        return cell;
    }
    case kLargest: return figureCell(static_cast<double>(made.run.largest));
    default: {
        Cell cell = scientificCell(made.run.error);
        cell.strong = made.run.error > kValueTolerance;
        return cell;
    }
    }
}

}  // namespace lapidary::ui
