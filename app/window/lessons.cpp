// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lessons.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <string>

#include "common/workbench.h"

namespace nw::window {

namespace {

using views::Selection;
using views::Workbench;

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::Lessons)
};

// Something was changed, and no error is left.
bool fixed_without_errors(const Workbench& bench) {
  return bench.session().document() && bench.session().document()->history().can_undo() &&
         !has_errors(bench.session().diagnostics());
}

bool ran_equal(const Workbench& bench) {
  if (!bench.session().document()) return false;
  const auto& measured = bench.session().document()->history().current().measured;
  return std::ranges::any_of(
      measured, [](const auto& m) { return m.second.back().check == workspace::Measurement::Check::Equal; });
}

// An edge between these operators, or between any, that is fused or is not.
std::function<bool(const Workbench&)> edge_selected(bool fused, std::string from = {}, std::string to = {}) {
  return [=](const Workbench& bench) {
    const Selection& selection = bench.session().selection();
    if (selection.kind != Selection::Kind::Edge || !bench.session().reason() || !bench.session().graph()) return false;
    const auto is = [&bench](NodeId node, const std::string& op) {
      return op.empty() || bench.session().graph()->node(node).op == op;
    };
    return (bench.session().reason()->rule == fusion::Rule::Fused) == fused && is(selection.node, from) &&
           is(selection.to, to);
  };
}

bool what_if_made(const Workbench& bench) {
  return bench.session().document() && bench.session().document()->choices().fusion != workspace::FusionChoices();
}

bool pattern_written(const Workbench& bench) {
  return bench.session().document() && !bench.session().document()->choices().patterns.empty() &&
         !has_errors(bench.session().diagnostics());
}

Lesson inlined_tail() {
  return {
      Texts::tr("A schedule that inlines what it has just tiled"),
      Texts::tr("My operator compiles alone. With an addition fused behind it, lowering fails. Why?"),
      QStringLiteral("bitserial_tail.py"),
      {{Texts::tr("The stage unpack is split, reordered and vectorized, and then inlined into out. An inlined stage "
                  "has no loops, so all that was said of them is lost: Problems names the line and the reasons."),
        {}},
       {Texts::tr("Mend it: press the first fix under Problems, or change the lines yourself. The loops belong to "
                  "the last stage, which is out: the fix gives them to it."),
        fixed_without_errors},
       {Texts::tr(
            "Run it (Run, at the top right, or F5). The badge says whether the numbers are those of the computation."),
        ran_equal}}};
}

Lesson tasks_of_a_detector() {
  return {
      Texts::tr("Which operators become tasks, and why shape_of is one"),
      Texts::tr("My model has dynamic shapes. Which of its operators are tuned together, and which alone?"),
      QStringLiteral("detector.relay"),
      {{Texts::tr("Every outlined group is one task, and one kernel. Sizes that the file leaves open have a name, as "
                  "rois_0 has. Click an edge inside a group: the inspector says by which rule it is fused."),
        edge_selected(true)},
       {Texts::tr("Click the edge from shape_of to take: the inspector says which rule keeps them apart, and which "
                  "one change would join them."),
        edge_selected(false, "shape_of", "take")},
       {Texts::tr("Try such a change: give shape_of another pattern (context menu of the node). The difference is "
                  "shown, and Ctrl+Z takes it back."),
        what_if_made}}};
}

Lesson own_pattern() {
  return {Texts::tr("A pattern of one's own over the fusion groups"),
          Texts::tr("I want a sequence of operators as one unit, and FuseOps cuts it. Where, and why?"),
          QStringLiteral("stack.relay"),
          {{Texts::tr("Open Patterns (Window menu) and write:  my.norm: is_op(\"divide\")(wildcard(), wildcard())  — "
                      "every match is outlined and listed, whatever the groups are. Ctrl+0 shows the whole graph."),
            pattern_written},
           {Texts::tr("Click the edge between relu and sum: the inspector says which rule cuts there."),
            edge_selected(false, "nn.relu", "sum")},
           {Texts::tr("Try what would join them: a what-if from the edge's menu. In the project file it is kept."),
            what_if_made}}};
}

// So many matches of a line of the table.
bool line_matches(const Workbench& bench, const std::string& line) {
  const auto found = bench.session().patternMatches().find(line);
  return found != bench.session().patternMatches().end() && found->second > 0;
}

bool model_calls(const Workbench& bench, const std::string& op) {
  return bench.session().model() && std::ranges::any_of(bench.session().model()->optimized().nodes(),
                                                        [&](const graph::Node& node) { return node.op == op; });
}

Lesson block_as_one_operator() {
  return {
      Texts::tr("A whole block as one operator of one's own"),
      Texts::tr("I want an inception block as one operator with my own schedule. FuseOps never makes it one kernel, "
                "and registering an operator breaks the passes. How?"),
      QStringLiteral("inception_block.relay"),
      {{Texts::tr("Each outlined group is a kernel: two convolutions are never in one, and nothing joins the four "
                  "branches. The table under Patterns declares an operator, my.inception, that a TE script computes, "
                  "and its last line puts it in the place of the block."),
        {}},
       {Texts::tr("my.block, the line before, takes nothing. Open it under Matches: the reason says which node is in "
                  "the way. Press the fix beside it."),
        [](const Workbench& bench) { return line_matches(bench, "my.block"); }},
       {Texts::tr("Now the rule finds its pattern: under Rewriting, press Apply to the model. The block is one node "
                  "of the graph, and one group."),
        [](const Workbench& bench) { return model_calls(bench, "my.inception"); }},
       {Texts::tr("Double-click my.inception: the kernel has the stages of all four branches, placed with compute_at "
                  "by hand. Run it (Run, at the top right, or F5): the badge says whether the numbers are right."),
        ran_equal},
       {Texts::tr("Back on the Graph tab, run the network: its results are compared with those of the operators that "
                  "were replaced. File ▸ Export, or `emit --as tvm-op`, takes the operator to TVM."),
        [](const Workbench& bench) { return bench.session().networkVerified(); }}},
      QStringLiteral("inception_block.pat"),
      {QStringLiteral("inception_block.py")}};
}

Lesson copy_that_computes() {
  return {
      Texts::tr("\"Cannot match copy pattern\""),
      Texts::tr("A convolution runs on my accelerator. With a relu behind it, lowering fails. Why?"),
      QStringLiteral("conv_relu_copy.py"),
      {{Texts::tr("The last stage's loops are marked dma_copy: an engine moves their elements and computes nothing. "
                  "Fusion has made relu the last stage, and relu computes a maximum. Problems names the line."),
        {}},
       {Texts::tr("Mend it with the first fix: the maximum gets a stage and memory of its own, and only the result "
                  "is copied."),
        fixed_without_errors},
       {Texts::tr(
            "Run it (Run, at the top right, or F5). The badge says whether the numbers are those of the computation."),
        ran_equal}}};
}

}  // namespace

std::vector<Lesson> lessons() {
  return {inlined_tail(), tasks_of_a_detector(), own_pattern(), copy_that_computes(), block_as_one_operator()};
}

}  // namespace nw::window
