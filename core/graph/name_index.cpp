// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/name_index.h"

#include <functional>

#include "graph/graph.h"

namespace nw::graph {

namespace {

uint32_t hash_of(std::string_view name) {
  return static_cast<uint32_t>(std::hash<std::string_view>{}(name));
}

}  // namespace

NodeId NameIndex::find(const std::vector<Node>& nodes, std::string_view name) const {
  if (slots_.empty()) return {};
  const uint32_t hash = hash_of(name);
  for (size_t i = home({hash, {}}); slots_[i].id.valid(); i = next(i))
    if (slots_[i].hash == hash && nodes[slots_[i].id.index()].name == name) return slots_[i].id;
  return {};
}

void NameIndex::insert(NodeId id, std::string_view name) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  place({hash_of(name), id});
  ++used_;
}

bool NameIndex::erase(NodeId id, std::string_view name) {
  if (slots_.empty()) return false;
  size_t hole = home({hash_of(name), id});
  for (; slots_[hole].id != id; hole = next(hole))
    if (!slots_[hole].id.valid()) return false;
  // Whatever is behind the hole and may be in it moves up, so that no search ends at the hole too early.
  for (size_t i = next(hole); slots_[i].id.valid(); i = next(i)) {
    const size_t from_home = (i - home(slots_[i])) & (slots_.size() - 1);
    const size_t from_hole = (i - hole) & (slots_.size() - 1);
    if (from_home < from_hole) continue;
    slots_[hole] = slots_[i];
    hole = i;
  }
  slots_[hole] = {};
  --used_;
  return true;
}

void NameIndex::place(Slot slot) {
  size_t i = home(slot);
  while (slots_[i].id.valid()) i = next(i);
  slots_[i] = slot;
}

void NameIndex::grow() {
  std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.id.valid()) place(slot);
}

}  // namespace nw::graph
