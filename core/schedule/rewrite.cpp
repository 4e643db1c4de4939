// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/rewrite.h"

#include <algorithm>

#include "base/budget.h"

namespace nw::schedule {

void redirect_reads(Schedule& s, te::TensorMap map) {
  for (StageId id : std::vector<StageId>(s.order())) {
    spend(1 + static_cast<int64_t>(map.size()) / 8);
    const te::Operation old = s.stage(id).op;
    const te::Operation now = te::replace_inputs(old, map);
    if (now == old) continue;
    for (int i = 0; i < old->num_outputs(); ++i) {
      const te::Tensor from = te::output(old, i), to = te::output(now, i);
      const auto known =
          std::find_if(map.begin(), map.end(), [&](const auto& m) { return te::same_tensor(m.second, from); });
      if (known != map.end())
        known->second = to;  // what led to the old one leads on to the new one
      else
        map.emplace_back(from, to);
    }
    s.replace_op(id, now);
  }
}

bool reads(const te::Operation& reader, const te::Operation& source) {
  const std::vector<te::Tensor> inputs = reader->inputs();
  return std::any_of(inputs.begin(), inputs.end(), [&](const te::Tensor& t) { return t->op == source; });
}

std::vector<StageId> readers_of(const Schedule& s, StageId stage) {
  std::vector<StageId> readers;
  for (StageId id : s.order())
    if (reads(s.stage(id).op, s.stage(stage).op)) readers.push_back(id);
  return readers;
}

std::string first_name(const std::vector<std::string>& names) {
  return names.empty() || names[0] == "_" ? std::string() : names[0];
}

}  // namespace nw::schedule
