// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/lowering.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

// Sizes with values become numbers, everywhere in the function.
void fix_sizes(Function& f, const std::map<std::string, int64_t>& sizes) {
  Substitution values;
  std::erase_if(f.sizes, [&](const Var& size) {
    const auto given = sizes.find(size->name);
    if (given == sizes.end()) return false;
    values[size] = int_imm(given->second, size->dtype);
    return true;
  });
  if (values.empty()) return;
  std::map<const BufferNode*, Buffer> fixed;
  const auto buffer = [&](const Buffer& b) {
    Buffer& made = fixed[b.get()];
    if (!made) {
      auto* node = new BufferNode(*b);
      for (Expr& d : node->shape) d = substitute(d, values);
      made = Buffer(node);
      if (const auto span = f.buffer_spans.find(b.get()); span != f.buffer_spans.end())
        f.buffer_spans[node] = span->second;
    }
    return made;
  };
  const auto expr = [&](const Expr& e) -> Expr {
    if (const auto* load = node_cast<BufferLoadNode>(e))
      return make_node<BufferLoadNode>(buffer(load->buffer), load->indices, load->dtype);
    if (e->kind != ExprKind::Var) return e;
    const auto value = values.find(Var(static_cast<const VarNode*>(e.get())));
    return value == values.end() ? e : value->second;
  };
  const auto stmt = [&](const Stmt& s) -> Stmt {
    const auto* store = stmt_cast<StoreNode>(s);
    return store ? make_store(buffer(store->buffer), store->value, store->indices, store->from, store->predicate) : s;
  };
  const auto in = [&](Expr& e) {
    if (e) e = rewrite(e, expr);
  };
  for (Buffer& b : f.args) b = buffer(b);
  for (Buffer& b : f.allocated) b = buffer(b);
  f.body = rewrite(f.body, stmt, expr);
  for (Block& b : f.blocks) {
    for (BlockIter& i : b.iters) {
      auto* node = new IterVarNode(*i.iter);
      in(node->dom.min);
      in(node->dom.extent);
      i.iter = IterVar(node);
      in(i.binding);
    }
    for (std::vector<Region>* regions : {&b.reads, &b.writes})
      for (Region& r : *regions) {
        r.buffer = buffer(r.buffer);
        for (Range& range : r.ranges) {
          in(range.min);
          in(range.extent);
        }
      }
    in(b.predicate);
    b.init = rewrite(b.init, stmt, expr);
  }
  walk(
      f.body,
      [&](const Stmt& s) {
        const auto* place = stmt_cast<AttrNode>(s);
        const Block* b = place ? f.block_of(*place) : nullptr;
        if (b && b->body) f.blocks[static_cast<size_t>(b - f.blocks.data())].body = place->body;
        return true;
      },
      nullptr);
}

// Scalars that anything names, in the order of their first use.
void find_sizes(Function& f) {
  const auto look = [&](const Expr& e) {
    if (!e) return;
    walk(e, [&](const Expr& x) {
      const auto* v = node_cast<VarNode>(x);
      if (v && v->non_negative && std::ranges::find(f.sizes, Var(v)) == f.sizes.end()) f.sizes.emplace_back(v);
      return true;
    });
  };
  for (const Buffer& b : f.args)
    for (const Expr& d : b->shape) look(d);
  for (const Block& b : f.blocks) {
    for (const BlockIter& i : b.iters) {
      look(i.iter->dom.extent);
      look(i.binding);
    }
    look(b.predicate);
  }
  walk(f.body, nullptr, [&](const Expr& e) {
    look(e);
    return false;
  });
}

void find_loops(Function& f) {
  std::vector<const ForNode*> around;
  const std::function<void(const Stmt&)> look = [&](const Stmt& s) {
    if (!s) return;
    if (const auto* n = stmt_cast<ForNode>(s)) {
      around.push_back(n);
      look(n->body);
      around.pop_back();
    } else if (const auto* q = stmt_cast<SeqNode>(s)) {
      for (const Stmt& part : q->stmts) look(part);
    } else if (const auto* c = stmt_cast<IfThenElseNode>(s)) {
      look(c->then_case);
      look(c->else_case);
    } else if (const auto* l = stmt_cast<LetStmtNode>(s)) {
      look(l->body);
    } else if (const auto* place = stmt_cast<AttrNode>(s)) {
      const Block* b = f.block_of(*place);
      if (b) f.blocks[static_cast<size_t>(b - f.blocks.data())].loops = around;
      const std::vector<const ForNode*> outside = std::exchange(around, {});
      look(place->body);
      around = outside;
    }
  };
  look(f.body);
}

// An argument that is read before anything writes it, and is written: what the run fills it with would count.
std::optional<Diagnostic> reads_own_result(const Function& f, const std::vector<bool>& is_output, const Stmt& lowered) {
  std::set<const BufferNode*> written;
  const BufferNode* wrong = nullptr;
  const auto is_result = [&](const BufferNode* b) {
    for (size_t i = 0; i < f.args.size(); ++i)
      if (f.args[i].get() == b) return static_cast<bool>(is_output[i]);
    return false;
  };
  walk(
      lowered,
      [&](const Stmt& s) {
        const auto* store = stmt_cast<StoreNode>(s);
        if (!store) return true;
        const auto look = [&](const Expr& e) {
          const auto* load = node_cast<BufferLoadNode>(e);
          if (load && !wrong && !written.contains(load->buffer.get()) && is_result(load->buffer.get()))
            wrong = load->buffer.get();
          return true;
        };
        walk(store->value, look);
        for (const Expr& i : store->indices) walk(i, look);
        written.insert(store->buffer.get());
        return true;
      },
      nullptr);
  if (!wrong) return std::nullopt;
  const auto span = f.buffer_spans.find(wrong);
  return not_runnable(
      fmt::format("'{}' is read before it is written: the function changes its argument, and is not run", wrong->name),
      {"a run fills what a kernel writes with a pattern that is no input"},
      span == f.buffer_spans.end() ? f.span : span->second);
}

Kernel kernel_of(Function function) {
  Kernel k;
  k.function = std::move(function);
  Function& f = k.function;
  find_sizes(f);
  find_loops(f);
  k.nest.name = f.name;
  k.nest.args = f.args;
  k.nest.size_vars = f.sizes;
  std::set<const BufferNode*> written;
  walk(
      f.body,
      [&](const Stmt& s) {
        if (const auto* store = stmt_cast<StoreNode>(s)) written.insert(store->buffer.get());
        return true;
      },
      nullptr);
  for (const Buffer& b : f.args) k.nest.arg_is_output.push_back(written.contains(b.get()));
  Result<Computation> computed = computation_of(f, k.nest.arg_is_output);
  if (!computed.value) k.unverifiable = computed.diagnostics.front();
  // Loops of a block with others in it have a stage only where blocks are shown, not the computation.
  const bool nested = std::ranges::any_of(f.blocks, [](const Block& b) { return b.parent >= 0; });
  const Stages stages = stages_of(f, computed.value && !nested ? &*computed : nullptr);
  k.nest.schedule = stages.schedule;
  k.nest.bounds = stages.bounds;
  if (computed.value)
    k.nest.arg_tensors = computed->args;
  else
    for (const Buffer& b : f.args) k.nest.arg_tensors.push_back(te::placeholder(b->shape, b->name, b->dtype));
  Origins origins(&stages);
  const Stmt lowered = lower_blocks(f, origins);
  k.diagnostics = check_accesses(f, lowered);
  k.unrunnable = reads_own_result(f, k.nest.arg_is_output, lowered);
  if (f.args.empty()) k.unrunnable = not_runnable("the function has no arguments", {}, f.span);
  if (!lowered)
    k.unrunnable = not_runnable("the function computes nothing", {}, f.span);
  else
    k.nest.body = place_buffers(lowered, f.allocated, origins, k.stored_as);
  for (const Buffer& b : f.allocated)
    if (const auto as = k.stored_as.find(b.get()); as != k.stored_as.end()) k.stored.push_back(as->second);
  return k;
}

}  // namespace

Opened open(std::string_view text, const std::string& name, const std::map<std::string, int64_t>& sizes) {
  Opened opened;
  Module module = read(text);
  opened.diagnostics = std::move(module.diagnostics);
  for (const Function& f : module.functions) opened.names.push_back(f.name);
  const auto wanted =
      name.empty() ? module.functions.begin() : std::ranges::find(module.functions, name, &Function::name);
  if (wanted == module.functions.end()) {
    if (!name.empty())
      opened.diagnostics.push_back(no_function("the file has no function '" + name + "'", opened.names));
    return opened;
  }
  if (module.functions.size() > 1 && name.empty())
    opened.diagnostics.push_back(several_functions(wanted->name, opened.names, wanted->span.line));
  std::optional<Diagnostic> stopped;
  Function function = std::move(*wanted);
  on_deep_stack([&] {
    stopped = within_budget({}, [&] {
      const Phase phase("building the loops");
      fix_sizes(function, sizes);
      opened.kernel = kernel_of(std::move(function));
    });
  });
  if (stopped) {
    opened.kernel.reset();
    opened.diagnostics.push_back(std::move(*stopped));
    return opened;
  }
  append(opened.diagnostics, opened.kernel->diagnostics);
  std::stable_sort(opened.diagnostics.begin(), opened.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  opened.kernel->diagnostics = opened.diagnostics;
  return opened;
}

Diagnostics check(std::string_view text) {
  Module module = read(text);
  Diagnostics found = std::move(module.diagnostics);
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] {
    stopped = within_budget({}, [&] {
      for (Function& f : module.functions) append(found, kernel_of(std::move(f)).diagnostics);
    });
  });
  if (stopped) found.push_back(std::move(*stopped));
  return found;
}

std::vector<Touched> touched(const Kernel& kernel, int block) {
  const Function& f = kernel.function;
  std::vector<Touched> found;
  const Stmt& all = block < 0 ? f.body : f.blocks[static_cast<size_t>(block)].body;
  Origins origins;
  const Stmt lowered = block < 0 ? lower_blocks(f, origins) : all;
  const auto add = [&](const Buffer& b) {
    if (std::ranges::none_of(found, [&](const Touched& t) { return t.buffer == b; })) found.push_back({b, {}, {}});
  };
  walk(
      lowered,
      [&](const Stmt& s) {
        if (const auto* store = stmt_cast<StoreNode>(s)) add(store->buffer);
        return true;
      },
      [&](const Expr& e) {
        if (const auto* load = node_cast<BufferLoadNode>(e)) add(load->buffer);
        return true;
      });
  for (Touched& t : found) {
    arith::Analyzer analyzer;
    Stmt within = lowered;
    if (block >= 0) {  // over the domains of its axes
      const Block& b = f.blocks[static_cast<size_t>(block)];
      for (const BlockIter& i : b.iters)
        within = make_for(i.iter->var, i.iter->dom.min, i.iter->dom.extent, ForKind::Serial, within);
    }
    const auto hull = hull_of(within, t.buffer.get(), analyzer);
    // No more than there is: conditions keep accesses inside.
    const auto ranges = [&](const std::vector<arith::IntSet>& sets, std::vector<Range>& into) {
      for (size_t d = 0; d < sets.size(); ++d) {
        const Expr& extent = t.buffer->shape[d];
        const Range whole{int_imm(0, extent->dtype), extent}, hull_range = cover_range(sets[d], whole, analyzer);
        const Expr first = analyzer.simplify(max(hull_range.min, whole.min)),
                   end = analyzer.simplify(min(hull_range.min + hull_range.extent, extent));
        into.push_back({first, analyzer.simplify(end - first)});
      }
    };
    if (hull) {
      ranges(hull->read, t.read);
      ranges(hull->written, t.written);
    }
  }
  return found;
}

}  // namespace nw::tvmscript
