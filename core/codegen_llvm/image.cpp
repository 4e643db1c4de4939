// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/image.h"

#include <lld/Common/Driver.h>

#include "codegen_llvm/linker.h"

LLD_HAS_DRIVER(elf)

namespace nw::codegen {

namespace {

Linker& linker_of_this_process() {
  static Linker linker([](const std::vector<const char*>& arguments) {
    Linker::Outcome outcome;
    llvm::raw_string_ostream errors(outcome.said);
    const lld::Result linked = lld::lldMain(arguments, llvm::nulls(), errors, {{lld::Gnu, &lld::elf::link}});
    outcome.exit = linked.retCode;
    outcome.can_run_again = linked.canRunAgain;
    return outcome;
  });
  return linker;
}

}  // namespace

Result<std::string> link_image(const std::string& object, const std::string& symbol) {
  return linker_of_this_process().link(object, symbol);
}

bool can_link_images() {
  return linker_of_this_process().usable();
}

}  // namespace nw::codegen
