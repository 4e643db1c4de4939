// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/step_source.h"

#include "schedule/catalogue.h"

namespace nw::script {

namespace {

schedule::WrittenPart written(const Node* n) {
  return {n->span(), std::string(n->text)};
}

// C of C.op.axis[0], where a name is bound to the tensor.
schedule::WrittenPart tensor_of(const Node* n) {
  while (n->kind == NodeKind::Index || n->kind == NodeKind::Attribute) {
    const bool is_operation = n->kind == NodeKind::Attribute && n->attr == "op";
    n = n->a;
    if (is_operation && n->kind == NodeKind::Name) return written(n);
  }
  return {};
}

}  // namespace

schedule::StepSource step_source(const SyntaxStatement& statement, const Statement& record) {
  schedule::StepSource at;
  at.span = statement.span();
  at.last_line = statement.last_line;
  at.statement = StatementText(at.span, std::string(statement.text));
  for (const std::string_view target : statement.targets) at.result_names.emplace_back(target);
  const schedule::PrimitiveInfo& row = schedule::info(*record.primitive);
  for (const Statement::ArgumentText& argument : record.arguments)
    at.arguments.push_back({{argument.span, std::string(argument.text)}, &row.parameters[argument.parameter]});
  return at;
}

schedule::StepSource step_source(const SyntaxStatement& statement, const Statement& record, const Arguments& args) {
  schedule::StepSource at = step_source(statement, record);
  const Node* callee = args.call->a;
  if (callee->kind == NodeKind::Attribute) at.receiver = written(callee->a);
  for (size_t i = 0; i < at.arguments.size(); ++i)
    at.arguments[i].tensor = tensor_of(i < args.positional.size() ? args.positional[i].node
                                                                  : args.keywords[i - args.positional.size()].node);
  return at;
}

}  // namespace nw::script
