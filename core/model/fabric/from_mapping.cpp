// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/from_mapping.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/model/fabric/layer_axes.h"

namespace lapidary::fabric {
namespace {

Diagnostic fabricNote(std::string message) { return {Severity::note, std::move(message), {}, {}}; }

/// Rounded down to a power of two.
std::int64_t wholePower(double words) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::floor(words))));
}

std::int64_t widthOf(const std::optional<double>& own, const std::optional<double>& shared, std::int64_t multipliers,
                     const char* what, Diagnostics& notes) {
    constexpr std::int64_t kUsual = 64;  // as on STONNE's command line
    const std::optional<double> words = own ? own : shared;
    if (!words || *words < 1) {
        notes.push_back(fabricNote(std::string("the design doesn't say how many words go ") + what +
                                   " its array per cycle: " + std::to_string(std::min(kUsual, multipliers))));
        return std::min(kUsual, multipliers);
    }
    return std::min(wholePower(*words), multipliers);
}

bool mayHoldOutputs(const Level& level, const Workload& workload) {
    for (const Tensor& tensor : workload.tensors()) {
        if (!tensor.isOutput) continue;
        for (const std::string& key : {tensor.role, tensor.name})
            if (const auto found = level.keep.find(key); found != level.keep.end()) return found->second != Keep::never;
    }
    return true;
}

Result<Controller> controllerOf(const Architecture& architecture, const MachineChoice& choice) {
    if (choice.controller) return *choice.controller;
    const std::string& word = architecture.spec().controller;
    if (word.empty()) return Controller::maeri;
    if (const auto known = fromKey<Controller>(word)) return *known;
    return error("design '" + architecture.name() + "' has the controller '" + word + "', expected " +
                     joined(keysOf<Controller>(), " or "),
                 didYouMean(word, keysOf<Controller>()));
}

/// Table III leaves a systolic array no choice but how many words leave it.
void makeSystolic(const Architecture& architecture, Hardware& hardware, Diagnostics& notes) {
    hardware.array = Array::mesh;
    hardware.reduction = Reduction::temporal;
    hardware.rows = hardware.columns = 1;
    for (const Fanout& fanout : architecture.fanouts()) hardware.rows *= fanout.y, hardware.columns *= fanout.x;
    const std::int64_t words = hardware.rows + hardware.columns;
    if (hardware.distributionWidth != wholePower(static_cast<double>(words)))
        notes.push_back(
            fabricNote("a systolic array takes a word per row and column, " + std::to_string(words) + " per cycle"));
    hardware.distributionWidth = words;
    hardware.accumulationBuffer = true;
}

/// What the spatial loops of a mapping hold of a dimension.
class SpatialSizes {
public:
    explicit SpatialSizes(const Mapping& mapping) {
        for (const Node& node : mapping.nodes)
            if (node.kind == NodeKind::spatial) m_nodes.push_back(node);
    }
    std::int64_t of(int dimension) const {
        std::int64_t size = 1;
        for (const Node& node : m_nodes)
            if (node.dimension == dimension) size *= node.bound;
        return size;
    }
    bool along(Axis axis, int dimension) const {
        return std::ranges::any_of(m_nodes, [&](const Node& node) {
            return node.dimension == dimension && node.axis == axis && node.bound > 1;
        });
    }

private:
    std::vector<Node> m_nodes;
};

/// Filters along the columns of a mesh are what NHWC's product has there.
Layout layoutOf(const SpatialSizes& sizes, const LayerAxes& axes, Array array, const MachineChoice& choice) {
    if (choice.layout) return *choice.layout;
    if (array != Array::mesh) return Layout::nchw;
    const bool filtersInColumns = sizes.along(Axis::x, axes.k);
    const bool positionsInRows =
        sizes.along(Axis::y, axes.x) || sizes.along(Axis::y, axes.y) || sizes.along(Axis::y, axes.n);
    return filtersInColumns || positionsInRows ? Layout::nhwc : Layout::nchw;
}

Tile maeriTileOf(const SpatialSizes& sizes, const LayerAxes& axes) {
    return {sizes.of(axes.r), sizes.of(axes.s), sizes.of(axes.c) * sizes.of(axes.t),
            sizes.of(axes.k), sizes.of(axes.g), sizes.of(axes.n),
            sizes.of(axes.x), sizes.of(axes.y)};
}

/// Each multiplier sums up alone, so what is summed up, and groups, can't lie side by side.
Diagnostics setSystolicTile(const SpatialSizes& sizes, const LayerAxes& axes, const Workload& workload, Run& run) {
    Diagnostics problems;
    for (const int dimension : {axes.r, axes.s, axes.c, axes.t, axes.g})
        if (dimension >= 0 && sizes.of(dimension) > 1)
            problems.push_back(error("the mapping spreads " +
                                         workload.dimensions()[static_cast<std::size_t>(dimension)].name + " over " +
                                         std::to_string(sizes.of(dimension)) + " multipliers of a systolic array",
                                     "it holds filters and output positions, or rows and columns of a product"));
    const std::int64_t positions = sizes.of(axes.n) * sizes.of(axes.x) * sizes.of(axes.y);
    const bool filtersFirst = axes.conv && run.layer.conv.layout == Layout::nchw;
    run.systolicTile =
        filtersFirst ? SystolicTile{sizes.of(axes.k), positions} : SystolicTile{positions, sizes.of(axes.k)};
    return problems;
}

/// The operand that the innermost loop of only one of the two leaves in place; else the weights, of a product the columns.
Stationary stationaryOf(const Mapping& mapping, const LayerAxes& axes, const Layer& layer) {
    const bool weightsFirst = axes.conv && layer.conv.layout == Layout::nchw;
    const Stationary weights = weightsFirst ? Stationary::mk : Stationary::kn;
    const Stationary inputs = weightsFirst ? Stationary::kn : Stationary::mk;
    for (std::size_t i = mapping.nodes.size(); i-- > 0;) {
        const Node& node = mapping.nodes[i];
        if (node.kind != NodeKind::temporal || node.bound == 1) continue;
        if (node.dimension == axes.k) return inputs;
        if (node.dimension == axes.n || node.dimension == axes.x || node.dimension == axes.y) return weights;
    }
    return weights;
}

void addNotes(const Run& run, const LayerAxes& axes, Diagnostics& notes) {
    if (axes.t >= 0)
        notes.push_back(fabricNote("a convolution over three axes runs as " + std::to_string(run.layer.conv.slices) +
                                   " over two, one after the other; the slices of a filter count as channels"));
    switch (run.hardware.controller) {
    case Controller::maeri:
        notes.push_back(
            fabricNote("MAERI holds what the spatial loops hold; its controller takes the rest in its own order"));
        return;
    case Controller::systolic:
        notes.push_back(
            fabricNote("the systolic array holds the outputs that the spatial loops hold; its controller takes "
                       "output positions in one row"));
        return;
    case Controller::sigma:
        notes.push_back(
            fabricNote("SIGMA's controller fills the array itself; of the mapping it takes which operand stays"));
        return;
    }
}

}  // namespace

Result<Hardware> hardwareOf(const Architecture& architecture, const Workload& workload, const MachineChoice& choice) {
    if (choice.hardware) {
        Diagnostics problems = problemsOf(*choice.hardware);
        if (!problems.empty()) return problems;
        return *choice.hardware;
    }
    if (architecture.fanouts().empty())
        return error("the fabric model can't take design '" + architecture.name() + "': it has no fanout");
    const auto controller = controllerOf(architecture, choice);
    if (!controller) return controller.diagnostics();
    Diagnostics notes;
    Hardware hardware;
    hardware.controller = *controller;
    hardware.multipliers = 1;
    for (const Fanout& fanout : architecture.fanouts()) hardware.multipliers *= fanout.x * fanout.y;
    const int above = architecture.fanouts().front().below;
    const Level& buffer = architecture.levels()[static_cast<std::size_t>(std::max(0, above))];
    hardware.distributionWidth =
        widthOf(buffer.bandwidth.read, buffer.bandwidth.shared, hardware.multipliers, "into", notes);
    hardware.reductionWidth =
        widthOf(buffer.bandwidth.write, buffer.bandwidth.shared, hardware.multipliers, "out of", notes);
    if (hardware.controller == Controller::systolic) makeSystolic(architecture, hardware, notes);
    for (int level = above + 1; hardware.controller == Controller::maeri && level < architecture.levelCount(); ++level)
        hardware.accumulationBuffer |= mayHoldOutputs(architecture.levels()[static_cast<std::size_t>(level)], workload);
    Diagnostics problems = problemsOf(hardware);
    if (!problems.empty()) return problems;
    return Result<Hardware>(hardware, std::move(notes));
}

Result<Run> runOf(const Mapping& mapping, const Target& target, const MachineChoice& choice) {
    const Workload& workload = target.workload;
    auto layer = layerOf(workload);
    if (!layer) return layer.diagnostics();
    auto hardware = hardwareOf(target.architecture, workload, choice);
    if (!hardware) return hardware.diagnostics();
    Run run;
    run.layer = *std::move(layer);
    run.hardware = *hardware;
    const LayerAxes axes = axesOf(workload);
    const SpatialSizes sizes(mapping);
    run.layer.conv.layout = axes.conv ? layoutOf(sizes, axes, run.hardware.array, choice) : Layout::nchw;
    for (const int dimension : axes.batch)
        if (sizes.of(dimension) > 1)
            return error("the mapping spreads " + std::string(axes.conv ? "the output slices " : "the batch ") +
                         workload.dimensions()[static_cast<std::size_t>(dimension)].name +
                         " over multipliers; the machines run one " + (axes.conv ? "slice" : "product") +
                         " after the other");
    if (run.hardware.controller == Controller::maeri) run.tile = maeriTileOf(sizes, axes);
    if (run.hardware.controller == Controller::sigma) run.stationary = stationaryOf(mapping, axes, run.layer);
    if (run.hardware.controller == Controller::systolic) {
        Diagnostics problems = setSystolicTile(sizes, axes, workload, run);
        if (!problems.empty()) return problems;
    }
    Diagnostics notes = hardware.diagnostics();
    addNotes(run, axes, notes);
    return Result<Run>(std::move(run), std::move(notes));
}

}  // namespace lapidary::fabric
