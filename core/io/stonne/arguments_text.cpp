// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/arguments.h"

namespace lapidary::stonne {
namespace {

using fabric::Controller;

class ArgumentLine {
public:
    explicit ArgumentLine(const char* layer) : m_text(std::string("-") + layer) {}
    void add(const char* name, std::int64_t value) { add(name, std::to_string(value)); }
    void add(const char* name, std::string_view value) {
        m_text += " -" + std::string(name) + "=" + std::string(value);
    }
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

void addConvSizes(const fabric::Run& run, ArgumentLine& line) {
    const fabric::ConvShape& shape = run.layer.conv;
    line.add("R", shape.r), line.add("S", shape.s), line.add("C", shape.c * shape.g), line.add("K", shape.k * shape.g);
    line.add("G", shape.g), line.add("N", shape.n), line.add("X", shape.x), line.add("Y", shape.y);
    line.add("strides", shape.strideX);
    if (run.hardware.controller != Controller::maeri) return;
    const fabric::Tile& tile = run.tile;
    line.add("T_R", tile.r), line.add("T_S", tile.s), line.add("T_C", tile.c), line.add("T_K", tile.k);
    line.add("T_G", tile.g), line.add("T_N", tile.n), line.add("T_X_", tile.x), line.add("T_Y_", tile.y);
}

void addGemmSizes(const fabric::Run& run, ArgumentLine& line) {
    const fabric::GemmShape& shape = run.layer.gemm;
    line.add("M", shape.m), line.add("N", shape.n), line.add("K", shape.k);
    if (run.hardware.controller == Controller::maeri)
        line.add("T_M", run.tile.x), line.add("T_N", run.tile.k), line.add("T_K", run.tile.s);
    if (run.hardware.controller == Controller::systolic)
        line.add("T_M", run.systolicTile.m), line.add("T_N", run.systolicTile.n), line.add("T_K", 1);
}

void addMachine(const fabric::Hardware& hardware, ArgumentLine& line) {
    if (hardware.array == fabric::Array::mesh)
        line.add("ms_rows", hardware.rows), line.add("ms_cols", hardware.columns);
    else
        line.add("num_ms", hardware.multipliers);
    line.add("dn_bw", hardware.distributionWidth), line.add("rn_bw", hardware.reductionWidth);
    line.add("accumulation_buffer", hardware.accumulationBuffer ? 1 : 0);
    line.add("rn_type", keyOf(hardware.reduction)), line.add("mn_type", keyOf(hardware.array));
    line.add("mem_ctrl", keyOf(hardware.controller));
}

}  // namespace

std::string argumentsText(const Arguments& arguments) {
    const fabric::Run& run = arguments.run;
    const bool conv = run.layer.kind == fabric::LayerKind::conv;
    const bool sigma = run.hardware.controller == Controller::sigma;
    ArgumentLine line(conv                                      ? "CONV"
                      : run.layer.kind == fabric::LayerKind::fc ? "FC"
                      : sigma                                   ? "SparseGEMM"
                                                                : "DenseGEMM");
    if (conv)
        addConvSizes(run, line);
    else
        addGemmSizes(run, line);
    if (sigma) {
        line.add("MK_sparsity", arguments.mkSparsity), line.add("KN_sparsity", arguments.knSparsity);
        line.add("dataflow", keyOf(run.stationary));
    }
    if (!arguments.generateTile.empty()) line.add("generate_tile", arguments.generateTile);
    addMachine(run.hardware, line);
    line.add("layer_name", run.layer.name);
    return line.take();
}

}  // namespace lapidary::stonne
