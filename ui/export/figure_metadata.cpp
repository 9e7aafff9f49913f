// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/figure_metadata.h"

#include <QRegularExpression>
#include <QtEndian>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "core/base/version.h"

namespace lapidary::ui {

namespace {

/// As PNG wants it (ISO 15948, annex D).
quint32 crcOf(const QByteArray& bytes) {
    static const std::array<quint32, 256> table = [] {
        std::array<quint32, 256> entries{};
        for (quint32 i = 0; i < entries.size(); ++i) {
            quint32 value = i;
            for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xEDB88320U ^ (value >> 1) : value >> 1;
            entries[i] = value;
        }
        return entries;
    }();
    quint32 crc = 0xFFFFFFFFU;
    for (const char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8);
    return ~crc;
}

QByteArray bigEndian(quint32 value) {
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray textChunk(const QByteArray& key, const std::string& text) {
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    // iTXt: key, 0, not compressed, method, language, translated key, text in UTF-8.
    const QByteArray body = (ascii ? QByteArray("tEXt") : QByteArray("iTXt")) + key + QByteArray(ascii ? 1 : 5, '\0') +
                            QByteArray::fromStdString(text);
    return bigEndian(static_cast<quint32>(body.size() - 4)) + body + bigEndian(crcOf(body));
}

}  // namespace

QString producerName() {
    return QStringLiteral("Lapidary %1")
        .arg(QString::fromUtf8(kVersion.data(), static_cast<qsizetype>(kVersion.size())));
}

QByteArray withSvgMetadata(const QByteArray& svg, QSizeF millimetres, const Provenance& provenance) {
    QString text = QString::fromUtf8(svg);
    const auto setLength = [&](const QString& name, double value) {
        const QRegularExpression attribute(QStringLiteral(" %1=\"[0-9.]+mm\"").arg(name));
        const auto match = attribute.match(text);
        if (match.hasMatch())
            text.replace(match.capturedStart(), match.capturedLength(),
                         QStringLiteral(" %1=\"%2mm\"").arg(name, QString::fromStdString(formatSignificant(value, 6))));
    };
    setLength(QStringLiteral("width"), millimetres.width());
    setLength(QStringLiteral("height"), millimetres.height());
    const QString inside = QStringLiteral("<desc>%1</desc>\n<metadata>\n%2</metadata>\n")
                               .arg(QString::fromStdString(xmlEscapedLines(commentLines(provenance, ""))),
                                    QString::fromStdString(toXml(provenance)));
    static const QRegularExpression oldDescription(QStringLiteral("<desc>[^<]*</desc>\n?"));
    text.remove(oldDescription);
    const qsizetype at = text.indexOf(QStringLiteral("<defs>"));
    text.insert(at < 0 ? text.indexOf(u'>', text.indexOf(QStringLiteral("<svg"))) + 1 : at, inside);
    return text.toUtf8();
}

QByteArray withPngText(const QByteArray& png, const QString& title, const Provenance& provenance) {
    constexpr qsizetype kBehindHeader = 8 + 4 + 4 + 13 + 4;  // signature and IHDR
    QByteArray chunks = textChunk("Title", title.toStdString()) + textChunk("Software", producerName().toStdString());
    if (!provenance.command.empty()) chunks += textChunk("Command", provenance.command);
    if (provenance.seed) chunks += textChunk("Seed", std::to_string(*provenance.seed));
    chunks += textChunk("Description", commentLines(provenance, ""));
    QByteArray result = png;
    return result.insert(kBehindHeader, chunks);
}

QByteArray xmpOf(const QString& title, const Provenance& provenance) {
    const std::string tool = xmlEscaped(producerName().toStdString());
    std::string xmp =
        "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
        "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" "
        "xmlns:lapidary=\"urn:lapidary:provenance:1\">\n"
        "<dc:format>application/pdf</dc:format>\n"
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
        xmlEscaped(title.toStdString()) + "</rdf:li></rdf:Alt></dc:title>\n<xmp:CreatorTool>" + tool +
        "</xmp:CreatorTool>\n<pdf:Keywords>" + xmlEscapedLines(commentLines(provenance, "")) + "</pdf:Keywords>\n";
    xmp += "<lapidary:version>" + xmlEscaped(kVersion) + "</lapidary:version>\n";
    if (!provenance.command.empty())
        xmp += "<lapidary:command>" + xmlEscaped(provenance.command) + "</lapidary:command>\n";
    if (provenance.seed) xmp += "<lapidary:seed>" + std::to_string(*provenance.seed) + "</lapidary:seed>\n";
    xmp += "<lapidary:inputs><rdf:Bag>\n";
    for (const auto& [what, hash] : provenance.inputs)
        xmp += "<rdf:li>" + xmlEscaped(what) + ": sha256 " + hash + "</rdf:li>\n";
    xmp += "</rdf:Bag></lapidary:inputs>\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n";
    return QByteArray::fromStdString(xmp);
}

QByteArray withoutPdfClock(QByteArray pdf) {
    constexpr char kDate[] = "/CreationDate (";
    const qsizetype at = pdf.indexOf(kDate);
    const qsizetype end = at < 0 ? -1 : pdf.indexOf(')', at);
    if (end > at) pdf.replace(at, end + 1 - at, QByteArray(end + 1 - at, ' '));
    return pdf;
}

}  // namespace lapidary::ui
