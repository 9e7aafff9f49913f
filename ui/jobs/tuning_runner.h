// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tunes tiles and machine of the fabric model on a thread of its own and shows the trials so far by polling, as the other
// runners do. GUI thread only, apart from the worker inside.
#pragma once

#include <memory>

#include "core/io/session_tuning.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

/// How the next tuning goes.
struct TuningSettings {
    fabric::TileSizes sizes = fabric::TileSizes::dividing;
    fabric::KnobValues knobs;
    fabric::TuneOptions options = usualOptions();
    std::string log;  ///< file; empty = none

private:
    static fabric::TuneOptions usualOptions() {
        fabric::TuneOptions options;
        options.trials = 200;
        return options;
    }
};

/// A tuning with the space that its trials count in.
struct ShownTuning {
    TuningPtr tuning;
    std::shared_ptr<const fabric::KnobSpace> space;

    explicit operator bool() const { return tuning && space; }
    bool operator==(const ShownTuning&) const = default;
    fabric::Run runOf(int trial) const { return space->at(tuning->trials[static_cast<std::size_t>(trial)].index); }
};
/// Nothing for a null pointer.
ShownTuning shownTuning(const TuningPtr& tuning);

class TuningRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit TuningRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running(). Seed as the settings have it.
    void start(const SessionInputs& inputs, const TuningSettings& settings);
    /// Pauses not counted; 0 while nothing runs.
    double seconds() const;

signals:
    void updated(const lapidary::ui::ShownTuning& soFar);
    void finished(const lapidary::Result<lapidary::ui::ShownTuning>& result);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
