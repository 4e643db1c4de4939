// SPDX-License-Identifier: GPL-3.0-or-later
// The trial of a search that is shown: its loop nest, alone and against the start's, and why it is fast. Both are found
// off the window's thread.
#pragma once

#include <QObject>
#include <memory>

#include "kernel/preview.h"
#include "models/tune_trials_model.h"
#include "tune/kernel.h"

namespace nw::views {
class TuneView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class TuningWhy;

class ShownTrial : public QObject {
  Q_OBJECT

 public:
  ShownTrial(views::Workbench& workbench, views::TuneView& view, QObject* parent);
  ~ShownTrial() override;
  // On so many threads. A null kernel: none is shown.
  void show(std::shared_ptr<const tune::TunedKernel> kernel, const views::TuneTrial& trial, int threads);
  void showNone();

 Q_SIGNALS:
  void nestShown(std::shared_ptr<const nw::kernel::KernelPreview> nest);

 private:
  QString purpose() const;

  views::Workbench& workbench_;
  views::TuneView& view_;
  TuningWhy* why_;
};

}  // namespace nw::window
