// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/image.h"

#include <lld/Common/Driver.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>

#include "codegen/diagnostics.h"

LLD_HAS_DRIVER(elf)

namespace nw::codegen {

namespace {

// A folder of its own in memory, where the system has such, and gone with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    for (const char* parent : {"/dev/shm", "/tmp"}) {
      std::string pattern = std::string(parent) + "/nestwright-XXXXXX";
      if (!::mkdtemp(pattern.data())) continue;
      path_ = pattern;
      return;
    }
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Result<std::string> link_image(const std::string& object, const std::string& symbol) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const ScratchFolder folder;
  if (folder.path().empty()) return cannot_load("no temporary folder can be made");
  const std::string from = folder.path() / "kernel.o", to = folder.path() / "kernel.so";
  if (!(std::ofstream(from, std::ios::binary) << object).flush())
    return cannot_load("its object cannot be written to " + from);
  // Kept apart from the host: relocations are few and known, code is not rewritten, and the order is the object's.
  const char* const arguments[] = {
      "ld.lld",     "-shared",     "-nostdlib",   "-Bsymbolic",      "-z", "now",      "-e",        symbol.c_str(),
      "--no-relax", "--strip-all", "--threads=1", "--build-id=none", "-o", to.c_str(), from.c_str()};
  std::string said;
  llvm::raw_string_ostream errors(said);
  const lld::Result linked = lld::lldMain(arguments, llvm::nulls(), errors, {{lld::Gnu, &lld::elf::link}});
  if (linked.retCode != 0) return cannot_load(said);
  std::string image = read_all(to);
  if (image.empty()) return cannot_load("its image cannot be read back from " + to);
  return image;
}

}  // namespace nw::codegen
