// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/validity_sampler.h"

namespace lapidary::ui {

namespace {
constexpr std::int64_t kSamples = 100'000;
}  // namespace

void ValiditySampler::start(const SetupPtr& setup, std::uint64_t seed) {
    m_task.start([this, setup, seed](Job& job) -> std::function<void()> {
        auto count = countValid(setup->mapspace, setup->evaluator, seed, 1, job, kSamples);
        return [this, count = std::move(count)] { emit finished(count); };
    });
}

}  // namespace lapidary::ui
