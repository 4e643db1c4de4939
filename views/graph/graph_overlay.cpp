// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by numbers: which overlay is on, its legend, and its colours for each new picture.
#include <QFileInfo>

#include "base/input_file.h"
#include "common/text.h"
#include "common/workbench.h"
#include "graph/graph_view.h"
#include "graph/legend.h"

namespace nw::views {

OverlayKind GraphView::overlay() const {
  return legend_->overlay() ? legend_->overlay()->kind : OverlayKind::None;
}

void GraphView::setOverlay(OverlayKind kind) {
  numbers_.clear();
  wanted_overlay_ = kind;
  makeOverlay();
}

bool GraphView::setNumbers(const QString& path) {
  constexpr int64_t kLargest = 64 << 20;
  const Result<std::string> json = graph_ ? read_whole_file(ss(path), kLargest) : Result<std::string>();
  if (!json.value) return false;
  showNumbers(QByteArray::fromStdString(*json.value), QFileInfo(path).fileName());
  return true;
}

void GraphView::showNumbers(const QByteArray& json, const QString& title) {
  numbers_ = json;
  numbers_title_ = title;
  wanted_overlay_ = OverlayKind::Numbers;
  makeOverlay();
}

void GraphView::makeOverlay() {
  workbench_.jobs().cancel(QStringLiteral("overlay"));
  if (wanted_overlay_ == OverlayKind::None || !graph_) return takeOverlay(nullptr);
  workbench_.jobs().run<ReadNumbers>(
      QStringLiteral("overlay"), tr("Colouring the graph"), this,
      [graph = graph_, fusion = workbench_.session().fusion(), kind = wanted_overlay_, numbers = numbers_,
       title = numbers_title_](const CancelToken& cancel) {
        if (kind == OverlayKind::Numbers) return read_numbers(numbers, title, *graph);
        return ReadNumbers{compute_overlay(kind, *graph, fusion.get(), cancel), {}};
      },
      [this](ReadNumbers read) {
        if (!read.error.isEmpty()) Q_EMIT workbench_.message(read.error);
        takeOverlay(std::move(read.overlay));
      });
}

void GraphView::takeOverlay(std::shared_ptr<const Overlay> overlay) {
  overlay_ = std::move(overlay);
  if (!overlay_) wanted_overlay_ = OverlayKind::None;
  legend_->setOverlay(overlay_);
  placeParts();
  makeFills();
  Q_EMIT overlayChanged();
}

void GraphView::makeFills() {
  workbench_.jobs().cancel(QStringLiteral("fills"));
  if (!overlay_ || !laid_out_ || overlay_->values.size() != laid_out_->scene.graph->size()) {
    canvas_->setFills(nullptr);
    return;
  }
  workbench_.jobs().run<std::shared_ptr<const Fills>>(
      QStringLiteral("fills"), tr("Colouring the graph"), this,
      [picture = laid_out_, overlay = overlay_, theme = theme_](const CancelToken&) {
        return make_fills(*picture, *overlay, theme);
      },
      [this](std::shared_ptr<const Fills> fills) { canvas_->setFills(std::move(fills)); });
}

}  // namespace nw::views
