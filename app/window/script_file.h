// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a script that is open on its own, which other programs may write too: what they save is read again, and
// undo brings back what was here. Where there are changes of one's own, one is asked.
#pragma once

#include <QObject>
#include <string>

#include "window/script_watch.h"

namespace nw::views {
class MessageBar;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

class ScriptFile : public QObject {
  Q_OBJECT

 public:
  ScriptFile(views::Workbench& workbench, KernelTabs& tabs, views::MessageBar& message, QObject* parent);
  void watch();  // the document's file from now on; nothing if it is no script, or has none
  const QString& path() const { return watch_.path(); }  // empty: nothing is watched
  bool differs() const;                                  // what is here from what the file has, whoever wrote that
  // Another program has saved the file, perhaps before the watch has noticed; then what to do about it is asked.
  bool changedByOthers(const QString& path);

 Q_SIGNALS:
  void stateChanged();                     // whether the file differs
  void reopenWanted(const QString& path);  // Python that no kernel was made from has changed
  void readAgain();                        // what another program has saved is in the window

 private:
  std::string textHere() const;
  QString savedName() const;  // of the text in the file, where it is compared
  void fileChanged(const std::string& text);
  void decided(const std::string& text);  // about what the file has: it is here, or is to be written over
  void ask(const std::string& text);

  views::Workbench& workbench_;
  KernelTabs& tabs_;
  views::MessageBar& message_;
  ScriptWatch watch_;
};

}  // namespace nw::window
