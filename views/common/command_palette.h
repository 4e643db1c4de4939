// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette: search for commands, nodes and groups by a few letters.
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
  QString why_not = {};  // where it does not apply now: it is greyed and says this at the right
};

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  using Source = std::function<std::vector<Command>()>;  // asked again each time the palette opens

  explicit CommandPalette(QWidget* window);
  void addSource(Source source) { sources_.push_back(std::move(source)); }
  // For searches that are too slow for each keystroke: called with the typed text, it answers later by showFound().
  void setSearch(std::function<void(const QString& typed)> search) { search_ = std::move(search); }
  void showFound(const QString& typed, std::vector<Command> found);
  void open();
  // Only these, to choose one of them; `what` says what for.
  void choose(const QString& what, std::vector<Command> from);
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void appear(const QString& what);
  void typed(const QString& text);
  void fill();
  void runCurrent();

  QLineEdit* edit_;
  QListWidget* list_;
  std::vector<Source> sources_;
  std::function<void(const QString&)> search_;
  std::vector<Command> commands_, found_;
  bool searching_ = false;
  bool choosing_ = false;  // among given commands only
  std::vector<const Command*> shown_;
};

}  // namespace nw::views
