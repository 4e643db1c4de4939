// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual threads become iterations of a loop, each with its own buffers; few of them are unrolled, as in TVM. The
// attributes of double buffers are removed.
#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

constexpr int64_t kMaxUnrolled = 16;

class VirtualThreads final : public StmtMapper {
  Stmt visit(const ForNode& n, const Stmt& s) override {
    if (n.for_kind != ForKind::VThread) return StmtMapper::visit(n, s);
    Stmt body = stmt(n.body);
    if (!body) return nullptr;
    auto* loop = new ForNode(n);
    const int64_t* extent = as_const_int(n.extent);
    loop->for_kind = extent && *extent <= kMaxUnrolled ? ForKind::Unrolled : ForKind::Serial;
    loop->thread_tag.clear();
    loop->body = std::move(body);
    return Stmt(loop);
  }
  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key == "double_buffer_scope") return stmt(n.body);
    return StmtMapper::visit(n, s);
  }
};

}  // namespace

Stmt expand_virtual_threads(const Stmt& s) {
  return VirtualThreads()(s);
}

}  // namespace nw::lower
