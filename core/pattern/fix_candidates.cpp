// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/fix_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "op/registry.h"
#include "pattern/attributes.h"
#include "pattern/diagnostics.h"

namespace nw::pattern {

namespace {

class Candidates {
 public:
  Candidates(const Program& program, const std::string& table, const Table& read, const NearMiss& miss)
      : pool_(program.pool), table_(table), read_(read), miss_(miss), f_(miss.failure) {}

  std::vector<Fix> run() {
    switch (miss_.kind) {
      case MissKind::Operator:
        another_operator();
        break;
      case MissKind::NotCalled:
        edit(f_.use, written(f_.use) + "(None)", fmt::format("match a call of {}", f_.pattern->name));
        break;
      case MissKind::Arity:
        arity();
        break;
      case MissKind::Attribute:
        attribute();
        break;
      case MissKind::NoAttribute:
        attribute_that_is_not_there();
        break;
      case MissKind::Dtype:
      case MissKind::Shape:
      case MissKind::Type:
        type();
        break;
      case MissKind::Variable:
        variable();
        break;
      case MissKind::Value:
        value();
        break;
      case MissKind::Constant:
        constant();
        break;
      case MissKind::Tuple:
        field_of_tuple();
        break;
      case MissKind::Fields:
        edit(f_.use, "is_tuple(None)", "match a tuple of any fields");
        break;
      case MissKind::Index:
        edit(f_.pattern->key, std::to_string(pool_[f_.expr].index),
             fmt::format("match field {}", pool_[f_.expr].index));
        break;
      case MissKind::SameNode:
        another_of_its_own();
        break;
      case MissKind::Path:
        wider_path();
        break;
      case MissKind::Taken:
        earlier();
        break;
      case MissKind::Check:
        check();
        break;
      case MissKind::Function:
      case MissKind::Scope:
      case MissKind::NotDominated:
      case MissKind::UsedOutside:
        break;
    }
    anything();
    return std::move(fixes_);
  }

 private:
  std::string written(TextSpan at) const { return written_at(table_, at); }

  void edit(TextSpan at, const std::string& text, std::string title) {
    if (!written(at).empty() && !text.empty()) fixes_.push_back(replace_in_line(table_, at, text, std::move(title)));
  }

  static std::string wildcards(size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += i ? ", wildcard()" : "wildcard()";
    return text;
  }

  void another_operator() {
    const Expr& e = pool_[f_.expr];
    const std::string op(pool_.called_op(f_.expr));
    const std::string piece = written(f_.use);
    if (!op.empty() && f_.pattern->kind == PatternKind::Operator)
      edit(f_.pattern->key, '"' + op + '"', fmt::format("match {} instead of {}", op, f_.pattern->name));
    if (e.kind == ExprKind::Field)
      edit(f_.use, fmt::format("is_tuple_get_item({}, {})", piece, e.index),
           fmt::format("match field {} of the tuple", e.index));
    if (op.empty()) return;
    const size_t count = e.parts.size() - 1;
    for (size_t i = 0; i < count && count <= 8 && !piece.empty(); ++i) {
      std::string arguments = wildcards(i) + (i ? ", " : "") + piece;
      if (i + 1 < count) arguments += ", " + wildcards(count - i - 1);
      edit(f_.use, fmt::format("is_op(\"{}\")({})", op, arguments), fmt::format("match {} between", op));
    }
    const PatternNode* call = f_.around ? f_.around : f_.pattern;
    if (call->kind == PatternKind::Call) {
      for (size_t i = 1; i < call->parts.size() && i < call->part_spans.size(); ++i)
        edit(f_.use, written(call->part_spans[i]), fmt::format("leave {} out", f_.pattern->name));
    }
    if (!asks_of_arguments(*call))
      edit(f_.use, fmt::format("is_op(\"{}\")(None)", op), fmt::format("match {} with any arguments", op));
  }

  // Operators in the arguments would be thrown away with them.
  static bool asks_of_arguments(const PatternNode& call) {
    std::vector<const PatternNode*> open;
    const auto look_at_parts = [&open](const PatternNode& node, size_t from) {
      for (size_t i = from; i < node.parts.size(); ++i) open.push_back(node.parts[i].get());
    };
    look_at_parts(call, call.kind == PatternKind::Call ? 1 : 0);
    std::set<const PatternNode*> seen;  // a part may be shared
    while (!open.empty()) {
      const PatternNode& node = *open.back();
      open.pop_back();
      if (node.kind == PatternKind::Operator) return true;
      if (seen.insert(&node).second) look_at_parts(node, 0);
    }
    return false;
  }

  void arity() {
    const PatternNode& p = *f_.pattern;
    if (p.kind != PatternKind::Call || p.part_spans.empty()) return;
    const std::string callee = written(p.part_spans[0]);
    if (callee.empty()) return;
    const size_t given = pool_[f_.expr].parts.size() - 1;
    std::string arguments;
    bool all = true;
    for (size_t i = 0; i < given; ++i) {
      const std::string own = i + 1 < p.part_spans.size() ? written(p.part_spans[i + 1]) : "wildcard()";
      all = all && !own.empty();
      arguments += (i ? ", " : "") + own;
    }
    if (all)
      edit(p.span, fmt::format("{}({})", callee, arguments),
           fmt::format("match {} argument{}", given, given == 1 ? "" : "s"));
    edit(p.span, callee + "(None)", "match any arguments");
  }

  std::string without_key() const {
    std::string text;
    for (const auto& [key, value] : f_.pattern->attrs)
      if (key != f_.key) text += (text.empty() ? "\"" : ", \"") + key + "\": " + python_text(value);
    return "{" + text + "}";
  }

  void attribute() {
    const auto at = f_.pattern->attr_spans.find(f_.key);
    if (at == f_.pattern->attr_spans.end()) return;
    if (const auto value = attribute_of(pool_, f_.expr, f_.key)) {
      if (!value->is_none())
        edit(at->second, python_text(*value), fmt::format("match {}={}", f_.key, python_text(*value)));
    } else if (f_.key == "TOpPattern") {
      const auto& traits = op::Registry::standard().traits();
      const int pattern = static_cast<int>(graph::traits_of(traits, pool_.called_op(f_.expr)).pattern);
      edit(at->second, std::to_string(pattern), fmt::format("match {}={}", f_.key, pattern));
    }
    edit(f_.pattern->key, without_key(), fmt::format("match any {}", f_.key));
  }

  void attribute_that_is_not_there() {
    const auto wanted = f_.pattern->attrs.find(f_.key);
    if (wanted == f_.pattern->attrs.end()) return;
    for (const std::string& name : nearest(f_.key, attribute_names(pool_, f_.expr), 2)) {
      std::string text = without_key();
      const std::string entry = "\"" + name + "\": " + python_text(wanted->second);
      text = text == "{}" ? "{" + entry + "}" : text.substr(0, text.size() - 1) + ", " + entry + "}";
      edit(f_.pattern->key, text, fmt::format("match the attribute {}", name));
    }
    edit(f_.pattern->key, without_key(), fmt::format("ask for no {}", f_.key));
  }

  void type() {
    const graph::Type* known = pool_[f_.expr].type;
    if (known && is_known(*known) && !known->is_dynamic()) {
      std::string text;
      if (miss_.kind == MissKind::Type)
        text = python_text(*known);
      else if (known->is_tensor())
        text = miss_.kind == MissKind::Dtype ? '"' + to_string(known->dtype) + '"' : python_text(known->shape);
      edit(f_.pattern->key, text, fmt::format("match the {} {}", to_string(miss_.kind), text));
    }
    any_type();
  }

  // What the condition is put on, without it.
  void any_type() {
    if (f_.pattern->part_spans.empty()) return;
    edit(f_.use, written(f_.pattern->part_spans[0]), fmt::format("match any {}", to_string(miss_.kind)));
  }

  void variable() {
    const Expr& e = pool_[f_.expr];
    if (e.kind == ExprKind::Variable)
      edit(f_.pattern->key, '"' + std::string(e.name) + '"', fmt::format("match the variable {}", e.name));
    if (e.kind == ExprKind::Constant) edit(f_.use, "is_constant()", "match a constant");
  }

  void value() {
    const NDArray* data = pool_[f_.expr].data;
    if (data && data->bytes() && data->shape().empty()) {
      const std::string number =
          data->dtype().is_float() ? fmt::format("{}", data->at(0)) : std::to_string(data->int_at(0));
      edit(f_.pattern->key, fmt::format("const({}, \"{}\")", number, to_string(data->dtype())),
           fmt::format("match the constant {}", number));
    }
    edit(f_.use, "is_constant()", "match any constant");
  }

  void constant() {
    if (pool_[f_.expr].kind == ExprKind::Variable) edit(f_.use, "is_var()", "match a variable");
  }

  void field_of_tuple() {
    if (pool_[f_.expr].kind == ExprKind::Field)
      edit(f_.use, fmt::format("is_tuple_get_item({}, {})", written(f_.use), pool_[f_.expr].index),
           "match a field of the tuple");
  }

  // The same pattern is the same node: a copy of it may be another.
  void another_of_its_own() {
    const std::string own = written(f_.pattern->span);
    const bool bracket = f_.pattern->kind == PatternKind::Either;
    edit(f_.use, bracket ? "(" + own + ")" : own, "write the pattern out: it may then be another node");
    // And all that it names.
    const std::string whole = to_string(std::make_shared<const PatternNode>(*f_.pattern));
    if (whole != own)
      edit(f_.use, bracket ? "(" + whole + ")" : whole, "write the pattern out: it may then be another node");
  }

  void wider_path() {
    if (f_.pattern->part_spans.size() < 2) return;
    const TextSpan at = f_.pattern->part_spans[1];
    const std::string path = written(at);
    if (path.empty()) return;
    const ExprKind kind = pool_[f_.expr].kind;
    const std::string op(pool_.called_op(f_.expr));
    if (kind == ExprKind::Constant) edit(at, path + " | is_constant()", "let constants be on the way");
    if (kind == ExprKind::Variable) edit(at, path + " | is_var()", "let variables be on the way");
    if (!op.empty())
      edit(at, fmt::format("{} | is_op(\"{}\")(None)", path, op), fmt::format("let {} be on the way", op));
    edit(at, path + " | is_constant() | is_var()", "let constants and variables be on the way");
    edit(at, "wildcard()", "let anything be on the way");
    if (!op.empty())
      edit(f_.pattern->part_spans[0], fmt::format("is_op(\"{}\")(None)", op), fmt::format("let {} be the parent", op));
  }

  // Before the line that has taken the nodes.
  void earlier() {
    const auto line = [&](const std::string& name) {
      return std::find_if(read_.listed.begin(), read_.listed.end(),
                          [&](const Listed& each) { return each.name == name; });
    };
    const auto own = line(miss_.name);
    const auto taker = line(miss_.found);
    if (own == read_.listed.end() || taker == read_.listed.end() || taker->at.line >= own->at.line) return;
    std::string text;
    std::vector<Edit> edits;
    for (int i = own->at.line; i <= own->last_line; ++i) {
      text += (text.empty() ? "" : "\n") + line_of_text(table_, i);
      edits.push_back({Edit::Kind::Delete, i, {}});
    }
    edits.insert(edits.begin(), {Edit::Kind::Insert, taker->at.line, std::move(text)});
    fixes_.push_back({fmt::format("list {} before {}", miss_.name, miss_.found), std::move(edits)});
  }

  void check() {
    if (f_.span.valid() && !f_.key.empty()) edit(f_.span, f_.key, fmt::format("compare with {}", f_.key));
    if (!miss_.span.valid()) return;
    std::string line = line_of_text(table_, miss_.span.line);
    const size_t at = line.rfind("lambda");
    const size_t comma = at == std::string::npos ? at : line.rfind(',', at);
    if (comma == std::string::npos) return;
    line.resize(comma);
    fixes_.push_back({"leave the check out", {{Edit::Kind::Replace, miss_.span.line, std::move(line)}}});
  }

  // Only additions and products are tried both ways, and only where nothing but the operator is called.
  void turned() {
    const auto line = std::find_if(read_.listed.begin(), read_.listed.end(),
                                   [&](const Listed& each) { return each.name == miss_.name; });
    if (line == read_.listed.end() || line->pattern->kind != PatternKind::Call || line->pattern->any_args) return;
    const PatternNode& call = *line->pattern;
    if (call.parts.size() != 3 || call.part_spans.size() != 3) return;
    const std::string callee = written(call.part_spans[0]), a = written(call.part_spans[1]),
                      b = written(call.part_spans[2]);
    if (callee.empty() || a.empty() || b.empty()) return;
    edit(call.span, fmt::format("{}({}, {})", callee, b, a), "match the arguments the other way round");
  }

  void anything() {
    if (miss_.kind != MissKind::Taken && miss_.kind != MissKind::UsedOutside) turned();
    switch (miss_.kind) {
      case MissKind::NotDominated:
      case MissKind::UsedOutside:
      case MissKind::Taken:
      case MissKind::Check:
      case MissKind::Path:
        return;
      default:
        if (f_.pattern) edit(f_.use, "wildcard()", "match anything here");
    }
  }

  const ExprPool& pool_;
  const std::string& table_;
  const Table& read_;
  const NearMiss& miss_;
  const Failure& f_;
  std::vector<Fix> fixes_;
};

}  // namespace

std::vector<Fix> fix_candidates(const Program& program, const std::string& table, const Table& read,
                                const NearMiss& miss) {
  return Candidates(program, table, read, miss).run();
}

}  // namespace nw::pattern
