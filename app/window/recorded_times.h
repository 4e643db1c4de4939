// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the network that the document has from earlier sessions (a saved project, or a journal that was recovered):
// shown as those of the present groups when they were measured with the same groups and sizes.
#pragma once

#include <QObject>
#include <memory>

#include "common/viewer.h"
#include "fusion/fusion.h"
#include "workspace/network_measurement.h"

namespace nw::views {
class GraphView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class RecordedTimes : public QObject, public views::Viewer {
  Q_OBJECT

 public:
  // Lives as long as the graph.
  RecordedTimes(views::Workbench& workbench, views::GraphView& graph);
  ~RecordedTimes() override;

  void graphChanged() override { restore(); }
  void choicesChanged() override { restore(); }  // recovered changes bring times too

 private:
  void restore();

  views::Workbench& workbench_;
  views::GraphView& graph_;
  // That were compared last.
  std::shared_ptr<const fusion::Fusion> fusion_;
  workspace::NetworkMeasurements measurements_;
};

}  // namespace nw::window
