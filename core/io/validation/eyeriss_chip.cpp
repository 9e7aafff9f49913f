// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>
#include <functional>
#include <optional>

#include "core/io/presets.h"
#include "core/io/validation/eyeriss.h"
#include "core/io/validation/reference.h"
#include "core/io/validation/row_stationary.h"
#include "core/model/evaluator.h"

namespace lapidary::validation {

namespace {

constexpr double kMegabyte = 1e6;  // the notes of the published table say so
constexpr double kWordBytes = 2;

double accessedWords(const TensorCost& tensor) {
    return static_cast<double>(tensor.reads + tensor.fills + tensor.updates);
}

double megabytesOf(const LevelCost& level) {
    double words = 0;
    for (const TensorCost& tensor : level.tensors) words += accessedWords(tensor);
    return words * kWordBytes / kMegabyte;
}

Result<Cost> costOnChip(const TargetPtr& target, const Mapping& mapping) {
    const auto evaluator = Evaluator::make(target);
    if (!evaluator) return evaluator.diagnostics();
    Cost cost = evaluator->evaluate(mapping);
    if (!cost.valid)
        return error("the mapping of " + target->workload.name() +
                     " isn't valid here: " + describe(cost.reasons.front(), *target));
    return cost;
}

/// pJ per MAC without what DRAM takes: the chip was measured without it.
Json chipEnergyPerMac(const Cost& cost) {
    if (!cost.energyPj || !cost.levels.front().energyPj) return {};
    return (*cost.energyPj - *cost.levels.front().energyPj) / static_cast<double>(cost.macs);
}

/// The chip with energies of the tables of its technology instead of those that its design gives.
Result<Architecture> chipByTables(Architecture chip) {
    std::vector<std::string> paths{"MAC.energy_pj", "GLB.energy_pj.read", "GLB.energy_pj.write"};
    for (const char* role : {"input", "weight", "output"})
        for (const char* access : {"read", "write"})
            paths.push_back(std::string("spad.partitions.") + role + ".energy_pj." + access);
    for (const std::string& path : paths) {
        auto changed = withSetting(chip, path, "table");
        if (!changed) return changed.diagnostics();
        chip = *std::move(changed);
    }
    return chip;
}

/// A row of the table of layers, and the sums of all.
class ChipTable {
public:
    explicit ChipTable(const TechnologyTable& published) : m_published(published) {}

    static std::vector<std::string> columns() {
        return {"layer",         "letters",      "PEs, chip",        "PEs, here",
                "PEs, %",        "ms, chip",     "ms, here",         "ms, %",
                "GLB MB, chip",  "GLB MB, here", "GLB, %",           "DRAM MB, chip",
                "DRAM MB, here", "DRAM, %",      "of it inputs",     "of it weights",
                "of it outputs", "pJ/MAC, chip", "pJ/MAC, here",     "pJ/MAC, %",
                "pJ/MAC, 65 nm", "zeros, chip",  "q r by GLB, chip", "GLB bytes/cycle, chip"};
    }

    /// `layer` is published, `label` what the row is called; what doesn't count isn't part of the sum.
    void add(const std::string& label, const std::string& layer, const RowStationary& letters, const Workload& workload,
             const Cost& cost, const Cost& byTables, bool counts) {
        const std::size_t row = rowOf(m_published, layer);
        Figures figures;
        figures.chipPes = m_published.number(row, "active_pes");
        figures.pes = static_cast<double>(cost.levels[2].tensors[0].instancesTouched);
        figures.chipMs = m_published.number(row, "processing_latency_ms");
        figures.ms = static_cast<double>(cost.cycles) / kCyclesPerMs;
        figures.chipGlb = m_published.number(row, "glb_MB");
        figures.glb = megabytesOf(cost.levels[1]);
        figures.chipDram = m_published.number(row, "dram_MB");
        figures.dram = megabytesOf(cost.levels[0]);
        // mW times ms is uJ
        figures.chipUj = m_published.number(row, "power_mW") * m_published.number(row, "total_latency_ms");
        figures.uj = chipEnergyPerMac(cost).real() * static_cast<double>(cost.macs) / 1e6;
        figures.tableUj = chipEnergyPerMac(byTables).real() * static_cast<double>(cost.macs) / 1e6;
        figures.chipMacs = m_published.number(row, "macs_G") * 1e9;
        figures.macs = static_cast<double>(cost.macs);
        for (std::size_t t = 0; t < 3; ++t) {
            const Json megabytes = accessedWords(cost.levels[0].tensors[t]) * kWordBytes / kMegabyte;
            (t == 0 ? figures.weights : t == 1 ? figures.inputs : figures.outputs) = megabytes.real();
        }
        figures.zeros = m_published.number(row, "zeros_ifmap_pct");
        // Each pass over q r channels writes every sum to the buffer and, but for the first, reads it.
        const double channels = static_cast<double>(workload.bound(workload.findDimension("C")));
        figures.channels = 2 * kWordBytes * static_cast<double>(cost.levels[0].tensors[2].updates) * channels /
                           (figures.chipGlb * kMegabyte);
        push(label, toText(letters), figures);
        if (!counts) return;
        m_sum += figures;
        m_pesTimesMs += figures.pes * figures.ms;
    }

    std::vector<std::vector<Json>> done() {
        m_sum.pes = m_sum.ms > 0 ? m_pesTimesMs / m_sum.ms : 0;  // as the chip's, weighted by time
        m_sum.chipPes = m_published.number(rowOf(m_published, "total"), "active_pes");
        push("all", "", m_sum);
        return std::move(m_rows);
    }

private:
    static constexpr double kCyclesPerMs = 0.2e6;  // 200 MHz

    struct Figures {
        double chipPes = 0, pes = 0, chipMs = 0, ms = 0, chipGlb = 0, glb = 0, chipDram = 0, dram = 0, inputs = 0,
               weights = 0, outputs = 0, chipUj = 0, uj = 0, tableUj = 0, chipMacs = 0, macs = 0;
        std::optional<double> zeros, channels;  ///< of one layer only

        void operator+=(const Figures& o) {
            chipMs += o.chipMs, ms += o.ms, chipGlb += o.chipGlb, glb += o.glb, chipDram += o.chipDram, dram += o.dram;
            inputs += o.inputs, weights += o.weights, outputs += o.outputs;
            chipUj += o.chipUj, uj += o.uj, tableUj += o.tableUj, chipMacs += o.chipMacs, macs += o.macs;
        }
    };

    void push(const std::string& layer, const std::string& letters, const Figures& f) {
        std::vector<Json> row{layer, letters};
        const auto pair = [&](double chip, double here) {
            row.emplace_back(chip);
            row.emplace_back(here);
            row.push_back(deviation(chip, here));
        };
        pair(f.chipPes, f.pes);
        pair(f.chipMs, f.ms);
        pair(f.chipGlb, f.glb);
        pair(f.chipDram, f.dram);
        for (const double part : {f.inputs, f.weights, f.outputs}) row.emplace_back(part);
        pair(f.chipUj * 1e6 / f.chipMacs, f.uj * 1e6 / f.macs);
        row.emplace_back(f.tableUj * 1e6 / f.macs);
        row.push_back(f.zeros ? Json(*f.zeros) : Json());
        row.push_back(f.channels ? Json(*f.channels) : Json());
        row.emplace_back(f.chipGlb * kMegabyte / (f.chipMs * kCyclesPerMs));
        m_rows.push_back(std::move(row));
    }

    const TechnologyTable& m_published;
    std::vector<std::vector<Json>> m_rows;
    Figures m_sum;
    double m_pesTimesMs = 0;
};

/// Cells such as "15.5*" carry a mark of how they were read.
std::int64_t letterAt(const TechnologyTable& table, std::size_t row, const char* column) {
    return std::strtoll(table.text(row, column).c_str(), nullptr, 10);
}

struct ChipDesigns {
    Architecture given, byTables;
};
Result<ChipDesigns> chipDesigns() {
    auto chip = loadArchitecture("eyeriss-chip");
    if (!chip) return chip.diagnostics();
    auto tables = chipByTables(*chip);
    if (!tables) return tables.diagnostics();
    return ChipDesigns{*std::move(chip), *std::move(tables)};
}

using LettersOf = std::function<Result<RowStationary>(const std::string& layer, const TargetPtr& target)>;

/// One row: the layer with the letters, on the chip as it is given and with energies of the tables.
Diagnostics addLayer(ChipTable& table, const ChipDesigns& designs, const std::string& label, const std::string& key,
                     std::int64_t batch, const LettersOf& lettersOf, bool counts) {
    const auto target = layerTarget(designs.given, key, batch);
    if (!target) return target.diagnostics();
    const auto tableTarget = layerTarget(designs.byTables, key, batch);
    if (!tableTarget) return tableTarget.diagnostics();
    const std::string layer = key.substr(key.find('/') + 1);
    const auto letters = lettersOf(layer, *target);
    if (!letters) return letters.diagnostics();
    const auto mapping = rowStationaryMapping(*letters, **target);
    if (!mapping) return {error("the letters of " + layer + " don't fit the array")};
    const auto cost = costOnChip(*target, *mapping);
    if (!cost) return cost.diagnostics();
    const auto byTables = costOnChip(*tableTarget, *mapping);
    if (!byTables) return byTables.diagnostics();
    table.add(label, layer, *letters, (*target)->workload, *cost, *byTables, counts);
    return {};
}

/// A further row: a layer with the letters of another.
struct OtherLetters {
    std::string layer, lettersOf;
};

Result<Section> chipSection(const std::filesystem::path& csv, const std::string& network, std::int64_t batch,
                            const LettersOf& lettersOf, const std::vector<OtherLetters>& others) {
    const auto published = readTable(csv);
    if (!published) return published.diagnostics();
    const auto designs = chipDesigns();
    if (!designs) return designs.diagnostics();
    ChipTable table(*published);
    const auto keyed = [&](const std::string& layer) { return std::string(network).append("/").append(layer); };
    for (const auto& row : published->rows) {
        if (row.front() == "total") continue;
        Diagnostics found = addLayer(table, *designs, row.front(), keyed(row.front()), batch, lettersOf, true);
        if (hasErrors(found)) return found;
    }
    for (const OtherLetters& each : others) {
        const auto borrowed = [&](const std::string&, const TargetPtr& target) {
            return lettersOf(each.lettersOf, target);
        };
        std::string label = each.layer;
        label.append(" as ").append(each.lettersOf);
        Diagnostics found = addLayer(table, *designs, label, keyed(each.layer), batch, borrowed, false);
        if (hasErrors(found)) return found;
    }
    Section section;
    section.columns = ChipTable::columns();
    section.rows = table.done();
    return section;
}

}  // namespace

Result<Section> eyerissAlexNet(const std::filesystem::path& reference) {
    const auto letters = readTable(reference / "validation" / "eyeriss_jssc17_alexnet_rs_mapping.csv");
    if (!letters) return letters.diagnostics();
    const auto read = [&](const std::string& layer, const TargetPtr&) -> Result<RowStationary> {
        const std::size_t row = rowOf(*letters, layer);
        if (row == letters->rows.size()) return error("no mapping of " + layer + " in " + letters->name);
        const auto at = [&](const char* column) { return letterAt(*letters, row, column); };
        return RowStationary{at("m"), at("n"), at("e"), at("p"), at("q"), at("r"), at("t")};
    };
    auto section = chipSection(reference / "validation" / "eyeriss_jssc17_alexnet.csv", "alexnet", 4, read,
                               {{.layer = "conv3", .lettersOf = "conv4"}});
    if (!section) return section.diagnostics();
    section->key = "eyeriss_alexnet";
    section->title = "Eyeriss chip, AlexNet";
    section->text = {
        "Measured: JSSC 2017, Table V, batch of 4, 200 MHz. Here: design `eyeriss-chip`, the mappings of the paper's "
        "Table III. "
        "Latency is that of processing; GLB and DRAM are reads and writes in 1e6 bytes for the whole batch; energy is "
        "power "
        "times total latency per MAC, DRAM left out in both. Its column `65 nm` takes the tables of technology instead "
        "of the "
        "energies that come with the design.",
        "Letters as in the paper: m output channels whose sums lie in the buffer, n images and e output rows in a "
        "pass, p "
        "output and q input channels in a PE, r and t sets of PEs that take other input and output channels. `q r by "
        "GLB` is "
        "the number of channels per pass at which the sums alone, written and read once per pass, make the measured "
        "traffic."};
    section->reasons = {
        "**Latency** is less here: every pass of the chip begins with loading PEs and ends with emptying "
        "them; here "
        "transfers overlap with compute, as the default of time has it, and the design states no bandwidths.",
        "**GLB** agrees but for conv3. The mapping table is known from a scan only, with cells that were "
        "guessed; what "
        "was measured of conv3 fits the letters of conv4 (last row but one, not part of the sum) better than its own.",
        "**DRAM** was measured behind run-length compression, here nothing is compressed: the deviation grows with the "
        "share of "
        "zeros in the inputs. Conv1 has none in its input, but in its output.",
        "**Energy** here is that of accesses to data and of MACs, at energies of tables: no clock network, control, "
        "pads or "
        "leakage, which the power meter saw. Zeros are not skipped here: the chip gates its MACs for them, and its "
        "energy per "
        "MAC falls from layer to layer."};
    return section;
}

Result<Section> eyerissVgg(const std::filesystem::path& reference) {
    std::vector<std::pair<Workload, RowStationary>> known;  // layers of one shape
    const auto search = [&](const std::string& layer, const TargetPtr& target) -> Result<RowStationary> {
        Workload shape = target->workload.named("");
        for (const auto& [workload, letters] : known)
            if (workload == shape) return letters;
        const auto best = bestRowStationary(target);
        if (!best) return error("no row-stationary mapping of " + layer + " fits");
        known.emplace_back(std::move(shape), best->letters);
        return best->letters;
    };
    auto section = chipSection(reference / "validation" / "eyeriss_jssc17_vgg16.csv", "vgg16", 3, search, {});
    if (!section) return section.diagnostics();
    section->key = "eyeriss_vgg16";
    section->title = "Eyeriss chip, VGG-16";
    section->text = {
        "Measured: JSSC 2017, Table VI, batch of 3. The paper prints no mappings of it: here each layer has the "
        "row-stationary "
        "mapping of least energy, DRAM included, which is not the chip's. Columns as above."};
    section->reasons = {
        "**GLB** is less here, since the mappings are others: the chip's traffic is, layer by layer, that "
        "of sums which "
        "pass the buffer once for every single channel (224 and 112 rows), every two (56), four (28) or seven (14). "
        "The "
        "mappings found here take more channels at once, in narrower strips of the output.",
        "**Latency**: down to 28 rows the chip moves 15 bytes of its buffer in every cycle, whatever the layer: it "
        "waits for the "
        "buffer, not for MACs. Here the buffer has no bandwidth, since none was published, and less traffic. That is "
        "why "
        "conv1_2 takes four times as long there as conv4_2 with as many MACs, and not here.",
        "**DRAM**: as above, compression; its share of zeros is up to 88 %.",
        "**Energy**: as above, and the traffic of the buffer that the chip has and the mappings here don't."};
    return section;
}

}  // namespace lapidary::validation
