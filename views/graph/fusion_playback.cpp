// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/fusion_playback.h"

#include <utility>

#include "common/workbench.h"
#include "graph/graph_marks.h"

namespace nw::views {

namespace {

// The picture with the groups as they are after `count` events. A group has the hue that it will end with.
std::shared_ptr<const Picture> picture_after(const Picture& laid_out, const fusion::Playback& playback, size_t count) {
  auto picture = std::make_shared<Picture>(laid_out);
  const std::vector<NodeId> root = playback.groups_after(count);
  std::vector<int> members(root.size(), 0);
  for (NodeId id : root)
    if (id.valid()) ++members[id.index()];
  Scene& scene = picture->scene;
  auto root_of = [&](const SceneItem& item) {
    return item.node.valid() && item.node.index() < root.size() ? root[item.node.index()] : NodeId();
  };
  for (SceneEdge& edge : scene.edges) {
    const NodeId a = root_of(scene.items[static_cast<size_t>(edge.from)]),
                 b = root_of(scene.items[static_cast<size_t>(edge.to)]);
    edge.fused = a.valid() && a == b && members[a.index()] > 1;
  }
  for (SceneItem& item : scene.items) {
    const NodeId at = root_of(item);
    if (!at.valid() || members[at.index()] < 2) {
      item.group = -1;
      item.anchor = false;
    }
  }
  return picture;
}

}  // namespace

FusionPlayback::FusionPlayback(Workbench& workbench, Canvas& canvas, QWidget* parent)
    : QObject(parent), workbench_(workbench), canvas_(canvas), player_(new Player(parent)) {
  player_->hide();
  connect(player_, &Player::moved, this, &FusionPlayback::showStep);
  connect(player_, &Player::closed, this, &FusionPlayback::stop);
}

void FusionPlayback::start() {
  DocumentSession& session = workbench_.session();
  if (!session.model() || session.openFailed()) return;
  session.setStage(DocumentSession::Stage::Fused);
  auto graph = session.graph();
  player_->setPlayback(nullptr, nullptr);
  player_->show();
  Q_EMIT playingChanged();
  player_->setFocus();
  workbench_.jobs().run<std::shared_ptr<const fusion::Playback>>(
      QStringLiteral("playback"), tr("Following the fusion algorithm"), this,
      [model = session.document()->model(), choices = session.document()->choices().fusion](const CancelToken&) {
        return std::make_shared<const fusion::Playback>(workspace::compute_playback(*model, choices));
      },
      [this, graph](std::shared_ptr<const fusion::Playback> playback) {
        if (!playing()) return;
        player_->setPlayback(graph, std::move(playback));
        if (const auto two = std::exchange(decision_, std::nullopt))
          player_->go(static_cast<int>(fusion::deciding_event(*player_->playback(), two->first, two->second)));
      });
}

void FusionPlayback::showDecision(NodeId from, NodeId to) {
  decision_ = {from, to};
  start();
}

void FusionPlayback::stop() {
  decision_.reset();
  player_->hide();
  Q_EMIT playingChanged();
  player_->setPlayback(nullptr, nullptr);
  workbench_.jobs().cancel(QStringLiteral("playback"));
  workbench_.jobs().cancel(QStringLiteral("step"));
  if (laid_out_ && canvas_.picture() != laid_out_) canvas_.redrawAs(laid_out_);
  Q_EMIT stepShown();
  canvas_.setFocus();
}

void FusionPlayback::showStep() {
  const fusion::Playback* playback = player_->playback();
  if (!playback || !laid_out_ || laid_out_->scene.graph != workbench_.session().graph()) return;
  workbench_.jobs().run<std::shared_ptr<const Picture>>(
      QStringLiteral("step"), tr("Drawing a step"), this,
      [laid_out = laid_out_, shared = player_->shared(), count = static_cast<size_t>(player_->count())](
          const CancelToken&) { return picture_after(*laid_out, *shared, count); },
      [this](std::shared_ptr<const Picture> picture) {
        if (!playing()) return;
        canvas_.redrawAs(std::move(picture));
        Q_EMIT stepShown();
        reveal();
      });
}

const fusion::PlayEvent* FusionPlayback::lastEvent() const {
  const fusion::Playback* playback = player_->playback();
  return playback && player_->count() > 0 ? &playback->events[static_cast<size_t>(player_->count() - 1)] : nullptr;
}

// The node of the last event, and the nodes between it and its dominator.
void FusionPlayback::mark(Marks& marks) const {
  const fusion::PlayEvent* event = playing() ? lastEvent() : nullptr;
  if (!event) return;
  const Picture& picture = *canvas_.picture();
  outline_nodes(marks, picture, Outline::Role::Path, event->merged);
  outline_nodes(marks, picture, Outline::Role::After, {event->dominator});
  outline_nodes(marks, picture, Outline::Role::Blocker, {event->blocker});
  outline_nodes(marks, picture, Outline::Role::Step, {event->node});
  auto item = [&](NodeId node) { return node.valid() ? picture.item_of(node) : -1; };
  if (const int32_t a = item(event->node), b = item(event->dominator); a >= 0 && b >= 0 && a != b)
    marks.links.emplace_back(a, b);
}

void FusionPlayback::reveal() {
  const fusion::PlayEvent* event = lastEvent();
  if (!event) return;
  const QRectF place = rect_of_nodes(*canvas_.picture(), {event->node, event->dominator});
  if (place.isValid()) canvas_.reveal(place);
}

}  // namespace nw::views
