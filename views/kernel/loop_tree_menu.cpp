// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree's menu: every primitive; what is not legal is grey, with its reason.
#include <QContextMenuEvent>
#include <QMenu>

#include "kernel/loop_tree_view.h"

namespace nw::views {

using workspace::Offer;

namespace {

QString qstring(const std::string& text) {
  return QString::fromStdString(text);
}

// A menu is as wide as its widest line, so reasons are cut; the tooltip has them whole.
QString shortened(const QString& why) {
  constexpr int kMost = 60;
  return why.size() <= kMost ? why : why.left(kMost - 1) + QStringLiteral("…");
}

}  // namespace

void LoopTreeView::addOffer(QMenu* menu, const Offer& offer, const QString& text) {
  QAction* action = menu->addAction(text, this, [this, offer] { take(offer); });
  action->setStatusTip(offer.legal ? qstring(offer.change.label) : qstring(offer.why_not));
  action->setToolTip(action->statusTip());
  if (offer.legal) return;
  action->setEnabled(false);
  action->setText(text.section(QLatin1Char('\t'), 0, 0) + QStringLiteral(" — ") + shortened(qstring(offer.why_not)));
}

void LoopTreeView::fillMenu(QMenu* menu) {
  const auto at = target();
  if (!at) return;
  menu->setToolTipsVisible(true);
  if (at->axis.valid()) fillAxisMenu(menu);
  fillStageMenu(menu);
}

void LoopTreeView::fillAxisMenu(QMenu* menu) {
  const auto at = *target();
  const AxisId next = inner(at);
  menu->addSection(tr("Axis %1").arg(currentIndex().siblingAtColumn(0).data().toString()));
  QAction* split = menu->addAction(tr("Split…\tS"), this, &LoopTreeView::splitChips);
  if (const Offer* offer = find("split"); offer && !offer->legal) {
    split->setEnabled(false);
    split->setText(tr("Split — %1").arg(shortened(qstring(offer->why_not))));
  }
  QMenu* further = nullptr;
  auto more = [&] { return further ? further : further = new QMenu(tr("More"), menu); };
  for (const Offer& offer : offers_) {
    if (offer.axis != at.axis) continue;
    const std::string& p = offer.primitive;
    const QString argument = qstring(offer.argument);
    if (p == "fuse" && offer.at_axis == next)
      addOffer(menu, offer, tr("Fuse with the loop inside\tF"));
    else if (p == "tile")
      addOffer(menu, offer, tr("Tile with the loop inside by %1\tT").arg(argument));
    else if (p == "vectorize")
      addOffer(menu, offer, tr("Vectorize\tV"));
    else if (p == "unroll")
      addOffer(menu, offer, tr("Unroll\tU"));
    else if (p == "parallel")
      addOffer(menu, offer, tr("Parallel\tP"));
    else if (p == "rfactor")
      addOffer(menu, offer, tr("Factor the reduction (rfactor)\tX"));
    else if (p == "pragma")
      addOffer(more(), offer, tr("Pragma %1").arg(argument));
    else if (p == "bind")
      addOffer(more(), offer, tr("Bind to %1").arg(argument));
    else if (p == "prefetch")
      addOffer(more(), offer, tr("Prefetch %1").arg(model_->stageName(offer.at_stage)));
    else if (p == "storage_align")
      addOffer(more(), offer, tr("Align the storage to 32"));
    else if (p == "tensorize")
      addOffer(more(), offer, tr("Tensorize with %1").arg(argument));
  }
  menu->addAction(tr("Move out\tAlt+Up"), this, [this] { move(-1); });
  menu->addAction(tr("Move in\tAlt+Down"), this, [this] { move(1); });
  if (further) menu->addMenu(further);
}

void LoopTreeView::fillStageMenu(QMenu* menu) {
  const auto at = *target();
  menu->addSection(tr("Stage %1").arg(model_->stageName(at.stage)));
  auto* places = new QMenu(tr("Compute at\tA"), menu);
  auto* reads = new QMenu(tr("Read through a cache\tC"), menu);
  auto* scopes = new QMenu(tr("Memory"), menu);
  menu->addMenu(places)->setData(Qt::Key_A);
  for (const Offer& offer : offers_) {
    if (offer.axis.valid()) continue;
    const std::string& p = offer.primitive;
    const QString argument = qstring(offer.argument);
    if (p == "compute_at") {
      const QString name = model_->find(offer.at_stage, offer.at_axis).data().toString();
      addOffer(places, offer, tr("%1 of %2").arg(name, model_->stageName(offer.at_stage)));
    } else if (p == "compute_inline") {
      addOffer(menu, offer, tr("Inline\tI"));
    } else if (p == "compute_root") {
      addOffer(menu, offer, tr("Compute at root\tR"));
    } else if (p == "cache_write") {
      addOffer(menu, offer,
               argument == QStringLiteral("local") ? tr("Write through a local cache\tW")
                                                   : tr("Write through a %1 cache").arg(argument));
    } else if (p == "cache_read") {
      addOffer(reads, offer, tr("%1, %2").arg(model_->stageName(offer.at_stage), argument));
    } else if (p == "set_scope") {
      addOffer(scopes, offer, tr("Keep it in %1").arg(argument));
    } else if (p == "double_buffer") {
      addOffer(scopes, offer, tr("Double-buffer"));
    }
  }
  menu->addMenu(reads)->setData(Qt::Key_C);
  menu->addMenu(scopes);
  for (QMenu* part : {places, reads, scopes}) {
    part->setToolTipsVisible(true);
    part->setEnabled(!part->isEmpty());
  }
  menu->addSeparator();
  menu->addAction(marks_.is_pinned(selection_) ? tr("Unpin\tSpace") : tr("Pin its colour\tSpace"), this,
                  [this] { Q_EMIT pinToggled(selection_); });
  if (const int line = stepLine(); line > 0)
    menu->addAction(tr("Take the step on line %1 away\tDel").arg(line), this, &LoopTreeView::removeStep);
}

void LoopTreeView::contextMenuEvent(QContextMenuEvent* event) {
  if (!target()) return;
  QMenu menu(this);
  fillMenu(&menu);
  // Still being found out: the menu fills when it is known.
  connect(this, &LoopTreeView::offersChanged, &menu, [this, &menu] {
    menu.clear();
    fillMenu(&menu);
  });
  menu.exec(event->globalPos());
}

}  // namespace nw::views
