// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/outline_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "models/outline_model.h"

namespace nw::views {

namespace {

constexpr int kRowsFitted = 200;  // whose depth the columns are fitted to

}  // namespace

OutlinePanel::OutlinePanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      model_(new OutlineModel(this)),
      order_(new QComboBox(this)),
      edit_(new QLineEdit(this)),
      tree_(new QTreeView(this)) {
  order_->addItems({tr("by scope"), tr("by group")});
  order_->setAccessibleName(tr("Order of the outline"));
  order_->setToolTip(tr("List the graph by name scope or by fused group"));
  edit_->setPlaceholderText(tr("Filter"));
  edit_->setAccessibleName(tr("Filter of the outline"));
  edit_->setClearButtonEnabled(true);
  tree_->setModel(model_);
  tree_->setAccessibleName(tr("Outline of the graph"));
  tree_->setUniformRowHeights(true);
  tree_->setHeaderHidden(true);
  tree_->setIndentation(14);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(OutlineModel::NameColumn, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(OutlineModel::ShapeColumn, QHeaderView::Fixed);  // fitted by us
  connect(tree_, &QTreeView::expanded, this, &OutlinePanel::fitColumns);
  connect(tree_, &QTreeView::collapsed, this, &OutlinePanel::fitColumns);
  tree_->viewport()->installEventFilter(this);
  tree_->setTextElideMode(Qt::ElideRight);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 8, 8, 8);
  row->setSpacing(4);
  row->addWidget(edit_, 1);
  row->addWidget(order_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(tree_, 1);
  connect(order_, &QComboBox::currentIndexChanged, this, [this] { refill(); });
  connect(edit_, &QLineEdit::textChanged, this, [this] { refill(); });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) { selectFromTree(now); });
  connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    const int group = index.data(OutlineModel::GroupRole).toInt();
    if (group >= 0) workbench_.openKernel(GroupId(group));
  });
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree_, &QTreeView::customContextMenuRequested, this, [this](const QPoint& where) {
    if (const QModelIndex index = tree_->indexAt(where); index.isValid()) selectFromTree(index);
    QMenu menu(this);
    add_what_ifs(menu, workbench_, workbench_.session().selection());
    if (!menu.isEmpty()) menu.exec(tree_->viewport()->mapToGlobal(where));
  });
  workbench_.addViewer(this);
}

OutlinePanel::~OutlinePanel() {
  workbench_.removeViewer(this);
}

// The beginnings of names come first, however deep: shapes have what these leave, if most of them can be read then.
void OutlinePanel::fitColumns() {
  constexpr int kWidest = 116, kNarrowest = 64, kLettersOfName = 18;
  int deepest = 0, rows = 0;
  for (QModelIndex row = model_->index(0, 0); row.isValid() && rows < kRowsFitted;
       row = tree_->indexBelow(row), ++rows) {
    int depth = 1;
    for (QModelIndex above = row.parent(); above.isValid(); above = above.parent()) ++depth;
    deepest = std::max(deepest, depth);
  }
  const int names = deepest * tree_->indentation() + kLettersOfName * fontMetrics().averageCharWidth();
  const int left = tree_->viewport()->width() - names;
  tree_->setColumnHidden(OutlineModel::ShapeColumn, left < kNarrowest);
  if (left >= kNarrowest) tree_->header()->resizeSection(OutlineModel::ShapeColumn, std::min(left, kWidest));
}

bool OutlinePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fitColumns();
  return QWidget::eventFilter(watched, event);
}

void OutlinePanel::showGroups(bool groups) {
  order_->setCurrentIndex(groups ? 1 : 0);
}
void OutlinePanel::documentChanged() {
  refill();
}
void OutlinePanel::graphChanged() {
  refill();
}

const std::shared_ptr<const OutlineRows>& OutlinePanel::rows() const {
  return model_->rows();
}

// The rows are made on another thread: 100,000 of them take longer than a frame.
void OutlinePanel::refill() {
  using Rows = std::shared_ptr<const OutlineRows>;
  if (model_->graph() != workbench_.session().graph().get()) {  // its rows mean nothing any more
    const QScopedValueRollback<bool> quiet(following_, true);
    model_->setRows(std::make_shared<const OutlineRows>());
  }
  const auto order = order_->currentIndex() == 1 ? OutlineModel::Order::Groups : OutlineModel::Order::Scopes;
  const bool groups = order == OutlineModel::Order::Groups;
  Request request{workbench_.session().graph(), groups ? workbench_.session().fusion() : nullptr, edit_->text(),
                  groups};
  if (request.graph && request == asked_) return;  // scopes stay as they are, however it fuses
  asked_ = std::move(request);
  workbench_.jobs().run<Rows>(
      QStringLiteral("outline"), tr("Listing the graph"), this,
      [trees = workbench_.session().trees(), graph = workbench_.session().graph(),
       fusion = workbench_.session().fusion(), order, filter = edit_->text()](const CancelToken& cancel) {
        return OutlineRows::make(*trees, graph, fusion, order, filter, cancel);
      },
      [this, filtered = !edit_->text().isEmpty()](const Rows& rows) {
        constexpr size_t kMaxOpened = 2000;  // more would be laid out for longer than a frame
        if (!rows) return;
        const QScopedValueRollback<bool> quiet(following_, true);
        model_->setRows(rows);
        if (filtered && model_->size() <= kMaxOpened) tree_->expandAll();
        fitColumns();
        selectionChanged(workbench_.session().selection());
      });
}

void OutlinePanel::selectFromTree(const QModelIndex& index) {
  if (following_ || !index.isValid()) return;
  const NodeId node(index.data(OutlineModel::NodeRole).toInt());
  const GroupId group(index.data(OutlineModel::GroupRole).toInt());
  const QString scope = index.data(OutlineModel::ScopeRole).toString();
  if (node.valid())
    workbench_.session().select(Selection::of_node(node), this);
  else if (group.valid())
    workbench_.session().select(Selection::of_group(group), this);
  else if (!scope.isEmpty())
    workbench_.session().select(Selection::of_scope(ss(scope)), this);
}

void OutlinePanel::selectionChanged(const Selection& selection) {
  const QScopedValueRollback<bool> quiet(following_, true);
  QModelIndex found;
  switch (selection.kind) {
    case Selection::Kind::Node:
      found = model_->findNode(selection.node);
      break;
    case Selection::Kind::Edge:
      found = model_->findNode(selection.to);
      break;
    case Selection::Kind::Group:
      found = model_->findGroup(selection.group);
      break;
    case Selection::Kind::Scope:
      found = model_->findScope(selection.scope);
      break;
    case Selection::Kind::None:
      break;
  }
  if (!found.isValid()) {
    tree_->selectionModel()->clear();
    return;
  }
  tree_->setCurrentIndex(found);
  tree_->scrollTo(found);
  fitColumns();
}

}  // namespace nw::views
