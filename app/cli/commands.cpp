// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

namespace nw::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> table = {
      {"script", "the TE script of a fused group", add_script},
      {"run", "compile a script's kernel, run it, time it", add_run},
      {"emit", "write a script's kernel as code", add_emit},
      {"inspect", "what a model holds: nodes, types, what is not known", add_inspect},
      {"explain", "the page of a diagnostic code", add_explain},
  };
  return table;
}

}  // namespace nw::cli
