// SPDX-License-Identifier: GPL-3.0-or-later
// The page of matches and near misses: reasons in rows with counts, nothing of a file's names as markup.
#include <QTest>

#include "import/relay.h"
#include "op/registry.h"
#include "pattern/html_page.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestPatternPage : public QObject {
  Q_OBJECT

  static QString page(const std::string& relay, const std::string& text, const std::string& name = "model") {
    const auto graph = import::read_relay("#[version = \"0.0.5\"]\n" + relay);
    const Result<Table> table = read_table(text);
    Program program = read_program(*graph);
    const Composites found = merge_composites(program, *table, op::Registry::standard().traits());
    return QString::fromStdString(html_page(*graph, *table, found, name));
  }

 private Q_SLOTS:
  void reasons_are_rows() {
    const QString html = page(
        "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = exp(%x);\n  %1 = nn.relu(%0);\n  %2 = exp(%1);\n"
        "  nn.relu(%2)\n}\n",
        "my.a: is_op(\"nn.relu\")(is_op(\"tanh\")(wildcard()))\nmy.b: is_op(\"exp\")(wildcard())\n");
    QVERIFY(html.contains(QStringLiteral("2 places: exp where tanh is wanted")));
    QVERIFY(html.contains(QStringLiteral("<p>2 composites, 2 near misses.</p>")));
    QVERIFY(html.contains(QStringLiteral("my.b")));
  }
  void names_are_no_markup() {
    const QString html = page(
        "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = exp(%x) /* span=<script>alert(1)</script>:0:0 */;\n"
        "  nn.relu(%0)\n}\n",
        "a: is_op(\"nn.relu\")(is_op(\"exp\")(is_var(\"<img src=x onerror=alert(2)>\")))\n", "<b>\"&'");
    QVERIFY(!html.contains(QStringLiteral("<script")));
    QVERIFY(!html.contains(QStringLiteral("<img")));
    QVERIFY(!html.contains(QStringLiteral("<b>\"")));
    QVERIFY(html.contains(QStringLiteral("&lt;img src=x")));
    QVERIFY(!html.contains(QStringLiteral("http://")));
    QVERIFY(!html.contains(QStringLiteral("https://")));
  }
};

NW_TEST(TestPatternPage);
#include "test_html_page.moc"
