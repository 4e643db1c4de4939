// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's code with a bar above it: what it consists of, the way to where its time goes, and the syntax.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "kernel/assembly_lines.h"
#include "kernel/nest_heat.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace nw::views {

class AssemblyView;

class AssemblyPage : public QWidget {
  Q_OBJECT

 public:
  explicit AssemblyPage(QWidget* parent = nullptr);
  AssemblyView* view() const { return view_; }
  void setLines(std::vector<kernel::AssemblyLine> lines);
  void setMessage(const QString& text);                        // instead of code
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);  // of a run of this code; null: none is known
  // Whether the processor has two syntaxes, and which one is shown.
  void setSyntax(bool choice, bool intel);
  void goToHotSpot(int direction);
  QString summary() const;
  QComboBox* syntaxBox() const { return syntax_; }

 Q_SIGNALS:
  void syntaxChosen(bool intel);

 private:
  QToolButton* makeButton(Qt::ArrowType arrow, const QString& name, const QKeySequence& key, int direction);
  void refresh();

  QLabel* summary_;
  QLabel* place_;  // "2 of 5"
  QToolButton* previous_;
  QToolButton* next_;
  QComboBox* syntax_;
  AssemblyView* view_;
};

}  // namespace nw::views
