// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of a mapped file leave memory and can be read again; other memory is left alone.
#include "base/file_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryFile>
#include <QTest>
#include <numeric>
#include <optional>

#include "registry.h"

using namespace nw;

class TestFilePages : public QObject {
  Q_OBJECT

  static constexpr size_t kPages = 16;
  QTemporaryFile file_;
  std::span<const std::byte> bytes_;

  static size_t page() { return static_cast<size_t>(::sysconf(_SC_PAGESIZE)); }
  // Kilobytes of the mapping that are in this process's memory, as the kernel counts them.
  int resident() const {
    QFile maps(QStringLiteral("/proc/self/smaps"));
    if (!maps.open(QIODevice::ReadOnly)) return -1;
    const QByteArray begin = QByteArray::number(reinterpret_cast<quintptr>(bytes_.data()), 16) + '-';
    bool here = false;
    for (const QByteArray& line : maps.readAll().split('\n')) {
      if (line.contains(" r--p ")) here = line.startsWith(begin);
      if (here && line.startsWith("Rss:")) return line.mid(4, line.size() - 6).trimmed().toInt();
    }
    return -1;
  }
  int sum() const {
    return std::accumulate(bytes_.begin(), bytes_.end(), 0, [](int s, std::byte b) { return s + static_cast<int>(b); });
  }

 private Q_SLOTS:
  void init() {
    QVERIFY(file_.open());
    file_.resize(0);
    file_.write(QByteArray(static_cast<qsizetype>(kPages * page()), 7));
    QVERIFY(file_.flush());
    void* data = ::mmap(nullptr, kPages * page(), PROT_READ, MAP_PRIVATE, file_.handle(), 0);
    QVERIFY(data != MAP_FAILED);
    bytes_ = {static_cast<const std::byte*>(data), kPages * page()};
    QCOMPARE(sum(), static_cast<int>(7 * kPages * page()));
    QCOMPARE(resident(), static_cast<int>(kPages * page() / 1024));
  }
  void cleanup() { ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

  void whole_pages_leave_and_can_be_read_again() {
    const FilePages pages(bytes_);
    leave_to_file(bytes_.subspan(100, 3 * page()));  // two of them are whole
    QCOMPARE(resident(), static_cast<int>((kPages - 2) * page() / 1024));
    leave_to_file(bytes_);
    QCOMPARE(resident(), 0);
    QCOMPARE(sum(), static_cast<int>(7 * kPages * page()));
  }

  void other_memory_stays() {
    leave_to_file(bytes_);  // a mapping that nobody declared
    QCOMPARE(resident(), static_cast<int>(kPages * page() / 1024));
    std::optional<FilePages> pages(bytes_.first(page()));
    leave_to_file(bytes_);  // reaches beyond it
    leave_to_file(bytes_.subspan(page()));
    leave_to_file({});
    QCOMPARE(resident(), static_cast<int>(kPages * page() / 1024));
    pages.reset();
    leave_to_file(bytes_.first(page()));
    QCOMPARE(resident(), static_cast<int>(kPages * page() / 1024));
  }
};

NW_TEST(TestFilePages);
#include "test_file_pages.moc"
