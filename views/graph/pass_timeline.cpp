// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/pass_timeline.h"

#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/compare.h"
#include "graph/graph_marks.h"
#include "graph/timeline_bar.h"
#include "models/sentence_text.h"

namespace nw::views {

PassTimeline::PassTimeline(Workbench& workbench, QWidget* parent)
    : QObject(parent), workbench_(workbench), bar_(new TimelineBar(parent)) {
  bar_->hide();
  connect(bar_, &TimelineBar::snapshotWanted, this,
          [this](int index) { workbench_.session().showSnapshot(static_cast<size_t>(index)); });
  connect(bar_, &TimelineBar::closed, this, [this] { setVisible(false); });
}

void PassTimeline::setVisible(bool visible) {
  on_ = visible;
  refresh();
  Q_EMIT visibleChanged();
}

void PassTimeline::refresh() {
  const DocumentSession& session = workbench_.session();
  bar_->setVisible(on_ && session.model());
  if (!on_ || !session.model()) return;
  const auto& snapshots = session.model()->snapshots;
  QStringList titles;
  for (const model::Snapshot& each : snapshots) titles << qs(each.title.empty() ? each.name : each.title);
  const size_t at = session.snapshot();
  bar_->setSnapshots(titles, static_cast<int>(at));
  bar_->setChange(QString());
  changed_.clear();
  if (at == 0 || at >= snapshots.size()) return;
  workbench_.jobs().run<graph::Comparison>(
      QStringLiteral("pass change"), tr("Comparing with the pass before"), this,
      [model = session.document()->model(), at](const CancelToken&) {
        const auto& all = model->snapshots;
        return graph::compare(*all[at - 1].graph, *all[at].graph, all[at].from_previous);
      },
      [this](graph::Comparison change) {
        bar_->setChange(translated(graph::summary(change)));
        changed_ = std::move(change.added);
        for (const graph::NodeChange& each : change.changed) changed_.push_back(each.after);
        Q_EMIT marksChanged();
      });
}

void PassTimeline::mark(Marks& marks, const Picture& picture) const {
  if (on_ && picture.scene.graph == workbench_.session().graph())
    outline_nodes(marks, picture, Outline::Role::Step, changed_);
}

}  // namespace nw::views
