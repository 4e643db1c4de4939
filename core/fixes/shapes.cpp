// SPDX-License-Identifier: GPL-3.0-or-later
// Indices, parameters and dimensions that do not fit a shape, and outputs of different kinds: NW2014, NW2020, NW2022,
// NW2025.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/create_schedule.h"
#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

using script::NodeKind;

// What lacks is filled in with the parameters of the lambda at those positions.
void missing_indices(Context& c, const script::WrongIndexCount& given) {
  const Node* n = given.node;
  const size_t wanted = given.tensor->shape.size();
  const std::string_view text = n->text;
  const size_t open = text.find('['), close = text.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || !one_line(n)) return;
  std::string indices;
  size_t kept = 0;
  for (const Node* item : n->items) {
    if (kept == wanted || n->a->kind == NodeKind::Index) break;
    indices += (kept++ ? ", " : "") + std::string(item->text);
  }
  const std::vector<std::string>& axes = c.at.axis_names;
  for (size_t i = kept; i < wanted && i < axes.size(); ++i) indices += (kept++ ? ", " : "") + axes[i];
  if (kept != wanted) return;
  const std::string whole = std::string(text.substr(0, open + 1)) + indices + "]";
  c.replace("read " + whole, n->span(), whole);
}

// An input that is read with more or fewer indices than it has dimensions, as a scan's state by its update: the shape
// of what is computed from it.
void shape_as_read(Context& c, const script::WrongIndexCount& given) {
  if (!c.on_one_line() || !calls(*c.at.statement, "compute") || c.at.statement->value->args.empty()) return;
  if (given.node->text.find('[') == std::string_view::npos) return;
  const Node* wanted = c.at.statement->value->args[0].value;
  const SyntaxStatement* made = binding(c.at.tree, name_of_tensor(c.at, given.tensor));
  if (!made || !calls(*made, "placeholder") || made->value->args.empty() || wanted->kind != NodeKind::Tuple ||
      wanted->items.size() != given.given)
    return;
  c.propose({fmt::format("give {} the shape {}", made->targets[0], wanted->text),
             {{Edit::Kind::Replace, made->line,
               line_with(c.at.text, made->value->args[0].value, std::string(wanted->text))}}},
            When::NoFixYet);
}

// A lambda with as many parameters as the shape has dimensions, or the shape of a tensor that has as many.
void as_many_parameters(Context& c, const script::WrongParameterCount& given) {
  const Node* lambda = given.lambda;
  const size_t wanted = given.wanted;
  if (!c.on_one_line() || lambda->star_param) return;
  if (lambda->params.size() > wanted && c.at.statement->value->kind == NodeKind::Call &&
      !c.at.statement->value->args.empty())
    for (const te::Tensor& t : c.at.program.tensors) {
      const std::string name = t->shape.size() == lambda->params.size() ? name_of_tensor(c.at, t) : std::string();
      if (name.empty()) continue;
      c.replace("give it the shape of " + name, c.at.statement->value->args[0].value->span(), name + ".shape",
                When::NoFixYet);
    }
  std::vector<std::string> params(lambda->params.begin(), lambda->params.end());
  params.resize(std::min(params.size(), wanted));
  for (const char* name : {"i", "j", "l", "m", "n", "p", "q", "r"}) {
    if (params.size() == wanted) break;
    const bool used = std::ranges::find(params, name) != params.end() ||
                      std::ranges::find(c.at.tree.names, std::string_view(name)) != c.at.tree.names.end();
    if (!used) params.emplace_back(name);
  }
  if (params.size() != wanted) return;
  const std::string list = fmt::format("{}", fmt::join(params, ", "));
  c.replace("take " + list, lambda->span(), "lambda " + list + ": " + std::string(lambda->a->text));
}

// Outputs of different kinds, each as a computation of its own.
void computations_apart(Context& c, const script::PartAtFault& given) {
  const Node* lambda = given.node;
  if (!c.on_one_line() || c.at.statement->value->kind != NodeKind::Call || c.at.statement->value->args.empty() ||
      lambda->star_param || lambda->a->items.size() != c.at.statement->targets.size())
    return;
  const Node* shape = c.at.statement->value->args[0].value;
  std::string text;
  std::vector<std::string> names;
  for (size_t i = 0; i < c.at.statement->targets.size(); ++i) {
    names.emplace_back(c.at.statement->targets[i]);
    text += fmt::format("{0}{1} = te.compute({2}, lambda {3}: {4}, name=\"{1}\")", i ? "\n" : "", names[i], shape->text,
                        fmt::join(lambda->params, ", "), lambda->a->items[i]->text);
  }
  std::vector<Edit> edits = scheduled_too(c.at, names);
  edits.insert(edits.begin(), {Edit::Kind::Replace, c.at.statement->line, text});
  c.propose({"compute them apart", std::move(edits)});
}

void positive_dimension(Context& c, const script::NegativeDimension& given) {
  if (given.value > -(int64_t{1} << 40))
    c.replace("use " + std::to_string(-given.value), given.node->span(), std::to_string(-given.value));
}

}  // namespace

std::vector<ReportRow> shape_rows() {
  return {report_row<missing_indices>("NW2014"), report_row<shape_as_read>("NW2014"),
          report_row<as_many_parameters>("NW2020"), report_row<computations_apart>("NW2022"),
          report_row<positive_dimension>("NW2025")};
}

}  // namespace nw::fixes
