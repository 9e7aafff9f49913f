// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Linked into tests that run under the leak checker: the end of the program waits until Qt Test's watchdog thread is gone.
// Qt joins that thread as soon as it says it has finished, a moment before it frees its own data; a check that comes in
// between calls that data a leak (152 bytes, from QThread's constructor).

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

namespace {

bool watchdogLives() {
    std::error_code ignored;  // a thread may go while it is looked at
    for (std::filesystem::directory_iterator task("/proc/self/task", ignored), end; task != end;
         task.increment(ignored)) {
        std::ifstream file(task->path() / "comm");
        std::string name;
        if (std::getline(file, name) && name == "QtTest Watchdog") return true;
    }
    return false;
}

struct AtExit {
    ~AtExit() {
        using namespace std::chrono;
        const auto patience = steady_clock::now() + seconds(10);
        while (watchdogLives() && steady_clock::now() < patience) std::this_thread::sleep_for(milliseconds(1));
    }
} const atExit;

}  // namespace
