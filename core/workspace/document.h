// SPDX-License-Identifier: GPL-3.0-or-later
// The open document: a model, or a single script, with its history of choices. Used by one thread; slow work is done by
// pure functions (fusion_view.h, kernel/preview.h) on shared immutable values.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "model/model.h"
#include "workspace/fusion_view.h"
#include "workspace/history.h"
#include "workspace/journal.h"
#include "workspace/network_measurement.h"
#include "workspace/session_lock.h"
#include "workspace/table_file.h"

namespace nw::workspace {

struct PythonSource;

// Result of opening a file: a model (possibly from a project), or a script.
struct Opened {
  std::shared_ptr<const model::Model> model;   // null for a single script
  std::string script;                          // of a .py file
  std::shared_ptr<const PythonSource> python;  // that the script was made from; null: it is a script as it stands
  std::string path;                            // as given
  std::string sha256;                          // of the script or project on disk
  std::string model_sha256;                    // of the model's file
  std::string project_path;                    // of a .nest file
  Choices choices;                             // from the project, else defaults
  std::vector<NamedState> tags;                // from the project
  std::vector<std::string> targets;            // from the project: ids, the active one first
  std::optional<History> history;              // from the project, if it has one
  std::vector<NetworkMeasurement> network;     // from the project
  std::string unknown_project_keys;  // JSON of keys in the project file that this version does not know; saved again
  std::string view_state;            // JSON of the project's view section
  std::string tuning;                // JSON of its tuning section; empty: it has none
  std::string outside;               // a model outside the project's folder that was not read (NW1452)
  TableUse used;                     // what the model was made with
  Diagnostics diagnostics;
  Diagnostics project_diagnostics;  // those of them about the project: its values, its model's hash
};

// Whether a project may read this model (an absolute path) outside its folder: a project from elsewhere may name any
// file. May be called on any thread.
using Consent = std::function<bool(const std::string& model)>;
inline bool refuse(const std::string&) {
  return false;
}
// Whether `model`, as named in a project at `project`, is outside the project's folder; links are followed.
bool is_outside(const std::string& project, const std::string& model);

// Reads any file that Nestwright opens: .onnx, Relay text, .py (TE script), .nest.
Opened open(const std::string& path, const model::OpenOptions& options = {}, const Consent& consent = refuse);
// A model's file with a pattern table in front, as if that had been opened first.
Opened open_with_table(const std::string& path, const std::string& table);
// The model's file read again with other dimensions or another table. Text that was pasted has no file: its graph is
// taken as it was read, and only what the table does with it is done again; without a model where it cannot be had.
Opened open_again(const model::Model& model, model::OpenOptions options, const TableUse& table, bool other_dims);
// Opens Relay text or a TE script that was pasted or embedded.
Opened open_text(const std::string& text, const std::string& title);

class Document {
 public:
  explicit Document(Opened opened);

  const std::string& path() const { return path_; }
  std::string title() const;
  const std::shared_ptr<const model::Model>& model() const { return model_; }
  // A model outside the project's folder that was not read.
  const std::string& outside() const { return outside_; }
  // The Python file that the script was made from; null: it is a script as it stands. Without kernels, nothing could be
  // made from it.
  const std::shared_ptr<const PythonSource>& python() const { return python_; }
  bool is_script() const { return model_ == nullptr && !is_broken_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  const History& history() const { return history_; }
  const Choices& choices() const { return history_.choices(); }

  // The active script of a task, or nothing if it has its default.
  std::optional<std::string> script(const std::string& task_key) const;
  void set_script(const std::string& task_key, const std::string& text, const std::string& label, bool typing);
  // What is typed next is a change of its own, and not merged into the current state.
  void end_typing();
  // The state that typing in a task's script changes.
  const State& typing_since(const std::string& task_key) const;
  void reset_script(const std::string& task_key);
  // The text of a single script as saved by another program: a new state, equal to the file on disk.
  void reload_script(const std::string& text, const std::string& label);
  // Replaces all schedules of a task: to add, select or rename one.
  void set_kernel(const std::string& task_key, KernelChoice kernel, const std::string& label);
  // A schedule of that name for each of these tasks, which becomes the one in use; in one step.
  void use_schedules(const std::map<std::string, std::string>& scripts, const std::string& name,
                     const std::string& label);
  void set_fusion(FusionChoices fusion, const std::string& label);
  void set_patterns(const std::string& text);  // of the table in front, as it is typed
  void set_tables(PatternTables tables, const std::string& label);
  void set_rules(bool applied, const std::string& label);
  // A measured time, on every state that has this script for the task; written to the journal.
  void record(const std::string& task_key, const std::string& script, const std::string& default_script,
              const Measurement& measurement);
  // The same on these states; those that the history does not have are left out.
  void record(const std::vector<StateId>& states, const std::string& task_key, const Measurement& measurement);
  // Times of a run of the whole network; written to the journal and saved with the project, and no change of it.
  void record(NetworkMeasurement measurement);
  const NetworkMeasurements& network_measurements() const { return network_; }
  // Names a state of the history; saved in the project file. An empty name removes the state's name.
  void tag(StateId state, const std::string& name);
  std::vector<NamedState> tags() const;
  // Makes another state the current one; written to the journal like a change.
  void undo();
  void redo();
  void go(StateId state);
  // Values for the model's dynamic dimensions. Its shapes change when the model is opened with them.
  void set_dims(std::map<std::string, int64_t> dims, const std::string& label);
  const std::map<std::string, int64_t>& model_dims() const { return model_dims_; }  // that the model was opened with
  const TableUse& model_table() const { return model_table_; }                      // likewise
  TableUse wanted_table() const;                                                    // that the choices ask for
  void replace_model(Opened opened);  // the same model file, opened with other dimensions or another table

  // Unsaved changes of earlier runs that crashed and that were neither restored nor discarded, oldest first.
  std::vector<RecoveredRun> unsaved_runs() const;
  std::vector<const RecoveredRun*> left_behind() const;  // the same, until they are restored, discarded or read again
  // To read long journals takes a while and needs no document: another thread may, and hand over what it found. It is
  // read again where the journals have changed since.
  struct UnsavedRuns {
    std::vector<RecoveredRun> runs = {};
    std::vector<uintmax_t> sizes = {};  // of the journals
  };
  const std::vector<std::string>& journals() const { return journals_; }
  static bool has_unsaved(const std::vector<std::string>& journals);  // or what cannot be read
  static UnsavedRuns read_unsaved(const std::vector<std::string>& journals);
  void take_unsaved(UnsavedRuns read) { read_ = std::move(read); }
  // Whether the file on disk has changed since that run started.
  bool saved_since(const RecoveredRun& run) const { return !run.base.empty() && run.base != sha256_; }
  // Adds the history of those runs, with its names and times, and makes the last run's state the current one; of a run
  // whose history is damaged, its last state. Undo leads back to the state in the file.
  void restore_unsaved(const std::string& label);
  void discard_unsaved();

  bool modified() const;
  const std::string& project_path() const { return project_path_; }
  // Atomic; the model's path is kept relative to the project's folder, with its SHA-256.
  Diagnostics save(const std::string& project_path, const std::string& view_state = {});
  std::string view_state() const { return view_state_; }
  void keep_view_state(std::string state) {
    view_state_ = std::move(state);
  }  // of views that do not show this document now
  // What searches found for the tasks, as the project file has it; saved with it, and no change of the document.
  const std::string& tuning() const { return tuning_; }
  void keep_tuning(std::string tuning) { tuning_ = std::move(tuning); }
  // Ids of the targets that this document was used with, the active one first; empty: none was chosen. They are saved
  // with the project, and are no change of it: another target changes no kernel.
  const std::vector<std::string>& targets() const { return targets_; }
  void use_target(const std::string& id);
  // Every change since the last save is appended to `PROJECT.nest.journal`; under `folder` for unsaved documents, and
  // for projects whose folder cannot be written.
  void keep_journal(const std::string& folder);
  void forget_changes();  // deletes the journal of this run
  // Why the last change could not be written to the journal; empty: it was, or no journal is kept.
  const std::string& journal_problem() const { return journal_problem_; }
  // Other windows that have the same file open now. Each has its own journal.
  std::vector<SessionLock::Owner> other_windows() const { return lock_.others(); }
  // Whether the project's file has changed since it was opened or saved here; saving would overwrite that.
  bool project_changed_on_disk() const;

  static constexpr const char* kScriptTask = "script";  // the task key of a single script

 private:
  bool is_saved(const Choices& now) const;
  const std::string& model_sha256();
  void journal(const std::string& what, bool times_only = false);
  void saved(const std::string& sha256);
  void adopt(History history, Choices choices, const std::vector<NamedState>& names);
  void restore_names(const std::vector<NamedState>& names, const std::string& label);

  std::shared_ptr<const model::Model> model_;
  std::shared_ptr<const PythonSource> python_;
  std::map<std::string, int64_t> model_dims_;
  TableUse model_table_;
  std::string path_, project_path_, unknown_keys_, view_state_, tuning_, sha256_, model_sha256_, outside_;
  std::vector<std::string> targets_;
  std::string model_stamp_;  // size and time of the model's file when it had that hash
  std::string journal_folder_;
  std::string journal_of_;             // the file whose changes are journaled; empty: none
  std::vector<std::string> journals_;  // possible paths for slot 1; the first writable one is used
  size_t journal_place_ = 0;
  std::string journal_problem_;
  mutable std::optional<UnsavedRuns> read_;
  SessionLock lock_;
  const UnsavedRuns& unsaved() const;
  bool is_unsaved(const RecoveredRun& run) const;
  bool is_broken_ = false;
  Diagnostics diagnostics_;
  History history_;
  std::shared_ptr<const Choices> saved_;
  std::map<std::string, std::string> table_files_;  // texts of the tables that were opened, as their files have them
  std::vector<NamedState> saved_tags_, journaled_tags_;
  NetworkMeasurements network_, journaled_network_;
  std::set<StateId> unjournaled_;  // states that changed since the last line of the journal
};

}  // namespace nw::workspace
