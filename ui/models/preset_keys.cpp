// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/preset_keys.h"

#include "core/io/presets.h"

namespace lapidary::ui {

const QStringList& workloadPresetKeys() {
    static const QStringList all = [] {
        QStringList keys;
        for (const PresetInfo& preset : presets("workload")) keys << QString::fromStdString(preset.key);
        for (const PresetInfo& preset : presets("network")) {
            const auto network = loadNetwork(preset.key);
            if (!network) continue;
            for (const Layer& layer : network->uniqueLayers())
                keys << QString::fromStdString(preset.key + "/" + layer.workload.name());
        }
        return keys;
    }();
    return all;
}

const QStringList& designPresetKeys() {
    static const QStringList all = [] {
        QStringList keys;
        for (const PresetInfo& preset : presets("architecture")) keys << QString::fromStdString(preset.key);
        return keys;
    }();
    return all;
}

QString networkLayerKey(const Network& network, const Layer& layer) {
    return QString::fromStdString(network.key + "/" + layer.workload.name());
}

QStringList networkKeys(const SessionInputs& inputs) {
    return inputs.network ? QStringList{QString::fromStdString(inputs.network->key)} : QStringList();
}

QStringList workloadKeys(const SessionInputs& inputs) {
    if (!inputs.network) return workloadPresetKeys();
    QStringList keys;
    for (const Layer& layer : inputs.network->layers) keys << networkLayerKey(*inputs.network, layer);
    return keys + workloadPresetKeys();
}

}  // namespace lapidary::ui
