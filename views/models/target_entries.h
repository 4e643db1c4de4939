// SPDX-License-Identifier: GPL-3.0-or-later
// The targets that a window can be used with, as rows: those of the registry, devices known by a file of their facts,
// and ids that the document names and nobody here knows.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "target/registry.h"

namespace nw::views {

enum class TargetState { Found, Described, NotTrusted, Failed, NotHere };

struct TargetEntry {
  std::string id;
  QString name;  // for people; the id where nothing better is known
  QString kind;  // "cpu", "gpu"; empty: not known
  TargetState state = TargetState::Found;
  QString why;                       // it is in that state; empty: there is nothing to say
  std::string plugin, version;       // that serves it
  std::string carrier, host;         // how it is reached
  std::optional<TargetFacts> facts;  // none: only a connection can tell
  Diagnostics problems;
  bool of_file = false;  // known by a file of facts

  bool here() const;        // this computer's processors
  bool selectable() const;  // a kernel can be scheduled for it
  bool runs() const { return state == TargetState::Found; }
  QString title() const;  // "riscv64-v · cross:riscv64-v": name and id, once where they are the same
};

QString state_word(TargetState state);  // "found", "described", …

// In this order: the registry's, those of files, those that only the document names.
std::vector<TargetEntry> target_entries(const std::vector<target::Target>& registered,
                                        const std::vector<TargetFacts>& of_files,
                                        const std::vector<std::string>& named_by_document);
// Null: there is none.
const TargetEntry* entry_of(const std::vector<TargetEntry>& entries, const std::string& id);

}  // namespace nw::views
