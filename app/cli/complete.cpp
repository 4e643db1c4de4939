// SPDX-License-Identifier: GPL-3.0-or-later
// `complete SCRIPT --line N --column N`: what the editor offers there, and the tip of the call around it.
#include <fmt/format.h>

#include "commands.h"
#include "flatten/flatten.h"
#include "script/completion.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/tvmscript.h"

namespace nw::cli {

namespace {

struct CompleteArguments {
  std::string script;
  int line = 0, column = 0;
};

// Of a file that is flattened: the end of the last line of the script that comes from there.
std::string script_and_place(const FileText& file, CompleteArguments& a, Outcome& outcome) {
  if (flatten::has_plain_statements(file.text)) return file.text;
  flatten::Opened opened = flatten::open(file.text);
  if (!opened.ok || !opened.flattened) return file.text;
  outcome.of_file = std::move(opened.diagnostics);
  int line = 0, at = 0;
  for (size_t i = 0; i < opened.lines.size(); ++i)
    if (opened.lines[i] == a.line) at = static_cast<int>(i);
  size_t begin = 0;
  while (at > 0 && ++line < at) begin = opened.script.find('\n', begin) + 1;
  a.line = std::max(at, 1);
  a.column = static_cast<int>(std::min(opened.script.find('\n', begin), opened.script.size()) - begin) + 1;
  return opened.script;
}

Outcome complete(CompleteArguments a) {
  Outcome outcome;
  outcome.file = a.script;
  outcome.json["items"] = nlohmann::json::array();
  outcome.json["call"] = nullptr;
  const FileText file = read_file(a.script);
  outcome.diagnostics = file.diagnostics;
  if (tvmscript::is_tvmscript(file.text)) outcome.diagnostics.push_back(tvmscript::needs_script("this command"));
  if (has_errors(outcome.diagnostics)) return outcome;
  const Result<script::CompletionsAt> there = script::complete_at(script_and_place(file, a, outcome), a.line, a.column);
  append(outcome.diagnostics, there.value ? there->above : there.diagnostics);
  if (!there.value) return outcome;
  if (const schedule::PrimitiveInfo* call = there->call) {
    outcome.json["call"] = {{"signature", call->signature}, {"doc", call->summary}};
    outcome.text = fmt::format("{}\n{}\n\n", call->signature, call->summary);
  }
  for (const script::Completion& item : there->items) {
    const std::string kind(to_string(item.kind));
    outcome.json["items"].push_back({{"text", item.text}, {"kind", kind}, {"doc", item.doc}});
    outcome.text += fmt::format("{:<9} {:<16}{}{}\n", kind, item.text, item.doc.empty() ? "" : "  ", item.doc);
  }
  return outcome;
}

}  // namespace

Run add_complete(CLI::App& app) {
  auto a = std::make_shared<CompleteArguments>();
  app.add_option("SCRIPT", a->script, "a TE script")->required();
  app.add_option("--line", a->line, "of the cursor, from 1")->required();
  app.add_option("--column", a->column, "of the cursor, in bytes from 1: before the character there")->required();
  return [a] { return complete(*a); };
}

}  // namespace nw::cli
