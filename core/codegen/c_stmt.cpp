// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/escape.h"
#include "codegen/c_names.h"
#include "codegen/c_writer.h"
#include "codegen/diagnostics.h"
#include "codegen/symbol_name.h"
#include "codegen/wide.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::StmtKind;

namespace {

constexpr int64_t kStackBytes = 16 << 10;  // larger local buffers come from the heap

int64_t constant_elements(const tir::BufferNode& buffer) {  // 0: not a constant
  Wide count = 1;
  const bool strided = !buffer.strides.empty();
  for (size_t i = 0; i < (strided ? 1 : buffer.shape.size()); ++i) {
    const int64_t* extent = tir::as_const_int(buffer.shape[i]);
    const int64_t* stride = strided ? tir::as_const_int(buffer.strides[i]) : nullptr;
    if (!extent || *extent < 0 || (strided && !stride)) return 0;
    count *= Wide{*extent} * (stride ? *stride : 1);
    if (count > INT32_MAX) return 0;
  }
  return static_cast<int64_t>(count);
}

// What the program around the kernel calls its own variables and functions (export/c_program.cpp).
std::string argument_name(const std::string& name) {
  static const std::set<std::string> taken = {"i",     "p",   "v",    "sum",  "weighted", "best",    "spent",
                                              "start", "run", "argc", "argv", "seconds",  "allocate"};
  const bool around =
      taken.contains(name) || name.starts_with("count_") || name.starts_with("pattern_") || name.starts_with("value_");
  return around ? "a_" + name : name;
}

struct Touched {
  bool read = false, written = false;
};

Touched touched(const tir::Stmt& body, const tir::Buffer& buffer) {
  Touched t;
  tir::walk(
      body,
      [&](const tir::Stmt& s) {
        const auto* store = tir::stmt_cast<tir::StoreNode>(s);
        t.written = t.written || (store && store->buffer == buffer);
        return !t.read;
      },
      [&](const tir::Expr& e) {
        const auto* load = tir::node_cast<tir::BufferLoadNode>(e);
        t.read = t.read || (load && load->buffer == buffer);
        const auto* c = tir::node_cast<tir::CallNode>(e);
        return !t.read && !(c && c->name == "prefetch");
      });
  return t;
}

// Whether the value reads `store`'s buffer anywhere but at the place that is stored: then all lanes must be read first.
bool reads_other_lanes(const tir::StoreNode& store) {
  bool found = false;
  tir::walk(store.value, [&](const tir::Expr& e) {
    const auto* l = tir::node_cast<tir::BufferLoadNode>(e);
    if (!l || l->buffer != store.buffer) return true;
    for (size_t i = 0; i < l->indices.size(); ++i)
      found = found || !tir::structural_equal(l->indices[i], store.indices[i]);
    return true;
  });
  return found;
}

}  // namespace

void CWriter::line(const std::string& text) {
  text_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n";
}

std::string CWriter::declare(const std::string& hint, const void* key) {
  std::string name = plain_identifier(hint);
  if (is_c_name(name)) name = "v_" + name;
  const std::string base = name;
  while (!used_names_.emplace(name, 0).second) name = fmt::format("{}_{}", base, ++used_names_[base]);
  names_[key] = name;
  return name;
}

std::string CWriter::name_of(const void* key) const {
  const auto found = names_.find(key);
  return found == names_.end() ? "undefined" : found->second;
}

void CWriter::stmt(const tir::Stmt& s) {
  if (!s) return;
  from_ = s->from;
  switch (s->kind) {
    case StmtKind::For:
      emit_for(*tir::stmt_cast<tir::ForNode>(s));
      break;
    case StmtKind::IfThenElse: {
      const auto* node = tir::stmt_cast<tir::IfThenElseNode>(s);
      line("if (" + value(node->condition).text + ") {");
      ++depth_;
      stmt(node->then_case);
      --depth_;
      if (node->else_case) {
        line("} else {");
        ++depth_;
        stmt(node->else_case);
        --depth_;
      }
      line("}");
      break;
    }
    case StmtKind::Allocate:
      emit_allocate(*tir::stmt_cast<tir::AllocateNode>(s));
      break;
    case StmtKind::Store:
      emit_store(*tir::stmt_cast<tir::StoreNode>(s));
      break;
    case StmtKind::Evaluate: {
      const tir::Expr& e = tir::stmt_cast<tir::EvaluateNode>(s)->value;
      const auto* c = tir::node_cast<tir::CallNode>(e);
      if (c && c->name == "prefetch") {
        if (worth_prefetching(*c)) line(value(e).text + ";");
      } else if (!tir::as_const_int(e))
        line("(void)(" + value(e).text + ");");
      break;
    }
    case StmtKind::Let:
      emit_let(*tir::stmt_cast<tir::LetStmtNode>(s));
      break;
    case StmtKind::Attr:
      stmt(tir::stmt_cast<tir::AttrNode>(s)->body);
      break;
    case StmtKind::Seq:
      for (const tir::Stmt& part : tir::stmt_cast<tir::SeqNode>(s)->stmts) stmt(part);
      break;
  }
}

// Not what has no memory at this place, nor what is on the stack: there is nothing to wait for, and compilers warn of
// addresses behind its end.
bool CWriter::worth_prefetching(const tir::CallNode& prefetch) const {
  const auto* load = prefetch.args.empty() ? nullptr : tir::node_cast<tir::BufferLoadNode>(prefetch.args[0]);
  return load && names_.contains(load->buffer.get()) && !on_stack_.contains(load->buffer.get());
}

void CWriter::emit_for(const tir::ForNode& node) {
  if (node.for_kind == tir::ForKind::Thread || node.for_kind == tir::ForKind::VThread) {
    report(thread_loop(node.var->name, node.thread_tag, node.from));
    return;
  }
  const CText low = wrapped_index(node.min);
  const CText high = tir::is_zero(node.min) ? wrapped_index(node.extent) : wrapped_index(node.min + node.extent);
  Interval all{min_int(node.var->dtype), max_int(node.var->dtype)};
  if (is_pure_index(node.min) && is_pure_index(node.extent)) {
    const Interval a = range(node.min), b = range(node.extent);
    all.min = std::max(all.min, a.min);
    all.max = static_cast<int64_t>(std::min<Wide>(all.max, Wide{a.max} + b.max - 1));
  }
  const std::string name = declare(node.var->name, node.var.get());
  loop_ranges_[node.var.get()] = all;
  const bool parallel = node.for_kind == tir::ForKind::Parallel && !in_parallel_;
  if (parallel) {
    line("NW_PARALLEL");
    parallel_ = in_parallel_ = true;
  }
  line(fmt::format("for (int64_t {0} = {1}; {0} < {2}; ++{0}) {{", name, low.text,
                   high.strength == CText::kLoose ? "(" + high.text + ")" : high.text));
  ++depth_;
  stmt(node.body);
  --depth_;
  line("}");
  if (parallel) in_parallel_ = false;
}

void CWriter::emit_store(const tir::StoreNode& node) {
  const DType t = node.buffer->dtype.element();
  const int lanes = std::max({int{node.value->dtype.lanes}, node.predicate ? int{node.predicate->dtype.lanes} : 1,
                              node.indices.empty() ? 1 : int{node.indices.back()->dtype.lanes}});
  const auto stored = [&](const CText& v) {
    CText in_type = convert(v, node.value->dtype, t);
    if (t.is_bfloat() || (t.is_float() && t.bits == 16)) {
      narrowed(t, {"0"});  // brings the helpers
      return fmt::format("{}({})", t.is_bfloat() ? "nw_to_bf16" : "nw_to_f16", in_type.text);
    }
    return in_type.text;
  };
  if (lanes == 1) {
    if (node.predicate) {
      line("if (" + value(node.predicate).text + ")");
      ++depth_;
    }
    const std::string text = stored(value(node.value));
    line(element(*node.buffer, node.indices) + " = " + text + ";");
    if (node.predicate) --depth_;
    return;
  }
  const std::string lane = declare("l", &node);
  lane_ = lane;
  const std::string header = fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", lane, lanes);
  const std::string condition = node.predicate ? "if (" + value(node.predicate).text + ") " : "";
  const std::string text = stored(value(node.value)), place = element(*node.buffer, node.indices);
  if (reads_other_lanes(node)) {
    line("{");
    ++depth_;
    line(fmt::format("{} lanes[{}];", c_memory_type(t), lanes));
    line(fmt::format("{} {}lanes[{}] = {};", header, condition, lane, text));
    line(fmt::format("{} {}{} = lanes[{}];", header, condition, place, lane));
    --depth_;
    line("}");
  } else {
    simd_ = true;
    line("NW_SIMD");
    line(fmt::format("{} {}{} = {};", header, condition, place, text));
  }
  lane_.clear();
  used_names_.erase(lane);
}

// A variable of several lanes is an array of them.
void CWriter::emit_let(const tir::LetStmtNode& node) {
  const std::string type = c_value_type(node.var->dtype.element());
  const int lanes = node.var->dtype.lanes;
  if (lanes == 1) {
    const std::string text = value(node.value).text;
    line(fmt::format("const {} {} = {};", type, declare(node.var->name, node.var.get()), text));
    return stmt(node.body);
  }
  const std::string lane = declare("l", &node), name = declare(node.var->name, node.var.get());
  lane_ = lane;
  line(fmt::format("{} {}[{}];", type, name, lanes));
  line(fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {2}[{0}] = {3};", lane, lanes, name, value(node.value).text));
  lane_.clear();
  used_names_.erase(lane);
  stmt(node.body);
}

void CWriter::emit_allocate(const tir::AllocateNode& node) {
  const Touched use = touched(node.body, node.buffer);
  if (!use.read && !use.written) return stmt(node.body);
  const tir::BufferNode& buffer = *node.buffer;
  const std::string type = c_memory_type(buffer.dtype), name = declare(buffer.name, &buffer);
  const int64_t count = constant_elements(buffer);
  line("{");
  ++depth_;
  if (count > 0 && count * buffer.dtype.bytes() <= kStackBytes) {
    line(fmt::format("{} {}[{}] __attribute__((aligned(64)));", type, name, count));
    if (!use.read) line(fmt::format("(void){};", name));  // or compilers warn
    on_stack_.insert(&buffer);
    stmt(node.body);
  } else {
    helper("nw_allocate",
           "static inline void* nw_allocate(int64_t bytes) {\n  void* p = aligned_alloc(64, ((size_t)bytes + 63) / 64 "
           "* 64);\n"
           "  if (!p) {\n    fputs(\"out of memory\\n\", stderr);\n    exit(1);\n  }\n  return p;\n}");
    CText elements{std::to_string(count)};
    if (count == 0) {
      elements = {"1"};
      const bool strided = !buffer.strides.empty();
      for (size_t i = 0; i < (strided ? 1 : buffer.shape.size()); ++i) {
        const CText extent = index(buffer.shape[i]);
        elements.text += " * (" + extent.text + ")";
        if (strided) elements.text += " * (" + index(buffer.strides[0]).text + ")";
      }
    }
    line(fmt::format("{0}* restrict {1} = nw_allocate((int64_t)sizeof({0}) * {2});", type, name, elements.text));
    stmt(node.body);
    line(fmt::format("free({});", name));
  }
  names_.erase(&buffer);
  --depth_;
  line("}");
}

CSource CWriter::write(const lower::LoopNest& nest) {
  CSource source;
  source.name = symbol_name(nest);
  if (argument_name(source.name) != source.name) source.name = "kernel_" + source.name;
  used_names_[source.name] = 0;
  std::string signature;
  for (size_t i = 0; i < nest.args.size(); ++i) {
    const tir::BufferNode& buffer = *nest.args[i];
    source.parameters.push_back(declare(argument_name(buffer.name), &buffer));
    const bool output = i < nest.arg_is_output.size() && nest.arg_is_output[i];
    signature += fmt::format("{}{}{}* restrict {}", signature.empty() ? "" : ", ", output ? "" : "const ",
                             c_memory_type(buffer.dtype), source.parameters.back());
  }
  for (const tir::Var& size : nest.size_vars) {
    source.parameters.push_back(declare(argument_name(size->name), size.get()));
    loop_ranges_[size.get()] = {size->non_negative ? 0 : INT32_MIN + 1, INT32_MAX};
    signature += fmt::format("{}int64_t {}", signature.empty() ? "" : ", ", source.parameters.back());
  }
  stmt(nest.body);
  std::string unused;
  for (const std::string& p : source.parameters) unused += fmt::format("  (void){};\n", p);
  source.kernel = fmt::format("static void {}({}) {{\n{}{}}}\n", source.name, signature.empty() ? "void" : signature,
                              unused, text_);
  source.headers =
      "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
      "<string.h>\n";
  if (parallel_)
    source.headers +=
        "\n#ifdef _OPENMP\n#define NW_PARALLEL _Pragma(\"omp parallel for\")\n#else\n#define NW_PARALLEL\n#endif\n";
  if (simd_)
    source.headers +=
        "\n#if defined(__GNUC__) && !defined(__clang__)\n#define NW_SIMD _Pragma(\"GCC ivdep\")\n#else\n#define "
        "NW_SIMD\n#endif\n";
  source.helpers = helpers_;
  return source;
}

Result<CSource> c_source(const lower::LoopNest& nest) {
  CWriter writer;
  CSource source = writer.write(nest);
  if (has_errors(writer.diagnostics)) return writer.diagnostics;
  return source;
}

std::string c_header(const lower::LoopNest& nest) {
  const std::string name = symbol_name(nest);
  std::string guard = name;
  for (char& c : guard) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string arguments;
  for (size_t i = 0; i < nest.args.size(); ++i) {
    std::string shape;
    for (const tir::Expr& e : nest.args[i]->shape) {
      const int64_t* extent = tir::as_const_int(e);
      const auto* size = tir::node_cast<tir::VarNode>(e);
      shape += fmt::format("[{}]", extent ? std::to_string(*extent) : size ? comment_text(size->name) : "…");
    }
    const bool output = i < nest.arg_is_output.size() && nest.arg_is_output[i];
    arguments += fmt::format(" *   buffers[{}]: {} {}{}, {}\n", i, to_string(nest.args[i]->dtype),
                             comment_text(nest.args[i]->name), shape, output ? "written" : "read");
  }
  for (size_t i = 0; i < nest.size_vars.size(); ++i)
    arguments += fmt::format(" *   sizes[{}]: {}\n", i, comment_text(nest.size_vars[i]->name));
  return fmt::format(
      "#ifndef NW_KERNEL_{0}_H\n#define NW_KERNEL_{0}_H\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" "
      "{{\n#endif\n\n"
      "/* How a kernel runs in parallel and gets memory; pass null for one thread and the C library's memory. */\n"
      "#ifndef NW_CODEGEN_ABI_H\n#define NW_CODEGEN_ABI_H\n"
      "typedef int (*nw_parallel_body)(void* context, int64_t begin, int64_t end);\n"
      "typedef struct nw_runtime {{\n"
      "  int (*parallel_for)(const struct nw_runtime* runtime, int64_t count, nw_parallel_body body, void* context);\n"
      "  void* (*allocate)(const struct nw_runtime* runtime, int64_t bytes);\n"
      "  void (*release)(const struct nw_runtime* runtime, void* block);\n"
      "  void* state;\n}} nw_runtime;\n#endif\n\n"
      "/* Returns 0, or 1 where memory was refused. Buffers are dense, row-major, aligned to 64 bytes and do not "
      "overlap.\n{2} */\n"
      "int {1}(void* const* buffers, const int64_t* sizes, const nw_runtime* runtime);\n\n"
      "#ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
      guard, name, arguments);
}

}  // namespace nw::codegen
