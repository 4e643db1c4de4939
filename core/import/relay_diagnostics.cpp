// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_diagnostics.h"

#include <fmt/format.h>

namespace nw::import {

namespace {

Diagnostic make(const char* code, Severity severity, std::string message, TextSpan at) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  if (at.valid()) d.where.push_back(at_span(at));
  return d;
}

}  // namespace

Diagnostic unexpected_token(const std::string& expected, const std::string& found, TextSpan at) {
  return make("NW1200", Severity::Error, fmt::format("expected {}, found {}", expected, found), at);
}

Diagnostic unknown_version(const std::string& version, TextSpan at) {
  Diagnostic d =
      make("NW1201", Severity::Warning, fmt::format("Relay text of version '{}' is read as 0.0.5", version), at);
  d.legal = {"v0.0.1", "v0.0.4", "0.0.5"};
  return d;
}

Diagnostic undefined_variable(const std::string& name, const std::string& nearest, TextSpan at) {
  Diagnostic d = make("NW1202", Severity::Error, fmt::format("{} is not defined here", name), at);
  if (!nearest.empty()) d.legal.push_back(nearest);
  return d;
}

Diagnostic unknown_operator(const std::string& op, const std::vector<std::string>& nearest, int count, TextSpan at) {
  Diagnostic d = make("NW1203", Severity::Warning,
                      fmt::format("operator `{}` is not known; its {} {} opaque", op,
                                  count == 1 ? "call" : fmt::format("{} calls", count), count == 1 ? "is" : "are"),
                      at);
  d.legal = nearest;
  return d;
}

Diagnostic unexpected_character(char c, TextSpan at) {
  const auto byte = static_cast<unsigned char>(c);
  const bool printable = byte >= 0x20 && byte < 0x7F;
  return make("NW1204", Severity::Error,
              printable ? fmt::format("the character '{}' means nothing here", c)
                        : fmt::format("the byte 0x{:02x} means nothing here", byte),
              at);
}

Diagnostic foreign_letters(const std::string& name, TextSpan at) {
  return make("NW1204", Severity::Error,
              fmt::format("'{}' is no name of Relay: it has letters that are not ASCII", name), at);
}

Diagnostic bad_number(const std::string& text, TextSpan at) {
  Diagnostic d = make("NW1205", Severity::Error, fmt::format("'{}' is not a number that Relay can write", text), at);
  d.legal = {"1 (int32)", "1i64", "1.5f (float32)", "1.5f64"};
  return d;
}

Diagnostic nested_too_deeply(int limit, TextSpan at) {
  return make("NW1206", Severity::Error, fmt::format("expressions are nested more than {} deep", limit), at);
}

Diagnostic no_function() {
  Diagnostic d = make("NW1207", Severity::Error, "there is no Relay function in this text", {});
  d.legal = {"def @main(%x: Tensor[(1, 8), float32]) { … }", "fn (%x: Tensor[(1, 8), float32]) { … }"};
  return d;
}

Diagnostic unterminated(const std::string& what, TextSpan at) {
  return make("NW1208", Severity::Error, fmt::format("this {} has no end", what), at);
}

Diagnostic bad_type(const std::string& text, TextSpan at) {
  Diagnostic d = make("NW1209", Severity::Error, fmt::format("'{}' is not a type", text), at);
  d.legal = {"Tensor[(1, 8), float32]", "float32", "(float32, int64)", "fn (float32) -> float32"};
  return d;
}

Diagnostic defined_twice(const std::string& name, TextSpan at, TextSpan before) {
  Diagnostic d = make("NW1210", Severity::Error, fmt::format("{} is defined a second time", name), at);
  d.because.push_back(fmt::format("the first time was in line {}", before.line));
  return d;
}

Diagnostic undefined_function(const std::string& name, TextSpan at) {
  return make("NW1211", Severity::Warning,
              fmt::format("the global function @{} is not in this text; its calls are opaque", name), at);
}

Diagnostic text_ignored(const std::string& where, int first_line, int last_line) {
  const std::string lines = first_line == last_line ? fmt::format("line {}", first_line)
                                                    : fmt::format("lines {} to {}", first_line, last_line);
  return make("NW1212", Severity::Note, fmt::format("the text {} ({}) is not Relay and was left out", where, lines),
              {first_line, 1, 0});
}

Diagnostic bad_metadata(const std::string& why) {
  return make("NW1213", Severity::Warning, fmt::format("the metadata section cannot be used: {}", why), {});
}

Diagnostic constant_without_data(const std::string& reference, int count, TextSpan at) {
  return make("NW1214", Severity::Note,
              count == 1 ? fmt::format("the data of {} is not in this text", reference)
                         : fmt::format("the data of {} constants is not in this text, {} first", count, reference),
              at);
}

Diagnostic too_many_errors(int shown) {
  return make("NW1215", Severity::Error, fmt::format("only the first {} errors are shown", shown), {});
}

}  // namespace nw::import
