// SPDX-License-Identifier: GPL-3.0-or-later
// The house rule: a room of core includes only the rooms that its row in core/CMakeLists.txt names, and what those
// include; core never includes Qt, views or app; LLVM stays in the sources of codegen and runtime.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "registry.h"

class TestIncludes : public QObject {
  Q_OBJECT

  QMap<QString, QSet<QString>> allowed_;

  static QString source(const QString& path) { return QStringLiteral(NW_SOURCE_DIR "/") + path; }
  static QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  static QStringList files(const QString& folder) {
    QStringList found;
    QDirIterator it(source(folder), {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) found << it.next();
    return found;
  }
  static QStringList includes(const QString& path) {
    static const QRegularExpression re(QStringLiteral("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"),
                                       QRegularExpression::MultilineOption);
    QStringList found;
    for (auto it = re.globalMatch(text_of(path)); it.hasNext();) found << it.next().captured(1);
    return found;
  }

 private Q_SLOTS:
  void initTestCase() {
    static const QRegularExpression row(QStringLiteral("nw_room\\((\\w+)([^)]*)\\)"));
    for (auto it = row.globalMatch(text_of(source(QStringLiteral("core/CMakeLists.txt")))); it.hasNext();) {
      auto match = it.next();
      QSet<QString> rooms{match.captured(1)};
      bool deps = false;
      for (const QString& word :
           match.captured(2).split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        if (word == QStringLiteral("DEPS"))
          deps = true;
        else if (word.isUpper() && word.endsWith(QStringLiteral("LIBS")))
          deps = false;
        else if (deps)
          rooms += allowed_.value(word) + QSet<QString>{word};
      }
      allowed_[match.captured(1)] = rooms;
    }
    QVERIFY(allowed_.size() > 15);
    QVERIFY(allowed_[QStringLiteral("lower")].contains(QStringLiteral("base")));
    QVERIFY(!allowed_[QStringLiteral("fusion")].contains(QStringLiteral("op")));
  }

  void rooms_include_what_their_row_names() {
    QStringList wrong;
    for (const QString& path : files(QStringLiteral("core"))) {
      const QString room = path.mid(source(QStringLiteral("core/")).size()).section(QLatin1Char('/'), 0, 0);
      QVERIFY2(allowed_.contains(room), qPrintable(room + QStringLiteral(" has no row in core/CMakeLists.txt")));
      for (const QString& include : includes(path)) {
        const QString other = include.section(QLatin1Char('/'), 0, 0);
        if (allowed_.contains(other) && include.contains(QLatin1Char('/')) && !allowed_[room].contains(other) &&
            QFile::exists(source(QStringLiteral("core/") + include)))
          wrong << path + QStringLiteral(" includes ") + include;
      }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void core_knows_no_window() {
    static const QRegularExpression qt(QStringLiteral("^(Q[A-Z]\\w*|Qt\\w*/.*|Qsci/.*|views/.*|app/.*)$"));
    QStringList wrong;
    for (const QString& path : files(QStringLiteral("core")))
      for (const QString& include : includes(path))
        if (qt.match(include).hasMatch()) wrong << path + QStringLiteral(" includes ") + include;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void llvm_stays_in_two_rooms() {
    QStringList wrong;
    for (const QString& path : files(QStringLiteral("core")))
      for (const QString& include : includes(path)) {
        const bool at_home = path.endsWith(QStringLiteral(".cpp")) || path.contains(QStringLiteral("/llvm_"));
        const bool room =
            path.contains(QStringLiteral("/core/codegen/")) || path.contains(QStringLiteral("/core/runtime/"));
        if (include.startsWith(QStringLiteral("llvm/")) && !(at_home && room))
          wrong << path + QStringLiteral(" includes ") + include;
      }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void every_source_names_its_licence() {
    QStringList wrong;
    for (const char* folder : {"core", "views", "app", "tests", "plugins"})
      for (const QString& path : files(QString::fromLatin1(folder)))
        if (!text_of(path).contains(QStringLiteral("SPDX-License-Identifier: GPL-3.0-or-later"))) wrong << path;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }
};

NW_TEST(TestIncludes);
#include "test_includes.moc"
