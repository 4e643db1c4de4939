// SPDX-License-Identifier: GPL-3.0-or-later
// The computation that blocks define, without their loops: a block whose axes are the indices of what it stores is a
// te.compute, with te.sum and the like where axes are of a reduction. Its loops, bindings and conditions say in which
// order the elements are computed; here each is computed for its whole domain. So a nest that is run and compared with
// this has shown that its loops cover every block, once, and in an order that the blocks allow.
//
// A block inside others (sch.blockize) is computed for the domains of all their axes:
//   block C_o(vi_o in 8): block C(vi_i in 16): C[vi_o*16 + vi_i] = A[vi_o*16 + vi_i]
//   → C = te.compute((128,), lambda vi_o: A[vi_o//16*16 + vi_o%16])
#include <fmt/format.h>

#include <algorithm>

#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/lowering.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

// Thrown within this file: why a block is no computation.
struct NoComputation {
  std::string why;
};

class Blocks {
 public:
  Blocks(const Function& function, const std::vector<bool>& is_output) : function_(function) {
    for (size_t i = 0; i < function.args.size(); ++i)
      if (!is_output[i])
        made_[function.args[i].get()] =
            te::placeholder(function.args[i]->shape, function.args[i]->name, function.args[i]->dtype);
  }

  Result<Computation> run() {
    Computation all;
    all.by_block.resize(function_.blocks.size());
    int at = -1;
    try {
      if (stores_outside_of_blocks(function_.body)) throw NoComputation{"it stores outside of blocks"};
      for (at = 0; at < static_cast<int>(function_.blocks.size()); ++at) {
        if (has_blocks(at))
          check_only_blocks(function_.blocks[static_cast<size_t>(at)]);
        else
          all.by_block[static_cast<size_t>(at)] = compute(at);
      }
      at = -1;
      for (size_t i = 0; i < function_.args.size(); ++i) {
        const auto made = made_.find(function_.args[i].get());
        if (made == made_.end()) throw NoComputation{"'" + function_.args[i]->name + "' is written by no block"};
        all.args.push_back(made->second);
      }
    } catch (const NoComputation& no) {
      const bool of_block = at >= 0;
      return not_verifiable(
          of_block
              ? fmt::format(
                    "block '{}' is no computation by itself, so there is nothing to verify the function against: {}",
                    function_.blocks[static_cast<size_t>(at)].name, no.why)
              : "the function is no computation by itself, so there is nothing to verify it against: " + no.why,
          of_block ? function_.blocks[static_cast<size_t>(at)].span : function_.span);
    }
    return all;
  }

 private:
  bool stores_outside_of_blocks(const Stmt& body) const {
    bool found = false;
    walk(
        body,
        [&](const Stmt& s) {
          if (const auto* place = stmt_cast<AttrNode>(s))
            if (function_.block_of(*place)) return false;
          found =
              found || s->kind == StmtKind::Store || s->kind == StmtKind::Evaluate || s->kind == StmtKind::IfThenElse;
          return !found;
        },
        nullptr);
    return found;
  }

  bool has_blocks(int block) const {
    return std::ranges::find(function_.blocks, block, &Block::parent) != function_.blocks.end();
  }

  void check_only_blocks(const Block& b) const {
    if (stores_outside_of_blocks(b.body) || (b.init && stores_outside_of_blocks(b.init)))
      throw NoComputation{"it has other blocks, and stores outside of them"};
  }

  bool is_in(const Stmt& s, const Block& b) const {
    bool found = false;
    if (s)
      walk(
          s,
          [&](const Stmt& part) {
            const auto* place = stmt_cast<AttrNode>(part);
            found = found || (place && function_.block_of(*place) == &b);
            return !found;
          },
          nullptr);
    return found;
  }

  // A block with those around it, outermost first.
  struct Nested {
    std::vector<const Block*> blocks;
    std::vector<const BlockIter*> iters;  // of all of them, as far as they count

    const Block& own() const { return *blocks.back(); }
  };

  Nested nested(int at) const {
    Nested all;
    for (int b = at; b >= 0; b = function_.blocks[static_cast<size_t>(b)].parent)
      all.blocks.insert(all.blocks.begin(), &function_.blocks[static_cast<size_t>(b)]);
    for (const Block* b : all.blocks) {
      // A first value is set once for all iterations of its block's reduction.
      const bool sets_first = b != all.blocks.back() && is_in(b->init, *all.blocks.back());
      for (const BlockIter& i : b->iters)
        if (!sets_first || i.iter->type != IterType::CommReduce) all.iters.push_back(&i);
    }
    return all;
  }

  // The store of a block, under values with names; none if it is anything else.
  static const StoreNode* only_store(const Stmt& s, std::vector<const LetStmtNode*>& lets) {
    const Stmt* inner = &s;
    while (const auto* let = stmt_cast<LetStmtNode>(*inner)) {
      lets.push_back(let);
      inner = &let->body;
    }
    return stmt_cast<StoreNode>(*inner);
  }

  te::Operation compute(int at) {
    const Nested all = nested(at);
    const Block& b = all.own();
    std::vector<const LetStmtNode*> lets;
    const StoreNode* store = b.body ? only_store(b.body, lets) : nullptr;
    if (!store) throw NoComputation{"it is not one store"};
    std::vector<IterVar> reduce;
    for (const BlockIter* i : all.iters) {
      if (i->iter->type == IterType::CommReduce) reduce.push_back(i->iter);
      if (i->iter->type == IterType::Ordered || i->iter->type == IterType::Opaque)
        throw NoComputation{"it has opaque axes"};
    }
    const Data data = data_axes(all, *store);
    Expr value = store->value;
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) value = tir::let((*let)->var, (*let)->value, value);
    const Expr where = restriction(all, data, reduce);
    if (where && reduce.empty()) throw NoComputation{"its T.where leaves out elements of its domain"};
    const te::Tensor before = earlier(*store->buffer);
    const Expr body =
        reduce.empty() ? plain(b, *store, value, data) : reduction(b, *store, value, reduce, before, where, data);
    const te::Operation op = te::make_compute(store->buffer->name, data.axes, {body}, {}, b.span);
    made_[store->buffer.get()] = te::output(op);
    return op;
  }

  // The axes of what is stored, one a dimension, and the values that they give to the spatial axes of the blocks.
  struct Data {
    std::vector<IterVar> axes;
    Substitution values;

    Expr of(const Expr& e) const { return values.empty() ? e : substitute(e, values); }
    std::vector<Expr> indices() const {
      std::vector<Expr> all;
      for (const IterVar& axis : axes) all.push_back(axis->var);
      return all;
    }
  };

  // What T.where says beyond the domains of the axes, as a condition of the axes; null: nothing. A split that does not
  // divide says only what the domain says; the one of a factored reduction says more.
  static Expr restriction(const Nested& all, const Data& data, const std::vector<IterVar>& reduce) {
    Expr where;
    for (const Block* b : all.blocks) {
      if (!b->predicate) continue;
      const Expr own = rewrite(b->predicate, [&](const Expr& e) -> Expr {
        for (const BlockIter& i : b->iters)
          if (e->dtype == i.iter->var->dtype && structural_equal(e, i.binding)) return i.iter->var;
        return e;
      });
      where = where ? logical_and(where, own) : own;
    }
    if (!where) return nullptr;
    arith::Analyzer analyzer;
    for (const IterVar& axis : data.axes) analyzer.bind(axis->var, axis->dom);
    for (const IterVar& axis : reduce) analyzer.bind(axis->var, axis->dom);
    const Expr left = analyzer.simplify(data.of(where));
    if (is_one(left)) return nullptr;
    const auto is_free = [&](const VarNode& v) {
      const auto is_axis = [&](const IterVar& axis) { return axis->var.get() == &v; };
      return !v.non_negative && std::ranges::none_of(data.axes, is_axis) && std::ranges::none_of(reduce, is_axis);
    };
    if (uses_var(left, is_free)) throw NoComputation{"its T.where is no condition of its axes"};
    return left;
  }

  te::Tensor earlier(const BufferNode& buffer) const {
    const auto made = made_.find(&buffer);
    return made == made_.end() ? te::Tensor() : made->second;
  }

  // C[vi, vj]: each index an axis over the whole dimension; C[vi_o*16 + vi_i]: or several that count it.
  static Data data_axes(const Nested& all, const StoreNode& store) {
    Data data;
    std::vector<const BlockIter*> left;
    for (const BlockIter* i : all.iters)
      if (i->iter->type == IterType::DataPar) left.push_back(i);
    for (size_t d = 0; d < store.indices.size(); ++d) {
      const Expr index = simplified(store.indices[d]);
      const auto alone =
          std::ranges::find_if(left, [&](const BlockIter* i) { return index.get() == i->iter->var.get(); });
      if (alone == left.end()) {
        data.axes.push_back(counted(index, store.buffer->shape[d], store.buffer->name, left, data.values));
        continue;
      }
      arith::Analyzer analyzer;
      const IterVar axis = (*alone)->iter;
      if (!is_zero(axis->dom.min) || !analyzer.can_prove_equal(axis->dom.extent, store.buffer->shape[d]))
        throw NoComputation{"it stores a part of '" + store.buffer->name + "'"};
      data.axes.push_back(axis);
      left.erase(alone);
    }
    for (const BlockIter* i : left) {
      if (all.blocks.size() == 1 || !is_one(i->iter->dom.extent))
        throw NoComputation{"an axis of it is no index of what it stores"};
      data.values[i->iter->var] = i->iter->dom.min;
    }
    return data;
  }

  // The axis that vi_o*16 + vi_i is, for vi_i in 16: it gives both their values. They are taken from those left.
  static IterVar counted(const Expr& index, const Expr& size, const std::string& buffer,
                         std::vector<const BlockIter*>& left, Substitution& values) {
    struct Part {
      const BlockIter* iter;
      int64_t step, extent;
    };
    std::vector<Part> parts;
    Substitution none;
    for (const BlockIter* i : left) none[i->iter->var] = int_imm(0, i->iter->var->dtype);
    Expr sum;
    for (const BlockIter* i : left) {
      Substitution one = none;
      one[i->iter->var] = int_imm(1, i->iter->var->dtype);
      const Expr step = simplified(substitute(index, one));
      const int64_t *by = as_const_int(step), *extent = as_const_int(i->iter->dom.extent);
      if (!uses_var(index, i->iter->var)) continue;
      if (!by || *by <= 0 || !extent || !is_zero(i->iter->dom.min))
        throw NoComputation{"it stores elsewhere than at its spatial axes"};
      parts.push_back({i, *by, *extent});
      const Expr term = Expr(i->iter->var) * int_imm(*by, i->iter->var->dtype);
      sum = sum ? sum + term : term;
    }
    arith::Analyzer analyzer;
    if (parts.empty() || !analyzer.can_prove_equal(sum, index))
      throw NoComputation{"it stores elsewhere than at its spatial axes"};
    std::ranges::sort(parts, std::ranges::greater(), &Part::step);
    const int64_t* dimension = as_const_int(size);
    int64_t step = 1;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      if (part->step != step) throw NoComputation{"it stores elsewhere than at its spatial axes"};
      if (__builtin_mul_overflow(step, part->extent, &step))
        throw NoComputation{"it stores a part of '" + buffer + "'"};
    }
    if (!dimension || step < *dimension) throw NoComputation{"it stores a part of '" + buffer + "'"};
    const IterVar axis = make_iter_var(parts[0].iter->iter->var->name, {int_imm(0), size}, IterType::DataPar);
    for (const Part& part : parts) {
      Expr value = part.step == 1 ? Expr(axis->var) : floordiv(axis->var, int_imm(part.step));
      if (&part != &parts[0]) value = floormod(value, int_imm(part.extent));
      values[part.iter->iter->var] = cast(part.iter->iter->var->dtype, value);
      std::erase(left, part.iter);
    }
    return axis;
  }
  static Expr simplified(const Expr& e) { return arith::Analyzer().simplify(e); }

  Expr plain(const Block& b, const StoreNode& store, const Expr& value, const Data& data) {
    if (b.init) throw NoComputation{"it has a first value and no reduction"};
    if (earlier(*store.buffer)) throw NoComputation{"'" + store.buffer->name + "' is written by several blocks"};
    return read(data.of(value), store.buffer.get());
  }

  static bool is_element(const Expr& e, const StoreNode& store) {
    const auto* load = node_cast<BufferLoadNode>(e);
    if (!load || load->buffer != store.buffer) return false;
    for (size_t d = 0; d < store.indices.size(); ++d)
      if (!structural_equal(load->indices[d], store.indices[d])) return false;
    return true;
  }

  // C[i] = C[i] + x, with T.init or with the value of an earlier block.
  Expr reduction(const Block& b, const StoreNode& store, const Expr& value, const std::vector<IterVar>& axes,
                 const te::Tensor& before, const Expr& where, const Data& data) {
    const auto* both = node_cast<BinaryNode>(value);
    const bool known = both && (both->kind == ExprKind::Add || both->kind == ExprKind::Mul ||
                                both->kind == ExprKind::Min || both->kind == ExprKind::Max);
    if (!known || (!is_element(both->a, store) && !is_element(both->b, store)))
      throw NoComputation{"its reduction is no sum, product, minimum or maximum"};
    const Expr source = read(data.of(is_element(both->a, store) ? both->b : both->a), store.buffer.get());
    const DType type = store.buffer->dtype;
    CommReducer combiner = both->kind == ExprKind::Add   ? te::sum_reducer(type)
                           : both->kind == ExprKind::Mul ? te::prod_reducer(type)
                           : both->kind == ExprKind::Min ? te::min_reducer(type)
                                                         : te::max_reducer(type);
    return reduce(std::move(combiner), {source}, axes, where, 0, {first_value(b, store, before, data)});
  }

  Expr first_value(const Block& b, const StoreNode& store, const te::Tensor& before, const Data& data) {
    if (!b.init) {
      if (!before) throw NoComputation{"its reduction has no first value"};
      return te::read(before, data.indices());
    }
    if (before) throw NoComputation{"'" + store.buffer->name + "' is written by several blocks"};
    std::vector<const LetStmtNode*> lets;
    const StoreNode* init = only_store(b.init, lets);
    const bool fits = init && lets.empty() && init->buffer == store.buffer &&
                      std::ranges::equal(init->indices, store.indices,
                                         [](const Expr& x, const Expr& y) { return structural_equal(x, y); });
    if (!fits) throw NoComputation{"its first value is not one store at the same place"};
    return read(data.of(init->value), store.buffer.get());
  }

  // Loads as reads of tensors.
  Expr read(const Expr& e, const BufferNode* own) {
    return rewrite(e, [&](const Expr& x) -> Expr {
      const auto* load = node_cast<BufferLoadNode>(x);
      if (!load) return x;
      if (load->buffer.get() == own) throw NoComputation{"it reads what it stores"};
      const te::Tensor tensor = earlier(*load->buffer);
      if (!tensor) throw NoComputation{"it reads '" + load->buffer->name + "' before a block writes it"};
      if (!load->dtype.is_scalar()) throw NoComputation{"it reads vectors"};
      return te::read(tensor, load->indices);
    });
  }

  const Function& function_;
  std::map<const BufferNode*, te::Tensor> made_;
};

}  // namespace

Result<Computation> computation_of(const Function& function, const std::vector<bool>& is_output) {
  return Blocks(function, is_output).run();
}

}  // namespace nw::tvmscript
