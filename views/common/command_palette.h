// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette: type a few letters of anything that can be done or looked at.
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace nw::views {

struct Command {
  QString title;
  QString detail;  // at the right: a shortcut, a shape
  std::function<void()> run;
};

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  using Source = std::function<std::vector<Command>()>;  // asked anew each time the palette opens

  explicit CommandPalette(QWidget* window);
  void addSource(Source source) { sources_.push_back(std::move(source)); }
  void open();
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& typed);
  void runCurrent();

  QLineEdit* edit_;
  QListWidget* list_;
  std::vector<Source> sources_;
  std::vector<Command> commands_;
  std::vector<size_t> shown_;
};

}  // namespace nw::views
