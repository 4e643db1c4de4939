// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/value.h"

#include <fmt/format.h>

#include "tir/print.h"

namespace nw::script {

Value make_list(std::vector<Value> items, bool is_tuple) {
  auto list = std::make_shared<ListValue>();
  list->is_tuple = is_tuple;
  list->items = std::move(items);
  return std::shared_ptr<const ListValue>(std::move(list));
}

namespace {

struct Describe {
  std::string operator()(const Poison&) const { return "a failed value"; }
  std::string operator()(const Undefined&) const { return "undefined"; }
  std::string operator()(const NoneValue&) const { return "None"; }
  std::string operator()(bool b) const { return b ? "True" : "False"; }
  std::string operator()(int64_t i) const { return fmt::format("the integer {}", i); }
  std::string operator()(double d) const { return fmt::format("the number {}", d); }
  std::string operator()(const std::string& s) const { return fmt::format("the string \"{}\"", s.substr(0, 40)); }
  std::string operator()(const ExprValue& e) const {
    if (e.e->kind == tir::ExprKind::Reduce) return "a reduction";
    if (e.e->size > 40) return "an expression of type " + to_string(e.e->dtype);
    return fmt::format("the expression {} of type {}", tir::to_string(e.e), to_string(e.e->dtype));
  }
  std::string operator()(const std::shared_ptr<const ListValue>& l) const {
    return fmt::format("a {} of {}", l->is_tuple ? "tuple" : "list", l->items.size());
  }
  std::string operator()(const std::shared_ptr<const IteratorValue>&) const { return "an iterator"; }
  std::string operator()(const std::shared_ptr<const DictValue>&) const { return "a dictionary"; }
  std::string operator()(const te::Tensor& t) const { return "the tensor " + t->name; }
  std::string operator()(const std::shared_ptr<const PartialRead>& r) const { return "a read of " + r->tensor->name; }
  std::string operator()(const te::Operation& op) const { return "the operation " + op->name; }
  std::string operator()(const AxisValue& a) const { return "the axis " + a.iter->var->name; }
  std::string operator()(const StageValue&) const { return "a stage"; }
  std::string operator()(const ScheduleValue&) const { return "the schedule"; }
  std::string operator()(const GroupValue&) const { return "a group of stages"; }
  std::string operator()(const tir::Buffer& b) const { return "the buffer " + b->name; }
  std::string operator()(const tir::Stmt&) const { return "a statement"; }
  std::string operator()(Module m) const { return "the module " + std::string(name_of(m)); }
  std::string operator()(Fn f) const { return "the function " + std::string(name_of(f)); }
  std::string operator()(const PrimitiveValue& p) const {
    return "the method " + std::string(schedule::name_of(p.primitive));
  }
  std::string operator()(const MethodValue& m) const { return "the method " + std::string(name_of(m.method)); }
  std::string operator()(const LambdaValue&) const { return "a lambda"; }
  std::string operator()(const std::shared_ptr<const ReducerValue>& r) const { return "the reducer " + r->name; }
  std::string operator()(const std::shared_ptr<const schedule::TensorIntrin>& t) const {
    return "the tensor intrinsic " + t->name;
  }
};

}  // namespace

std::string describe(const Value& v) {
  return std::visit(Describe(), v.data);
}

}  // namespace nw::script
