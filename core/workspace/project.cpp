// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/project.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace nw::workspace {

using nlohmann::json;

namespace {

constexpr int kSchema = 1;

Diagnostic problem(const char* code, Severity severity, std::string message) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  return d;
}

json fusion_json(const FusionChoices& fusion) {
  json patterns = json::object();
  for (const auto& [name, pattern] : fusion.patterns) patterns[name] = std::string(graph::to_string(pattern));
  return {{"opt_level", fusion.opt_level}, {"max_depth", fusion.max_depth}, {"patterns", patterns},
          {"fences", fusion.fences},       {"joins", fusion.joins},         {"cuts", fusion.cuts}};
}

json kernels_json(const std::map<std::string, KernelChoice>& kernels) {
  json out = json::object();
  for (const auto& [task, choice] : kernels) out[task] = {{"active", choice.active}, {"scripts", choice.scripts}};
  return out;
}

json choices_json(const Choices& choices) {
  return {{"fusion", fusion_json(choices.fusion)},
          {"kernels", kernels_json(choices.kernels)},
          {"patterns", choices.patterns},
          {"dims", choices.dims},
          {"table", choices.table},
          {"tables_behind", choices.tables_behind},
          {"rules", choices.rules}};
}

json tables_json(const std::vector<ProjectTable>& tables) {
  json out = json::array();
  for (const ProjectTable& table : tables) {
    out.push_back({{"path", table.path}, {"sha256", table.sha256}});
    if (table.text) out.back()["text"] = *table.text;
    if (table.front) out.back()["front"] = true;
  }
  return out;
}

json tags_json(const std::vector<NamedState>& tags) {
  json out = json::array();
  for (const NamedState& tag : tags) out.push_back({{"name", tag.name}, {"choices", choices_json(tag.choices)}});
  return out;
}

// Reads values by key, with a diagnostic for a wrong type; then the default is kept.
class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  template <class T>
  void get(const json& object, const char* key, T& to) {
    auto it = object.find(key);
    if (it == object.end()) return;
    try {
      to = it->template get<T>();
    } catch (const json::exception&) {
      diagnostics_.push_back(problem("NW1052", Severity::Warning,
                                     std::string("the project's '") + key + "' has the wrong type and was left out"));
    }
  }

  FusionChoices fusion(const json& object) {
    FusionChoices fusion;
    if (!object.is_object()) return fusion;
    get(object, "opt_level", fusion.opt_level);
    get(object, "max_depth", fusion.max_depth);
    get(object, "fences", fusion.fences);
    get(object, "joins", fusion.joins);
    get(object, "cuts", fusion.cuts);
    std::map<std::string, std::string> patterns;
    get(object, "patterns", patterns);
    for (const auto& [name, text] : patterns) {
      if (auto pattern = graph::parse_pattern(text))
        fusion.patterns[name] = *pattern;
      else
        diagnostics_.push_back(
            problem("NW1052", Severity::Warning,
                    "the project's pattern '" + text + "' for " + name + " is not one; it was left out"));
    }
    return fusion;
  }

  std::map<std::string, KernelChoice> kernels(const json& object) {
    std::map<std::string, KernelChoice> kernels;
    if (!object.is_object()) return kernels;
    for (const auto& [task, value] : object.items()) {
      if (!value.is_object()) continue;
      KernelChoice choice;
      get(value, "active", choice.active);
      get(value, "scripts", choice.scripts);
      kernels[task] = std::move(choice);
    }
    return kernels;
  }

  Choices choices(const json& object) {
    Choices choices;
    if (object.contains("fusion")) choices.fusion = fusion(object["fusion"]);
    if (object.contains("kernels")) choices.kernels = kernels(object["kernels"]);
    get(object, "patterns", choices.patterns);
    get(object, "dims", choices.dims);
    get(object, "table", choices.table);
    get(object, "tables_behind", choices.tables_behind);
    get(object, "rules", choices.rules);
    return choices;
  }

  std::vector<ProjectTable> tables(const json& all) {
    std::vector<ProjectTable> tables;
    for (const json& one : all) {
      if (!one.is_object()) continue;
      ProjectTable table;
      get(one, "path", table.path);
      get(one, "sha256", table.sha256);
      get(one, "front", table.front);
      if (one.contains("text")) get(one, "text", table.text.emplace());
      if (!table.path.empty()) tables.push_back(std::move(table));
    }
    return tables;
  }

  std::vector<NamedState> tags(const json& all) {
    std::vector<NamedState> tags;
    for (const json& one : all) {
      NamedState tagged;
      if (one.is_object()) get(one, "name", tagged.name);
      if (tagged.name.empty() || !one.contains("choices") || !one["choices"].is_object()) continue;
      tagged.choices = choices(one["choices"]);
      tags.push_back(std::move(tagged));
    }
    return tags;
  }

 private:
  Diagnostics& diagnostics_;
};

}  // namespace

std::string write_project(const Project& project) {
  json out = read_json(project.unknown_keys);
  if (!out.is_object()) out = json::object();
  out["nestwright"] = kSchema;
  out["model"] = {{"path", project.model_path}, {"sha256", project.model_sha256}};
  out["fusion"] = fusion_json(project.choices.fusion);
  out["kernels"] = kernels_json(project.choices.kernels);
  const auto& behind = project.choices.tables_behind;
  const auto own = behind.find(std::string());
  if (project.choices.table.empty() && !project.choices.patterns.empty()) out["patterns"] = project.choices.patterns;
  if (own != behind.end() && !own->second.empty()) out["patterns"] = own->second;
  if (!project.tables.empty()) out["tables"] = tables_json(project.tables);
  if (project.choices.rules) out["rules"] = true;
  if (!project.choices.dims.empty()) out["dims"] = project.choices.dims;
  if (!project.tags.empty()) out["tags"] = tags_json(project.tags);
  if (!project.targets.empty()) out["targets"] = project.targets;
  if (!project.network.empty()) out["network"] = read_json(write_network_measurements(project.network));
  if (json tuning = read_json(project.tuning); tuning.is_object()) out["tuning"] = std::move(tuning);
  json view = read_json(project.view_state);
  out["view"] = view.is_object() ? view : json::object();
  std::string text = out.dump(2, ' ', false, json::error_handler_t::replace);
  // On one line: it is long, and not meant for reading.
  if (!project.history.empty()) text.replace(text.size() - 2, 2, ",\n  \"history\": " + project.history + "\n}");
  return text + "\n";
}

Result<Project> read_project(const std::string& text) {
  JsonProblem wrong;
  json in = read_json(text, &wrong);
  if (in.is_discarded()) {
    Diagnostic d = problem("NW1050", Severity::Error, "the project file cannot be read as JSON");
    d.because = {wrong.what};
    return d;
  }
  if (!in.is_object() || !in.contains("nestwright") || !in["nestwright"].is_number_integer())
    return problem("NW1051", Severity::Error,
                   "this JSON file is not a Nestwright project: it has no \"nestwright\" version");
  if (in["nestwright"].get<int>() > kSchema)
    return problem("NW1051", Severity::Error,
                   "the project was written by a newer Nestwright (schema " +
                       std::to_string(in["nestwright"].get<int>()) + ", this one reads " + std::to_string(kSchema) +
                       ")");
  Result<Project> result{Project{}};
  Reader reader(result.diagnostics);
  if (auto model = in.find("model"); model != in.end() && model->is_object()) {
    reader.get(*model, "path", result->model_path);
    reader.get(*model, "sha256", result->model_sha256);
  }
  result->choices = reader.choices(in);
  // Files are read where the project is opened.
  result->choices.table.clear();
  result->choices.tables_behind.clear();
  if (in.contains("tables") && in["tables"].is_array()) result->tables = reader.tables(in["tables"]);
  if (in.contains("tags") && in["tags"].is_array()) result->tags = reader.tags(in["tags"]);
  reader.get(in, "targets", result->targets);
  if (in.contains("history")) result->history = in["history"].dump();
  if (in.contains("network")) result->network = read_network_measurements(in["network"].dump());
  if (in.contains("view")) result->view_state = in["view"].dump();
  if (in.contains("tuning") && in["tuning"].is_object()) result->tuning = in["tuning"].dump();
  for (const char* known : {"nestwright", "model", "fusion", "kernels", "patterns", "tables", "rules", "dims", "tags",
                            "targets", "history", "network", "view", "tuning"})
    in.erase(known);
  result->unknown_keys = in.dump();
  return result;
}

std::string write_choices(const Choices& choices) {
  return choices_json(choices).dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Choices> read_choices(const std::string& text) {
  json in = read_json(text);
  if (!in.is_object()) return problem("NW1050", Severity::Error, "the journal holds a line that is not JSON");
  Result<Choices> result;
  result.value = Reader(result.diagnostics).choices(in);
  return result;
}

std::string write_tags(const std::vector<NamedState>& tags) {
  return tags_json(tags).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<NamedState> read_tags(const std::string& text) {
  const json in = read_json(text);
  Diagnostics diagnostics;
  return in.is_array() ? Reader(diagnostics).tags(in) : std::vector<NamedState>{};
}

}  // namespace nw::workspace
