// SPDX-License-Identifier: GPL-3.0-or-later
// The computation that blocks define, without their loops: a block whose axes are the indices of what it stores is a
// te.compute, with te.sum and the like where axes are of a reduction. Its loops, bindings and conditions say in which
// order the elements are computed; here each is computed for its whole domain. So a nest that is run and compared with
// this has shown that its loops cover every block, once, and in an order that the blocks allow.
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
      if (outside_of_blocks()) throw NoComputation{"it stores outside of blocks"};
      for (at = 0; at < static_cast<int>(function_.blocks.size()); ++at) {
        const Block& b = function_.blocks[static_cast<size_t>(at)];
        if (b.parent >= 0) throw NoComputation{"it is part of another block"};
        all.by_block[static_cast<size_t>(at)] = compute(b);
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
  bool outside_of_blocks() const {
    bool found = false;
    walk(
        function_.body,
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

  // The store of a block, under values with names; none if it is anything else.
  static const StoreNode* only_store(const Stmt& s, std::vector<const LetStmtNode*>& lets) {
    const Stmt* inner = &s;
    while (const auto* let = stmt_cast<LetStmtNode>(*inner)) {
      lets.push_back(let);
      inner = &let->body;
    }
    return stmt_cast<StoreNode>(*inner);
  }

  te::Operation compute(const Block& b) {
    std::vector<const LetStmtNode*> lets;
    const StoreNode* store = b.body ? only_store(b.body, lets) : nullptr;
    if (!store) throw NoComputation{"it is not one store"};
    std::vector<IterVar> data = data_axes(b, *store), reduce;
    for (const BlockIter& i : b.iters) {
      if (i.iter->type == IterType::CommReduce) reduce.push_back(i.iter);
      if (i.iter->type == IterType::Ordered || i.iter->type == IterType::Opaque)
        throw NoComputation{"it has opaque axes"};
    }
    if (data.size() + reduce.size() != b.iters.size())
      throw NoComputation{"an axis of it is no index of what it stores"};
    Expr value = store->value;
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) value = tir::let((*let)->var, (*let)->value, value);
    const Expr where = restriction(b);
    if (where && reduce.empty()) throw NoComputation{"its T.where leaves out elements of its domain"};
    const te::Tensor before = earlier(*store->buffer);
    const Expr body = reduce.empty() ? plain(b, *store, value) : reduction(b, *store, value, reduce, before, where);
    const te::Operation op = te::make_compute(store->buffer->name, std::move(data), {body}, {}, b.span);
    made_[store->buffer.get()] = te::output(op);
    return op;
  }

  // What T.where says beyond the domains of the axes, as a condition of the axes; null: nothing. A split that does not
  // divide says only what the domain says; the one of a factored reduction says more.
  static Expr restriction(const Block& b) {
    if (!b.predicate) return nullptr;
    const Expr where = rewrite(b.predicate, [&](const Expr& e) -> Expr {
      for (const BlockIter& i : b.iters)
        if (e->dtype == i.iter->var->dtype && structural_equal(e, i.binding)) return i.iter->var;
      return e;
    });
    arith::Analyzer analyzer;
    for (const BlockIter& i : b.iters) analyzer.bind(i.iter->var, i.iter->dom);
    const Expr left = analyzer.simplify(where);
    if (is_one(left)) return nullptr;
    const auto is_free = [&](const VarNode& v) {
      return !v.non_negative &&
             std::ranges::none_of(b.iters, [&](const BlockIter& i) { return i.iter->var.get() == &v; });
    };
    if (uses_var(left, is_free)) throw NoComputation{"its T.where is no condition of its axes"};
    return left;
  }

  te::Tensor earlier(const BufferNode& buffer) const {
    const auto made = made_.find(&buffer);
    return made == made_.end() ? te::Tensor() : made->second;
  }

  // C[vi, vj]: each index an axis over the whole dimension.
  std::vector<IterVar> data_axes(const Block& b, const StoreNode& store) const {
    std::vector<IterVar> data;
    for (size_t d = 0; d < store.indices.size(); ++d) {
      const Expr index = simplified(store.indices[d]);
      const auto axis = std::ranges::find_if(b.iters, [&](const BlockIter& i) {
        return i.iter->type == IterType::DataPar && index.get() == i.iter->var.get();
      });
      if (axis == b.iters.end() || std::ranges::find(data, axis->iter) != data.end())
        throw NoComputation{"it stores elsewhere than at its spatial axes"};
      arith::Analyzer analyzer;
      if (!is_zero(axis->iter->dom.min) || !analyzer.can_prove_equal(axis->iter->dom.extent, store.buffer->shape[d]))
        throw NoComputation{"it stores a part of '" + store.buffer->name + "'"};
      data.push_back(axis->iter);
    }
    return data;
  }
  static Expr simplified(const Expr& e) { return arith::Analyzer().simplify(e); }

  Expr plain(const Block& b, const StoreNode& store, const Expr& value) {
    if (b.init) throw NoComputation{"it has a first value and no reduction"};
    if (earlier(*store.buffer)) throw NoComputation{"'" + store.buffer->name + "' is written by several blocks"};
    return read(value, store.buffer.get());
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
                 const te::Tensor& before, const Expr& where) {
    const auto* both = node_cast<BinaryNode>(value);
    const bool known = both && (both->kind == ExprKind::Add || both->kind == ExprKind::Mul ||
                                both->kind == ExprKind::Min || both->kind == ExprKind::Max);
    if (!known || (!is_element(both->a, store) && !is_element(both->b, store)))
      throw NoComputation{"its reduction is no sum, product, minimum or maximum"};
    const Expr source = read(is_element(both->a, store) ? both->b : both->a, store.buffer.get());
    const DType type = store.buffer->dtype;
    CommReducer combiner = both->kind == ExprKind::Add   ? te::sum_reducer(type)
                           : both->kind == ExprKind::Mul ? te::prod_reducer(type)
                           : both->kind == ExprKind::Min ? te::min_reducer(type)
                                                         : te::max_reducer(type);
    return reduce(std::move(combiner), {source}, axes, where, 0, {first_value(b, store, before)});
  }

  Expr first_value(const Block& b, const StoreNode& store, const te::Tensor& before) {
    if (!b.init) {
      if (!before) throw NoComputation{"its reduction has no first value"};
      return te::read(before, store.indices);
    }
    if (before) throw NoComputation{"'" + store.buffer->name + "' is written by several blocks"};
    std::vector<const LetStmtNode*> lets;
    const StoreNode* init = only_store(b.init, lets);
    const bool fits = init && lets.empty() && init->buffer == store.buffer &&
                      std::ranges::equal(init->indices, store.indices,
                                         [](const Expr& x, const Expr& y) { return structural_equal(x, y); });
    if (!fits) throw NoComputation{"its first value is not one store at the same place"};
    return read(init->value, store.buffer.get());
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
