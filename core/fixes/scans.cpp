// SPDX-License-Identifier: GPL-3.0-or-later
// Scans whose parts do not fit: NW2026.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

using script::Arguments;
using script::NodeKind;

// First states over one moment of time and as much besides as the update.
void first_states(Context& c, const Arguments& args, size_t which, const SyntaxStatement& update) {
  const std::vector<const Node*> inits = listed(args.positional[0].node);
  const SyntaxStatement* made =
      which < inits.size() && inits[which]->kind == NodeKind::Name ? binding(c.at.tree, inits[which]->text) : nullptr;
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
      line_with(c.at.text, lambda, fmt::format("lambda {}: {}", fmt::join(names, ", "), std::string(lambda->a->text)));
  line.replace(static_cast<size_t>(old_shape->column) - 1, old_shape->text.size(), dims + ")");
  c.propose({fmt::format("give {} as many dimensions as {}", made->targets[0], update.targets[0]),
             {{Edit::Kind::Replace, made->line, std::move(line)}}},
            When::NoFixYet);
}

// The scan's state as large as its update, the update as large as the state, or the three in another order.
void fitting_scan(Context& c, const script::ScanMismatch& scan) {
  if (!c.on_one_line()) return;
  const std::vector<const Node*> updates = listed(scan.update), states = listed(scan.state);
  for (size_t i = 0; i < std::min(updates.size(), states.size()); ++i) {
    if (updates[i]->kind != NodeKind::Name || states[i]->kind != NodeKind::Name) continue;
    const SyntaxStatement *u = binding(c.at.tree, updates[i]->text), *s = binding(c.at.tree, states[i]->text);
    if (!u || !s || !calls(*u, "compute") || !calls(*s, "placeholder") || u->value->args.empty() ||
        s->value->args.empty())
      continue;
    first_states(c, scan.args, i, *u);
    const auto* tensor = c.at.environment[static_cast<size_t>(updates[i]->name_id)].get<te::Tensor>();
    const auto* placeholder = c.at.environment[static_cast<size_t>(states[i]->name_id)].get<te::Tensor>();
    if (!tensor || !placeholder) continue;
    const Node *wanted = u->value->args[0].value, *given = s->value->args[0].value;
    const std::string dtype = (*tensor)->dtype == (*placeholder)->dtype && (*tensor)->dtype == DType::Float(32)
                                  ? std::string()
                                  : ", dtype=\"" + to_string((*tensor)->dtype) + "\"";
    c.propose({fmt::format("give {} the shape and type of {}", states[i]->text, updates[i]->text),
               {{Edit::Kind::Replace, s->line,
                 fmt::format("{} = te.placeholder({}, name=\"{}\"{})", states[i]->text, wanted->text,
                             (*placeholder)->op->name, dtype)}}});
    c.propose({fmt::format("give {} the shape of {}", updates[i]->text, states[i]->text),
               {{Edit::Kind::Replace, u->line, line_with(c.at.text, wanted, std::string(given->text))}}});
  }
  if (scan.args.positional.size() < 3) return;
  std::array<const Node*, 3> given{};
  for (size_t i = 0; i < 3; ++i) given[i] = scan.args.positional[i].node;
  const int begin = given[0]->column, end = given[2]->column + given[2]->length;
  for (const auto& [first, second, third] :
       {std::array<size_t, 3>{0, 2, 1}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}})
    c.replace("the other way round", {given[0]->line, begin, end - begin},
              fmt::format("{}, {}, {}", given[first]->text, given[second]->text, given[third]->text));
}

// A read of a scan's state at a step that is not there yet: the step before.
void last_step(Context& c, const script::EarlyStateRead& read) {
  const int line = read.line;
  const auto s = std::ranges::find(c.at.tree.statements, line, &SyntaxStatement::line);
  if (!c.on_one_line() || s == c.at.tree.statements.end() || s->line != s->last_line || s->value->args.size() < 2)
    return;
  const Node* lambda = s->value->args[1].value;
  if (lambda->kind != NodeKind::Lambda || lambda->params.empty()) return;
  std::string text = line_text(c.at.text, line);
  bool changed = false;
  for (const te::Tensor& state : read.states) {
    const std::string indexed = name_of_tensor(c.at, state) + "[";
    for (size_t at = text.find(indexed); indexed.size() > 1 && at != std::string::npos;
         at = text.find(indexed, at + 1)) {
      const size_t from = at + indexed.size(), to = text.find_first_of(",]", from);
      if (to == std::string::npos) continue;
      const std::string index = text.substr(from, to - from), time(lambda->params[0]);
      if (index != time && !index.starts_with(time + " +")) continue;
      text.replace(from, to - from, time + " - 1");
      changed = true;
    }
  }
  if (changed) c.propose({"read the step before", {{Edit::Kind::Replace, line, std::move(text)}}});
}

}  // namespace

std::vector<ReportRow> scan_rows() {
  return {report_row<fitting_scan>("NW2026"), report_row<last_step>("NW2026")};
}

}  // namespace nw::fixes
