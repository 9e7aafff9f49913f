// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/background_task.h"

namespace lapidary::ui {

namespace {

struct BackgroundWork final : JobWork {
    std::function<std::function<void()>(Job&)> work;
    std::function<void()> tell;

    void run() override { tell = work(job); }
};

}  // namespace

void BackgroundTask::start(std::function<std::function<void()>(Job&)> work) {
    auto own = std::make_unique<BackgroundWork>();
    own->work = std::move(work);
    launch(std::move(own));
}

void BackgroundTask::look(JobWork&) { emit progressed(); }

void BackgroundTask::deliver(JobWork& work) { static_cast<BackgroundWork&>(work).tell(); }

}  // namespace lapidary::ui
