// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/operators.h"

#include <new>

#include "reference/operators/families.h"
#include "reference/texts.h"

namespace nw::reference {

const Table& Table::standard() {
  static const Table table = [] {
    Table made;
    add_unary_operators(made);
    add_binary_operators(made);
    add_reductions(made);
    add_shape_operators(made);
    add_slice_operators(made);
    add_gather_operators(made);
    add_scatter_operators(made);
    add_creating_operators(made);
    add_joining_operators(made);
    add_padding_operators(made);
    add_matrix_products(made);
    add_convolutions(made);
    add_pools(made);
    add_normalizations(made);
    add_resizing_operators(made);
    add_sampling_operators(made);
    add_sorting_operators(made);
    add_quantized_operators(made);
    add_control_operators(made);
    add_sequence_operators(made);
    add_selecting_operators(made);
    add_max_places(made);
    add_recurrent_operators(made);
    add_spectrum_operators(made);
    add_text_operators(made);
    add_string_operators(made);
    add_detection_operators(made);
    add_signal_operators(made);
    add_sparse_operators(made);
    return made;
  }();
  return table;
}

Operator Table::find(std::string_view name) const {
  const auto it = operators_.find(name);
  return it == operators_.end() ? nullptr : it->second;
}

void Table::add(std::string_view names, Operator function) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(' '), names.size());
    operators_[std::string(names.substr(0, end))] = function;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

Result<Value> apply(const Call& call) {
  const Operator function = Table::standard().find(call.node.op);
  if (!function) return no_reference(call.node);
  try {
    if (!holds_texts(call.args)) return function(call);
    if (!takes_texts(call.node)) call.refuse_value("it does not take strings");
    Values arguments = call.args;
    const TextTable texts = share_table(arguments);
    return function({call.node, call.attrs, arguments, call.type, call.memory, call.functions, texts});
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  } catch (const std::bad_alloc&) {
    return no_more_memory(call.node, call.memory.used, call.memory.limit);
  }
}

}  // namespace nw::reference
