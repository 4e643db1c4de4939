// SPDX-License-Identifier: GPL-3.0-or-later
// Only regular files are read, and no file is waited for.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "base/input_file.h"

using namespace nw;

class TestInputFile : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)).toStdString(); }
  static std::string refusal(const std::string& path, int64_t most = kLargestText) {
    const Result<std::string> text = read_whole_file(path, most);
    return text.value ? "it was read" : text.diagnostics.at(0).code + ": " + text.diagnostics.at(0).message;
  }

 private Q_SLOTS:
  void regular_file_is_read_whole() {
    QFile file(folder_.filePath(QStringLiteral("a.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(200000, 'x') + "\nend");
    file.close();
    const Result<std::string> text = read_whole_file(path("a.txt"));
    QVERIFY(text.value.has_value());
    QCOMPARE(text.value->size(), size_t{200004});
    QVERIFY(text.value->ends_with("\nend"));
    QCOMPARE(refusal(path("a.txt"), 200003),
             "NW1001: cannot read '" + path("a.txt") + "': it has 200004 bytes; at most 200003 are read");
  }

  // Its size says 0, its bytes are there.
  void file_of_proc_is_read() {
    const Result<std::string> text = read_whole_file("/proc/self/status");
    QVERIFY(text.value && text.value->size() > 100);
  }

  void missing_file_is_refused() {
    QCOMPARE(refusal(path("none")), "NW1001: cannot read '" + path("none") + "': No such file or directory");
    QCOMPARE(refusal(std::string("a\0b", 3)).substr(0, 20), std::string("NW1001: cannot read "));
  }

  void folder_pipe_socket_and_device_are_refused_at_once() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    QVERIFY(path("socket").size() < sizeof address.sun_path);
    path("socket").copy(address.sun_path, sizeof address.sun_path - 1);
    QCOMPARE(::bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const std::string folder = folder_.path().toStdString();
    QCOMPARE(refusal(folder), "NW1001: cannot read '" + folder + "': it is a folder");
    QCOMPARE(refusal(path("pipe")), "NW1001: cannot read '" + path("pipe") + "': it is a pipe, not a regular file");
    QCOMPARE(refusal(path("socket")),
             "NW1001: cannot read '" + path("socket") + "': it is a socket, not a regular file");
    QCOMPARE(refusal("/dev/zero"), std::string("NW1001: cannot read '/dev/zero': it is a device, not a regular file"));
    ::close(server);
  }
};

NW_TEST(TestInputFile);
#include "test_input_file.moc"
