// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
// An einsum while it is written: what the text leaves out stays, errors have line and column in the text.

#include <QtTest>

#include "core/workload/builders.h"
#include "core/workload/draft.h"

using namespace lapidary;

namespace {

Workload layer() {
    Conv2d shape;
    shape.c = 48;
    shape.m = 96;
    shape.p = shape.q = 27;
    shape.r = shape.s = 5;
    shape.paddingP = shape.paddingQ = 2;
    shape.height = shape.width = 27;
    return conv2d("layer", shape).value();
}

QString problem(const EinsumDraft& draft) { return QString::fromStdString(toText(draft.problems.front())); }

}  // namespace

class WorkloadDraftTest : public QObject {
    Q_OBJECT
private slots:
    void itsOwnTextMeansTheSame() {
        const EinsumDraft draft = readDraft(layer().einsum(), layer());
        QVERIFY2(draft.workload.has_value(), draft.problems.empty() ? "" : qPrintable(problem(draft)));
        QVERIFY(*draft.workload == layer());  // bounds, roles, aliases and padding, too
    }

    void linesAndCommentsDontMatter() {
        const EinsumDraft draft =
            readDraft("# AlexNet layer 2: größer\nO[N,M,P,Q] +=   # outputs\n  W[M,C,R,S] * I[N,C,P+R,Q+S]\n", layer());
        QVERIFY2(draft.workload.has_value(), draft.problems.empty() ? "" : qPrintable(problem(draft)));
        QVERIFY(*draft.workload == layer());
    }

    void unknownDimensionIsLocatedInItsLine() {
        const EinsumDraft draft = readDraft("# größer\nO[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+t]", layer());
        QVERIFY(!draft.workload);
        QCOMPARE(draft.unknown, std::vector<std::string>{"t"});
        QVERIFY(draft.unused.empty());                          // W still has S
        QCOMPARE(draft.missed, std::vector<std::string>{"S"});  // I has it no longer
        QCOMPARE(draft.problems.front().place.line, 2);
        QCOMPARE(draft.problems.front().place.column, 40);
        QCOMPARE(draft.problems.front().place.key, std::string("t"));
    }

    void declaredDimensionHasItsBound() {
        const EinsumDraft draft = readDraft("O[N,M,P,Q] += W[M,C,R,t] * I[N,C,P+R,Q+t]", layer(), {{"t", 3}});
        QVERIFY(draft.workload.has_value());
        QCOMPARE(draft.unused, std::vector<std::string>{"S"});
        QCOMPARE(draft.workload->macs(), std::int64_t{96} * 48 * 27 * 27 * 5 * 3);
    }

    void errorInALaterLineCountsFromItsOwnStart() {
        const EinsumDraft draft = readDraft("O[N,M,P,Q] +=\n  W[M,C,R,S) * I[N,C,P+R,Q+S]", layer());
        QVERIFY(!draft.workload);
        QCOMPARE(draft.problems.front().place.line, 2);
        QCOMPARE(draft.problems.front().place.column, 12);
    }

    void emptyTextSaysWhatToWrite() {
        const EinsumDraft draft = readDraft("\n# nothing\n", layer());
        QVERIFY(problem(draft).contains("the expression is empty"));
    }
};

QTEST_APPLESS_MAIN(WorkloadDraftTest)
#include "workload_draft_test.moc"
