// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to mend a step that is said of the wrong thing: of a loop that rfactor made anew, of a stage that is inlined
// into others, of a tensor that nothing reads, of one that reduces nothing. Like all proposals they are tried before
// they are offered.
#include <fmt/format.h>

#include <algorithm>

#include "schedule/names.h"
#include "script/evaluator.h"
#include "script/lexer.h"
#include "tir/visit.h"

namespace nw::script {

namespace {

using schedule::Stage;

// A text with a name replaced where it stands alone or before `next`, but not as an attribute.
std::string renamed(std::string_view text, std::string_view from, std::string_view to, std::string_view next = {}) {
  const Tokens tokens = tokenize(text);
  std::string out;
  size_t at = 0;
  for (size_t i = 0; i < tokens.list.size(); ++i) {
    const Token& t = tokens.list[i];
    const bool follows = next.empty() || (i + 1 < tokens.list.size() && tokens.list[i + 1].text == next);
    if (t.kind != Tok::Name || t.text != from || !follows || (i > 0 && tokens.list[i - 1].text == ".")) continue;
    const auto begin = static_cast<size_t>(t.text.data() - text.data());
    out += std::string(text.substr(at, begin - at)) + std::string(to);
    at = begin + t.text.size();
  }
  return out + std::string(text.substr(at));
}

bool calls_method(const SyntaxStatement& s, std::string_view name) {
  return s.value && s.value->kind == NodeKind::Call && s.value->a->kind == NodeKind::Attribute &&
         s.value->a->attr == name;
}

int line_of_rfactor(const Stage& stage) {
  const auto step =
      std::ranges::find(stage.history, schedule::Primitive::Rfactor, [](const auto& s) { return s.second; });
  return step == stage.history.end() ? 0 : step->first;
}

// The loop of a stage that a variable runs.
AxisId leaf_of(const Stage& stage, const tir::Var& var) {
  for (const AxisId leaf : stage.leaf)
    if (stage.find_axis(leaf)->iter->var == var) return leaf;
  return {};
}

// The loop of a stage that sums up partial results which goes over what `var` went over in it before: the partial
// results, or the data axis at the same place.
AxisId leaf_over_partials(const Stage& sums, const Stage& partial, const tir::Var& var) {
  const std::string over = var->name + ".v";
  const auto* reduces = te::op_cast<te::ComputeNode>(sums.op);
  const auto* computes = te::op_cast<te::ComputeNode>(partial.op);
  if (!reduces || !computes || reduces->reduce_axis.empty()) return {};
  const std::string factored = reduces->reduce_axis[0]->var->name;
  size_t place = 0;
  for (const tir::IterVar& axis : computes->axis) {
    const bool is_factor = axis->var->name + ".v" == factored;
    if (axis->var == var) {
      if (!is_factor) return place < sums.root.size() && sums.is_leaf(sums.root[place]) ? sums.root[place] : AxisId();
      break;
    }
    place += is_factor ? 0 : 1;
  }
  for (const AxisId leaf : sums.leaf)
    if (sums.find_axis(leaf)->iter->var->name == over) return leaf;
  return {};
}

}  // namespace

// After rfactor, of loops from before it: those that it made of them, in the same stage or in that of the partial
// results.
void Evaluator::offer_present_loops(StageId id, const Arguments& args) {
  if (!can_mend() || program_.diagnostics.empty() || args.call->a->kind != NodeKind::Attribute) return;
  const std::string code = program_.diagnostics.back().code;
  if (code != "NW2100" && code != "NW2101") return;
  const schedule::Schedule& s = *program_.schedule;
  const Stage& own = s.stage(id);
  const Node* receiver = args.call->a->a;
  std::string here = line_text(now_->line);
  bool all_here = true, any = false;
  std::vector<Fix> elsewhere;
  for (size_t i = args.positional.size(); i-- > 0;) {
    const Arg& arg = args.positional[i];
    const auto* axis = arg.value.get<AxisValue>();
    if (!axis || (axis->id.valid() && s.owner(axis->id) == id && own.is_leaf(axis->id))) continue;
    AxisId mine = leaf_of(own, axis->iter->var);
    for (const StageId other : s.order()) {
      const Stage& stage = s.stage(other);
      if (other == id || line_of_rfactor(stage) == 0 || line_of_rfactor(stage) != line_of_rfactor(own)) continue;
      if (!mine.valid() && s.position(other) < s.position(id)) mine = leaf_over_partials(own, stage, axis->iter->var);
      const AxisId theirs = leaf_of(stage, axis->iter->var);
      const std::string loop = theirs.valid() ? schedule::script_text(s, theirs, schedule_name_) : std::string(),
                        of = schedule::script_text(stage, schedule_name_);
      if (loop.empty() || of.empty()) continue;
      program_.diagnostics.back().because.push_back(fmt::format("rfactor{} made the loops anew: {} is {} of {} now",
                                                                schedule::in_line(line_of_rfactor(own)), arg.node->text,
                                                                schedule::shown(s, theirs), stage.name()));
      if (args.positional.size() > 1) continue;
      std::string there = line_text(now_->line);
      there.replace(static_cast<size_t>(arg.node->column) - 1, arg.node->text.size(), loop);
      there.replace(static_cast<size_t>(receiver->column) - 1, receiver->text.size(), of);
      elsewhere.push_back({fmt::format("say it of {} of {}", schedule::shown(s, theirs), stage.name()),
                           {{Edit::Kind::Replace, now_->line, std::move(there)}}});
    }
    const std::string loop = mine.valid() ? schedule::script_text(s, mine, schedule_name_) : std::string();
    all_here = all_here && !loop.empty();
    if (loop.empty()) continue;
    any = true;
    here.replace(static_cast<size_t>(arg.node->column) - 1, arg.node->text.size(), loop);
  }
  if (any && all_here && line_of_rfactor(own) > 0)
    offer_fix({fmt::format("use the loops that {} has now", own.name()),
               {{Edit::Kind::Replace, now_->line, std::move(here)}}});
  for (Fix& fix : elsewhere)
    if (std::ranges::none_of(program_.diagnostics.back().fixes,
                             [&](const Fix& said) { return said.edits[0].text == fix.edits[0].text; }))
      offer_fix(std::move(fix));
}

// Loops were made for a stage that is then inlined: they are those of its only reader, as where an operator was fused
// behind what had been scheduled as the last.
void Evaluator::offer_loops_of_reader(StageId id) {
  if (!can_mend() || program_.diagnostics.empty() || program_.diagnostics.back().code != "NW2113") return;
  const schedule::Schedule& s = *program_.schedule;
  const Stage& own = s.stage(id);
  const Stage* reader = nullptr;
  for (const StageId other : s.order())
    for (const te::Tensor& input : s.stage(other).op->inputs())
      if (s.find(input->op) == id && reader != &s.stage(other)) {
        if (reader) return;
        reader = &s.stage(other);
      }
  if (!reader || !reader->history.empty() || own.script_name.empty() || reader->script_name.empty()) return;
  Fix fix{fmt::format("give the loops of {} to {}, which reads it", own.name(), reader->name()), {}};
  const auto begin = std::ranges::find_if(
      tree_.statements, [](const SyntaxStatement& each) { return calls_method(each, "create_schedule"); });
  for (auto each = begin; each != tree_.statements.end(); ++each) {
    if (each == begin || each->line == now_->line || each->line != each->last_line) continue;
    const std::string text = line_text(each->line);
    std::string said = renamed(text, own.script_name, reader->script_name, "]");
    said = renamed(said, own.script_name, reader->script_name, ".");
    if (said != text) fix.edits.push_back({Edit::Kind::Replace, each->line, std::move(said)});
  }
  if (!fix.edits.empty()) offer_fix(std::move(fix));
}

// The statement with a reduce axis of its own, made like the one that it shares.
void Evaluator::offer_own_axis(const std::string& axis) {
  if (!can_mend() || axis.empty()) return;
  const auto made = std::ranges::find_if(tree_.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == axis && s.value && s.line < now_->line;
  });
  if (made == tree_.statements.end()) return;
  std::string own;
  for (int i = 2; own.empty() || std::ranges::find(tree_.names, std::string_view(own)) != tree_.names.end(); ++i)
    own = axis + "_" + std::to_string(i);
  const std::string text = renamed(line_text(now_->line), axis, own);
  offer_fix({"reduce over an axis of its own",
             {{Edit::Kind::Replace, now_->line, fmt::format("{} = {}\n{}", own, made->value->text, text)}}});
}

// A tensor that is computed and not read: what reads the same input as it is to read it instead. Else the step is said
// of a stage that there is.
void Evaluator::offer_reading(const Node* n) {
  const auto* given = n->name_id >= 0 ? env_[static_cast<size_t>(n->name_id)].get<te::Tensor>() : nullptr;
  if (!given) return;
  const te::Tensor& unread = *given;
  const std::string name(n->text);
  for (const te::Tensor& input : unread->op->inputs()) {
    const std::string source = name_of_tensor(input);
    const bool alike = input->shape.size() == unread->shape.size() && input->dtype == unread->dtype &&
                       std::ranges::equal(input->shape, unread->shape, [](const tir::Expr& a, const tir::Expr& b) {
                         return tir::structural_equal(a, b);
                       });
    if (source.empty() || !alike) continue;
    for (const SyntaxStatement& s : tree_.statements) {
      if (s.line <= unread->op->span.line || s.line != s.last_line || s.targets.size() != 1 || s.targets[0] == name)
        continue;
      const std::string text = line_text(s.line), read = renamed(text, source, name, "[");
      if (read == text || s.line >= now_->line) continue;
      offer_fix({fmt::format("let {} read {} instead of {}", s.targets[0], name, source),
                 {{Edit::Kind::Replace, s.line, read}}});
    }
  }
  const schedule::Schedule& s = *program_.schedule;
  for (const StageId id : s.order()) {
    const Stage& stage = s.stage(id);
    if (stage.op->kind == te::OpKind::Placeholder || stage.script_name.empty()) continue;
    offer_fix({"say it of " + stage.name(),
               {{Edit::Kind::Replace, now_->line, renamed(line_text(now_->line), name, stage.script_name)}}});
    candidates_.back().only_if_first = true;
  }
}

// rfactor of what reduces nothing, where nothing does: the loop in two parts.
void Evaluator::offer_split_instead(const Node* tensor, const Node* axis) {
  if (!can_mend()) return;
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(tree_.names, std::string_view(name)) != tree_.names.end();
  };
  std::string base = now_->targets.size() == 1 ? std::string(now_->targets[0]) : "part";
  for (const char* end : {"_o", "_i"})
    if (taken(base + end)) return;
  offer_fix({"split the loop instead",
             {{Edit::Kind::Replace, now_->line,
               fmt::format("{0}_o, {0}_i = {1}[{2}].split({3}, factor=4)", base, schedule_name_, tensor->text,
                           axis->text)}}});
  candidates_.back().only_if_first = true;
}

std::vector<Fix> Evaluator::said_of_readers(const SyntaxTree& tree, const Program& program, const Diagnostic& d) {
  const schedule::Schedule& s = *program.schedule;
  const auto inlined = std::ranges::find_if(
      s.order(), [&](StageId id) { return !d.where.empty() && s.stage(id).name() == d.where[0].stage; });
  if (inlined == s.order().end()) return {};
  const std::string name = s.stage(*inlined).script_name;
  std::vector<Fix> fixes;
  for (const StageId reader : s.order()) {
    const Stage& stage = s.stage(reader);
    const bool reads =
        std::ranges::any_of(stage.op->inputs(), [&](const te::Tensor& t) { return s.find(t->op) == *inlined; });
    if (!reads || stage.script_name.empty() || name.empty()) continue;
    Fix fix{fmt::format("say it of {}, into which {} is inlined", stage.name(), s.stage(*inlined).name()), {}};
    for (const SyntaxStatement& statement : tree.statements) {
      const auto record =
          std::ranges::find(program.statements, statement.line, [](const Statement& made) { return made.span.line; });
      if (record == program.statements.end() || record->part != Statement::Part::Schedule ||
          record->primitive == schedule::Primitive::ComputeInline || statement.line != statement.last_line)
        continue;
      const std::string text(statement.text), said = renamed(text, name, stage.script_name);
      if (said != text) fix.edits.push_back({Edit::Kind::Replace, statement.line, said});
    }
    if (!fix.edits.empty()) fixes.push_back(std::move(fix));
  }
  return fixes;
}

}  // namespace nw::script
