// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choices for a model: what-ifs of fusion and the kernels' schedules. They are the unit of undo and the
// content of a project file. Nodes are named, never numbered, so that choices survive a changed file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "fusion/fusion.h"

namespace nw::workspace {

struct FusionChoices {
  int opt_level = 2;
  int max_depth = 256;
  std::map<std::string, graph::OpPattern> patterns = {};  // by operator or by node name
  std::vector<std::string> fences = {};
  std::vector<std::pair<std::string, std::string>> joins = {}, cuts = {};

  bool operator==(const FusionChoices&) const = default;
};

// The schedules of one task (all groups with the same computation share it). A task without an entry has its default.
struct KernelChoice {
  std::map<std::string, std::string> scripts;  // by the schedule's name
  std::string active;                          // the name in use

  bool operator==(const KernelChoice&) const = default;
};

// "schedule 1", "schedule 2", …: the first that the kernel does not have.
std::string free_name(const KernelChoice& kernel);

struct Choices {
  FusionChoices fusion;
  std::map<std::string, KernelChoice> kernels;  // by task key
  std::string patterns;                         // text of the pattern table in front
  std::map<std::string, int64_t> dims;          // values for the model's dynamic dimensions, by name
  std::string table = {};                       // the file of the table in front; empty: it is the project's own
  std::map<std::string, std::string> tables_behind = {};  // in other tabs: texts by their files, "": the project's own
  bool rules = false;                                     // those of the table in front are applied to the model

  bool operator==(const Choices&) const = default;
};

// The pattern tables of a document, each in a tab: those that are files by their paths, the project's own by "".
struct PatternTables {
  std::string front, text;                    // which is matched, and its text
  std::map<std::string, std::string> behind;  // texts of the others
};

// The script in use for a task; empty: its default.
std::string active_script(const Choices& choices, const std::string& task);
// The first task whose script has changed; empty if none has.
std::string changed_task(const Choices& before, const Choices& now);

// Choices under a name that the user gave them.
struct NamedState {
  std::string name;
  Choices choices;

  bool operator==(const NamedState&) const = default;
};

// The choices as options for this graph; unknown names are omitted, with a diagnostic (NW3001) each.
std::pair<fusion::Options, Diagnostics> fusion_options(const FusionChoices& choices, const graph::Graph& graph,
                                                       const graph::OpTraitsTable& traits);

}  // namespace nw::workspace
