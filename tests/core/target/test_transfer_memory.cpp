// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of buffers through memory that a client shares with its runner, and through the stream where there is none.
#include "target/transfer_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <QTest>

#include "registry.h"
#include "target/session.h"

using namespace nw;
using target::TransferMemory;

class TestTransferMemory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_is_written_is_read_data() {
    QTest::addColumn<QString>("kind");
    QTest::newRow("shared memory") << QStringLiteral("child");
    QTest::newRow("the stream alone") << QStringLiteral("command");
  }
  void what_is_written_is_read() {
    QFETCH(QString, kind);
    target::Carrier carrier = target::child_carrier(std::string(NW_BIN_DIR) + "/nestwright-runner");
    carrier.kind = kind.toStdString();
    const auto session = target::Session::connect(carrier, 10, {});
    QVERIFY(session.ok());
    QCOMPARE((*session)->hello().contains("transfer"), kind == QLatin1String("child"));
    QVERIFY((*session)->open("cpu", "", nlohmann::json::object()).empty());
    // Two whole pieces and a part of one.
    std::string bytes(2 * TransferMemory::kBytes + 13, '\0');
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 >> 3);
    const auto buffer = (*session)->allocate(bytes.size());
    QVERIFY(buffer.ok());
    QVERIFY((*session)->write(*buffer, bytes).empty());
    std::string read(bytes.size(), 'x');
    QVERIFY((*session)->read(*buffer, read.data(), read.size()).empty());
    QVERIFY(read == bytes);
  }

  // Who reads behind the end of a file that was made shorter is killed.
  void nobody_makes_it_shorter() {
    const auto memory = TransferMemory::create();
    QVERIFY(memory != nullptr);
    QCOMPARE(::ftruncate(memory->descriptor(), 0), -1);
    memory->bytes()[TransferMemory::kBytes - 1] = 1;
  }

  void other_files_are_not_taken() {
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    for (const QByteArray& text :
         {QByteArray::number(ends[0]), QByteArray("-1"), QByteArray("x"), QByteArray("99999")}) {
      qputenv(TransferMemory::kVariable, text);
      QVERIFY(TransferMemory::inherited() == nullptr);
    }
    QVERIFY(::fcntl(ends[0], F_GETFD) >= 0);
    qunsetenv(TransferMemory::kVariable);
    QVERIFY(TransferMemory::inherited() == nullptr);
    ::close(ends[0]);
    ::close(ends[1]);
  }
};

NW_TEST(TestTransferMemory);
#include "test_transfer_memory.moc"
