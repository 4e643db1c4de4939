// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/loop_memory.h"

#include <algorithm>

namespace nw::lower {

using namespace tir;

namespace {

void add_memory(const Stmt& s, std::vector<const AllocateNode*>& found) {
  if (const auto* n = stmt_cast<AllocateNode>(s)) {
    found.push_back(n);
    add_memory(n->body, found);
  } else if (const auto* q = stmt_cast<SeqNode>(s)) {
    for (const Stmt& part : q->stmts) add_memory(part, found);
  }
}

class Instead final : public StmtMapper {
 public:
  Instead(const AllocateNode* memory, const Stmt& instead) : memory_(memory), instead_(instead) {}

 private:
  Stmt visit(const AllocateNode& n, const Stmt& s) override {
    return &n == memory_ ? instead_ : StmtMapper::visit(n, s);
  }
  const AllocateNode* memory_;
  const Stmt& instead_;
};

bool is_element(const std::vector<Expr>& indices) {
  return std::ranges::all_of(indices, [](const Expr& i) { return i->dtype.lanes == 1; });
}

}  // namespace

std::vector<const AllocateNode*> loop_allocations(const Stmt& body) {
  std::vector<const AllocateNode*> found;
  add_memory(body, found);
  return found;
}

Stmt with_instead(const Stmt& body, const AllocateNode* memory, const Stmt& instead) {
  return Instead(memory, instead)(body);
}

bool accessed_by_elements(const Stmt& s, const BufferNode* buffer) {
  bool all = true;
  walk(
      s,
      [&](const Stmt& statement) {
        if (const auto* store = stmt_cast<StoreNode>(statement); store && store->buffer.get() == buffer)
          all = all && is_element(store->indices);
        return all;
      },
      [&](const Expr& e) {
        if (const auto* load = node_cast<BufferLoadNode>(e); load && load->buffer.get() == buffer)
          all = all && is_element(load->indices);
        if (const auto* call = node_cast<CallNode>(e); call && call->name == "tvm_access_ptr")
          for (const Expr& arg : call->args)
            if (const auto* load = node_cast<BufferLoadNode>(arg)) all = all && load->buffer.get() != buffer;
        return all;
      });
  return all;
}

Stmt with_indices(const Stmt& s, const Buffer& from, const Buffer& to,
                  const std::function<std::vector<Expr>(std::vector<Expr>)>& indices) {
  return rewrite(
      s,
      [&](const Stmt& statement) {
        const auto* store = stmt_cast<StoreNode>(statement);
        if (!store || store->buffer != from) return statement;
        return make_store(to, store->value, indices(store->indices), store->from, store->predicate);
      },
      [&](const Expr& e) -> Expr {
        const auto* load = node_cast<BufferLoadNode>(e);
        if (!load || load->buffer != from) return e;
        return make_node<BufferLoadNode>(to, indices(load->indices), load->dtype);
      });
}

}  // namespace nw::lower
