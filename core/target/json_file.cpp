// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/json_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/input_file.h"
#include "base/json_text.h"

namespace nw::target {

using nlohmann::json;

namespace {

// Iterates over a text and counts the lines that the reader of JSON has taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, int* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  int* line_;
};

// Follows the path of keys and elements while a text is read.
class LineOfKeys : public nlohmann::json_sax<json> {
 public:
  explicit LineOfKeys(const int& line) : line_(line) {}
  std::map<std::string, int> lines;

  bool null() override { return element(); }
  bool boolean(bool) override { return element(); }
  bool number_integer(int64_t) override { return element(); }
  bool number_unsigned(uint64_t) override { return element(); }
  bool number_float(double, const std::string&) override { return element(); }
  bool string(std::string&) override { return element(); }
  bool binary(json::binary_t&) override { return element(); }
  bool start_object(size_t) override { return open(false); }
  bool start_array(size_t) override { return open(true); }
  bool key(std::string& name) override {
    Level& level = levels_.back();
    level.path = level.base.empty() ? name : level.base + "." + name;
    lines.emplace(level.path, line_);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(size_t, const std::string&, const json::exception&) override { return false; }

 private:
  struct Level {
    std::string base, path;  // of the object or list, and of what is read in it
    bool list = false;
    size_t next = 0;
  };
  bool element() {
    if (!levels_.empty() && levels_.back().list) ++levels_.back().next;
    return true;
  }
  bool open(bool list) {
    std::string base;
    if (!levels_.empty()) {
      Level& level = levels_.back();
      base = level.list ? fmt::format("{}[{}]", level.base, level.next) : level.path;
      if (level.list) lines.emplace(base, line_);
    }
    element();
    levels_.push_back({base, base, list, 0});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  const int& line_;
  std::vector<Level> levels_;
};

int line_at(std::string_view text, size_t byte) {
  return 1 + static_cast<int>(std::ranges::count(text.substr(0, byte), '\n'));
}

}  // namespace

std::map<std::string, int> key_lines(std::string_view text) {
  int line = 1;
  LineOfKeys keys(line);
  json::sax_parse(CountingIterator(text.data(), &line), CountingIterator(text.data() + text.size(), &line), &keys);
  return std::move(keys.lines);
}

JsonFile read_json_file(const std::string& path, int64_t most_bytes) {
  JsonFile file;
  file.json = json(json::value_t::discarded);
  Result<std::string> bytes = read_whole_file(path, most_bytes);
  if (!bytes.value) {
    // "cannot read 'PATH': WHY": the reader of this file names its path itself.
    const std::string& message = bytes.diagnostics.front().message;
    const size_t why = message.rfind("': ");
    file.problems.push_back({{}, 0, why == message.npos ? message : message.substr(why + 3)});
    return file;
  }
  file.bytes = std::move(*bytes);
  if (file.bytes.empty()) {
    file.problems.push_back({{}, 0, "it is empty"});
    return file;
  }
  JsonProblem problem;
  json read = read_json(file.bytes, &problem);
  if (read.is_discarded()) {
    file.problems.push_back({{}, line_at(file.bytes, problem.byte), problem.what});
  } else if (!read.is_object()) {
    file.problems.push_back({{}, 1, "it is no JSON object"});
  } else {
    file.json = std::move(read);
    file.lines = key_lines(file.bytes);
  }
  return file;
}

void JsonObject::refuse(const std::string& key, std::string what) {
  const std::string path = path_.empty() ? key : key.empty() ? path_ : path_ + "." + key;
  auto line = file_->lines.find(path);
  if (line == file_->lines.end()) line = file_->lines.find(path_);  // the key is absent: its object
  file_->problems.push_back({path, line == file_->lines.end() ? 0 : line->second, std::move(what)});
}

const json* JsonObject::find(const char* key, bool (json::*is)() const noexcept, const char* wanted) {
  const auto value = object_->find(key);
  if (value == object_->end()) return nullptr;
  if (((*value).*is)()) return &*value;
  refuse(key, fmt::format("must be {}", wanted));
  return nullptr;
}

void JsonObject::get(const char* key, std::string& into) {
  const json* value = find(key, &json::is_string, "a text");
  if (!value) return;
  into = value->get<std::string>();
  if (into.find('\0') != into.npos) refuse(key, "contains a null byte");
}

void JsonObject::get(const char* key, bool& into) {
  if (const json* value = find(key, &json::is_boolean, "true or false")) into = value->get<bool>();
}

void JsonObject::get(const char* key, std::vector<std::string>& into) {
  const json* values = find(key, &json::is_array, "a list of texts");
  if (!values) return;
  into.clear();
  for (const json& value : *values) {
    const bool text = value.is_string() && value.get_ref<const std::string&>().find('\0') == std::string::npos;
    if (!text) return refuse(key, "must be a list of texts");
    into.push_back(value.get<std::string>());
  }
}

void JsonObject::get(const char* key, json& into, json::value_t type) {
  const auto value = object_->find(key);
  if (value == object_->end()) return;
  if (value->type() != type) return refuse(key, type == json::value_t::object ? "must be an object" : "must be a list");
  into = *value;
}

void JsonObject::get_translated(const char* key, std::map<std::string, std::string>& into) {
  get(key, into[""]);
  const std::string begin = std::string(key) + "[";
  for (const auto& [name, value] : object_->items())
    if (name.starts_with(begin) && name.ends_with(']'))
      get(name.c_str(), into[name.substr(begin.size(), name.size() - begin.size() - 1)]);
}

std::vector<JsonObject> JsonObject::objects(const char* key) {
  std::vector<JsonObject> found;
  const json* values = find(key, &json::is_array, "a list of objects");
  const std::string path = path_.empty() ? key : path_ + "." + key;
  for (size_t i = 0; values && i < values->size(); ++i) {
    JsonObject each(*file_, (*values)[i], fmt::format("{}[{}]", path, i));
    if ((*values)[i].is_object())
      found.push_back(std::move(each));
    else
      each.refuse("", "must be an object");
  }
  return found;
}

}  // namespace nw::target
