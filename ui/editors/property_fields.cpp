// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/property_fields.h"

#include <QObject>

#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

using Kind = PropertyField::Kind;

QString tr(const char* text) { return QObject::tr(text); }

template <class E>
std::vector<PropertyField::Option> optionsOf() {
    std::vector<PropertyField::Option> options;
    for (const auto& entry : keyTable(E{}))
        options.push_back({fromView(entry.key), fromView(entry.label), fromView(entry.meaning)});
    return options;
}

class Fields {
public:
    explicit Fields(QString prefix) : m_prefix(std::move(prefix)) {}

    void section(const QString& title) { m_section = title; }
    void add(Kind kind, const QString& label, const QString& key, const QString& unit, const QString& help,
             const QString& absent = {}) {
        m_fields.push_back({kind, m_section, label, unit, help, m_prefix + key, absent, false, {}, m_port});
    }
    void figure(const QString& label, const QString& key, const QString& unit, const QString& what) {
        const QString help = what + tr(". 'table': as the tables of the technology say");
        m_fields.push_back(
            {Kind::real, m_section, label, unit, help, m_prefix + key, QStringLiteral("unknown"), true, {}, {}});
    }
    void choice(const QString& label, const QString& key, const QString& help,
                std::vector<PropertyField::Option> options, Kind kind = Kind::choice) {
        add(kind, label, key, {}, help);
        m_fields.back().options = std::move(options);
    }
    void plain(Kind kind, const QString& label, const QString& path, const QString& unit, const QString& help) {
        m_fields.push_back({kind, m_section, label, unit, help, path, {}, false, {}, m_port});
    }

    void memory() {
        add(Kind::capacity, tr("Capacity"), ".capacity", {},
            tr("Words, or with a unit bytes: 65536, 64k, 128 KiB. Empty: unbounded. Up and Down double and halve it"),
            "unbounded");
    }
    void built() {
        choice(tr("Built of"), ".memory", tr("What the tables of the design's technology take it for"),
               optionsOf<MemoryKind>());
        add(Kind::whole, tr("Banks"), ".banks", {},
            tr("For the tables: area and leakage of all, an access reaches one of them"));
    }
    void ports(const std::vector<Port>& ports, bool byPorts) {
        section(tr("Ports"));
        if (!ports.empty() && !byPorts)
            add(Kind::timeByPorts, tr("Count time by ports"), ".ports.time", {},
                tr("So far these ports change no figure: the time that is counted asks for the bandwidth only. As "
                   "Mapping > "
                   "Counting rules > Time"));
        for (const Port& port : ports) addFieldsOf(port);
        m_port.clear();
        section(ports.empty() ? tr("Ports") : tr("One more port"));
        add(Kind::addPort, ports.empty() ? tr("Add read and write") : tr("Add"), ".ports.add", {},
            ports.empty() ? tr("Ports of its own, for which time by ports counts stalls. Without, the bandwidth stands "
                               "for one port for reads and one for writes")
                          : tr("A port of its own for a tensor"));
    }
    void bandwidth() {
        section(tr("Bandwidth of one instance"));
        const QString unit = tr("words/cycle");
        const QString help = tr("Empty: not limited");
        add(Kind::real, tr("Read"), ".bandwidth.read", unit, help, "unlimited");
        add(Kind::real, tr("Write"), ".bandwidth.write", unit, help, "unlimited");
        add(Kind::real, tr("Shared"), ".bandwidth.shared", unit, tr("Reads and writes together. Empty: not limited"),
            "unlimited");
    }
    void energies() {
        section(tr("Energy and area"));
        const QString unit = tr("pJ/access");
        figure(tr("Read"), ".energy_pj.read", unit, tr("Energy to read one block"));
        figure(tr("Write, fill"), ".energy_pj.write", unit, tr("Energy to write one block"));
        figure(tr("Update"), ".energy_pj.update", unit, tr("Energy to update one block of outputs; unknown: as write"));
        figure(tr("Leakage"), ".energy_pj.leak", tr("pJ/cycle"), tr("Of one instance, whether it works or not"));
        figure(tr("Area"), ".area_um2", tr("µm²"), tr("Of one instance"));
    }

    std::vector<PropertyField> take() { return std::move(m_fields); }

private:
    void addFieldsOf(const Port& port) {
        m_port = QString::fromStdString(port.name);
        section(tr("Port %1").arg(m_port));
        const QString key = QStringLiteral(".ports.%1").arg(m_port);
        add(Kind::portName, tr("Name"), key + ".name", {}, tr("Letters, digits, _ and -"));
        choice(tr("Does"), key + ".type", tr("What it moves, seen from the level"), optionsOf<PortType>());
        add(Kind::text, tr("Width"), key + ".bandwidth", tr("words/cycle"),
            tr("Words per cycle, or with their unit bits: 16, 64 bits. Empty: not limited"), "unlimited");
        add(Kind::text, tr("At least"), key + ".min", tr("per access"),
            tr("The smallest access, in the unit of the width. Empty: the whole width"), "whole");
        add(Kind::portUses, tr("Serves"), key + ".serves", {},
            tr("Roles, tensors, ways or both: weight, output.to_below. The ways are to_below, to_above, from_above and "
               "from_below. 'all': what no other port serves"));
        add(Kind::removePort, tr("Remove"), key + ".remove", {}, tr("Takes the port away"));
    }

    QString m_prefix, m_section, m_port;
    std::vector<PropertyField> m_fields;
};

void levelFields(Fields& fields, const Level& level, bool byPorts) {
    fields.plain(Kind::name, tr("Name"), {}, {}, tr("Letters, digits, _ and -; constraints follow it"));
    fields.section(tr("Capacity"));
    fields.memory();
    fields.add(Kind::whole, tr("Word"), ".word_bits", tr("bits"), tr("Size of a word where the tensor doesn't say"));
    fields.plain(Kind::split, tr("Shared by"), {}, {}, tr("One memory for all tensors, or a memory for each"));
    fields.add(Kind::whole, tr("Block"), ".block", tr("words/access"),
               tr("Words of one access, which costs the energies below"));
    fields.add(Kind::whole, tr("Buffers"), ".buffers", {}, tr("2: double buffering, half of the capacity is usable"));
    fields.choice(tr("Next tile"), ".double_buffered",
                  tr("Whether it may arrive while the present one is in use; time by ports asks for that"),
                  {{"true", tr("meanwhile"), {}}, {"false", tr("after"), {}}}, Kind::flag);
    fields.built();
    fields.bandwidth();
    fields.energies();
    fields.ports(level.ports, byPorts);
}

void partitionFields(Fields& fields) {
    fields.section(tr("Capacity"));
    fields.memory();
    fields.add(Kind::whole, tr("Word"), ".word_bits", tr("bits"), tr("Empty: as the level"), "default");
    fields.add(Kind::whole, tr("Block"), ".block", tr("words/access"), tr("Empty: as the level"), "default");
    fields.built();
    fields.bandwidth();
    fields.energies();
}

void fanoutFields(Fields& fields) {
    fields.plain(Kind::name, tr("Name"), {}, {}, tr("Letters, digits, _ and -; constraints follow it"));
    fields.section(tr("Instances"));
    fields.add(Kind::whole, "X", ".x", tr("columns"), tr("Instances side by side"));
    fields.add(Kind::whole, "Y", ".y", tr("rows"), tr("Instances one below the other"));
    fields.section(tr("What may be unrolled"));
    fields.plain(Kind::axis, tr("On X"), "x", {}, tr("Dimensions, by name or alias: Q, M. 'all' or 'none'"));
    fields.plain(Kind::axis, tr("On Y"), "y", {}, tr("Dimensions, by name or alias: S, C. 'all' or 'none'"));
    fields.plain(Kind::utilization, tr("At least"), {}, tr("% in use"),
                 tr("Mappings that use less of X times Y are not valid"));
    fields.section(tr("Network"));
    std::vector<PropertyField::Option> multicasts{{"default", tr("As the model's default"), {}}};
    for (PropertyField::Option& option : optionsOf<Multicast>()) multicasts.push_back(std::move(option));
    fields.choice(tr("Multicast"), ".multicast", tr("How one read serves several instances"), std::move(multicasts));
    fields.choice(tr("Reduction"), ".reduction", tr("Whether outputs are added up on their way"),
                  {{"true", tr("yes"), {}}, {"false", tr("no"), {}}}, Kind::flag);
    fields.figure(tr("Hop"), ".hop_pj", tr("pJ/bit"),
                  tr("Energy of one bit over one link; unknown: no network modelled"));
    fields.add(Kind::real, tr("Hop length"), ".hop_mm", tr("mm"),
               tr("From which the tables of the technology know the energy. Empty: not given"), "none");
}

void computeFields(Fields& fields) {
    fields.plain(Kind::name, tr("Name"), {}, {}, tr("Letters, digits, _ and -"));
    fields.section(tr("Rate"));
    fields.add(Kind::whole, tr("One in"), ".interval", tr("cycles"), tr("Initiation interval"));
    fields.plain(Kind::real, tr("Clock"), "clock_ghz", tr("GHz"), tr("Only to show seconds and watts. Empty: cycles"));
    fields.section(tr("Energy and area"));
    fields.add(
        Kind::text, tr("Numbers"), ".format", {},
        tr("int8, int12, fp16, bf16, fp32, for the tables of the technology. Empty: whole numbers as wide as the "
           "innermost words"),
        "default");
    fields.figure(tr("Operation"), ".energy_pj", tr("pJ"), tr("Energy of one operation"));
    fields.figure(tr("Area"), ".area_um2", tr("µm²"), tr("Of one unit"));
}

template <class Energy>
auto* energyOf(Energy& energy, const QString& path) {
    if (path.endsWith(u".read")) return &energy.read;
    if (path.endsWith(u".write")) return &energy.write;
    if (path.endsWith(u".update")) return &energy.update;
    return path.endsWith(u".leak") ? &energy.leak : nullptr;
}

/// Of an ArchitectureSpec, const or not; the figure is then, too.
template <class Spec>
auto& figureIn(Spec& spec, const Part& part, const QString& path) {
    const auto index = static_cast<std::size_t>(part.index);
    switch (part.kind) {
    case Part::Kind::level: {
        auto* energy = energyOf(spec.levels[index].energy, path);
        return energy ? *energy : spec.levels[index].area;
    }
    case Part::Kind::partition: {
        auto& partition = spec.levels[index].partitions.at(part.role);
        auto* energy = energyOf(partition.energy, path);
        return energy ? *energy : partition.area;
    }
    case Part::Kind::fanout: return spec.fanouts[index].hopEnergy;
    case Part::Kind::compute: break;
    }
    return path.endsWith(u"area_um2") ? spec.compute->area : spec.compute->energy;
}

}  // namespace

std::vector<PropertyField> propertyFields(const ArchitectureSpec& spec, const Part& part, bool byPorts) {
    Fields fields(QString::fromStdString(nameOf(spec, part)));
    switch (part.kind) {
    case Part::Kind::level: levelFields(fields, spec.levels[static_cast<std::size_t>(part.index)], byPorts); break;
    case Part::Kind::partition: partitionFields(fields); break;
    case Part::Kind::fanout: fanoutFields(fields); break;
    case Part::Kind::compute: computeFields(fields); break;
    }
    std::vector<PropertyField> list = fields.take();
    for (PropertyField& field : list)
        if (field.path == u"clock_ghz") field.absent = QStringLiteral("unknown");
    return list;
}

Figure& figureOf(ArchitectureSpec& spec, const Part& part, const QString& path) { return figureIn(spec, part, path); }

const Figure& figureOf(const ArchitectureSpec& spec, const Part& part, const QString& path) {
    return figureIn(spec, part, path);
}

}  // namespace lapidary::ui
