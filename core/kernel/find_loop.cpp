// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/find_loop.h"

#include <algorithm>

namespace nw::kernel {

namespace {

Diagnostic unknown_name(std::string message, std::vector<std::string> known) {
  Diagnostic d;
  d.code = "NW2094";
  d.message = std::move(message);
  d.legal = std::move(known);
  return d;
}

}  // namespace

Result<NamedLoop> find_loop(const KernelPreview& preview, const std::string& stage, const std::string& axis) {
  std::vector<std::string> stages, loops;
  NamedLoop found;
  for (const LoopTreeRow& row : preview.tree) {
    if (row.kind != LoopTreeRow::Kind::Stage) continue;
    stages.push_back(row.name);
    if (row.name == stage) found.stage = row.stage;
  }
  if (!found.stage.valid()) return unknown_name("the kernel has no stage '" + stage + "'", std::move(stages));
  if (axis.empty()) return found;
  for (const bool by_hint : {false, true})
    for (const LoopTreeRow& row : preview.tree) {
      if (row.kind != LoopTreeRow::Kind::Axis || row.stage != found.stage) continue;
      if (!by_hint) loops.push_back(row.name);
      if ((by_hint ? row.hint : row.name) == axis && !found.axis.valid()) found.axis = row.axis;
    }
  if (!found.axis.valid()) return unknown_name(stage + " has no loop '" + axis + "'", std::move(loops));
  return found;
}

}  // namespace nw::kernel
