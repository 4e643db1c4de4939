// SPDX-License-Identifier: GPL-3.0-or-later
// Templates of AutoTVM with the configuration that a space begins with: the first candidate of a knob, splits by 1, no
// annotation.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr std::string_view kEntity = "tvm.autotvm.entity.";

}  // namespace

// cfg["tile_x"], cfg["tile_x"].val, cfg["tile_x"].size
Value Evaluator::config_entry(const Value& key) {
  return heap_.path(std::string(kEntity) + (key.string() ? *key.string() : std::string()));
}

std::optional<Value> Evaluator::config_member(const std::string& path) {
  if (path == "tvm.autotvm.config.is_fallback") return false;
  if (!path.starts_with(kEntity)) return std::nullopt;
  const size_t dot = path.rfind('.');
  if (dot < kEntity.size()) return std::nullopt;
  const auto it = knobs_.find(path.substr(kEntity.size(), dot - kEntity.size()));
  const std::string_view member = std::string_view(path).substr(dot + 1);
  if (it == knobs_.end() || (member != "val" && member != "size")) return std::nullopt;
  return it->second;
}

// Splits as SplitEntity.apply does: by the product of the sizes that follow.
Value Evaluator::apply_split(const std::vector<Value>& sizes, const CallArguments& args, const Expr* e) {
  const Value *schedule = args.find(0, "sch"), *tensor = args.find(1, "op"), *axis = args.find(2, "axis");
  if (!schedule || !schedule->script() || !tensor || !axis) return python_error("apply takes s, op and an axis", e);
  const Value stage = index_script(*schedule, *tensor, e);
  std::vector<Value> axes;
  Value rest = *axis;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) {
    int64_t factor = 1;
    for (size_t k = i + 1; k < sizes.size(); ++k) factor *= sizes[k].integer().value_or(1);
    if (!stage.script()) return Failed();
    CallArguments split;
    split.positional = {rest, factor};
    const std::string stem = rest.script() && !rest.script()->local ? identifier(rest.script()->text) : "axis";
    wanted_ = {stem + "o", stem + "i"};
    const Value parts = script_method(*stage.script(), "split", split, e);
    if (!parts.list() || parts.list()->items.size() != 2) return Failed();
    axes.push_back(parts.list()->items[0]);
    rest = parts.list()->items[1];
  }
  wanted_.clear();
  axes.push_back(rest);
  return heap_.list(std::move(axes));
}

std::optional<Value> Evaluator::autotvm_call(const std::string& path, const CallArguments& args, const Expr* e) {
  if (!path.starts_with("tvm.autotvm.")) return std::nullopt;
  const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  if (name == "get_config") return heap_.path("tvm.autotvm.config");
  if (path == "tvm.autotvm.task.create") {
    const Value *what = args.find(0, "task_name"), *values = args.find(1, "args");
    const auto it = what && what->string() ? templates_.find(*what->string()) : templates_.end();
    const Function* f = what && what->function() ? what->function() : it == templates_.end() ? nullptr : it->second;
    if (!f || !values || !values->list()) return std::nullopt;
    CallArguments call;
    call.positional = values->list()->items;
    call_function(*f, call, e);
    return heap_.outside(path);
  }
  if (path.starts_with(kEntity) && name == "apply") {
    const auto it = knobs_.find(path.substr(kEntity.size(), path.rfind('.') - kEntity.size()));
    if (it == knobs_.end()) return not_known("the space has no such entry", {"cfg.define_split"}, e);
    const ListObject* sizes = it->second.list();
    return sizes ? apply_split(sizes->items, args, e) : Value(None());
  }
  if (!path.starts_with("tvm.autotvm.config.")) return std::nullopt;
  const Value* key = args.find(0, "name");
  if (!key || !key->string()) return name == "axis" && key ? std::optional(*key) : std::nullopt;
  if (name == "define_knob") {
    const Value* candidates = args.find(1, "candidate");
    const auto items = candidates ? items_of(*candidates, e) : std::nullopt;
    if (items && !items->empty()) knobs_[*key->string()] = (*items)[0];
  } else if (name == "define_split") {
    const Value* outputs = args.find(SIZE_MAX, "num_outputs");
    const int64_t count = outputs ? outputs->integer().value_or(2) : 2;
    std::vector<Value> sizes = {int64_t{-1}};
    for (int64_t i = 1; i < std::min<int64_t>(count, 16); ++i) sizes.push_back(int64_t{1});
    knobs_[*key->string()] = heap_.list(std::move(sizes));
  } else {
    knobs_[*key->string()] = None();
  }
  ++changes_;
  return None();
}

}  // namespace nw::flatten
