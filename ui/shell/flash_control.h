// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties FLASH to its runner and to the actions: while it is the algorithm of the form in front, or runs, Run, Pause and Stop are
// FLASH's. One job at a time has the cores. What it found last is the document's, and shown while the inputs are what it is
// about; its picks open in Mapping. GUI thread only.
#pragma once

#include <QElapsedTimer>

#include "ui/jobs/flash_runner.h"
#include "ui/shell/job_control.h"

namespace lapidary::ui {

class Document;

class FlashControl final : public JobControl {
    Q_OBJECT
public:
    FlashControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    /// Whether FLASH is the algorithm of the form.
    bool chosen() const { return m_chosen; }
    void setChosen(bool chosen);
    const flash::Options& options() const { return m_options; }
    void setOptions(const flash::Options& options);

    /// What is known for the inputs as they are, while it runs, too; null = nothing.
    FlashAnswerPtr answer() const { return m_answer; }
    /// Why FLASH can't be asked; empty = it can.
    const QString& reason() const { return m_reason; }
    /// One line on how it goes or went; empty before.
    QString stateText() const;
    /// "VI: best MAERI-style 9,216 cycles"; empty without a pick.
    QString pickText() const;
    /// Of the matrix products; < 0 = not running.
    double progress() const;
    /// Of the run that goes on, pauses too.
    double seconds() const { return running() ? static_cast<double>(m_clock.elapsed()) / 1e3 : 0; }

    /// For closing and for other documents. Returns within 200 ms.
    void abandon();

    /// What is looked at: what "Open FLASH's pick" opens. The best style's if none is named.
    void setChoice(std::optional<std::size_t> run, std::optional<std::size_t> style);
    /// As the mapping on show, counted by the data-centric model, in one undo step; a banner if no nest can say it.
    void openPick(std::optional<std::size_t> run, std::optional<std::size_t> style);

signals:
    void chosenChanged();
    void optionsChanged();
    void begun();
    /// The answer, the reason or the progress is another.
    void updated();
    /// The mapping on show is a pick.
    void pickOpened();

private:
    struct Pick {
        const FlashRun* run = nullptr;
        const flash::StyleResult* style = nullptr;
    };
    /// Nothing in it if there is none.
    Pick pickOf(std::optional<std::size_t> run, std::optional<std::size_t> style) const;
    void tellUnsayable(const Pick& pick, const Diagnostics& problems);
    void begin() override;
    void refresh() override;
    void followInputs();
    void followFile();
    void finish(const Result<FlashAnswerPtr>& result);

    Document& m_document;
    FlashRunner m_runner;
    flash::Options m_options;
    FlashAnswerPtr m_answer;
    FlashAnswerPtr m_kept;  ///< the document's, as it was seen last
    std::optional<SessionInputs> m_asked;
    std::optional<std::size_t> m_choiceRun, m_choiceStyle;
    QElapsedTimer m_clock;
    QString m_reason;
    bool m_chosen = false;
};

}  // namespace lapidary::ui
