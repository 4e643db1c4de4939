// SPDX-License-Identifier: GPL-3.0-or-later
// The fusion algorithm played on the canvas: groups as they are after so many decisions, and what the last was about.
#include <algorithm>

#include "common/workbench.h"
#include "graph/graph_view.h"
#include "graph/player.h"

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

bool GraphView::playing() const {
  return player_->isVisible();
}

void GraphView::startPlayback() {
  if (!workbench_.session().model() || workbench_.session().openFailed()) return;
  workbench_.session().setStage(DocumentSession::Stage::Fused);
  auto graph = workbench_.session().graph();
  player_->setPlayback(nullptr, nullptr);
  player_->show();
  showBanner();
  player_->setFocus();
  workbench_.jobs().run<std::shared_ptr<const fusion::Playback>>(
      QStringLiteral("playback"), tr("Following the fusion algorithm"), this,
      [model = workbench_.session().document()->model(),
       choices = workbench_.session().document()->choices().fusion](const CancelToken&) {
        return std::make_shared<const fusion::Playback>(workspace::compute_playback(*model, choices));
      },
      [this, graph](std::shared_ptr<const fusion::Playback> playback) {
        if (playing()) player_->setPlayback(graph, std::move(playback));
      });
}

void GraphView::stopPlayback() {
  player_->hide();
  showBanner();
  player_->setPlayback(nullptr, nullptr);
  workbench_.jobs().cancel(QStringLiteral("playback"));
  workbench_.jobs().cancel(QStringLiteral("step"));
  if (laid_out_ && canvas_->picture() != laid_out_) canvas_->redrawAs(laid_out_);
  showSelection(false);
  canvas_->setFocus();
}

void GraphView::showStep() {
  const fusion::Playback* playback = player_->playback();
  if (!playback || !laid_out_ || laid_out_->scene.graph != workbench_.session().graph()) return;
  workbench_.jobs().run<std::shared_ptr<const Picture>>(
      QStringLiteral("step"), tr("Drawing a step"), this,
      [laid_out = laid_out_, shared = player_->shared(), count = static_cast<size_t>(player_->count())](
          const CancelToken&) { return picture_after(*laid_out, *shared, count); },
      [this](std::shared_ptr<const Picture> picture) {
        if (!playing()) return;
        canvas_->redrawAs(std::move(picture));
        showSelection(false);
        revealStep();
      });
}

// The thing that the last event was about, and what lies between it and where it goes.
void GraphView::markStep(Marks& marks) const {
  const fusion::Playback* playback = player_->playback();
  if (!playing() || !playback || player_->count() == 0) return;
  const Picture& picture = *canvas_->picture();
  const fusion::PlayEvent& event = playback->events[static_cast<size_t>(player_->count() - 1)];
  auto item = [&](NodeId node) { return node.valid() ? picture.item_of(node) : -1; };
  auto outline = [&](Outline::Role role, const std::vector<NodeId>& nodes) {
    std::vector<int32_t> items;
    for (NodeId node : nodes)
      if (item(node) >= 0) items.push_back(item(node));
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    if (!items.empty()) marks.outlines.push_back({role, std::move(items)});
  };
  if (!event.merged.empty()) outline(Outline::Role::Path, event.merged);
  if (event.dominator.valid()) outline(Outline::Role::After, {event.dominator});
  if (event.blocker.valid()) outline(Outline::Role::Blocker, {event.blocker});
  if (event.node.valid()) outline(Outline::Role::Step, {event.node});
  if (const int32_t a = item(event.node), b = item(event.dominator); a >= 0 && b >= 0 && a != b)
    marks.links.emplace_back(a, b);
}

void GraphView::revealStep() {
  const fusion::Playback* playback = player_->playback();
  if (!playback || player_->count() == 0) return;
  const fusion::PlayEvent& event = playback->events[static_cast<size_t>(player_->count() - 1)];
  QRectF place;
  for (NodeId node : {event.node, event.dominator})
    if (const int32_t item = node.valid() ? canvas_->picture()->item_of(node) : -1; item >= 0)
      place |= canvas_->picture()->items[static_cast<size_t>(item)].rect();
  if (place.isValid()) canvas_->reveal(place);
}

}  // namespace nw::views
