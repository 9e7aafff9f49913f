// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/watch.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <iostream>

namespace lapidary::cli {

namespace {

constexpr std::chrono::milliseconds kLookEvery{20};
constexpr int kLooksPerLine = 10;
constexpr const char* kClearLine = "\r\x1b[K";

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

void onInterrupt(int) { interrupted = true; }

void catchInterrupt() {
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
}

double processSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

Watch::Watch(Job& job, std::function<std::string()> line, bool showProgress)
    : m_job(job), m_line(std::move(line)), m_showProgress(showProgress) {
    catchInterrupt();
    m_thread = std::jthread([this](const std::stop_token& end) { run(end); });
}

Watch::~Watch() {
    m_thread.request_stop();
    m_thread.join();
    if (m_showProgress) std::cerr << kClearLine << std::flush;
}

void Watch::run(const std::stop_token& end) const {
    for (int look = 1; !end.stop_requested(); ++look) {
        std::this_thread::sleep_for(kLookEvery);
        if (interrupted) m_job.requestStop();
        if (m_showProgress && look % kLooksPerLine == 0) std::cerr << kClearLine << m_line() << std::flush;
    }
}

CpuWatch::CpuWatch() : m_start(processSeconds()) {}

double CpuWatch::seconds() const { return processSeconds() - m_start; }

Json withCpuSeconds(Json result, double seconds) {
    Json run = result["run"];
    run.set("cpu_seconds", seconds);
    result.set("run", std::move(run));
    return result;
}

bool hasTerminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace lapidary::cli
