// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the operators' panel beside the table: where the time goes as a tree of bars, and the last run along its
// time.
#include <QButtonGroup>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "common/flame_view.h"
#include "common/operators_panel.h"
#include "common/run_timeline_view.h"
#include "common/text.h"
#include "common/workbench.h"
#include "models/operators_model.h"
#include "models/overlay.h"

namespace nw::views {

namespace {

const QString kFlamePurpose = QStringLiteral("flame"), kTimelinePurpose = QStringLiteral("timeline");

}  // namespace

void OperatorsPanel::makePages() {
  pages_->addWidget(table_);
  pages_->addWidget(flame_);
  pages_->addWidget(timeline_);
  auto* group = new QButtonGroup(this);
  const std::array<std::pair<QString, QString>, 3> names = {
      std::pair{tr("Table"), tr("Operators and groups with what they cost, in any order")},
      std::pair{tr("Flame"), tr("Where the time goes: scopes, groups, stages and loops, as wide as they take long")},
      std::pair{tr("Timeline"), tr("The last run along its time, with the memory that values took")}};
  for (size_t i = 0; i < names.size(); ++i) {
    auto* button = new QToolButton(this);
    button->setText(names[i].first);
    button->setToolTip(names[i].second);
    button->setAccessibleName(names[i].first);
    button->setCheckable(true);
    button->setAutoRaise(true);
    group->addButton(button, static_cast<int>(i));
    page_buttons_[i] = button;
  }
  page_buttons_.front()->setChecked(true);
}

void OperatorsPanel::connectPages() {
  for (size_t i = 0; i < page_buttons_.size(); ++i)
    connect(page_buttons_[i], &QToolButton::clicked, this, [this, i] { showPage(static_cast<Page>(i)); });
  connect(flame_, &FlameView::selected, this, &OperatorsPanel::selectFromRun);
  connect(flame_, &FlameView::scopeSelected, this, &OperatorsPanel::selectScope);
  connect(timeline_, &RunTimelineView::selected, this, &OperatorsPanel::selectFromRun);
  connect(flame_, &FlameView::kernelWanted, this, [this](GroupId group) { workbench_.openKernel(group); });
  connect(timeline_, &RunTimelineView::kernelWanted, this, [this](GroupId group) { workbench_.openKernel(group); });
}

OperatorsPanel::Page OperatorsPanel::page() const {
  return static_cast<Page>(pages_->currentIndex());
}

void OperatorsPanel::showPage(Page page) {
  page_buttons_[static_cast<size_t>(page)]->setChecked(true);
  pages_->setCurrentIndex(static_cast<int>(page));
  showRun();
  showRows();
}

void OperatorsPanel::setProfiles(std::vector<GroupProfile> profiles) {
  if (profiles == profiles_) return;
  profiles_ = std::move(profiles);
  showRun();
}

// Of the page that is shown.
void OperatorsPanel::showRun() {
  if (!known_ || !isVisible()) return;
  if (page() == Page::Flame) {
    workbench_.jobs().run<std::shared_ptr<const views::Flame>>(
        kFlamePurpose, tr("Adding the times up"), this,
        [table = known_, profiles = profiles_](const CancelToken& cancel) {
          return make_flame(*table, profiles, cancel);
        },
        [this](std::shared_ptr<const views::Flame> flame) {
          if (!flame) return;
          flame_->setFlame(std::move(flame));
          followInRun(workbench_.session().selection());
          showRows();
        });
  } else if (page() == Page::Timeline && times_ && times_->trace && !timesAreStale()) {
    workbench_.jobs().run<std::shared_ptr<const RunTimeline>>(
        kTimelinePurpose, tr("Drawing the run"), this,
        [table = known_, trace = times_->trace](const CancelToken&) { return make_run_timeline(*trace, *table); },
        [this](std::shared_ptr<const RunTimeline> run) {
          timeline_->setRun(std::move(run));
          followInRun(workbench_.session().selection());
          showRows();
        });
  }
}

void OperatorsPanel::selectFromRun(NodeId node, GroupId group) {
  if (group.valid())
    workbench_.session().select(Selection::of_group(group), this);
  else if (node.valid())
    workbench_.session().select(Selection::of_node(node), this);
}

// Scopes with a single thing inside are part of the one around them on the graph.
void OperatorsPanel::selectScope(const QString& path) {
  const auto graph = workbench_.session().graph();
  if (!graph) return;
  const auto tree = workbench_.session().trees()->of(graph);
  for (QString here = path; !here.isEmpty();
       here = here.left(std::max<qsizetype>(0, here.lastIndexOf(QLatin1Char('/')))))
    if (tree->find(ss(here)) > 0) return workbench_.session().select(Selection::of_scope(ss(here)), this);
}

// The bar of the selected node or group, unless the current one is of it.
void OperatorsPanel::followInRun(const Selection& selection) {
  GroupId group = selection.kind == Selection::Kind::Group ? selection.group : GroupId();
  const NodeId node = selection.kind == Selection::Kind::Node ? selection.node : NodeId();
  if (const auto fusion = workbench_.session().fusion(); fusion && node.valid())
    if (const auto found = fusion->group_of.find(node); found != fusion->group_of.end()) group = found->second;
  const auto fits = [&](const auto& bar) {
    return group.valid() ? bar.group == group : node.valid() && bar.node == node;
  };
  const auto follow = [&](auto* view, const auto& bars) {
    if (view->current() >= 0 && fits(bars[static_cast<size_t>(view->current())])) return;
    const auto found = std::ranges::find_if(bars, fits);
    view->setCurrent(found == bars.end() ? -1 : static_cast<int>(found - bars.begin()));
  };
  if (flame_->flame()) follow(flame_, flame_->flame()->nodes);
  if (timeline_->run()) follow(timeline_, timeline_->run()->calls);
}

bool OperatorsPanel::timesAreStale() const {
  return times_ && times_->of != workbench_.session().lastFusion();
}

// The timeline's calls are those of the groups that ran.
void OperatorsPanel::dropStaleRun() {
  if (!timesAreStale()) return;
  workbench_.jobs().cancel(kTimelinePurpose);
  timeline_->setRun(nullptr);
  showRows();
}

bool OperatorsPanel::pageIsEmpty() const {
  switch (page()) {
    case Page::Table:
      return model_->rows() == nullptr || filterHidesAll();
    case Page::Flame:
      return flame_->flame() == nullptr;
    case Page::Timeline:
      break;
  }
  return timeline_->run() == nullptr;
}

bool OperatorsPanel::filterHidesAll() const {
  return page() == Page::Table && !filter_->text().isEmpty() && model_->rows() && model_->rows()->rows.empty();
}

QString OperatorsPanel::emptyText() const {
  if (!workbench_.session().model()) return tr("Open a model to see what its operators cost.");
  if (filterHidesAll()) return tr("No row matches %1").arg(filter_->text());
  if (page() == Page::Timeline && !(times_ && times_->trace))
    return tr("Run the network (Ctrl+Return on the graph) to see what ran when.");
  if (page() == Page::Timeline && timesAreStale())
    return tr("The groups or sizes have changed since the run. Run the network again to see what runs when.");
  return {};
}

}  // namespace nw::views
