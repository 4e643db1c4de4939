// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of a window, and which of them is active. The registry is read off the UI thread and starts nothing; a
// device is connected only when a person chooses it and its facts are not known otherwise.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/viewer.h"
#include "models/target_entries.h"

namespace nw::views {

class TargetLinks;
class Workbench;

class TargetList : public QObject, public Viewer {
  Q_OBJECT

 public:
  TargetList(Workbench& workbench, target::Folders folders, QObject* parent);
  ~TargetList() override;
  void reload();

  const std::vector<TargetEntry>& entries() const { return entries_; }
  const std::string& active() const;                                    // its id
  const target::Registry* registry() const { return registry_.get(); }  // null: not read yet

  TargetLinks& links() { return *links_; }
  void tryNow(const std::string& id);

  // Makes a target the active one, and the document remembers its id. A refusal is in the problems.
  void choose(const std::string& id);
  // What a command line names: a file of facts, or an id once the list is read. The first document does not choose
  // then.
  void chooseNamed(const QString& name);
  // A JSON file of facts: a described target, active at once.
  void chooseFile(const QString& path);
  // Changes of the user's list, each of which can be taken back: one of the target's name is replaced or is new; one
  // is removed. `what` is what a person did: "removing lab".
  void change(target::UserTarget target, const QString& what);
  void remove(const std::string& name);
  bool canUndo() const { return !done_.empty(); }
  QString undoText() const { return done_.empty() ? QString() : done_.back().what; }
  void undo();
  const target::UserTarget* userTarget(const std::string& id) const;  // null: it is not in that list
  const target::Plugin* plugin(const std::string& id) const;          // null: there is none
  // The plugin may be loaded from now on, as it is now.
  void trust(const std::string& plugin);

  // The active target's or another's, to run kernels on. NW4201 to NW4222.
  Result<target::Connection> connection(const std::string& id) const;
  // Of a target that is not in the list.
  Result<target::Connection> connection(const target::UserTarget& target) const;

  void documentChanged() override;

 Q_SIGNALS:
  void changed();        // the entries, or which one is active
  void statesChanged();  // of the same entries

 private:
  struct Change {
    QString what;
    std::string name;
    std::optional<target::UserTarget> before, after;
  };
  void apply(const std::string& name, const std::optional<target::UserTarget>& wanted, const QString& what,
             std::function<void()> done);
  void refresh();
  void updateStates();
  void setStates();
  void keepActive();
  void followDocument();
  void chooseWanted();
  void use(const TargetEntry& entry);
  void connectTo(target::Connection connection);
  void report(Diagnostics diagnostics);

  Workbench& workbench_;
  TargetLinks* links_;
  QTimer countdown_;  // while a target is lost
  const target::Folders folders_;
  std::shared_ptr<const target::Registry> registry_;
  std::vector<TargetFacts> of_files_;
  std::vector<TargetEntry> entries_;
  std::string wanted_;  // by chooseNamed(), until the list is read
  std::vector<Change> done_;
  bool named_ = false;  // by chooseNamed(), until a document is open
};

}  // namespace nw::views
