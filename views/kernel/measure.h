// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a branch of the history (workspace/measuring.h) as jobs of the window, one after the other.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "workspace/measuring.h"

namespace nw::views {

class Jobs;
class Workbench;

// The same, which ends when the job is cancelled.
worker::WorkerOptions cancellable(worker::WorkerOptions worker, const CancelToken& cancel);
// And whose phases are those of the job of that purpose.
worker::WorkerOptions followed(worker::WorkerOptions worker, const CancelToken& cancel, Jobs& jobs,
                               const QString& purpose);

// The states from the document's first to its present one, measured for one task. One at a time: two would disturb each
// other. Ending the job that is under way ends the rest.
class BranchMeasuring : public QObject {
  Q_OBJECT

 public:
  BranchMeasuring(Workbench* workbench, QString name, QObject* parent);
  void start(const std::string& task, const std::string& default_script, std::map<std::string, int64_t> sizes);
  void stop();
  bool running() const { return !runs_.waiting().empty(); }
  const workspace::BranchRuns& runs() const { return runs_; }
  QString progress() const;  // "3 of 12, 8 s left"; empty: nothing is measured

 Q_SIGNALS:
  void changed();
  void sampled(const std::string& script, const std::shared_ptr<const nw::kernel::NestHeat>& heat);

 private:
  void next();
  void finished(const workspace::SampledRun& run);

  Workbench* workbench_;
  QString purpose_;
  workspace::BranchRuns runs_;
  QElapsedTimer since_;  // the first of them began
};

}  // namespace nw::views
