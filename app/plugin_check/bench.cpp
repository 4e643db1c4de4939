// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "execute/kernel.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

constexpr double kConnectSeconds = 15;
constexpr uint64_t kPiece = uint64_t{4} << 20;  // bytes of a buffer in one frame

std::string first_words(const json& head) {
  std::string text;
  const auto add = [&text](const json& sentence) {
    if (!sentence.is_string()) return;
    if (!text.empty()) text += ": ";
    text += sentence.get<std::string>();
  };
  for (const json& diagnostic : head.value("diagnostics", json::array())) {
    if (!diagnostic.is_object()) continue;
    add(diagnostic.value("message", json()));
    for (const json& why : diagnostic.value("because", json::array())) add(why);
    break;
  }
  return text;
}

}  // namespace

std::string Reply::text() const {
  return said.empty() ? status : status + ": " + said;
}

std::string in_words(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::Error) continue;
    if (!text.empty()) text += "; ";
    text += d.message;
    for (const std::string& why : d.because)
      if (!why.empty()) text += ": " + why;
  }
  return text;
}

std::string noise(uint64_t size, uint64_t seed) {
  std::string bytes(size, '\0');
  auto state = static_cast<uint32_t>(seed * 2654435761u + 1);
  for (char& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

Bench::Bench(const Subject& plugin, Known& learnt, double deadline_seconds)
    : subject(plugin), known(learnt), deadline(deadline_seconds) {}

std::unique_ptr<target::Session> Bench::another_session() {
  auto connected = target::Session::connect(subject.carrier, kConnectSeconds, {});
  if (!connected.ok()) throw Failed{in_words(connected.diagnostics), "a runner that starts"};
  (*connected)
      ->set_limits(target::Session::Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(deadline * 1000)),
                   {});
  return std::move(*connected);
}

target::Session& Bench::session() {
  if (!session_) session_ = another_session();
  return *session_;
}

Reply Bench::reply_of(const Result<target::Frame>& frame, const std::string& what) const {
  if (!frame.ok()) throw Failed{in_words(frame.diagnostics), "a reply to '" + what + "'"};
  Reply reply;
  reply.head = frame->head;
  reply.body = frame->body;
  if (const auto ok = frame->head.find("ok"); ok != frame->head.end()) {
    reply.status = "ok";
    reply.ok = *ok;
    return reply;
  }
  reply.status = frame->head.value("status", std::string("no status"));
  reply.said = first_words(frame->head);
  return reply;
}

Reply Bench::ask(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  return reply_of(session().request(std::move(head), body), what);
}

json Bench::get(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  Reply reply = ask(std::move(head), body);
  expect(reply, {"ok"}, "'" + what + "'");
  return std::move(reply.ok);
}

int64_t Bench::send(json head, std::string_view body) {
  const auto what = head.at("do").get<std::string>();
  const Result<int64_t> id = session().send(std::move(head), body);
  if (!id.ok()) throw Failed{in_words(id.diagnostics), "that '" + what + "' can be sent"};
  return *id;
}

Reply Bench::reply_to(int64_t id, const std::string& what) {
  return reply_of(session().reply_to(id, what), what);
}

void Bench::expect(const Reply& reply, const std::vector<std::string>& statuses, const std::string& call) const {
  if (std::ranges::find(statuses, reply.status) != statuses.end()) return;
  throw Failed{fmt::format("{} gave {}", call, reply.text()), fmt::format("{}", fmt::join(statuses, " or "))};
}

void Bench::open() {
  get({{"do", "open"}, {"plugin", known.id}, {"device", known.device}, {"settings", subject.settings}});
}

int64_t Bench::allocate(uint64_t bytes) {
  return get({{"do", "allocate"}, {"bytes", bytes}}).at("buffer").get<int64_t>();
}

void Bench::write(int64_t buffer, uint64_t at, std::string_view bytes) {
  for (uint64_t done = 0; done < bytes.size(); done += kPiece)
    get({{"do", "write"}, {"buffer", buffer}, {"at", at + done}}, bytes.substr(done, kPiece));
}

std::string Bench::read(int64_t buffer, uint64_t at, uint64_t bytes) {
  std::string all;
  while (all.size() < bytes) {
    const uint64_t wanted = std::min(kPiece, bytes - all.size());
    const Reply reply = ask({{"do", "read"}, {"buffer", buffer}, {"at", at + all.size()}, {"bytes", wanted}});
    expect(reply, {"ok"}, "'read'");
    if (reply.body.size() != wanted)
      throw Failed{fmt::format("'read' gave {} bytes", reply.body.size()), std::to_string(wanted)};
    all += reply.body;
  }
  return all;
}

int64_t Bench::load(const CompiledKernel& kernel) {
  return get({{"do", "load"},
              {"dialect", known.facts->code.dialect},
              {"entry", kernel.image.entry},
              {"signature", kernel.image.signature}},
             kernel.image.image)
      .at("module")
      .get<int64_t>();
}

json Bench::call(int64_t module, const std::vector<int64_t>& buffers, const std::vector<int64_t>& sizes) {
  return {{"module", module}, {"buffers", buffers}, {"sizes", sizes}};
}

json Bench::run(const json& call, const json& plan) {
  const json ok = get({{"do", "run"}, {"calls", json::array({call})}, {"plan", plan}});
  const json results = ok.value("results", json::array());
  if (!results.is_array() || results.size() != 1) throw Failed{"'run' gave " + ok.dump(), "one result"};
  return results[0];
}

CompiledKernel Bench::compile(const KernelScript& script) {
  const TargetFacts& facts = *known.facts;
  if (facts.code.dialect != "elf")
    throw Skipped{"this program writes no kernels of the dialect '" + facts.code.dialect + "' yet"};
  Diagnostics diagnostics;
  execute::Kernel kernel = execute::read_kernel(script.text, script.sizes, diagnostics);
  if (!kernel.nest) throw std::logic_error(script.name + " cannot be lowered: " + in_words(diagnostics));
  codegen::Options options;
  options.target = &facts;
  measure::Spent spent;
  Result<runtime::KernelImage> image = runtime::compile(*kernel.nest, options, spent);
  if (!image.ok()) throw Skipped{"no code can be written for this device: " + in_words(image.diagnostics)};
  keep(script.name + ".py", script.text);
  keep(script.name + ".so", image->image);
  CompiledKernel compiled{script.text, std::move(*kernel.nest), kernel.program.args, std::move(*image)};
  for (const tir::Var& size : compiled.nest.size_vars) compiled.sizes.push_back(script.sizes.at(size->name));
  return compiled;
}

target::Connection Bench::connection() const {
  target::Connection connection;
  connection.id = known.id;
  connection.facts = *known.facts;
  connection.carrier = subject.carrier;
  connection.plugin = known.id;
  connection.device = known.device;
  connection.settings = subject.settings;
  return connection;
}

}  // namespace nw::plugin_check
