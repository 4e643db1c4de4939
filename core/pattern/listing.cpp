// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <unordered_map>

#include "pattern/rewrite.h"

namespace nw::pattern {

namespace {

class Listing {
 public:
  explicit Listing(const ExprPool& pool) : pool_(pool) {}

  std::vector<std::string> run(ExprId main) {
    for (const ExprId id : pool_.post_order(body_of(pool_, main))) {
      if (pool_[id].kind == ExprKind::Operator) continue;
      line_[id] = lines_.size();
      lines_.push_back(text(id));
    }
    return std::move(lines_);
  }

 private:
  std::string numbers(const std::vector<ExprId>& parts, size_t first) const {
    std::string text = "(";
    for (size_t i = first; i < parts.size(); ++i) text += (i > first ? ", " : "") + std::to_string(line_.at(parts[i]));
    return text + ")";
  }

  static std::string constant(const Expr& e) {
    if (!e.data)
      return e.type && e.type->is_tensor()
                 ? fmt::format("const {} {}", to_string(e.type->dtype), to_string(e.type->shape))
                 : "const";
    std::string shape = "[";
    for (size_t i = 0; i < e.data->shape().size(); ++i) shape += (i ? ", " : "") + std::to_string(e.data->shape()[i]);
    shape += "]";
    const bool value = e.data->shape().empty() && e.data->bytes();
    if (!value) return fmt::format("const {} {}", to_string(e.data->dtype()), shape);
    const std::string number =
        e.data->dtype().is_float() ? fmt::format("{}", e.data->at(0)) : std::to_string(e.data->int_at(0));
    return fmt::format("const {} {} {}", to_string(e.data->dtype()), shape, number);
  }

  std::string text(ExprId id) const {
    const Expr& e = pool_[id];
    switch (e.kind) {
      case ExprKind::Variable:
        return "%" + std::string(e.name);
      case ExprKind::Constant:
        return constant(e);
      case ExprKind::Call: {
        const std::string_view op = pool_.called_op(id);
        return op.empty() ? "call" + numbers(e.parts, 0) : std::string(op) + numbers(e.parts, 1);
      }
      case ExprKind::Tuple:
        return "tuple" + numbers(e.parts, 0);
      case ExprKind::Field:
        return fmt::format("field {}", e.index) + numbers(e.parts, 0);
      case ExprKind::Let:
        return "let" + numbers(e.parts, 0);
      case ExprKind::If:
        return "if" + numbers(e.parts, 0);
      case ExprKind::Function:
        return "fn" + numbers(e.parts, 0);
      case ExprKind::Global:
        return std::string(e.name.starts_with('@') ? "" : "@") + std::string(e.name);
      case ExprKind::Operator:
      case ExprKind::Other:
        break;
    }
    return "other" + numbers(e.parts, 0);
  }

  const ExprPool& pool_;
  std::unordered_map<ExprId, size_t> line_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> listing(const ExprPool& pool, ExprId main) {
  return Listing(pool).run(main);
}

}  // namespace nw::pattern
