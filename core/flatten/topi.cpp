// SPDX-License-Identifier: GPL-3.0-or-later
// topi: operators, expanded to the computations of core/op. A row of the table says which operator a function is, and
// what its arguments after the tensors mean to it.
#include <algorithm>
#include <sstream>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"
#include "flatten/topi_library.h"
#include "flatten/topi_names.h"
#include "op/registry.h"
#include "script/write.h"

namespace nw::flatten {

namespace {

using graph::Attr;
using graph::Attrs;

struct Row {
  std::string_view name, op;
  size_t tensors;
  std::string_view parameters;  // names of attributes, in order; "-name" is no attribute, only None fits
  std::string_view result;      // the name that TVM gives to the tensor
  std::string_view fixed;       // attributes that the function implies: "key=text,…"
};

constexpr std::string_view kConvolution = "strides,padding,dilation,out_dtype";
constexpr Row kRows[] = {
    {"nn.relu", "nn.relu", 1, "", "compute", ""},
    {"nn.leaky_relu", "nn.leaky_relu", 1, "alpha", "compute", ""},
    {"nn.softmax", "nn.softmax", 1, "axis", "T_softmax_norm", ""},
    {"nn.log_softmax", "nn.log_softmax", 1, "axis", "compute", ""},
    {"nn.dense", "nn.dense", 2, "-bias,out_dtype", "T_matmul_NT", ""},
    {"nn.matmul", "nn.matmul", 2, "-bias,out_dtype,transpose_a,transpose_b", "T_matmul", ""},
    {"nn.batch_matmul", "nn.batch_matmul", 2, "-oshape,out_dtype,transpose_a,transpose_b", "T_batch_matmul_NT", ""},
    {"nn.conv2d_nchw", "nn.conv2d", 2, kConvolution, "conv2d_nchw", ""},
    {"nn.conv2d_nhwc", "nn.conv2d", 2, kConvolution, "conv2d_nhwc", "data_layout=NHWC,kernel_layout=HWIO"},
    {"nn.conv2d", "nn.conv2d", 2, "strides,padding,dilation,data_layout,out_dtype", "conv2d_nchw", ""},
    {"nn.group_conv2d_nchw", "nn.conv2d", 2, "strides,padding,dilation,groups,out_dtype", "group_conv2d_nchw", ""},
    {"nn.conv1d_ncw", "nn.conv1d", 2, kConvolution, "conv1d_ncw", ""},
    {"nn.conv3d_ncdhw", "nn.conv3d", 2, "strides,padding,dilation,groups,out_dtype", "conv3d_ncdhw", ""},
    {"nn.conv2d_transpose_nchw", "nn.conv2d_transpose", 2, "strides,padding,out_dtype,output_padding",
     "conv2d_transpose_nchw", "kernel_layout=IOHW"},
    {"nn.prelu", "nn.prelu", 2, "axis", "compute", ""},
    {"nn.layer_norm", "nn.layer_norm", 3, "axis,epsilon", "T_layer_norm", ""},
    {"max_pool", "nn.max_pool2d", 1, "pool_size,strides,dilation,padding,ceil_mode,layout", "pool_max", ""},
    {"avg_pool", "nn.avg_pool2d", 1, "pool_size,strides,dilation,padding,ceil_mode,layout,count_include_pad",
     "pool_avg", ""},
    {"max_global", "nn.global_max_pool2d", 1, "layout", "adaptive_pool_max", ""},
    {"avg_global", "nn.global_avg_pool2d", 1, "layout", "adaptive_pool_avg", ""},
    {"max_adaptive", "nn.adaptive_max_pool2d", 1, "output_size,layout", "adaptive_pool_max", ""},
    {"avg_adaptive", "nn.adaptive_avg_pool2d", 1, "output_size,layout", "adaptive_pool_avg", ""},
    {"pad", "nn.pad", 1, "pad_width,pad_value", "T_pad", ""},
    {"split", "split", 1, "indices_or_sections,axis", "T_split_sections", ""},
    {"matmul", "nn.matmul", 2, "transpose_a,transpose_b", "T_matmul", ""},
    {"nn.flatten", "nn.batch_flatten", 1, "", "compute", ""},
    {"nn.bias_add", "nn.bias_add", 2, "axis", "T_add", ""},
    {"sum", "sum", 1, "axis,keepdims", "_red", ""},
    {"max", "max", 1, "axis,keepdims", "_red", ""},
    {"min", "min", 1, "axis,keepdims", "_red", ""},
    {"mean", "mean", 1, "axis,keepdims", "T_divide", ""},
    {"all", "all", 1, "axis,keepdims", "_red", ""},
    {"any", "any", 1, "axis,keepdims", "_red", ""},
    {"transpose", "transpose", 1, "axes", "T_transpose", ""},
    {"reshape", "reshape", 1, "newshape", "T_reshape", ""},
    {"expand_dims", "expand_dims", 1, "axis,num_newaxis", "T_expand_dims", ""},
    {"squeeze", "squeeze", 1, "axis", "T_squeeze", ""},
    {"strided_slice", "strided_slice", 1, "begin,end,strides", "T_strided_slice", ""},
    {"take", "take", 2, "axis,batch_dims,mode", "T_take", ""},
    {"where", "where", 3, "", "T_where", ""},
    {"cast", "cast", 1, "dtype", "compute", ""},
    {"clip", "clip", 1, "a_min,a_max", "compute", ""},
    {"broadcast_to", "broadcast_to", 1, "shape", "T_broadcast_to", ""},
    {"concatenate", "concatenate", SIZE_MAX, "axis", "T_concat", ""},
    {"stack", "stack", SIZE_MAX, "axis", "T_stack", ""},
};

// Of two tensors, or a tensor and a number: how the element is written in the script.
struct Broadcast {
  std::string_view name, op, before, between, after;
};
constexpr Broadcast kBroadcasts[] = {
    {"add", "add", "", " + ", ""},
    {"subtract", "subtract", "", " - ", ""},
    {"multiply", "multiply", "", " * ", ""},
    {"divide", "divide", "", " / ", ""},
    {"floor_divide", "floor_divide", "te.floordiv(", ", ", ")"},
    {"mod", "mod", "tir.truncmod(", ", ", ")"},
    {"floor_mod", "floor_mod", "te.floormod(", ", ", ")"},
    {"maximum", "maximum", "te.max(", ", ", ")"},
    {"minimum", "minimum", "te.min(", ", ", ")"},
    {"power", "power", "te.power(", ", ", ")"},
    {"greater", "greater", "", " > ", ""},
    {"less", "less", "", " < ", ""},
    {"greater_equal", "greater_equal", "", " >= ", ""},
    {"less_equal", "less_equal", "", " <= ", ""},
    {"equal", "equal", "", " == ", ""},
    {"not_equal", "not_equal", "", " != ", ""},
    {"left_shift", "left_shift", "", " << ", ""},
    {"right_shift", "right_shift", "", " >> ", ""},
    {"bitwise_and", "bitwise_and", "", " & ", ""},
    {"bitwise_or", "bitwise_or", "", " | ", ""},
    {"bitwise_xor", "bitwise_xor", "", " ^ ", ""},
    {"logical_and", "logical_and", "tir.all(", ", ", ")"},
    {"logical_or", "logical_or", "tir.any(", ", ", ")"},
};

const Broadcast* broadcast_of(std::string name) {
  if (name.starts_with("broadcast_")) name.erase(0, 10);
  if (name == "sub") name = "subtract";
  if (name == "mul") name = "multiply";
  if (name == "div") name = "divide";
  const auto* it = std::ranges::find(kBroadcasts, name, &Broadcast::name);
  return it == std::end(kBroadcasts) ? nullptr : it;
}

std::optional<Attr> to_attr(const Value& v, std::string_view key, int depth = 0) {
  if (depth > 4) return std::nullopt;
  if (v.is<None>()) return Attr{};
  if (const auto* b = v.get<bool>()) return Attr{*b};
  if (const auto* i = v.get<int64_t>()) return Attr{*i};
  if (const auto* d = v.get<double>()) return Attr{*d};
  if (const std::string* s = v.string()) {
    if (!key.ends_with("dtype")) return Attr{*s};
    const auto type = parse_dtype(*s);
    return type ? std::optional(Attr{*type}) : std::nullopt;
  }
  const ListObject* l = v.list();
  if (!l) return std::nullopt;
  graph::AttrList list;
  for (const Value& item : l->items) {
    auto part = to_attr(item, key, depth + 1);
    if (!part) return std::nullopt;
    list.push_back(std::move(*part));
  }
  return Attr{std::move(list)};
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    parts.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

// The assignments of a written computation, but those of the arguments.
std::vector<ScriptBuilder::Assignment> assignments_of(const std::string& script) {
  std::vector<ScriptBuilder::Assignment> list;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find(" = ");
    if (line.starts_with("# schedule")) break;
    if (equals == line.npos || line.starts_with("#") || line.starts_with("topi_arg")) continue;
    list.push_back({line.substr(0, equals), line.substr(equals + 3)});
  }
  return list;
}

}  // namespace

// Shape and type of a tensor, as far as they are numbers.
std::optional<graph::Type> Evaluator::type_of(const Value& tensor, const Expr* e) {
  const ScriptValue* s = tensor.script();
  if (!s || s->kind != ScriptValue::Kind::Tensor) return std::nullopt;
  ScriptValue member = *s;
  member.text += ".shape";
  const Value shape = ask(member, e);
  member.text = s->text + ".dtype";
  const Value dtype = ask(member, e);
  const auto type = dtype.string() ? parse_dtype(*dtype.string()) : std::nullopt;
  if (!shape.list() || !type) return std::nullopt;
  graph::Shape dims;
  for (const Value& dim : shape.list()->items) {
    if (!dim.integer()) return std::nullopt;
    dims.emplace_back(*dim.integer());
  }
  return graph::Type::tensor(*type, std::move(dims));
}

// The operator's computation on tensors of the script. Nothing where core/op has none, or sizes are symbols.
std::optional<Value> Evaluator::expand(const std::string& op, const Attrs& attrs, const std::vector<Value>& tensors,
                                       bool as_tuple, const std::string& result, const Expr* e) {
  graph::Graph g;
  graph::Node call;
  call.kind = graph::NodeKind::Call;
  call.op = op;
  call.attrs = attrs;
  graph::Node tuple;
  tuple.kind = graph::NodeKind::Tuple;
  std::vector<te::Tensor> arguments;
  std::vector<int> uses;
  std::vector<ScriptBuilder::Assignment> all;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const auto type = type_of(tensors[i], e);
    if (!type) return std::nullopt;
    graph::Node variable;
    variable.kind = graph::NodeKind::Input;
    variable.type = *type;
    const NodeId id = g.add(std::move(variable));
    (as_tuple ? tuple : call).inputs.push_back(id);
    std::vector<tir::Expr> shape;
    for (const graph::Dim& dim : type->shape) shape.push_back(tir::int_imm(dim.constant().value_or(1)));
    arguments.push_back(te::placeholder(shape, "topi_arg" + std::to_string(i), type->dtype));
    merge_uses(uses, tensors[i].script()->uses);
    all.push_back({arguments.back()->name, tensors[i].script()->text});
  }
  if (as_tuple) call.inputs.push_back(g.add(std::move(tuple)));
  const NodeId id = g.add(std::move(call));
  for (const NodeId input : g.node(id).inputs) op::infer_node(g, input);
  if (has_errors(op::infer_node(g, id))) return std::nullopt;
  const graph::Node& node = g.node(id);
  const op::OpInfo* info = op::Registry::standard().find(op);
  if (!info || !info->compute || node.type.kind == graph::Type::Kind::Unknown) return std::nullopt;
  op::ComputeContext context{node, {}, node.type, arguments, result, true};
  for (const NodeId input : node.inputs) context.arg_types.push_back(g.node(input).type);
  const auto made = info->compute(context);
  if (!made.ok() || made->empty()) return std::nullopt;
  script::WriteRequest request;
  request.outputs = *made;
  request.args = arguments;
  request.args.insert(request.args.end(), made->begin(), made->end());
  std::vector<std::string> results;
  for (const te::Tensor& t : *made)
    for (const script::TensorVariable& v : script::tensor_variables(request))
      if (te::same_tensor(v.tensor, t)) results.push_back(v.name);
  if (results.size() != made->size()) return std::nullopt;
  if (!step(e, 500)) return Value(Failed());
  if (trials_ > 0) {
    touched_ = true;
    return Value(Failed());
  }
  const Value v = builder_.add_all(assignments_of(script::write(request)), all, results, std::move(uses),
                                   wanted_.empty() ? "" : wanted_[0], line_);
  take_script_diagnostics(0);
  return v;
}

// One elementwise te.compute, for operands that core/op does not take: numbers and symbolic sizes.
std::optional<Value> Evaluator::elementwise(const std::string& before, const std::string& between,
                                            const std::string& after, const std::vector<Value>& operands,
                                            const std::string& result, const Expr* e) {
  const auto is_tensor = [](const Value& v) { return v.script() && v.script()->kind == ScriptValue::Kind::Tensor; };
  std::vector<std::vector<Value>> shapes;
  std::vector<Value> dims;  // of the result: those of the operands, broadcast
  ScriptValue call;
  for (const Value& v : operands) {
    shapes.emplace_back();
    if (!is_tensor(v)) continue;
    ScriptValue member = *v.script();
    member.text += ".shape";
    const Value shape = ask(member, e);
    if (!shape.list()) return std::nullopt;
    shapes.back() = shape.list()->items;
    if (dims.size() < shapes.back().size()) dims.insert(dims.begin(), shapes.back().size() - dims.size(), int64_t{1});
    const size_t more = dims.size() - shapes.back().size();
    for (size_t i = 0; i < shapes.back().size(); ++i) {
      const Value& own = shapes.back()[i];
      Value& dim = dims[more + i];
      if (dim.integer() == 1)
        dim = own;
      else if (own.integer() != 1 && shown(own, true) != shown(dim, true))
        return std::nullopt;
    }
    merge_uses(call.uses, v.script()->uses);
    call.kernel = v.script()->kernel;
  }
  if (std::ranges::none_of(operands, is_tensor)) return std::nullopt;
  std::string names;
  for (size_t i = 0; i < dims.size(); ++i) names += (i ? ", i" : "i") + std::to_string(i);
  call.text = "te.compute(";
  if (!put(call, heap_.list(dims, true), Binding::Lambda, e)) return Value(Failed());
  call.text += ", lambda" + std::string(names.empty() ? "" : " ") + names + ": " + before;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i) call.text += between;
    if (!put(call, operands[i], Binding::Primary, e)) return Value(Failed());
    if (!is_tensor(operands[i])) continue;
    const size_t more = dims.size() - shapes[i].size();
    std::string at;
    for (size_t k = 0; k < shapes[i].size(); ++k) {
      const bool one = shapes[i][k].integer() == 1 && dims[more + k].integer() != 1;
      at += (k ? ", " : "") + (one ? "0" : "i" + std::to_string(more + k));
    }
    call.text += at.empty() ? "()" : "[" + at + "]";
  }
  call.text += after + ", name=\"" + result + "\")";
  return add_line(call, result, e);
}

bool Evaluator::has_floats(const std::vector<Value>& tensors, const Expr* e) {
  return std::ranges::any_of(tensors, [&](const Value& v) {
    const ScriptValue* s = v.script();
    if (!s || s->kind != ScriptValue::Kind::Tensor) return v.is<double>();
    ScriptValue member = *s;
    member.text += ".dtype";
    const Value dtype = ask(member, e);
    return dtype.string() && (dtype.string()->starts_with("float") || dtype.string()->starts_with("bfloat"));
  });
}

// A function of the library, at the line of its call.
std::optional<Value> Evaluator::call_library(const std::string& name, const CallArguments& args, const Expr* e) {
  if (!library_) {
    library_ = parse(topi_library());
    library_scope_ = &heap_.scopes.emplace_back();
    Scope* outer = std::exchange(scope_, library_scope_);
    const std::string call = std::exchange(library_call_, name);
    block(library_->body);
    library_call_ = call;
    scope_ = outer;
  }
  std::string written = name;
  std::ranges::replace(written, '.', '_');
  const auto it = written.starts_with('_') ? library_scope_->variables.end() : library_scope_->variables.find(written);
  if (it == library_scope_->variables.end() || !it->second.function()) return std::nullopt;
  const std::string outer = library_call_;
  if (library_call_.empty()) library_call_ = name;
  const int calls = calls_;
  Value v = call_function(*it->second.function(), args, e);
  calls_ = calls;
  library_call_ = outer;
  return v;
}

// raise NotImplementedError("with batch_dims") in the library.
Value Evaluator::library_refusal(const Statement& s) {
  const Value why = s.value && !s.value->arguments.empty() ? eval(s.value->arguments[0].value) : Value(None());
  const std::string call = std::exchange(library_call_, "");
  const Value v =
      not_known("'topi." + call + "' is not expanded " + (why.string() ? *why.string() : "with these arguments"),
                {"its te.compute, written out"}, nullptr);
  library_call_ = call;
  return v;
}

std::optional<Value> Evaluator::call_topi(const std::string& written, const CallArguments& args, const Expr* e) {
  const std::string name = plain_topi_name(written);
  auto v = call_operator(name, args, e);
  if (v) return v;
  if (is_topi_of_builder(name))
    return not_known("'topi." + name +
                         "' is a loop nest that TVM writes with ir_builder, which has no computation to "
                         "schedule",
                     {"te.compute", "te.scan"}, e);
  return call_library(name, args, e);
}

// By the tables above.
std::optional<Value> Evaluator::call_operator(const std::string& name, const CallArguments& args, const Expr* e) {
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  if (name.starts_with("testing."))
    if (auto v = topi_testing(name, args)) return v;
  if (const std::string* tag = args.positional.empty() ? nullptr : args.positional[0].string();
      tag && (name == "tag.is_broadcast" || name == "tag.is_injective")) {
    const bool broadcast = tag->starts_with("elemwise") || tag->starts_with("broadcast");
    return broadcast || (name == "tag.is_injective" && tag->starts_with("injective"));
  }
  if (name.starts_with("testing.") || name.starts_with("utils.") || name.starts_with("util.") ||
      name.starts_with("tag."))
    return heap_.outside("topi." + name);
  if (last.starts_with("schedule_") && !args.positional.empty()) {
    // A configuration may come before what is scheduled, a layout after it.
    const auto tensors = std::ranges::find_if(
        args.positional, [](const Value& v) { return v.list() || (v.script() && !v.script()->local); });
    CallArguments outs;
    outs.positional = {tensors == args.positional.end() ? args.positional.back() : *tensors};
    if (left_out_lines_.insert(line_).second) left_out_.push_back({line_, "topi." + name, "a schedule of topi"});
    return create_schedule(outs, e);
  }
  const auto is_tensor = [](const Value& v) { return v.script() && v.script()->kind == ScriptValue::Kind::Tensor; };
  if (name == "cast" && args.positional.size() == 2 && args.positional[0].script() && !is_tensor(args.positional[0])) {
    CallArguments type = args;
    type.positional.erase(type.positional.begin());
    return script_method(*args.positional[0].script(), "astype", type, e);
  }
  if (const Broadcast* b = broadcast_of(name); b && args.positional.size() == 2) {
    const auto is_expression = [&](const Value& v) { return v.number() || (v.script() && !is_tensor(v)); };
    if (is_expression(args.positional[0]) && is_expression(args.positional[1])) {
      ScriptValue both;
      both.kind = ScriptValue::Kind::Expression;
      both.text = b->before.empty() ? "(" : std::string(b->before);
      if (!put(both, args.positional[0], Binding::Unary, e)) return Value(Failed());
      both.text += b->between;
      if (!put(both, args.positional[1], Binding::Unary, e)) return Value(Failed());
      both.text += b->after.empty() ? ")" : std::string(b->after);
      return inline_expression(std::move(both));
    }
    const std::string result = "T_" + std::string(b->name);
    if (is_tensor(args.positional[0]) && is_tensor(args.positional[1]))
      if (auto v = expand(std::string(b->op), {}, args.positional, false, result, e)) return v;
    if (b->name == "floor_divide" && has_floats(args.positional, e))
      return elementwise("te.floor(", " / ", ")", args.positional, result, e);
    return elementwise(std::string(b->before), std::string(b->between), std::string(b->after), args.positional, result,
                       e);
  }
  if (auto v = topi_window(name, args, e)) return v;
  const Value* bias = name == "nn.dense" || name == "nn.matmul" ? args.find(2, "bias") : nullptr;
  if (!bias || !is_tensor(*bias)) return topi_row(name, args, e);
  // The bias is added to what the product gives.
  CallArguments product = args, sum;
  if (product.positional.size() > 2) product.positional[2] = None();
  std::erase_if(product.named, [](const CallArguments::Named& n) { return n.name == "bias"; });
  const auto made = topi_row(name, product, e);
  if (!made || !is_tensor(*made)) return made;
  sum.positional = {*made, *bias};
  return call_topi("add", sum, e);
}

std::optional<Value> Evaluator::topi_row(const std::string& name, const CallArguments& args, const Expr* e) {
  const auto is_tensor = [](const Value& v) { return v.script() && v.script()->kind == ScriptValue::Kind::Tensor; };
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (row == std::end(kRows)) {  // of one tensor: exp, tanh, sqrt, …
    if (args.positional.size() != 1 || !args.named.empty() || !is_tensor(args.positional[0])) return std::nullopt;
    if (auto v = expand(name, {}, args.positional, false, "compute", e)) return v;
    if (!script::function(script::Module::Te, name)) return std::nullopt;
    return elementwise("te." + name + "(", "", ")", args.positional, "compute", e);
  }
  const bool as_tuple = row->tensors == SIZE_MAX;
  std::vector<Value> tensors;
  if (as_tuple) {
    const Value* list = args.find(0, "a_tuple");
    if (!list || !list->list()) return std::nullopt;
    tensors = list->list()->items;
  }
  size_t next = as_tuple && !args.positional.empty() ? 1 : 0;
  while (!as_tuple && next < args.positional.size() && tensors.size() < row->tensors)
    tensors.push_back(args.positional[next++]);
  for (const auto& n : args.named)
    if (is_tensor(n.value) && !as_tuple && tensors.size() < row->tensors) tensors.push_back(n.value);
  if (!std::ranges::all_of(tensors, is_tensor) || (!as_tuple && tensors.size() != row->tensors)) return std::nullopt;
  Attrs attrs;
  for (const std::string_view pair : parts_of(row->fixed)) {
    const size_t equals = pair.find('=');
    attrs[std::string(pair.substr(0, equals))] = Attr{std::string(pair.substr(equals + 1))};
  }
  const auto take = [&](std::string_view key, const Value& v) {
    if (key.starts_with('-')) return v.is<None>();
    auto attr = to_attr(v, key);
    if (!attr) return false;
    if (!attr->is_none()) attrs[std::string(key)] = std::move(*attr);
    return true;
  };
  const std::vector<std::string_view> parameters = parts_of(row->parameters);
  for (size_t i = 0; next < args.positional.size(); ++i, ++next)
    if (i >= parameters.size() || !take(parameters[i], args.positional[next])) return std::nullopt;
  for (const auto& n : args.named) {
    if (is_tensor(n.value)) continue;
    const std::string key = n.name == "stride"                                           ? "strides"
                            : n.name == "layout" && row->op.find("pool") == row->op.npos ? "data_layout"
                                                                                         : n.name;
    const auto parameter = std::ranges::find_if(
        parameters, [&](std::string_view p) { return p == key || (p.starts_with('-') && p.substr(1) == key); });
    static constexpr std::string_view harmless[] = {"a_tuple", "name", "tag"};
    if (std::ranges::find(harmless, key) != std::end(harmless)) continue;
    if (parameter == parameters.end()) return std::nullopt;
    if (!take(*parameter, n.value)) return std::nullopt;
  }
  std::string result(row->result);
  if (result == "_red") {
    ScriptValue own = *tensors[0].script();
    own.text += ".name";
    const Value of = ask(own, e);
    result = (of.string() ? *of.string() : "T") + "_red";
  }
  return expand(std::string(row->op), attrs, tensors, as_tuple, result, e);
}

}  // namespace nw::flatten
