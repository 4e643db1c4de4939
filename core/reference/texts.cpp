// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/texts.h"

#include <algorithm>
#include <utility>

namespace nw::reference {

namespace {

NDArray in_terms_of(const NDArray& tensor, const TextTable& table) {
  std::vector<int64_t> place_of;  // in the new table, by place in the old one
  if (tensor.texts())
    for (const std::string& text : *tensor.texts())
      place_of.push_back(std::lower_bound(table->begin(), table->end(), text) - table->begin());
  NDArray changed(DType::String(), tensor.shape());
  for (int64_t i = 0; i < tensor.size(); ++i) {
    const auto place = static_cast<size_t>(tensor.int_at(i));
    changed.set_int(i, place < place_of.size() ? place_of[place] : 0);
  }
  changed.set_texts(table);
  return changed;
}

void collect_tables(const Value& value, std::vector<TextTable>& tables) {
  if (const NDArray* tensor = value.tensor(); tensor && tensor->dtype().is_string()) {
    if (std::ranges::find(tables, tensor->texts()) == tables.end()) tables.push_back(tensor->texts());
  } else if (const Values* list = value.list()) {
    for (const Value& field : *list) collect_tables(field, tables);
  }
}

Value in_terms_of(const Value& value, const TextTable& table) {
  if (!holds_texts(value)) return value;
  if (const NDArray* tensor = value.tensor()) return in_terms_of(*tensor, table);
  Values fields;
  for (const Value& field : *value.list()) fields.push_back(in_terms_of(field, table));
  return fields;
}

}  // namespace

bool holds_texts(const Values& values) {
  return std::ranges::any_of(values, [](const Value& value) { return holds_texts(value); });
}

bool holds_texts(const Value& value) {
  if (const NDArray* tensor = value.tensor()) return tensor->dtype().is_string();
  return value.list() && holds_texts(*value.list());
}

bool takes_texts(const graph::Node& node) {
  constexpr std::string_view kOperators =
      " adv_index argwhere broadcast_to broadcast_to_like concatenate contrib_reverse_reshape copy dyn.broadcast_to "
      "dyn.expand_dims dyn.full dyn.nn.pad dyn.one_hot dyn.reshape dyn.squeeze dyn.strided_slice dyn.tile equal "
      "expand_dims full full_like gather gather_nd layout_transform ndarray_size nn.batch_flatten nn.depth_to_space "
      "nn.mirror_pad nn.pad nn.space_to_depth not_equal onnx.Cast onnx.Compress onnx.ConcatFromSequence onnx.Loop "
      "onnx.Optional onnx.OptionalGetElement onnx.OptionalHasElement onnx.Scan onnx.SequenceAt "
      "onnx.SequenceConstruct onnx.SequenceErase onnx.SequenceInsert onnx.SequenceLength onnx.SequenceMap onnx.Slice "
      "onnx.Split onnx.SplitToSequence onnx.StringNormalizer onnx.TfIdfVectorizer onnx.Unique one_hot repeat reshape "
      "reshape_like reverse reverse_sequence scatter scatter_elements scatter_nd shape_of slice_like split squeeze "
      "stack strided_set strided_slice take tile transpose trilu vm.reshape_tensor vm.shape_of where ";
  const bool updates = graph::string_attr(node.attrs, "reduction", "update") == "update" &&
                       graph::string_attr(node.attrs, "mode", "update") != "add";
  return updates && kOperators.find(" " + node.op + " ") != std::string_view::npos;
}

TextTable share_table(Values& values) {
  std::vector<TextTable> tables;
  for (const Value& value : values) collect_tables(value, tables);
  if (tables.size() == 1 && tables[0]) return tables[0];
  std::vector<std::string> all;
  for (const TextTable& table : tables)
    if (table) all.insert(all.end(), table->begin(), table->end());
  TextTable shared = text_table(std::move(all));
  for (Value& value : values) value = in_terms_of(value, shared);
  return shared;
}

TextTable share_table(std::vector<NDArray>& tensors) {
  Values values(tensors.begin(), tensors.end());
  TextTable table = share_table(values);
  for (size_t i = 0; i < tensors.size(); ++i) tensors[i] = *values[i].tensor();
  return table;
}

}  // namespace nw::reference
