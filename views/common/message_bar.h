// SPDX-License-Identifier: GPL-3.0-or-later
// A message in the window instead of a dialog before it: a sentence and what can be done about it.
#pragma once

#include <QFrame>
#include <functional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace nw::views {

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  using Choice = std::pair<QString, std::function<void()>>;

  explicit MessageBar(QWidget* parent = nullptr);
  // Hides itself once something was chosen.
  void ask(const QString& text, const std::vector<Choice>& choices);

 private:
  QLabel* text_;
  QHBoxLayout* row_;
  std::vector<QWidget*> buttons_;
};

}  // namespace nw::views
