// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a file as scripts: of each schedule, the lines that it needs.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

// The lines that these need, in order.
std::vector<int> needed(const std::vector<Line>& lines, std::vector<int> open) {
  std::vector<int> all;
  std::vector<bool> found(lines.size());
  while (!open.empty()) {
    const auto line = static_cast<size_t>(open.back());
    open.pop_back();
    if (found[line]) continue;
    found[line] = true;
    all.push_back(static_cast<int>(line));
    open.insert(open.end(), lines[line].uses.begin(), lines[line].uses.end());
  }
  std::ranges::sort(all);
  return all;
}

// Numbers that keep names apart from those of other kernels are dropped where the kernel has no such name.
Renaming shorter_names(const std::vector<Line>& lines, const std::vector<int>& used) {
  Renaming names;
  std::set<std::string_view> stems;
  const auto is_taken = [&](std::string_view stem) {
    return std::ranges::any_of(used, [&](int line) { return has_word(lines[static_cast<size_t>(line)].text, stem); });
  };
  for (const int line : used)
    for (const std::string& name : lines[static_cast<size_t>(line)].names) {
      const size_t digits = name.find_last_not_of("0123456789");
      if (digits == name.npos || digits + 1 == name.size() || name[digits] != '_' || digits == 0) continue;
      const std::string_view stem = std::string_view(name).substr(0, digits);
      if (identifier(stem) == stem && !is_taken(stem) && stems.insert(stem).second) names[name] = stem;
    }
  return names;
}

}  // namespace

// The arguments of tvm.lower or tvm.build, if the kernel can take them.
std::optional<ScriptValue> Evaluator::given_arguments(size_t index) {
  const KernelDraft& draft = builder_.kernels()[index];
  if (!draft.args) return std::nullopt;
  std::vector<Value> tensors;
  for (const Value& v : draft.args->list()->items)
    if (v.script()) tensors.push_back(v);
  ScriptValue list;
  ++quiet_;
  const bool written = !tensors.empty() && put(list, heap_.list(tensors), Binding::Lambda, nullptr);
  --quiet_;
  return written && builder_.takes(static_cast<int>(index), list) ? std::optional(std::move(list)) : std::nullopt;
}

Kernel Evaluator::finished(size_t index, std::set<std::string>& names) {
  KernelDraft& draft = builder_.kernels()[index];
  const std::vector<Line>& lines = builder_.lines();
  Kernel kernel;
  const std::optional<ScriptValue> given = given_arguments(index);
  const ScriptValue arguments = given ? *given : builder_.default_arguments(static_cast<int>(index));
  const std::string stem = !draft.name.empty()       ? identifier(draft.name)
                           : !draft.function.empty() ? identifier(draft.function)
                                                     : "main";
  kernel.name = stem;
  for (int n = 2; !names.insert(kernel.name).second; ++n) kernel.name = stem + "_" + std::to_string(n);
  kernel.line = draft.source;
  std::vector<int> ends = draft.steps;
  ends.insert(ends.end(), arguments.uses.begin(), arguments.uses.end());
  const std::vector<int> used = needed(lines, std::move(ends));
  const Renaming names_here = shorter_names(lines, used);
  int at = 3;
  kernel.script = "import tvm\nfrom tvm import te, tir, topi\n";
  const auto heading = [&](const char* text) {
    kernel.script += std::string("\n# ") + text + "\n";
    at += 2;
  };
  const auto add = [&](const std::string& text, int source) {
    kernel.script += (names_here.empty() ? text : renamed(text, names_here)) + "\n";
    kernel.lines.emplace_back(source, at++);
  };
  for (const bool schedule : {false, true}) {
    heading(schedule ? "schedule" : "computation");
    for (const int line : used) {
      const Line& l = lines[static_cast<size_t>(line)];
      if ((l.kernel >= 0) == schedule) add(l.text, l.source);
    }
  }
  heading("kernel");
  add("tvm.lower(" + draft.schedule + ", " + arguments.text + ", name=" + string_literal(kernel.name) + ")",
      draft.lowered ? draft.lowered : draft.source);
  if (!given)
    report(chosen_arguments(kernel.name, renamed(arguments.text, names_here),
                            draft.lowered ? draft.lowered : draft.source));
  return kernel;
}

std::vector<Kernel> Evaluator::finished_kernels() {
  std::vector<Kernel> kernels;
  std::set<std::string> names;
  std::unordered_set<std::string> bodies;
  for (size_t i = 0; i < builder_.kernels().size(); ++i) {
    const size_t said = diagnostics_.size();
    Kernel kernel = finished(i, names);
    // A helper that is called for each of several devices makes the same kernel each time.
    if (!bodies.insert(kernel.script.substr(0, kernel.script.rfind(", name="))).second) {
      names.erase(kernel.name);
      diagnostics_.resize(said);
      continue;
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace nw::flatten
