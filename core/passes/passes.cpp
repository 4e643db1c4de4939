// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/passes.h"

#include "passes/default_passes.h"

namespace nw::passes {

const std::vector<Pass>& default_passes() {
  static const std::vector<Pass> passes = {
      {"simplify_inference", "Inference simplified", simplify_inference},
      {"fake_quantization_to_integer", "Quantized operators as integer ones", fake_quantization_to_integer},
      {"fold_constants", "Constants folded", fold_constants},
      {"crop_windows", "Windows without positions outside", crop_windows},
      {"transposed_convolutions", "Transposed convolutions as dense ones", transposed_convolutions},
      {"canonical_bias", "Biases as additions", canonical_bias},
  };
  return passes;
}

}  // namespace nw::passes
