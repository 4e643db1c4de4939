// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tab's pictures: when they are made, and what follows a new one. Selection and marks: graph_selection.cpp.
#include "graph/graph_view.h"

#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "common/workbench.h"
#include "graph/change_banner.h"
#include "graph/find_bar.h"
#include "graph/fusion_playback.h"
#include "graph/graph_colours.h"
#include "graph/graph_finder.h"
#include "graph/graph_menu.h"
#include "graph/graph_view_state.h"
#include "graph/legend.h"
#include "graph/minimap.h"
#include "graph/pass_timeline.h"
#include "graph/picked_nodes.h"
#include "graph/place_bar.h"
#include "graph/size_legend.h"
#include "graph/timeline_bar.h"
#include "graph/view_anchor.h"

namespace nw::views {

namespace {
constexpr size_t kFusedAtOnce = 5000;  // nodes of a graph whose groups come as soon as its picture
}  // namespace

GraphView::GraphView(Workbench& workbench, LayoutFunction layout, QWidget* parent)
    : QWidget(parent), workbench_(workbench), layout_(std::move(layout)), theme_(Theme::load(false)) {
  build();
  connectParts();
  connectCanvas();
  workbench_.addViewer(this);
}

GraphView::~GraphView() {
  workbench_.removeViewer(this);
}

// ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::build() {
  canvas_ = new Canvas(this);
  minimap_ = new Minimap(canvas_);
  finder_ = new GraphFinder(workbench_, *canvas_);
  note_ = new QLabel(canvas_);
  note_->setObjectName(QStringLiteral("dim"));
  note_->hide();
  banner_ = new ChangeBanner(this);
  banner_->hide();
  passes_ = new PassTimeline(workbench_, this);
  part_ = new ShownPart(workbench_, this);
  picked_ = new PickedNodes(this);
  playback_ = new FusionPlayback(workbench_, *canvas_, this);
  colours_ = new GraphColours(workbench_, *canvas_);
  sizes_ = new SizeLegend(*canvas_);
  menu_ = new GraphMenu(*this, workbench_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (QWidget* bar : std::initializer_list<QWidget*>{passes_->bar(), part_->bar(), playback_->player(), banner_})
    column->addWidget(bar);
  column->addWidget(canvas_, 1);
  setFocusProxy(canvas_);
}

void GraphView::connectParts() {
  connect(banner_, &ChangeBanner::keep, this, [this] { workbench_.session().keepDifference(); });
  connect(banner_, &ChangeBanner::drop, this, [this] { workbench_.session().dropDifference(); });
  connect(banner_, &ChangeBanner::next, this, &GraphView::stepDifference);
  connect(part_, &ShownPart::changed, this, &GraphView::showPart);
  connect(this, &GraphView::pictureChanged, sizes_, &SizeLegend::follow);
  connect(sizes_, &SizeLegend::resized, this, &GraphView::placeParts);
  connect(canvas_, &Canvas::resized, this, &GraphView::placeParts);  // bars come and go above it
  connect(part_, &ShownPart::pinsChanged, this, [this] { showSelection(false); });
  connect(playback_, &FusionPlayback::playingChanged, this, &GraphView::showBanner);
  connect(playback_, &FusionPlayback::playingChanged, this, [this] { colours_->suspend(playback_->playing()); });
  connect(playback_, &FusionPlayback::stepShown, this, [this] { showSelection(false); });
  connect(passes_, &PassTimeline::visibleChanged, this, &GraphView::overlayChanged);
  connect(passes_, &PassTimeline::marksChanged, this, [this] { showSelection(false); });
  connect(colours_, &GraphColours::changed, this, [this] {
    placeParts();
    Q_EMIT overlayChanged();
  });
  finder_->setTimes([this] { return colours_->hasTimes() ? colours_->times() : nullptr; });
  connect(finder_, &GraphFinder::nodeWanted, this, &GraphView::goTo);
  connect(finder_, &GraphFinder::barResized, this, &GraphView::placeParts);
}

void GraphView::setTheme(const Theme& theme) {
  theme_ = theme;
  canvas_->setTheme(theme);
  minimap_->setTheme(theme);
  finder_->bar()->setTheme(theme);
  playback_->player()->setTheme(theme);
  colours_->setTheme(theme);
  sizes_->setTheme(theme);
}

void GraphView::placeParts() {
  FindBar* find = finder_->bar();
  Legend* legend = colours_->legend();
  find->adjustSize();
  find->move(canvas_->width() - find->width() - 12, 12);
  legend->move(12, canvas_->height() - legend->height() - 12);
  const int below = legend->isVisible() ? legend->height() + 20 : 12;  // to the canvas' lower edge
  sizes_->move(12, canvas_->height() - sizes_->height() - below);
  const auto covered_by = [](const QWidget& part) { return part.isVisible() ? QRectF(part.geometry()) : QRectF(); };
  canvas_->setCovered(covered_by(*legend), covered_by(*sizes_));
  note_->move((canvas_->width() - note_->width()) / 2, (canvas_->height() - note_->height()) / 2);
}

// ── the document ─────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::preferencesChanged() {
  const PictureShape shape{workbench_.preferences().wrap_chains, workbench_.preferences().rightward};
  if (std::exchange(shape_, shape) == shape || !graph_) return;
  camera_when_ready_ = ShownPart::Camera::Fit;
  makePicture(expanded_);
}

void GraphView::targetChanged() {
  colours_->followTarget();
}

void GraphView::documentChanged() {
  graph_.reset();
  tree_.reset();
  laid_out_.reset();
  unfused_.reset();
  composites_.clear();
  regions_.clear();
  cuts_.clear();
  places_.clear();
  hovered_.clear();
  closed_by_hand_.clear();
  picked_->clear();
  passes_->forget();
  part_->setGraph(nullptr, nullptr);
  part_->reset();
  playback_->setPicture(nullptr);
  if (playback_->playing()) playback_->stop();
  colours_->setPicture(nullptr);
  restoreViewState();
  canvas_->setMarks({});
  canvas_->setPicture(nullptr);
  finder_->setPicture(nullptr);
  makePicture({});
}

void GraphView::graphChanged() {
  const DocumentSession& session = workbench_.session();
  if (session.graph() != graph_) {
    picked_->clear();
    if (tree_ && expanded_ != default_expansion(*tree_)) open_scopes_ = openScopes();
    part_->reset();
    if (playback_->playing()) playback_->stop();
  }
  if (playback_->playing() && session.fusion()) playback_->start();
  passes_->refresh();
  if (session.fusion() && unfused_ && unfused_ == session.graph()) {
    if (workbench_.jobs().busy(QStringLiteral("layout"))) return;  // once it is laid out
    if (graph_ == unfused_ && laid_out_) return showGroups();
  }
  makePicture(session.graph() == graph_ ? expanded_ : std::vector<bool>());
}

std::string GraphView::viewState() const {
  GraphViewState state{bookmarks_, std::nullopt, place_when_ready_};
  if (canvas_->picture() && canvas_->placed() && workbench_.session().stage() == DocumentSession::Stage::Fused) {
    const ViewTransform& view = canvas_->view();
    state.place = GraphPlace{view.origin.x(), view.origin.y(), view.scale};
  }
  if (tree_ && expanded_ != default_expansion(*tree_)) state.open = openScopes();
  return to_json(state);
}

void GraphView::restoreViewState() {
  const workspace::Document* document = workbench_.session().document();
  GraphViewState state = document ? read_graph_view_state(document->view_state()) : GraphViewState();
  bookmarks_ = std::move(state.bookmarks);
  open_scopes_ = std::move(state.open);
  place_when_ready_ = state.place;
}

std::vector<std::string> GraphView::openScopes() const {
  std::vector<std::string> open;
  for (size_t s = 1; s < tree_->scopes.size() && s < expanded_.size(); ++s)
    if (expanded_[s]) open.push_back(tree_->scopes[s].path);
  return open;
}

// ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::makePicture(std::vector<bool> expanded, int32_t kept_scope) {
  const DocumentSession& session = workbench_.session();
  auto graph = session.graph();
  if (!graph) return;
  const bool unfused = session.stage() == DocumentSession::Stage::Fused && !session.fusion();
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
      [graph, fusion = session.fusion(), known_tree, expanded = std::move(expanded), words = theme_.words,
       layout = layout_, shown = part_->nodes(), before = laid_out_, trees = session.trees(), shape = shape_,
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
                                    cancel, before.get(), shape);
        return made;
      },
      [this, graph, kept_scope](Made made) {
        if (!made.picture) return;
        if (tree_ != made.tree) closed_by_hand_.clear();
        graph_ = graph;
        tree_ = made.tree;
        part_->setGraph(graph_, tree_);
        adoptPicture(std::move(made.picture), kept_scope);
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
        playback_->setPicture(picture);
        canvas_->redrawAs(picture);
        colours_->setGroups(std::move(picture));
        showSelection(false);
        if (playback_->playing()) playback_->showStep();
        Q_EMIT pictureChanged();
      });
}

void GraphView::adoptPicture(std::shared_ptr<const Picture> picture, int32_t kept_scope) {
  using Camera = ShownPart::Camera;
  note_->hide();
  const bool other_graph = laid_out_ && laid_out_->scene.graph != picture->scene.graph;
  const ViewAnchor anchor = other_graph ? anchor_in_middle(*canvas_) : ViewAnchor();
  expanded_ = picture->scene.expanded;
  laid_out_ = picture;
  playback_->setPicture(picture);
  canvas_->setMarks({});
  const std::optional<Camera> camera = std::exchange(camera_when_ready_, std::nullopt);
  const NodeId kept_node = camera && camera != Camera::Fit
                               ? node_to_hold(*canvas_, *picture, workbench_.session().selection().node)
                               : NodeId();
  canvas_->setPicture(picture, kept_scope, kept_node);
  if (const auto place = std::exchange(place_when_ready_, std::nullopt))
    canvas_->setView({QPointF(place->x, place->y), place->scale});
  if (other_graph) restore_anchor(*canvas_, *picture, anchor);
  const bool lost = camera && camera != Camera::Stay && !kept_node.valid();
  if (lost || (camera == Camera::StayIfReadable && !canvas_->readable())) canvas_->fit();
  colours_->setPicture(picture);
  finder_->setPicture(std::move(picture));
  showSelection(std::exchange(reveal_when_ready_, false));
  if (playback_->playing()) playback_->showStep();
  Q_EMIT pictureChanged();
}

bool GraphView::settled() const {
  return !workbench_.jobs().busy(QStringLiteral("layout")) && canvas_->settled();
}

// ── opening ─────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::showPart(ShownPart::Camera camera) {
  using Camera = ShownPart::Camera;
  camera_when_ready_ = camera;
  if (camera == Camera::Fit) expanded_[static_cast<size_t>(part_->part().scope)] = true;  // a scope was entered
  // Where something was hidden or is back, no scope opens for that.
  makePicture(camera == Camera::Stay ? expanded_ : part_->openedAround(expanded_));
}

void GraphView::toggleScope(int32_t scope) {
  if (scope <= 0 || !tree_ || static_cast<size_t>(scope) >= expanded_.size()) return;
  std::vector<bool> expanded = expanded_;
  expanded[static_cast<size_t>(scope)] = !expanded[static_cast<size_t>(scope)];
  if (expanded[static_cast<size_t>(scope)])
    closed_by_hand_.erase(scope);
  else
    closed_by_hand_.insert(scope);
  makePicture(std::move(expanded), scope);
}

// A collapsed scope that one zooms in on opens; one that was closed by hand stays.
void GraphView::openWhenNear(int32_t item) {
  const int32_t scope = canvas_->picture()->scene.items[static_cast<size_t>(item)].scope;
  if (closed_by_hand_.contains(scope) || workbench_.jobs().busy(QStringLiteral("layout"))) return;
  toggleScope(scope);
}

void GraphView::expandAll() {
  closed_by_hand_.clear();
  if (tree_) makePicture(expand_all(*tree_));
}

void GraphView::collapseAll() {
  if (!tree_) return;
  closed_by_hand_.clear();
  makePicture(std::vector<bool>(tree_->scopes.size(), false));
}

void GraphView::showDefault() {
  makePicture({});
}

void GraphView::fit() {
  canvas_->fit();
}

}  // namespace nw::views
