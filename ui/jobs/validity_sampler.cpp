// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/validity_sampler.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kValiditySamplerTick{33};
constexpr std::int64_t kSamples = 100'000;
}  // namespace

/// Joins when it goes, so that nothing outlives the sampler.
struct ValiditySampler::Work {
    SetupPtr setup;
    std::uint64_t seed = 0;
    Job job;
    std::optional<Result<ValidCount>> result;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void run() {
        result = countValid(setup->mapspace, setup->evaluator, seed, 1, job, kSamples);
        done.store(true, std::memory_order_release);
    }
};

ValiditySampler::ValiditySampler(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kValiditySamplerTick);
    connect(&m_timer, &QTimer::timeout, this, &ValiditySampler::poll);
}

ValiditySampler::~ValiditySampler() = default;

void ValiditySampler::start(const SetupPtr& setup, std::uint64_t seed) {
    m_work = std::make_unique<Work>();
    m_work->setup = setup;
    m_work->seed = seed;
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    m_timer.start();
}

void ValiditySampler::abandon() {
    m_timer.stop();
    m_work.reset();
}

void ValiditySampler::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) return;
    m_timer.stop();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(*work->result);
}

}  // namespace lapidary::ui
