// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/compare_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineF>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "common/text.h"
#include "common/wrapped_rows.h"
#include "fusion/difference.h"
#include "graph/graph_walk.h"
#include "models/node_text.h"
#include "models/sentence_text.h"

namespace nw::views {

struct CompareView::Made {
  graph::Comparison comparison;
  QString summary;
  QString equal;  // text if there are no differences
  std::vector<DifferenceRow> changes;
  std::array<std::shared_ptr<const Picture>, 2> pictures;
};

namespace {

QString named(const graph::Node& node) {
  return QStringLiteral("%1 %2").arg(title_of(node), short_name(node));
}

// The scopes around these nodes open, the others as they are at first.
std::vector<bool> opened(const ScopeTree& tree, const std::vector<NodeId>& nodes) {
  constexpr size_t kMax = 300;
  std::vector<bool> expanded = default_expansion(tree);
  for (size_t i = 0; i < std::min(nodes.size(), kMax); ++i)
    for (int32_t s = tree.scope_of[nodes[i].index()]; s > 0; s = tree.scopes[static_cast<size_t>(s)].parent)
      expanded[static_cast<size_t>(s)] = true;
  return expanded;
}

}  // namespace

CompareView::CompareView(Jobs& jobs, LayoutFunction layout, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      layout_(std::move(layout)),
      theme_(Theme::load(false)),
      purpose_(QStringLiteral("compare %1").arg(reinterpret_cast<quintptr>(this))) {
  summary_ = new QLabel(tr("Comparing…"), this);
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  summary_->setWordWrap(true);
  auto button = [this](const QString& text, const QString& tip, int direction) {
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    connect(made, &QToolButton::clicked, this, [this, direction] { step(direction); });
    auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | (direction < 0 ? Qt::Key_Up : Qt::Key_Down)), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, direction] { step(direction); });
    return made;
  };
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 4, 8, 4);
  head->addWidget(summary_, 1);
  head->addWidget(button(QStringLiteral("↑"), tr("The difference before (Alt+Up)"), -1));
  head->addWidget(button(QStringLiteral("↓"), tr("The next difference (Alt+Down)"), 1));
  auto* splitter = new QSplitter(this);
  for (size_t side = 0; side < 2; ++side) {
    auto* half = new QWidget(splitter);
    canvas_[side] = new Canvas(half);
    canvas_[side]->setAccessibleName(side == 0 ? tr("Graph before") : tr("Graph after"));
    title_[side] = new QLabel(half);
    title_[side]->setObjectName(QStringLiteral("dim"));
    title_[side]->setWordWrap(true);
    title_[side]->setContentsMargins(8, 2, 8, 2);
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(title_[side]);
    column->addWidget(canvas_[side], 1);
    splitter->addWidget(half);
    connect(canvas_[side], &Canvas::viewChanged, this, [this, side] { follow(side); });
    connect(canvas_[side], &Canvas::itemClicked, this, [this, side](qint32 item) { clicked(side, item); });
    connect(canvas_[side], &Canvas::nothingClicked, this, [this] { show({}, {}); });
    connect(canvas_[side], &Canvas::itemActivated, this, [this, side](qint32 item) { clicked(side, item); });
    connect(canvas_[side], &Canvas::walked, this, [this, side](Canvas::Walk direction) { walk(side, direction); });
    connect(canvas_[side], &Canvas::activateWanted, this, [this, side] {
      if (const auto& items = canvas_[side]->marks().items; !items.empty()) clicked(side, *items.begin());
    });
  }
  list_ = new QTreeView(splitter);
  list_->setModel(&differences_);
  list_->setAccessibleName(tr("Differences"));
  list_->setHeaderHidden(true);
  list_->setItemDelegate(new WrappedRows(list_));
  list_->setIndentation(14);
  list_->setMinimumWidth(230);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // with it, nothing would be wrapped
  splitter->addWidget(list_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 3);
  splitter->setStretchFactor(2, 1);
  splitter->setSizes({400, 400, 260});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(splitter, 1);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    if (const DifferenceRow* row = differences_.row(now)) show(row->before, row->after);
  });
}

CompareView::~CompareView() {
  jobs_.cancel(purpose_);
}

void CompareView::setTheme(const Theme& theme) {
  theme_ = theme;
  for (Canvas* canvas : canvas_) canvas->setTheme(theme);
  paintFills();
}

QString CompareView::summary() const {
  return summary_->text();
}

bool CompareView::settled() const {
  return canvas_[0]->picture() && !jobs_.busy(purpose_) && canvas_[0]->settled() && canvas_[1]->settled();
}

// ── making ───────────────────────────────────────────────────────────────────────────────────────────────────────

void CompareView::compare(CompareSide before, CompareSide after, std::map<NodeId, NodeId> known) {
  for (const auto& [label, side] : {std::pair{title_[0], &before}, std::pair{title_[1], &after}})
    label->setText(side->time.isEmpty() ? side->title : tr("%1 · %2", "side, its time").arg(side->title, side->time));
  const QString doing = tr("Comparing %1 with %2").arg(before.title, after.title);  // before the sides are moved away
  jobs_.run<Made>(
      purpose_, doing, this,
      [sides = std::array{std::move(before), std::move(after)}, known = std::move(known), words = theme_.words,
       layout = layout_](const CancelToken& cancel) {
        Made made;
        const graph::Graph &a = *sides[0].graph, &b = *sides[1].graph;
        made.comparison = graph::compare(a, b, known);
        made.summary = translated(graph::summary(made.comparison));
        std::array<std::vector<NodeId>, 2> touched;
        auto add = [&](const QString& kind, const QString& where, NodeId from, NodeId to) {
          made.changes.push_back({kind, where, from, to});
          if (from.valid()) touched[0].push_back(from);
          if (to.valid()) touched[1].push_back(to);
        };
        // Constants are named by the nodes that read them.
        auto drawn = [](const graph::Graph& graph, NodeId id) {
          return graph.node(id).kind != graph::NodeKind::Constant;
        };
        for (const graph::NodeChange& each : made.comparison.changed) {
          if (!drawn(a, each.before) && !drawn(b, each.after)) continue;
          QStringList what;
          for (const std::string& line : each.what) what << qs(line);
          // What changed comes first: names are long, and the column is narrow.
          const graph::Node& node = a.node(each.before);
          add(tr("%1: %2", "what changed, operator").arg(what.join(QStringLiteral("; ")), title_of(node)),
              short_name(node), each.before, each.after);
        }
        for (NodeId id : made.comparison.removed)
          if (drawn(a, id)) add(tr("removed: %1").arg(title_of(a.node(id))), short_name(a.node(id)), id, {});
        for (NodeId id : made.comparison.added)
          if (drawn(b, id)) add(tr("added: %1").arg(title_of(b.node(id))), short_name(b.node(id)), {}, id);
        const bool fusions = sides[0].graph == sides[1].graph && sides[0].fusion && sides[1].fusion;
        if (fusions) {
          const fusion::Difference difference = fusion::difference(*sides[0].fusion, *sides[1].fusion);
          made.summary = translated(fusion::summary(difference));
          for (const fusion::GroupChange& each : difference.changes) {
            const NodeId first = each.before.empty() ? NodeId() : sides[0].fusion->groups[each.before[0].index()].root;
            add(translated(fusion::sentence(a, *sides[0].fusion, *sides[1].fusion, each)),
                first.valid() ? named(a.node(first)) : QString(), first, first);
          }
        }
        if (made.changes.empty()) {
          made.equal = fusions ? tr("Both have the same groups. Compared: the nodes of each.")
                               : tr("Both are equal. Compared: operators, attributes, types, values of constants, and "
                                    "what each node reads.");
        }
        std::shared_ptr<const ScopeTree> tree;
        for (size_t side = 0; side < 2 && !cancel.cancelled(); ++side) {
          if (!tree || sides[0].graph != sides[1].graph)
            tree = std::make_shared<const ScopeTree>(ScopeTree::build(*sides[side].graph));
          std::vector<bool> open = opened(*tree, touched[side]);
          made.pictures[side] = make_picture(build_scene(sides[side].graph, sides[side].fusion, tree, std::move(open)),
                                             words, layout, cancel);
        }
        return made;
      },
      [this](Made made) { take(std::move(made)); });
}

void CompareView::take(Made made) {
  if (!made.pictures[0] || !made.pictures[1]) return;
  comparison_ = std::move(made.comparison);
  differences_.setRows(std::move(made.changes), made.equal);
  summary_->setText(made.summary);
  following_ = true;
  for (size_t side = 0; side < 2; ++side) canvas_[side]->setPicture(made.pictures[side]);
  following_ = false;
  paintFills();
  follow(0);
}

void CompareView::paintFills() {
  const Picture *a = canvas_[0]->picture().get(), *b = canvas_[1]->picture().get();
  if (!a || !b) return;
  auto left = std::make_shared<Fills>(), right = std::make_shared<Fills>();
  left->items.assign(a->scene.items.size(), 0);
  right->items.assign(b->scene.items.size(), 0);
  auto paint = [](const Picture& picture, Fills& fills, NodeId node, const QColor& color) {
    if (const int32_t item = node.valid() ? picture.item_of(node) : -1; item >= 0)
      fills.items[static_cast<size_t>(item)] = color.rgb();
  };
  const QColor removed = mix(theme_.error, theme_.canvas, 0.45), added = mix(theme_.ok, theme_.canvas, 0.45),
               changed = mix(theme_.warning, theme_.canvas, 0.45);
  for (const DifferenceRow& each : differences_.rows()) {
    const bool both = each.before.valid() && each.after.valid();
    paint(*a, *left, each.before, both ? changed : removed);
    paint(*b, *right, each.after, both ? changed : added);
  }
  canvas_[0]->setFills(std::move(left));
  canvas_[1]->setFills(std::move(right));
}

// ── moving together ──────────────────────────────────────────────────────────────────────────────────────────────

NodeId CompareView::match(size_t side, NodeId node) const {
  const std::vector<NodeId>& table = side == 0 ? comparison_.match : comparison_.back;
  return node.valid() && node.index() < table.size() ? table[node.index()] : NodeId();
}

void CompareView::show(NodeId before, NodeId after) {
  const std::array nodes{before, after};
  following_ = true;
  bool revealed = false;
  size_t leader = 0;
  for (size_t side = 0; side < 2; ++side) {
    const auto& picture = canvas_[side]->picture();
    if (!picture) continue;
    Marks marks;
    const int32_t item = nodes[side].valid() ? picture->item_of(nodes[side]) : -1;
    if (item >= 0) {
      marks.items.insert(item);
      canvas_[side]->reveal(picture->items[static_cast<size_t>(item)].rect());
      if (!revealed) leader = side;
      revealed = true;
    }
    canvas_[side]->setMarks(std::move(marks));
  }
  following_ = false;
  if (revealed) follow(leader);
}

void CompareView::clicked(size_t side, int32_t item) {
  const Scene& scene = canvas_[side]->picture()->scene;
  const SceneItem& on = scene.items[static_cast<size_t>(item)];
  // A closed scope is known by what it gives.
  const NodeId node =
      on.node.valid() || on.scope < 0 ? on.node : scene.tree->scopes[static_cast<size_t>(on.scope)].output;
  if (!node.valid()) return;
  const NodeId other = match(side, node);
  side == 0 ? show(node, other) : show(other, node);
}

void CompareView::walk(size_t side, Canvas::Walk direction) {
  const auto& picture = canvas_[side]->picture();
  if (!picture || picture->items.empty()) return;
  const auto& selected = canvas_[side]->marks().items;
  const int32_t item = selected.empty() ? 0 : walk_from(*picture, *selected.begin(), direction);
  if (item >= 0) clicked(side, item);
}

// The other view goes where the node nearest to this one's middle has its match.
void CompareView::follow(size_t moved) {
  const auto &here = canvas_[moved]->picture(), &there = canvas_[1 - moved]->picture();
  if (following_ || !here || !there) return;
  const ViewTransform& view = canvas_[moved]->view();
  const QPointF middle = view.to_scene(QPointF(canvas_[moved]->width(), canvas_[moved]->height()) / 2);
  double nearest = std::numeric_limits<double>::max();
  int32_t from = -1, to = -1;
  here->item_index.query(view.to_scene(QRectF(canvas_[moved]->rect())), [&](int32_t i) {
    const double distance = QLineF(here->items[static_cast<size_t>(i)].rect().center(), middle).length();
    if (distance >= nearest) return;
    const NodeId other = match(moved, here->scene.items[static_cast<size_t>(i)].node);
    const int32_t place = other.valid() ? there->item_of(other) : -1;
    if (place < 0) return;
    nearest = distance;
    from = i;
    to = place;
  });
  if (from < 0) return;
  ViewTransform other = view;
  other.origin +=
      there->items[static_cast<size_t>(to)].rect().center() - here->items[static_cast<size_t>(from)].rect().center();
  following_ = true;
  canvas_[1 - moved]->setView(other);
  following_ = false;
}

void CompareView::step(int direction) {
  const QModelIndex next = differences_.step(list_->currentIndex(), direction);
  if (!next.isValid()) return;
  list_->setCurrentIndex(next);
  list_->scrollTo(next);
}

}  // namespace nw::views
