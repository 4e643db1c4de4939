// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_view.h"

#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/change_banner.h"
#include "graph/find_bar.h"
#include "graph/legend.h"
#include "graph/minimap.h"
#include "graph/place_bar.h"
#include "graph/player.h"
#include "graph/timeline_bar.h"
#include "models/query.h"

namespace nw::views {

namespace {
constexpr size_t kFusedAtOnce = 5000;  // nodes of a graph whose groups come as soon as its picture
}  // namespace

GraphView::GraphView(Workbench& workbench, LayoutFunction layout, QWidget* parent)
    : QWidget(parent), workbench_(workbench), layout_(std::move(layout)), theme_(Theme::load(false)) {
  build();
  connectCanvas();
  workbench_.addViewer(this);
}

GraphView::~GraphView() {
  workbench_.removeViewer(this);
}

void GraphView::build() {
  canvas_ = new Canvas(this);
  minimap_ = new Minimap(canvas_);
  find_ = new FindBar(canvas_);
  note_ = new QLabel(canvas_);
  note_->setObjectName(QStringLiteral("dim"));
  note_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  banner_ = new ChangeBanner(this);
  timeline_ = new TimelineBar(this);
  place_ = new PlaceBar(this);
  player_ = new Player(this);
  legend_ = new Legend(canvas_);
  for (QWidget* bar : std::initializer_list<QWidget*>{timeline_, place_, player_, banner_}) {
    bar->hide();
    column->addWidget(bar);
  }
  column->addWidget(canvas_, 1);
  connectBars();
  setFocusProxy(canvas_);
}

void GraphView::connectBars() {
  connect(banner_, &ChangeBanner::keep, this, [this] { workbench_.session().keepDifference(); });
  connect(banner_, &ChangeBanner::drop, this, [this] { workbench_.session().dropDifference(); });
  connect(banner_, &ChangeBanner::next, this, &GraphView::stepDifference);
  connect(place_, &PlaceBar::everythingWanted, this, &GraphView::showEverything);
  connect(place_, &PlaceBar::hiddenWanted, this, &GraphView::showHidden);
  connect(place_, &PlaceBar::scopeWanted, this, &GraphView::enterScope);
  connect(place_, &PlaceBar::hopsWanted, this, [this](int hops) { showAround(part_.nodes, hops); });
  connect(player_, &Player::moved, this, &GraphView::showStep);
  connect(player_, &Player::closed, this, &GraphView::stopPlayback);
  connect(timeline_, &TimelineBar::snapshotWanted, this,
          [this](int index) { workbench_.session().showSnapshot(static_cast<size_t>(index)); });
  connect(timeline_, &TimelineBar::closed, this, [this] { setTimelineVisible(false); });
  connect(legend_, &Legend::closed, this, [this] { setOverlay(OverlayKind::None); });
}

void GraphView::connectCanvas() {
  connect(canvas_, &Canvas::viewChanged, minimap_, &Minimap::refresh);
  connect(canvas_, &Canvas::itemClicked, this, [this](qint32 i) {
    const SceneItem& item = canvas_->picture()->scene.items[static_cast<size_t>(i)];
    select(item.node.valid() ? Selection::of_node(item.node)
                             : Selection::of_scope(tree_->scopes[static_cast<size_t>(item.scope)].path));
  });
  connect(canvas_, &Canvas::itemExtended, this, [this](qint32 i) {
    const NodeId node = canvas_->picture()->scene.items[static_cast<size_t>(i)].node;
    const Selection& before = workbench_.session().selection();
    if (!node.valid()) return;
    select(before.node.valid() && before.node != node ? Selection::of_edge(before.node, node)
                                                      : Selection::of_node(node));
  });
  connect(canvas_, &Canvas::edgeClicked, this, [this](qint32 e) {
    const SceneEdge& edge = canvas_->picture()->scene.edges[static_cast<size_t>(e)];
    select(Selection::of_edge(edge.producer, edge.consumer));
  });
  connect(canvas_, &Canvas::boxClicked, this, [this](qint32 box) {
    select(Selection::of_scope(
        tree_->scopes[static_cast<size_t>(canvas_->picture()->scene.boxes[static_cast<size_t>(box)].scope)].path));
  });
  connect(canvas_, &Canvas::nothingClicked, this, [this] { select({}); });
  connect(canvas_, &Canvas::itemActivated, this, &GraphView::activate);
  connect(canvas_, &Canvas::boxActivated, this,
          [this](qint32 box) { toggleScope(canvas_->picture()->scene.boxes[static_cast<size_t>(box)].scope); });
  connect(canvas_, &Canvas::walked, this, &GraphView::walk);
  connect(canvas_, &Canvas::backWanted, this, [this] { workbench_.session().goBack(); });
  connect(canvas_, &Canvas::activateWanted, this, [this] {
    const Selection& selection = workbench_.session().selection();
    if (selection.kind == Selection::Kind::Scope)
      toggleScope(tree_ ? tree_->find(selection.scope) : -1);
    else if (canvas_->picture() && selection.node.valid())
      activate(canvas_->picture()->item_of(selection.node));
  });
  connect(canvas_, &Canvas::contextMenuWanted, this, &GraphView::menu);
  find_->setCandidates(
      [this](const QString& word) { return graph_ ? query_candidates(word, *graph_) : QStringList(); });
  connect(find_, &FindBar::changed, this, &GraphView::find);
  connect(find_, &FindBar::next, this, [this] { stepFind(1); });
  connect(find_, &FindBar::previous, this, [this] { stepFind(-1); });
  connect(find_, &FindBar::closed, this, [this] {
    find_->hide();
    find(QString());
    canvas_->setFocus();
  });
}

void GraphView::setTheme(const Theme& theme) {
  theme_ = theme;
  canvas_->setTheme(theme);
  minimap_->setTheme(theme);
  find_->setTheme(theme);
  player_->setTheme(theme);
  legend_->setTheme(theme);
  makeFills();
}

// ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::documentChanged() {
  graph_.reset();
  tree_.reset();
  laid_out_.reset();
  found_.clear();
  part_ = {};
  shown_.reset();
  changed_by_pass_.clear();
  composites_.clear();
  if (playing()) stopPlayback();
  takeOverlay(nullptr);
  updatePlace();
  restoreViewState();
  canvas_->setMarks({});
  canvas_->setPicture(nullptr);
  find(find_->isVisible() ? find_->text() : QString());
  unfused_.reset();
  makePicture({});
}

void GraphView::graphChanged() {
  if (workbench_.session().graph() != graph_) {
    if (tree_ && expanded_ != default_expansion(*tree_)) open_scopes_ = openScopes();
    part_ = {};
    shown_.reset();
    updatePlace();
    if (playing()) stopPlayback();
  }
  if (playing() && workbench_.session().fusion()) startPlayback();
  updateTimeline();
  if (workbench_.session().fusion() && unfused_ && unfused_ == workbench_.session().graph()) {
    if (workbench_.jobs().busy(QStringLiteral("layout"))) return;  // once it is laid out
    if (graph_ == unfused_ && laid_out_) return showGroups();
  }
  makePicture(workbench_.session().graph() == graph_ ? expanded_ : std::vector<bool>());
}

void GraphView::makePicture(std::vector<bool> expanded, int32_t kept_scope) {
  auto graph = workbench_.session().graph();
  if (!graph) return;
  const bool unfused = workbench_.session().stage() == DocumentSession::Stage::Fused && !workbench_.session().fusion();
  if (unfused && graph->size() <= kFusedAtOnce) return;  // it comes in a moment
  unfused_ = unfused ? graph : nullptr;
  struct Made {
    std::shared_ptr<const ScopeTree> tree;
    std::shared_ptr<const Picture> picture;
  };
  auto known_tree = graph == graph_ ? tree_ : nullptr;
  note_->setText(tr("Laying out…"));
  note_->adjustSize();
  note_->setVisible(!canvas_->picture());
  placeParts();
  workbench_.jobs().run<Made>(
      QStringLiteral("layout"), tr("Laying out the graph"), this,
      [graph, fusion = workbench_.session().fusion(), known_tree, expanded = std::move(expanded), words = theme_.words,
       layout = layout_, shown = shown_, before = laid_out_, trees = workbench_.session().trees(),
       wanted = std::exchange(open_scopes_, std::nullopt)](const CancelToken& cancel) {
        Made made;
        made.tree = known_tree ? known_tree : trees->of(graph);
        std::vector<bool> open = expanded.empty() ? default_expansion(*made.tree) : expanded;
        if (wanted) {
          open.assign(made.tree->scopes.size(), false);
          for (const std::string& path : *wanted)
            if (const int32_t scope = made.tree->find(path); scope > 0) open[static_cast<size_t>(scope)] = true;
        }
        made.picture = make_picture(build_scene(graph, fusion, made.tree, std::move(open), shown.get()), words, layout,
                                    cancel, before.get());
        return made;
      },
      [this, graph, kept_scope](Made made) {
        if (!made.picture) return;
        graph_ = graph;
        tree_ = made.tree;
        takePicture(std::move(made.picture), kept_scope);
        if (unfused_ == graph && workbench_.session().fusion()) showGroups();
      });
}

// The picture was there before the fusion: only its colours are missing.
void GraphView::showGroups() {
  unfused_.reset();
  workbench_.jobs().run<std::shared_ptr<const Picture>>(
      QStringLiteral("layout"), tr("Drawing the groups"), this,
      [picture = laid_out_, fusion = workbench_.session().fusion()](const CancelToken&) {
        return with_groups(*picture, fusion);
      },
      [this](std::shared_ptr<const Picture> picture) {
        laid_out_ = picture;
        canvas_->redrawAs(std::move(picture));
        if (overlay_ || wanted_overlay_ != OverlayKind::None) makeOverlay();
        showSelection(false);
        if (playing()) showStep();
        Q_EMIT pictureChanged();
      });
}

void GraphView::takePicture(std::shared_ptr<const Picture> picture, int32_t kept_scope) {
  note_->hide();
  const bool other_graph = laid_out_ && laid_out_->scene.graph != picture->scene.graph;
  const Held held = other_graph ? holdMiddle() : Held();
  expanded_ = picture->scene.expanded;
  laid_out_ = picture;
  canvas_->setMarks({});
  const std::optional<Camera> camera = std::exchange(camera_when_ready_, std::nullopt);
  const NodeId kept_node = camera && camera != Camera::Fit ? nodeToHold(*picture) : NodeId();
  canvas_->setPicture(std::move(picture), kept_scope, kept_node);
  if (other_graph) putBack(held);
  const bool lost = camera && camera != Camera::Stay && !kept_node.valid();
  if (lost || (camera == Camera::StayIfReadable && !canvas_->readable())) canvas_->fit();
  if (overlay_ && overlay_->values.size() == graph_->size() && overlay_->kind != OverlayKind::GroupSize)
    makeFills();
  else if (wanted_overlay_ != OverlayKind::None)
    makeOverlay();
  find(find_->isVisible() ? find_->text() : QString());
  showSelection(reveal_when_ready_);
  reveal_when_ready_ = false;
  if (playing()) showStep();
  Q_EMIT pictureChanged();
}

void GraphView::toggleScope(int32_t scope) {
  if (scope <= 0 || !tree_ || static_cast<size_t>(scope) >= expanded_.size()) return;
  std::vector<bool> expanded = expanded_;
  expanded[static_cast<size_t>(scope)] = !expanded[static_cast<size_t>(scope)];
  makePicture(std::move(expanded), scope);
}

void GraphView::expandAll() {
  if (tree_) makePicture(expand_all(*tree_));
}

void GraphView::collapseAll() {
  if (tree_) makePicture(std::vector<bool>(tree_->scopes.size(), false));
}

void GraphView::showDefault() {
  makePicture({});
}
void GraphView::fit() {
  canvas_->fit();
}

bool GraphView::settled() const {
  return !workbench_.jobs().busy(QStringLiteral("layout")) && canvas_->settled();
}

// ── selection ────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::select(const Selection& selection) {
  siblings_.clear();
  workbench_.session().select(selection, this);
  showSelection(false);
}

void GraphView::selectionChanged(const Selection&) {
  siblings_.clear();
  showSelection(true);
}

void GraphView::revealSelection() {
  showSelection(true);
}

void GraphView::activate(int32_t index) {
  const auto& picture = canvas_->picture();
  if (!picture || index < 0) return;
  const SceneItem& item = picture->scene.items[static_cast<size_t>(index)];
  if (!item.node.valid())
    toggleScope(item.scope);
  else if (item.group >= 0)
    workbench_.openKernel(GroupId(item.group));
}

void GraphView::placeParts() {
  find_->adjustSize();
  find_->move(canvas_->width() - find_->width() - 12, 12);
  legend_->move(12, canvas_->height() - legend_->height() - 12);
  note_->move((canvas_->width() - note_->width()) / 2, (canvas_->height() - note_->height()) / 2);
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeParts();
  minimap_->refresh();
}

}  // namespace nw::views
