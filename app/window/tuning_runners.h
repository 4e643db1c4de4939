// SPDX-License-Identifier: GPL-3.0-or-later
// The targets on which a search may measure: the active one, and others that are machines like it, which a person
// chooses to share the candidates.
#pragma once

#include <QObject>
#include <vector>

#include "base/result.h"
#include "target/connection.h"

namespace nw::views {
class TargetList;
class TuneOptions;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class TuningRunners : public QObject {
  Q_OBJECT

 public:
  // Keeps the list of `options` as the targets are.
  TuningRunners(const views::Workbench& workbench, const views::TargetList& targets, views::TuneOptions& options,
                QObject* parent);
  void update();
  // Those that measure beside the active one. NW4201 to NW4222 of one that cannot be used.
  Result<std::vector<target::Connection>> chosen() const;

 private:
  const views::Workbench& workbench_;
  const views::TargetList& targets_;
  views::TuneOptions& options_;
};

}  // namespace nw::window
