// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A paint device that hands everything on to another painter, but text as the outlines of its letters: for figures that
// must look the same where the fonts are not there. GUI thread only (fonts).
#pragma once

#include <QPaintDevice>
#include <QSizeF>

#include <memory>

class QPainter;

namespace lapidary::ui {

class OutlineDevice final : public QPaintDevice {
public:
    /// `target` is painting already and outlives this device.
    OutlineDevice(QPainter& target, QSizeF size);
    ~OutlineDevice() override;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSizeF m_size;
    std::unique_ptr<Engine> m_engine;
};

}  // namespace lapidary::ui
