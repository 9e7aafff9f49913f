// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rehearses the examples one after the other on a thread of its own: reads each, makes its short runs and costs the best
// mapping, so that the welcome page has true pictures and a click opens at once. GUI
// thread only, apart from the worker inside.
#pragma once

#include "core/io/examples.h"
#include "core/model/cost.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

struct Rehearsed {
    std::string key;
    Example example;
    Session session;
    std::optional<Cost> cost;  ///< of the mapping on show
};
using RehearsedPtr = std::shared_ptr<const Rehearsed>;

/// The examples that come along, in the order of their places, without their runs.
std::vector<std::pair<std::string, Example>> exampleList();
/// The same work in the calling thread.
Result<Rehearsed> rehearsed(const std::string& key, const Example& example, Job& job);

class ExampleLoader final : public JobRunner {
    Q_OBJECT
public:
    explicit ExampleLoader(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running().
    void start();

signals:
    void ready(const lapidary::ui::RehearsedPtr& example);
    void failed(const std::string& key, const lapidary::Diagnostics& problems);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override { look(work); }
};

}  // namespace lapidary::ui
