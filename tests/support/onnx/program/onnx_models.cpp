// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes the models of the tests as files into a folder: lapidary-onnx-models FOLDER

#include <fstream>
#include <iostream>

#include "tests/support/onnx/models.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: lapidary-onnx-models FOLDER\n";
        return 2;
    }
    const std::string folder = std::string(argv[1]) + "/";
    std::ofstream(folder + "resnet18.onnx", std::ios::binary) << lapidary::testing::resnet18Bytes(224, 64);
    std::ofstream(folder + "resnet18-small.onnx", std::ios::binary) << lapidary::testing::resnet18Bytes(64, 8);
    std::ofstream(folder + "transformer.onnx", std::ios::binary) << lapidary::testing::transformerBytes();
    return 0;
}
