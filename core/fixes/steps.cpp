// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that their primitive refuses: NW2114, NW2124, NW2126, NW2131 to NW2134, NW2138.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/catalogue.h"
#include "schedule/names.h"

namespace nw::fixes {

namespace {

using schedule::Primitive;
using script::Arg;
using script::Arguments;
using script::ListValue;
using script::NodeKind;

// What was given for a parameter of a step.
const Arg& argument_of(const schedule::Step& step, const Arguments& args, size_t i) {
  if (i < args.positional.size()) return args.positional[i];
  return *std::ranges::find(args.keywords, schedule::info(step.primitive).parameters[i].name, &Arg::keyword);
}

const Node* node_of(const script::RefusedStep& refused, size_t i) {
  return argument_of(*refused.step, refused.args, i).node;
}

bool is_step(const script::RefusedStep& refused, Primitive primitive) {
  return refused.step && refused.step->primitive == primitive;
}

std::string quoted_name(std::string_view line) {  // the scope or tag in a call: its last string
  const size_t end = line.rfind('"');
  const size_t begin = end == std::string_view::npos ? end : line.rfind('"', end - 1);
  return begin == std::string_view::npos ? std::string() : std::string(line.substr(begin, end - begin + 1));
}

// cache_write of an input is cache_read; of one of several outputs, of all of them.
void cache_instead(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::CacheWrite)) return;
  const script::Value& given = argument_of(*refused.step, refused.args, 0).value;
  const ListValue* list = given.list();
  const auto* cached = (list && !list->items.empty() ? list->items.front() : given).get<te::Tensor>();
  if (!cached) return;
  const te::Tensor& tensor = *cached;
  if (!c.on_one_line()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const StageId stage = s.find(tensor->op);
  const std::string scope = quoted_name(c.at.statement->text), name = name_of_tensor(c.at, tensor);
  const std::string result = c.at.statement->targets.empty() ? "" : std::string(c.at.statement->targets[0]) + " = ";
  if (s.stage(stage).op->kind == te::OpKind::Placeholder) {
    const std::string readers = readers_text(c.at, stage);
    if (!readers.empty() && !scope.empty())
      c.replace("cache what is read of it", c.at.statement->span(),
                fmt::format("{}{}.cache_read({}, {}, [{}])", result, c.at.schedule_name, name, scope, readers));
    return;
  }
  std::vector<std::string> outputs, names;
  for (int i = 0; i < s.stage(stage).op->num_outputs(); ++i) {
    outputs.push_back(name_of_tensor(c.at, te::output(s.stage(stage).op, i)));
    const std::string base = c.at.statement->targets.empty() ? "_" : std::string(c.at.statement->targets[0]);
    names.push_back(i == 0 ? base : "_");
  }
  if (outputs.size() > 1 && std::ranges::find(outputs, "") == outputs.end())
    c.replace("cache all outputs of the stage", c.at.statement->span(),
              fmt::format("{} = {}.cache_write([{}], {})", fmt::join(names, ", "), c.at.schedule_name,
                          fmt::join(outputs, ", "), scope));
}

// rfactor of the stage that the axis belongs to.
void factor_owner(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::Rfactor)) return;
  const AxisId axis = *refused.step->argument<AxisId>(1);
  if (c.at.program.schedule->owner(axis) == refused.step->stage) return;
  const Node* tensor = node_of(refused, 0);
  if (!c.on_one_line() || !axis.valid()) return;
  const schedule::Stage& owner = c.at.program.schedule->stage(c.at.program.schedule->owner(axis));
  if (!owner.script_name.empty())
    c.replace("factor " + owner.script_name + ", whose axis it is", tensor->span(), owner.script_name);
}

// rfactor of a stage that reduces nothing: the stages that do.
void factor_reductions(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::Rfactor)) return;
  const Node *tensor = node_of(refused, 0), *axis = node_of(refused, 1);
  if (!c.on_one_line() || tensor->line != axis->line || tensor->column >= axis->column) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  for (const StageId id : s.order()) {
    const schedule::Stage& stage = s.stage(id);
    for (const AxisId leaf : stage.leaf) {
      const std::string loop = schedule::script_text(s, leaf, c.at.schedule_name);
      if (stage.find_axis(leaf)->iter->type != tir::IterType::CommReduce || loop.empty() || stage.script_name.empty())
        continue;
      c.replace("factor " + stage.script_name + ", which reduces",
                {tensor->line, tensor->column, axis->column + axis->length - tensor->column},
                stage.script_name + ", " + loop, When::NoFixYet);
    }
  }
}

// rfactor of what reduces nothing, where nothing does: the loop in two parts.
void split_instead(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::Rfactor)) return;
  const Node *tensor = node_of(refused, 0), *axis = node_of(refused, 1);
  if (!c.on_one_line()) return;
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(c.at.tree.names, std::string_view(name)) != c.at.tree.names.end();
  };
  std::string base = c.at.statement->targets.size() == 1 ? std::string(c.at.statement->targets[0]) : "part";
  for (const char* end : {"_o", "_i"})
    if (taken(base + end)) return;
  c.propose({"split the loop instead",
             {{Edit::Kind::Replace, c.at.statement->line,
               fmt::format("{0}_o, {0}_i = {1}[{2}].split({3}, factor=4)", base, c.at.schedule_name, tensor->text,
                           axis->text)}}},
            When::NoFixYet);
}

// An input has no loops; a copy of it has.
void copy_of_input(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::ComputeAt)) return;
  const StageId stage = refused.step->stage, parent = *refused.step->argument<StageId>(0);
  if (!c.on_one_line()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const std::string name = s.stage(stage).script_name, reader = s.stage(parent).script_name;
  const std::string own = c.at.schedule_name + "[" + name + "]";
  std::string readers = readers_text(c.at, stage);
  if (name.empty() || readers.empty()) return;
  const std::string copy = name + "_copy";
  if (mentions(readers, {reader}))
    readers = reader;
  else if (readers.find(',') == std::string::npos)  // what is there reads it only by way of another stage
    c.propose({"copy what " + readers + " reads of " + name + ", and place the copy there",
               {{Edit::Kind::Replace, c.at.statement->line,
                 fmt::format("{0} = {1}.cache_read({2}, \"global\", [{3}])\n{1}[{0}].compute_at({1}[{3}], "
                             "{1}[{3}].op.axis[0])",
                             copy, c.at.schedule_name, name, readers)}}});
  c.propose(
      {"copy what is read of " + name + ", and place the copy",
       {{Edit::Kind::Replace, c.at.statement->line,
         fmt::format("{} = {}.cache_read({}, \"global\", [{}])\n{}", copy, c.at.schedule_name, name, readers,
                     replaced_once(std::string(c.at.statement->text), own, c.at.schedule_name + "[" + copy + "]"))}}});
}

// A layout that forgets dimensions: they come last, as they are.
void whole_dimensions(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::TransformLayout)) return;
  const Node* lambda = node_of(refused, 0);
  const size_t dims = c.at.program.schedule->stage(refused.step->stage).op->output_shape(0).size();
  if (!c.on_one_line() || lambda->kind != NodeKind::Lambda || lambda->star_param || lambda->params.size() > dims ||
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
    c.replace(fmt::format("take {}", fmt::join(params, ", ")), lambda->span(),
              fmt::format("lambda {}: [{}]", fmt::join(params, ", "), fmt::join(items, ", ")));
}

// A layout that keeps only a quotient or a remainder of an index, or forgets one: the other part is added.
void whole_layout(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::TransformLayout)) return;
  const Node* lambda = node_of(refused, 0);
  if (!c.on_one_line() || lambda->kind != NodeKind::Lambda || lambda->a->kind != NodeKind::List || !one_line(lambda))
    return;
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
  c.replace("keep all of every index", lambda->a->span(), fmt::format("[{}]", fmt::join(all, ", ")));
}

// A group between other tensors: inputs and outputs exchanged, or from the nearest tensor that makes sense.
void other_group(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::CreateGroup)) return;
  const Node *outputs = node_of(refused, 0), *inputs = node_of(refused, 1);
  if (!c.on_one_line() || !one_line(outputs) || !one_line(inputs)) return;
  std::string exchanged = line_with(c.at.text, inputs, std::string(outputs->text));
  const bool before = outputs->column < inputs->column;
  const auto at = static_cast<size_t>(outputs->column) - 1;
  if (before) {
    exchanged.replace(at, outputs->text.size(), inputs->text);
    c.propose({"the other way round", {{Edit::Kind::Replace, c.at.statement->line, std::move(exchanged)}}},
              When::NoFixYet);
  }
  for (auto t = c.at.program.tensors.rbegin(); t != c.at.program.tensors.rend(); ++t) {
    const std::string name = name_of_tensor(c.at, *t);
    if (name.empty() || name == inputs->text || name == outputs->text) continue;
    c.replace("begin the group at " + name, inputs->span(), name, When::NoFixYet);
  }
}

// As many threads as the scan's states have elements side by side.
void threads_with_range(Context& c, const script::RefusedStep& refused) {
  if (!is_step(refused, Primitive::EnvThreads)) return;
  constexpr int64_t kUsual = 32, kMax = 1024;
  const schedule::Schedule& s = *c.at.program.schedule;
  const int64_t* last = tir::as_const_int(s.stage(refused.step->stage).op->output_shape(0).back());
  const int64_t threads = last && *last <= kMax ? *last : kUsual;
  for (const Node* given : listed(node_of(refused, 0))) {
    const SyntaxStatement* made = given->kind == NodeKind::Name ? binding(c.at.tree, given->text) : nullptr;
    const Node* call = made && calls(*made, "thread_axis") ? made->value : given;
    if (call->args.size() != 1 || !one_line(call->args[0].value)) continue;
    const Node* tag = call->args[0].value;
    c.replace(fmt::format("make it {} threads", threads), tag->span(), fmt::format("(0, {}), {}", threads, tag->text));
  }
}

}  // namespace

std::vector<ReportRow> step_rows() {
  return {report_row<copy_of_input>("NW2114"),    report_row<cache_instead>("NW2124"),
          report_row<factor_owner>("NW2126"),     report_row<factor_reductions>("NW2126"),
          report_row<split_instead>("NW2126"),    report_row<other_group>("NW2131"),
          report_row<other_group>("NW2132"),      report_row<whole_layout>("NW2133"),
          report_row<whole_dimensions>("NW2134"), report_row<threads_with_range>("NW2138")};
}

}  // namespace nw::fixes
