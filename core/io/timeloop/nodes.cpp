// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/arith.h"
#include "core/io/read_native.h"
#include "core/io/timeloop/expression.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/reading.h"
#include "core/io/timeloop/yaml.h"

namespace lapidary::timeloop {

namespace {

/// Attributes that components take over from the containers above them.
constexpr const char* kInherited[] = {"datawidth", "word_bits", "technology", "global_cycle_seconds"};

class NodeWalk {
public:
    NodeWalk(const Section& section, const Section* variables, Hardware& out, Diagnostics& problems)
        : m_file(section.file()), m_variables(variables), m_out(out), m_problems(problems) {}

    void walk(const Json& nodes, const std::string& path) {
        for (std::size_t i = 0; i < nodes.size(); ++i) visit(nodes[i], indexed(path, i));
    }

private:
    void visit(const Json& node, const std::string& path) {
        ObjectReader reader(node, m_file, path, m_problems);
        if (!reader.valid()) return;
        const std::string tag = reader.string(kYamlTag).value_or("");
        if (tag == "Component" || tag == "Container") return visitPart(reader, node, tag == "Container");
        if (tag == "Hierarchical" || tag == "Parallel" || tag == "Pipelined") return visitGroup(reader, tag);
        if (tag == "Nothing") return reader.finish();
        const std::vector<std::string> known = {"Component", "Container", "Hierarchical",
                                                "Parallel",  "Pipelined", "Nothing"};
        reader.fail(node, "",
                    tag.empty() ? "expected a node with a tag such as !Component" : "unknown tag '!" + tag + "'",
                    didYouMean(tag, known,
                               "expected !" + std::string("Component, !Container, !Hierarchical, !Parallel, "
                                                          "!Pipelined or !Nothing")));
    }

    void visitGroup(ObjectReader& reader, const std::string& tag) {
        reader.required("nodes");
        const Json* nodes = reader.array("nodes");
        reader.any("name");
        reader.finish();
        if (nodes == nullptr) return;
        if (tag == "Pipelined")
            m_problems.push_back(warningAt(reader.placeOf(*nodes, "nodes"),
                                           "pipelined parts can't be expressed: they are read as one below the other"));
        const std::size_t fanouts = m_out.fanouts.size();
        const auto inherited = m_inherited;
        walk(*nodes, reader.path() + ".nodes");
        if (tag == "Hierarchical") return;
        m_inherited = inherited;
        if (m_out.fanouts.size() > fanouts)
            m_problems.push_back(errorAt(m_out.fanouts[fanouts].place,
                                         "a fan-out within !" + tag + " can't be expressed",
                                         "put it above the parts that stand side by side"));
    }

    void visitPart(ObjectReader& reader, const Json& node, bool isContainer) {
        const Json* nameValue = reader.required("name");
        const std::string name = reader.string("name").value_or("");
        const Json* classValue = isContainer ? nullptr : reader.required("class");
        const std::string className = isContainer ? "" : reader.string("class").value_or("");
        for (const char* key : {"subclass", "required_actions", "attributes", "area_scale", "energy_scale"})
            reader.any(key);
        const Json* attributes = reader.object("attributes");
        const Json* spatial = reader.object("spatial");
        const Json* constraints = reader.object("constraints");
        const auto enabled = reader.boolean("enabled");
        if (const Json* sparse = reader.any("sparse_optimizations"))
            m_problems.push_back(warningAt(reader.placeOf(*sparse, "sparse_optimizations"),
                                           "sparse optimizations can't be expressed: counted as dense"));
        if (const Json* networks = isContainer ? reader.any("networks") : nullptr)
            m_problems.push_back(
                warningAt(reader.placeOf(*networks, "networks"), "networks can't be expressed: they are left out"));
        reader.finish();
        if (nameValue == nullptr || (!isContainer && classValue == nullptr)) return;
        const Place place = reader.placeOf(*nameValue, "name");
        if (name.find('[') != std::string::npos)
            return reader.fail(*nameValue, "name", "'" + name + "' has a range",
                               "v4 states fan-outs as spatial: {meshX: ...}");
        if (enabled && !*enabled) {
            m_problems.push_back(noteAt(place, "'" + name + "' is not enabled: it is left out"));
            return;
        }
        if (spatial != nullptr) readSpatial(*spatial, reader.path() + ".spatial", name, place);
        if (constraints != nullptr) m_out.constraints.push_back({name, *constraints, reader.path() + ".constraints"});
        const Json own = inherit(attributes, node, isContainer);
        if (!isContainer) readComponent(reader, own, *classValue, className, name, place);
    }

    /// A container hands its attributes down; a component has its own and those of the containers above.
    Json inherit(const Json* attributes, const Json& node, bool isContainer) {
        Json own = attributes ? resolved(*attributes, m_variables) : withPositionOf(Json::object(), node);
        if (isContainer) {
            for (const char* key : kInherited)
                if (const Json* value = own.find(key)) m_inherited.set(key, *value);
        } else {
            for (const Json::Member& member : m_inherited.members())
                if (!own.find(member.name)) own.append(member);
        }
        return own;
    }

    void readSpatial(const Json& raw, const std::string& path, const std::string& name, const Place& place) {
        const Json value = resolved(raw, m_variables);
        ObjectReader reader(value, m_file, path, m_problems);
        FanoutPart part;
        part.place = place;
        part.fanout.name = name;
        part.fanout.below = static_cast<int>(m_out.storages.size()) - 1;
        part.fanout.x = reader.integer("meshX", 1, kMaxInstances).value_or(1);
        part.fanout.y = reader.integer("meshY", 1, kMaxInstances).value_or(1);
        reader.finish();
        const auto size = checkedMul(part.fanout.x, part.fanout.y);
        if (size == 1) return;
        const auto instances = size ? checkedMul(m_instances, *size) : std::nullopt;
        if (!instances || *instances > kMaxInstances)
            return reader.fail(value, "", "more than " + std::to_string(kMaxInstances) + " instances");
        m_instances = *instances;
        m_out.fanouts.push_back(std::move(part));
    }

    void readComponent(ObjectReader& reader, const Json& attributes, const Json& classValue,
                       const std::string& className, const std::string& name, const Place& place) {
        if (m_out.compute)
            return reader.fail(classValue, "name",
                               "'" + name + "' stands below the compute '" + m_out.compute->compute.name + "'",
                               "the compute goes last");
        ObjectReader own(attributes, m_file, reader.path() + ".attributes", m_problems);
        switch (partKind(className)) {
        case PartKind::storage:
            m_out.storages.push_back(readStorage(own, name, place, className, m_instances, m_problems));
            break;
        case PartKind::compute: m_out.compute = readCompute(own, name, place, m_instances, m_problems); break;
        default:
            const std::vector<std::string> known = {
                "DRAM",    "SRAM",   "regfile", "smartbuffer_RF", "smartbuffer_SRAM",
                "storage", "intmac", "fpmac",   "compute"};
            if (const std::string near = nearest(className, known); !near.empty())
                reader.fail(classValue, "class", "unknown class '" + className + "'", "did you mean '" + near + "'?");
            else
                m_problems.push_back(noteAt(
                    place, "'" + name + "' of class '" + className + "' is left out: no storage or MAC by its name"));
        }
    }

    const std::string& m_file;
    const Section* m_variables;
    Hardware& m_out;
    Diagnostics& m_problems;
    Json m_inherited = Json::object();
    std::int64_t m_instances = 1;
};

}  // namespace

void readNodes(const Section& section, const Section* variables, Hardware& out, Diagnostics& problems) {
    ObjectReader reader(section.value, section.file(), section.place.key, problems);
    reader.any("version");
    const Json* nodes = reader.array("nodes");
    reader.finish();
    if (nodes != nullptr) NodeWalk(section, variables, out, problems).walk(*nodes, section.place.key + ".nodes");
}

}  // namespace lapidary::timeloop
