// SPDX-License-Identifier: GPL-3.0-or-later
// Anti-unification: the selections' roots are walked together. Each tuple of expressions, one of each selection, is one
// pattern; a tuple that is met again is the same pattern, which then gets a name.
#include "pattern/from_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pattern/attributes.h"
#include "pattern/diagnostics.h"
#include "pattern/matcher.h"

namespace nw::pattern {

namespace {

constexpr size_t kMostNodes = 400;  // of a selection: matching goes as deep as the pattern

using Column = std::vector<ExprId>;  // one expression a selection

// What stands for a column.
struct Common {
  enum class Kind : uint8_t { Anything, Constant, Call, Tuple, Field, Optional } kind = Kind::Anything;
  std::vector<std::string> ops;  // Call: the alternatives
  std::vector<Column> parts;     // Call: arguments; Optional: the short form, then the operator's other arguments
  int64_t index = 0;             // Field
  size_t place = 0;              // Optional: which argument the short form is
};

class Generalizer {
 public:
  Generalizer(const ExprPool& pool, const std::vector<std::set<ExprId>>& selected) : pool_(pool), selected_(selected) {}

  const Common& of(const Column& column) const { return common_.at(column); }
  const std::vector<Column>& order() const { return order_; }  // parts first

  // `memo`: also a column that is met again.
  void visit(const Column& column) {
    if (common_.contains(column)) return;
    common_[column] = {};  // ends a circle, which a program does not have
    Common made = common_of(column);
    for (const Column& part : made.parts) visit(part);
    common_[column] = std::move(made);
    order_.push_back(column);
  }

 private:
  bool inside(const Column& column, size_t i) const { return selected_[i].contains(column[i]); }

  Column part(const Column& column, size_t i) const {
    Column parts;
    for (const ExprId id : column) parts.push_back(pool_[id].parts[i]);
    return parts;
  }

  Common common_of(const Column& column) {
    const auto all = [&](const auto& holds) { return std::ranges::all_of(column, holds); };
    const auto is = [&](ExprKind kind) { return all([&](ExprId id) { return pool_[id].kind == kind; }); };
    bool selected = true;
    for (size_t i = 0; i < column.size(); ++i) selected = selected && inside(column, i);
    if (!selected) {
      Common leaf;
      if (is(ExprKind::Constant)) leaf.kind = Common::Kind::Constant;
      return leaf;
    }
    const size_t count = pool_[column[0]].parts.size();
    const bool equal_count = all([&](ExprId id) { return pool_[id].parts.size() == count; });
    if (is(ExprKind::Tuple) && equal_count) return with_parts(Common::Kind::Tuple, column, 0);
    if (is(ExprKind::Field)) {
      Common field = with_parts(Common::Kind::Field, column, 0);
      field.index = pool_[column[0]].index;
      if (!all([&](ExprId id) { return pool_[id].index == field.index; })) field.index = -1;
      return field;
    }
    if (is(ExprKind::Constant)) {
      Common constant;
      constant.kind = Common::Kind::Constant;
      return constant;
    }
    if (!all([&](ExprId id) { return !pool_.called_op(id).empty(); })) return optional(column);
    std::vector<std::string> ops;
    for (const ExprId id : column)
      if (std::string op(pool_.called_op(id)); std::ranges::find(ops, op) == ops.end()) ops.push_back(std::move(op));
    if (ops.size() > 1) {
      Common step = optional(column);
      if (step.kind != Common::Kind::Anything || !equal_count) return step;
    }
    if (!equal_count) return {};
    Common call = with_parts(Common::Kind::Call, column, 1);
    call.ops = std::move(ops);
    if (call.ops.size() == 1 && (call.ops[0] == "add" || call.ops[0] == "multiply") && count == 3) turn(column, call);
    return call;
  }

  Common with_parts(Common::Kind kind, const Column& column, size_t first) {
    Common made;
    made.kind = kind;
    for (size_t i = first; i < pool_[column[0]].parts.size(); ++i) made.parts.push_back(part(column, i));
    return made;
  }

  // What two expressions have in common at their top.
  int likeness(size_t i, ExprId a, size_t j, ExprId b) const {
    const bool both = selected_[i].contains(a) && selected_[j].contains(b);
    if (both && !pool_.called_op(a).empty() && pool_.called_op(a) == pool_.called_op(b)) return 3;
    if (pool_[a].kind != pool_[b].kind) return 0;
    return both || pool_[a].kind == ExprKind::Constant ? 2 : 1;
  }

  // The arguments of additions in the order in which they are most like those of the first selection.
  void turn(const Column& column, Common& call) {
    const std::vector<ExprId>& first = pool_[column[0]].parts;
    for (size_t i = 1; i < column.size(); ++i) {
      const std::vector<ExprId>& own = pool_[column[i]].parts;
      const int straight = likeness(0, first[1], i, own[1]) + likeness(0, first[2], i, own[2]);
      const int turned = likeness(0, first[1], i, own[2]) + likeness(0, first[2], i, own[1]);
      if (turned > straight) std::swap(call.parts[0][i], call.parts[1][i]);
    }
  }

  // Some of the selections have one operator more here: it is optional.
  Common optional(const Column& column) const {
    for (size_t from = 0; from < column.size(); ++from) {
      const std::string_view op = pool_.called_op(column[from]);
      if (op.empty() || !selected_[from].contains(column[from])) continue;
      const size_t count = pool_[column[from]].parts.size();
      for (size_t place = 1; place < count; ++place) {
        Column shorter = column;
        bool all_have_it = true;
        for (size_t i = 0; i < column.size(); ++i) {
          const bool has = selected_[i].contains(column[i]) && pool_.called_op(column[i]) == op &&
                           pool_[column[i]].parts.size() == count;
          all_have_it = all_have_it && has;
          if (has) shorter[i] = pool_[column[i]].parts[place];
        }
        if (all_have_it || !alike(shorter)) continue;
        Common step;
        step.kind = Common::Kind::Optional;
        step.ops = {std::string(op)};
        step.place = place - 1;
        step.parts = {shorter};
        // The other arguments, of a selection without the operator: those of one that has it.
        for (size_t k = 1; k < count; ++k) {
          if (k == place) continue;
          Column other;
          for (const ExprId id : column)
            other.push_back(pool_.called_op(id) == op ? pool_[id].parts[k] : pool_[column[from]].parts[k]);
          step.parts.push_back(std::move(other));
        }
        return step;
      }
    }
    return {};
  }
  bool alike(const Column& column) const {
    for (size_t i = 1; i < column.size(); ++i)
      if (likeness(0, column[0], i, column[i]) < 2) return false;
    return selected_[0].contains(column[0]);
  }

  const ExprPool& pool_;
  const std::vector<std::set<ExprId>>& selected_;
  std::map<Column, Common> common_;
  std::vector<Column> order_;
};

// Lines of a table from what the selections have in common.
class Writer {
 public:
  Writer(const ExprPool& pool, const Generalizer& found, const SelectionOptions& options)
      : pool_(pool), found_(found), options_(options), names_(options.taken) {
    names_.insert(options.name);
  }

  std::vector<FoundAttribute> attributes;

  std::string run(const Column& root) {
    std::map<Column, int> uses;
    for (const Column& column : found_.order())
      for (const Column& part : found_.of(column).parts) ++uses[part];
    std::string lines;
    for (const Column& column : found_.order()) {
      std::string text = pattern_of(column);
      const bool nested = pool_size(text);
      if (column == root) return lines + fmt::format("{}: {}\n", options_.name, text);
      if (uses[column] > 1 || nested) {
        const std::string name = fresh(found_.of(column));
        lines += fmt::format("{} = {}\n", name, text);
        text = name;
      }
      texts_[column] = std::move(text);
    }
    return lines;
  }

 private:
  // A line that people can read; brackets can stand 500 deep.
  static bool pool_size(const std::string& text) { return text.size() > 160; }

  std::string fresh(const Common& common) {
    std::string name = "x";
    if (!common.ops.empty()) {
      name = common.ops[0].substr(common.ops[0].rfind('.') + 1);
    } else if (common.kind == Common::Kind::Constant) {
      name = "c";
    } else if (common.kind == Common::Kind::Field || common.kind == Common::Kind::Tuple) {
      name = "fields";
    }
    const std::string base = name;
    for (int n = 2; !names_.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
    return name;
  }

  std::string list(const Common& common, size_t first) const {
    std::string text;
    for (size_t i = first; i < common.parts.size(); ++i) text += (i > first ? ", " : "") + texts_.at(common.parts[i]);
    return text;
  }

  std::string pattern_of(const Column& column) {
    const Common& common = found_.of(column);
    switch (common.kind) {
      case Common::Kind::Anything:
        return "wildcard()";
      case Common::Kind::Constant:
        return "is_constant()";
      case Common::Kind::Tuple:
        return "is_tuple([" + list(common, 0) + "])";
      case Common::Kind::Field:
        return common.index < 0 ? fmt::format("is_tuple_get_item({})", list(common, 0))
                                : fmt::format("is_tuple_get_item({}, {})", list(common, 0), common.index);
      case Common::Kind::Optional: {
        std::string arguments;
        size_t other = 1;
        for (size_t i = 0; i < common.parts.size(); ++i)
          arguments += (i ? ", " : "") + (i == common.place ? "y" : texts_.at(common.parts[other++]));
        return fmt::format("{}.optional(lambda y: is_op(\"{}\")({}))", bracketed(texts_.at(common.parts[0])),
                           common.ops[0], arguments);
      }
      case Common::Kind::Call:
        break;
    }
    std::string callee;
    for (const std::string& op : common.ops) callee += fmt::format("{}is_op(\"{}\")", callee.empty() ? "" : " | ", op);
    if (common.ops.size() > 1) callee = "(" + callee + ")";
    std::string text = callee + "(" + list(common, 0) + ")";
    if (common.ops.size() == 1) text += attributes_of(column, common.ops[0]);
    return text;
  }

  static std::string bracketed(const std::string& text) {
    return text.find(" | ") == std::string::npos ? text : "(" + text + ")";
  }

  // Notes what the selections have; the text of has_attr, if it is wanted.
  std::string attributes_of(const Column& column, const std::string& op) {
    std::string wanted;
    for (const std::string& key : attribute_names(pool_, column[0])) {
      FoundAttribute found;
      found.op = op;
      found.name = key;
      found.node = pool_[column[0]].source;
      for (const ExprId id : column) {
        const graph::Attrs* given = pool_[id].attrs;
        found.by_default = found.by_default && !(given && given->contains(key));
        const auto value = attribute_of(pool_, id, key);
        if (value && std::ranges::find(found.values, *value) == found.values.end()) found.values.push_back(*value);
      }
      if (found.values.empty() || found.values[0].is_none()) continue;
      const bool asked = options_.attributes.contains({found.node, key});
      found.wanted = found.can_be_wanted() && (asked || (options_.with_attributes && !found.by_default));
      if (found.wanted)
        wanted += fmt::format("{}\"{}\": {}", wanted.empty() ? "" : ", ", key, python_text(found.values[0]));
      attributes.push_back(std::move(found));
    }
    return wanted.empty() ? "" : ".has_attr({" + wanted + "})";
  }

  const ExprPool& pool_;
  const Generalizer& found_;
  const SelectionOptions& options_;
  std::map<Column, std::string> texts_;
  std::set<std::string> names_;
};

// The one node of a selection that no other of it reads.
Result<ExprId> root_of(const Program& program, const std::set<ExprId>& selection) {
  std::set<ExprId> roots = selection;
  for (const ExprId id : selection)
    for (const ExprId part : program.pool[id].parts) roots.erase(part);
  if (roots.size() == 1) return *roots.begin();
  std::string names;
  for (const ExprId id : roots) names += (names.empty() ? "" : ", ") + name_of(program, id);
  return no_one_result(selection.empty() ? "it is empty" : fmt::format("{} are results of it", names));
}

}  // namespace

bool FoundAttribute::can_be_wanted() const {
  return values.size() == 1 && !values[0].is_none() && !std::holds_alternative<NDArray>(values[0].value);
}

Result<SelectedPattern> pattern_from(Program& program, const std::vector<std::vector<NodeId>>& selections,
                                     const graph::OpTraitsTable& traits, const SelectionOptions& options) {
  std::vector<std::set<ExprId>> selected;
  Column root;
  for (const std::vector<NodeId>& nodes : selections) {
    std::set<ExprId> own;
    for (const NodeId id : nodes)
      if (const ExprId expr = program.from_node[id.index()]; expr.valid()) own.insert(expr);
    if (own.size() > kMostNodes)
      return no_one_result(fmt::format("it has {} nodes; {} can be", own.size(), kMostNodes));
    Result<ExprId> result = root_of(program, own);
    if (!result.value) return std::move(result.diagnostics);
    root.push_back(*result);
    selected.push_back(std::move(own));
  }
  if (root.empty()) return no_one_result("it is empty");
  Generalizer generalizer(program.pool, selected);
  generalizer.visit(root);
  SelectedPattern made;
  Writer writer(program.pool, generalizer, options);
  made.text = writer.run(root);
  made.attributes = std::move(writer.attributes);
  const Result<Table> table = read_table(made.text);
  if (table->listed.empty()) return made;
  const ExprIndex index(program.pool, body_of(program.pool, program.main));
  const PatternGraph graph(table->listed[0].pattern, program.pool);
  Matcher matcher(program.pool, index, traits, graph);
  for (const ExprId id : root) made.matches.push_back(index.contains(id) && matcher.match(id));
  return made;
}

}  // namespace nw::pattern
