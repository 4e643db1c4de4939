// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/facts.h"

#include "base/local_cpu.h"
#include "cpu/counters.h"
#include "cpu/processor.h"

namespace nw::cpu {

TargetFacts facts() {
  TargetFacts facts = local_cpu_facts();
  facts.plugin = "cpu";
  describe_processor(facts);
  if (Counters().present()) {
    facts.clock.kind = "emulated";
    for (const std::string_view name : kCounterNames)
      facts.counters.push_back({std::string(name), name.ends_with("bytes") ? "B" : "1", true, {}});
  }
  return facts;
}

}  // namespace nw::cpu
