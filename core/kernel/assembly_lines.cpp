// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "kernel/statement_lines.h"
#include "kernel/worker_kernel.h"

namespace nw::kernel {

namespace {

using Concern = AssemblyLine::Concern;

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string_view first_word(std::string_view text) {
  text = trimmed(text);
  return text.substr(0, text.find_first_of(" \t"));
}

// vaddss, mulsd, vfmadd231ss, …: one element at a time.
bool is_scalar_arithmetic(std::string_view name) {
  if (!name.ends_with("ss") && !name.ends_with("sd")) return false;
  name.remove_suffix(2);
  if (name.starts_with('v')) name.remove_prefix(1);
  for (const char* operation : {"add", "sub", "mul", "div", "max", "min", "sqrt"})
    if (name == operation) return true;
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
  for (const char* fused : {"fmadd", "fmsub", "fnmadd", "fnmsub"})
    if (name == fused) return true;
  return false;
}

Concern concern_of(std::string_view text, bool in_vector_loop) {
  for (const char* moved : {"-byte Spill", "-byte Reload"})
    if (text.find(moved) != std::string_view::npos) return Concern::Spill;
  return in_vector_loop && is_scalar_arithmetic(first_word(text)) ? Concern::Scalar : Concern::None;
}

// Instructions in columns: tabs of eight leave little room for what they do.
std::string in_columns(std::string_view text) {
  if (!text.starts_with('\t')) return std::string(text);
  text.remove_prefix(1);
  const size_t end = std::min(text.find('\t'), text.size());
  std::string operands;
  for (size_t at = end; at < text.size();) {
    const size_t next = std::min(text.find('\t', at + 1), text.size());
    operands += (operands.empty() ? "" : "  ") + std::string(text.substr(at + 1, next - at - 1));
    at = next;
  }
  return end == text.size() ? "    " + std::string(text) : fmt::format("    {:<11} {}", text.substr(0, end), operands);
}

// Tables of numbers and where they are: no code.
bool is_constant(std::string_view text) {
  const std::string_view word = first_word(text);
  if (text.starts_with(".LCPI")) return word.ends_with(':');
  for (const char* directive : {".quad", ".long", ".short", ".byte", ".zero", ".ascii", ".asciz", ".octa"})
    if (word == directive) return true;
  return false;
}

std::set<AxisId> vectorized_axes(const script::Program& program) {
  std::set<AxisId> axes;
  if (!program.schedule) return axes;
  for (const StageId id : program.schedule->order())
    for (const auto& [axis, attr] : program.schedule->stage(id).attrs)
      if (attr.iter_type == tir::IterType::Vectorized) axes.insert(axis);
  return axes;
}

// Outermost first.
std::vector<AxisId> axes_around(const tir::PrintedNest& nest, int line) {
  std::vector<AxisId> axes;
  for (int at = nest.lines[static_cast<size_t>(line)].around; at >= 0; at = nest.lines[static_cast<size_t>(at)].around)
    if (const AxisId axis = nest.lines[static_cast<size_t>(at)].from.axis; axis.valid()) axes.push_back(axis);
  std::ranges::reverse(axes);
  return axes;
}

class OriginFinder {
 public:
  explicit OriginFinder(const KernelPreview& preview)
      : shown_(preview.printed), shown_lines_(preview.printed), vectorized_(vectorized_axes(preview.program)) {
    if (!preview.nest) return;
    if (const Result<lower::LoopNest> code = lower::lower_code(*preview.nest); code.value)
      compiled_ = tir::print(code->body, names_in_script(preview.nest->schedule));
  }

  std::vector<AssemblyLine> read(const measure::AssemblyText& text) {
    for (size_t i = 0; i < text.lines.size(); ++i) add(text.lines[i], text.nest_lines[i], text.instructions[i]);
    return std::move(lines_);
  }

 private:
  void add(const std::string& text, int nest_line, int instruction) {
    if (trimmed(text).starts_with('#')) return;  // a comment of the compiler
    if (is_constant(text)) {
      ++constants_;
      return;
    }
    if (constants_ > 0) {
      AssemblyLine& heading = lines_.emplace_back();
      heading.heading = true;
      heading.constants = std::exchange(constants_, 0);
    }
    AssemblyLine line;
    line.text = in_columns(text);
    line.nest_line = nest_line;
    line.instruction = instruction;
    const bool placed = nest_line > 0 && static_cast<size_t>(nest_line) <= compiled_.lines.size();
    if (placed) find_origin(line, compiled_.lines[static_cast<size_t>(nest_line) - 1].from.stmt);
    const bool in_vector_loop = std::ranges::any_of(line.around, [&](AxisId a) { return vectorized_.contains(a); });
    line.concern = concern_of(text, in_vector_loop || vectorized_.contains(line.from.axis));
    if (placed && instruction >= 0 && nest_line != heading_) add_heading(line);
    lines_.push_back(std::move(line));
  }

  void find_origin(AssemblyLine& line, tir::StmtId statement) const {
    line.shown_line = shown_lines_.line_of(statement);
    if (line.shown_line < 0) return;
    line.from = shown_.lines[static_cast<size_t>(line.shown_line)].from;
    line.around = axes_around(shown_, line.shown_line);
  }

  void add_heading(const AssemblyLine& below) {
    heading_ = below.nest_line;
    AssemblyLine above = below;
    above.text = "# " + std::string(trimmed(compiled_.lines[static_cast<size_t>(heading_) - 1].text));
    above.instruction = -1;
    above.concern = Concern::None;
    above.heading = true;
    lines_.push_back(std::move(above));
  }

  const tir::PrintedNest& shown_;
  const StatementLines shown_lines_;
  const std::set<AxisId> vectorized_;
  tir::PrintedNest compiled_;
  std::vector<AssemblyLine> lines_;
  int heading_ = 0;  // the line of the compiled nest that the last heading shows
  int constants_ = 0;
};

}  // namespace

std::vector<AssemblyLine> assembly_lines(const KernelPreview& preview, const measure::AssemblyText& text) {
  return OriginFinder(preview).read(text);
}

Result<std::vector<AssemblyLine>> compiled_lines(const KernelPreview& preview,
                                                 const std::map<std::string, int64_t>& sizes,
                                                 const worker::WorkerOptions& worker, bool intel_syntax) {
  worker::EmitRequest request{"asm", sizes};
  request.intel_syntax = intel_syntax;
  if (preview.target) request.target = *preview.target;
  const Result<worker::Emitted> emitted = compile(preview, request, worker);
  if (!emitted.value) return emitted.diagnostics;
  return assembly_lines(preview, emitted->assembly);
}

const char* to_string(AssemblyLine::Concern concern) {
  switch (concern) {
    case Concern::None:
      return "";
    case Concern::Spill:
      return "spill";
    case Concern::Scalar:
      return "scalar";
  }
  return "";
}

}  // namespace nw::kernel
