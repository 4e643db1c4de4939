// SPDX-License-Identifier: GPL-3.0-or-later
// The families of reference operators: each file enters its own into the table.
#pragma once

#include "reference/operators.h"

namespace nw::reference {

void add_unary_operators(Table& table);
void add_binary_operators(Table& table);
void add_reductions(Table& table);
void add_shape_operators(Table& table);
void add_slice_operators(Table& table);
void add_gather_operators(Table& table);
void add_scatter_operators(Table& table);
void add_creating_operators(Table& table);
void add_joining_operators(Table& table);
void add_padding_operators(Table& table);
void add_matrix_products(Table& table);
void add_convolutions(Table& table);
void add_pools(Table& table);
void add_normalizations(Table& table);
void add_resizing_operators(Table& table);
void add_sampling_operators(Table& table);
void add_sorting_operators(Table& table);
void add_quantized_operators(Table& table);
void add_control_operators(Table& table);
void add_sequence_operators(Table& table);
void add_selecting_operators(Table& table);
void add_max_places(Table& table);
void add_recurrent_operators(Table& table);
void add_spectrum_operators(Table& table);
void add_text_operators(Table& table);
void add_string_operators(Table& table);
void add_detection_operators(Table& table);
void add_signal_operators(Table& table);
void add_sparse_operators(Table& table);

}  // namespace nw::reference
