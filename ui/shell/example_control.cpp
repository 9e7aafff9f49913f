// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/example_control.h"

namespace lapidary::ui {

ExampleControl::ExampleControl(QObject* parent) : QObject(parent) {
    connect(&m_loader, &ExampleLoader::ready, this, [this](const RehearsedPtr& example) {
        m_examples[example->key] = example;
        emit ready(example);
        if (m_wanted != example->key) return;
        m_wanted.clear();
        emit chosen(example);
    });
    connect(&m_loader, &ExampleLoader::failed, this, [this](const std::string& key, const Diagnostics& problems) {
        if (m_wanted == key) m_wanted.clear();
        emit failed(problems);
    });
}

void ExampleControl::prepare() {
    if (m_started) return;
    m_started = true;
    m_loader.start();
}

RehearsedPtr ExampleControl::find(const std::string& key) const {
    const auto found = m_examples.find(key);
    return found == m_examples.end() ? nullptr : found->second;
}

void ExampleControl::choose(const std::string& key) {
    if (const RehearsedPtr example = find(key)) {
        m_wanted.clear();
        emit chosen(example);
        return;
    }
    m_wanted = key;
    prepare();
}

}  // namespace lapidary::ui
