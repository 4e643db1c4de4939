// SPDX-License-Identifier: GPL-3.0-or-later
// What names mean in a function, and where things are in the text.
#include <algorithm>

#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

const Named* Scope::find(std::string_view name) const {
  const auto it = now_.find(name);
  return it == now_.end() ? nullptr : &it->second;
}

void Scope::define(std::string_view name, Named what) {
  const auto it = now_.find(name);
  undo_.emplace_back(name, it == now_.end() ? std::nullopt : std::optional(it->second));
  now_.insert_or_assign(name, std::move(what));
}

void Scope::back_to(size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) {
    auto& [name, before] = undo_.back();
    if (before)
      now_.insert_or_assign(name, std::move(*before));
    else
      now_.erase(name);
  }
}

std::vector<std::string> Scope::names_of_buffers() const {
  std::vector<std::string> names;
  for (const auto& [name, what] : now_)
    if (std::holds_alternative<tir::Buffer>(what) || std::holds_alternative<Alias>(what)) names.emplace_back(name);
  std::ranges::sort(names);
  if (names.size() > 20) names.resize(20);
  return names;
}

std::string Reader::path_of(const E* e) const {
  std::vector<std::string_view> parts;
  for (; e && e->kind == flatten::ExprKind::Attribute && parts.size() < 8; e = e->a) parts.push_back(e->text);
  if (!e || e->kind != flatten::ExprKind::Name) return {};
  std::string path(e->text);
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) path += "." + std::string(*it);
  return path;
}

std::string_view Reader::tir_name(const E* e, std::string& path) const {
  path = path_of(e);
  std::string_view rest = path;
  for (const std::string_view prefix : {"tvm.script.", "tvm."})
    if (rest.starts_with(prefix)) {
      rest.remove_prefix(prefix.size());
      break;
    }
  const size_t dot = rest.find('.');
  if (dot == std::string_view::npos || !tir_aliases_.contains(rest.substr(0, dot))) return {};
  return rest.substr(dot + 1);
}

const Reader::E* Reader::keyword(const E* call, std::string_view name) {
  for (const flatten::Argument& a : call->arguments)
    if (a.keyword == name) return a.value;
  return nullptr;
}

const Reader::E* Reader::positional(const E* call, size_t index) {
  for (const flatten::Argument& a : call->arguments)
    if (a.keyword.empty() && index-- == 0) return a.value;
  return nullptr;
}

size_t Reader::count_positional(const E* call) {
  return static_cast<size_t>(
      std::ranges::count_if(call->arguments, [](const flatten::Argument& a) { return a.keyword.empty(); }));
}

TextSpan Reader::at(const E* e) const {
  const std::string path = path_of(e->kind == flatten::ExprKind::Call ? e->a : e);
  const size_t length = !path.empty() ? path.size() : !e->text.empty() ? e->text.size() : 1;
  return {e->line, e->column, static_cast<int>(length)};
}

TextSpan Reader::at(const S& s) const {
  const auto offset = static_cast<size_t>(s.text.data() - text_.data());
  size_t begin = offset <= text_.size() && offset > 0 ? text_.rfind('\n', offset - 1) : std::string_view::npos;
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  if (s.text.data() == nullptr || offset > text_.size()) return {s.line, 1, 1};
  const size_t end = std::min(text_.find('\n', offset), text_.size());
  return {s.line, static_cast<int>(offset - begin) + 1, static_cast<int>(std::max<size_t>(end - offset, 1))};
}

// The line of the file that the expression is in, from its first character on: for constructs that are quoted.
std::string Reader::text_of(const E* e) const {
  const std::string path = path_of(e->kind == flatten::ExprKind::Call ? e->a : e);
  return path.empty() ? std::string(e->text) : path;
}

void Reader::report(Diagnostic d) {
  if (module_.diagnostics.size() < kMaxDiagnostics) module_.diagnostics.push_back(std::move(d));
}

}  // namespace nw::tvmscript
