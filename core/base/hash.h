// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// SHA-256 (FIPS 180-4), so that a result can name the inputs it was made from and anyone can check them with sha256sum.
// Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace lapidary {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace lapidary
