// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs: what they do to the groups, told as a difference.
#include <QTest>

#include "fusion/change.h"
#include "fusion/difference.h"
#include "programs.h"
#include "registry.h"

using namespace nw::test;
using nw::fusion::Change;
using nw::fusion::DepthChange;
using nw::fusion::EdgeChange;
using nw::fusion::EdgeChoice;
using nw::fusion::FenceChange;
using nw::fusion::Options;
using nw::fusion::PatternChange;
using nw::graph::OpPattern;

namespace {

const std::string kBlock =
    "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32]) {\n"
    "%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]);\n"
    "%1 = exp(%0);\n%2 = tanh(%1);\nsum(%2, axis=[1])\n}";

std::string names(const nw::graph::Graph& graph, const std::vector<nw::NodeId>& nodes) {
  std::string text;
  for (const nw::NodeId id : nodes) text += (text.empty() ? "" : " ") + graph.node(id).name;
  return text;
}

// The summary, then a line for each change, then the edges.
std::string what(const std::string& program, const Change& change) {
  const nw::graph::Graph graph = read(program);
  const nw::fusion::Fusion before = nw::fusion::fuse(graph, relay_ops());
  const auto options = nw::fusion::with_change(graph, {}, change);
  if (!options) return "the graph does not have what is to be changed";
  const nw::fusion::WhatIf result = nw::fusion::what_if(graph, relay_ops(), before, *options);
  const nw::fusion::Difference& d = result.difference;
  std::string text = summary(d).english() + "\n";
  for (const nw::fusion::GroupChange& c : d.changes) {
    text += std::string(to_string(c.kind)) + ": " + sentence(graph, before, result.fusion, c).english() +
            "; moved: " + names(graph, c.moved) + "\n";
  }
  for (const auto& [a, b] : d.fused) text += "+ " + names(graph, {a, b}) + "\n";
  for (const auto& [a, b] : d.cut_open) text += "- " + names(graph, {a, b}) + "\n";
  return text;
}

}  // namespace

class TestDifference : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_fence_splits() {
    const std::string chain = "fn (%x: Tensor[(8), float32]) {\n%0 = exp(%x);\n%1 = tanh(%0);\nsqrt(%1)\n}";
    QCOMPARE(what(chain, FenceChange{"%1"}),
             std::string("1 group becomes 2: 1 split; 1 node moves.\n"
                         "split: {exp, tanh, sqrt} is split into {exp, tanh} and {sqrt}; "
                         "moved: %2\n"
                         "- %1 %2\n"));
  }

  void a_pattern_merges() {
    QCOMPARE(what(kBlock, PatternChange{"sum", OpPattern::Elemwise}),
             std::string("2 groups become 1: 1 merged; 1 node moves.\n"
                         "merged: {nn.conv2d, exp, tanh} and {sum} are merged into {nn.conv2d, exp, tanh, sum}; "
                         "moved: %3\n"
                         "+ %2 %3\n"));
  }

  void a_node_goes_over_to_its_neighbours() {
    QCOMPARE(what(kBlock, EdgeChange{"%0", "%2", EdgeChoice::Cut}),
             std::string("2 groups become 2: 1 regrouped; 1 node moves.\n"
                         "regrouped: {nn.conv2d, exp, tanh} and {sum} become {nn.conv2d, exp} and {tanh, sum}; "
                         "moved: %2\n"
                         "+ %2 %3\n- %1 %2\n"));
  }

  void nothing_changes() { QCOMPARE(what(kBlock, DepthChange{100}), std::string("The groups stay as they are.\n")); }

  void a_tuple_comes_along() {
    const std::string text =
        "fn (%x: Tensor[(1, 8), float32]) {\n%0 = exp(%x);\n%1 = (%0, %x);\nconcatenate(%1, axis=1)\n}";
    QCOMPARE(what(text, PatternChange{"concatenate", OpPattern::Opaque}),
             std::string("1 group becomes 2: 1 split; 2 nodes move.\n"
                         "split: {exp, concatenate} is split into {exp} and {concatenate}; moved: %1 %2\n"
                         "- %0 %1\n- %1 %2\n"));
  }
};

NW_TEST(TestDifference);
#include "test_difference.moc"
