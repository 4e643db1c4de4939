// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual thread is an iteration with storage of its own; run one after the other, they are a loop. Few of them are
// written out, as TVM does. Prefetch marks become instructions; those of double buffers have done their work.
#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

constexpr int64_t kWrittenOut = 16;

class VirtualThreads final : public StmtMapper {
  Stmt visit(const ForNode& n, const Stmt& s) override {
    if (n.for_kind != ForKind::VThread) return StmtMapper::visit(n, s);
    Stmt body = stmt(n.body);
    if (!body) return nullptr;
    auto* loop = new ForNode(n);
    const int64_t* extent = as_const_int(n.extent);
    loop->for_kind = extent && *extent <= kWrittenOut ? ForKind::Unrolled : ForKind::Serial;
    loop->thread_tag.clear();
    loop->body = std::move(body);
    return Stmt(loop);
  }
  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key == "double_buffer_scope") return stmt(n.body);
    if (n.key == "prefetch_scope") return make_seq({make_evaluate(n.value, n.from), stmt(n.body)});
    return StmtMapper::visit(n, s);
  }
};

}  // namespace

Stmt expand_virtual_threads(const Stmt& s) {
  return VirtualThreads()(s);
}

}  // namespace nw::lower
