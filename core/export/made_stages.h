// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that cache_read, cache_write and rfactor make, as other tools have words for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "script/script.h"

namespace nw::exporting {

struct MadeStage {
  // Read: `made` copies what `source` holds, for `readers`. Write: `made` computes what `source` then copies. Factor:
  // `made` computes the partial results that `source` then adds up.
  enum class Kind { Read, Write, Factor } kind = Kind::Read;
  StageId source, made;
  int line = 0;  // of the step
  std::string scope;
  std::vector<StageId> readers = {};  // of Read: all that read the copy now
  bool for_all = true;                // of Read: nothing else reads the source
};

// What the step made; none if it is another step, or if what it did is not that plain: a copy of a copy, a copy with a
// layout of its own, several tensors at once.
std::optional<MadeStage> made_by(const script::Program& program, const script::Statement& step);

// Of all steps, in order.
std::vector<MadeStage> made_stages(const script::Program& program);

}  // namespace nw::exporting
