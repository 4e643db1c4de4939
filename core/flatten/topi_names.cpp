// SPDX-License-Identifier: GPL-3.0-or-later
// Names under which topi offers its functions, and functions of it that are not one operator with its arguments in
// order: pooling, depthwise convolution, sums of lists, and the helpers of its tests.
#include <algorithm>

#include "flatten/evaluator.h"
#include "flatten/topi_names.h"

namespace nw::flatten {

namespace {

bool is_in(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, name) != list.end();
}

// Modules that hold what topi or topi.nn offers too, and those of targets, which compute the same.
bool is_inner_module(std::string_view name) {
  return is_in(name,
               {"pooling", "elemwise", "reduction", "injective", "broadcast", "math", "transform", "tensor", "softmax",
                "dense", "pad", "padding", "flatten", "bnn", "sparse", "dilate", "local_response_norm"});
}
bool is_target_module(std::string_view name) {
  return is_in(name, {"x86", "cuda", "generic", "arm_cpu", "mali", "bifrost", "intel_graphics", "rocm", "hls", "opengl",
                      "hexagon", "adreno", "gpu"});
}

}  // namespace

std::string plain_topi_name(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = name;;) {
    const size_t dot = rest.find('.');
    parts.push_back(rest.substr(0, dot));
    if (dot == rest.npos) break;
    rest.remove_prefix(dot + 1);
  }
  if (parts.size() > 1 && is_target_module(parts[0]) && !parts.back().starts_with("schedule_")) {
    const std::string_view last = parts.back();
    const bool of_topi = is_in(last, {"sum", "max", "min", "argmax", "argmin", "take", "concatenate"});
    return (of_topi ? "" : "nn.") + std::string(last);
  }
  std::string plain;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool inner = i + 1 < parts.size() && (i > 0 || parts.size() == 2) && parts[i] != "nn" &&
                       (is_inner_module(parts[i]) || (i > 0 && parts[i].starts_with("conv")) ||
                        (i > 0 && parts[i].starts_with("depthwise")) || (i > 0 && parts[i].find("dense") == 0));
    if (!inner) plain += (plain.empty() ? "" : ".") + std::string(parts[i]);
  }
  return plain;
}

// topi.testing chooses functions for a target; here they are the general ones.
std::optional<Value> Evaluator::topi_testing(const std::string& name, const CallArguments& args) {
  const std::string_view what = std::string_view(name).substr(8);
  if (what.starts_with("get_") && what.ends_with("_schedule"))
    return heap_.path("tvm.topi.generic.schedule_" + std::string(what.substr(4, what.size() - 13)));
  if (what.starts_with("get_") && what.ends_with("_implement")) {
    const std::string op(what.substr(4, what.size() - 14));
    return heap_.list({heap_.path("tvm.topi.nn." + op), heap_.path("tvm.topi.generic.schedule_" + op)}, true);
  }
  if (what != "dispatch" || args.positional.size() < 2 || !args.positional[1].dict()) return std::nullopt;
  const DictObject& choices = *args.positional[1].dict();
  for (const char* key : {"generic", "cpu", "x86"})
    if (const auto it = choices.places.find(std::string("s") + key); it != choices.places.end())
      return choices.items[it->second].second;
  return choices.items.empty() ? std::nullopt : std::optional(choices.items[0].second);
}

std::optional<Value> Evaluator::topi_window(const std::string& name, const CallArguments& args, const Expr* e) {
  const auto text = [&](size_t place, const char* key) -> const std::string* {
    const Value* v = args.find(place, key);
    return v ? v->string() : nullptr;
  };
  const auto value = [&](size_t place, const char* key, Value otherwise) {
    const Value* v = args.find(place, key);
    return v && !v->is<None>() ? *v : otherwise;
  };
  const Value data = value(0, "data", args.find(0, "Input") ? *args.find(0, "Input") : Value(None()));
  CallArguments call;
  call.call = args.call;
  const auto named = [&](const char* key, const Value& v) { call.named.push_back({key, v}); };
  const bool with_dilation = name == "nn.pool2d";
  if (with_dilation || name == "nn.pool") {
    const size_t after = with_dilation ? 4 : 3;
    const std::string* kind = text(after + 1, "pool_type");
    call.positional = {data};
    named("pool_size", value(1, "kernel", None()));
    named("strides", value(2, "stride", int64_t{1}));
    if (with_dilation) named("dilation", value(3, "dilation", int64_t{1}));
    named("padding", value(after, "padding", int64_t{0}));
    named("ceil_mode", value(after + 2, "ceil_mode", false));
    named("layout", value(after + 3, "layout", heap_.string("NCHW")));
    const bool average = kind && *kind == "avg";
    if (average) named("count_include_pad", value(after + 4, "count_include_pad", true));
    return topi_row(average ? "avg_pool" : "max_pool", call, e);
  }
  if (name == "nn.global_pool" || name == "nn.adaptive_pool") {
    const bool global = name == "nn.global_pool";
    const std::string* kind = text(global ? 1 : 2, "pool_type");
    call.positional = {data};
    if (!global) named("output_size", value(1, "output_size", None()));
    named("layout", value(global ? 2 : 3, "layout", heap_.string("NCHW")));
    return topi_row((kind && *kind == "avg" ? "avg_" : "max_") + std::string(global ? "global" : "adaptive"), call, e);
  }
  if (name == "nn.depthwise_conv2d_nchw") {
    const Value kernel = value(1, "Filter", None());
    const auto data_type = type_of(data, e), kernel_type = type_of(kernel, e);
    if (!data_type || !kernel_type || data_type->shape.size() != 4 || kernel_type->shape.size() != 4)
      return std::nullopt;
    if (kernel_type->shape[1].constant() != 1) return std::nullopt;
    call.positional = {data, kernel};
    named("strides", value(2, "stride", int64_t{1}));
    named("padding", value(3, "padding", int64_t{0}));
    named("dilation", value(4, "dilation", int64_t{1}));
    named("groups", data_type->shape[1].constant().value_or(1));
    if (const Value* type = args.find(5, "out_dtype")) named("out_dtype", *type);
    return topi_row("nn.group_conv2d_nchw", call, e);
  }
  if (name == "nn.pad") {
    const Value before = value(1, "pad_before", None()), after = value(2, "pad_after", before);
    if (!before.list() || !after.list() || before.list()->items.size() != after.list()->items.size())
      return std::nullopt;
    std::vector<Value> pairs;
    for (size_t i = 0; i < before.list()->items.size(); ++i)
      pairs.push_back(heap_.list({before.list()->items[i], after.list()->items[i]}));
    call.positional = {data};
    named("pad_width", heap_.list(std::move(pairs)));
    named("pad_value", value(3, "pad_value", 0.0));
    return topi_row("pad", call, e);
  }
  if (name == "elemwise_sum" && !args.positional.empty() && args.positional[0].list())
    return elementwise("", " + ", "", args.positional[0].list()->items, "T_elemwise_sum", e);
  if (name == "bitwise_not") return elementwise("~", "", "", args.positional, "T_bitwise_not", e);
  if (name == "negative") return elementwise("-", "", "", args.positional, "T_negative", e);
  if (name == "identity") return elementwise("", "", "", args.positional, "T_identity", e);
  return std::nullopt;
}

}  // namespace nw::flatten
