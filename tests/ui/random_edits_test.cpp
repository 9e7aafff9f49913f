// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// 200 random edits of all kinds that a person can make: undo all = start, redo all = end, and on the way back and forth
// the same states are met. A failure prints the seed and the edits.

#include <QTableView>

#include <random>

#include "core/io/presets.h"
#include "core/workload/einsum.h"
#include "tests/ui/desk.h"
#include "ui/editors/design_editor.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kEdits = 200;

/// A person who edits at random; the same seed does the same.
class Editor {
public:
    Editor(const Desk& desk, unsigned seed)
        : m_desk(desk), m_design(*desk.window->findChild<DesignEditor*>()), m_random(seed) {}

    /// One try; refused ones change nothing. Returns what was tried.
    QString edit() {
        static const std::vector<std::pair<const char*, void (Editor::*)()>> kinds{
            {"preset workload", &Editor::presetWorkload},
            {"preset design", &Editor::presetDesign},
            {"bounds", &Editor::bounds},
            {"einsum", &Editor::einsum},
            {"typed einsum", &Editor::typedEinsum},
            {"setting", &Editor::setting},
            {"setting", &Editor::setting},
            {"setting", &Editor::setting},
            {"add level", &Editor::addLevel},
            {"add fanout", &Editor::addFanout},
            {"duplicate", &Editor::duplicate},
            {"remove", &Editor::remove},
            {"move", &Editor::move},
            {"keep", &Editor::keep},
            {"keep", &Editor::keep},
            {"constraints", &Editor::constraints},
            {"mapspace", &Editor::mapspace},
            {"seed", &Editor::seed},
            {"search options", &Editor::searchOptions},
            {"typed limit", &Editor::typedLimit},
            {"trivial mapping", &Editor::trivial}};
        const auto& [name, act] = kinds[below(kinds.size())];
        (this->*act)();
        return QString::fromLatin1(name);
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(m_random() % std::max<std::size_t>(n, 1)); }
    template <class T>
    const T& any(const std::vector<T>& values) {
        return values[below(values.size())];
    }
    Document& document() const { return m_desk.document(); }

    void presetWorkload() {
        static const std::vector<std::string> keys{
            "gemm-100",          "tensor-100",      "resnet50/layer1_0_conv1", "alexnet-onetower/conv2",
            "bert-base-128/ff1", "mobilenet-v1/dw7"};
        const std::string& key = any(keys);
        document().setWorkload(*loadWorkload(key), key);
    }
    void presetDesign() {
        static const std::vector<std::string> keys{"eyeriss-like", "toy-6", "three-level-array", "simba-like-15"};
        const std::string& key = any(keys);
        document().setArchitecture(*loadArchitecture(key), key);
    }
    void bounds() {
        const Workload& workload = document().inputs().workload;
        std::vector<std::int64_t> next;
        for (int d = 0; d < workload.dimensionCount(); ++d)
            next.push_back(below(3) ? workload.bound(d) : 1 + static_cast<std::int64_t>(below(64)));
        if (const auto changed = workload.withBounds(next)) document().setWorkload(*changed, {});
    }
    void einsum() {
        static const std::vector<std::string> texts{"C[m,n] += A[m,k] * B[k,n]", "O[m,p] += W[m,c,r] * I[c,p+r]",
                                                    "Z[a,b,c] += X[a,c] * Y[c,b]"};
        BoundMap bounds;
        const std::string& text = any(texts);
        for (const char* name : {"m", "n", "k", "p", "c", "r", "a", "b"}) {
            if (text.find(name) == std::string::npos) continue;
            bounds[name] = 1 + static_cast<std::int64_t>(below(40));
        }
        if (const auto workload = parseEinsum(text, bounds)) document().setWorkload(*workload, {});
    }
    /// Into the code field, letter by letter; often broken on the way, sometimes in the end.
    void typedEinsum() {
        m_desk.window->setPerspective("design");
        auto* code = m_desk.find<CodeEdit>("einsum");
        code->setFocus();
        code->moveCursor(below(2) ? QTextCursor::End : QTextCursor::Start);
        static const std::vector<QString> texts{" ", "x", "*", "# note", "["};
        QTest::keyClicks(code, any(texts));
        if (below(2)) QTest::keyClick(code, Qt::Key_Backspace);
    }
    void setting() {
        const auto paths = settings(m_design.design());
        static const std::vector<QString> values{"1", "2", "3", "16", "64", "1024", "64 KiB", "4x4", "0.5", "none"};
        const auto& [path, value] = any(paths);
        m_design.set(QString::fromStdString(path), any(values), "Setting " + QString::fromStdString(path));
    }
    void selectAny() { m_design.select(any(allParts(m_design.spec()))); }
    void addLevel() {
        if (m_design.design().levelCount() >= 6) return remove();
        selectAny();
        m_desk.action("addLevel")->trigger();
    }
    void addFanout() {
        if (m_design.design().fanoutCount() >= 4) return remove();
        selectAny();
        m_desk.action("addFanout")->trigger();
    }
    void duplicate() {
        if (m_design.design().levelCount() >= 6) return remove();
        selectAny();
        m_desk.action("duplicatePart")->trigger();
    }
    void remove() {
        selectAny();
        m_desk.action("removePart")->trigger();
    }
    void move() {
        selectAny();
        m_design.moveSelected(below(2) ? 1 : -1);
    }
    void keep() {
        m_design.cycleKeep(static_cast<int>(below(static_cast<std::size_t>(m_design.design().levelCount()))),
                           static_cast<int>(below(static_cast<std::size_t>(m_design.workload().tensorCount()))));
    }
    void constraints() {
        Constraints next = document().inputs().mapspace.constraints;
        const Architecture& design = m_design.design();
        const std::string& level = any(design.levels()).name;
        const std::string& dimension = any(document().inputs().workload.dimensions()).name;
        FactorRule rule;
        rule.dimension = dimension;
        rule.relation = FactorRule::Relation::atMost;
        rule.value = 1 + static_cast<std::int64_t>(below(8));
        if (below(4) == 0)
            next.levels.erase(level);
        else
            next.levels[level].factors = {rule};
        m_design.setConstraints(next, "Constraints of " + QString::fromStdString(level));
    }
    void mapspace() { document().setFactorization(mapspaceKinds()[below(mapspaceKinds().size())]); }
    void seed() {
        SearchOptions options = document().inputs().search;
        options.seed = m_random();
        document().setSearch(options, "Seed");
    }
    void searchOptions() {
        SearchOptions options = document().inputs().search;
        options.algorithm = below(2) ? Algorithm::random : Algorithm::exhaustive;
        options.objective.metrics = {keyTable(Metric{})[below(keyTable(Metric{}).size())].value};
        options.victory =
            below(2) ? std::optional<std::int64_t>(1 + static_cast<std::int64_t>(below(5000))) : std::nullopt;
        document().setSearch(options, "Search options");
    }
    void typedLimit() {
        m_desk.window->setPerspective("search");
        auto* field = m_desk.find<NumberField>("maxEvaluations");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(1 + below(1'000'000)));
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// No edit, but what is looked at must come back with the inputs that it belongs to.
    void trivial() { m_desk.action("trivial")->trigger(); }

    const Desk& m_desk;
    DesignEditor& m_design;
    std::mt19937 m_random;
};

/// Inputs of the session; where one looks is no edit.
QString state(const Desk& desk) {
    Session session = desk.document().session();
    session.shown = {};
    session.perspective.clear();
    return QString::fromStdString(toJson(session).dump());
}

}  // namespace

class RandomEditsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void undoAllIsTheStartAndRedoAllTheEnd_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U}) QTest::addRow("seed %u", seed) << seed;
        if (qEnvironmentVariableIsSet("LAPIDARY_DEEP"))
            for (unsigned seed = 100; seed < 120; ++seed) QTest::addRow("seed %u", seed) << seed;
    }
    void undoAllIsTheStartAndRedoAllTheEnd() {
        QFETCH(unsigned, seed);
        const Desk desk;
        QUndoStack& stack = desk.document().undoStack();
        Editor editor(desk, seed);
        QStringList made;
        QMap<int, QString> states{{0, state(desk)}};
        for (int i = 0; i < kEdits; ++i) {
            made << editor.edit();
            states[stack.index()] = state(desk);
        }
        const auto told = [&] {
            return qPrintable(
                QStringLiteral("seed %1 at undo step %2: %3").arg(seed).arg(stack.index()).arg(made.join(", ")));
        };
        QVERIFY2(stack.count() > kEdits / 3, told());  // many edits are refused or merge, but not most
        const int end = stack.index();
        const auto compare = [&] {
            // Steps inside of a merged edit were never seen.
            if (states.contains(stack.index())) QVERIFY2(state(desk) == states[stack.index()], told());
        };
        while (stack.canUndo()) {
            stack.undo();
            compare();
        }
        QVERIFY2(state(desk) == states[0], told());
        QVERIFY2(!desk.document().modified(), told());
        while (stack.canRedo()) {
            stack.redo();
            compare();
        }
        QCOMPARE(stack.index(), end);
        QVERIFY2(state(desk) == states[end], told());
    }
};

QTEST_MAIN(RandomEditsTest)
#include "random_edits_test.moc"
