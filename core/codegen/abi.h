// SPDX-License-Identifier: GPL-3.0-or-later
/* How a compiled kernel is called. This header is plain C: emitted headers repeat it.
 *
 *   int NAME(void* const* buffers, const int64_t* sizes, const nw_runtime* runtime);
 *
 * buffers: one pointer an argument of the kernel, in order; dense, row-major, aligned to 64 bytes; no two overlap.
 *   bool and integers below 8 bits take one byte an element; float16 and bfloat16 two.
 * sizes: the symbolic sizes, in the order of the kernel's size variables; may be null where there are none.
 * runtime: how to run in parallel and where to get memory; null: one thread, aligned_alloc and free.
 * Returns 0, NW_NO_MEMORY where memory was refused, or NW_INDEX_OUTSIDE where an index that was read from a buffer lay
 * outside the dimension it indexes; the first element was read there instead.
 */
#ifndef NW_CODEGEN_ABI_H
#define NW_CODEGEN_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the iterations begin … end - 1 of a parallel loop. */
typedef int (*nw_parallel_body)(void* context, int64_t begin, int64_t end);

typedef struct nw_runtime {
  /* Covers 0 … count - 1 by disjoint calls of body, on any threads; returns when all have, with the first that is not
   * 0. */
  int (*parallel_for)(const struct nw_runtime* runtime, int64_t count, nw_parallel_body body, void* context);
  /* Memory aligned to 64 bytes, or null. Blocks are released in reverse order by the thread that asked for them. */
  void* (*allocate)(const struct nw_runtime* runtime, int64_t bytes);
  void (*release)(const struct nw_runtime* runtime, void* block);
  void* state;
} nw_runtime;

enum { NW_NO_MEMORY = 1, NW_INDEX_OUTSIDE = 2 };

typedef int (*nw_kernel)(void* const* buffers, const int64_t* sizes, const nw_runtime* runtime);

#ifdef __cplusplus
}
#endif

#endif
