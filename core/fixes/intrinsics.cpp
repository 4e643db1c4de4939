// SPDX-License-Identifier: GPL-3.0-or-later
// A loop that its intrinsic does not fit: another intrinsic, the loop as vectors, or as copies of its body. NW2410 to
// NW2412.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/catalogue.h"

namespace nw::fixes {

namespace {

// A loop that its intrinsic does not fit: another intrinsic, the loop as vectors, or as copies of its body.
std::vector<Fix> instead_of_tensorize(const Evaluation& at, int line) {
  const auto s = std::ranges::find(at.tree.statements, line, &SyntaxStatement::line);
  if (s == at.tree.statements.end() || !calls(*s, schedule::name_of(schedule::Primitive::Tensorize)) ||
      s->value->args.size() != 2)
    return {};
  std::vector<Fix> fixes;
  const Node *intrin = s->value->args[1].value, *call = s->value;
  for (size_t i = 0; i < at.environment.size(); ++i)
    if (at.environment[i].is<std::shared_ptr<const schedule::TensorIntrin>>() && at.tree.names[i] != intrin->text)
      fixes.push_back({fmt::format("use {}", at.tree.names[i]),
                       {{Edit::Kind::Replace, line, line_with(at.text, intrin, std::string(at.tree.names[i]))}}});
  for (const auto& [word, title] : {std::pair(schedule::Primitive::Vectorize, "compute the loop as vectors"),
                                    std::pair(schedule::Primitive::Unroll, "write the loop's body out instead")})
    fixes.push_back(
        {title,
         {{Edit::Kind::Replace, line,
           fmt::format("{}.{}({})", call->a->a->text, schedule::name_of(word), s->value->args[0].value->text)}}});
  return fixes;
}

// What keeps the intrinsic, then what keeps the loop, and last without the step.
void another_intrinsic(Context& c, std::vector<Fix> own) {
  if (own.size() > 1) c.propose(std::move(own.front()));
  for (Fix& fix : instead_of_tensorize(c.at, line_of(c.diagnostic()))) c.propose(std::move(fix), When::NoFixYet);
  if (!own.empty()) c.propose(std::move(own.back()));
}

}  // namespace

std::vector<ReadRow> intrinsic_rows() {
  return {{"NW2410", another_intrinsic}, {"NW2411", another_intrinsic}, {"NW2412", another_intrinsic}};
}

}  // namespace nw::fixes
