// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/kernel_families.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "script/lexer.h"

namespace nw::script {

namespace {

// A script's tokens, those before its steps apart: the integers that may differ there, and a text that is equal for
// scripts that differ in nothing else.
struct Outline {
  std::vector<Token> tokens;
  std::vector<size_t> integers;  // places in `tokens`
  std::vector<int64_t> values;   // of `integers`
  std::string form;
};

std::optional<int64_t> value_of(const Token& token) {
  int64_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

bool is_name(const Token& token, std::string_view text) {
  return token.kind == Tok::Name && token.text == text;
}

bool begins_statement(const std::vector<Token>& tokens, size_t at) {
  return at == 0 || tokens[at - 1].kind == Tok::Newline;
}

// The first token of the first statement that imports nothing.
size_t after_imports(const std::vector<Token>& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i)
    if (begins_statement(tokens, i) && !is_name(tokens[i], "import") && !is_name(tokens[i], "from")) return i;
  return 0;
}

// X of `X = te.placeholder(…)`.
bool names_placeholder(const std::vector<Token>& tokens, size_t at) {
  constexpr size_t kToCallee = 4;
  return tokens[at].kind == Tok::Name && begins_statement(tokens, at) && at + kToCallee < tokens.size() &&
         tokens[at + 1].op == op_code("=") && is_name(tokens[at + kToCallee], "placeholder");
}

std::optional<Outline> outline_of(const std::string& text) {
  Tokens read = tokenize(text);
  if (has_errors(read.diagnostics)) return std::nullopt;
  Outline outline;
  outline.tokens = std::move(read.list);
  std::map<std::string_view, std::string> placeholders;
  bool steps = false;
  int braces = 0;  // what a dict says is no size
  for (size_t i = 0; i < outline.tokens.size(); ++i) {
    const Token& token = outline.tokens[i];
    steps = steps || is_name(token, "create_schedule");
    if (token.op == op_code("{")) ++braces;
    if (token.op == op_code("}")) --braces;
    if (names_placeholder(outline.tokens, i))
      placeholders.emplace(token.text, "placeholder " + std::to_string(placeholders.size()));
    const std::optional<int64_t> value =
        token.kind == Tok::Int && !steps && braces == 0 ? value_of(token) : std::nullopt;
    if (value) {
      outline.integers.push_back(i);
      outline.values.push_back(*value);
    }
    const bool text_of_name = token.kind == Tok::String;
    const auto placeholder = placeholders.find(text_of_name ? token.text.substr(1, token.text.size() - 2) : token.text);
    const bool renamed = (text_of_name || token.kind == Tok::Name) && placeholder != placeholders.end();
    outline.form += value ? "#" : renamed ? placeholder->second : std::string(token.text);
    outline.form += token.kind == Tok::Newline ? '\n' : ' ';
  }
  return outline;
}

std::string unused_name(const std::set<std::string_view>& used, std::vector<std::string>& names) {
  std::string name = "size";
  for (int next = 2; used.contains(name) || std::ranges::find(names, name) != names.end(); ++next)
    name = "size_" + std::to_string(next);
  names.push_back(name);
  return name;
}

using Values = std::vector<int64_t>;  // of one place, by member

// How often `part` goes into `whole`, in every member alike; 0: not so.
int64_t multiple_of(const Values& whole, const Values& part) {
  if (part.front() <= 0 || whole.front() % part.front() != 0) return 0;
  const int64_t factor = whole.front() / part.front();
  for (size_t i = 0; i < whole.size(); ++i)
    if (whole[i] != part[i] * factor) return 0;
  return factor;
}

// A variable for each of the values that differ between members, or a multiple of one.
std::map<Values, std::string> with_variables(const std::set<Values>& all, const std::set<std::string_view>& used,
                                             KernelFamily& family) {
  std::map<Values, std::string> texts;
  std::vector<const Values*> variables;
  for (const Values& values : all) {  // a part comes before its multiples
    std::string& text = texts[values];
    for (size_t v = 0; v < variables.size() && text.empty(); ++v)
      if (const int64_t factor = multiple_of(values, *variables[v]))
        text = "(" + family.sizes[v] + " * " + std::to_string(factor) + ")";
    if (!text.empty()) continue;
    text = unused_name(used, family.sizes);
    variables.push_back(&values);
    for (size_t m = 0; m < values.size(); ++m) family.members[m].values.push_back(values[m]);
  }
  return texts;
}

using Alike = std::vector<std::pair<size_t, const Outline*>>;  // scripts of one form

Values values_at(const Alike& alike, size_t integer) {
  Values values;
  for (const auto& [script, member] : alike) values.push_back(member->values[integer]);
  return values;
}

bool differ(const Values& values) {
  return std::ranges::any_of(values, [&](int64_t value) { return value != values.front(); });
}

// The first member's script with variables; nothing if it takes too many.
std::optional<KernelFamily> family_of(const Alike& alike, const std::string& first, size_t most_sizes) {
  const Outline& outline = *alike.front().second;
  KernelFamily family;
  for (const auto& [script, member] : alike) family.members.push_back({script, {}});
  std::set<std::string_view> used;
  for (const Token& token : outline.tokens)
    if (token.kind == Tok::Name) used.insert(token.text);
  std::set<Values> differing;
  for (size_t i = 0; i < outline.integers.size(); ++i)
    if (const Values values = values_at(alike, i); differ(values)) differing.insert(values);
  const std::map<Values, std::string> texts = with_variables(differing, used, family);
  if (family.sizes.size() > most_sizes) return std::nullopt;
  const auto begin = [&](const Token& token) { return static_cast<size_t>(token.text.data() - first.data()); };
  size_t done = begin(outline.tokens[after_imports(outline.tokens)]);
  family.script = "import tvm\nfrom tvm import te, tir\n\n# computation\n";
  for (const std::string& name : family.sizes) family.script += name + " = te.size_var(\"" + name + "\")\n";
  for (size_t i = 0; i < outline.integers.size(); ++i) {
    const auto text = texts.find(values_at(alike, i));
    if (text == texts.end()) continue;
    const Token& token = outline.tokens[outline.integers[i]];
    family.script += first.substr(done, begin(token) - done) + text->second;
    done = begin(token) + token.text.size();
  }
  family.script += first.substr(done);
  return family;
}

// Which of the integers have another value in the other script.
std::vector<size_t> differences(const Outline& one, const Outline& other) {
  std::vector<size_t> places;
  for (size_t i = 0; i < one.values.size(); ++i)
    if (one.values[i] != other.values[i]) places.push_back(i);
  return places;
}

// The largest family with the first of them: of those that differ from it in the same places, and those that do not
// differ. Nothing: it is alone.
std::optional<KernelFamily> largest_family(const Alike& alike, const std::string& first, size_t most_sizes) {
  std::map<std::vector<size_t>, Alike> by_places;
  for (const auto& member : alike) by_places[differences(*alike.front().second, *member.second)].push_back(member);
  const Alike same = by_places[{}];  // the first itself among them
  std::optional<KernelFamily> largest;
  for (const auto& [places, others] : by_places) {
    if (same.size() + (places.empty() ? 0 : others.size()) < 2) continue;
    Alike all = same;
    if (!places.empty()) all.insert(all.end(), others.begin(), others.end());
    if (largest && largest->members.size() >= all.size()) continue;
    if (std::optional<KernelFamily> family = family_of(all, first, most_sizes)) largest = std::move(family);
  }
  return largest;
}

}  // namespace

std::vector<KernelFamily> kernel_families(const std::vector<const std::string*>& scripts, size_t most_sizes) {
  std::vector<std::optional<Outline>> outlines;
  std::map<std::string_view, Alike> alike;
  for (const std::string* script : scripts) outlines.push_back(outline_of(*script));
  for (size_t i = 0; i < outlines.size(); ++i)
    if (outlines[i]) alike[outlines[i]->form].emplace_back(i, &*outlines[i]);
  std::vector<KernelFamily> families;
  for (auto& [form, members] : alike)
    while (members.size() > 1) {
      const std::string& first = *scripts[members.front().first];
      std::optional<KernelFamily> family = family_of(members, first, most_sizes);
      if (!family) family = largest_family(members, first, most_sizes);
      std::set<size_t> done{members.front().first};
      if (family)
        for (const KernelFamily::Member& member : family->members) done.insert(member.script);
      std::erase_if(members, [&](const auto& member) { return done.contains(member.first); });
      if (family) families.push_back(std::move(*family));
    }
  return families;
}

}  // namespace nw::script
