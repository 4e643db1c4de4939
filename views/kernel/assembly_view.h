// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's machine code (core/kernel/assembly_lines.h): lines of the selected statement are highlighted, a
// click selects the statement of a line; spills, and scalar arithmetic inside of vector loops, are pointed out. A
// stripe has the colour that the line's statement has beside the loop nest.
#pragma once

#include <QPlainTextEdit>
#include <map>
#include <vector>

#include "kernel/assembly_lines.h"
#include "kernel/kernel_selection.h"
#include "kernel/nest_heat.h"

namespace nw::views {

class AssemblyView : public QPlainTextEdit {
  Q_OBJECT

 public:
  using Line = kernel::AssemblyLine;

  explicit AssemblyView(QWidget* parent = nullptr);
  void setLines(std::vector<Line> lines);                      // without heat, until setHeat()
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);  // of a run of this code; null: none is known
  void setMessage(const QString& text);
  void setSelection(const KernelSelection& selection);
  void setMarks(const KernelMarks& marks);
  // The colours of the pins that an instruction belongs to, those of the innermost loop first.
  std::vector<size_t> pinsAt(size_t line) const;
  int litLines() const { return lit_; }
  QString aboutTime(size_t line) const;  // in a sentence; empty: none was seen
  QString concerns() const;              // "12 spills · 3 scalar operations in vector loops", or empty
  QString summary() const;               // "214 instructions · vectors of 512 bits · 71 % multiply-adds · …", or empty
  // Where the time goes, from the top: of each stretch of hot instructions the hottest. None without a profile.
  std::vector<size_t> hotSpots() const;
  // To the next one or the one before, around the end, at first to the hottest; its statement is selected.
  void goToHotSpot(int direction);
  int hotSpot() const { return hot_spot_; }  // of those, counted from 0; -1: none was gone to
  // Lines of the nest (from 0) that have code, each with the number of its colour.
  std::map<int, int> pairColours() const;

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Margin;
  void mark();
  void reveal();
  int relation(const Line& line) const;  // to the selection: 2 the same, 1 a part of it, 0 none
  int inSight() const;                   // lines
  int64_t samples(size_t line) const;
  int64_t hottest() const;
  void placeMargin();
  int pinWidth() const;
  bool hasPairs() const { return !pairs_.empty(); }
  void goToLine(size_t line);
  void paintMargin(QPaintEvent* event);

  std::vector<Line> lines_;
  kernel::AssemblySummary sum_;  // of lines_
  int instructions_ = 0;
  std::shared_ptr<const kernel::NestHeat> heat_;
  bool each_ = false;  // samples by instruction; else only by line of the nest
  Margin* margin_;
  KernelSelection selection_;
  KernelMarks marks_;
  std::map<int, int> pairs_;  // as pairColours()
  int lit_ = 0;
  int hot_spot_ = -1;
  int hot_line_ = -1;  // of the hot spot that was gone to
};

}  // namespace nw::views
