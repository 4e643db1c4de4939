// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a hand-written nest on arrays.
#pragma once

#include <QTest>

#include "loaded_kernel.h"
#include "nests.h"

namespace nw::test {

// Compiles and runs on `arrays`, one an argument; those of outputs are written.
inline void run(const lower::LoopNest& n, const std::vector<NDArray*>& arrays, int threads = 1) {
  const Result<LoadedKernel> kernel = load(n);
  QVERIFY2(kernel.ok(), texts(kernel.diagnostics).c_str());
  const ThreadsOfLoops rt(threads);
  std::vector<void*> pointers;
  for (NDArray* a : arrays) pointers.push_back(a->mutable_bytes());
  QCOMPARE(kernel->entry()(pointers.data(), nullptr, rt.get()), 0);
}

}  // namespace nw::test
