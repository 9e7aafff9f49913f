// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/import.h"

#include <algorithm>

#include "core/io/timeloop/constraints.h"
#include "core/io/timeloop/document.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/mapper.h"
#include "core/io/timeloop/mapping.h"
#include "core/io/timeloop/problem.h"
#include "core/io/timeloop/reading.h"
#include "core/io/timeloop/tables.h"

namespace lapidary {

namespace timeloop {

namespace {

class Importer {
public:
    Importer(const Document& document, const std::optional<SearchOptions>& present)
        : m_document(document), m_present(present) {}

    Result<TimeloopImport> run() {
        const Section* variables = m_document.find("variables");
        if (const Section* problem = m_document.find("problem")) m_problem = readProblem(*problem, variables, m_out);
        if (const Section* architecture = m_document.find("architecture")) readDesign(*architecture, variables);
        readMappingOf();
        readLimits();
        if (const Section* mapper = m_document.find("mapper")) m_result.search = readMapper(*mapper, m_present, m_out);
        noteOthers();
        if (m_problem) m_result.workload = m_problem->workload;
        if (hasErrors(m_out)) return errorsOf(std::move(m_out));
        return {std::move(m_result), std::move(m_out)};
    }

private:
    static Diagnostics errorsOf(Diagnostics all) {
        std::erase_if(all, [](const Diagnostic& each) { return each.severity != Severity::error; });
        return all;
    }

    void readDesign(const Section& section, const Section* variables) {
        m_hardware = readHardware(section, variables, m_out);
        if (hasErrors(m_out)) return;
        applyTables(m_document.find("ERT"), m_document.find("ART"), m_hardware, m_out);
        m_design = designOf(m_hardware, m_out);
        if (!m_design) return;
        setKeepRules();
        Result<Architecture> architecture = Architecture::make(m_design->spec);
        if (architecture) {
            m_result.architecture = *std::move(architecture);
            return;
        }
        for (Diagnostic problem : architecture.diagnostics()) {
            problem.place = placeOfPart(problem.place.key);
            m_out.push_back(std::move(problem));
        }
    }

    /// Timeloop keeps nothing anywhere by design: mappings say what is kept.
    void setKeepRules() {
        std::vector<std::string> tensors = {"input", "weight", "output"};
        if (m_problem)
            for (const Tensor& tensor : m_problem->workload.tensors())
                if (std::ranges::find(tensors, tensor.role) == tensors.end()) tensors.push_back(tensor.name);
        for (Level& level : m_design->spec.levels)
            for (const std::string& tensor : tensors) level.keep[tensor] = Keep::may;
    }

    /// "levels[1].capacity" -> the name of that storage.
    Place placeOfPart(const std::string& key) const {
        Place place = m_hardware.place;
        if (key.starts_with("levels[")) {
            const auto index = static_cast<std::size_t>(std::atoi(key.c_str() + 7));
            if (index < m_hardware.storages.size()) place = m_hardware.storages[index].place;
        } else if (key.starts_with("compute") && m_hardware.compute) {
            place = m_hardware.compute->place;
        }
        return place;
    }

    /// What speaks of levels and dimensions needs both.
    bool hasBoth(const Section& section) {
        if (m_design && m_problem) return true;
        if (!m_document.has("architecture") || !m_document.has("problem"))
            m_out.push_back(errorAt(section.place,
                                    std::string("'") + section.place.key + "' can't be read without " +
                                        (m_document.has("problem") ? "an 'architecture'" : "a 'problem'"),
                                    "give that file, too"));
        return false;
    }

    void readMappingOf() {
        const Section* section = m_document.find("mapping");
        if (section == nullptr || !hasBoth(*section)) return;
        auto placed = readMapping(*section, m_document, *m_design, *m_problem, m_out);
        if (!placed || !m_result.architecture) return;
        const auto target = Target::make(m_problem->workload, *m_result.architecture);
        if (!target) {
            for (Diagnostic problem : target.diagnostics()) {
                problem.place = m_hardware.place;
                m_out.push_back(std::move(problem));
            }
            return;
        }
        const Diagnostics found = checkPlaced(*placed, **target);
        m_out.insert(m_out.end(), found.begin(), found.end());
        m_result.mapping = std::move(placed->mapping);
    }

    void readLimits() {
        const Section* own = m_document.find("architecture_constraints");
        const Section* space = m_document.find("mapspace");
        const Section* v4 = m_document.find("constraints");
        const bool inNodes = !m_hardware.constraints.empty();
        for (const Section* section : {own, space, v4})
            if (section != nullptr && !hasBoth(*section)) return;
        if (own == nullptr && space == nullptr && v4 == nullptr && !inNodes) return;
        if (!m_design) return;
        if (!m_problem) {
            m_out.push_back(noteAt(m_hardware.place, "constraints of the architecture are left out without a problem"));
            return;
        }
        const Limits limits = readLimitsOf(m_document, m_hardware, *m_design, *m_problem, m_out);
        m_result.constraints = limits.constraints;
        m_result.factorization = limits.factorization;
    }

    void noteOthers() {
        const auto tell = [&](const char* key, Severity severity, const char* message) {
            if (const Section* section = m_document.find(key)) m_out.push_back({severity, message, section->place, {}});
        };
        tell("sparse_optimizations", Severity::warning, "sparse optimizations can't be expressed: counted as dense");
        tell("layout", Severity::warning, "data layouts can't be expressed: they are left out");
        tell("compound_components", Severity::note, "compound components are Accelergy's: the ERT has their energies");
        tell("components", Severity::note, "component classes are Accelergy's: the ERT has their energies");
        tell("model", Severity::note, "settings of the model have no effect here");
        tell("globals", Severity::note, "globals have no effect here");
    }

    const Document& m_document;
    const std::optional<SearchOptions>& m_present;
    Diagnostics m_out;
    TimeloopImport m_result;
    Hardware m_hardware;
    std::optional<Design> m_design;
    std::optional<TimeloopProblem> m_problem;
};

}  // namespace

}  // namespace timeloop

Result<TimeloopImport> importTimeloop(const std::vector<TimeloopText>& texts,
                                      const std::optional<SearchOptions>& present) {
    const auto document = timeloop::Document::make(texts);
    if (!document) return document.diagnostics();
    return timeloop::Importer(*document, present).run();
}

Result<TimeloopImport> importTimeloopFiles(const std::vector<std::filesystem::path>& paths,
                                           const std::optional<SearchOptions>& present) {
    const auto sources = timeloop::readSources(paths);
    if (!sources) return sources.diagnostics();
    return importTimeloop(*sources, present);
}

}  // namespace lapidary
