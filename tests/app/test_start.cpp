// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs load before they do anything; what that costs is measured in tests/bench/bench_start.cpp.
#include <QFile>
#include <QProcess>
#include <QTest>

#include "registry.h"

class TestStart : public QObject {
  Q_OBJECT

  static QString program(const char* name) {
    return QStringLiteral(NW_BIN_DIR) + QLatin1Char('/') + QString::fromLatin1(name);
  }
  // Libraries of `path`, and those that they load, whose names begin with one of `prefixes`.
  static QStringList loaded(const QString& path, const QStringList& prefixes) {
    QProcess ldd;
    ldd.start(QStringLiteral("ldd"), {path});
    if (!ldd.waitForFinished() || ldd.exitCode() != 0) return {QStringLiteral("ldd failed for ") + path};
    QStringList found;
    for (const QString& line : QString::fromUtf8(ldd.readAllStandardOutput()).split(QLatin1Char('\n')))
      for (const QString& prefix : prefixes)
        if (line.trimmed().startsWith(prefix)) found << line.trimmed();
    return found;
  }

 private Q_SLOTS:
  void command_line_loads_no_compiler() {
    QCOMPARE(loaded(program("nestwright-cli"), {QStringLiteral("libLLVM"), QStringLiteral("libseccomp")}),
             QStringList());
  }

  void window_loads_no_compiler() {
    if (!QFile::exists(program("nestwright"))) QSKIP("built without the window");
    QCOMPARE(loaded(program("nestwright"), {QStringLiteral("libLLVM"), QStringLiteral("libseccomp")}), QStringList());
  }
};

NW_TEST(TestStart);
#include "test_start.moc"
