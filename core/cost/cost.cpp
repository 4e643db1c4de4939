// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/cost.h"

#include <algorithm>
#include <cmath>

#include "arith/analyzer.h"
#include "tir/visit.h"

namespace nw::cost {

using namespace tir;

namespace {

// One load or store, with the loops around it.
struct Access {
  Buffer buffer;
  std::vector<Expr> indices;
  bool write = false;
  std::vector<size_t> loops;          // into NestCost::loops, outermost first
  std::vector<int64_t> extents = {};  // of a part that an intrinsic takes: elements by dimension, from the indices on
};

class Analysis {
 public:
  Analysis(const lower::LoopNest& nest, const Sizes& sizes) : nest_(nest) {
    for (const Var& v : nest.size_vars) {
      const auto it = sizes.find(v);
      analyzer_.bind(v, int_imm(it == sizes.end() ? 1 : it->second, v->dtype));
    }
  }

  NestCost run() {
    visit(nest_.body);
    for (size_t i = 0; i < cost_.loops.size(); ++i) working_set(i);
    for (const BufferUse& use : uses_inside(kKernel))
      if (std::find(nest_.args.begin(), nest_.args.end(), use.buffer) != nest_.args.end()) cost_.bytes += use.bytes;
    return std::move(cost_);
  }

 private:
  static constexpr size_t kKernel = ~size_t{0};

  double value(const Expr& e) {
    const arith::ConstBound b = analyzer_.const_bound(e);
    return b.max == arith::ConstBound::kPosInf ? 1 : static_cast<double>(std::max<int64_t>(b.max, 0));
  }

  void visit(const Stmt& s) {
    if (!s) return;
    if (const auto* f = stmt_cast<ForNode>(s)) return loop(*f);
    if (const auto* q = stmt_cast<SeqNode>(s)) {
      for (const Stmt& c : q->stmts) visit(c);
    } else if (const auto* i = stmt_cast<IfThenElseNode>(s)) {
      visit(i->then_case);
      visit(i->else_case);
    } else if (const auto* a = stmt_cast<AllocateNode>(s)) {
      double size = a->buffer->dtype.bytes();
      for (const Expr& e : a->buffer->shape) size *= value(e);
      cost_.allocated_bytes += size;
      visit(a->body);
    } else if (const auto* st = stmt_cast<StoreNode>(s)) {
      if (const auto bound = bound_.find(st->buffer.get()); bound != bound_.end())
        bound->second.written = true;
      else
        accesses_.push_back({st->buffer, st->indices, true, around_});
      expression(st->value, true);
    } else if (const auto* e = stmt_cast<EvaluateNode>(s)) {
      expression(e->value, false);
    } else if (const auto* l = stmt_cast<LetStmtNode>(s)) {
      expression(l->value, true);
      visit(l->body);
    } else if (const auto* t = stmt_cast<AttrNode>(s)) {
      if (t->key == "buffer_bind_scope") return bind(*t);
      visit(t->body);
    }
  }

  // A buffer of an intrinsic stands for a part of a real one, all of which its body reads or writes.
  void bind(const AttrNode& mark) {
    const auto* c = node_cast<CallNode>(mark.value);
    const auto* own = c && c->args.size() == 2 ? node_cast<BufferLoadNode>(c->args[0]) : nullptr;
    const auto* real = own ? node_cast<BufferLoadNode>(c->args[1]) : nullptr;
    if (!real || real->indices.size() < own->buffer->shape.size()) return visit(mark.body);
    bound_[own->buffer.get()] = {};
    visit(mark.body);
    const Touched touched = bound_.extract(own->buffer.get()).mapped();
    Access part{real->buffer, real->indices, false, around_, {}};
    part.extents.assign(real->indices.size() - own->buffer->shape.size(), 1);
    for (const Expr& e : own->buffer->shape)
      part.extents.push_back(std::max<int64_t>(static_cast<int64_t>(value(e)), 1));
    for (const bool write : {false, true}) {
      part.write = write;
      if (write ? touched.written : touched.read) accesses_.push_back(part);
    }
  }

  void loop(const ForNode& f) {
    LoopCost c;
    c.loop = &f;
    c.depth = static_cast<int>(around_.size());
    c.iterations = value(f.extent);
    c.runs = 1;
    for (size_t i : around_) c.runs *= cost_.loops[i].iterations;
    analyzer_.bind(f.var, Range{f.min, f.extent});
    around_.push_back(cost_.loops.size());
    cost_.loops.push_back(std::move(c));
    visit(f.body);
    around_.pop_back();
  }

  // Loads, and operations on what was loaded: their number in one run of each loop around.
  void expression(const Expr& e, bool counts) {
    double flops = 0;
    walk(e, [&](const Expr& x) {
      if (const auto* l = node_cast<BufferLoadNode>(x)) {
        if (const auto bound = bound_.find(l->buffer.get()); bound != bound_.end()) {
          bound->second.read = true;
          return false;
        }
        accesses_.push_back({l->buffer, l->indices, false, around_});
        return false;
      }
      if (!counts || !on_data(x)) return on_data(x);
      const auto* b = node_cast<BinaryNode>(x);
      const auto* c = node_cast<CallNode>(x);
      if ((b && b->kind < ExprKind::EQ) || (c && c->name != "if_then_else" && c->name != "likely"))
        flops += x->dtype.lanes;
      return true;
    });
    double times = 1;
    for (size_t i = around_.size(); i-- > 0;) {
      LoopCost& c = cost_.loops[around_[i]];
      times *= c.iterations;
      c.flops += flops * times;
    }
    cost_.flops += flops * times;
  }

  static bool on_data(const Expr& e) {
    bool reads = false;
    walk(e, [&](const Expr& x) { return !(reads = reads || x->kind == ExprKind::BufferLoad || x->dtype.is_float()); });
    return reads;
  }

  void working_set(size_t loop) {
    LoopCost& c = cost_.loops[loop];
    c.buffers = uses_inside(loop);
    for (const BufferUse& use : c.buffers) c.bytes += use.bytes;
  }

  std::vector<BufferUse> uses_inside(size_t loop) {
    std::vector<BufferUse> uses;
    std::map<const BufferNode*, std::vector<std::vector<arith::IntSet>>> boxes;  // by buffer, by dimension
    std::map<const BufferNode*, double> different;                               // places that indices can name
    for (const Access& a : accesses_) {
      const auto at = std::find(a.loops.begin(), a.loops.end(), loop);
      if (loop != kKernel && at == a.loops.end()) continue;
      arith::DomainMap inner;
      double times = 1, places = 1;
      for (auto i = loop == kKernel ? a.loops.begin() : at; i != a.loops.end(); ++i) {
        const ForNode& f = *cost_.loops[*i].loop;
        inner[f.var] = arith::IntSet::from_range({f.min, f.extent});
        times *= cost_.loops[*i].iterations;
        if (std::ranges::any_of(a.indices, [&](const Expr& index) { return uses_var(index, f.var); }))
          places *= cost_.loops[*i].iterations;
      }
      for (const int64_t extent : a.extents) {
        times *= static_cast<double>(extent);
        places *= static_cast<double>(extent);
      }
      different[a.buffer.get()] += places;
      auto use = std::find_if(uses.begin(), uses.end(), [&](const BufferUse& u) { return u.buffer == a.buffer; });
      if (use == uses.end()) {
        use = uses.emplace(uses.end());
        use->buffer = a.buffer;
      }
      (a.write ? use->written : use->read) = true;
      use->accesses += times;
      auto& dims = boxes[a.buffer.get()];
      dims.resize(a.indices.size());
      for (size_t d = 0; d < a.indices.size(); ++d) {
        dims[d].push_back(arith::eval_set(a.indices[d], inner, free_));
        if (!a.extents.empty() && a.extents[d] > 1) {
          const Expr last = a.indices[d] + int_imm(a.extents[d] - 1, a.indices[d]->dtype);
          dims[d].push_back(arith::eval_set(last, inner, free_));
        }
      }
    }
    for (BufferUse& use : uses) {
      use.elements = use.stretches = 1;
      const auto& dims = boxes[use.buffer.get()];
      bool gap = false;
      use.region.resize(dims.size());
      for (size_t d = dims.size(); d-- > 0;) {
        use.region[d] = hull(dims[d], use.buffer->shape[d]);
        const double here = value(use.region[d].extent);
        use.elements *= here;
        if (gap) use.stretches *= here;
        gap = gap || here < value(use.buffer->shape[d]);
      }
      use.elements = std::min(use.elements, std::max(different[use.buffer.get()], 1.0));
      use.bytes = use.elements * use.buffer->dtype.bytes();
    }
    return uses;
  }

  // All of the dimension where it is not known, or would be longer: nothing outside is touched.
  Range hull(const std::vector<arith::IntSet>& sets, const Expr& extent) {
    const Range whole{int_imm(0, extent->dtype), extent};
    const arith::IntSet all = arith::unite(sets, free_);
    if (!all.min || !all.max) return whole;
    Range found{all.min, all.max - all.min + int_imm(1, all.min->dtype)};
    return value(found.extent) < value(extent) ? found : whole;
  }

  const lower::LoopNest& nest_;
  arith::Analyzer analyzer_, free_;  // free_ knows no ranges: loops outside stand still
  NestCost cost_;
  std::vector<Access> accesses_;
  std::vector<size_t> around_;
  struct Touched {
    bool read = false, written = false;
  };
  std::map<const BufferNode*, Touched> bound_;  // buffers of the intrinsics around
};

}  // namespace

double BufferUse::in_lines(double line_bytes) const {
  const double pieces = std::max(1.0, std::min(stretches, elements));
  return pieces * std::ceil(bytes / pieces / line_bytes) * line_bytes;
}

Sizes sizes_by_name(const lower::LoopNest& nest, const std::map<std::string, int64_t>& named) {
  Sizes sizes;
  for (const Var& v : nest.size_vars)
    if (const auto it = named.find(v->name); it != named.end()) sizes[v] = it->second;
  return sizes;
}

NestCost analyze(const lower::LoopNest& nest, const Sizes& sizes) {
  return Analysis(nest, sizes).run();
}

}  // namespace nw::cost
