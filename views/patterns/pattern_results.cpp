// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/pattern_results.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>

#include "common/text.h"
#include "models/html.h"

namespace nw::views {

namespace {

QString key_of(const QModelIndex& index) {
  return index.parent().isValid()
             ? key_of(index.parent()) + QLatin1Char('\n') + index.data().toString().section(QLatin1Char(' '), 1)
             : index.data().toString();
}

// As much of its title as its cell has room for.
class FixButton : public QPushButton {
 public:
  explicit FixButton(QString title) : title_(std::move(title)) {
    setObjectName(QStringLiteral("fix"));
    setMinimumWidth(40);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QPushButton::resizeEvent(event);
    setText(fontMetrics().elidedText(title_, Qt::ElideRight, event->size().width() - 20));
  }

 private:
  QString title_;
};

}  // namespace

PatternResults::PatternResults(QWidget* parent) : QTreeView(parent), model_(new PatternResultsModel(this)) {
  setModel(model_);
  setAccessibleName(tr("What the patterns take"));
  setFrameShape(QFrame::NoFrame);
  setUniformRowHeights(true);
  connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &PatternResults::go);
  connect(this, &QTreeView::activated, this, &PatternResults::askForTrial);
}

void PatternResults::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width())
    header()->resizeSection(PatternResultsModel::WhatColumn, std::max(200, event->size().width() / 2));
}

QStringList PatternResults::openRows() const {
  QStringList open;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QModelIndex top = model_->index(row, 0);
    if (isExpanded(top)) open << key_of(top);
    for (int each = 0; each < model_->rowCount(top); ++each)
      if (const QModelIndex group = model_->index(each, 0, top); isExpanded(group)) open << key_of(group);
  }
  return open;
}

void PatternResults::setView(std::shared_ptr<const graph::Graph> graph,
                             std::shared_ptr<const workspace::PatternView> view) {
  const QStringList open = openRows();
  const bool first = model_->rowCount() == 0;
  model_->setView(std::move(graph), std::move(view));
  const bool single = model_->rowCount() == 1;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QModelIndex top = model_->index(row, 0);
    if ((first && single) || open.contains(key_of(top))) expand(top);
    for (int each = 0; each < model_->rowCount(top); ++each)
      if (const QModelIndex group = model_->index(each, 0, top); open.contains(key_of(group))) expand(group);
  }
  addButtons();
}

void PatternResults::setFixes(std::shared_ptr<const workspace::PatternView> view) {
  if (model_->renewView(std::move(view))) addButtons();
}

void PatternResults::addButtons() {
  constexpr int kMost = 200;
  int made = 0;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QModelIndex top = model_->index(row, 0);
    for (int each = 0; each < model_->rowCount(top) && made < kMost; ++each) {
      const QModelIndex place = model_->index(each, PatternResultsModel::CountColumn, top);
      const workspace::MissGroup* reason = model_->reason(place);
      if (!reason || !reason->fix || indexWidget(place)) continue;
      auto* button = new FixButton(qs(reason->fix->title));
      button->setToolTip(plain_tip(tr("Change the table so: %1").arg(qs(reason->fix->title))));
      button->setAccessibleName(qs(reason->fix->title));
      connect(button, &QPushButton::clicked, this, [this, fix = *reason->fix] { Q_EMIT fixWanted(fix); });
      setIndexWidget(place, button);
      ++made;
    }
  }
}

void PatternResults::go(const QModelIndex& index) {
  if (const workspace::MissGroup* reason = model_->reason(index))
    Q_EMIT pieceWanted(reason->span);
  else if (const workspace::PatternLine* line = model_->line(index))
    Q_EMIT pieceWanted(line->at);
  if (const NodeId node = model_->node(index.siblingAtColumn(0)); node.valid()) Q_EMIT nodeWanted(node);
}

void PatternResults::askForTrial(const QModelIndex& index) {
  const workspace::PatternLine* line = model_->line(index);
  const NodeId root = model_->root(index.siblingAtColumn(0));
  if (line && root.valid()) Q_EMIT trialWanted(qs(line->name), root);
}

void PatternResults::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  if (!model_->root(index.siblingAtColumn(0)).valid()) return;
  QMenu menu(this);
  menu.addAction(tr("Step through this trial"), this, [this, at = QPersistentModelIndex(index)] { askForTrial(at); });
  menu.exec(event->globalPos());
}

}  // namespace nw::views
