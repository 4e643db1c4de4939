// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_metadata.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "import/base64.h"
#include "import/relay_diagnostics.h"

namespace nw::import {

using graph::Attr;
using graph::AttrList;
using graph::Attrs;
using nlohmann::json;

namespace {

constexpr uint64_t kArrayMagic = 0xDD5E40F096B4A13F;  // of a saved DLTensor
constexpr size_t kMaxMetaDepth = 8;

// Where the JSON value that begins at 0 ends: brackets in strings do not count.
size_t json_length(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

class ByteReader {
 public:
  explicit ByteReader(const std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    T value{};
    if (bytes_.size() - pos_ < sizeof(T)) {
      ok_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data() + pos_, sizeof(T));
    pos_ += sizeof(T);
    return value;
  }
  bool ok() const { return ok_; }
  size_t left() const { return bytes_.size() - pos_; }
  const std::byte* here() const { return bytes_.data() + pos_; }

 private:
  const std::vector<std::byte>& bytes_;
  size_t pos_ = 0;
  bool ok_ = true;
};

std::optional<DType> dtype_of(uint8_t code, uint8_t bits, uint16_t lanes) {
  if (lanes != 1 || bits == 0 || bits > 64) return std::nullopt;
  switch (code) {
    case 0:
      return DType::Int(bits);
    case 1:
      return DType::UInt(bits);
    case 2:
      return DType::Float(bits);
    case 4:
      return DType::BFloat16();
    default:
      return std::nullopt;
  }
}

uint8_t code_of(DType dtype) {
  switch (dtype.code) {
    case DType::Code::Int:
      return 0;
    case DType::Code::UInt:
      return 1;
    case DType::Code::Float:
      return 2;
    case DType::Code::Handle:
    case DType::Code::String:  // which TVM has no arrays of
      return 3;
    case DType::Code::BFloat:
      return 4;
  }
  return 2;
}

NDArray read_array(const std::string& base64) {
  const std::vector<std::byte> bytes = decode_base64(base64);
  ByteReader in(bytes);
  const bool magic = in.take<uint64_t>() == kArrayMagic;
  in.take<uint64_t>();
  in.take<int32_t>();  // device
  in.take<int32_t>();
  const auto rank = in.take<int32_t>();
  const auto code = in.take<uint8_t>();
  const auto bits = in.take<uint8_t>();
  const auto lanes = in.take<uint16_t>();
  if (!in.ok() || !magic || rank < 0 || rank > 32) return {};
  std::vector<int64_t> shape;
  for (int32_t i = 0; i < rank; ++i) shape.push_back(in.take<int64_t>());
  in.take<int64_t>();  // bytes that follow
  const std::optional<DType> dtype = dtype_of(code, bits, lanes);
  const int64_t count = element_count(shape);
  if (!in.ok() || !dtype || count < 0 || count > static_cast<int64_t>(in.left())) return {};
  if (in.left() < static_cast<size_t>(count) * static_cast<size_t>(dtype->bytes())) return {};
  NDArray array(*dtype, shape);
  if (array.size_bytes() > 0) std::memcpy(array.mutable_bytes(), in.here(), array.size_bytes());
  return array;
}

// The node table: reads entries that are found to be needed. Anything malformed gives nothing.
class ObjectTable {
 public:
  explicit ObjectTable(const json& root) : nodes_(root.value("nodes", json::array())) {
    if (const auto it = root.find("b64ndarrays"); it != root.end() && it->is_array()) arrays_ = *it;
  }

  const json* node(const json& index) const {
    size_t i = 0;
    if (index.is_number_unsigned()) {
      i = index.get<size_t>();
    } else if (index.is_string()) {
      i = to_size(index.get<std::string>());
    } else {
      return nullptr;
    }
    return nodes_.is_array() && i < nodes_.size() && nodes_[i].is_object() ? &nodes_[i] : nullptr;
  }

  NDArray array(const json& constant) const {
    const std::string index = text(constant, "data");
    const size_t i = index.empty() ? arrays_.size() : to_size(index);
    return i < arrays_.size() && arrays_[i].is_string() ? read_array(arrays_[i].get<std::string>()) : NDArray();
  }

  // The entries of a map or of an attribute object.
  Attrs attrs(const json& object, size_t depth) const {
    Attrs result;
    const auto keys = object.find("keys");
    const auto data = object.find("data");
    if (keys != object.end() && data != object.end() && keys->is_array() && data->is_array()) {
      for (size_t i = 0; i < keys->size() && i < data->size(); ++i) {
        const json* value = node((*data)[i]);
        if ((*keys)[i].is_string() && value) result[(*keys)[i].get<std::string>()] = attr(*value, depth + 1);
      }
      return result;
    }
    if (const auto it = object.find("attrs"); it != object.end() && it->is_object()) {
      for (const auto& [key, value] : it->items()) {
        if (value.is_string() && key != "span") result[key] = Attr{value.get<std::string>()};
      }
    }
    return result;
  }

  static size_t to_size(const std::string& text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return SIZE_MAX;
    return std::stoul(text);
  }

 private:
  static std::string text(const json& object, const char* key) {
    const auto it = object.find("attrs");
    if (it == object.end() || !it->is_object()) return {};
    const auto value = it->find(key);
    return value != it->end() && value->is_string() ? value->get<std::string>() : std::string();
  }

  Attr attr(const json& object, size_t depth) const {
    const std::string type = object.value("type_key", json()).is_string() ? object["type_key"].get<std::string>() : "";
    if (type == "IntImm") {
      const std::string value = text(object, "value");
      char* end = nullptr;
      const long long parsed = std::strtoll(value.c_str(), &end, 10);
      if (end != value.c_str()) return Attr{static_cast<int64_t>(parsed)};
    } else if (type == "FloatImm") {
      return Attr{std::strtod(text(object, "value").c_str(), nullptr)};
    } else if (type == "Array" && depth < kMaxMetaDepth) {
      AttrList list;
      const auto data = object.find("data");
      if (data != object.end() && data->is_array()) {
        for (const json& index : *data) {
          if (const json* item = node(index)) list.push_back(attr(*item, depth + 1));
        }
      }
      return Attr{std::move(list)};
    } else if (const auto it = object.find("repr_str"); it != object.end() && it->is_string()) {
      return Attr{it->get<std::string>()};
    } else if (const std::string value = text(object, "value"); !value.empty()) {
      return Attr{value};
    }
    return {};
  }

  json nodes_;
  json arrays_ = json::array();
};

}  // namespace

RelayMetadata RelayMetadata::read(std::string_view text, size_t& length, Diagnostics& diagnostics) {
  RelayMetadata result;
  length = text.starts_with('{') ? json_length(text) : 0;
  const json root = read_json(text.substr(0, length));
  if (!root.is_object()) {
    diagnostics.push_back(bad_metadata(length == 0 ? "it is not a JSON object" : "its JSON is broken"));
    return result;
  }
  const ObjectTable table(root);
  const json* map = table.node(root.value("root", json()));
  if (!map || !map->contains("keys") || !map->contains("data") || !(*map)["keys"].is_array() ||
      !(*map)["data"].is_array()) {
    diagnostics.push_back(bad_metadata("its root is not a map"));
    return result;
  }
  for (size_t k = 0; k < (*map)["keys"].size() && k < (*map)["data"].size(); ++k) {
    const json* list = table.node((*map)["data"][k]);
    if (!(*map)["keys"][k].is_string() || !list || !list->contains("data") || !(*list)["data"].is_array()) continue;
    const auto key = (*map)["keys"][k].get<std::string>();
    const json& entries = (*list)["data"];
    for (size_t i = 0; i < entries.size(); ++i) {
      const json* object = table.node(entries[i]);
      if (key == "relay.Constant") {
        result.constants_.push_back(object ? table.array(*object) : NDArray());
      } else if (object) {
        result.attrs_[{key, i}] = table.attrs(*object, 0);
      }
    }
  }
  return result;
}

const NDArray* RelayMetadata::constant(size_t index) const {
  return index < constants_.size() && constants_[index].defined() && constants_[index].bytes() ? &constants_[index]
                                                                                               : nullptr;
}

const Attrs* RelayMetadata::attrs(const std::string& type, size_t index) const {
  const auto it = attrs_.find({type, index});
  return it == attrs_.end() ? nullptr : &it->second;
}

namespace {

template <class T>
void put(std::vector<std::byte>& out, T value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof(T));
}

std::string write_array(const NDArray& array) {
  std::vector<std::byte> out;
  put(out, kArrayMagic);
  put(out, uint64_t{0});
  put(out, int32_t{1});  // the CPU
  put(out, int32_t{0});
  put(out, static_cast<int32_t>(array.shape().size()));
  put(out, code_of(array.dtype()));
  put(out, array.dtype().bits);
  put(out, uint16_t{1});
  for (const int64_t extent : array.shape()) put(out, extent);
  put(out, static_cast<int64_t>(array.size_bytes()));
  out.insert(out.end(), array.bytes(), array.bytes() + array.size_bytes());
  return encode_base64(out);
}

}  // namespace

std::string write_relay_metadata(const std::vector<NDArray>& constants) {
  json nodes = json::array({{{"type_key", ""}}, {{"type_key", "Map"}, {"keys", {"relay.Constant"}}, {"data", {2}}}});
  json list = json::array();
  for (size_t i = 0; i < constants.size(); ++i) list.push_back(3 + i);
  nodes.push_back({{"type_key", "Array"}, {"data", std::move(list)}});
  json arrays = json::array();
  for (size_t i = 0; i < constants.size(); ++i) {
    if (!constants[i].bytes()) {  // its data was never known
      nodes.push_back({{"type_key", ""}});
      continue;
    }
    nodes.push_back({{"type_key", "relay.Constant"},
                     {"attrs",
                      {{"_checked_type_", "0"},
                       {"data", std::to_string(arrays.size())},
                       {"span", "0"},
                       {"virtual_device_", "0"}}}});
    arrays.push_back(write_array(constants[i]));
  }
  const json root = {{"root", 1},
                     {"nodes", std::move(nodes)},
                     {"b64ndarrays", std::move(arrays)},
                     {"attrs", {{"tvm_version", "0.11.1"}}}};
  return root.dump(2);
}

}  // namespace nw::import
