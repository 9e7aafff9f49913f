// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
// SHA-256 against the examples of FIPS 180 and sums made with sha256sum of GNU coreutils.

#include <QtTest>

#include "core/base/hash.h"

using lapidary::sha256;

class BaseHashTest : public QObject {
    Q_OBJECT

private slots:
    void sumsOfTheStandard_data();
    void sumsOfTheStandard();
};

void BaseHashTest::sumsOfTheStandard_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("sum");
    QTest::newRow("nothing") << QByteArray()
                             << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("one block") << QByteArray("abc")
                               << QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QTest::newRow("length in a second block")
        << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    QTest::newRow("a million a") << QByteArray(1'000'000, 'a')
                                 << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void BaseHashTest::sumsOfTheStandard() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, sum);
    QCOMPARE(QByteArray::fromStdString(sha256({bytes.constData(), static_cast<std::size_t>(bytes.size())})), sum);
}

QTEST_APPLESS_MAIN(BaseHashTest)
#include "base_hash_test.moc"
