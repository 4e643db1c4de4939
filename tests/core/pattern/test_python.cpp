// SPDX-License-Identifier: GPL-3.0-or-later
// The table as Python for TVM: what stands around the table's own words.
#include <QTest>

#include "pattern/python.h"
#include "pattern/table.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestPatternPython : public QObject {
  Q_OBJECT

  static std::string written(const std::string& table) { return python_for_tvm(*read_table(table), {}); }

  // From the first line that begins so, up to an empty one.
  static std::string piece(const std::string& text, const std::string& begin) {
    const size_t at = text.find("\n" + begin);
    return at == std::string::npos ? text : text.substr(at + 1, text.find("\n\n\n", at) - at - 1);
  }

 private Q_SLOTS:
  void patterns_keep_their_order_and_checks() {
    QCOMPARE(piece(written("c = is_constant()\nmy.a: is_op(\"add\")(wildcard(), c), lambda e: len(e.args) == 2\n"
                           "my.b: is_op(\"exp\")(c)\n"),
                   "c = "),
             std::string("c = is_constant()\n\npatterns = [\n"
                         "    (\"my.a\", is_op(\"add\")(wildcard(), c), check(lambda e: (len(value(e.args)) == 2))),\n"
                         "    (\"my.b\", is_op(\"exp\")(c)),\n]"));
  }

  // TVM takes expressions alone: split's Python function gives a TupleWrapper, and a call has no `[i]`.
  void a_rule_gives_an_expression() {
    QCOMPARE(piece(written("x = wildcard()\nhalves: is_op(\"split\")(x) => "
                           "relay.split(relay.nn.relu(x), indices_or_sections=2, axis=1)\n"),
                   "class Rule0"),
             std::string("class Rule0(DFPatternCallback):  # halves\n    def __init__(self):\n"
                         "        super().__init__(require_type=True)\n"
                         "        self.pattern = (is_op(\"split\")(x))\n\n"
                         "    def callback(self, pre, post, node_map):\n"
                         "        return expr((lambda x:  relay.split(relay.nn.relu(x), indices_or_sections=2, "
                         "axis=1))(node_map[x][0]))"));
    QVERIFY(written("x = wildcard()\nsecond: is_op(\"exp\")(x) => relay.tanh(x[1])\n")
                .find("relay.tanh(x[1]))(relay.expr.TupleWrapper(node_map[x][0], 2)))") != std::string::npos);
  }
};

NW_TEST(TestPatternPython);
#include "test_python.moc"
