// SPDX-License-Identifier: GPL-3.0-or-later
// The side of the random differential run that has the product in it: reads requests, a JSON object a line, and answers
// each with one. tests/random/run.py asks, and compares what comes back with numpy. A crash ends this program; the
// other side reports it and starts another.
//
//   check  is the script accepted?
//   run    the kernel compiled in several ways, each run on the same inputs
//   emit   the script in every form that it can be written in
#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/local_cpu.h"
#include "base/sanitized.h"
#include "c_kernel.h"
#include "execute/kernel.h"
#include "guarded_memory.h"
#include "kernel/exports.h"
#include "runtime/verify.h"
#include "support/loaded_kernel.h"
#include "tir/visit.h"

using namespace nw;
using namespace nw::test;
using nlohmann::json;

namespace {

using Sizes = std::map<std::string, int64_t>;

json errors_of(const Diagnostics& diagnostics) {
  json all = json::array();
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::Error) all.push_back({d.code, d.message});
  return all;
}

json check(const json& request) {
  script::ReadOptions options;
  options.explain = false;
  const script::Program program = script::read(request.at("script").get<std::string>(), options);
  return {{"errors", errors_of(program.diagnostics)}};
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Bytes of every argument; empty if a dimension has no value.
std::vector<int64_t> argument_bytes(const lower::LoopNest& nest, const std::vector<int64_t>& sizes) {
  tir::Substitution values;
  for (size_t i = 0; i < sizes.size(); ++i)
    values[nest.size_vars[i]] = tir::int_imm(sizes[i], nest.size_vars[i]->dtype);
  std::vector<int64_t> all;
  for (const tir::Buffer& arg : nest.args) {
    int64_t bytes = arg->dtype.bytes();
    for (const tir::Expr& dimension : arg->shape) {
      const tir::Expr fixed = tir::substitute(dimension, values);
      const int64_t* extent = tir::as_const_int(fixed);
      if (!extent) return {};
      bytes *= *extent;
    }
    all.push_back(bytes);
  }
  return all;
}

struct Call {
  const lower::LoopNest& nest;
  std::vector<int64_t> sizes, bytes;
  std::string inputs;
  unsigned char fill = 0xff;

  // The outputs' bytes in order, or what is wrong.
  std::string run(nw_kernel kernel, std::string& outputs) const {
    std::vector<GuardedBlock> blocks;
    std::vector<void*> pointers;
    size_t at = 0;
    for (size_t i = 0; i < nest.args.size(); ++i) {
      blocks.emplace_back(bytes[i], fill);
      pointers.push_back(blocks.back().data());
      if (nest.arg_is_output[i]) continue;
      if (at + static_cast<size_t>(bytes[i]) > inputs.size()) return "the request has too few bytes of inputs";
      std::copy_n(inputs.data() + at, bytes[i], blocks.back().data());
      at += static_cast<size_t>(bytes[i]);
    }
    const std::string before = inputs;
    GuardedRuntime runtime(fill);
    if (const int status = kernel(pointers.data(), sizes.data(), runtime.get()); status != 0)
      return "the kernel returned " + std::to_string(status);
    at = 0;
    bool overrun = runtime.overrun();
    for (size_t i = 0; i < blocks.size(); ++i) {
      overrun = overrun || blocks[i].overrun();
      if (nest.arg_is_output[i]) {
        outputs.append(reinterpret_cast<const char*>(blocks[i].data()), static_cast<size_t>(bytes[i]));
        continue;
      }
      if (!std::equal(blocks[i].data(), blocks[i].data() + bytes[i],
                      reinterpret_cast<const unsigned char*>(inputs.data()) + at))
        return "the kernel wrote into its input " + std::to_string(i);
      at += static_cast<size_t>(bytes[i]);
    }
    if (overrun) return "the kernel wrote behind a buffer's end";
    return runtime.unreleased() > 0 ? "the kernel did not release its memory" : "";
  }
};

// What the product's own verification says of outputs: empty if it finds them right.
json verified(const Call& call, const std::vector<te::Tensor>& args, const std::string& outputs) {
  std::map<tir::Var, int64_t, tir::VarOrder> sizes;
  for (size_t i = 0; i < call.sizes.size(); ++i) sizes[call.nest.size_vars[i]] = call.sizes[i];
  std::vector<NDArray> arrays;
  size_t in = 0, out = 0;
  for (size_t i = 0; i < args.size(); ++i) {
    std::vector<int64_t> shape;
    for (const tir::Expr& dimension : args[i]->shape) {
      tir::Substitution values;
      for (const auto& [var, value] : sizes) values[var] = tir::int_imm(value, var->dtype);
      const tir::Expr fixed = tir::substitute(dimension, values);
      shape.push_back(*tir::as_const_int(fixed));
    }
    NDArray array(args[i]->dtype, shape);
    size_t& at = call.nest.arg_is_output[i] ? out : in;
    std::memcpy(array.mutable_bytes(), (call.nest.arg_is_output[i] ? outputs : call.inputs).data() + at,
                array.size_bytes());
    at += array.size_bytes();
    arrays.push_back(std::move(array));
  }
  return errors_of(runtime::verify(args, call.nest.arg_is_output, arrays, sizes).diagnostics);
}

json run_variant(const Call& call, const json& variant, const std::string& folder, std::string& outputs) {
  std::string bytes;
  json reply;
  if (variant.at("as") == "c") {
    const CKernel kernel(call.nest, variant.at("flags").get<std::string>(), folder);
    reply["errors"] = errors_of(kernel.diagnostics());
    reply["problem"] = kernel.entry() ? call.run(kernel.entry(), bytes) : kernel.problem();
  } else {
    codegen::PassBudget budget;
    budget.limit = variant.value("pass_limit", -1);
    codegen::Options options;
    options.vector_bits = variant.value("vector_bits", 0);
    options.optimize = variant.value("optimize", true);
    if (variant.contains("pass_limit")) options.passes = &budget;
    const Result<test::LoadedKernel> kernel = test::load(call.nest, options);
    reply["errors"] = errors_of(kernel.diagnostics);
    reply["problem"] = kernel.ok() ? call.run(kernel->entry(), bytes) : "";
    reply["passes"] = budget.count;
    reply["last_pass"] = budget.last;
  }
  reply["bytes"] = bytes.size();
  outputs += bytes;
  return reply;
}

json run(const json& request) {
  const auto sizes = request.at("sizes").get<Sizes>();
  const bool symbolic = request.value("symbolic", false);
  Diagnostics diagnostics;
  const execute::Kernel kernel =
      execute::read_kernel(request.at("script").get<std::string>(), symbolic ? Sizes{} : sizes, diagnostics);
  json reply = {{"errors", errors_of(diagnostics)}};
  if (!kernel.nest) return reply;
  Call call{*kernel.nest,
            {},
            {},
            read_bytes(request.at("inputs").get<std::string>()),
            static_cast<unsigned char>(request.value("fill", 0xff))};
  for (const tir::Var& v : kernel.nest->size_vars) call.sizes.push_back(sizes.at(v->name));
  call.bytes = argument_bytes(*kernel.nest, call.sizes);
  if (call.bytes.size() != kernel.nest->args.size()) return {{"errors", {{"", "an argument's size is not known"}}}};
  const auto path = request.at("outputs").get<std::string>();
  std::string outputs;
  reply["variants"] = json::array();
  for (const json& variant : request.at("variants"))
    reply["variants"].push_back(run_variant(call, variant, path.substr(0, path.rfind('/')), outputs));
  std::ofstream(path, std::ios::binary) << outputs;
  if (request.value("verify", false) && outputs.size() >= reply["variants"][0]["bytes"] &&
      reply["variants"][0]["bytes"] > 0)
    reply["verified"] = verified(call, kernel.program.args, outputs);
  return reply;
}

json emit(const json& request) {
  const auto sizes = request.at("sizes").get<Sizes>();
  json reply = json::object();
  const kernel::KernelAnalysis analysed = kernel::analyse(request.at("script").get<std::string>(), {sizes});
  for (const json& kind : request.at("kinds")) {
    const Result<worker::Emitted> made =
        kernel::export_kernel(analysed, kind.get<std::string>(), local_cpu_facts(), sizes);
    reply[kind.get<std::string>()] = errors_of(made.diagnostics);
  }
  return reply;
}

// An exception that is not caught inside makes the command line end with exit code 3.
json answer(const json& request) {
  const auto what = request.at("do").get<std::string>();
  try {
    return what == "check" ? check(request) : what == "run" ? run(request) : emit(request);
  } catch (const std::exception& problem) {
    return {{"exception", problem.what()}};
  }
}

}  // namespace

int main() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0}, memory{rlim_t{4} << 30, rlim_t{4} << 30};
  ::setrlimit(RLIMIT_CORE, &none);
  if (!nw::kSanitized) ::setrlimit(RLIMIT_AS, &memory);
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer(json::parse(line)).dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  return 0;
}
