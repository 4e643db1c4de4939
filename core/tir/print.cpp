// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/budget.h"
#include "base/escape.h"

namespace nw::tir {

namespace {

// How tightly an operator binds, loosest first; an operand that binds less tightly gets parentheses.
enum Strength { kAny, kOr, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary, kAtom };

struct Operator {
  std::string_view text;
  Strength strength;
};

// Operators that are written between their operands. A product has no spaces, so that sums read as sums.
Operator infix(ExprKind kind, bool is_float) {
  switch (kind) {
    case ExprKind::Add:
      return {" + ", kSum};
    case ExprKind::Sub:
      return {" - ", kSum};
    case ExprKind::Mul:
      return {"*", kProduct};
    case ExprKind::Div:
      return is_float ? Operator{" / ", kProduct} : Operator{{}, kAny};
    case ExprKind::EQ:
      return {" == ", kCompare};
    case ExprKind::NE:
      return {" != ", kCompare};
    case ExprKind::LT:
      return {" < ", kCompare};
    case ExprKind::LE:
      return {" <= ", kCompare};
    case ExprKind::GT:
      return {" > ", kCompare};
    case ExprKind::GE:
      return {" >= ", kCompare};
    case ExprKind::And:
      return {" && ", kAnd};
    case ExprKind::Or:
      return {" || ", kOr};
    default:
      return {{}, kAny};
  }
}

std::string_view prefix_name(ExprKind kind) {
  switch (kind) {
    case ExprKind::Div:
      return "truncdiv";
    case ExprKind::Mod:
      return "truncmod";
    case ExprKind::FloorDiv:
      return "floordiv";
    case ExprKind::FloorMod:
      return "floormod";
    case ExprKind::Min:
      return "min";
    case ExprKind::Max:
      return "max";
    default:
      return "?";
  }
}

Operator bitwise(std::string_view name) {
  if (name == "bitwise_and") return {" & ", kBitAnd};
  if (name == "bitwise_or") return {" | ", kBitOr};
  if (name == "bitwise_xor") return {" ^ ", kBitXor};
  if (name == "shift_left") return {" << ", kShift};
  if (name == "shift_right") return {" >> ", kShift};
  return {{}, kAny};
}

// Variables that are not shown by their own names.
using Renamed = std::vector<std::pair<const VarNode*, std::string>>;

class Writer {
 public:
  explicit Writer(std::string& out, const Renamed* renamed = nullptr) : out_(out), renamed_(renamed) {}
  Writer(std::string& out, const VarNames& names) : out_(out), renamed_(nullptr), names_(&names) {}

  void expr(const Expr& e, Strength at_least = kAny) {
    spend();
    switch (e->kind) {
      case ExprKind::IntImm:
        return integer(*node_cast<IntImmNode>(e), at_least);
      case ExprKind::FloatImm:
        return number(*node_cast<FloatImmNode>(e), at_least);
      case ExprKind::StringImm:
        return quoted(node_cast<StringImmNode>(e)->value);
      case ExprKind::Var:
        return variable(*node_cast<VarNode>(e));
      case ExprKind::Not:
        return parenthesized(kNot, at_least, [&] {
          out_ += '!';
          expr(node_cast<NotNode>(e)->a, kUnary);
        });
      case ExprKind::Select: {
        const auto* s = node_cast<SelectNode>(e);
        return invoke("select", {&s->condition, &s->true_value, &s->false_value});
      }
      case ExprKind::Cast:
        return invoke(nw::to_string(e->dtype), {&node_cast<CastNode>(e)->value});
      case ExprKind::ProducerLoad: {
        const auto* l = node_cast<ProducerLoadNode>(e);
        return access(l->producer->name, l->indices);
      }
      case ExprKind::BufferLoad: {
        const auto* l = node_cast<BufferLoadNode>(e);
        return access(l->buffer->name, l->indices);
      }
      case ExprKind::Call:
        return call_node(*node_cast<CallNode>(e), at_least);
      case ExprKind::Let: {
        const auto* l = node_cast<LetNode>(e);
        return parenthesized(kAny, at_least, [&] {
          out_ += "let " + l->var->name + " = ";
          expr(l->value);
          out_ += " in ";
          expr(l->body);
        });
      }
      case ExprKind::Ramp: {
        const auto* r = node_cast<RampNode>(e);
        out_ += "ramp(";
        expr(r->base);
        out_ += ", ";
        expr(r->stride);
        out_ += ", " + std::to_string(r->lanes) + ")";
        return;
      }
      case ExprKind::Broadcast: {
        const auto* b = node_cast<BroadcastNode>(e);
        out_ += "broadcast(";
        expr(b->value);
        out_ += ", " + std::to_string(b->lanes) + ")";
        return;
      }
      case ExprKind::Reduce:
        return reduction(*node_cast<ReduceNode>(e));
      default:
        return binary_node(*node_cast<BinaryNode>(e), at_least);
    }
  }

  void variable(const VarNode& v) {
    if (renamed_)
      for (const auto& [var, name] : *renamed_)
        if (var == &v) {
          out_ += name;
          return;
        }
    const auto named = names_ ? names_->find(&v) : VarNames::const_iterator();
    out_ += names_ && named != names_->end() ? named->second : v.name;
  }
  void list(const std::vector<Expr>& items) {
    bool first = true;
    for (const Expr& item : items) {
      if (!first) out_ += ", ";
      first = false;
      expr(item);
    }
  }
  void access(const std::string& name, const std::vector<Expr>& indices) {
    out_ += name;
    out_ += '[';
    list(indices);
    out_ += ']';
  }

 private:
  template <class F>
  void parenthesized(Strength own, Strength at_least, F&& body) {
    const bool needed = own < at_least;
    if (needed) out_ += '(';
    body();
    if (needed) out_ += ')';
  }
  void invoke(std::string_view name, std::initializer_list<const Expr*> args) {
    out_ += name;
    char separator = '(';
    for (const Expr* arg : args) {
      out_ += separator;
      if (separator == ',') out_ += ' ';
      separator = ',';
      expr(*arg);
    }
    out_ += ')';
  }
  void integer(const IntImmNode& n, Strength at_least) {
    if (n.dtype.is_bool()) {
      out_ += n.value ? "true" : "false";
      return;
    }
    char digits[24];
    const auto end = n.dtype.is_uint()
                         ? std::to_chars(digits, digits + sizeof digits, static_cast<uint64_t>(n.value)).ptr
                         : std::to_chars(digits, digits + sizeof digits, n.value).ptr;
    parenthesized(n.value < 0 && !n.dtype.is_uint() ? kUnary : kAtom, at_least, [&] { out_.append(digits, end); });
  }
  void number(const FloatImmNode& n, Strength at_least) {
    std::string text = n.dtype.bits <= 32 ? fmt::format("{}", static_cast<float>(n.value)) : fmt::format("{}", n.value);
    if (std::isfinite(n.value) && text.find_first_of(".e") == std::string::npos) text += ".0";
    parenthesized(std::signbit(n.value) ? kUnary : kAtom, at_least, [&] { out_ += text; });
  }
  void quoted(const std::string& text) { out_ += python_literal(text); }
  void infix_pair(const Operator& op, const Expr& a, const Expr& b, Strength at_least, bool regroups) {
    parenthesized(op.strength, at_least, [&] {
      expr(a, op.strength == kCompare ? kBitOr : op.strength);
      out_ += op.text;
      expr(b, regroups ? op.strength : static_cast<Strength>(op.strength + 1));
    });
  }
  void binary_node(const BinaryNode& n, Strength at_least) {
    const Operator op = infix(n.kind, n.a->dtype.is_float());
    if (op.text.empty()) return invoke(prefix_name(n.kind), {&n.a, &n.b});
    if (n.kind == ExprKind::Add) {
      const auto* c = node_cast<IntImmNode>(n.b);
      if (c && c->value < 0 && c->value != INT64_MIN && !c->dtype.is_uint()) {  // x + -3 reads x - 3
        return parenthesized(kSum, at_least, [&] {
          expr(n.a, kSum);
          out_ += " - " + std::to_string(-c->value);
        });
      }
    }
    const bool regroups = n.kind == ExprKind::And || n.kind == ExprKind::Or;  // a && (b && c) needs no parentheses
    infix_pair(op, n.a, n.b, at_least, regroups);
  }
  void call_node(const CallNode& n, Strength at_least) {
    if (const Operator op = bitwise(n.name); !op.text.empty() && n.args.size() == 2)
      return infix_pair(op, n.args[0], n.args[1], at_least, false);
    if (n.name == "bitwise_not" && n.args.size() == 1) {
      return parenthesized(kUnary, at_least, [&] {
        out_ += '~';
        expr(n.args[0], kUnary);
      });
    }
    out_ += n.name;
    out_ += '(';
    list(n.args);
    out_ += ')';
  }
  void reduction(const ReduceNode& n) {
    out_ += n.combiner->name.empty() ? std::string("reduce") : n.combiner->name;
    out_ += '(';
    if (n.source.size() == 1) {
      expr(n.source[0]);
    } else {
      out_ += '(';
      list(n.source);
      out_ += ')';
    }
    out_ += ", axis=[";
    for (size_t i = 0; i < n.axis.size(); ++i) {
      if (i) out_ += ", ";
      out_ += n.axis[i]->var->name;
    }
    out_ += ']';
    if (!is_one(n.condition)) {
      out_ += ", where=";
      expr(n.condition);
    }
    if (!n.init.empty()) {
      out_ += ", init=";
      expr(n.init[static_cast<size_t>(n.value_index)]);
    }
    out_ += ')';
    if (n.source.size() > 1) out_ += "[" + std::to_string(n.value_index) + "]";
  }

  std::string& out_;
  const Renamed* renamed_;
  const VarNames* names_ = nullptr;
};

// One line a statement; a body that its statement does not indent (allocations, lets, marks) follows it.
class NestPrinter {
 public:
  explicit NestPrinter(const LoopNames& wanted) : wanted_(wanted) {}

  PrintedNest take(const Stmt& s) {
    stmt(s, 0);
    return std::move(nest_);
  }

 private:
  std::string& line(const Stmt& s, int level) {
    spend(1 + level / 8);
    PrintedLine& l = nest_.lines.emplace_back();
    l.from = s->from;
    l.stmt = s.get();
    l.around = around_;
    l.text.assign(static_cast<size_t>(level) * 2, ' ');
    return l.text;
  }

  void stmt(const Stmt& s, int level) {
    if (!s) return;
    switch (s->kind) {
      case StmtKind::For:
        return loop(*stmt_cast<ForNode>(s), s, level);
      case StmtKind::IfThenElse: {
        const auto* n = stmt_cast<IfThenElseNode>(s);
        std::string& text = line(s, level);
        text += "if ";
        Writer(text, &renamed_).expr(n->condition);
        text += ':';
        under_last_line([&] { stmt(n->then_case, level + 1); });
        if (!n->else_case) return;
        line(s, level) += "else:";
        return under_last_line([&] { stmt(n->else_case, level + 1); });
      }
      case StmtKind::Allocate: {
        const auto* n = stmt_cast<AllocateNode>(s);
        std::string& text = line(s, level);
        text += "alloc " + n->buffer->name + ": " + nw::to_string(n->buffer->dtype);
        Writer(text, &renamed_).access({}, n->buffer->shape);
        if (!n->buffer->scope.empty()) text += " " + n->buffer->scope;
        if (!n->buffer->strides.empty()) {
          text += " strides ";
          Writer(text, &renamed_).access({}, n->buffer->strides);
        }
        if (n->double_buffer) text += " double";
        return stmt(n->body, level);
      }
      case StmtKind::Store:
        return store(*stmt_cast<StoreNode>(s), s, level);
      case StmtKind::Evaluate:
        return Writer(line(s, level), &renamed_).expr(stmt_cast<EvaluateNode>(s)->value);
      case StmtKind::Let: {
        const auto* n = stmt_cast<LetStmtNode>(s);
        std::string& text = line(s, level);
        text += "let " + n->var->name + " = ";
        Writer(text, &renamed_).expr(n->value);
        return stmt(n->body, level);
      }
      case StmtKind::Attr: {
        const auto* n = stmt_cast<AttrNode>(s);
        std::string& text = line(s, level);
        text += n->key;
        if (n->value) {
          text += " = ";
          Writer(text, &renamed_).expr(n->value);
        }
        return stmt(n->body, level);
      }
      case StmtKind::Seq:
        for (const Stmt& child : stmt_cast<SeqNode>(s)->stmts) stmt(child, level);
        return;
    }
  }

  void loop(const ForNode& n, const Stmt& s, int level) {
    std::string& text = line(s, level);
    text += n.for_kind == ForKind::Serial ? "for" : to_string(n.for_kind);
    text += ' ';
    const std::string wanted = wanted_ ? wanted_(n) : std::string();
    const std::string name = name_inside(wanted.empty() ? n.var->name : wanted);
    text += name;
    if (!n.thread_tag.empty() && n.thread_tag != n.var->name) text += " (" + n.thread_tag + ")";
    text += " in ";
    Writer writer(text, &renamed_);
    writer.expr(n.min, kSum);
    text += "..";
    writer.expr(n.min + n.extent, kSum);
    text += ':';
    for (const auto& [key, value] : n.annotations) {
      text += "  # " + key;
      if (!value) continue;
      text += " = ";
      writer.expr(value);
    }
    under_last_line([&] { inside(n.var, name, [&] { stmt(n.body, level + 1); }); });
  }

  // What `body` prints is in the loop or the branch whose line was printed last.
  template <class F>
  void under_last_line(F&& body) {
    const int outside = std::exchange(around_, static_cast<int>(nest_.lines.size()) - 1);
    body();
    around_ = outside;
  }

  // A loop inside another of the same name gets a number: i, i_1, i_2.
  std::string name_inside(const std::string& wanted) const {
    const auto taken = [&](const std::string& name) {
      return std::find(names_.begin(), names_.end(), name) != names_.end();
    };
    std::string name = wanted;
    for (int i = 1; taken(name); ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }
  template <class F>
  void inside(const Var& var, const std::string& name, F&& body) {
    names_.push_back(name);
    const bool renamed = name != var->name;
    if (renamed) {
      renamed_.emplace_back(var.get(), name);
      nest_.names.emplace(var.get(), name);
    }
    body();
    if (renamed) renamed_.pop_back();
    names_.pop_back();
  }

  void store(const StoreNode& n, const Stmt& s, int level) {
    std::string& text = line(s, level);
    Writer writer(text, &renamed_);
    writer.access(n.buffer->name, n.indices);
    text += " = ";
    writer.expr(n.value);
    if (!n.predicate) return;
    text += " where ";
    writer.expr(n.predicate);
  }

  const LoopNames& wanted_;
  PrintedNest nest_;
  std::vector<std::string> names_;  // of the loops around
  Renamed renamed_;
  int around_ = -1;
};

}  // namespace

std::string to_string(const Expr& e) {
  std::string text;
  if (e) Writer(text).expr(e);
  return text;
}

std::string to_string(const Expr& e, const VarNames& names) {
  std::string text;
  if (e) Writer(text, names).expr(e);
  return text;
}

std::string PrintedNest::text() const {
  size_t size = 0;
  for (const PrintedLine& l : lines) size += l.text.size() + 1;
  std::string out;
  out.reserve(size);
  for (const PrintedLine& l : lines) {
    out += l.text;
    out += '\n';
  }
  return out;
}

PrintedNest print(const Stmt& s, const LoopNames& names) {
  const Phase phase("printing the loops");
  return NestPrinter(names).take(s);
}

}  // namespace nw::tir
