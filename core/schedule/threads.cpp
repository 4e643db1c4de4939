// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/threads.h"

namespace nw::schedule {

std::optional<ThreadScope> thread_scope(const std::string& tag) {
  if (is_virtual_thread(tag)) return ThreadScope{1, -1};
  const size_t dot = tag.find('.');
  if (dot == std::string::npos || dot + 2 != tag.size()) return std::nullopt;
  const int dimension = tag[dot + 1] - 'x';
  if (dimension < 0 || dimension > 2) return std::nullopt;
  const std::string kind = tag.substr(0, dot);
  if (kind == "blockIdx") return ThreadScope{0, dimension};
  if (kind == "threadIdx") return ThreadScope{1, dimension};
  return std::nullopt;
}

bool is_virtual_thread(const std::string& tag) {
  return tag.starts_with("vthread") || tag == "cthread";
}

std::vector<std::string> thread_tags() {
  return {"blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z", "vthread"};
}

// A scope is the name of a memory and a tag behind it, whatever it is: "shared.dyn", "global:vtcm"
// (StorageScope::Create).
std::optional<StorageRank> storage_rank(const std::string& scope) {
  auto is = [&](const char* word) { return scope.starts_with(word); };
  if (scope.empty() || is("global"))
    return scope.starts_with("global.texture") ? StorageRank::Texture : StorageRank::Global;
  if (is("shared")) return StorageRank::Shared;
  if (is("warp")) return StorageRank::Warp;
  if (is("local")) return StorageRank::Local;
  if (is("wmma.matrix_a") || is("wmma.matrix_b") || is("wmma.accumulator")) return StorageRank::Other;
  if (is("texture")) return StorageRank::Texture;
  return std::nullopt;
}

StorageRank default_storage_rank(int thread_rank) {
  if (thread_rank < 0) return StorageRank::Global;
  return thread_rank == 0 ? StorageRank::Shared : StorageRank::Local;
}

std::vector<std::string> storage_scopes() {
  return {"global", "shared", "shared.dyn", "warp", "local", "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"};
}

}  // namespace nw::schedule
