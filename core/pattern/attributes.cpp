// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/attributes.h"

#include "op/attribute_defaults.h"

namespace nw::pattern {

using graph::Attr;

std::optional<Attr> attribute_of(const ExprPool& pool, ExprId id, const std::string& key) {
  const Expr& e = pool[id];
  if (e.kind != ExprKind::Call && e.kind != ExprKind::Function) return std::nullopt;
  if (e.attrs) {
    if (const auto given = e.attrs->find(key); given != e.attrs->end()) return given->second;
  }
  const std::string_view op = pool.called_op(id);
  const op::AttributeFields* fields = op.empty() ? nullptr : op::attribute_fields(op);
  if (!fields) return std::nullopt;
  const auto field = fields->find(key);
  if (field == fields->end()) return std::nullopt;
  return field->second ? *field->second : Attr{};
}

std::vector<std::string> attribute_names(const ExprPool& pool, ExprId call) {
  std::vector<std::string> names;
  const Expr& e = pool[call];
  const std::string_view op = pool.called_op(call);
  const op::AttributeFields* fields = op.empty() ? nullptr : op::attribute_fields(op);
  if (fields)
    for (const auto& [name, value] : *fields) names.push_back(name);
  if (!e.attrs) return names;
  for (const auto& [name, value] : *e.attrs)
    if (!fields || !fields->contains(name)) names.push_back(name);
  return names;
}

namespace {

std::optional<int64_t> integer(const Attr& attr) {
  if (const auto* i = std::get_if<int64_t>(&attr.value)) return *i;
  if (const auto* b = std::get_if<bool>(&attr.value)) return *b ? 1 : 0;
  if (const auto* d = std::get_if<graph::Dim>(&attr.value)) return d->constant();
  return std::nullopt;
}

std::optional<std::string> text(const Attr& attr) {
  if (const auto* s = std::get_if<std::string>(&attr.value)) return *s;
  if (const auto* t = std::get_if<DType>(&attr.value)) return to_string(*t);
  return std::nullopt;
}

}  // namespace

bool attribute_matches(const Attr& wanted, const Attr& value) {
  const auto* list = std::get_if<graph::AttrList>(&value.value);
  if (list) {
    const auto* other = std::get_if<graph::AttrList>(&wanted.value);
    if (!other || other->size() != list->size()) return false;
    for (size_t i = 0; i < list->size(); ++i)
      if (!attribute_matches((*other)[i], (*list)[i])) return false;
    return true;
  }
  if (const auto number = integer(value)) return integer(wanted) == number;
  if (const auto words = text(value)) return text(wanted) == words;
  return wanted == value;
}

}  // namespace nw::pattern
