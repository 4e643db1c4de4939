// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/action_state.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <vector>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/graph_colours.h"
#include "graph/graph_view.h"
#include "graph/picked_nodes.h"
#include "kernel/kernel_page.h"
#include "kernel/measure.h"
#include "model/runnable.h"
#include "models/sentence_text.h"
#include "window/actions.h"
#include "window/kernel_tabs.h"
#include "window/network_run.h"
#include "window/tune_tabs.h"

namespace nw::window {

using namespace nw::views;

namespace {

struct ActionTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::ActionState)
};

void update_document_actions(const Actions& a, const DocumentSession& session) {
  const workspace::Document* document = session.document();
  a.undo->setEnabled(session.canUndo());
  a.redo->setEnabled(session.canRedo());
  a.undo->setText(session.canUndo() ? ActionTexts::tr("&Undo %1").arg(qs(document->history().undo_label()))
                                    : ActionTexts::tr("&Undo"));
  a.back->setEnabled(session.canGoBack());
  a.forward->setEnabled(session.canGoForward());
  const bool usable = document && !session.openFailed();
  a.save->setEnabled(usable);
  a.save_as->setEnabled(usable);
}

QAction* action_of(const Actions& a, DocumentSession::Stage stage) {
  switch (stage) {
    case DocumentSession::Stage::Source:
      return a.source;
    case DocumentSession::Stage::Optimized:
      return a.optimized;
    case DocumentSession::Stage::Fused:
      break;
  }
  return a.fused;
}

void update_graph_actions(const Actions& a, const DocumentSession& session, const GraphView& graph) {
  const bool model = session.model() != nullptr;
  for (QAction* action : {a.export_picture, a.export_visible, a.copy_picture, a.export_report, a.fit, a.expand_all,
                          a.collapse_all, a.default_scopes, a.source, a.optimized, a.fused, a.play_fusion, a.passes})
    action->setEnabled(model);
  action_of(a, session.stage())->setChecked(true);
  const bool played = model && graph.colours().suspended();
  const QString not_now =
      played ? ActionTexts::tr("While fusion is played the colours are those of the groups") : QString();
  const bool timed = model && graph.colours().hasTimes();
  std::vector<QAction*> colours(a.overlays.begin(), a.overlays.end());
  colours.push_back(a.numbers);
  for (QAction* action : colours) {
    const bool untimed = action == a.overlays.back() && !timed;
    action->setEnabled(model && !played && !untimed);
    Actions::sayWhyNot(action, played             ? not_now
                               : untimed && model ? ActionTexts::tr("Run the network first: these groups have no times")
                                                  : QString());
  }
  a.compare_source->setEnabled(model && session.model()->snapshots.size() > 1);
  a.compare_settings->setEnabled(model);
  a.compare_fusion->setEnabled(session.lastDifference() != nullptr);
  const Selection& selection = session.selection();
  for (QAction* action : {a.near, a.only, a.hide, a.export_selected}) action->setEnabled(model && !selection.empty());
  const bool picks = model && (!selection.empty() || !graph.picked().empty());
  a.pattern_from->setEnabled(picks);
  a.pattern_more->setEnabled(picks && graph.hasPlaces());
  a.everything->setEnabled(model && !graph.shownPart().part().all());
  a.bookmark->setEnabled(model && selection.kind == Selection::Kind::Node);
}

// The network is run where its graph is shown. Empty: nothing prevents the run.
QString why_not_run(const Workbench& workbench, const KernelTabs& tabs) {
  const DocumentSession& session = workbench.session();
  if (!tabs.current() && !tabs.graphShown())
    return ActionTexts::tr("Run is for the graph and for kernels; other tabs have buttons of their own");
  if (!workbench.activeTarget().why_not_run.isEmpty()) return workbench.activeTarget().why_not_run;
  if (const KernelPage* page = tabs.current())
    return page->failed() ? ActionTexts::tr("This group has no loops to run") : QString();
  if (!session.model()) return ActionTexts::tr("There is no network to run");
  if (session.stage() != DocumentSession::Stage::Fused)
    return ActionTexts::tr("A network is run group by group: show its fused graph first");
  if (!session.fusion()) return ActionTexts::tr("The groups are not known yet");
  if (!QFileInfo::exists(qs(session.model()->path)))
    return ActionTexts::tr("A network is run from its file: pasted text has none");
  return {};
}

// Of what is selected. Empty: nothing prevents that its kernel is opened.
QString why_no_kernel(const Workbench& workbench, bool selected, GroupId group) {
  const DocumentSession& session = workbench.session();
  if (!session.model()) return ActionTexts::tr("There is no network: open one first");
  if (session.stage() != DocumentSession::Stage::Fused)
    return ActionTexts::tr("Kernels are those of fused groups: show the fused graph first");
  if (!session.fusion()) return ActionTexts::tr("The groups are not known yet");
  if (!selected) return ActionTexts::tr("Select a node or a fused group first");
  if (group.valid()) return workbench.whyNoKernel(group);
  const Selection& selection = session.selection();
  const QString of_node =
      selection.kind == Selection::Kind::Node
          ? translated(model::why_no_kernel(*session.graph(), session.graph()->node(selection.node)))
          : QString();
  return of_node.isEmpty() ? ActionTexts::tr("The node is in no fused group") : of_node;
}

void update_kernel_actions(Actions& a, const Workbench& workbench, const KernelTabs& tabs, const Theme& theme) {
  const DocumentSession& session = workbench.session();
  const KernelPage* page = tabs.current();
  const Selection::Kind kind = session.selection().kind;
  const bool selected = session.fusion() && (kind == Selection::Kind::Node || kind == Selection::Kind::Group);
  const GroupId group = selected ? session.selectedGroup() : GroupId();
  const QString no_kernel = why_no_kernel(workbench, selected, group);
  a.edit_kernel->setEnabled(selected && no_kernel.isEmpty());
  a.sayWhyNot(a.edit_kernel, no_kernel);
  const QString& network_run = NetworkRun::purpose();
  const bool running = page ? page->running() : workbench.jobs().busy(network_run);
  const QString& why_not = workbench.activeTarget().why_not_run;
  const QString no_run = running ? QString() : why_not_run(workbench, tabs);
  a.run->setEnabled(session.document() && no_run.isEmpty());
  a.setRunning(running, page ? page->progress() : workbench.jobs().partText(network_run), theme);
  a.sayWhyNot(a.run, session.document() ? no_run : QString());
  a.measure_branch->setEnabled(page && (running || why_not.isEmpty()));
  const QString no_page = page ? QString() : ActionTexts::tr("This is for kernels: show the tab of one first");
  for (QAction* action : {a.measure_on, a.compare_versions, a.export_kernel, a.preview_export}) {
    action->setEnabled(page != nullptr);
    a.sayWhyNot(action, no_page);
  }
  a.sayWhyNot(a.measure_branch, page ? why_not : no_page);
  a.measure_branch->setText(page && page->branch()->running() ? ActionTexts::tr("Stop &measuring the branch")
                                                              : ActionTexts::tr("&Measure this branch"));
  const bool sampled = page && page->hasHotSpots();
  for (QAction* action : {a.next_hot_spot, a.previous_hot_spot}) {
    action->setEnabled(sampled);
    a.sayWhyNot(action,
                !page || sampled ? no_page : ActionTexts::tr("Run the kernel to know where the time of its code goes"));
  }
  a.compare_file->setEnabled(session.model() || page);
  const QString no_tuning = why_not_tuned(workbench, page);
  a.tune->setEnabled(page && no_tuning.isEmpty());
  a.sayWhyNot(a.tune, page ? no_tuning : no_page);
  a.explain_default->setEnabled(page && no_tuning.isEmpty());
  a.sayWhyNot(a.explain_default, page ? no_tuning : no_page);
  a.tune_model->setEnabled(session.model() && session.lastFusion() && no_tuning.isEmpty());
  a.sayWhyNot(a.tune_model, session.model() ? no_tuning : QString());
  a.close_tab->setEnabled(tabs.currentIndex() > 0 || session.document());
  for (QAction* action : {a.find, a.find_next, a.find_previous}) action->setEnabled(session.model() || page);
}

}  // namespace

void update_actions(Actions& actions, const Workbench& workbench, const GraphView& graph, const KernelTabs& tabs,
                    const Theme& theme) {
  update_document_actions(actions, workbench.session());
  update_graph_actions(actions, workbench.session(), graph);
  update_kernel_actions(actions, workbench, tabs, theme);
}

}  // namespace nw::window
