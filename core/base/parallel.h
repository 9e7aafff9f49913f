// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs numbered pieces of work on several threads. Which thread runs which piece is left open, so results must be
// stored by piece number; then they are the same at any thread count. threads <= 1 runs everything in the caller,
// in order (the sequential twin).
#pragma once

#include <cstddef>
#include <functional>

namespace lapidary {

/// Calls work(i) once for each i in [0, count), on at most `threads` threads. Returns when all are done.
/// work must not throw.
void parallelFor(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

/// Number of cores this process may use, at least 1.
int availableThreads();

}  // namespace lapidary
