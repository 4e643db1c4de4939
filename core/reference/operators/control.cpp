// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that call a function: ONNX's Loop, Scan and SequenceMap. Argument 1 is the function; it gives a tuple.
#include <algorithm>

#include "reference/operators/families.h"
#include "reference/texts.h"

namespace nw::reference {

namespace {

NDArray one_integer(DType dtype, const std::vector<int64_t>& shape, int64_t value) {
  NDArray made(dtype, shape);
  store(made, 0, 1, &value);
  return made;
}

// A body may declare the turn, or the condition, as a vector of one.
std::vector<int64_t> shape_of_parameter(const Call& c, size_t i) {
  const graph::Type* type = c.functions ? c.functions->parameter_type(c.args[0], i) : nullptr;
  const bool vector = type && type->is_tensor() && type->rank_known && type->shape.size() == 1;
  return vector ? std::vector<int64_t>{1} : std::vector<int64_t>{};
}

// rows[i] becomes the i-th element of a new axis.
NDArray stacked(const Call& c, std::vector<NDArray> rows, size_t axis) {
  TextTable texts;
  if (rows.front().dtype().is_string()) texts = share_table(rows);
  Extents shape = rows.front().shape();
  if (axis > shape.size()) c.refuse_shapes(fmt::format("{} is no axis of an output", axis));
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), static_cast<int64_t>(rows.size()));
  NDArray y = c.make(rows.front().dtype(), shape);
  y.set_texts(texts);
  const Strides strides = row_major(shape);
  Strides of_row = strides;
  of_row.erase(of_row.begin() + static_cast<std::ptrdiff_t>(axis));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].shape() != rows.front().shape() || rows[i].dtype() != y.dtype())
      c.refuse_shapes(fmt::format("a turn gives {}, the first gave {}", describe(rows[i]), describe(rows.front())));
    place_strided(rows[i], y, static_cast<int64_t>(i) * strides[axis], of_row);
  }
  return y;
}

// An output of which no turn gave a row.
Value no_rows(const Call& c, size_t output) {
  const bool declared = c.type.is_tuple() && output < c.type.fields.size() && c.type.fields[output].is_tensor() &&
                        c.type.fields[output].rank_known;
  if (!declared) return c.make(DType::Float(32), {0});
  const graph::Type& type = c.type.fields[output];
  Extents shape;
  for (const graph::Dim& dim : type.shape) shape.push_back(dim.constant().value_or(0));
  if (!shape.empty()) shape[0] = 0;
  return c.make(type.dtype, shape);
}

struct TurnRows {
  std::vector<std::vector<NDArray>> outputs;
  int64_t bytes = 0;  // of all of them
};

// The results of one turn: `state` takes those from `first` on, the rest are rows.
void take_turn(const Call& c, const Values& results, size_t first, Values& state, TurnRows& rows) {
  if (results.size() < first + state.size()) c.refuse_value("its body gives too few values");
  std::copy_n(results.begin() + static_cast<std::ptrdiff_t>(first), state.size(), state.begin());
  const size_t others = results.size() - first - state.size();
  rows.outputs.resize(std::max(rows.outputs.size(), others));
  for (size_t i = 0; i < others; ++i) {
    const NDArray* row = results[first + state.size() + i].tensor();
    if (!row) c.refuse_value("its body gives a row that is no tensor");
    rows.bytes += static_cast<int64_t>(row->size_bytes()) + 64;
    rows.outputs[i].push_back(*row);
  }
  c.reserve({rows.bytes}, 1);
}

void fetch_rows(const Call& c, const TurnRows& rows) {
  Values all;
  for (const std::vector<NDArray>& output : rows.outputs) all.insert(all.end(), output.begin(), output.end());
  c.functions->fetch(all);
}

bool is_true(const Call& c, const Value& value) {
  if (!value.tensor() || value.tensor()->size() != 1) c.refuse_value("its condition is not one truth value");
  c.functions->fetch(value);
  return value.tensor()->at(0) != 0;
}

Value loop(const Call& c) {
  c.functions->fetch(c.args[1]);
  const int64_t most = c.integer(1);
  bool go_on = is_true(c, c.args[2]);
  Values carried(c.args.begin() + 3, c.args.end());
  const std::vector<int64_t> turn_shape = shape_of_parameter(c, 0), condition_shape = shape_of_parameter(c, 1);
  TurnRows rows;
  for (int64_t turn = 0; turn < most && go_on; ++turn) {
    Values arguments{one_integer(DType::Int(64), turn_shape, turn), one_integer(DType::Bool(), condition_shape, 1)};
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    const Values results = c.functions->call(c, c.args[0], std::move(arguments));
    if (results.empty()) c.refuse_value("its body gives nothing");
    go_on = is_true(c, results[0]);
    take_turn(c, results, 1, carried, rows);
  }
  fetch_rows(c, rows);
  const size_t outputs = c.type.is_tuple() ? c.type.fields.size() : carried.size() + rows.outputs.size();
  for (size_t i = carried.size(), row = 0; i < outputs; ++i, ++row)
    carried.push_back(row < rows.outputs.size() ? Value(stacked(c, rows.outputs[row], 0)) : no_rows(c, i));
  return carried;
}

NDArray element_along(const Call& c, const NDArray& x, size_t axis, int64_t i) {
  Extents shape = x.shape();
  Strides strides = row_major(shape);
  const int64_t first = i * strides[axis];
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis));
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, first, strides, y);
  return y;
}

int64_t entry_or(const std::vector<int64_t>& list, size_t i, int64_t fallback) {
  return i < list.size() ? list[i] : fallback;
}

// Sequences without a batch, `length` steps of them.
Values scanned(const Call& c, Values state, const std::vector<NDArray>& sequences, const std::vector<size_t>& axes,
               int64_t length) {
  const std::vector<int64_t> backward = c.ints_attr("scan_input_directions");
  const std::vector<int64_t> output_backward = c.ints_attr("scan_output_directions");
  const std::vector<int64_t> output_axes = c.ints_attr("scan_output_axes");
  const size_t states = state.size();
  TurnRows rows;
  for (int64_t step = 0; step < length; ++step) {
    Values arguments = state;
    for (size_t i = 0; i < sequences.size(); ++i)
      arguments.emplace_back(
          element_along(c, sequences[i], axes[i], entry_or(backward, i, 0) ? length - 1 - step : step));
    take_turn(c, c.functions->call(c, c.args[0], std::move(arguments)), 0, state, rows);
  }
  fetch_rows(c, rows);
  for (size_t i = 0; i < rows.outputs.size(); ++i) {
    std::vector<NDArray>& output = rows.outputs[i];
    if (entry_or(output_backward, i, 0)) std::reverse(output.begin(), output.end());
    const size_t rank = output.front().shape().size() + 1;
    state.emplace_back(stacked(c, output, c.axis(entry_or(output_axes, i, 0), rank)));
  }
  const size_t outputs = c.type.is_tuple() ? c.type.fields.size() : states;
  while (state.size() < outputs) state.push_back(no_rows(c, state.size()));
  return state;
}

Value scan(const Call& c) {
  const int64_t count = c.int_attr("num_scan_inputs", 1);
  if (count < 1 || count >= static_cast<int64_t>(c.count()))
    c.refuse_attribute("num_scan_inputs", "is more than it has inputs");
  const size_t states = c.count() - 1 - static_cast<size_t>(count);
  Values state(c.args.begin() + 1, c.args.begin() + 1 + static_cast<std::ptrdiff_t>(states));
  const std::vector<int64_t> given = c.ints_attr("scan_input_axes");
  std::vector<NDArray> sequences;
  std::vector<size_t> axes;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    c.functions->fetch(c.args[1 + states + i]);
    sequences.push_back(c.tensor(1 + states + i));
    axes.push_back(c.axis(entry_or(given, i, 0), sequences[i].shape().size()));
    if (sequences[i].shape()[axes[i]] != sequences[0].shape()[axes[0]])
      c.refuse_shapes("its sequences are not of one length");
  }
  return scanned(c, std::move(state), sequences, axes, sequences[0].shape()[axes[0]]);
}

// ONNX's first version: lengths or (), then states and sequences with the batch in front. TurnRows beyond a length are
// 0.
Value batched_scan(const Call& c) {
  const auto count = static_cast<size_t>(std::max(c.int_attr("num_scan_inputs", 1), int64_t{1}));
  c.functions->fetch(Value(c.args));
  if (c.count() < 2 + count) c.refuse_value("it has too few arguments");
  const size_t states = c.count() - 2 - count;
  const NDArray& first = c.tensor(2 + states);
  if (first.shape().size() < 2) c.refuse_shapes("its sequences have no batch");
  const int64_t batch = first.shape()[0], longest = first.shape()[1];
  std::vector<int64_t> lengths(static_cast<size_t>(batch), longest);
  if (c.args[1].tensor()) lengths = c.ints(1);
  if (static_cast<int64_t>(lengths.size()) != batch) c.refuse_shapes("it has not one length for each of the batch");
  std::vector<std::vector<NDArray>> outputs;
  for (int64_t b = 0; b < batch; ++b) {
    const int64_t length = lengths[static_cast<size_t>(b)];
    if (length < 0 || length > longest) c.refuse_index(length, 1, longest);
    Values state;
    std::vector<NDArray> sequences;
    for (size_t i = 0; i < states + count; ++i) {
      const NDArray& x = c.tensor(2 + i);
      if (x.shape().empty() || x.shape()[0] != batch) c.refuse_shapes("its arguments are not of one batch");
      NDArray part = element_along(c, x, 0, b);
      if (i < states)
        state.emplace_back(std::move(part));
      else
        sequences.push_back(std::move(part));
    }
    const Values results = scanned(c, std::move(state), sequences, std::vector<size_t>(count, 0), length);
    c.functions->fetch(Value(results));
    outputs.resize(results.size());
    for (size_t i = 0; i < results.size(); ++i) {
      NDArray part = *results[i].tensor();
      if (i >= states && part.shape()[0] < longest) {
        Extents shape = part.shape();
        shape[0] = longest;
        NDArray padded = c.make(part.dtype(), shape);
        padded.set_texts(part.texts());
        place_strided(part, padded, 0, row_major(shape));
        part = padded;
      }
      outputs[i].push_back(std::move(part));
    }
  }
  Values results;
  for (const std::vector<NDArray>& parts : outputs) results.emplace_back(stacked(c, parts, 0));
  return results;
}

Value any_scan(const Call& c) {
  return c.bool_attr("batched", false) ? batched_scan(c) : scan(c);
}

Value sequence_map(const Call& c) {
  const Values* first = c.count() > 1 ? c.args[1].list() : nullptr;
  if (!first) c.refuse_value("its first argument is no sequence");
  std::vector<Values> outputs(c.type.is_tuple() ? c.type.fields.size() : 1);
  for (size_t i = 0; i < first->size(); ++i) {
    Values arguments;
    for (size_t k = 1; k < c.count(); ++k) {
      const Values* list = c.args[k].list();
      if (list && list->size() != first->size()) c.refuse_value("its sequences are not of one length");
      arguments.push_back(list ? (*list)[i] : c.args[k]);
    }
    const Values results = c.functions->call(c, c.args[0], std::move(arguments));
    outputs.resize(std::max(outputs.size(), results.size()));
    for (size_t k = 0; k < results.size(); ++k) outputs[k].push_back(results[k]);
  }
  Values sequences;
  for (Values& output : outputs) sequences.emplace_back(std::move(output));
  return sequences;
}

}  // namespace

void add_control_operators(Table& table) {
  table.add("onnx.Loop", loop);
  table.add("onnx.Scan", any_scan);
  table.add("onnx.SequenceMap", sequence_map);
}

}  // namespace nw::reference
