// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/problem.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/text.h"
#include "core/io/read_native.h"
#include "core/io/timeloop/expression.h"
#include "core/io/timeloop/reading.h"
#include "core/io/timeloop/yaml.h"

namespace lapidary::timeloop {

namespace {

/// Timeloop's named shapes, which problems without one of their own are meant to have.
constexpr std::string_view kConvolution = R"(
name: CNN_Layer
dimensions: [C, M, R, S, N, P, Q]
coefficients:
- {name: Wstride, default: 1}
- {name: Hstride, default: 1}
- {name: Wdilation, default: 1}
- {name: Hdilation, default: 1}
data_spaces:
- {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]]]}
- {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, Hstride]]]}
- {name: Outputs, projection: [[[N]], [[M]], [[Q]], [[P]]], read_write: true}
)";
constexpr std::string_view kMatrixProduct = R"(
name: GEMM
dimensions: [M, N, K]
data_spaces:
- {name: A, projection: [[[M]], [[K]]]}
- {name: B, projection: [[[K]], [[N]]]}
- {name: Z, projection: [[[M]], [[N]]], read_write: true}
)";

struct NamedShape {
    const char* key;
    std::string_view text;
};
constexpr std::array kNamedShapes = {NamedShape{"cnn_layer", kConvolution}, NamedShape{"gemm_abz", kMatrixProduct}};

std::string shapeKey(std::string name) {
    std::ranges::replace(name, '-', '_');
    name = lowered(name);
    if (name.ends_with(".yaml")) name.resize(name.size() - 5);
    return name;
}

struct Coefficient {
    std::string name;
    std::optional<std::int64_t> value;
    Place place;
};

/// Roles of tensors, by their usual names or else by their order.
std::string usualRole(const std::string& name) {
    const std::string word = lowered(name);
    const auto isOneOf = [&](std::initializer_list<const char*> words) {
        return std::ranges::any_of(words, [&](const char* each) { return word == each; });
    };
    if (isOneOf({"w", "weight", "weights", "filter", "filters", "kernel"})) return "weight";
    if (isOneOf({"i", "input", "inputs", "ifmap", "activation", "activations"})) return "input";
    return {};
}

void setRoles(std::vector<Tensor>& tensors) {
    std::vector<std::string> free = {"weight", "input"};
    for (Tensor& tensor : tensors) {
        tensor.role = tensor.isOutput ? "output" : usualRole(tensor.name);
        std::erase(free, tensor.role);
    }
    for (Tensor& tensor : tensors) {
        if (!tensor.role.empty()) continue;
        tensor.role = free.empty() ? tensor.name : free.front();
        if (!free.empty()) free.erase(free.begin());
    }
}

class ProblemReader {
public:
    ProblemReader(const Section& section, const Section* variables, Diagnostics& out)
        : m_section(section), m_variables(variables), m_out(out) {}

    std::optional<TimeloopProblem> read() {
        const std::size_t before = errors();
        ObjectReader top(m_section.value, m_section.file(), m_section.place.key, m_out);
        if (!top.valid()) return std::nullopt;
        top.any("version");
        const Json* shape = top.any("shape");
        const Json* instance = top.any("instance");
        readShape(top, shape);
        if (m_letters.empty()) return std::nullopt;
        if (instance != nullptr) {
            top.finish();
            readInstance(*instance, m_section.place.key + ".instance", {});
        } else {
            // The old style: bounds directly under 'problem'.
            readInstance(m_section.value, m_section.place.key, {"version", "shape"});
        }
        return errors() > before ? std::nullopt : build();
    }

private:
    std::size_t errors() const {
        return static_cast<std::size_t>(std::ranges::count(m_out, Severity::error, &Diagnostic::severity));
    }

    void readShape(ObjectReader& top, const Json* shape) {
        if (shape != nullptr && shape->isObject())
            return readShapeBody(*shape, m_section.file(), m_section.place.key + ".shape");
        std::string name = "cnn_layer";
        if (shape != nullptr) {
            if (!shape->isString())
                return top.fail(*shape, "shape", "expected a shape or the name of one, found " + described(*shape));
            name = shapeKey(shape->text());
        }
        for (const auto& [key, text] : kNamedShapes) {
            if (name != key) continue;
            m_named = *parseYaml(text, key);
            return readShapeBody(m_named, m_section.file(), m_section.place.key + ".shape");
        }
        top.fail(*shape, "shape", "unknown shape '" + shape->text() + "'",
                 didYouMean(name, {"cnn_layer", "gemm_ABZ"}, "write out dimensions and data_spaces"));
    }

    void readShapeBody(const Json& shape, const std::string& file, const std::string& path) {
        ObjectReader reader(shape, file, path, m_out);
        m_name = reader.string("name").value_or("problem");
        reader.any("version");
        const Json* dimensions = reader.required("dimensions");
        if (dimensions != nullptr && reader.array("dimensions")) readLetters(reader, *dimensions);
        readItems(reader, "coefficients",
                  [&](const Json& item, const std::string& key) { readCoefficient(item, file, path + "." + key); });
        if (const Json* flatten = reader.any("flatten");
            flatten != nullptr && !(flatten->isArray() && flatten->size() == 0))
            reader.fail(*flatten, "flatten", "flattened dimensions can't be expressed",
                        "write a mapping in the dimensions themselves");
        const Json* spaces = reader.required("data_spaces");
        if (spaces != nullptr)
            readItems(reader, "data_spaces",
                      [&](const Json& item, const std::string& key) { readSpace(item, file, path + "." + key); });
        reader.finish();
    }

    void readLetters(ObjectReader& reader, const Json& list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Json& item = list[i];
            const std::string key = indexed("dimensions", i);
            if (!item.isString() || item.text().size() != 1 ||
                std::isalpha(static_cast<unsigned char>(item.text().front())) == 0) {
                reader.fail(item, key, "expected a dimension of one letter, found " + described(item));
            } else if (letterOf(item.text()) >= 0) {
                reader.fail(item, key, "dimension '" + item.text() + "' stands there twice");
            } else {
                m_letters.push_back({item.text(), 1, -1});
            }
        }
    }

    void readCoefficient(const Json& item, const std::string& file, const std::string& path) {
        ObjectReader reader(item, file, path, m_out);
        const Json* name = reader.required("name");
        Coefficient coefficient;
        coefficient.name = reader.string("name").value_or("");
        coefficient.value = reader.integer("default", 1, kMaxBound);
        reader.finish();
        if (name == nullptr) return;
        coefficient.place = reader.placeOf(*name, "name");
        m_coefficients.push_back(std::move(coefficient));
    }

    void readSpace(const Json& item, const std::string& file, const std::string& path) {
        ObjectReader reader(item, file, path, m_out);
        Space space;
        const Json* name = reader.required("name");
        space.tensor.name = space.name = reader.string("name").value_or("");
        if (name != nullptr) space.place = reader.placeOf(*name, "name");
        space.tensor.isOutput = reader.boolean("read_write").value_or(false);
        if (const Json* ranks = reader.any("ranks"))
            m_out.push_back(noteAt(reader.placeOf(*ranks, "ranks"), "names of ranks have no effect here"));
        const Json* projection = reader.required("projection");
        reader.finish();
        if (name == nullptr || projection == nullptr) return;
        if (!projection->isArray())
            return reader.fail(*projection, "projection", "expected a list of ranks, found " + described(*projection));
        for (std::size_t i = 0; i < projection->size(); ++i)
            space.ranks.push_back(readRank(reader, (*projection)[i], indexed("projection", i)));
        m_spaces.push_back(std::move(space));
    }

    struct NamedTerm {
        int letter = -1;
        std::string coefficient;
        Place place;
    };
    using NamedRank = std::vector<NamedTerm>;
    struct Space {
        std::string name;
        Tensor tensor;
        std::vector<NamedRank> ranks;
        Place place;
    };

    /// "C", [C], or a sum [[R, Wdilation], [P, Wstride]].
    NamedRank readRank(ObjectReader& reader, const Json& rank, const std::string& key) {
        NamedRank terms;
        if (rank.isString()) {
            terms.push_back(readTerm(reader, Json::array({rank}), rank, key));
        } else if (rank.isArray() && rank.size() == 1 && rank[0].isString()) {
            terms.push_back(readTerm(reader, rank, rank[0], key));
        } else if (rank.isArray() && std::ranges::all_of(rank.items(), &Json::isArray)) {
            for (std::size_t i = 0; i < rank.size(); ++i)
                terms.push_back(readTerm(reader, rank[i], rank[i], indexed(key, i)));
        } else {
            reader.fail(rank, key, "expected a sum of terms such as [[R, Wdilation], [P]], found " + described(rank));
        }
        return terms;
    }

    NamedTerm readTerm(ObjectReader& reader, const Json& term, const Json& at, const std::string& key) {
        NamedTerm result;
        if (term.size() < 1 || term.size() > 2 || !std::ranges::all_of(term.items(), &Json::isString)) {
            reader.fail(at, key, "expected a term [dimension] or [dimension, coefficient]");
            return result;
        }
        const Json& letter = term[0];
        result.letter = letterOf(letter.text());
        result.place = reader.placeOf(letter, key);
        if (result.letter < 0)
            reader.fail(letter, key, "no dimension is named '" + letter.text() + "'",
                        didYouMean(letter.text(), names(), "the shape has " + joined(names())));
        if (term.size() < 2) return result;
        result.coefficient = term[1].text();
        if (coefficientOf(result.coefficient) == nullptr)
            reader.fail(term[1], key, "no coefficient is named '" + result.coefficient + "'",
                        didYouMean(result.coefficient, coefficientNames(),
                                   m_coefficients.empty() ? "the shape lists no 'coefficients'"
                                                          : "the shape has " + joined(coefficientNames())));
        return result;
    }

    void readInstance(const Json& raw, const std::string& path, std::initializer_list<const char*> others) {
        const Json instance = resolved(raw, m_variables);
        ObjectReader reader(instance, m_section.file(), path, m_out);
        if (!reader.valid()) return;
        for (const char* key : others) reader.any(key);
        for (Letter& letter : m_letters) {
            if (reader.any(letter.name) == nullptr)
                reader.fail(raw, letter.name, "dimension '" + letter.name + "' has no bound",
                            "add '" + letter.name + ": 1'");
            letter.bound = reader.integer(letter.name, 1, kMaxBound).value_or(1);
        }
        for (Coefficient& coefficient : m_coefficients) {
            if (const auto value = reader.integer(coefficient.name, 1, kMaxBound))
                coefficient.value = value;
            else if (!coefficient.value && reader.any(coefficient.name) == nullptr)
                m_out.push_back(errorAt(coefficient.place, "coefficient '" + coefficient.name +
                                                               "' has neither a value in 'instance' nor a default"));
        }
        readDensities(reader);
        reader.finish();
    }

    void readDensities(ObjectReader& reader) {
        if (const Json* common = reader.any("commonDensity"))
            for (Space& space : m_spaces) readDensity(reader, *common, "commonDensity", space.tensor);
        const Json* densities = reader.object("densities");
        if (densities == nullptr) return;
        for (const Json::Member& member : densities->members()) {
            const auto found = std::ranges::find(m_spaces, member.name, [](const Space& s) { return s.tensor.name; });
            if (found != m_spaces.end()) {
                readDensity(reader, member.value, "densities." + member.name, found->tensor);
                continue;
            }
            std::vector<std::string> tensors;
            for (const Space& space : m_spaces) tensors.push_back(space.tensor.name);
            Json at = member.value;
            at.setPosition(member.line, member.column);
            reader.fail(at, "densities." + member.name, "no data space is named '" + member.name + "'",
                        didYouMean(member.name, tensors, "the shape has " + joined(tensors)));
        }
    }

    void readDensity(ObjectReader& reader, const Json& value, const std::string& key, Tensor& tensor) {
        const Json* number = &value;
        if (value.isObject()) {
            number = value.find("density");
            m_out.push_back(warningAt(reader.placeOf(value, key), tensor.name +
                                                                      ": the distribution of its zeros can't be "
                                                                      "expressed; its density is kept"));
            if (number == nullptr)
                return reader.fail(value, key, "missing key 'density'",
                                   "a distribution without one can't be expressed");
        }
        if (number->isNumber() && number->real() > 0 && number->real() <= 1)
            tensor.density = number->real();
        else
            reader.fail(*number, key, "expected a density above 0 and at most 1, found " + described(*number));
    }

    std::optional<TimeloopProblem> build() {
        std::vector<Dimension> dimensions;
        for (std::size_t l = 0; l < m_letters.size(); ++l) {
            Letter& letter = m_letters[l];
            const bool used = std::ranges::any_of(m_spaces, [&](const Space& space) {
                return std::ranges::any_of(space.ranks, [&](const NamedRank& rank) {
                    return std::ranges::any_of(rank,
                                               [&](const NamedTerm& t) { return t.letter == static_cast<int>(l); });
                });
            });
            if (!used && letter.bound == 1) {
                m_out.push_back(noteAt(
                    m_section.place, "dimension '" + letter.name + "' of bound 1 is left out: no data space uses it"));
                continue;
            }
            letter.dimension = static_cast<int>(dimensions.size());
            dimensions.push_back({letter.name, {}, letter.bound});
        }
        // Operands first, as in an expression's text.
        std::ranges::stable_sort(m_spaces, {}, [](const Space& space) { return space.tensor.isOutput; });
        std::vector<Tensor> tensors;
        for (Space& space : m_spaces) {
            for (const NamedRank& rank : space.ranks) space.tensor.ranks.push_back(rankOf(rank));
            tensors.push_back(std::move(space.tensor));
        }
        setRoles(tensors);
        Result<Workload> workload = Workload::make(m_name, std::move(dimensions), std::move(tensors));
        if (workload) return TimeloopProblem{*std::move(workload), std::move(m_letters)};
        for (Diagnostic problem : workload.diagnostics()) {
            problem.place = placeOf(problem.place.key);
            m_out.push_back(std::move(problem));
        }
        return std::nullopt;
    }

    /// The place of what a check calls "A", "m" or "A[m]".
    Place placeOf(const std::string& key) const {
        const std::string word = key.substr(0, key.find('['));
        for (const Space& space : m_spaces)
            if (!word.empty() && word == space.name) return space.place;
        Place place = m_section.place;
        if (const Json* instance = m_section.value.find("instance")) {
            for (const Json::Member& member : instance->members()) {
                if (member.name != word) continue;
                place.line = member.line;
                place.column = member.column;
            }
        }
        if (!key.empty()) place.key += "." + key;
        return place;
    }

    Rank rankOf(const NamedRank& terms) const {
        Rank rank;
        for (const NamedTerm& term : terms) {
            const Letter& letter = m_letters[static_cast<std::size_t>(term.letter)];
            const Coefficient* coefficient = coefficientOf(term.coefficient);
            rank.terms.push_back({letter.dimension, coefficient ? coefficient->value.value_or(1) : 1});
        }
        return rank;
    }

    int letterOf(std::string_view name) const {
        const auto found = std::ranges::find(m_letters, name, &Letter::name);
        return found == m_letters.end() ? -1 : static_cast<int>(found - m_letters.begin());
    }
    const Coefficient* coefficientOf(std::string_view name) const {
        const auto found = std::ranges::find(m_coefficients, name, &Coefficient::name);
        return found == m_coefficients.end() ? nullptr : &*found;
    }
    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const Letter& letter : m_letters) result.push_back(letter.name);
        return result;
    }
    std::vector<std::string> coefficientNames() const {
        std::vector<std::string> result;
        for (const Coefficient& coefficient : m_coefficients) result.push_back(coefficient.name);
        return result;
    }

    const Section& m_section;
    const Section* m_variables;
    Diagnostics& m_out;
    Json m_named;  // a named shape
    std::string m_name;
    std::vector<Letter> m_letters;
    std::vector<Coefficient> m_coefficients;
    std::vector<Space> m_spaces;
};

}  // namespace

int TimeloopProblem::find(std::string_view name) const {
    const auto found = std::ranges::find(letters, name, &Letter::name);
    return found == letters.end() ? -1 : static_cast<int>(found - letters.begin());
}

std::vector<std::string> TimeloopProblem::names() const {
    std::vector<std::string> result;
    for (const Letter& letter : letters) result.push_back(letter.name);
    return result;
}

std::optional<TimeloopProblem> readProblem(const Section& section, const Section* variables, Diagnostics& out) {
    return ProblemReader(section, variables, out).read();
}

}  // namespace lapidary::timeloop
