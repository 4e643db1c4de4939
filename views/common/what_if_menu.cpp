// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/what_if_menu.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <array>

#include "common/text.h"
#include "common/workbench.h"
#include "models/sentence_text.h"

namespace nw::views {

namespace {

using fusion::EdgeChoice;
using graph::OpPattern;

constexpr std::array kPatterns = {OpPattern::Elemwise,   OpPattern::Broadcast,          OpPattern::Injective,
                                  OpPattern::CommReduce, OpPattern::OutElemwiseFusable, OpPattern::Opaque};

QAction* choice(QMenu* menu, const QString& text, bool on, std::function<void()> work) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(on);
  QObject::connect(action, &QAction::triggered, menu, std::move(work));
  return action;
}

// One of the patterns, or what it is without a what-if.
void add_patterns(QMenu& menu, const QString& title, Workbench& bench, const std::string& what) {
  QMenu* sub = menu.addMenu(title);
  const auto& patterns = bench.session().document()->choices().fusion.patterns;
  const auto set = patterns.find(what);
  auto edit = [&bench, what](std::optional<OpPattern> pattern) {
    bench.session().changeFusion(fusion::PatternChange{what, pattern});
  };
  choice(sub, WhatIfText::tr("Its own"), set == patterns.end(), [edit] { edit({}); });
  sub->addSeparator();
  for (OpPattern pattern : kPatterns)
    choice(sub, qs(graph::to_string(pattern)), set != patterns.end() && set->second == pattern,
           [edit, pattern] { edit(pattern); });
}

void add_node(QMenu& menu, Workbench& bench, const graph::Node& node) {
  if (node.kind == graph::NodeKind::Call) {
    add_patterns(menu, WhatIfText::tr("Pattern of this node"), bench, node.name);
    add_patterns(menu, WhatIfText::tr("Pattern of every %1").arg(qs(node.op)), bench, node.op);
  }
  const auto& fences = bench.session().document()->choices().fusion.fences;
  const bool fenced = std::find(fences.begin(), fences.end(), node.name) != fences.end();
  choice(&menu, WhatIfText::tr("Fence: nothing fuses out of this node"), fenced,
         [&bench, name = node.name, fenced] { bench.session().changeFusion(fusion::FenceChange{name, !fenced}); });
}

void add_edge(QMenu& menu, Workbench& bench, const graph::Node& from, const graph::Node& to) {
  const EdgeChoice now = workspace::edge_choice(bench.session().document()->choices().fusion, from.name, to.name);
  auto add = [&](const QString& text, EdgeChoice wanted) {
    choice(&menu, text, now == wanted,
           [&bench, change = fusion::EdgeChange{from.name, to.name, wanted}] { bench.session().changeFusion(change); });
  };
  add(WhatIfText::tr("Fuse this edge whatever the rules say"), EdgeChoice::Join);
  add(WhatIfText::tr("Never fuse this edge"), EdgeChoice::Cut);
  add(WhatIfText::tr("Leave this edge to the rules"), EdgeChoice::Rules);
  if (const fusion::Reason* reason = bench.session().reason(); reason && reason->change) {
    QAction* action =
        menu.addAction(WhatIfText::tr("Try what would fuse it: %1").arg(translated(fusion::title(*reason->change))));
    QObject::connect(action, &QAction::triggered, &menu,
                     [&bench, change = *reason->change] { bench.session().changeFusion(change); });
  }
}

}  // namespace

void add_what_ifs(QMenu& menu, Workbench& bench, const Selection& selection) {
  if (!bench.session().fusion() || !bench.session().graph()) return;
  const graph::Graph& graph = *bench.session().graph();
  if (selection.kind == Selection::Kind::Node) {
    const graph::Node& node = graph.node(selection.node);
    if (!bench.session().fusion()->group_of.contains(selection.node)) return;
    menu.addSection(WhatIfText::tr("What if"));
    add_node(menu, bench, node);
  } else if (selection.kind == Selection::Kind::Edge) {
    const graph::Node &from = graph.node(selection.node), &to = graph.node(selection.to);
    const bool neighbours = std::find(to.inputs.begin(), to.inputs.end(), from.id) != to.inputs.end();
    if (!neighbours || !bench.session().fusion()->group_of.contains(from.id) ||
        !bench.session().fusion()->group_of.contains(to.id))
      return;
    menu.addSection(WhatIfText::tr("What if"));
    add_edge(menu, bench, from, to);
  }
}

void add_fusion_settings(QMenu& menu, Workbench& bench) {
  if (!bench.session().model()) return;
  const workspace::FusionChoices choices = bench.session().document()->choices().fusion;
  QMenu* depth = menu.addMenu(WhatIfText::tr("At most this many operators in a group"));
  for (int most : {1, 2, 4, 8, 16, 64, 256})
    choice(depth, most == 256 ? WhatIfText::tr("256 (TVM's default)") : QString::number(most),
           choices.max_depth == most, [&bench, most] { bench.session().changeFusion(fusion::DepthChange{most}); });
  QMenu* level = menu.addMenu(WhatIfText::tr("Opt level of fusion"));
  for (int wanted : {0, 1, 2, 3, 4})
    choice(level, wanted == 2 ? WhatIfText::tr("2 (TVM's default)") : QString::number(wanted),
           choices.opt_level == wanted,
           [&bench, wanted] { bench.session().changeFusion(fusion::LevelChange{wanted}); });
  const auto active = workspace::active_what_ifs(choices);
  if (active.empty()) return;
  menu.addSection(WhatIfText::tr("What-ifs in force"));
  for (const workspace::ActiveWhatIf& what : active)
    QObject::connect(menu.addAction(WhatIfText::tr("Drop: %1").arg(translated(what.text))), &QAction::triggered, &menu,
                     [&bench, drop = what.drop] { bench.session().changeFusion(drop); });
  QObject::connect(menu.addAction(WhatIfText::tr("Drop all of them")), &QAction::triggered, &menu,
                   [&bench] { bench.session().editFusion({{}, ss(WhatIfText::tr("no what-ifs"))}); });
}

}  // namespace nw::views
