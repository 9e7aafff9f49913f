// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/io/session_parts.h"
#include "core/io/stonne/arguments.h"
#include "core/io/stonne/report.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMostFabricSize = std::int64_t{1} << 40;

class FabricReader {
public:
    FabricReader(const Json& json, const std::string& file, const std::string& path, Diagnostics& out)
        : m_reader(json, file, path, out) {}

    bool valid() const { return m_reader.valid(); }
    void size(const char* key, std::int64_t& value) {
        value = m_reader.integer(key, 1, kMostFabricSize).value_or(value);
    }
    void word(const char* key, bool& value) { value = m_reader.boolean(key).value_or(value); }
    template <class E>
    void word(const char* key, E& value) {
        const auto text = m_reader.string(key);
        if (!text) return;
        if (const auto known = fromKey<E>(*text))
            value = *known;
        else
            m_reader.fail(*m_reader.any(key), key, "unknown '" + *text + "', expected " + joined(keysOf<E>(), " or "));
    }
    void finish() { m_reader.finish(); }

private:
    ObjectReader m_reader;
};

fabric::Hardware fabricHardware(FabricReader& reader) {
    fabric::Hardware hardware;
    reader.word("controller_type", hardware.controller);
    reader.word("ms_network_type", hardware.array);
    if (hardware.array == fabric::Array::mesh) {
        reader.size("ms_rows", hardware.rows);
        reader.size("ms_cols", hardware.columns);
    } else {
        reader.size("ms_size", hardware.multipliers);
    }
    reader.size("dn_bw", hardware.distributionWidth);
    reader.size("rn_bw", hardware.reductionWidth);
    reader.word("reduce_network_type", hardware.reduction);
    reader.word("accumulation_buffer", hardware.accumulationBuffer);
    return hardware;
}

fabric::Tile fabricTile(FabricReader& reader) {
    fabric::Tile tile;
    for (const auto& [key, size] :
         {std::pair{"T_R", &tile.r}, std::pair{"T_S", &tile.s}, std::pair{"T_C", &tile.c}, std::pair{"T_K", &tile.k},
          std::pair{"T_G", &tile.g}, std::pair{"T_N", &tile.n}, std::pair{"T_X'", &tile.x}, std::pair{"T_Y'", &tile.y}})
        reader.size(key, *size);
    return tile;
}

fabric::SystolicTile fabricOutputs(FabricReader& reader) {
    fabric::SystolicTile tile;
    reader.size("T_M", tile.m);
    reader.size("T_N", tile.n);
    return tile;
}

Json bitmapsJson(const FabricBitmaps& bitmaps) {
    return Json::object().set("name", bitmaps.name).set("rows", stonne::bitmapsText(bitmaps.mk, bitmaps.kn));
}

std::shared_ptr<const FabricBitmaps> bitmapsFromJson(const Json& json, const std::string& file, const std::string& path,
                                                     Diagnostics& out) {
    ObjectReader reader(json, file, path, out);
    if (!reader.valid()) return nullptr;
    auto bitmaps = std::make_shared<FabricBitmaps>();
    bitmaps->name = reader.string("name").value_or("");
    const auto rows = reader.string("rows");
    reader.finish();
    if (!rows) return nullptr;
    auto read = stonne::readBitmaps(*rows, file + ": " + path + ".rows");
    if (!read) {
        out.insert(out.end(), read.diagnostics().begin(), read.diagnostics().end());
        return nullptr;
    }
    bitmaps->mk = std::move(read->first);
    bitmaps->kn = std::move(read->second);
    return bitmaps;
}

}  // namespace

Json fabricInputsJson(const FabricInputs& inputs) {
    Json json = Json::object();
    if (inputs.hardware) json.set("hardware", stonne::hardwareJson(*inputs.hardware));
    if (inputs.tile) json.set("tile", stonne::tileJson(*inputs.tile));
    if (inputs.systolicTile)
        json.set("systolic_tile", Json::object().set("T_M", inputs.systolicTile->m).set("T_N", inputs.systolicTile->n));
    if (inputs.bitmaps) json.set("bitmaps", bitmapsJson(*inputs.bitmaps));
    return json;
}

FabricInputs fabricInputsFromJson(const Json& json, const std::string& file, const std::string& path,
                                  Diagnostics& out) {
    FabricInputs inputs;
    ObjectReader reader(json, file, path, out);
    if (!reader.valid()) return inputs;
    const auto read = [&](const char* key, auto& value, auto part) {
        const Json* there = reader.any(key);
        if (!there) return;
        FabricReader inner(*there, file, path + "." + key, out);
        if (!inner.valid()) return;
        value = part(inner);
        inner.finish();
    };
    read("hardware", inputs.hardware, fabricHardware);
    read("tile", inputs.tile, fabricTile);
    read("systolic_tile", inputs.systolicTile, fabricOutputs);
    if (const Json* bitmaps = reader.any("bitmaps"))
        inputs.bitmaps = bitmapsFromJson(*bitmaps, file, path + ".bitmaps", out);
    reader.finish();
    return inputs;
}

}  // namespace lapidary
