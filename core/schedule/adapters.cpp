// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/adapters.h"

#include <algorithm>

#include "schedule/intrin.h"
#include "schedule/primitives.h"

namespace nw::schedule {

Result<Made> made(Diagnostics diagnostics) {
  if (has_errors(diagnostics)) return diagnostics;
  return Result<Made>(Made(), std::move(diagnostics));
}

namespace {

template <class T>
const T& get(const Step& step, size_t i) {
  return std::get<T>(step.arguments[i]);
}

te::Tensor tensor_of(const Schedule& s, const TensorRef& ref) {
  return te::output(s.stage(ref.stage).op, ref.output);
}

std::vector<te::Tensor> tensors_of(const Schedule& s, const std::vector<TensorRef>& refs) {
  std::vector<te::Tensor> tensors;
  for (const TensorRef& ref : refs) tensors.push_back(tensor_of(s, ref));
  return tensors;
}

Result<Made> made(Result<std::vector<te::Tensor>> result) {
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{}, std::move(*result.value)}, std::move(result.diagnostics));
}

Result<Made> made(Result<std::vector<AxisId>> result) {
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{std::move(*result.value), {}}, std::move(result.diagnostics));
}

}  // namespace

Result<Made> apply_split(Schedule& s, const Step& step, const StepSource& at) {
  const AxisId parent = get<AxisId>(step, 0);
  const Expr *factor = step.argument<Expr>(1), *nparts = step.argument<Expr>(2);
  if (!factor == !nparts) return split_arguments(s, step.stage, parent, factor != nullptr, at);
  Result<SplitResult> result =
      factor ? split_factor(s, step.stage, parent, *factor, at) : split_nparts(s, step.stage, parent, *nparts, at);
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{result->outer, result->inner}, {}}, std::move(result.diagnostics));
}

Result<Made> apply_tile(Schedule& s, const Step& step, const StepSource& at) {
  Result<TileResult> result =
      tile(s, step.stage, get<AxisId>(step, 0), get<AxisId>(step, 1), get<Expr>(step, 2), get<Expr>(step, 3), at);
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{result->y_outer, result->x_outer, result->y_inner, result->x_inner}, {}},
                      std::move(result.diagnostics));
}

Result<Made> apply_fuse(Schedule& s, const Step& step, const StepSource& at) {
  Result<AxisId> result = fuse(s, step.stage, get<std::vector<AxisId>>(step, 0), at);
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{*result}, {}}, std::move(result.diagnostics));
}

Result<Made> apply_reorder(Schedule& s, const Step& step, const StepSource& at) {
  return made(reorder(s, step.stage, get<std::vector<AxisId>>(step, 0), at));
}

Result<Made> apply_compute_at(Schedule& s, const Step& step, const StepSource& at) {
  return made(compute_at(s, step.stage, get<StageId>(step, 0), get<AxisId>(step, 1), at));
}

Result<Made> apply_bind(Schedule& s, const Step& step, const StepSource& at) {
  return made(bind(s, step.stage, get<AxisId>(step, 0), get<IterVar>(step, 1), at));
}

Result<Made> apply_env_threads(Schedule& s, const Step& step, const StepSource& at) {
  return made(env_threads(s, step.stage, get<std::vector<IterVar>>(step, 0), at));
}

Result<Made> apply_pragma(Schedule& s, const Step& step, const StepSource& at) {
  const Expr* value = step.argument<Expr>(2);
  return made(
      pragma(s, step.stage, get<AxisId>(step, 0), get<std::string>(step, 1), value ? *value : Expr(nullptr), at));
}

Result<Made> apply_tensorize(Schedule& s, const Step& step, const StepSource& at) {
  return made(tensorize(s, step.stage, get<AxisId>(step, 0), get<std::shared_ptr<const TensorIntrin>>(step, 1), at));
}

Result<Made> apply_storage_align(Schedule& s, const Step& step, const StepSource& at) {
  return made(storage_align(s, step.stage, get<AxisId>(step, 0), get<int64_t>(step, 1), get<int64_t>(step, 2), at));
}

Result<Made> apply_prefetch(Schedule& s, const Step& step, const StepSource& at) {
  return made(
      prefetch(s, step.stage, tensor_of(s, get<TensorRef>(step, 0)), get<AxisId>(step, 1), get<Expr>(step, 2), at));
}

Result<Made> apply_set_scope(Schedule& s, const Step& step, const StepSource& at) {
  return made(set_scope(s, step.stage, get<std::string>(step, 0), at));
}

Result<Made> apply_set_store_predicate(Schedule& s, const Step& step, const StepSource& at) {
  return made(set_store_predicate(s, step.stage, get<Expr>(step, 0), at));
}

Result<Made> apply_transform_layout(Schedule& s, const Step& step, const StepSource& at) {
  const auto& map = get<IndexMap>(step, 0);
  return made(transform_layout(s, step.stage, map.vars, map.indices, at));
}

Result<Made> apply_cache_read(Schedule& s, const Step& step, const StepSource& at) {
  std::vector<te::Operation> readers;
  for (const StageId reader : get<std::vector<StageId>>(step, 2)) readers.push_back(s.stage(reader).op);
  Result<te::Tensor> result =
      cache_read(s, tensor_of(s, get<TensorRef>(step, 0)), get<std::string>(step, 1), readers, at);
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{}, {*result}}, std::move(result.diagnostics));
}

Result<Made> apply_cache_write(Schedule& s, const Step& step, const StepSource& at) {
  return made(cache_write(s, tensors_of(s, get<std::vector<TensorRef>>(step, 0)), get<std::string>(step, 1), at));
}

Result<Made> apply_rfactor(Schedule& s, const Step& step, const StepSource& at) {
  const int64_t* place = step.argument<int64_t>(2);
  const int64_t dimension = place ? std::clamp<int64_t>(*place, -1000, 1000) : 0;
  return made(rfactor(s, tensor_of(s, get<TensorRef>(step, 0)), get<AxisId>(step, 1), static_cast<int>(dimension), at));
}

Result<Made> apply_create_group(Schedule& s, const Step& step, const StepSource& at) {
  const bool* include = step.argument<bool>(2);
  Result<int> result = create_group(s, tensors_of(s, get<std::vector<TensorRef>>(step, 0)),
                                    tensors_of(s, get<std::vector<TensorRef>>(step, 1)), include && *include, at);
  if (!result.value) return std::move(result.diagnostics);
  return Result<Made>(Made{{}, {}, *result}, std::move(result.diagnostics));
}

Result<Made> apply_group_compute_at(Schedule& s, const Step& step, const StepSource& at) {
  return made(group_compute_at(s, step.group, get<StageId>(step, 0), get<AxisId>(step, 1), at));
}

}  // namespace nw::schedule
