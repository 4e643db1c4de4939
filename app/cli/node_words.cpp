// SPDX-License-Identifier: GPL-3.0-or-later
#include "node_words.h"

namespace nw::cli {

using graph::Node;
using graph::NodeKind;

std::string op_name(const Node& node) {
  switch (node.kind) {
    case NodeKind::Call:
      return node.op;
    case NodeKind::Input:
      return "input";
    case NodeKind::Constant:
      return "constant";
    case NodeKind::CallNode:
      return "call";
    case NodeKind::Tuple:
      return "tuple";
    case NodeKind::TupleGet:
      return "tuple_get";
    case NodeKind::Let:
      return "let";
    case NodeKind::If:
      return "if";
    case NodeKind::Function:
      return "function";
    case NodeKind::GlobalRef:
      return "global";
    case NodeKind::RefCreate:
      return "ref";
    case NodeKind::RefRead:
      return "ref_read";
    case NodeKind::RefWrite:
      return "ref_write";
    case NodeKind::Match:
      return "match";
    case NodeKind::Opaque:
      break;
  }
  return "opaque";
}

}  // namespace nw::cli
