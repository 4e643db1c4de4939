// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recorded_times.h"

#include <utility>
#include <vector>

#include "common/workbench.h"
#include "graph/graph_colours.h"
#include "graph/graph_view.h"
#include "models/overlay.h"

namespace nw::window {

using namespace nw::views;

RecordedTimes::RecordedTimes(Workbench& workbench, GraphView& graph)
    : QObject(&graph), workbench_(workbench), graph_(graph) {
  workbench_.addViewer(this);
}

RecordedTimes::~RecordedTimes() {
  workbench_.removeViewer(this);
}

// The names of all nodes are compared: off the UI thread.
void RecordedTimes::restore() {
  const DocumentSession& session = workbench_.session();
  const auto fusion = session.lastFusion();
  if (!session.model() || !fusion || graph_.colours().hasTimes()) return;
  const workspace::NetworkMeasurements measurements = session.document()->network_measurements();
  if (std::exchange(fusion_, fusion) == fusion && measurements_ == measurements) return;
  measurements_ = measurements;
  if (measurements->empty()) return;
  workbench_.jobs().run<std::vector<NetworkTimes>>(
      QStringLiteral("recorded times"), tr("Reading recorded times"), this,
      [measurements, fusion, model = session.document()->model(), dims = session.dims()](const CancelToken&) {
        std::vector<NetworkTimes> same;
        for (const workspace::NetworkMeasurement& measurement : *measurements) {
          NetworkTimes times{measurement, fusion};
          if (times.dims == dims && times_of_groups(times, *fusion, model->optimized()).size() == times.groups.size())
            same.push_back(std::move(times));
        }
        return same;
      },
      [this](std::vector<NetworkTimes> times) { graph_.colours().restoreTimes(std::move(times)); });
}

}  // namespace nw::window
