// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/letters.h"

#include <algorithm>
#include <cctype>

namespace lapidary::timeloop {

namespace {

bool isOneLetter(const std::string& word) {
    return word.size() == 1 && std::isalpha(static_cast<unsigned char>(word.front())) != 0;
}

}  // namespace

std::vector<std::string> lettersOf(const Workload& workload) {
    std::vector<std::string> letters(workload.dimensions().size());
    const auto isFree = [&](const std::string& letter) { return std::ranges::find(letters, letter) == letters.end(); };
    for (std::size_t d = 0; d < letters.size(); ++d)
        if (const std::string& name = workload.dimensions()[d].name; isOneLetter(name)) letters[d] = name;
    for (std::size_t d = 0; d < letters.size(); ++d)
        if (const std::string& alias = workload.dimensions()[d].alias;
            letters[d].empty() && isOneLetter(alias) && isFree(alias))
            letters[d] = alias;
    for (std::size_t d = 0; d < letters.size(); ++d) {
        if (!letters[d].empty()) continue;
        std::string candidates(
            1, static_cast<char>(std::toupper(static_cast<unsigned char>(workload.dimensions()[d].name.front()))));
        for (char c = 'A'; c <= 'Z'; ++c) candidates += c;
        for (char c = 'a'; c <= 'z'; ++c) candidates += c;
        for (const char c : candidates) {
            const std::string letter(1, c);
            if (!isOneLetter(letter) || !isFree(letter)) continue;
            letters[d] = letter;
            break;
        }
    }
    return letters;
}

std::map<std::pair<std::string, std::int64_t>, std::string> coefficientsOf(const Workload& workload,
                                                                           const std::vector<std::string>& letters) {
    std::map<std::pair<std::string, std::int64_t>, std::string> names;
    std::map<std::string, int> uses;
    for (const Tensor& tensor : workload.tensors())
        for (const Rank& rank : tensor.ranks)
            for (const Term& term : rank.terms) {
                const std::string& letter = letters[static_cast<std::size_t>(term.dimension)];
                const std::pair key(letter, term.coefficient);
                if (term.coefficient == 1 || names.contains(key)) continue;
                const std::string first = "coef" + letter;
                names[key] = uses[letter]++ == 0 ? first : first + "_" + std::to_string(term.coefficient);
            }
    return names;
}

}  // namespace lapidary::timeloop
