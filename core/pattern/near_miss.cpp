// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/near_miss.h"

#include <fmt/format.h>

#include <algorithm>

#include "pattern/attributes.h"

namespace nw::pattern {

void FarthestFailure::step(std::string_view what, int index) {
  path_.emplace_back(what, index);
}

// In the pattern around it; a pattern that is the whole, where it is written.
TextSpan FarthestFailure::place_of_use(const PatternNode* pattern) const {
  for (size_t i = entered_.size(); i-- > 1;) {
    if (entered_[i].first != pattern) continue;
    const PatternNode& around = *entered_[i - 1].first;
    for (size_t part = std::min(around.parts.size(), around.part_spans.size()); part-- > 0;)
      if (around.parts[part].get() == pattern) return around.part_spans[part];
  }
  return pattern->span;
}

void FarthestFailure::failed(Failure now, size_t so_far) {
  const bool way = now.kind == MissKind::Path || now.kind == MissKind::NotDominated;
  if (way) so_far = SIZE_MAX;
  if (failure && so_far <= matched) return;
  now.use = place_of_use(now.pattern);
  // An operator, or what else is called, is named by the call of it.
  const bool called = !path_.empty() && path_.back().first == "callee";
  if (pool_[now.expr].kind == ExprKind::Operator || (called && now.pattern->kind == PatternKind::Operator)) {
    for (auto around = entered_.rbegin(); around != entered_.rend(); ++around) {
      if (pool_[around->second].kind != ExprKind::Call) continue;
      now.expr = around->second;
      now.around = around->first;
      now.use = place_of_use(around->first);
      break;
    }
  } else if (now.pattern->kind == PatternKind::Operator) {
    now.kind = MissKind::NotCalled;
  }
  if (now.kind == MissKind::SameNode) now.span = now.use;
  matched = so_far;
  path.clear();
  for (const auto& [what, index] : path_) {
    if (what == "callee") continue;
    path.push_back(index < 0 ? std::string(what) : fmt::format("{} {}", what, index));
  }
  failure = std::move(now);
}

std::string reader_name(const Program& program, ExprId reader) {
  const Expr& e = program.pool[reader];
  const bool result = (e.kind == ExprKind::Tuple || e.kind == ExprKind::Function) && !e.source.valid();
  return result ? "result" : name_of(program, reader);
}

bool is_hidden(const ExprPool& pool, ExprId main, ExprId expr) {
  const ExprKind kind = pool[expr].kind;
  if (kind == ExprKind::Let || kind == ExprKind::If) return true;
  if (kind != ExprKind::Variable) return false;
  const std::vector<ExprId>& parameters = pool[main].parts;
  return std::find(parameters.begin(), parameters.end() - 1, expr) == parameters.end() - 1;
}

namespace {

std::string operator_words(const PatternNode& pattern) {
  switch (pattern.kind) {
    case PatternKind::Operator:
      return pattern.name;
    case PatternKind::Call:
      return operator_words(*pattern.parts[0]);
    case PatternKind::WithAttrs:
    case PatternKind::WithType:
    case PatternKind::WithDtype:
    case PatternKind::WithShape:
      return operator_words(*pattern.parts[0]);
    case PatternKind::Either:
      return operator_words(*pattern.parts[0]) + " or " + operator_words(*pattern.parts[1]);
    case PatternKind::Wildcard:
      return "a call";
    case PatternKind::Field:
      return "a field of a tuple";
    case PatternKind::If:
      return "an if";
    case PatternKind::Let:
      return "a let";
    default:
      return to_string(std::make_shared<const PatternNode>(pattern));
  }
}

std::string type_words(const graph::Type* type) {
  return type && type->kind != graph::Type::Kind::Unknown ? graph::brief(*type) : "not known";
}

// All that is known of the type is as the pattern has it.
bool may_agree(const graph::Type& type, const graph::Type& wanted) {
  if (!is_known(type)) return true;
  if (type.kind != wanted.kind) return false;
  if (type.is_tuple()) {
    if (type.fields.size() != wanted.fields.size()) return false;
    for (size_t i = 0; i < type.fields.size(); ++i)
      if (!may_agree(type.fields[i], wanted.fields[i])) return false;
    return true;
  }
  if (!type.is_tensor() || type.dtype != wanted.dtype) return false;
  if (!type.rank_known) return true;
  if (type.shape.size() != wanted.shape.size()) return false;
  for (size_t i = 0; i < type.shape.size(); ++i)
    if (type.shape[i].constant() && !graph::same(type.shape[i], wanted.shape[i])) return false;
  return true;
}

bool may_agree(const graph::Type* type, const Failure& failure) {
  if (!type) return true;
  graph::Type wanted = failure.pattern->type;
  if (failure.kind == MissKind::Shape && type->is_tensor()) wanted.dtype = type->dtype;
  return may_agree(*type, wanted);
}

std::string value_words(const NDArray* data) {
  if (!data || !data->bytes()) return "not known";
  if (data->shape().empty() && data->dtype().is_float())
    return fmt::format("{} ({})", data->at(0), to_string(data->dtype()));
  if (data->shape().empty()) return fmt::format("{} ({})", data->int_at(0), to_string(data->dtype()));
  return graph::to_string(graph::Attr{*data});
}

size_t arguments_of(const PatternNode& pattern) {
  return pattern.parts.size() - 1;
}

class Words {
 public:
  Words(const Program& program, const Failure& failure, const std::string& written)
      : program_(program), f_(failure), written_(written), e_(program.pool[failure.expr]) {}

  MissWords run() {
    MissWords words;
    switch (f_.kind) {
      case MissKind::Operator:
      case MissKind::Scope:
        words.expected = operator_words(*f_.pattern);
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::NotCalled:
        words.expected = fmt::format("the operator {} itself", f_.pattern->name);
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::Arity:
        words.expected = counted(arguments_of(*f_.pattern), "argument");
        words.found = counted(e_.parts.size() - 1, "argument");
        break;
      case MissKind::Attribute:
      case MissKind::NoAttribute:
        attribute(words);
        break;
      case MissKind::Dtype:
        words.expected = to_string(f_.pattern->type.dtype);
        words.found = e_.type && e_.type->is_tensor() ? to_string(e_.type->dtype) : type_words(e_.type);
        break;
      case MissKind::Shape:
        words.expected = python_text(f_.pattern->type.shape);
        words.found =
            e_.type && e_.type->is_tensor() && e_.type->rank_known ? python_text(e_.type->shape) : type_words(e_.type);
        break;
      case MissKind::Type:
        words.expected = python_text(f_.pattern->type);
        words.found = e_.type && is_known(*e_.type) ? python_text(*e_.type) : type_words(e_.type);
        break;
      case MissKind::Constant:
        words.expected = "a constant";
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::Variable:
        words.expected = f_.pattern->name.empty() ? "a variable" : "the variable " + f_.pattern->name;
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::Value:
        words.expected = value_words(&f_.pattern->value);
        words.found = value_words(e_.data);
        break;
      case MissKind::Tuple:
        words.expected = "a tuple";
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::Fields:
        words.expected = counted(f_.pattern->parts.size(), "field");
        words.found = counted(e_.parts.size(), "field");
        break;
      case MissKind::Index:
        words.expected = std::to_string(f_.pattern->index);
        words.found = std::to_string(e_.index);
        break;
      case MissKind::Function:
        words.expected = "a function";
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::SameNode:
        words.expected = name_of(program_, f_.other);
        words.found = name_of(program_, f_.expr);
        break;
      case MissKind::Path:
        words.expected = written_.empty() ? to_string(f_.pattern->parts[1]) : written_;
        words.found = kind_of(program_, f_.expr);
        break;
      case MissKind::NotDominated:
        words.expected = written_.empty() ? to_string(f_.pattern->parts[0]) : written_;
        if (f_.other.valid()) words.found = reader_name(program_, f_.other);
        break;
      default:
        break;
    }
    words.text = sentence(words);
    return words;
  }

 private:
  static std::string counted(size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  }

  void attribute(MissWords& words) {
    const auto wanted = f_.pattern->attrs.find(f_.key);
    words.expected = wanted == f_.pattern->attrs.end() ? "attributes" : f_.key + "=" + python_text(wanted->second);
    if (f_.kind == MissKind::NoAttribute) {
      words.found = e_.kind == ExprKind::Call && !program_.pool.called_op(f_.expr).empty()
                        ? fmt::format("{} has no {}", program_.pool.called_op(f_.expr), f_.key)
                        : kind_of(program_, f_.expr);
      return;
    }
    const auto value = attribute_of(program_.pool, f_.expr, f_.key);
    words.found = value ? f_.key + "=" + python_text(*value)
                        : fmt::format("another {} of {}", f_.key, program_.pool.called_op(f_.expr));
  }

  std::string sentence(const MissWords& words) const {
    const std::string at = name_of(program_, f_.expr);
    switch (f_.kind) {
      case MissKind::SameNode:
        return fmt::format("the pattern stands for {} already, here is {}", words.expected, words.found);
      case MissKind::NotCalled:
        return fmt::format("{} is {}, wanted is {}: `is_op` without a call behind it", at, words.found, words.expected);
      case MissKind::Path:
        return fmt::format("{} ({}) on the way is neither the parent nor {}", at, words.found, words.expected);
      case MissKind::NotDominated:
        if (words.found.empty()) return fmt::format("there is no {} above {} on all its ways", words.expected, at);
        return words.found == "result"
                   ? fmt::format("{} is also a result of the model, so not all of it flows here", at)
                   : fmt::format("{} is also read by {}, which does not flow here", at, words.found);
      case MissKind::Scope:
        return fmt::format("{} is {}, which hides what it stands for; wanted is {}", at, words.found, words.expected);
      case MissKind::Operator:
      case MissKind::Constant:
      case MissKind::Variable:
      case MissKind::Tuple:
      case MissKind::Function:
        return fmt::format("{} is {}, wanted is {}", at, words.found, words.expected);
      case MissKind::NoAttribute:
        return fmt::format("{} ({}) has no attribute {}, wanted is {}", at, kind_of(program_, f_.expr), f_.key,
                           words.expected);
      case MissKind::Index:
        return fmt::format("{} is field {} of the tuple, wanted is {}", at, words.found, words.expected);
      case MissKind::Type:
      case MissKind::Shape:
        if (may_agree(e_.type, f_))
          return fmt::format("whether the {} of {} is {} is not known: it is {}", to_string(f_.kind), at,
                             words.expected, words.found);
        [[fallthrough]];
      case MissKind::Dtype:
      case MissKind::Value:
        return fmt::format("the {} of {} is {}, wanted is {}", to_string(f_.kind), at, words.found, words.expected);
      default:
        return fmt::format("{} has {}, wanted is {}", at, words.found, words.expected);
    }
  }

  const Program& program_;
  const Failure& f_;
  const std::string& written_;
  const Expr& e_;
};

}  // namespace

MissWords words_of(const Program& program, const Failure& failure, const std::string& written) {
  return Words(program, failure, written).run();
}

}  // namespace nw::pattern
