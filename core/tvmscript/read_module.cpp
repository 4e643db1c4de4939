// SPDX-License-Identifier: GPL-3.0-or-later
// A file: its imports, its modules, and the functions in them.
#include <algorithm>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "flatten/tokens.h"
#include "script/encoding.h"
#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

using namespace tir;
using SyntaxKind = flatten::ExprKind;
using Kind = flatten::Statement::Kind;

void Reader::imports(const S& s) {
  for (const S::Imported& i : s.imports) {
    if (i.path == "tvm.script.tir" || i.path == "tvm.script.tirx" || i.path == "tvm.tir") tir_aliases_.insert(i.name);
    if (i.path == "tvm.script.ir") ir_aliases_.insert(i.name);
  }
}

bool Reader::is_prim_func(const S& s) const {
  return std::ranges::any_of(s.decorators, [this](const E* d) {
    const std::string path = path_of(d->kind == SyntaxKind::Call ? d->a : d);
    return path == "prim_func" || path.ends_with(".prim_func");
  });
}

void Reader::file(const std::vector<const S*>& body, int last) {
  for (size_t i = 0; i < body.size(); ++i) {
    spend();
    const S* s = body[i];
    const int end = i + 1 < body.size() ? body[i + 1]->line - 1 : last;
    if (s->kind == Kind::Import) {
      imports(*s);
    } else if (s->kind == Kind::Class) {
      file(s->body, end);
    } else if (s->kind == Kind::Def && is_prim_func(*s)) {
      function(*s, end);
    } else if (s->kind != Kind::Pass &&
               !(s->kind == Kind::Expression && s->value && s->value->kind == SyntaxKind::String)) {
      if (left_out_++ == 0) first_left_out_ = s->line;
    }
  }
}

void Reader::function(const S& s, int last) {
  Function made;
  function_ = &made;
  made.name = s.name;
  made.span = at(s);
  made.first_line = s.line;
  made.last_line = last;
  const size_t mark = scope_.mark();
  in_signature_ = true;
  for (const flatten::Parameter& p : s.parameters) parameter(p, s);
  in_signature_ = false;
  made.body = statements(s.body);
  std::erase(made.args, tir::Buffer());  // handles that are not used
  scope_.back_to(mark);
  open_blocks_.clear();
  function_ = nullptr;
  module_.functions.push_back(std::move(made));
}

void Reader::parameter(const flatten::Parameter& p, const S& of) {
  const TextSpan place = p.annotation ? at(p.annotation) : at(of);
  const std::string name(p.name);
  if (!p.annotation) {
    report(malformed("the parameter '" + name + "' has no type", {"T.handle", "T.Buffer((8, 6), \"float32\")"}, place));
    return;
  }
  std::string path;
  const E* type = p.annotation;
  const std::string_view called =
      tir_name(type->kind == SyntaxKind::Call || type->kind == SyntaxKind::Index ? type->a : type, path);
  if (called == "handle") {
    scope_.define(p.name, HandleName{function_->args.size()});
    function_->args.emplace_back();  // by its T.match_buffer
    return;
  }
  if (called == "Buffer") {
    if (const auto buffer = buffer_type(type, name)) {
      function_->args.push_back(*buffer);
      function_->buffer_spans[buffer->get()] = place;
      scope_.define(p.name, *buffer);
    }
    return;
  }
  const auto dtype = parse_dtype(called);
  if (!dtype || !dtype->is_integer()) {
    report(unknown_construct("a parameter of the type '" + (path.empty() ? "?" : path) + "' is not read",
                             {"T.handle", "T.Buffer((8, 6), \"float32\")", "T.int32"}, place));
    return;
  }
  const Var var = make_var(name, *dtype, true);
  scope_.define(p.name, var);
}

// A scalar that a shape, a loop or an expression names: a size that a run has to know.
void Reader::add_size(const Var& var) {
  if (std::ranges::find(function_->sizes, var) == function_->sizes.end()) function_->sizes.push_back(var);
}

// "n", and n before `n = T.int32()` defines it: TVM prints a signature so.
std::optional<Var> Reader::size_name(const E* e) {
  const bool text = e->kind == SyntaxKind::String && !e->string.empty();
  if (!text && !(in_signature_ && e->kind == SyntaxKind::Name)) return std::nullopt;
  const std::string_view name = text ? std::string_view(e->string) : e->text;
  if (const Named* known = scope_.find(name)) {
    const Var* var = std::get_if<Var>(known);
    return var ? std::optional(*var) : std::nullopt;
  }
  const Var var = make_var(std::string(name), DType::Int(32), true);
  scope_.define(name, var);
  return var;
}

std::vector<Expr> Reader::shape(const E* e) {
  std::vector<const E*> dims;
  if (e->kind == SyntaxKind::Tuple || e->kind == SyntaxKind::List)
    dims = e->items;
  else
    dims = {e};
  std::vector<Expr> made;
  for (const E* d : dims) {
    const Expr dim = size_name(d) ? Expr(*size_name(d)) : integer(d, "a dimension");
    if (!dim) return {};
    if (const int64_t* n = as_const_int(dim); n && *n < 0) {
      report(malformed("a dimension is negative", {}, at(d)));
      return {};
    }
    walk(dim, [&](const Expr& x) {
      if (x->kind == tir::ExprKind::Var) add_size(Var(static_cast<const VarNode*>(x.get())));
      return true;
    });
    made.push_back(dim);
  }
  return made;
}

// Where elements are: only dense, row-major storage from the first element on is read.
void Reader::storage(const E* call, BufferNode& buffer) {
  if (const E* scope = keyword(call, "scope")) {
    if (scope->kind == SyntaxKind::String)
      buffer.scope = scope->string;
    else
      report(malformed("a scope is a text", {"scope=\"local\""}, at(scope)));
  }
  if (const E* offset = keyword(call, "elem_offset");
      offset && !(offset->kind == SyntaxKind::Int && offset->text == "0"))
    report(unknown_construct("a buffer that does not begin at its first element is not read", {"elem_offset=0"},
                             at(offset)));
  const E* strides = keyword(call, "strides");
  if (!strides || strides->kind == SyntaxKind::None) return;
  if (strides->items.empty()) return;
  int64_t dense = 1;
  bool is_dense = strides->items.size() == buffer.shape.size();
  for (size_t i = buffer.shape.size(); i-- > 0 && is_dense;) {
    const int64_t* extent = as_const_int(buffer.shape[i]);
    const Expr given = integer(strides->items[i], "a stride");
    const int64_t* stride = given ? as_const_int(given) : nullptr;
    is_dense = extent && stride && *stride == dense;
    if (extent) dense *= *extent;
  }
  if (!is_dense)
    report(unknown_construct("a buffer whose rows are not dense is not read", {"no strides"}, at(strides)));
}

std::optional<Buffer> Reader::buffer_of(const E* call, size_t first, std::string name) {
  const E* dims = positional(call, first) ? positional(call, first) : keyword(call, "shape");
  if (!dims) {
    report(malformed("a buffer without a shape", {"T.Buffer((8, 6), \"float32\")"}, at(call)));
    return std::nullopt;
  }
  const size_t before = module_.diagnostics.size();
  auto* node = new BufferNode;
  Buffer buffer(node);
  node->name = std::move(name);
  node->scope = "global";
  node->shape = shape(dims);
  const E* type = positional(call, first + 1) ? positional(call, first + 1) : keyword(call, "dtype");
  const auto element = type ? dtype(type, call) : std::optional(DType::Float(32));
  if (!element || module_.diagnostics.size() > before) return std::nullopt;
  if (!element->is_scalar() || element->is_handle()) {
    report(unknown_construct("a buffer of " + to_string(*element) + " is not read", {"a buffer of single numbers"},
                             at(type)));
    return std::nullopt;
  }
  node->dtype = *element;
  storage(call, *node);
  if (module_.diagnostics.size() > before) return std::nullopt;
  return buffer;
}

std::optional<Buffer> Reader::buffer_type(const E* e, std::string name) {
  if (e->kind == SyntaxKind::Call) return buffer_of(e, 0, std::move(name));
  if (e->kind != SyntaxKind::Index) {
    report(malformed("a buffer without a shape", {"T.Buffer((8, 6), \"float32\")"}, at(e)));
    return std::nullopt;
  }
  // T.Buffer[(8, 6), "float32"] of TVM up to 0.11, and T.Buffer[8].
  E written;
  written.kind = SyntaxKind::Call;
  written.line = e->line;
  written.column = e->column;
  written.a = e->a;
  const bool with_type =
      e->b->kind == SyntaxKind::Tuple && e->b->items.size() == 2 && e->b->items[1]->kind == SyntaxKind::String;
  if (with_type)
    for (const E* item : e->b->items) written.arguments.push_back({{}, item});
  else
    written.arguments.push_back({{}, e->b});
  return buffer_of(&written, 0, std::move(name));
}

const Function* Module::find(std::string_view name) const {
  const auto it = std::ranges::find(functions, name, &Function::name);
  return it == functions.end() ? nullptr : &*it;
}

bool is_tvmscript(std::string_view text) {
  bool functions = false;
  for (size_t found = text.find("prim_func"); found != std::string_view::npos && !functions;
       found = text.find("prim_func", found + 1)) {
    const size_t begin = text.rfind('\n', found) == std::string_view::npos ? 0 : text.rfind('\n', found) + 1;
    const std::string_view line = text.substr(begin, found - begin);
    const size_t first = line.find_first_not_of(" \t");
    functions = first != std::string_view::npos && line[first] == '@';
  }
  if (!functions) return false;
  return std::ranges::none_of(flatten::tokenize(text).list, [](const flatten::Token& t) {
    return t.kind == flatten::Tok::Name && t.text == "create_schedule";
  });
}

namespace {

void read_text(std::string_view text, Module& module) {
  const flatten::Tree tree = flatten::parse(text);
  module.diagnostics = tree.diagnostics;
  Reader reader(text, module);
  reader.file(tree.body, static_cast<int>(std::ranges::count(text, '\n')) + 1);
  reader.finish();
  if (module.functions.empty() && !has_errors(module.diagnostics))
    module.diagnostics.push_back(no_function("the file has no function of TensorIR",
                                             {"@T.prim_func", "def main(A: T.Buffer((8,), \"float32\")): …"}));
  std::stable_sort(module.diagnostics.begin(), module.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
}

}  // namespace

std::string only(std::string_view text, std::string_view name) {
  const Module module = read(text);
  std::string kept(text);
  if (!module.find(name)) return kept;
  std::vector<bool> blank(static_cast<size_t>(std::ranges::count(text, '\n')) + 2, false);
  for (const Function& f : module.functions)
    for (int line = f.first_line; f.name != name && line <= f.last_line && line < static_cast<int>(blank.size());
         ++line)
      blank[static_cast<size_t>(line)] = true;
  size_t line = 1;
  std::string out;
  for (const char c : kept) {
    if (c == '\n' || !blank[line]) out += c;
    if (c == '\n') ++line;
  }
  return out;
}

void Reader::finish() {
  if (left_out_ > 0) report(left_out(left_out_, "statements around the functions", first_left_out_));
}

Module read(std::string_view given) {
  const Phase phase("reading the TVMScript");
  Module module;
  if (auto other = script::not_utf8(given)) {
    module.diagnostics.push_back(std::move(*other));
    return module;
  }
  constexpr size_t kMaxText = 8 << 20;
  std::string text(given.substr(0, kMaxText));
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = '\n';
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] { stopped = within_budget({}, [&] { read_text(text, module); }); });
  if (stopped) {
    module = {};
    module.diagnostics.push_back(std::move(*stopped));
  }
  return module;
}

}  // namespace nw::tvmscript
