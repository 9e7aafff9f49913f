// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/figure.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/cli/messages.h"

namespace lapidary::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "lapidary";

/// A path for posix_spawnp: without a slash it looks along the PATH.
std::string program() {
    std::error_code ignored;
    const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).replace_filename(kProgram);
    return fs::exists(beside, ignored) ? beside.string() : kProgram;
}

ExitCode run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (const int problem = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ))
        return refuse(ExitCode::unavailable,
                      "figures are made by the desktop program 'lapidary': " + std::string(std::strerror(problem)),
                      "install it beside lapidary-cli, or export text, csv, latex, markdown, c or tikz");
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) return static_cast<ExitCode>(WEXITSTATUS(status));
    return refuse(ExitCode::unavailable,
                  "the desktop program 'lapidary' ended with signal " + std::to_string(WTERMSIG(status)));
}

/// The words behind `export` but those that the desktop program has no use for.
std::vector<std::string> handedOn(const Request& request) {
    std::vector<std::string> words;
    for (std::size_t i = 1; i < request.words.size(); ++i) {
        const std::string& word = request.words[i];
        const std::string name = word.substr(0, word.find('='));
        if (word == "--quiet") continue;
        if (name == "--threads" || name == "--seed") {
            if (name == word) ++i;
            continue;
        }
        words.push_back(word);
    }
    return words;
}

/// Options of the model that figures cannot follow: the window has the reuse model with its usual rules, and the data-centric one.
std::string modelOption(const InputOptions& input) {
    if (!input.halo.empty()) return "--halo";
    if (!input.window.empty()) return "--window";
    if (!input.multicast.empty()) return "--multicast";
    if (!input.time.empty()) return "--time";
    if (input.drainRead) return "--drain-read";
    return {};
}

}  // namespace

ExitCode exportThroughDesktop(const Request& request) {
    if (request.output.file.empty())
        return refuse(ExitCode::badInput, "a figure needs -o FILE, ending in .svg, .pdf or .png");
    if (const std::string option = modelOption(request.input); !option.empty())
        return refuse(ExitCode::unavailable,
                      "figures show the model with its usual rules: '" + option + "' is not available for them",
                      "leave it out, or export a table");
    std::vector<std::string> words{program(), "--headless", "export"};
    const std::vector<std::string> rest = handedOn(request);
    words.insert(words.end(), rest.begin(), rest.end());
    return run(words);
}

}  // namespace lapidary::cli
