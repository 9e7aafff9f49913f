// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Puts provenance into finished figure files, and takes out what would make two equal exports differ. What stands where
// is described in docs/formats/exports.md. Pure functions.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include "core/io/provenance.h"

namespace lapidary::ui {

/// "Lapidary 0.1.0"
QString producerName();

/// <desc> and <metadata>, and the size in exact millimetres. Requires what QSvgGenerator writes.
QByteArray withSvgMetadata(const QByteArray& svg, QSizeF millimetres, const Provenance& provenance);
/// tEXt chunks (iTXt for what is not ASCII): Title, Software, Command, Seed, Description.
QByteArray withPngText(const QByteArray& png, const QString& title, const Provenance& provenance);
/// An XMP packet: title, tool, keywords with the provenance, and the element of toXml().
QByteArray xmpOf(const QString& title, const Provenance& provenance);
/// The same bytes with the time of making blanked out; offsets stay true.
QByteArray withoutPdfClock(QByteArray pdf);

}  // namespace lapidary::ui
