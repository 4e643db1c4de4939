// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "base/sha256.h"
#include "registry.h"

using namespace nw;

class TestSha256 : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_file_has_the_hash_of_its_text() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("abc")).toStdString();
    std::ofstream(path) << "abc";
    QCOMPARE(file_sha256(path), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(text_sha256("abc"), file_sha256(path));
    QCOMPARE(file_sha256(path + "no"), std::string());
  }
};

NW_TEST(TestSha256);
#include "test_sha256.moc"
