// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/gestures.h"

#include <algorithm>
#include <cctype>

#include "workspace/script_lines.h"

namespace nw::workspace {

using schedule::Axis;
using schedule::Stage;

namespace {

Diagnostic unnamed(const std::string& what, int line) {
  Diagnostic d;
  d.code = "NW2090";
  d.message = what + " has no name in the script, so no step can be written about it";
  if (line > 0) d.where.push_back(at_line(line));
  d.because.push_back("the statement that made it binds it to no variable");
  return d;
}

std::string identifier(std::string name) {
  for (char& c : name)
    if (const auto byte = static_cast<unsigned char>(c); !std::isalnum(byte) && byte < 0x80) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "ax_" + name;
  return name;
}

std::string comma(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// The index of `axis` among the operation's own axes, as the script can write it, or empty.
std::string root_axis_expr(const Stage& stage, AxisId axis, const std::string& stage_of) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  if (!compute) return {};
  const Axis* found = stage.find_axis(axis);
  for (size_t i = 0; found && i < compute->axis.size(); ++i)
    if (compute->axis[i] == found->iter) return stage_of + ".op.axis[" + std::to_string(i) + "]";
  for (size_t i = 0; found && i < compute->reduce_axis.size(); ++i)
    if (compute->reduce_axis[i] == found->iter) return stage_of + ".op.reduce_axis[" + std::to_string(i) + "]";
  return {};
}

}  // namespace

std::string Gestures::short_name(const std::string& name) {
  std::string text;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('.', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    begin = end + 1;
    if (text.empty())
      text = part;
    else if (part == "outer" || part == "inner")
      text += part[0];
    else if (part != "fused" && part != "c" && part != "d" && part != "v" && part != "init")
      text += "_" + part;
  }
  return identifier(text);
}

std::string Gestures::stage_expr(StageId stage) const {
  std::string best;
  for (const auto& [name, id] : program_.stage_names) {
    if (id != stage) continue;
    const bool own = name == program_.schedule->stage(stage).name();
    if (best.empty() || own || name.size() < best.size()) best = name;
    if (own) break;
  }
  return best.empty() ? best : program_.schedule_name + "[" + best + "]";
}

std::string Gestures::axis_expr(StageId stage, AxisId axis) const {
  for (const auto& [name, id] : program_.axis_names)
    if (id == axis) return name;
  const std::string of = stage_expr(stage);
  return of.empty() ? of : root_axis_expr(program_.schedule->stage(stage), axis, of);
}

Result<std::string> Gestures::need_axis(StageId stage, AxisId axis) const {
  std::string expr = axis_expr(stage, axis);
  if (!expr.empty()) return expr;
  const Axis* found = program_.schedule->stage(stage).find_axis(axis);
  return unnamed(found ? "the axis " + found->iter->var->name : "the axis", found ? found->line : 0);
}

std::string Gestures::fresh(const std::string& wanted, const std::string& more) const {
  auto taken = [&](const std::string& name) {
    if (program_.axis_names.contains(name) || program_.stage_names.contains(name) || name == program_.schedule_name)
      return true;
    // Any other word of the text could be a variable too (a size, an unused axis).
    return has_word(text_, name) || has_word(more, name);
  };
  std::string name = identifier(wanted);
  // Numbers stand behind names as the script has them: "k_2" where it has "k_1".
  const bool apart = has_word(text_, name + "_1") || has_word(text_, name + "_2");
  for (int n = 2; taken(name); ++n) name = identifier(wanted) + (apart ? "_" : "") + std::to_string(n);
  return name;
}

std::string Gestures::base_name(StageId stage, AxisId axis) const {
  for (const auto& [name, id] : program_.axis_names)
    if (id == axis) return name;
  if (const std::string counted = axis_expr(stage, axis); !counted.empty()) {
    std::vector<std::string> lines = lines_of(text_);
    std::string named = counted;
    named_below(named, lines, ran());
    if (named != counted) return named;
  }
  const Axis* found = program_.schedule->stage(stage).find_axis(axis);
  return found ? short_name(found->iter->var->name) : "x";
}

std::vector<std::string> Gestures::fresh_parts(StageId stage,
                                               const std::vector<std::pair<AxisId, std::string>>& parts) const {
  int number = 1;                                          // the lowest with which all are free; 1 is not written
  std::vector<std::pair<std::string, std::string>> stems;  // "xo", and what stands before its number
  for (const auto& [axis, part] : parts) {
    std::string stem = base_name(stage, axis);
    const size_t digits = stem.find_last_not_of("0123456789") + 1;
    const size_t letters = stem.find_last_not_of("0123456789_") + 1;
    const Axis* own = program_.schedule->stage(stage).find_axis(axis);
    // A number that was added to tell the name from another's, none that the axis is known by.
    const bool added = digits < stem.size() && own && short_name(own->iter->var->name) == stem.substr(0, letters);
    if (added && stem.size() - digits < 4) number = std::max(number, std::stoi(stem.substr(digits)));
    stems.emplace_back((added ? stem.substr(0, letters) : stem) + part,
                       added ? stem.substr(letters, digits - letters) : std::string());
  }
  for (;; ++number) {
    std::vector<std::string> names;
    for (const auto& [stem, between] : stems) {
      std::string name = number > 1 ? stem + between + std::to_string(number) : stem;
      if (fresh(name) != identifier(name)) break;
      names.push_back(identifier(std::move(name)));
    }
    if (names.size() == stems.size()) return names;
  }
}

// The lines up to the last statement that ran, but for the kernel's.
size_t Gestures::ran() const {
  size_t after = 0;
  for (const script::Statement& statement : program_.statements)
    if (statement.part != script::Statement::Part::Kernel)
      after = std::max(after, static_cast<size_t>(statement.last_line));
  return after;
}

TextChange Gestures::append(const std::string& line, std::string label) const {
  std::vector<std::string> lines = lines_of(text_);
  const size_t after = std::min(ran(), lines.size());
  std::string step = line;
  std::vector<std::string> added = named_below(step, lines, after);
  for (std::string& more : with_names(std::move(step))) added.push_back(std::move(more));
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(after), added.begin(), added.end());
  return {joined(lines), std::move(label), static_cast<int>(after + added.size())};
}

Result<TextChange> Gestures::split(StageId stage, AxisId axis, int64_t factor) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  const std::string base = base_name(stage, axis);
  const std::string line = comma(fresh_parts(stage, {{axis, "o"}, {axis, "i"}})) + " = " + stage_expr(stage) +
                           ".split(" + *of + ", factor=" + std::to_string(factor) + ")";
  return append(line, "split " + base + " by " + std::to_string(factor));
}

Result<TextChange> Gestures::split_parts(StageId stage, AxisId axis, int64_t nparts) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  const std::string base = base_name(stage, axis);
  const std::string line = comma(fresh_parts(stage, {{axis, "o"}, {axis, "i"}})) + " = " + stage_expr(stage) +
                           ".split(" + *of + ", nparts=" + std::to_string(nparts) + ")";
  return append(line, "split " + base + " into " + std::to_string(nparts) + " parts");
}

Result<TextChange> Gestures::fuse(StageId stage, const std::vector<AxisId>& axes) const {
  std::vector<std::string> exprs, names;
  std::string name;
  for (AxisId axis : axes) {
    Result<std::string> of = need_axis(stage, axis);
    if (!of.value) return of.diagnostics;
    exprs.push_back(*of);
    names.push_back(base_name(stage, axis));
    name += (name.empty() ? "" : "_") + names.back();
  }
  return append(fresh(name) + " = " + stage_expr(stage) + ".fuse(" + comma(exprs) + ")", "fuse " + comma(names));
}

int64_t Gestures::tile_factor(int64_t extent) {
  constexpr int64_t kUsual = 4;
  if (extent <= 0) return kUsual;
  for (int64_t factor = std::min(kUsual, extent); factor > 1; --factor)
    if (extent % factor == 0) return factor;
  return std::min(kUsual, extent);
}

Result<TextChange> Gestures::tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const {
  Result<std::string> of_y = need_axis(stage, y), of_x = need_axis(stage, x);
  if (!of_y.value) return of_y.diagnostics;
  if (!of_x.value) return of_x.diagnostics;
  const std::string a = base_name(stage, y), b = base_name(stage, x);
  const std::string line = comma(fresh_parts(stage, {{y, "o"}, {x, "o"}, {y, "i"}, {x, "i"}})) + " = " +
                           stage_expr(stage) + ".tile(" + *of_y + ", " + *of_x + ", " + std::to_string(y_factor) +
                           ", " + std::to_string(x_factor) + ")";
  return append(line, "tile " + a + ", " + b + " by " + std::to_string(y_factor) + " × " + std::to_string(x_factor));
}

Result<TextChange> Gestures::attach(StageId stage, const std::string& call, std::string label) const {
  const std::string of = stage_expr(stage);
  if (of.empty()) return unnamed("the stage " + program_.schedule->stage(stage).name(), 0);
  // A stage has one place: the line that said the former one goes, unless other statements share it.
  const int former = program_.schedule->stage(stage).attach.line;
  TextChange change = append(of + call, std::move(label));
  for (const script::Statement& statement : program_.statements) {
    const bool placement = statement.primitive == "compute_at" || statement.primitive == "compute_inline" ||
                           statement.primitive == "compute_root";
    if (former == 0 || statement.span.line != former || !placement || statement.stage != stage) continue;
    std::vector<std::string> lines = lines_of(change.text);
    const auto first = lines.begin() + (former - 1), end = lines.begin() + statement.last_line;
    std::string& written = lines[static_cast<size_t>(change.line) - 1];
    for (auto line = first; line != end; ++line) written = with_remark(written, *line);
    change.line -= static_cast<int>(end - first);
    lines.erase(first, end);
    change.text = joined(lines);
    break;
  }
  return change;
}

Result<TextChange> Gestures::compute_at(StageId stage, StageId parent, AxisId axis) const {
  Result<std::string> at = need_axis(parent, axis);
  if (!at.value) return at.diagnostics;
  const std::string name = program_.schedule->stage(stage).name();
  return attach(stage, ".compute_at(" + stage_expr(parent) + ", " + *at + ")",
                "compute " + name + " at " + base_name(parent, axis));
}

Result<TextChange> Gestures::compute_inline(StageId stage) const {
  return attach(stage, ".compute_inline()", "inline " + program_.schedule->stage(stage).name());
}

Result<TextChange> Gestures::compute_root(StageId stage) const {
  if (std::optional<TextChange> change = unplaced(stage)) return std::move(*change);
  return attach(stage, ".compute_root()", "compute " + program_.schedule->stage(stage).name() + " at root");
}

std::string Gestures::tensor_expr(StageId stage) const {
  const std::string of = stage_expr(stage);
  const size_t open = of.find('[');
  return open == std::string::npos ? of : of.substr(open + 1, of.size() - open - 2);
}

Result<TextChange> Gestures::cache_read(StageId tensor, const std::string& scope,
                                        const std::vector<StageId>& readers) const {
  const std::string of = tensor_expr(tensor);
  if (of.empty()) return unnamed("the tensor " + program_.schedule->stage(tensor).name(), 0);
  std::vector<std::string> names;
  for (StageId reader : readers) names.push_back(tensor_expr(reader));
  return append(fresh(of + "_" + scope) + " = " + program_.schedule_name + ".cache_read(" + of + ", \"" + scope +
                    "\", [" + comma(names) + "])",
                "cache " + of + " in " + scope);
}

Result<TextChange> Gestures::cache_write(StageId tensor, const std::string& scope) const {
  const std::string of = tensor_expr(tensor);
  if (of.empty()) return unnamed("the tensor " + program_.schedule->stage(tensor).name(), 0);
  return append(
      fresh(of + "_" + scope) + " = " + program_.schedule_name + ".cache_write(" + of + ", \"" + scope + "\")",
      "write " + of + " through " + scope);
}

Result<TextChange> Gestures::rfactor(StageId stage, AxisId axis, size_t place) const {
  Result<std::string> at = need_axis(stage, axis);
  if (!at.value) return at.diagnostics;
  const std::string of = tensor_expr(stage);
  return append(fresh(of + "_rf") + " = " + program_.schedule_name + ".rfactor(" + of + ", " + *at +
                    (place > 0 ? ", factor_axis=" + std::to_string(place) : "") + ")",
                "rfactor " + of + " over " + *at);
}

}  // namespace nw::workspace
