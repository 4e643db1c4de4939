// SPDX-License-Identifier: GPL-3.0-or-later
#include "interp/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>

#include "interp/stage.h"

namespace nw::interp {

namespace {

int64_t wrap(int64_t v, unsigned bits, bool is_signed) {
  if (bits >= 64) return v;
  const unsigned shift = 64 - bits;
  const auto up = static_cast<uint64_t>(v) << shift;
  return is_signed ? static_cast<int64_t>(up) >> shift : static_cast<int64_t>(up >> shift);
}

double narrow(double v, uint8_t round) {
  switch (round) {
    case 0:
      return v;
    case 1:
      return static_cast<double>(static_cast<float>(v));
    case 2:
      return static_cast<double>(half_to_float(float_to_half(static_cast<float>(v))));
    default:
      return static_cast<double>(bfloat_to_float(float_to_bfloat(static_cast<float>(v))));
  }
}

int64_t to_int(double v) {
  if (!(v == v)) return 0;
  if (v >= 9223372036854775807.0) return INT64_MAX;
  if (v <= -9223372036854775808.0) return INT64_MIN;
  return static_cast<int64_t>(v);
}

bool divides(const Instruction& in, const Reg* r, Trap& trap) {
  if (r[in.b].i == 0) {
    trap.problem = "an integer is divided by zero";
    return false;
  }
  return true;
}

// What LLVM leaves undefined beyond: no two schedules need give the same number then.
bool shifts(const Instruction& in, const Reg* r, Trap& trap) {
  const int64_t amount = r[in.b].i;
  if (amount >= 0 && amount < in.bits) return true;
  trap.problem = fmt::format("{}int{} is shifted by {} bits", in.is_signed ? "an " : "a u", in.bits,
                             in.is_signed ? std::to_string(amount) : std::to_string(static_cast<uint64_t>(amount)));
  trap.kind = Trap::Kind::ShiftTooFar;
  return false;
}

int64_t floor_div(int64_t a, int64_t b) {
  if (b == -1) return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
  const int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

bool divide(const Instruction& in, Reg* r, Trap& trap) {
  if (!divides(in, r, trap)) return false;
  const int64_t a = r[in.a].i, b = r[in.b].i;
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  int64_t v = 0;
  switch (in.code) {
    case Code::Div:
      v = b == -1 ? static_cast<int64_t>(0 - ua) : a / b;
      break;
    case Code::Mod:
      v = b == -1 ? 0 : a % b;
      break;
    case Code::FloorDiv:
      v = floor_div(a, b);
      break;
    case Code::FloorMod:
      v = b == -1 ? 0 : a % b;
      if (v != 0 && (v < 0) != (b < 0)) v += b;
      break;
    case Code::DivU:
      v = static_cast<int64_t>(ua / ub);
      break;
    default:
      v = static_cast<int64_t>(ua % ub);
      break;
  }
  r[in.dst].i = wrap(v, in.bits, in.is_signed);
  return true;
}

Reg element(const NDArray& array, int64_t at) {
  Reg v;
  if (array.dtype().is_float())
    v.d = array.at(at);
  else
    v.i = array.int_at(at);
  return v;
}

bool load(const Instruction& in, const Program& p, std::span<const Source> sources, Reg* r, Trap& trap) {
  const Access& access = p.accesses[static_cast<size_t>(in.a)];
  const Source& source = sources[access.input];
  int64_t at = 0;
  for (size_t d = 0; d < access.indices.size(); ++d) {
    const int64_t i = r[access.indices[d]].i;
    if (i < 0 || i >= source.shape[d]) {
      std::vector<int64_t> indices;
      for (const int32_t reg : access.indices) indices.push_back(r[reg].i);
      trap.problem = fmt::format("{}[{}] is read, but its shape is ({})", source.name, fmt::join(indices, ", "),
                                 fmt::join(source.shape, ", "));
      trap.kind = Trap::Kind::ReadOutside;
      return false;
    }
    at = at * source.shape[d] + i;
  }
  if (source.stage) return source.stage->element(at, source.output, r[in.dst], trap);
  r[in.dst] = source.values ? source.values[at] : element(source.array, at);
  return true;
}

}  // namespace

bool execute(std::span<const Instruction> code, const Program& p, std::span<const Source> sources, Reg* r, Trap& trap) {
  for (size_t at = 0; at < code.size(); ++at) {
    const Instruction& in = code[at];
    Reg& dst = r[in.dst];
    // Read when asked for: a jump has a place in `b`, a load an access in `a`.
    const auto a = [&]() -> const Reg& { return r[in.a]; };
    const auto b = [&]() -> const Reg& { return r[in.b]; };
    const auto ua = [&] { return static_cast<uint64_t>(a().i); };
    const auto ub = [&] { return static_cast<uint64_t>(b().i); };
    auto integer = [&](uint64_t v) { dst.i = wrap(static_cast<int64_t>(v), in.bits, in.is_signed); };
    auto real = [&](double v) { dst.d = narrow(v, in.round); };
    switch (in.code) {
      case Code::Add:
        integer(ua() + ub());
        break;
      case Code::Sub:
        integer(ua() - ub());
        break;
      case Code::Mul:
        integer(ua() * ub());
        break;
      case Code::Div:
      case Code::Mod:
      case Code::FloorDiv:
      case Code::FloorMod:
      case Code::DivU:
      case Code::ModU:
        if (!divide(in, r, trap)) return false;
        break;
      case Code::Min:
        dst.i = std::min(a().i, b().i);
        break;
      case Code::Max:
        dst.i = std::max(a().i, b().i);
        break;
      case Code::MinU:
        dst.i = static_cast<int64_t>(std::min(ua(), ub()));
        break;
      case Code::MaxU:
        dst.i = static_cast<int64_t>(std::max(ua(), ub()));
        break;
      case Code::EQ:
        dst.i = a().i == b().i;
        break;
      case Code::NE:
        dst.i = a().i != b().i;
        break;
      case Code::LT:
        dst.i = a().i < b().i;
        break;
      case Code::LE:
        dst.i = a().i <= b().i;
        break;
      case Code::LTU:
        dst.i = ua() < ub();
        break;
      case Code::LEU:
        dst.i = ua() <= ub();
        break;
      case Code::AddF:
        real(a().d + b().d);
        break;
      case Code::SubF:
        real(a().d - b().d);
        break;
      case Code::MulF:
        real(a().d * b().d);
        break;
      case Code::DivF:
        real(a().d / b().d);
        break;
      case Code::MinF:
        dst.d = a().d < b().d ? a().d : b().d;
        break;
      case Code::MaxF:
        dst.d = a().d > b().d ? a().d : b().d;
        break;
      case Code::EQF:
        dst.i = a().d == b().d;
        break;
      case Code::NEF:
        dst.i = a().d != b().d;
        break;
      case Code::LTF:
        dst.i = a().d < b().d;
        break;
      case Code::LEF:
        dst.i = a().d <= b().d;
        break;
      case Code::BitAnd:
        integer(ua() & ub());
        break;
      case Code::BitOr:
        integer(ua() | ub());
        break;
      case Code::BitXor:
        integer(ua() ^ ub());
        break;
      case Code::BitNot:
        integer(~ua());
        break;
      case Code::Shl:
        if (!shifts(in, r, trap)) return false;
        integer(ua() << ub());
        break;
      case Code::Shr:
        if (!shifts(in, r, trap)) return false;
        integer(in.is_signed ? static_cast<uint64_t>(a().i >> ub()) : ua() >> ub());
        break;
      case Code::Popcount:
        dst.i = std::popcount(in.bits >= 64 ? ua() : ua() & ((uint64_t{1} << in.bits) - 1));
        break;
      case Code::Clz:
        dst.i = std::countl_zero(in.bits >= 64 ? ua() : ua() & ((uint64_t{1} << in.bits) - 1)) - (64 - in.bits);
        break;
      case Code::Not:
        dst.i = a().i == 0;
        break;
      case Code::IntToFloat:
        real(static_cast<double>(a().i));
        break;
      case Code::UIntToFloat:
        real(static_cast<double>(ua()));
        break;
      case Code::FloatToInt:
        integer(static_cast<uint64_t>(to_int(a().d)));
        break;
      case Code::Wrap:
        integer(ua());
        break;
      case Code::Round:
        real(a().d);
        break;
      case Code::Select:
        dst = a().i ? b() : r[in.c];
        break;
      case Code::Move:
        dst = a();
        break;
      case Code::Load:
        if (!load(in, p, sources, r, trap)) return false;
        break;
      case Code::Jump:
        at = static_cast<size_t>(in.b) - 1;
        break;
      case Code::JumpIfZero:
        if (a().i == 0) at = static_cast<size_t>(in.b) - 1;
        break;
      case Code::Math1:
        real(in.math1(a().d));
        break;
      case Code::Math2:
        real(in.math2(a().d, b().d));
        break;
    }
  }
  return true;
}

}  // namespace nw::interp
