// SPDX-License-Identifier: GPL-3.0-or-later
// Einsum as products of matrices: its operands are contracted from left to right, each pair as one matrix product, a
// stack of them, or a product of elements. What is no such chain (an axis twice in one operand, sizes of 1 that are
// broadcast) stays the operator einsum.
#include <algorithm>
#include <map>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// A tensor whose axes have one letter each.
struct Operand {
  NodeId node;
  std::string axes;
};

class Chain {
 public:
  explicit Chain(OnnxCall& c) : c_(c) {}

  // Nothing: it has no such form.
  std::optional<NodeId> result() {
    if (!read() || operands_.empty()) return std::nullopt;
    while (operands_.size() > 1) {
      const Operand a = operands_[0], b = operands_[1];
      operands_.erase(operands_.begin());
      operands_[0] = contracted(a, b);
    }
    Operand& last = operands_[0];
    last = without(last, [&](char axis) { return has(result_, axis); });
    return in_order(last, result_).node;
  }

 private:
  static bool has(const std::string& axes, char axis) { return axes.find(axis) != std::string::npos; }

  bool read() {
    std::string equation = c_.string_attr("equation", "");
    std::erase(equation, ' ');
    const size_t arrow = equation.find("->");
    std::string terms = equation.substr(0, arrow) + ",";
    for (size_t i = 0; !terms.empty(); ++i) {
      const size_t comma = terms.find(',');
      if (!add_operand(i, terms.substr(0, comma))) return false;
      terms.erase(0, comma + 1);
    }
    if (operands_.size() != c_.input_count()) return false;
    result_ = arrow == std::string::npos ? implied_result() : with_ellipsis(equation.substr(arrow + 2));
    const bool once = std::ranges::all_of(result_, [&](char axis) { return std::ranges::count(result_, axis) == 1; });
    return once && std::ranges::all_of(result_, [&](char axis) { return sizes_.contains(axis); });
  }

  // The axes of an ellipsis are digits; all operands that have one have as many.
  std::string with_ellipsis(std::string term) const {
    const size_t dots = term.find("...");
    if (dots == std::string::npos) return term;
    std::string digits;
    for (size_t i = 0; i < ellipsis_.value_or(0); ++i) digits += static_cast<char>('0' + i);
    return term.replace(dots, 3, digits);
  }

  bool add_operand(size_t i, std::string term) {
    constexpr size_t kMostOfEllipsis = 9;
    if (!c_.has(i) || !c_.rank(i)) return false;
    const graph::Shape& shape = c_.in_type(i).shape;
    if (term.find("...") != std::string::npos) {
      const size_t named = term.size() - 3;
      if (named > shape.size() || shape.size() - named > kMostOfEllipsis) return false;
      if (ellipsis_.value_or(shape.size() - named) != shape.size() - named) return false;
      ellipsis_ = shape.size() - named;
      term = with_ellipsis(term);
    }
    if (term.size() != shape.size()) return false;
    for (size_t a = 0; a < term.size(); ++a) {
      if (std::ranges::count(term, term[a]) != 1) return false;
      const auto [known, fresh] = sizes_.emplace(term[a], shape[a]);
      if (!fresh && !graph::same(known->second, shape[a])) return false;
      if (fresh) order_ += term[a];
    }
    operands_.push_back({c_.in(i), term});
    return true;
  }

  std::string implied_result() const {
    std::string once;
    for (const char axis : order_) {
      const auto times = std::ranges::count_if(operands_, [&](const Operand& o) { return has(o.axes, axis); });
      if (times == 1 || (axis >= '0' && axis <= '9')) once += axis;
    }
    std::ranges::sort(once);
    return once;
  }

  // Whether the result or an operand behind the first two has the axis.
  bool is_needed(char axis) const {
    return has(result_, axis) ||
           std::any_of(operands_.begin() + 1, operands_.end(), [&](const Operand& o) { return has(o.axes, axis); });
  }

  // Summed over the axes that are not kept.
  template <class F>
  Operand without(const Operand& from, const F& keeps) {
    std::vector<int64_t> summed;
    Operand rest{from.node, ""};
    for (size_t a = 0; a < from.axes.size(); ++a) {
      if (keeps(from.axes[a]))
        rest.axes += from.axes[a];
      else
        summed.push_back(static_cast<int64_t>(a));
    }
    if (!summed.empty())
      rest.node = c_.emit("sum", {from.node}, {{"axis", graph::ints(summed)}, {"keepdims", Attr{false}}});
    return rest;
  }

  Operand in_order(const Operand& from, const std::string& axes) {
    if (from.axes == axes) return from;
    std::vector<int64_t> places;
    for (const char axis : axes) places.push_back(static_cast<int64_t>(from.axes.find(axis)));
    return {c_.emit("transpose", {from.node}, {{"axes", graph::ints(places)}}), axes};
  }

  Dim size_of(const std::string& axes) const {
    graph::Shape shape;
    for (const char axis : axes) shape.push_back(sizes_.at(axis));
    return graph::product(shape);
  }

  Operand contracted(Operand a, Operand b) {
    a = without(a, [&](char axis) { return has(b.axes, axis) || is_needed(axis); });
    b = without(b, [&](char axis) { return has(a.axes, axis) || is_needed(axis); });
    std::string batch, left, summed, right;
    for (const char axis : a.axes) (!has(b.axes, axis) ? left : is_needed(axis) ? batch : summed) += axis;
    for (const char axis : b.axes)
      if (!has(a.axes, axis)) right += axis;
    if (summed.empty()) return product_of_elements(a, b, batch, left, right);
    return product_of_matrices(in_order(a, batch + left + summed), b, batch, left, summed, right);
  }

  Operand product_of_elements(const Operand& a, const Operand& b, const std::string& batch, const std::string& left,
                              const std::string& right) {
    const auto spread = [&](const Operand& from, const std::string& own) {
      graph::Shape shape;
      for (const char axis : batch + left + right) shape.push_back(has(own, axis) ? sizes_.at(axis) : Dim(1));
      return c_.reshape(in_order(from, own).node, shape);
    };
    return {c_.emit("multiply", {spread(a, batch + left), spread(b, batch + right)}), batch + left + right};
  }

  Operand product_of_matrices(const Operand& a, Operand b, const std::string& batch, const std::string& left,
                              const std::string& summed, const std::string& right) {
    const bool turned = b.axes == batch + right + summed;  // as it lies; else as (batch, summed, right)
    if (!turned) b = in_order(b, batch + summed + right);
    const Dim rows = size_of(left), depth = size_of(summed), columns = size_of(right);
    NodeId product;
    if (batch.empty()) {
      const NodeId data = c_.reshape(a.node, {rows, depth});
      const NodeId weight = c_.reshape(b.node, turned ? graph::Shape{columns, depth} : graph::Shape{depth, columns});
      Attrs attrs;
      if (const auto units = columns.constant()) attrs["units"] = Attr{*units};
      if (!turned) attrs["transpose_a"] = attrs["transpose_b"] = Attr{false};
      product = c_.emit(turned ? "nn.dense" : "nn.matmul", {data, weight}, std::move(attrs));
    } else {
      const Dim stack = size_of(batch);
      const NodeId data = c_.reshape(a.node, {stack, rows, depth});
      const NodeId other =
          c_.reshape(b.node, turned ? graph::Shape{stack, columns, depth} : graph::Shape{stack, depth, columns});
      product =
          c_.emit("nn.batch_matmul", {data, other}, {{"transpose_a", Attr{false}}, {"transpose_b", Attr{turned}}});
    }
    graph::Shape shape;
    for (const char axis : batch + left + right) shape.push_back(sizes_.at(axis));
    return {c_.reshape(product, shape), batch + left + right};
  }

  OnnxCall& c_;
  std::vector<Operand> operands_;
  std::map<char, Dim> sizes_;
  std::string order_, result_;  // axes as they first come; those of the result
  std::optional<size_t> ellipsis_;
};

Converted einsum(OnnxCall& c) {
  std::vector<NodeId> operands;
  for (size_t i = 0; i < c.input_count(); ++i) {
    if (!c.has(i)) return "an input is missing";
    operands.push_back(c.in(i));
  }
  if (const std::optional<NodeId> result = Chain(c).result()) {
    c.set_output(0, *result);
    return {};
  }
  c.set_output(
      0, c.emit("einsum", {c.emit_tuple(std::move(operands))}, {{"equation", Attr{c.string_attr("equation", "")}}}));
  return {};
}

}  // namespace

void add_einsum_converter(ConverterTable& table) {
  table["Einsum"] = einsum;
}

}  // namespace nw::import
