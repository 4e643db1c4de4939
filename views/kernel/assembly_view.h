// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's machine code: lines that come from what is selected are lit, a click selects what a line comes from;
// spills, and scalar arithmetic inside of vector loops, are pointed out.
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "kernel/kernel_selection.h"
#include "target/kernel.h"

namespace nw::views {

class AssemblyView : public QPlainTextEdit {
  Q_OBJECT

 public:
  struct Line {
    QString text;
    tir::Provenance from;
    enum class Concern { None, Spill, Scalar } concern = Concern::None;
  };
  // The assembly with its origins, as found through the object's line table. Costs a lowering: off the UI thread.
  static Result<std::vector<Line>> lines_of(const std::string& script, const CancelToken& cancel);

  explicit AssemblyView(QWidget* parent = nullptr);
  void setLines(std::vector<Line> lines);
  void setMessage(const QString& text);
  void setSelection(const KernelSelection& selection);
  int litLines() const { return lit_; }
  QString summary() const;  // "12 spills · 3 scalar operations in vector loops", or empty

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void mark();

  std::vector<Line> lines_;
  KernelSelection selection_;
  int lit_ = 0;
};

}  // namespace nw::views
