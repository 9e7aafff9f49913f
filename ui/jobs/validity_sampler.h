// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds the valid share of a mapspace on a thread of its own, at low cost: small spaces are walked, others sampled. A new
// request takes the place of one that is under way. GUI thread only.
#pragma once

#include "core/search/valid_count.h"
#include "ui/jobs/background_task.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

class ValiditySampler final : public QObject {
    Q_OBJECT
public:
    explicit ValiditySampler(QObject* parent = nullptr) : QObject(parent) {}

    void start(const SetupPtr& setup, std::uint64_t seed);
    /// Stops and forgets.
    void abandon() { m_task.abandon(); }
    bool running() const { return m_task.running(); }

signals:
    void finished(const lapidary::Result<lapidary::ValidCount>& count);

private:
    BackgroundTask m_task;
};

}  // namespace lapidary::ui
