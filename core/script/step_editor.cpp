// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/step_editor.h"

#include <algorithm>
#include <cctype>

#include "schedule/catalogue.h"
#include "schedule/names.h"
#include "script/naming_lines.h"
#include "script/text.h"
#include "tir/visit.h"

namespace nw::script {

using schedule::Axis;
using schedule::Primitive;
using schedule::Stage;
using schedule::Step;

namespace {

Diagnostic unnamed(const std::string& what, int line) {
  Diagnostic d;
  d.code = "NW2090";
  d.message = what + " has no name in the script, so no step can be written about it";
  if (line > 0) d.where.push_back(at_line(line));
  d.because.push_back("the statement that made it binds it to no variable");
  return d;
}

// Letters beyond ASCII are kept: Python's names may have them.
std::string as_identifier(std::string name) {
  for (char& c : name)
    if (const auto byte = static_cast<unsigned char>(c); !std::isalnum(byte) && byte < 0x80) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "ax_" + name;
  return name;
}

// The place of `axis` among the operation's own axes, as the script can write it, or empty.
std::string counted_axis(const Stage& stage, AxisId axis, const std::string& stage_text) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  const Axis* found = stage.find_axis(axis);
  if (!compute || !found) return {};
  for (size_t i = 0; i < compute->axis.size(); ++i)
    if (compute->axis[i] == found->iter) return stage_text + ".op.axis[" + std::to_string(i) + "]";
  for (size_t i = 0; i < compute->reduce_axis.size(); ++i)
    if (compute->reduce_axis[i] == found->iter) return stage_text + ".op.reduce_axis[" + std::to_string(i) + "]";
  return {};
}

}  // namespace

StepEditor::StepEditor(const std::string& text, const Program& program) : text_(text), program_(program) {}

std::string StepEditor::tensor_text(StageId stage) const {
  std::string best;
  for (const auto& [name, id] : program_.stage_names) {
    if (id != stage) continue;
    if (name == program_.schedule->stage(stage).name()) return name;
    if (best.empty() || name.size() < best.size()) best = name;
  }
  return best;
}

std::string StepEditor::stage_text(StageId stage) const {
  const std::string tensor = tensor_text(stage);
  return tensor.empty() ? tensor : program_.schedule_name + "[" + tensor + "]";
}

std::string StepEditor::axis_text(AxisId axis) const {
  for (const auto& [name, id] : program_.axis_names)
    if (id == axis) return name;
  const StageId stage = program_.schedule->owner(axis);
  const std::string of = stage ? stage_text(stage) : std::string();
  return of.empty() ? of : counted_axis(program_.schedule->stage(stage), axis, of);
}

std::optional<Diagnostic> StepEditor::cannot_name(AxisId axis) const {
  if (!axis_text(axis).empty()) return std::nullopt;
  const StageId stage = program_.schedule->owner(axis);
  const Axis* found = stage ? program_.schedule->stage(stage).find_axis(axis) : nullptr;
  return unnamed(found ? "the axis " + found->iter->var->name : "the axis", found ? found->line : 0);
}

std::optional<Diagnostic> StepEditor::cannot_name(StageId stage) const {
  if (!tensor_text(stage).empty()) return std::nullopt;
  const Stage& of = program_.schedule->stage(stage);
  return unnamed((of.op->kind == te::OpKind::Placeholder ? "the tensor " : "the stage ") + of.name(), 0);
}

std::string StepEditor::base_name(AxisId axis) const {
  for (const auto& [name, id] : program_.axis_names)
    if (id == axis) return name;
  if (const std::string counted = axis_text(axis); !counted.empty()) {
    std::vector<std::string> lines = lines_of(text_);
    std::string named = counted;
    named_below(named, lines, lines_that_ran());
    if (named != counted) return named;
  }
  const StageId stage = program_.schedule->owner(axis);
  const Axis* found = stage ? program_.schedule->stage(stage).find_axis(axis) : nullptr;
  return found ? short_axis_name(found->iter->var->name) : "x";
}

StepNames StepEditor::names() const {
  StepNames names;
  names.schedule = program_.schedule_name;
  names.tensor = [this](schedule::TensorRef ref) { return tensor_text(ref.stage); };
  names.axis = [this](AxisId axis) { return axis_text(axis); };
  names.group = [this](int group) { return program_.schedule->groups()[static_cast<size_t>(group)].name; };
  names.intrinsic = [this](const schedule::TensorIntrin& intrin) -> std::string {
    for (const auto& [name, known] : program_.intrinsic_names)
      if (known.get() == &intrin) return name;
    return {};
  };
  names.expressions.variable = [this](const tir::VarNode& v) {
    const AxisId axis = axis_of(v);
    return axis ? axis_text(axis) + ".var" : std::string(v.name);
  };
  return names;
}

bool StepEditor::is_taken(const std::string& name, const std::string& more) const {
  if (program_.axis_names.contains(name) || program_.stage_names.contains(name) || name == program_.schedule_name)
    return true;
  // Any other word of the text could be a variable too (a size, an unused axis).
  return has_word(text_, name) || has_word(more, name);
}

std::string StepEditor::fresh(const std::string& wanted, const std::string& more) const {
  std::string name = as_identifier(wanted);
  // Numbers stand behind names as the script has them: "k_2" where it has "k_1".
  const bool apart = has_word(text_, name + "_1") || has_word(text_, name + "_2");
  for (int n = 2; is_taken(name, more); ++n) name = as_identifier(wanted) + (apart ? "_" : "") + std::to_string(n);
  return name;
}

std::vector<std::string> StepEditor::fresh_parts(const std::vector<std::pair<AxisId, std::string>>& parts) const {
  int number = 1;                                          // the lowest with which all are free; 1 is not written
  std::vector<std::pair<std::string, std::string>> stems;  // "xo", and the text before its number
  for (const auto& [axis, part] : parts) {
    std::string stem = base_name(axis);
    const size_t digits = stem.find_last_not_of("0123456789") + 1;
    const size_t letters = stem.find_last_not_of("0123456789_") + 1;
    const Axis* own = program_.schedule->stage(program_.schedule->owner(axis)).find_axis(axis);
    // A number that was added to tell the name from another's, none that the axis is known by.
    const bool added = digits < stem.size() && own && short_axis_name(own->iter->var->name) == stem.substr(0, letters);
    if (added && stem.size() - digits < 4) number = std::max(number, std::stoi(stem.substr(digits)));
    stems.emplace_back((added ? stem.substr(0, letters) : stem) + part,
                       added ? stem.substr(letters, digits - letters) : std::string());
  }
  for (;; ++number) {
    std::vector<std::string> found;
    for (const auto& [stem, between] : stems) {
      std::string name = number > 1 ? stem + between + std::to_string(number) : stem;
      if (fresh(name) != as_identifier(name)) break;
      found.push_back(as_identifier(std::move(name)));
    }
    if (found.size() == stems.size()) return found;
  }
}

// Of an index v // 4 "vo", of v % 4 "vi", of v alone "v".
std::vector<std::string> StepEditor::fresh_layout_names(const Step& step) const {
  std::vector<std::string> found;
  for (const tir::Expr& index : step.argument<schedule::IndexMap>(0)->indices) {
    std::string name = "i";
    const auto* binary = tir::node_cast<tir::BinaryNode>(index);
    const auto* var = tir::node_cast<tir::VarNode>(binary ? binary->a : index);
    if (var) name = var->name;
    if (binary && binary->kind == tir::ExprKind::FloorDiv) name += "o";
    if (binary && binary->kind == tir::ExprKind::FloorMod) name += "i";
    found.push_back(fresh(name));
  }
  return found;
}

std::vector<std::string> StepEditor::result_names(const Step& step) const {
  const auto tensor = [&] { return tensor_text(step.stage); };
  switch (step.primitive) {
    case Primitive::Split: {
      const AxisId x = *step.argument<AxisId>(0);
      return fresh_parts({{x, "o"}, {x, "i"}});
    }
    case Primitive::Tile: {
      const AxisId y = *step.argument<AxisId>(0), x = *step.argument<AxisId>(1);
      return fresh_parts({{y, "o"}, {x, "o"}, {y, "i"}, {x, "i"}});
    }
    case Primitive::Fuse: {
      std::string name;
      for (const AxisId axis : *step.argument<std::vector<AxisId>>(0))
        name += (name.empty() ? "" : "_") + base_name(axis);
      return {fresh(name)};
    }
    case Primitive::TransformLayout:
      return fresh_layout_names(step);
    case Primitive::CacheRead:
    case Primitive::CacheWrite:
      return {fresh(tensor() + "_" + *step.argument<std::string>(1))};
    case Primitive::Rfactor:
      return {fresh(tensor() + "_rf")};
    case Primitive::CreateGroup:
      return {fresh(tensor_text(step.argument<std::vector<schedule::TensorRef>>(0)->front().stage) + "_group")};
    default:
      return {};
  }
}

Step StepEditor::with_names(Step step) const {
  if (step.results.empty()) step.results = result_names(step);
  return step;
}

std::string StepEditor::line_of(const Step& step) const {
  return step_text(with_names(step), names());
}

// "ki is 0" of ki.var.equal(0).
Sentence StepEditor::label_of(const tir::Expr& e) const {
  StepNames short_names = names();
  short_names.expressions.variable = [this](const tir::VarNode& v) {
    const AxisId axis = axis_of(v);
    return axis ? base_name(axis) : std::string(v.name);
  };
  const auto* equal = tir::node_cast<tir::BinaryNode>(e);
  if (!equal || equal->kind != tir::ExprKind::EQ) return argument_text(e, short_names);
  return Sentence(NW_TEXT("Step", "{0} is {1}"), argument_text(equal->a, short_names),
                  argument_text(equal->b, short_names));
}

// Of the schedule's axes the one with that variable.
AxisId StepEditor::axis_of(const tir::VarNode& v) const {
  for (const StageId id : program_.schedule->order())
    for (const Axis& axis : program_.schedule->stage(id).axes)
      if (axis.iter->var.get() == &v) return axis.id;
  return {};
}

Sentence StepEditor::label_of(const Step& step) const {
  const schedule::PrimitiveInfo& row = schedule::info(step.primitive);
  const auto stage_name = [&](StageId id) { return program_.schedule->stage(id).name(); };
  const auto shown = [&](std::string_view key) -> Sentence {
    if (key == "stage")
      return step.group >= 0 ? program_.schedule->groups()[static_cast<size_t>(step.group)].name
                             : stage_name(step.stage);
    const schedule::Argument& argument = step.argument_at(parameter_index(row, key));
    if (const auto* axis = std::get_if<AxisId>(&argument)) return base_name(*axis);
    if (const auto* axes = std::get_if<std::vector<AxisId>>(&argument)) {
      std::vector<std::string> all;
      for (const AxisId axis : *axes) all.push_back(base_name(axis));
      return schedule::comma(all);
    }
    if (const auto* stage = std::get_if<StageId>(&argument)) return stage_name(*stage);
    if (const auto* ref = std::get_if<schedule::TensorRef>(&argument)) return tensor_text(ref->stage);
    if (const auto* refs = std::get_if<std::vector<schedule::TensorRef>>(&argument))
      return refs->empty() ? std::string() : stage_name(refs->front().stage);
    if (const auto* thread = std::get_if<tir::IterVar>(&argument)) return (*thread)->thread_tag;
    if (const auto* threads = std::get_if<std::vector<tir::IterVar>>(&argument)) {
      std::vector<std::string> tags;
      for (const tir::IterVar& thread : *threads) tags.push_back(thread->thread_tag);
      return schedule::comma(tags);
    }
    if (const auto* text = std::get_if<std::string>(&argument)) return *text;
    if (const auto* map = std::get_if<schedule::IndexMap>(&argument)) return layout_label(*map);
    if (const auto* e = std::get_if<tir::Expr>(&argument)) return label_of(*e);
    return argument_text(argument, names());
  };
  return Sentence::named(row.label, shown,
                         [&](std::string_view name) { return is_given(step.argument_at(parameter_index(row, name))); });
}

// The lines up to the last statement that ran, but for the kernel's.
size_t StepEditor::lines_that_ran() const {
  size_t after = 0;
  for (const Statement& statement : program_.statements)
    if (statement.part != Statement::Part::Kernel) after = std::max(after, static_cast<size_t>(statement.last_line));
  return after;
}

const Statement* StepEditor::statement_at(int line) const {
  const auto found = std::ranges::find_if(program_.statements, [&](const Statement& s) { return s.span.line == line; });
  return found == program_.statements.end() ? nullptr : &*found;
}

std::string StepEditor::whole_line(int line) const {
  const std::vector<std::string> lines = lines_of(text_);
  return line < 1 || line > std::ssize(lines) ? std::string() : lines[static_cast<size_t>(line) - 1];
}

std::string StepEditor::statement_text(int line) const {
  const std::string whole = whole_line(line);
  const std::string statement = whole.substr(0, whole.size() - comment_of(whole).size());
  const size_t begin = statement.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string()
                                    : statement.substr(begin, statement.find_last_not_of(" \t\r") + 1 - begin);
}

TextChange StepEditor::write(const StepEdit& edit) const {
  if (edit.changes_nothing()) return {text_, edit.label.english(), 0};
  std::vector<std::string> lines = lines_of(text_);
  const auto at = [&](int line) { return lines.begin() + (line - 1); };
  int line = 0;
  if (edit.step && edit.in_place_of > 0) {
    line = edit.in_place_of;
    *at(line) = with_comment(line_of(*edit.step), *at(line));
  } else if (edit.step) {
    const size_t after = std::min(lines_that_ran(), lines.size());
    std::string step = line_of(*edit.step);
    std::vector<std::string> added = named_below(step, lines, after);
    for (std::string& more : with_naming_lines(std::move(step))) added.push_back(std::move(more));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(after), added.begin(), added.end());
    line = static_cast<int>(after + added.size());
  }
  const Statement* removed = edit.removed > 0 ? statement_at(edit.removed) : nullptr;
  if (!removed) return {script::joined(lines), edit.label.english(), line};
  const auto first = at(edit.removed), end = at(removed->last_line + 1);
  if (edit.step) {  // what a person wrote behind the step goes on with the one that takes its place
    std::string& written = *at(line);
    for (auto each = first; each != end; ++each) written = with_comment(written, *each);
    line -= static_cast<int>(end - first);
    lines.erase(first, end);
  } else {
    line = edit.removed;
    *first = edit.with_comment ? std::string() : comment_of(*first);
    lines.erase(first->empty() ? first : first + 1, end);
  }
  return {script::joined(lines), edit.label.english(), line};
}

namespace {

// The text for axis `i` of the list ("s[B].op.axis" or "s[B].op.reduce_axis") in a step.
std::string indexed(const std::string& list, size_t i) {
  return list + "[" + std::to_string(i) + "]";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// After these the stage that is named in a line may have other axes than before.
bool makes_new_axes(const std::string& line) {
  return std::ranges::any_of(schedule::catalogue(), [&](const schedule::PrimitiveInfo& row) {
    return row.makes_stages && row.primitive != Primitive::CacheRead &&
           line.find("." + std::string(row.name) + "(") != std::string::npos;
  });
}

}  // namespace

std::vector<std::string> StepEditor::named_below(std::string& step, std::vector<std::string>& lines,
                                                 size_t after) const {
  std::vector<std::string> moved;
  // The statements between the step and the line must not use these names for anything else.
  const auto may_move = [&](size_t line, const NamingLine& naming) {
    for (size_t i = after; i < line; ++i)
      if (makes_new_axes(lines[i])) return false;
    return std::ranges::none_of(naming.names, [&](const std::string& name) {
      for (size_t i = after; i < line; ++i)
        if (has_word(lines[i], name)) return true;
      return has_word(step, name);
    });
  };
  const auto take = [&](const std::string& list, const std::string& own, size_t axes) {
    for (size_t line = after; line < lines.size() && step.find(list + "[") != std::string::npos;) {
      std::optional<NamingLine> found = naming_line(lines[line]);
      if (found && !own.empty() && found->value.starts_with(own)) found->value.replace(0, own.size(), list);
      const bool all = found && found->value == list && found->names.size() == axes;
      size_t one = 0;
      while (!all && found && one < axes && found->value != indexed(list, one)) ++one;
      if (!found || (!all && (one == axes || found->names.size() != 1)) || !may_move(line, *found)) {
        ++line;
        continue;
      }
      bool used = false;
      for (size_t i = all ? 0 : one; i < (all ? axes : one + 1); ++i) {
        const std::string& name = found->names[all ? i : 0];
        if (name == "_" || step.find(indexed(list, i)) == std::string::npos) continue;
        replace_all(step, indexed(list, i), name);
        used = true;
      }
      if (!used) {
        ++line;
        continue;
      }
      moved.push_back(std::move(lines[line]));
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
    }
  };
  for (const StageId stage : program_.schedule->order()) {
    const auto* compute = te::op_cast<te::ComputeNode>(program_.schedule->stage(stage).op);
    const std::string of = stage_text(stage);
    if (!compute || of.empty()) continue;
    // Of a tensor whose operation no cache_write replaced: it has the same axes.
    const Stage& now = program_.schedule->stage(stage);
    const std::string own = now.origin_op == now.op ? tensor_text(stage) : std::string();
    take(of + ".op.axis", own.empty() ? own : own + ".op.axis", compute->axis.size());
    take(of + ".op.reduce_axis", own.empty() ? own : own + ".op.reduce_axis", compute->reduce_axis.size());
  }
  return moved;
}

std::vector<std::string> StepEditor::with_naming_lines(std::string step) const {
  std::vector<std::string> lines;
  for (const StageId stage : program_.schedule->order()) {
    const auto* compute = te::op_cast<te::ComputeNode>(program_.schedule->stage(stage).op);
    const std::string of = stage_text(stage);
    if (!compute || of.empty()) continue;
    const auto name = [&](const std::string& list, const std::vector<tir::IterVar>& axes) {
      if (step.find(list + "[") == std::string::npos) return;
      std::string chosen_names, words = step;  // `words`: what no name may be
      for (const std::string& line : lines) words += " " + line;
      for (size_t i = 0; i < axes.size(); ++i) {
        const std::string chosen = fresh(short_axis_name(axes[i]->var->name), words);
        words += " " + chosen;
        chosen_names += (i == 0 ? "" : ", ") + chosen;
        replace_all(step, indexed(list, i), chosen);
      }
      lines.push_back(chosen_names + " = " + (axes.size() == 1 ? indexed(list, 0) : list));
    };
    name(of + ".op.axis", compute->axis);
    name(of + ".op.reduce_axis", compute->reduce_axis);
  }
  lines.push_back(std::move(step));
  return lines;
}

}  // namespace nw::script
