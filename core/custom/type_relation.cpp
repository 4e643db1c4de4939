// SPDX-License-Identifier: GPL-3.0-or-later
#include "custom/type_relation.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <map>

#include "op/rules.h"
#include "pattern/literal_reader.h"

namespace nw::custom {

namespace {

Diagnostic wrong_type(std::string why) {
  Diagnostic d;
  d.code = "NW3113";
  d.message = "the operator's type cannot be read: " + std::move(why);
  d.legal = {"\"same_as_first\"", "\"broadcast\"", "\"like(1)\"", "TensorType((1, 8), \"float32\")",
             "\"(n, m), (m, k) -> (n, k)\""};
  return d;
}

struct Wrong {
  std::string why;
};

// Lists of extents in brackets. What is wrong is thrown, within this file only.
class ExtentReader {
 public:
  explicit ExtentReader(const std::string& text) : text_(text) {}

  std::vector<Extents> lists() {
    std::vector<Extents> all;
    do all.push_back(list());
    while (take(","));
    return all;
  }
  bool take(std::string_view symbol) {
    blanks();
    if (std::string_view(text_).substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }
  void end() {
    blanks();
    if (at_ < text_.size()) throw Wrong{fmt::format("nothing is wanted at `{}`", text_.substr(at_, 40))};
  }

 private:
  static constexpr int kDeepest = 50;

  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  void need(std::string_view symbol) {
    if (!take(symbol)) throw Wrong{fmt::format("`{}` is wanted at `{}`", symbol, text_.substr(at_, 40))};
  }

  Extents list() {
    need("(");
    Extents extents;
    while (!take(")")) {
      extents.push_back(sum());
      if (take(",")) continue;
      need(")");
      break;
    }
    return extents;
  }

  Extent sum() {
    Extent left = product();
    while (true) {
      blanks();
      if (std::string_view(text_).substr(at_, 2) == "->") return left;
      if (take("+"))
        left = two(Extent::Kind::Add, std::move(left), product());
      else if (take("-"))
        left = two(Extent::Kind::Subtract, std::move(left), product());
      else
        return left;
    }
  }
  Extent product() {
    Extent left = atom();
    while (true) {
      if (take("*"))
        left = two(Extent::Kind::Multiply, std::move(left), atom());
      else if (take("//"))
        left = two(Extent::Kind::Divide, std::move(left), atom());
      else
        return left;
    }
  }
  Extent atom() {
    if (++depth_ > kDeepest) throw Wrong{"it is too long"};
    blanks();
    if (take("(")) {
      Extent inside = sum();
      need(")");
      return inside;
    }
    Extent extent;
    const size_t first = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    extent.name = text_.substr(first, at_ - first);
    if (extent.name.empty()) throw Wrong{fmt::format("an extent is wanted at `{}`", text_.substr(at_, 40))};
    if (extent.name == "_") {
      extent.kind = Extent::Kind::Any;
    } else if (std::isdigit(static_cast<unsigned char>(extent.name[0])) != 0) {
      const char* const last = extent.name.data() + extent.name.size();
      const auto [rest, error] = std::from_chars(extent.name.data(), last, extent.number);
      if (error != std::errc() || rest != last)
        throw Wrong{fmt::format("`{}` is no extent", extent.name.substr(0, 40))};
      extent.kind = Extent::Kind::Number;
    } else {
      extent.kind = Extent::Kind::Name;
    }
    return extent;
  }
  static Extent two(Extent::Kind kind, Extent a, Extent b) {
    if (kind == Extent::Kind::Divide && b.kind == Extent::Kind::Number && b.number == 0)
      throw Wrong{"an extent is divided by zero"};
    Extent made;
    made.kind = kind;
    made.parts = {std::move(a), std::move(b)};
    return made;
  }

  const std::string& text_;
  size_t at_ = 0;
  int depth_ = 0;
};

void check_names(const Extent& extent, const std::map<std::string, graph::Dim>& known, bool result) {
  if (result && extent.kind == Extent::Kind::Any) throw Wrong{"`_` stands for an extent of an argument only"};
  if (extent.kind == Extent::Kind::Name && !known.contains(extent.name))
    throw Wrong{fmt::format("no argument has the extent `{}` by itself", extent.name.substr(0, 40))};
  for (const Extent& part : extent.parts) check_names(part, known, result);
}

// Every name stands by itself somewhere among the arguments: there it gets its value.
void check_names(const TypeRelation& relation) {
  std::map<std::string, graph::Dim> known;
  for (const Extents& list : relation.inputs)
    for (const Extent& extent : list)
      if (extent.kind == Extent::Kind::Name) known.emplace(extent.name, graph::Dim());
  for (const Extents& list : relation.inputs)
    for (const Extent& extent : list) check_names(extent, known, false);
  for (const Extents& list : relation.results)
    for (const Extent& extent : list) check_names(extent, known, true);
}

TypeRelation like(const std::string& text, int inputs) {
  TypeRelation relation;
  const char* const last = text.data() + text.size() - 1;
  const auto [rest, error] = std::from_chars(text.data() + 5, last, relation.like);
  if (error != std::errc() || rest != last || *last != ')') throw Wrong{"`like(i)` names an argument, from 0"};
  if (relation.like >= static_cast<size_t>(inputs))
    throw Wrong{fmt::format("`{}`: arguments are counted from 0, and there {} {}", text.substr(0, 40),
                            inputs == 1 ? "is" : "are", inputs)};
  return relation;
}

TypeRelation fixed(const std::string& text) {
  const auto statements = pattern::split_statements(text);
  TypeRelation relation;
  relation.kind = TypeRelation::Kind::Fixed;
  if (statements.size() != 1) throw Wrong{"a type is wanted"};
  try {
    pattern::TokenCursor cursor(statements[0]);
    relation.fixed = pattern::read_type(cursor);
  } catch (const pattern::Mistake& mistake) {
    throw Wrong{mistake.what};
  }
  return relation;
}

TypeRelation extents(const std::string& text, int inputs) {
  TypeRelation relation;
  relation.kind = TypeRelation::Kind::InWords;
  ExtentReader reader(text);
  relation.inputs = reader.lists();
  if (!reader.take("->")) throw Wrong{"`->` is wanted behind the arguments"};
  relation.results = reader.lists();
  reader.end();
  if (relation.inputs.size() != static_cast<size_t>(inputs))
    throw Wrong{fmt::format("it has {} argument{}, the operator {}", relation.inputs.size(),
                            relation.inputs.size() == 1 ? "" : "s", inputs)};
  check_names(relation);
  return relation;
}

}  // namespace

Result<TypeRelation> read_type_relation(const std::string& text, int inputs) {
  try {
    if (text.starts_with("(")) return extents(text, inputs);
    if (text.starts_with("TensorType") || text.starts_with("TupleType") || text.starts_with("relay."))
      return fixed(text);
    if (text.starts_with("like(") && text.size() > 6) return like(text, inputs);
    TypeRelation relation;
    if (text == "broadcast") relation.kind = TypeRelation::Kind::Broadcast;
    if (text != "broadcast" && text != "same_as_first") throw Wrong{fmt::format("`{}` is none", text.substr(0, 60))};
    if (inputs == 0) throw Wrong{"an operator without arguments has a type of its own"};
    return relation;
  } catch (const Wrong& wrong) {
    return wrong_type(wrong.why);
  }
}

namespace {

using graph::Dim;
using graph::Shape;
using graph::Type;
using Known = std::map<std::string, Dim>;

Dim value_of(const Extent& extent, const Known& known) {
  switch (extent.kind) {
    case Extent::Kind::Number:
    case Extent::Kind::Any:
      return extent.number;
    case Extent::Kind::Name:
      return known.at(extent.name);
    default:
      break;
  }
  const Dim a = value_of(extent.parts[0], known), b = value_of(extent.parts[1], known);
  switch (extent.kind) {
    case Extent::Kind::Add:
      return a + b;
    case Extent::Kind::Subtract:
      return a - b;
    case Extent::Kind::Multiply:
      return a * b;
    default:
      return b.constant() == 0 ? Dim(int64_t{-1}) : graph::floor_div(a, b);
  }
}

bool differ(const Dim& a, const Dim& b) {
  const auto x = a.constant(), y = b.constant();
  return x && y && *x != *y;
}

Result<Type> of_extents(const TypeRelation& relation, const op::TypeContext& c) {
  Known known;
  for (size_t i = 0; i < c.args.size(); ++i) {
    const Extents& wanted = relation.inputs[i];
    if (!c.args[i].is_tensor() || c.args[i].shape.size() != wanted.size())
      return op::wrong_argument(c.node, i, fmt::format("have {} dimensions", wanted.size()), c.args[i]);
    for (size_t d = 0; d < wanted.size(); ++d)
      if (wanted[d].kind == Extent::Kind::Name) known.emplace(wanted[d].name, c.args[i].shape[d]);
  }
  for (size_t i = 0; i < c.args.size(); ++i) {
    for (size_t d = 0; d < c.args[i].shape.size(); ++d) {
      const Extent& wanted = relation.inputs[i][d];
      if (wanted.kind == Extent::Kind::Any) continue;
      const Dim value = value_of(wanted, known);
      if (differ(value, c.args[i].shape[d]))
        return op::shapes_disagree(c.node, fmt::format("dimension {} of argument {} is {} where {} is wanted", d, i,
                                                       graph::to_string(c.args[i].shape[d]), graph::to_string(value)));
    }
  }
  const DType dtype = c.args.empty() ? DType::Float(32) : c.args[0].dtype;
  std::vector<Type> results;
  for (const Extents& result : relation.results) {
    Shape shape;
    for (const Extent& extent : result) shape.push_back(value_of(extent, known));
    results.push_back(Type::tensor(dtype, std::move(shape)));
  }
  if (results.size() == 1) return results.front();
  return Type::tuple(std::move(results));
}

Result<Type> of_broadcast(const op::TypeContext& c) {
  Type result = c.args[0];
  for (size_t i = 0; i < c.args.size(); ++i) {
    if (!c.args[i].is_tensor()) return op::wrong_argument(c.node, i, "be a tensor", c.args[i]);
    if (c.args[i].dtype != result.dtype)
      return op::wrong_argument(c.node, i, fmt::format("have the data type of the first ({})", to_string(result.dtype)),
                                c.args[i]);
    std::optional<Shape> shape = op::broadcast(result.shape, c.args[i].shape);
    if (!shape)
      return op::shapes_disagree(
          c.node, fmt::format("the shapes {} and {} cannot be broadcast to one", graph::to_string(result.shape),
                              graph::to_string(c.args[i].shape)));
    result.shape = std::move(*shape);
  }
  return result;
}

}  // namespace

Result<Type> apply(const TypeRelation& relation, const op::TypeContext& context) {
  switch (relation.kind) {
    case TypeRelation::Kind::Like:
      return context.args[relation.like];
    case TypeRelation::Kind::Broadcast:
      return of_broadcast(context);
    case TypeRelation::Kind::Fixed:
      return relation.fixed;
    case TypeRelation::Kind::InWords:
      return of_extents(relation, context);
  }
  return Type::unknown();
}

}  // namespace nw::custom
