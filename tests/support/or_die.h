// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a test can't do without: the value, or the end of the test program with the message. Of any thread.
#pragma once

#include <cstdlib>
#include <iostream>
#include <utility>

#include "core/base/result.h"

namespace lapidary::testing {

template <class T>
T orDie(Result<T> result) {
    if (!result) {
        std::cerr << result.errorText() << std::endl;
        std::abort();
    }
    return std::move(result).value();
}

}  // namespace lapidary::testing
