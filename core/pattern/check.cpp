// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/check.h"

#include <fmt/format.h>

#include <cmath>

#include "base/nearest.h"
#include "pattern/attributes.h"
#include "pattern/pattern.h"

namespace nw::pattern {

using graph::Attr;
using graph::AttrList;

namespace {

struct Unanswered {
  std::string why;
  std::vector<std::string> meant = {};  // in the place of a member's name
};

constexpr const char* kOpenExtent = "the extent is not known";

struct Value {
  enum class Kind : uint8_t { Plain, Expr, Attributes, Operator, Type, Items } kind = Kind::Plain;
  Attr plain;
  ExprId expr;
  const graph::Type* type = nullptr;
  std::vector<Value> items;  // Items: arguments, fields
};

Value plain(Attr attr) {
  Value value;
  value.plain = std::move(attr);
  return value;
}

std::optional<int64_t> as_int(const Attr& attr) {
  if (const auto* i = std::get_if<int64_t>(&attr.value)) return *i;
  if (const auto* b = std::get_if<bool>(&attr.value)) return *b ? 1 : 0;
  return std::nullopt;
}
std::optional<double> as_number(const Attr& attr) {
  if (const auto* d = std::get_if<double>(&attr.value)) return *d;
  if (const auto i = as_int(attr)) return static_cast<double>(*i);
  return std::nullopt;
}

bool is_open(const Attr& attr) {
  const auto* dim = std::get_if<graph::Dim>(&attr.value);
  return dim && !dim->constant();
}

// No answer where it depends on an extent that only a run tells.
bool equal(const Attr& a, const Attr& b) {
  const auto* left = std::get_if<AttrList>(&a.value);
  const auto* right = std::get_if<AttrList>(&b.value);
  if (left && right) {
    if (left->size() != right->size()) return false;
    bool open = false;
    for (size_t i = 0; i < left->size(); ++i) {
      if ((is_open((*left)[i]) || is_open((*right)[i])) && !((*left)[i] == (*right)[i]))
        open = true;
      else if (!equal((*left)[i], (*right)[i]))
        return false;
    }
    if (open) throw Unanswered{kOpenExtent};
    return true;
  }
  if (is_open(a) || is_open(b)) {
    if (a == b) return true;
    throw Unanswered{kOpenExtent};
  }
  const auto x = as_number(a);
  const auto y = as_number(b);
  return x && y ? *x == *y : attribute_matches(a, b);
}

class Evaluation {
 public:
  Evaluation(const ExprPool& pool, ExprId root, Verdict& verdict) : pool_(pool), root_(root), verdict_(verdict) {}

  // The truth of a condition; where it is false, the comparison that made it so is noted.
  bool holds(const CheckNode& node) {
    switch (node.kind) {
      case CheckNode::Kind::And:
        for (const CheckRef& part : node.parts)
          if (!holds(*part)) return false;
        return true;
      case CheckNode::Kind::Or: {
        for (const CheckRef& part : node.parts)
          if (holds(*part)) return true;
        if (node.parts.size() > 1) note(node, "False");
        return false;
      }
      case CheckNode::Kind::Compare:
        return compare(node);
      default: {
        const bool yes = truth(evaluate(node));
        if (!yes) note(node, "False");
        return yes;
      }
    }
  }

 private:
  void note(const CheckNode& node, std::string found) {
    verdict_.expected = node.text;
    verdict_.found = std::move(found);
    verdict_.span = node.span;
    verdict_.literal.reset();
    verdict_.actual.reset();
  }

  static std::string shown(const Value& value) {
    switch (value.kind) {
      case Value::Kind::Plain:
        return python_text(value.plain);
      case Value::Kind::Type:
        return python_text(*value.type);
      case Value::Kind::Items:
        return fmt::format("{} entries", value.items.size());
      case Value::Kind::Expr:
        return "an expression";
      case Value::Kind::Attributes:
        return "the attributes";
      case Value::Kind::Operator:
        return "an operator";
    }
    return {};
  }

  static bool truth(const Value& value) {
    if (value.kind == Value::Kind::Items) return !value.items.empty();
    if (value.kind != Value::Kind::Plain) return true;
    const Attr& a = value.plain;
    if (a.is_none()) return false;
    if (const auto number = as_number(a)) return *number != 0;
    if (const auto* text = std::get_if<std::string>(&a.value)) return !text->empty();
    if (const auto* list = std::get_if<AttrList>(&a.value)) return !list->empty();
    return true;
  }

  bool compare(const CheckNode& node) {
    Value left = evaluate(*node.parts[0]);
    for (size_t i = 0; i < node.comparisons.size(); ++i) {
      Value right = evaluate(*node.parts[i + 1]);
      if (!compare(left, node.comparisons[i], right)) {
        note(node, shown(left));
        if (node.parts[i + 1]->kind == CheckNode::Kind::Literal) verdict_.literal = node.parts[i + 1]->span;
        if (left.kind == Value::Kind::Plain) verdict_.actual = left.plain;
        return false;
      }
      left = std::move(right);
    }
    return true;
  }

  static bool compare(const Value& left, const std::string& how, const Value& right) {
    if (how == "in" || how == "not in") return contains(left, right) == (how == "in");
    const bool both_plain = left.kind == Value::Kind::Plain && right.kind == Value::Kind::Plain;
    if (how == "==" || how == "!=" || how == "is" || how == "is not") {
      const bool same = both_plain ? equal(left.plain, right.plain)
                                   : left.kind == right.kind && left.expr == right.expr && left.type == right.type;
      return same == (how == "==" || how == "is");
    }
    if (!both_plain) throw Unanswered{"only numbers and texts can be ordered"};
    if (is_open(left.plain) || is_open(right.plain)) throw Unanswered{kOpenExtent};
    int order = 0;
    const auto x = as_number(left.plain);
    const auto y = as_number(right.plain);
    const auto* a = std::get_if<std::string>(&left.plain.value);
    const auto* b = std::get_if<std::string>(&right.plain.value);
    if (x && y)
      order = *x < *y ? -1 : *x > *y ? 1 : 0;
    else if (a && b)
      order = *a < *b ? -1 : *a > *b ? 1 : 0;
    else
      throw Unanswered{fmt::format("{} and {} cannot be ordered", shown(left), shown(right))};
    if (how == "<") return order < 0;
    if (how == ">") return order > 0;
    return how == "<=" ? order <= 0 : order >= 0;
  }

  static bool contains(const Value& item, const Value& of) {
    if (of.kind == Value::Kind::Items) {
      for (const Value& each : of.items)
        if (each.kind == item.kind &&
            (item.kind == Value::Kind::Plain ? equal(each.plain, item.plain) : each.expr == item.expr))
          return true;
      return false;
    }
    if (const auto* list = std::get_if<AttrList>(&of.plain.value)) {
      bool open = false;
      for (const Attr& each : *list) {
        if (item.kind != Value::Kind::Plain) return false;
        const bool unknown = (is_open(each) || is_open(item.plain)) && !(each == item.plain);
        if (!unknown && equal(each, item.plain)) return true;
        open = open || unknown;
      }
      if (open) throw Unanswered{kOpenExtent};
      return false;
    }
    const auto* text = std::get_if<std::string>(&of.plain.value);
    const auto* part = std::get_if<std::string>(&item.plain.value);
    if (text && part) return text->find(*part) != std::string::npos;
    throw Unanswered{"`in` wants a list or a text on its right"};
  }

  Value evaluate(const CheckNode& node) {
    switch (node.kind) {
      case CheckNode::Kind::Literal:
        return plain(node.value);
      case CheckNode::Kind::Root:
        return expr(root_);
      case CheckNode::Kind::Member:
        return member_of(node);
      case CheckNode::Kind::Item:
        return item(evaluate(*node.parts[0]), evaluate(*node.parts[1]));
      case CheckNode::Kind::Negate:
        return arithmetic("-", plain({int64_t{0}}), evaluate(*node.parts[0]));
      case CheckNode::Kind::Not:
        return plain({!truth(evaluate(*node.parts[0]))});
      case CheckNode::Kind::And:
      case CheckNode::Kind::Or: {
        // Python gives the operand that decided.
        Value value;
        for (const CheckRef& part : node.parts) {
          value = evaluate(*part);
          if (truth(value) == (node.kind == CheckNode::Kind::Or)) break;
        }
        return value;
      }
      case CheckNode::Kind::Binary: {
        const Value left = evaluate(*node.parts[0]);
        return arithmetic(node.word, left, evaluate(*node.parts[1]));
      }
      case CheckNode::Kind::Compare: {
        Value left = evaluate(*node.parts[0]);
        for (size_t i = 0; i < node.comparisons.size(); ++i) {
          Value right = evaluate(*node.parts[i + 1]);
          if (!compare(left, node.comparisons[i], right)) return plain({false});
          left = std::move(right);
        }
        return plain({true});
      }
      case CheckNode::Kind::Length:
        return length(evaluate(*node.parts[0]));
      case CheckNode::Kind::Integer:
        return to_integer(evaluate(*node.parts[0]));
      case CheckNode::Kind::List: {
        Value list;
        list.kind = Value::Kind::Items;
        bool all_plain = true;
        for (const CheckRef& part : node.parts) {
          list.items.push_back(evaluate(*part));
          all_plain = all_plain && list.items.back().kind == Value::Kind::Plain;
        }
        if (!all_plain) return list;
        AttrList items;
        for (Value& each : list.items) items.push_back(std::move(each.plain));
        return plain({std::move(items)});
      }
    }
    return {};
  }

  Value member_of(const CheckNode& node) {
    const Value of = evaluate(*node.parts[0]);
    try {
      return member(of, node.word);
    } catch (const Unanswered& without) {
      // Written as it is but for the name, at its end.
      if (!without.meant.empty())
        verdict_.meant = {node.span, node.text.substr(0, node.text.size() - node.word.size()) + without.meant.front()};
      throw;
    }
  }

  static Value expr(ExprId id) {
    Value value;
    value.kind = Value::Kind::Expr;
    value.expr = id;
    return value;
  }
  static Value type(const graph::Type* of) {
    if (!of || of->kind == graph::Type::Kind::Unknown) throw Unanswered{"the type is not known"};
    Value value;
    value.kind = Value::Kind::Type;
    value.type = of;
    return value;
  }

  Value member(const Value& of, const std::string& name) {
    switch (of.kind) {
      case Value::Kind::Expr:
        return expr_member(of.expr, name);
      case Value::Kind::Attributes: {
        const auto value = attribute_of(pool_, of.expr, name);
        if (!value) {
          const std::string_view op = pool_.called_op(of.expr);
          throw Unanswered{fmt::format("{} has no attribute `{}`", op.empty() ? "the expression" : op, name),
                           nearest(name, attribute_names(pool_, of.expr), 1)};
        }
        return plain(*value);
      }
      case Value::Kind::Operator:
        if (name == "name") return plain({std::string(pool_[of.expr].name)});
        break;
      case Value::Kind::Type:
        return type_member(*of.type, name);
      case Value::Kind::Plain:
        if (name == "value") return of;  // of an IntImm
        break;
      case Value::Kind::Items:
        break;
    }
    throw Unanswered{fmt::format("{} has no `{}`", shown(of), name)};
  }

  Value expr_member(ExprId id, const std::string& name) {
    const Expr& e = pool_[id];
    const bool call = e.kind == ExprKind::Call;
    if (name == "checked_type") return type(e.type);
    if (name == "args" && call) {
      Value args;
      args.kind = Value::Kind::Items;
      for (size_t i = 1; i < e.parts.size(); ++i) args.items.push_back(expr(e.parts[i]));
      return args;
    }
    if (name == "fields" && e.kind == ExprKind::Tuple) {
      Value fields;
      fields.kind = Value::Kind::Items;
      for (const ExprId part : e.parts) fields.items.push_back(expr(part));
      return fields;
    }
    if (name == "attrs" && (call || e.kind == ExprKind::Function)) {
      Value attrs = expr(id);
      attrs.kind = Value::Kind::Attributes;
      return attrs;
    }
    if (name == "op" && call) {
      Value callee = expr(e.parts[0]);
      if (pool_[e.parts[0]].kind == ExprKind::Operator) callee.kind = Value::Kind::Operator;
      return callee;
    }
    if (name == "tuple_value" && e.kind == ExprKind::Field) return expr(e.parts[0]);
    if (name == "index" && e.kind == ExprKind::Field) return plain({e.index});
    if (name == "name_hint" && e.kind == ExprKind::Variable) return plain({std::string(e.name)});
    if (name == "body" && e.kind == ExprKind::Function) return expr(e.parts.back());
    throw Unanswered{
        fmt::format("{} has no `{}`", call ? "a call" : "this expression", name),
        nearest(name, {"args", "attrs", "body", "checked_type", "fields", "index", "name_hint", "op", "tuple_value"},
                1)};
  }

  Value type_member(const graph::Type& of, const std::string& name) {
    if (name == "dtype" && of.is_tensor()) return plain({to_string(of.dtype)});
    if (name == "shape" && of.is_tensor() && of.rank_known) {
      AttrList extents;
      for (const graph::Dim& dim : of.shape) extents.push_back(graph::dim_attr(dim));
      return plain({std::move(extents)});
    }
    if (name == "fields" && of.is_tuple()) {
      Value fields;
      fields.kind = Value::Kind::Items;
      for (const graph::Type& field : of.fields) fields.items.push_back(type(&field));
      return fields;
    }
    throw Unanswered{fmt::format("the type {} has no `{}`", graph::brief(of), name),
                     nearest(name, {"dtype", "fields", "shape"}, 1)};
  }

  Value item(const Value& of, const Value& at) {
    if (of.kind == Value::Kind::Attributes && std::holds_alternative<std::string>(at.plain.value))
      return member(of, std::get<std::string>(at.plain.value));
    const auto index = at.kind == Value::Kind::Plain ? as_int(at.plain) : std::nullopt;
    if (!index) throw Unanswered{"an index is an integer"};
    const auto* list = std::get_if<AttrList>(&of.plain.value);
    const bool items = of.kind == Value::Kind::Items;
    if (!items && (of.kind != Value::Kind::Plain || !list))
      throw Unanswered{fmt::format("{} has no entries", shown(of))};
    const auto count = static_cast<int64_t>(items ? of.items.size() : list->size());
    const int64_t i = *index < 0 ? *index + count : *index;
    if (i < 0 || i >= count) throw Unanswered{fmt::format("there is no entry {} of {}", *index, count)};
    return items ? of.items[static_cast<size_t>(i)] : plain((*list)[static_cast<size_t>(i)]);
  }

  static Value length(const Value& of) {
    if (of.kind == Value::Kind::Items) return plain({static_cast<int64_t>(of.items.size())});
    if (const auto* list = std::get_if<AttrList>(&of.plain.value)) return plain({static_cast<int64_t>(list->size())});
    if (const auto* text = std::get_if<std::string>(&of.plain.value))
      return plain({static_cast<int64_t>(text->size())});
    throw Unanswered{fmt::format("{} has no length", shown(of))};
  }

  static Value to_integer(const Value& of) {
    if (of.kind == Value::Kind::Plain) {
      if (const auto i = as_int(of.plain)) return plain({*i});
      if (const auto* d = std::get_if<double>(&of.plain.value); d && std::abs(*d) < 9e18)
        return plain({static_cast<int64_t>(*d)});
      if (std::holds_alternative<graph::Dim>(of.plain.value)) throw Unanswered{kOpenExtent};
    }
    throw Unanswered{fmt::format("{} is no number", shown(of))};
  }

  static Value arithmetic(const std::string& how, const Value& left, const Value& right) {
    if (left.kind != Value::Kind::Plain || right.kind != Value::Kind::Plain)
      throw Unanswered{"only numbers can be calculated with"};
    if (is_open(left.plain) || is_open(right.plain)) throw Unanswered{kOpenExtent};
    const auto a = as_int(left.plain);
    const auto b = as_int(right.plain);
    if (a && b && how != "/") return plain({integers(how, *a, *b)});
    const auto x = as_number(left.plain);
    const auto y = as_number(right.plain);
    if (!x || !y) throw Unanswered{"only numbers can be calculated with"};
    if (how == "+") return plain({*x + *y});
    if (how == "-") return plain({*x - *y});
    if (how == "*") return plain({*x * *y});
    if (*y == 0) throw Unanswered{"division by zero"};
    if (how == "/") return plain({*x / *y});
    const double quotient = std::floor(*x / *y);
    return plain({how == "//" ? quotient : *x - quotient * *y});
  }

  static int64_t integers(const std::string& how, int64_t a, int64_t b) {
    int64_t result = 0;
    bool overflow = false;
    if (how == "+") {
      overflow = __builtin_add_overflow(a, b, &result);
    } else if (how == "-") {
      overflow = __builtin_sub_overflow(a, b, &result);
    } else if (how == "*") {
      overflow = __builtin_mul_overflow(a, b, &result);
    } else {
      if (b == 0) throw Unanswered{"division by zero"};
      overflow = a == INT64_MIN && b == -1;
      if (!overflow) {
        const int64_t quotient = a / b, rest = a % b;
        const bool down = rest != 0 && ((rest < 0) != (b < 0));
        result = how == "//" ? quotient - (down ? 1 : 0) : rest + (down ? b : 0);
      }
    }
    if (overflow) throw Unanswered{"the result has more than 64 bits"};
    return result;
  }

  const ExprPool& pool_;
  ExprId root_;
  Verdict& verdict_;
};

}  // namespace

Verdict run_check(const CheckRef& check, const ExprPool& pool, ExprId root) {
  Verdict verdict;
  verdict.expected = check->text;
  verdict.span = check->span;
  try {
    verdict.ok = Evaluation(pool, root, verdict).holds(*check);
  } catch (const Unanswered& without) {
    verdict.error = without.why;
    verdict.found = without.why;
  }
  return verdict;
}

}  // namespace nw::pattern
