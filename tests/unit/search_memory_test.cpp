// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: unsanitized timeout=300
// Any searcher on any mapspace stays below a gigabyte: the bounds are as divisible and the nests as deep as they come.
#include <QFile>
#include <QtTest>

#include "core/search/search.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr double kPromise = 1024;  ///< MiB

/// The most memory that this process has had since the last reset, in MiB; 0 where the system does not tell.
double peakMemory() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.simplified().split(' ').at(1).toDouble() / 1024;
    return 0;
}

bool resetPeak() {
    QFile file(QStringLiteral("/proc/self/clear_refs"));
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write("5") == 1;
}

}  // namespace

Q_DECLARE_METATYPE(lapidary::Algorithm)

class SearchMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void staysBelowAGigabyte_data() {
        QTest::addColumn<Algorithm>("algorithm");
        QTest::addColumn<int>("problem");
        for (const auto& entry : keyTable(Algorithm{}))
            for (std::size_t i = 0; i < largeSearchProblems().size(); ++i)
                QTest::addRow("%s, %s", entry.key.data(), largeSearchProblems()[i].first)
                    << entry.value << static_cast<int>(i);
    }
    void staysBelowAGigabyte() {
        QFETCH(Algorithm, algorithm);
        QFETCH(int, problem);
        if (!resetPeak() || peakMemory() <= 0) QSKIP("the system does not tell the peak of memory");
        const auto setup = searchSetup(largeSearchProblems()[static_cast<std::size_t>(problem)].second);
        SearchOptions options;
        options.algorithm = algorithm;
        options.threads = 2;
        options.maxEvaluations = 200'000;
        options.maxSeconds = 10;  // for those that count no drawn mappings
        options.cloud = true;
        options.top = 1000;
        options.walk.population = kMaxPopulation;
        Job job;
        SearchMonitor monitor;
        const auto result = search(setup.mapspace, setup.evaluator, options, job, &monitor);
        // An exhaustive search of so many is refused before it begins.
        QVERIFY2(result.ok() || algorithm == Algorithm::exhaustive, result.errorText().c_str());
        const double peak = peakMemory();
        qInfo("%.0f MiB, %lld drawn", peak, result.ok() ? static_cast<long long>(result->counters.drawn) : 0LL);
        QVERIFY2(peak < kPromise, qPrintable(QString::number(peak)));
    }
    void unevenProofsStayBelowAGigabyte_data() {
        QTest::addColumn<bool>("asAccelForge");
        QTest::addColumn<QString>("design");
        QTest::addColumn<QString>("einsum");
        QTest::addColumn<QString>("bounds");
        for (const bool compat : {false, true}) {
            QTest::addRow("conv, %d", compat) << compat << "eyeriss-like"
                                              << "O[m,p,q] += W[m,c,r,s] * I[c,p+r,q+s]"
                                              << "m=120,c=120,p=60,q=60,r=5,s=5";
            QTest::addRow("gemm, %d", compat) << compat << "three-level-array"
                                              << "Z[m,n] += A[m,k] * B[k,n]"
                                              << "m=5040,n=5040,k=5040";
        }
    }
    /// Tables that would take more end the search.
    void unevenProofsStayBelowAGigabyte() {
        QFETCH(bool, asAccelForge);
        QFETCH(QString, design);
        QFETCH(QString, einsum);
        QFETCH(QString, bounds);
        if (!resetPeak() || peakMemory() <= 0) QSKIP("the system does not tell the peak of memory");
        const auto setup = searchSetup(
            {design.toStdString(), einsum.toStdString(), bounds.toStdString(), Factorization::perfect, {}, {}});
        SearchOptions options;
        options.algorithm = Algorithm::optimal;
        options.placement = Placement::uneven;
        if (asAccelForge) options.compat = Compat::accelforge;
        options.maxSeconds = 10;
        Job job;
        const auto result = search(setup.mapspace, setup.evaluator, options, job);
        const double peak = peakMemory();
        qInfo("%.0f MiB, %s", peak, result.ok() ? keyOf(result->cause).data() : result.errorText().c_str());
        QVERIFY2(peak < kPromise, qPrintable(QString::number(peak)));
    }
};

QTEST_GUILESS_MAIN(SearchMemoryTest)
#include "search_memory_test.moc"
