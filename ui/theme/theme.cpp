// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <cmath>

#include "ui/theme/fonts.h"
#include "ui/theme/mark_edge.h"

namespace lapidary::ui {

namespace {

constexpr double kText = 4.5, kMark = 3;  ///< least contrasts of WCAG 2
constexpr double kDisabled = 0.15;        ///< how far disabled text fades into the panel: still at least 3

Theme makeLight() {
    Theme t;
    t.dark = false;
    t.window = 0xE9EBEE, t.panel = 0xFFFFFF, t.header = 0xF1F2F5, t.alternate = 0xF7F8FA;
    t.line = 0xD3D7DD, t.rowLine = 0xE6E8EC, t.plotGrid = 0xE3E6EA, t.plotAxis = 0x6B7480;
    t.text = 0x1D232B, t.text2 = 0x4A5460, t.text3 = 0x606A76;
    t.accent = 0x5B3FBF, t.tint1 = 0xEFEBFB, t.tint2 = 0xDFD7F7, t.selectedRow = 0xE4DDF9;
    t.ok = 0x166A39, t.error = 0xB3261E, t.errorGround = 0xFDECEA, t.warning = 0x8A5A00, t.warningGround = 0xFFF4DC;
    t.idleHatch = 0x808994, t.emptyCell = 0xF1F3F5;
    t.ink = 0x15191F;
    t.tensors = {0xE69F00, 0x56B4E9, 0x009E73, 0xCC79A7, 0xF0E442, 0x0072B2, 0xD55E00};
    t.tensorOutlines = {0x966600, 0x1C74A8, 0x00664A, 0x8F3F6B, 0x857C00, 0x004A75, 0x8F3F00};
    t.levels = {0x2B3540, 0x4A5663, 0x66727F, 0x8A95A0, 0xC3CAD1};
    t.series = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x1D232B};
    return t;
}

Theme makeDark() {
    Theme t;
    t.dark = true;
    t.window = 0x17191D, t.panel = 0x212429, t.header = 0x2A2E34, t.alternate = 0x25292F;
    t.line = 0x3B4149, t.rowLine = 0x30353C, t.plotGrid = 0x31363D, t.plotAxis = 0x98A2AD;
    t.text = 0xE4E8ED, t.text2 = 0xA7B0BB, t.text3 = 0x909AA6;
    t.accent = 0xB7A4FF, t.tint1 = 0x322C4C, t.tint2 = 0x453B70, t.selectedRow = 0x3A3260;
    t.ok = 0x6CCB93, t.error = 0xFF8A80, t.errorGround = 0x45272A, t.warning = 0xF0C060, t.warningGround = 0x3B3320;
    t.idleHatch = 0x707A85, t.emptyCell = 0x2A2E34;
    t.ink = 0x15191F;
    t.tensors = {0xE69F00, 0x56B4E9, 0x1FB58A, 0xCC79A7, 0xF0E442, 0x4FA8DC, 0xF0803C};
    t.tensorOutlines = t.tensors;
    t.levels = {0xDDE3E9, 0xB0BAC4, 0x8B96A2, 0x6C7783, 0x4B545E};
    t.series = {0x4FA8DC, 0xF0803C, 0x1FB58A, 0xDE9CC0, 0xE4E8ED};
    return t;
}

/// Relative luminance of WCAG 2.
double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share));
}

const Theme& lightTheme() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& darkTheme() {
    static const Theme theme = makeDark();
    return theme;
}

const Theme& themeOf(const QPalette& palette) {
    const bool dark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    return dark ? darkTheme() : lightTheme();
}

const Theme& themeOf(const QWidget* widget) { return themeOf(widget ? widget->palette() : QApplication::palette()); }

QColor edgeOf(const Theme& theme, const QColor& fill, const QColor& ground) {
    return contrast(fill, ground) >= kMark ? fill : theme.plotAxis;
}

QColor Theme::level(int level, int count) const {
    if (level <= 1) return levels[static_cast<std::size_t>(std::max(level, 0))];
    const double share = count > 3 ? static_cast<double>(level - 1) / (count - 2) : 1.0;
    return mixed(levels[1], levels[3], std::min(share, 1.0));
}

QPalette paletteOf(const Theme& theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.alternate);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.text3);
    palette.setColor(QPalette::Button, theme.panel);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::Highlight, theme.selectedRow);
    palette.setColor(QPalette::HighlightedText, theme.text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Light, theme.panel);
    palette.setColor(QPalette::Midlight, theme.rowLine);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.line);
    palette.setColor(QPalette::Shadow, theme.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, mixed(theme.text3, theme.panel, kDisabled));
    return palette;
}

std::span<const KeyEntry<ThemeChoice>> keyTable(ThemeChoice) {
    static const std::array<KeyEntry<ThemeChoice>, 3> table{{
        {ThemeChoice::system, "system", "As the system", "Light or dark as the desktop is", ""},
        {ThemeChoice::light, "light", "Light", "Dark text on light ground", ""},
        {ThemeChoice::dark, "dark", "Dark", "Light text on dark ground", ""},
    }};
    return table;
}

void applyTheme(ThemeChoice choice, const QPalette& system) {
    const Theme& theme = choice == ThemeChoice::light  ? lightTheme()
                         : choice == ThemeChoice::dark ? darkTheme()
                                                       : themeOf(system);
    QApplication::setPalette(paletteOf(theme));
    applyFonts();
}

int tensorSlot(std::string_view role, int further) {
    if (role == "weight") return 0;
    if (role == "input") return 1;
    if (role == "output") return 2;
    return 3 + further % 4;
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readableOn(const QColor& ground) {
    const QColor ink = lightTheme().ink;
    const QColor white(Qt::white);
    const QColor better = contrast(ink, ground) >= contrast(white, ground) ? ink : white;
    // On greys and greens of middling brightness neither does; black always does where white does not.
    return contrast(better, ground) >= kText ? better : contrast(Qt::black, ground) >= kText ? Qt::black : Qt::white;
}

}  // namespace lapidary::ui
