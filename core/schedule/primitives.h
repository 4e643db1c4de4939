// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule primitives. Each checks whether it is legal, then changes the schedule in place; a refused step
// changes nothing and returns its diagnostics (code, place, because, legal, fixes). The files under primitives/
// hold one primitive or a few related ones (attach.cpp: compute_at, compute_inline, compute_root; split.cpp: split,
// tile; storage.cpp: set_scope, storage_align, buffers): the rewrite before → after, when it is legal, its diagnostics.
// Rules that only the whole schedule can break (consumers covered, cycles, thread extents, inlined attach points) are
// in verify.h.
#pragma once

#include "schedule/schedule.h"
#include "schedule/step_source.h"

namespace nw::schedule {

struct SplitResult {
  AxisId outer, inner;
};
struct TileResult {
  AxisId y_outer, x_outer, y_inner, x_inner;
};

// split(parent, factor=…, nparts=…) with both or neither: the diagnostic for it.
Diagnostic split_arguments(const Schedule& s, StageId stage, AxisId axis, bool both, const StepSource& at);
Result<SplitResult> split_factor(Schedule& s, StageId stage, AxisId axis, const Expr& factor, const StepSource& at);
Result<SplitResult> split_nparts(Schedule& s, StageId stage, AxisId axis, const Expr& nparts, const StepSource& at);
Result<TileResult> tile(Schedule& s, StageId stage, AxisId y, AxisId x, const Expr& y_factor, const Expr& x_factor,
                        const StepSource& at);
Result<AxisId> fuse(Schedule& s, StageId stage, const std::vector<AxisId>& axes, const StepSource& at);
Diagnostics reorder(Schedule& s, StageId stage, const std::vector<AxisId>& axes, const StepSource& at);
Diagnostics compute_at(Schedule& s, StageId stage, StageId parent, AxisId axis, const StepSource& at);
Diagnostics compute_inline(Schedule& s, StageId stage, const StepSource& at);
Diagnostics compute_root(Schedule& s, StageId stage, const StepSource& at);
Diagnostics vectorize(Schedule& s, StageId stage, AxisId axis, const StepSource& at);
Diagnostics unroll(Schedule& s, StageId stage, AxisId axis, const StepSource& at);
Diagnostics parallel(Schedule& s, StageId stage, AxisId axis, const StepSource& at);
Diagnostics bind(Schedule& s, StageId stage, AxisId axis, IterVar thread, const StepSource& at);
Diagnostics env_threads(Schedule& s, StageId stage, const std::vector<IterVar>& threads, const StepSource& at);
Diagnostics pragma(Schedule& s, StageId stage, AxisId axis, const std::string& key, Expr value, const StepSource& at);
Diagnostics tensorize(Schedule& s, StageId stage, AxisId axis, std::shared_ptr<const TensorIntrin> intrin,
                      const StepSource& at);
Diagnostics storage_align(Schedule& s, StageId stage, AxisId axis, int64_t factor, int64_t offset,
                          const StepSource& at);
Diagnostics double_buffer(Schedule& s, StageId stage, const StepSource& at);
Diagnostics rolling_buffer(Schedule& s, StageId stage, const StepSource& at);
Diagnostics set_scope(Schedule& s, StageId stage, const std::string& scope, const StepSource& at);
Diagnostics set_store_predicate(Schedule& s, StageId stage, Expr predicate, const StepSource& at);
Diagnostics prefetch(Schedule& s, StageId stage, const te::Tensor& tensor, AxisId axis, Expr offset,
                     const StepSource& at);
Result<te::Tensor> cache_read(Schedule& s, const te::Tensor& tensor, const std::string& scope,
                              const std::vector<te::Operation>& readers, const StepSource& at);
Result<std::vector<te::Tensor>> cache_write(Schedule& s, const std::vector<te::Tensor>& tensors,
                                            const std::string& scope, const StepSource& at);
Result<std::vector<te::Tensor>> rfactor(Schedule& s, const te::Tensor& tensor, AxisId axis, int factor_axis,
                                        const StepSource& at);
Result<std::vector<AxisId>> transform_layout(Schedule& s, StageId stage, const std::vector<tir::Var>& vars,
                                             const std::vector<Expr>& indices, const StepSource& at);
Result<int> create_group(Schedule& s, const std::vector<te::Tensor>& outputs, const std::vector<te::Tensor>& inputs,
                         bool include_inputs, const StepSource& at);
Diagnostics group_compute_at(Schedule& s, int group, StageId parent, AxisId axis, const StepSource& at);

}  // namespace nw::schedule
