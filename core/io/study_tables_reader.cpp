// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_tables_reader.h"

#include <algorithm>
#include <set>

#include "core/io/read_native.h"
#include "core/io/study_text.h"

namespace lapidary {

namespace {

template <class Names>
bool isAmong(const Names& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

class StudyTableReader {
public:
    StudyTableReader(const std::string& file, StudyFile& study, Diagnostics& out)
        : m_file(file), m_study(study), m_out(out) {}

    void read(const Json& item, const std::string& path) {
        ObjectReader reader(item, m_file, path, m_out);
        if (!reader.valid()) return;
        for (const char* key : {"title", "runs", "rows", "columns"}) reader.required(key);
        m_table = {};
        m_table.title = reader.string("title").value_or("");
        m_table.runs = reader.string("runs").value_or("");
        m_table.total = reader.boolean("total").value_or(false);
        const StudyRuns* runs = matrixOf(reader);
        readRows(reader, runs);
        if (runs != nullptr) readOnly(reader, path, *runs);
        // Rows of published values can only be named once the axes are known.
        if (runs == nullptr || m_table.rows.empty()) return;
        m_rows = rowKeys(m_study.spec, m_table);
        readItems(reader, "columns",
                  [&](const Json& each, const std::string& key) { readColumn(each, path + "." + key, *runs); });
        reader.finish();
        m_study.tables.push_back(std::move(m_table));
    }

private:
    const StudyRuns* matrixOf(ObjectReader& reader) {
        std::vector<std::string> names;
        for (const StudyRuns& runs : m_study.spec.runs) {
            if (runs.name == m_table.runs) return &runs;
            names.push_back(runs.name);
        }
        if (const Json* json = reader.any("runs"))
            reader.fail(*json, "runs", "expected one of " + listed(names) + ", found " + described(*json),
                        didYouMean(m_table.runs, names));
        return nullptr;
    }

    static bool has(const StudyRuns& runs, StudyAxis axis) {
        if (axis == StudyAxis::workload) return true;
        if (axis == StudyAxis::seed) return runs.task != StudyTask::reuse && !runs.seeds.empty();
        return (axis == StudyAxis::tensor) == (runs.task == StudyTask::reuse);
    }

    std::optional<StudyAxis> axisOf(ObjectReader& reader, const Json& at, const std::string& key,
                                    const std::string& name, const StudyRuns* runs) {
        std::vector<std::string> known;
        for (const auto& entry : keyTable(StudyAxis{}))
            if (runs == nullptr || has(*runs, entry.value)) known.emplace_back(entry.key);
        if (isAmong(known, name)) return fromKey<StudyAxis>(name);
        reader.fail(at, key, "expected an axis of these runs, " + listed(known) + ", found '" + name + "'",
                    didYouMean(name, known));
        return std::nullopt;
    }

    void readRows(ObjectReader& reader, const StudyRuns* runs) {
        const auto names = reader.strings("rows");
        if (!names) return;
        for (std::size_t i = 0; i < names->size(); ++i) {
            const Json& at = (*reader.any("rows"))[i];
            if (const auto axis = axisOf(reader, at, indexed("rows", i), (*names)[i], runs))
                m_table.rows.push_back(*axis);
        }
        if (names->empty()) reader.fail(*reader.any("rows"), "rows", "expected at least one axis");
        if (m_table.total && std::ranges::find(m_table.rows, StudyAxis::workload) == m_table.rows.end())
            reader.fail(*reader.any("total"), "total", "a total is over workloads, which are no rows here");
    }

    /// What points of these runs are called on an axis.
    std::vector<std::string> namesOn(StudyAxis axis, const StudyRuns& runs) const {
        std::vector<std::string> names;
        for (const StudyPoint& point : studyPoints(m_study.spec))
            if (m_study.spec.runs[point.runs].name == runs.name && !isAmong(names, point.name(axis)))
                names.push_back(point.name(axis));
        return names;
    }

    void readOnly(ObjectReader& reader, const std::string& path, const StudyRuns& runs) {
        const Json* object = reader.object("only");
        if (object == nullptr) return;
        ObjectReader only(*object, m_file, path + ".only", m_out);
        for (const Json::Member& member : object->members()) {
            const auto axis = axisOf(reader, member.value, "only." + member.name, member.name, &runs);
            const auto names = only.strings(member.name);
            if (!axis || !names) continue;
            const std::vector<std::string> known = namesOn(*axis, runs);
            for (std::size_t i = 0; i < names->size(); ++i)
                if (!isAmong(known, (*names)[i]))
                    only.fail(member.value[i], indexed(member.name, i),
                              "no " + member.name + " of these runs is called '" + (*names)[i] + "'",
                              didYouMean((*names)[i], known, "they are " + listed(known)));
            m_table.only[*axis] = *names;
        }
    }

    void readColumn(const Json& item, const std::string& path, const StudyRuns& runs) {
        ObjectReader reader(item, m_file, path, m_out);
        if (!reader.valid()) return;
        StudyColumn column;
        reader.required("figure");
        column.figure = reader.string("figure").value_or("");
        column.key = reader.string("key").value_or(column.figure);
        column.combine = readKey<StudyCombine>(reader, "combine").value_or(StudyCombine::sum);
        column.title = reader.string("title").value_or("");
        checkFigure(reader, column, runs);
        if (!m_keys.insert(column.key).second)
            reader.fail(reader.any("key") ? *reader.any("key") : item, "key",
                        "another column of this study has the key '" + column.key + "'", "give it a 'key' of its own");
        if (const Json* reference = reader.object("relative_to")) readReference(*reference, path, runs, column);
        readItems(reader, "published",
                  [&](const Json& each, const std::string& key) { readPublished(each, path + "." + key, column); });
        reader.finish();
        m_table.columns.push_back(std::move(column));
    }

    static void checkFigure(ObjectReader& reader, StudyColumn& column, const StudyRuns& runs) {
        std::vector<std::string> known;
        for (const StudyFigureInfo& info : figuresOf(runs.task)) {
            known.push_back(info.key);
            if (info.key == column.figure && column.title.empty()) column.title = info.label;
        }
        const Json* json = reader.any("figure");
        if (json != nullptr && !isAmong(known, column.figure))
            reader.fail(*json, "figure",
                        "the task '" + std::string(keyOf(runs.task)) + "' has no figure '" + column.figure + "'",
                        didYouMean(column.figure, known, "it has " + listed(known)));
    }

    void readReference(const Json& json, const std::string& path, const StudyRuns& runs, StudyColumn& column) {
        ObjectReader reader(json, m_file, path + ".relative_to", m_out);
        reader.required("axis");
        reader.required("name");
        const auto axisName = reader.string("axis");
        const auto name = reader.string("name");
        reader.finish();
        if (!axisName || !name) return;
        const auto axis = axisOf(reader, *reader.any("axis"), "axis", *axisName, &runs);
        if (!axis) return;
        const std::vector<std::string> known = namesOn(*axis, runs);
        if (!isAmong(known, *name))
            reader.fail(*reader.any("name"), "name", "no " + *axisName + " of these runs is called '" + *name + "'",
                        didYouMean(*name, known, "they are " + listed(known)));
        column.relativeTo = StudyReference{*axis, *name};
    }

    void readPublished(const Json& item, const std::string& path, StudyColumn& column) {
        ObjectReader reader(item, m_file, path, m_out);
        if (!reader.valid()) return;
        StudyPublished published;
        for (const char* key : {"by", "place", "values"}) reader.required(key);
        published.by = reader.string("by").value_or("");
        published.place = reader.string("place").value_or("");
        published.unit = reader.string("unit").value_or("");
        readMembers(reader, "values", [&](const Json::Member& member, const std::string& key) {
            if (!isAmong(m_rows, member.name))
                reader.fail(member.value, key, "the table has no row '" + member.name + "'",
                            didYouMean(member.name, m_rows, "its rows are " + listed(m_rows)));
            else if (member.value.isNumber())
                published.values[member.name] = member.value.real();
            else if (member.value.isString())
                published.values[member.name] = member.value.text();
            else
                reader.fail(member.value, key, "expected a number or words, found " + described(member.value));
        });
        reader.finish();
        column.published.push_back(std::move(published));
    }

    const std::string& m_file;
    StudyFile& m_study;
    Diagnostics& m_out;
    StudyTable m_table;
    std::vector<std::string> m_rows;
    std::set<std::string> m_keys;
};

}  // namespace

void readStudyTables(ObjectReader& reader, StudyFile& study, Diagnostics& out) {
    StudyTableReader tables(reader.file(), study, out);
    reader.required("tables");
    readItems(reader, "tables", [&](const Json& item, const std::string& path) { tables.read(item, path); });
}

void checkStudyTexts(ObjectReader& reader, const StudyFile& study) {
    const StudyFacts facts(study, {});
    for (const char* key : {"paper_says", "we_find", "why", "missing"}) {
        const Json* list = reader.any(key);
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            if (const auto filled = facts.filled((*list)[i].text()); !filled)
                reader.fail((*list)[i], indexed(key, i), filled.diagnostics().front().message,
                            filled.diagnostics().front().hint);
    }
}

}  // namespace lapidary
