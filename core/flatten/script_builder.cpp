// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/script_builder.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace nw::flatten {

namespace {

ScriptValue::Kind kind_of(const script::Value& v) {
  using Kind = ScriptValue::Kind;
  if (v.is<te::Tensor>()) return Kind::Tensor;
  if (v.is<te::Operation>()) return Kind::Operation;
  if (v.is<script::AxisValue>()) return Kind::Axis;
  if (v.is<script::StageValue>()) return Kind::Stage;
  if (v.is<script::ScheduleValue>()) return Kind::Schedule;
  if (v.is<tir::Buffer>()) return Kind::Buffer;
  if (v.is<tir::Stmt>()) return Kind::Statement;
  if (v.is<std::shared_ptr<const script::ReducerValue>>()) return Kind::Reducer;
  if (v.is<script::ExprValue>() || v.partial()) return Kind::Expression;
  return Kind::Other;
}

bool is_reserved(std::string_view name) {
  static const std::unordered_set<std::string_view> words = {
      "False",    "None",     "True",   "and",  "as",    "assert", "async",   "await",    "break", "class",
      "continue", "def",      "del",    "elif", "else",  "except", "finally", "float",    "for",   "from",
      "global",   "if",       "import", "in",   "int",   "is",     "lambda",  "len",      "list",  "max",
      "min",      "nonlocal", "not",    "or",   "pass",  "raise",  "return",  "reversed", "te",    "tir",
      "topi",     "try",      "tuple",  "tvm",  "while", "with",   "yield",   "abs"};
  return words.contains(name);
}

}  // namespace

std::string identifier(std::string_view text) {
  std::string name;
  for (const char c : text)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80 ? c : '_';
  if (name.empty() || name == "_") name = "v";
  if (std::isdigit(static_cast<unsigned char>(name[0]))) name = "t" + name;
  return is_reserved(name) ? name + "_" : name;
}

void merge_uses(std::vector<int>& into, const std::vector<int>& more) {
  if (more.empty()) return;
  if (into.empty()) {
    into = more;
    return;
  }
  std::vector<int> all;
  all.reserve(into.size() + more.size());
  std::ranges::set_union(into, more, std::back_inserter(all));
  into = std::move(all);
}

std::string ScriptBuilder::free_name(const std::string& wanted) {
  const std::string base = identifier(wanted);
  if (taken_.insert(base).second) return base;
  int& number = next_number_[base];
  for (;;) {
    std::string name = base + "_" + std::to_string(++number);
    if (taken_.insert(name).second) return name;
  }
}

// Computations do not depend on a schedule: the script of a kernel takes their values from the one that has them all.
void ScriptBuilder::take_over(KernelDraft& kernel, int line) {
  kernel.has.resize(lines_.size());
  std::vector<int> open = {line};
  while (!open.empty()) {
    const auto at = static_cast<size_t>(open.back());
    open.pop_back();
    if (kernel.has[at]) continue;
    kernel.has[at] = true;
    ++work_;
    for (const std::string& name : lines_[at].names) kernel.live->bind(name, base_.value(name));
    open.insert(open.end(), lines_[at].uses.begin(), lines_[at].uses.end());
  }
}

script::LiveScript& ScriptBuilder::live_of(int kernel, const std::vector<int>& uses) {
  if (kernel < 0) return base_;
  KernelDraft& draft = kernels_[static_cast<size_t>(kernel)];
  for (const int use : uses) take_over(draft, use);
  return *draft.live;
}

Value ScriptBuilder::value_of(const script::Value& v, const ScriptValue& text) {
  if (v.poisoned()) return Failed();
  if (v.is<script::NoneValue>()) return None();
  if (const auto* b = v.get<bool>()) return *b;
  if (const auto* i = v.get<int64_t>()) return *i;
  if (const auto* d = v.get<double>()) return *d;
  if (const auto* s = v.get<std::string>()) return heap_.string(*s);
  if (const script::ListValue* l = v.list()) {
    std::vector<Value> items;
    for (size_t i = 0; i < l->items.size(); ++i) {
      ScriptValue item = text;
      item.text += "[" + std::to_string(i) + "]";
      items.push_back(value_of(l->items[i], item));
    }
    Value made = heap_.list(std::move(items), l->is_tuple);
    made.list()->origin = heap_.script(text).script();
    return made;
  }
  ScriptValue made = text;
  made.kind = kind_of(v);
  call_by_variable(v, made);
  return heap_.script(std::move(made));
}

// A tensor or operation that was reached through others is called by its variable, so that it equals itself.
void ScriptBuilder::call_by_variable(const script::Value& v, ScriptValue& made) {
  const auto* tensor = v.get<te::Tensor>();
  const auto* op = v.get<te::Operation>();
  const bool through =
      made.text.find(".input_tensors") != made.text.npos || made.text.find(".output(") != made.text.npos;
  if ((!tensor && !op) || !through) return;
  for (size_t i = lines_.size(); i-- > 0;) {
    const Line& line = lines_[i];
    if (line.kernel >= 0 && line.kernel != made.kernel) continue;
    for (const std::string& name : line.names) {
      const script::Value known =
          line.kernel < 0 ? base_.value(name) : kernels_[static_cast<size_t>(line.kernel)].live->value(name);
      const auto* t = known.get<te::Tensor>();
      if (!t || !(tensor ? te::same_tensor(*t, *tensor) : (*t)->op == *op)) continue;
      made.text = op ? name + ".op" : name;
      made.uses = {static_cast<int>(i)};
      made.kernel = line.kernel;
      return;
    }
  }
}

Value ScriptBuilder::ask(const ScriptValue& expression) {
  script::LiveScript& live = live_of(expression.kernel, expression.uses);
  ++work_;
  const script::Value v = live.evaluate(expression.text);
  append(diagnostics_, live.take_diagnostics());
  ScriptValue text = expression;
  text.binding = Binding::Primary;
  return value_of(v, text);
}

std::optional<Value> ScriptBuilder::constant(const ScriptValue& expression) {
  script::LiveScript& live = live_of(expression.kernel, expression.uses);
  ++work_;
  const script::Value v = live.evaluate(expression.text);
  live.take_diagnostics();
  const auto* e = v.get<script::ExprValue>();
  if (!e) return std::nullopt;
  if (const int64_t* i = tir::as_const_int(e->e)) return *i;
  const auto* f = e->e ? tir::node_cast<tir::FloatImmNode>(e->e) : nullptr;
  return f ? std::optional<Value>(f->value) : std::nullopt;
}

Value ScriptBuilder::named(const script::Value& v, const std::vector<std::string>& wanted, const std::string& fallback,
                           Line line, script::LiveScript& live) {
  const script::ListValue* several = v.list();
  const size_t count = several ? several->items.size() : v.is<script::NoneValue>() || v.poisoned() ? 0 : 1;
  std::vector<Value> results;
  const int id = static_cast<int>(lines_.size());
  for (size_t i = 0; i < count; ++i) {
    const bool all = wanted.size() == count;
    const std::string& stem = all ? wanted[i] : wanted.empty() ? fallback : wanted[0];
    line.names.push_back(free_name(!all && count > 1 ? stem + "_" + std::to_string(i) : stem));
    const script::Value& item = several ? several->items[i] : v;
    live.bind(line.names.back(), item);
    if (line.kernel < 0) line_of_[line.names.back()] = id;
    ScriptValue text;
    text.text = line.names.back();
    text.uses = {id};
    text.kernel = line.kernel;
    results.push_back(value_of(item, text));
  }
  for (size_t i = 0; i < line.names.size(); ++i) line.text += (i ? ", " : "") + line.names[i];
  if (count == 1 && several) line.text += ",";
  line.text += (line.names.empty() ? "" : " = ") + line.expression;
  if (line.kernel >= 0) {
    KernelDraft& draft = kernels_[static_cast<size_t>(line.kernel)];
    draft.has.resize(lines_.size() + 1);
    draft.has.back() = true;
    draft.steps.push_back(id);
  }
  lines_.push_back(std::move(line));
  if (several) return heap_.list(std::move(results));
  return count == 1 ? results[0] : v.poisoned() ? Value(Failed()) : Value(None());
}

Value ScriptBuilder::add(const ScriptValue& call, const std::vector<std::string>& wanted, const std::string& fallback,
                         int source, bool keep_refused) {
  script::LiveScript& live = live_of(call.kernel, call.uses);
  ++work_;
  const script::Value v = live.evaluate(call.text);
  Diagnostics said = live.take_diagnostics();
  // A step that is refused stays in its script, where it is reported with its fixes; a computation that is refused is
  // no line.
  if (v.poisoned() && (call.kernel < 0 || !keep_refused)) {
    if (keep_refused) append(diagnostics_, std::move(said));
    return Failed();
  }
  Line line;
  line.expression = call.text;
  line.uses = call.uses;
  line.kernel = call.kernel;
  line.source = source;
  return named(v, wanted, fallback, std::move(line), live);
}

Value ScriptBuilder::create_schedule(const ScriptValue& call, const std::string& wanted, const std::string& function,
                                     int source) {
  KernelDraft draft;
  draft.live = std::make_unique<script::LiveScript>();
  draft.create = static_cast<int>(lines_.size());
  draft.source = source;
  draft.function = function;
  kernels_.push_back(std::move(draft));
  ScriptValue own = call;
  own.kernel = static_cast<int>(kernels_.size()) - 1;
  script::LiveScript& live = live_of(own.kernel, own.uses);
  const script::Value v = live.evaluate(own.text);
  Diagnostics said = live.take_diagnostics();
  if (!v.is<script::ScheduleValue>()) {
    append(diagnostics_, std::move(said));
    kernels_.pop_back();
    return Failed();
  }
  Line line;
  line.expression = own.text;
  line.uses = own.uses;
  line.kernel = own.kernel;
  line.source = source;
  // Every script has one schedule, so each may have the name.
  const std::string name = identifier(wanted.empty() ? "s" : wanted);
  if (taken_.contains(name) &&
      std::ranges::none_of(kernels_, [&](const KernelDraft& k) { return k.schedule == name; })) {
    Value made = named(v, {name}, "s", std::move(line), live);
    kernels_.back().schedule = lines_.back().names[0];
    return made;
  }
  taken_.erase(name);
  Value made = named(v, {name}, "s", std::move(line), live);
  kernels_.back().schedule = lines_.back().names[0];
  return made;
}

ScriptValue ScriptBuilder::default_arguments(int kernel) {
  script::LiveScript::Ends ends = kernels_[static_cast<size_t>(kernel)].live->ends_of_schedule();
  ScriptValue list;
  const auto line_of = [&](const std::string& name) {
    const auto it = line_of_.find(name);
    return it == line_of_.end() ? -1 : it->second;
  };
  std::ranges::stable_sort(ends.inputs, {}, line_of);
  ends.inputs.insert(ends.inputs.end(), ends.outputs.begin(), ends.outputs.end());
  list.text = "[";
  for (size_t i = 0; i < ends.inputs.size(); ++i) {
    if (std::find(ends.inputs.begin(), ends.inputs.begin() + static_cast<std::ptrdiff_t>(i), ends.inputs[i]) !=
        ends.inputs.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    list.text += (i ? ", " : "") + ends.inputs[i];
    if (const int line = line_of(ends.inputs[i]); line >= 0) merge_uses(list.uses, {line});
  }
  list.text += "]";
  return list;
}

bool ScriptBuilder::takes(int kernel, const ScriptValue& arguments) {
  script::LiveScript& live = live_of(kernel, arguments.uses);
  live.evaluate("tvm.lower(" + kernels_[static_cast<size_t>(kernel)].schedule + ", " + arguments.text + ")");
  return !has_errors(live.take_diagnostics());
}

namespace {

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string renamed(const std::string& text, const Renaming& names) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      size_t end = i + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      out.append(text, i, end - i);
      i = end;
      continue;
    }
    if (!is_word_char(text[i])) {
      out += text[i++];
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(i, end - i);
    const bool attribute = i > 0 && text[i - 1] == '.';
    const bool keyword = end + 1 < text.size() && text[end] == '=' && text[end + 1] != '=';
    const auto it = attribute || keyword ? names.end() : names.find(word);
    out += it == names.end() ? word : std::string_view(it->second);
    i = end;
  }
  return out;
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at > 0 && is_word_char(text[at - 1])) || (end < text.size() && is_word_char(text[end]))) continue;
    bool quoted = false;
    for (size_t i = 0; i < at; ++i) {
      if (text[i] == '"') quoted = !quoted;
      if (text[i] == '\\') ++i;
    }
    if (!quoted) return true;
  }
  return false;
}

Value ScriptBuilder::add_all(const std::vector<Assignment>& lines, const std::vector<Assignment>& arguments,
                             const std::vector<std::string>& results, std::vector<int> uses, const std::string& wanted,
                             int source) {
  Renaming names;
  std::map<std::string, Value> values;
  for (const Assignment& a : arguments) names[a.name] = a.expression;
  for (const Assignment& a : lines) {
    ScriptValue call;
    call.text = renamed(a.expression, names);
    call.uses = uses;
    const bool is_result = std::ranges::find(results, a.name) != results.end();
    Value v = add(call, {is_result && results.size() == 1 && !wanted.empty() ? wanted : a.name}, a.name, source);
    if (v.failed()) return v;
    if (const ScriptValue* s = v.script()) {
      names[a.name] = s->text;
      merge_uses(uses, s->uses);
    }
    values[a.name] = v;
  }
  std::vector<Value> made;
  for (const std::string& name : results) made.push_back(values[name]);
  return made.size() == 1 ? made[0] : heap_.list(std::move(made));
}

}  // namespace nw::flatten
