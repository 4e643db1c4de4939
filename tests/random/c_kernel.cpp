// SPDX-License-Identifier: GPL-3.0-or-later
#include "c_kernel.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/c_source.h"

namespace nw::test {

namespace {

// The kernel with the calling convention of codegen/abi.h.
std::string with_entry(const lower::LoopNest& nest, const codegen::CSource& source) {
  std::string call;
  for (size_t i = 0; i < source.parameters.size(); ++i) {
    call += i ? ", " : "";
    if (i < nest.args.size())
      call += fmt::format("({}*)buffers[{}]", codegen::c_memory_type(nest.args[i]->dtype), i);
    else
      call += fmt::format("sizes[{}]", i - nest.args.size());
  }
  return fmt::format(
      "{}\n{}\n{}\nint nw_entry(void* const* buffers, const int64_t* sizes, const void* runtime) {{\n"
      "  (void)sizes;\n  (void)runtime;\n  {}({});\n  return 0;\n}}\n",
      source.headers, source.helpers, source.kernel, source.name, call);
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

CKernel::CKernel(const lower::LoopNest& nest, const std::string& flags, const std::string& folder) {
  const Result<codegen::CSource> source = codegen::c_source(nest);
  diagnostics_ = source.diagnostics;
  if (!source.ok()) return;
  static int count = 0;
  const std::string stem = fmt::format("{}/c{}", folder, ++count);
  std::ofstream(stem + ".c") << with_entry(nest, *source);
  const std::string command = fmt::format(
      "gcc -std=c11 -Wall -Wextra -Werror -Wno-tautological-compare -Wno-type-limits -Wno-maybe-uninitialized -shared "
      "-fPIC {0} {1}.c -o {1}.so -lm 2> {1}.log",
      flags, stem);
  if (std::system(command.c_str()) != 0)
    problem_ = "the emitted C does not compile: " + text_of(stem + ".log").substr(0, 2000);
  else if (library_ = ::dlopen((stem + ".so").c_str(), RTLD_NOW | RTLD_LOCAL); !library_)
    problem_ = ::dlerror();
  else
    entry_ = reinterpret_cast<nw_kernel>(::dlsym(library_, "nw_entry"));
  for (const char* suffix : {".c", ".so", ".log"}) std::filesystem::remove(stem + suffix);
}

CKernel::~CKernel() {
  if (library_) ::dlclose(library_);
}

}  // namespace nw::test
