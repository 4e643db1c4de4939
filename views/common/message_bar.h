// SPDX-License-Identifier: GPL-3.0-or-later
// Messages in the window instead of modal dialogs: one sentence and its actions. One is shown, the others wait until it
// is answered.
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace nw::views {

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  struct Choice {
    QString title;
    std::function<void()> work;
    QString tip = {};
  };

  explicit MessageBar(QWidget* parent = nullptr);
  // Goes once something was chosen. A message about the same matter takes the place of the one before.
  void ask(const QString& matter, const QString& text, const std::vector<Choice>& choices);
  void take(const QString& matter);  // away: it has been settled otherwise
  void clear();                      // their subject no longer exists

 private:
  struct Message {
    QString matter, text;
    std::vector<Choice> choices;
  };
  void showFirst();

  QLabel* text_;
  QHBoxLayout* row_;
  std::vector<QWidget*> buttons_;
  std::vector<Message> waiting_;  // the first is shown
};

}  // namespace nw::views
