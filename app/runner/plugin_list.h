// SPDX-License-Identifier: GPL-3.0-or-later
// The plugins that this runner may load.
#pragma once

#include <nestwright/target.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nw::runner {

struct Plugin {
  std::string id;       // empty: not known before the library is asked
  std::string library;  // a path; empty: built into this program
  nwt_entry built_in = nullptr;
  bool needs_files = false;  // while kernels run: then its process has limits, and no confinement
  int sealed = -1;           // what is loaded instead of the file (sealed_library.h); -1: the file itself
  bool changed = false;      // the file is not the one that was trusted
  bool asked = false;        // the library was loaded once, and what follows is what it said
  std::string version, abi;
  bool can_cancel = false;
  std::string why;  // it cannot be used; empty: it can

  const std::string& label() const { return id.empty() ? library : id; }
};

class PluginList {
 public:
  // The plugin "cpu": built in, or nwt_cpu.so among the libraries beside this program.
  void add_cpu();
  // A library whose table says what its id is. With the hash that its file had when it was trusted, what is loaded is
  // a sealed copy of that hash, or nothing; empty: the file, whatever it is by then.
  void add_library(std::string path, bool needs_files, const std::string& sha256 = {});

  // The one of that id that was added last; null: there is none.
  const Plugin* find(const std::string& id) const;
  // The next that has to be asked: for its id, or, where `all`, whether it can be used. Null: none.
  Plugin* next_to_ask(bool all);
  // Of libraries that could not say their id: "; PATH: WHY" each.
  std::string failures() const;
  // A library without an id that has changed since it was trusted; null: there is none.
  const Plugin* changed() const;
  // As the reply to "plugins" has them.
  nlohmann::json rows() const;

 private:
  std::vector<Plugin> plugins_;
};

}  // namespace nw::runner
