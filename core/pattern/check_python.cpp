// SPDX-License-Identifier: GPL-3.0-or-later
// A check as Python that TVM runs. Extents and attributes are objects there, whose comparison gives an object and not a
// truth; `value` makes Python's own numbers and lists of them. A tuple is a list, as for the check in the table.
#include <fmt/format.h>

#include "pattern/check.h"
#include "pattern/pattern.h"

namespace nw::pattern {

namespace {

class CheckPrinter {
 public:
  std::string print(const CheckNode& node) {
    using Kind = CheckNode::Kind;
    switch (node.kind) {
      case Kind::Literal:
        return python_text(node.value);
      case Kind::Root:
      case Kind::Member:
      case Kind::Item:
        return "value(" + access(node) + ")";
      case Kind::Negate:
        return "-" + print(*node.parts[0]);
      case Kind::Not:
        return "(not " + print(*node.parts[0]) + ")";
      case Kind::And:
        return joined(node, " and ");
      case Kind::Or:
        return joined(node, " or ");
      case Kind::Binary:
        return joined(node, " " + node.word + " ");
      case Kind::Compare:
        return comparison(node);
      case Kind::Length:
        return "len(" + print(*node.parts[0]) + ")";
      case Kind::Integer:
        return "int(" + print(*node.parts[0]) + ")";
      case Kind::List:
        return list(node);
    }
    return {};
  }

 private:
  // What TVM's objects have by themselves. The value of a number is the number.
  std::string access(const CheckNode& node) {
    switch (node.kind) {
      case CheckNode::Kind::Root:
        return "e";
      case CheckNode::Kind::Member:
        return node.word == "value" ? access(*node.parts[0]) : access(*node.parts[0]) + "." + node.word;
      case CheckNode::Kind::Item:
        return access(*node.parts[0]) + "[" + print(*node.parts[1]) + "]";
      default:
        return print(node);
    }
  }

  std::string joined(const CheckNode& node, const std::string& word) {
    std::string text;
    for (const CheckRef& part : node.parts) text += (text.empty() ? "" : word) + print(*part);
    return "(" + text + ")";
  }

  std::string comparison(const CheckNode& node) {
    std::string text = print(*node.parts[0]);
    for (size_t i = 0; i < node.comparisons.size(); ++i)
      text += " " + node.comparisons[i] + " " + print(*node.parts[i + 1]);
    return "(" + text + ")";
  }

  std::string list(const CheckNode& node) {
    std::string text;
    for (const CheckRef& part : node.parts) text += (text.empty() ? "" : ", ") + print(*part);
    return "[" + text + "]";
  }
};

}  // namespace

std::string python_for_tvm(const CheckNode& check) {
  return CheckPrinter().print(check);
}

}  // namespace nw::pattern
