// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One cycle of a fabric. Of MAERI and SIGMA (Bifrost, section VI): ports and distribution trees with the packets on them,
// multipliers coloured by virtual neuron, the adders and links of the reduction tree, and the bus to memory. Of a systolic
// array: its grid, coloured by which product each multiplier is at, so that the skew is seen. Left and Right step, Page Up
// and Page Down step by a hundred, Home and End go to the ends, Space plays, Up and Down walk along the multipliers.
// GUI thread only.
#pragma once

#include "ui/jobs/fabric_work.h"
#include "ui/views/fabric_geometry.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

/// A part of the picture.
struct FabricPart {
    enum class Kind { none, port, multiplier, adder, line };
    Kind kind = Kind::none;
    int number = 0;  ///< of an adder: among those in use
    bool operator==(const FabricPart&) const = default;
};

/// Colour of a virtual neuron.
QColor neuronColor(const fabric::Structure& structure, std::int32_t neuron);
/// "VN 1, x′ = 1"
QString neuronName(const fabric::Structure& structure, std::int32_t neuron, bool withPlace);

class FabricView final : public View {
    Q_OBJECT
public:
    explicit FabricView(QWidget* parent = nullptr);

    /// `refusal`: why there is no answer. A cycle that the window doesn't show leaves the picture as it is.
    void setMoment(const FabricAnswerPtr& answer, const FabricWindowPtr& window, std::int64_t cycle,
                   const QString& refusal = {});
    void setMappedOnly(bool mappedOnly);
    bool mappedOnly() const { return m_mappedOnly; }
    /// A step towards wider multipliers, in a picture that scrolls, or back to all of them at once.
    void zoom(bool in);
    const fabric::Still& still() const { return m_still; }
    std::int64_t cycle() const { return m_cycle; }
    const FabricAnswerPtr& answer() const { return m_answer; }

    QSizeF pictureSize() const override;
    double leastWidth() const override;
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

    QString wordsOf(const FabricPart& part) const;
    FabricPart partAt(const QPointF& position) const;
    /// What is pointed at or walked to.
    const FabricPart& marked() const { return m_pointed.kind != FabricPart::Kind::none ? m_pointed : m_chosen; }

signals:
    /// What the marked part holds; empty: none is.
    void told(const QString& words);

protected:
    QString tipAt(const QPointF& position) const override { return wordsOf(partAt(position)); }
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    const fabric::Structure& structure() const { return *m_structure; }
    bool isMesh() const { return m_answer && m_answer->controller() == fabric::Controller::systolic; }
    FabricGeometry geometry(double width) const { return {structure(), m_mappedOnly, width}; }
    QRectF placeOf(const FabricGeometry& geometry, const FabricPart& part) const;
    /// Beside the middle where two neurons share an adder.
    QPointF adderPlace(const FabricGeometry& geometry, std::size_t adder) const;
    double adderWidth(const FabricGeometry& geometry, std::size_t adder) const;
    void findShared();
    QString multiplierWords(int multiplier) const;
    QString productWords(int multiplier) const;
    QString adderWords(std::size_t adder) const;
    QString lineWords(int line) const;
    /// "round 3"
    QString sectionWords() const;
    QString portWords(int port) const;
    void point(const FabricPart& part);
    void walk(int step);
    void bringIntoSight();

    void paintNames(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintTrees(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintFrame(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintPackets(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintPorts(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintMultipliers(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintMultiplier(QPainter& painter, const Theme& theme, const FabricGeometry& geometry, int multiplier) const;
    void paintNeurons(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintLinks(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintAdders(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    void paintBus(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const;
    // Of a systolic array.
    struct Mesh {
        double left = 0, top = 0, cell = 0;
        int rows = 0, columns = 0;
        QRectF box(int row, int column) const {
            return {left + cell * column + 0.5, top + cell * row + 0.5, cell - 1, cell - 1};
        }
        QRectF box(int multiplier) const { return box(multiplier / columns, multiplier % columns); }
    };
    Mesh mesh(double width) const;
    /// Which of its products a multiplier is at, negative before the first.
    std::int64_t productOf(int multiplier) const;
    QString meshWords(int multiplier) const;
    void paintMesh(QPainter& painter, const Theme& theme, QSizeF size) const;
    void paintMeshCell(QPainter& painter, const Theme& theme, const Mesh& mesh, int multiplier) const;
    void paintMeshEdges(QPainter& painter, const Theme& theme, const Mesh& mesh) const;
    void paintMeshLegend(QPainter& painter, const Theme& theme, const Mesh& mesh) const;
    void paintLegend(QPainter& painter, const Theme& theme, const FabricGeometry& geometry, double width) const;

    FabricAnswerPtr m_answer;
    FabricWindowPtr m_window;                              ///< holds the cycle of m_still
    std::shared_ptr<const fabric::Structure> m_structure;  ///< of the section on show; null on a systolic array
    fabric::TracedSection m_section;
    fabric::Run m_shownRun;  ///< what m_still is of
    fabric::Still m_still;
    std::int64_t m_cycle = 0;
    QString m_refusal;
    bool m_mappedOnly = false;
    std::size_t m_zoom = 0;           ///< index into widths of multipliers
    std::vector<std::int8_t> m_side;  ///< per adder: -1 left, 1 right, of one that two neurons share; 0 alone
    FabricPart m_pointed, m_chosen;
};

}  // namespace lapidary::ui
