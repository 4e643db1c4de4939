// SPDX-License-Identifier: GPL-3.0-or-later
// flatten FILE: Python as people write it as straight-line scripts.
#include "flatten/flatten.h"

#include "commands.h"
#include "settings.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/tvmscript.h"

namespace nw::cli {

namespace {

struct FlattenArguments {
  std::string file, function, kernel, output;
};

nlohmann::json kernel_json(const flatten::Kernel& kernel) {
  nlohmann::json lines = nlohmann::json::array();
  for (const auto& [from, to] : kernel.lines) lines.push_back({from, to});
  return {{"name", kernel.name}, {"script", kernel.script}, {"lines", lines}};
}

Outcome run_flatten(const FlattenArguments& a) {
  Outcome outcome;
  outcome.file = a.file;
  outcome.json["kernels"] = nlohmann::json::array();
  outcome.json["left_out"] = nlohmann::json::array();
  const FileText file = read_file(a.file);
  outcome.diagnostics = file.diagnostics;
  if (tvmscript::is_tvmscript(file.text)) outcome.diagnostics.push_back(tvmscript::needs_script("this command"));
  if (has_errors(outcome.diagnostics)) return outcome;
  const flatten::Flattened flat = flatten::flatten(file.text, {a.function});
  append(outcome.diagnostics, flat.diagnostics);
  for (const flatten::LeftOut& l : flat.left_out)
    outcome.json["left_out"].push_back({{"line", l.line}, {"text", l.text}, {"why", l.why}});
  for (const flatten::Kernel& kernel : flat.kernels) {
    if (!a.kernel.empty() && kernel.name != a.kernel) continue;
    outcome.json["kernels"].push_back(kernel_json(kernel));
    if (flat.kernels.size() > 1 && a.kernel.empty()) outcome.text += "# ── " + kernel.name + " ──\n";
    outcome.text += kernel.script;
  }
  std::vector<std::string> names;
  for (const flatten::Kernel& kernel : flat.kernels) names.push_back(kernel.name);
  if (!a.kernel.empty() && !flat.find(a.kernel)) outcome.diagnostics.push_back(no_such_kernel(a.kernel, names));
  if (a.output.empty() || outcome.json["kernels"].empty()) return outcome;
  const flatten::Kernel* first = a.kernel.empty() ? &flat.kernels[0] : flat.find(a.kernel);
  append(outcome.diagnostics, write_file(a.output, first->script, {a.file}));
  outcome.text.clear();
  return outcome;
}

}  // namespace

Run add_flatten(CLI::App& app) {
  auto a = std::make_shared<FlattenArguments>();
  app.add_option("FILE", a->file, "a Python file or a notebook")->required();
  app.add_option("--function", a->function, "call only this function of the file");
  app.add_option("--kernel", a->kernel, "only the kernel of this name");
  app.add_option("-o", a->output, "the file that the script is written to");
  return [a] { return run_flatten(*a); };
}

}  // namespace nw::cli
