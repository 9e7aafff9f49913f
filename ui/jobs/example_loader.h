// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rehearses the examples one after the other on a thread of its own: reads each, makes its short runs and costs the best
// mapping, so that the welcome page has true pictures and a click opens at once. Polled; destroying it stops and joins.
// GUI thread only, apart from the worker inside.
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "core/io/examples.h"
#include "core/model/cost.h"

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

class ExampleLoader final : public QObject {
    Q_OBJECT
public:
    explicit ExampleLoader(QObject* parent = nullptr);
    ~ExampleLoader() override;

    /// Requires that it was not started before.
    void start();

signals:
    void ready(const lapidary::ui::RehearsedPtr& example);
    void failed(const std::string& key, const lapidary::Diagnostics& problems);

private:
    struct Work;
    void poll();

    std::unique_ptr<Work> m_work;
    QTimer m_timer;
};

}  // namespace lapidary::ui
