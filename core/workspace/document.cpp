// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/document.h"

#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "workspace/journal.h"
#include "workspace/project.h"

namespace nw::workspace {

namespace fs = std::filesystem;

Document::Document(Opened opened)
    : model_(std::move(opened.model)),
      path_(std::move(opened.path)),
      project_path_(std::move(opened.project_path)),
      unknown_keys_(std::move(opened.unknown_project_keys)),
      view_state_(std::move(opened.view_state)),
      diagnostics_(std::move(opened.diagnostics)) {
  is_broken_ = !model_ && opened.script.empty() && has_errors(diagnostics_);
  if (is_script()) opened.choices.kernels[kScriptTask] = {{{"script", opened.script}}, "script"};
  history_ = History(std::move(opened.choices));
  name_again(opened.tags, "kept in the project");
  history_.forget_tagging();  // it was done before
  saved_tags_ = journaled_tags_ = tags();
  saved_ = history_.current().choices;
}

std::string Document::title() const {
  const std::string& named = project_path_.empty() ? path_ : project_path_;
  return fs::path(named).filename().string();
}

std::optional<std::string> Document::script(const std::string& task_key) const {
  auto kernel = choices().kernels.find(task_key);
  if (kernel == choices().kernels.end()) return std::nullopt;
  auto script = kernel->second.scripts.find(kernel->second.active);
  if (script == kernel->second.scripts.end()) return std::nullopt;
  return script->second;
}

void Document::set_script(const std::string& task_key, const std::string& text, const std::string& label, bool typing) {
  Choices next = choices();
  KernelChoice& kernel = next.kernels[task_key];
  if (kernel.active.empty()) kernel.active = free_name(kernel);
  kernel.scripts[kernel.active] = text;
  history_.push(std::move(next), label, typing ? "typing " + task_key : std::string());
  journal(label);
}

void Document::reset_script(const std::string& task_key) {
  Choices next = choices();
  auto kernel = next.kernels.find(task_key);
  if (kernel == next.kernels.end()) return;
  kernel->second.active.clear();
  history_.push(std::move(next), "default schedule");
  journal("default schedule");
}

void Document::reload_script(const std::string& text, const std::string& label) {
  if (!is_script()) return;
  set_script(kScriptTask, text, label, false);
  saved_ = history_.current().choices;
  Journal::remove(journal_path_);
}

void Document::set_kernel(const std::string& task_key, KernelChoice kernel, const std::string& label) {
  Choices next = choices();
  if (kernel == KernelChoice())
    next.kernels.erase(task_key);
  else
    next.kernels[task_key] = std::move(kernel);
  history_.push(std::move(next), label);
  journal(label);
}

void Document::set_fusion(FusionChoices fusion, const std::string& label) {
  Choices next = choices();
  next.fusion = std::move(fusion);
  history_.push(std::move(next), label);
  journal(label);
}

void Document::set_patterns(const std::string& text) {
  Choices next = choices();
  next.patterns = text;
  history_.push(std::move(next), "patterns", "patterns");
  journal("patterns");
}

void Document::tag(StateId state, const std::string& name) {
  history_.tag(state, name);
  journal(name.empty() ? "a name taken away" : "the name " + name);
}

void Document::undo() {
  const std::string undone = history_.undo_label();
  history_.undo();
  journal("undo " + undone);
}

void Document::redo() {
  history_.redo();
  journal(history_.current().label);
}

void Document::go(StateId state) {
  history_.go(state);
  journal(history_.current().label);
}

void Document::restore(Choices recovered, const std::optional<std::vector<Tagged>>& names, const std::string& label) {
  const StateId before = history_.current().id;
  const bool changed = history_.push(std::move(recovered), label) != before;
  if (names) name_again(*names, label);
  if (changed) history_.forget_tagging();  // one step back is back before all of it
  journal(label);
}

// States with these names: the present one where it is of the same choices, else one beside the way.
void Document::name_again(const std::vector<Tagged>& names, const std::string& label) {
  for (const Tagged& tag : names) {
    StateId state = history_.current().id;
    if (!(tag.choices == choices())) state = history_.add(state, tag.choices, label);
    history_.tag(state, tag.name);
  }
}

std::vector<Tagged> Document::tags() const {
  std::vector<Tagged> all;
  for (const StateId id : history_.tagged()) all.push_back({history_.state(id).tag, *history_.state(id).choices});
  return all;
}

bool Document::modified() const {
  // A script on its own has no place for names.
  return !(*history_.current().choices == *saved_) || (!is_script() && tags() != saved_tags_);
}

Diagnostics Document::save(const std::string& project_path, const std::string& view_state) {
  // A script on its own is saved as itself.
  if (is_script() && !project_path.ends_with(".nest")) {
    Diagnostics failed = write_whole_file(project_path, script(kScriptTask).value_or(std::string()));
    if (failed.empty()) {
      path_ = project_path;
      saved_ = history_.current().choices;
      Journal::remove(journal_path_);
    }
    return failed;
  }
  Project project;
  std::error_code error;
  const fs::path folder = fs::absolute(project_path, error).parent_path();
  const fs::path model = fs::absolute(path_, error);
  const fs::path relative = fs::relative(model, folder, error);
  project.model_path = (error || relative.empty() ? model : relative).generic_string();
  project.model_sha256 = file_sha256(path_);
  project.choices = choices();
  project.tags = tags();
  project.unknown_keys = unknown_keys_.empty() ? "{}" : unknown_keys_;
  project.view_state = view_state.empty() ? view_state_ : view_state;
  Diagnostics failed = write_whole_file(project_path, write_project(project));
  if (failed.empty()) {
    Journal::remove(journal_path_);
    project_path_ = project_path;
    journal_path_ = project_path + ".journal";
    view_state_ = project.view_state;
    saved_ = history_.current().choices;
    saved_tags_ = project.tags;
  }
  return failed;
}

void Document::keep_journal(const std::string& folder) {
  journal_path_ = project_path_.empty() ? Journal::path_for(folder, path_) : project_path_ + ".journal";
}

void Document::journal(const std::string& what) {
  if (journal_path_.empty()) return;
  std::vector<Tagged> now = tags();
  const bool told = now == journaled_tags_;
  Journal::append(journal_path_, path_, what, choices(), told ? nullptr : &now);
  journaled_tags_ = std::move(now);
}

}  // namespace nw::workspace
