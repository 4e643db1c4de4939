// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/ansor_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "export/ansor_order.h"
#include "tune/extents.h"
#include "tune/step_list.h"

namespace nw::tune {

using nlohmann::json;
using schedule::Primitive;

namespace {

constexpr size_t kMostSteps = 4096;

class AnsorReader {
 public:
  AnsorReader(const TunedKernel& kernel, const json& steps) : steps_(steps), list_(kernel.unscheduled) {
    for (const te::Operation& op : exporting::ansor_order(kernel.args)) stages_.push_back(list_.schedule().find(op));
    computed_ = stages_.size();
  }

  AnsorSteps read() {
    if (steps_.size() > kMostSteps) return {{}, fmt::format("it has more than {} steps", kMostSteps)};
    for (at_ = 0; at_ < steps_.size(); ++at_) {
      try {
        apply(steps_[at_]);
      } catch (const json::exception&) {
        why_ = "its values are not those of such a step";
      }
      if (list_.refused() && why_.empty()) why_ = list_.why();
      if (!why_.empty())
        return {{}, fmt::format("step {} of the record, {}, does not fit: {}", at_ + 1, text_of(steps_[at_]), why_)};
    }
    return {list_.take(), {}};
  }

 private:
  static std::string text_of(const json& step) {
    constexpr size_t kLongest = 60;
    std::string text = step.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "…";
    return text;
  }

  void apply(const json& step) {
    static const std::map<std::string, void (AnsorReader::*)(const json&)> kSteps = {
        {"SP", &AnsorReader::split},          {"FSP", &AnsorReader::follow_split}, {"FFSP", &AnsorReader::follow_fused},
        {"RE", &AnsorReader::reorder},        {"FU", &AnsorReader::fuse},          {"AN", &AnsorReader::annotate},
        {"PR", &AnsorReader::pragma},         {"SA", &AnsorReader::storage_align}, {"CA", &AnsorReader::compute_at},
        {"CI", &AnsorReader::compute_inline}, {"CR", &AnsorReader::compute_root},  {"CHR", &AnsorReader::cache_read},
        {"CHW", &AnsorReader::cache_write},   {"RF", &AnsorReader::rfactor}};
    const auto known = kSteps.find(step.at(0).get<std::string>());
    if (known == kSteps.end())
      why_ = "there is no such step";
    else
      (this->*known->second)(step);
  }

  // The stage with that number; why_ where there is none.
  std::optional<StageId> stage(const json& number) {
    const auto wanted = number.get<int64_t>();
    if (wanted >= 0 && wanted < std::ssize(stages_) && stages_[static_cast<size_t>(wanted)].valid())
      return stages_[static_cast<size_t>(wanted)];
    why_ = fmt::format("it is of stage {}; the computation here has {} stages, inputs among them, numbered from 0",
                       wanted, computed_);
    return std::nullopt;
  }

  std::optional<AxisId> loop(StageId id, const json& number) {
    const std::vector<AxisId>& loops = list_.schedule().stage(id).leaf;
    const auto wanted = number.get<int64_t>();
    if (wanted >= 0 && wanted < std::ssize(loops)) return loops[static_cast<size_t>(wanted)];
    why_ = fmt::format("it is of loop {} of {}, which has {} loops here", wanted, list_.schedule().stage(id).name(),
                       loops.size());
    return std::nullopt;
  }

  std::vector<AxisId> loops(StageId id, const json& numbers) {
    std::vector<AxisId> found;
    for (const json& number : numbers)
      if (const auto axis = loop(id, number)) found.push_back(*axis);
    return found;
  }

  // The lengths of the parts that a split step makes besides the one that is left.
  std::vector<int64_t> lengths_of(const json& step) {
    std::vector<int64_t> lengths;
    for (const json& length : step.at(4)) {
      if (!length.is_number_integer() || length.get<int64_t>() <= 0) {
        why_ = fmt::format("a part of {} iterations", length.is_null() ? "undecided" : length.dump());
        return {};
      }
      lengths.push_back(length.get<int64_t>());
    }
    return lengths;
  }

  const json& earlier_split(const json& number) {
    const auto wanted = number.get<int64_t>();
    if (wanted >= 0 && static_cast<size_t>(wanted) < at_ && steps_[static_cast<size_t>(wanted)].at(0) == "SP")
      return steps_[static_cast<size_t>(wanted)];
    why_ = fmt::format("step {} of the record is no split before it", wanted);
    return steps_[at_];
  }

  void cut(StageId id, AxisId axis, const std::vector<int64_t>& lengths, bool inner_lengths) {
    if (inner_lengths)
      for (size_t i = lengths.size(); i-- > 0;) axis = list_.split(id, axis, lengths[i]).first;
    else
      for (const int64_t length : lengths) axis = list_.split_parts(id, axis, length).second;
  }

  void split(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (!axis) return;
    const schedule::Schedule& s = list_.schedule();
    const auto here = extent_of(s, *axis);
    const bool whole = s.stage(*id).attach.kind != schedule::AttachKind::At;
    if (whole && here && step.at(3).is_number_integer() && step.at(3).get<int64_t>() != *here) {
      why_ = fmt::format("loop {} of {} runs {} times in the record, {} times here",
                         s.stage(*id).find_axis(*axis)->iter->var->name, s.stage(*id).name(), step.at(3).get<int64_t>(),
                         *here);
      return;
    }
    const std::vector<int64_t> lengths = lengths_of(step);
    if (why_.empty()) cut(*id, *axis, lengths, step.at(5).get<int>() != 0);
  }

  // The first parts are as long as those of another split; the innermost takes what is left of them.
  void follow_split(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (!axis) return;
    const json& followed = earlier_split(step.at(3));
    if (!why_.empty()) return;
    std::vector<int64_t> lengths = lengths_of(followed);
    const auto parts = step.at(4).get<int64_t>();
    if (!why_.empty()) return;
    if (parts < 1 || parts > std::ssize(lengths) + 1) {
      why_ = fmt::format("it makes {} parts like a split that makes {}", parts, lengths.size());
      return;
    }
    int64_t rest = 1;
    while (std::ssize(lengths) > parts - 1) {
      if (__builtin_mul_overflow(rest, lengths.back(), &rest)) {
        why_ = "its part is too long";
        return;
      }
      lengths.pop_back();
    }
    lengths.push_back(rest);
    cut(*id, *axis, lengths, true);
  }

  void follow_fused(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (!axis) return;
    int64_t length = 1;
    for (const json& source : step.at(3)) {
      const json& followed = earlier_split(source);
      const std::vector<int64_t> lengths = why_.empty() ? lengths_of(followed) : std::vector<int64_t>();
      const auto level = step.at(4).get<int64_t>();
      if (!why_.empty()) return;
      if (level < 0 || level >= std::ssize(lengths) ||
          __builtin_mul_overflow(length, lengths[static_cast<size_t>(level)], &length)) {
        why_ = fmt::format("the split that it follows has no part {}", level);
        return;
      }
    }
    cut(*id, *axis, {length}, step.at(5).get<int>() != 0);
  }

  void reorder(const json& step) {
    const auto id = stage(step.at(1));
    if (!id) return;
    const std::vector<AxisId> order = loops(*id, step.at(2));
    if (why_.empty() && order != list_.schedule().stage(*id).leaf) list_.reorder(*id, order);
  }

  void fuse(const json& step) {
    const auto id = stage(step.at(1));
    if (!id) return;
    const std::vector<AxisId> fused = loops(*id, step.at(2));
    if (fused.empty() && why_.empty()) why_ = "it fuses no loops";
    if (why_.empty()) list_.fuse(*id, fused);
  }

  void annotate(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (!axis) return;
    constexpr Primitive kAnnotations[] = {Primitive::Unroll, Primitive::Vectorize, Primitive::Parallel};
    const auto number = step.at(3).get<int64_t>();
    if (number == 0) return;
    if (number < 1 || number > std::ssize(kAnnotations))
      why_ = "it binds a loop to threads of another kind of device, or tensorizes it";
    else
      list_.mark(kAnnotations[number - 1], *id, *axis);
  }

  void pragma(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (!axis) return;
    const auto text = step.at(3).get<std::string>();
    const size_t sign = text.find('$');
    int value = 0;
    if (text.substr(0, sign) != "auto_unroll_max_step" || sign == std::string::npos ||
        std::sscanf(text.c_str() + sign + 1, "%d", &value) != 1)
      why_ = fmt::format("there is no pragma '{}' here", text);
    else
      list_.pragma(*id, *axis, "auto_unroll_max_step", value);
  }

  void storage_align(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (axis) list_.storage_align(*id, *axis, step.at(3).get<int64_t>(), step.at(4).get<int64_t>());
  }

  void compute_at(const json& step) {
    const auto id = stage(step.at(1)), at = id ? stage(step.at(2)) : std::nullopt;
    const auto axis = at ? loop(*at, step.at(3)) : std::nullopt;
    if (axis) list_.compute_at(*id, *at, *axis);
  }

  void compute_inline(const json& step) {
    if (const auto id = stage(step.at(1))) list_.compute_inline(*id);
  }

  void compute_root(const json& step) {
    if (const auto id = stage(step.at(1))) list_.compute_root(*id);
  }

  void made(StageId id, StageId beside, size_t offset) {
    if (list_.refused()) return;
    const auto at = std::ranges::find(stages_, beside) - stages_.begin();
    stages_.insert(stages_.begin() + at + static_cast<std::ptrdiff_t>(offset), id);
  }

  void cache_read(const json& step) {
    const auto id = stage(step.at(1));
    if (!id) return;
    std::vector<StageId> readers;
    for (const json& reader : step.at(3))
      if (const auto found = stage(reader)) readers.push_back(*found);
    if (why_.empty()) made(list_.cache_read(*id, step.at(2).get<std::string>(), readers), *id, 1);
  }

  void cache_write(const json& step) {
    if (const auto id = stage(step.at(1))) made(list_.cache_write(*id, step.at(2).get<std::string>()), *id, 0);
  }

  void rfactor(const json& step) {
    const auto id = stage(step.at(1));
    const auto axis = id ? loop(*id, step.at(2)) : std::nullopt;
    if (axis) made(list_.rfactor(*id, *axis, step.at(3).get<int64_t>()), *id, 0);
  }

  const json& steps_;
  StepList list_;
  std::vector<StageId> stages_;  // by the tool's numbers
  size_t computed_ = 0;          // of the computation
  size_t at_ = 0;
  std::string why_;
};

}  // namespace

AnsorSteps ansor_steps(const TunedKernel& kernel, const json& steps) {
  return AnsorReader(kernel, steps).read();
}

}  // namespace nw::tune
