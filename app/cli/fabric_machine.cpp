// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/fabric_machine.h"

#include "core/io/option_key.h"
#include "core/io/stonne/machines.h"

namespace lapidary::cli {

Result<fabric::MachineChoice> machineChoiceOf(const Request& request) {
    fabric::MachineChoice choice;
    if (!request.layout.empty()) {
        const auto layout = optionKey("--layout", request.layout, fabric::Layout::nchw);
        if (!layout) return layout.diagnostics();
        choice.layout = *layout;
    }
    if (request.onFabric.empty()) return choice;
    choice.controller = fromKey<fabric::Controller>(request.onFabric);
    if (choice.controller) return choice;
    const auto hardware = stonne::loadHardware(request.onFabric);
    if (!hardware) return hardware.diagnostics();
    choice.hardware = *hardware;
    return choice;
}

}  // namespace lapidary::cli
