// SPDX-License-Identifier: GPL-3.0-or-later
// Dependence of a result's elements on those of an input: what allows a kernel to write its result over the input.
#pragma once

#include "te/operation.h"

namespace nw::te {

// Whether each element of `result` depends on the element of `input` with the same indices and on no other element of
// it, through all stages between. A result of several tensors, and an input under a reduction or a scan, do not
// qualify. An input that nothing reads does.
bool reads_same_element_only(const Tensor& result, const Tensor& input);

}  // namespace nw::te
