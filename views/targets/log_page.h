// SPDX-License-Identifier: GPL-3.0-or-later
// What a target's carrier and runner said, with the time.
#pragma once

#include <QPlainTextEdit>
#include <string>

namespace nw::views {

class TargetLinks;

class LogPage : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LogPage(TargetLinks& links, QWidget* parent = nullptr);
  void setTarget(const std::string& id);

 private:
  void follow(const std::string& id);

  TargetLinks& links_;
  std::string target_;
  size_t shown_ = 0;  // lines
};

}  // namespace nw::views
