// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
#include <sys/stat.h>

#include <QtTest>

#include <fstream>

#include "core/io/native.h"

using namespace lapidary;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

class IoFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void whatIsWrittenIsRead() {
        const std::string text = "{\n}\n\xC3\xA9" + std::string(200000, 'x');
        QVERIFY(writeTextFile(at("a"), text).empty());
        QVERIFY(*readTextFile(at("a")) == text);
        QVERIFY(writeTextFile(at("a"), "short").empty());
        QCOMPARE(contents(at("a")), std::string("short"));
    }

    void nothingElseIsLeftBeside() {
        QVERIFY(writeTextFile(at("only"), "x").empty());
        for (const auto& entry : fs::directory_iterator(m_folder.path().toStdString()))
            QVERIFY(entry.path().filename() == "only" || entry.path().filename() == "a");
    }

    void theOldFileStaysWholeIfWritingFails() {
        const fs::path folder = at("is_a_folder");
        fs::create_directory(folder);
        put(folder / "kept", "kept");
        const Diagnostics problems = writeTextFile(folder / "kept" / "below_a_file", "new");
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(problems.front().message), QString("cannot write: Not a directory"));
        QCOMPARE(contents(folder / "kept"), std::string("kept"));
        QCOMPARE(QString::fromStdString(writeTextFile(folder, "new").front().message),
                 QString("cannot write: Is a directory"));
    }

    void linksAndModesAreKept() {
        put(at("target"), "old");
        ::chmod(at("target").c_str(), 0640);
        fs::create_symlink(at("target"), at("link"));
        QVERIFY(writeTextFile(at("link"), "new").empty());
        QVERIFY(fs::is_symlink(at("link")));
        QCOMPARE(contents(at("target")), std::string("new"));
        struct stat after {};
        ::stat(at("target").c_str(), &after);
        QCOMPARE(after.st_mode & 07777, 0640u);
    }

    void unreadableFilesAreNamed() {
        const Result<std::string> absent = readTextFile(at("absent"));
        QCOMPARE(QString::fromStdString(absent.errorText()),
                 QString::fromStdString(at("absent").string()) + ": error: cannot open: No such file or directory");
        put(at("empty"), "");
        QCOMPARE(readTextFile(at("empty")).diagnostics().front().message, std::string("the file is empty"));
        QCOMPARE(readTextFile(m_folder.path().toStdString()).diagnostics().front().message,
                 std::string("cannot read: Is a directory"));
    }

    /// U+FEFF in front, as some editors write it.
    void marksOfEncodingsAreNoText() {
        put(at("marked"), "\xEF\xBB\xBFtext\xEF\xBB\xBF");
        QCOMPARE(*readTextFile(at("marked")), std::string("text\xEF\xBB\xBF"));
        put(at("mark"), "\xEF\xBB\xBF");
        QCOMPARE(readTextFile(at("mark")).diagnostics().front().message, std::string("the file is empty"));
        for (const char* mark : {"\xFF\xFE", "\xFE\xFF"}) {
            put(at("wide"), std::string(mark) + "t");
            QCOMPARE(readTextFile(at("wide")).errorText(),
                     at("wide").string() + ":1:1: error: the file is in UTF-16, expected UTF-8");
        }
    }

    void endlessFilesAreRefused() {
        fs::resize_file((put(at("sparse"), "x"), at("sparse")), (std::uintmax_t{256} << 20) + 1);
        QCOMPARE(readTextFile(at("sparse")).diagnostics().front().message,
                 std::string("the file is larger than 256 MiB"));
    }
};

QTEST_APPLESS_MAIN(IoFilesTest)
#include "io_files_test.moc"
