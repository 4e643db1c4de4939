// SPDX-License-Identifier: GPL-3.0-or-later
// The families of operators: each file fills in type rules and computations of its own.
#pragma once

#include "op/registry.h"

namespace nw::op {

void add_elementwise(Registry& registry);
void add_broadcast(Registry& registry);
void add_reduce(Registry& registry);
void add_conv(Registry& registry);
void add_conv_transforms(Registry& registry);
void add_bitserial(Registry& registry);
void add_dense(Registry& registry);
void add_pool(Registry& registry);
void add_norm(Registry& registry);
void add_create(Registry& registry);
void add_reshape(Registry& registry);
void add_slice(Registry& registry);
void add_join(Registry& registry);
void add_gather(Registry& registry);
void add_image(Registry& registry);
void add_pad(Registry& registry);
void add_sort(Registry& registry);
void add_vision(Registry& registry);
void add_quantized(Registry& registry);
void add_sparse(Registry& registry);
void add_signal(Registry& registry);
void add_lowered_calls(Registry& registry);
void add_control(Registry& registry);
void add_sequence(Registry& registry);
void add_selection(Registry& registry);
void add_max_places(Registry& registry);
void add_recurrent(Registry& registry);
void add_spectrum(Registry& registry);
void add_text(Registry& registry);
void add_strings(Registry& registry);

}  // namespace nw::op
