// SPDX-License-Identifier: GPL-3.0-or-later
#include "model_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "data/call.h"
#include "data/expected.h"
#include "data/random_outputs.h"
#include "data/value_file.h"
#include "execute/network.h"
#include "op/registry.h"
#include "worker/protocol.h"
#include "workspace/document.h"
#include "workspace/network_choices.h"
#include "workspace/table_file.h"

namespace nw::worker {

namespace {

// The model as the calls need it: with the symbols of the file, and again with the sizes of each call.
class CalledModel {
 public:
  explicit CalledModel(const NetworkRequest& request)
      : request_(request), with_files_(!request.inputs.empty() || !request.data.empty()), rules_(request.rewrite) {}

  // What follows from sizes is worked out by call(), once these are known.
  bool open(Diagnostics& diagnostics) {
    if (!request_.patterns.empty()) {
      const bool as_text = !request_.patterns_text.empty();
      table_ = as_text ? workspace::read_table_text(request_.patterns_text, request_.patterns)
                       : workspace::read_table_file(request_.patterns);
      append(diagnostics, table_.diagnostics);
      if (has_errors(table_.diagnostics)) return false;
    }
    model::OpenOptions options = options_with(request_.dims);
    if (with_files_) {
      options.bind_dims = false;
      options.passes = model::Passes::None;
    }
    const auto start = std::chrono::steady_clock::now();
    opened_ = workspace::open(request_.path, options, consent());
    open_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (!opened_.model || has_errors(opened_.diagnostics)) {
      append(diagnostics, std::move(opened_.diagnostics));
      return false;
    }
    append(diagnostics, opened_.project_diagnostics);
    if (!with_files_) add_rule_diagnostics(*opened_.model, diagnostics);
    if (request_.patterns.empty() && !opened_.used.text.empty()) {  // a project's own table
      table_ = workspace::read_table_text(opened_.used.text, opened_.used.path);
      rules_ = opened_.used.rules;
    }
    const bool is_project = !opened_.project_path.empty();
    choices_ =
        workspace::requested_choices(request_.fusion, is_project ? &opened_.choices.fusion : nullptr, diagnostics);
    return !has_errors(diagnostics);
  }

  // What the calls' sizes have in common is a number in the model; what differs stays a symbol, and each kernel serves
  // all calls. A folder that cannot be read is reported by its own call.
  void compare_sizes(const std::vector<std::string>& folders) {
    std::optional<std::map<std::string, int64_t>> first;
    for (const std::string& folder : folders) {
      const Result<data::CallInputs> given =
          data::read_call(opened_.model->source(), {request_.inputs, folder}, opened_.choices.dims);
      if (!given.ok()) continue;
      if (!first) first = given->dims;
      for (const auto& [name, value] : given->dims)
        if (const auto known = first->find(name); known == first->end() || known->second != value) differ_.insert(name);
    }
  }

  // The model for a call on the data in `folder` (empty: none).
  std::optional<execute::NetworkCall> call(const std::string& folder, std::map<std::string, int64_t>& dims,
                                           Diagnostics& diagnostics) {
    if (!with_files_) {
      dims = opened_.choices.dims;
      return execute::NetworkCall{opened_.model, fusion_of(*opened_.model), {}};
    }
    Result<data::CallInputs> given =
        data::read_call(opened_.model->source(), {request_.inputs, folder}, opened_.choices.dims);
    append(diagnostics, std::move(given.diagnostics));
    if (has_errors(diagnostics)) return std::nullopt;
    dims = given->dims;
    if (std::optional<Diagnostic> note = data::filled_by_rule(opened_.model->source(), *given))
      diagnostics.push_back(std::move(*note));
    std::shared_ptr<const model::Model> model = model_for(*given, diagnostics);
    if (!model) return std::nullopt;
    const fusion::Options fusion = fusion_of(*model);
    std::map<std::string, int64_t> sizes;
    for (const std::string& name : open_sizes(*given)) sizes[name] = given->dims.at(name);
    return execute::NetworkCall{std::move(model), fusion, std::move(given->inputs), std::move(sizes)};
  }

  // Schedules by task: those of the request, then the project's.
  std::map<std::string, std::string> scripts() const {
    std::map<std::string, std::string> scripts = request_.scripts;
    for (const auto& [task, choice] : opened_.choices.kernels)
      if (const auto active = choice.scripts.find(choice.active); active != choice.scripts.end())
        scripts.emplace(task, active->second);
    return scripts;
  }
  double open_ms() const { return open_ms_; }

 private:
  workspace::Consent consent() const {
    return [outside = request_.outside](const std::string&) { return outside; };
  }

  model::OpenOptions options_with(const std::map<std::string, int64_t>& dims) const {
    model::OpenOptions options;
    options.passes = request_.passes ? model::Passes::Default : model::Passes::None;
    options.dims = dims;
    workspace::use_table(table_, rules_, options);
    return options;
  }

  // Symbols of this call's model. None where the data takes the place of the file's own, or gives an input its rank.
  std::set<std::string> open_sizes(const data::CallInputs& given) const {
    const graph::Graph& source = opened_.model->source();
    const bool ranks =
        std::ranges::all_of(source.inputs, [&](NodeId id) { return graph::is_known(source.node(id).type); });
    std::set<std::string> open;
    if (!ranks || !given.overrides.empty()) return open;
    for (const std::string& name : differ_)
      if (given.dims.contains(name)) open.insert(name);
    return open;
  }

  // Once, whatever the number of calls.
  void add_rule_diagnostics(const model::Model& model, Diagnostics& diagnostics) {
    if (!std::exchange(rules_reported_, true)) append(diagnostics, model.rule_diagnostics);
  }

  // Calls of the same sizes share a model. Other data for constants is read before anything follows from it.
  std::shared_ptr<const model::Model> model_for(const data::CallInputs& given, Diagnostics& diagnostics) {
    const std::set<std::string> open = open_sizes(given);
    std::map<std::string, int64_t> dims = given.dims;
    std::erase_if(dims, [&](const auto& dim) { return open.contains(dim.first); });
    model::OpenOptions options = options_with(dims);
    for (const auto& [name, value] : given.inputs)
      if (const NDArray* array = value.tensor(); array && open.empty())
        options.input_types[name] = graph::Type::tensor(array->dtype(), {array->shape().begin(), array->shape().end()});
    if (last_ && given.overrides.empty() && last_dims_ == dims && same_types(options.input_types)) return last_;
    std::shared_ptr<const model::Model> model;
    if (given.overrides.empty()) {
      model = model::build_model(graph::Graph(opened_.model->source()), {}, opened_.path, options);
    } else {
      options.overrides = given.overrides;
      model = workspace::open(request_.path, options, consent()).model;
    }
    if (!model || has_errors(model->diagnostics)) {
      if (model) append(diagnostics, model->diagnostics);
      return nullptr;
    }
    add_rule_diagnostics(*model, diagnostics);
    last_ = given.overrides.empty() ? model : nullptr;
    last_dims_ = std::move(dims);
    last_types_ = std::move(options.input_types);
    return model;
  }

  // Types matter only where the file leaves an input's rank open; equal ones certainly give the same model.
  bool same_types(const std::map<std::string, graph::Type>& types) const {
    return std::ranges::equal(types, last_types_, [](const auto& a, const auto& b) {
      return a.first == b.first && a.second.dtype == b.second.dtype && graph::same(a.second.shape, b.second.shape);
    });
  }

  // Who asks has reported the names that the graph does not have.
  fusion::Options fusion_of(const model::Model& model) const {
    return workspace::fusion_options(choices_, model.optimized(), op::registry_of(model.optimized()).traits()).first;
  }

  const NetworkRequest& request_;
  const bool with_files_;
  workspace::Opened opened_;
  workspace::TableFile table_;
  bool rules_;  // of the table, are applied
  workspace::FusionChoices choices_;
  double open_ms_ = 0;
  bool rules_reported_ = false;
  std::shared_ptr<const model::Model> last_;
  std::set<std::string> differ_;  // sizes that not all calls have alike
  std::map<std::string, int64_t> last_dims_;
  std::map<std::string, graph::Type> last_types_;
};

// The outputs with their names and declared types. A tuple that the graph gives is several.
std::vector<data::Output> named(const graph::Graph& graph, const execute::NetworkResult& result) {
  const auto& summaries = result.report.outputs;
  const bool one_each = graph.outputs.size() == result.outputs.size();
  std::vector<data::Output> outputs;
  for (size_t k = 0; k < result.outputs.size(); ++k)
    outputs.push_back(
        {summaries[k].name, result.outputs[k], one_each ? graph.node(graph.outputs[k]).type : graph::Type()});
  return outputs;
}

Diagnostics save(const std::string& folder, const std::vector<data::Output>& outputs) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);  // where it fails, writing says so
  Diagnostics diagnostics;
  for (size_t k = 0; k < outputs.size(); ++k)
    append(diagnostics, data::write_value_file(folder, fmt::format("output_{}", k), outputs[k].name, outputs[k].value,
                                               outputs[k].type));
  return diagnostics;
}

}  // namespace

nlohmann::json run_model(const NetworkRequest& request, const std::function<runtime::Device*()>& device,
                         Diagnostics& diagnostics) {
  CalledModel model(request);
  if (!model.open(diagnostics)) return {};
  runtime::Device* const on = device();
  if (!on) return {};
  execute::NetworkSession session(*on, request.run, model.scripts());
  measure::ModelReport report;
  report.open_ms = model.open_ms();
  const std::vector<std::string> folders = request.data.empty() ? std::vector<std::string>{""} : request.data;
  if (folders.size() > 1) model.compare_sizes(folders);
  for (size_t r = 0; r < folders.size(); ++r) {
    std::map<std::string, int64_t> dims;
    Diagnostics of_call;
    const std::optional<execute::NetworkCall> call = model.call(folders[r], dims, of_call);
    Result<execute::NetworkResult> result;
    if (call) {
      result = session.call(*call);
      append(of_call, std::move(result.diagnostics));
    }
    append(diagnostics, of_call);
    if (!result.value) break;  // the calls after it say nothing of this one's failure
    result->report.data = folders[r];
    result->report.dims = std::move(dims);
    const graph::Graph& source = call->model->source();
    const std::vector<data::Output> outputs = named(source, *result);
    if (!request.save.empty() && !has_errors(of_call))
      append(diagnostics, save(fmt::format("{}/{}", request.save, r), outputs));
    if (request.expect && !folders[r].empty()) {
      Result<measure::ExpectedReport> expected = data::compare_with_files(outputs, folders[r]);
      append(diagnostics, std::move(expected.diagnostics));
      if (expected.value) append(diagnostics, data::random_differences(source, *expected.value));
      result->report.expected = std::move(expected.value);
    }
    report.calls.push_back(std::move(result->report));
  }
  return report.calls.empty() ? nlohmann::json() : to_json(report);
}

}  // namespace nw::worker
