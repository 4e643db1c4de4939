// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/parser.h"

namespace nw::script {

SyntaxTree parse(std::string_view text) {
  return Parser(text).run();
}

}  // namespace nw::script
