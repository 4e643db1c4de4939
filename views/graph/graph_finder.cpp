// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_finder.h"

#include <algorithm>
#include <utility>

#include "common/workbench.h"
#include "graph/canvas.h"
#include "graph/find_bar.h"
#include "models/overlay.h"
#include "models/query.h"

namespace nw::views {

namespace {
const QString kFind = QStringLiteral("find");  // the purpose of its jobs
}

GraphFinder::GraphFinder(Workbench& workbench, Canvas& canvas)
    : QObject(&canvas), workbench_(workbench), canvas_(canvas), bar_(new FindBar(&canvas)) {
  bar_->setCandidates([this](const QString& word) {
    return picture_ ? query_candidates(word, *picture_->scene.graph) : QStringList();
  });
  connect(bar_, &FindBar::changed, this, &GraphFinder::find);
  connect(bar_, &FindBar::next, this, [this] { step(1); });
  connect(bar_, &FindBar::previous, this, [this] { step(-1); });
  connect(bar_, &FindBar::closed, this, [this] {
    bar_->hide();
    find(QString());
    canvas_.setFocus();
  });
}

void GraphFinder::open() {
  bar_->open();
  Q_EMIT barResized();
  find(bar_->text());
}

void GraphFinder::open(const QString& query) {
  bar_->setText(query);
  open();
}

void GraphFinder::setPicture(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  if (!picture_) {
    found_.clear();
    found_at_ = -1;
  }
  find(bar_->isVisible() ? bar_->text() : QString());
}

void GraphFinder::find(const QString& text) {
  workbench_.jobs().cancel(kFind);
  step_when_found_ = 0;
  const ParsedQuery parsed = parse_query(text);
  if (parsed.query.empty() || !picture_) return setFound({}, parsed.error, parsed.error_column);
  const NetworkTimes* times = parsed.query.uses_time() && times_ ? times_() : nullptr;
  if (parsed.query.uses_time() && !times)
    return setFound({}, tr("Run the network first: these groups have no times"), 0);
  bar_->clearError();  // the error of the previous query
  const Scene& scene = picture_->scene;
  workbench_.jobs().run<std::vector<NodeId>>(
      kFind, tr("Finding"), this,
      [query = parsed.query, graph = scene.graph, tree = scene.tree, fusion = workbench_.session().lastFusion(),
       times = times ? *times : NetworkTimes()](const CancelToken& cancel) {
        return query.run(*graph, tree->order, fusion.get(), cancel, time_shares(times, *graph));
      },
      [this](std::vector<NodeId> found) { setFound(std::move(found), {}, 0); });
}

void GraphFinder::setFound(std::vector<NodeId> found, const QString& error, int column) {
  const NodeId at = found_at_ < 0 ? NodeId() : found_[static_cast<size_t>(found_at_)];
  found_ = std::move(found);
  const auto again = std::find(found_.begin(), found_.end(), at);  // a scope that opened does not lose the place
  found_at_ = again == found_.end() ? -1 : static_cast<int>(again - found_.begin());
  Marks marks = canvas_.marks();
  marks.found.clear();
  if (canvas_.picture())
    for (NodeId id : found_)
      if (int32_t item = canvas_.picture()->item_of(id); item >= 0) marks.found.insert(item);
  canvas_.setMarks(std::move(marks));
  bar_->setState(found_at_, static_cast<int>(found_.size()), error, column);
  Q_EMIT barResized();
  if (const int direction = std::exchange(step_when_found_, 0)) step(direction);
}

void GraphFinder::step(int direction) {
  if (workbench_.jobs().busy(kFind)) {  // Enter came before the answer: it is for that
    step_when_found_ = direction;
    return;
  }
  if (found_.empty()) return;
  const int count = static_cast<int>(found_.size());
  found_at_ = found_at_ < 0 ? (direction > 0 ? 0 : count - 1) : (found_at_ + direction + count) % count;
  bar_->setState(found_at_, count, QString(), 0);
  Q_EMIT nodeWanted(found_[static_cast<size_t>(found_at_)]);
}

}  // namespace nw::views
