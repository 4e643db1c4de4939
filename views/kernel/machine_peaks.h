// SPDX-License-Identifier: GPL-3.0-or-later
// The peaks of this machine for one window, measured on request.
#pragma once

#include <QObject>

#include "worker/peaks.h"

namespace nw::views {

class Workbench;

class MachinePeaks : public QObject {
  Q_OBJECT

 public:
  MachinePeaks(Workbench* workbench, QObject* parent);
  const worker::Peaks& value() const { return peaks_; }
  void set(const worker::Peaks& peaks);
  void measure();  // off the UI thread, a few seconds
  bool measuring() const;

 Q_SIGNALS:
  void changed();   // the value, or whether it is being measured
  void measured();  // again

 private:
  Workbench* workbench_;
  worker::Peaks peaks_;
  bool under_way_ = false;
};

}  // namespace nw::views
