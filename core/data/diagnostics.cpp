// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/diagnostics.h"

#include <fmt/format.h>

#include "base/nearest.h"

namespace nw::data {

namespace {

Diagnostic make(const char* code, std::string message, const std::string& file = {}) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (file.empty()) return d;
  Place place;
  place.file = file;
  d.where.push_back(std::move(place));
  return d;
}

}  // namespace

Diagnostic bad_tensor_file(const std::string& path, const std::string& why, std::vector<std::string> legal) {
  Diagnostic d = make("NW4141", fmt::format("'{}' cannot be read as a tensor: {}", path, why), path);
  d.legal = std::move(legal);
  return d;
}

Diagnostic no_such_input(const std::string& name, const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  Diagnostic d = make("NW4142", fmt::format("the model has no input '{}'", name));
  d.legal = nearest(name, names, 3);
  if (d.legal.empty())
    d.legal.assign(names.begin(), names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), kShown)));
  return d;
}

Diagnostic input_does_not_fit(const std::string& input, const std::string& path, const std::string& why) {
  Diagnostic d = make("NW4143", fmt::format("'{}' does not fit the input '{}': {}", path, input, why), path);
  d.where.push_back(at_node(input));
  return d;
}

Diagnostic two_sizes(const std::string& symbol, int64_t value, const std::string& first, int64_t other,
                     const std::string& second) {
  return make("NW4144",
              fmt::format("the dimension '{}' is {} by {}, and {} by {}", symbol, value, first, other, second));
}

Diagnostic bad_call_data(const std::string& folder, const std::string& why) {
  return make("NW4145", fmt::format("the data in '{}' cannot be used: {}", folder, why), folder);
}

Diagnostic not_as_expected(const std::string& output, const std::string& path, const std::string& how) {
  return make("NW4146", fmt::format("output '{}' is not what '{}' holds: {}", output, path, how), path);
}

Diagnostic inputs_by_rule(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i) list += fmt::format("{}'{}'", i ? ", " : "", names[i]);
  if (names.size() > kShown) list += fmt::format(" and {} more", names.size() - kShown);
  Diagnostic d = make(
      "NW4148", fmt::format("no file is given for the input{} {}, filled by rule", names.size() == 1 ? "" : "s", list));
  d.severity = Severity::Note;
  d.legal = {fmt::format("--input {}=FILE.npy", names.front())};
  return d;
}

Diagnostic random_output(const std::string& output, const graph::Node& node) {
  Diagnostic d =
      make("NW4147", fmt::format("output '{}' depends on random numbers: it cannot be expected to agree with a "
                                 "file that another implementation wrote",
                                 output));
  d.severity = Severity::Warning;
  d.because = {
      fmt::format("'{}' ({}) draws them, and ONNX leaves the generator to the implementation, also where a seed "
                  "is given",
                  node.name, node.op)};
  d.where.push_back(at_node(node.name));
  return d;
}

}  // namespace nw::data
