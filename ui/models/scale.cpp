// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/scale.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/digit_groups.h"
#include "core/base/units.h"

namespace lapidary::ui {

namespace {

constexpr std::array<std::pair<double, const char16_t*>, 12> kPrefixes{{{1e15, u"P"},
                                                                        {1e12, u"T"},
                                                                        {1e9, u"G"},
                                                                        {1e6, u"M"},
                                                                        {1e3, u"k"},
                                                                        {1, u""},
                                                                        {1e-3, u"m"},
                                                                        {1e-6, u"µ"},
                                                                        {1e-9, u"n"},
                                                                        {1e-12, u"p"},
                                                                        {1e-15, u"f"},
                                                                        {1e-18, u"a"}}};

}  // namespace

Scale siScale(double value, double perUnit, const QString& unit) {
    const double inUnits = std::abs(value) * perUnit;
    for (const auto& [size, sign] : kPrefixes)
        if (inUnits >= size * 0.99995) return {perUnit / size, QString::fromUtf16(sign) + unit};
    return {perUnit, unit};
}

QString Scale::text(double value, int digits) const {
    if (whole) return QString::fromStdString(formatCount(static_cast<std::int64_t>(std::llround(value * factor))));
    return fixedDigits(value * factor, digits);
}

QString Scale::withUnit(double value, int digits) const { return text(value, digits) + u' ' + unit; }

Scale energyScale(double picojoules) { return siScale(picojoules, 1e-12, QStringLiteral("J")); }

Scale edpScale(double edp, std::optional<double> clockGhz) {
    if (!clockGhz) return siScale(edp, 1e-12, QStringLiteral("J·cycles"));
    return siScale(edp, 1e-12 / (*clockGhz * 1e9), QStringLiteral("J·s"));
}

Scale areaScale(double squareMicrons) {
    return squareMicrons >= 1e4 ? Scale{1e-6, QStringLiteral("mm²")} : Scale{1, QStringLiteral("µm²")};
}

Scale metricScale(Metric metric, double value, std::optional<double> clockGhz) {
    switch (metric) {
    case Metric::edp: return edpScale(value, clockGhz);
    case Metric::energy: return energyScale(value);
    case Metric::latency: return {1, QStringLiteral("cycles"), true};
    case Metric::ed2p: break;
    }
    if (!clockGhz) return siScale(value, 1e-12, QStringLiteral("J·cycles²"));
    return siScale(value, 1e-12 / (*clockGhz * *clockGhz * 1e18), QStringLiteral("J·s²"));
}

QString metricName(Metric metric) {
    switch (metric) {
    case Metric::edp: return QObject::tr("EDP");
    case Metric::energy: return QObject::tr("energy");
    case Metric::latency: return QObject::tr("latency");
    case Metric::ed2p: break;
    }
    return QObject::tr("ED²P");
}

Scale timeScale(std::int64_t cycles, double clockGhz) {
    return siScale(static_cast<double>(cycles), 1e-9 / clockGhz, QStringLiteral("s"));
}

QString clockText(double seconds) {
    const auto whole = static_cast<long long>(seconds);
    const QString minutes =
        QStringLiteral("%1:%2").arg(whole / 60 % 60, 2, 10, QLatin1Char('0')).arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole < 3600 ? minutes : QStringLiteral("%1:%2").arg(whole / 3600).arg(minutes);
}

QString percentText(double share) {
    const double percent = 100 * share;
    if (percent > 0 && percent < 0.095)
        return QString::fromStdString(formatSignificant(percent, 2)) + QStringLiteral(" %");
    return QStringLiteral("%1 %").arg(percent, 0, 'f', 1);
}

QString fixedDigits(double value, int digits) {
    if (value == 0) return QStringLiteral("0");
    const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    const std::string text = before > digits || before < -2
                                 ? formatSignificant(value, digits)
                                 : QString::number(value, 'f', std::max(0, digits - before)).toStdString();
    return QString::fromStdString(withGroups(text)).replace(u'-', QChar(0x2212));
}

QString shortCount(double count, int digits) {
    if (count < 1000) return QString::number(count, 'f', 0);
    const Scale scale = siScale(count, 1, QString());
    return QString::fromStdString(formatSignificant(count * scale.factor, digits)) + u' ' + scale.unit;
}

}  // namespace lapidary::ui
