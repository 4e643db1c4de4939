// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules: te.create_schedule, the steps, tvm.lower.
#pragma once

#include "script/argument_reader.h"

namespace nw::script {

class Evaluator;

class StepReader {
 public:
  StepReader(Evaluator& evaluator, ScriptState& state, ArgumentReader& arguments)
      : evaluator_(evaluator), state_(state), arguments_(arguments) {}

  Value create_schedule(const Arguments& args);
  Value stage_of(const Value& v, const Node* n);
  Value call_primitive(const PrimitiveValue& called, const Arguments& args);
  Value axis_value(AxisId id) const;
  Value lower(const Arguments& args);

 private:
  std::optional<schedule::Step> read_step(const PrimitiveValue& called, const Arguments& args);
  std::optional<schedule::Argument> to_argument(const schedule::Parameter& parameter, const Arg& arg, StageId stage,
                                                const Arguments& args);
  std::optional<std::vector<AxisId>> to_axes(const schedule::PrimitiveInfo& info, const Arguments& args, StageId stage);
  std::optional<schedule::TensorRef> to_tensor_ref(const te::Tensor& tensor, const Node* n);
  std::optional<schedule::Argument> to_tensor_refs(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_readers(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_predicate(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_pragma_value(const Arg& arg);
  std::optional<schedule::Argument> to_thread(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_threads(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_mapping(const schedule::Parameter& parameter, const Arg& arg, StageId stage,
                                               const Arguments& args);
  std::optional<schedule::Argument> to_intrinsic(const schedule::Parameter& parameter, const Arg& arg);
  void record_arguments(const schedule::PrimitiveInfo& info, const Arguments& args);
  Value value_of(const schedule::Step& step, const schedule::Made& made, const Arguments& args);
  void explain_moved_loops(StageId stage, const Arguments& args);
  std::optional<std::string> to_scope(const Arg& a);
  schedule::StepSource source(const Arguments& args) const;
  std::optional<AxisId> to_axis(const Arg& a, StageId stage);
  std::optional<StageId> to_stage(const Arg& a, const std::string& role);
  void check_arguments(const Arg& list);
  bool is_scan_state(const te::Operation& op) const;

  Evaluator& evaluator_;
  ScriptState& state_;
  ArgumentReader& arguments_;
};

}  // namespace nw::script
