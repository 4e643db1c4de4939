// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/place_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "models/html.h"

namespace nw::views {

PlaceBar::PlaceBar(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("bar"));
  setAccessibleName(tr("The part of the graph that is shown"));
  crumbs_ = new QHBoxLayout;
  crumbs_->setSpacing(0);
  note_ = new QLabel(this);
  note_->setObjectName(QStringLiteral("dim"));
  auto button = [this](const QString& text, const QString& tip) {
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    return made;
  };
  fewer_ = button(QStringLiteral("−"), tr("One step less around"));
  more_ = button(QStringLiteral("+"), tr("One step more around"));
  hidden_ = button(QString(), tr("Show again what was hidden"));
  everything_ = button(tr("Show everything"), tr("Show the whole graph again"));
  for (QToolButton* chip : {hidden_, everything_}) chip->setObjectName(QStringLiteral("chip"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 8, 2);
  row->setSpacing(8);
  row->addLayout(crumbs_);
  row->addWidget(note_);
  row->addWidget(fewer_);
  row->addWidget(more_);
  row->addWidget(hidden_);
  row->addStretch(1);
  row->addWidget(everything_);
  connect(everything_, &QToolButton::clicked, this, &PlaceBar::everythingWanted);
  connect(hidden_, &QToolButton::clicked, this, &PlaceBar::hiddenWanted);
  connect(fewer_, &QToolButton::clicked, this, [this] { Q_EMIT hopsWanted(hops_ - 1); });
  connect(more_, &QToolButton::clicked, this, [this] { Q_EMIT hopsWanted(hops_ + 1); });
}

void PlaceBar::setPlace(const std::vector<Crumb>& crumbs, const QString& note, int hops, int hidden) {
  while (QLayoutItem* old = crumbs_->takeAt(0)) {
    if (old->widget()) old->widget()->deleteLater();
    delete old;
  }
  for (size_t i = 0; i < crumbs.size(); ++i) {
    if (i > 0) {
      auto* arrow = new QLabel(QStringLiteral("›"), this);
      arrow->setObjectName(QStringLiteral("dim"));
      crumbs_->addWidget(arrow);
    }
    auto* crumb = new QToolButton(this);
    crumb->setText(crumbs[i].first);
    crumb->setAccessibleName(tr("Go out to %1").arg(crumbs[i].first));
    crumb->setToolTip(plain_tip(crumb->accessibleName()));
    crumb->setEnabled(i + 1 < crumbs.size());
    connect(crumb, &QToolButton::clicked, this, [this, scope = crumbs[i].second] { Q_EMIT scopeWanted(scope); });
    crumbs_->addWidget(crumb);
  }
  hops_ = hops;
  note_->setText(note);
  hidden_->setVisible(hidden > 0);
  hidden_->setText(tr("%n hidden · Show", nullptr, hidden));
  fewer_->setVisible(hops >= 0);
  more_->setVisible(hops >= 0);
  fewer_->setEnabled(hops > 1);
}

}  // namespace nw::views
