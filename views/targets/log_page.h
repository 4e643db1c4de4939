// SPDX-License-Identifier: GPL-3.0-or-later
// What a target's carrier and runner said, with the time; a filter leaves the lines that have its words.
#pragma once

#include <QWidget>
#include <string>

class QLineEdit;
class QPlainTextEdit;

namespace nw::views {

class TargetLinks;

class LogPage : public QWidget {
  Q_OBJECT

 public:
  explicit LogPage(TargetLinks& links, QWidget* parent = nullptr);
  void setTarget(const std::string& id);
  QLineEdit* filter() const { return filter_; }
  QPlainTextEdit* lines() const { return lines_; }

 private:
  void showAll();
  void follow(const std::string& id);

  TargetLinks& links_;
  QLineEdit* filter_;
  QPlainTextEdit* lines_;
  std::string target_;
  size_t seen_ = 0;  // lines of the log
};

}  // namespace nw::views
