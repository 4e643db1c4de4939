// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "base/local_cpu.h"
#include "commands.h"
#include "custom/script_file.h"
#include "custom/tvm_python.h"
#include "group_script.h"
#include "kernel/assembly_lines.h"
#include "kernel/exports.h"
#include "settings.h"
#include "worker/diagnostics.h"
#include "worker/kernel.h"
#include "workspace/document.h"
#include "workspace/table_file.h"

namespace nw::cli {

namespace {

struct EmitArguments {
  ScriptOption script;
  GroupOption group;
  std::string kind, output, target;
  std::vector<std::string> sets, dims;
  bool outside = false;
  double deadline = 60;
  std::string table;  // tvm-op: whose operators are written
};

// The operators that a table declares, as Python for TVM; the model is opened with them, which shows whether they fit.
Outcome emit_operators(const EmitArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  if (a.table.empty()) {
    refuse("--as tvm-op wants --patterns, the table that declares the operators", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  const workspace::TableFile table = workspace::read_table_file(a.table);
  append(outcome.diagnostics, table.diagnostics);
  if (!table.table) return outcome;
  model::OpenOptions options;
  options.passes = model::Passes::None;
  workspace::use_table(table, false, options);
  append(outcome.diagnostics, workspace::open(a.script.path, options).diagnostics);
  const Result<std::string> text = custom::python_for_tvm(*table.table, a.table);
  std::vector<std::string> inputs = custom::script_files(*table.table, a.table);
  inputs.insert(inputs.end(), {a.script.path, a.table});
  append(outcome.diagnostics, write_file(a.output, *text, inputs));
  outcome.json["files"] = {a.output};
  outcome.text = a.output + "\n";
  return outcome;
}

// The script of a model's group, with the values of its open sizes.
std::optional<std::string> group_text(const EmitArguments& a, const TargetFacts& target,
                                      std::map<std::string, int64_t>& sizes, Outcome& outcome) {
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return std::nullopt;
  }
  ModelOptions model;
  model.path = a.script.path;
  model.dims = a.dims;
  model.outside = a.outside;
  std::optional<model::GroupKernel> kernel = read_group_script(model, a.group, target, outcome);
  return kernel ? std::optional(std::move(kernel->script)) : std::nullopt;
}

// An object's header goes beside it, under the same name.
std::string path_of(const std::string& output, const worker::Emitted& emitted, size_t file) {
  return file == 0 ? output : std::filesystem::path(output).replace_extension(emitted.files[file].suffix).string();
}

// Each instruction with the statement that it computes, the statement's stage and script line, and what to look at.
nlohmann::json assembly_json(const kernel::KernelPreview& preview, const measure::AssemblyText& text) {
  nlohmann::json lines = nlohmann::json::array();
  for (const kernel::AssemblyLine& line : kernel::assembly_lines(preview, text)) {
    if (line.instruction < 0) continue;
    nlohmann::json entry = {{"instruction", line.instruction}, {"text", line.text}};
    if (line.from.stmt.valid()) {
      entry["statement"] = line.from.stmt.value;
      entry["stage"] = line.from.stage.valid() ? preview.program.schedule->stage(line.from.stage).name() : "";
      entry["line"] = line.from.line;
      entry["nest"] = preview.printed.lines[static_cast<size_t>(line.shown_line)].text;
    }
    if (line.concern != kernel::AssemblyLine::Concern::None) entry["concern"] = to_string(line.concern);
    lines.push_back(std::move(entry));
  }
  return lines;
}

Outcome emit(const EmitArguments& a) {
  if (a.kind == "tvm-op") return emit_operators(a);
  Outcome outcome;
  outcome.file = a.script.path;
  const std::vector<std::string>& kinds = kernel::export_kinds();
  if (std::find(kinds.begin(), kinds.end(), a.kind) == kinds.end()) {
    outcome.diagnostics.push_back(worker::no_such_form(a.kind, kinds));
    outcome.exit = 2;
    return outcome;
  }
  std::map<std::string, int64_t> sizes;
  std::shared_ptr<const TargetFacts> target;
  if (!read_target_option(a.target, target, outcome)) return outcome;
  const std::optional<std::string> text = a.group.group.empty()
                                              ? read_script(a.script, a.sets, sizes, outcome)
                                              : group_text(a, target ? *target : local_cpu_facts(), sizes, outcome);
  if (!text) return outcome;
  worker::WorkerOptions worker;
  worker.deadline_seconds = a.deadline;
  const kernel::KernelAnalysis kernel = kernel::analyse(*text, {.sizes = sizes, .target = target});
  const Result<worker::Emitted> emitted =
      kernel::export_kernel(kernel, a.kind, target ? *target : local_cpu_facts(), sizes, worker);
  outcome.diagnostics = emitted.diagnostics;
  warn_of_unknown_sizes(kernel.program, sizes, outcome.diagnostics);
  if (!emitted.ok()) return outcome;
  if (a.kind == "asm") outcome.json["assembly"] = assembly_json(kernel::preview_of(kernel), emitted->assembly);
  outcome.json["files"] = nlohmann::json::array();
  for (size_t i = 0; i < emitted->files.size(); ++i) {
    const std::string path = path_of(a.output, *emitted, i);
    if (Diagnostics wrong = write_file(path, emitted->files[i].bytes, {a.script.path}); !wrong.empty()) {
      append(outcome.diagnostics, std::move(wrong));
      continue;
    }
    outcome.json["files"].push_back(path);
    outcome.text += path + "\n";
  }
  return outcome;
}

}  // namespace

Run add_emit(CLI::App& app) {
  auto a = std::make_shared<EmitArguments>();
  add_script_or_tvmscript_option(app, a->script);
  app.add_option(
         "--as", a->kind,
         "c, llvm, asm, object, te, tir, halide, ansor or html; tvm-op: the operators of a table, with --patterns")
      ->required();
  app.add_option("-o,--output", a->output, "the file to write")->required()->check([](const std::string& path) {
    return path.starts_with("--") ? "a file was expected, not " + path : "";
  });
  CLI::Option* group = add_group_option(app, a->group);
  app.add_option("--dim", a->dims, "NAME=NUMBER: the value of a model's symbolic dimension")->needs(group);
  app.add_flag("--outside", a->outside, "read a project's model also where it is outside of the project's folder")
      ->needs(group);
  app.add_option("--patterns", a->table, "tvm-op: a pattern table (.pat), beside the model");
  app.add_option("--target", a->target,
                 std::string("what code is for, and whose rules are checked as well: ") + kTargetHelp)
      ->check(empty_target);
  app.add_option("--set", a->sets, "the value of a symbolic size, as n=1024")->take_all();
  app.add_option("--deadline", a->deadline, "seconds after which the work is stopped")->check(CLI::PositiveNumber);
  return [a] { return emit(*a); };
}

}  // namespace nw::cli
