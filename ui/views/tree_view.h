// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tiling tree of one dimension of a mapping (Ruby, Figs. 4-6): a band per loop, widths to scale so that imperfection
// is seen, P and R beside the level, tails in amber, lanes that idle in the last round hatched outside the range, the
// sum below and eq. 5. Lanes are coloured by their coordinate. While a loop of another dimension is hovered, that dimension is
// shown. GUI thread only.
#pragma once

#include "core/mapping/tree.h"
#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

class TreeView final : public ExhibitView {
    Q_OBJECT
public:
    explicit TreeView(QWidget* parent = nullptr);

    /// The dimensions worth a tab: those with more than one index, or all if there is none.
    const std::vector<int>& dimensions() const { return m_dimensions; }
    QStringList dimensionNames() const;
    /// Position in dimensions().
    int current() const { return m_current; }
    void setCurrent(int index);
    /// What is shown at present; differs from current() while a loop of another dimension is hovered.
    int shown() const;
    /// To be called when the shared selection has changed.
    void followSelection();

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 360; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

signals:
    void shownChanged();

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    Subject neighbour(const Subject& from, int step) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Layout {
        double left = 0, width = 0;  ///< of the tree
        double scale = 1;            ///< pixels per index
        double numbers = 0;          ///< left edge of P and R
    };
    const TilingTree& tree() const { return m_trees[static_cast<std::size_t>(shown())]; }
    Layout layout(double width) const;
    QRectF bandBox(const Layout& layout, std::size_t band) const;
    QRectF tileBox(const Layout& layout, const QRectF& band, std::int64_t first, std::int64_t extent) const;
    double rootBottom() const;           ///< of title and root
    std::size_t bandAt(double y) const;  ///< number of bands if none
    int dimensionIndexOf(const Subject& subject) const;
    bool rootIsLevel() const;
    QString rootName() const;
    QString bandName(const TreeBand& band) const;
    QString trips(std::int64_t bound, std::int64_t tail) const;

    bool isMarked(const TreeBand& band) const;
    void paintHead(QPainter& painter, const Theme& theme, const Layout& layout, double width) const;
    void paintRoot(QPainter& painter, const Theme& theme, const Layout& layout) const;
    void paintLabel(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t band) const;
    void paintBand(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t band) const;
    void paintRun(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t band,
                  const TileRun& run) const;
    void paintTile(QPainter& painter, const Theme& theme, const TreeBand& band, const TileRun& run, std::int64_t first,
                   const QRectF& box) const;
    void paintIdle(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t band) const;
    void paintBranches(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t band) const;
    void paintSum(QPainter& painter, const Theme& theme, const Layout& layout, double width) const;

    std::vector<int> m_dimensions;
    std::vector<TilingTree> m_trees;  ///< of m_dimensions
    int m_current = 0;
    QString m_looked;  ///< name of the current dimension, kept from one mapping to the next
};

}  // namespace lapidary::ui
