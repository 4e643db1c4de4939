// SPDX-License-Identifier: GPL-3.0-or-later
// te.compute whose function calls a tensor intrinsic on regions of tensors: C[i, j, …] is what the intrinsic's own
// computation gives on these regions. The script has that computation, over the intrinsic's axes too; which instruction
// computes it is left out.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

// A[i, 0:16]: the tensor and its indices. Elements of it are A[i, 0 + k].
Value Evaluator::region(const Value& tensor, std::vector<Value> indices) {
  indices.insert(indices.begin(), tensor);
  Value made = heap_.list(std::move(indices));
  made.list()->is_region = true;
  return made;
}

Value Evaluator::index_region(const ListObject& region_of, const Value& at, const Expr* e) {
  std::vector<Value> given = {at}, indices;
  if (const ListObject* l = at.list()) given = l->items;
  size_t next = 0;
  bool open = false;
  for (size_t i = 1; i < region_of.items.size(); ++i) {
    const Value& index = region_of.items[i];
    const auto* slice = index.get<SliceValue>();
    if (!slice || next == given.size()) {
      open = open || slice;
      indices.push_back(index);
      continue;
    }
    const Value begin = slice->from ? Value(slice->from) : Value(slice->begin.value_or(0));
    const Value& element = given[next++];
    const bool whole = begin.integer() == 0;
    indices.push_back(whole ? element : binary("+", begin, element, e));
    if (indices.back().failed()) return Failed();
  }
  if (next < given.size()) return python_error("the region has fewer dimensions than this has indices", e);
  if (open) return region(region_of.items[0], std::move(indices));
  ReadsOfIntrinsic* outer = std::exchange(reads_, nullptr);
  const Value v = index_script(region_of.items[0], heap_.list(std::move(indices), true), e);
  reads_ = outer;
  return v;
}

// Within an intrinsic's computation its inputs are the regions, in the order in which they are read.
const ListObject* Evaluator::region_of_input(const std::string& tensor) {
  const auto it = std::ranges::find(reads_->inputs, tensor);
  const auto place = static_cast<size_t>(it - reads_->inputs.begin());
  if (it == reads_->inputs.end()) reads_->inputs.push_back(tensor);
  return place < reads_->regions.size() ? reads_->regions[place] : nullptr;
}

Value Evaluator::call_intrinsic(const std::string& name, const CallArguments& args, const Expr* e) {
  const auto known = intrinsics_.find(name);
  const Function* computation = known == intrinsics_.end() ? nullptr : known->second;
  const auto refuse = [&](const std::string& what) {
    return not_known(what, {"the computation itself, and s[C].tensorize(axis, intrinsic)"}, e);
  };
  if (!computation || inner_axes_.empty())
    return refuse("a tensor intrinsic that te.compute calls stands for the elements of each of its own axes");
  const auto own =
      static_cast<size_t>(std::ranges::count(*computation->parameters, Parameter::Kind::Plain, &Parameter::kind));
  if (own != inner_axes_.size() && own == computation->parameters->size())
    return refuse("the intrinsic's computation has " + std::to_string(own) + " axes, and te.compute leaves " +
                  std::to_string(inner_axes_.size()) + " for it");
  ReadsOfIntrinsic reads;
  for (const Value& v : args.positional) {
    if (!v.list() || !v.list()->is_region)
      return refuse("only regions of tensors can be given to a tensor intrinsic, and this is " + describe(v));
    reads.regions.push_back(v.list());
  }
  if (const Value* axis = args.find(SIZE_MAX, "reduce_axis"))
    reads.reduced = axis->list() ? axis->list()->items : std::vector<Value>{*axis};
  CallArguments inner;
  for (const std::string& axis : inner_axes_) {
    ScriptValue parameter;
    parameter.text = axis;
    parameter.kind = ScriptValue::Kind::Expression;
    parameter.local = true;
    inner.positional.push_back(heap_.script(std::move(parameter)));
  }
  ReadsOfIntrinsic* outer = std::exchange(reads_, &reads);
  const Value v = call_function(*computation, inner, e);
  reads_ = outer;
  called_intrinsic_ = name;
  return v;
}

// Axes that the intrinsic is repeated over are summed over too.
void Evaluator::add_reduced_axes(CallArguments& args) {
  for (size_t i = 0; i < args.positional.size() + args.named.size(); ++i) {
    const bool named = i >= args.positional.size();
    Value& v = named ? args.named[i - args.positional.size()].value : args.positional[i];
    if (named ? args.named[i - args.positional.size()].name != "axis" : i != 1) continue;
    std::vector<Value> axes = reads_->reduced;
    const std::vector<Value> own = v.list() ? v.list()->items : std::vector<Value>{v};
    axes.insert(axes.end(), own.begin(), own.end());
    v = heap_.list(std::move(axes));
  }
}

// Which function computes what an intrinsic stands for.
void Evaluator::note_intrinsic(const Value& made, const CallArguments& args) {
  const Value* op = args.find(0, "op");
  if (!made.script() || !op || !op->script()) return;
  std::string tensor = op->script()->text;
  if (tensor.ends_with(".op")) tensor.resize(tensor.size() - 3);
  if (const auto it = computations_.find(tensor); it != computations_.end())
    intrinsics_[made.script()->text] = it->second;
}

}  // namespace nw::flatten
