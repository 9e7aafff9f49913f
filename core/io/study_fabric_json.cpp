// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_fabric_json.h"

namespace lapidary {
namespace {

constexpr std::int64_t kMostOfATile = std::int64_t{1} << 20, kMostTrials = 100'000'000;

class StudyFabricReader {
public:
    StudyFabricReader(const Json& json, std::string_view file, const std::string& path, Diagnostics& out)
        : m_reader(json, std::string(file), path, out), m_file(file), m_path(path), m_out(out) {}

    StudyFabric read() {
        if (!m_reader.valid()) return m_task;
        m_reader.required("pick");
        m_task.pick = keyOr("pick", m_task.pick);
        if (m_task.pick == FabricPick::tile) readTile();
        if (m_task.pick == FabricPick::sparse)
            m_task.zeros = static_cast<int>(m_reader.integer("zeros", 0, 99).value_or(0));
        if (m_task.pick == FabricPick::tuner) {
            m_task.tuning.tuner = keyOr("tuner", m_task.tuning.tuner);
            m_task.tuning.objective = keyOr("objective", m_task.tuning.objective);
            m_task.tuning.prior = keyOr("prior", fabric::Prior::none);  // as published
            m_task.tuning.trials = m_reader.integer("trials", 1, kMostTrials);
        }
        if (m_task.pick == FabricPick::tuner || m_task.pick == FabricPick::range || m_task.pick == FabricPick::random) {
            m_task.sizes = keyOr("tiles", m_task.sizes);
            readKnobs();
        }
        m_reader.finish();
        return m_task;
    }

private:
    template <class E>
    E keyOr(const char* name, E fallback) {
        const Json* const json = m_reader.any(name);
        if (json == nullptr) return fallback;
        const std::string word = json->isString() ? json->text() : json->dump(-1);
        if (const auto key = fromKey<E>(word); key && json->isString()) return *key;
        std::string known;
        for (const std::string& key : keysOf<E>()) known += (known.empty() ? "" : ", ") + key;
        m_reader.fail(*json, name, "found '" + word + "', expected one of " + known, didYouMean(word, keysOf<E>()));
        return fallback;
    }

    void readTile() {
        const Json* const json = m_reader.required("tile");
        if (json == nullptr) return;
        ObjectReader sizes(*json, std::string(m_file), m_path + ".tile", m_out);
        if (!sizes.valid()) return;
        fabric::Tile& tile = m_task.tile;
        std::int64_t* const parts[] = {&tile.r, &tile.s, &tile.c, &tile.k, &tile.g, &tile.n, &tile.x, &tile.y};
        const auto knobs = keyTable(fabric::Knob{});  // the tile's come first
        for (std::size_t i = 0; i < std::size(parts); ++i)
            *parts[i] = sizes.integer(std::string(knobs[i].key), 1, kMostOfATile).value_or(1);
        sizes.finish();
    }

    void readKnobs() {
        const Json* const json = m_reader.any("tune");
        if (json == nullptr) return;
        if (!json->isArray()) m_reader.fail(*json, "tune", "expected a list of words such as \"ms_size=64,128\"");
        for (const Json& item : json->items()) {
            const Diagnostics problems = item.isString()
                                             ? fabric::addKnobValues(m_task.knobs, item.text())
                                             : Diagnostics{error("expected a word such as \"ms_size=64,128\"")};
            for (const Diagnostic& problem : problems) m_reader.fail(item, "tune", problem.message, problem.hint);
        }
    }

    ObjectReader m_reader;
    std::string_view m_file;
    const std::string& m_path;
    Diagnostics& m_out;
    StudyFabric m_task;
};

}  // namespace

StudyFabric studyFabricFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out) {
    return StudyFabricReader(json, file, path, out).read();
}

}  // namespace lapidary
