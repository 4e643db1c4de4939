// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/diagnostics.h"

#include <fmt/format.h>

namespace nw::flatten {

namespace {

Diagnostic make(const char* code, std::string message, TextSpan at, Severity severity = Severity::Error) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  d.where.push_back(at_span(at));
  return d;
}

}  // namespace

Diagnostic syntax_error(std::string_view expected, std::string_view found, TextSpan at) {
  const std::string seen =
      found.empty() ? "the line ends" : fmt::format("'{}' stands", found.substr(0, found.find('\n')).substr(0, 60));
  return make("NW2066", fmt::format("{} here, where {} was expected", seen, expected), at);
}
Diagnostic unclosed_bracket(char bracket, int line, int column) {
  return make("NW2066", fmt::format("this '{}' is never closed", bracket), {line, column, 1});
}
Diagnostic unopened_bracket(char bracket, int line, int column) {
  return make("NW2066", fmt::format("'{}' closes no bracket", bracket), {line, column, 1});
}
Diagnostic unclosed_string(int line, int column) {
  return make("NW2066", "this string is never closed", {line, column, 1});
}
Diagnostic strange_character(char c, int line, int column) {
  const auto byte = static_cast<unsigned char>(c);
  const std::string shown = byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  return make("NW2066", fmt::format("the character '{}' has no meaning here", shown), {line, column, 1});
}
Diagnostic unexpected_indent(int line) {
  return make("NW2066", "this line is indented like no block above it", {line, 1, 1});
}
Diagnostic mixed_tabs(int line) {
  return make("NW2066", "tabs and spaces are mixed, so the depth of this line is not clear", {line, 1, 1});
}
Diagnostic cut_notebook(const std::string& why, int line) {
  Diagnostic d = make("NW2066", fmt::format("this notebook is not whole: its JSON ends or goes wrong here ({})", why),
                      {line, 1, 1});
  d.legal = {"the whole .ipynb file", "the text of its code cells"};
  return d;
}
Diagnostic bad_number(std::string_view text, TextSpan at) {
  return make("NW2066", fmt::format("'{}' is no number that fits 64 bits", text), at);
}

Diagnostic too_deep(int line) {
  return make("NW2064", "this is nested too deeply", {line, 1, 1});
}
Diagnostic too_large(int line) {
  return make("NW2064", "the file is too large; what follows is not read", {line, 1, 1});
}
Diagnostic too_many_steps(int line, bool in_loop) {
  Diagnostic d = make(
      "NW2064",
      fmt::format("evaluating the file takes more than a million steps; it ends {}", in_loop ? "in this loop" : "here"),
      {line, 1, 1});
  d.legal = {"fewer steps: a kernel's own loops are axes of te.compute, not of Python"};
  return d;
}
Diagnostic endless_calls(std::string_view function, int line) {
  Diagnostic d = make("NW2064", fmt::format("calls of '{}' are nested more than 100 deep", function), {line, 1, 1});
  d.legal = {"a loop over a range that is known when the file is read"};
  return d;
}

Diagnostic not_known(const std::string& what, std::vector<std::string> instead, TextSpan at) {
  Diagnostic d = make("NW2060", what, at);
  d.legal = std::move(instead);
  return d;
}

Diagnostic python_error(const std::string& what, TextSpan at) {
  return make("NW2065", what, at);
}

Diagnostic no_schedule(const std::string& where, int line) {
  Diagnostic d =
      make("NW2067", fmt::format("{} makes no schedule, so there is no kernel to open", where), {line, 1, 1});
  d.legal = {"s = te.create_schedule(C.op)"};
  return d;
}

Diagnostic left_out_lines(size_t count, const std::vector<std::string>& kinds, int line) {
  std::string list;
  for (const std::string& kind : kinds) list += (list.empty() ? "" : ", ") + kind;
  return make("NW2061", fmt::format("{} {} left out: {}", count, count == 1 ? "line was" : "lines were", list),
              {line, 1, 1}, Severity::Note);
}
Diagnostic chosen_arguments(const std::string& kernel, const std::string& arguments, int line) {
  return make(
      "NW2062",
      fmt::format("the file does not say which arguments '{}' takes: they are its placeholders in order and its "
                  "outputs, {}",
                  kernel, arguments),
      {line, 1, 1}, Severity::Note);
}
Diagnostic symbolic_arguments(std::string_view function, const std::string& chosen, int line) {
  Diagnostic d = make("NW2068", fmt::format("'{}' is not called, so its arguments are chosen: {}", function, chosen),
                      {line, 1, 1}, Severity::Note);
  d.legal = {"a call of it", "default values"};
  return d;
}
Diagnostic drawn_value(std::string_view function, const std::string& value, TextSpan at) {
  Diagnostic d =
      make("NW2069", fmt::format("'{}' draws a value in each run; here it is {}", function, value), at, Severity::Note);
  d.legal = {"the value itself"};
  return d;
}
Diagnostic several_kernels(const std::string& shown, const std::vector<std::string>& names, int line) {
  Diagnostic d = make("NW2063", fmt::format("the file makes {} kernels; this is '{}'", names.size(), shown),
                      {line, 1, 1}, Severity::Note);
  for (const std::string& name : names)
    if (d.legal.size() < 50) d.legal.push_back("--kernel " + name);
  return d;
}

}  // namespace nw::flatten
