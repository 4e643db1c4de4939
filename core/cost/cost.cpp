// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/cost.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <span>

#include "arith/analyzer.h"
#include "cost/storage_layout.h"
#include "cost/value_range.h"
#include "cost/walk.h"
#include "tir/visit.h"

namespace nw::cost {

using namespace tir;

namespace {

// One load or store, with its enclosing loops.
struct Access {
  Buffer buffer;
  std::vector<Expr> indices;
  bool write = false;
  std::vector<size_t> loops;  // into NestCost::loops, outermost first
  std::vector<int64_t> extents =
      {};  // of a region that an intrinsic accesses: elements by dimension, from the indices on
};

// Ranges of an access's indices in one execution of each enclosing loop; computed once for the loops that an index
// uses.
struct IndexRanges {
  struct Range {
    std::vector<arith::IntSet> sets;
    double elements = 1;  // that one access can reach
  };
  std::vector<Expr> indices;
  std::vector<std::vector<size_t>> named;      // by dimension: positions in Access::loops, outermost first
  std::vector<std::map<size_t, Range>> known;  // by dimension: by the first of `named` that is inside
};

class Analysis final : Walk {
 public:
  Analysis(const lower::LoopNest& nest, const Sizes& sizes) : nest_(nest), layout_(nest) {
    for (const Var& v : nest.size_vars) {
      const auto it = sizes.find(v);
      values_[v.get()] = it == sizes.end() ? 1 : it->second;
      analyzer_.bind(v, int_imm(values_[v.get()], v->dtype));
    }
  }

  NestCost run() {
    visit(nest_.body);
    for (const LoopCost& c : cost_.loops) lengths_.push_back(value(c.loop->extent));
    for (const Access& a : accesses_) {
      ranges_.push_back(index_ranges(a, a.indices));
      StorageLayout::Location place = layout_.locate(a.buffer, a.indices);
      layout_ranges_.push_back(place.buffer == a.buffer ? IndexRanges() : index_ranges(a, std::move(place.indices)));
    }
    for (size_t i = 0; i < cost_.loops.size(); ++i) working_set(i);
    for (const BufferUse& use : uses_inside(kKernel))
      if (std::find(nest_.args.begin(), nest_.args.end(), use.buffer) != nest_.args.end()) cost_.bytes += use.bytes;
    return std::move(cost_);
  }

 private:
  static constexpr size_t kKernel = ~size_t{0};

  // Its upper bound.
  double value(const Expr& e) {
    const arith::ConstBound b = analyzer_.const_bound(e);
    const std::optional<ValueRange> tried = b.min == b.max ? std::nullopt : value_range_of(e, loop_ranges_, values_);
    const int64_t most = tried ? tried->most : b.max == arith::ConstBound::kPosInf ? 1 : b.max;
    return static_cast<double>(std::max<int64_t>(most, 0));
  }

  // Mean over the iterations of the outer loops.
  double iterations(const Expr& extent) {
    const std::optional<ValueRange> tried =
        as_const_int(extent) ? std::nullopt : value_range_of(extent, loop_ranges_, values_);
    return tried ? std::max(tried->mean, 0.0) : value(extent);
  }

  void allocate(const AllocateNode& a) override {
    double size = a.buffer->dtype.bytes();
    for (const Expr& e : a.buffer->shape) size *= value(e);
    cost_.allocated_bytes += size;
    visit(a.body);
  }

  void store(const StoreNode& s) override {
    if (const auto bound = bound_.find(s.buffer.get()); bound != bound_.end())
      bound->second.written = true;
    else
      accesses_.push_back({s.buffer, s.indices, true, enclosing_});
    expression(s.value, true);
  }

  void evaluate(const EvaluateNode& e) override { expression(e.value, false); }

  void let(const LetStmtNode& l) override {
    expression(l.value, true);
    visit(l.body);
  }

  void mark(const AttrNode& a) override { a.key == "buffer_bind_scope" ? bind(a) : visit(a.body); }

  // A buffer of an intrinsic is bound to a region of another one; its body reads or writes all of the region.
  void bind(const AttrNode& mark) {
    const auto* c = node_cast<CallNode>(mark.value);
    const auto* own = c && c->args.size() == 2 ? node_cast<BufferLoadNode>(c->args[0]) : nullptr;
    const auto* real = own ? node_cast<BufferLoadNode>(c->args[1]) : nullptr;
    if (!real || real->indices.size() < own->buffer->shape.size()) return visit(mark.body);
    bound_[own->buffer.get()] = {};
    visit(mark.body);
    const Touched touched = bound_.extract(own->buffer.get()).mapped();
    Access part{real->buffer, real->indices, false, enclosing_, {}};
    part.extents.assign(real->indices.size() - own->buffer->shape.size(), 1);
    for (const Expr& e : own->buffer->shape)
      part.extents.push_back(std::max<int64_t>(static_cast<int64_t>(value(e)), 1));
    for (const bool write : {false, true}) {
      part.write = write;
      if (write ? touched.written : touched.read) accesses_.push_back(part);
    }
  }

  void loop(const ForNode& f) override {
    LoopCost c;
    c.loop = &f;
    c.depth = static_cast<int>(enclosing_.size());
    c.iterations = iterations(f.extent);
    c.runs = 1;
    for (size_t i : enclosing_) c.runs *= cost_.loops[i].iterations;
    analyzer_.bind(f.var, Range{f.min, f.extent});
    if (const std::optional<int64_t> first = value_of(f.min, values_))
      loop_ranges_.push_back({f.var.get(), *first, static_cast<int64_t>(value(f.extent))});
    enclosing_.push_back(cost_.loops.size());
    cost_.loops.push_back(std::move(c));
    visit(f.body);
    enclosing_.pop_back();
  }

  // Counts loads and operations on loaded values, in one execution of each enclosing loop.
  void expression(const Expr& e, bool counts) {
    double flops = 0;
    walk(e, [&](const Expr& x) {
      if (const auto* l = node_cast<BufferLoadNode>(x)) {
        if (const auto bound = bound_.find(l->buffer.get()); bound != bound_.end()) {
          bound->second.read = true;
          return false;
        }
        accesses_.push_back({l->buffer, l->indices, false, enclosing_});
        return false;
      }
      if (!counts || !on_data(x)) return on_data(x);
      const auto* b = node_cast<BinaryNode>(x);
      const auto* c = node_cast<CallNode>(x);
      if ((b && b->kind < ExprKind::EQ) || (c && c->name != "if_then_else" && c->name != "likely"))
        flops += x->dtype.lanes;
      return true;
    });
    double times = 1;
    for (size_t i = enclosing_.size(); i-- > 0;) {
      LoopCost& c = cost_.loops[enclosing_[i]];
      times *= c.iterations;
      c.flops += flops * times;
    }
    cost_.flops += flops * times;
  }

  static bool on_data(const Expr& e) {
    bool reads = false;
    walk(e, [&](const Expr& x) { return !(reads = reads || x->kind == ExprKind::BufferLoad || x->dtype.is_float()); });
    return reads;
  }

  void working_set(size_t loop) {
    LoopCost& c = cost_.loops[loop];
    c.buffers = uses_inside(loop);
    for (const BufferUse& use : c.buffers) c.bytes += use.bytes;
  }

  std::vector<BufferUse> uses_inside(size_t loop) {
    std::vector<BufferUse> uses;
    std::map<const BufferNode*, Boxes> boxes, stored;  // by buffer, in its own dimensions and in the stored ones
    std::map<const BufferNode*, double> different;     // elements that indices can reach
    for (size_t n = 0; n < accesses_.size(); ++n) {
      const Access& a = accesses_[n];
      const auto found = std::find(a.loops.begin(), a.loops.end(), loop);
      if (loop != kKernel && found == a.loops.end()) continue;
      const size_t from = loop == kKernel ? 0 : static_cast<size_t>(found - a.loops.begin());
      double times = 1, elements = 1;
      for (size_t i = from; i < a.loops.size(); ++i) {
        times *= cost_.loops[a.loops[i]].iterations;
        if (std::ranges::any_of(ranges_[n].named, [&](const std::vector<size_t>& loops) {
              return std::ranges::find(loops, i) != loops.end();
            }))
          elements *= cost_.loops[a.loops[i]].iterations;
      }
      for (const int64_t extent : a.extents) {
        times *= static_cast<double>(extent);
        elements *= static_cast<double>(extent);
      }
      different[a.buffer.get()] += elements;
      auto use = std::find_if(uses.begin(), uses.end(), [&](const BufferUse& u) { return u.buffer == a.buffer; });
      if (use == uses.end()) {
        use = uses.emplace(uses.end());
        use->buffer = a.buffer;
      }
      (a.write ? use->written : use->read) = true;
      use->accesses += times;
      add(a, ranges_[n], from, boxes[a.buffer.get()]);
      if (!layout_ranges_[n].indices.empty()) add(a, layout_ranges_[n], from, stored[a.buffer.get()]);
    }
    for (BufferUse& use : uses) {
      use.region = hulls(boxes[use.buffer.get()], *use.buffer);
      use.elements = 1;
      for (const Range& range : use.region) use.elements *= value(range.extent);
      const auto other = stored.find(use.buffer.get());
      if (other == stored.end()) {
        lay_out(use, *use.buffer, boxes[use.buffer.get()], use.region);
      } else {
        const Buffer as = layout_.locate(use.buffer, {}).buffer;
        lay_out(use, *as, other->second, hulls(other->second, *as));
      }
      use.elements = std::min(use.elements, std::max(different[use.buffer.get()], 1.0));
      use.bytes = use.elements * use.buffer->dtype.bytes();
    }
    return uses;
  }

  using Boxes = std::vector<IndexRanges::Range>;

  IndexRanges index_ranges(const Access& access, std::vector<Expr> indices) const {
    IndexRanges ranges;
    for (const Expr& index : indices) {
      std::vector<size_t>& named = ranges.named.emplace_back();
      for (size_t i = 0; i < access.loops.size(); ++i)
        if (uses_var(index, cost_.loops[access.loops[i]].loop->var)) named.push_back(i);
    }
    ranges.known.resize(indices.size());
    ranges.indices = std::move(indices);
    return ranges;
  }

  // Over the loops of the access from the `from`-th on; those that an index does not use are ignored.
  void add(const Access& access, IndexRanges& ranges, size_t from, Boxes& dims) {
    dims.resize(ranges.indices.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      const std::vector<size_t>& named = ranges.named[d];
      const auto first = std::ranges::lower_bound(named, from);
      const auto [known, is_new] =
          ranges.known[d].try_emplace(first == named.end() ? access.loops.size() : *first, IndexRanges::Range());
      if (is_new) known->second = range_of(access, ranges.indices[d], d, std::span(first, named.end()));
      const IndexRanges::Range& range = known->second;
      dims[d].sets.insert(dims[d].sets.end(), range.sets.begin(), range.sets.end());
      dims[d].elements = std::max(dims[d].elements, range.elements);
    }
  }

  IndexRanges::Range range_of(const Access& access, const Expr& index, size_t d, std::span<const size_t> loops) {
    IndexRanges::Range range;
    arith::DomainMap inner;
    range.elements = access.extents.empty() ? 1 : static_cast<double>(access.extents[d]);
    for (const size_t i : loops) {
      const ForNode& f = *cost_.loops[access.loops[i]].loop;
      inner[f.var] = arith::IntSet::from_range({f.min, f.extent});
      range.elements *= lengths_[access.loops[i]];
    }
    range.sets.push_back(arith::eval_set(index, inner, free_));
    if (!access.extents.empty() && access.extents[d] > 1) {
      const Expr last = index + int_imm(access.extents[d] - 1, index->dtype);
      range.sets.push_back(arith::eval_set(last, inner, free_));
    }
    return range;
  }

  std::vector<Range> hulls(const Boxes& dims, const BufferNode& buffer) {
    std::vector<Range> region;
    for (size_t d = 0; d < dims.size(); ++d) region.push_back(hull(dims[d].sets, buffer.shape[d]));
    return region;
  }

  // Layout of the region in memory. In a dimension of which it uses every second element or fewer, only these count.
  void lay_out(BufferUse& use, const BufferNode& buffer, const Boxes& dims, const std::vector<Range>& region) {
    std::vector<BufferUse::Repeat> steps;
    double row = buffer.dtype.bytes();
    for (size_t d = region.size(); d-- > 0;) {
      if (!buffer.strides.empty()) row = value(buffer.strides[d]) * buffer.dtype.bytes();
      const double here = value(region[d].extent), named = dims[d].elements;
      if (named > 1 && 2 * named <= here)
        steps.push_back({named, row * (here - 1) / (named - 1)});
      else if (here > 1)
        steps.push_back({here, row});
      row *= value(buffer.shape[d]);
    }
    use.stretch_bytes = buffer.dtype.bytes();
    for (const BufferUse::Repeat& r : steps) {
      if (use.repeats.empty() && r.bytes == use.stretch_bytes)
        use.stretch_bytes *= r.times;
      else
        use.repeats.push_back(r);
    }
  }

  // The whole dimension if the range is unknown or longer.
  Range hull(const std::vector<arith::IntSet>& sets, const Expr& extent) {
    const Range whole{int_imm(0, extent->dtype), extent};
    const arith::IntSet all = arith::unite(sets, free_);
    if (!all.min || !all.max) return whole;
    Range found{all.min, all.max - all.min + int_imm(1, all.min->dtype)};
    return value(found.extent) < value(extent) ? found : whole;
  }

  const lower::LoopNest& nest_;
  StorageLayout layout_;
  arith::Analyzer analyzer_, free_;  // free_ knows no ranges: variables of outer loops are symbols
  NestCost cost_;
  Values values_;                       // of symbolic sizes
  std::vector<LoopRange> loop_ranges_;  // of all loops
  std::vector<Access> accesses_;
  std::vector<IndexRanges> ranges_, layout_ranges_;  // by access; layout: in the stored dimensions
  std::vector<double> lengths_;                      // by loop: upper bound of its iterations
  std::vector<size_t> enclosing_;
  struct Touched {
    bool read = false, written = false;
  };
  std::map<const BufferNode*, Touched> bound_;  // buffers of the enclosing intrinsics
};

}  // namespace

double BufferUse::in_lines(double line_bytes) const {
  double pieces = 1, piece = stretch_bytes;
  for (const Repeat& r : repeats) {
    if (pieces == 1 && r.bytes < piece + line_bytes)  // no whole line between them
      piece += (r.times - 1) * r.bytes;
    else
      pieces *= r.times;
  }
  return std::min(elements, pieces * std::ceil(piece / line_bytes)) * line_bytes;
}

// The set of a line is determined by its offset in a page of 64 lines (larger caches use more address bits, but the
// physical addresses of pages are arbitrary). Rows whose distance is a multiple of a large power of two map to few
// sets.
double BufferUse::share_of_sets(double line_bytes) const {
  constexpr int kSets = 64;
  const double lines = std::ceil(stretch_bytes / line_bytes);
  uint64_t sets = lines >= kSets ? ~uint64_t{0} : (uint64_t{1} << static_cast<int>(lines)) - 1;
  for (const Repeat& r : repeats) {
    const uint64_t one = sets;
    for (int i = 1; i < std::min(r.times, double{kSets}) && sets != ~uint64_t{0}; ++i)
      sets |= std::rotl(one, static_cast<int>(std::fmod(std::floor(i * r.bytes / line_bytes), kSets)));
  }
  return static_cast<double>(std::popcount(sets)) / kSets;
}

Sizes sizes_by_name(const lower::LoopNest& nest, const std::map<std::string, int64_t>& named) {
  Sizes sizes;
  for (const Var& v : nest.size_vars)
    if (const auto it = named.find(v->name); it != named.end()) sizes[v] = it->second;
  return sizes;
}

NestCost analyze(const lower::LoopNest& nest, const Sizes& sizes) {
  return Analysis(nest, sizes).run();
}

}  // namespace nw::cost
