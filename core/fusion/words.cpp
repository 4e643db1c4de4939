// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/words.h"

#include <fmt/format.h>

namespace nw::fusion {

using graph::NodeKind;

std::string_view to_string(Rule rule) {
  switch (rule) {
    case Rule::Fused:
      return "fused";
    case Rule::SameGroupByPath:
      return "same-group-by-path";
    case Rule::Joined:
      return "joined";
    case Rule::PrimitiveFunction:
      return "primitive-function";
    case Rule::OpaqueProducer:
      return "opaque-producer";
    case Rule::NoDominator:
      return "no-dominator";
    case Rule::ExternUse:
      return "extern-use";
    case Rule::DepthLimit:
      return "depth-limit";
    case Rule::IntoTuple:
      return "into-tuple";
    case Rule::AnchorNeedsElemwise:
      return "anchor-needs-elemwise";
    case Rule::BroadcastPath:
      return "broadcast-path";
    case Rule::InjectivePath:
      return "injective-path";
    case Rule::ReductionIsLast:
      return "reduction-is-last";
    case Rule::PathBlocked:
      return "path-blocked";
    case Rule::IntermediateTuple:
      return "intermediate-tuple";
    case Rule::OptLevelZero:
      return "opt-level-zero";
    case Rule::NotACall:
      return "not-a-call";
    case Rule::Constant:
      return "constant";
    case Rule::Outside:
      return "outside";
    case Rule::Fence:
      return "fence";
    case Rule::Cut:
      return "cut";
    case Rule::DifferentFunctions:
      return "different-functions";
    case Rule::NotDominated:
      return "not-dominated";
    case Rule::NoCommonUse:
      return "no-common-use";
    case Rule::Same:
      return "same";
  }
  return "fused";
}

std::string short_name(const graph::Node& node) {
  switch (node.kind) {
    case NodeKind::Call:
    case NodeKind::Opaque:
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
      return fmt::format("projection .{}", graph::int_attr(node.attrs, "index", 0));
    case NodeKind::Let:
      return "let";
    case NodeKind::If:
      return "if";
    case NodeKind::Function:
      return "function";
    case NodeKind::GlobalRef:
      return "global function";
    case NodeKind::RefCreate:
      return "ref";
    case NodeKind::RefRead:
      return "ref_read";
    case NodeKind::RefWrite:
      return "ref_write";
    case NodeKind::Match:
      return "match";
  }
  return node.op;
}

std::string full_name(const graph::Node& node) {
  return fmt::format("`{}` ({})", short_name(node), node.name);
}

std::string name_beside(const Analysis& run, int32_t i, int32_t a, int32_t b) {
  const graph::Node& n = run.node(i);
  if (i == a || i == b) return fmt::format("`{}`", short_name(n));
  return full_name(n);
}

Sentence op_of(OpPattern pattern) {
  const std::string_view name = graph::to_string(pattern);
  const bool vowel = name.front() == 'e' || name.front() == 'i' || name.front() == 'o';
  return Sentence(vowel ? NW_TEXT("Fusion", "an {0} op") : NW_TEXT("Fusion", "a {0} op"), name);
}

}  // namespace nw::fusion
