// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/io/native.h"

namespace lapidary {

namespace {

/// A descriptor that closes itself.
class OpenFile {
public:
    explicit OpenFile(int descriptor) : m_descriptor(descriptor) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() { close(); }

    int get() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    bool close() {
        const int result = isOpen() ? ::close(m_descriptor) : 0;
        m_descriptor = -1;
        return result == 0;
    }

private:
    int m_descriptor;
};

Diagnostic failure(const std::string& what, const std::filesystem::path& path) {
    return errorAt({.file = path.string()}, what + ": " + std::strerror(errno));
}

Diagnostic tooLarge(const std::filesystem::path& path, std::int64_t most) {
    return errorAt({.file = path.string()}, "the file is larger than " + std::to_string((most + 1) >> 20) + " MiB");
}

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// What a link points to, so that saving through a link keeps the link.
std::filesystem::path throughLinks(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
    return resolved.empty() ? path : resolved;
}

/// A new file beside `target`; the name is free because it holds the process and a counter.
std::filesystem::path temporaryName(const std::filesystem::path& target) {
    static std::atomic<unsigned> counter{0};
    return target.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
}

bool writeAndSync(const std::filesystem::path& path, int flags, std::string_view text,
                  const std::optional<mode_t>& mode) {
    OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666));
    if (!file.isOpen()) return false;
    if (mode && ::fchmod(file.get(), *mode) != 0) return false;
    const bool isDevice = (flags & O_CREAT) == 0;  // pipes and terminals know no fsync
    return writeAll(file.get(), text) && (isDevice || ::fsync(file.get()) == 0) && file.close();
}

/// The rename itself must reach the disk too.
void syncFolder(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const OpenFile opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) ::fsync(opened.get());
}

}  // namespace

bool isThere(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

Result<std::string> readTextFile(const std::filesystem::path& path, std::int64_t most, Job* job) {
    const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) return failure("cannot open", path);
    struct stat status {};
    if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > most)
        return tooLarge(path, most);
    std::string text;
    std::array<char, 65536> buffer;
    while (true) {
        if (job && !job->checkpoint()) return errorAt({.file = path.string()}, "reading was stopped");
        const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failure("cannot read", path);
        if (count == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (std::ssize(text) > most) return tooLarge(path, most);
    }
    for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})
        if (text.starts_with(mark)) return errorAt({path.string(), 1, 1, {}}, "the file is in UTF-16, expected UTF-8");
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a mark that some editors write, no part of the text
    if (text.empty()) return errorAt({.file = path.string()}, "the file is empty");
    return text;
}

Diagnostics writeTextFile(const std::filesystem::path& path, std::string_view text) {
    const std::filesystem::path target = throughLinks(path);
    struct stat old {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        if (!writeAndSync(path, 0, text, std::nullopt)) return {failure("cannot write", path)};
        return {};
    }
    const std::filesystem::path temporary = temporaryName(target);
    const auto mode = exists ? std::optional<mode_t>(old.st_mode & 07777) : std::nullopt;
    if (!writeAndSync(temporary, O_CREAT | O_EXCL, text, mode) || std::rename(temporary.c_str(), target.c_str()) != 0) {
        const Diagnostic problem = failure("cannot write", path);
        ::unlink(temporary.c_str());
        return {problem};
    }
    syncFolder(target);
    return {};
}

}  // namespace lapidary
