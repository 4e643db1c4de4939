// SPDX-License-Identifier: GPL-3.0-or-later
// The open document: a model, or a script on its own, with the history of choices about it. Lives on one thread;
// what takes time is done by pure functions (fusion_view.h, kernel/preview.h), from shared immutable values.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "model/model.h"
#include "workspace/fusion_view.h"
#include "workspace/history.h"
#include "workspace/journal.h"
#include "workspace/session_lock.h"

namespace nw::workspace {

// What opening a file gives: a model (possibly from a project), or a script.
struct Opened {
  std::shared_ptr<const model::Model> model;  // null for a script on its own
  std::string script;                         // of a .py file
  std::string path;                           // as given
  std::string sha256;                         // of the script or project as it is on disk
  std::string model_sha256;                   // of the model's file
  std::string project_path;                   // of a .nest file
  Choices choices;                            // from the project, else defaults
  std::vector<Tagged> tags;                   // from the project
  std::optional<History> history;             // from the project, if it has one
  std::string unknown_project_keys;  // JSON of keys in the project file that this version does not know: written back
  std::string view_state;            // JSON of the project's view section
  std::string outside;               // a model outside of the project's folder that was not read (NW1452)
  Diagnostics diagnostics;
  Diagnostics project_diagnostics;  // those among them that are about the project: its values, its model's hash
};

// Whether a project may read this model (an absolute path), which is outside of the project's folder: whoever sent the
// project may have named any file. May be called on any thread.
using Consent = std::function<bool(const std::string& model)>;
inline bool refuse(const std::string&) {
  return false;
}
// Whether a project at `project` names a model outside of its folder by naming `model`; links are followed.
bool is_outside(const std::string& project, const std::string& model);

// Reads any file that Nestwright opens: .onnx, Relay text, .py (TE script), .nest.
Opened open(const std::string& path, const model::OpenOptions& options = {}, const Consent& consent = refuse);
// Opens Relay text or a TE script that was pasted or embedded.
Opened open_text(const std::string& text, const std::string& title);

class Document {
 public:
  explicit Document(Opened opened);

  const std::string& path() const { return path_; }
  std::string title() const;
  const std::shared_ptr<const model::Model>& model() const { return model_; }
  // A model that the project names outside of its folder, and that was not read.
  const std::string& outside() const { return outside_; }
  bool is_script() const { return model_ == nullptr && !is_broken_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  History& history() { return history_; }
  const History& history() const { return history_; }
  const Choices& choices() const { return history_.choices(); }

  // The active script of a task, or nothing if it has its default.
  std::optional<std::string> script(const std::string& task_key) const;
  void set_script(const std::string& task_key, const std::string& text, const std::string& label, bool typing);
  // The state that what is typed now into a task's script is a change of.
  const State& typing_since(const std::string& task_key) const;
  void reset_script(const std::string& task_key);
  // The script on its own as another program has saved it: a state like any other, and the one that is on disk.
  void reload_script(const std::string& text, const std::string& label);
  // All schedules of a task at once: a new one, another in use, another name.
  void set_kernel(const std::string& task_key, KernelChoice kernel, const std::string& label);
  void set_fusion(FusionChoices fusion, const std::string& label);
  void set_patterns(const std::string& text);
  // Names a state of the history; kept in the project file. An empty name removes its own.
  void tag(StateId state, const std::string& name);
  std::vector<Tagged> tags() const;
  // Another state becomes the present one; the journal is notified, as of changes.
  void undo();
  void redo();
  void go(StateId state);
  // Values for the model's dynamic dimensions. Its shapes follow once the model was made again with them.
  void set_dims(std::map<std::string, int64_t> dims, const std::string& label);
  const std::map<std::string, int64_t>& model_dims() const { return model_dims_; }  // that the model was made with
  void replace_model(Opened opened);  // the same model file, opened with values for dimensions

  // What earlier runs that ended badly had and nobody has decided about, the oldest first.
  std::vector<Recovered> left_behind() const;
  // The file on disk is not the one that those changes were made in.
  bool saved_since(const Recovered& left) const { return !left.base.empty() && left.base != sha256_; }
  // The last run's as the present state, those of earlier runs as branches; the names it had given, where that is
  // known. The file's own state is one step back.
  void restore_left(const std::string& label);
  void drop_left();

  bool modified() const;
  const std::string& project_path() const { return project_path_; }
  // Atomic; the model's path is kept relative to the project's folder, with its SHA-256.
  Diagnostics save(const std::string& project_path, const std::string& view_state = {});
  std::string view_state() const { return view_state_; }
  void keep_view_state(std::string state) { view_state_ = std::move(state); }  // of views that show something else now
  // Every change since the last save is appended to `PROJECT.nest.journal`; under `folder` for unsaved documents, and
  // for projects whose own folder or disk does not take it.
  void keep_journal(const std::string& folder);
  void forget_changes();  // deletes the journal of this run
  // Why the last change is in no journal; empty: it is in one, or none is kept.
  const std::string& journal_problem() const { return journal_problem_; }
  // Other windows that have the same file open now. Each has a journal of its own.
  std::vector<SessionLock::Owner> other_windows() const { return lock_.others(); }
  // Whether the project's file has become another one since it was opened or saved here: to save writes over that.
  bool project_changed_on_disk() const;

  static constexpr const char* kScriptTask = "script";  // the task key of a script on its own

 private:
  const std::string& model_sha256();
  void journal(const std::string& what);
  void saved(const std::string& sha256);
  void adopt(History history, Choices choices, const std::vector<Tagged>& names);
  void name_again(const std::vector<Tagged>& names, const std::string& label);

  std::shared_ptr<const model::Model> model_;
  std::map<std::string, int64_t> model_dims_;
  std::string path_, project_path_, unknown_keys_, view_state_, sha256_, model_sha256_, outside_;
  std::string model_stamp_;  // size and time of the model's file when it had that hash
  std::string journal_folder_;
  std::string journal_of_;             // the file whose changes are kept; empty: none are
  std::vector<std::string> journals_;  // where they are kept, of slot 1: the first that can be written to
  size_t journal_place_ = 0;
  std::string journal_problem_;
  mutable std::vector<uintmax_t> left_sizes_;  // of what was set aside in each place when it was asked for
  SessionLock lock_;
  bool is_broken_ = false;
  Diagnostics diagnostics_;
  History history_;
  std::shared_ptr<const Choices> saved_;
  std::vector<Tagged> saved_tags_, journaled_tags_;
};

}  // namespace nw::workspace
