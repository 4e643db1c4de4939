// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs load before they do anything, and what that costs.
#include <sys/resource.h>

#include <QFile>
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <vector>

#include "base/sanitized.h"
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
  // Of all children that have ended: milliseconds in their own code and in the system for them.
  static double processor_time() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto ms = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
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

  void explain_takes_at_most_10_ms_of_processor_time() {
    if (nw::kSanitized) QSKIP("the sanitizers take longer to start");
    std::vector<double> times;
    for (int i = 0; i < 21; ++i) {
      const double before = processor_time();
      QProcess cli;
      cli.start(program("nestwright-cli"), {QStringLiteral("explain"), QStringLiteral("NW2104")});
      QVERIFY(cli.waitForFinished());
      QCOMPARE(cli.exitCode(), 0);
      times.push_back(processor_time() - before);
    }
    // The least of them: what runs beside shares the caches, and makes any but a few of them slower.
    const double least = *std::min_element(times.begin(), times.end());
    QVERIFY2(least <= 10, qPrintable(QStringLiteral("%1 ms").arg(least)));
  }
};

NW_TEST(TestStart);
#include "test_start.moc"
