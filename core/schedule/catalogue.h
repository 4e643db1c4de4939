// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of schedule primitives: one row for each, with all that is known of it beside what it does. The script
// reader and writer, completion, call tips, labels of changes, prose, candidates, advice, the loop tree's menu and
// keys, the palette and exports read this table; tests that walk it (tests/core/schedule/test_catalogue.cpp and those
// with primitive_examples.h) fail for a primitive that one of them lacks. How to add one: resources/docs/adding.md.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "schedule/step.h"

namespace nw::schedule {

// What an argument is: the alternative of `Argument` for it, and what a script writes there.
enum class ArgumentKind : uint8_t {
  Axis,       // AxisId                            y
  Axes,       // std::vector<AxisId>               y, x: all positional arguments
  Stage,      // StageId                           s[C]
  Stages,     // std::vector<StageId>              [C, D]: tensors or operations that read
  Tensor,     // TensorRef                         A
  Tensors,    // std::vector<TensorRef>            A or [A, B]
  Size,       // Expr, an integer                  8, n // 4
  Predicate,  // Expr, a boolean                   tx.var.equal(0)
  Value,      // Expr: a number or a string        16
  Integer,    // int64_t                           8
  Scope,      // std::string, a memory             "local"
  Text,       // std::string                       "unroll_explicit"
  Flag,       // bool                              True
  Thread,     // IterVar                           te.thread_axis("threadIdx.x")
  Threads,    // std::vector<IterVar>             tx or [bx, tx]
  Mapping,    // IndexMap                          lambda i, j: [j, i]
  Intrinsic,  // TensorIntrin                      what te.decl_tensor_intrin gave
  Ignored,    // accepted for TVM's sake, without effect
};

struct Parameter {
  const char* name;  // TVM's name for it
  ArgumentKind kind;
  const char* role;       // in messages: "the factor must be an integer"
  bool optional = false;  // std::monostate if it is not given
  bool keyword = false;   // written with its name: factor=8
  int axis_of = -1;       // of an Axis: the parameter whose stage it belongs to; -1: the one that the step is called on
  // What candidates give for it (proposals.h), where its kind alone does not determine it.
  bool of_input = false;                       // of a Tensor: one that the stage reads; else its own
  std::span<const char* const> proposed = {};  // of a number or text
};

// What a script calls the primitive on: s[C].split(…), s.cache_read(…), g.compute_at(…).
enum class Receiver : uint8_t { Stage, Schedule, Group };

// What a person selects to use it.
enum class Subject : uint8_t { Loop, Stage };

// What a target must have.
enum class Needs : uint8_t { Nothing, Threads, Intrinsics };

// A part of the loop tree's menu that lists candidates when it opens. Texts of the menu are translated in the context
// "LoopTree".
struct MenuPart {
  const char* title;
  const char* none;  // why nothing is listed
};

// How the loop tree shows the candidates of a primitive.
struct MenuEntry {
  const char* text = nullptr;      // {argument}, {stage}, {loop}: of the candidate; null: there is no entry
  const MenuPart* part = nullptr;  // that lists them; null: the menu itself
  const char* none = nullptr;      // why there is no candidate, as "only a loop of a reduction can be factored"
  bool chooses = false;            // its key opens the part; else it takes the first candidate
  bool reshapes = false;           // makes other loops of a loop: not listed among what the loop could be
};

// What advice says of a candidate that gains nothing; {loop}: the loop.
struct NoGain {
  Template because = {};      // "Vectors of {loop} compute no faster."
  Template small_share = {};  // for "… takes 3 % of the time: {vectors of it} can gain no more …"
};

struct Proposal;
struct ProposalSubject;

struct PrimitiveInfo {
  Primitive primitive;
  const char* name;
  Receiver receiver;
  Subject subject;
  std::span<const Parameter> parameters;
  const char* signature;  // for call tips: a typical call
  const char* summary;    // one line, for call tips; translated in the context "Script"
  const char* rewrite;    // before → after, in short
  // Names the change in the history and the palette: "split {parent} by {factor}".
  Template label;
  // Prose of an applied step. {stage}: what it is called on; {NAME}: an argument; {NAME#}: how often that loop runs;
  // {made0}: what it made; {made0+}: the same with how often it runs, if that is known; {NAME?text}: the text if the
  // argument is given and not 0; {piece}: of compute_at, how much is computed at a time.
  Template sentence;
  char key = 0;  // in the loop tree
  MenuEntry menu = {};
  NoGain no_gain = {};
  tir::IterType loop_kind = tir::IterType::DataPar;  // what the loop becomes: Vectorized, Unrolled, …
  bool places = false;                               // determines where a stage is computed
  bool makes_stages = false;                         // changes which stages there are
  bool estimated = false;                            // the estimate of a nest shows what it gains
  Needs needs = Needs::Nothing;
  bool of_scans = false;  // only they have candidates
  // Exports can express it (export/plan.h); otherwise they omit the step, with a warning.
  bool planned = false;
  // A later step on the same stage with this many equal leading arguments replaces it in the script; -1: it is added.
  int identifying_arguments = -1;
  // Steps to try on a loop or stage; null: every combination of what its parameters' kinds allow.
  std::vector<Proposal> (*propose)(const ProposalSubject&) = nullptr;
  Result<Made> (*apply)(Schedule&, const Step&, const StepSource&) = nullptr;
};

inline constexpr size_t kMaxParameters = 4;  // of one primitive

// In the order of Primitive.
std::span<const PrimitiveInfo> catalogue();
const PrimitiveInfo& info(Primitive primitive);
// By the name that a script uses.
std::optional<Primitive> find_primitive(Receiver receiver, std::string_view name);
// The primitive that makes a loop vectorized, unrolled, …; nothing for other kinds.
std::optional<Primitive> primitive_for(tir::IterType loop_kind);
// vectorize, unroll, parallel: a loop has one of these.
bool marks_loop(const PrimitiveInfo& info);
// The parameter of that name; info.parameters.size() if it has none.
size_t parameter_index(const PrimitiveInfo& info, std::string_view name);

// Whether an optional argument is given, and not 0.
bool is_given(const Argument& argument);

}  // namespace nw::schedule
