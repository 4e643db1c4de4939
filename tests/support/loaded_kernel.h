// SPDX-License-Identifier: GPL-3.0-or-later
// A nest compiled and loaded into this process by the system's own loader, which shares nothing with the one that runs
// kernels for people.
#pragma once

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "codegen/abi.h"
#include "codegen/symbol_name.h"
#include "codegen_llvm/image.h"
#include "codegen_llvm/machine_code.h"

namespace nw::test {

class LoadedKernel {
 public:
  nw_kernel entry() const { return entry_; }

 private:
  friend Result<LoadedKernel> load(const lower::LoopNest& nest, const codegen::Options& options);
  std::shared_ptr<void> library_;
  nw_kernel entry_ = nullptr;
};

inline Result<LoadedKernel> load(const lower::LoopNest& nest, const codegen::Options& options = {}) {
  const std::string symbol = codegen::symbol_name(nest);
  const Result<std::string> object = codegen::object_file(nest, options);
  if (!object.ok()) return object.diagnostics;
  const Result<std::string> image = codegen::link_image(*object, symbol);
  if (!image.ok()) return image.diagnostics;
  Diagnostic failed;
  const int file = ::memfd_create("kernel", 0);
  if (::write(file, image->data(), image->size()) != static_cast<ssize_t>(image->size())) return failed;
  LoadedKernel kernel;
  kernel.library_ = {::dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL),
                     [file](void* library) {
                       if (library) ::dlclose(library);
                       ::close(file);
                     }};
  if (kernel.library_) kernel.entry_ = reinterpret_cast<nw_kernel>(::dlsym(kernel.library_.get(), symbol.c_str()));
  if (kernel.entry_) return kernel;
  failed.message = ::dlerror();
  return failed;
}

// Threads that are made for each parallel loop.
class ThreadsOfLoops {
 public:
  explicit ThreadsOfLoops(int threads) : threads_(threads) {
    table_.state = this;
    table_.parallel_for = [](const nw_runtime* r, int64_t count, nw_parallel_body body, void* context) {
      const int64_t parts = static_cast<ThreadsOfLoops*>(r->state)->threads_;
      std::vector<int> status(static_cast<size_t>(parts));
      {
        std::vector<std::jthread> all;
        for (int64_t part = 0; part < parts; ++part)
          all.emplace_back([=, &status] {
            const int64_t begin = count * part / parts, end = count * (part + 1) / parts;
            if (begin < end) status[static_cast<size_t>(part)] = body(context, begin, end);
          });
      }
      for (const int one : status)
        if (one != 0) return one;
      return 0;
    };
    table_.allocate = [](const nw_runtime*, int64_t bytes) -> void* {
      return std::aligned_alloc(64, (static_cast<size_t>(bytes) + 64) / 64 * 64);
    };
    table_.release = [](const nw_runtime*, void* block) { std::free(block); };
  }
  const nw_runtime* get() const { return &table_; }

 private:
  int threads_;
  nw_runtime table_{};
};

}  // namespace nw::test
