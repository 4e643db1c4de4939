// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns made of what a person has selected, and the least general one of several selections.
#include <QTest>

#include "import/relay.h"
#include "op/registry.h"
#include "pattern/from_selection.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestFromSelection : public QObject {
  Q_OBJECT

  // Lines of the pattern, then "matches nowhere" if it does not match all selections, or the diagnostic.
  static QString from(const std::string& body, const std::vector<std::vector<std::string>>& names,
                      const SelectionOptions& options = {}) {
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 8, 16, 16), float32], "
        "%w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32]) {\n" +
        body + "}\n");
    std::vector<std::vector<NodeId>> selections;
    for (const auto& selection : names) {
      selections.emplace_back();
      for (const std::string& name : selection) selections.back().push_back(graph->find(name));
    }
    Program program = read_program(*graph);
    const Result<SelectedPattern> made = pattern_from(program, selections, op::Registry::standard().traits(), options);
    if (!made.value) return QString::fromStdString(made.diagnostics[0].message);
    QString text = QString::fromStdString(made->text);
    for (const bool matches : made->matches)
      if (!matches) text += QStringLiteral("matches not all\n");
    return text;
  }

  static constexpr const char* kTwo =
      "  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);\n"
      "  %1 = nn.bias_add(%0, %b);\n  %2 = nn.relu(%1);\n"
      "  %3 = nn.conv2d(%2, %w, strides=[2, 2], padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);\n"
      "  %4 = clip(%3, a_min=0f, a_max=6f);\n  %5 = exp(%4);\n  add(%5, %4)\n";

 private Q_SLOTS:
  void inputs_are_anything() {
    QCOMPARE(from(kTwo, {{"%0", "%1", "%2"}}),
             QStringLiteral("selection: is_op(\"nn.relu\")(is_op(\"nn.bias_add\")(is_op(\"nn.conv2d\")(wildcard(), "
                            "wildcard()), wildcard()))\n"));
  }
  void what_is_read_twice_has_a_name() {
    QCOMPARE(from(kTwo, {{"%6", "%5"}}),
             QStringLiteral("x = wildcard()\nselection: is_op(\"add\")(is_op(\"exp\")(x), x)\n"));
  }
  void what_some_have_is_optional() {
    QCOMPARE(from(kTwo, {{"%0", "%1"}, {"%3"}}, {"conv"}),
             QStringLiteral("conv: is_op(\"nn.conv2d\")(wildcard(), wildcard()).optional(lambda y: "
                            "is_op(\"nn.bias_add\")(y, wildcard()))\n"));
  }
  void operators_that_differ_are_alternatives() {
    QCOMPARE(from(kTwo, {{"%2"}, {"%5"}}),
             QStringLiteral("selection: (is_op(\"nn.relu\") | is_op(\"exp\"))(wildcard())\n"));
  }
  void shared_attributes_are_offered() {
    QCOMPARE(from(kTwo, {{"%0"}, {"%3"}}, {"conv", true}),
             QStringLiteral("conv: is_op(\"nn.conv2d\")(wildcard(), wildcard()).has_attr({\"channels\": 8, "
                            "\"kernel_size\": [3, 3], \"padding\": [1, 1, 1, 1]})\n"));
  }
  void a_sum_is_turned_to_what_it_is_like() {
    QCOMPARE(
        from("  %0 = exp(%x);\n  %1 = add(%0, %x);\n  %2 = exp(%1);\n  add(%1, %2)\n", {{"%0", "%1"}, {"%2", "%3"}}),
        QStringLiteral("x = wildcard()\nselection: is_op(\"add\")(is_op(\"exp\")(x), x)\n"));
  }
  void fields_and_tuples() {
    QCOMPARE(from("  %0 = split(%x, indices_or_sections=2, axis=1);\n  %1 = %0.1;\n  %2 = %0.0;\n  %3 = (%1, %2);\n"
                  "  concatenate(%3, axis=1)\n",
                  {{"%0", "%1", "%2", "%3", "%4"}}),
             QStringLiteral(
                 "split = is_op(\"split\")(wildcard())\nselection: "
                 "is_op(\"concatenate\")(is_tuple([is_tuple_get_item(split, 1), is_tuple_get_item(split, 0)]))\n"));
  }
  void a_selection_has_one_result() {
    QCOMPARE(from(kTwo, {{"%0", "%5"}}), QStringLiteral("no pattern comes of the selection: %0, %5 are results of it"));
    QCOMPARE(from(kTwo, {{}}), QStringLiteral("no pattern comes of the selection: it is empty"));
  }
};

NW_TEST(TestFromSelection);
#include "test_from_selection.moc"
