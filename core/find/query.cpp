// SPDX-License-Identifier: GPL-3.0-or-later
#include "find/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "op/node_figures.h"

namespace nw::find {

namespace {

using Kind = QueryTerm::Kind;

struct Key {
  std::string_view name;
  Kind kind;
};
constexpr std::array kKeys = {Key{"op", Kind::Op},          Key{"name", Kind::Name},   Key{"dtype", Kind::DType},
                              Key{"shape", Kind::Shape},    Key{"group", Kind::Group}, Key{"pattern", Kind::Pattern},
                              Key{"dynamic", Kind::Dynamic}};

// What terms are decided by.
struct Ground {
  const graph::Graph& graph;
  const fusion::Fusion* fusion;
  std::vector<int> users;  // by node; filled where a term asks for it
  const std::vector<double>& time_share;
};

// What can be compared with a number.
struct Measure {
  std::string_view name;
  double (*of)(const graph::Node&, const Ground&);
  bool percent = false;  // a part of the whole
};
constexpr std::array kMeasures = {
    Measure{"flops", [](const graph::Node& node, const Ground& on) { return op::flops_of(on.graph, node); }},
    Measure{"bytes", [](const graph::Node& node, const Ground&) { return op::bytes_of(node.type); }},
    Measure{"users",
            [](const graph::Node& node, const Ground& on) { return static_cast<double>(on.users[node.id.index()]); }},
    Measure{"inputs", [](const graph::Node& node, const Ground&) { return static_cast<double>(node.inputs.size()); }},
    Measure{"time",
            [](const graph::Node& node, const Ground& on) {
              return node.id.index() < on.time_share.size() ? on.time_share[node.id.index()]
                                                            : std::numeric_limits<double>::quiet_NaN();
            },
            true}};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
char lower_char(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_letter(char c) {
  return lower_char(c) >= 'a' && lower_char(c) <= 'z';
}
std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), lower_char);
  return small;
}
bool contains(std::string_view text, std::string_view lower_part) {
  return lower(text).find(lower_part) != std::string::npos;
}
std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// "1.5M" → 1500000. Nothing if it is no number.
std::optional<double> number_of(std::string_view text) {
  double factor = 1;
  constexpr std::string_view kUnits = "kmgt";
  if (const size_t unit = text.empty() ? std::string_view::npos : kUnits.find(lower_char(text.back()));
      unit != std::string_view::npos) {
    for (size_t i = 0; i <= unit; ++i) factor *= 1000;
    text.remove_suffix(1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value * factor;
}

// "-flops >= " at the beginning of a text: the lengths of its parts. Empty: it begins otherwise.
struct ComparisonHead {
  size_t name_begin = 0, name_end = 0, sign_begin = 0, sign_end = 0, end = 0;
};
std::optional<ComparisonHead> comparison_at(std::string_view text) {
  ComparisonHead head;
  size_t at = text.starts_with('-') ? 1 : 0;
  head.name_begin = at;
  while (at < text.size() && is_letter(text[at])) ++at;
  head.name_end = at;
  while (at < text.size() && is_space(text[at])) ++at;
  head.sign_begin = at;
  if (at < text.size() && (text[at] == '<' || text[at] == '>')) {
    ++at;
    if (at < text.size() && text[at] == '=') ++at;
  } else if (at < text.size() && text[at] == '=') {
    ++at;
  }
  head.sign_end = at;
  while (at < text.size() && is_space(text[at])) ++at;
  head.end = at;
  if (head.name_begin == head.name_end || head.sign_begin == head.sign_end) return std::nullopt;
  return head;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Query> run() {
    query_.path.emplace_back();
    while (skip_space(), at_ < text_.size() && !wrong_) {
      if (text_.substr(at_).starts_with("->")) {
        if (query_.path.back().empty()) fail(at_, "an arrow needs something on its left");
        query_.path.emplace_back();
        at_ += 2;
      } else {
        term();
      }
    }
    if (query_.path.size() > 1 && query_.path.back().empty()) fail(at_, "an arrow needs something on its right");
    if (wrong_) return std::move(*wrong_);
    if (query_.path.size() == 1 && query_.path.back().empty()) query_.path.clear();
    return std::move(query_);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  void fail(size_t at, std::string why) {
    if (wrong_) return;
    Diagnostic d;
    d.code = "NW3022";
    d.message = std::move(why);
    d.where.push_back(at_line(1, static_cast<int>(at) + 1));
    wrong_ = std::move(d);
  }

  // To the next space or arrow that is not in brackets.
  void skip_word() {
    int open = 0;
    while (at_ < text_.size() && (open > 0 || (!is_space(text_[at_]) && !text_.substr(at_).starts_with("->")))) {
      if (text_[at_] == '[') ++open;
      if (text_[at_] == ']') --open;
      ++at_;
    }
  }

  void term() {
    const size_t begin = at_;
    const auto compared = comparison_at(text_.substr(at_));
    if (compared) at_ += compared->end;
    skip_word();
    std::string_view whole = text_.substr(begin, at_ - begin);
    QueryTerm term;
    term.negated = whole.size() > 1 && whole.front() == '-';
    if (compared) {
      number(term, whole, *compared, begin);
    } else {
      if (term.negated) whole.remove_prefix(1);
      term.text = lower(whole);
      if (const size_t colon = whole.find(':'); colon != std::string_view::npos && colon > 0)
        with_key(term, whole, colon, begin);
    }
    query_.path.back().push_back(std::move(term));
  }

  void number(QueryTerm& term, std::string_view whole, const ComparisonHead& head, size_t begin) {
    term.kind = Kind::Number;
    term.text = lower(whole.substr(head.name_begin, head.name_end - head.name_begin));
    term.comparison = whole.substr(head.sign_begin, head.sign_end - head.sign_begin);
    const auto measure = std::ranges::find(kMeasures, term.text, &Measure::name);
    if (measure == kMeasures.end())
      return fail(begin, fmt::format("'{}' cannot be compared with a number: flops, bytes, users, inputs and time can",
                                     term.text));
    std::string_view number = whole.substr(head.end);
    const bool percent = measure->percent && number.ends_with('%');
    if (percent) number.remove_suffix(1);
    const auto value = number_of(number);
    if (!value || percent != measure->percent)
      fail(begin + head.end, measure->percent ? "a part of the whole is wanted here, like 5%"
                                              : "a number is wanted here, like 3, 1.5k or 2G");
    term.number = value.value_or(0) / (percent ? 100 : 1);
  }

  void with_key(QueryTerm& term, std::string_view whole, size_t colon, size_t begin) {
    const std::string key = lower(whole.substr(0, colon));
    const auto known = std::ranges::find(kKeys, key, &Key::name);
    if (known == kKeys.end())
      return fail(begin,
                  fmt::format("'{}:' is not a key: op, name, dtype, shape, group, pattern and dynamic are", key));
    const size_t at = at_ - (whole.size() - colon - 1);  // of the value
    term.kind = known->kind;
    term.text = lower(whole.substr(colon + 1));
    term.exact = term.kind == Kind::Op && term.text.starts_with('=');
    if (term.exact) term.text.erase(0, 1);
    if (term.text.empty()) fail(at, fmt::format("'{}:' needs a value", key));
    if (term.kind == Kind::Shape) shape(term, at);
    if (term.kind == Kind::Group) {
      const char* end = term.text.data() + term.text.size();
      const auto [last, error] = std::from_chars(term.text.data(), end, term.group);
      if (error != std::errc() || last != end) fail(at, "a group is named by its number");
    }
    if (term.kind == Kind::Pattern && !graph::parse_pattern(term.text))
      fail(at, fmt::format("'{}' is not a pattern: elemwise, broadcast, injective, comm_reduce, out_elemwise_fusable, "
                           "tuple and opaque are",
                           term.text));
    if (term.kind == Kind::Dynamic && term.text != "yes" && term.text != "no") fail(at, "'dynamic:' is yes or no");
  }

  void shape(QueryTerm& term, size_t at) {
    std::string_view inner = term.text;
    if (inner.starts_with('[')) {
      if (!inner.ends_with(']')) return fail(at + inner.size(), "the shape has no ']'");
      inner = inner.substr(1, inner.size() - 2);
    }
    constexpr std::string_view kTimes = "×";
    while (true) {
      const size_t comma = inner.find(','), times = inner.find(kTimes), cut = std::min(comma, times);
      term.shape.emplace_back(without_spaces(inner.substr(0, cut)));
      if (cut == std::string_view::npos) return;
      inner.remove_prefix(cut + (times < comma ? kTimes.size() : 1));
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  Query query_;
  std::optional<Diagnostic> wrong_;
};

bool shape_matches(const std::vector<std::string>& wanted, const graph::Type& type) {
  if (!type.is_tensor() || !type.rank_known) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "...") return true;
    if (i >= type.shape.size()) return false;
    if (wanted[i] != "*" && wanted[i] != lower(graph::to_string(type.shape[i]))) return false;
  }
  return wanted.size() == type.shape.size() || (wanted.size() == 1 && wanted[0].empty() && type.shape.empty());
}

bool compare(double a, std::string_view comparison, double b) {
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  if (comparison == ">") return a > b;
  if (comparison == ">=") return a >= b;
  return a == b;
}

bool holds(const QueryTerm& term, const graph::Node& node, const Ground& ground) {
  const auto has_op = [&] {
    return contains(node.op, term.text) || (node.origin.op != node.op && contains(node.origin.op, term.text));
  };
  switch (term.kind) {
    case Kind::Any:
      return has_op() || contains(node.name, term.text);
    case Kind::Op:
      return term.exact ? lower(node.op) == term.text : has_op();
    case Kind::Name:
      return contains(node.name, term.text);
    case Kind::DType:
      return node.type.is_tensor() && to_string(node.type.dtype) == term.text;
    case Kind::Shape:
      return shape_matches(term.shape, node.type);
    case Kind::Dynamic:
      return node.type.is_dynamic() == (term.text == "yes");
    case Kind::Number:
      return compare(std::ranges::find(kMeasures, term.text, &Measure::name)->of(node, ground), term.comparison,
                     term.number);
    case Kind::Group:
    case Kind::Pattern:
      break;
  }
  if (!ground.fusion) return false;
  if (term.kind == Kind::Pattern) {
    const auto pattern = ground.fusion->pattern.find(node.id);
    return pattern != ground.fusion->pattern.end() && graph::to_string(pattern->second) == term.text;
  }
  const auto group = ground.fusion->group_of.find(node.id);
  return group != ground.fusion->group_of.end() && group->second.value == term.group;
}

std::vector<int> count_users(const graph::Graph& graph) {
  std::vector<int> users(graph.size(), 0);
  for (const graph::Node& node : graph.nodes())
    for (const NodeId input : node.inputs)
      if (input.valid()) ++users[input.index()];
  return users;
}

}  // namespace

Result<Query> Query::parse(std::string_view text) {
  return Parser(text).run();
}

bool Query::uses_time() const {
  return std::ranges::any_of(path, [](const std::vector<QueryTerm>& step) {
    return std::ranges::any_of(step,
                               [](const QueryTerm& term) { return term.kind == Kind::Number && term.text == "time"; });
  });
}

std::vector<NodeId> Query::run(const graph::Graph& graph, const std::vector<NodeId>& nodes,
                               const fusion::Fusion* fusion, const CancelToken& cancel,
                               const std::vector<double>& time_share) const {
  if (path.empty()) return {};
  const bool counts = std::ranges::any_of(path, [](const std::vector<QueryTerm>& step) {
    return std::ranges::any_of(step, [](const QueryTerm& term) { return term.kind == Kind::Number; });
  });
  const Ground ground{graph, fusion, counts ? count_users(graph) : std::vector<int>(), time_share};
  const auto matches = [&](size_t step, NodeId id) {
    return std::ranges::all_of(
        path[step], [&](const QueryTerm& term) { return holds(term, graph.node(id), ground) != term.negated; });
  };
  // reached[k]: nodes that end a path of the first k + 1 steps; then backwards, those from which the rest goes on.
  std::vector<std::vector<bool>> reached(path.size(), std::vector<bool>(graph.size()));
  const auto in = [](const std::vector<bool>& set, NodeId id) { return id.valid() && set[id.index()]; };
  for (const NodeId id : nodes) {
    if (cancel.cancelled()) return {};
    reached[0][id.index()] = matches(0, id);
    for (size_t k = 1; k < path.size(); ++k) {
      const std::vector<NodeId>& inputs = graph.node(id).inputs;
      if (std::ranges::any_of(inputs, [&](NodeId input) { return in(reached[k - 1], input); }))
        reached[k][id.index()] = matches(k, id);
    }
  }
  std::vector<bool> found = reached.back(), last = reached.back();
  for (size_t k = path.size() - 1; k-- > 0;) {
    std::vector<bool> before(graph.size());
    for (const NodeId id : nodes) {
      if (!last[id.index()]) continue;
      for (const NodeId input : graph.node(id).inputs)
        if (in(reached[k], input)) before[input.index()] = found[input.index()] = true;
    }
    last = std::move(before);
  }
  std::vector<NodeId> ordered;
  std::ranges::copy_if(nodes, std::back_inserter(ordered), [&](NodeId id) { return found[id.index()]; });
  return ordered;
}

std::vector<NodeId> searched_nodes(const graph::Graph& graph) {
  const std::set<NodeId> outputs(graph.outputs.begin(), graph.outputs.end());
  std::vector<NodeId> nodes = graph.post_order();
  std::erase_if(nodes,
                [&](NodeId id) { return graph.node(id).kind == graph::NodeKind::Constant && !outputs.contains(id); });
  return nodes;
}

std::vector<std::string> query_candidates(std::string_view word, const graph::Graph& graph) {
  constexpr size_t kMax = 40;
  std::vector<std::string> found;
  const std::string typed = lower(word);
  const size_t colon = typed.find(':');
  const bool has_key = colon != std::string::npos;
  if (!has_key) {
    for (const Key& key : kKeys)
      if (key.name.starts_with(typed)) found.push_back(std::string(key.name) + ":");
    for (const Measure& measure : kMeasures)
      if (measure.name.starts_with(typed)) found.push_back(std::string(measure.name) + ">");
  }
  const std::string key = has_key ? typed.substr(0, colon) : std::string();
  const std::string value = has_key ? typed.substr(colon + 1) : typed, before = has_key ? key + ":" : std::string();
  std::set<std::string, std::less<>> values;
  if (key == "pattern")
    for (int i = 0; i <= static_cast<int>(graph::OpPattern::Opaque); ++i)
      if (const auto name = graph::to_string(static_cast<graph::OpPattern>(i)); graph::parse_pattern(name))
        values.emplace(name);
  if (key == "dynamic") values = {"yes", "no"};
  for (const graph::Node& node : graph.nodes()) {
    if ((!has_key && !typed.empty()) || key == "op") {
      if (!node.op.empty()) values.insert(node.op);
    } else if (key == "dtype" && node.type.is_tensor()) {
      values.insert(to_string(node.type.dtype));
    }
  }
  for (const std::string& each : values)
    if (found.size() < kMax && contains(each, value) && before + each != word) found.push_back(before + each);
  return found;
}

}  // namespace nw::find
