// SPDX-License-Identifier: GPL-3.0-or-later
// A message is a list of fields: a varint (number · 8 + wire type), then the value. Only the fields that lead to
// tensors are entered, by the table below; all others are copied as they are. TensorProto's raw_data becomes a
// doc_string with its index; a doc_string of the file is dropped, so it cannot pretend to be one.
//
// Of a file that is cut or damaged, the nodes and tensors that are whole are kept: a damaged one is left out, and a
// graph that ends too early ends there.
#include "import/onnx_wire.h"

#include <fmt/format.h>

#include <optional>

#include "import/onnx_diagnostics.h"

namespace nw::import {

namespace {

enum class Message { Other, Model, Graph, Node, Attribute, Tensor, SparseTensor, Function };

struct Entry {
  Message parent;
  uint32_t field;
  Message child;
};
constexpr Entry kEntries[] = {
    {Message::Model, 7, Message::Graph},
    {Message::Model, 25, Message::Function},
    {Message::Graph, 1, Message::Node},
    {Message::Graph, 5, Message::Tensor},
    {Message::Graph, 15, Message::SparseTensor},
    {Message::Node, 5, Message::Attribute},
    {Message::Attribute, 5, Message::Tensor},
    {Message::Attribute, 6, Message::Graph},
    {Message::Attribute, 10, Message::Tensor},
    {Message::Attribute, 11, Message::Graph},
    {Message::Attribute, 22, Message::SparseTensor},
    {Message::Attribute, 23, Message::SparseTensor},
    {Message::SparseTensor, 1, Message::Tensor},
    {Message::SparseTensor, 2, Message::Tensor},
    {Message::Function, 7, Message::Node},
};
constexpr uint32_t kRawData = 9;
constexpr uint32_t kDocString = 12;

Message child_of(Message parent, uint32_t field) {
  for (const Entry& e : kEntries) {
    if (e.parent == parent && e.field == field) return e.child;
  }
  return Message::Other;
}

void put_varint(std::string& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

class Stripper {
 public:
  explicit Stripper(std::span<const std::byte> file) : file_(file) {}

  // Copies the message in [at, end) to `out`; false if something is wrong: `out` then has what is whole.
  bool message(Message kind, size_t at, size_t end, std::string& out, int depth) {
    constexpr int kDeepest = 64;
    if (depth > kDeepest) return fail(at, fmt::format("messages are nested more than {} deep", kDeepest));
    while (at < end) {
      const size_t start = at;
      uint64_t tag = 0;
      if (!varint(at, end, tag)) return false;
      const uint64_t field = tag >> 3;
      if (field == 0 || field > (uint64_t{1} << 29) - 1) return fail(start, "a field has a number that cannot be");
      size_t next = at;
      size_t body = at;
      const auto number = static_cast<uint32_t>(field);
      const bool delimited = (tag & 7) == 2;
      const Message child = delimited ? child_of(kind, number) : Message::Other;
      const bool whole = value(start, tag & 7, next, body, end);
      if (!whole && (child != Message::Graph || body == at)) return false;
      if (!whole) next = end;
      if (child != Message::Other) {
        std::string inner;
        const bool good = message(child, body, next, inner, depth + 1);
        if (good || child == Message::Graph) {
          put_varint(out, tag);
          put_varint(out, inner.size());
          out += inner;
        }
        // Without one of its parts a node would mean something else; a graph is only smaller.
        if (!whole || (!good && kind != Message::Graph && kind != Message::Model)) return false;
      } else if (kind == Message::Tensor && delimited && number == kRawData) {
        put_raw(out, file_.subspan(body, next - body));
      } else if (kind != Message::Tensor || number != kDocString) {
        out.append(reinterpret_cast<const char*>(file_.data()) + start, next - start);
      }
      at = next;
    }
    return true;
  }

  std::vector<std::span<const std::byte>> raw;
  std::optional<Diagnostic> error;

 private:
  bool fail(size_t at, const std::string& what) {
    if (!error) error = not_an_onnx_file(at, what);
    return false;
  }

  bool varint(size_t& at, size_t end, uint64_t& result) {
    const size_t start = at;
    result = 0;
    for (int shift = 0; shift < 70 && at < end; shift += 7) {
      const auto byte = static_cast<uint64_t>(file_[at++]);
      if (shift < 64) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return fail(start, at < end ? "a number has more than ten bytes" : "the file ends within a number");
  }

  // Moves `next` past the value; `body` is where a delimited value's bytes start, also if they end too early.
  bool value(size_t start, uint64_t wire_type, size_t& next, size_t& body, size_t end) {
    uint64_t number = 0;
    size_t fixed = 0;
    switch (wire_type) {
      case 0:
        return varint(next, end, number);
      case 1:
        fixed = 8;
        break;
      case 5:
        fixed = 4;
        break;
      case 2:
        if (!varint(next, end, number)) return false;
        body = next;
        if (number > end - next) {
          return fail(start, fmt::format("a field claims {} bytes, but {} are left", number, end - next));
        }
        next += number;
        return true;
      default:
        return fail(start, fmt::format("a field has the wire type {}, which ONNX does not use", wire_type));
    }
    if (fixed > end - next) return fail(start, "the file ends within a number");
    next += fixed;
    return true;
  }

  void put_raw(std::string& out, std::span<const std::byte> bytes) {
    const std::string index = std::to_string(raw.size());
    raw.push_back(bytes);
    put_varint(out, kDocString * 8 + 2);
    put_varint(out, index.size());
    out += index;
  }

  std::span<const std::byte> file_;
};

}  // namespace

StrippedModel strip_tensors(std::span<const std::byte> file) {
  Stripper stripper(file);
  StrippedModel model;
  (void)stripper.message(Message::Model, 0, file.size(), model.message, 0);
  model.raw = std::move(stripper.raw);
  model.fault = std::move(stripper.error);
  return model;
}

}  // namespace nw::import
