// SPDX-License-Identifier: GPL-3.0-or-later
// What is below the row of a problem: its causes, what would be legal, every fix as a button, the way to its place and
// to its page. Nothing is cut: text and buttons wrap to the width.
#pragma once

#include <QWidget>
#include <vector>

#include "base/diagnostic.h"

class QPushButton;

namespace nw::views {

class ProblemDetails : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemDetails(Diagnostic diagnostic, QWidget* parent = nullptr);
  // Wraps the buttons to `width` pixels; the height that the whole then needs.
  int heightFor(int width);

 Q_SIGNALS:
  void fixWanted(const nw::Diagnostic& diagnostic, const nw::Fix& fix);
  void placeWanted(const nw::Diagnostic& diagnostic);
  void explainWanted(const QString& code);

 private:
  QPushButton* button(const QString& text, const QString& tip);

  Diagnostic diagnostic_;
  std::vector<QPushButton*> buttons_;
};

}  // namespace nw::views
