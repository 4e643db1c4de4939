// SPDX-License-Identifier: GPL-3.0-or-later
// oneDNN's primitives as peers, on one thread, in the blocked layouts that it chooses; reorders into them are left out.
#pragma once

#include <cstdint>
#include <functional>

namespace bench {

struct Conv {
  int64_t in, height, width, out, kernel_h, kernel_w, stride_h, stride_w;
  int64_t pad_top, pad_left, pad_bottom, pad_right;
  int64_t groups = 1;
};

// Before the first primitive: one thread, and AVX-512 with VNNI at most. The tile registers that some processors have
// beyond that (AMX) are another kind of machine for 8-bit numbers, and make no difference for float32.
void restrict_onednn();

// Convolution with bias and ReLU.
std::function<void()> onednn_conv(const Conv& c);
std::function<void()> onednn_softmax(int64_t rows, int64_t columns);     // of each row
std::function<void()> onednn_layer_norm(int64_t rows, int64_t columns);  // of each row, with scale and shift
// Unsigned by signed 8-bit numbers, summed in 32 bits.
std::function<void()> onednn_matmul_int8(int64_t m, int64_t n, int64_t k);
std::function<void()> onednn_matmul(int64_t batch, int64_t m, int64_t n, int64_t k);

}  // namespace bench
