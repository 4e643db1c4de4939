// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions by a call's attributes, which plain and quantized operators share.
#pragma once

#include "reference/convolution.h"

namespace nw::reference {

// `how` has groups, type and zero points; layouts and window are the call's attributes.
NDArray conv_of(const Call& call, const NDArray& data, const NDArray& weight, size_t axes, Convolution how);
NDArray conv_transpose_of(const Call& call, const NDArray& data, const NDArray& weight, size_t axes, Convolution how);

}  // namespace nw::reference
