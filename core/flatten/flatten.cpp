// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/flatten.h"

#include <algorithm>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"
#include "flatten/notebook.h"
#include "script/encoding.h"

namespace nw::flatten {

namespace {

constexpr size_t kMaxText = 8 << 20;
constexpr double kMaxSeconds = 1;

// What was left out, by kind, for the one note.
std::string kind_of(const LeftOut& l) {
  const std::string& why = l.why;
  if (why.starts_with("te.extern") || why.starts_with("contrib.")) return "calls of outside code";
  if (why.starts_with("an ") || why.starts_with("a ")) {
    const std::string word = why.substr(why.find(' ') + 1, why.find(' ', 3) - why.find(' ') - 1);
    return word + "s";
  }
  if (why == "print") return "prints";
  if (why.starts_with("numpy")) return "numpy";
  if (why.starts_with("tvm.build")) return "builds";
  if (why.starts_with("tvm.tir.Schedule")) return "steps of tir.Schedule";
  return "runs";
}

void add_note(Flattened& out) {
  if (out.left_out.empty()) return;
  std::vector<std::string> kinds;
  for (const LeftOut& l : out.left_out)
    if (const std::string kind = kind_of(l); std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  out.diagnostics.push_back(left_out_lines(out.left_out.size(), kinds, out.left_out.front().line));
}

Flattened evaluated(std::string_view text, const FlattenOptions& options) {
  Flattened out;
  const Tree tree = parse(text);
  Evaluator evaluator(tree, options);
  evaluator.run();
  out = evaluator.result();
  out.diagnostics.insert(out.diagnostics.begin(), tree.diagnostics.begin(), tree.diagnostics.end());
  if (out.kernels.empty() && !has_errors(out.diagnostics))
    out.diagnostics.push_back(no_schedule(options.function.empty() ? "the file" : "'" + options.function + "'", 1));
  add_note(out);
  std::stable_sort(out.diagnostics.begin(), out.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return out;
}

}  // namespace

std::vector<int> Kernel::lines_of_file() const {
  std::vector<int> all = {0};
  for (const auto& [from, to] : lines) {
    all.resize(static_cast<size_t>(to), line);
    all.push_back(from);
  }
  return all;
}

const Kernel* Flattened::find(std::string_view name) const {
  const auto it = std::ranges::find(kernels, name, &Kernel::name);
  return it == kernels.end() ? nullptr : &*it;
}

Flattened flatten(std::string_view given, const FlattenOptions& options) {
  const Phase phase("flattening the file");
  Flattened out;
  if (auto other = script::not_utf8(given)) {
    out.diagnostics.push_back(std::move(*other));
    return out;
  }
  std::string text(given.substr(0, kMaxText));
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = '\n';
  if (auto problem = broken_notebook(text)) {
    out.diagnostics.push_back(std::move(*problem));
    return out;
  }
  if (auto cells = code_of_notebook(text)) text = std::move(*cells);
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] { stopped = within_budget({.seconds = kMaxSeconds}, [&] { out = evaluated(text, options); }); });
  if (stopped) out.diagnostics.push_back(std::move(*stopped));
  return out;
}

Opened open(std::string_view text, const std::string& kernel) {
  Opened opened;
  if (is_straight_line(text)) {
    opened.script = text;
    opened.ok = true;
    return opened;
  }
  Flattened flat = flatten(text);
  opened.flattened = true;
  opened.diagnostics = std::move(flat.diagnostics);
  for (const Kernel& k : flat.kernels) opened.kernels.push_back(k.name);
  const Kernel* found = kernel.empty() ? (flat.kernels.empty() ? nullptr : &flat.kernels[0]) : flat.find(kernel);
  if (!found) return opened;
  opened.script = found->script;
  opened.kernel = found->name;
  opened.lines = found->lines_of_file();
  opened.ok = true;
  // What is wrong with other kernels of the file does not keep this one from being opened.
  for (Diagnostic& d : opened.diagnostics)
    if (d.severity == Severity::Error) d.severity = Severity::Warning;
  if (flat.kernels.size() > 1 && kernel.empty())
    opened.diagnostics.push_back(several_kernels(found->name, opened.kernels, found->line));
  return opened;
}

}  // namespace nw::flatten
