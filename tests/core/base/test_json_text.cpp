// SPDX-License-Identifier: GPL-3.0-or-later
// JSON from outside: what is read, and what is refused before it is built.
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "registry.h"

using namespace nw;

class TestJsonText : public QObject {
  Q_OBJECT

  static std::string nested(int levels) {
    return std::string(static_cast<size_t>(levels), '[') + std::string(static_cast<size_t>(levels), ']');
  }
  static QString problem_of(const std::string& text) {
    JsonProblem problem;
    if (!read_json(text, &problem).is_discarded()) return QStringLiteral("read");
    return QStringLiteral("byte %1: %2").arg(problem.byte).arg(QString::fromStdString(problem.what));
  }

 private Q_SLOTS:
  void values_are_read() {
    const std::string text = "{\"a\":[1,\"]]][\"]}";
    QCOMPARE(read_json(text).dump(), text);
    QCOMPARE(read_json(nested(kDeepestJson)).size(), size_t{1});
  }

  void what_is_no_json_says_where() {
    QCOMPARE(problem_of("{\"a\": 1, }"),
             QStringLiteral("byte 9: syntax error while parsing object key - unexpected '}'; expected string literal"));
    QCOMPARE(problem_of(""), QStringLiteral("byte 0: syntax error while parsing value - unexpected end of input; "
                                            "expected '[', '{', or a literal"));
    QVERIFY(problem_of(std::string("\x00\xff\x1b", 3)).startsWith(QStringLiteral("byte 0: ")));
    QVERIFY(problem_of("\"" + std::string(1 << 20, 'x')).size() < 400);
  }

  void nesting_has_a_limit() {
    QCOMPARE(problem_of(nested(200'000)), QStringLiteral("byte 200: brackets are nested more than 200 levels deep"));
    QCOMPARE(problem_of("{\"a\":" + nested(201) + "}"),
             QStringLiteral("byte 204: brackets are nested more than 200 levels deep"));
  }
};

NW_TEST(TestJsonText);
#include "test_json_text.moc"
