// SPDX-License-Identifier: GPL-3.0-or-later
// Why the shown trial of a search is fast: found off the window's thread, measured when asked for.
#pragma once

#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "tune/step_effects.h"
#include "tune/tune_why.h"

namespace nw::views {
class Workbench;
}

namespace nw::window {

class TuningWhy : public QObject {
  Q_OBJECT

 public:
  TuningWhy(views::Workbench& workbench, views::TuneWhy& view, QObject* parent);
  ~TuningWhy() override;
  // A trial's lines; null or none: nothing is shown.
  void show(std::shared_ptr<const tune::TunedKernel> kernel, std::vector<std::string> lines, int threads);
  // Nothing is measured while a search measures: both would be wrong.
  void setBusy(bool busy);

 private:
  struct Found {
    std::vector<schedule::Step> steps;
    tune::ScheduleEffects effects, start;
    std::vector<std::string> of_default;
  };
  void found(Found found);
  void measure();
  void showEffects();
  void updateButton();
  bool measuring() const;
  QString purpose(const char* what) const;

  views::Workbench& workbench_;
  views::TuneWhy& view_;
  std::shared_ptr<const tune::TunedKernel> kernel_;
  std::vector<std::string> lines_;
  int threads_ = 1;
  bool busy_ = false;
  Found found_;
};

}  // namespace nw::window
