// SPDX-License-Identifier: GPL-3.0-or-later
// The peaks of the active target for one window, measured on request. Those of other targets are kept.
#pragma once

#include <QObject>
#include <map>
#include <string>

#include "common/viewer.h"
#include "worker/peaks.h"

namespace nw::views {

class Workbench;

class MachinePeaks : public QObject, public Viewer {
  Q_OBJECT

 public:
  MachinePeaks(Workbench* workbench, QObject* parent);
  ~MachinePeaks() override;
  const worker::Peaks& value() const { return peaks_; }
  void set(const worker::Peaks& peaks);
  void measure();  // off the UI thread, a few seconds
  bool measuring() const;
  bool here() const;        // the target is this computer
  QString name() const;     // the target's
  QString whyNone() const;  // it cannot be measured; empty: it can

  void targetChanged() override;

 Q_SIGNALS:
  void changed();   // the value, or whether it is being measured
  void measured();  // again

 private:
  Workbench* workbench_;
  worker::Peaks peaks_;
  std::string target_;  // hash of the facts that they are of
  std::map<std::string, worker::Peaks> others_;
  bool under_way_ = false;
};

}  // namespace nw::views
