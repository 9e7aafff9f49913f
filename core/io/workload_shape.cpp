// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/workload_shape.h"

#include <algorithm>

#include "core/io/read_native.h"
#include "core/io/shorthand.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

constexpr int kMaxWordBits = 4096;  ///< as Workload::make

const std::vector<std::string> kForms{"einsum", "conv2d", "gemm"};
constexpr const char* kBesideEinsum[] = {"bounds", "roles", "aliases", "word_bits", "density", "padding"};

/// A file without a form whose key is nearly one: that key is the error, not what follows from it.
bool reportMisspeltForm(const Json& json, ObjectReader& reader, Diagnostics& out) {
    for (const Json::Member& member : json.members()) {
        const std::string hint = didYouMean(member.name, kForms);
        if (hint.empty()) continue;
        for (const char* key : kBesideEinsum) reader.any(key);
        reader.any(member.name);
        out.push_back(
            errorAt({reader.file(), member.line, member.column, reader.placeOf(member.value, member.name).key},
                    "unknown key '" + member.name + "'", hint));
        return true;
    }
    return false;
}

/// An einsum with its bounds and what else is said of its tensors.
class EinsumReader {
public:
    EinsumReader(ObjectReader& reader, Diagnostics& out) : m_reader(reader), m_out(out) {}

    std::optional<Workload> read(const std::string& name) {
        const std::size_t before = m_out.size();
        const auto text = m_reader.string("einsum");
        BoundMap bounds;
        EinsumOptions options{.name = name, .roles = {}, .aliases = {}, .wordBits = {}, .density = {}};
        m_reader.required("bounds");
        readMap("bounds", [&](ObjectReader& map, const std::string& key) {
            bounds[key] = map.integer(key, 1, kMaxBound).value_or(1);
        });
        readMap("roles",
                [&](ObjectReader& map, const std::string& key) { options.roles[key] = map.string(key).value_or(""); });
        readMap("aliases", [&](ObjectReader& map, const std::string& key) {
            options.aliases[key] = map.string(key).value_or("");
        });
        readMap("word_bits", [&](ObjectReader& map, const std::string& key) {
            options.wordBits[key] = static_cast<int>(map.integer(key, 1, kMaxWordBits).value_or(1));
        });
        readMap("density", [&](ObjectReader& map, const std::string& key) {
            options.density[key] = map.number(key, 0, 1).value_or(1);
        });
        if (m_out.size() > before) return std::nullopt;
        const Result<Workload> parsed = parseEinsum(*text, bounds, options);
        if (!parsed) {
            for (const Diagnostic& problem : parsed.diagnostics()) addLocated(problem);
            return std::nullopt;
        }
        return withPadding(*parsed);
    }

private:
    template <class ReadOne>
    void readMap(const std::string& key, ReadOne readOne) {
        const Json* json = m_reader.object(key);
        if (json == nullptr) return;
        ObjectReader map(*json, m_reader.file(), m_reader.placeOf(*json, key).key, m_out);
        for (const Json::Member& member : json->members()) readOne(map, member.name);
    }

    /// Columns of the einsum become columns of the file; a name that stands beside the einsum only, its own place.
    void addLocated(Diagnostic problem) {
        const std::string name = problem.place.key;
        const Json& text = *m_reader.any("einsum");
        problem.place = insideString(m_reader.placeOf(text, "einsum"), problem.place.column);
        const bool inEinsum = text.text().find(name) != std::string::npos;
        for (const char* map : kBesideEinsum) {
            const Json* json = m_reader.any(map);
            if (inEinsum || json == nullptr || json->find(name) == nullptr) continue;
            problem.place = m_reader.placeOf((*json)[name], std::string(map) + "." + name);
        }
        m_out.push_back(std::move(problem));
    }

    /// "padding": {"I": [{"rank": 2, "before": 3, "data": 224}]}; ranks count from 0.
    std::optional<Workload> withPadding(const Workload& workload) {
        const std::size_t before = m_out.size();
        std::vector<Tensor> tensors = workload.tensors();
        if (const Json* padding = m_reader.object("padding")) {
            ObjectReader reader(*padding, m_reader.file(), m_reader.placeOf(*padding, "padding").key, m_out);
            for (Tensor& tensor : tensors)
                readItems(reader, tensor.name, [&](const Json& item, const std::string& key) {
                    readPadding({item, reader.file(), reader.path() + "." + key, m_out}, tensor);
                });
            reader.finish();
        }
        if (m_out.size() > before) return std::nullopt;
        Result<Workload> result = Workload::make(workload.name(), workload.dimensions(), std::move(tensors));
        if (!result) {
            for (const Diagnostic& problem : result.diagnostics()) addLocated(problem);
            return std::nullopt;
        }
        return *std::move(result);
    }

    static void readPadding(ObjectReader reader, Tensor& tensor) {
        const auto last = static_cast<std::int64_t>(tensor.ranks.size()) - 1;
        for (const char* key : {"rank", "before", "data"}) reader.required(key);
        const auto rank = reader.integer("rank", 0, last);
        const auto before = reader.integer("before", 0, kMaxBound);
        const auto data = reader.integer("data", 0, kMaxBound);
        reader.finish();
        if (!rank || !before || !data) return;
        tensor.ranks[static_cast<std::size_t>(*rank)].paddingBefore = *before;
        tensor.ranks[static_cast<std::size_t>(*rank)].dataExtent = *data;
    }

    ObjectReader& m_reader;
    Diagnostics& m_out;
};

Json paddingJson(const Tensor& tensor) {
    Json list;
    for (std::size_t i = 0; i < tensor.ranks.size(); ++i) {
        const Rank& rank = tensor.ranks[i];
        if (rank.paddingBefore == 0 && rank.dataExtent == 0) continue;
        Json item;
        item.set("rank", static_cast<std::int64_t>(i)).set("before", rank.paddingBefore).set("data", rank.dataExtent);
        list.push(std::move(item));
    }
    return list;
}

void setEinsum(Json& json, const Workload& workload) {
    Json bounds;
    Json aliases;
    for (const Dimension& dimension : workload.dimensions()) {
        bounds.set(dimension.name, dimension.bound);
        if (!dimension.alias.empty()) aliases.set(dimension.name, dimension.alias);
    }
    Json roles;
    Json wordBits;
    Json density;
    Json padding;
    for (const Tensor& tensor : workload.tensors()) {
        roles.set(tensor.name, tensor.role);
        if (tensor.wordBits != 0) wordBits.set(tensor.name, tensor.wordBits);
        if (tensor.density != 1.0) density.set(tensor.name, tensor.density);
        if (Json list = paddingJson(tensor); !list.isNull()) padding.set(tensor.name, std::move(list));
    }
    json.set("einsum", workload.einsum());
    const std::pair<const char*, Json*> maps[] = {{"bounds", &bounds},   {"roles", &roles},
                                                  {"aliases", &aliases}, {"word_bits", &wordBits},
                                                  {"density", &density}, {"padding", &padding}};
    for (const auto& [key, map] : maps)
        if (!map->isNull()) json.set(key, std::move(*map));
}

}  // namespace

std::optional<Workload> readShape(const Json& json, ObjectReader& reader, const std::string& name, Diagnostics& out) {
    std::vector<std::string> found;
    for (const std::string& form : kForms)
        if (reader.any(form) != nullptr) found.push_back(form);
    if (found.empty() && reportMisspeltForm(json, reader, out)) return std::nullopt;
    if (found.size() != 1) {
        out.push_back(errorAt(reader.placeOf(json, ""),
                              "expected one of 'einsum', 'conv2d', 'gemm', found " +
                                  (found.empty() ? std::string("none") : std::to_string(found.size()))));
        return std::nullopt;
    }
    if (found.front() == "einsum") return EinsumReader(reader, out).read(name);

    const Json& shape = *reader.any(found.front());
    const std::string path = reader.placeOf(shape, found.front()).key;
    Result<Workload> workload = found.front() == "gemm" ? gemmFromJson(shape, reader.file(), path, name)
                                                        : conv2dFromJson(shape, reader.file(), path, name);
    if (workload) return *std::move(workload);
    out.insert(out.end(), workload.diagnostics().begin(), workload.diagnostics().end());
    return std::nullopt;
}

void setShape(Json& json, const Workload& workload) {
    if (Json shape = conv2dJson(workload); !shape.isNull())
        json.set("conv2d", std::move(shape));
    else if (shape = gemmJson(workload); !shape.isNull())
        json.set("gemm", std::move(shape));
    else
        setEinsum(json, workload);
}

}  // namespace lapidary
