// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/directive_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QSplitter>
#include <QVBoxLayout>

#include <array>

#include "core/io/maestro/directive_text.h"
#include "core/io/native.h"
#include "core/mapping/validity.h"
#include "ui/models/problem_text.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr std::array<std::optional<Compat>, 3> kModels{std::nullopt, Compat::dataCentric, Compat::maestro};

/// Words of the language strong, comments quiet.
std::vector<CodeSpan> spansOf(const QString& line, const QRegularExpression& words, const QString& comment) {
    std::vector<CodeSpan> spans;
    const auto quiet = line.indexOf(comment);
    const QString code = quiet < 0 ? line : line.left(quiet);
    for (auto match = words.globalMatch(code); match.hasNext();) {
        const auto found = match.next();
        spans.push_back(
            {static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()), CodeTone::strong});
    }
    if (quiet >= 0) spans.push_back({static_cast<int>(quiet), static_cast<int>(line.size() - quiet), CodeTone::quiet});
    return spans;
}

std::vector<CodeSpan> directiveSpans(const QString& line) {
    static const QRegularExpression words(QStringLiteral("\\b(TemporalMap|SpatialMap|Cluster|PEs)\\b"));
    return spansOf(line, words, QStringLiteral("//"));
}

std::vector<CodeSpan> nestSpans(const QString& line) {
    static const QRegularExpression words(QStringLiteral("\\b(for|parFor)\\b"));
    return spansOf(line, words, QStringLiteral("#"));
}

Result<std::string> nestText(const Mapping& mapping, const Target& target) {
    std::string text;
    for (const std::string& line : toLines(mapping, target.workload, target.architecture)) text += line + "\n";
    return text;
}

Result<std::string> sayAsDirectives(const Mapping& mapping, const Target& target) {
    const auto said = maestro::directivesOfNest(mapping, target);
    return said ? Result<std::string>(said->text) : said.diagnostics();
}

Result<Mapping> nestOfText(const std::string& text, const Target& target) {
    std::vector<int> lines;
    auto mapping = mappingFromText(text, {}, target.workload, target.architecture, &lines);
    if (!mapping) return mapping;
    if (Diagnostics problems = checkForm(*mapping, target, {}, lines); hasErrors(problems)) return problems;
    return mapping;
}

/// The word at a place of the text, at least one character.
int wordLength(const QString& code, const Place& place) {
    const QStringList lines = code.split(u'\n');
    if (place.line < 1 || place.line > lines.size()) return 1;
    static const QRegularExpression word(QStringLiteral("[A-Za-z0-9_']+"));
    const QRegularExpressionMatch match =
        word.match(lines[place.line - 1], std::max(place.column - 1, 0), QRegularExpression::NormalMatch,
                   QRegularExpression::AnchorAtOffsetMatchOption);
    return match.hasMatch() ? static_cast<int>(match.capturedLength()) : 1;
}

QString needText(const char* name, std::int64_t need, const std::optional<std::int64_t>& room) {
    return room ? QObject::tr("%1 needs %2 of %3 words").arg(QLatin1String(name), countText(need), countText(*room))
                : QObject::tr("%1 needs %2 words").arg(QLatin1String(name), countText(need));
}

/// "Data-centric, edge-exact: 4,128 cycles (Init 30, Steady 4,000, Edge 98; 62 % computing), ..."
QString directivesSay(const Exhibit& exhibit, Compat rules) {
    const QString title = modelTitle(rules);
    const auto model = dataCentricModel(rules, exhibit.setup->target);
    if (!model) return QStringLiteral("%1: %2").arg(title, QString::fromStdString(model.errorText()));
    const auto outcome = model->outcome(exhibit.mapping);
    if (!outcome) return QStringLiteral("%1: %2").arg(title, problemText(outcome.diagnostics()));
    QStringList phases;
    std::int64_t computing = 0;
    for (std::size_t i = 0; i < std::size(outcome->phases); ++i) {
        computing += outcome->phases[i].compute;
        phases << QStringLiteral("%1 %2").arg(fromView(keyTable(data_centric::Phase{})[i].label),
                                              countText(outcome->phases[i].cycles));
    }
    const double share =
        static_cast<double>(computing) / static_cast<double>(std::max<std::int64_t>(outcome->runtime, 1));
    const double energy = outcome->energyNj * 1000;
    return QObject::tr("%1: %2 cycles (%3; %4 of them computing), %5; %6; %7")
        .arg(title, countText(outcome->runtime), phases.join(QStringLiteral(", ")), percentText(share),
             energyScale(energy).withUnit(energy), needText("L1", outcome->l1Required, model->hardware().l1Elements),
             needText("L2", outcome->l2Required, model->hardware().l2Elements));
}

QString reuseSays(const Exhibit& exhibit) {
    const Cost cost = exhibit.setup->evaluator.evaluate(exhibit.mapping);
    QString text = QObject::tr("%1: %2 cycles").arg(modelTitle({}), countText(cost.cycles));
    if (cost.energyPj) text += QStringLiteral(", %1").arg(energyScale(*cost.energyPj).withUnit(*cost.energyPj));
    if (!cost.valid && !cost.reasons.empty())
        text += QObject::tr("; not valid: %1")
                    .arg(QString::fromStdString(describe(cost.reasons.front(), *exhibit.setup->target)));
    return text;
}

}  // namespace

DirectivePanel::DirectivePanel(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_notice(new Notice),
      m_model(new Segmented({tr("reuse"), tr("data-centric"), tr("MAESTRO")})),
      m_split(new QSplitter(Qt::Horizontal)),
      m_figures(new QLabel) {
    m_directives.code = new CodeEdit(directiveSpans);
    m_directives.undoText = tr("Directives");
    m_directives.read = [](const std::string& text, const Target& target, const Mapping* like) -> Result<Mapping> {
        auto nest = maestro::nestOfDirectives(text, {}, target, like);
        return nest ? Result<Mapping>(std::move(nest->mapping)) : nest.diagnostics();
    };
    m_directives.write = sayAsDirectives;
    m_nest.code = new CodeEdit(nestSpans);
    m_nest.undoText = tr("Loop nest");
    m_nest.read = [](const std::string& text, const Target& target, const Mapping*) {
        return nestOfText(text, target);
    };
    m_nest.write = nestText;
    build(actions);
    connect(m_model, &Segmented::currentChanged, this,
            [this](int index) { chooseModel(kModels[static_cast<std::size_t>(index)]); });
    for (Text* text : {&m_directives, &m_nest}) {
        connect(text->code, &CodeEdit::edited, this, [this, text] { typed(*text); });
        connect(text->code, &CodeEdit::focusGained, this, [text] { text->typingId = Document::freshMergeId(); });
        connect(text->code, &CodeEdit::undoRequested, this, &DirectivePanel::undo);
        connect(text->code, &CodeEdit::redoRequested, this, [this] { m_document.undoStack().redo(); });
    }
    connect(&document, &Document::shownChanged, this, &DirectivePanel::refresh);
    connect(&document, &Document::inputsChanged, this, &DirectivePanel::refreshModel);  // the mapping comes after it
    refresh();
}

QWidget* DirectivePanel::modelSwitch() const { return m_model; }

QWidget* DirectivePanel::column(Text& text, const QString& title, const char* name, const QString& tip) {
    text.code->setObjectName(name);
    text.code->setAccessibleName(title);
    text.code->setToolTip(tip);
    text.code->setFont(monoFont(11.5));
    text.code->setVisibleLines(4, 40);
    text.code->setAcceptDrops(false);  // files are the window's
    text.caption = new QLabel(title);
    text.caption->setFont(uiFont(TypeSize::note));
    text.caption->setForegroundRole(QPalette::PlaceholderText);
    text.caption->setContentsMargins(8, 3, 8, 3);
    text.caption->setBuddy(text.code);
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(text.caption);
    layout->addWidget(text.code, 1);
    return body;
}

void DirectivePanel::build(const Actions& actions) {
    m_notice->setObjectName("directiveNotice");
    m_model->setObjectName("mappingModel");
    m_model->setAccessibleName(tr("Model"));
    m_model->setCompact(true);
    m_model->setToolTips({tr("Figures of the reuse model: what each loop order and Store saves"),
                          tr("Figures of the data-centric model, every step with its actual sizes (edge-exact)"),
                          tr("Figures of the data-centric model as MAESTRO counts, with its quirks")});
    m_split->addWidget(column(m_directives, tr("Directives, outermost first"), "directiveText",
                              tr("TemporalMap(size, offset) d; SpatialMap(size, offset) d; Cluster(units, P); sizes in "
                                 "results of the dimension")));
    m_split->addWidget(
        column(m_nest, tr("Loop nest, outermost first"), "nestText",
               tr("for d in 0..trips, parFor d in 0..units @fanout.axis, level [tensors that it stores]")));
    m_split->setObjectName("directiveSplit");
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(1);
    m_figures->setObjectName("directiveFigures");
    m_figures->setFont(uiFont(TypeSize::note));
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setWordWrap(true);
    m_figures->setContentsMargins(8, 5, 8, 6);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(8, 0, 8, 8);
    foot->setSpacing(6);
    foot->addWidget(new ActionButton(actions["compareModels"]));
    foot->addWidget(new ActionButton(actions["importDirectives"]));
    foot->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_figures);
    layout->addLayout(foot);
}

SessionInputs DirectivePanel::inputs() const {
    SessionInputs next = m_document.inputs();
    if (!m_document.exhibit()) return next;
    const SessionInputs& world = m_document.exhibit()->inputs;
    if (next.architecture != world.architecture) next.mapspace.constraints = world.mapspace.constraints;
    next.workload = world.workload;
    next.workloadKey = world.workloadKey;
    next.architecture = world.architecture;
    next.architectureKey = world.architectureKey;
    next.semantics = world.semantics;
    setModel(next, modelOf(world));
    return next;
}

TargetPtr DirectivePanel::target() const {
    if (m_document.exhibit()) return m_document.exhibit()->setup->target;
    return m_document.setup() ? m_document.setup()->target : nullptr;
}

void DirectivePanel::chooseModel(std::optional<Compat> model) {
    SessionInputs next = inputs();
    if (modelOf(next) == model) return;
    setModel(next, model);
    m_document.edit(std::move(next), tr("Count by the %1").arg(modelTitle(model)));
}

/// What is typed becomes the mapping as soon as it is one.
void DirectivePanel::typed(Text& text) {
    const TargetPtr on = target();
    if (!on) return;
    const auto& exhibit = m_document.exhibit();
    auto mapping = text.read(text.code->toPlainText().toStdString(), *on, exhibit ? &exhibit->mapping : nullptr);
    if (!mapping) return showProblem(text, mapping.diagnostics());
    mend();
    text.good = text.code->toPlainText();
    if (exhibit && saysTheSame(text, *mapping)) return;
    m_document.editMapping(inputs(), *std::move(mapping), tr("edited"), text.undoText, text.typingId);
}

/// As the mapping on show, in the words of the text: directives say nothing of Stores.
bool DirectivePanel::saysTheSame(const Text& text, const Mapping& mapping) const {
    const Exhibit& exhibit = *m_document.exhibit();
    if (mapping == exhibit.mapping) return true;
    const auto one = text.write(mapping, *exhibit.setup->target),
               other = text.write(exhibit.mapping, *exhibit.setup->target);
    return one && other && *one == *other;
}

void DirectivePanel::mend() {
    m_brokenSide = nullptr;
    m_notice->clear();
    m_directives.code->setSquiggles({});
    m_nest.code->setSquiggles({});
}

void DirectivePanel::showProblem(Text& text, const Diagnostics& problems) {
    mend();
    m_brokenSide = &text;
    const Diagnostic& first = problems.front();
    const QString message = problemText({first});
    QString title = message;
    if (first.place.line > 0) {
        const int length = wordLength(text.code->toPlainText(), first.place);
        text.code->setSquiggles({{first.place.line, first.place.column, length, problemText(problems)}});
        title = tr("%1:%2  %3").arg(first.place.line).arg(first.place.column).arg(message);
    }
    m_notice->tell(Severity::error, title,
                   m_document.exhibit() ? tr("The last mapping that could be read stays in use.") : QString(),
                   {{tr("Take back"), "takeBackDirectives", [this] { undo(); }}});
}

/// Of a text that can't be read, only the text is taken back.
void DirectivePanel::undo() {
    if (!broken()) return m_document.undoStack().undo();
    for (const Text* text : {&m_directives, &m_nest}) text->code->setCode(text->good);
    mend();
    follow(m_directives);
    follow(m_nest);
}

/// A text that says the same stays as it was typed.
void DirectivePanel::follow(Text& text) {
    const auto& exhibit = m_document.exhibit();
    text.code->setReadOnly(!target());
    if (!exhibit) {
        text.good.clear();
        return text.code->setCode({});
    }
    const Target& on = *exhibit->setup->target;
    const auto said = text.read(text.code->toPlainText().toStdString(), on, &exhibit->mapping);
    if (said && saysTheSame(text, *said)) return;
    const auto written = text.write(exhibit->mapping, on);
    text.good = written ? QString::fromStdString(*written) : QString();
    text.code->setCode(text.good);
    if (written) return;
    // Whoever types here replaces the nest.
    m_notice->tell(Severity::note, problemText(written.diagnostics()),
                   tr("Directives typed here take the place of the nest."));
}

void DirectivePanel::refreshModel() {
    const auto& exhibit = m_document.exhibit();
    const auto model = modelOf(exhibit ? exhibit->inputs : m_document.inputs());
    const QSignalBlocker quiet(m_model);
    m_model->setCurrent(static_cast<int>(std::find(kModels.begin(), kModels.end(), model) - kModels.begin()));
}

void DirectivePanel::refresh() {
    m_stale = !isVisible();
    refreshModel();
    if (m_stale) return;
    mend();
    follow(m_directives);
    follow(m_nest);
    m_figures->setText(figures());
    emit summaryChanged();
}

void DirectivePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) refresh();
}

QString DirectivePanel::summary() const {
    const QStringList lines = m_directives.code->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    if (lines.isEmpty()) return {};
    const auto clusters = lines.filter(QStringLiteral("Cluster(")).size();
    return tr("%1 maps in %2")
        .arg(lines.size() - clusters)
        .arg(clusters == 0 ? tr("1 cluster level") : tr("%1 cluster levels").arg(clusters + 1));
}

QString DirectivePanel::figures() const {
    const auto& exhibit = m_document.exhibit();
    if (!exhibit)
        return tr("A mapping as directives and as loops, once there is one: open one, or type it into either side.");
    const Compat rules = modelOf(exhibit->inputs).value_or(Compat::dataCentric);
    return directivesSay(*exhibit, rules) + u'\n' + reuseSays(*exhibit);
}

}  // namespace lapidary::ui
