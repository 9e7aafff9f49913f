// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/seed_band.h"

#include <algorithm>
#include <cmath>

namespace lapidary {

namespace {

/// Where a band begins and ends, and all places between them where something changes.
std::vector<double> placesOf(const std::vector<const BestSoFar*>& searches, double& end) {
    double begin = 0, known = -1;
    end = 0;
    for (const BestSoFar* search : searches) {
        begin = std::max(begin, search->x.front());
        end = std::max({end, search->end, search->x.back()});
        if (!search->finished) known = known < 0 ? search->end : std::min(known, search->end);
    }
    if (known >= 0) end = std::min(end, known);
    std::vector<double> places;
    for (const BestSoFar* search : searches)
        for (const double x : search->x)
            if (x >= begin && x <= end) places.push_back(x);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

}  // namespace

SeedBand seedBand(const std::vector<BestSoFar>& all, bool geometric) {
    std::vector<const BestSoFar*> searches;
    for (const BestSoFar& search : all)
        if (!search.x.empty()) searches.push_back(&search);
    SeedBand band;
    band.seeds = searches.size();
    if (searches.empty()) return band;
    band.x = placesOf(searches, band.end);
    std::vector<std::size_t> at(searches.size(), 0);  // the improvement that holds
    for (const double x : band.x) {
        double sum = 0, least = 0, most = 0;
        for (std::size_t s = 0; s < searches.size(); ++s) {
            const BestSoFar& search = *searches[s];
            while (at[s] + 1 < search.x.size() && search.x[at[s] + 1] <= x) ++at[s];
            const double y = search.y[at[s]];
            sum += geometric ? std::log(y) : y;
            least = s == 0 ? y : std::min(least, y);
            most = s == 0 ? y : std::max(most, y);
        }
        const double mean = sum / static_cast<double>(searches.size());
        band.least.push_back(least);
        band.most.push_back(most);
        band.mean.push_back(std::clamp(geometric ? std::exp(mean) : mean, least, most));  // but for rounding it is
    }
    return band;
}

}  // namespace lapidary
