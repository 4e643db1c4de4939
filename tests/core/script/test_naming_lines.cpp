// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that only give names to axes, and what becomes of them when the step that needed them goes.
#include <QTest>

#include "registry.h"
#include "script/naming_lines.h"

using namespace nw;
using namespace nw::script;

class TestNamingLines : public QObject {
  Q_OBJECT

  static constexpr const char* kNames = "y, x = s[C].op.axis";

  static std::string script(const std::string& steps) {
    return "C = te.compute((4, 4), lambda y, x: A[y, x], name=\"C\")\ns = te.create_schedule(C.op)\n" + steps +
           "tvm.lower(s, [A, C])\n";
  }

 private Q_SLOTS:
  void those_that_a_gesture_wrote_are_known() {
    const auto added = script::axis_lines_added(script(""), script(std::string(kNames) + "\ns[C].reorder(x, y)\n"));
    QCOMPARE(added, std::set<std::string>{kNames});
    QCOMPARE(script::axis_lines_added(script(""), script("k = s[C].op.reduce_axis[0]\n")).size(), size_t{1});
    QVERIFY(script::axis_lines_added(script(""), script("yo, yi = s[C].split(C.op.axis[0], 4)\n")).empty());
  }

  void they_go_when_nothing_uses_them_any_more() {
    const std::string names = std::string(kNames) + "\n", used = script(names + "s[C].reorder(x, y)\n");
    int line = 4;
    QCOMPARE(script::without_unused_names(used, script(names), {kNames}, line), script(""));
    QCOMPARE(line, 3);
    QCOMPARE(script::without_unused_names(used, script(names), {}, line), script(names));  // a person wrote it
    QCOMPARE(script::without_unused_names(script(names), script(names + "s[C].pragma()\n"), {kNames}, line),
             script(names + "s[C].pragma()\n"));  // nothing used it before
    const std::string still = script(names + "s[C].unroll(x)  # y is left\n");
    QCOMPARE(script::without_unused_names(used, still, {kNames}, line), still);
  }
};

NW_TEST(TestNamingLines);
#include "test_naming_lines.moc"
