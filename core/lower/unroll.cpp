// SPDX-License-Identifier: GPL-3.0-or-later
// Unrolled loops written out. With the pragma auto_unroll_max_step = n, innermost serial loops too, as long as no more
// than n stores come of it; with unroll_explicit = 0 they are marked and left to the code generator.
#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

// A loop that was asked to be unrolled stays a loop when it would become more than this many stores.
constexpr int64_t kMostUnrolled = 2048;
constexpr int64_t kMostDepth = 8;

class Unroll final : public StmtMapper {
  struct Settings {
    int64_t auto_steps = 0;
    bool is_explicit = true;
  };
  struct Inside {  // of what was visited last
    int64_t steps = 0, loops = 0, unrolled = 0;
  };

  void read(const std::string& key, const Expr& value) {
    const int64_t* v = as_const_int(value);
    if (!v) return;
    if (key == "auto_unroll_max_step") settings_.auto_steps = *v;
    if (key == "unroll_explicit") settings_.is_explicit = *v != 0;
  }

  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key != "pragma_auto_unroll_max_step" && n.key != "pragma_unroll_explicit") return StmtMapper::visit(n, s);
    const Settings outside = settings_;
    read(n.key.substr(7), n.value);
    Stmt body = stmt(n.body);
    settings_ = outside;
    return body;
  }

  Stmt visit(const StoreNode&, const Stmt& s) override {
    ++inside_.steps;
    return s;
  }
  Stmt visit(const EvaluateNode&, const Stmt& s) override {
    ++inside_.steps;
    return s;
  }
  Stmt visit(const SeqNode& n, const Stmt&) override {
    Inside all;
    std::vector<Stmt> out;
    for (const Stmt& c : n.stmts) {
      inside_ = {};
      out.push_back(stmt(c));
      all.steps += inside_.steps;
      all.loops = std::max(all.loops, inside_.loops);
      all.unrolled = std::max(all.unrolled, inside_.unrolled);
    }
    inside_ = all;
    return make_seq(std::move(out));
  }

  Stmt visit(const ForNode& n, const Stmt& s) override {
    const Settings outside = settings_;
    for (const auto& [key, value] : n.annotations) read(key, value);
    Stmt body = stmt(n.body);
    const Settings mine = settings_;
    settings_ = outside;
    if (!body) return nullptr;
    const int64_t* extent = as_const_int(n.extent);
    const bool asked = n.for_kind == ForKind::Unrolled && extent;
    const bool automatic = n.for_kind == ForKind::Serial && extent && mine.auto_steps > 0 && inside_.loops == 0 &&
                           inside_.unrolled <= kMostDepth && *extent * inside_.steps <= mine.auto_steps;
    const bool small =
        extent && *extent * std::max<int64_t>(count_leaves(body), 1) <= kMostUnrolled && !gives_size(n.var, body);
    if (!asked && !automatic) {
      ++inside_.loops;
      return with_body(n, s, std::move(body));
    }
    inside_.steps *= *extent;
    ++inside_.unrolled;
    if (!small || (automatic && !mine.is_explicit)) {
      auto* copy = new ForNode(n);
      copy->for_kind = ForKind::Unrolled;
      copy->body = std::move(body);
      return Stmt(copy);
    }
    std::vector<Stmt> copies;
    for (int64_t i = 0; i < *extent; ++i)
      copies.push_back(substitute(body, {{n.var, n.min + int_imm(i, n.var->dtype)}}));
    return make_seq(std::move(copies));
  }

  Settings settings_;
  Inside inside_;
};

}  // namespace

Stmt unroll_loops(const Stmt& s) {
  return Unroll()(s);
}

}  // namespace nw::lower
