// SPDX-License-Identifier: GPL-3.0-or-later
// The times of versions of one kernel on any target: those that the history knows, and the runs that this class makes
// as jobs of the window, one after the other, as two at once would disturb each other.
#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/active_target.h"
#include "kernel/nest_heat.h"
#include "workspace/measuring.h"

namespace nw::views {

class Workbench;

struct KernelVersion {
  QString name;
  std::string script;
  workspace::StateId state;  // of the history; invalid: no state has this script as its present one
};

class VersionTimes : public QObject {
  Q_OBJECT

 public:
  struct Subject {
    KernelVersion version;
    ActiveTarget target;
  };

  // `title` and `task` of the kernel, `sizes`: values of its symbolic ones.
  VersionTimes(Workbench& workbench, QString title, std::string task, std::map<std::string, int64_t> sizes,
               QObject* parent);
  ~VersionTimes() override;

  const workspace::Measurement* time(const Subject& subject) const;            // null: not measured
  std::shared_ptr<const kernel::NestHeat> heat(const Subject& subject) const;  // of a run made here; null: none
  QString whyNotMeasured(const Subject& subject) const;                        // empty: it can be measured
  bool allMeasured(const std::vector<Subject>& subjects) const;                // those that can be
  // Those that have no time; all of them again where each has one.
  void measure(const std::vector<Subject>& subjects);
  void stop();
  bool running() const { return !waiting_.empty(); }

 Q_SIGNALS:
  void changed();  // a time, or whether it runs
  void measured(const std::string& script, const nw::workspace::Measurement& measurement);

 private:
  // A run made here. A script from elsewhere is in no state of the history.
  struct Run {
    std::string script;
    TargetFacts target;
    workspace::Measurement time;
    std::shared_ptr<const kernel::NestHeat> heat;
  };
  const Run* runOf(const Subject& subject) const;
  void next();
  void finished(const workspace::SampledRun& ran);
  QString purpose() const;

  Workbench& workbench_;
  const QString title_;
  const std::string task_;
  const std::map<std::string, int64_t> sizes_;
  std::deque<Subject> waiting_;  // the first one runs
  bool under_way_ = false;       // its job
  std::vector<Run> runs_;
};

}  // namespace nw::views
