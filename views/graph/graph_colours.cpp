// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_colours.h"

#include <QFileInfo>
#include <QMenu>
#include <algorithm>
#include <utility>

#include "base/input_file.h"
#include "common/text.h"
#include "common/workbench.h"
#include "graph/canvas.h"
#include "graph/legend.h"
#include "models/node_text.h"

namespace nw::views {

namespace {
const QString kOverlay = QStringLiteral("overlay"), kFills = QStringLiteral("fills");  // purposes of its jobs
}

GraphColours::GraphColours(Workbench& workbench, Canvas& canvas)
    : QObject(&canvas),
      workbench_(workbench),
      canvas_(canvas),
      legend_(new Legend(&canvas)),
      theme_(Theme::load(false)) {
  connect(legend_, &Legend::closed, this, [this] { setOverlay(OverlayKind::None); });
  connect(legend_, &Legend::scaleWanted, this, &GraphColours::setScale);
  connect(legend_, &Legend::greatestWanted, this, &GraphColours::listGreatest);
}

void GraphColours::setTheme(const Theme& theme) {
  theme_ = theme;
  legend_->setTheme(theme);
  paint();
}

OverlayKind GraphColours::overlay() const {
  return legend_->overlay() ? legend_->overlay()->kind : OverlayKind::None;
}

void GraphColours::setOverlay(OverlayKind kind) {
  numbers_.clear();
  if (wanted_ != kind) scale_.reset();
  wanted_ = kind;
  compute();
}

bool GraphColours::setNumbers(const QString& path) {
  constexpr int64_t kLargest = 64 << 20;
  const Result<std::string> json = picture_ ? read_whole_file(ss(path), kLargest) : Result<std::string>();
  if (!json.value) return false;
  showNumbers(QByteArray::fromStdString(*json.value), QFileInfo(path).fileName());
  return true;
}

void GraphColours::addTimes(NetworkTimes times) {
  if (!times_.empty() && times_.front().of != times.of) times_.clear();
  std::erase_if(times_, [&](const NetworkTimes& known) { return known.target == times.target; });
  times_.push_back(std::move(times));
  setOverlay(OverlayKind::Time);
  Q_EMIT timesChanged();
}

void GraphColours::restoreTimes(std::vector<NetworkTimes> times) {
  if (hasTimes() || times.empty() || times.front().of != workbench_.session().lastFusion()) return;
  times_ = std::move(times);
  if (wanted_ == OverlayKind::Time) compute();
  Q_EMIT timesChanged();
}

bool GraphColours::hasTimes() const {
  return !times_.empty() && times_.front().of == workbench_.session().lastFusion();
}

const NetworkTimes* GraphColours::times() const {
  if (times_.empty()) return nullptr;
  const auto active = std::ranges::find(times_, workbench_.target().id, &NetworkTimes::target);
  return active == times_.end() ? &times_.back() : &*active;
}

void GraphColours::followTarget() {
  if (wanted_ == OverlayKind::Time) compute();
  if (times_.size() > 1) Q_EMIT timesChanged();
}

void GraphColours::setScale(OverlayScale scale) {
  if (!overlay_) return;
  scale_ = scale;
  workbench_.jobs().run<std::shared_ptr<const Overlay>>(
      kOverlay, tr("Colouring the graph"), this,
      [overlay = overlay_, scale](const CancelToken&) { return on_scale(overlay, scale); },
      [this](std::shared_ptr<const Overlay> overlay) { show(std::move(overlay)); });
}

// Each with its number; one that is chosen is selected.
void GraphColours::listGreatest() {
  QMenu* menu = legend_->greatest();
  menu->clear();
  if (!overlay_ || !picture_) return;
  const graph::Graph& graph = *picture_->scene.graph;
  for (const uint32_t at : overlay_->greatest) {
    if (at >= graph.size()) continue;
    const NodeId node(static_cast<int32_t>(at));
    const QString name = short_name(graph.node(node)), number = overlay_->text(overlay_->values[at]);
    menu->addAction(tr("%1  %2, %3").arg(number, title_of(graph.node(node)), name), this,
                    [this, node] { workbench_.session().select(Selection::of_node(node)); });
  }
}

void GraphColours::suspend(bool suspended) {
  if (suspended == suspended_) return;
  suspended_ = suspended;
  legend_->setOverlay(suspended ? nullptr : overlay_);
  paint();
  Q_EMIT changed();
}

void GraphColours::showNumbers(const QByteArray& json, const QString& title) {
  numbers_ = json;
  numbers_title_ = title;
  wanted_ = OverlayKind::Numbers;
  scale_.reset();
  compute();
}

void GraphColours::setPicture(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  if (!picture_) {
    times_.clear();
    return show(nullptr);
  }
  if (overlay_ && overlay_->values.size() == picture_->scene.graph->size() &&
      overlay_->kind != OverlayKind::GroupSize && overlay_->kind != OverlayKind::Time)
    paint();
  else if (wanted_ != OverlayKind::None)
    compute();
}

void GraphColours::setGroups(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  if (overlay_ || wanted_ != OverlayKind::None) compute();
}

void GraphColours::compute() {
  workbench_.jobs().cancel(kOverlay);
  if (wanted_ == OverlayKind::None || !picture_) return show(nullptr);
  const NetworkTimes* times = wanted_ == OverlayKind::Time && hasTimes() ? this->times() : nullptr;
  if (wanted_ == OverlayKind::Time && !times) return show(nullptr);
  workbench_.jobs().run<ReadNumbers>(
      kOverlay, tr("Colouring the graph"), this,
      [graph = picture_->scene.graph, fusion = workbench_.session().fusion(), kind = wanted_, numbers = numbers_,
       title = numbers_title_, times = times ? *times : NetworkTimes(), scale = scale_](const CancelToken& cancel) {
        ReadNumbers read = kind == OverlayKind::Time ? ReadNumbers{time_overlay(times, *graph, fusion.get()), {}}
                           : kind == OverlayKind::Numbers
                               ? read_numbers(numbers, title, *graph)
                               : ReadNumbers{compute_overlay(kind, *graph, fusion.get(), cancel), {}};
        if (scale) read.overlay = on_scale(std::move(read.overlay), *scale);
        return read;
      },
      [this](ReadNumbers read) {
        if (!read.error.isEmpty()) Q_EMIT workbench_.message(read.error);
        show(std::move(read.overlay));
      });
}

void GraphColours::show(std::shared_ptr<const Overlay> overlay) {
  overlay_ = std::move(overlay);
  if (!overlay_) {
    wanted_ = OverlayKind::None;
    scale_.reset();
  }
  legend_->setOverlay(suspended_ ? nullptr : overlay_);
  paint();
  Q_EMIT changed();
}

void GraphColours::paint() {
  workbench_.jobs().cancel(kFills);
  if (suspended_ || !overlay_ || !picture_ || overlay_->values.size() != picture_->scene.graph->size()) {
    canvas_.setFills(nullptr);
    return;
  }
  workbench_.jobs().run<std::shared_ptr<const Fills>>(
      kFills, tr("Colouring the graph"), this,
      [picture = picture_, overlay = overlay_, theme = theme_](const CancelToken&) {
        return make_fills(*picture, *overlay, theme);
      },
      [this](std::shared_ptr<const Fills> fills) { canvas_.setFills(std::move(fills)); });
}

}  // namespace nw::views
