// SPDX-License-Identifier: GPL-3.0-or-later
// Find and replace in the script: one line under the editor, closed by Escape.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace nw::views {

class ScriptEditor;

class ScriptFindBar : public QWidget {
  Q_OBJECT

 public:
  explicit ScriptFindBar(ScriptEditor* editor, QWidget* parent = nullptr);
  void open();  // with the selected text of the editor
  void close();
  void step(bool forward);
  void replace();
  void replaceAll();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void count();
  void reveal();

  ScriptEditor* editor_;
  QLineEdit* what_;
  QLineEdit* with_;
  QLabel* answer_;
};

}  // namespace nw::views
