// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: by the name's ending for our own files (.nest, .py), by content for models.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>

#include "base/atomic_file.h"
#include "base/sha256.h"
#include "flatten/flatten.h"
#include "flatten/notebook.h"
#include "import/model_file.h"
#include "import/relay.h"
#include "tvmscript/tvmscript.h"
#include "workspace/document.h"
#include "workspace/project.h"
#include "workspace/project_tables.h"
#include "workspace/python_source.h"
#include "workspace/saved_history.h"

namespace nw::workspace {

namespace fs = std::filesystem;

namespace {

Diagnostic changed_model(const std::string& path) {
  Diagnostic d;
  d.code = "NW1053";
  d.severity = Severity::Warning;
  d.message =
      "'" + path +
      "' is not the file that the project was saved with; choices about nodes that it does not have are left out";
  Place place;
  place.file = path;
  d.where.push_back(place);
  return d;
}

Diagnostic model_outside(const std::string& project, const std::string& model) {
  Diagnostic d;
  d.code = "NW1452";
  d.message = "the project's model is outside of the project's folder and was not read: '" + model + "'";
  Place place;
  place.file = project;
  d.where.push_back(place);
  d.because = {"a project from somebody else could name any file that you can read"};
  d.legal = {"--outside"};
  return d;
}

// Hashed while reading: saving a project needs the hash, and should not wait for it. `stop`: nobody needs it any more.
std::future<std::string> hash_of(const std::string& path, const std::atomic<bool>& stop) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  return std::async(std::launch::async, [path, &stop] { return file_sha256(path, &stop); });
}

Opened open_model_file(const std::string& path, const model::OpenOptions& options) {
  Opened opened;
  opened.path = path;
  std::atomic<bool> refused = false;
  std::future<std::string> hash = hash_of(path, refused);
  Result<graph::Graph> graph = import::read_model(path, options.overrides, options.operators);
  if (graph.value) opened.model = model::build_model(std::move(*graph.value), graph.diagnostics, path, options);
  opened.diagnostics = opened.model ? opened.model->diagnostics : graph.diagnostics;
  opened.choices.dims = options.dims;
  refused = !opened.model;
  if (hash.valid()) opened.model_sha256 = hash.get();
  return opened;
}

// The script of a text; of Python as people write it, its first kernel, under a name of its own: saving it leaves the
// file that it was made from as it is. The document has the others too.
void take_script(Opened& opened, std::string text) {
  if (tvmscript::is_tvmscript(text)) {  // shown as it is
    opened.script = std::move(text);
    return;
  }
  const bool notebook = flatten::code_of_notebook(text).has_value();
  if (!notebook && (flatten::is_unfinished(text) || flatten::is_straight_line(text))) {
    opened.script = std::move(text);
    return;
  }
  opened.python = read_python(opened.path, text);
  const flatten::Flattened& flat = opened.python->flat;
  Diagnostics found = flat.diagnostics;
  opened.script = flat.kernels.empty() ? std::move(text) : flat.kernels.front().script;
  if (!flat.kernels.empty()) {
    // What is wrong with other kernels of the file does not keep these from being opened.
    for (Diagnostic& d : found)
      if (d.severity == Severity::Error) d.severity = Severity::Warning;
    const fs::path from(opened.path);
    const std::string name = (from.parent_path() / from.stem()).string() + "_" + flat.kernels.front().name;
    opened.path = name + ".py";
    std::error_code error;
    for (int n = 2; fs::exists(opened.path, error); ++n) opened.path = name + "_" + std::to_string(n) + ".py";
    opened.sha256.clear();
  }
  append(opened.diagnostics, std::move(found));
}

Opened open_script(const std::string& path) {
  Opened opened;
  opened.path = path;
  Result<std::string> text = read_whole_file(path);
  opened.diagnostics = std::move(text.diagnostics);
  if (!text.value) return opened;
  opened.sha256 = text_sha256(*text.value);
  take_script(opened, std::move(*text.value));
  return opened;
}

Opened open_project(const std::string& path, const model::OpenOptions& options, const Consent& consent) {
  Opened opened;
  opened.path = path;
  Result<std::string> text = read_whole_file(path);
  if (!text.value) {
    opened.diagnostics = std::move(text.diagnostics);
    return opened;
  }
  Result<Project> project = read_project(*text);
  if (!project.value) {
    opened.diagnostics = std::move(project.diagnostics);
    return opened;
  }
  const fs::path model_path = fs::path(project->model_path).is_absolute()
                                  ? fs::path(project->model_path)
                                  : fs::path(path).parent_path() / project->model_path;
  const std::string file = model_path.lexically_normal().string();
  std::error_code error;
  if (is_outside(path, file) && !consent(fs::absolute(file, error).string())) {
    opened.outside = fs::absolute(file, error).string();
    opened.diagnostics = {model_outside(path, file)};
    return opened;
  }
  model::OpenOptions with_dims = options;
  with_dims.dims.insert(project->choices.dims.begin(),
                        project->choices.dims.end());  // values given by the caller take precedence
  Result<History> history;
  if (!project->history.empty()) history = read_history(project->history, path);
  Diagnostics of_tables =
      add_tables(project->tables, path, consent, history.value ? &history->choices() : nullptr, project->choices);
  TableUse used;
  if (!options.operators && !options.rewrite) {  // a table that the caller gives takes precedence
    used = table_use(project->choices, path);
    use_table(used, with_dims, of_tables);
  }
  opened = open_model_file(file, with_dims);
  opened.used = std::move(used);
  opened.sha256 = text_sha256(*text);
  opened.project_diagnostics = std::move(project.diagnostics);
  append(opened.project_diagnostics, std::move(of_tables));
  if (opened.model && !project->model_sha256.empty() && opened.model_sha256 != project->model_sha256)
    opened.project_diagnostics.push_back(changed_model(file));
  opened.project_path = path;
  opened.choices = std::move(project->choices);
  opened.choices.dims = with_dims.dims;
  opened.tags = std::move(project->tags);
  for (NamedState& tag : opened.tags) tag.choices = with_absolute_tables(std::move(tag.choices), path);
  opened.targets = std::move(project->targets);
  append(opened.project_diagnostics, std::move(history.diagnostics));
  opened.history = std::move(history.value);
  append(opened.diagnostics, opened.project_diagnostics);
  opened.view_state = std::move(project->view_state);
  opened.network = std::move(project->network);
  opened.tuning = std::move(project->tuning);
  opened.unknown_project_keys = std::move(project->unknown_keys);
  return opened;
}

}  // namespace

bool is_outside(const std::string& project, const std::string& model) {
  if (model.find('\0') != std::string::npos) return true;  // the system ignores what follows it
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(project, error).parent_path(), error);
  if (error) return true;
  const fs::path file = fs::weakly_canonical(fs::absolute(model, error), error);
  if (error) return true;
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end != folder.end();
}

Opened open(const std::string& path, const model::OpenOptions& options, const Consent& consent) {
  if (path.ends_with(".nest")) return open_project(path, options, consent);
  if (path.ends_with(".py") || path.ends_with(".ipynb")) return open_script(path);
  return open_model_file(path, options);
}

Opened open_with_table(const std::string& path, const std::string& table) {
  TableFile file = read_table_file(table);
  Choices choices;
  if (file.table) {
    choices.table = table;
    choices.patterns = std::move(file.text);
  }
  TableUse used = table_use(choices, path);
  model::OpenOptions options;
  Diagnostics found;
  use_table(used, options, found);
  Opened opened = open_model_file(path, options);
  opened.choices = std::move(choices);
  opened.used = std::move(used);
  append(opened.diagnostics, file.table ? std::move(found) : std::move(file.diagnostics));
  return opened;
}

Opened open_again(const model::Model& model, model::OpenOptions options, const TableUse& table, bool other_dims) {
  Diagnostics of_table;
  use_table(table, options, of_table);
  Opened opened;
  std::error_code error;
  if (fs::exists(model.path, error)) {
    opened = open_model_file(model.path, options);
  } else if (!other_dims) {
    graph::Graph source(model.source());
    source.operators = options.operators;
    opened.path = model.path;
    opened.model = model::build_model(std::move(source), {}, model.path, options);
    opened.diagnostics = opened.model->diagnostics;
    opened.choices.dims = options.dims;
  }
  opened.used = table;
  append(opened.diagnostics, std::move(of_table));
  return opened;
}

Opened open_text(const std::string& text, const std::string& title) {
  Opened opened;
  opened.path = title;
  if (title.ends_with(".py") || title.ends_with(".ipynb") || is_python_text(text)) {
    take_script(opened, text);
    return opened;
  }
  Result<graph::Graph> graph = import::read_relay(text);
  if (graph.value) opened.model = model::build_model(std::move(*graph.value), graph.diagnostics, title, {});
  opened.diagnostics = opened.model ? opened.model->diagnostics : graph.diagnostics;
  return opened;
}

}  // namespace nw::workspace
