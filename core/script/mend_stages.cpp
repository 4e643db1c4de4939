// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to mend a mistake about which stages and outputs there are: a scan whose parts do not fit, a tensor that nothing
// needs, a group, a layout that loses elements. Like all proposals they are tried before they are offered.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "schedule/names.h"
#include "script/evaluator.h"

namespace nw::script {

namespace {

bool one_line(const Node* n) {
  return n->text.find('\n') == std::string_view::npos;
}

bool calls(const SyntaxStatement& s, std::string_view function) {
  return s.value && s.value->kind == NodeKind::Call && s.value->a->kind == NodeKind::Attribute &&
         s.value->a->attr == function && s.line == s.last_line;
}

const SyntaxStatement* binding(const SyntaxTree& tree, std::string_view name) {
  const auto at = std::ranges::find_if(tree.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == name && s.line == s.last_line;
  });
  return at == tree.statements.end() ? nullptr : &*at;
}

// What is given for several tensors or for one, as names.
std::vector<const Node*> listed(const Node* n) {
  if (n->kind == NodeKind::List || n->kind == NodeKind::Tuple) return {n->items.begin(), n->items.end()};
  return {n};
}

}  // namespace

std::string Evaluator::line_with(const Node* n, const std::string& replacement) const {
  std::string line = line_text(n->line);
  return line.replace(static_cast<size_t>(n->column) - 1, n->text.size(), replacement);
}

// First states over one moment of time and as much besides as the update.
void Evaluator::offer_first_states(const Arguments& args, size_t which, const SyntaxStatement& update) {
  const std::vector<const Node*> inits = listed(args.positional[0].node);
  const SyntaxStatement* made =
      which < inits.size() && inits[which]->kind == NodeKind::Name ? binding(tree_, inits[which]->text) : nullptr;
  if (!made || !calls(*made, "compute") || made->value->args.size() < 2 || update.value->args.size() < 2) return;
  const Node *shape = update.value->args[0].value, *params = update.value->args[1].value,
             *old_shape = made->value->args[0].value, *lambda = made->value->args[1].value;
  if (shape->kind != NodeKind::Tuple || params->kind != NodeKind::Lambda || lambda->kind != NodeKind::Lambda ||
      shape->items.size() != params->params.size() || lambda->params.size() > params->params.size() ||
      !one_line(lambda) || !one_line(shape) || old_shape->column > lambda->column)
    return;
  std::string dims = "(1,";
  for (size_t i = 1; i < shape->items.size(); ++i) dims += (i > 1 ? ", " : " ") + std::string(shape->items[i]->text);
  std::vector<std::string> names(lambda->params.begin(), lambda->params.end());
  for (size_t i = names.size(); i < params->params.size(); ++i) names.emplace_back(params->params[i]);
  std::string line =
      line_with(lambda, fmt::format("lambda {}: {}", fmt::join(names, ", "), std::string(lambda->a->text)));
  line.replace(static_cast<size_t>(old_shape->column) - 1, old_shape->text.size(), dims + ")");
  offer_fix({fmt::format("give {} as many dimensions as {}", made->targets[0], update.targets[0]),
             {{Edit::Kind::Replace, made->line, std::move(line)}}});
  candidates_.back().only_if_first = true;
}

// The scan's state as large as its update, the update as large as the state, or the three in another order.
void Evaluator::offer_scan(const Node* update, const Node* state, const Arguments& args) {
  if (!can_mend()) return;
  const std::vector<const Node*> updates = listed(update), states = listed(state);
  for (size_t i = 0; i < std::min(updates.size(), states.size()); ++i) {
    if (updates[i]->kind != NodeKind::Name || states[i]->kind != NodeKind::Name) continue;
    const SyntaxStatement *u = binding(tree_, updates[i]->text), *s = binding(tree_, states[i]->text);
    if (!u || !s || !calls(*u, "compute") || !calls(*s, "placeholder") || u->value->args.empty() ||
        s->value->args.empty())
      continue;
    offer_first_states(args, i, *u);
    const auto* tensor = env_[static_cast<size_t>(updates[i]->name_id)].get<te::Tensor>();
    const auto* placeholder = env_[static_cast<size_t>(states[i]->name_id)].get<te::Tensor>();
    if (!tensor || !placeholder) continue;
    const Node *wanted = u->value->args[0].value, *given = s->value->args[0].value;
    const std::string dtype = (*tensor)->dtype == (*placeholder)->dtype && (*tensor)->dtype == DType::Float(32)
                                  ? std::string()
                                  : ", dtype=\"" + to_string((*tensor)->dtype) + "\"";
    offer_fix({fmt::format("give {} the shape and type of {}", states[i]->text, updates[i]->text),
               {{Edit::Kind::Replace, s->line,
                 fmt::format("{} = te.placeholder({}, name=\"{}\"{})", states[i]->text, wanted->text,
                             (*placeholder)->op->name, dtype)}}});
    offer_fix({fmt::format("give {} the shape of {}", updates[i]->text, states[i]->text),
               {{Edit::Kind::Replace, u->line, line_with(wanted, std::string(given->text))}}});
  }
  if (args.positional.size() < 3) return;
  std::array<const Node*, 3> given{};
  for (size_t i = 0; i < 3; ++i) given[i] = args.positional[i].node;
  const int begin = given[0]->column, end = given[2]->column + given[2]->length;
  for (const auto& [a, b, c] : {std::array<size_t, 3>{0, 2, 1}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}})
    offer("the other way round", {given[0]->line, begin, end - begin},
          fmt::format("{}, {}, {}", given[a]->text, given[b]->text, given[c]->text));
}

// An input that is read with more or fewer indices than it has dimensions, as a scan's state by its update: the shape
// of what is computed from it.
void Evaluator::offer_shape_read(const te::Tensor& tensor, size_t indices) {
  if (!can_mend() || !calls(*now_, "compute") || now_->value->args.empty()) return;
  const Node* wanted = now_->value->args[0].value;
  const SyntaxStatement* made = binding(tree_, name_of_tensor(tensor));
  if (!made || !calls(*made, "placeholder") || made->value->args.empty() || wanted->kind != NodeKind::Tuple ||
      wanted->items.size() != indices)
    return;
  offer_fix({fmt::format("give {} the shape {}", made->targets[0], wanted->text),
             {{Edit::Kind::Replace, made->line, line_with(made->value->args[0].value, std::string(wanted->text))}}});
  candidates_.back().only_if_first = true;
}

// The edit after which the schedule has these tensors among its outputs.
std::vector<Edit> Evaluator::scheduled_too(const std::vector<std::string>& names) const {
  for (const SyntaxStatement& s : tree_.statements) {
    if (!calls(s, "create_schedule") || s.value->args.size() != 1) continue;
    const Node* ops = s.value->args[0].value;
    std::string list;
    for (const Node* op : listed(ops)) list += std::string(op->text) + ", ";
    for (const std::string& name : names)
      if (list.find(name + ".op, ") == std::string::npos) list += name + ".op, ";
    list.resize(list.size() - 2);
    return {{Edit::Kind::Replace, s.line, line_with(ops, "[" + list + "]")}};
  }
  return {};
}

// A tensor that no output needs: it becomes an output; or, first if the step is about where it is computed, it is read.
void Evaluator::offer_output(const Node* n) {
  if (!can_mend() || n->kind != NodeKind::Name) return;
  const bool placed = now_->text.find(".compute_") != std::string_view::npos;
  if (placed) offer_reading(n);
  offer_as_output(n);
  if (!placed) offer_reading(n);
}

void Evaluator::offer_as_output(const Node* n) {
  const std::string name(n->text);
  std::vector<Edit> edits = scheduled_too({name});
  for (const SyntaxStatement& s : tree_.statements) {
    if (!calls(s, "lower") || s.value->args.size() < 2 || edits.empty()) continue;
    const Node* args = s.value->args[1].value;
    if (args->kind != NodeKind::List || !one_line(args)) continue;
    if (std::ranges::none_of(args->items, [&](const Node* item) { return item->text == name; }))
      edits.push_back({Edit::Kind::Replace, s.line,
                       line_with(args, std::string(args->text.substr(0, args->text.size() - 1)) + ", " + name + "]")});
    return offer_fix({"make " + name + " an output of the kernel", std::move(edits)});
  }
}

// Outputs of different kinds, each as a computation of its own.
void Evaluator::offer_computations_apart(const Node* lambda) {
  if (!can_mend() || now_->value->kind != NodeKind::Call || now_->value->args.empty() || lambda->star_param ||
      lambda->a->items.size() != now_->targets.size())
    return;
  const Node* shape = now_->value->args[0].value;
  std::string text;
  std::vector<std::string> names;
  for (size_t i = 0; i < now_->targets.size(); ++i) {
    names.emplace_back(now_->targets[i]);
    text += fmt::format("{0}{1} = te.compute({2}, lambda {3}: {4}, name=\"{1}\")", i ? "\n" : "", names[i], shape->text,
                        fmt::join(lambda->params, ", "), lambda->a->items[i]->text);
  }
  std::vector<Edit> edits = scheduled_too(names);
  edits.insert(edits.begin(), {Edit::Kind::Replace, now_->line, text});
  offer_fix({"compute them apart", std::move(edits)});
}

// A group between other tensors: inputs and outputs exchanged, or from the nearest tensor that makes sense.
void Evaluator::offer_group(const Node* outputs, const Node* inputs) {
  if (!can_mend() || !one_line(outputs) || !one_line(inputs)) return;
  std::string exchanged = line_with(inputs, std::string(outputs->text));
  const bool before = outputs->column < inputs->column;
  const auto at = static_cast<size_t>(outputs->column) - 1;
  if (before) {
    exchanged.replace(at, outputs->text.size(), inputs->text);
    offer_fix({"the other way round", {{Edit::Kind::Replace, now_->line, std::move(exchanged)}}});
    candidates_.back().only_if_first = true;
  }
  for (auto t = program_.tensors.rbegin(); t != program_.tensors.rend(); ++t) {
    const std::string name = name_of_tensor(*t);
    if (name.empty() || name == inputs->text || name == outputs->text) continue;
    offer("begin the group at " + name, inputs->span(), name);
    candidates_.back().only_if_first = true;
  }
}

// A layout that keeps only a quotient or a remainder of an index, or forgets one: the other part is added.
void Evaluator::offer_whole_layout(const Node* lambda) {
  if (!can_mend() || lambda->kind != NodeKind::Lambda || lambda->a->kind != NodeKind::List || !one_line(lambda)) return;
  std::vector<std::string> items, all;
  for (const Node* item : lambda->a->items)
    if (std::ranges::find(items, item->text) == items.end()) items.emplace_back(item->text);
  for (const Node* item : lambda->a->items) {
    const std::string text(item->text);
    if (std::ranges::find(all, text) != all.end()) continue;
    const bool parts =
        item->kind == NodeKind::Binary && item->a->kind == NodeKind::Name && item->b->kind == NodeKind::Int;
    const std::string left = parts ? std::string(item->a->text) : "", right = parts ? std::string(item->b->text) : "";
    const std::string quotient = left + " // " + right, remainder = left + " % " + right;
    const auto has = [&](const std::string& part) { return std::ranges::find(items, part) != items.end(); };
    if (parts && text == remainder && !has(quotient)) all.push_back(quotient);
    all.push_back(text);
    if (parts && text == quotient && !has(remainder)) all.push_back(remainder);
  }
  for (const std::string_view param : lambda->params)
    if (std::ranges::none_of(items, [&](const std::string& i) { return i.find(param) != std::string::npos; }))
      all.emplace_back(param);
  offer("keep all of every index", lambda->a->span(), fmt::format("[{}]", fmt::join(all, ", ")));
}

// A loop that its intrinsic does not fit: another intrinsic, the loop as vectors, or as copies of its body.
std::vector<Fix> Evaluator::instead_of_tensorize(int line) const {
  const auto s = std::ranges::find(tree_.statements, line, &SyntaxStatement::line);
  if (s == tree_.statements.end() || !calls(*s, schedule::name_of(schedule::Primitive::Tensorize)) ||
      s->value->args.size() != 2)
    return {};
  std::vector<Fix> fixes;
  const Node *intrin = s->value->args[1].value, *call = s->value;
  for (size_t i = 0; i < env_.size(); ++i)
    if (env_[i].is<std::shared_ptr<const schedule::TensorIntrin>>() && tree_.names[i] != intrin->text)
      fixes.push_back({fmt::format("use {}", tree_.names[i]),
                       {{Edit::Kind::Replace, line, line_with(intrin, std::string(tree_.names[i]))}}});
  for (const auto& [word, title] : {std::pair(schedule::Primitive::Vectorize, "compute the loop as vectors"),
                                    std::pair(schedule::Primitive::Unroll, "write the loop's body out instead")})
    fixes.push_back(
        {title,
         {{Edit::Kind::Replace, line,
           fmt::format("{}.{}({})", call->a->a->text, schedule::name_of(word), s->value->args[0].value->text)}}});
  return fixes;
}

// rfactor of a stage that reduces nothing: the stages that do.
void Evaluator::offer_reductions(const Node* tensor, const Node* axis) {
  if (!can_mend() || tensor->line != axis->line || tensor->column >= axis->column) return;
  const schedule::Schedule& s = *program_.schedule;
  for (const StageId id : s.order()) {
    const schedule::Stage& stage = s.stage(id);
    for (const AxisId leaf : stage.leaf) {
      const std::string loop = schedule::script_text(s, leaf, schedule_name_);
      if (stage.find_axis(leaf)->iter->type != tir::IterType::CommReduce || loop.empty() || stage.script_name.empty())
        continue;
      offer("factor " + stage.script_name + ", which reduces",
            {tensor->line, tensor->column, axis->column + axis->length - tensor->column},
            stage.script_name + ", " + loop);
      candidates_.back().only_if_first = true;
    }
  }
}

// A function that there is not, of which everybody knows what it does.
void Evaluator::offer_written_out(const Node* call) {
  struct Known {
    std::string_view name;
    size_t least, most;  // arguments
    const char* title;
    const char* text;
  };
  static constexpr Known kKnown[] = {{"relu", 1, 1, "write it out", "te.max({0}, 0.0)"},
                                     {"square", 1, 1, "write it out", "({0}) * ({0})"},
                                     {"clip", 3, 3, "write it out", "te.max(te.min({0}, {2}), {1})"},
                                     {"print", 1, 1, "leave print out", "{0}"},
                                     {"build", 2, 4, "name the kernel with tvm.lower", "tvm.lower({0}, {1})"}};
  const Node* f = call->a;
  const std::string_view name = f->kind == NodeKind::Attribute ? f->attr : f->text;
  const auto* known = std::ranges::find(kKnown, name, &Known::name);
  if (!can_mend() || known == std::end(kKnown) || call->args.size() < known->least || call->args.size() > known->most)
    return;
  std::vector<std::string> values;
  for (const Argument& a : call->args) values.emplace_back(a.value->text);
  values.resize(3);
  offer(known->title, call->span(), fmt::format(fmt::runtime(known->text), values[0], values[1], values[2]));
}

// A step, or tvm.lower, of a schedule that was never made: one of what was computed last.
void Evaluator::offer_schedule(const Node* n) {
  if (!can_mend() || program_.schedule || program_.tensors.empty()) return;
  const std::string output = name_of_tensor(program_.tensors.back());
  const bool steps = n->column == now_->column && now_->text.substr(n->text.size()).starts_with("[");
  if (output.empty() || (!steps && !calls(*now_, "lower"))) return;
  offer_fix({"make a schedule of " + output,
             {{Edit::Kind::Insert, now_->line, fmt::format("{} = te.create_schedule({}.op)", n->text, output)}}});
}

// A read of a scan's state at a step that is not there yet: the step before.
void Evaluator::offer_last_step(int line, const std::vector<te::Tensor>& states) {
  const auto s = std::ranges::find(tree_.statements, line, &SyntaxStatement::line);
  if (!can_mend() || s == tree_.statements.end() || s->line != s->last_line || s->value->args.size() < 2) return;
  const Node* lambda = s->value->args[1].value;
  if (lambda->kind != NodeKind::Lambda || lambda->params.empty()) return;
  std::string text = line_text(line);
  bool changed = false;
  for (const te::Tensor& state : states) {
    const std::string read = name_of_tensor(state) + "[";
    for (size_t at = text.find(read); read.size() > 1 && at != std::string::npos; at = text.find(read, at + 1)) {
      const size_t from = at + read.size(), to = text.find_first_of(",]", from);
      if (to == std::string::npos) continue;
      const std::string index = text.substr(from, to - from), time(lambda->params[0]);
      if (index != time && !index.starts_with(time + " +")) continue;
      text.replace(from, to - from, time + " - 1");
      changed = true;
    }
  }
  if (changed) offer_fix({"read the step before", {{Edit::Kind::Replace, line, std::move(text)}}});
}

}  // namespace nw::script
