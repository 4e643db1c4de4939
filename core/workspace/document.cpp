// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/document.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/atomic_file.h"
#include "base/sha256.h"
#include "workspace/journal.h"
#include "workspace/project.h"
#include "workspace/project_tables.h"
#include "workspace/saved_history.h"

namespace nw::workspace {

namespace fs = std::filesystem;

namespace {
// Size and time of a file: changes when the file does.
std::string stamp_of(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  const auto time = error ? fs::file_time_type() : fs::last_write_time(path, error);
  return error ? std::string() : std::to_string(size) + " " + std::to_string(time.time_since_epoch().count());
}

// Of all tables, by their files; the project's own by "", where it has one.
std::map<std::string, std::string> table_texts(const Choices& choices) {
  std::map<std::string, std::string> texts = choices.tables_behind;
  texts[choices.table] = choices.patterns;
  if (const auto own = texts.find(std::string()); own != texts.end() && own->second.empty()) texts.erase(own);
  return texts;
}
}  // namespace

Document::Document(Opened opened)
    : model_(std::move(opened.model)),
      python_(std::move(opened.python)),
      model_dims_(opened.choices.dims),
      model_table_(std::move(opened.used)),
      path_(std::move(opened.path)),
      project_path_(std::move(opened.project_path)),
      unknown_keys_(std::move(opened.unknown_project_keys)),
      view_state_(std::move(opened.view_state)),
      tuning_(std::move(opened.tuning)),
      sha256_(std::move(opened.sha256)),
      model_sha256_(std::move(opened.model_sha256)),
      outside_(std::move(opened.outside)),
      targets_(std::move(opened.targets)),
      diagnostics_(std::move(opened.diagnostics)) {
  if (!model_sha256_.empty()) model_stamp_ = stamp_of(path_);
  is_broken_ = !model_ && opened.script.empty() && has_errors(diagnostics_);
  if (is_script()) opened.choices.kernels[kScriptTask] = {{{"script", opened.script}}, "script"};
  if (opened.history) {
    adopt(std::move(*opened.history), std::move(opened.choices), opened.tags);
  } else {
    history_ = History(std::move(opened.choices));
    restore_names(opened.tags, "kept in the project");
    record_named_times(view_state_, history_);
  }
  history_.forget_tagging();  // from before this session
  network_ = journaled_network_ = std::make_shared<const std::vector<NetworkMeasurement>>(std::move(opened.network));
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

void Document::end_typing() {
  history_.go(history_.current().id);
}

const State& Document::typing_since(const std::string& task_key) const {
  return history_.base("typing " + task_key);
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
  saved(text_sha256(text));
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

void Document::use_schedules(const std::map<std::string, std::string>& scripts, const std::string& name,
                             const std::string& label) {
  Choices next = choices();
  for (const auto& [task, script] : scripts) {
    next.kernels[task].scripts[name] = script;
    next.kernels[task].active = name;
  }
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

void Document::set_tables(PatternTables tables, const std::string& label) {
  const std::map<std::string, std::string> known = table_texts(choices());
  Choices next = choices();
  next.table = std::move(tables.front);
  next.patterns = std::move(tables.text);
  next.tables_behind = std::move(tables.behind);
  for (auto& [path, text] : table_texts(next))
    if (!known.contains(path)) table_files_[path] = std::move(text);
  history_.push(std::move(next), label);
  journal(label);
}

void Document::set_rules(bool applied, const std::string& label) {
  Choices next = choices();
  next.rules = applied;
  history_.push(std::move(next), label);
  journal(label);
}

TableUse Document::wanted_table() const {
  return table_use(choices(), project_path_.empty() ? path_ : project_path_);
}

void Document::record(const std::string& task_key, const std::string& script, const std::string& default_script,
                      const Measurement& measurement) {
  history_.record(task_key, script, default_script, measurement);
  journal("a measured time", true);
}

void Document::record(const std::vector<StateId>& states, const std::string& task_key, const Measurement& measurement) {
  for (const StateId state : states)
    if (state.valid() && state.index() < history_.states().size()) history_.record(state, task_key, measurement);
  journal("a measured time", true);
}

void Document::record(NetworkMeasurement measurement) {
  network_ = with_measurement(network_, std::move(measurement));
  journal("measured times of the network", true);
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

void Document::set_dims(std::map<std::string, int64_t> dims, const std::string& label) {
  Choices next = choices();
  next.dims = std::move(dims);
  history_.push(std::move(next), label);
  journal(label);
}

void Document::replace_model(Opened opened) {
  if (!opened.model) return;
  model_ = std::move(opened.model);
  model_dims_ = std::move(opened.choices.dims);
  model_table_ = std::move(opened.used);
  std::erase_if(diagnostics_,
                [](const Diagnostic& d) { return !d.code.starts_with("NW105"); });  // the project's are kept
  append(diagnostics_, std::move(opened.diagnostics));
}

namespace {

// Of the archived journals; 0 where there is none.
std::vector<uintmax_t> sizes_of(const std::vector<std::string>& journals) {
  std::vector<uintmax_t> sizes;
  for (const std::string& journal : journals) {
    std::error_code error;
    const uintmax_t size = fs::file_size(Journal::archive_path(journal), error);
    sizes.push_back(error ? 0 : size);
  }
  return sizes;
}

}  // namespace

bool Document::has_unsaved(const std::vector<std::string>& journals) {
  return std::ranges::any_of(sizes_of(journals), [](uintmax_t size) { return size > 0; });
}

Document::UnsavedRuns Document::read_unsaved(const std::vector<std::string>& journals) {
  UnsavedRuns read{.sizes = sizes_of(journals)};  // what another window appends meanwhile is of the next time
  for (const std::string& journal : journals)
    std::ranges::move(Journal::recover(Journal::archive_path(journal)), std::back_inserter(read.runs));
  return read;
}

const Document::UnsavedRuns& Document::unsaved() const {
  if (!read_ || read_->sizes != sizes_of(journals_)) read_ = read_unsaved(journals_);
  return *read_;
}

bool Document::is_unsaved(const RecoveredRun& run) const {
  const auto is_new = [this](const NetworkMeasurement& measurement) {
    return std::ranges::find(*network_, measurement) == network_->end();
  };
  return run.choices != choices() || (run.tags && *run.tags != tags()) || std::ranges::any_of(run.network, is_new) ||
         (run.history && history_.lacks(*run.history));
}

std::vector<const RecoveredRun*> Document::left_behind() const {
  std::vector<const RecoveredRun*> runs;
  for (const RecoveredRun& run : unsaved().runs)
    if (is_unsaved(run)) runs.push_back(&run);
  return runs;
}

std::vector<RecoveredRun> Document::unsaved_runs() const {
  std::vector<RecoveredRun> runs;
  for (const RecoveredRun* run : left_behind()) runs.push_back(*run);
  return runs;
}

void Document::restore_unsaved(const std::string& label) {
  unsaved();
  std::vector<RecoveredRun> runs = std::move(read_->runs);  // of `read_`, discard_unsaved() needs the sizes
  std::erase_if(runs, [this](const RecoveredRun& run) { return !is_unsaved(run); });
  if (runs.empty()) return read_.reset();
  const StateId before = history_.current().id;
  std::vector<StateId> places;  // of the last run's states
  for (RecoveredRun& run : runs) {
    places.clear();
    if (run.history)
      places = history_.graft(*run.history);
    else if (&run != &runs.back())
      history_.add(before, run.choices, label);
  }
  RecoveredRun& last = runs.back();
  // Undo leads back step by step; if the file was saved meanwhile, to what it has.
  if (last.history && !saved_since(last))
    history_.go(places[last.history->current().id.index()]);
  else
    history_.push(std::move(last.choices), label);
  for (RecoveredRun& run : runs)
    for (NetworkMeasurement& measurement : run.network) network_ = with_measurement(network_, std::move(measurement));
  const bool changed = history_.current().id != before;
  if (last.tags && !last.history) restore_names(*last.tags, label);
  if (changed) history_.forget_tagging();
  journal(label);
  discard_unsaved();
}

void Document::discard_unsaved() {
  if (!read_) return;
  for (size_t i = 0; i < std::min(journals_.size(), read_->sizes.size()); ++i)
    Journal::drop(Journal::archive_path(journals_[i]), read_->sizes[i]);
  read_.reset();
}

// The project's choices and names take precedence over its history: a version that does not know histories may have
// saved them later.
void Document::adopt(History history, Choices choices, const std::vector<NamedState>& names) {
  history_ = std::move(history);
  history_.push(std::move(choices), "as in the project");
  for (const StateId id : history_.tagged()) {
    const State& state = history_.state(id);
    const auto kept = std::ranges::find(names, state.tag, &NamedState::name);
    if (kept == names.end() || !(kept->choices == *state.choices)) history_.tag(id, {});
  }
  std::vector<NamedState> others = names;
  std::erase_if(others, [this](const NamedState& tag) {
    return std::ranges::any_of(history_.tagged(), [&](StateId id) { return history_.state(id).tag == tag.name; });
  });
  restore_names(others, "kept in the project");
}

// Restores states with these names: the current one if its choices are equal, else a branch.
void Document::restore_names(const std::vector<NamedState>& names, const std::string& label) {
  for (const NamedState& tag : names) {
    StateId state = history_.current().id;
    if (!(tag.choices == choices())) state = history_.add(state, tag.choices, label);
    history_.tag(state, tag.name);
  }
}

std::vector<NamedState> Document::tags() const {
  std::vector<NamedState> all;
  for (const StateId id : history_.tagged()) all.push_back({history_.state(id).tag, *history_.state(id).choices});
  return all;
}

bool Document::modified() const {
  // The file of a script cannot store names.
  return !is_saved(*history_.current().choices) || (!is_script() && tags() != saved_tags_);
}

// A table's file that was only opened, or brought to the front, is no change as long as the model takes nothing of it.
bool Document::is_saved(const Choices& now) const {
  if (now == *saved_) return true;
  const bool same = now.fusion == saved_->fusion && now.kernels == saved_->kernels && now.dims == saved_->dims &&
                    now.rules == saved_->rules;
  const std::string& named = project_path_.empty() ? path_ : project_path_;
  if (!same || !(table_use(now, named) == table_use(*saved_, named))) return false;
  std::map<std::string, std::string> texts = table_texts(now);
  for (const auto& [path, text] : table_texts(*saved_)) {
    const auto still = texts.find(path);
    if (still == texts.end() || still->second != text) return false;
    texts.erase(still);
  }
  return std::ranges::all_of(texts, [this](const auto& opened) {
    const auto file = table_files_.find(opened.first);
    return file != table_files_.end() && file->second == opened.second;
  });
}

void Document::use_target(const std::string& id) {
  std::erase(targets_, id);
  targets_.insert(targets_.begin(), id);
}

Diagnostics Document::save(const std::string& project_path, const std::string& view_state) {
  // A script is saved as its own file.
  if (is_script() && !project_path.ends_with(".nest")) {
    const std::string text = script(kScriptTask).value_or(std::string());
    Diagnostics failed = write_whole_file(project_path, text);
    if (failed.empty()) {
      path_ = project_path;
      saved(text_sha256(text));
    }
    return failed;
  }
  Project project;
  std::error_code error;
  const fs::path folder = fs::absolute(project_path, error).parent_path();
  const fs::path model = fs::absolute(path_, error);
  const fs::path relative = fs::relative(model, folder, error);
  project.model_path = (error || relative.empty() ? model : relative).generic_string();
  project.model_sha256 = model_sha256();
  project.choices = choices();
  project.tables = tables_to_save(choices(), project_path);
  project.tags = tags();
  for (NamedState& tag : project.tags) tag.choices = with_relative_tables(std::move(tag.choices), project_path);
  project.targets = targets_;
  project.history = write_history(history_, project_path);
  project.network = *network_;
  project.unknown_keys = unknown_keys_.empty() ? "{}" : unknown_keys_;
  project.view_state = view_state.empty() ? view_state_ : view_state;
  project.tuning = tuning_;
  const std::string text = write_project(project);
  Diagnostics failed = write_whole_file(project_path, text);
  if (failed.empty()) {
    project_path_ = project_path;
    view_state_ = project.view_state;
    saved_tags_ = tags();
    saved(text_sha256(text));
  }
  return failed;
}

// Hashing a large model takes most of a second: again only if the file has changed.
const std::string& Document::model_sha256() {
  const std::string now = stamp_of(path_);
  if (now.empty() || now != model_stamp_) model_sha256_ = file_sha256(path_);
  model_stamp_ = now;
  return model_sha256_;
}

// The current state is on disk: the journal is no longer needed, and the next change may need one elsewhere.
void Document::saved(const std::string& sha256) {
  saved_ = history_.current().choices;
  sha256_ = sha256;
  forget_changes();
  if (!journal_of_.empty()) keep_journal(journal_folder_);
}

void Document::keep_journal(const std::string& folder) {
  journal_folder_ = folder;
  std::string named = project_path_.empty() ? path_ : project_path_;
  // A text without a file is found again wherever the program runs the next time.
  std::error_code error;
  if (!python_ && fs::path(named).is_relative() && !fs::exists(named, error))
    named = (fs::path(folder) / named).string();
  if (named == journal_of_) return;
  journal_of_ = named;
  lock_ = SessionLock(folder, named);
  journals_ = {Journal::path_for(folder, named)};
  if (!project_path_.empty()) journals_.insert(journals_.begin(), project_path_ + ".journal");
  if (!lock_.held() && !lock_.mine_or_free(lock_.slot())) journals_.clear();  // more windows than slots
  journal_place_ = 0;
  journal_problem_.clear();
  // Journals of windows that have ended; a window that has the file open now keeps its own.
  for (int slot = 1; slot <= SessionLock::kSlots; ++slot) {
    if (!lock_.mine_or_free(slot)) continue;
    for (const std::string& place : journals_)
      Journal::archive(Journal::of_slot(place, slot), Journal::archive_path(place));
  }
}

void Document::forget_changes() {
  for (const std::string& place : journals_) Journal::remove(Journal::of_slot(place, lock_.slot()));
  journal_place_ = 0;
  journal_problem_.clear();
}

// If a location cannot be written any more, the next one is used; each line has all choices, so none is lost.
void Document::journal(const std::string& what, bool times_only) {
  if (journal_of_.empty()) return;
  for (const StateId id : history_.take_changed()) unjournaled_.insert(id);
  std::vector<NamedState> now = tags();
  const bool recorded = now == journaled_tags_ && journal_problem_.empty();
  const bool same_network = network_ == journaled_network_ && journal_problem_.empty();
  journal_problem_.clear();
  for (size_t place = journal_place_; place < journals_.size(); ++place) {
    const bool moved = place != journal_place_;
    const std::string path = Journal::of_slot(journals_[place], lock_.slot());
    const std::string wrong = Journal::append(path, {path_,
                                                     sha256_,
                                                     what,
                                                     times_only && recorded && !moved ? nullptr : &choices(),
                                                     recorded && !moved ? nullptr : &now,
                                                     &history_,
                                                     {unjournaled_.begin(), unjournaled_.end()},
                                                     same_network && !moved ? nullptr : network_.get()});
    if (wrong.empty()) {
      journal_place_ = place;
      journal_problem_.clear();
      journaled_tags_ = std::move(now);
      journaled_network_ = network_;
      unjournaled_.clear();
      return;
    }
    journal_problem_ = "'" + path + "': " + wrong;
  }
}

bool Document::project_changed_on_disk() const {
  if (project_path_.empty() || sha256_.empty()) return false;
  const std::string now = file_sha256(project_path_);
  return !now.empty() && now != sha256_;
}

}  // namespace nw::workspace
