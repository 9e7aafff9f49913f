// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/search_runner.h"

namespace lapidary::ui {

namespace {

struct SearchWork final : JobWork {
    SetupPtr setup;
    SearchOptions options;
    SearchMonitor monitor;
    std::optional<Result<SearchResult>> result;

    void run() override { result = search(setup->mapspace, setup->evaluator, options, job, &monitor); }
};

}  // namespace

void SearchRunner::start(const SetupPtr& setup, const SearchOptions& options) {
    Q_ASSERT(!running());
    auto work = std::make_unique<SearchWork>();
    work->setup = setup;
    work->options = options;
    work->options.cloud = true;
    launch(std::move(work));
}

void SearchRunner::look(JobWork& work) { emit updated(static_cast<SearchWork&>(work).monitor.snapshot()); }

void SearchRunner::deliver(JobWork& work) { emit finished(*static_cast<SearchWork&>(work).result); }

}  // namespace lapidary::ui
