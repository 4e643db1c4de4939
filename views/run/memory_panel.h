// SPDX-License-Identifier: GPL-3.0-or-later
// Where the values of a run lie in memory: the plan's picture with its totals. It is planned off the UI thread, while
// the panel is visible.
#pragma once

#include <QWidget>
#include <memory>

#include "common/viewer.h"
#include "models/memory_chart.h"

class QLabel;

namespace nw::views {

class MemoryPicture;
class Workbench;

class MemoryPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit MemoryPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~MemoryPanel() override;
  MemoryPicture* picture() const { return picture_; }

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refill();
  void show(std::shared_ptr<const MemoryChart> chart);

  Workbench& workbench_;
  QLabel* summary_;
  MemoryPicture* picture_;
  std::shared_ptr<const fusion::Fusion> planned_;  // that the picture is of
};

}  // namespace nw::views
