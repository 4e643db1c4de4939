// SPDX-License-Identifier: GPL-3.0-or-later
// A linker within this process, with what it reads and writes in memory that has no name: however the process ends,
// nothing is left of it in any folder.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw::codegen {

class Linker {
 public:
  struct Outcome {
    int exit = 0;
    bool can_run_again = true;  // false: it has crashed, and the memory of the process may be damaged
    std::string said;
  };
  using Main = std::function<Outcome(const std::vector<const char*>& arguments)>;

  explicit Linker(Main main) : main_(std::move(main)) {}

  // A shared image of the object whose entry is the symbol. One at a time; none once the linker has crashed. Errors:
  // NW9102.
  Result<std::string> link(const std::string& object, const std::string& symbol);
  bool usable();

 private:
  Main main_;
  std::mutex one_at_a_time_;
  bool usable_ = true;
};

}  // namespace nw::codegen
