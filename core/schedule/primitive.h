// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule primitives by number. What is known of each is in catalogue.h; what each does is in primitives/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nw::schedule {

enum class Primitive : uint8_t {
  Split,
  Tile,
  Fuse,
  Reorder,
  ComputeAt,
  ComputeInline,
  ComputeRoot,
  Vectorize,
  Unroll,
  Parallel,
  Bind,
  EnvThreads,
  Pragma,
  Tensorize,
  StorageAlign,
  Prefetch,
  DoubleBuffer,
  RollingBuffer,
  SetScope,
  SetStorePredicate,
  TransformLayout,
  CacheRead,
  CacheWrite,
  Rfactor,
  CreateGroup,
  GroupComputeAt,
};

// As the script calls it: "split", "compute_at" (also of a group).
const char* name_of(Primitive primitive);

}  // namespace nw::schedule
