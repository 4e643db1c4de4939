// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/type.h"

#include <algorithm>
#include <limits>

#include "graph/dim.h"
#include "tir/print.h"

namespace nw::graph {

std::optional<int64_t> Dim::constant() const {
  const int64_t* value = tir::as_const_int(expr_);
  return value ? std::optional<int64_t>(*value) : std::nullopt;
}

namespace {

const tir::BinaryNode* binary_of(const tir::Expr& e, tir::ExprKind kind) {
  return e->kind == kind ? tir::node_cast<tir::BinaryNode>(e) : nullptr;
}

// What max(a, b)*min(min(a, b), 1) is of: two sizes that broadcast, of which a run tells both (op/rules.cpp).
std::optional<std::pair<tir::Expr, tir::Expr>> broadcast_of(const tir::Expr& most, const tir::Expr& none_or_one) {
  const tir::BinaryNode* max = binary_of(most, tir::ExprKind::Max);
  const tir::BinaryNode* one = binary_of(none_or_one, tir::ExprKind::Min);
  const tir::BinaryNode* min = one ? binary_of(one->a, tir::ExprKind::Min) : nullptr;
  const int64_t* limit = one ? tir::as_const_int(one->b) : nullptr;
  if (!max || !min || !limit || *limit != 1) return std::nullopt;
  const std::string a = tir::to_string(max->a), b = tir::to_string(max->b);
  const std::string c = tir::to_string(min->a), d = tir::to_string(min->b);
  if ((a != c || b != d) && (a != d || b != c)) return std::nullopt;
  return std::pair(max->a, max->b);
}

// With such sizes written as people do: "broadcast(a, b)". As names, which are printed as they are.
tir::Expr for_people(const tir::Expr& e) {
  const auto* node = tir::node_cast<tir::BinaryNode>(e);
  if (!node) return e;
  if (e->kind == tir::ExprKind::Mul)
    for (const auto& [x, y] : {std::pair(node->a, node->b), std::pair(node->b, node->a)})
      if (const auto sizes = broadcast_of(x, y))
        return tir::make_var("broadcast(" + tir::to_string(for_people(sizes->first)) + ", " +
                                 tir::to_string(for_people(sizes->second)) + ")",
                             e->dtype);
  const tir::Expr a = for_people(node->a), b = for_people(node->b);
  if (a == node->a && b == node->b) return e;
  return tir::make_node<tir::BinaryNode>(e->kind, e->dtype, a, b);
}

}  // namespace

std::string to_string(const Dim& dim) {
  return tir::to_string(for_people(dim.expr()));
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

bool same(const Dim& a, const Dim& b) {
  if (a.expr() == b.expr()) return true;
  const std::optional<int64_t> ca = a.constant();
  const std::optional<int64_t> cb = b.constant();
  if (ca && cb) return *ca == *cb;
  return (a - b).constant() == std::optional<int64_t>(0);
}

bool same(const Shape& a, const Shape& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dim& x, const Dim& y) { return same(x, y); });
}

std::optional<std::vector<int64_t>> constant_shape(const Shape& shape) {
  std::vector<int64_t> values;
  values.reserve(shape.size());
  for (const Dim& dim : shape) {
    const std::optional<int64_t> value = dim.constant();
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

Type Type::tensor(DType dtype, Shape shape) {
  Type type;
  type.kind = Kind::Tensor;
  type.dtype = dtype;
  type.shape = std::move(shape);
  return type;
}

Type Type::tuple(std::vector<Type> fields) {
  Type type;
  type.kind = Kind::Tuple;
  type.fields = std::move(fields);
  return type;
}

namespace {

Type holder(const char* text, Type of) {
  Type type;
  type.kind = Type::Kind::Other;
  type.text = text;
  type.fields = std::vector<Type>{std::move(of)};
  return type;
}

}  // namespace

Type Type::sequence(Type of) {
  return holder("sequence", std::move(of));
}
Type Type::optional(Type of) {
  return holder("optional", std::move(of));
}

bool Type::is_dynamic() const {
  if (kind == Kind::Tensor && !rank_known) return true;
  return std::any_of(shape.begin(), shape.end(), [](const Dim& d) { return d.is_dynamic(); }) || fields.any_dynamic();
}

struct TypeList::Shared {
  std::vector<Type> types;
  int64_t leaves = 0;
  int depth = 1;
  bool any_dynamic = false, all_known = true;
};

TypeList::TypeList(std::vector<Type> types) {
  if (types.empty()) return;
  auto shared = std::make_shared<Shared>();
  for (const Type& type : types) {
    const int64_t more = type.fields.empty() ? 1 : type.fields.leaves();
    if (__builtin_add_overflow(shared->leaves, more, &shared->leaves))
      shared->leaves = std::numeric_limits<int64_t>::max();
    if (!type.fields.empty()) shared->depth = std::max(shared->depth, type.fields.depth() + 1);
    shared->any_dynamic = shared->any_dynamic || type.is_dynamic();
    shared->all_known = shared->all_known && is_known(type);
  }
  shared->types = std::move(types);
  shared_ = std::move(shared);
}

size_t TypeList::size() const {
  return shared_ ? shared_->types.size() : 0;
}
const Type& TypeList::operator[](size_t i) const {
  return shared_->types[i];
}
const Type* TypeList::begin() const {
  return shared_ ? shared_->types.data() : nullptr;
}
const Type* TypeList::end() const {
  return begin() + size();
}
int64_t TypeList::leaves() const {
  return shared_ ? shared_->leaves : 0;
}
int TypeList::depth() const {
  return shared_ ? shared_->depth : 1;
}
bool TypeList::any_dynamic() const {
  return shared_ && shared_->any_dynamic;
}
bool TypeList::all_known() const {
  return !shared_ || shared_->all_known;
}

namespace {

void flatten(const Type& type, std::vector<Type>& all) {
  if (!type.is_tuple()) return all.push_back(type);
  for (const Type& field : type.fields) flatten(field, all);
}

}  // namespace

std::vector<Type> flattened(const Type& type) {
  std::vector<Type> all;
  flatten(type, all);
  return all;
}

bool is_known(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Unknown:
      return false;
    case Type::Kind::Tensor:
      return type.rank_known;
    case Type::Kind::Tuple:
      return type.fields.all_known();
    default:
      return true;
  }
}

bool too_large(const Type& type) {
  return type.fields.leaves() > kMaxLeaves || type.fields.depth() > kDeepestType;
}

namespace {

// Appends until the text is long enough; false from then on.
class Printer {
 public:
  explicit Printer(size_t most) : most_(most) {}

  bool print(const Type& type) {
    switch (type.kind) {
      case Type::Kind::Unknown:
        return put("?");
      case Type::Kind::Other:
        if (!type.is_sequence() && !type.is_optional()) return put(type.text);
        return put(type.text) && print(type.fields, 1) && put(")");
      case Type::Kind::Tensor:
        if (!type.rank_known) return put("Tensor[?, " + nw::to_string(type.dtype) + "]");
        if (type.shape.empty()) return put(nw::to_string(type.dtype));
        return put("Tensor[" + to_string(type.shape) + ", " + nw::to_string(type.dtype) + "]");
      case Type::Kind::Tuple:
        return print(type.fields, type.fields.size()) && put(type.fields.size() == 1 ? ",)" : ")");
      case Type::Kind::Function:
        break;
    }
    if (type.fields.empty()) return put("fn ()");
    return put("fn ") && print(type.fields, type.fields.size() - 1) && put(") -> ") && print(type.fields.back());
  }

  std::string text;

 private:
  bool put(std::string_view more) {
    text += more;
    if (text.size() <= most_) return true;
    size_t end = most_;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // within a character
    text.resize(end);
    text += "…";
    return false;
  }
  bool print(const TypeList& types, size_t count) {
    if (!put("(")) return false;
    for (size_t i = 0; i < count; ++i)
      if ((i > 0 && !put(", ")) || !print(types[i])) return false;
    return true;
  }

  const size_t most_;
};

}  // namespace

std::string to_string(const Type& type, size_t most) {
  Printer printer(most);
  printer.print(type);
  return std::move(printer.text);
}

std::string brief(const Type& type) {
  constexpr size_t kMax = 400;
  return to_string(type, kMax);
}

}  // namespace nw::graph
