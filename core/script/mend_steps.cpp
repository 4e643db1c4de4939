// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to mend a schedule step that need the script around it: other steps moved behind it, names that are bound
// elsewhere. Like all proposals they are tried before they are offered.
#include <fmt/format.h>

#include <algorithm>

#include "schedule/names.h"
#include "script/evaluator.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

bool mentions(std::string_view text, const std::vector<std::string>& words) {
  const Tokens tokens = tokenize(text);
  return std::ranges::any_of(tokens.list, [&](const Token& t) {
    return t.kind == Tok::Name && std::ranges::find(words, t.text) != words.end();
  });
}

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  const size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string quoted_name(std::string_view line) {  // the scope or tag in a call: its last string
  const size_t end = line.rfind('"');
  const size_t begin = end == std::string_view::npos ? end : line.rfind('"', end - 1);
  return begin == std::string_view::npos ? std::string() : std::string(line.substr(begin, end - begin + 1));
}

}  // namespace

std::string Evaluator::name_of_tensor(const te::Tensor& tensor) const {
  for (size_t i = 0; i < env_.size(); ++i) {
    const auto* t = env_[i].get<te::Tensor>();
    if (!t || (*t)->value_index != tensor->value_index) continue;
    if ((*t)->op == tensor->op) return std::string(tree_.names[i]);
    const StageId stage = program_.schedule ? program_.schedule->find(tensor->op) : StageId();
    if (stage.valid() && program_.schedule->find((*t)->op) == stage) return std::string(tree_.names[i]);
  }
  return {};
}

// Those that read a stage, as script text: "B, C".
std::string Evaluator::readers_text(StageId stage) const {
  const schedule::Schedule& s = *program_.schedule;
  std::string readers;
  for (const StageId id : s.order())
    for (const te::Tensor& input : s.stage(id).op->inputs()) {
      if (s.find(input->op) != stage) continue;
      if (!s.stage(id).script_name.empty()) readers += (readers.empty() ? "" : ", ") + s.stage(id).script_name;
      break;
    }
  return readers;
}

// cache_write of an input is cache_read; of one of several outputs, of all of them.
void Evaluator::offer_cache(const te::Tensor& tensor) {
  if (!can_mend()) return;
  const schedule::Schedule& s = *program_.schedule;
  const StageId stage = s.find(tensor->op);
  const std::string scope = quoted_name(now_->text), name = name_of_tensor(tensor);
  const std::string result = now_->targets.empty() ? "" : std::string(now_->targets[0]) + " = ";
  if (s.stage(stage).op->kind == te::OpKind::Placeholder) {
    const std::string readers = readers_text(stage);
    if (!readers.empty() && !scope.empty())
      offer("cache what is read of it", now_->span(),
            fmt::format("{}{}.cache_read({}, {}, [{}])", result, schedule_name_, name, scope, readers));
    return;
  }
  std::vector<std::string> outputs, names;
  for (int i = 0; i < s.stage(stage).op->num_outputs(); ++i) {
    outputs.push_back(name_of_tensor(te::output(s.stage(stage).op, i)));
    const std::string base = now_->targets.empty() ? "_" : std::string(now_->targets[0]);
    names.push_back(i == 0 ? base : "_");
  }
  if (outputs.size() > 1 && std::ranges::find(outputs, "") == outputs.end())
    offer("cache all outputs of the stage", now_->span(),
          fmt::format("{} = {}.cache_write([{}], {})", fmt::join(names, ", "), schedule_name_, fmt::join(outputs, ", "),
                      scope));
}

// rfactor of the stage that the axis belongs to.
void Evaluator::offer_owner(const Arg& tensor, AxisId axis) {
  if (!can_mend() || !axis.valid()) return;
  const schedule::Stage& owner = program_.schedule->stage(program_.schedule->owner(axis));
  if (!owner.script_name.empty())
    offer("factor " + owner.script_name + ", whose axis it is", tensor.node->span(), owner.script_name);
}

// An input has no loops; a copy of it has.
void Evaluator::offer_copy(StageId stage, StageId parent) {
  if (!can_mend()) return;
  const schedule::Schedule& s = *program_.schedule;
  const std::string name = s.stage(stage).script_name, reader = s.stage(parent).script_name;
  const std::string own = schedule_name_ + "[" + name + "]";
  std::string readers = readers_text(stage);
  if (name.empty() || readers.empty()) return;
  const std::string copy = name + "_copy";
  if (mentions(readers, {reader}))
    readers = reader;
  else if (readers.find(',') == std::string::npos)  // what is there reads it only by way of another stage
    offer_fix({"copy what " + readers + " reads of " + name + ", and place the copy there",
               {{Edit::Kind::Replace, now_->line,
                 fmt::format("{0} = {1}.cache_read({2}, \"global\", [{3}])\n{1}[{0}].compute_at({1}[{3}], "
                             "{1}[{3}].op.axis[0])",
                             copy, schedule_name_, name, readers)}}});
  offer_fix({"copy what is read of " + name + ", and place the copy",
             {{Edit::Kind::Replace, now_->line,
               fmt::format("{} = {}.cache_read({}, \"global\", [{}])\n{}", copy, schedule_name_, name, readers,
                           replaced(std::string(now_->text), own, schedule_name_ + "[" + copy + "]"))}}});
}

// compute_at without its loop: the innermost that will do.
void Evaluator::offer_loops_of(StageId stage, const Node* call) {
  if (!can_mend()) return;
  const schedule::Schedule& s = *program_.schedule;
  const std::vector<AxisId>& leaf = s.stage(stage).leaf;
  for (auto it = leaf.rbegin(); it != leaf.rend(); ++it)
    if (const std::string axis = schedule::script_text(s, *it, schedule_name_); !axis.empty())
      offer("at " + axis, call->span(), std::string(call->text.substr(0, call->text.size() - 1)) + ", " + axis + ")");
}

// A list where axes were wanted, or an axis by its name.
void Evaluator::offer_axis(const Arg& given, StageId stage) {
  if (!can_mend() || !program_.schedule) return;
  const std::string_view text = given.node->text;
  if (given.value.list() && (given.node->kind == NodeKind::List || given.node->kind == NodeKind::Tuple))
    return offer("list the axes themselves", given.node->span(), "*" + std::string(text));
  const std::vector<AxisId>& loops = program_.schedule->stage(stage).leaf;
  if (const ListValue* axes = given.value.list(); axes && given.node->kind == NodeKind::Name)
    for (const size_t i : {axes->items.size(), size_t{1}})  // what split gives, bound to one name
      if (i > 0) offer("take one of them", given.node->span(), std::string(text) + "[" + std::to_string(i - 1) + "]");
  if (const auto* number = given.value.get<int64_t>();
      number && *number >= 0 && static_cast<size_t>(*number) < loops.size()) {
    const AxisId loop = loops[static_cast<size_t>(*number)];
    offer("the axis " + schedule::shown(*program_.schedule, loop), given.node->span(),
          schedule::script_text(*program_.schedule, loop, schedule_name_));
  }
  const auto* word = given.value.get<std::string>();
  for (const AxisId leaf : program_.schedule->stage(stage).leaf)
    if (const schedule::Axis& axis = *program_.schedule->stage(stage).find_axis(leaf);
        word && (axis.iter->var->name == *word || axis.script_name == *word))
      offer("the axis " + *word, given.node->span(), schedule::script_text(*program_.schedule, leaf, schedule_name_));
}

// s[C] or "C" where the tensor C is meant.
void Evaluator::offer_tensor(const Arg& given) {
  if (!can_mend() || !program_.schedule) return;
  std::string name;
  if (const auto* s = given.value.get<StageValue>()) name = program_.schedule->stage(s->id).script_name;
  if (const auto* word = given.value.get<std::string>()) name = *word;
  if (!name.empty() &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos)
    offer("the tensor " + name, given.node->span(), name);
}

// s[E] where E is no name: the stage that the rest of the step fits.
void Evaluator::offer_stages(const Node* name) {
  if (!can_mend()) return;
  const schedule::Schedule& s = *program_.schedule;
  for (auto it = s.order().rbegin(); it != s.order().rend(); ++it) {
    const schedule::Stage& stage = s.stage(*it);
    if (stage.op->kind == te::OpKind::Placeholder || stage.script_name.empty()) continue;
    offer("write " + stage.script_name, name->span(), stage.script_name);
    candidates_.back().only_if_first = true;
  }
}

// A thread axis where a loop was wanted: the loops that can be bound to it.
void Evaluator::offer_binding(const Node* thread, StageId stage) {
  if (!can_mend()) return;
  const schedule::Schedule& s = *program_.schedule;
  for (const AxisId leaf : s.stage(stage).leaf)
    if (const std::string axis = schedule::script_text(s, leaf, schedule_name_); !axis.empty())
      offer_fix({"bind " + schedule::shown(s, leaf) + " to it",
                 {{Edit::Kind::Replace, now_->line,
                   fmt::format("{}.bind({}, {})", schedule::script_text(s.stage(stage), schedule_name_), axis,
                               thread->text)}}});
}

// A layout that forgets dimensions: they come last, as they are.
void Evaluator::offer_layout(const Node* lambda, size_t dims) {
  if (!can_mend() || lambda->kind != NodeKind::Lambda || lambda->star_param || lambda->params.size() > dims ||
      lambda->a->kind != NodeKind::List)
    return;
  std::vector<std::string> params(lambda->params.begin(), lambda->params.end()), items;
  for (const Node* item : lambda->a->items) items.emplace_back(item->text);
  for (const char* name : {"i", "j", "l", "m", "n", "p", "q", "r"}) {
    if (params.size() == dims) break;
    if (std::ranges::find(params, name) != params.end()) continue;
    params.emplace_back(name);
    items.emplace_back(name);
  }
  if (params.size() == dims)
    offer(fmt::format("take {}", fmt::join(params, ", ")), lambda->span(),
          fmt::format("lambda {}: [{}]", fmt::join(params, ", "), fmt::join(items, ", ")));
}

// A list of tensors, each once.
void Evaluator::offer_once(const Node* list) {
  if (!can_mend() || (list->kind != NodeKind::List && list->kind != NodeKind::Tuple)) return;
  std::vector<std::string_view> once;
  for (const Node* item : list->items)
    if (std::ranges::find(once, item->text) == once.end()) once.push_back(item->text);
  offer("list every tensor once", list->span(), fmt::format("[{}]", fmt::join(once, ", ")));
}

// A step that came too late.
void Evaluator::offer_before_kernel() {
  if (!can_mend() || kernel_line_ <= 0) return;
  offer_fix({"move it before tvm.lower",
             {{Edit::Kind::Insert, kernel_line_, std::string(now_->text)}, {Edit::Kind::Delete, now_->line, {}}}});
}

namespace {

// The largest divisor up to 16, so that no part is shorter; 4 where there is none.
int64_t usual_factor(const int64_t* extent) {
  for (int64_t factor = 16; extent && factor > 1; --factor)
    if (*extent > factor && *extent % factor == 0) return factor;
  return 4;
}

}  // namespace

// A name such as "ko" or "x_i": the loops that a split of k, or of x, would have given.
void Evaluator::offer_split_for(const Node* n) {
  if (!can_mend() || !program_.schedule || stage_name_.empty()) return;
  const schedule::Schedule& s = *program_.schedule;
  const StageId id = s.find_by_name(stage_name_);
  const bool outer = n->text.ends_with("o"), inner = n->text.ends_with("i");
  if (!id.valid() || (!outer && !inner) || n->text.size() < 2) return;
  const std::string stem(n->text.substr(0, n->text.size() - 1));
  const std::string base = stem.ends_with('_') ? stem.substr(0, stem.size() - 1) : stem;
  const schedule::Stage& stage = s.stage(id);
  for (const AxisId leaf : stage.leaf) {
    const schedule::Axis& axis = *stage.find_axis(leaf);
    const std::string text = schedule::script_text(s, leaf, schedule_name_);
    if ((axis.iter->var->name != base && axis.script_name != base) || text.empty()) continue;
    auto name = [&](const char* end) {  // of a loop that the script has otherwise: not bound anew
      const std::string wanted = stem + end;
      const auto at = std::ranges::find(tree_.names, std::string_view(wanted));
      const bool bound =
          at != tree_.names.end() && !env_[static_cast<size_t>(at - tree_.names.begin())].is<Undefined>();
      return bound ? std::string("_") : wanted;
    };
    const int64_t factor = usual_factor(axis.iter->dom.defined() ? tir::as_const_int(axis.iter->dom.extent) : nullptr);
    offer_fix({fmt::format("split {} by {} into them first", schedule::shown(axis), factor),
               {{Edit::Kind::Insert, now_->line,
                 fmt::format("{}, {} = {}.split({}, factor={})", name("o"), name("i"),
                             schedule::script_text(stage, schedule_name_), text, factor)}}});
  }
}

// cache_write and rfactor make a stage's loops anew: the steps that they would undo are moved behind them, to the stage
// that has the loops then.
std::vector<Fix> Evaluator::steps_moved_behind(const SyntaxTree& tree, const Program& program, int line) {
  const auto step = std::ranges::find(tree.statements, line, &SyntaxStatement::line);
  const auto record = std::ranges::find(program.statements, line, [](const Statement& s) { return s.span.line; });
  if (step == tree.statements.end() || record == program.statements.end() || step->line != step->last_line ||
      step->targets.empty() || !record->stage.valid())
    return {};
  const schedule::Schedule& s = *program.schedule;
  const schedule::Stage& stage = s.stage(record->stage);
  const bool factors = record->primitive == schedule::Primitive::Rfactor;
  const std::string own = schedule::script_text(stage, program.schedule_name),
                    made = program.schedule_name + "[" + std::string(step->targets[0]) + "]";
  std::vector<std::string> reduce{"reduce_axis"}, data{"axis"};  // names of loops over either
  for (const schedule::Axis& a : stage.axes) {
    if (a.script_name.empty()) continue;
    (a.iter->type == tir::IterType::CommReduce ? reduce : data).push_back(a.script_name);
  }
  std::vector<Edit> edits;
  std::string moved;
  for (const Statement& other : program.statements) {
    if (other.stage != record->stage || !other.applied || other.span.line >= line) continue;
    const auto at = std::ranges::find(tree.statements, other.span.line, &SyntaxStatement::line);
    if (at->line != at->last_line) return {};
    const std::string text(at->text);
    const bool reduces = mentions(text, reduce), loops = mentions(text, data);
    if (other.primitive == schedule::Primitive::ComputeAt || other.primitive == schedule::Primitive::SetScope ||
        (factors && reduces && !loops))
      continue;
    edits.push_back({Edit::Kind::Delete, at->line, {}});
    moved += "\n" + (factors || (reduces && !loops) ? replaced(text, own, made) : text);
  }
  if (edits.empty()) return {};
  edits.push_back({Edit::Kind::Replace, line, std::string(step->text) + moved});
  return {{"move the steps that it would undo behind it", std::move(edits)}};
}

// An output that is to be copied, and computes: a stage of its own computes it first, in memory of its own, just
// outside the loops of the copy where there is such a place.
std::vector<Fix> Evaluator::computed_first(const SyntaxTree& tree, const Program& program, int line) {
  const auto record = std::ranges::find(program.statements, line, [](const Statement& s) { return s.span.line; });
  const auto step = std::ranges::find(tree.statements, line, &SyntaxStatement::line);
  const auto made = std::ranges::find_if(tree.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == program.schedule_name && mentions(s.text, {"create_schedule"});
  });
  if (record == program.statements.end() || made == tree.statements.end() || !record->stage.valid()) return {};
  const schedule::Schedule& s = *program.schedule;
  const schedule::Stage& stage = s.stage(record->stage);
  if (stage.script_name.empty() || made->line != made->last_line || step->line != step->last_line) return {};
  const std::string title = "compute " + stage.name() + " in memory of its own, and copy that",
                    local = stage.script_name + "_local";
  const Edit cached{Edit::Kind::Replace, made->line,
                    fmt::format("{0}\n{1} = {2}.cache_write({3}, \"local\")", made->text, local, program.schedule_name,
                                stage.script_name)};
  std::vector<Fix> fixes;
  const auto copied = std::ranges::find_if(stage.leaf, [&](AxisId axis) {
    const schedule::AxisAttr* attr = stage.attr(axis);
    return attr && attr->line == line && !attr->pragmas.empty();
  });
  if (copied != stage.leaf.begin() && copied != stage.leaf.end())
    if (const std::string outside = schedule::script_text(s, *std::prev(copied), program.schedule_name);
        !outside.empty())
      fixes.push_back({title,
                       {cached,
                        {Edit::Kind::Replace, line,
                         fmt::format("{0}[{1}].compute_at({0}[{2}], {3})\n{4}", program.schedule_name, local,
                                     stage.script_name, outside, step->text)}}});
  fixes.push_back({title, {cached}});
  return fixes;
}

}  // namespace nw::script
