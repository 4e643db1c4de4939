// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

namespace nw::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> table = {
      {"explain", "the page of a diagnostic code", add_explain},
  };
  return table;
}

}  // namespace nw::cli
