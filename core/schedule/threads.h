// SPDX-License-Identifier: GPL-3.0-or-later
// Thread axes and memories of an accelerator: who shares what. A memory of rank r is shared by the threads of rank ≥ r.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::schedule {

struct ThreadScope {
  int rank = -1;       // 0: blocks of a grid; 1: threads of a block, virtual threads
  int dimension = -1;  // x, y, z: 0, 1, 2; virtual threads: -1
};
// Of "blockIdx.x", "threadIdx.y", "vthread", …; nothing for another word.
std::optional<ThreadScope> thread_scope(const std::string& tag);
bool is_virtual_thread(const std::string& tag);
std::vector<std::string> thread_tags();

enum class StorageRank : int { Global = 0, Shared = 1, Warp = 2, Local = 3, Other = 4, Texture = 7 };
std::optional<StorageRank> storage_rank(const std::string& scope);  // of "global", "shared", …
StorageRank default_storage_rank(int thread_rank);                  // of a stage inside threads of that rank (-1: none)
std::vector<std::string> storage_scopes();

}  // namespace nw::schedule
