// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that may leave the range of their type.
#include <fmt/format.h>

#include "schedule/data_range.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

// From so many equal terms on, adding one more changes nothing.
double longest_sum(DType t) {
  return t.is_bfloat() ? 256 : 2048;
}

void check_half(const te::Operation& op, const tir::ReduceNode& r, double count, Findings& found) {
  if (r.combiner->name != "sum" || r.dtype.bits != 16 || !r.dtype.is_float() || count <= longest_sum(r.dtype)) return;
  Finding& f = found.add("NW2507", op->name,
                         op->name + " adds up " + std::to_string(static_cast<long long>(count)) + " numbers in " +
                             to_string(r.dtype) + ", which may be too small for them");
  f.diagnostic.severity = Severity::Warning;
  f.diagnostic.because.push_back("a sum of " + std::to_string(static_cast<long long>(longest_sum(r.dtype))) +
                                 " equal numbers no longer changes when one more is added");
  f.diagnostic.where[0].span = op->span;
  f.diagnostic.legal = {"a wider type: .astype(\"float32\") inside the sum"};
}

// What every sum exceeds is an error. What some may exceed is a warning, for the data decides.
void check_integer(const te::Operation& op, const te::ComputeNode& compute, const tir::ReduceNode& r, double count,
                   Findings& found) {
  if (r.combiner->name != "sum" || !r.dtype.is_integer() || r.dtype.bits >= 32 || r.dtype.is_bool() || count < 1)
    return;
  DataRanges ranges;
  for (const IterVar& axis : compute.root_axes()) ranges.bind(axis);
  const DataRange element = ranges.of(r.source[0]), type_range = range_of_type(r.dtype);
  const DataRange total{element.lo * count, element.hi * count};
  if (total.hi <= type_range.hi && total.lo >= type_range.lo) return;
  const bool all_added = tir::is_one(r.condition) && r.init.empty();
  const bool always = all_added && (total.lo > type_range.hi || total.hi < type_range.lo);
  const bool above = total.hi > type_range.hi;
  const auto text = [](double x) { return fmt::format("{:.0f}", x); };
  Finding& f = found.add(always ? "NW2322" : "NW2507", op->name,
                         fmt::format("{} adds up {}{} numbers in {}, which {} too small for them", op->name,
                                     always ? "" : "to ", text(count), to_string(r.dtype), always ? "is" : "may be"));
  f.diagnostic.severity = always ? Severity::Error : Severity::Warning;
  f.diagnostic.because.push_back(
      fmt::format("each is between {} and {}, so the sum {} {}", text(element.lo), text(element.hi),
                  always ? "is beyond" : "may reach",
                  always ? text(above ? type_range.hi : type_range.lo) : text(above ? total.hi : total.lo)));
  f.diagnostic.because.push_back(
      above ? fmt::format("{} ends at {}; beyond, it wraps around", to_string(r.dtype), text(type_range.hi))
            : fmt::format("{} begins at {}; below, it wraps around", to_string(r.dtype), text(type_range.lo)));
  f.diagnostic.where[0].span = op->span;
  f.diagnostic.legal = {"a wider type: .astype(\"int32\") inside the sum"};
}

}  // namespace

void check_accumulators(const Schedule& normalized, Findings& found) {
  for (StageId id : normalized.order()) {
    const te::Operation& op = normalized.stage(id).origin_op;
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    const auto* r = compute ? tir::node_cast<tir::ReduceNode>(compute->body[0]) : nullptr;
    if (!r) continue;
    double count = 1;
    for (const IterVar& axis : r->axis) {
      const int64_t* extent = tir::as_const_int(axis->dom.extent);
      count *= extent ? static_cast<double>(*extent) : 1;
    }
    check_half(op, *r, count, found);
    check_integer(op, *compute, *r, count, found);
  }
}

}  // namespace nw::schedule
