// SPDX-License-Identifier: GPL-3.0-or-later
// Running the whole network from the graph on the files that its inputs were given: every group in order, compared with
// the reference operators; its groups' times colour the graph, and its outputs are shown beside its inputs.
#pragma once

#include <QObject>
#include <QString>

#include "base/result.h"

namespace nw {
struct TargetFacts;
}

namespace nw::worker {
struct NetworkRequest;
}

namespace nw::measure {
struct ModelReport;
struct NetworkReport;
}  // namespace nw::measure

namespace nw::views {
class GraphView;
class RunPanel;
class Workbench;
}  // namespace nw::views

namespace nw::window {

// The document's model, with its sizes, its what-ifs and the schedules in use.
worker::NetworkRequest network_request(const views::Workbench& workbench);

class NetworkRun : public QObject {
  Q_OBJECT

 public:
  NetworkRun(views::Workbench& workbench, views::GraphView& graph, views::RunPanel& panel, QObject* parent);
  static const QString& purpose();  // of its job
  void startOrStop();
  bool running() const;
  QString progress() const;  // "comparing 12 of 57, 8 s left"; empty: it does not run, or nothing is known yet

 Q_SIGNALS:
  void progressChanged();  // or whether it runs

 private:
  static QString otherGroups(const Result<measure::ModelReport>& report);  // than those that ran
  void show(const measure::NetworkReport& report, const TargetFacts& target, bool differs);

  views::Workbench& workbench_;
  views::GraphView& graph_;
  views::RunPanel& panel_;
  bool was_running_ = false;
  QString said_;  // progress() as it was signalled last
};

}  // namespace nw::window
