// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/change_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "common/text.h"
#include "models/sentence_text.h"
#include "workspace/fusion_view.h"

namespace nw::views {

ChangeBanner::ChangeBanner(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("message"));
  summary_ = new QLabel(this);
  summary_->setTextFormat(Qt::PlainText);
  detail_ = new QLabel(this);
  detail_->setObjectName(QStringLiteral("dim"));
  detail_->setTextFormat(Qt::PlainText);
  for (QLabel* label : {summary_, detail_}) {
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  }
  next_ = new QPushButton(tr("Next change"), this);
  next_->setToolTip(tr("Show the next group that changed; dashed is before, solid is after"));
  keep_ = new QPushButton(tr("Keep"), this);
  keep_->setToolTip(tr("Go on with the new groups; undo still takes them back"));
  drop_ = new QPushButton(tr("Drop"), this);
  drop_->setToolTip(tr("Take the what-if back"));
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(summary_);
  words->addWidget(detail_);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 8, 6);
  row->setSpacing(8);
  row->addLayout(words, 1);
  for (QPushButton* button : {next_, keep_, drop_}) row->addWidget(button);
  connect(next_, &QPushButton::clicked, this, &ChangeBanner::next);
  connect(keep_, &QPushButton::clicked, this, &ChangeBanner::keep);
  connect(drop_, &QPushButton::clicked, this, &ChangeBanner::drop);
}

void ChangeBanner::setChange(const workspace::FusionView& change, size_t at) {
  const auto& changes = change.difference.changes;
  summary_->setText(translated(fusion::summary(change.difference)));
  setAccessibleName(summary_->text());
  next_->setEnabled(!changes.empty());
  if (changes.empty()) {
    detail_->setText(tr("The rules come to the same groups with this change."));
    return;
  }
  const fusion::GroupChange& shown = changes[at < changes.size() ? at : 0];
  const QString which = at < changes.size() ? tr("%1 of %2: ").arg(at + 1).arg(changes.size()) : QString();
  detail_->setText(which +
                   translated(fusion::sentence(change.model->optimized(), *change.before, *change.fusion, shown)));
}

}  // namespace nw::views
