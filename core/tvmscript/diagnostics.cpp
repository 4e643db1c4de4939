// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/diagnostics.h"

#include <fmt/format.h>

namespace nw::tvmscript {

namespace {

Diagnostic made(const char* code, std::string message, TextSpan at, Severity severity = Severity::Error) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  if (at.valid()) d.where.push_back(at_span(at));
  return d;
}

Diagnostic with_legal(Diagnostic d, std::vector<std::string> legal) {
  d.legal = std::move(legal);
  return d;
}

Diagnostic with_reasons(Diagnostic d, std::vector<std::string> because) {
  d.because = std::move(because);
  return d;
}

}  // namespace

Diagnostic unknown_construct(std::string what, std::vector<std::string> legal, TextSpan at) {
  return with_legal(made("NW2070", std::move(what), at), std::move(legal));
}

Diagnostic malformed(std::string what, std::vector<std::string> legal, TextSpan at) {
  return with_legal(made("NW2071", std::move(what), at), std::move(legal));
}

Diagnostic unknown_name(std::string_view name, std::string_view wanted, std::vector<std::string> legal, TextSpan at) {
  return with_legal(made("NW2072", fmt::format("'{}' is no {} here", name, wanted), at), std::move(legal));
}

Diagnostic outside(std::string what, std::vector<std::string> because, TextSpan at) {
  return with_reasons(made("NW2073", std::move(what), at), std::move(because));
}

Diagnostic wrong_region(std::string what, TextSpan at) {
  return made("NW2074", std::move(what), at, Severity::Warning);
}

Diagnostic no_function(std::string what, std::vector<std::string> legal) {
  return with_legal(made("NW2075", std::move(what), {1, 1, 1}), std::move(legal));
}

Diagnostic several_functions(std::string_view shown, const std::vector<std::string>& names, int line) {
  Diagnostic d = made("NW2076", fmt::format("the file has {} functions; this is '{}'", names.size(), shown),
                      {line, 1, 1}, Severity::Note);
  for (const std::string& name : names)
    if (d.legal.size() < 50) d.legal.push_back("--kernel " + name);
  return d;
}

Diagnostic needs_script(std::string_view what) {
  Diagnostic d = made("NW2077",
                      fmt::format("{} needs a TE script; this file is TVMScript, whose loops are shown as they are and "
                                  "not changed",
                                  what),
                      {1, 1, 1});
  d.legal = {"lower", "bounds", "check", "run", "emit --as c|llvm|asm|object|html", "compare FILE SCRIPT"};
  return d;
}

Diagnostic not_runnable(std::string what, std::vector<std::string> because, TextSpan at) {
  return with_reasons(made("NW2078", std::move(what), at), std::move(because));
}

Diagnostic not_verifiable(std::string what, TextSpan at) {
  return made("NW2078", std::move(what), at);
}

Diagnostic left_out(size_t count, std::string_view what, int line) {
  return made(
      "NW2079",
      fmt::format("{} {} left out: {}", count, count == 1 ? "part of the file is" : "parts of the file are", what),
      {line, 1, 1}, Severity::Note);
}

}  // namespace nw::tvmscript
