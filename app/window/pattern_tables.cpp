// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/pattern_tables.h"

#include "common/text.h"
#include "common/workbench.h"
#include "graph/graph_view.h"
#include "patterns/offload_page.h"
#include "patterns/patterns_panel.h"
#include "patterns/rewrite_page.h"
#include "patterns/selection_page.h"
#include "patterns/trial_view.h"
#include "window/comparisons.h"
#include "window/file_dialogs.h"
#include "window/kernel_tabs.h"

namespace nw::window {

using namespace nw::views;

PatternTables::PatternTables(PatternsPanel& panel, Workbench& workbench, GraphView& graph, KernelTabs& tabs,
                             Comparisons& comparisons, QObject* parent)
    : QObject(parent), panel_(panel), workbench_(workbench), tabs_(tabs) {
  connect(&panel, &PatternsPanel::compositesFound, &graph, &GraphView::setComposites);
  connect(&panel, &PatternsPanel::nodesHovered, &graph, &GraphView::hoverNodes);
  connect(&graph, &GraphView::nodeHovered, &panel, &PatternsPanel::hoverNode);
  connect(panel.offload(), &OffloadPage::regionsFound, this,
          [&graph](const std::vector<NamedNodes>& regions, const std::vector<pattern::Cut>& cuts) {
            std::vector<std::pair<NodeId, NodeId>> pairs;
            for (const pattern::Cut& cut : cuts)
              if (cut.from.valid() && cut.to.valid()) pairs.emplace_back(cut.from, cut.to);
            graph.setRegions(regions, std::move(pairs));
          });
  connect(panel.offload(), &OffloadPage::wayChosen, &graph, &GraphView::hoverNodes);
  connect(panel.selection(), &SelectionPage::placesChanged, &graph, &GraphView::setPlaces);
  connect(panel.selection(), &SelectionPage::moreWanted, this,
          [&panel, &graph] { panel.patternFrom(graph.selectedNodes(), true); });
  connect(&graph, &GraphView::patternWanted, this, [this](const std::vector<NodeId>& nodes, bool more) {
    panel_.patternFrom(nodes, more);
    Q_EMIT panelWanted();
  });
  connect(panel.rewriting(), &RewritePage::compareWanted, &comparisons, &Comparisons::ofRewriting);
  connect(&panel, &PatternsPanel::trialWanted, this, &PatternTables::openTrial);
  connect(&panel, &PatternsPanel::openWanted, this, &PatternTables::open);
  connect(&panel, &PatternsPanel::saveWanted, this, &PatternTables::save);
}

void PatternTables::open() {
  const QString path =
      ask_for_file(tabs_.window(), tr("Open a pattern table"), {tr("Pattern tables (*.pat)"), tr("All files (*)")});
  if (!path.isEmpty()) panel_.openTable(path);
}

void PatternTables::save() {
  QString path = panel_.tablePath();
  if (path.isEmpty())
    path = ask_where_to_save(tabs_.window(), tr("Save the pattern table"), QStringLiteral("table.pat"),
                             {tr("Pattern tables (*.pat)")})
               .path;
  if (!path.isEmpty()) panel_.saveTable(path);
}

// What keeps a pattern that matches there from being taken.
QString PatternTables::reasonBeside(const QString& line, NodeId root) const {
  using pattern::MissKind;
  const auto view = panel_.view();
  for (size_t i = 0; view && i < view->composites.near_misses.size(); ++i) {
    const pattern::NearMiss& miss = view->composites.near_misses[i];
    const bool beside =
        miss.kind == MissKind::Taken || miss.kind == MissKind::UsedOutside || miss.kind == MissKind::Check;
    if (beside && miss.root == root && miss.name == ss(line)) return qs(miss.text);
  }
  return {};
}

// One tab: another trial takes the place of the one before.
void PatternTables::openTrial(const QString& line, NodeId root) {
  auto* view = tabs_.findChild<TrialView*>();
  if (!view) {
    view = new TrialView(workbench_, &tabs_);
    tabs_.addTab(view, tr("Trial"));
  }
  tabs_.setCurrentWidget(view);
  view->setTrial(workbench_.session().graph(), ss(panel_.text()), line, root, reasonBeside(line, root));
}

}  // namespace nw::window
