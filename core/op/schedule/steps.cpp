// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/schedule/steps.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "tir/visit.h"

namespace nw::op {

Steps::Steps(const std::vector<te::Operation>& operations, const TargetFacts& machine)
    : lanes_(std::max(4, machine.compute.vector_bytes / 4)),
      registers_(machine.compute.vector_registers),
      cores_(machine.compute.units) {
  taken_ = {"s", "te", "tir", "tvm", "topi"};
  std::map<std::string, int> reductions;
  for (const te::Operation& op : operations) {
    taken_.insert(op->name);
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    if (!compute) continue;
    // A script numbers reduction axes that share a name: a step must not give such a name to another axis.
    for (const tir::IterVar& axis : compute->reduce_axis)
      taken_.insert(axis->var->name + "_" + std::to_string(++reductions[axis->var->name]));
  }
}

std::string Steps::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  const std::string base = name;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

void Steps::call(const std::string& stage, const std::string& primitive, std::vector<std::string> args,
                 std::vector<std::string> results) {
  steps_.push_back({stage, primitive, std::move(results), std::move(args)});
}

namespace {

std::vector<std::string> hints(const std::vector<tir::IterVar>& axes) {
  std::vector<std::string> names;
  for (const tir::IterVar& axis : axes) names.push_back(axis->var->name);
  return names;
}

}  // namespace

std::vector<std::string> Steps::axes(const std::string& stage, const te::ComputeNode& op) {
  std::vector<std::string> names;
  for (const std::string& hint : hints(op.axis)) names.push_back(fresh(hint));
  if (!names.empty()) call(stage, "op.axis", {}, names);
  return names;
}

std::vector<std::string> Steps::reduce_axes(const std::string& stage, const te::ComputeNode& op) {
  std::vector<std::string> names;
  for (const std::string& hint : hints(op.reduce_axis)) names.push_back(fresh(hint));
  if (!names.empty()) call(stage, "op.reduce_axis", {}, names);
  return names;
}

namespace {

// "c_2" → "c": the name before it was made fresh.
std::string stem(const std::string& name) {
  const size_t cut = name.rfind('_');
  const bool numbered = cut != std::string::npos && cut > 0 && cut + 1 < name.size() &&
                        name.find_first_not_of("0123456789", cut + 1) == std::string::npos;
  return numbered ? name.substr(0, cut) : name;
}

}  // namespace

std::pair<std::string, std::string> Steps::split(const std::string& stage, const std::string& axis, int64_t factor) {
  const std::string outer = fresh(stem(axis) + "o"), inner = fresh(stem(axis) + "i");
  call(stage, "split", {axis, "factor=" + std::to_string(factor)}, {outer, inner});
  return {outer, inner};
}

std::string Steps::fuse(const std::string& stage, const std::vector<std::string>& axes) {
  if (axes.size() == 1) return axes.front();
  const std::string name = fresh("outer");
  call(stage, "fuse", axes, {name});
  return name;
}

void Steps::reorder(const std::string& stage, const std::vector<std::string>& axes) {
  if (axes.size() > 1) call(stage, "reorder", axes);
}

void Steps::compute_at(const std::string& stage, const std::string& at, const std::string& axis) {
  call(stage, "compute_at", {"s[" + at + "]", axis});
}

std::string Steps::cache_write(const std::string& stage, const std::string& scope) {
  const std::string name = fresh(stage + "_" + scope);
  call("", "cache_write", {stage, "\"" + scope + "\""}, {name});
  return name;
}

std::string Steps::rfactor(const std::string& stage, const std::string& axis) {
  const std::string name = fresh(stage + "_rf");
  call("", "rfactor", {stage, axis}, {name});
  return name;
}

const te::ComputeNode& compute(const te::Operation& op) {
  return static_cast<const te::ComputeNode&>(*op);
}

bool has_tag(const te::Operation& op, std::string_view tag) {
  std::string_view tags = op->tag;
  while (!tags.empty()) {
    const size_t comma = std::min(tags.find(','), tags.size());
    if (tags.substr(0, comma) == tag) return true;
    tags.remove_prefix(std::min(comma + 1, tags.size()));
  }
  return false;
}

bool is_injective(const te::Operation& op) {
  const std::string_view first = std::string_view(op->tag).substr(0, op->tag.find(','));
  return first == "elemwise" || first == "broadcast" || first == "injective";
}

te::Operation Group::tagged(std::string_view tag) const {
  for (size_t i = operations.size(); i-- > 0;)
    if (has_tag(operations[i], tag)) return operations[i];
  return nullptr;
}

std::optional<int64_t> extent_of(const tir::IterVar& axis) {
  const int64_t* extent = tir::as_const_int(axis->dom.extent);
  return extent ? std::optional(*extent) : std::nullopt;
}

int64_t divisor(int64_t n, int64_t most) {
  for (int64_t d = std::min(n, most); d > 1; --d)
    if (n % d == 0) return d;
  return 1;
}

bool same_shape(const te::Operation& a, const te::Operation& b) {
  const auto &x = a->output_shape(0), &y = b->output_shape(0);
  return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](const tir::Expr& p, const tir::Expr& q) {
           return tir::structural_equal(p, q);
         });
}

}  // namespace nw::op
