// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/traffic_table_model.h"

#include "core/io/report_table.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

enum TrafficColumn {
    kTrafficLevel,
    kTrafficTensor,
    kTrafficTile,
    kTrafficInstances,
    kTrafficReads,
    kTrafficFills,
    kTrafficUpdates,
    kTrafficAccesses,
    kTrafficMulticast,
    kTrafficEnergy,
    kTrafficShare
};

std::vector<Column> makeColumns(const QString& energyUnit) {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {
        {tr("Level"), tr("Storage level, outermost first"), false},
        {tr("Tensor"), tr("What is stored there"), false},
        {tr("Tile, words"), tr("Largest tile one instance holds at a time")},
        {tr("Inst."), tr("Hardware instances of the level: the product of the fanouts above it")},
        {tr("Reads"), tr("Words read here, all instances: to the level below or the MACs, and partial sums again")},
        {tr("Fills"), tr("Words written here from the level above, all instances; first touches of outputs need none")},
        {tr("Updates"), tr("Output words arriving from below, all instances")},
        {tr("Accesses"), tr("Blocks accessed: the sum over instances and actions of words / block, rounded up. "
                            "Energy is per access")},
        {tr("Multicast"), tr("Instances of this level that one read of the level above serves, mean over its words")},
        {tr("Energy, %1").arg(energyUnit), tr("Accesses times energy per access")},
        {tr("Share of energy"), tr("Part of the whole energy"), true},
    };
}

QString nameOf(const Workload& workload, int tensor) {
    const Tensor& described = workload.tensors()[static_cast<std::size_t>(tensor)];
    const QString name = QString::fromStdString(described.name);
    const QString role = QString::fromStdString(described.role);
    return role == name ? name : QStringLiteral("%1 %2").arg(name, role);
}

}  // namespace

TrafficTableModel::TrafficTableModel(QObject* parent) : FigureTableModel(parent), m_columns(makeColumns("pJ")) {}

void TrafficTableModel::setExhibit(const std::optional<Exhibit>& exhibit) {
    m_exhibit = exhibit;
    m_lines.clear();
    if (m_exhibit) {
        const Cost& cost = m_exhibit->cost;
        for (std::size_t level = 0; level < cost.levels.size(); ++level)
            for (std::size_t tensor = 0; tensor < cost.levels[level].tensors.size(); ++tensor)
                addStored(static_cast<int>(level), static_cast<int>(tensor));
        for (std::size_t network = 0; network < cost.networks.size(); ++network)
            for (std::size_t tensor = 0; tensor < cost.networks[network].tensors.size(); ++tensor)
                m_lines.push_back({LineKind::carried, static_cast<int>(network), static_cast<int>(tensor)});
        m_lines.push_back({LineKind::compute, exhibit->inputs.architecture.levelCount(), -1});
        m_lines.push_back({LineKind::sum, -1, -1});
        m_energy = energyScale(cost.energyPj.value_or(0));
        m_columns = makeColumns(m_energy.unit);
    }
    refresh();
    // Only now: whoever measures columns at this reads the cells too.
    emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

void TrafficTableModel::addStored(int level, int tensor) {
    const TensorCost& cost =
        m_exhibit->cost.levels[static_cast<std::size_t>(level)].tensors[static_cast<std::size_t>(tensor)];
    if (!cost.stored) return;
    m_lines.push_back({LineKind::stored, level, tensor});
    if (cost.neighbourMoves > 0) m_lines.push_back({LineKind::moves, level, tensor});
}

Subject TrafficTableModel::subjectOf(int row) const {
    const Line& line = m_lines[static_cast<std::size_t>(source(row))];
    if (line.kind == LineKind::carried) return {.tensor = line.tensor};
    return {.level = line.level, .tensor = line.tensor};
}

std::optional<FigureId> TrafficTableModel::figureOf(int row, int column) const {
    const Line& line = m_lines[static_cast<std::size_t>(source(row))];
    if (line.kind == LineKind::sum)
        return column == kTrafficEnergy ? std::optional(FigureId{.kind = CostFigure::energy}) : std::nullopt;
    if (line.kind == LineKind::carried) return figureOfCarried(line, column);
    if (line.kind != LineKind::compute) return figureOfStored(line, column);
    switch (column) {
    case kTrafficAccesses: return FigureId{.kind = CostFigure::computes};
    case kTrafficEnergy:
    case kTrafficShare: return FigureId{.kind = CostFigure::computeEnergy};
    default: return std::nullopt;
    }
}

std::optional<FigureId> TrafficTableModel::figureOfCarried(const Line& line, int column) {
    FigureId figure{.tensor = static_cast<std::int8_t>(line.tensor), .fanout = static_cast<std::int8_t>(line.level)};
    switch (column) {
    case kTrafficReads: figure.kind = CostFigure::networkWords; break;
    case kTrafficFills: figure.kind = CostFigure::deliveries; break;
    case kTrafficAccesses: figure.kind = CostFigure::hops; break;
    case kTrafficEnergy:
    case kTrafficShare: figure.kind = CostFigure::energy; break;
    default: return std::nullopt;
    }
    return figure;
}

std::optional<FigureId> TrafficTableModel::figureOfStored(const Line& line, int column) {
    FigureId figure{.level = static_cast<std::int8_t>(line.level), .tensor = static_cast<std::int8_t>(line.tensor)};
    if (line.kind == LineKind::moves) {
        figure.kind = CostFigure::neighbourMoves;
        return column == kTrafficReads || column == kTrafficFills ? std::optional(figure) : std::nullopt;
    }
    switch (column) {
    case kTrafficTile: figure.kind = CostFigure::tile; break;
    case kTrafficInstances:
        figure.kind = CostFigure::instances;
        figure.tensor = -1;
        break;
    case kTrafficReads: figure.kind = CostFigure::reads; break;
    case kTrafficFills: figure.kind = CostFigure::fills; break;
    case kTrafficUpdates: figure.kind = CostFigure::updates; break;
    case kTrafficAccesses: figure.kind = CostFigure::accesses; break;
    case kTrafficEnergy:
    case kTrafficShare: figure.kind = CostFigure::energy; break;
    default: return std::nullopt;
    }
    return figure;
}

std::vector<int> TrafficTableModel::rowsOf(const Links& links) const {
    std::vector<int> rows;
    for (int row = 0; row < rowCount(); ++row) {
        const Line& line = m_lines[static_cast<std::size_t>(source(row))];
        if (line.kind == LineKind::carried) continue;
        if (line.tensor >= 0 ? links.tile(line.level, line.tensor) : links.wholeLevel(line.level)) rows.push_back(row);
    }
    return rows;
}

Cell TrafficTableModel::energyCell(std::optional<double> picojoules) const {
    if (!picojoules) return missingCell();
    Cell cell = figureCell(*picojoules * m_energy.factor);
    cell.text = m_energy.text(*picojoules);
    return cell;
}

Cell TrafficTableModel::energyShare(std::optional<double> picojoules) const {
    const double total = m_exhibit->cost.energyPj.value_or(0);
    return picojoules && total > 0 ? shareCell(*picojoules / total) : missingCell();
}

Cell TrafficTableModel::computeCell(int column) const {
    const Cost& cost = m_exhibit->cost;
    const Architecture& design = m_exhibit->inputs.architecture;
    switch (column) {
    case kTrafficLevel: return textCell(QString::fromStdString(design.compute().name), {Swatch::Kind::array, 4, 0});
    case kTrafficTensor: return textCell(tr("operations"));
    case kTrafficInstances: return countCell(design.computeInstances());
    case kTrafficAccesses: return countCell(cost.computes);
    case kTrafficEnergy: return energyCell(cost.computeEnergyPj);
    case kTrafficShare: return energyShare(cost.computeEnergyPj);
    default: return textCell({});
    }
}

Cell TrafficTableModel::sumCell(int column) const {
    const auto sumOf = [this](std::int64_t TensorCost::*figure) {
        std::int64_t sum = 0;
        for (const LevelCost& level : m_exhibit->cost.levels)
            for (const TensorCost& tensor : level.tensors) sum += tensor.*figure;
        return countCell(sum);
    };
    switch (column) {
    case kTrafficLevel: return textCell(tr("Sum"));
    case kTrafficReads: return sumOf(&TensorCost::reads);
    case kTrafficFills: return sumOf(&TensorCost::fills);
    case kTrafficUpdates: return sumOf(&TensorCost::updates);
    case kTrafficEnergy: return energyCell(m_exhibit->cost.energyPj);
    case kTrafficShare: return energyShare(m_exhibit->cost.energyPj);
    default: return textCell({});
    }
}

Cell TrafficTableModel::storedCell(const Line& line, int column) const {
    const LevelCost& level = m_exhibit->cost.levels[static_cast<std::size_t>(line.level)];
    const TensorCost& tensor = level.tensors[static_cast<std::size_t>(line.tensor)];
    const Workload& workload = m_exhibit->inputs.workload;
    switch (column) {
    case kTrafficLevel:
        return textCell(QString::fromStdString(level.name),
                        {Swatch::Kind::level, line.level, static_cast<int>(m_exhibit->cost.levels.size())});
    case kTrafficTensor:
        return textCell(nameOf(workload, line.tensor), {Swatch::Kind::tensor, markOf(workload, line.tensor).slot, 0});
    case kTrafficTile: return countCell(tensor.tile);
    case kTrafficInstances: return countCell(level.instances);
    case kTrafficReads: return countCell(tensor.reads);
    case kTrafficFills: return countCell(tensor.fills);
    case kTrafficUpdates: return countCell(tensor.updates);
    case kTrafficAccesses: return countCell(tensor.accesses);
    case kTrafficMulticast: {
        const auto mean = meanMulticast(tensor);
        return mean ? figureCell(*mean) : missingCell();
    }
    case kTrafficEnergy: return energyCell(tensor.energyPj);
    case kTrafficShare: return energyShare(tensor.energyPj);
    default: return {};
    }
}

/// Words that one instance gives to the next.
Cell TrafficTableModel::movesCell(const Line& line, int column) const {
    const LevelCost& level = m_exhibit->cost.levels[static_cast<std::size_t>(line.level)];
    const std::int64_t moves = level.tensors[static_cast<std::size_t>(line.tensor)].neighbourMoves;
    Cell cell;
    switch (column) {
    case kTrafficLevel: return storedCell(line, column);
    case kTrafficTensor:
        cell = storedCell(line, column);
        cell.text = tr("of these, neighbour moves");
        return cell;
    case kTrafficReads:
        cell = countCell(moves);
        cell.tip = tr("Words read here for a neighbour on the network, part of the reads above");
        return cell;
    case kTrafficFills:
        cell = countCell(moves);
        cell.tip = tr("Words that come from a neighbour on the network, part of the fills above");
        return cell;
    default: return textCell({});
    }
}

Cell TrafficTableModel::carriedCell(const Line& line, int column) const {
    const NetworkCost& network = m_exhibit->cost.networks[static_cast<std::size_t>(line.level)];
    const NetworkTraffic& traffic = network.tensors[static_cast<std::size_t>(line.tensor)];
    const Workload& workload = m_exhibit->inputs.workload;
    const bool output = workload.tensors()[static_cast<std::size_t>(line.tensor)].isOutput;
    Cell cell;
    switch (column) {
    case kTrafficLevel:
        return textCell(tr("%1 network").arg(QString::fromStdString(network.name)), {Swatch::Kind::array, 2, 0});
    case kTrafficTensor:
        return textCell(nameOf(workload, line.tensor), {Swatch::Kind::tensor, markOf(workload, line.tensor).slot, 0});
    case kTrafficInstances: return countCell(network.instances);
    case kTrafficReads:
        cell = countCell(traffic.words);
        cell.tip = output ? tr("Words that leave the network") : tr("Words that enter the network, each once");
        return cell;
    case kTrafficFills:
        cell = countCell(traffic.deliveries);
        cell.tip = output ? tr("Words that the children send") : tr("Words that arrive at children, one per child");
        return cell;
    case kTrafficAccesses:
        cell = figureCell(traffic.hops);
        cell.tip = tr("Word hops: words times hops");
        return cell;
    case kTrafficEnergy: return energyCell(traffic.energyPj);
    case kTrafficShare: return energyShare(traffic.energyPj);
    default: return textCell({});
    }
}

Cell TrafficTableModel::cell(int row, int column) const {
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    if (line.kind == LineKind::moves) return movesCell(line, column);
    if (line.kind == LineKind::carried) return carriedCell(line, column);
    if (line.kind == LineKind::stored) return storedCell(line, column);
    if (line.kind == LineKind::compute) return computeCell(column);
    Cell sum = sumCell(column);
    sum.strong = true;
    sum.bar = -1;
    return sum;
}

}  // namespace lapidary::ui
