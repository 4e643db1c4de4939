// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "data/diagnostics.h"
#include "data/value_file.h"
#include "tir/visit.h"

namespace nw::data {

namespace fs = std::filesystem;

std::vector<std::string> input_names(const graph::Graph& source) {
  if (!source.declared_inputs.empty()) return source.declared_inputs;
  std::vector<std::string> names;
  for (const NodeId id : source.inputs) names.push_back(source.node(id).name);
  return names;
}

Result<std::string> file_of(const std::string& folder, const std::string& stem) {
  std::string found;
  for (const char* ending : {".npy", ".pb"}) {
    const std::string path = folder + "/" + stem + ending;
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    if (!found.empty()) return bad_call_data(folder, fmt::format("it holds both {0}.npy and {0}.pb", stem));
    found = path;
  }
  return found;
}

namespace {

// Where a symbol's value comes from, in words.
struct Source {
  int64_t value = 0;
  std::string place;
};

class CallReader {
 public:
  CallReader(const graph::Graph& source, const std::map<std::string, int64_t>& dims)
      : source_(source), names_(input_names(source)) {
    for (const auto& [name, value] : dims) {
      call_.dims[name] = value;
      sizes_[name] = {value, fmt::format("--dim {}={}", name, value)};
    }
  }

  void read_folder(const std::string& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
      diagnostics_.push_back(bad_call_data(folder, "it is no folder"));
      return;
    }
    for (size_t k = 0; k < names_.size(); ++k) {
      const Result<std::string> path = file_of(folder, fmt::format("input_{}", k));
      append(diagnostics_, path.diagnostics);
      if (path.ok() && !path->empty()) folder_[names_[k]] = *path;
    }
    report_surplus(folder);
  }

  void read(const std::vector<std::pair<std::string, std::string>>& files) {
    std::map<std::string, std::string> paths = folder_;
    std::map<std::string, std::string> named;
    for (const auto& [given, path] : files) {
      const std::string name = name_of(given);
      if (name.empty()) {
        diagnostics_.push_back(no_such_input(given, names_));
        continue;
      }
      const auto [known, is_new] = named.emplace(name, path);
      if (!is_new) diagnostics_.push_back(input_does_not_fit(name, path, "'" + known->second + "' is given too"));
      paths[name] = path;  // --input holds for every call, whatever its folder has
    }
    for (const std::string& name : names_)
      if (const auto path = paths.find(name); path != paths.end()) take(name, path->second);
  }

  Result<CallInputs> result() { return {std::move(call_), std::move(diagnostics_)}; }

 private:
  // Relay's names begin with %, which people leave out. Empty: no input has that name.
  std::string name_of(const std::string& given) const {
    for (const std::string& name : {given, "%" + given})
      if (std::ranges::find(names_, name) != names_.end()) return name;
    return {};
  }

  // A folder for a model with other inputs is somebody's mistake.
  void report_surplus(const std::string& folder) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string stem = entry.path().stem().string(), ending = entry.path().extension().string();
      if (!stem.starts_with("input_") || (ending != ".npy" && ending != ".pb")) continue;
      const std::string number = stem.substr(std::string("input_").size());
      const bool digits = !number.empty() && number.size() < 9 &&
                          std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
      if (!digits || std::stoul(number) < names_.size()) continue;
      diagnostics_.push_back(bad_call_data(folder, fmt::format("it has {}{}, and the model has {} input{}", stem,
                                                               ending, names_.size(), names_.size() == 1 ? "" : "s")));
      return;
    }
  }

  void take(const std::string& name, const std::string& path) {
    const NodeId id = source_.find(name);
    const graph::Type type = id.valid() ? source_.node(id).type : graph::Type();
    if (type.kind == graph::Type::Kind::Other && !type.is_sequence() && !type.is_optional()) {
      const std::string kind = type.text;
      diagnostics_.push_back(input_does_not_fit(
          name, path, fmt::format("the model wants a {}, and files give tensors, sequences and optionals", kind)));
      return;
    }
    Result<reference::Value> value = read_value_file(path, type);
    for (Diagnostic& d : value.diagnostics) {
      d.because.push_back(fmt::format("it is given for the input '{}'", name));
      d.where.push_back(at_node(name));
    }
    append(diagnostics_, value.diagnostics);
    if (!value.ok() || !fits(name, path, type, *value)) return;
    if (id.valid() && source_.node(id).kind == graph::NodeKind::Input)
      call_.inputs[name] = std::move(*value);
    else if (const NDArray* array = value->tensor())
      call_.overrides[name] = *array;
  }

  // Dimensions of a list's entries stand for no size: they may differ.
  bool fits(const std::string& name, const std::string& path, const graph::Type& type, const reference::Value& value,
            bool in_list = false) {
    if (type.kind == graph::Type::Kind::Unknown || (type.is_optional() && value.is_nothing())) return true;
    if (type.is_optional()) return fits(name, path, type.fields[0], value, in_list);
    if (type.is_sequence() != (value.list() != nullptr) || value.is_nothing()) {
      diagnostics_.push_back(input_does_not_fit(
          name, path, fmt::format("the model wants {}, the file holds {}", graph::brief(type), kind_text(value))));
      return false;
    }
    if (!type.is_sequence()) return fits(name, path, type, *value.tensor(), in_list);
    return std::ranges::all_of(
        *value.list(), [&](const reference::Value& entry) { return fits(name, path, type.fields[0], entry, true); });
  }

  bool fits(const std::string& name, const std::string& path, const graph::Type& type, const NDArray& array,
            bool in_list) {
    const auto refuse = [&](const std::string& why) {
      diagnostics_.push_back(input_does_not_fit(name, path, why));
      return false;
    };
    if (type.dtype != array.dtype())
      return refuse(
          fmt::format("the model wants {}, the file holds {}", to_string(type.dtype), to_string(array.dtype())));
    if (!type.rank_known) return true;
    const std::string shape = fmt::format("({})", fmt::join(array.shape(), ", "));
    if (type.shape.size() != array.shape().size())
      return refuse(fmt::format("the model wants {} dimension{}, {}; the file holds {}, {}", type.shape.size(),
                                type.shape.size() == 1 ? "" : "s", graph::to_string(type.shape), array.shape().size(),
                                shape));
    for (size_t axis = 0; axis < array.shape().size(); ++axis) {
      const int64_t size = array.shape()[axis];
      const std::optional<int64_t> wanted = type.shape[axis].constant();
      if (wanted && *wanted != size)
        return refuse(fmt::format("dimension {} is {} in the model {} and {} in the file {}", axis, *wanted,
                                  graph::to_string(type.shape), size, shape));
      if (!wanted && !in_list && !bind(type.shape[axis], size, fmt::format("dimension {} of '{}'", axis, path)))
        return false;
    }
    return true;
  }

  bool bind(const graph::Dim& dim, int64_t size, const std::string& place) {
    const std::string symbol = graph::to_string(dim);
    if (!source_.symbols.contains(symbol)) return true;  // an expression: types say later what does not fit
    const auto [known, is_new] = sizes_.emplace(symbol, Source{size, place});
    if (known->second.value != size) {
      diagnostics_.push_back(two_sizes(symbol, known->second.value, known->second.place, size, place));
      return false;
    }
    if (is_new) call_.dims[symbol] = size;
    return true;
  }

  const graph::Graph& source_;
  const std::vector<std::string> names_;
  std::map<std::string, std::string> folder_;  // file by input
  std::map<std::string, Source> sizes_;        // by symbol
  CallInputs call_;
  Diagnostics diagnostics_;
};

}  // namespace

std::optional<Diagnostic> filled_by_rule(const graph::Graph& source, const CallInputs& given) {
  std::vector<std::string> names;
  for (const NodeId id : source.inputs)
    if (const std::string& name = source.node(id).name; !given.inputs.contains(name)) names.push_back(name);
  if (names.empty()) return std::nullopt;
  return inputs_by_rule(names);
}

Result<CallInputs> read_call(const graph::Graph& source, const CallFiles& files,
                             const std::map<std::string, int64_t>& dims) {
  CallReader reader(source, dims);
  if (!files.folder.empty()) reader.read_folder(files.folder);
  reader.read(files.inputs);
  return reader.result();
}

}  // namespace nw::data
