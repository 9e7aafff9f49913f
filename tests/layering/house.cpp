// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps the picture of the house true: include arrows, licence headers, file sizes.

#include <QtTest>

#include <filesystem>
#include <fstream>

#include "tests/layering/rules.h"

using namespace lapidary::layering;

namespace {

const std::string kLicence =
    "// SPDX-FileCopyrightText: 2026 The Lapidary authors\n// SPDX-License-Identifier: GPL-3.0-or-later\n";

std::string slurp(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<SourceFile> repositoryFiles() {
    namespace fs = std::filesystem;
    const fs::path root(LAPIDARY_SOURCE_DIR);
    std::vector<SourceFile> files;
    const auto add = [&](const fs::path& path) {
        const std::string name = path.lexically_relative(root).generic_string();
        if (fs::is_regular_file(path) && needsLicence(name)) files.push_back({name, slurp(path)});
    };
    for (const char* single : {"CMakeLists.txt", "dev", ".ci/run"}) add(root / single);
    for (const char* folder : {"app", "core", "ui", "tests"}) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) add(entry.path());
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

std::string joined(const Complaints& complaints) {
    std::string text;
    for (const std::string& complaint : complaints) text += complaint + "\n";
    return text;
}

SourceFile withLines(const std::string& path, std::size_t lines) {
    SourceFile file{path, kLicence};
    for (std::size_t line = 2; line < lines; ++line) file.text += "//\n";
    return file;
}

}  // namespace

class House : public QObject {
    Q_OBJECT

private slots:
    void repositoryKeepsTheRules();
    void includesFollowTheArrows_data();
    void includesFollowTheArrows();
    void includeComplaintNamesFileLineAndReason();
    void licenceMustBeAtTheTop();
    void noFileBeyondTheHardLimit();
    void nineTenthsOfTheFilesAreShort();
};

void House::repositoryKeepsTheRules() {
    const std::vector<SourceFile> files = repositoryFiles();
    QVERIFY2(files.size() > 10, "the repository was not found");
    const Complaints complaints = judge(files);
    QVERIFY2(complaints.empty(), ("\n" + joined(complaints)).c_str());
}

void House::includesFollowTheArrows_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("include");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* path, const char* include, bool allowed) {
        QTest::addRow("%s includes %s", path, include) << QString(path) << QString(include) << allowed;
    };
    row("core/base/json.cpp", "\"core/base/json.h\"", true);
    row("core/base/json.cpp", "<vector>", true);
    row("core/base/arith.h", "<gmpxx.h>", true);
    row("core/base/json.cpp", "\"core/workload/workload.h\"", false);
    row("core/workload/a.h", "\"core/arch/architecture.h\"", false);
    row("core/arch/a.h", "\"core/workload/workload.h\"", false);
    row("core/mapping/a.h", "\"core/arch/architecture.h\"", true);
    row("core/mapping/a.h", "\"core/mapspace/mapspace.h\"", false);
    row("core/mapspace/a.h", "\"core/model/cost.h\"", false);
    row("core/model/reuse/a.h", "\"core/mapspace/mapspace.h\"", false);
    row("core/model/reuse/a.h", "\"core/model/cost.h\"", true);
    row("core/search/a.h", "\"core/arch/architecture.h\"", true);
    row("core/search/a.h", "\"core/io/native.h\"", false);
    row("core/io/a.h", "\"core/base/json.h\"", true);
    row("core/io/a.h", "\"ui/theme/theme.h\"", false);
    row("core/base/a.h", "<QString>", false);
    row("core/base/a.h", "<QtCore/QString>", false);
    row("core/base/a.h", "<qglobal.h>", false);
    row("core/base/a.h", "<queue>", true);
    row("core/base/a.h", "\"json.h\"", false);
    row("core/base/a.h", "\"../workload/workload.h\"", false);
    row("ui/views/a.h", "\"core/search/search.h\"", true);
    row("ui/views/a.h", "\"ui/theme/theme.h\"", true);
    row("ui/views/a.h", "<QWidget>", true);
    row("ui/views/a.h", "\"app/gui/headless.h\"", false);
    row("app/gui/main.cpp", "\"ui/shell/main_window.h\"", true);
    row("app/gui/main.cpp", "\"app/cli/verbs.h\"", false);
    row("app/cli/main.cpp", "\"core/io/native.h\"", true);
    row("app/cli/main.cpp", "\"ui/shell/main_window.h\"", false);
    row("app/cli/main.cpp", "<QCoreApplication>", false);
    row("tests/ui/a.cpp", "\"ui/shell/main_window.h\"", true);
    row("tests/unit/a.cpp", "\"a.moc\"", true);
}

void House::includesFollowTheArrows() {
    QFETCH(QString, path);
    QFETCH(QString, include);
    QFETCH(bool, allowed);
    const SourceFile file{path.toStdString(), kLicence + "#include " + include.toStdString() + "\n"};
    const Complaints complaints = judge({file});
    QVERIFY2(complaints.empty() == allowed, joined(complaints).c_str());
}

void House::includeComplaintNamesFileLineAndReason() {
    const Complaints complaints =
        judge({{"core/base/a.h", kLicence + "\n  #  include \"core/io/native.h\"  // why\n"}});
    QCOMPARE(joined(complaints),
             std::string("core/base/a.h:4: core/io/native.h: no arrow leads from core/base to core/io\n"));
}

void House::licenceMustBeAtTheTop() {
    QCOMPARE(judge({{"core/base/a.h", "#pragma once\n"}}).size(), std::size_t{2});
    QCOMPARE(judge({{"core/base/a.h", "\n\n\n\n" + kLicence}}).size(), std::size_t{1});
    QCOMPARE(judge({{"core/CMakeLists.txt", "add_library(x)\n"}}).size(), std::size_t{2});
    QCOMPARE(judge({{"dev", "#!/usr/bin/env bash\n"}}).size(), std::size_t{2});
    QCOMPARE(judge({{"dev", "#!/usr/bin/env bash\n" + kLicence}}), Complaints{});
    QCOMPARE(judge({{"docs/developing.md", "# Developing\n"}}), Complaints{});
}

void House::noFileBeyondTheHardLimit() {
    QCOMPARE(judge({withLines("ui/a.cpp", 600)}), Complaints{});
    QCOMPARE(joined(judge({withLines("ui/a.cpp", 601)})), std::string("ui/a.cpp: 601 lines, the limit is 600\n"));
}

void House::nineTenthsOfTheFilesAreShort() {
    std::vector<SourceFile> files(36, withLines("ui/short.cpp", 350));
    files.resize(40, withLines("ui/long.cpp", 351));
    QCOMPARE(judge(files), Complaints{});
    files.front() = files.back();
    QCOMPARE(joined(judge(files)),
             std::string("90 % of the files should have at most 350 lines; the 90th percentile is 351\n"));
    files.pop_back();  // too few files to speak of a percentile
    QCOMPARE(judge(files), Complaints{});
}

QTEST_APPLESS_MAIN(House)
#include "house.moc"
