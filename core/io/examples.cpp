// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/examples.h"

#include <array>
#include <limits>

#include "core/io/options_json.h"
#include "core/io/presets.h"
#include "core/io/read_native.h"
#include "core/search/search.h"

namespace lapidary {

namespace {

constexpr int kMostExamples = 100;
constexpr std::int64_t kLongestRun = 1'000'000;

class ExampleReader {
public:
    ExampleReader(const Json& json, std::string_view file) : m_file(file), m_reader(json, m_file, "", m_problems) {}

    Result<Example> read() {
        if (!readSchema(m_reader, "example", 1)) return m_problems;
        m_example.title = text("title");
        m_example.about = text("about");
        m_example.source = text("source");
        m_example.perspective = text("perspective");
        m_example.place = static_cast<int>(m_reader.integer("place", 1, kMostExamples).value_or(0));
        m_example.picture = readKey<ExamplePicture>(m_reader, "picture").value_or(ExamplePicture::nest);
        SessionInputs& inputs = m_example.inputs;
        byKey("workload", inputs.workloadKey, inputs.workload, loadWorkload);
        byKey("architecture", inputs.architectureKey, inputs.architecture, loadArchitecture);
        inputs.mapspace.factorization = readKey<Factorization>(m_reader, "mapspace").value_or(Factorization::perfect);
        inputs.mapspace.constraints = inputs.architecture.spec().constraints;
        if (const Json* search = m_reader.any("search"))
            inputs.search = searchOptionsFromJson(*search, m_file, "search", m_problems);
        readItems(m_reader, "runs", [this](const Json& item, const std::string& path) { run(item, path); });
        m_reader.finish();
        if (hasErrors(m_problems)) return m_problems;
        return std::move(m_example);
    }

private:
    std::string text(std::string_view key) {
        m_reader.required(key);
        return m_reader.string(key).value_or("");
    }

    template <class T>
    void byKey(std::string_view name, std::string& key, T& value, Result<T> (*load)(std::string_view)) {
        key = text(name);
        if (key.empty()) return;
        Result<T> loaded = load(key);
        if (loaded) {
            value = *std::move(loaded);
            return;
        }
        for (Diagnostic problem : loaded.diagnostics()) {
            if (problem.place.line == 0) problem.place = m_reader.placeOf(*m_reader.any(name), name);
            m_problems.push_back(std::move(problem));
        }
    }

    void run(const Json& item, const std::string& path) {
        ObjectReader reader(item, m_file, path, m_problems);
        if (!reader.valid()) return;
        reader.required("max_evaluations");
        m_example.runs.push_back(
            {readKey<Factorization>(reader, "mapspace").value_or(m_example.inputs.mapspace.factorization),
             reader.integer("max_evaluations", 1, kLongestRun).value_or(1)});
        reader.finish();
    }

    std::string m_file;
    Diagnostics m_problems;
    ObjectReader m_reader;
    Example m_example;
};

Result<SessionRun> makeRun(const Example& example, const ShortRun& wanted, Job& job) {
    SessionRun run;
    run.inputs = example.inputs;
    run.inputs.mapspace.factorization = wanted.mapspace;
    run.inputs.search.algorithm = Algorithm::random;
    run.inputs.search.maxEvaluations = wanted.maxEvaluations;
    const auto target = Target::make(run.inputs.workload, run.inputs.architecture);
    if (!target) return target.diagnostics();
    const auto mapspace = Mapspace::make(*target, run.inputs.mapspace);
    if (!mapspace) return mapspace.diagnostics();
    const auto evaluator = Evaluator::make(*target);
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options = run.inputs.search;
    options.cloud = true;  // people look at it, as at any run of the window
    auto result = search(*mapspace, *evaluator, options, job);
    if (!result) return result.diagnostics();
    run.result = *std::move(result);
    return run;
}

}  // namespace

std::span<const KeyEntry<ExamplePicture>> keyTable(ExamplePicture) {
    static constexpr std::array<KeyEntry<ExamplePicture>, 5> table{{
        {ExamplePicture::tree, "tree", "Tiling tree", "tiles of the dimension with a tail, to scale", "Ruby Fig. 5"},
        {ExamplePicture::array, "array", "PE array", "which PEs work in the last step", "Ruby Fig. 9"},
        {ExamplePicture::curves, "curves", "Convergence", "best so far of each run, both axes log", "Ruby Fig. 7"},
        {ExamplePicture::energy, "energy", "Energy", "energy by level and tensor", ""},
        {ExamplePicture::nest, "nest", "Loop nest", "loops by level, outermost first", ""},
    }};
    return table;
}

Result<Example> exampleFromJson(const Json& json, std::string_view file) { return ExampleReader(json, file).read(); }

Result<Session> rehearse(const Example& example, Job& job) {
    Session session;
    session.inputs = example.inputs;
    session.perspective = example.perspective;
    for (const ShortRun& wanted : example.runs) {
        auto run = makeRun(example, wanted, job);
        if (!run) return run.diagnostics();
        if (job.stopRequested()) return error("stopped");
        session.runs.push_back(*std::move(run));
    }
    if (!session.runs.empty() && !session.runs.back().result.top.empty())
        session.shown.run = static_cast<int>(session.runs.size()) - 1;
    return session;
}

}  // namespace lapidary
