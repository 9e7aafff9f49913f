// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/index_delegate.h"

#include <QPainter>

#include "ui/models/workload_tables.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {
constexpr int kBox = 14, kStep = 17, kPadding = 6;
}

void IndexDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    paintGround(*painter, option, index);
    const Theme& theme = themeOf(option.palette);
    const Workload& workload = m_model.workload();
    const int dimension = m_model.source(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    double x = option.rect.left() + kPadding;
    for (int t = 0; t < workload.tensorCount(); ++t, x += kStep)
        drawTensorBox(*painter, theme, QRectF(x, option.rect.center().y() - kBox / 2, kBox, kBox), markOf(workload, t),
                      workload.tensors()[static_cast<std::size_t>(t)].uses(dimension));
    paintMarks(*painter, option, index);
    painter->restore();
}

QSize IndexDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {2 * kPadding + kStep * m_model.workload().tensorCount(), 20};
}

}  // namespace lapidary::ui
