// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/create_schedule.h"

namespace nw::fixes {

std::vector<Edit> scheduled_too(const Evaluation& at, const std::vector<std::string>& names) {
  for (const SyntaxStatement& s : at.tree.statements) {
    if (!calls(s, "create_schedule") || s.value->args.size() != 1) continue;
    const Node* ops = s.value->args[0].value;
    std::string list;
    for (const Node* op : listed(ops)) list += std::string(op->text) + ", ";
    for (const std::string& name : names)
      if (list.find(name + ".op, ") == std::string::npos) list += name + ".op, ";
    list.resize(list.size() - 2);
    return {{Edit::Kind::Replace, s.line, line_with(at.text, ops, "[" + list + "]")}};
  }
  return {};
}

}  // namespace nw::fixes
