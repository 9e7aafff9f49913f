// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/part_text.h"

#include <QObject>

#include <algorithm>
#include <cmath>

#include "core/base/digit_groups.h"
#include "core/base/units.h"
#include "core/explore/design_facts.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

QString figure(double value) { return QString::fromStdString(formatFigure(value)); }

/// "128 KiB": the largest unit that divides it, else bytes or bits.
QString bitsText(std::int64_t bits) {
    if (bits % 8 != 0) return QObject::tr("%1 bit").arg(countText(bits));
    static constexpr std::pair<std::int64_t, const char*> kUnits[] = {
        {std::int64_t{1} << 30, "GiB"}, {std::int64_t{1} << 20, "MiB"}, {std::int64_t{1} << 10, "KiB"}};
    const std::int64_t bytes = bits / 8;
    for (const auto& [size, name] : kUnits)
        if (bytes >= size) return figure(static_cast<double>(bytes) / static_cast<double>(size)) + u' ' + name;
    return QObject::tr("%1 B").arg(countText(bytes));
}

QString perWordText(const Figure& energy, int block) {
    const auto value = perWord(energy, block);
    return value ? QObject::tr("%1 pJ/word").arg(figure(*value)) : QObject::tr("energy unknown");
}

}  // namespace

QString capacityText(const std::optional<Capacity>& capacity, int wordBits) {
    if (!capacity) return QObject::tr("unbounded");
    const std::int64_t words = capacity->words(wordBits);
    return QObject::tr("%1 words = %2").arg(countText(words), bitsText(capacity->bits(wordBits)));
}

QString otherUnit(const Capacity& capacity, int wordBits) {
    return capacity.inWords ? QObject::tr("= %1").arg(bitsText(capacity.bits(wordBits)))
                            : QObject::tr("= %1 words").arg(countText(capacity.words(wordBits)));
}

QString areaText(double squareMicrons) {
    const Scale scale = areaScale(squareMicrons);
    const bool large = scale.factor == 1 && squareMicrons >= 1000;
    return large ? countText(std::llround(squareMicrons)) + u' ' + scale.unit : scale.withUnit(squareMicrons);
}

QStringList levelLines(const Level& level) {
    QStringList first{QObject::tr("%1-bit words").arg(level.wordBits)};
    if (level.capacity) first.prepend(capacityText(level.capacity, level.wordBits));
    if (level.buffers > 1) first << QObject::tr("%1 buffers").arg(level.buffers);
    if (level.block > 1) first << QObject::tr("block %1").arg(level.block);
    QStringList second{perWordText(level.energy.read, level.block)};
    if (level.area.value) second << areaText(*level.area.value);
    return QStringList{first.join(QStringLiteral(" · ")), second.join(QStringLiteral(" · "))} + portLines(level);
}

QStringList portLines(const Level& level) {
    if (level.ports.empty()) return {};
    QStringList each;
    for (const Port& port : level.ports) {
        const QString rate = !port.bandwidth ? QObject::tr("unlimited")
                             : port.bandwidth->inBits
                                 ? QObject::tr("%1/cycle").arg(fromView(toText(*port.bandwidth)))
                                 : QObject::tr("%1 w/cycle").arg(fromView(toText(*port.bandwidth)));
        const bool said = port.name == keyOf(port.type);
        const QString name = fromView(port.name);
        each << QStringLiteral("%1 %2").arg(
            said ? name : QStringLiteral("%1 (%2)").arg(name, fromView(keyOf(port.type))), rate);
    }
    const bool one = each.size() == 1;
    return {(one ? QObject::tr("port: %1") : QObject::tr("ports: %1")).arg(each.join(QStringLiteral(", ")))};
}

QString partitionedLine(const Level& level) {
    QString line = QObject::tr("%1-bit words, a memory each").arg(level.wordBits);
    if (level.capacity) line += QObject::tr(" · shared %1").arg(capacityText(level.capacity, level.wordBits));
    return line;
}

QStringList partitionLines(const Level& level, const Partition& partition) {
    const int bits = partition.wordBits != 0 ? partition.wordBits : level.wordBits;
    const int block = partition.block != 0 ? partition.block : level.block;
    const Figure& read = partition.energy.read.value ? partition.energy.read : level.energy.read;
    const auto energy = perWord(read, block);
    return {partition.capacity ? QObject::tr("%1 words").arg(countText(partition.capacity->words(bits)))
                               : QObject::tr("unbounded"),
            energy ? QObject::tr("%1 pJ").arg(figure(*energy)) : QObject::tr("? pJ")};
}

QString computeLine(const Compute& compute) {
    QStringList parts{compute.interval == 1 ? QObject::tr("1 per cycle")
                                            : QObject::tr("1 in %1 cycles").arg(compute.interval)};
    parts << (compute.energy.value ? QObject::tr("%1 pJ").arg(figure(*compute.energy.value))
                                   : QObject::tr("energy unknown"));
    if (compute.area.value) parts << areaText(*compute.area.value);
    return parts.join(QStringLiteral(" · "));
}

QString namesText(const std::optional<std::vector<std::string>>& names) {
    if (!names) return QObject::tr("all");
    if (names->empty()) return QObject::tr("none");
    QStringList list;
    for (const std::string& name : *names) list << QString::fromStdString(name);
    return list.join(QStringLiteral(", "));
}

QString fanoutLine(const Fanout& fanout, const Constraints& constraints) {
    const auto rules = constraints.fanouts.find(fanout.name);
    const FanoutConstraints none;
    const FanoutConstraints& about = rules == constraints.fanouts.end() ? none : rules->second;
    QStringList parts;
    if (fanout.x > 1) parts << QObject::tr("X: %1").arg(namesText(about.x));
    if (fanout.y > 1) parts << QObject::tr("Y: %1").arg(namesText(about.y));
    if (fanout.multicast) {
        const std::string_view key = keyOf(*fanout.multicast);
        parts << QObject::tr("multicast %1").arg(fromView(key));
    }
    parts << (fanout.reduction ? QObject::tr("reduces outputs") : QObject::tr("no reduction"));
    if (fanout.hopEnergy.value) parts << QObject::tr("%1 pJ per bit and hop").arg(figure(*fanout.hopEnergy.value));
    return parts.join(QStringLiteral(" · "));
}

std::optional<double> widest(const Bandwidth& bandwidth) {
    if (bandwidth.shared) return bandwidth.shared;
    if (bandwidth.read && bandwidth.write) return std::max(*bandwidth.read, *bandwidth.write);
    return std::nullopt;
}

QStringList transferLines(const Level& level) {
    const Bandwidth& bandwidth = level.bandwidth;
    QString rate;
    if (bandwidth.shared)
        rate = QObject::tr("%1 words/cycle").arg(figure(*bandwidth.shared));
    else if (bandwidth.read && bandwidth.write && *bandwidth.read == *bandwidth.write)
        rate = QObject::tr("%1 words/cycle each way").arg(figure(*bandwidth.read));
    else if (bandwidth.read || bandwidth.write)
        rate = QObject::tr("%1 down, %2 up words/cycle")
                   .arg(bandwidth.read ? figure(*bandwidth.read) : QObject::tr("any"),
                        bandwidth.write ? figure(*bandwidth.write) : QObject::tr("any"));
    else
        rate = QObject::tr("bandwidth not limited");
    return {rate, perWordText(level.energy.read, level.block)};
}

}  // namespace lapidary::ui
