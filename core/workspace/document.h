// SPDX-License-Identifier: GPL-3.0-or-later
// The open document: a model, or a script on its own, with the history of choices about it. Lives on one thread;
// what takes time is done by pure functions (fusion_view.h, kernel_preview.h), from shared immutable values.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "model/model.h"
#include "workspace/fusion_view.h"
#include "workspace/history.h"

namespace nw::workspace {

// What opening a file gives: a model (possibly from a project), or a script.
struct Opened {
  std::shared_ptr<const model::Model> model;  // null for a script on its own
  std::string script;                         // of a .py file
  std::string path;                           // as given
  std::string project_path;                   // of a .nest file
  Choices choices;                            // from the project, else defaults
  std::vector<Tagged> tags;                   // from the project
  std::string unknown_project_keys;           // JSON that the project file had and we do not know: written back
  std::string view_state;                     // JSON of the project's view section
  Diagnostics diagnostics;
};

// Reads any file that Nestwright opens: .onnx, Relay text, .py (TE script), .nest.
Opened open(const std::string& path, const model::OpenOptions& options = {});
// Opens Relay text or a TE script that was pasted or embedded.
Opened open_text(const std::string& text, const std::string& title);

class Document {
 public:
  explicit Document(Opened opened);

  const std::string& path() const { return path_; }
  std::string title() const;
  const std::shared_ptr<const model::Model>& model() const { return model_; }
  bool is_script() const { return model_ == nullptr && !is_broken_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  History& history() { return history_; }
  const History& history() const { return history_; }
  const Choices& choices() const { return history_.choices(); }

  // The active script of a task, or nothing if it has its default.
  std::optional<std::string> script(const std::string& task_key) const;
  void set_script(const std::string& task_key, const std::string& text, const std::string& label, bool typing);
  void reset_script(const std::string& task_key);
  // The script on its own as another program has saved it: a state like any other, and the one that is on disk.
  void reload_script(const std::string& text, const std::string& label);
  // All schedules of a task at once: a new one, another in use, another name.
  void set_kernel(const std::string& task_key, KernelChoice kernel, const std::string& label);
  void set_fusion(FusionChoices fusion, const std::string& label);
  void set_patterns(const std::string& text);
  // Names a state of the history; kept in the project file. An empty name takes its own away.
  void tag(StateId state, const std::string& name);
  std::vector<Tagged> tags() const;
  // Another state becomes the present one; the journal is told, as of changes.
  void undo();
  void redo();
  void go(StateId state);
  // What a run that ended badly had: a state of its own; the names it had given, where that is known.
  void restore(Choices recovered, const std::optional<std::vector<Tagged>>& names, const std::string& label);

  bool modified() const;
  const std::string& project_path() const { return project_path_; }
  // Atomic; the model's path is kept relative to the project's folder, with its SHA-256.
  Diagnostics save(const std::string& project_path, const std::string& view_state = {});
  std::string view_state() const { return view_state_; }
  void keep_view_state(std::string state) { view_state_ = std::move(state); }  // of views that show something else now
  // Every change since the last save is appended to `PROJECT.nest.journal` (or under `folder` for unsaved documents).
  void keep_journal(const std::string& folder);

  static constexpr const char* kScriptTask = "script";  // the task key of a script on its own

 private:
  void journal(const std::string& what);
  void name_again(const std::vector<Tagged>& names, const std::string& label);

  std::shared_ptr<const model::Model> model_;
  std::string path_, project_path_, unknown_keys_, view_state_, journal_path_;
  bool is_broken_ = false;
  Diagnostics diagnostics_;
  History history_;
  std::shared_ptr<const Choices> saved_;
  std::vector<Tagged> saved_tags_, journaled_tags_;
};

}  // namespace nw::workspace
