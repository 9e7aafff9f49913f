// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small set of Timeloop files that tests break in their ways: a strided one-dimensional convolution on 4 x 2 PEs.
#pragma once

namespace lapidary::testing {

inline constexpr const char* kTimeloopArch = R"(architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - name: DRAM
      class: DRAM
      attributes: {width: 64, block_size: 4, word_bits: 16}
    subtree:
    - name: chip
      local:
      - name: GLB
        class: SRAM
        attributes:
          depth: 1024
          width: 16
          word_bits: 16
          read_bandwidth: 2
      subtree:
      - name: PE[0..7]
        local:
        - name: RF
          class: regfile
          attributes: {depth: 32, width: 16, word_bits: 16, meshX: 4}
        - name: mac
          class: intmac
          attributes: {datawidth: 16, meshX: 4}
)";

inline constexpr const char* kTimeloopProblem = R"(problem:
  shape:
    name: Conv1D
    dimensions: [C, P, R]
    coefficients:
    - {name: Wstride, default: 2}
    data_spaces:
    - {name: Weights, projection: [[[C]], [[R]]]}
    - name: Inputs
      projection: [[[C]], [[R], [P, Wstride]]]
    - {name: Outputs, projection: [[[P]]], read_write: true}
  instance:
    C: 8
    P: 10
    R: 3
)";

/// P = 10 over 2 at DRAM, 2 on Y, 3 with a tail of 1 at RF: (2 * 2 - 1) * 3 + 1.
inline constexpr const char* kTimeloopMap = R"(mapping:
- target: DRAM
  type: temporal
  factors: P=2 C=2
  permutation: CPR
- target: GLB
  type: temporal
  factors: R=3
- target: GLB
  type: spatial
  factors: C=4 P=2
  permutation: CPR
  split: 1
- target: RF
  type: bypass
  keep: [Weights]
  bypass: [Inputs, Outputs]
- target: RF
  type: temporal
  factors: P=3,1
)";

inline constexpr const char* kTimeloopSpace = R"(mapspace:
  template: ruby
  targets:
  - target: GLB
    type: spatial
    factors: C<=4 R=1
    split: 1
    permutation: CPR
    remainders: 4
  - target: RF
    type: temporal
    factors: C=1 P<=3
  - target: RF
    type: bypass
    keep: [Weights]
    bypass: [Inputs, Outputs]
)";

inline constexpr const char* kTimeloopMapper = R"(mapper:
  algorithm: random_pruned
  optimization_metrics: [delay, energy]
  num_threads: 2
  victory_condition: 100
)";

inline constexpr const char* kTimeloopErt = R"(ERT:
  version: 0.4
  tables:
  - name: system.chip.GLB
    actions:
    - {name: read, arguments: {}, energy: 6.0}
    - {name: write, arguments: {}, energy: 7.0}
)";

}  // namespace lapidary::testing
