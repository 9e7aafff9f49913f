// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The examples of a window: rehearsed in the background from the first time that anyone asks, kept, and handed out when
// they are ready. GUI thread only.
#pragma once

#include <QObject>

#include <map>

#include "ui/jobs/example_loader.h"

namespace lapidary::ui {

class ExampleControl final : public QObject {
    Q_OBJECT
public:
    explicit ExampleControl(QObject* parent = nullptr);

    /// Starts rehearsing, if it has not.
    void prepare();
    /// Null if it is not ready yet.
    RehearsedPtr find(const std::string& key) const;
    /// chosen() follows at once or when the example is ready.
    void choose(const std::string& key);

signals:
    void ready(const lapidary::ui::RehearsedPtr& example);
    void chosen(const lapidary::ui::RehearsedPtr& example);
    void failed(const lapidary::Diagnostics& problems);

private:
    ExampleLoader m_loader;
    bool m_started = false;
    std::map<std::string, RehearsedPtr> m_examples;
    std::string m_wanted;
};

}  // namespace lapidary::ui
