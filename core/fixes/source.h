// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a script, its syntax nodes and the names of its values: what fixes are written with.
#pragma once

#include <functional>

#include "script/observer.h"

namespace nw::fixes {

using script::Evaluation;
using script::Node;
using script::SyntaxStatement;
using script::SyntaxTree;

// ── text ──
std::string line_text(std::string_view text, int line);
bool mentions(std::string_view text, const std::vector<std::string>& names);
// A text with a name replaced where it is a whole word or before `next`, but not as an attribute.
std::string renamed(std::string_view text, std::string_view from, std::string_view to, std::string_view next = {});
std::string replaced_once(std::string text, std::string_view from, const std::string& to);

// ── syntax ──
bool one_line(const Node* n);
bool calls(const SyntaxStatement& s, std::string_view function);  // te.compute(…), on one line
const SyntaxStatement* statement_at(const SyntaxTree& tree, int line);
const SyntaxStatement* binding(const SyntaxTree& tree, std::string_view name);  // on one line
bool is_used(const SyntaxTree& tree, std::string_view name);
const Node* keyword(const Node* call, std::string_view name);
std::vector<const Node*> listed(const Node* n);  // the items of a list or tuple; else the node
void each_node(const Node* n, const std::function<void(const Node*)>& f);
// The text of a node with its parts rewritten.
std::string spliced(const Node* n, const std::function<std::string(const Node*)>& part);
// The line of a node with other text in place of it.
std::string line_with(std::string_view text, const Node* n, const std::string& replacement);
std::string converted(const Node* n, const std::string& dtype);  // A[i].astype("int32")

// ── names ──
std::string name_of_tensor(const Evaluation& at, const te::Tensor& tensor);  // empty if nothing binds it
std::string name_of_axis(const Evaluation& at, const tir::IterVar& axis);
std::string readers_text(const Evaluation& at, StageId stage);  // the stages that read it, as script text: "B, C"
// The reduce axes that expressions use, as a script lists them: "k", "[ry, rx]".
std::string axes_used(const Evaluation& at, const std::vector<tir::Expr>& expressions);
const script::Statement* record_at(const script::Program& program, int line);

}  // namespace nw::fixes
