// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/object.h"

#include "codegen/diagnostics.h"

namespace nw::codegen {

namespace {

Diagnostic unreadable(llvm::Error error) {
  return broken_module("its object cannot be read: " + llvm::toString(std::move(error)));
}

}  // namespace

Result<ObjectSection> section_of(const std::string& object, const std::string& symbol) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, symbol));
  if (!file) return unreadable(file.takeError());
  for (const llvm::object::SymbolRef& known : (*file)->symbols()) {
    llvm::Expected<llvm::StringRef> called = known.getName();
    if (!called) return unreadable(called.takeError());
    if (*called != symbol) continue;
    llvm::Expected<uint64_t> address = known.getAddress();
    if (!address) return unreadable(address.takeError());
    llvm::Expected<llvm::object::section_iterator> section = known.getSection();
    if (!section) return unreadable(section.takeError());
    if (*section != (*file)->section_end()) return ObjectSection{std::move(*file), **section, *address};
  }
  return broken_module("it does not define " + symbol);
}

}  // namespace nw::codegen
