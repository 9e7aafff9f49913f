// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds the valid share of a mapspace on a thread of its own, at low cost: small spaces are walked, others sampled. A new
// request takes the place of one that is under way. GUI thread only, apart from the worker inside.
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "core/search/valid_count.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

class ValiditySampler final : public QObject {
    Q_OBJECT
public:
    explicit ValiditySampler(QObject* parent = nullptr);
    ~ValiditySampler() override;

    void start(const SetupPtr& setup, std::uint64_t seed);
    /// Stops and forgets.
    void abandon();
    bool running() const { return m_work != nullptr; }

signals:
    void finished(const lapidary::Result<lapidary::ValidCount>& count);

private:
    struct Work;
    void poll();

    std::unique_ptr<Work> m_work;
    QTimer m_timer;
};

}  // namespace lapidary::ui
