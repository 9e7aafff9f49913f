// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/figure.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/cli/export_subject.h"
#include "app/cli/messages.h"
#include "core/io/native.h"
#include "core/io/session.h"

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

/// A session file that goes away.
class TemporarySession {
public:
    explicit TemporarySession(const Session& session)
        : m_path(fs::temp_directory_path() / ("lapidary-" + std::to_string(getpid()) + ".lapidary")),
          m_problems(writeTextFile(m_path, toJson(session).dump() + '\n')) {}
    ~TemporarySession() {
        std::error_code ignored;
        fs::remove(m_path, ignored);
    }
    TemporarySession(const TemporarySession&) = delete;
    TemporarySession& operator=(const TemporarySession&) = delete;

    std::string path() const { return m_path.string(); }
    const Diagnostics& problems() const { return m_problems; }

private:
    fs::path m_path;
    Diagnostics m_problems;
};

Session sessionOf(const ExportSubject& subject) {
    Session session;
    session.inputs.workload = subject.target->workload;
    session.inputs.architecture = subject.target->architecture;
    session.inputs.mapspace.constraints = subject.target->architecture.spec().constraints;
    session.shown.own = subject.mapping;
    return session;
}

}  // namespace

ExitCode exportFigure(const Request& request) {
    if (request.output.file.empty())
        return refuse(ExitCode::badInput, "a figure needs -o FILE, ending in .svg, .pdf or .png");
    const auto exportFrom = [&](const std::string& session) {
        return run({program(), "--headless", "export", session, "--view", request.view.empty() ? "nest" : request.view,
                    "-o", request.output.file});
    };
    if (!request.subject.empty()) return exportFrom(request.subject);
    const auto subject = exportSubjectOf(request);
    if (!subject) return refuse(subject.diagnostics());
    const TemporarySession session(sessionOf(*subject));
    return hasErrors(session.problems()) ? refuse(session.problems()) : exportFrom(session.path());
}

}  // namespace lapidary::cli
