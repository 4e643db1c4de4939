// SPDX-License-Identifier: GPL-3.0-or-later
// The code of one kernel for two targets, side by side. Both sides show the same line of the loop nest at the same
// height, at first that of the hottest loop; what is selected in one is selected in the other.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "kernel/assembly_lines.h"
#include "kernel/nest_heat.h"

class QComboBox;

namespace nw::views {

class AssemblyView;
struct KernelSelection;

class AssemblyPair : public QWidget {
  Q_OBJECT

 public:
  // All codes are of one script, so that their lines refer to one nest.
  struct Code {
    QString name;  // of the target
    std::vector<kernel::AssemblyLine> lines;
    std::shared_ptr<const kernel::NestHeat> heat;  // null: not known
  };

  explicit AssemblyPair(QWidget* parent = nullptr);
  // What was chosen stays so where it is still there.
  void setCodes(std::vector<Code> codes);
  void choose(int side, const QString& name);
  AssemblyView* view(int side) const { return sides_[static_cast<size_t>(side)].view; }
  QComboBox* box(int side) const { return sides_[static_cast<size_t>(side)].box; }

 private:
  struct Side {
    QComboBox* box = nullptr;
    AssemblyView* view = nullptr;
  };
  const Code* codeOf(int side) const;
  void showSide(int side);
  void showHottest();
  void follow(int side);
  void select(int side, const KernelSelection& selection);

  std::array<Side, 2> sides_;
  std::vector<Code> codes_;
  bool following_ = false;  // one side moves because the other has
};

// The line that most of the time was spent at; where that is not known, the first of the innermost loop. -1: no code.
int hottest_line(const AssemblyPair::Code& code);

}  // namespace nw::views
