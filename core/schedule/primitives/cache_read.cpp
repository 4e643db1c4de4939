// SPDX-License-Identifier: GPL-3.0-or-later
// cache_read: some readers of a tensor read a copy of it, which lives in another memory and can be placed by itself.
//
//   C[i] = f(A[i])    →    A.shared[i] = A[i]
//                          C[i] = f(A.shared[i])
//
// Legal if every one of `readers` reads the tensor.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/rewrite.h"

namespace nw::schedule {

namespace {

Diagnostic not_a_reader(const Schedule& s, StageId source, const te::Operation& reader, const StepSource& at) {
  const std::string name = s.stage(source).name();
  std::vector<std::string> readers, texts;
  for (StageId id : readers_of(s, source)) {
    readers.push_back(s.stage(id).name());
    texts.push_back(s.stage(id).script_name);
  }
  const std::string message =
      reader ? reader->name + " does not read " + name : "cache_read names no reader, so nothing would use the copy";
  Refusal r("NW2123", s, source, at, message);
  if (reader) r.point("readers");
  r.because(readers.empty() ? "nothing reads " + name : name + " is read by " + listed(readers)).legal(readers);
  texts.erase(std::remove(texts.begin(), texts.end(), ""), texts.end());
  if (!texts.empty() && texts.size() == readers.size())
    r.replace_argument("let " + listed(readers) + " read the copy", "readers", "[" + comma(texts) + "]");
  return r.or_delete("delete the step");
}

std::string cache_name(const Schedule& s, const te::Tensor& tensor, const std::string& scope) {
  std::string name = tensor->op->name;
  if (tensor->op->num_outputs() != 1) name += ".v" + std::to_string(tensor->value_index);
  name += "." + scope;
  for (StageId id : s.order())
    if (s.stage(id).name() == name) name += ".d";
  return name;
}

te::Operation copy_of(const te::Tensor& tensor, std::string name) {
  std::vector<std::string> axes;
  for (size_t i = 0; i < tensor->shape.size(); ++i) axes.push_back("ax" + std::to_string(i));
  const te::ComputeBody body = [&](const std::vector<tir::Var>& i) { return te::read(tensor, {i.begin(), i.end()}); };
  const te::Tensor copy = te::compute(tensor->shape, body, std::move(name), std::move(axes));
  return te::with_node(*te::op_cast<te::ComputeNode>(copy->op), tensor->op->node);
}

}  // namespace

Result<te::Tensor> cache_read(Schedule& s, const te::Tensor& tensor, const std::string& scope,
                              const std::vector<te::Operation>& readers, const StepSource& at) {
  const StageId source = s.find(tensor->op);
  if (auto d = must_be_scope(s, source, scope, at)) return *d;
  const te::Operation op = s.stage(source).op;
  if (readers.empty()) return not_a_reader(s, source, nullptr, at);
  std::vector<StageId> reading;
  for (const te::Operation& reader : readers) {
    const StageId id = s.find(reader);
    const te::Tensor wanted = te::output(op, tensor->value_index);
    const std::vector<te::Tensor> inputs = id ? s.stage(id).op->inputs() : std::vector<te::Tensor>();
    if (std::none_of(inputs.begin(), inputs.end(), [&](const te::Tensor& t) { return te::same_tensor(t, wanted); }))
      return not_a_reader(s, source, reader, at);
    reading.push_back(id);
  }
  const te::Tensor from = te::output(op, tensor->value_index);
  const te::Operation copy = copy_of(from, cache_name(s, from, scope));
  te::TensorMap map;
  for (StageId id : reading) {
    const te::Operation old = s.stage(id).op;
    const te::Operation now = te::replace_inputs(old, {{from, te::output(copy)}});
    if (now == old) continue;  // a reader that is listed twice
    for (int i = 0; i < old->num_outputs(); ++i) map.emplace_back(te::output(old, i), te::output(now, i));
    s.replace_op(id, now);
  }
  redirect_reads(s, std::move(map));
  const StageId made = s.insert_stage(copy, s.position(source) + 1);
  Stage& stage = s.edit(made);
  stage.scope = scope;
  stage.script_name = first_name(at.result_names);
  stage.history.emplace_back(at.span.line, Primitive::CacheRead);
  for (Axis& a : stage.axes) a.line = at.span.line;
  if (const int group = s.stage(source).group; group >= 0) {
    stage.group = group;
    s.groups()[static_cast<size_t>(group)].members.push_back(made);
  }
  return te::output(copy);
}

}  // namespace nw::schedule
