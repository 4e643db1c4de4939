// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "script/lexer.h"
#include "tir/visit.h"

namespace nw::fixes {

using script::NodeKind;
using script::Tok;
using script::Token;
using script::Tokens;

std::string line_text(std::string_view text, int line) {
  size_t start = 0;
  for (int i = 1; i < line && start < text.size(); ++i) start = std::min(text.find('\n', start), text.size() - 1) + 1;
  return std::string(text.substr(start, text.find('\n', start) - start));
}

bool mentions(std::string_view text, const std::vector<std::string>& names) {
  const Tokens tokens = script::tokenize(text);
  return std::ranges::any_of(tokens.list, [&](const Token& t) {
    return t.kind == Tok::Name && std::ranges::find(names, t.text) != names.end();
  });
}

std::string renamed(std::string_view text, std::string_view from, std::string_view to, std::string_view next) {
  const Tokens tokens = script::tokenize(text);
  std::string out;
  size_t at = 0;
  for (size_t i = 0; i < tokens.list.size(); ++i) {
    const Token& t = tokens.list[i];
    const bool follows = next.empty() || (i + 1 < tokens.list.size() && tokens.list[i + 1].text == next);
    if (t.kind != Tok::Name || t.text != from || !follows || (i > 0 && tokens.list[i - 1].text == ".")) continue;
    const auto begin = static_cast<size_t>(t.text.data() - text.data());
    out += std::string(text.substr(at, begin - at)) + std::string(to);
    at = begin + t.text.size();
  }
  return out + std::string(text.substr(at));
}

std::string replaced_once(std::string text, std::string_view from, const std::string& to) {
  const size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

bool one_line(const Node* n) {
  return n->text.find('\n') == std::string_view::npos;
}

bool calls(const SyntaxStatement& s, std::string_view function) {
  return s.value && s.value->kind == NodeKind::Call && s.value->a->kind == NodeKind::Attribute &&
         s.value->a->attr == function && s.line == s.last_line;
}

const SyntaxStatement* statement_at(const SyntaxTree& tree, int line) {
  const auto at = std::ranges::find(tree.statements, line, &SyntaxStatement::line);
  return at == tree.statements.end() ? nullptr : &*at;
}

const SyntaxStatement* binding(const SyntaxTree& tree, std::string_view name) {
  const auto at = std::ranges::find_if(tree.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == name && s.line == s.last_line;
  });
  return at == tree.statements.end() ? nullptr : &*at;
}

bool is_used(const SyntaxTree& tree, std::string_view name) {
  return std::ranges::find(tree.names, name) != tree.names.end();
}

const Node* keyword(const Node* call, std::string_view name) {
  for (const script::Argument& arg : call->args)
    if (arg.keyword == name) return arg.value;
  return nullptr;
}

std::vector<const Node*> listed(const Node* n) {
  if (n->kind == NodeKind::List || n->kind == NodeKind::Tuple) return {n->items.begin(), n->items.end()};
  return {n};
}

namespace {

// The parts of a node, in the order of the text.
std::vector<const Node*> parts_of(const Node* n) {
  std::vector<const Node*> parts;
  for (const Node* part : {n->a, n->b, n->c})
    if (part) parts.push_back(part);
  for (const Node* item : n->items)
    if (item) parts.push_back(item);
  for (const script::Argument& arg : n->args) parts.push_back(arg.value);
  std::ranges::sort(parts, {}, [](const Node* p) { return p->text.data(); });
  return parts;
}

}  // namespace

void each_node(const Node* n, const std::function<void(const Node*)>& f) {
  f(n);
  for (const Node* part : parts_of(n)) each_node(part, f);
}

std::string spliced(const Node* n, const std::function<std::string(const Node*)>& part) {
  std::string text;
  const char* at = n->text.data();
  for (const Node* p : parts_of(n)) {
    if (p->text.data() < at) continue;
    text += std::string_view(at, static_cast<size_t>(p->text.data() - at));
    text += part(p);
    at = p->text.data() + p->text.size();
  }
  return text.append(at, n->text.data() + n->text.size());
}

std::string line_with(std::string_view text, const Node* n, const std::string& replacement) {
  std::string line = line_text(text, n->line);
  return line.replace(static_cast<size_t>(n->column) - 1, n->text.size(), replacement);
}

std::string converted(const Node* n, const std::string& dtype) {
  const bool stands_alone = n->kind == NodeKind::Name || n->kind == NodeKind::Index || n->kind == NodeKind::Call ||
                            n->kind == NodeKind::Attribute;  // a method may be called on it without parentheses
  return (stands_alone ? std::string(n->text) : "(" + std::string(n->text) + ")") + ".astype(\"" + dtype + "\")";
}

std::string name_of_tensor(const Evaluation& at, const te::Tensor& tensor) {
  const auto& schedule = at.program.schedule;
  for (size_t i = 0; i < at.environment.size(); ++i) {
    const auto* t = at.environment[i].get<te::Tensor>();
    if (!t || (*t)->value_index != tensor->value_index) continue;
    if ((*t)->op == tensor->op) return std::string(at.tree.names[i]);
    const StageId stage = schedule ? schedule->find(tensor->op) : StageId();
    if (stage.valid() && schedule->find((*t)->op) == stage) return std::string(at.tree.names[i]);
  }
  return {};
}

std::string name_of_axis(const Evaluation& at, const tir::IterVar& axis) {
  for (size_t i = 0; i < at.environment.size(); ++i) {
    const auto* a = at.environment[i].get<script::AxisValue>();
    if (a && a->iter == axis) return std::string(at.tree.names[i]);
  }
  return {};
}

std::string readers_text(const Evaluation& at, StageId stage) {
  const schedule::Schedule& s = *at.program.schedule;
  std::string readers;
  for (const StageId id : s.order())
    for (const te::Tensor& input : s.stage(id).op->inputs()) {
      if (s.find(input->op) != stage) continue;
      if (!s.stage(id).script_name.empty()) readers += (readers.empty() ? "" : ", ") + s.stage(id).script_name;
      break;
    }
  return readers;
}

std::string axes_used(const Evaluation& at, const std::vector<tir::Expr>& expressions) {
  std::vector<std::string> names;
  for (const tir::IterVar& axis : at.reduce_axes) {
    const bool used = std::ranges::any_of(expressions, [&](const tir::Expr& e) { return tir::uses_var(e, axis->var); });
    const std::string name = used ? name_of_axis(at, axis) : std::string();
    if (!name.empty()) names.push_back(name);
  }
  if (names.size() == 1) return names[0];
  return names.empty() ? std::string() : fmt::format("[{}]", fmt::join(names, ", "));
}

const script::Statement* record_at(const script::Program& program, int line) {
  const auto at = std::ranges::find(program.statements, line, [](const script::Statement& s) { return s.span.line; });
  return at == program.statements.end() ? nullptr : &*at;
}

}  // namespace nw::fixes
