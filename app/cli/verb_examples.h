// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the help of the program and of each verb ends with.
#pragma once

namespace lapidary::cli {

inline constexpr const char* kExitCodes =
    "\n\nExit codes: 0 done; 2 bad input; 3 not available here; 4 the mapping is not valid, or none was found; 130 "
    "stopped.";

inline constexpr const char* kFooter = R"(
Examples
  lapidary-cli presets architecture
  lapidary-cli search --arch eyeriss-like --workload resnet50/layer1_0_conv2 --mapspace ruby-s
  lapidary-cli count --arch toy-linear --set PE.fanout=9x1 --einsum 'A[d]' --bounds d=4096 --mapspace pfm --valid
  lapidary-cli search ... --save best.json;  lapidary-cli evaluate ... --mapping best.json

'lapidary-cli VERB --help' lists the options of a verb.)";

/// What each verb's help ends with.
struct VerbExamples {
    const char* verb;
    const char* text;
};
inline constexpr VerbExamples kExamples[] = {
    {"presets", "  lapidary-cli presets architecture\n  lapidary-cli presets network --format csv"},
    {"show",
     "  lapidary-cli show eyeriss-like\n  lapidary-cli show eyeriss-like --set GLB.capacity=64KiB\n"
     "  lapidary-cli show resnet50\n  lapidary-cli show model.onnx"},
    {"convert",
     "  lapidary-cli convert my-design.json -o tidy.json\n"
     "  lapidary-cli convert best.json --to text --arch toy-6 --einsum 'A[d]' --bounds d=100\n"
     "  lapidary-cli convert arch.yaml problem.yaml map.yaml ert.yaml -o all.json\n"
     "  lapidary-cli convert best.json --to timeloop-v4 --arch eyeriss-like --workload resnet50/layer1_0_conv2\n"
     "  lapidary-cli convert model.onnx --extents batch=4 -o network.json"},
    {"run",
     "  lapidary-cli run model.onnx\n  lapidary-cli run model.onnx --extents batch=4 --seed 7 --format json\n"
     "  lapidary-cli run model.onnx --fabric maeri-128"},
    {"count",
     "  lapidary-cli count --arch toy-linear --set PE.fanout=9x1 --einsum 'A[d]' --bounds d=4096 --mapspace pfm "
     "--valid\n"
     "  lapidary-cli count --arch toy-6 --einsum 'A[d]' --bounds d=100 --distinct"},
    {"evaluate",
     "  lapidary-cli evaluate --arch eyeriss-like --workload resnet50/layer1_0_conv2 --mapping best.json\n"
     "  lapidary-cli evaluate --arch toy-6 --einsum 'A[d]' --bounds d=100 --mapping nest.txt --format json\n"
     "  lapidary-cli evaluate --timeloop arch.yaml problem.yaml map.yaml ert.yaml --compat timeloop\n"
     "  lapidary-cli evaluate --maestro hw.m mapping.m --compat maestro --format json\n"
     "  lapidary-cli evaluate --stonne \"-FC -M=1 -N=64 -K=240 -T_N=4 -T_K=16 -num_ms=128\""},
    {"search",
     "  lapidary-cli search --arch eyeriss-like --workload resnet50/layer1_0_conv2 --mapspace ruby-s "
     "--save best.json\n"
     "  lapidary-cli search --arch toy-6 --einsum 'A[d]' --bounds d=100 --algorithm exhaustive\n"
     "  lapidary-cli search --stonne \"-FC -M=1 -N=64 -K=240\" --algorithm tuner --tune ms_size=64,128"},
    {"sweep",
     "  lapidary-cli sweep --sweep ruby-pe-array --format csv -o points.csv\n"
     "  lapidary-cli sweep --arch eyeriss-like --workload resnet50/layer1_0_conv2 --axis PE.fanout=7x6,14x12 "
     "--mapspace pfm,ruby-s"},
    {"study",
     "  lapidary-cli study list\n  lapidary-cli study run sunstone-table-3\n"
     "  lapidary-cli study resume sunstone-fig-7\n  lapidary-cli study export sunstone-fig-7 -o fig-7.md"},
    {"compare",
     "  lapidary-cli compare a.json b.json --arch eyeriss-like --workload resnet50/layer1_0_conv2\n"
     "  lapidary-cli compare a.json --halo exact --halo box --arch eyeriss-like --workload "
     "resnet50/layer1_0_conv2"},
    {"export",
     "  lapidary-cli export study.lapidary --view nest --to tikz -o nest.tex\n"
     "  lapidary-cli export --view traffic --to latex --arch toy-6 --einsum 'A[d]' --bounds d=100 --mapping "
     "nest.txt"},
    {"ski-slope",
     "  lapidary-cli ski-slope --workload resnet50/layer1_0_conv2 --arch eyeriss-like\n"
     "  lapidary-cli ski-slope --einsum 'C[m,n] += A[m,k] * B[k,n]' --bounds m=64,n=64,k=64 --word-bits 8 --format "
     "csv"},
    {"tech",
     "  lapidary-cli tech dram\n  lapidary-cli tech sram --size 128KiB --width 64 --node 65\n"
     "  lapidary-cli tech mac --operands int8 --node 16\n  lapidary-cli tech sram_cacti --format csv"},
    {"validate",
     "  lapidary-cli validate --reference ../shared/reference -o docs/validation.md\n"
     "  lapidary-cli validate --reference ../shared/reference --format json\n"
     "  lapidary-cli validate --reference ../shared/reference --benchmarks -o docs/benchmarks.md"},
};

}  // namespace lapidary::cli
