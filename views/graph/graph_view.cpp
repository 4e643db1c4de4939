// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_view.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/find_bar.h"
#include "graph/minimap.h"
#include "models/query.h"

namespace nw::views {

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
  column->addWidget(canvas_);
  setFocusProxy(canvas_);
}

void GraphView::connectCanvas() {
  connect(canvas_, &Canvas::viewChanged, minimap_, &Minimap::refresh);
  connect(canvas_, &Canvas::itemClicked, this, [this](qint32 i) {
    const SceneItem& item = canvas_->picture()->scene.items[static_cast<size_t>(i)];
    select(item.node.valid() ? Selection::of_node(item.node)
                             : Selection::of_scope(tree_->scopes[static_cast<size_t>(item.scope)].path));
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
  connect(canvas_, &Canvas::backWanted, this, [this] { workbench_.goBack(); });
  connect(canvas_, &Canvas::activateWanted, this, [this] {
    const Selection& selection = workbench_.selection();
    if (selection.kind == Selection::Kind::Scope)
      toggleScope(tree_ ? tree_->find(selection.scope) : -1);
    else if (canvas_->picture() && selection.node.valid())
      activate(canvas_->picture()->item_of(selection.node));
  });
  connect(canvas_, &Canvas::contextMenuWanted, this, &GraphView::menu);
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
}

// ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::documentChanged() {
  graph_.reset();
  tree_.reset();
  found_.clear();
  canvas_->setMarks({});
  canvas_->setPicture(nullptr);
  find(find_->isVisible() ? find_->text() : QString());
}

void GraphView::graphChanged() {
  makePicture(workbench_.graph() == graph_ ? expanded_ : std::vector<bool>());
}

void GraphView::makePicture(std::vector<bool> expanded, int32_t kept_scope) {
  auto graph = workbench_.graph();
  if (!graph) return;
  if (workbench_.stage() == Workbench::Stage::Fused && !workbench_.fusion()) return;  // it comes in a moment
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
      [graph, fusion = workbench_.fusion(), known_tree, expanded, words = theme_.words,
       layout = layout_](const CancelToken& cancel) {
        Made made;
        made.tree = known_tree ? known_tree : std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
        std::vector<bool> open = expanded.empty() ? default_expansion(*made.tree) : expanded;
        made.picture = make_picture(build_scene(graph, fusion, made.tree, std::move(open)), words, layout, cancel);
        return made;
      },
      [this, graph, kept_scope](Made made) {
        if (!made.picture) return;
        graph_ = graph;
        tree_ = made.tree;
        takePicture(std::move(made.picture), kept_scope);
      });
}

void GraphView::takePicture(std::shared_ptr<const Picture> picture, int32_t kept_scope) {
  note_->hide();
  expanded_ = picture->scene.expanded;
  canvas_->setMarks({});
  canvas_->setPicture(std::move(picture), kept_scope);
  find(find_->isVisible() ? find_->text() : QString());
  showSelection(reveal_when_ready_);
  reveal_when_ready_ = false;
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
  workbench_.select(selection, this);
  showSelection(false);
}

void GraphView::selectionChanged(const Selection&) {
  siblings_.clear();
  showSelection(true);
}

void GraphView::revealSelection() {
  showSelection(true);
}

void GraphView::showSelection(bool reveal) {
  const auto& picture = canvas_->picture();
  if (!picture) {
    reveal_when_ready_ = reveal_when_ready_ || reveal;
    return;
  }
  const Selection& selection = workbench_.selection();
  Marks marks = canvas_->marks();
  marks.items.clear();
  marks.edge = marks.group = marks.box = -1;
  QRectF place;
  auto mark_item = [&](int32_t item) {
    if (item < 0) return;
    marks.items.insert(item);
    place |= picture->items[static_cast<size_t>(item)].rect();
  };
  switch (selection.kind) {
    case Selection::Kind::None:
      break;
    case Selection::Kind::Node:
      mark_item(picture->item_of(selection.node));
      break;
    case Selection::Kind::Edge:
      marks.edge = picture->edge_of(selection.node, selection.to);
      if (marks.edge >= 0) place = picture->edge_bounds[static_cast<size_t>(marks.edge)].rect();
      break;
    case Selection::Kind::Group:
      marks.group = selection.group.value;
      place = picture->rect_of_group(selection.group.value);
      break;
    case Selection::Kind::Scope: {
      const int32_t scope = tree_->find(selection.scope);
      mark_item(picture->item_of_scope(scope));
      marks.box = picture->box_of_scope(scope);
      if (marks.box >= 0) place = picture->boxes[static_cast<size_t>(marks.box)].rect();
    }
  }
  canvas_->setMarks(std::move(marks));
  if (reveal && place.isValid()) canvas_->reveal(place);
}

void GraphView::openScopesAround(NodeId node) {
  std::vector<bool> expanded = expanded_;
  int32_t inner = -1;
  for (int32_t s = tree_->scope_of[node.index()]; s > 0; s = tree_->scopes[static_cast<size_t>(s)].parent) {
    if (!expanded[static_cast<size_t>(s)]) inner = s;
    expanded[static_cast<size_t>(s)] = true;
  }
  reveal_when_ready_ = true;
  if (inner > 0) makePicture(std::move(expanded), inner);
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

// Up and down follow the edges; left and right step through what the last such step could have reached.
void GraphView::walk(Canvas::Walk direction) {
  const auto& picture = canvas_->picture();
  if (!picture || picture->items.empty()) return;
  const Selection& selection = workbench_.selection();
  const int32_t here = selection.kind == Selection::Kind::Node    ? picture->item_of(selection.node)
                       : selection.kind == Selection::Kind::Scope ? picture->item_of_scope(tree_->find(selection.scope))
                                                                  : -1;
  auto go = [&](int32_t item) {
    const SceneItem& target = picture->scene.items[static_cast<size_t>(item)];
    workbench_.select(target.node.valid() ? Selection::of_node(target.node)
                                          : Selection::of_scope(tree_->scopes[static_cast<size_t>(target.scope)].path),
                      this);
    showSelection(true);
  };
  if (here < 0) return go(0);
  auto x_of = [&](int32_t item) { return picture->items[static_cast<size_t>(item)].x; };
  auto neighbours = [&](int32_t of, bool up) {
    std::vector<int32_t> found;
    picture->edge_index.query(picture->items[static_cast<size_t>(of)].rect().adjusted(-2, -2, 2, 2), [&](int32_t e) {
      const SceneEdge& edge = picture->scene.edges[static_cast<size_t>(e)];
      if (up && edge.to == of) found.push_back(edge.from);
      if (!up && edge.from == of) found.push_back(edge.to);
    });
    std::sort(found.begin(), found.end(),
              [&](int32_t a, int32_t b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
    return found;
  };
  if (direction == Canvas::Walk::Up || direction == Canvas::Walk::Down) {
    const std::vector<int32_t> found = neighbours(here, direction == Canvas::Walk::Up);
    if (!found.empty()) go(found[found.size() / 2]);
    return;
  }
  std::vector<int32_t> siblings;
  for (int32_t producer : neighbours(here, true))
    for (int32_t item : neighbours(producer, false)) siblings.push_back(item);
  if (siblings.size() < 2)
    for (int32_t consumer : neighbours(here, false))
      for (int32_t item : neighbours(consumer, true)) siblings.push_back(item);
  std::sort(siblings.begin(), siblings.end(),
            [&](int32_t a, int32_t b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
  siblings.erase(std::unique(siblings.begin(), siblings.end()), siblings.end());
  auto at = std::find(siblings.begin(), siblings.end(), here);
  if (at == siblings.end()) return;
  if (direction == Canvas::Walk::Left && at != siblings.begin()) go(*std::prev(at));
  if (direction == Canvas::Walk::Right && std::next(at) != siblings.end()) go(*std::next(at));
}

void GraphView::menu(int32_t item, int32_t box, const QPoint& global) {
  QMenu menu(this);
  const auto& picture = canvas_->picture();
  if (item >= 0) {
    const SceneItem& thing = picture->scene.items[static_cast<size_t>(item)];
    if (!thing.node.valid()) {
      menu.addAction(tr("Open %1").arg(qs(tree_->scopes[static_cast<size_t>(thing.scope)].name)), this,
                     [this, scope = thing.scope] { toggleScope(scope); });
    } else {
      if (thing.group >= 0) {
        menu.addAction(tr("Edit this group's kernel"), this,
                       [this, group = thing.group] { workbench_.openKernel(GroupId(group)); });
        menu.addAction(tr("Select the whole group"), this,
                       [this, group = thing.group] { select(Selection::of_group(GroupId(group))); });
      }
      const QString name = qs(picture->scene.graph->node(thing.node).name);
      menu.addAction(tr("Copy the name"), this, [name] { QApplication::clipboard()->setText(name); });
      if (thing.box >= 0)
        menu.addAction(
            tr("Close the scope around"), this,
            [this, scope = picture->scene.boxes[static_cast<size_t>(thing.box)].scope] { toggleScope(scope); });
    }
  } else if (box >= 0) {
    menu.addAction(tr("Close this scope"), this,
                   [this, scope = picture->scene.boxes[static_cast<size_t>(box)].scope] { toggleScope(scope); });
  } else {
    menu.addAction(tr("Show all"), this, &GraphView::fit);
    menu.addAction(tr("Open all scopes"), this, &GraphView::expandAll);
    menu.addAction(tr("Close all scopes"), this, &GraphView::collapseAll);
  }
  menu.exec(global);
}

// ── find ─────────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::openFind() {
  find_->open();
  placeParts();
  find(find_->text());
}

void GraphView::find(const QString& text) {
  found_.clear();
  found_at_ = -1;
  const Query query = Query::parse(text);
  Marks marks = canvas_->marks();
  marks.found.clear();
  if (graph_ && tree_ && canvas_->picture()) {
    found_ = query.run(*graph_, tree_->order, workbench_.lastFusion().get());
    for (NodeId id : found_)
      if (int32_t item = canvas_->picture()->item_of(id); item >= 0) marks.found.insert(item);
  }
  canvas_->setMarks(std::move(marks));
  find_->setState(found_at_, static_cast<int>(found_.size()), query.error, query.error_column);
  placeParts();
}

void GraphView::stepFind(int direction) {
  if (found_.empty()) return;
  const int count = static_cast<int>(found_.size());
  found_at_ = found_at_ < 0 ? (direction > 0 ? 0 : count - 1) : (found_at_ + direction + count) % count;
  find_->setState(found_at_, count, QString(), 0);
  const NodeId target = found_[static_cast<size_t>(found_at_)];
  workbench_.select(Selection::of_node(target), this);
  const int32_t item = canvas_->picture()->item_of(target);
  if (item >= 0 && canvas_->picture()->scene.items[static_cast<size_t>(item)].node == target)
    showSelection(true);
  else
    openScopesAround(target);
}

void GraphView::placeParts() {
  find_->adjustSize();
  find_->move(canvas_->width() - find_->width() - 12, 12);
  note_->move((canvas_->width() - note_->width()) / 2, (canvas_->height() - note_->height()) / 2);
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeParts();
  minimap_->refresh();
}

}  // namespace nw::views
