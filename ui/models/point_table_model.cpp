// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/point_table_model.h"

#include "ui/session/run.h"

namespace lapidary::ui {

namespace {

Cell scaledCell(const PointScale& scale, const SweepPoint& point) {
    const auto value = scale.shown(point);
    return value ? figureCell(*value) : missingCell();
}

Cell percentCell(double percent) {
    Cell cell = figureCell(percent);
    cell.text = QString::number(percent, 'f', 1).replace(u'-', QChar(0x2212));
    return cell;
}

}  // namespace

PointTableModel::PointTableModel(QObject* parent) : FigureTableModel(parent) { makeColumns(); }

void PointTableModel::setRun(const SweepRunPtr& run) {
    m_run = run;
    rebuild();
}

void PointTableModel::setFront(PointMetric x, PointMetric y) {
    m_x = x;
    m_y = y;
    rebuild();
}

void PointTableModel::setFilter(const PointFilter& filter) {
    m_filter = filter;
    choosePoints();
    refresh();
}

void PointTableModel::setBrushed(const std::optional<std::set<int>>& points) {
    m_brushed = points;
    choosePoints();
    refresh();
}

int PointTableModel::rowOf(int point) const {
    for (int row = 0; row < rowCount(); ++row)
        if (pointOf(row) == point) return row;
    return -1;
}

void PointTableModel::makeColumns() {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    m_columns.clear();
    m_fields.clear();
    const auto add = [&](Kind kind, const QString& title, const QString& definition, bool numeric = true,
                         int axis = 0) {
        m_columns.push_back({title, definition, numeric});
        m_fields.push_back({kind, axis});
    };
    const QString reference = m_run ? shortName(referenceOf(*m_run)) : QStringLiteral("PFM");
    for (std::size_t axis = 0; m_run && axis < m_run->spec().axes.size(); ++axis) {
        const std::string& path = m_run->spec().axes[axis].path;
        add(Kind::axis, axisTitle(path), tr("Setting %1").arg(QString::fromStdString(path)), true,
            static_cast<int>(axis));
    }
    add(Kind::mapspace, tr("Mapspace"), tr("Which loops may have tails"), false);
    add(Kind::area, m_area.title.isEmpty() ? tr("Area") : m_area.title, meaningOf(PointMetric::area));
    add(Kind::edp, m_edp.title.isEmpty() ? tr("EDP") : m_edp.title, meaningOf(PointMetric::edp));
    add(Kind::energy, m_energy.title.isEmpty() ? tr("Energy") : m_energy.title, meaningOf(PointMetric::energy));
    add(Kind::cycles, m_cycles.title.isEmpty() ? tr("Cycles") : m_cycles.title, meaningOf(PointMetric::cycles));
    if (m_run && m_run->spec().semantics.time == Time::ports)
        add(Kind::stalls, m_stalls.title, meaningOf(PointMetric::stalls));
    add(Kind::used, tr("PEs used, %"), meaningOf(PointMetric::utilization));
    add(Kind::versus, tr("below %1, %").arg(reference),
        tr("How far EDP is below that of %1 on the same design; above 0 is better (Ruby, ISPASS 2022, Fig. 14)")
            .arg(reference));
    add(Kind::front, tr("Pareto"),
        tr("front: no other point is better in both %1 and %2; own front: none of its mapspace is")
            .arg(nameOf(m_x).toLower(), nameOf(m_y)),
        false);
    add(Kind::drawn, tr("Mappings tried"), meaningOf(PointMetric::drawn));
    add(Kind::note, tr("Note"), tr("Why a point has no figures, or what to make of them"), false);
}

void PointTableModel::rebuild() {
    const std::vector<Column> before = m_columns;
    if (m_run) {
        m_area = scaleOf(*m_run, PointMetric::area);
        m_edp = scaleOf(*m_run, PointMetric::edp);
        m_energy = scaleOf(*m_run, PointMetric::energy);
        m_cycles = scaleOf(*m_run, PointMetric::cycles);
        m_stalls = scaleOf(*m_run, PointMetric::stalls);
        m_versus = improvements(m_run->points(), PointMetric::edp, referenceOf(*m_run));
        m_front.assign(m_run->points().size(), false);
        m_own = m_front;
        for (const std::size_t point : paretoFront(m_run->points(), m_x, m_y)) m_front[point] = true;
        for (const Factorization kind : m_run->spec().mapspaces)
            for (const std::size_t point : paretoFront(m_run->points(), m_x, m_y, kind)) m_own[point] = true;
    }
    makeColumns();
    choosePoints();
    if (m_columns.size() != before.size()) return reload();
    refresh();
    bool renamed = false;
    for (std::size_t i = 0; !renamed && i < before.size(); ++i) renamed = before[i].title != m_columns[i].title;
    if (renamed) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void PointTableModel::choosePoints() {
    m_points.clear();
    m_finished = 0;
    if (!m_run) return;
    for (std::size_t i = 0; i < m_run->points().size(); ++i) {
        if (!m_run->points()[i]) continue;
        ++m_finished;
        const int point = static_cast<int>(i);
        if ((!m_brushed || m_brushed->contains(point)) && passes(point)) m_points.push_back(point);
    }
}

bool PointTableModel::passes(int point) const {
    if (m_filter.empty()) return true;
    const SweepPoint& at = *m_run->points()[static_cast<std::size_t>(point)];
    QString words = designText(*m_run, at.index) + u' ' + shortName(at.factorization) + u' ' + frontCell(at).text +
                    u' ' + troubleOf(*m_run, at);
    for (const std::string& value : at.values) words += u' ' + QString::fromStdString(value);
    return m_filter.accepts([this, point](const QString& name) { return figure(point, name); }, words);
}

std::optional<double> PointTableModel::figure(int point, const QString& name) const {
    const SweepPoint& at = *m_run->points()[static_cast<std::size_t>(point)];
    if (name == u"pe") return valueOf(PointMetric::computeInstances, at);
    if (name == u"area") return m_area.shown(at);
    if (name == u"edp") return m_edp.shown(at);
    if (name == u"energy") return m_energy.shown(at);
    if (name == u"cycles") return m_cycles.shown(at);
    if (name == u"stalls") return m_stalls.shown(at);
    if (name == u"tried") return valueOf(PointMetric::drawn, at);
    if (name == u"used") return at.utilization ? std::optional(100 * *at.utilization) : std::nullopt;
    const auto& share = m_versus[static_cast<std::size_t>(point)];
    return share ? std::optional(100 * *share) : std::nullopt;
}

Cell PointTableModel::axisCell(const SweepPoint& point, int axis) const {
    const auto index = static_cast<std::size_t>(axis);
    Cell cell = textCell(valueText(point.values[index]));
    cell.exact = QString::fromStdString(point.values[index]);
    const auto& values = m_run->spec().axes[index].values;
    cell.order = static_cast<double>(std::find(values.begin(), values.end(), point.values[index]) - values.begin());
    return cell;
}

Cell PointTableModel::frontCell(const SweepPoint& point) const {
    if (!valueOf(m_x, point) || !valueOf(m_y, point)) return missingCell();
    Cell cell = textCell(m_front[point.index] ? QObject::tr("front")
                         : m_own[point.index] ? QObject::tr("own front")
                                              : QObject::tr("dominated"));
    cell.strong = m_front[point.index];
    cell.zero = !cell.strong;
    return cell;
}

Cell PointTableModel::versusCell(std::size_t point) const {
    const auto& share = m_versus[point];
    if (!share) return missingCell();
    Cell cell = percentCell(100 * *share);
    if (*share == 0) cell.text = QStringLiteral("0");
    return cell;
}

Cell PointTableModel::cell(int row, int column) const {
    const int number = m_points[static_cast<std::size_t>(row)];
    const SweepPoint& point = *m_run->points()[static_cast<std::size_t>(number)];
    const Field& field = m_fields[static_cast<std::size_t>(column)];
    switch (field.kind) {
    case Kind::axis: return axisCell(point, field.axis);
    case Kind::mapspace:
        return textCell(shortName(point.factorization), {Swatch::Kind::series, seriesOf(point.factorization), 0});
    case Kind::area: return scaledCell(m_area, point);
    case Kind::edp: {
        Cell cell = scaledCell(m_edp, point);
        cell.strong = true;
        return cell;
    }
    case Kind::energy: return scaledCell(m_energy, point);
    case Kind::cycles: return scaledCell(m_cycles, point);
    case Kind::stalls: return scaledCell(m_stalls, point);
    case Kind::used: return point.utilization ? percentCell(100 * *point.utilization) : missingCell();
    case Kind::versus: return versusCell(point.index);
    case Kind::front: return frontCell(point);
    case Kind::drawn: return countCell(point.drawn);
    case Kind::note: {
        const QString trouble = troubleOf(*m_run, point);
        return textCell(trouble.isEmpty() && tooFewDraws(*m_run, point.index) ? tooFewText() : trouble);
    }
    }
    return {};
}

}  // namespace lapidary::ui
